"""CMA-ES through the package `cma` (Hansen and Ostermeier 2001): it learns which genes must move together.

Above 200 genes the covariances are left out (separable CMA-ES, Ros and Hansen 2008). Bounds are kept by the package's own
transformation of the genes. A checkpoint holds the fitness history instead of the package's inner state, which
follows from it.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.errors import BadOption, TapeteError
from tapete.evolve.strategy import Genes, best_first

SEPARABLE_ABOVE = 200
FIRST_STEP = 0.2  # of the span: wide enough to cross it in a few generations, narrow enough to settle in a small budget


class CovarianceAdaptation:
    """Works on genes scaled to [0, 1]; its population are the individuals of the last generation."""

    survive = False

    def __init__(
        self, genes: Genes, population: int, seed: int, *, step: float = FIRST_STEP, start: np.ndarray | None = None
    ) -> None:
        if population < 2:
            raise BadOption(f"population {population}: must be at least 2")
        if isinstance(step, str) or not 0 < step <= 1:
            raise BadOption(f"step={step}: must be a share of the genes' span, above 0 and up to 1")
        self.genes = genes
        self.size = population
        self.seed = seed
        self.step = step
        self._start = genes.start if start is None else np.asarray(start, dtype=float)
        self._begin()

    def _begin(self) -> None:
        try:
            import cma
        except ImportError:
            raise TapeteError("CMA-ES needs the package cma: pip install 'tapete[evolve]'") from None
        draws = np.random.default_rng(self.seed)
        settings = {
            "popsize": self.size,
            "bounds": [0.0, 1.0],
            "randn": lambda *shape: draws.standard_normal(shape),
            "seed": np.nan,  # all draws come from ours
            "verbose": -9,
            "verb_log": 0,
            "CMA_diagonal": len(self.genes) > SEPARABLE_ABOVE,
            "tolstagnation": 0,
        }
        scaled = (self.genes.clip(self._start) - self.genes.low) / self.genes.span
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._inner = cma.CMAEvolutionStrategy(np.clip(scaled, 0.02, 0.98), self.step, settings)
        self.vectors = np.zeros((0, len(self.genes)))
        self.fitness = np.zeros(0)
        self._best = np.zeros((0, len(self.genes)))  # of all generations, as many as a population, the best first
        self._best_fitness = np.zeros(0)
        self._fitness_history: list[list[float]] = []
        self._scaled: list[np.ndarray] = []

    def ask(self) -> np.ndarray:
        self._scaled = self._inner.ask()
        return self.genes.clip(self.genes.low + np.array(self._scaled) * self.genes.span)

    def tell(self, fitness: np.ndarray) -> None:
        values = np.asarray(fitness, dtype=float)
        self._fitness_history.append(values.tolist())
        vectors = self.genes.clip(self.genes.low + np.array(self._scaled) * self.genes.span)
        self._inner.tell(self._scaled, (-values).tolist())
        self.vectors, self.fitness, _ = best_first(vectors, values)
        best, fitness, _ = best_first(
            np.concatenate([vectors, self._best]), np.concatenate([values, self._best_fitness])
        )
        self._best, self._best_fitness = best[: self.size], fitness[: self.size]

    def update_fitness(self, fitness: np.ndarray) -> None:
        """A new measurement, so that what earlier generations scored is no longer comparable."""
        self.vectors, self.fitness, _ = best_first(self.vectors, np.asarray(fitness, dtype=float))
        self._best, self._best_fitness = self.vectors, self.fitness

    def centre(self) -> np.ndarray:
        """The middle of the distribution, often better than any single individual under noise."""
        return self.genes.clip(self.genes.low + np.clip(self._inner.result.xfavorite, 0, 1) * self.genes.span)

    def candidates(self) -> np.ndarray:
        """The last generation, the middle of the distribution, and the best of earlier generations.

        While the distribution is still wide, a single individual of before may be better than its middle; fresh games tell.
        """
        last = {vector.tobytes() for vector in self.vectors}
        earlier = np.array([vector for vector in self._best if vector.tobytes() not in last])
        return np.concatenate([self.vectors, self.centre()[None], earlier.reshape(-1, len(self.genes))])

    def step_sizes(self) -> np.ndarray:
        """The deviation of the distribution along each gene, in units of the gene."""
        return (np.asarray(self._inner.result.stds) * self.genes.span)[None]

    def as_dict(self) -> dict[str, Any]:
        return {
            "told": self._fitness_history,
            "vectors": self.vectors.tolist(),
            "fitness": self.fitness.tolist(),
            "best": self._best.tolist(),
            "best_fitness": self._best_fitness.tolist(),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        self._begin()
        for fitness in data["told"]:
            self.ask()
            self.tell(np.array(fitness))
        self.vectors = np.array(data["vectors"], dtype=float).reshape(-1, len(self.genes))
        self.fitness = np.array(data["fitness"], dtype=float)
        if "best" in data:  # an earlier training has it in its fitness history
            self._best = np.array(data["best"], dtype=float).reshape(-1, len(self.genes))
            self._best_fitness = np.array(data["best_fitness"], dtype=float)
