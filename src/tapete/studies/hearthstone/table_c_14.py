"""Table C.14: the best MCTS2 agents of both chapters at 100 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import THREE, tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 44, 58),
    (56, 0, 52),
    (40, 45, 0),
)

STUDY = tournament("C.14", 100, WINS, THREE)
