"""Comparison of trainings: runs are the unit, and every champion plays the same deals."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tapete
from tapete.arena import population
from tapete.arena.drawing import Look, problems
from tapete.cli.app import app
from tapete.errors import BadOption
from tapete.evolve.compare import COMPARING, Entry, compare, difference
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.training import EvolutionTraining

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner"], "population": 4, "evaluations": 8, "games": 8,
    "fresh_games": 8, "runs": 2,
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    root = tmp_path_factory.mktemp("runs")
    for name, settings in (("es", {}), ("random", {"method": "random"})):
        EvolutionTraining(EvolutionConfig(**{**SMALL, **settings}), root / name).train()
    return [root / "es", root / "random"]


def test_every_runs_champion_plays_the_same_deals_under_each_carrier(folders: list[Path]) -> None:
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
    """Welch's interval by hand: means 0.55 and 0.40, variances 0.0025 and 0.01 of five runs each."""
    one = Entry("a", "x", np.array([0.5, 0.6, 0.5, 0.6, 0.55]), 1000, 1)
    other = Entry("b", "x", np.array([0.3, 0.5, 0.3, 0.5, 0.4]), 1000, 1)
    found = difference(one, other, "")
    assert found.mean == pytest.approx(0.15)
    error = np.sqrt(one.scores.var(ddof=1) / 5 + other.scores.var(ddof=1) / 5)
    assert (found.ci95[1] - found.ci95[0]) / 2 == pytest.approx(2.5706 * error, rel=1e-3)  # five degrees of freedom
    alone = difference(one, Entry("b", "x", np.array([0.4]), 1000, 1), "")
    assert alone.ci95 is None, "a single run has no variance"


def test_results_of_several_folders_compares_them(folders: list[Path]) -> None:
    names = [str(folder) for folder in folders]
    shown = CliRunner().invoke(app, ["results", *names, "--games", "20", "--json"])
    assert shown.exit_code == 0, shown.output
    data = json.loads(shown.stdout)
    assert [len(entry["runs"]) for entry in data["trainings"]] == [2, 2] and len(data["differences"]) == 1
    table = CliRunner().invoke(app, ["results", *names, "--games", "20"])
    assert "points" in table.stdout and "95 % over runs" in table.stdout


def test_trainings_of_two_games_are_not_compared(folders: list[Path], tmp_path: Path) -> None:
    EvolutionTraining(EvolutionConfig(**{**SMALL, "options": {"players": 3}}), tmp_path / "three").train()
    with pytest.raises(BadOption, match="under other options"):
        compare([folders[0], tmp_path / "three"])
    with pytest.raises(BadOption, match="does not hold a training"):
        compare([folders[0], tmp_path / "nowhere"])


def test_a_batch_reports_which_trainings_failed(tmp_path: Path) -> None:
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


@pytest.mark.usefixtures("all_formats")
def test_a_comparison_is_written_as_a_report_and_as_a_table_of_all_runs(folders: list[Path], tmp_path: Path) -> None:
    names = [str(folder) for folder in folders]
    where, table = tmp_path / "report", tmp_path / "runs.csv"
    command = ["results", *names, "--games", "16", "--report", str(where), "--export", str(table)]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    for name in ("trainings", "matrix", "differences"):
        assert (where / f"{name}.tex").is_file() and (where / f"{name}.csv").is_file(), name
    for name in ("curves", "matrix", "differences"):
        for ending in ("pdf", "png", "svg"):
            assert (where / f"{name}.{ending}").stat().st_size > 1000
    rows = read(where / "trainings.csv")
    assert [row["training"] for row in rows] == ["es", "random"]
    assert all(row["against cheap-winner"] and row["trained_games"] and row["cpu_seconds"] for row in rows)
    assert (
        r"v cheap-winner" in (where / "trainings.tex").read_text()
        and "CPU time" in (where / "trainings.tex").read_text()
    )
    runs = read(table)
    assert {(row["training"], row["run"]) for row in runs} == {(t, r) for t in ("es", "random") for r in "12"}
    data = json.loads((where / "result.json").read_text())
    assert data["provenance"]["version"] and data["seed"] == 0
    page = (where / "report.html").read_text(encoding="utf-8")
    assert "@software" in page and page.count("<svg") == 3
    for wrong in (["--export", str(tmp_path / "x.txt")], ["--record", str(tmp_path / "x.jsonl")]):
        assert isinstance(CliRunner().invoke(app, ["results", *names, *wrong]).exception, BadOption)


