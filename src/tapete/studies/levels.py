"""Studies of levels: each against the one below, by sequential test, with iterations instead of milliseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from tapete.agents.registry import level_spec
from tapete.agents.spec import parse_spec
from tapete.arena.duel import duel
from tapete.arena.sprt import Sprt, SprtState
from tapete.arena.statistics import UNKNOWN, anytime_interval
from tapete.arena.store import Store
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.studies.study import MIN_GAMES, Job, Row, Study, Task

LEVELS = ("easy", "normal", "hard", "best")
AIM_OF_TWO = 0.60  # of the games between two sides
AIM_ALONE = 1.6  # times par, one against copies
CLOSE = 0.06  # half-width of an interval that is narrow enough to decide on a target
QUICK_GAMES = 8


@dataclass(frozen=True)
class Settled(Sprt):
    """Stopping rule: play until the interval is above par (p0) and it is decided whether the target (p1) is met.

    Intervals are valid at all looks simultaneously. H1: the target is met. H0: it is not, or the score is below par.
    """

    def judge(self, deals: np.ndarray) -> SprtState:
        low, high = anytime_interval(deals)
        mean = float(np.mean(deals)) if len(deals) else 0.0
        decision = "none"
        if high < self.p0:
            decision = "H0"
        elif low > self.p0 and (low >= self.p1 or high < self.p1 or (high - low) / 2 <= CLOSE):
            decision = "H1" if mean >= self.p1 else "H0"
        return SprtState(self.p0, self.p1, self.alpha, self.beta, 0.0, decision, len(deals))


@dataclass(frozen=True)
class LevelSettings:
    """Parameters of a study of levels: variants of the game by name, and the numbers of games."""

    game: str
    variants: Mapping[str, Mapping[str, Any]]
    iterations: int  # of a timed level
    caps: Mapping[str, int]  # most games of a level against the one below, at full scale


def by_iterations(spec: str, iterations: int) -> str:
    """Return a level's agent without its clock, so that the same command gives the same games."""
    name, options = parse_spec(spec)
    if "ms" not in options and "turn_ms" not in options:
        return spec
    kept = {key: value for key, value in options.items() if key not in ("ms", "turn_ms", "iterations")}
    kept["iterations"] = str(iterations)
    return f"{name}:{','.join(f'{key}={value}' for key, value in kept.items())}"


def agent_of(level: str, game: Game, iterations: int) -> str:
    """Return the agent of a level here; a game may have an agent of that name."""
    return by_iterations(level_spec(level, game) or level, iterations)


def aim_of(game: Game) -> tuple[float, float]:
    """Return par, and the score at which a level counts as clearly better."""
    sides = len(set(game.sides))
    return (0.5, AIM_OF_TWO) if sides == 2 else (1 / sides, AIM_ALONE / sides)


def label_of(variant: str, above: str, below: str) -> str:
    return f"{variant}: {above} v {below}"


def measure(of: LevelSettings, variant: str, above: str, below: str, task: Task) -> list[Row]:
    """Measure one level against the one below, or alone against copies of it."""
    game = load(of.game, **of.variants[variant])
    par, aim = aim_of(game)
    specs = [agent_of(level, game, of.iterations) for level in (above, below)]
    most = task.games or (QUICK_GAMES if task.scale == "quick" else of.caps[above])
    label = label_of(variant, above, below)
    if specs[0] == specs[1]:
        return [
            Row(label, specs[0], "score", None, None, par, UNKNOWN, 0, None, None, False, 0, par=par,
                name=above, remark=f"both levels are {specs[0]}")
        ]  # fmt: skip
    store = task.store if isinstance(task.store, Store) else None
    result = duel(
        game, specs, games=most, seed=task.seed, sprt=Settled(par, aim), store=store, workers=task.workers,
        labels=[above, below],
    )  # fmt: skip
    agent = result.agents[0]
    assert result.outcome is not None
    row = Row(
        label, specs[0], "score", None, None, agent.score, agent.ci95, result.games, None, None, agent.clairvoyant,
        agent.faults, par=par, name=f"{above} ({specs[0]}) v {specs[1]}", outcomes=(result.outcome,),
        remark=remark_of(agent.score, agent.ci95, par, aim, result.games),
    )  # fmt: skip
    if result.interrupted:
        raise KeyboardInterrupt
    return [row]


def remark_of(score: float, interval: tuple[float, float], par: float, aim: float, games: int) -> str:
    """Return whether the target is met, and whether the interval is above par."""
    if games < MIN_GAMES:
        return "too few games"
    if interval[1] < par:
        return "WORSE than the level below"
    above = "above par" if interval[0] > par else "not shown to be above par"
    return f"aim {100 * aim:.0f} % {'met' if score >= aim else 'NOT met'}, {above}"


def study(of: LevelSettings, notes: Sequence[str] = ()) -> Study:
    """Return the study of a game's levels."""
    pairs = [(above, below) for below, above in pairwise(LEVELS)]
    clock = ", ".join(f"{level} {games:,}" for level, games in of.caps.items())
    return Study(
        "each level against the one below",
        "a protocol of this project: nothing was published",
        of.game,
        [],
        jobs=[
            Job(
                label_of(variant, above, below),
                partial(measure, of, variant, above, below),
            )
            for variant in of.variants
            for above, below in pairs
        ],
        notes=(
            f"Aim: {100 * AIM_OF_TWO:.0f} % between two sides, {AIM_ALONE:g} times par for one against copies of the level "
            "below; the interval, which holds at every look of a sequential test together, should be above par. Play ends "
            "when both are settled, or at a number of games"
            f" ({clock}).",
            f"A level that goes by the clock has {of.iterations:,} iterations a decision here, so that its games can be "
            "repeated on any machine; at the table it has more time.",
            *notes,
        ),
    )
