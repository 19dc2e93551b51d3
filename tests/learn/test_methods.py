"""Methods learn a toy game perfectly, and a training leaves the same agent whether it was interrupted or not."""

from __future__ import annotations

import csv
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from made import LADDER, TOP, made
from typer.testing import CliRunner

import tapete
from tapete import nets
from tapete.agents.registry import make_agent
from tapete.arena.drawing import Look
from tapete.arena.duel import duel
from tapete.cli.app import app
from tapete.core.game import Game
from tapete.core.registry import register
from tapete.evolve.compare import COMPARING
from tapete.evolve.comparison_report import comparison_report
from tapete.learn.compare import compare
from tapete.learn.config import LIMITS, METHODS, NetworkConfig, settings_of
from tapete.learn.report import pictures
from tapete.learn.self_play import SelfPlay
from tapete.learn.training import NetworkTraining
from tapete.nets import Bound, Network
from tapete.nets.explain import parts_of
from tapete.seeds import derive

torch = pytest.importorskip("torch")

from tapete.learn.model import Model, Trainer, legal_logits  # noqa: E402
from tapete.learn.ppo import rewards_of  # noqa: E402
from tapete.learn.rollouts import RolloutPlayer, RolloutRecorder  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def _ladder() -> None:
    register(LADDER)


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


SMALL = {"game": "briscas", "layers": [32, 16], "checks": 2, "games": 20, "fresh_games": 20, "rivals": ["random"]}


def config(method: str, **more) -> NetworkConfig:
    settings = {"decisions": 300, **more.pop("settings", {})}
    return NetworkConfig(**{**SMALL, "method": method, "updates": 4, "settings": settings, **more})


# Learning


def wins_from(step: int) -> bool:
    """Return True if the seat to move at a step of the ladder wins with best play."""
    return any(step + climb >= TOP or not wins_from(step + climb) for climb in (1, 2))


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("td", {"decisions": 2000, "rate": 0.01, "batch": 256}),
        ("ppo", {"decisions": 2000, "rate": 0.005, "batch": 250, "points": 0}),
        ("expert", {"decisions": 1000, "depth": 1, "rate": 0.01, "batch": 100, "epsilon": 0.2, "points": 0}),
        (
            "expert",
            {"decisions": 300, "tree": 40, "rate": 0.01, "batch": 100, "epsilon": 0.2, "points": 0, "epochs": 3},
        ),
    ],
)
def test_a_method_learns_the_ladder_to_perfection(method: str, settings: dict, tmp_path: Path) -> None:
    wanted = config(method, game="ladder", layers=[32], updates=30, settings=settings, checks=1)
    NetworkTraining(wanted, tmp_path / "a").train()
    game = Game(LADDER, {})
    policy = Bound(nets.load(tmp_path / "a" / "champion.npz", game), game).policy()
    for climbed in range(TOP):
        state = game.deal(1)
        for _ in range(climbed):
            state.apply(0)
        best = [climb for climb in (1, 2) if climbed + climb >= TOP or not wins_from(climbed + climb)]
        if best:
            assert 1 + policy.index(state.view(state.seat, 1), [0, 1]) in best, f"on step {climbed}"


# The model


def test_the_model_in_pytorch_agrees_with_the_network_that_plays(briscas: Game) -> None:
    """Within 1e-5, for the first layer by kernels, whole layers and both heads."""
    network = made(briscas, (24, 16))
    bound = Bound(network, briscas)
    played = RolloutRecorder(briscas, [RolloutPlayer(bound.policy(1.0).native())], [[0, 0]]).play(100, seed=1)
    model = Model(network)
    hidden = model.hidden(played, np.arange(len(played)))
    logits, values = bound.rows(played.dense())
    assert np.abs(model.policy(hidden).detach().numpy() - logits).max() < 1e-5
    assert np.abs(torch.sigmoid(model.value(hidden)).detach().numpy() - values).max() < 1e-5
    shown, real = legal_logits(model.policy(hidden), played, np.arange(len(played)))
    assert real.sum() == len(played.legal)
    listed = logits[np.repeat(np.arange(len(played)), real.sum(1)), played.legal]
    assert np.abs(shown[real].detach().numpy() - listed).max() < 1e-5


