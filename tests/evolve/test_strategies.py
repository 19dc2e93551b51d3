"""Strategies: their draws, their selection, and that they continue identically after being saved."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tapete.errors import BadOption
from tapete.evolve.cmaes import CovarianceAdaptation
from tapete.evolve.es import EvolutionStrategy
from tapete.evolve.ga import CROSSOVERS, MUTATIONS, SELECTIONS, GeneticAlgorithm, parsed
from tapete.evolve.random_search import RandomSearch
from tapete.evolve.strategy import Genes

GENES = Genes.unit(20)
ALL = {
    "es": lambda seed: EvolutionStrategy(GENES, 10, seed),
    "canonical": lambda seed: EvolutionStrategy(GENES, 10, seed, form="canonical"),
    "ga": lambda seed: GeneticAlgorithm(GENES, 10, seed, elites=1, immigrants=2, select="tournament(3)"),
    "cma": lambda seed: CovarianceAdaptation(GENES, 10, seed),
    "random": lambda seed: RandomSearch(GENES, 10, seed),
}


def hill(vectors: np.ndarray) -> np.ndarray:
    """Return a fitness that is higher towards 0.7 in every gene."""
    return -((vectors - 0.7) ** 2).sum(axis=1)


def climb(strategy, generations: int) -> float:
    for _ in range(generations):
        strategy.tell(hill(strategy.ask()))
    return float(strategy.fitness[0])


def test_generation_0_is_the_published_one(data: Path) -> None:
    """The Tribute thesis's five runs: the mean of the weights and the best ones, to the printed digits."""
    published = json.loads((data / "evolve" / "tribute_generation_0.json").read_text())
    for seed, facts in zip(published["seeds"], published["generation_0"], strict=True):
        vectors = EvolutionStrategy(GENES, 10, seed).ask()
        assert np.abs(vectors.mean(axis=0) - facts["mean_weights"]).max() < 1e-6
        assert np.abs(vectors - np.array(facts["best_weights"])).max(axis=1).min() < 1e-6


@pytest.mark.parametrize("name", ALL)
def test_every_strategy_climbs_a_hill_and_stays_within_bounds(name: str) -> None:
    strategy = ALL[name](3)
    for _ in range(60):
        proposed = strategy.ask()
        assert ((proposed >= 0) & (proposed <= 1)).all()
        strategy.tell(hill(proposed))
        assert (np.diff(strategy.fitness) <= 0).all(), "the population is sorted, the best first"
    assert strategy.fitness[0] > {"cma": -0.05}.get(name, -1.6)  # a random individual has -2.5 on average


def test_the_strategies_do_better_than_random_search() -> None:
    chance = np.mean([climb(ALL["random"](seed), 200) for seed in range(4)])
    for name in ("es", "canonical", "ga", "cma"):
        assert np.mean([climb(ALL[name](seed), 200) for seed in range(4)]) > chance


@pytest.mark.parametrize("name", ALL)
def test_a_saved_strategy_continues_identically(name: str) -> None:
    one, other = ALL[name](5), ALL[name](5)
    for _ in range(4):
        one.tell(hill(one.ask()))
    other.restore(json.loads(json.dumps(one.as_dict())))
    for _ in range(4):
        first, second = one.ask(), other.ask()
        assert (first == second).all()
        one.tell(hill(first))
        other.tell(hill(second))
    assert (one.vectors == other.vectors).all()


def test_step_sizes_are_log_normal_with_the_spread_of_the_library() -> None:
    """Both normals are drawn per gene: the logarithm of a step's change has the variance tau^2 + tau'^2."""
    strategy = EvolutionStrategy(GENES, 2, 1)
    strategy.tell(hill(strategy.ask()))
    changes = np.array([np.log(strategy._child(strategy.vectors[0], np.ones(20))[1]) for _ in range(4000)])
    expected = 1 / (2 * np.sqrt(20)) + 1 / 40
    assert changes.var() == pytest.approx(expected, rel=0.03)
    assert abs(np.corrcoef(changes[:, 0], changes[:, 1])[0, 1]) < 0.06
    canonical = EvolutionStrategy(GENES, 2, 1, form="canonical")
    canonical.tell(hill(canonical.ask()))
    changes = np.array([np.log(canonical._child(canonical.vectors[0], np.ones(20))[1]) for _ in range(4000)])
    share = (1 / 40) / expected  # correlation between the genes of one individual
    assert np.corrcoef(changes[:, 0], changes[:, 1])[0, 1] == pytest.approx(share, abs=0.06)


def test_children_rank_before_equal_parents() -> None:
    strategy = EvolutionStrategy(GENES, 4, 1)
    strategy.tell(np.zeros(len(strategy.ask())))
    children = strategy.ask()
    strategy.tell(np.zeros(4))
    assert (strategy.vectors == children).all()


def algorithm(**options) -> GeneticAlgorithm:
    made = GeneticAlgorithm(GENES, 10, 1, **options)
    made.vectors = np.linspace(0, 1, 10)[:, None] * np.ones(20)
    made.fitness = np.arange(10, 0, -1, dtype=float)
    return made


def picks(name: str, draws: int = 40000) -> np.ndarray:
    made = algorithm(select=name)
    counts = Counter(made.select(made) for _ in range(draws))
    return np.array([counts[i] for i in range(10)]) / draws


