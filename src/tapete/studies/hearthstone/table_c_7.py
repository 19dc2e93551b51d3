"""Table C.7: a tournament of seven agents at 1 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 59, 56, 52, 44, 74, 78),
    (41, 0, 41, 35, 39, 67, 56),
    (43, 59, 0, 46, 53, 73, 61),
    (48, 65, 54, 0, 55, 67, 75),
    (56, 61, 47, 45, 0, 81, 73),
    (26, 33, 27, 33, 19, 0, 47),
    (22, 44, 39, 25, 27, 53, 0),
)

STUDY = tournament("C.7", 1, WINS)
