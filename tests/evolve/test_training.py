"""Trainings: all state is in the folder, they can be killed and resumed, and the champion is an agent."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents.champion import read_champion
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.training import EvolutionTraining

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner", "random"], "population": 4, "evaluations": 16,
    "games": 16, "fresh_games": 40,
}  # fmt: skip


def trained(folder: Path, *, workers: int | None = None, **settings) -> dict:
    return EvolutionTraining(EvolutionConfig(**{**SMALL, **settings}), folder, workers=workers).train()


def rows(folder: Path) -> list[dict]:
    with open(folder / "progress.csv", encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def test_a_training_leaves_a_champion_that_plays(tmp_path: Path) -> None:
    champion = trained(tmp_path / "a", runs=2, hall_of_fame=2)
    game = tapete.load("briscas")
    spec = str(tmp_path / "a")
    result = duel(game, [spec, "random"], games=20, seed=1)
    assert result.agents[0].faults == 0
    seated = make_agent(spec, game)
    assert seated.agent.settings.weights.tolist() == pytest.approx(list(champion["genes"].values()))
    assert len(champion["training"]["runs"]) == 2
    assert set(champion["against"]) == {"cheap-winner", "random"}
    found = rows(tmp_path / "a")
    assert [(row["run"], row["generation"]) for row in found] == [(r, g) for r in "12" for g in "0123"]
    assert all(json.loads(row["breakdown"]) for row in found), (
        "the breakdown by opponent was empty in the published runs"
    )


@pytest.mark.parametrize("method", ["es", "ga", "cma", "random"])
@pytest.mark.parametrize("schedule", ["fixed", "fixed:0.5,coevolution:0.5"])
def test_an_interrupted_training_ends_with_the_same_champion(tmp_path: Path, method: str, schedule: str) -> None:
    settings = {"method": method, "schedule": schedule, "runs": 2, "hall_of_fame": 2, "between": "restart"}
    whole = trained(tmp_path / "whole", **settings)
    for stop_after in (1, 2, 3, 1, 4):
        news: list[object] = []
        training = EvolutionTraining(EvolutionConfig(**{**SMALL, **settings}), tmp_path / "cut")
        with contextlib.suppress(KeyboardInterrupt):
            training.train(news.append, stop=lambda news=news, limit=stop_after: len(news) >= limit)
    cut = trained(tmp_path / "cut", **settings)
    assert cut == whole
    keep = ("run", "generation", "best", "mean", "worst", "best_weights", "events")
    assert [[row[k] for k in keep] for row in rows(tmp_path / "cut")] == [
        [row[k] for k in keep] for row in rows(tmp_path / "whole")
    ]


def test_one_core_and_two_give_the_same_champion(tmp_path: Path) -> None:
    one = trained(tmp_path / "one", workers=1, hall_of_fame=2)
    two = trained(tmp_path / "two", workers=2, hall_of_fame=2)
    assert one == two


@pytest.mark.slow
def test_kill_9_loses_at_most_a_generation(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    command = [
        sys.executable, "-m", "tapete", "train", "briscas", "--agent", "greedy", "--against", "cheap-winner",
        "--population", "4", "--evaluations", "400", "--games", "200", "--fresh-games", "40", "--out", str(folder),
    ]  # fmt: skip
    for _ in range(3):
        process = subprocess.Popen([*command, "--resume"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        before = len(rows(folder)) if (folder / "progress.csv").exists() else 0
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if (folder / "progress.csv").exists() and len(rows(folder)) > before + 3:
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    run = subprocess.run([*command, "--resume", "--json"], capture_output=True, text=True, check=True)
    killed = json.loads(run.stdout)
    whole = trained(
        tmp_path / "whole", against=["cheap-winner"], evaluations=400, games=200, fresh_games=40, population=4
    )
    assert killed["genes"] == whole["genes"] and killed["score"] == whole["score"]
    assert [row["best_weights"] for row in rows(folder)] == [row["best_weights"] for row in rows(tmp_path / "whole")]
    again = subprocess.run([*command, "--resume", "--json"], capture_output=True, text=True, check=True)
    assert json.loads(again.stdout) == killed


def test_a_restart_discards_the_population_and_carry_keeps_it(tmp_path: Path) -> None:
    schedule = "fixed:0.5,fixed:0.5"
    for between in ("carry", "restart"):
        trained(tmp_path / between, schedule=schedule, between=between, evaluations=64, games=64, population=8)
    last, first = {}, {}
    for between in ("carry", "restart"):
        found = rows(tmp_path / between)
        last[between] = [r for r in found if r["segment"] == "1"][-1]
        first[between] = next(r for r in found if r["segment"] == "2")
    assert last["carry"]["mean_weights"] == last["restart"]["mean_weights"]
    assert first["carry"]["mean_weights"] == last["carry"]["mean_weights"]
    assert float(first["restart"]["mean"]) < float(last["restart"]["mean"]) - 5


def test_members_of_the_hall_really_play(tmp_path: Path) -> None:
    training = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "x")
    draws = np.random.default_rng(4)
    vectors = draws.uniform(training.genes.low, training.genes.high, (3, len(training.genes)))
    strong, weak = training.genes.start[None], -training.genes.start[None]
    against_strong, lost_by_strong = training.evaluator.against_hall(vectors, strong, 5)
    against_weak, lost_by_weak = training.evaluator.against_hall(vectors, weak, 5)
    assert (against_strong != against_weak).any()
    assert lost_by_weak[0] > lost_by_strong[0]


def test_fitness_counts_as_the_equations_say(tmp_path: Path) -> None:
    training = EvolutionTraining(EvolutionConfig(**{**SMALL, "hof_games": 4}), tmp_path / "x")
    evaluator = training.evaluator
    vectors = np.stack([training.genes.start, training.genes.start * 0.5])
    hall = training.genes.low[None]
    scores = evaluator.fixed(vectors, hall, 9)
    bots = evaluator.against_bots(vectors, 9)
    shares, _ = evaluator.against_hall(vectors, hall, tapete.seeds.derive(9, 1 << 21))
    assert scores.fitness == pytest.approx((bots.fitness * 16 + shares * 4) / 20)
    assert bots.games == 2 * 16
    among = evaluator.coevolution(vectors, hall[:0], 3)
    assert among.fitness.sum() <= 1  # one pair; drawn games count for neither


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"population": 1}, "at least 2"),
        ({"evaluations": 3}, "at least as many"),
        ({"schedule": "fixed:0"}, "above 0"),
        ({"genes": ["nonsense"]}, "no gene 'nonsense'"),
        ({"games": 3}, "need at least 4"),
        ({"against": []}, "at least one opponent"),
        ({"method": "magic"}, "must be one of"),
        ({"hof_prune": "much"}, "SHARE:EVERY"),
        ({"between": "jump"}, "must be one of"),
        ({"settings": {"temperature": 3}}, "no setting .temperature."),
        ({"agent": "random"}, "no weights"),
        ({"agent": "absent"}, "unknown agent 'absent'"),
        ({"against": ["ismcts:ms=5"]}, "does not run natively"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(tmp_path: Path, settings: dict, words: str) -> None:
    with pytest.raises(tapete.TapeteError, match=words):
        trained(tmp_path / "x", **settings)


def test_default_opponents_are_chosen_by_the_game() -> None:
    from tapete.evolve.defaults import completed, usual_opponents

    bots = ["patron-favors", "max-agents", "max-prestige", "decision-tree:form=2024"]
    assert usual_opponents("tribute", {"preset": "thesis"}) == bots
    assert usual_opponents("tribute", {}) == [*bots[:3], f"{bots[3]},fixed=1"]
    levels = tapete.load("briscas").levels
    assert usual_opponents("briscas", {}) == [levels["easy"], levels["normal"]]
    for schedule in ("fixed", "coevolution"):
        assert completed({"game": "tribute", "schedule": schedule}).against == [*bots[:3], f"{bots[3]},fixed=1"]


def test_two_trainings_into_one_folder_are_refused(tmp_path: Path) -> None:
    from tapete.cli.train import carry_out, locked

    folder = tmp_path / "x"
    with locked(folder):
        code = "import sys; from pathlib import Path; from tapete.cli.train import locked\nwith locked(Path(sys.argv[1])): pass"
        run = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False)
        assert run.returncode != 0 and "another process is training there" in run.stderr
    carry_out(EvolutionConfig(**SMALL), folder, resume=False, workers=1, quiet=True)
    with pytest.raises(BadOption, match="there is a training already"):
        carry_out(EvolutionConfig(**SMALL), folder, resume=False, workers=1, quiet=True)
    with pytest.raises(BadOption, match=r"other settings \(games\)"):
        carry_out(EvolutionConfig(**{**SMALL, "games": 20}), folder, resume=True, workers=1, quiet=True)
    assert carry_out(EvolutionConfig(**SMALL), folder, resume=True, workers=1, quiet=True)["game"] == "briscas"


@pytest.mark.parametrize("text", ["{}", "[]", "not json", '{"schema": "tapete-champion/1", "game": "briscas"}'])
def test_a_file_that_is_not_a_champion_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "champion.json"
    path.write_text(text)
    with pytest.raises(BadOption):
        read_champion(path)
    with pytest.raises(BadOption, match="does not hold a training"):
        read_champion(tmp_path / "nowhere")


def test_a_moved_folder_can_be_a_start(tmp_path: Path) -> None:
    first = trained(tmp_path / "a")
    os.rename(tmp_path / "a", tmp_path / "b")
    assert read_champion(tmp_path / "b").genes == first["genes"]
    second = EvolutionTraining(EvolutionConfig(**{**SMALL, "start": str(tmp_path / "b")}), tmp_path / "c")
    assert second._strategy(0, 0, 0).ask()[0].tolist() == pytest.approx(list(first["genes"].values()))
    with pytest.raises(BadOption, match="champion of briscas, not of"):
        read_champion(tmp_path / "b").agent_for(tapete.load("dinosaurs"), make_agent)


def test_an_unfinished_training_has_a_report(tmp_path: Path) -> None:
    from tapete.evolve.report import read_progress, training_report

    trained(tmp_path / "a", runs=2, schedule="fixed:0.5,coevolution:0.5", yardstick_games=8)
    page = training_report(tmp_path / "a", tmp_path / "report").read_text(encoding="utf-8")
    assert "fresh deals" in page and page.count("<svg") == 6
    progress = read_progress(tmp_path / "a")
    assert progress.best.shape == (2, 4) and progress.borders == [2]
    assert np.isfinite(progress.yardstick).all()
    (tmp_path / "a" / "champion.json").unlink()
    assert "not finished" in training_report(tmp_path / "a", tmp_path / "report").read_text(encoding="utf-8")


def test_the_thesis_csv_can_be_read_and_drawn(tmp_path: Path, data: Path) -> None:
    """Six generations of the first run of the published file H-1, around the two borders."""
    from tapete.evolve.report import read_progress, training_report
    from tapete.games.tribute.move_evaluation import WEIGHTS

    path = data / "evolve" / "thesis_session.csv"
    progress = read_progress(path)
    assert progress.best.tolist() == [[44.5, 44.5, 81.481, 92.982, 26.5, 26.5]]
    assert progress.mode == ["fixed", "fixed", "coevolution", "coevolution", "fixed", "fixed"]
    assert progress.borders == [2, 4], "the discarded population: 72.5 in co-evolution, then 10.95"
    assert progress.mean[0].tolist() == [37.8, 37.95, 39.259, 72.456, 10.95, 14.35]
    assert progress.names == list(WEIGHTS) and progress.mean_weights[0, 4, 0] == 0.50760248
    page = training_report(path, tmp_path / "report").read_text(encoding="utf-8")
    assert page.count("<svg") == 5 and "PRESTIGE_AMOUNT" in page
    path = tmp_path / "session.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(BadOption, match="neither the progress"):
        read_progress(path)


def test_the_store_keeps_one_row_per_training(tmp_path: Path) -> None:
    from tapete.arena.store import Store
    from tapete.arena.store.training import trainings
    from tapete.cli.train import carry_out

    store = tmp_path / "results.db"
    for _ in range(2):
        champion = carry_out(EvolutionConfig(**SMALL), tmp_path / "x", resume=True, workers=1, store=store, quiet=True)
    with Store(store, write=False) as opened:
        (row,) = trainings(opened)
    assert row.state == "finished" and row.champion == champion["score"] and row.folder == (tmp_path / "x").resolve()
