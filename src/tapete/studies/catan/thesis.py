"""The level of the thesis's player: par against its own opponents (docs/rules/catan_bots.md)."""

from tapete.studies.study import Figure, Line, Study

STUDY = Study(
    "what stands against the thesis's opponents",
    "Catan thesis: its evolved network won about 25 % (par), at best 30 of 100, against three almost random players",
    "catan",
    [
        Line(
            "their own opponent in its place",
            ("almost-random:as_coded=1", "almost-random:as_coded=1"),
            (Figure(0.25, 100, measure="score"),),
            {"preset": "thesis"},
        ),
        Line(
            "weighted, thesis rules",
            ("weighted", "almost-random:as_coded=1"),
            (Figure(None, measure="score"),),
            {"preset": "thesis"},
        ),
        Line(
            "value, thesis rules",
            ("value", "almost-random:as_coded=1"),
            (Figure(None, measure="score"),),
            {"preset": "thesis"},
        ),
        Line("settler, official rules", ("settler", "almost-random"), (Figure(None, measure="score"),)),
    ],
    quick=2000,
    full=20_000,
    notes=(
        "The published network is not here; the first line shows that par is what an untrained player of the same kind gets, "
        "which is what the network got.",
    ),
)
