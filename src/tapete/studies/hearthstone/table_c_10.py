"""Table C.10: a tournament of seven agents at 1000 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 47, 48, 42, 42, 44, 34),
    (53, 0, 35, 41, 44, 43, 39),
    (52, 65, 0, 46, 49, 42, 37),
    (58, 59, 53, 0, 56, 57, 41),
    (58, 56, 51, 44, 0, 44, 36),
    (56, 57, 58, 43, 56, 0, 44),
    (66, 61, 63, 59, 64, 56, 0),
)

STUDY = tournament("C.10", 1000, WINS)
