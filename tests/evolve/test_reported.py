"""Report of a training: champions chosen on fresh deals, opponents on fresh deals, and numbers of games."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tapete.arena.drawing import Look, problems
from tapete.arena.statistics import cluster_interval
from tapete.cli.app import app
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.fitness import Scores
from tapete.evolve.report import cost_of, final_bars, final_boxes, fitness_curves, read_progress, spread_rows
from tapete.evolve.training import EvolutionTraining

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner"], "population": 4, "evaluations": 8, "games": 8,
    "fresh_games": 40, "runs": 2,
}  # fmt: skip
SPANISH = Look("one", "es", colour=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Training whose chosen champions differ from the last generation's best in training, as is checked below."""
    root = tmp_path_factory.mktemp("runs")
    EvolutionTraining(EvolutionConfig(**{**SMALL, "hall_of_fame": 2}), root / "es").train()
    return root / "es"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("alone")
    EvolutionTraining(EvolutionConfig(**{**SMALL, "runs": 1}), root / "one").train()
    return root / "one"


def chosen(folder: Path) -> np.ndarray:
    data = json.loads((folder / "champion.json").read_text())
    return np.array([list(run["genes"].values()) for run in data["training"]["runs"]])


def test_pictures_and_tables_of_champions_show_those_chosen_on_fresh_deals(folder: Path) -> None:
    progress = read_progress(folder)
    assert progress.champions == pytest.approx(chosen(folder))
    luckiest = progress.best_weights[:, -1]
    assert not np.allclose(luckiest, progress.champions), "the choice makes no difference here: use another seed"
    drawn = final_bars(progress)
    bars = {group.get_label(): [bar.get_width() for bar in group] for group in drawn.axes[0].containers}
    assert bars["champions, chosen on fresh deals"] == pytest.approx(chosen(folder).mean(axis=0))
    assert bars["best of the last generation in training"] == pytest.approx(luckiest.mean(axis=0))
    means = [float(row[1]) for row in spread_rows(progress)]
    assert means == pytest.approx(chosen(folder).mean(axis=0), rel=1e-3)


def test_a_report_has_latex_tables_and_provenance(folder: Path, tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["results", str(folder), "--report", str(tmp_path)])
    assert shown.exit_code == 0, shown.output
    for name in ("champions", "weights", "agreement", "cost"):
        assert (tmp_path / f"{name}.tex").is_file() and (tmp_path / f"{name}.csv").is_file(), name
    with open(tmp_path / "weights.csv", encoding="utf-8", newline="") as source:
        table = list(csv.reader(source))[1:]
    assert pytest.approx(chosen(folder), abs=1e-4) == np.array([row[1:] for row in table], dtype=float).T
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for words in ("@software{tapete", "NumPy", "seed", "CPU time", "games in training", "opponents on fresh deals"):
        assert words in page, words
    provenance = json.loads((tmp_path / "result.json").read_text())["provenance"]
    assert provenance["version"] and provenance["numba"] and provenance["machine"]
    assert json.loads((folder / "provenance.json").read_text())["version"] == provenance["version"]


