"""Table C.4: simtree against the greedy agent by time for a decision (docs/rules/hearthstone_agents.md)."""

from tapete.studies.thesis_hearthstone import by_time

WINS = (  # score, constant, milliseconds, wins of 100
    ("utility", 0.5, 1, 40),
    ("utility", 0.5, 10, 50),
    ("utility", 0.5, 100, 56),
    ("utility", 0.5, 1000, 42),
    ("midrange", 0.5, 1, 41),
    ("midrange", 0.5, 10, 45),
    ("midrange", 0.5, 100, 59),
    ("midrange", 0.5, 1000, 41),
    ("utility", 0.75, 1, 29),
    ("utility", 0.75, 10, 47),
    ("utility", 0.75, 100, 62),
    ("utility", 0.75, 1000, 47),
    ("midrange", 0.75, 1, 28),
    ("midrange", 0.75, 10, 37),
    ("midrange", 0.75, 100, 49),
    ("midrange", 0.75, 1000, 46),
)

STUDY = by_time("C.4", "simtree", WINS)
