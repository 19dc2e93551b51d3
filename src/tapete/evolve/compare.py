"""Trainings side by side: every run's champion on the same fresh deals, so that methods are compared and not lucky champions.

The runs of a training are the observations: an interval says how far another set of runs might lie, not how exactly one champion
was measured. Champions play under their own carrier, and under others if asked: weights that suit a greedy agent need not suit a
search.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.champion import Champion, read_champion
from tapete.agents.tunable import Tunable
from tapete.arena.statistics import mean_interval, student_quantile
from tapete.catalogue import load
from tapete.errors import BadOption
from tapete.evolve.fitness import Field
from tapete.evolve.workers import Threads
from tapete.game import Game
from tapete.seeds import derive

COMPARING = 6 << 40  # a stream of deals that no training plays
OWN = ""  # the carrier that a champion was trained under


@dataclass
class Entry:
    """A training under one carrier: the fresh score of each of its runs' champions."""

    training: str
    carrier: str
    scores: np.ndarray
    games: int  # of each champion
    trained_games: int  # of all runs

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    @property
    def deviation(self) -> float:
        return float(self.scores.std(ddof=1)) if len(self.scores) > 1 else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """An interval for the mean over runs; of a single run, none that says anything."""
        return mean_interval(self.scores) if len(self.scores) > 1 else (0.0, 1.0)

    def as_dict(self) -> dict[str, Any]:
        return {
            "training": self.training,
            "carrier": self.carrier,
            "runs": self.scores.tolist(),
            "mean": self.mean,
            "deviation": self.deviation,
            "ci95": list(self.ci95),
            "games": self.games,
            "trained_games": self.trained_games,
        }


@dataclass
class Difference:
    """How much better the runs of one training are than those of another, by Welch's interval."""

    one: str
    other: str
    carrier: str
    mean: float
    ci95: tuple[float, float]

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": list(self.ci95)}


@dataclass
class Comparison:
    """Some trainings, measured alike."""

    game: str
    against: list[str]
    entries: list[Entry] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "against": self.against,
            "trainings": [entry.as_dict() for entry in self.entries],
            "differences": [difference.as_dict() for difference in self.differences],
        }


def champions_of(folder: Path) -> tuple[Champion, list[dict[str, float]], dict[str, Any]]:
    """A finished training: its champion, the genes of every run's champion, and its file."""
    champion = read_champion(folder)
    data = json.loads(champion.where.read_text(encoding="utf-8"))
    try:
        genes = [run["genes"] for run in data["training"]["runs"]]
    except (KeyError, TypeError):
        raise BadOption(f"{champion.where}: it does not tell of its runs") from None
    return champion, genes, data


def vectors_for(tunable: Tunable, genes: Sequence[dict[str, float]]) -> np.ndarray:
    start = dict(zip(tunable.names, tunable.start.tolist(), strict=True))
    return np.array([[run.get(name, start[name]) for name in tunable.names] for run in genes])


def compare(
    folders: Sequence[Path],
    *,
    against: Sequence[str] = (),
    under: Sequence[str] = (),
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
) -> Comparison:
    """Measure the runs of trainings on the same fresh deals, under their own carriers and under others."""
    read = [champions_of(folder) for folder in folders]
    game_name, options = read[0][0].game, read[0][0].options
    for (champion, _, _), folder in zip(read, folders, strict=True):
        if champion.game != game_name or dict(champion.options) != dict(options):
            raise BadOption(f"{folder} plays {champion.game} under other options than {folders[0]}: give them one game")
    opponents = list(against or read[0][2]["configuration"]["against"])
    if not opponents:
        raise BadOption("--against: these trainings had no fixed opponents, so name some to measure them by")
    game = load(game_name, **options)
    found = Comparison(game_name, opponents)
    for carrier in (OWN, *under):
        for folder, (champion, genes, data) in zip(folders, read, strict=True):
            scores, played = measured(
                game, champion.tunable(game, carrier or None), genes, opponents, games, seed, workers
            )
            trained = int(data["training"]["games"])
            found.entries.append(Entry(str(folder), carrier or champion.agent, scores, played, trained))
    groups = [found.entries[i : i + len(read)] for i in range(0, len(found.entries), len(read))]
    for carrier, group in zip((OWN, *under), groups, strict=True):
        found.differences += [
            difference(one, other, carrier) for i, one in enumerate(group) for other in group[i + 1 :]
        ]
    return found


def measured(
    game: Game,
    tunable: Tunable,
    genes: Sequence[dict[str, float]],
    against: Sequence[str],
    games: int,
    seed: int,
    workers: int | None,
) -> tuple[np.ndarray, int]:
    """The share of every vector over all opponents, and the games of each."""
    place = Field(game, tunable, against, games=max(games, 1), crew=Threads(workers))
    scores = place.against_bots(vectors_for(tunable, genes), derive(seed, COMPARING))
    return scores.fitness, scores.games // len(genes)


def difference(one: Entry, other: Entry, carrier: str) -> Difference:
    """Of the means over runs, with Welch's interval; nothing is known where a training has a single run."""
    apart = one.mean - other.mean
    if min(len(one.scores), len(other.scores)) < 2:
        return Difference(one.training, other.training, carrier, apart, (-1.0, 1.0))
    first, second = (float(entry.scores.var(ddof=1)) / len(entry.scores) for entry in (one, other))
    error = math.sqrt(first + second)
    if error == 0:
        return Difference(one.training, other.training, carrier, apart, (apart, apart))
    freedom = (first + second) ** 2 / (first**2 / (len(one.scores) - 1) + second**2 / (len(other.scores) - 1))
    half = student_quantile(0.95, int(freedom)) * error
    return Difference(one.training, other.training, carrier, apart, (apart - half, apart + half))
