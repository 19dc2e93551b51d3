"""Rule bots at tables of four and two (docs/rules/dinosaurs_agents.md, section 6)."""

from itertools import combinations

from tapete.studies.study import Figure, Line, Study

TWO_AND_TWO = tuple(tuple(0 if seat in held else 1 for seat in range(4)) for held in combinations(range(4), 2))
THESIS = "easy:as_coded=1"
NO_INSTANTS = "easy:instants=thesis"
MEDIUM = "medium:weights=thesis"
ALONE = (  # one against three copies: share of wins, par 25 %
    ("easy", "random", 0.639),
    (THESIS, "random", 0.408),
    ("easy", NO_INSTANTS, 0.617),
    (MEDIUM, "random", 0.698),
    ("medium", "random", None),
)
PAIRS = (  # two against two: share of wins, par 50 %
    ("easy", "random", 0.868),
    (THESIS, "random", 0.682),
    ("easy", THESIS, 0.783),
    ("easy", NO_INSTANTS, 0.853),
    (MEDIUM, "easy", 0.594),
    (MEDIUM, THESIS, 0.840),
    ("medium", "easy", None),
    ("medium", THESIS, None),
)
GAMES = 3500


def figures(opponent: str, value: float | None) -> tuple[Figure]:
    return (Figure(value, GAMES, measure="score", judged=opponent != NO_INSTANTS),)


STUDY = Study(
    "rule bots at one table",
    "calibration by an independent prototype of this project, not published: 3,000 to 4,000 games a line, official rules",
    "dinosaurs",
    [Line(f"1 {a} v 3 {b}", (a, b), figures(b, value)) for a, b, value in ALONE]
    + [Line(f"2 {a} v 2 {b}", (a, b), figures(b, value), seating=TWO_AND_TWO) for a, b, value in PAIRS]
    + [Line("two players", ("easy", "random"), figures("random", 0.870), {"players": 2})],
    reference="calibration",
    quick=2400,
    full=12_000,
    notes=(
        "`medium` without `weights=thesis` was trained anew and has no figure there.",
        "The calibration's opponent that never uses scoring instants has no exact counterpart; `instants=thesis` is the nearest, "
        "and stronger, so those two lines are not judged.",
        "`as_coded` takes a random card where the thesis's program takes the first in hand, since hands have no order here.",
    ),
)
