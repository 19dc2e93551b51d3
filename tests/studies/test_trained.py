"""Studies that train: their configurations are the published ones, and a small one runs from end to end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tapete import studies
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.ga import GeneticAlgorithm
from tapete.evolve.strategy import Genes
from tapete.evolve.training import EvolutionTraining
from tapete.studies import hearthstone_ga
from tapete.studies.catan import training as catan
from tapete.studies.hearthstone import table_4_3, table_4_4
from tapete.studies.study import run_study
from tapete.studies.training import Trained, Trainings, over_runs, rows_of
from tapete.studies.tribute import trained_9_1, trained_9_2

ALL = (
    *((trained_9_1.SHARED, entry) for entry in trained_9_1.CONFIGURATIONS),
    *((trained_9_2.SHARED, entry) for entry in trained_9_2.CONFIGURATIONS.values()),
    *((table_4_3.SHARED, entry) for entry in table_4_3.EXPERIMENTS),
    *((table_4_4.SHARED, entry) for entry in table_4_4.EXPERIMENTS),
    *((catan.SHARED, entry) for entry in catan.CONFIGURATIONS),
)


def test_full_scale_configures_the_published_trainings() -> None:
    configs = {(shared.name, entry.label): shared.config(entry, "full", 0) for shared, entry in ALL}
    assert len(configs) == 20 + 6 + 5 + 11 + 8
    for (name, _), config in configs.items():
        if name.startswith("tribute"):
            asked = config.population, config.evaluations, config.games, config.runs, config.seed
            assert asked == (10, 500, 200, 5, 123) and config.choice == "published"
    generations = {
        label: (config.evaluations - config.population) / (config.population - config.settings["elites"])
        for (name, label), config in configs.items()
        if name.startswith("hearthstone")
    }
    assert set(generations.values()) == {10}
    types = {
        label: config
        for (name, label), config in configs.items()
        if name == "catan/training" and "types only, " in label
    }
    published = [config for label, config in types.items() if label.startswith("(b)")]
    assert {config.evaluations for config in published} == {10 + 100 * 9}, "a hundred generations of ten; one is kept"
    assert [config.agent.rpartition("span=")[2] for config in published] == ["1000", "500", "4", "4"]
    assert [config.options.get("max_offers") for config in published] == [None, None, None, 0]


def test_the_study_of_catan_reports_actions_of_a_champion_and_its_score_without_trade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPETE_RUNS", str(tmp_path))
    small = {
        "population": 4,
        "evaluations": 4,
        "games": 4,
        "runs": 1,
        "fresh_games": 4,
        "settings": {},
        "method": "random",
    }
    shared = Trainings(catan.SHARED.name, "catan", "types-net", catan.SHARED.settings, small)
    monkeypatch.setattr(catan, "SHARED", shared)
    rows = {}
    for entry in catan.CONFIGURATIONS[3:5]:
        _, folder = shared.train(entry, "quick", 0)
        rows |= {row.label: row for row in catan.profile(entry, str(folder), "quick", 0)}
    trading, alone = (entry.label for entry in catan.CONFIGURATIONS[3:5])
    assert rows[f"{trading}: offers a game"].ours > 1 and rows[f"{trading}: offers a game, each opponent"].ours > 1
    assert rows[f"{trading}: the champion where nobody trades"].par == 0.25
    assert f"{alone}: cards bought a game" in rows
    assert not any("offers" in label or "nobody trades" in label for label in rows if label.startswith(alone))


@pytest.mark.parametrize("scale", ["quick", "full"])
def test_the_operators_of_every_experiment_fit_its_population(scale: str) -> None:
    for shared, entry in ((s, e) for s, e in ALL if s.game == "hearthstone"):
        config = shared.config(hearthstone_ga.smaller(entry) if scale == "quick" else entry, scale, 0)
        made = GeneticAlgorithm(Genes.unit(12), config.population, 1, **config.settings)
        assert len(made.ask()) == config.population and config.evaluations >= config.population


def test_means_over_runs_are_judged_by_how_much_runs_differ() -> None:
    ours, theirs = np.array([0.4, 0.5, 0.45]), (0.3, 0.4, 0.35, 0.38)
    row = over_runs("x", "agent", ours, theirs, 1000, 10, judged=True)
    noise = ours.var(ddof=1) / 3 + np.var(theirs, ddof=1) / 4
    assert row.standard_errors == pytest.approx((ours.mean() - np.mean(theirs)) / np.sqrt(noise))
    assert row.agrees is False and row.published == pytest.approx(np.mean(theirs))
    assert over_runs("x", "agent", ours, theirs, 1000, 10, judged=False).agrees is None
    assert over_runs("x", "agent", ours, (0.3,), 1000, 10, judged=True).agrees is None, "one number has no spread"


def test_a_study_that_trains_runs_and_resumes_from_its_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_RUNS", str(tmp_path))
    shared = Trainings(
        "briscas/toy", "briscas", "greedy", {"against": ["cheap-winner"], "runs": 3},
        {"population": 4, "evaluations": 8, "games": 8, "runs": 2, "fresh_games": 8},
    )  # fmt: skip
    toy = Trained("A: es, carried", {}, fresh=(0.4, 0.5), training=(0.6, 0.7), games=1000)
    champion, folder = shared.train(toy, "quick", 0)
    assert folder == tmp_path / "briscas/toy" / "quick-0" / "a-es-carried"
    fresh, training = rows_of(toy, champion, "greedy", judged=False)
    assert fresh.ours == pytest.approx(champion["training"]["mean"]) and fresh.published == pytest.approx(0.45)
    assert training.ours == pytest.approx(np.mean([run["training"] for run in champion["training"]["runs"]]))
    study = studies.find("catan/thesis")
    study = type(study)(
        "toy",
        "nowhere",
        "briscas",
        [],
        counted=lambda scale, seed: rows_of(toy, shared.train(toy, scale, seed)[0], "greedy", judged=False),
    )
    before = (folder / "champion.json").stat().st_mtime_ns
    result = run_study(study, scale="quick")
    assert [row.label for row in result.rows] == ["A: es, carried, new games", "A: es, carried, in training"]
    assert (folder / "champion.json").stat().st_mtime_ns == before
    assert result.as_dict()["rows"][0]["published"] == pytest.approx(0.45)


def test_borders_of_a_restart_are_reported_as_a_fall(tmp_path: Path) -> None:
    from tapete.studies.tribute_trained import falls

    config = EvolutionConfig(
        "briscas", "greedy", against=["cheap-winner"], population=6, evaluations=72, games=40, between="restart",
        schedule="fixed:0.4,coevolution:0.2,fixed:0.4", fresh_games=8,
    )  # fmt: skip
    EvolutionTraining(config, tmp_path / "x").train()
    (row,) = falls("toy", "greedy", tmp_path / "x")
    assert "generation 8 less that at 4" in row.label and row.ours < -5 and row.measure == "difference"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["tribute/trained-9-1", "tribute/trained-9-2", "hearthstone/table-4-3", "hearthstone/table-4-4", "catan/training"],
)
def test_quick_studies_train(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_RUNS", str(tmp_path))
    result = run_study(studies.find(name), scale="quick")
    assert result.rows and all(0 <= row.ours <= 1 for row in result.rows if row.measure == "wins")
