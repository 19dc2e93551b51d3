"""Shared parts of the Briscas thesis's experiments: its program's game, and its table of three players."""

from __future__ import annotations

from tapete.studies.study import Cell, Figure, Line, Picture, PublishedMatrix, Study

ENGINE = {"thesis_engine": 1, "first_player": "0"}
IN_ORDER = ((0, 1, 2),)  # the search first, then the heuristic, then random, in every game
GAMES = 500
UNPUBLISHED = tuple(Figure(None, agent=agent, measure=measure) for agent in range(3) for measure in ("score", "points"))

# Wins, mean points and their deviation in a game, each of the search, the heuristic and random
Published = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def figures(published: Published) -> tuple[Figure, ...]:
    return tuple(
        figure
        for agent, (wins, points, deviation) in enumerate(zip(*published, strict=True))
        for figure in (Figure(wins, GAMES, agent, "score"), Figure(points, GAMES, agent, "points", deviation))
    )


PUBLISHED_LINE, RERUN_LINE = "as published, 300 iterations", "rerun, 500 iterations"


def pictures(table: int) -> tuple[Picture, ...]:
    """Return the pictures of a table: figures 5 to 8 of the thesis belong to its table 3, 9 to 12 to its table 4."""
    kinds = (
        ("boxes-by-agent", "Points of each agent", (0, 1, 2)),
        ("durations", "Duration of games on the machine that played them", (0,)),
        ("lead-against-time", "Duration of a game and the search's lead over random", (0, 2)),
        ("points-against-points", "Points of the search and of random", (0, 2)),
    )
    first = 5 if table == 3 else 9
    return tuple(
        Picture(
            f"figure-{first + i}", f"{what} (figure {first + i} of the thesis).", kind, (PUBLISHED_LINE,), agents=agents
        )
        for i, (kind, what, agents) in enumerate(kinds)
    )


def published_table(table: int, line: str, name: str, mode: str) -> PublishedMatrix:
    """Return the wins and points of the three agents, as the thesis prints them."""
    cells = tuple((Cell(line, agent, "score"), Cell(line, agent, "points")) for agent in range(3))
    agents = ("search", f"heuristic, {mode}", "random")
    return PublishedMatrix(name, f"Table {table}: {line}", "agent", agents, ("wins, per cent", "mean points"), cells)


def three_players(table: int, mode: str, printed: Published, repeated: Published) -> Study:
    """Build the study of a table of the search, the heuristic in one of its modes, and random."""
    aggressive = ",aggressive=1" if mode == "aggressive" else ""
    coded = f"heuristic:as_coded=1{aggressive}"
    fair = "heuristic:aggressive=1" if aggressive else "heuristic"
    alone = {**ENGINE, "follow_suit": "follow"}
    everybody = {"follow_suit": "follow"}
    return Study(
        f"three players: search, {mode} heuristic, random",
        f"Briscas thesis, table {table} (500 games, 300 iterations), and the rerun in its repository (500 iterations)",
        "briscas",
        [
            Line(
                PUBLISHED_LINE,
                ("thesis-mcts:iterations=300,obey=1", coded, "random"),
                figures(printed),
                alone,
                IN_ORDER,
            ),
            Line(
                RERUN_LINE,
                ("thesis-mcts:iterations=500,obey=1", coded, "random"),
                figures(repeated),
                alone,
                IN_ORDER,
            ),
            Line(
                "nobody follows suit",
                ("thesis-mcts:iterations=300", coded, "random"),
                UNPUBLISHED,
                ENGINE,
                IN_ORDER,
            ),
            *(
                Line(f"{what}, standard rules", (f"{search}:iterations=300", fair, "random"), UNPUBLISHED, everybody)
                for what, search in (
                    ("thesis search", "thesis-mcts"),
                    ("clairvoyant", "clairvoyant"),
                    ("fair search", "ismcts"),
                )
            ),
        ],
        options={"players": 3},
        pictures=pictures(table),
        matrices=(
            published_table(table, PUBLISHED_LINE, f"table-{table}", mode),
            published_table(table, RERUN_LINE, f"table-{table}-rerun", mode),
        ),
        names={
            coded: f"heuristic, {mode}",
            "thesis-mcts:iterations=300,obey=1": "search, 300 iterations",
            "thesis-mcts:iterations=500,obey=1": "search, 500 iterations",
        },
        quick=1000,
        full=5000,
        notes=(
            "Chance level is 33.3 %. In the published runs the search kept to the suit (`obey=1`), the heuristic "
            "where exactly one card followed, random never; the search saw all cards, took the others for helpers and "
            "always sat first, in a game without the face-up card. The first two lines have all of that; the third "
            "lets the search off the suit as well. In the last three all follow suit, by the standard rules "
            "and from every seat: with the thesis's search, with one that sees all cards but expects resistance, and "
            "with a fair one.",
            "Published ties went to the first to score; ours are shared.",
        ),
    )
