"""Distribution of the best of many noisy fitnesses: the distribution behind a published "best in training".

A genetic algorithm that never re-evaluates its elite reports the maximum of all measured fitnesses. Each is a share of some
games, so the maximum is above the best true share. The distribution of true shares in a generation is estimated from the
measured ones; individuals drawn from it and measured by independent games then give the distribution of the maximum.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

STRENGTHS = np.linspace(0.01, 0.99, 99)  # grid of true win rates
STEPS = 300  # of expectation-maximisation


@dataclass(frozen=True)
class Maximum:
    """Best of n fitnesses, if all individuals were measured again."""

    mean: float
    deviation: float
    n: int
    interval: tuple[float, float]  # 95 %


def maximum_of(generations: Sequence[np.ndarray], games: int) -> Maximum:
    """Return the distribution of the maximum if the individuals of each generation were drawn and measured again.

    `generations` holds the measured fitnesses, by so many games each.
    """
    from scipy.stats import binom

    places = np.arange(games + 1)
    below_by_strength = binom.cdf(places[:, None], games, STRENGTHS)
    log_below = np.zeros(games + 1)
    for fitness in generations:
        if len(fitness):
            below_of_one = below_by_strength @ strengths(np.asarray(fitness, dtype=np.float64), games)
            log_below += len(fitness) * np.log(np.maximum(below_of_one, 1e-300))
    chance = np.diff(np.exp(log_below), prepend=0.0)
    chance /= chance.sum()
    shares = places / games
    mean = float((shares * chance).sum())
    deviation = float(np.sqrt(max(0.0, (shares**2 * chance).sum() - mean**2)))
    low, high = (float(shares[np.searchsorted(np.cumsum(chance), share)]) for share in (0.025, 0.975))
    return Maximum(mean, deviation, sum(len(fitness) for fitness in generations), (low, high))


def strengths(fitness: np.ndarray, games: int) -> np.ndarray:
    """Return the distribution of true win rates over `STRENGTHS` with maximum likelihood (expectation-maximisation).

    A normal distribution would not fit: many weak individuals widen it, and the best would be overestimated.
    """
    won = fitness[:, None] * games
    logs = won * np.log(STRENGTHS) + (games - won) * np.log1p(-STRENGTHS)
    likelihood = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights = np.full(len(STRENGTHS), 1 / len(STRENGTHS))
    for _ in range(STEPS):
        shares = likelihood * weights
        weights = (shares / shares.sum(axis=1, keepdims=True)).mean(axis=0)
    return weights


def fitnesses(folder: Path) -> list[list[np.ndarray]]:
    """Return all fitnesses of a training, by run and generation; individuals that survive were measured once."""
    seen: set[tuple[str, ...]] = set()
    found: dict[int, dict[int, list[float]]] = {}
    with open(folder / "individuals.csv", encoding="utf-8", newline="") as source:
        rows = csv.reader(source)
        next(rows)
        for run, generation, _, fitness, *genes in rows:
            individual = (run, *genes)
            if individual not in seen:
                seen.add(individual)
                found.setdefault(int(run), {}).setdefault(int(generation), []).append(float(fitness))
    return [[np.array(values) for _, values in sorted(found[run].items())] for run in sorted(found)]
