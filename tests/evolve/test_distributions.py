"""Distribution of every operator's draws (Kolmogorov-Smirnov or chi-squared test at one in a thousand)."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from tapete.evolve.cmaes import CovarianceAdaptation
from tapete.evolve.es import EvolutionStrategy
from tapete.evolve.ga import CROSSOVERS, MUTATIONS, GeneticAlgorithm, parsed
from tapete.evolve.random_search import RandomSearch
from tapete.evolve.strategy import Genes

UNLIKELY = 0.001
WIDE = Genes(("a", "b", "c", "d", "e"), np.zeros(5), np.full(5, -10.0), np.full(5, 30.0))


def fits(sample: np.ndarray, law: str, *numbers: float) -> bool:
    return stats.kstest(np.asarray(sample).reshape(-1), law, numbers).pvalue > UNLIKELY


def evenly(counts: Counter, cells: int) -> bool:
    return stats.chisquare([counts[i] for i in range(cells)]).pvalue > UNLIKELY


def algorithm(genes: Genes = WIDE, **options) -> GeneticAlgorithm:
    return GeneticAlgorithm(genes, 10, 7, **options)


@pytest.mark.parametrize("make", [EvolutionStrategy, GeneticAlgorithm, RandomSearch])
def test_first_individuals_are_uniform_within_their_bounds(make) -> None:
    assert fits(make(WIDE, 800, 3).ask(), "uniform", -10, 40)


def test_immigrants_are_uniform_too() -> None:
    made = algorithm(immigrants=4, elites=1)
    made.tell(np.zeros(len(made.ask())))
    immigrants = np.concatenate([made.ask()[-4:] for _ in range(200)])
    assert fits(immigrants, "uniform", -10, 40)


def test_first_step_sizes_are_uniform_up_to_the_span() -> None:
    made = EvolutionStrategy(WIDE, 800, 3)
    made.ask()
    assert fits(made._proposed_steps, "uniform", 0, 40)


@pytest.mark.parametrize("form", ["library", "canonical"])
def test_an_individual_moves_by_a_normal_of_its_new_step(form: str) -> None:
    genes = Genes.unit(20)
    made = EvolutionStrategy(genes, 2, 5, form=form)
    moved = []
    for _ in range(300):
        child, steps = made._child(np.full(20, 0.5), np.full(20, 0.01))
        moved.append((child - 0.5) / steps)
        assert (steps >= 1e-5).all()
    assert fits(np.array(moved), "norm", 0, 1)


@pytest.mark.parametrize("form", ["library", "canonical"])
def test_steps_change_by_a_log_normal(form: str) -> None:
    made = EvolutionStrategy(Genes.unit(20), 2, 5, form=form)
    first = np.array([np.log(made._child(np.full(20, 0.5), np.full(20, 0.01))[1][0] / 0.01) for _ in range(3000)])
    assert fits(first, "norm", 0, math.sqrt(1 / (2 * math.sqrt(20)) + 1 / 40))


def test_a_step_never_falls_below_the_smallest() -> None:
    made = EvolutionStrategy(WIDE, 2, 5)
    steps = made._child(np.zeros(5), np.full(5, 1e-9))[1]
    assert steps == pytest.approx(1e-5 * 40)


@pytest.mark.parametrize("count", [1, 3])
def test_cuts_are_uniform(count: int) -> None:
    made, cross = algorithm(Genes.unit(10)), parsed(f"cut({count})", CROSSOVERS, "crossover", 10)
    places: Counter = Counter()
    for _ in range(6000):
        child, _ = cross(made, np.zeros(10), np.ones(10))
        places.update(np.flatnonzero(np.diff(child)).tolist())
    assert evenly(places, 9) and sum(places.values()) == 6000 * count


def test_uniform_crossover_is_independent_for_each_gene() -> None:
    made, cross = algorithm(Genes.unit(10)), parsed("uniform", CROSSOVERS, "crossover", 10)
    children = np.array([cross(made, np.zeros(10), np.ones(10))[0] for _ in range(4000)])
    assert stats.binomtest(int(children.sum()), children.size).pvalue > UNLIKELY
    together = np.corrcoef(children.T) - np.eye(10)
    assert np.abs(together).max() < 5 / math.sqrt(4000)


def test_a_combination_is_uniform_and_independent_for_each_gene() -> None:
    made, cross = algorithm(Genes.unit(10)), parsed("combination", CROSSOVERS, "crossover", 10)
    children = np.array([cross(made, np.zeros(10), np.ones(10))[0] for _ in range(800)])
    assert fits(children, "uniform", 0, 1)
    assert np.abs(np.corrcoef(children.T) - np.eye(10)).max() < 5 / math.sqrt(800)


def mutants(name: str, count: int, genes: Genes = WIDE) -> np.ndarray:
    made, mutation = algorithm(genes), parsed(name, MUTATIONS, "mutation", len(genes))
    return np.array([mutation(made, np.full(len(genes), 10.0)) for _ in range(count)])


def test_a_bounded_mutation_moves_by_up_to_a_tenth_of_the_span() -> None:
    moved = mutants("bounded(0.4)", 3000) - 10
    assert fits(moved[moved != 0], "uniform", -4, 8)
    assert stats.binomtest(int((moved != 0).sum()), moved.size, 0.4).pvalue > UNLIKELY


def test_anew_draws_one_gene_uniformly() -> None:
    found = mutants("anew", 4000)
    changed = found != 10
    assert (changed.sum(axis=1) == 1).all() and evenly(Counter(np.argmax(changed, axis=1).tolist()), 5)
    assert fits(found[changed], "uniform", -10, 40)


def test_an_added_number_is_uniform_and_ignores_bounds() -> None:
    moved = mutants("add(0.1)", 8000) - 10
    assert fits(moved[moved != 0], "uniform", -1, 2)
    assert stats.binomtest(int((moved != 0).sum()), moved.size, 0.1).pvalue > UNLIKELY
    edge = parsed("add(1)", MUTATIONS, "mutation", 5)(algorithm(), np.full(5, 30.0))
    assert (edge > 30).any()


def test_a_scramble_gives_every_order_of_its_places_the_same_chance() -> None:
    genes = Genes.unit(4)
    made, mutation = algorithm(genes), parsed("scramble(3)", MUTATIONS, "mutation", 4)
    orders: Counter = Counter(tuple(mutation(made, np.arange(4.0)).tolist()) for _ in range(12_000))
    # of the 4 choices of three places and their 6 orders, the identity has chance 1/6 and each swap of two occurs twice
    expected: dict[tuple[float, ...], float] = {}
    for places in itertools.combinations(range(4), 3):
        for shuffled in itertools.permutations(places):
            row = [0.0, 1.0, 2.0, 3.0]
            for place, value in zip(places, shuffled, strict=True):
                row[place] = float(value)
            expected[tuple(row)] = expected.get(tuple(row), 0) + 12_000 / 24
    assert set(orders) == set(expected)
    assert stats.chisquare([orders[o] for o in expected], list(expected.values())).pvalue > UNLIKELY


def test_a_child_mutates_with_its_probability() -> None:
    made = algorithm(mutate=0.3, mutation="anew", cross="none", elites=1)
    made.ask()
    made.tell(np.arange(10.0))
    parents = {tuple(vector) for vector in made.vectors}
    children = np.concatenate([made.ask() for _ in range(300)])
    changed = sum(tuple(child) not in parents for child in children)
    assert stats.binomtest(changed, len(children), 0.3).pvalue > UNLIKELY


def test_cma_begins_around_its_start_with_its_step() -> None:
    start = np.full(20, 0.5)
    made = CovarianceAdaptation(Genes.unit(20), 400, 3, step=0.05, start=start)
    assert fits((made.ask() - 0.5) / 0.05, "norm", 0, 1)
