"""First measurements of corrected searches (docs/rules/briscas_agents.md, section 4.4)."""

from tapete.studies.briscas.rule_bots import pair
from tapete.studies.study import Study

WIN, POINTS = "reward=win,c=0.7,exact=0", "reward=points,c=0.25,exact=0"
AGENTS = {
    "clairvoyant 500": f"clairvoyant:iterations=500,{WIN}",
    "clairvoyant 200": f"clairvoyant:iterations=200,{WIN}",
    "fair 100": f"ismcts:iterations=100,{WIN}",
    "fair 500": f"ismcts:iterations=500,{WIN}",
    "fair 500, points": f"ismcts:iterations=500,{POINTS}",
    "fair 200, points, play-outs by cheap-winner": f"ismcts:iterations=200,{POINTS},rollout=cheap-winner",
    "thesis search 500": "thesis-mcts:iterations=500",
    "thesis heuristic": "heuristic:as_coded=1",
    "cheap-winner": "cheap-winner",
    "random": "random",
}
TABLE = (  # searcher, opponent, wins, mean point difference, games
    ("clairvoyant 500", "random", 1.0, 50.1, 200),
    ("clairvoyant 500", "cheap-winner", 0.95, 25.9, 200),
    ("clairvoyant 200", "cheap-winner", 0.956, 23.4, 160),
    ("clairvoyant 500", "fair 500", 0.92, 29.1, 100),
    ("fair 100", "random", 0.87, 31.1, 300),
    ("fair 500", "random", 0.89, 34.5, 200),
    ("fair 500, points", "random", 0.95, 48.0, 160),
    ("fair 500", "thesis heuristic", 0.775, 11.8, 200),
    ("fair 500", "cheap-winner", 0.515, -8.4, 200),
    ("fair 500, points", "cheap-winner", 0.537, 4.2, 160),
    ("fair 200, points, play-outs by cheap-winner", "cheap-winner", 0.512, 3.5, 160),
    ("fair 500, points", "fair 500", 0.44, 4.5, 100),
    ("thesis search 500", "fair 500", 0.52, 12.2, 100),
)
DEVIATION = 34.0  # of a game's point difference, which was not kept: that of rule bots against random

STUDY = Study(
    "searches without the thesis's faults",
    "measurements by an independent program (100 to 300 games a line), standard rules",
    "briscas",
    reference="calibration",
    lines=[pair(AGENTS, a, b, wins, difference, games, DEVIATION) for a, b, wins, difference, games in TABLE],
    quick=200,
    full=4000,
    notes=(
        "Numbers are iterations for a decision; the reward is the win unless points are named; no end-game is solved exactly.",
        "The deviation of a game's point difference, which was not kept, is taken as 34: that of rule bots against random.",
    ),
)