@pytest.mark.usefixtures("all_formats")
@pytest.mark.slow
def test_language_columns_and_grey_change_the_pictures_of_a_training(folder: Path, tmp_path: Path) -> None:
    plain, other = tmp_path / "plain", tmp_path / "other"
    for where, options in ((plain, []), (other, ["--language", "es", "--columns", "one", "--grey"])):
        assert CliRunner().invoke(app, ["results", str(folder), "--report", str(where), *options]).exit_code == 0
    for name in ("fitness", "weights-final", "weights-runs", "weights-best", "weights-population", "diversity"):
        assert (plain / f"{name}.png").read_bytes() != (other / f"{name}.png").read_bytes(), name
    text = (other / "fitness.svg").read_text(encoding="utf-8")
    assert "generación" in text and "generation" not in text
    assert "ejecución 1" in (other / "weights.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize("look", [Look(), SPANISH], ids=["english", "spanish"])
def test_pictures_of_a_training_can_be_read(folder: Path, alone: Path, look: Look) -> None:
    for where in (folder, alone):
        progress = read_progress(where)
        with look.active():
            for draw in (fitness_curves, final_bars, final_boxes):
                assert problems(draw(progress, look)) == []


def test_the_picture_of_generations_has_par_and_the_champions_scores_on_fresh_deals(alone: Path) -> None:
    progress = read_progress(alone)
    axes = fitness_curves(progress).axes[0]
    words = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert "chosen champions, fresh deals, 95 %" in words
    assert not any("over runs" in word for word in words), "one run has no spread over runs"
    assert any(np.allclose(line.get_ydata(), 50.0) for line in axes.lines), "no line at par"
    assert progress.fresh_interval is not None
    assert progress.fresh_interval[0] < progress.fresh[0] < progress.fresh_interval[1]


def test_a_training_of_one_run_has_no_interval_over_runs(alone: Path, folder: Path) -> None:
    data = json.loads((alone / "champion.json").read_text())
    assert data["training"]["ci95"] is None and data["training"]["deviation"] is None
    shown = CliRunner().invoke(app, ["results", str(alone)])
    assert shown.exit_code == 0 and "mean of the runs" not in shown.stdout
    both = CliRunner().invoke(app, ["results", str(alone), str(folder), "--games", "8", "--json"])
    entries = json.loads(both.stdout)["trainings"]
    assert entries[0]["ci95"] is None and entries[0]["deviation"] is None and entries[1]["ci95"] is not None
    assert json.loads(both.stdout)["differences"][0]["ci95"] is None


def test_coevolution_without_opponents_is_measured_against_the_games_rivals(tmp_path: Path) -> None:
    command = [
        "train",
        "briscas",
        "--schedule",
        "coevolution",
        "--population",
        "4",
        "--evaluations",
        "8",
        "--runs",
        "2",
    ]
    shown = CliRunner().invoke(app, [*command, "--fresh-games", "40", "--out", str(tmp_path / "x")])
    assert shown.exit_code == 0, shown.output
    data = json.loads((tmp_path / "x" / "champion.json").read_text())
    assert list(data["against"]) == ["heuristic:as_coded=1", "cheap-winner"]
    assert data["score_games"] == 40 and all(run["fresh_games"] == 40 for run in data["training"]["runs"])
    assert "untrained" not in shown.output
    first = next(line for line in shown.stderr.splitlines() if line.startswith("briscas:"))
    assert "coevolution: 4 games of each pair of the population" in first
    assert "games against each" not in first, "there are no such games"
    assert "measured on fresh deals by 40 games of each candidate against heuristic:as_coded=1, cheap-winner" in first


def test_an_older_training_without_opponents_is_resumed(tmp_path: Path) -> None:
    settings = {**SMALL, "schedule": "coevolution", "against": []}
    with pytest.raises(KeyboardInterrupt):
        EvolutionTraining(EvolutionConfig(**settings), tmp_path / "x").train(stop=lambda: True)
    command = [
        "train",
        "briscas",
        "--agent",
        "greedy",
        "--schedule",
        "coevolution",
        "--population",
        "4",
        "--evaluations",
    ]
    command += ["8", "--games", "8", "--fresh-games", "40", "--runs", "2", "--resume", "--out", str(tmp_path / "x")]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output


def test_the_choosing_of_champions_is_counted_and_shown(folder: Path, tmp_path: Path) -> None:
    reports = []
    training = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "x")
    training.train(choosing=reports.append)
    assert [(news.run, news.played) for news in reports if news.played == news.games] == [(0, 160), (1, 160)]
    data = json.loads((tmp_path / "x" / "champion.json").read_text())
    assert [run["choosing_games"] for run in data["training"]["runs"]] == [200, 200]
    assert training.choosing_games() == 200
    # two runs, the best once more, and 16 games between the two champions
    assert data["training"]["choosing_games"] == 2 * 200 + 40 + 16
    cost = cost_of(folder)
    assert cost.cpu_seconds is not None and cost.cpu_seconds > 0


def test_no_progress_line_shows_0_seconds_left(tmp_path: Path) -> None:
    command = ["train", "briscas", "--population", "4", "--evaluations", "8", "--games", "8", "--fresh-games", "40"]
    shown = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "x")])
    lines = [line for line in shown.stderr.splitlines() if " left" in line]
    assert lines and not any(re.search(r"\b0 s left", line) for line in lines)
    assert sum("choosing among 4 candidates" in line for line in lines) >= 1
    assert "choosing" in lines[-1]


def test_the_heartbeat_line_names_the_training() -> None:
    from tapete.cli.heartbeat import Lines, heart

    with Lines("mine"):
        assert heart.text(20.0) == "mine: at work, 20 s so far"
    assert not heart.text(20.0).startswith("mine")


def test_the_next_command_works_as_printed(tmp_path: Path) -> None:
    import shlex

    where = tmp_path / "three players"
    command = ["train", "briscas", "-o", "players=3", "--population", "4", "--evaluations", "4", "--games", "12"]
    shown = CliRunner().invoke(app, [*command, "--fresh-games", "12", "--out", str(where)])
    assert shown.exit_code == 0, shown.output
    line = next(line for line in shown.stdout.splitlines() if line.startswith("Next: "))
    words = shlex.split(line.removeprefix("Next: "))
    assert words[:2] == ["tapete", "duel"] and "players=3" in words
    played = CliRunner().invoke(app, [*words[1:], "--games", "6", "--store", "none", "--json"])
    assert played.exit_code == 0, played.output


def test_differences_between_opponents_do_not_widen_the_interval() -> None:
    """All is won against one rival and nothing against another: the share of a half is exact except for its deals."""
    generator = np.random.default_rng(3)
    easy, hard = np.ones(200), np.zeros(200)
    easy[:4], hard[:4] = 0.0, 1.0
    for deals in (easy, hard):
        generator.shuffle(deals)
    scores = Scores(
        np.array([0.5]),
        {"easy": np.array([0.98]), "hard": np.array([0.02])},
        won=np.concatenate([easy, hard])[None],
        counted=np.ones(400),
    )
    low, high = scores.interval()
    within = 1.97 * np.sqrt(0.98 * 0.02 / 400)  # of the mean over two strata of 200 deals each
    assert high - low == pytest.approx(2 * within, rel=0.05)
    unstratified = cluster_interval(scores.won[0], scores.counted)[1]
    assert high - low < 0.4 * (unstratified[1] - unstratified[0])
