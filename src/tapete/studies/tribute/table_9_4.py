"""Table 9.4: how often each published champion won against the other five together (docs/rules/tribute_bots.md)."""

from collections.abc import Callable

from tapete.studies.shapes import grid
from tapete.studies.study import Figure, Study, Total
from tapete.studies.tribute.table_9_2 import named
from tapete.studies.tribute.table_9_3 import DRAFTS, NAMES, NOTE, PAIRS, fair_label, label, lines

PUBLISHED = {"B-3": 82.43, "B-6": 76.25, "B-5": 39.97, "B-1": 34.95, "B-4": 33.98, "B-2": 32.42}  # per cent of 25,000


def pairs_of(name: str, labelled: Callable[[int, int], str]) -> tuple[tuple[str, int], ...]:
    """Return the five pairs of a champion, and which of the two it is."""
    number = NAMES.index(name)
    return tuple((labelled(i, j), int(j == number)) for i, j in PAIRS if number in (i, j))


STUDY = Study(
    "evolved champions against each other, ranked",
    "Tribute thesis, table 9.4: 25,000 games each, the lower number always in the first seat",
    "tribute",
    lines(lambda i, j: (), ()),
    options={"pool": "thesis"},
    quick=100,
    full=5000,
    notes=(NOTE, DRAFTS),
    names=named(NAMES),
    matrices=(
        grid(
            "table-9-4",
            "Table 9.4: games won against the other five",
            "champion",
            tuple(PUBLISHED),
            ("", "fair"),
            lambda i, j: f"{list(PUBLISHED)[i]} v the other five{', fair' if j else ''}",
        ),
    ),
    totals=[
        Total(f"{name} v the other five", pairs_of(name, label), Figure(value / 100, 25_000))
        for name, value in PUBLISHED.items()
    ]
    + [Total(f"{name} v the other five, fair", pairs_of(name, fair_label), Figure(None)) for name in PUBLISHED],
)
