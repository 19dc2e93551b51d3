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
    """By how much one agent scored more than another on the deals that both played."""

    value: float
    ci95: tuple[float, float]
    p: float  # how likely so large a difference would be if there were none
    deals: int  # observations that both played: deals, or blocks of deals where agents remember earlier games
    games: int  # of each
    games_needed: (
        int | None
    )  # of each, to find a difference of this size in four of five runs; None: no difference is seen

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": interval_data(self.ci95)}


def difference(first: Sample, second: Sample) -> Difference:
    """The paired difference of two agents' scores."""
    from scipy.stats import t

    common, mine, theirs = np.intersect1d(first.numbers, second.numbers, assume_unique=True, return_indices=True)
    counts = first.counts[mine]
    games, deals = int(counts.sum()), len(common)
    least = max(first.least, second.least)
    if not deals or (deals < 2 and least == 1):
        return Difference(0.0, (-1.0, 1.0), 1.0, deals, games, None)
    gaps = first.sums[mine] / counts - second.sums[theirs] / second.counts[theirs]
    weights = counts / games
    value = float((gaps * weights).sum())
    if deals < least:
        return Difference(value, UNKNOWN, 1.0, deals, games, None)
    variance = float((((gaps - value) * weights) ** 2).sum()) * deals / (deals - 1)
    if variance <= 1e-18:  # not one deal went differently: no more than a hint that they are alike
        half = 3.0 / deals
        return Difference(value, (value - half, value + half), 1.0 if abs(value) < 1e-12 else 0.0, deals, games, None)
    error, freedom = math.sqrt(variance), max(2, deals - 1)
    half = student_quantile(0.95, deals - 1) * error
    p = float(2 * t.sf(abs(value) / error, freedom))
    needed = math.ceil(games * (POWER_QUANTILE * error / value) ** 2) if abs(value) > 1e-9 else None
    return Difference(value, (value - half, value + half), p, deals, games, needed)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Each chance when all are looked at together (Holm)."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    found, largest = [1.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, p_values[i] * (len(p_values) - rank)))
        found[i] = largest
    return found
