"""The self-adaptive (mu + lambda) evolution strategy: every individual carries a step size per gene, which evolves with it.

Schwefel 1981; Beyer and Schwefel 2002. `form=library` is what the `ES` class of the package inspyred does, which the Tribute
thesis used: one child per parent, no crossover, and both normals of a step size drawn per gene. `form=canonical` draws the first
once per individual, as the papers do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.evolve.strategy import Drawing, Genes, best_first

SMALLEST_STEP = 1e-5
FORMS = ("library", "canonical")


class EvolutionStrategy:
    """(mu + mu): every parent has one child, the best mu of both go on; children go before equal parents."""

    survive = True

    def __init__(
        self, genes: Genes, population: int, seed: int, *, form: str = "library", start: np.ndarray | None = None
    ) -> None:
        if population < 2:
            raise BadOption(f"population {population}: must be at least 2")
        if form not in FORMS:
            raise BadOption(f"form={form}: must be one of {', '.join(FORMS)}")
        self.genes = genes
        self.size = population
        self.form = form
        self.drawing = Drawing(seed)
        self.vectors = np.zeros((0, len(genes)))
        self.steps = np.zeros((0, len(genes)))
        self.fitness = np.zeros(0)
        self._start = start
        self._proposed = np.zeros((0, len(genes)))
        self._proposed_steps = np.zeros((0, len(genes)))

    def ask(self) -> np.ndarray:
        if len(self.vectors):
            made = [self._child(*parent) for parent in zip(self.vectors, self.steps, strict=True)]
        else:
            made = [self._first() for _ in range(self.size)]
            if self._start is not None:
                made[0] = (self.genes.clip(np.asarray(self._start, dtype=float)), made[0][1])
        self._proposed = np.array([vector for vector, _ in made])
        self._proposed_steps = np.array([steps for _, steps in made])
        return self._proposed

    def _first(self) -> tuple[np.ndarray, np.ndarray]:
        """Genes uniform within their bounds, then step sizes uniform up to the whole span."""
        vector = self.drawing.uniform(self.genes.low, self.genes.high)
        return vector, np.array([self.drawing.random.random() for _ in range(len(self.genes))]) * self.genes.span

    def _child(self, parent: np.ndarray, steps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(self.genes)
        own, common = 1 / math.sqrt(2 * math.sqrt(n)), 1 / math.sqrt(2 * n)
        gauss = self.drawing.random.gauss
        shared = gauss(0, 1) if self.form == "canonical" else None
        new = np.empty(n)
        for i in range(n):
            first = gauss(0, 1) if shared is None else shared
            factor = math.exp(common * first + own * gauss(0, 1))
            new[i] = max(SMALLEST_STEP * self.genes.span[i], steps[i] * factor)
        moved = np.array([gauss(0, step) for step in new])
        return self.genes.clip(parent + moved), new

    def tell(self, fitness: np.ndarray) -> None:
        vectors = np.concatenate([self._proposed, self.vectors])
        steps = np.concatenate([self._proposed_steps, self.steps])
        self.vectors, self.fitness, order = best_first(vectors, np.concatenate([fitness, self.fitness]))
        self.steps = steps[order][: self.size]
        self.vectors, self.fitness = self.vectors[: self.size], self.fitness[: self.size]

    def update_fitness(self, fitness: np.ndarray) -> None:
        self.vectors, self.fitness, order = best_first(self.vectors, np.asarray(fitness, dtype=float))
        self.steps = self.steps[order]

    def candidates(self) -> np.ndarray:
        return self.vectors

    def step_sizes(self) -> np.ndarray:
        return self.steps

    def as_dict(self) -> dict[str, Any]:
        return {
            "vectors": self.vectors.tolist(),
            "steps": self.steps.tolist(),
            "fitness": self.fitness.tolist(),
            "random": self.drawing.as_list(),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        n = len(self.genes)
        self.vectors = np.array(data["vectors"], dtype=float).reshape(-1, n)
        self.steps = np.array(data["steps"], dtype=float).reshape(-1, n)
        self.fitness = np.array(data["fitness"], dtype=float)
        self.drawing.restore(data["random"])