def test_gradients_of_the_first_layer_are_those_of_a_matrix_product(briscas: Game) -> None:
    network = made(briscas, (24,))  # 24 is not a multiple of 16: the kernels use a padded layer
    bound = Bound(network, briscas)
    played = RolloutRecorder(briscas, [RolloutPlayer(bound.policy(1.0).native())], [[0, 0]]).play(60, seed=1)
    rows = np.random.default_rng(1).permutation(len(played))[:40]
    model = Model(network)
    model.hidden(played, rows).square().sum().backward()
    dense = torch.from_numpy(played.dense(rows))
    weights = torch.tensor(np.array(network.arrays["w0"]), requires_grad=True)
    torch.relu(dense @ weights + model.weights["b0"].detach()).square().sum().backward()
    assert weights.grad is not None and float(weights.grad.abs().max()) > 1
    assert torch.allclose(model.weights["w0"].grad, weights.grad, rtol=1e-4, atol=1e-3)


def test_embeddings_are_folded_into_the_first_layer(briscas: Game) -> None:
    """One table for the six blocks of forty cards; the saved network is the trained one; a wide table is exact."""
    self_play = SelfPlay(config("ppo"), briscas, [briscas], 1)
    assert self_play.alike() == [(40, [0, 40, 80, 120, 160, 200])]
    network = made(briscas, (24, 16))
    bound = Bound(network, briscas)
    played = RolloutRecorder(briscas, [RolloutPlayer(bound.policy(1.0).native())], [[0, 0]]).play(60, seed=1)
    rows = np.arange(len(played))
    wide = self_play.model(network, {"embedding": 40})
    assert np.allclose(wide.arrays()["w0"], network.arrays["w0"], atol=1e-5)
    model = self_play.model(network, {"embedding": 4})
    before = model.arrays()["w0"]
    assert all(np.linalg.matrix_rank(before[k : k + 40]) == 4 for k in range(0, 240, 40))
    trainer = Trainer(model, 0.01)
    for _ in range(3):
        trainer.step(model.policy(model.hidden(played, rows)).square().sum())
    saved = model.as_network()
    assert set(saved.arrays) == set(network.arrays) and not np.allclose(before[0:240], saved.arrays["w0"][0:240])
    logits, _ = Bound(saved, briscas).rows(played.dense())
    assert np.abs(model.policy(model.hidden(played, rows)).detach().numpy() - logits).max() < 1e-5
    again = Trainer(self_play.model(network, {"embedding": 4}), 0.01)
    again.restore(trainer.as_arrays())
    assert np.array_equal(again.model.arrays()["w0"], saved.arrays["w0"])
    with pytest.raises(tapete.TapeteError, match="same things"):
        SelfPlay(config("td", game="ladder"), Game(LADDER, {}), [], 1).model(made(Game(LADDER, {})), {"embedding": 4})


def test_a_saved_optimiser_continues_identically(briscas: Game) -> None:
    def trainer() -> Trainer:
        return Trainer(Model(made(briscas, (16,)), extra=1), 0.01)

    def steps(one: Trainer, count: int) -> None:
        for _ in range(count):
            one.step(sum(weight.square().sum() for weight in one.model.weights.values()))

    whole, first, second = trainer(), trainer(), trainer()
    steps(whole, 4)
    steps(first, 2)
    second.restore(first.as_arrays())
    steps(second, 2)
    assert all(np.array_equal(whole.as_arrays()[name], array) for name, array in second.as_arrays().items())
    forgetful = trainer()
    forgetful.restore({name: a for name, a in first.as_arrays().items() if name.startswith("weight")})
    steps(forgetful, 2)
    assert any(not np.array_equal(whole.as_arrays()[n], a) for n, a in forgetful.as_arrays().items())


def test_rewards_add_up_to_the_points_and_the_result(briscas: Game) -> None:
    bound = Bound(made(briscas), briscas)
    played = RolloutRecorder(briscas, [RolloutPlayer(bound.policy(1.0).native())], [[0, 0]]).play(200, seed=1)
    rewards = rewards_of(played, 1.0, 0.5)
    for number in range(played.games):
        for seat in range(2):
            mine = (played.game_of == number) & (played.seat == seat)
            first = played.standing[np.flatnonzero(mine)[0]]
            final = (played.points[number, seat] - played.points[number, 1 - seat]) / 120
            assert rewards[mine].sum() == pytest.approx(final - first + 0.5 * played.returns[number, seat], abs=1e-5)


# Trainings


