"""Explanations add up; networks survive the way to other programs and back; poisoned files get a sentence."""

from __future__ import annotations

import io
import pickle
import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from made import LADDER, MY_MOVE, made

import tapete
from tapete import nets
from tapete.agents.analyse import analyse
from tapete.catalogue import game_names
from tapete.errors import BadNetwork, BadOption
from tapete.game import Game
from tapete.learn import convert
from tapete.nets import Bound, explain

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


# Explanations


@pytest.mark.parametrize("activation", ["relu", "tanh", "sigmoid"])
def test_shares_add_up_to_what_the_network_says(activation: str, briscas: Game) -> None:
    network = made(briscas, (24, 16), activation=activation)
    state = briscas.deal(5)
    view = state.view(state.seat, 1)
    logits, values = Bound(network, briscas).rows(np.asarray(view.observe())[None])
    for action in (None, *view.legal()):
        found = explain.explain(network, view, action)
        assert found.shares.sum() == pytest.approx(found.said - found.baseline, abs=1e-9)
        assert sum(part.share for part in found.parts) == pytest.approx(found.shares.sum())
        if action is None:
            assert 1 / (1 + np.exp(-found.said)) == pytest.approx(values[0, 0], abs=1e-5)
        else:
            assert found.said == pytest.approx(logits[0, action] - logits[0, view.legal()].mean(), abs=1e-4)
        assert not found.shares[np.asarray(view.observe()) == 0].any(), "what is as in the baseline moved nothing"


def test_what_a_network_does_not_read_gets_no_share() -> None:
    game = Game(LADDER, {})
    network = made(game)
    arrays = {name: array.copy() for name, array in network.arrays.items()}
    arrays["w0"][MY_MOVE] = 0
    blind = nets.Network(network.game, network.options, network.encoder, network.layers, arrays, value="mover")
    view = game.deal(1).view()
    assert explain.explain(network, view).shares[MY_MOVE] != 0
    assert explain.explain(blind, view).shares[MY_MOVE] == 0
    rows = np.eye(network.inputs, dtype=np.float32)[:12]
    weighed = explain.importance(network, game, rows)
    assert sum(weighed.values()) == pytest.approx(1.0)
    assert sum(explain.importance(network, game, rows, of="policy").values()) == pytest.approx(1.0)


def test_a_network_of_values_is_explained_by_the_position_after_an_action(briscas: Game) -> None:
    """Against the mean of the positions after all legal actions; shares of one action against another add up to their values."""
    network = made(briscas, (24, 16), policy=False)
    state = briscas.deal(5)
    view = state.view(state.seat, 1)
    for action in view.legal():
        found = explain.explain(network, view, action)
        after = view.state.clone()
        after.apply(action)
        _, values = Bound(network, briscas).rows(np.asarray(after.observe(view.seat))[None])
        assert found.of == "after" and 1 / (1 + np.exp(-found.said)) == pytest.approx(values[0, 0], abs=1e-5)
        assert found.shares.sum() == pytest.approx(found.said - found.baseline, abs=1e-9)


@pytest.mark.parametrize("policy", [True, False])
def test_an_analysis_tells_what_moved_the_network(policy: bool, tmp_path: Path, briscas: Game) -> None:
    """The network itself, a search that it guides, and a search that evaluates by it."""
    place = nets.save(tmp_path / "a.npz", made(briscas, (24, 16), policy=policy))
    state = briscas.deal(5)
    found = analyse(state, str(place), seed=1)
    assert found["chosen"] == found["actions"][0]["action"]
    assert found["actions"][0]["value"] == max(row["value"] for row in found["actions"])
    assert [reason["of"] for reason in found["why"]] == (["policy", "value"] if policy else ["after"])
    names = {part["name"] for part in found["why"][0]["parts"]}
    assert names == {name for name, _ in explain.parts_of(briscas, "briscas_v1")}
    for spec in (f"ismcts:iterations=20,guide={place}", f"ismcts:iterations=20,eval=net,net={place},rollout_depth=0"):
        told = analyse(state, spec, seed=1)
        assert told["iterations"] == 20 and told["why"][0]["action"] == told["chosen"]
    assert "why" not in analyse(state, "ismcts:iterations=20", seed=1)


def test_wrong_questions_get_a_sentence(briscas: Game) -> None:
    view = briscas.deal(5).view()
    with pytest.raises(BadOption, match="not legal"):
        explain.explain(made(briscas), view, 41)
    with pytest.raises(BadOption, match="no value head"):
        explain.explain(made(briscas, value=None), view)
    with pytest.raises(BadOption, match="not legal"):
        explain.explain(made(briscas, policy=False), view, 41)
    with pytest.raises(BadOption, match="baseline"):
        explain.explain(made(briscas), view, baseline=np.zeros(3))


