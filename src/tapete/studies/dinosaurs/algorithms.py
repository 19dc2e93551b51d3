"""The algorithms that the thesis weighed: minimax, Monte Carlo, rules (docs/rules/dinosaurs_agents.md, section 4)."""

from tapete.studies.dinosaurs.calibration import TWO_AND_TWO
from tapete.studies.study import Figure, Line, Study

QUICK = ("random", "easy:as_coded=1", "easy", "medium:weights=thesis", "medium:weights=counted", "net")
SEARCHES = (
    "minimax",
    "flat:iterations=400",
    "pimc:iterations=400",
    "ismcts:iterations=400",
    "hard-search:iterations=400",
    "net-search:iterations=400",
)
FIGURE = (Figure(None, measure="score"),)
MEDIUM = "medium"

STUDY = Study(
    "minimax, Monte Carlo and rules at one table",
    "Dinosaurs thesis, chapter 4: minimax was set aside (more than two players, hidden cards), Monte Carlo taken; no "
    "figures",
    "dinosaurs",
    [Line(f"1 {agent} v 3 medium", (agent, MEDIUM), FIGURE) for agent in QUICK]
    + [Line(f"1 {agent} v 3 medium", (agent, MEDIUM), FIGURE, quick=80, full=800) for agent in SEARCHES]
    + [
        Line(f"2 {agent} v 2 medium", (agent, MEDIUM), FIGURE, seating=TWO_AND_TWO, quick=60, full=800)
        for agent in SEARCHES
    ]
    + [
        Line(
            "2 minimax v 2 ismcts:iterations=400",
            ("minimax", "ismcts:iterations=400"),
            FIGURE,
            seating=TWO_AND_TWO,
            quick=60,
            full=800,
        ),
        Line("two players: minimax v medium", ("minimax", MEDIUM), FIGURE, {"players": 2}, quick=80, full=800),
        Line(
            "two players: hard-search:iterations=400 v medium",
            ("hard-search:iterations=400", MEDIUM),
            FIGURE,
            {"players": 2},
            quick=80,
            full=800,
        ),
    ],
    quick=1200,
    full=12_000,
    notes=(
        "One against three: par is 25 %. Two against two, and two players: 50 %.",
        "`minimax` searches sampled worlds for the seat to move against all others; `flat`, `pimc` and `ismcts` are "
        "Monte Carlo with random "
        "play-outs, `hard-search` is `ismcts` with play-outs by `medium` that are cut and evaluated. `net` and `net-search` are "
        "the third level that the thesis planned and did not train: a network that learned by playing, alone and as what a "
        "search rates positions by.",
    ),
)
