"""The thesis's grid with a fair search whose rewards are from 0 to 1 (docs/rules/briscas_agents.md, section 4.3)."""

from itertools import combinations

from tapete.studies.study import Figure, Line, Picture, Study, Total

CONSTANTS = (0.5, 1.0, 1.4, 2.0)
ITERATIONS = (100, 500, 1000)
CELLS = [(c, n) for c in CONSTANTS for n in ITERATIONS]
OPPONENTS = ("random", "cheap-winner")
FIGURES = (Figure(None, measure="score"), Figure(None, measure="difference"))
ROWS, COLUMNS = tuple(f"{c:g}" for c in CONSTANTS), tuple(str(n) for n in ITERATIONS)


def spec(c: float, n: int) -> str:
    return f"ismcts:c={c:g},iterations={n},reward=win"


def name(c: float, n: int) -> str:
    return f"c={c:g}, {n} iterations"


def pair(first: tuple[float, int], second: tuple[float, int]) -> str:
    return f"{name(*first)} v {name(*second)}"


def against_all(cell: tuple[float, int]) -> tuple[tuple[str, int], ...]:
    """Return the lines of a cell against the other eleven, and which of the two it is."""
    return tuple((pair(a, b), int(cell == b)) for a, b in combinations(CELLS, 2) if cell in (a, b))


STUDY = Study(
    "a fair search: exploration constant and iterations",
    "the grid of the Briscas thesis (figure 3) without its faults: nothing was published",
    "briscas",
    [
        Line(f"{name(*cell)} v {opponent}", (spec(*cell), opponent), FIGURES) for opponent in OPPONENTS for cell in CELLS
    ]
    + [
        Line(pair(a, b), (spec(*a), spec(*b)), (Figure(None, measure="score"),), quick=20) for a, b in combinations(CELLS, 2)
    ],
    quick=100,
    full=2000,
    totals=[Total(f"{name(*cell)} v the other eleven", against_all(cell), Figure(None, measure="score")) for cell in CELLS],
    pictures=tuple(
        Picture(
            f"grid-{opponent}", f"Score of the fair search against {opponent}.", "map",
            tuple(f"{name(*cell)} v {opponent}" for cell in CELLS), ROWS, COLUMNS, "iterations", "c", measure="score",
        )
        for opponent in OPPONENTS
    ),
    notes=(
        "The search sees what its seat sees, expects resistance, and is rewarded by the result, from 0 to 1, so that the "
        "constant means what it means in the literature. All lines play the same mirrored deals by the standard rules.",
        "`quick` gives the pairs of settings 20 games each, which shows nothing but that they run; `full` is 2,000 games a line.",
    ),
)  # fmt: skip
