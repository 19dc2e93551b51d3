"""Table C.11: mcts2 with the evolved scores against the greedy agent (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_constant

WINS = (  # constant, wins of 100 with Evo1, Evo2, Evo3
    (1, 60, 40, 41),
    (1.1, 62, 39, 37),
    (1.2, 49, 42, 40),
    (1.3, 51, 38, 36),
    (1.4, 62, 49, 40),
    (1.5, 52, 48, 42),
    (1.6, 53, 36, 38),
    (1.7, 54, 38, 37),
    (1.8, 61, 38, 35),
    (1.9, 66, 43, 34),
    (2, 54, 37, 36),
    (2.1, 55, 46, 33),
    (2.2, 56, 38, 33),
    (2.3, 55, 41, 40),
    (2.4, 66, 41, 32),
    (2.5, 53, 40, 43),
    (2.6, 53, 39, 41),
    (2.7, 55, 39, 38),
    (2.8, 51, 37, 36),
    (2.9, 52, 37, 35),
    (3, 50, 35, 33),
)

STUDY = by_constant("C.11", "mcts2", "exploration constant", WINS, ("evo1", "evo2", "evo3"), (30, 100))
