"""Distribution of the best of many noisy fitnesses: what a published "best in training" is a draw of.

A genetic algorithm that never measures its elite again reports the maximum of all fitnesses that it measured. Each is a share of
some games, so the maximum lies above the best true share. Individuals of a generation have a mean and a spread beyond the noise
of their games; given both, a fresh measurement of each is normal around its shrunk fitness, and the maximum of independent
measurements has the product of their distributions.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Maximum:
    """The best of n fitnesses, were all individuals measured again."""

    mean: float
    deviation: float
    n: int
    interval: tuple[float, float]  # 95 %


def maximum_of(generations: Sequence[np.ndarray], games: int) -> Maximum:
    """The distribution of the maximum, given the fitnesses that were measured in each generation by so many games each."""
    places = np.arange(games + 1) / games
    log_below = np.zeros(games + 1)
    for fitness in generations:
        if not len(fitness):
            continue
        centres, deviations = measured_again(np.asarray(fitness, dtype=np.float64), games)
        log_below += log_normal((places[:, None] + 0.5 / games - centres) / deviations).sum(axis=1)
    below = np.exp(log_below)
    chance = np.diff(below, prepend=0.0)
    chance /= chance.sum()
    mean = float((places * chance).sum())
    deviation = float(np.sqrt(max(0.0, (places**2 * chance).sum() - mean**2)))
    low, high = (float(places[np.searchsorted(np.cumsum(chance), share)]) for share in (0.025, 0.975))
    return Maximum(mean, deviation, sum(len(fitness) for fitness in generations), (low, high))


def measured_again(fitness: np.ndarray, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and deviation of a second measurement of each individual of a generation."""
    mean = float(fitness.mean())
    noise = max(mean * (1 - mean), 1e-6) / games
    spread = max(0.0, (float(fitness.var(ddof=1)) if len(fitness) > 1 else 0.0) - noise)
    kept = spread / (spread + noise)
    centres = mean + kept * (fitness - mean)
    own = np.clip(centres * (1 - centres), 1e-6, None) / games
    return centres, np.sqrt(kept * noise + own)


def log_normal(values: np.ndarray) -> np.ndarray:
    from scipy.stats import norm

    return norm.logcdf(values)


def fitnesses(folder: Path) -> list[list[np.ndarray]]:
    """All fitnesses of a training, by run and generation; who stays in the population was measured once."""
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
