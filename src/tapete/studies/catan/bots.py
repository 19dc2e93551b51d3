"""Strength of the bots of catanatron, as its project and others published it (docs/rules/catan_bots.md, section 1.2)."""

from tapete.studies.study import Figure, Line, Study

HEAD_TO_HEAD = {"players": 2}

STUDY = Study(
    "the bots of catanatron",
    "the project's own table and its author's later figures; issue 381 for the value function against the weighted bot",
    "catan",
    [
        Line(
            "weighted v random, two players",
            ("weighted", "random"),
            (Figure(0.60, 10_000, measure="score", rounding=0.005),),
            HEAD_TO_HEAD,
        ),
        Line(
            "victory-point v weighted, two players",
            ("victory-point", "weighted"),
            (Figure(0.53, 10_000, measure="score", rounding=0.005),),
            HEAD_TO_HEAD,
        ),
        Line(
            "victory-point v random, two players",
            ("victory-point", "random"),
            (Figure(0.60, 1000, measure="score", rounding=0.005),),
            HEAD_TO_HEAD,
        ),
        Line(
            "value v weighted, two players, sees the deck",
            ("value:clairvoyant=1", "weighted"),
            (Figure(1.0, 150, measure="score"),),
            HEAD_TO_HEAD,
        ),
        Line(
            "value v weighted, two players, fair", ("value", "weighted"), (Figure(None, measure="score"),), HEAD_TO_HEAD
        ),
        Line(
            "value, weighted, random, sees the deck",
            ("value:clairvoyant=1", "weighted", "random"),
            (Figure(0.991, 1000), Figure(0.008, 1000, 1), Figure(0.001, 1000, 2)),
            {"players": 3},
        ),
        Line("1 value v 3 random, fair", ("value", "random"), (Figure(1.0, 60, measure="score"),)),
        Line("1 settler v 3 value", ("settler", "value"), (Figure(None, measure="score"),)),
    ],
    options={"max_offers": 0},
    quick=2000,
    full=20_000,
    notes=(
        "The project plays without trade between players, and so do these lines. Its value function sees the true state and the "
        "deck; the fair lines give it a view.",
    ),
)
