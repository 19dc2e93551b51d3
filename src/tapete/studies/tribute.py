"""Win rates of the Tribute bots beside the published ones (sections 3 and 4.3 of docs/rules/tribute_bots.md).

`python -m tapete.studies.tribute --games 5000` plays every cell and prints ours, theirs, and the difference in standard
errors. The reference engine's games had new bots with random seeds; the thesis's are the preset `thesis`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from tapete.arena.duel import duel
from tapete.game import load

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
ENGINE: dict[str, dict[str, tuple[tuple[float, float], ...]]] = {
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
OPPONENTS = ("PatronFavors", "MaxAgents", "MaxPrestige", "DecisionTree")
THESIS_GAMES = 5000
THESIS = {
    "B-1": (68.6, 76.8, 34.1, 24.1),
    "B-5": (69.8, 65.4, 34.6, 23.7),
    "B-4": (62.0, 63.2, 44.7, 23.3),
    "B-2": (62.9, 57.9, 22.6, 23.2),
    "B-6": (44.0, 21.1, 50.1, 24.8),
    "B-3": (43.7, 17.2, 52.0, 17.0),
}
TABLES = ("9", "cog2023", "thesis")


@dataclass
class Cell:
    """One pairing: what was published, and what we measured."""

    table: str
    first: str
    second: str
    published: float
    published_error: float
    score: float = 0.0
    error: float = 0.0
    games: int = 0
    faults: int = 0  # of either side

    @property
    def deviation(self) -> float:
        """The difference in standard errors of the difference."""
        return (self.score - self.published) / math.hypot(self.error, self.published_error)


def cells(tables: tuple[str, ...] = TABLES) -> Iterator[Cell]:
    """Every cell of the published tables."""
    for pool in tables:
        if pool != "thesis":
            for row, values in ENGINE[pool].items():
                for column, (value, error) in zip(COLUMNS, values, strict=False):
                    yield Cell(pool, BOTS[row], BOTS[column], value, error)
            continue
        for champion, figures in THESIS.items():
            for opponent, value in zip(OPPONENTS, figures, strict=True):
                error = math.sqrt(value * (100 - value) / THESIS_GAMES)
                name = BOTS[opponent].partition(":")[0]
                yield Cell("thesis", f"evolved:champion={champion}", name, value, error)


def play(cell: Cell, games: int, seed: int) -> Cell:
    """Play one pairing, both seats equally."""
    game = load("tribute", preset="thesis") if cell.table == "thesis" else load("tribute", pool=cell.table)
    result = duel(game, [cell.first, cell.second], games=games, seed=seed)
    cell.score, cell.games = 100 * result.agents[0].score, result.games
    share = min(max(cell.score, 50 / games), 100 - 50 / games)
    cell.error = math.sqrt(share * (100 - share) / result.games)
    cell.faults = sum(agent.faults for agent in result.agents)
    return cell


def main() -> None:
    parser = argparse.ArgumentParser(description="Win rates of the Tribute bots beside the published ones.")
    parser.add_argument("--games", type=int, default=5000, help="games per cell")
    parser.add_argument("--seed", type=int, default=20_000_000)
    parser.add_argument("--table", choices=TABLES, action="append", help="one of the three tables; all by default")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    played = []
    for cell in cells(tuple(given.table or TABLES)):
        played.append(play(cell, given.games, given.seed))
        if not given.json:
            ours = f"{cell.score:5.1f} ± {cell.error:3.1f}"
            theirs = f"{cell.published:5.1f} ± {cell.published_error:3.1f}"
            pairing = f"{cell.first} vs {cell.second}"
            print(f"{cell.table:8} {pairing:52} ours {ours}  published {theirs}  {cell.deviation:+.1f}", flush=True)
    within = [abs(cell.deviation) for cell in played]
    summary = {
        "cells": len(played),
        "within_two": sum(d <= 2 for d in within),
        "within_three": sum(d <= 3 for d in within),
    }
    if given.json:
        print(json.dumps({**summary, "table": [{**asdict(c), "deviation": c.deviation} for c in played]}))
    else:
        print("{within_two} of {cells} cells within two standard errors, {within_three} within three".format(**summary))


if __name__ == "__main__":
    main()
