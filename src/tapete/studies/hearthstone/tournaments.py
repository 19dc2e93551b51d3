"""Figure 4.14: the four tournaments of seven agents together (tables C.7 to C.10)."""

from tapete.studies.hearthstone import table_c_7, table_c_8, table_c_9, table_c_10
from tapete.studies.thesis_hearthstone import SEVEN, tournaments

MATRICES = {1: table_c_7.WINS, 10: table_c_8.WINS, 100: table_c_9.WINS, 1000: table_c_10.WINS}

STUDY = tournaments("seven agents at four times for a decision", "C.7 to C.10", "4.14", MATRICES, SEVEN)
