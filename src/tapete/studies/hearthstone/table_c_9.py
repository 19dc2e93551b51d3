"""Table C.9: a tournament of seven agents at 100 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 49, 39, 47, 44, 40, 33),
    (51, 0, 42, 39, 55, 41, 29),
    (61, 58, 0, 41, 55, 42, 34),
    (53, 61, 59, 0, 55, 55, 44),
    (56, 45, 45, 45, 0, 39, 43),
    (60, 59, 58, 45, 61, 0, 39),
    (67, 71, 66, 56, 57, 61, 0),
)

STUDY = tournament("C.9", 100, WINS)
