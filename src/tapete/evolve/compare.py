"""Trainings side by side: every run's champion on the same fresh deals, so that methods are compared and not lucky champions.

The runs of a training are the observations: an interval says how far another set of runs might lie, not how exactly one champion
was measured. Champions play under their own carrier, and under others if asked: weights that suit a greedy agent need not suit a
search. The champions of all runs also meet those of the other trainings, from every seat.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.champion import Champion, read_champion
from tapete.agents.genes import Tunable
from tapete.agents.registry import make_agent
from tapete.arena import population
from tapete.arena.seating import seatings
from tapete.arena.statistics import mean_interval, student_quantile
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.evolve.defaults import usual_opponents
from tapete.evolve.fitness import Evaluator
from tapete.evolve.report import cost_of, read_progress
from tapete.evolve.workers import ThreadWorkers
from tapete.seeds import derive

COMPARING, MEETING = 6 << 40, 8 << 40  # streams of deals that no training plays
OWN = ""  # the carrier that a champion was trained under
Interval = tuple[float, float]
Log = Callable[[str], None]


@dataclass
class Entry:
    """A training under one carrier: the fresh score of each of its runs' champions."""

    training: str
    carrier: str
    scores: np.ndarray
    games: int  # of each champion
    trained_games: int  # of all runs
    against: dict[str, np.ndarray] = field(default_factory=dict)  # opponent -> score of each run's champion
    chosen: int = 0  # the run whose champion the training chose, on deals of its own
    cpu_seconds: float | None = None  # of the whole training; unknown for those of before
    choosing_games: int | None = None  # beside the trained ones
    name: str = ""  # short
    bot_games: list[int] = field(default_factory=list)  # of each champion against each opponent

    def __post_init__(self) -> None:
        self.name = self.name or Path(self.training).name or self.training

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    @property
    def best(self) -> float:
        """The score of the champion that the training chose; chosen on other deals, so not by luck on these."""
        return float(self.scores[self.chosen])

    @property
    def deviation(self) -> float | None:
        return float(self.scores.std(ddof=1)) if len(self.scores) > 1 else None

    @property
    def ci95(self) -> Interval | None:
        """An interval for the mean over runs; a single run has none."""
        return mean_interval(self.scores) if len(self.scores) > 1 else None

    def as_dict(self) -> dict[str, Any]:
        return {
            "training": self.training,
            "name": self.name,
            "carrier": self.carrier,
            "runs": self.scores.tolist(),
            "mean": self.mean,
            "deviation": self.deviation,
            "ci95": None if self.ci95 is None else list(self.ci95),
            "best": self.best,
            "against": {bot: scores.tolist() for bot, scores in self.against.items()},
            "games": self.games,
            "trained_games": self.trained_games,
            "choosing_games": self.choosing_games,
            "cpu_seconds": self.cpu_seconds,
        }


@dataclass
class WelchDifference:
    """How much better the runs of one training are than those of another, by Welch's interval."""

    one: str
    other: str
    carrier: str
    mean: float
    ci95: Interval | None  # unknown where a training has a single run

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": None if self.ci95 is None else list(self.ci95)}


@dataclass
class Meeting:
    """The champions of one training against those of another: the first one's shares, a draw being half a win."""

    one: str
    other: str
    scores: np.ndarray  # (runs of the one, runs of the other)
    seats: np.ndarray  # mean share by seat of the one
    games: int  # of all pairs of runs
    ci95: Interval | None

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    def as_dict(self) -> dict[str, Any]:
        return {
            "one": self.one,
            "other": self.other,
            "score": self.mean,
            "ci95": None if self.ci95 is None else list(self.ci95),
            "seat_scores": self.seats.tolist(),
            "runs": self.scores.tolist(),
            "games": self.games,
        }


@dataclass
class Curve:
    """How a training came along: mean over runs, with an interval over runs where there are several."""

    x: np.ndarray
    mean: np.ndarray
    low: np.ndarray  # no numbers where unknown
    high: np.ndarray


@dataclass
class TrainingComparison:
    """Some trainings, measured alike."""

    game: str
    against: list[str]
    entries: list[Entry] = field(default_factory=list)
    differences: list[WelchDifference] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)
    par: float = 0.5
    seed: int = 0
    curves: dict[str, Curve] = field(default_factory=dict)  # by name of the training
    axes: tuple[str, str] = ("generation", "score")  # what the curves show

    @property
    def names(self) -> list[str]:
        """The trainings under their own carriers, in the order in which they were named."""
        return list(dict.fromkeys(entry.name for entry in self.entries))

    def meeting(self, one: str, other: str) -> Meeting | None:
        return next((met for met in self.meetings if (met.one, met.other) == (one, other)), None)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": dict(self.options),
            "against": self.against,
            "par": self.par,
            "seed": self.seed,
            "trainings": [entry.as_dict() for entry in self.entries],
            "differences": [difference.as_dict() for difference in self.differences],
            "meetings": [meeting.as_dict() for meeting in self.meetings],
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