@pytest.mark.parametrize(
    ("method", "more"),
    [("td", {"symmetric": 1}), ("ppo", {}), ("ppo", {"symmetric": 1, "lessons": 0.5})],
    ids=["td", "ppo", "lessons"],
)
def test_a_killed_training_ends_with_the_same_network(method: str, more: dict, tmp_path: Path, monkeypatch) -> None:
    """Interrupted after an update without a checkpoint, in the second of two runs, with past selves as opponents."""
    monkeypatch.setattr("tapete.learn.training.LEAST_SECONDS", 0.0)
    teachers = ["heuristic"] if "lessons" in more else []
    wanted = {"runs": 2, "teachers": teachers, "settings": {"pool": 0.5, **more}}
    NetworkTraining(config(method, **wanted), tmp_path / "straight").train()

    class Killed(Exception):
        pass

    def die(news) -> None:
        if (news.run, news.update) == (1, 3):
            raise Killed

    with pytest.raises(Killed):
        NetworkTraining(config(method, **wanted), tmp_path / "killed").train(die)
    assert not (tmp_path / "killed" / "champion.npz").exists()
    NetworkTraining(config(method, **wanted), tmp_path / "killed").train()
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    assert (killed / "champion.npz").read_bytes() == (straight / "champion.npz").read_bytes()
    texts = [(place / "curve.csv").read_text(encoding="utf-8").splitlines() for place in (straight, killed)]
    scores = [[(row["run"], row["update"], row["score"]) for row in csv.DictReader(text)] for text in texts]
    assert scores[0] == scores[1] and len(scores[0]) == 4
    again = NetworkTraining(config(method, **wanted), tmp_path / "killed").train()
    assert again["network"] == "champion.npz", "a finished training is not repeated"


def test_the_folder_of_a_training_is_an_agent(tmp_path: Path, briscas: Game) -> None:
    result = NetworkTraining(config("td", matters=["players"]), tmp_path / "a").train()
    network = nets.load(tmp_path / "a" / "champion.npz", briscas)
    assert network.options == {"players": 2}
    assert network.made["configuration"]["updates"] == 4 and network.made["scores"] == result["scores"]
    assert "torch" in network.made["versions"]
    assert duel(briscas, [str(tmp_path / "a"), "random"], games=4, seed=1).agents[0].faults == 0
    low, high = result["scores"][0]["ci95"]
    assert low < result["scores"][0]["score"] < high


def test_trainings_are_compared_over_their_runs(tmp_path: Path, briscas: Game) -> None:
    """Every run's network plays the same deals; the difference has an interval if both have several runs."""
    for name, updates in (("long", 6), ("short", 1)):
        wanted = config("td", runs=2, updates=updates, settings={"decisions": 2000, "rate": 0.01, "batch": 128})
        NetworkTraining(wanted, tmp_path / name).train()
    folders = [tmp_path / "long", tmp_path / "short"]
    found = compare(folders, games=100, seed=3)
    assert [entry.training for entry in found.entries] == [str(folder) for folder in folders]
    assert found.against == ["random"] and all(len(entry.scores) == 2 for entry in found.entries)
    one = duel(briscas, [str(folders[0] / "run-2.npz"), "random"], games=100, seed=derive(derive(3, COMPARING), 0))
    assert found.entries[0].scores[1] == pytest.approx(one.agents[0].score)
    assert found.differences[0].mean == pytest.approx(found.entries[0].mean - found.entries[1].mean)
    assert found.differences[0].ci95[0] < found.differences[0].mean < found.differences[0].ci95[1]
    assert [entry.against["random"].tolist() for entry in found.entries] == [e.scores.tolist() for e in found.entries]
    met = found.meeting("long", "short")
    assert met is not None and met.scores.shape == (2, 2) and met.games == 104, "26 games of each pair of runs"
    assert all(entry.cpu_seconds > 0 and entry.trained_games > 0 for entry in found.entries)
    page = comparison_report(found, tmp_path / "report", Look("one", "es", colour=False)).read_text(encoding="utf-8")
    assert "minutos de CPU" in page and (tmp_path / "report" / "matrix.tex").is_file()
    with pytest.raises(tapete.TapeteError, match="not the folder of a finished training"):
        compare([folders[0], tmp_path])


