"""Table C.15: the best MCTS2 agents of both chapters at 1000 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import THREE, tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 46, 42),
    (54, 0, 53),
    (56, 47, 0),
)

STUDY = tournament("C.15", 1000, WINS, THREE)
