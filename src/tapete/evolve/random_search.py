"""Random search: as many individuals as any other strategy evaluates, drawn anew each time. The control for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.evolve.strategy import Drawing, Genes, best_first


class RandomSearch:
    """Keeps the best it has met."""

    survive = True

    def __init__(self, genes: Genes, population: int, seed: int, *, start: np.ndarray | None = None) -> None:
        if population < 1:
            raise BadOption(f"population {population}: must be at least 1")
        self.genes = genes
        self.size = population
        self.drawing = Drawing(seed)
        self.vectors = np.zeros((0, len(genes)))
        self.fitness = np.zeros(0)
        self._proposed = np.zeros((0, len(genes)))
        self._start = start

    def ask(self) -> np.ndarray:
        made = [self.drawing.uniform(self.genes.low, self.genes.high) for _ in range(self.size)]
        if self._start is not None and not len(self.vectors):
            made[0] = self.genes.clip(np.asarray(self._start, dtype=float))
        self._proposed = np.array(made)
        return self._proposed

    def tell(self, fitness: np.ndarray) -> None:
        vectors, values, _ = best_first(
            np.concatenate([self._proposed, self.vectors]), np.concatenate([fitness, self.fitness])
        )
        self.vectors, self.fitness = vectors[: self.size], values[: self.size]

    def update_fitness(self, fitness: np.ndarray) -> None:
        self.vectors, self.fitness, _ = best_first(self.vectors, np.asarray(fitness, dtype=float))

    def candidates(self) -> np.ndarray:
        return self.vectors

    def step_sizes(self) -> np.ndarray:
        return self.vectors[:0]

    def as_dict(self) -> dict[str, Any]:
        return {"vectors": self.vectors.tolist(), "fitness": self.fitness.tolist(), "random": self.drawing.as_list()}

    def restore(self, data: Mapping[str, Any]) -> None:
        self.vectors = np.array(data["vectors"], dtype=float).reshape(-1, len(self.genes))
        self.fitness = np.array(data["fitness"], dtype=float)
        self.drawing.restore(data["random"])
