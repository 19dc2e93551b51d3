"""What a study is: lines of games to play, the figures that were published for them, and whether ours agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.registry import make_agent
from tapete.arena.duel import EVEN
from tapete.arena.match import Games, Progress, mirrored
from tapete.arena.runs import Match, MatchGames, Outcome, Run, carry_out
from tapete.arena.seating import seatings
from tapete.arena.statistics import cluster_interval, student_quantile
from tapete.arena.store import Store
from tapete.errors import BadOption, TapeteError
from tapete.game import Game, load

SCALES = ("quick", "full")
MEASURES = ("wins", "score", "points", "difference")
ROUNDING = 0.0005  # published shares have three digits at most
POINT_ROUNDING = 0.05


@dataclass(frozen=True)
class Figure:
    """One published number: of which agent of the line, what it measures, its value and the games behind it."""

    value: float | None  # None: nothing was published, ours is shown alone
    games: int | None = None
    agent: int = 0
    measure: str = (
        "wins"  # share of games won alone; score: ties shared; points; difference: points ahead of the best other
    )
    deviation: float | None = None  # of points in a single game, where that was published


@dataclass(frozen=True)
class Line:
    """Games between some agents, and the figures published for them."""

    label: str
    agents: tuple[str, ...]
    figures: tuple[Figure, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: tuple[tuple[int, ...], ...] | None = None  # None: mirrored; else the seatings of every deal
    quick: int | None = None  # games, where not as the study says
    full: int | None = None


@dataclass(frozen=True)
class Total:
    """A figure published for an agent over several lines together."""

    label: str
    parts: tuple[tuple[str, int], ...]  # labels of the lines, and which of their agents it is
    figure: Figure


@dataclass
class Study:
    """A published table."""

    title: str
    source: str
    game: str
    lines: Sequence[Line]
    options: Mapping[str, Any] = field(default_factory=dict)
    quick: int = 100
    full: int = 2000
    notes: Sequence[str] = ()
    totals: Sequence[Total] = ()
    name: str = ""


@dataclass
class Row:
    """A figure beside ours."""

    label: str
    agent: str
    measure: str
    published: float | None
    published_games: int | None
    ours: float
    ci95: tuple[float, float]
    games: int
    standard_errors: float | None  # how far apart ours and the published one are, in standard errors of the difference
    agrees: bool | None
    clairvoyant: bool
    faults: int

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": list(self.ci95)}


@dataclass
class StudyResult:
    """A study, played."""

    study: Study
    scale: str
    seed: int
    rows: list[Row]
    outcome: Outcome
    skipped: list[str]

    @property
    def note(self) -> str:
        compared = [row for row in self.rows if row.standard_errors is not None]
        differ = sum(not row.agrees for row in compared)
        text = (
            f"{len(compared)} published figures compared, {differ} differ; at 95 % about {0.05 * len(compared):.1f} would differ "
            "by chance alone if all were right."
        )
        if compared:
            distances = [row.standard_errors or 0.0 for row in compared]
            text += (
                f" {sum(distance <= 2 for distance in distances)} are within two standard errors of the difference, the farthest "
                f"is {max(distances):.1f} away."
            )
        return text

    def as_dict(self) -> dict[str, Any]:
        return {
            "study": self.study.name,
            "title": self.study.title,
            "source": self.study.source,
            "game": self.study.game,
            "scale": self.scale,
            "seed": self.seed,
            "games": self.outcome.games,
            "played_now": self.outcome.played_now,
            "from_store": self.outcome.from_store,
            "seconds": self.outcome.seconds,
            "reproducible": self.outcome.reproducible,
            "interrupted": self.outcome.interrupted,
            "rows": [row.as_dict() for row in self.rows],
            "skipped": self.skipped,
            "notes": list(self.study.notes),
            "note": self.note,
        }


def run_study(
    study: Study,
    *,
    scale: str = "quick",
    seed: int = 0,
    store: Store | None = None,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play a study. Lines whose agents are not installed are named and left out."""
    if scale not in SCALES:
        raise BadOption(f"--scale {scale}: must be one of {', '.join(SCALES)}")
    lines, skipped = playable(study)
    if not lines:
        raise BadOption(f"study {study.name}: none of its agents is here ({skipped[0]})")
    run = plan_study(study, lines, scale, seed)
    outcome = carry_out(run, store, on=on, workers=workers, progress=progress)
    rows = [row for line, match in zip(lines, outcome.matches, strict=True) for row in rows_of(line, match, outcome)]
    played = {line.label: (line, match) for line, match in zip(lines, outcome.matches, strict=True)}
    for total in study.totals:
        if all(label in played for label, _ in total.parts):
            rows.append(total_row(total, played, outcome))
    return StudyResult(study, scale, seed, rows, outcome, skipped)


def game_of(study: Study, line: Line | None = None) -> Game:
    return load(study.game, **{**study.options, **(line.options if line else {})})


