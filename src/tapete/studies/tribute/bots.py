"""Win rates of the reference engine's bots against each other (docs/rules/tribute_bots.md, section 3)."""

from tapete.studies.shapes import grid
from tapete.studies.study import Figure, Line, PublishedMatrix, Study

BOTS = {
    "Random": "random",
    "RandomWithoutEndTurn": "random-without-end-turn",
    "MaxAgents": "max-agents",
    "PatronFavors": "patron-favors",
    "MaxPrestige": "max-prestige:leak=1",
    "DecisionTree": "decision-tree",
}
COLUMNS = ("Random", "RandomWithoutEndTurn", "MaxAgents", "PatronFavors", "MaxPrestige")
PUBLISHED: dict[str, dict[str, tuple[float, ...]]] = {  # per cent for the row, draws counted half
    "9": {
        "RandomWithoutEndTurn": (99.9,),
        "MaxAgents": (100.0, 56.3),
        "PatronFavors": (99.9, 55.1, 53.2),
        "MaxPrestige": (100.0, 82.9, 81.0, 79.5),
        "DecisionTree": (92.3, 93.4, 93.2, 85.0, 78.3),
    },
    "cog2023": {
        "RandomWithoutEndTurn": (100.0,),
        "MaxAgents": (100.0, 52.7),
        "PatronFavors": (99.9, 41.4, 39.7),
        "MaxPrestige": (100.0, 78.4, 74.9, 83.9),
        "DecisionTree": (100.0, 99.6, 98.8, 98.4, 98.3),
    },
}
MORE_GAMES = {  # by the standard errors that are given with these cells
    ("cog2023", "PatronFavors", "RandomWithoutEndTurn"): 10_000,
    ("cog2023", "MaxPrestige", "RandomWithoutEndTurn"): 4000,
    ("cog2023", "MaxPrestige", "MaxAgents"): 4000,
}


def games_behind(pool: str, row: str, column: str) -> int:
    return MORE_GAMES.get((pool, row, column), 1000 if "MaxPrestige" in (row, column) else 2000)


def table(pool: str) -> PublishedMatrix:
    rows = tuple(PUBLISHED[pool])
    return grid(
        f"bots-{pool}", f"Pool {pool}: score of the row's bot against the column's", "bot", rows, COLUMNS,
        lambda i, j: f"{pool}: {rows[i]} v {COLUMNS[j]}" if j <= i else None, "score",
    )  # fmt: skip


STUDY = Study(
    "the reference engine's bots against each other",
    "games played on the reference engine with fresh bot seeds, in the pool of nine patrons and in that of 2023",
    "tribute",
    [
        Line(
            f"{pool}: {row} v {column}",
            (BOTS[row], BOTS[column]),
            (Figure(value / 100, games_behind(pool, row, column), measure="score"),),
            options={"pool": pool},
        )
        for pool, rows in PUBLISHED.items()
        for row, cells in rows.items()
        for column, value in zip(COLUMNS, cells, strict=False)
    ],
    reference="measured",
    matrices=tuple(table(pool) for pool in PUBLISHED),
    names={spec: name for name, spec in BOTS.items()},
    quick=200,
    full=5000,
    notes=(
        "Patrons: each bot drafts two at random, of nine or of the six of 2023. The decision tree is the published "
        "one: in the pool of "
        "nine it loses some games by an illegal answer, as it did there.",
    ),
)