def test_the_named_parts_of_every_encoder_cover_it() -> None:
    for name in game_names():
        if name not in ("briscas", "catan", "dinosaurs", "hearthstone", "tribute"):
            continue
        game = tapete.load(name)
        for encoder in game.definition.encoders:
            parts = explain.parts_of(game, encoder)
            assert sum(count for _, count in parts) == game.features(encoder), (name, encoder)
        assert len(explain.parts_of(game, next(iter(game.definition.encoders)))) > 1, "its first encoder names parts"


# Other programs


def test_a_network_goes_to_pytorch_and_back(briscas: Game, tmp_path: Path) -> None:
    network = made(briscas, (24, 16))
    path = convert.to_torch(network, tmp_path / "a.pt")
    again = convert.from_file(path, briscas)
    assert all(np.array_equal(again.arrays[name], array) for name, array in network.arrays.items())
    model = torch.nn.Sequential(torch.nn.Linear(256, 8), torch.nn.ReLU(), torch.nn.Linear(8, 40))
    torch.save(model.state_dict(), tmp_path / "b.pt")
    plain = convert.from_file(tmp_path / "b.pt", briscas)
    features = np.asarray(briscas.deal(5).view().observe(), dtype=np.float32)[None]
    ours = Bound(plain, briscas).rows(features)[0][0]
    assert np.abs(ours[:40] - model(torch.from_numpy(features)).detach().numpy()[0]).max() < 1e-5
    assert (ours[40:] < -1000).all(), "actions that it does not know are never chosen"


def keras_file(path: Path, layers: list[tuple[np.ndarray, np.ndarray]]) -> Path:
    """A file as Keras 2.15 writes it on Windows: a zip with a configuration and weights under names with back-slashes."""
    h5py = pytest.importorskip("h5py")
    import json

    names = ["dense", "dense_1", "dense_2"][: len(layers)]
    weights = io.BytesIO()
    with h5py.File(weights, "w") as file:
        for name, (matrix, vector) in reversed(list(zip(names, layers, strict=True))):
            file[f"layers\\{name}/vars/0"] = matrix
            file[f"layers\\{name}/vars/1"] = vector
        file["optimizer/vars/1"] = np.zeros((3, 3))
    config = {"config": {"layers": [{"class_name": "Dense", "config": {"name": name}} for name in names]}}
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("config.json", json.dumps(config))
        out.writestr("model.weights.h5", weights.getvalue())
    return path


def test_a_keras_file_is_read_layer_by_layer(briscas: Game, tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    sizes = (166, 64, 64, 40)
    layers = [
        (generator.normal(size=(a, b)).astype(np.float32), generator.normal(size=b).astype(np.float32))
        for a, b in pairwise(sizes)
    ]
    network = convert.from_file(keras_file(tmp_path / "a.keras", layers), briscas, "thesis166")
    assert network.layers == (64, 64) and network.encoder == "thesis166" and network.value is None
    assert sum(a.size for pair in layers for a in pair) == 17_448, "as many numbers as the thesis's network has"
    x = np.asarray(briscas.deal(5).view().observe("thesis166"), dtype=np.float32)
    hidden = x
    for matrix, vector in layers[:-1]:
        hidden = np.maximum(hidden @ matrix + vector, 0)
    assert np.allclose(
        Bound(network, briscas).rows(x[None])[0][0, :40], hidden @ layers[-1][0] + layers[-1][1], atol=1e-2
    )


class Evil:
    def __reduce__(self) -> tuple:
        return (Path("pwned").write_text, ("code ran",))


def test_poisoned_and_foreign_files_get_a_sentence(briscas: Game, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.pt").write_bytes(pickle.dumps(Evil()))
    torch.save({"model": Evil()}, tmp_path / "evil2.pt")
    (tmp_path / "cut.keras").write_bytes(b"PK\x03\x04 nothing")
    (tmp_path / "noise.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(50))
    torch.save({"0.weight": torch.zeros(8, 99), "0.bias": torch.zeros(8)}, tmp_path / "sizes.pt")
    nan = torch.nn.Linear(256, 42).state_dict()
    nan["weight"][0, 0] = float("nan")
    torch.save(nan, tmp_path / "nan.pt")
    torch.save({}, tmp_path / "empty.pt")
    (tmp_path / "a.txt").write_text("hello")
    for name in ("evil.pt", "evil2.pt", "cut.keras", "noise.h5", "sizes.pt", "nan.pt", "empty.pt", "a.txt", "gone.pt"):
        with pytest.raises(BadNetwork) as caught:
            convert.from_file(tmp_path / name, briscas)
        assert "\n" not in str(caught.value), name
    assert not (tmp_path / "pwned").exists()