def playable(study: Study) -> tuple[list[Line], list[str]]:
    """The lines that can be played here, and why the others cannot."""
    lines, skipped = [], []
    for line in study.lines:
        try:
            game = game_of(study, line)
            for spec in line.agents:
                make_agent(spec, game)
            lines.append(line)
        except TapeteError as error:
            skipped.append(f"{line.label}: {error}")
    return lines, skipped


def plan_study(study: Study, lines: Sequence[Line], scale: str, seed: int) -> Run:
    """One match per line."""
    specs = list(dict.fromkeys(spec for line in lines for spec in line.agents))
    matches = []
    for line in lines:
        game = game_of(study, line)
        table = list(line.seating) if line.seating else seatings(game, len(line.agents))
        games = (line.quick or study.quick) if scale == "quick" else (line.full or study.full)
        plan = mirrored(seed, table, range(math.ceil(games / len(table))))
        matches.append(Match(game, tuple(specs.index(spec) for spec in line.agents), plan))
    settings = {"study": study.name, "lines": [line.label for line in lines]}
    return Run("study", f"{study.name}: {study.title}", game_of(study), specs, seed, matches, settings)


def rows_of(line: Line, match: MatchGames, outcome: Outcome) -> list[Row]:
    """The figures of a line beside ours."""
    found = []
    for figure in line.figures:
        ours, interval, error = measured(match.games, seats_of(match.games, figure.agent), figure.measure)
        found.append(row_of(line.label, figure, [(line, match, figure.agent)], ours, interval, error, outcome))
    return found


def total_row(total: Total, played: Mapping[str, tuple[Line, MatchGames]], outcome: Outcome) -> Row:
    """A figure over several lines beside ours, every line weighing as many games as were played."""
    parts = [(*played[label], agent) for label, agent in total.parts]
    games = sum(len(match.games) for _, match, _ in parts)
    ours = variance = 0.0
    for _, match, agent in parts:
        share, _, error = measured(match.games, seats_of(match.games, agent), total.figure.measure)
        weight = len(match.games) / max(1, games)
        ours += weight * share
        variance += (weight * error) ** 2
    error = math.sqrt(variance)
    half = 1.96 * error
    interval = (max(0.0, ours - half), min(1.0, ours + half))
    return row_of(total.label, total.figure, parts, ours, interval, error, outcome)


def row_of(
    label: str,
    figure: Figure,
    parts: Sequence[tuple[Line, MatchGames, int]],
    ours: float,
    interval: tuple[float, float],
    error: float,
    outcome: Outcome,
) -> Row:
    line, match, agent = parts[0]
    games = sum(len(match.games) for _, match, _ in parts)
    apart = distance(figure, ours, error, games) if games else None
    return Row(
        label,
        line.agents[agent],
        figure.measure,
        figure.value,
        figure.games,
        ours,
        interval,
        games,
        apart,
        None if apart is None else apart <= 1.96,
        outcome.clairvoyant[match.agents[agent]],
        sum(int(((match.games.faults > 0) & seats_of(match.games, agent)).sum()) for _, match, agent in parts),
    )


def seats_of(games: Games, agent: int) -> np.ndarray:
    """Which seats an agent of the line held, game by game."""
    return games.plan.seatings[games.plan.turns] == agent


def measured(games: Games, mine: np.ndarray, measure: str) -> tuple[float, tuple[float, float], float]:
    """A measure of an agent with its interval and standard error, deals being the observations."""
    numbers, place = np.unique(games.plan.deals, return_inverse=True)
    counts = np.bincount(place, minlength=len(numbers))
    shares = (games.returns * mine).sum(axis=1)
    if measure in ("wins", "score"):
        values = shares if measure == "score" else (shares > 1 - EVEN).astype(np.float64)
        return cluster_interval(np.bincount(place, values, len(numbers)), counts)
    best = np.where(mine, games.points, -np.inf).max(axis=1)
    if measure == "difference":
        best = best - np.where(mine, -np.inf, games.points).max(axis=1)
    means = np.bincount(place, best, len(numbers)) / np.maximum(counts, 1)
    if not len(means):
        return 0.0, (-math.inf, math.inf), math.inf
    mean = float(means.mean())
    error = float(means.std(ddof=1)) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    half = student_quantile(0.95, len(means) - 1) * error
    return mean, (mean - half, mean + half), error


def distance(figure: Figure, ours: float, error: float, games: int) -> float | None:
    """How far ours is from the published figure, beyond rounding, in standard errors of the difference."""
    if figure.value is None:
        return None
    noise, rounding = error**2, ROUNDING
    if figure.measure in ("wins", "score"):
        if figure.games:
            # The noise of a share near 0 or 1 hangs on the share itself, so both samples say together what it is.
            share = (figure.value * figure.games + ours * games) / (figure.games + games)
            share = min(max(share, 0.5 / figure.games), 1 - 0.5 / figure.games)
            noise += share * (1 - share) / figure.games
    else:
        rounding = POINT_ROUNDING
        if figure.deviation is not None and figure.games:
            noise += figure.deviation**2 / figure.games
    beyond = max(0.0, abs(ours - figure.value) - rounding)
    return beyond / math.sqrt(noise) if noise > 0 else math.inf if beyond else 0.0
