"""Rule bots at tables of four and two (docs/rules/dinosaurs_agents.md, section 6)."""

from itertools import combinations

from tapete.studies.study import Figure, Line, Study

TWO_AND_TWO = tuple(tuple(0 if seat in held else 1 for seat in range(4)) for held in combinations(range(4), 2))
THESIS = "easy:as_coded=1"
ALONE = (  # one against three copies: share of wins, par 25 %
    ("easy", "random", 0.639),
    (THESIS, "random", 0.408),
    ("easy", "easy:instants=thesis", 0.617),
    ("medium", "random", 0.698),
)
PAIRS = (  # two against two: share of wins, par 50 %
    ("easy", "random", 0.868),
    (THESIS, "random", 0.682),
    ("easy", THESIS, 0.783),
    ("easy", "easy:instants=thesis", 0.853),
    ("medium", "easy", 0.594),
    ("medium", THESIS, 0.840),
)
GAMES = 3500

STUDY = Study(
    "rule bots at one table",
    "calibration by an independent program, 3,000 to 4,000 games a line, official rules",
    "dinosaurs",
    [Line(f"1 {a} v 3 {b}", (a, b), (Figure(value, GAMES, measure="score"),)) for a, b, value in ALONE]
    + [
        Line(f"2 {a} v 2 {b}", (a, b), (Figure(value, GAMES, measure="score"),), seating=TWO_AND_TWO)
        for a, b, value in PAIRS
    ]
    + [Line("two players", ("easy", "random"), (Figure(0.870, GAMES, measure="score"),), {"players": 2})],
    quick=1200,
    full=12_000,
    notes=(
        "`medium` was trained anew, so its lines need not agree: they show what that changed.",
        "The calibration's opponent that never uses scoring instants has no exact counterpart; `instants=thesis` is the nearest.",
    ),
)
