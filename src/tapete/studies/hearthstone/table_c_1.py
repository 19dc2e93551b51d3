"""Table C.1: simtree against the greedy agent by exploration rate (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_constant

WINS = (  # constant, wins of 100 with the utility score, with the midrange score
    (0, 50, 48),
    (0.05, 47, 49),
    (0.1, 52, 52),
    (0.15, 49, 48),
    (0.2, 51, 53),
    (0.25, 45, 53),
    (0.3, 48, 52),
    (0.35, 48, 54),
    (0.4, 53, 53),
    (0.45, 55, 56),
    (0.5, 56, 60),
    (0.55, 52, 55),
    (0.6, 53, 52),
    (0.65, 53, 48),
    (0.7, 58, 51),
    (0.75, 63, 57),
    (0.8, 60, 48),
    (0.85, 57, 50),
    (0.9, 53, 46),
    (0.95, 49, 49),
    (1, 50, 49),
)

STUDY = by_constant("C.1", "simtree", "exploration rate", WINS)
