"""Table C.5: mcts1 against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100, and of the 50 from the first (Local) and the second seat (Visitante)
    ("utility", 2.4, 1, 58, 29, 29),
    ("utility", 2.4, 10, 50, 33, 17),
    ("utility", 2.4, 100, 62, 32, 30),
    ("utility", 2.4, 1000, 56, 32, 24),
    ("midrange", 2.4, 1, 52, 28, 24),
    ("midrange", 2.4, 10, 49, 28, 21),
    ("midrange", 2.4, 100, 56, 31, 25),
    ("midrange", 2.4, 1000, 61, 34, 27),
    ("utility", 2.9, 1, 41, 23, 18),
    ("utility", 2.9, 10, 52, 28, 24),
    ("utility", 2.9, 100, 57, 33, 24),
    ("utility", 2.9, 1000, 53, 31, 22),
    ("midrange", 2.9, 1, 54, 26, 28),
    ("midrange", 2.9, 10, 45, 25, 20),
    ("midrange", 2.9, 100, 59, 33, 26),
    ("midrange", 2.9, 1000, 62, 35, 27),
)

STUDY = by_time("C.5", "mcts1", WINS)
