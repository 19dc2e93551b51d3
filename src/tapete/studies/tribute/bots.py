"""Win rates of the reference engine's bots against each other (docs/rules/tribute_bots.md, section 3)."""

from tapete.studies.study import Figure, Line, Study

BOTS = {
    "Random": "random",
    "RandomWithoutEndTurn": "random-without-end-turn",
    "MaxAgents": "max-agents",
    "PatronFavors": "patron-favors",
    "MaxPrestige": "max-prestige:leak=1",
    "DecisionTree": "decision-tree",
}
COLUMNS = ("Random", "RandomWithoutEndTurn", "MaxAgents", "PatronFavors", "MaxPrestige")
# Per cent for the row, and the standard error (half a step of rounding where none is given).
PUBLISHED: dict[str, dict[str, tuple[tuple[float, float], ...]]] = {
    "9": {
        "RandomWithoutEndTurn": ((99.9, 0.1),),
        "MaxAgents": ((100.0, 0.05), (56.3, 1.1)),
        "PatronFavors": ((99.9, 0.1), (55.1, 1.1), (53.2, 1.1)),
        "MaxPrestige": ((100.0, 0.05), (82.9, 1.2), (81.0, 1.2), (79.5, 1.3)),
        "DecisionTree": ((92.3, 0.6), (93.4, 0.6), (93.2, 0.6), (85.0, 0.8), (78.3, 1.3)),
    },
    "cog2023": {
        "RandomWithoutEndTurn": ((100.0, 0.05),),
        "MaxAgents": ((100.0, 0.05), (52.7, 1.1)),
        "PatronFavors": ((99.9, 0.1), (41.4, 0.5), (39.7, 1.1)),
        "MaxPrestige": ((100.0, 0.05), (78.4, 0.7), (74.9, 0.7), (83.9, 1.2)),
        "DecisionTree": ((100.0, 0.05), (99.6, 0.1), (98.8, 0.2), (98.4, 0.3), (98.3, 0.4)),
    },
}


def games_behind(percent: float, error: float) -> int:
    """How many games a share with that standard error stands for."""
    share = min(max(percent / 100, 0.0005), 0.9995)
    return round(share * (1 - share) / (error / 100) ** 2)


STUDY = Study(
    "the reference engine's bots against each other",
    "games played on the reference engine with fresh bot seeds, in the pool of nine patrons and in that of 2023",
    "tribute",
    [
        Line(
            f"{pool}: {row} v {column}",
            (BOTS[row], BOTS[column]),
            (Figure(value / 100, games_behind(value, error)),),
            options={"pool": pool},
        )
        for pool, rows in PUBLISHED.items()
        for row, cells in rows.items()
        for column, (value, error) in zip(COLUMNS, cells, strict=False)
    ],
    quick=200,
    full=5000,
)
