"""Table C.13: the best MCTS2 agents of both chapters at 10 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import THREE, tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 50, 59),
    (50, 0, 56),
    (41, 44, 0),
)

STUDY = tournament("C.13", 10, WINS, THREE)