def read(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def test_champions_of_all_runs_meet_those_of_the_other_training_from_both_seats(folders: list[Path]) -> None:
    found = compare(folders, games=16)
    met, back = found.meeting("es", "random"), found.meeting("random", "es")
    assert met.scores.shape == (2, 2) and met.games == 2 * 2 * 4, "16 games are four of each pair of runs, two a seat"
    assert back.scores == pytest.approx(1 - met.scores.T) and back.seats[::-1] == pytest.approx(1 - met.seats)
    game = tapete.load("briscas")
    from tapete.agents.tunable import tunable
    from tapete.evolve.compare import MEETING
    from tapete.seeds import derive

    made = tunable("greedy", game)
    runs = [json.loads((folder / "champion.json").read_text())["training"]["runs"] for folder in folders]
    vectors = np.array([list(run["genes"].values()) for both in runs for run in both])
    shares = population.play_among(game, made, vectors, [(0, 2), (0, 3), (1, 2), (1, 3)], 2, derive(0, MEETING))
    assert met.scores.reshape(-1) == pytest.approx(shares.mean(axis=(1, 2)))
    assert met.seats == pytest.approx(shares.mean(axis=(0, 1)))


def test_the_interval_of_champions_against_each_other_is_over_the_runs_of_both() -> None:
    """By hand: row means 0.4 and 0.6, column means 0.45 and 0.55, so variances of 0.02 / 2 and 0.005 / 2."""
    from tapete.evolve.compare import met_interval

    low, high = met_interval(np.array([[0.35, 0.45], [0.55, 0.65]]))
    assert (low + high) / 2 == pytest.approx(0.5)
    half = 4.3027 * np.sqrt(0.02 / 2 + 0.005 / 2)  # Student's, two degrees of freedom
    assert (high - low) / 2 == pytest.approx(half, rel=1e-3)
    assert met_interval(np.array([[0.4, 0.6]])) is None, "one side has a single run"
    deals = np.array([0.5, 1.0, 0.0, 0.5] * 10)
    assert met_interval(np.array([[0.5]]), deals) is not None and met_interval(np.array([[0.5]])) is None


@pytest.mark.parametrize("look", [Look(), Look("one", "es", colour=False)], ids=["english", "spanish"])
def test_pictures_of_a_comparison_can_be_read(look: Look) -> None:
    """Six trainings with long names, one with a single run, as in the Tribute thesis."""
    from tapete.evolve.compare import Curve, Meeting, TrainingComparison
    from tapete.evolve.comparison_report import curves, matrix, triangle

    draws = np.random.default_rng(1)
    names = ["fixed, hall of fame", "hybrid, hall of fame", "coevolution, hall of fame", "fixed", "hybrid", "alone"]
    entries = [
        Entry(name, "evolved", draws.uniform(0.3, 0.5, 1 if name == "alone" else 3), 400, 1000) for name in names
    ]
    found = TrainingComparison("tribute", ["a", "b"], entries)
    found.differences = [difference(a, b, "") for i, a in enumerate(entries) for b in entries[i + 1 :]]
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if i != j:
                interval = (0.4, 0.6) if "alone" not in (a, b) else None
                found.meetings.append(Meeting(a, b, np.full((3, 3), 0.5), np.full(2, 0.5), 400, interval))
    for name in names:
        mean = np.sort(draws.uniform(0.1, 0.5, 40))
        gap = np.full(40, np.nan if name == "alone" else 0.05)
        found.curves[name] = Curve(np.arange(40), mean, mean - gap, mean + gap)
    found.axes = ("generation", "fitness of the best in training")
    with look.active():
        for drawn in (curves(found, look), matrix(found, look), triangle(found, "", look)):
            assert problems(drawn) == []


def test_a_file_of_trainings_has_the_defaults_of_the_command_line_and_is_compared(tmp_path: Path) -> None:
    file = tmp_path / "both.toml"
    file.write_text(
        'game = "briscas"\npopulation = 4\nevaluations = 8\ngames = 8\nfresh_games = 8\nyardstick = 4\n'
        '[[training]]\nname = "one"\n[[training]]\nname = "other"\nschedule = "coevolution"\n'
    )
    shown = CliRunner().invoke(app, ["train", str(file), "--out", str(tmp_path / "runs")])
    assert shown.exit_code == 0, shown.output
    for name in ("one", "other"):
        config = EvolutionConfig.read(tmp_path / "runs" / name / "run.toml")
        assert (config.agent, config.against) == ("greedy", ["heuristic:as_coded=1", "cheap-winner"])
        assert config.yardstick_games == 4
    lines = [line for line in shown.stderr.splitlines() if "generation" in line or "choosing" in line]
    assert len(lines) >= 6 and all(line.startswith(("one: ", "other: ")) for line in lines)
    assert (tmp_path / "runs" / "comparison" / "trainings.tex").is_file()
    assert "compared in" in shown.stdout


def test_another_carrier_without_the_champions_evaluation_is_refused_with_the_right_one(tmp_path: Path) -> None:
    settings = {"game": "hearthstone", "agent": "greedy:eval=evo1", "against": ["random"], "runs": 1, "fresh_games": 2}
    EvolutionTraining(EvolutionConfig(**{**SMALL, **settings, "games": 2, "evaluations": 4}), tmp_path / "evo").train()
    with pytest.raises(BadOption, match=r"'hero_health'.*did you mean mcts2:iterations=10,eval=evo1\?"):
        compare([tmp_path / "evo"], under=["mcts2:iterations=10"], games=2)
