"""Table C.4: simtree against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100, and of the 50 from the first (Local) and the second seat (Visitante)
    ("utility", 0.5, 1, 40, 26, 14),
    ("utility", 0.5, 10, 50, 26, 24),
    ("utility", 0.5, 100, 56, 35, 21),
    ("utility", 0.5, 1000, 42, 26, 16),
    ("midrange", 0.5, 1, 41, 22, 19),
    ("midrange", 0.5, 10, 45, 29, 16),
    ("midrange", 0.5, 100, 59, 33, 26),
    ("midrange", 0.5, 1000, 41, 25, 16),
    ("utility", 0.75, 1, 29, 15, 14),
    ("utility", 0.75, 10, 47, 21, 26),
    ("utility", 0.75, 100, 62, 34, 28),
    ("utility", 0.75, 1000, 47, 29, 18),
    ("midrange", 0.75, 1, 28, 16, 12),
    ("midrange", 0.75, 10, 37, 20, 17),
    ("midrange", 0.75, 100, 49, 29, 20),
    ("midrange", 0.75, 1000, 46, 25, 21),
)

STUDY = by_time("C.4", "simtree", WINS)
