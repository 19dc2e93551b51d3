"""Table C.5: mcts1 against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100
    ("utility", 2.4, 1, 58),
    ("utility", 2.4, 10, 50),
    ("utility", 2.4, 100, 62),
    ("utility", 2.4, 1000, 56),
    ("midrange", 2.4, 1, 52),
    ("midrange", 2.4, 10, 49),
    ("midrange", 2.4, 100, 56),
    ("midrange", 2.4, 1000, 61),
    ("utility", 2.9, 1, 41),
    ("utility", 2.9, 10, 52),
    ("utility", 2.9, 100, 57),
    ("utility", 2.9, 1000, 53),
    ("midrange", 2.9, 1, 54),
    ("midrange", 2.9, 10, 45),
    ("midrange", 2.9, 100, 59),
    ("midrange", 2.9, 1000, 62),
)

STUDY = by_time("C.5", "mcts1", WINS)
