"""Differences between two agents that played the same deals: one observation at a time, so that the luck of the cards cancels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.arena.observations import Sample
from tapete.arena.statistics import UNKNOWN, interval_data, student_quantile

POWER_QUANTILE = 1.959964 + 0.841621  # a difference is found in 80 % of the runs that look for it at 5 %


@dataclass(frozen=True)
class Difference:
    """Paired difference between the scores of two agents on the deals that both played."""

    value: float
    ci95: tuple[float, float]
    p: float  # p-value of the difference
    deals: int  # observations that both played: deals, or blocks of deals where agents remember earlier games
    games: int  # of each
    games_needed: (
        int | None
    )  # of each, to find a difference of this size in four of five runs; None: no difference is seen

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": interval_data(self.ci95)}


def difference(first: Sample, second: Sample) -> Difference:
    """Return the paired difference of two agents' scores."""
    from scipy.stats import t

    gaps, counts = gaps_of(first, second)
    games, deals = int(counts.sum()), len(counts)
    least = max(first.least, second.least)
    if not deals or (deals < 2 and least == 1):
        return Difference(0.0, (-1.0, 1.0), 1.0, deals, games, None)
    value = float((gaps * counts).sum() / games)
    if deals < least:
        return Difference(value, UNKNOWN, 1.0, deals, games, None)
    variance = variance_of(gaps, counts)
    if first.single_deals is not None and second.single_deals is not None:  # never more certain than single deals
        variance = max(variance, variance_of(*gaps_of(first.single_deals, second.single_deals)))
    if variance <= 1e-18:  # all deals are equal: only weak evidence that the agents are alike
        half = 3.0 / deals
        return Difference(value, (value - half, value + half), 1.0 if abs(value) < 1e-12 else 0.0, deals, games, None)
    error, freedom = math.sqrt(variance), max(2, deals - 1)
    half = student_quantile(0.95, deals - 1) * error
    p = float(2 * t.sf(abs(value) / error, freedom))
    needed = math.ceil(games * (POWER_QUANTILE * error / value) ** 2) if abs(value) > 1e-9 else None
    return Difference(value, (value - half, value + half), p, deals, games, needed)


def gaps_of(first: Sample, second: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Return the difference of the means in each observation that both samples have, and the games in it."""
    _, mine, theirs = np.intersect1d(first.numbers, second.numbers, assume_unique=True, return_indices=True)
    return first.sums[mine] / first.counts[mine] - second.sums[theirs] / second.counts[theirs], first.counts[mine]


def variance_of(gaps: np.ndarray, counts: np.ndarray) -> float:
    """Return the variance of the weighted mean of paired differences."""
    if len(gaps) < 2:
        return 0.0
    weights = counts / counts.sum()
    rest = (gaps - (gaps * weights).sum()) * weights
    return float((rest**2).sum()) * len(gaps) / (len(gaps) - 1)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple comparisons (Holm)."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    found, largest = [1.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, p_values[i] * (len(p_values) - rank)))
        found[i] = largest
    return found
