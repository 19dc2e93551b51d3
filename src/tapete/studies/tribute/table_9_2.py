"""Table 9.2: the six published champions against the reference bots (docs/rules/tribute_bots.md)."""

from collections.abc import Iterable, Sequence

from tapete.studies.shapes import row_by_row
from tapete.studies.study import Figure, Line, PublishedMatrix, Study, Total

OPPONENTS = ("patron-favors", "max-agents:tiers=thesis", "max-prestige:leak=1", "decision-tree:form=2024,tiers=thesis")
FAIR = ("patron-favors", "max-agents:tiers=thesis", "max-prestige", "decision-tree:form=2024,tiers=thesis,fixed=1")
FAIRNESS = (
    "The reference engine let bots simulate on the true state with its own generator (leak=1), the thesis's bots "
    "kept their seeds "
    "and memories from game to game, and its decision tree loses some games by an illegal answer. The fair lines "
    "give bots a view, "
    "start them afresh and mend that fault (fixed=1)."
)
DRAFTS = (
    "Patrons: each bot drafts two of the eight. As published, `evolved` draws from a generator that starts at 123 "
    "in every game, so "
    "Ansei is in all games that it begins, Red Eagle and Saint Alessia in all that it does not; the others vary with the "
    "opponent's picks. In the fair lines both draft at random."
)
SHORT = ("PatronFavors", "MaxAgents", "MaxPrestige", "DecisionTree")  # their names in the thesis
NAMES = {spec: name for specs in (OPPONENTS, FAIR) for name, spec in zip(SHORT, specs, strict=True)}


def named(champions: Iterable[str]) -> dict[str, str]:
    """Return the names of the agents in the thesis's tables."""
    return NAMES | {f"evolved:champion={name}{leak}": name for name in champions for leak in ("", ",leak=1")}


def tables(number: str, champions: Sequence[str]) -> tuple[PublishedMatrix, ...]:
    """Build the tables of champions by opponents, with their wins against all four: as published, and fair."""
    return tuple(
        row_by_row(
            f"table-{number.replace('.', '-')}{suffix and '-fair'}", f"Table {number}{suffix}", "champion", champions,
            (*SHORT, "all four"), [f"{name} v {rival}{suffix}" for name in champions for rival in (*rivals, "all four")],
        )
        for suffix, rivals in (("", OPPONENTS), (", fair", FAIR))
    )  # fmt: skip


PUBLISHED = {  # per cent wins of 5,000 games: patron-favors, max-agents, max-prestige, decision-tree; all together
    "B-1": ((68.6, 76.8, 34.1, 24.1), 50.89),
    "B-2": ((62.9, 57.9, 22.6, 23.2), 41.68),
    "B-3": ((43.7, 17.2, 52.0, 17.0), 32.48),
    "B-4": ((62.0, 63.2, 44.7, 23.3), 48.27),
    "B-5": ((69.8, 65.4, 34.6, 23.7), 48.36),
    "B-6": ((44.0, 21.1, 50.1, 24.8), 35.01),
}

STUDY = Study(
    "evolved champions against the reference bots",
    "Tribute thesis, table 9.2: 5,000 games a cell, half from each seat, eight patrons",
    "tribute",
    [
        Line(
            f"{name} v {opponent}",
            (f"evolved:champion={name},leak=1", opponent),
            (Figure(value / 100, 5000),),
            options={"preset": "thesis"},
        )
        for name, (values, _) in PUBLISHED.items()
        for opponent, value in zip(OPPONENTS, values, strict=True)
    ]
    + [
        Line(
            f"{name} v {opponent}, fair",
            (f"evolved:champion={name}", opponent),
            (Figure(None),),
        )
        for name in PUBLISHED
        for opponent in FAIR
    ],
    options={"pool": "thesis"},
    quick=100,
    full=5000,
    notes=(FAIRNESS, DRAFTS),
    names=named(PUBLISHED),
    matrices=tables("9.2", tuple(PUBLISHED)),
    totals=[
        Total(
            f"{name} v all four",
            tuple((f"{name} v {opponent}", 0) for opponent in OPPONENTS),
            Figure(value / 100, 20_000),
        )
        for name, (_, value) in PUBLISHED.items()
    ]
    + [
        Total(f"{name} v all four, fair", tuple((f"{name} v {opponent}, fair", 0) for opponent in FAIR), Figure(None))
        for name in PUBLISHED
    ],
)
