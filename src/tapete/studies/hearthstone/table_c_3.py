"""Table C.3: mcts2 against the greedy agent by exploration constant (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_constant

WINS = (  # constant, wins of 100 with the utility score, with the midrange score
    (1, 51, 36),
    (1.1, 52, 43),
    (1.2, 63, 36),
    (1.3, 44, 55),
    (1.4, 60, 45),
    (1.5, 64, 43),
    (1.6, 61, 44),
    (1.7, 59, 46),
    (1.8, 60, 51),
    (1.9, 49, 44),
    (2, 62, 38),
    (2.1, 59, 42),
    (2.2, 58, 43),
    (2.3, 41, 39),
    (2.4, 58, 56),
    (2.5, 57, 45),
    (2.6, 55, 53),
    (2.7, 61, 51),
    (2.8, 62, 38),
    (2.9, 55, 42),
    (3, 71, 50),
)

STUDY = by_constant("C.3", "mcts2", "exploration constant", WINS)