def test_a_training_prints_its_last_measurement_and_the_next_command(tmp_path: Path) -> None:
    command = [
        "train",
        "briscas",
        "--method",
        "td",
        "-o",
        "players=3",
        "--updates",
        "2",
        "--layers",
        "16",
        "--checks",
        "1",
    ]
    command += ["--yardstick", "6", "--fresh-games", "6", "--rival", "random", "--set", "decisions=400"]
    shown = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "a")])
    assert shown.exit_code == 0, shown.output
    lines = shown.stderr.splitlines()
    assert "measuring its best network on fresh deals: 6 games" in lines[-1]
    assert not any(re.search(r"\b0 s left", line) for line in lines)
    line = next(line for line in shown.stdout.splitlines() if line.startswith("Next: "))
    assert line == f"Next: tapete duel briscas {tmp_path / 'a'} random -o players=3"
    words = line.removeprefix("Next: tapete ").split()
    assert CliRunner().invoke(app, [*words, "--games", "6", "--store", "none"]).exit_code == 0
    page = CliRunner().invoke(
        app, ["results", str(tmp_path / "a"), "--report", str(tmp_path / "r"), "--language", "es"]
    )
    assert page.exit_code == 0 and (tmp_path / "r" / "networks.tex").is_file()
    assert "@software" in (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "minutos de CPU" in (tmp_path / "r" / "curve.svg").read_text(encoding="utf-8")


def test_another_seed_gives_another_network(tmp_path: Path) -> None:
    made_by = [
        NetworkTraining(config("td", updates=1, checks=0, rivals=[], seed=seed), tmp_path / str(seed)).train() and
        nets.load(tmp_path / str(seed) / "champion.npz").fingerprint
        for seed in (1, 2)
    ]  # fmt: skip
    assert made_by[0] != made_by[1]


def test_a_training_starts_from_a_network_of_another_variant(tmp_path: Path, briscas: Game) -> None:
    """It takes the later layers, and of the first those inputs that both variants' vectors name alike, in any place."""
    NetworkTraining(config("td", checks=0, rivals=[]), tmp_path / "two").train()
    wanted = config("td", options={"players": 3}, start=str(tmp_path / "two"), updates=1, checks=0, rivals=[])
    training = NetworkTraining(wanted, tmp_path / "three")
    begun, given = training.learner(0).model.arrays(), nets.load(tmp_path / "two" / "champion.npz").arrays
    assert np.array_equal(begun["w1"], given["w1"])
    rows = [by_part(game, arrays["w0"]) for game, arrays in ((training.game, begun), (briscas, given))]
    assert all(np.array_equal(rows[0][name], rows[1][name]) for name in rows[1]) and len(rows[1]) == 15
    assert set(rows[0]) - set(rows[1]), "a game of three has more inputs"
    training.train()


def by_part(game: Game, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Return the rows of a first layer by the names of their inputs."""
    parts = parts_of(game, "briscas_v1")
    ends = np.cumsum([size for _, size in parts])
    return {name: weights[end - size : end] for (name, size), end in zip(parts, ends, strict=True)}


def test_a_training_keeps_the_activation_of_its_start_network(tmp_path: Path, briscas: Game) -> None:
    before = Network.random(briscas, (32, 16), value="mover", seed=1)
    nets.save(tmp_path / "tanh.npz", replace(before, activation="tanh"))
    started = NetworkTraining(config("td", start=str(tmp_path / "tanh.npz")), tmp_path / "a").learner(0).model
    assert started.network.activation == "tanh" and np.array_equal(started.arrays()["w0"], before.arrays["w0"])
    nets.save(tmp_path / "wide.npz", replace(before, value_activation="tanh", value_scale=(-1.0, 1.0)))
    with pytest.raises(tapete.TapeteError, match="tanh from -1 to 1"):
        NetworkTraining(config("td", start=str(tmp_path / "wide.npz")), tmp_path / "a").learner(0)


def test_learned_opening_decisions_are_played(tmp_path: Path, monkeypatch) -> None:
    """By the folder as an agent, and in a training's measurement; an option of the opening still selects the rule."""
    game = tapete.load("hearthstone")
    network = Network.random(game, (16,), value="mover", seed=1)
    for opening, rule in (("own", False), ("rule", True)):
        place = nets.save(tmp_path / f"{opening}.npz", replace(network, made={"configuration": {"opening": opening}}))
        assert (make_agent(str(place), game).opening is not None) is rule
        assert make_agent(f"{place}:mulligan=literal", game).opening is not None
    ruled = []
    monkeypatch.setattr(
        "tapete.learn.training.scores_against",
        lambda games, spec, *_: ruled.append(make_agent(spec, game).opening) or [],
    )
    for opening in ("own", "rule"):
        training = NetworkTraining(config("td", game="hearthstone", opening=opening, layers=[16]), tmp_path / opening)
        training.folder.mkdir()
        training.measure(network, 2, 1)
    assert ruled[0] is None and ruled[1] is not None


def test_a_course_seats_the_learner_past_selves_or_fixed_opponents(briscas: Game) -> None:
    learner = RolloutPlayer(Bound(made(briscas), briscas).policy(1.0).native())
    own = SelfPlay(config("ppo"), briscas, [briscas], 1)
    assert own.players(learner, 5, 0.5)[1] == [[0, 0]], "there are no past selves yet"
    own.past = [(3, made(briscas)), (9, made(briscas, salt=2))]
    players, seatings = own.players(learner, 5, 0.5)
    assert len(players) == 2 and sorted(seatings) == [[0, 0], [0, 0], [0, 1], [1, 0]]
    fixed = SelfPlay(config("ppo", against=["random", "cheap-winner"]), briscas, [briscas], 1)
    players, seatings = fixed.players(learner, 5, 0.5)
    assert len(players) == 3 and sorted(seatings) == [[0, 1], [0, 2], [1, 0], [2, 0]]
    pairs = tapete.load("briscas", players=4)
    assert SelfPlay(config("ppo", against=["random"]), pairs, [pairs], 1).players(learner, 5, 0.0)[1] == [
        [0, 1, 0, 1],
        [1, 0, 1, 0],
    ], "partners are on one side"
    both = SelfPlay(config("ppo", against=["self", "random"]), briscas, [briscas], 1)
    players, seatings = both.players(learner, 5, 0.0)
    assert len(players) == 2 and sorted(seatings) == [[0, 0], [0, 0], [0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"method": "dqn"}, "must be one of td, ppo"),
        ({"settings": {"lamda": 1}}, "'lambda'"),
        ({"settings": {"rate": "fast"}}, "must be a number"),
        ({"method": "expert", "settings": {"rounds": 0}}, "rounds=0: must be above 0"),
        ({"method": "expert", "settings": {"trust": 0}}, "trust=0: must be above 0"),
        ({"settings": {"batch": 0}}, "batch=0: must be a whole number from 1"),
        ({"settings": {"epochs": float("inf")}}, "epochs=inf: must be a whole number"),
        ({"settings": {"decisions": 10.5}}, "decisions=10.5: must be a whole number"),
        ({"settings": {"rate": -1}}, "rate=-1: must be a number from"),
        ({"settings": {"lambda": 5}}, "lambda=5: must be a number from 0 to 1"),
        ({"settings": {"points": 2}}, "points=2: must be a number from 0 to 1"),
        ({"settings": {"longest": 5}}, "ended within longest=5 decisions"),
        ({"method": "imitate", "teachers": ["random"], "against": ["random"]}, "has no opponents"),
        ({"games": 1}, "--yardstick 1: must be from 2"),
        ({"encoder": "nope"}, "nope"),
        ({"rivals": ["cheap-winer"]}, "cheap-winner"),
        ({"layers": []}, "one to eight widths"),
        ({"matters": ["player"]}, "players"),
        ({"start": "nowhere.npz"}, "no such network"),
        ({"opening": "both"}, "must be one of rule, own"),
        ({"teachers": ["heuristic"]}, "imitate and ppo have"),
        ({"method": "ppo", "teachers": ["heuristc"]}, "heuristic"),
        ({"against": ["cheap-winer"]}, "cheap-winner"),
        ({"against": ["ismcts:ms=1"]}, "does not run natively"),
        ({"updates": 0}, "must be from 1"),
        ({"vary": {"players": ["2", "3"]}}, "must stay the same"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(more: dict, why: str, tmp_path: Path) -> None:
    with pytest.raises(tapete.TapeteError, match=why):
        NetworkTraining(NetworkConfig(**{**SMALL, "method": "td", **more}), tmp_path / "a").train()
    learned = (tmp_path / "a" / "progress.csv").exists()
    assert learned or not (tmp_path / "a" / "run.toml").exists(), "the corrected command must find no training there"


def test_weights_that_are_not_finite_end_a_training_with_advice(tmp_path: Path, monkeypatch) -> None:
    from tapete.learn import td

    def spoil(method: td.Method, number: int, progress: float) -> dict[str, float]:
        with torch.no_grad():
            method.model.weights["b0"][0] = float("nan")
        return {"games": 1, "decisions": 1}

    monkeypatch.setattr(td.Method, "update", spoil)
    with pytest.raises(tapete.TapeteError, match="update 1 made weights that are not finite numbers; try a smaller"):
        NetworkTraining(config("td"), tmp_path / "a").train()


def test_every_setting_has_limits_and_every_default_is_within_them() -> None:
    for method in METHODS:
        module = importlib.import_module(f"tapete.learn.{method}")
        assert settings_of(config(method, settings={**module.DEFAULTS}), module.DEFAULTS)
        assert set(module.DEFAULTS) <= set(LIMITS)


def test_a_damaged_folder_is_repaired_or_refused_in_a_sentence(tmp_path: Path) -> None:
    wanted = config("td", checks=1)
    result = NetworkTraining(wanted, tmp_path / "a").train()
    (tmp_path / "a" / "result.json").write_text("{", encoding="utf-8")
    assert NetworkTraining(wanted, tmp_path / "a").train()["scores"] == result["scores"], "rebuilt from the checkpoint"
    (tmp_path / "a" / "result.json").unlink()
    with np.load(tmp_path / "a" / "checkpoint.npz") as data:
        arrays = dict(data)
    np.savez(tmp_path / "a" / "checkpoint.npz", **{**arrays, "learner.weight.b0": np.zeros(1, dtype=np.float32)})
    with pytest.raises(tapete.TapeteError, match="b0 has the shape"):
        NetworkTraining(wanted, tmp_path / "a").train()
    header = json.loads(str(arrays["header"]))
    header["state"]["mood"] = "good"
    np.savez(tmp_path / "a" / "checkpoint.npz", **{**arrays, "header": np.array(json.dumps(header))})
    with pytest.raises(tapete.TapeteError, match="mood"):
        NetworkTraining(wanted, tmp_path / "a").train()


def test_the_time_per_update_is_measured_over_the_whole_training(tmp_path: Path, monkeypatch) -> None:
    """An update of the lessons takes another time than one of self-play."""
    seen: list[float] = []

    class Watched:
        def update(self, number: int, progress: float) -> dict[str, float]:
            seen.append(progress)
            return {}

    training = NetworkTraining(config("ppo"), tmp_path / "a")
    monkeypatch.setattr(training, "learner", lambda run: Watched())
    training.seconds_per_update()
    measured = seen[1:]  # the first update loads and compiles
    assert np.mean(np.array(measured) < 0.2) == pytest.approx(0.2) and np.mean(measured) == pytest.approx(0.5)


# Command line


def command(*words: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "tapete", *words], capture_output=True, text=True, **more)


def test_values_that_vary_may_hold_commas() -> None:
    from tapete.cli.learn import varied

    given = ["deck0=A,B", "patrons=draft;a,b,c,d;e,f,g,h"]
    assert varied(given) == {"deck0": ["A", "B"], "patrons": ["draft", "a,b,c,d", "e,f,g,h"]}


@pytest.mark.slow
def test_a_killed_command_resumes_to_the_same_network(tmp_path: Path) -> None:
    """`kill -9` in the middle; the same command with --resume ends with the same network as an undisturbed run."""
    words = ["train", "briscas", "--method", "td", "--updates", "40", "--layers", "32,16", "--set", "decisions=400"]
    words += ["--checks", "4", "--yardstick", "20", "--fresh-games", "20", "--rival", "random", "--json", "--out"]
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    straight = command(*words, str(alone))
    assert straight.returncode == 0, straight.stderr
    result = json.loads(straight.stdout)
    assert result["scores"][0]["rival"] == "random" and result["folder"] == str(alone)
    process = subprocess.Popen([sys.executable, "-m", "tapete", *words, str(killed)], stdout=subprocess.DEVNULL)
    while process.poll() is None and not (killed / "curve.csv").exists():
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL) if process.poll() is None else None
    process.wait()
    other = command(*words, str(killed), "--resume", "--set", "rate=0.1")
    assert other.returncode == 2 and "other settings (settings)" in other.stderr
    assert command(*words, str(killed)).returncode == 2
    resumed = command(*words, str(killed), "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert (killed / "champion.npz").read_bytes() == (alone / "champion.npz").read_bytes()
    both = command(
        "train", "briscas", "--method", "td", "--updates", "2", "--minutes", "1", "--out", str(tmp_path / "b")
    )
    assert both.returncode == 2 and both.stderr.count("\n") == 1 and not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--method", "td", "--population", "4"], "--population: --method td has no such option; es, ga"),
        (["--method", "es", "--updates", "3"], "--updates: --method es has no such option; td, ppo"),
        (["--method", "sarsa"], "must be one of es, ga, cma, random, table, td, ppo, imitate, expert"),
        (["--method", "td", "--set", "nope=1", "--updates", "1"], "has no such setting"),
    ],
)
def test_options_that_a_method_ignores_are_refused(words: list[str], why: str, tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["train", "briscas", *words, "--out", str(tmp_path / "a")])
    assert isinstance(found.exception, tapete.TapeteError) and why in str(found.exception)
    assert found.output == "" and not (tmp_path / "a").exists()


