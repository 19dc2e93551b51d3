"""Trainings side by side: runs are what is counted, and every champion plays the same deals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tapete
from tapete.arena import population
from tapete.cli.app import app
from tapete.errors import BadOption
from tapete.evolve.compare import COMPARING, Entry, compare, difference
from tapete.evolve.config import Config
from tapete.evolve.training import Training

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner"], "population": 4, "evaluations": 8, "games": 8,
    "fresh_games": 8, "runs": 2,
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    root = tmp_path_factory.mktemp("runs")
    for name, settings in (("es", {}), ("random", {"method": "random"})):
        Training(Config(**{**SMALL, **settings}), root / name).train()
    return [root / "es", root / "random"]


def test_every_run_s_champion_plays_the_same_deals_under_each_carrier(folders: list[Path]) -> None:
    found = compare(folders, against=["cheap-winner"], under=["greedy-turn"], games=40, seed=3)
    assert [len(entry.scores) for entry in found.entries] == [2, 2, 2, 2]
    assert [entry.carrier for entry in found.entries] == ["greedy", "greedy", "greedy-turn", "greedy-turn"]
    game = tapete.load("briscas")
    from tapete.agents.tunable import tunable
    from tapete.seeds import derive

    for carrier, entry in (("greedy", found.entries[1]), ("greedy-turn", found.entries[3])):
        runs = json.loads((folders[1] / "champion.json").read_text())["training"]["runs"]
        made = tunable(carrier, game)
        vectors = np.array([[run["genes"][name] for name in made.names] for run in runs])
        shares = population.play(game, made, vectors, ["cheap-winner"], 20, derive(derive(3, COMPARING), 0))
        assert entry.scores == pytest.approx((shares > 1 - 1e-9).mean(axis=(1, 2)))
    assert [d.carrier for d in found.differences] == ["", "greedy-turn"]


def test_the_interval_of_a_difference_is_over_runs() -> None:
    """Welch's by hand: means 0.55 and 0.40, variances 0.0025 and 0.01 of five runs each."""
    one = Entry("a", "x", np.array([0.5, 0.6, 0.5, 0.6, 0.55]), 1000, 1)
    other = Entry("b", "x", np.array([0.3, 0.5, 0.3, 0.5, 0.4]), 1000, 1)
    found = difference(one, other, "")
    assert found.mean == pytest.approx(0.15)
    error = np.sqrt(one.scores.var(ddof=1) / 5 + other.scores.var(ddof=1) / 5)
    assert (found.ci95[1] - found.ci95[0]) / 2 == pytest.approx(2.5706 * error, rel=1e-3)  # five degrees of freedom
    alone = difference(one, Entry("b", "x", np.array([0.4]), 1000, 1), "")
    assert alone.ci95 == (-1.0, 1.0), "a single run says nothing about others"


def test_results_of_several_folders_compares_them(folders: list[Path]) -> None:
    names = [str(folder) for folder in folders]
    shown = CliRunner().invoke(app, ["results", *names, "--games", "20", "--json"])
    assert shown.exit_code == 0, shown.output
    data = json.loads(shown.stdout)
    assert [len(entry["runs"]) for entry in data["trainings"]] == [2, 2] and len(data["differences"]) == 1
    table = CliRunner().invoke(app, ["results", *names, "--games", "20"])
    assert "points" in table.stdout and "95 % over runs" in table.stdout


def test_trainings_of_two_games_are_not_compared(folders: list[Path], tmp_path: Path) -> None:
    Training(Config(**{**SMALL, "options": {"players": 3}}), tmp_path / "three").train()
    with pytest.raises(BadOption, match="under other options"):
        compare([folders[0], tmp_path / "three"])
    with pytest.raises(BadOption, match="there is no training"):
        compare([folders[0], tmp_path / "nowhere"])


def test_a_batch_trains_each_and_says_which_failed(tmp_path: Path) -> None:
    file = tmp_path / "both.toml"
    file.write_text(
        'game = "briscas"\nagent = "greedy"\nagainst = ["random"]\npopulation = 4\nevaluations = 8\ngames = 4\nfresh_games = 4\n'
        '[[training]]\nname = "good"\n[[training]]\nname = "bad"\ngenes = ["nonsense"]\n[[training]]\nmethod = "random"\n'
    )
    shown = CliRunner().invoke(app, ["train", str(file), "--out", str(tmp_path / "runs"), "--json"])
    assert shown.exit_code == 1
    states = [(entry["name"], entry["state"]) for entry in json.loads(shown.stdout)["trainings"]]
    assert states == [("good", "completed"), ("bad", "failed"), ("training-3", "completed")]
    again = CliRunner().invoke(app, ["train", str(file), "--out", str(tmp_path / "runs"), "--json"])
    assert json.loads(again.stdout)["trainings"][0] == json.loads(shown.stdout)["trainings"][0], "finished ones stay"
