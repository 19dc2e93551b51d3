"""Table C.2: mcts1 against the greedy agent by exploration constant (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_constant

WINS = (  # constant, wins of 100 with the utility score, with the midrange score
    (1, 53, 54),
    (1.1, 47, 58),
    (1.2, 63, 52),
    (1.3, 56, 48),
    (1.4, 52, 53),
    (1.5, 50, 48),
    (1.6, 53, 53),
    (1.7, 51, 56),
    (1.8, 54, 53),
    (1.9, 59, 48),
    (2, 59, 48),
    (2.1, 56, 54),
    (2.2, 57, 47),
    (2.3, 58, 58),
    (2.4, 63, 58),
    (2.5, 57, 50),
    (2.6, 45, 53),
    (2.7, 55, 52),
    (2.8, 62, 46),
    (2.9, 62, 66),
    (3, 55, 52),
)

STUDY = by_constant("C.2", "mcts1", "exploration constant", WINS)
