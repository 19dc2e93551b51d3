"""Independent observations: which games count as one.

The games of a deal share its luck, so a deal of one variant of the game is an observation, however many seatings and opponents
play it. Agents that remember earlier games make the deals of a series dependent: there a block of consecutive deals is an
observation (batch means), and an interval needs a few blocks. Dependence adds noise and a few blocks may hide it by chance, so
a series is never considered more certain than as many independent deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tapete.arena.schedule import Schedule
from tapete.arena.statistics import chance_of, cluster_interval, mean_and_error

BLOCK_DEALS = 10  # of a block at least
MOST_BLOCKS = 40  # a longer series has longer blocks
LEAST_BLOCKS = 5  # fewer give no estimate of their spread
VARIANT = 1 << 40  # between the numbers of the observations of two variants


@dataclass(frozen=True)
class Observations:
    """Observation of each game of some plans."""

    numbers: list[np.ndarray]  # by plan, a row for each game: its observation, its deal
    least: int = 1  # how many an interval needs

    def sample(self, values: Sequence[np.ndarray]) -> Sample:
        """Group one value per game of every plan by observation."""
        return Sample.of(list(zip(self.numbers, values, strict=True)), self.least)


@dataclass(frozen=True)
class Sample:
    """Values of games grouped by observation: the sum and the number of games of each."""

    numbers: np.ndarray
    sums: np.ndarray
    counts: np.ndarray
    least: int = 1
    single_deals: Sample | None = None  # the same games deal by deal, where the observations are blocks of deals

    @staticmethod
    def of(parts: Sequence[tuple[np.ndarray, np.ndarray]], least: int = 1) -> Sample:
        """Group values, given with the observation of each, or with its observation and its deal."""
        columns = [number if number.ndim > 1 else number[:, None] for number, _ in parts]
        values = np.concatenate([np.zeros(0), *(value for _, value in parts)])

        def grouped(column: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            numbers = np.concatenate([np.zeros(0, np.int64), *(number[:, column] for number in columns)])
            found, place = np.unique(numbers, return_inverse=True)
            return found, np.bincount(place, values, len(found)), np.bincount(place, minlength=len(found))

        return Sample(*grouped(0), least, Sample(*grouped(-1)) if least > 1 and len(values) else None)

    @property
    def floor(self) -> float:
        """Variance of the mean if the deals of the blocks were independent; 0 if observations are single deals."""
        deals = self.single_deals
        return mean_and_error(deals.sums, deals.counts)[1] ** 2 if deals is not None and len(deals.counts) > 1 else 0.0

    @property
    def singles(self) -> int:
        """Number of deals in the blocks."""
        return 0 if self.single_deals is None else len(self.single_deals.counts)

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    @property
    def means(self) -> np.ndarray:
        """The mean of each observation."""
        return self.sums / self.counts

    def interval(self) -> tuple[float, tuple[float, float], float]:
        """Return the mean score, its confidence interval and its standard error."""
        return cluster_interval(self.sums, self.counts, least=self.least, floor=self.floor, singles=self.singles)

    def chance(self, par: float) -> float:
        """Return the p-value of the score against par."""
        return chance_of(par, self.sums, self.counts, least=self.least, floor=self.floor, singles=self.singles)

    def mean_and_error(self) -> tuple[float, float]:
        """Return the mean of a quantity and its standard error, infinite if there are too few observations."""
        mean, error = mean_and_error(self.sums, self.counts, self.least)
        return mean, max(error, math.sqrt(self.floor))


def pooled(samples: Sequence[Sample]) -> Sample:
    """Combine samples of the same deals into one, observation by observation."""
    numbers, place = np.unique(np.concatenate([part.numbers for part in samples]), return_inverse=True)
    sums = np.bincount(place, np.concatenate([part.sums for part in samples]), len(numbers))
    counts = np.bincount(place, np.concatenate([part.counts for part in samples]), len(numbers)).astype(np.int64)
    singles = [part.single_deals for part in samples if part.single_deals is not None]
    deals = pooled(singles) if len(singles) == len(samples) else None
    return Sample(numbers, sums, counts, max(part.least for part in samples), deals)


def observations(plans: Sequence[Schedule]) -> Observations:
    """Group the games of plans that are looked at together. An observation has the number of its first deal.

    Plans that share deals share observations; if one of them is a series, all are cut into the same blocks.
    """
    longest = max((len(np.unique(plan.deals)) for plan in plans if plan.in_series), default=0)
    if not longest:
        deals_alone = [plan.deals + VARIANT * plan.variant for plan in plans]
        return Observations([np.broadcast_to(deals[:, None], (len(deals), 2)) for deals in deals_alone])
    size = max(BLOCK_DEALS, -(-longest // MOST_BLOCKS))
    found = []
    for plan in plans:
        deals, place = np.unique(plan.deals, return_inverse=True)
        block = np.minimum(place // size, max(1, len(deals) // size) - 1)  # the last one takes the remaining deals
        found.append(np.stack([deals[block * size], plan.deals], axis=1) + VARIANT * plan.variant)
    return Observations(found, LEAST_BLOCKS)


def in_order_of_play(plan: Schedule, values: np.ndarray) -> np.ndarray:
    """Return the means of whole observations in the order of play, for a sequential test.

    A series has blocks of a fixed length here, because later games must not change earlier observations.
    """
    _, place = np.unique(plan.deals, return_inverse=True)
    counts = np.bincount(place)
    means = (np.bincount(place, values) / counts)[counts == len(plan.seatings)]
    size = deals_of_a_look(plan)
    return means[: len(means) // size * size].reshape(-1, size).mean(axis=1)


def deals_of_a_look(plan: Schedule) -> int:
    """Return the deals of one observation of `in_order_of_play`."""
    return BLOCK_DEALS if plan.in_series else 1
