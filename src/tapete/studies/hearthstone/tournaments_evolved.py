"""Figure 4.20: the four tournaments of the best MCTS2 agents together (tables C.12 to C.15)."""

from tapete.studies.hearthstone import table_c_12, table_c_13, table_c_14, table_c_15
from tapete.studies.thesis_hearthstone import THREE, tournaments

MATRICES = {1: table_c_12.WINS, 10: table_c_13.WINS, 100: table_c_14.WINS, 1000: table_c_15.WINS}

STUDY = tournaments("three MCTS2 agents at four times for a decision", "C.12 to C.15", "4.20", MATRICES, THREE)
