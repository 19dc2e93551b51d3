"""Sweeps: one agent with many settings against fixed opponents, on the same deals.

A template such as `ismcts:c={0.5,1,1.4},iterations={100..5000:log}` names what is varied: `{a,b,c}` are values, `{low..high}` is
a range (`:log` for one that is even in its logarithm). A grid plays every combination of values; `random` and `bayes` choose
points, the latter where a Gaussian process expects the most to be gained.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.agents.registry import find_kind, make_agent, parse_spec
from tapete.arena.clock import Clock
from tapete.arena.plan import Progress, mirrored
from tapete.arena.runs import Match, Outcome, Run, Sink, carry_out
from tapete.arena.seating import seatings
from tapete.arena.store import Store
from tapete.arena.tournament import cross_table, standings, table_results
from tapete.errors import BadOption
from tapete.game import Game

SEARCHES = ("grid", "random", "bayes")
FIRST_TRIALS = 5  # random points before the first guess of a Bayesian search
CANDIDATES = 512  # random points among which it looks for the best guess
RANGE = re.compile(r"^([-+.\deE]+?)\.\.([-+.\deE]+?)(:log)?$")


@dataclass(frozen=True)
class Axis:
    """An option that is varied: some values, or a range."""

    name: str
    values: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    log: bool = False
    whole: bool = False

    def at(self, share: float) -> str:
        """The value at a place from 0 to 1 along the axis."""
        if self.values:
            return self.values[min(int(share * len(self.values)), len(self.values) - 1)]
        if self.log:
            number = math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        else:
            number = self.low + share * (self.high - self.low)
        return str(round(number)) if self.whole else f"{number:.4g}"


@dataclass(frozen=True)
class Template:
    """A spec with options that vary."""

    name: str
    fixed: Mapping[str, str]
    axes: tuple[Axis, ...]

    def spec(self, values: Mapping[str, str]) -> str:
        options = ",".join(f"{name}={value}" for name, value in {**self.fixed, **values}.items())
        return f"{self.name}:{options}" if options else self.name

    def grid(self) -> list[dict[str, str]]:
        for axis in self.axes:
            if not axis.values:
                raise BadOption(
                    f"option {axis.name}: a grid needs values, {{a,b,c}}; a range needs --search random or bayes"
                )
        names = [axis.name for axis in self.axes]
        return [
            dict(zip(names, point, strict=True)) for point in itertools.product(*(axis.values for axis in self.axes))
        ]

    def point(self, shares: Sequence[float] | np.ndarray) -> dict[str, str]:
        return {axis.name: axis.at(share) for axis, share in zip(self.axes, shares, strict=True)}


def parse_template(text: str, game: Game) -> Template:
    """Read a spec whose values may be `{a,b,c}` or `{low..high[:log]}`."""
    braces: list[str] = []

    def hide(found: re.Match) -> str:
        braces.append(found.group(1))
        return f"\0{len(braces) - 1}\0"

    name, options = parse_spec(re.sub(r"\{([^{}]*)\}", hide, text))
    fixed, axes = {}, []
    known = {option.name: option for option in find_kind(name, game).options}
    for option, value in options.items():
        hidden = re.fullmatch(r"\0(\d+)\0", value)
        if hidden is None:
            fixed[option] = value
            continue
        inside = braces[int(hidden.group(1))]
        span = RANGE.match(inside)
        if span is None:
            values = tuple(part.strip() for part in inside.split(",") if part.strip())
            if not values:
                raise BadOption(f"option {option}: {{{inside}}} holds no values")
            axes.append(Axis(option, values))
            continue
        try:
            low, high = float(span.group(1)), float(span.group(2))
        except ValueError:
            raise BadOption(f"option {option}: {{{inside}}} must be {{low..high}}") from None
        if not low < high or (span.group(3) and low <= 0):
            raise BadOption(f"option {option}: {{{inside}}} is no range")
        whole = isinstance(getattr(known.get(option), "default", 0.0), int)
        axes.append(Axis(option, low=low, high=high, log=bool(span.group(3)), whole=whole))
    if not axes:
        raise BadOption(f"{text}: nothing varies; write for example ismcts:c={{0.5,1,2}}")
    template = Template(name, fixed, tuple(axes))
    make_agent(template.spec(template.point([0.0] * len(axes))), game)  # a wrong name or option is told at once
    return template


@dataclass
class Trial:
    """One setting and how it did."""

    spec: str
    options: dict[str, str]
    games: int
    score: float
    ci95: tuple[float, float]
    by_opponent: dict[str, float]
    ms_per_decision: float | None
    point_difference: float
    faults: int

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": list(self.ci95)}


@dataclass
class SweepResult:
    """All settings of a sweep."""

    game: str
    options: Mapping[str, Any]
    template: str
    axes: list[str]
    opponents: list[str]
    search: str
    seed: int
    trials: list[Trial]
    outcomes: list[Outcome]
    interrupted: bool = False

    @property
    def games(self) -> int:
        return sum(outcome.games for outcome in self.outcomes)

    @property
    def best(self) -> Trial | None:
        return max(self.trials, key=lambda trial: trial.score, default=None)

    @property
    def note(self) -> str:
        return (
            f"{len(self.trials)} settings compared: the best of many looks better than it is; "
            "play it again from another seed before you believe its score."
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": dict(self.options),
            "template": self.template,
            "opponents": self.opponents,
            "search": self.search,
            "seed": self.seed,
            "games": self.games,
            "played_now": sum(outcome.played_now for outcome in self.outcomes),
            "from_store": sum(outcome.from_store for outcome in self.outcomes),
            "seconds": sum(outcome.seconds for outcome in self.outcomes),
            "interrupted": self.interrupted,
            "trials": [trial.as_dict() for trial in self.trials],
            "best": self.best.as_dict() if self.best else None,
            "note": self.note,
        }


def sweep(
    game: Game,
    template: str,
    opponents: Sequence[str],
    *,
    games: int = 500,
    seed: int = 0,
    search: str = "grid",
    trials: int = 20,
    store: Sink | Store | None = None,
    clock: Clock | None = None,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> SweepResult:
    """Play every setting against every opponent; `games` is per setting and opponent."""
    if search not in SEARCHES:
        raise BadOption(f"--search {search}: must be one of {', '.join(SEARCHES)}")
    if games < 1 or trials < 1:
        raise BadOption("--games and --trials must be at least 1")
    if not opponents:
        raise BadOption("a sweep needs somebody to play against: --against AGENT")
    parsed = parse_template(template, game)
    result = SweepResult(
        game.name, game.options, template, [a.name for a in parsed.axes], list(opponents), search, seed, [], []
    )
    generator = np.random.default_rng([seed & 0xFFFFFFFF, 77])
    shares = generator.random((trials, len(parsed.axes)))

    def play_points(points: list[dict[str, str]]) -> None:
        run = plan_sweep(game, parsed, points, opponents, games, seed, clock or Clock())
        outcome = carry_out(run, store, on=on, workers=workers, progress=progress)
        result.outcomes.append(outcome)
        result.trials += trials_of(outcome, points, list(opponents))
        result.interrupted = result.interrupted or outcome.interrupted

    if search == "grid":
        play_points(parsed.grid())
        return result
    if search == "random":
        play_points(distinct([parsed.point(row) for row in shares]))
        return result
    places = [shares[i] for i in range(min(FIRST_TRIALS, trials))]
    play_points([parsed.point(row) for row in places])
    while len(result.trials) < trials and not result.interrupted:
        guess = best_guess(np.array(places), result.trials, generator)
        places.append(guess)
        play_points([parsed.point(guess)])
    return result


def distinct(points: list[dict[str, str]]) -> list[dict[str, str]]:
    return list({tuple(point.items()): point for point in points}.values())


def plan_sweep(
    game: Game,
    template: Template,
    points: Sequence[Mapping[str, str]],
    opponents: Sequence[str],
    games: int,
    seed: int,
    clock: Clock,
) -> Run:
    """One match per setting and opponent, all on the same deals."""
    specs = [template.spec(point) for point in points] + list(opponents)
    table = seatings(game, 2)
    plan = mirrored(seed, table, range(math.ceil(games / len(table))))
    places = range(len(points), len(specs))
    matches = [Match(game, (i, j), plan) for i in range(len(points)) for j in places]
    return Run("sweep", f"{game.name}: {template.name}, {len(points)} settings", game, specs, seed, matches, {}, clock)


def trials_of(outcome: Outcome, points: Sequence[Mapping[str, str]], opponents: list[str]) -> list[Trial]:
    """What each setting came to."""
    result = standings(outcome)
    cells = cross_table(len(outcome.specs), table_results(outcome))
    found = []
    for number, point in enumerate(points):
        standing = result.standings[number]
        by_opponent = {}
        for place, opponent in enumerate(opponents):
            cell = cells[number][len(points) + place]
            if cell is not None:
                by_opponent[opponent] = cell.score
        found.append(
            Trial(
                standing.spec,
                dict(point),
                standing.games,
                standing.score,
                standing.ci95,
                by_opponent,
                standing.ms_per_decision,
                standing.points,
                standing.faults,
            )
        )
    return found


def best_guess(places: np.ndarray, trials: Sequence[Trial], generator: np.random.Generator) -> np.ndarray:
    """Where a Gaussian process over the settings tried so far expects the most to be gained."""
    from scipy.stats import norm

    scores = np.array([trial.score for trial in trials])
    noise = np.array([((trial.ci95[1] - trial.ci95[0]) / 3.92) ** 2 for trial in trials])
    centre, scale = scores.mean(), max(scores.std(), 1e-3)
    values, noise = (scores - centre) / scale, noise / scale**2

    def kernel(a: np.ndarray, b: np.ndarray, width: float) -> np.ndarray:
        return np.exp(-0.5 * ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2) / width**2)

    def misfit(width: float) -> float:
        lower = np.linalg.cholesky(kernel(places, places, width) + np.diag(noise + 1e-6))
        half = np.linalg.solve(lower, values)
        return float(half @ half / 2 + np.log(np.diag(lower)).sum())

    width = min((0.1, 0.2, 0.4, 0.8, 1.6), key=misfit)
    covariance = np.linalg.inv(kernel(places, places, width) + np.diag(noise + 1e-6))
    candidates = generator.random((CANDIDATES, places.shape[1]))
    cross = kernel(candidates, places, width)
    mean = cross @ covariance @ values
    spread = np.sqrt(np.maximum(1 - np.einsum("ij,jk,ik->i", cross, covariance, cross), 1e-9))
    best = (kernel(places, places, width) @ covariance @ values).max()
    gain = (mean - best) / spread
    improvement = spread * (gain * norm.cdf(gain) + norm.pdf(gain))
    return candidates[int(improvement.argmax())]
