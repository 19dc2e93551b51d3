"""Ask-and-tell interface of all strategies: propose individuals, take their fitness, save and restore in between.

Vectors are rows of float64 within the genes' bounds; a higher fitness is better. All draws come from one generator that belongs
to the strategy, so that the same seed gives the same run, also after it was put aside and taken up again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tapete.errors import BadOption


@dataclass(frozen=True)
class Genes:
    """The numbers that are evolved: names, where they start, and between which bounds they stay."""

    names: tuple[str, ...]
    start: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def __post_init__(self) -> None:
        sizes = {len(self.names), len(self.start), len(self.low), len(self.high)}
        if len(sizes) != 1 or not self.names:
            raise BadOption("genes need as many names as starting values and bounds, and at least one")
        if not (self.low < self.high).all():
            wrong = self.names[int(np.argmin(self.low < self.high))]
            raise BadOption(f"gene {wrong!r}: its lower bound must be below its upper one")

    def __len__(self) -> int:
        return len(self.names)

    @property
    def span(self) -> np.ndarray:
        return self.high - self.low

    def clip(self, values: np.ndarray) -> np.ndarray:
        return np.clip(values, self.low, self.high)

    @staticmethod
    def unit(count: int) -> Genes:
        """Genes from 0 to 1 without names of their own."""
        names = tuple(f"w{i}" for i in range(count))
        return Genes(names, np.full(count, 0.5), np.zeros(count), np.ones(count))


class Strategy(Protocol):
    """Ask, tell, and what is known in between."""

    genes: Genes
    vectors: np.ndarray  # (individuals, genes): the population, best first
    fitness: np.ndarray
    survive: bool  # whether parents compete with their children, so that measuring them again is worth the games

    def ask(self) -> np.ndarray:
        """The individuals to evaluate next."""

    def tell(self, fitness: np.ndarray) -> None:
        """How good those were that were asked for."""

    def update_fitness(self, fitness: np.ndarray) -> None:
        """How good the population is by a new measurement: under other opponents, or on more games."""

    def candidates(self) -> np.ndarray:
        """Return the candidates for the run's champion, the best by fitness first."""

    def step_sizes(self) -> np.ndarray:
        """How far genes are moved: a row per individual of the population or one for all; no row where nothing adapts."""

    def as_dict(self) -> dict[str, Any]:
        """All that is needed to go on, as plain data."""

    def restore(self, data: Mapping[str, Any]) -> None:
        """Go on from what `as_dict` gave."""


class Drawing:
    """A generator whose state survives JSON."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def as_list(self) -> list[Any]:
        version, words, gauss = self.random.getstate()
        return [version, list(words), gauss]

    def restore(self, data: list[Any]) -> None:
        version, words, gauss = data
        self.random.setstate((version, tuple(words), gauss))

    def uniform(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        return np.array([self.random.uniform(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True)])


def best_first(vectors: np.ndarray, fitness: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A population in order, equal ones as they stood; and that order."""
    order = np.argsort(-fitness, kind="stable")
    return vectors[order], fitness[order], order
