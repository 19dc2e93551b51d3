"""A genetic algorithm with the operators of two theses: of Hearthstone (2020) and of Catan (2023).

One generation: the best are kept, children are made in pairs by selection, crossover and mutation, and immigrants are added.
Operators are named with their number in brackets where they have one: `tournament(25)`, `cut(3)`, `bounded(0.25)`.

- selection: `roulette` (chances by fitness), `rank` (by rank), `tournament(k)` (k drawn with repetition, the best wins),
  `best(n)` (one of the n best, each as likely)
- crossover: `cut(k)` (k places, the parent changes at each), `uniform` (a coin for each gene), `combination` (between the
  parents, gene by gene), `none`
- mutation of a child with the probability `mutate`: `bounded(p)` (each gene with probability p moves by up to a tenth of its
  span), `anew` (one gene anywhere within its bounds), `scramble(n)` (n genes change places; `scramble(n,repeat)` draws
  the places with repetition, as the Hearthstone program did, so that values are copied and lost), `add(p)` (each gene
  with probability p has a
  number of [-1, 1] added, without regard to bounds: what PyGAD does)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tapete.errors import BadOption, nearest
from tapete.evolve.strategy import Drawing, Genes, best_first

BOUNDED_STEP = 0.1
Pick = Callable[["GeneticAlgorithm"], int]
Cross = Callable[["GeneticAlgorithm", np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
Mutate = Callable[["GeneticAlgorithm", np.ndarray], np.ndarray]


class GeneticAlgorithm:
    """Keeps `elites` of the best, makes children in pairs, and lets `immigrants` in; parents live on only as elites."""

    survive = True

    def __init__(
        self,
        genes: Genes,
        population: int,
        seed: int,
        *,
        elites: int = 1,
        immigrants: int = 0,
        select: str = "tournament(3)",
        cross: str = "cut(1)",
        mutation: str = "anew",
        mutate: float = 0.3,
        start: np.ndarray | None = None,
    ) -> None:
        if population < 2:
            raise BadOption(f"population {population}: must be at least 2")
        if elites < 0 or immigrants < 0 or elites + immigrants >= population:
            raise BadOption(
                f"elites {elites} and immigrants {immigrants}: together they must leave room for children in a "
                f"population of {population}"
            )
        if not 0 <= mutate <= 1:
            raise BadOption(f"mutate={mutate:g}: must be from 0 to 1")
        self.genes = genes
        self.size = population
        self.elites, self.immigrants, self.mutate = elites, immigrants, mutate
        self.children = population - elites - immigrants
        self.select = parsed(select, SELECTIONS, "selection", population)
        self.cross = parsed(cross, CROSSOVERS, "crossover", len(genes))
        self.mutation = parsed(mutation, MUTATIONS, "mutation", len(genes))
        self.drawing = Drawing(seed)
        self.vectors = np.zeros((0, len(genes)))
        self.fitness = np.zeros(0)
        self._start = start
        self._proposed = np.zeros((0, len(genes)))

    def stranger(self) -> np.ndarray:
        return self.drawing.uniform(self.genes.low, self.genes.high)

    def ask(self) -> np.ndarray:
        if not len(self.vectors):
            made = [self.stranger() for _ in range(self.size)]
            if self._start is not None:
                made[0] = self.genes.clip(np.asarray(self._start, dtype=float))
        else:
            made = []
            while len(made) < self.children:
                one, other = self.vectors[self.select(self)], self.vectors[self.select(self)]
                made += [self._mutated(child) for child in self.cross(self, one, other)]
            made = made[: self.children] + [self.stranger() for _ in range(self.immigrants)]
        self._proposed = np.array(made)
        return self._proposed

    def _mutated(self, child: np.ndarray) -> np.ndarray:
        return self.mutation(self, child.copy()) if self.drawing.random.random() < self.mutate else child

    def tell(self, fitness: np.ndarray) -> None:
        kept = self.elites if len(self.vectors) else 0
        vectors = np.concatenate([self.vectors[:kept], self._proposed])
        self.vectors, self.fitness, _ = best_first(vectors, np.concatenate([self.fitness[:kept], fitness]))

    def update_fitness(self, fitness: np.ndarray) -> None:
        self.vectors, self.fitness, _ = best_first(self.vectors, np.asarray(fitness, dtype=float))

    def candidates(self) -> np.ndarray:
        return self.vectors

    def step_sizes(self) -> np.ndarray:
        return self.vectors[:0]

    def as_dict(self) -> dict[str, Any]:
        return {
            "vectors": self.vectors.tolist(),
            "fitness": self.fitness.tolist(),
            "random": self.drawing.as_list(),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        self.vectors = np.array(data["vectors"], dtype=float).reshape(-1, len(self.genes))
        self.fitness = np.array(data["fitness"], dtype=float)
        self.drawing.restore(data["random"])


# Operators: the number in brackets -> a function of the algorithm


def parsed(text: str, known: Mapping[str, Callable[..., Any]], what: str, most: int) -> Any:
    """An operator by name, with its numbers."""
    match = re.fullmatch(r"\s*([a-z]+)\s*(?:\(([^)]*)\))?\s*", text)
    name = match[1] if match else text
    if match is None or name not in known:
        raise BadOption(f"{what} {text!r}: {nearest(name, known)}")
    given = [part.strip() for part in match[2].split(",")] if match[2] else []
    try:
        return known[name](most, *given)
    except TypeError:
        raise BadOption(f"{what} {text!r}: it does not take {len(given)} numbers") from None
    except ValueError as error:
        raise BadOption(f"{what} {text!r}: {error}") from None


def _count(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ValueError(f"must be a whole number from {low} to {high}")
    return int(text)


def _chance(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError("must be a probability from 0 to 1")
    return value


def _wheel(algorithm: GeneticAlgorithm, weights: np.ndarray) -> int:
    """An index with chances in proportion to weights; all alike where there are none."""
    total = float(weights.sum())
    if total <= 0:
        return algorithm.drawing.random.randrange(len(weights))
    place = np.searchsorted(np.cumsum(weights), algorithm.drawing.random.random() * total, side="right")
    return min(int(place), len(weights) - 1)


def roulette(most: int) -> Pick:
    return lambda a: _wheel(a, np.maximum(a.fitness, 0.0))


def rank(most: int) -> Pick:
    return lambda a: _wheel(a, np.arange(len(a.fitness), 0, -1, dtype=float))


def tournament(most: int, count: str) -> Pick:
    k = _count(count, 1, most)
    return lambda a: min(a.drawing.random.randrange(len(a.fitness)) for _ in range(k))  # the population is best first


def best(most: int, count: str) -> Pick:
    n = _count(count, 1, most)
    return lambda a: a.drawing.random.randrange(n)


def cut(genes: int, count: str) -> Cross:
    k = _count(count, 1, max(1, genes - 1))

    def cross(a: GeneticAlgorithm, one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        places = sorted(a.drawing.random.sample(range(1, genes), k)) if genes > 1 else []
        swapped = np.zeros(genes, dtype=bool)
        for place in places:
            swapped[place:] = ~swapped[place:]
        return np.where(swapped, other, one), np.where(swapped, one, other)

    return cross


def uniform(genes: int) -> Cross:
    def cross(a: GeneticAlgorithm, one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        swapped = np.array([a.drawing.random.random() < 0.5 for _ in range(genes)])
        return np.where(swapped, other, one), np.where(swapped, one, other)

    return cross


def combination(genes: int) -> Cross:
    def cross(a: GeneticAlgorithm, one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        share = np.array([a.drawing.random.random() for _ in range(genes)])
        return share * one + (1 - share) * other, (1 - share) * one + share * other

    return cross


def no_crossover(genes: int) -> Cross:
    return lambda a, one, other: (one.copy(), other.copy())


def bounded(genes: int, chance: str = "0.25") -> Mutate:
    p = _chance(chance)

    def mutation(a: GeneticAlgorithm, child: np.ndarray) -> np.ndarray:
        for i in range(genes):
            if a.drawing.random.random() < p:
                child[i] += a.drawing.random.uniform(-BOUNDED_STEP, BOUNDED_STEP) * a.genes.span[i]
        return a.genes.clip(child)

    return mutation


def anew(genes: int) -> Mutate:
    def mutation(a: GeneticAlgorithm, child: np.ndarray) -> np.ndarray:
        i = a.drawing.random.randrange(genes)
        child[i] = a.drawing.random.uniform(a.genes.low[i], a.genes.high[i])
        return child

    return mutation


def scramble(genes: int, count: str = "4", repeat: str = "") -> Mutate:
    n = _count(count, 2, genes)
    if repeat not in ("", "repeat"):
        raise ValueError("what follows the number can only be repeat")

    def mutation(a: GeneticAlgorithm, child: np.ndarray) -> np.ndarray:
        draw = a.drawing.random
        places = [draw.randrange(genes) for _ in range(n)] if repeat else draw.sample(range(genes), n)
        values = [child[place] for place in places]
        draw.shuffle(values)
        for place, value in zip(places, values, strict=True):
            child[place] = value
        return child

    return mutation


def add(genes: int, chance: str = "0.1", step: str = "1") -> Mutate:
    p, size = _chance(chance), float(step)

    def mutation(a: GeneticAlgorithm, child: np.ndarray) -> np.ndarray:
        for i in range(genes):
            if a.drawing.random.random() < p:
                child[i] += a.drawing.random.uniform(-size, size)
        return child

    return mutation


SELECTIONS: dict[str, Callable[..., Pick]] = {
    "roulette": roulette, "rank": rank, "tournament": tournament, "best": best,
}  # fmt: skip
CROSSOVERS: dict[str, Callable[..., Cross]] = {
    "cut": cut, "uniform": uniform, "combination": combination, "none": no_crossover,
}  # fmt: skip
MUTATIONS: dict[str, Callable[..., Mutate]] = {"bounded": bounded, "anew": anew, "scramble": scramble, "add": add}
