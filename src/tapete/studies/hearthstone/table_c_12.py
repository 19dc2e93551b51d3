"""Table C.12: the best MCTS2 agents of both chapters at 1 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import THREE, tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 60, 55),
    (40, 0, 54),
    (45, 46, 0),
)

STUDY = tournament("C.12", 1, WINS, THREE)
