"""Table C.8: a tournament of seven agents at 10 ms a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import tournament

WINS = (  # of 100 games, of the row's agent against the column's
    (0, 59, 53, 45, 52, 48, 45),
    (41, 0, 44, 39, 42, 43, 38),
    (47, 56, 0, 46, 60, 61, 45),
    (55, 61, 54, 0, 53, 48, 45),
    (48, 58, 40, 47, 0, 47, 48),
    (52, 57, 38, 52, 53, 0, 47),
    (55, 62, 55, 55, 52, 53, 0),
)

STUDY = tournament("C.8", 10, WINS)
