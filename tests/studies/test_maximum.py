"""Distribution of the best of many noisy fitnesses, and verdicts on trainings by it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tapete import studies
from tapete.arena.statistics import is_known
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.studies import hearthstone_ga
from tapete.studies.hearthstone import table_4_3, table_4_4
from tapete.studies.maximum import fitnesses, maximum_of
from tapete.studies.study import changed, chosen_jobs
from tapete.studies.training import Trained, check_same


def test_the_best_of_many_fitnesses_is_predicted_from_one_measurement():
    """400 trainings of 1,500 individuals: mean of the maximum within a fifth of its deviation, the deviation within a tenth.

    With 400 draws the mean of the maximum has an error of a twentieth of its deviation, the deviation one of 3.5 %.
    """
    rng = np.random.default_rng(1)
    strength = [rng.normal(mean, 0.04, 500) for mean in (0.36, 0.42, 0.45)]
    bests, foretold = [], []
    for _ in range(400):
        measured = [rng.binomial(200, p) / 200 for p in strength]
        bests.append(max(values.max() for values in measured))
    for _ in range(20):
        foretold.append(maximum_of([rng.binomial(200, p) / 200 for p in strength], 200))
    mean, deviation = np.mean(bests), np.std(bests)
    assert np.mean([found.mean for found in foretold]) == pytest.approx(mean, abs=0.2 * deviation)
    assert np.mean([found.deviation for found in foretold]) == pytest.approx(deviation, rel=0.15)
    assert foretold[0].n == 1500 and mean > 0.55, "far above the best true share, which is why this is needed"


def test_many_weak_individuals_do_not_make_the_best_look_better():
    """Nine of ten individuals win 15 %, the others 45 %: the maximum is that of the others alone.

    As one normal distribution, the predicted maximum would be five points too high.
    """
    rng = np.random.default_rng(4)
    strength = np.where(np.arange(2000) % 10 > 0, 0.15, 0.45)
    bests = [(rng.binomial(200, strength) / 200).max() for _ in range(200)]
    foretold = [maximum_of([rng.binomial(200, strength) / 200], 200) for _ in range(5)]
    assert np.mean([found.mean for found in foretold]) == pytest.approx(np.mean(bests), abs=0.01)


def test_equal_individuals_have_the_maximum_of_a_binomial():
    """n equal players, p = 0.5, 100 games: the exact distribution is F^n."""
    from scipy.stats import binom

    rng = np.random.default_rng(2)
    found = maximum_of([rng.binomial(100, 0.5, 1000) / 100], 100)
    below = binom.cdf(np.arange(101), 100, 0.5) ** 1000
    exact = float((np.arange(101) / 100 * np.diff(below, prepend=0)).sum())
    assert found.mean == pytest.approx(exact, abs=0.01)


def test_a_surviving_individual_is_counted_once(tmp_path: Path):
    (tmp_path / "individuals.csv").write_text(
        "run,generation,place,fitness,a\n1,0,0,0.5,1\n1,0,1,0.4,2\n1,1,0,0.5,1\n1,1,1,0.3,3\n2,0,0,0.6,1\n"
    )
    assert [[values.tolist() for values in run] for run in fitnesses(tmp_path)] == [[[0.5, 0.4], [0.3]], [[0.6]]]


def test_trainings_of_the_hearthstone_thesis_have_the_conditions_of_its_other_tables():
    for module in (table_4_3, table_4_4):
        for entry in module.EXPERIMENTS:
            config = module.SHARED.config(entry, "full", 0)
            assert config.options == {"sim": 1, "mulligan": 0}
            assert config.deals == "own", "the distribution of the maximum is that of independent games"
            assert "clairvoyant=1" in config.agent and config.against == ["greedy:eval=midrange,clairvoyant=1"]


def row_of(published: float):
    trained = Trained("row", {}, training=(published,), games=200)
    rng = np.random.default_rng(3)
    maxima = [maximum_of([rng.binomial(200, 0.45, 4000) / 200], 200)]
    return hearthstone_ga.best_row("row, in training", "greedy", np.array([0.57]), maxima, trained, 200)


def test_a_best_in_training_is_judged_by_the_distribution_of_the_maximum():
    """Of 4,000 fitnesses of players who win 45 %, the best has 57 %: published 57 agrees, 45 and 65 do not."""
    found = row_of(0.57)
    assert found.agrees and not is_known(found.ci95), "the seen maximum has no interval of its own"
    assert re.fullmatch(
        r"best of 4,000 fitnesses: 95 % of such maxima lie in \[5[4-6]\.\d, (5[89]|60)\.\d\]", found.remark
    )
    assert row_of(0.45).agrees is False and row_of(0.65).agrees is False
    assert row_of(0.57).measure == "fitness", "a fitness in training is not a share of games won on new deals"


def test_one_row_of_a_table_of_trainings_is_chosen_by_its_label():
    study = studies.find("hearthstone/table-4-4")
    assert [job.label for job in chosen_jobs(study, "quick")] == [table_4_4.EXPERIMENTS[0].label]
    assert len(chosen_jobs(study, "full")) == 22, "against the opponent of the text, and of the program"
    other = hearthstone_ga.against_utility(table_4_4.EXPERIMENTS[1])
    assert table_4_4.SHARED.config(other, "full", 0).against == ["greedy:eval=utility,clairvoyant=1"]
    label = "2: tournament(25), cut(3), anew"
    one = changed(study, exact=[label])
    assert [job.label for job in chosen_jobs(one, "full")] == [label]
    assert [job.label for job in chosen_jobs(changed(study, exact=[f"{label}, new games"]), "quick")] == [label]
    small = hearthstone_ga.smaller(table_4_4.EXPERIMENTS[0])
    assert "tournament(3)" in small.label and "tournament(25)" not in small.label and not small.training


def test_a_folder_with_other_settings_is_not_used_for_the_study(tmp_path: Path):
    config = EvolutionConfig("briscas", "greedy", against=["cheap-winner"])
    check_same(tmp_path, config)
    config.write(tmp_path / "run.toml")
    check_same(tmp_path, config)
    with pytest.raises(BadOption, match=r"other settings \(options\)"):
        check_same(
            tmp_path, EvolutionConfig("briscas", "greedy", options={"follow_suit": "follow"}, against=["cheap-winner"])
        )