def short_names(folders: Sequence[Path]) -> list[str]:
    """A name for each folder: the end of its path that no other one has."""
    parts = [folder.absolute().parts for folder in folders]
    for length in range(1, max((len(path) for path in parts), default=1) + 1):
        names = ["/".join(path[-length:]) for path in parts]
        if len(set(names)) == len(names):
            return names
    return [f"{path[-1]} ({place})" for place, path in enumerate(parts, start=1)]


def compare(
    folders: Sequence[Path],
    *,
    against: Sequence[str] = (),
    under: Sequence[str] = (),
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    log: Log = lambda text: None,
) -> TrainingComparison:
    """Measure the runs of trainings on the same fresh deals, under their own carriers and under others."""
    read = [champions_of(folder) for folder in folders]
    game_name, options = read[0][0].game, read[0][0].options
    for (champion, _, _), folder in zip(read, folders, strict=True):
        if champion.game != game_name or dict(champion.options) != dict(options):
            raise BadOption(f"{folder} plays {champion.game} under other options than {folders[0]}: give them one game")
    opponents = list(against) or measured_by(read, game_name, options)
    counts = {data["configuration"].get("count", "wins") for _, _, data in read}
    count = counts.pop() if len(counts) == 1 else "wins"
    game = load(game_name, **options)
    names = short_names(folders)
    found = TrainingComparison(game_name, opponents, options=dict(options), par=par_of(game), seed=seed)
    for carrier in (OWN, *under):
        for folder, name, (champion, genes, data) in zip(folders, names, read, strict=True):
            log(f"{name}{f' played by {carrier}' if carrier else ''}: {len(genes)} champions, {games:,} games each")
            scores, by_bot, played = measured(
                game, champion.tunable(game, make_agent, carrier or None), genes, opponents, games, seed, workers, count
            )
            summary = data["training"]
            found.entries.append(
                Entry(
                    str(folder), carrier or champion.agent, scores, sum(played), int(summary["games"]), by_bot,
                    int(summary.get("chosen", 1)) - 1, cost_of(folder).cpu_seconds, summary.get("choosing_games"), name,
                    played,
                )
            )  # fmt: skip
    groups = [found.entries[i : i + len(read)] for i in range(0, len(found.entries), len(read))]
    for carrier, group in zip((OWN, *under), groups, strict=True):
        found.differences += [
            difference(one, other, carrier) for i, one in enumerate(group) for other in group[i + 1 :]
        ]
    tunables = [champion.tunable(game, make_agent) for champion, _, _ in read]
    vectors = [vectors_for(made, genes) for made, (_, genes, _) in zip(tunables, read, strict=True)]
    found.meetings = meetings(game, names, tunables, vectors, games, seed, workers, log)
    found.curves, found.axes = curves_of(folders, names)
    return found


def measured_by(
    read: Sequence[tuple[Champion, Any, dict[str, Any]]], game: str, options: Mapping[str, Any]
) -> list[str]:
    """Return the default opponents of a comparison: those of the trainings, or the game's if they had none."""
    named = [data["configuration"]["against"] for _, _, data in read]
    return list(next((given for given in named if given), [])) or usual_opponents(game, options)


def par_of(game: Game) -> float:
    """The score of an agent no better and no worse than the others: of a side, or alone among the others."""
    return 1 / len(set(game.sides))


def measured(
    game: Game,
    tunable: Tunable,
    genes: Sequence[dict[str, float]],
    against: Sequence[str],
    games: int,
    seed: int,
    workers: int | None,
    count: str = "wins",
) -> tuple[np.ndarray, dict[str, np.ndarray], list[int]]:
    """The share of every vector over all opponents and against each, and the games of a vector against each."""
    turns = len(seatings(game, 2))
    evaluator = Evaluator(
        game, tunable, against, games=max(games, turns * len(against)), count=count, worker_pool=ThreadWorkers(workers)
    )
    scores = evaluator.against_bots(vectors_for(tunable, genes), derive(seed, COMPARING), games)
    return scores.fitness, scores.against, evaluator.shared_out(max(games, len(against)))


