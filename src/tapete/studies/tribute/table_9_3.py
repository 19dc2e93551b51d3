"""Table 9.3: the six published champions against each other, pair by pair (docs/rules/tribute_bots.md)."""

from collections.abc import Callable

from tapete.studies.shapes import cross_table, grid
from tapete.studies.study import Figure, Line, PublishedMatrix, Study
from tapete.studies.tribute.table_9_2 import named

NAMES = ("B-1", "B-2", "B-3", "B-4", "B-5", "B-6")
PAIRS = [(i, j) for i in range(6) for j in range(i + 1, 6)]
PUBLISHED = dict(  # per cent wins of the first-named; 5,000 games a pair
    zip(PAIRS, (41.5, 22.0, 40.4, 47.5, 23.4, 3.4, 44.6, 51.3, 4.3, 99.3, 77.2, 61.1, 50.8, 3.4, 26.6), strict=True)
)
NOTE = (
    "The thesis's script gave the lower-numbered champion the first seat in all games, which the first lines repeat; the fair "
    "lines play both seats, with fresh seeds and without sight of the generator."
)
DRAFTS = (
    "Patrons: as published, both champions draft from generators that start at 123 in every game, so all these "
    "games have the same four: "
    "Ansei, Red Eagle, Saint Alessia and Orgnum. The fair lines are drafted at random from the eight."
)


def label(i: int, j: int) -> str:
    return f"{NAMES[i]} (first seat) v {NAMES[j]}"


def fair_label(i: int, j: int) -> str:
    return f"{NAMES[i]} v {NAMES[j]}, fair"


def lines(figures: Callable[[int, int], tuple[Figure, ...]], fair_figures: tuple[Figure, ...]) -> list[Line]:
    """Return the thesis's fifteen pairs, and the same pairs played fairly."""
    as_played = [
        Line(
            label(i, j),
            tuple(f"evolved:champion={NAMES[k]},leak=1" for k in (i, j)),
            figures(i, j),
            options={"preset": "thesis"},
            seating=((0, 1),),
        )
        for i, j in PAIRS
    ]
    fair = [
        Line(fair_label(i, j), tuple(f"evolved:champion={NAMES[k]}" for k in (i, j)), fair_figures) for i, j in PAIRS
    ]
    return as_played + fair


def matrices(number: str) -> tuple[PublishedMatrix, ...]:
    """Build the matrices of wins: the published pairs, in which the first-named begins, and the fair ones."""
    return (
        grid(
            f"table-{number}-pairs", "The row's champion, always in the first seat, against the column's", "first seat",
            NAMES[:-1], NAMES[1:], lambda i, j: label(i, j + 1) if i <= j else None,
        ),
        cross_table(f"table-{number}-fair", "The same pairs from both seats, fair", NAMES,
                    {pair: fair_label(*pair) for pair in PAIRS}),
    )  # fmt: skip


STUDY = Study(
    "evolved champions against each other, pair by pair",
    "Tribute thesis, table 9.3: 5,000 games a pair, the lower number always in the first seat",
    "tribute",
    lines(lambda i, j: (Figure(PUBLISHED[i, j] / 100, 5000),), (Figure(None),)),
    options={"pool": "thesis"},
    quick=100,
    full=5000,
    notes=(NOTE, DRAFTS),
    names=named(NAMES),
    matrices=matrices("9-3"),
)
