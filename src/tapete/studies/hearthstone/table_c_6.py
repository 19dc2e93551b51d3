"""Table C.6: mcts2 against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100
    ("utility", 1.5, 1, 14),
    ("utility", 1.5, 10, 54),
    ("utility", 1.5, 100, 59),
    ("utility", 1.5, 1000, 60),
    ("midrange", 1.3, 1, 20),
    ("midrange", 1.3, 10, 37),
    ("midrange", 1.3, 100, 47),
    ("midrange", 1.3, 1000, 48),
    ("utility", 3, 1, 23),
    ("utility", 3, 10, 48),
    ("utility", 3, 100, 69),
    ("utility", 3, 1000, 70),
    ("midrange", 2.4, 1, 22),
    ("midrange", 2.4, 10, 36),
    ("midrange", 2.4, 100, 37),
    ("midrange", 2.4, 1000, 36),
)

STUDY = by_time("C.6", "mcts2", WINS)