def test_selections_have_their_chances() -> None:
    fitness = np.arange(10, 0, -1)
    assert np.abs(picks("roulette") - fitness / fitness.sum()).max() < 0.01
    assert np.abs(picks("rank") - np.arange(10, 0, -1) / 55).max() < 0.01
    k = 3  # P(the i-th worst) = (i^k - (i-1)^k) / n^k
    expected = [((10 - i) ** k - (9 - i) ** k) / 10**k for i in range(10)]
    assert np.abs(picks("tournament(3)") - expected).max() < 0.01
    assert np.abs(picks("best(5)") - ([0.2] * 5 + [0.0] * 5)).max() < 0.01


def test_a_roulette_without_any_fitness_is_fair() -> None:
    made = algorithm(select="roulette")
    made.fitness = np.zeros(10)
    counts = Counter(made.select(made) for _ in range(20000))
    assert max(counts.values()) < 2300 and len(counts) == 10


@pytest.mark.parametrize("name", ["cut(1)", "cut(3)", "uniform"])
def test_crossovers_take_every_gene_from_one_parent_and_the_other_child_the_rest(name: str) -> None:
    made = algorithm(cross=name)
    one, other = np.zeros(20), np.ones(20)
    changes, shares = [], np.zeros(20)
    for _ in range(4000):
        first, second = made.cross(made, one, other)
        assert (first + second == 1).all()
        changes.append(int(np.abs(np.diff(first)).sum()))
        shares += first
    if name == "uniform":
        assert np.abs(shares / 4000 - 0.5).max() < 0.04
    else:
        assert set(changes) == {int(name[4])}  # as many changes as cuts
        assert shares[0] == 0  # the first piece is the first parent's


def test_combinations_are_between_the_parents_and_sum_to_them() -> None:
    made = algorithm(cross="combination")
    one, other = np.zeros(20), np.ones(20)
    samples = np.array([made.cross(made, one, other) for _ in range(3000)])
    assert ((samples >= 0) & (samples <= 1)).all()
    assert np.allclose(samples.sum(axis=1), 1)
    assert samples[:, 0].mean() == pytest.approx(0.5, abs=0.02)
    assert samples[:, 0].var() == pytest.approx(1 / 12, abs=0.01)  # uniform, gene by gene


def test_mutations_change_the_declared_genes() -> None:
    made = algorithm()
    middle = np.full(20, 0.5)

    def mutants(name: str, count: int = 4000) -> np.ndarray:
        mutation = parsed(name, MUTATIONS, "mutation", 20)
        return np.array([mutation(made, middle.copy()) for _ in range(count)])

    moved = mutants("bounded(0.25)") - 0.5
    assert (np.abs(moved) <= 0.1).all()
    assert (moved != 0).mean() == pytest.approx(0.25, abs=0.01)
    anew = mutants("anew")
    assert ((anew != 0.5).sum(axis=1) == 1).all()
    assert anew[anew != 0.5].var() == pytest.approx(1 / 12, abs=0.01)
    added = mutants("add(0.1)") - 0.5
    assert (added != 0).mean() == pytest.approx(0.1, abs=0.01)
    assert np.abs(added).max() > 0.9  # without regard to bounds
    ramp = np.arange(20.0)
    scramble, copying = (parsed(name, MUTATIONS, "mutation", 20) for name in ("scramble(4)", "scramble(4,repeat)"))
    proper = [scramble(made, ramp.copy()) for _ in range(500)]
    assert all(sorted(row) == ramp.tolist() for row in proper)
    assert max(int((row != ramp).sum()) for row in proper) == 4
    assert any(sorted(copying(made, ramp.copy())) != ramp.tolist() for _ in range(500))


def test_elites_stay_and_immigrants_join() -> None:
    made = GeneticAlgorithm(GENES, 10, 1, elites=3, immigrants=2, mutate=0.0, cross="none", select="best(1)")
    made.tell(hill(made.ask()))
    best = made.vectors[:3].copy()
    proposed = made.ask()
    assert len(proposed) == 7
    assert (proposed[:5] == best[0]).all() and not (proposed[5:] == best[0]).all(axis=1).any()
    made.tell(np.full(7, -99.0))
    assert (made.vectors[:3] == best).all() and len(made.vectors) == 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"population": 1}, "at least 2"),
        ({"elites": 6, "immigrants": 4}, "room for children"),
        ({"mutate": 1.5}, "from 0 to 1"),
        ({"select": "tournament(11)"}, "from 1 to 10"),
        ({"select": "tournment(3)"}, "tournament"),
        ({"select": "tournament"}, "does not take 0"),
        ({"cross": "cut(20)"}, "from 1 to 19"),
        ({"cross": "cut(1,2)"}, "does not take 2"),
        ({"mutation": "scramble(21)"}, "from 2 to 20"),
        ({"mutation": "bounded(2)"}, "probability"),
        ({"mutation": "bounded(x)"}, "float"),
        ({"mutation": "scramble(4,often)"}, "repeat"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(options: dict, words: str) -> None:
    population = options.pop("population", 10)
    with pytest.raises(BadOption, match=words):
        GeneticAlgorithm(GENES, population, 1, **options)


def test_all_operators_of_the_theses_are_there() -> None:
    assert set(SELECTIONS) >= {"roulette", "rank", "tournament", "best"}
    assert set(CROSSOVERS) >= {"cut", "uniform", "combination"}
    assert set(MUTATIONS) >= {"bounded", "anew", "scramble", "add"}


def test_bounds_must_be_ordered() -> None:
    with pytest.raises(BadOption, match="lower bound"):
        Genes(("a",), np.zeros(1), np.ones(1), np.zeros(1))
    wide = Genes(("a", "b"), np.zeros(2), np.array([-100.0, 0.0]), np.array([100.0, 1.0]))
    proposed = EvolutionStrategy(wide, 50, 1).ask()
    assert np.abs(proposed[:, 0]).max() > 50 and proposed[:, 1].max() <= 1