def test_a_training_from_another_network_takes_its_layers_and_encoder(tmp_path: Path, briscas: Game) -> None:
    """Other layers or encoders are refused."""
    before = nets.save(tmp_path / "a.npz", Network.random(briscas, (24,), encoder="briscas_belief", value="mover"))
    words = ["train", "briscas", "--method", "td", "--start", str(before), "--updates", "1", "--set", "decisions=100"]
    words += ["--checks", "1", "--yardstick", "10", "--fresh-games", "10", "--rival", "random", "--json"]
    found = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "b")])
    assert found.exception is None, found.output
    after = nets.load(tmp_path / "b" / "champion.npz")
    assert after.layers == (24,) and after.encoder == "briscas_belief"
    found = CliRunner().invoke(app, [*words, "--layers", "16", "--out", str(tmp_path / "c")])
    assert "it has briscas_belief and layers 24" in str(found.exception) and not (tmp_path / "c").exists()


@pytest.mark.usefixtures("all_formats")
def test_an_unfinished_training_shows_its_curve(tmp_path: Path) -> None:
    """As text, as JSON and as a page with a picture; before its first check too."""

    class Killed(Exception):
        pass

    def die(news) -> None:
        if news.update == 3:
            raise Killed

    with pytest.raises(Killed):
        NetworkTraining(config("td"), tmp_path / "a").train(die)

    def shown(*words: str) -> str:
        found = CliRunner().invoke(app, ["results", str(tmp_path / "a"), *words])
        assert found.exception is None, found.output
        return found.output

    assert "not finished; run 1, update 2" in shown() and "random: " in shown()
    status = json.loads(shown("--json"))
    assert status["finished"] is False and [row["update"] for row in status["curve"]] == [2]
    shown("--report", str(tmp_path / "page"))
    page = (tmp_path / "page" / "report.html").read_text(encoding="utf-8")
    assert "not finished" in page and "CPU-minutes" in page and (tmp_path / "page" / "curve.png").stat().st_size > 5000
    (tmp_path / "a" / "curve.csv").unlink()
    assert "not measured so far" in shown()


def test_curves_of_several_runs_have_a_picture_for_each_rival() -> None:
    rows = [
        {"run": run, "rival": rival, "cpu_seconds": 60.0 * check, "score": 0.5, "low": 0.4, "high": 0.6}
        for run in (1, 2)
        for check in (1, 2)
        for rival in ("random", "cheap-winner")
    ]
    line = [(1.0, 0.5, 0.4, 0.6), (2.0, 0.5, 0.4, 0.6)]
    both = {"run 1": line, "run 2": line}
    assert pictures(rows, 2) == {"random": both, "cheap-winner": both}
    assert pictures(rows[:4], 1) == {"fixed rivals": {"random": line, "cheap-winner": line}}


def test_playing_a_network_never_imports_torch(tmp_path: Path, briscas: Game) -> None:
    place = nets.save(tmp_path / "a.npz", made(briscas))
    code = (
        "import sys, tapete; from tapete.arena.duel import duel; import tapete.learn.config, tapete.learn.rollouts\n"
        f"duel(tapete.load('briscas'), [{str(place)!r}, 'random'], games=2, workers=1)\n"
        "print('torch' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False"]