def difference(one: Entry, other: Entry, carrier: str) -> WelchDifference:
    """Of the means over runs, with Welch's interval; nothing is known where a training has a single run."""
    apart = one.mean - other.mean
    if min(len(one.scores), len(other.scores)) < 2:
        return WelchDifference(one.name, other.name, carrier, apart, None)
    first, second = (float(entry.scores.var(ddof=1)) / len(entry.scores) for entry in (one, other))
    error = math.sqrt(first + second)
    if error == 0:
        return WelchDifference(one.name, other.name, carrier, apart, (apart, apart))
    freedom = (first + second) ** 2 / (first**2 / (len(one.scores) - 1) + second**2 / (len(other.scores) - 1))
    half = student_quantile(0.95, int(freedom)) * error
    return WelchDifference(one.name, other.name, carrier, apart, (apart - half, apart + half))


# Champions against each other


def meetings(
    game: Game,
    names: Sequence[str],
    tunables: Sequence[Tunable],
    vectors: Sequence[np.ndarray],
    games: int,
    seed: int,
    workers: int | None,
    log: Log = lambda text: None,
) -> list[Meeting]:
    """Every two trainings: each run's champion of the one against each of the other, from every seat, on the same deals.

    `games` are shared out over the pairs of runs. At tables of more than two sides one is alone against copies of the other,
    so that both orders are played.
    """
    base = seatings(game, 2)
    seats = [seating.index(0) for seating in base]
    two_sides = len(set(game.sides)) == 2
    found = []
    for i in range(len(names)):
        for j in range(len(names)):
            if i == j or (two_sides and j < i):
                continue
            log(f"champions of {names[i]} against those of {names[j]}")
            pairs = len(vectors[i]) * len(vectors[j])
            deals = max(1, math.ceil(games / pairs / len(base)))
            shares = np.stack(
                [
                    population.play(
                        game, tunables[i], vectors[i], [tunables[j].agent(other)], deals, derive(seed, MEETING),
                        workers=workers,
                    )
                    for other in vectors[j]
                ],
                axis=1,
            )  # (run, run, deal, seating)  # fmt: skip
            remembers = tunables[i].seated.in_order or tunables[j].seated.in_order
            over_deals = None if remembers else shares.mean(axis=(0, 1, 3))
            by_seat = shares.mean(axis=(0, 1, 2))
            interval = met_interval(shares.mean(axis=(2, 3)), over_deals)
            order = np.argsort(seats)
            found.append(Meeting(names[i], names[j], shares.mean(axis=(2, 3)), by_seat[order], shares.size, interval))
            if two_sides:
                back = None if interval is None else (1 - interval[1], 1 - interval[0])
                other_seats = 1 - by_seat[::-1] if len(base) == 2 else 1 - by_seat
                found.append(Meeting(names[j], names[i], 1 - found[-1].scores.T, other_seats[order], shares.size, back))
    return found


def met_interval(scores: np.ndarray, over_deals: np.ndarray | None = None) -> Interval | None:
    """The interval of a mean over pairs of runs: over the runs of both, or over deals where each training has one.

    The variance over the runs of each side adds up; a side with a single run says nothing about others like it.
    """
    one, other = scores.shape
    if one == other == 1:
        return None if over_deals is None else mean_interval(over_deals)
    if min(one, other) < 2:
        return None
    mean = float(scores.mean())
    spread = float(scores.mean(axis=1).var(ddof=1)) / one + float(scores.mean(axis=0).var(ddof=1)) / other
    half = student_quantile(0.95, min(one, other) - 1) * math.sqrt(spread)
    return max(0.0, mean - half), min(1.0, mean + half)


# Curves


def curves_of(folders: Sequence[Path], names: Sequence[str]) -> tuple[dict[str, Curve], tuple[str, str]]:
    """A curve of each training by generation: its yardstick if all have one, else the best individual's fitness in training."""
    read = []
    for folder in folders:
        try:
            read.append(read_progress(folder))
        except BadOption:  # its champion was kept and its progress was not, or it was fitted
            return {}, ("", "")
    yardstick = all(np.isfinite(progress.yardstick).any() for progress in read)
    label = "fresh games of each generation's best" if yardstick else "fitness of the best in training"
    found = {}
    for name, progress in zip(names, read, strict=True):
        values = (progress.yardstick if yardstick else progress.best) / 100
        columns = [column[np.isfinite(column)] for column in values.T]
        intervals = [mean_interval(column) if len(column) > 1 else (math.nan, math.nan) for column in columns]
        found[name] = Curve(
            np.arange(len(columns)),
            np.array([column.mean() if len(column) else math.nan for column in columns]),
            np.array([low for low, _ in intervals]),
            np.array([high for _, high in intervals]),
        )
    return found, ("generation", label)
