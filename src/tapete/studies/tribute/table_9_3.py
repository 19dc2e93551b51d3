"""Tables 9.3 and 9.4: the six published champions against each other (docs/rules/tribute_bots.md)."""

from tapete.studies.study import Figure, Line, Study

MATRIX = (  # per cent wins of the row's champion; 5,000 games a cell
    (None, 41.5, 22.0, 40.4, 47.5, 23.4),
    (58.5, None, 3.4, 44.6, 51.3, 4.3),
    (78.0, 96.6, None, 99.3, 77.2, 61.1),
    (59.6, 55.4, 0.7, None, 50.8, 3.4),
    (52.5, 48.7, 22.8, 49.2, None, 26.6),
    (76.6, 95.7, 38.9, 96.6, 73.4, None),
)


def champion(number: int, leak: int) -> str:
    return f"evolved:champion=B-{number + 1}" + (",leak=1" if leak else "")


STUDY = Study(
    "evolved champions against each other",
    "Tribute thesis, tables 9.3 and 9.4: 5,000 games a pair, the lower number always in the first seat",
    "tribute",
    [
        Line(
            f"B-{i + 1} (first seat) v B-{j + 1}",
            (champion(i, 1), champion(j, 1)),
            (Figure((MATRIX[i][j] or 0.0) / 100, 5000),),
            seating=((0, 1),),
        )
        for i in range(6)
        for j in range(i + 1, 6)
    ]
    + [
        Line(f"B-{i + 1} v B-{j + 1}, both seats, fair", (champion(i, 0), champion(j, 0)), (Figure(None),))
        for i in range(6)
        for j in range(i + 1, 6)
    ],
    options={"preset": "thesis"},
    quick=60,
    full=5000,
    notes=(
        "Table 9.4 is the sum of the rows of 9.3. The thesis's script gave the lower-numbered champion the first seat in all "
        "games, which the first lines repeat; the fair lines play both seats, and without sight of the generator.",
    ),
)
