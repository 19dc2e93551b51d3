"""Table C.6: mcts2 against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100, and of the 50 from the first (Local) and the second seat (Visitante)
    ("utility", 1.5, 1, 14, 8, 6),
    ("utility", 1.5, 10, 54, 29, 25),
    ("utility", 1.5, 100, 59, 31, 28),
    ("utility", 1.5, 1000, 60, 35, 25),
    ("midrange", 1.3, 1, 20, 11, 9),
    ("midrange", 1.3, 10, 37, 21, 16),
    ("midrange", 1.3, 100, 47, 30, 17),
    ("midrange", 1.3, 1000, 48, 29, 19),
    ("utility", 3, 1, 23, 9, 14),
    ("utility", 3, 10, 48, 30, 18),
    ("utility", 3, 100, 69, 34, 35),
    ("utility", 3, 1000, 70, 36, 34),
    ("midrange", 2.4, 1, 22, 13, 9),
    ("midrange", 2.4, 10, 36, 22, 14),
    ("midrange", 2.4, 100, 37, 20, 17),
    ("midrange", 2.4, 1000, 36, 20, 16),
)

STUDY = by_time("C.6", "mcts2", WINS)
