"""Explanations add up; networks survive conversion to other programs and back; malicious files are refused."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import zipfile
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pytest
from command import tapete_command
from made import LADDER, MY_MOVE, made

import tapete
from tapete import nets
from tapete.agents.analysis import analyse
from tapete.core.game import Game
from tapete.core.registry import game_names
from tapete.errors import BadNetwork, BadOption
from tapete.learn import convert
from tapete.nets import Bound, explain

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


# Explanations


@pytest.mark.parametrize("activation", ["relu", "tanh", "sigmoid"])
def test_shares_add_up_to_the_networks_output(activation: str, briscas: Game) -> None:
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
        usual = explain.mean_position(briscas, network.encoder)
        assert not found.shares[np.asarray(view.observe()) == usual].any(), "inputs equal to the baseline have no share"


def test_an_input_that_never_changes_gets_no_share(briscas: Game) -> None:
    """The option follow_suit is off in every game of this table."""
    from tapete.nets.files import own

    network = own(briscas)
    state = briscas.deal(5)
    parts = {part.name: part for part in explain.explain(network, state.view(state.seat, 1)).parts}
    assert parts["rule of following suit"].share == 0.0
    zeros = explain.explain(network, state.view(state.seat, 1), baseline=np.zeros(network.inputs))
    assert {part.name: part for part in zeros.parts}["rule of following suit"].share != 0.0


def test_an_input_that_a_network_ignores_gets_no_share() -> None:
    game = Game(LADDER, {})
    network = made(game)
    arrays = {name: array.copy() for name, array in network.arrays.items()}
    arrays["w0"][MY_MOVE] = 0
    blind = nets.Network(network.game, network.options, network.encoder, network.layers, arrays, value="mover")
    view = game.deal(1).view()
    nothing = np.zeros(network.inputs)
    assert explain.explain(network, view, baseline=nothing).shares[MY_MOVE] != 0
    assert explain.explain(network, view).shares[MY_MOVE] == 0, "the seat to decide always has the move"
    assert explain.explain(blind, view, baseline=nothing).shares[MY_MOVE] == 0
    rows = np.eye(network.inputs, dtype=np.float32)[:12]
    weighed = explain.importance(network, game, rows)
    assert sum(weighed.values()) == pytest.approx(1.0)
    assert sum(explain.importance(network, game, rows, of="policy").values()) == pytest.approx(1.0)


def test_a_network_of_values_is_explained_by_the_position_after_an_action(briscas: Game) -> None:
    """The baseline is the mean of the positions after all legal actions."""
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
def test_an_analysis_explains_the_network(policy: bool, tmp_path: Path, briscas: Game) -> None:
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
        searched = analyse(state, spec, seed=1)
        assert searched["iterations"] == 20 and searched["why"][0]["action"] == searched["chosen"]
    assert "why" not in analyse(state, "ismcts:iterations=20", seed=1)


def test_wrong_arguments_of_explain_are_refused(briscas: Game) -> None:
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
        assert len(explain.parts_of(game, next(iter(game.definition.encoders)))) > 1, "its first encoder has parts"


# Conversion to other programs


def test_a_network_is_converted_to_pytorch_and_back(briscas: Game, tmp_path: Path) -> None:
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
    assert (ours[40:] < -1000).all(), "unknown actions are never chosen"


def dense(name: str, activation: str | None = None, **more: object) -> dict:
    return {"class_name": "Dense", "config": {"name": name, "activation": activation, **more}}


def keras_file(path: Path, groups: dict[str, list[np.ndarray]], layers: list[dict], **model: object) -> Path:
    """Write a file as Keras 2.15 on Windows: a zip with a configuration and weights under names with backslashes."""
    h5py = pytest.importorskip("h5py")
    weights = io.BytesIO()
    with h5py.File(weights, "w") as file:
        for name, arrays in reversed(groups.items()):
            for number, array in enumerate(arrays):
                file[f"layers\\{name}/vars/{number}"] = array
        file["optimizer/vars/1"] = np.zeros((3, 3, 3))
        file["metrics\\mean/vars/0"] = np.zeros(())
        file["layers\\dropout/seed_generator/vars/0"] = np.zeros(2, dtype=np.uint32)
    config = {"class_name": "Sequential", "config": {"layers": layers}, **model}
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("config.json", json.dumps(config))
        out.writestr("model.weights.h5", weights.getvalue())
    return path


def numbers(*sizes: int) -> list[list[np.ndarray]]:
    """Return weights and biases of successive dense layers."""
    generator = np.random.default_rng(1)
    return [
        [generator.normal(size=(a, b)).astype(np.float32), generator.normal(size=b).astype(np.float32)]
        for a, b in pairwise(sizes)
    ]


def counted(layers: list[list[np.ndarray]]) -> dict[str, list[np.ndarray]]:
    """Return layers by their names in `.keras` files: by class, whatever their own names are."""
    return {"dense" if number == 0 else f"dense_{number}": layer for number, layer in enumerate(layers)}


def test_a_keras_file_is_read_layer_by_layer(briscas: Game, tmp_path: Path) -> None:
    layers = numbers(166, 64, 64, 40)
    described = [dense("dense"), dense("dense_1"), dense("dense_2")]
    network = convert.from_file(keras_file(tmp_path / "a.keras", counted(layers), described), briscas, "thesis166")
    assert network.layers == (64, 64) and network.encoder == "thesis166" and network.value is None
    assert sum(a.size for pair in layers for a in pair) == 17_448, "as many parameters as the thesis's network"
    x = np.asarray(briscas.deal(5).view().observe("thesis166"), dtype=np.float32)
    hidden = x
    for matrix, vector in layers[:-1]:
        hidden = np.maximum(hidden @ matrix + vector, 0)
    assert np.allclose(
        Bound(network, briscas).rows(x[None])[0][0, :40], hidden @ layers[-1][0] + layers[-1][1], atol=1e-2
    )


def test_keras_weights_follow_the_order_of_the_configuration(briscas: Game, tmp_path: Path) -> None:
    """Keras counts groups of weights by class: the second model of a session has `dense_1` first in its configuration."""
    layers = numbers(256, 16, 16, 42)
    described = [dense("dense_1", "relu"), dense("dense_2", "relu"), dense("dense_3", "softmax")]
    network = convert.from_file(keras_file(tmp_path / "a.keras", counted(layers), described), briscas)
    for name, array in zip(("w0", "b0", "w1", "b1", "policy_w", "policy_b"), chain(*layers), strict=True):
        assert np.array_equal(network.arrays[name], array), name


def test_activations_come_from_the_keras_configuration(briscas: Game, tmp_path: Path) -> None:
    layers = numbers(256, 16, 8, 42)

    def read(*described: dict, **given: str) -> nets.Network:
        return convert.from_file(keras_file(tmp_path / "a.keras", counted(layers), list(described)), briscas, **given)

    function = {"module": "builtins", "class_name": "function", "config": "tanh", "registered_name": "function"}
    between = {"class_name": "Activation", "config": {"name": "between", "activation": "tanh"}}
    dropout = {"class_name": "Dropout", "config": {"name": "dropout", "rate": 0.5}}
    last = {"class_name": "Softmax", "config": {"name": "last", "axis": -1}}
    for described in (
        (dense("a", "tanh"), dense("b", "tanh"), dense("c", "softmax")),
        (dense("a", function), dense("b", "tanh"), dense("c", "linear")),
        (dense("a", "linear"), dropout, between, dense("b", "tanh"), dense("c", "linear"), last),
    ):
        assert read(*described).activation == "tanh" == read(*described, activation="tanh").activation
        assert "assumed" not in read(*described).made
    unsaid = read(dense("a"), dense("b"), dense("c"))
    assert unsaid.activation == "relu" and unsaid.made["assumed"] == ["activation relu"]
    relu = {"class_name": "ReLU", "config": {"name": "leaky", "negative_slope": 0.1}}
    normal = {"class_name": "BatchNormalization", "config": {"name": "normal"}}
    for described, given, sentence in (
        ((dense("a", "tanh"), dense("b", "tanh"), dense("c")), "relu", "the file says activation tanh, and relu"),
        ((dense("a", "tanh"), dense("b", "relu"), dense("c")), None, "different activations .'a': tanh, 'b': relu"),
        ((dense("a", "elu"), dense("b", "elu"), dense("c")), None, "'b' has the activation 'elu', and here"),
        ((dense("a", "relu"), dense("b", "linear"), dense("c")), None, "'b' has the activation 'linear'"),
        ((dense("a", "relu"), dense("b", "relu"), dense("c", "relu")), None, "the policy 'c' ends in relu"),
        ((dense("a", {"class_name": "Mine"}), dense("b"), dense("c")), None, "'a' has an activation of its own"),
        ((dense("a"), relu, dense("b"), dense("c")), None, "'leaky' .'ReLU'. is not dense"),
        ((dense("a", "relu"), between, dense("b"), dense("c")), None, "'between' does not follow a linear"),
        ((dense("a"), normal, dense("b"), dense("c")), None, "'normal' .'BatchNormalization'. is not dense"),
        ((dense("a"), dense("b")), None, "it holds numbers of 'dense"),
        ((dense("a"), dense("b"), dense("c", use_bias=False)), None, "'c' has 2 arrays"),
        ((dense("a"), dense("b"), dense("b")), None, "two of its layers are called 'b'"),
    ):
        with pytest.raises(BadNetwork, match=sentence):
            read(*described, activation=given)


def functional(layer: dict, *sources: str) -> dict:
    """Return a layer with its input layers, as Keras 3 writes them."""
    tensors = [{"class_name": "__keras_tensor__", "config": {"keras_history": [name, 0, 0]}} for name in sources]
    return {**layer, "inbound_nodes": [{"args": tensors, "kwargs": {}}] if sources else []}


def two_heads(
    path: Path, *, ends: str = "tanh", source: str = "b", outputs: tuple[str, ...] = ("policy", "value")
) -> Path:
    layers = [*numbers(256, 16, 16, 42), *numbers(16, 1)]
    described = [
        functional({"class_name": "InputLayer", "config": {"name": "input"}}),
        functional(dense("a", "relu"), "input"),
        functional(dense("b", "relu"), "a"),
        functional(dense("policy", "softmax"), "b"),
        functional(dense("value", ends), source),
    ]
    config = {"layers": described, "output_layers": [[name, 0, 0] for name in outputs]}
    return keras_file(path, counted(layers), [], class_name="Functional", config=config)


def test_heads_of_a_keras_file_are_recognised_by_name_and_inputs(briscas: Game, tmp_path: Path) -> None:
    network = convert.from_file(two_heads(tmp_path / "a.keras"), briscas)
    assert network.layers == (16, 16) and network.policy and network.value == "mover"
    assert network.value_activation == "tanh" and network.value_scale == (-1.0, 1.0)
    assert network.made["assumed"] == ["value scale -1,1"], "Keras does not say what a value means"
    sigmoid = convert.from_file(two_heads(tmp_path / "a.keras", ends="sigmoid"), briscas)
    assert sigmoid.value_activation == "sigmoid" and sigmoid.value_scale == (0.0, 1.0)
    linear = convert.from_file(two_heads(tmp_path / "a.keras", ends="linear"), briscas, value_scale=(-9.0, 9.0))
    assert linear.value_activation == "none" and linear.value_scale == (-9.0, 9.0) and "assumed" not in linear.made
    for words, sentence in (
        ({"ends": "linear"}, "which values mean a lost and a won game is said nowhere"),
        ({"ends": "relu"}, "the value 'value' ends in relu"),
        ({"source": "a"}, "the layer 'value' reads 'a', and in a row it would read 'b'"),
        ({"outputs": ("policy",)}, "its outputs are 'policy', and its heads 'policy', 'value'"),
    ):
        with pytest.raises(BadNetwork, match=sentence):
            convert.from_file(two_heads(tmp_path / "a.keras", **words), briscas)


def test_activations_are_read_from_an_older_keras_file(briscas: Game, tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    layers = numbers(256, 8, 42)
    config = {"class_name": "Sequential", "config": {"layers": [dense("second", "sigmoid"), dense("first", "softmax")]}}
    for whole in (True, False):
        with h5py.File(tmp_path / "a.h5", "w") as file:
            if whole:
                file.attrs["model_config"] = json.dumps(config)
            else:
                file.attrs["layer_names"] = [b"second", b"first"]
            for name, (matrix, vector) in zip(("second", "first"), layers, strict=True):
                start = f"{'model_weights/' if whole else ''}{name}/{name}"
                file[f"{start}/kernel:0"], file[f"{start}/bias:0"] = matrix, vector
            file["optimizer_weights/iteration:0"] = 3
        network = convert.from_file(tmp_path / "a.h5", briscas)
        assert np.array_equal(network.arrays["w0"], layers[0][0]), "in the given order, not by name"
        assert network.activation == ("sigmoid" if whole else "relu")
        assert network.made.get("assumed") == (None if whole else ["activation relu"])
    with h5py.File(tmp_path / "a.h5", "w") as file:
        for name, (matrix, vector) in zip(("second", "first", "third"), numbers(256, 256, 256, 42), strict=True):
            file[f"layers/{name}/vars/0"], file[f"layers/{name}/vars/1"] = matrix, vector
    with pytest.raises(BadNetwork, match="in which order its layers come"):
        convert.from_file(tmp_path / "a.h5", briscas)


def test_a_keras_link_or_unexpected_array_is_refused(briscas: Game, tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    matrix, vector = numbers(256, 42)[0]
    for name, value, sentence in (
        ("dense_1", h5py.ExternalLink("other.h5", "/x"), "'dense_1' is a link to elsewhere"),
        ("dense_1", h5py.SoftLink("/dense"), "'dense_1' is a link to elsewhere"),
        ("dense_1/vars/0", np.zeros((2, 2, 2), np.float32), "'dense_1/vars/0' belongs to no dense layer"),
        ("dense/vars/2", vector, "the layer 'dense' is not dense"),
        ("dense_1/vars/0", matrix.astype(np.complex64), "'dense_1/vars/0' holds complex64"),
        ("dense_1/vars/0", matrix.astype(np.int32), "'dense_1/vars/0' holds int32"),
        ("dense_1/vars/0", np.full((2, 2), np.inf), "'dense_1/vars/0' holds a value that is not a finite number"),
    ):
        with h5py.File(tmp_path / "a.h5", "w") as file:
            file["dense/vars/0"], file["dense/vars/1"] = matrix, vector
            file[name] = value
        with pytest.raises(BadNetwork, match=sentence):
            convert.from_file(tmp_path / "a.h5", briscas)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["dense/vars/0"], file["dense/vars/1"] = matrix, vector
        file["dense_1"] = file["dense"]
    with pytest.raises(BadNetwork, match="under a second name"):
        convert.from_file(tmp_path / "a.h5", briscas)


def test_keras_files_without_a_model_are_refused_in_a_sentence(briscas: Game, tmp_path: Path) -> None:
    def written(**members: str) -> Path:
        with zipfile.ZipFile(tmp_path / "a.keras", "w") as out:
            for name, content in members.items():
                out.writestr({"config": "config.json", "weights": "model.weights.h5"}[name], content)
        return tmp_path / "a.keras"

    good = keras_file(tmp_path / "good.keras", counted(numbers(256, 42)), [dense("a")])
    with zipfile.ZipFile(good) as file:
        weights = file.read("model.weights.h5")
    vague = "does not describe a model as Keras does"
    for members, sentence in (
        ({"weights": weights}, "'config.json' is not in it"),
        ({"config": "{}"}, "'model.weights.h5' is not in it"),
        ({"config": "{}", "weights": "hello"}, "not a Keras file, or not a whole one"),
        ({"config": "[]", "weights": weights}, vague),
        ({"config": "{", "weights": weights}, vague),
        ({"config": "[" * 100_000, "weights": weights}, vague),
        ({"config": '{"config": {"layers": [3]}}', "weights": weights}, vague),
        ({"config": '{"config": []}', "weights": weights}, vague),
        ({"config": '{"class_name": "Mine", "config": {"layers": []}}', "weights": weights}, "of the class 'Mine'"),
        ({"config": '{"config": {"layers": []}}', "weights": weights}, "it holds no dense layers"),
    ):
        with pytest.raises(BadNetwork, match=sentence):
            convert.from_file(written(**members), briscas)


# PyTorch


def saved(path: Path, state: object) -> Path:
    torch.save(state, path)
    return path


def test_a_state_dict_with_other_than_dense_layers_is_refused_by_name(briscas: Game, tmp_path: Path) -> None:
    nn = torch.nn
    plain = nn.Linear(256, 42).state_dict()

    def row(*names: str) -> dict:
        """Return layers of 256 to 256, the last of 256 to 42."""
        return {
            f"{name}.{kind}": tensor
            for name in names
            for kind, tensor in nn.Linear(256, 42 if name in (names[-1], "policy") else 256).state_dict().items()
        }

    normal = nn.Sequential(nn.Linear(256, 16), nn.ReLU(), nn.BatchNorm1d(16), nn.Linear(16, 42)).state_dict()
    for state, sentence in (
        (normal, "'2.weight' .of shape .16,.. belongs to no linear layer"),
        ({**plain, "scale": torch.ones(1)}, "'scale' .* belongs to no linear layer"),
        ({"bias": plain["bias"]}, "'bias' .* belongs to no linear layer"),
        ({**plain, "in_proj_weight": torch.ones(4, 4)}, "'in_proj_weight' .* belongs to no linear layer"),
        (row("a", "policy", "value.0", "value.2"), "the value head has more than one layer .'value.0', 'value.2'."),
        (row("a", "policy_value"), "'policy_value' is named for both heads"),
        (row("weight", "") | plain, "two of its layers have the same name|belongs to no linear layer"),
        ({**plain, "weight": plain["weight"].to(torch.complex64)}, "'weight' holds complex64"),
        ({**plain, "bias": torch.ones(42, dtype=torch.int64)}, "'bias' holds int64"),
        ({**plain, "weight": plain["weight"].to_sparse()}, "'weight' is not a plain tensor"),
        ({**plain, "weight": plain["weight"].double() * 1e300}, "'weight' holds a value that is not a finite number"),
        ({**plain, "bias": 0.5}, "'bias' is of type float, and a state dict holds tensors"),
        ({"model": plain, "epoch": 3}, "'model' is of type OrderedDict, and a state dict holds tensors"),
        ({3: plain["bias"]}, "3 is of type Tensor"),
        ({**plain, "bias": torch.tensor(0.5)}, "'bias' has shape .., and biases have one dimension"),
        ({**plain, "bias": torch.ones(16)}, "'weight' has 42 outputs and 16 biases"),
        ({"0.weight": torch.ones(42, 99)}, "'0' takes 99 numbers, and it gets 256 from briscas_v1 of briscas"),
        ({"0.weight": torch.ones(0, 256), "1.weight": torch.ones(42, 0)}, "'0' has no outputs"),
        ({"0.weight": torch.ones(43, 256)}, "knows 43 actions, and the game has 42"),
        ({}, "it is an empty state dict"),
        ([1, 2], "it holds a list and no state dict"),
    ):
        with pytest.raises(BadNetwork, match=sentence) as caught:
            convert.from_file(saved(tmp_path / "a.pt", state), briscas)
        assert "\n" not in str(caught.value) and str(caught.value).startswith(str(tmp_path / "a.pt"))
    assert convert.from_file(saved(tmp_path / "a.pt", plain), briscas).layers == ()
    assert convert.from_file(saved(tmp_path / "a.pt", row("a", "b", "c")), briscas).layers == (256, 256)


@pytest.mark.parametrize(
    "more",
    [
        {"activation": "tanh", "value": "seats", "value_activation": "none", "value_scale": (-2.0, 3.5)},
        {"activation": "sigmoid", "value_activation": "tanh", "value_scale": (-1.0, 1.0), "policy": False},
        {"activation": "tanh", "value": None},
    ],
)
def test_conversion_to_pytorch_and_back_is_lossless(more: dict, briscas: Game, tmp_path: Path) -> None:
    network = made(briscas, (24, 16), encoder="briscas_v1", **more)
    network = replace(network, options={"players": 2})
    again = convert.from_file(convert.to_torch(network, tmp_path / "a.pt"), briscas)
    assert {**again.header(), "made": {}} == {**network.header(), "made": {}} and again.made == {"imported": "a.pt"}
    assert all(np.array_equal(again.arrays[name], array) for name, array in network.arrays.items())
    state = torch.load(tmp_path / "a.pt", weights_only=True)
    assert all(isinstance(tensor, torch.Tensor) for tensor in state.values()), "a state dict as PyTorch makes them"
    other = {"relu", "tanh"} - {network.activation}
    with pytest.raises(BadNetwork, match=f"the file says activation {network.activation}, and"):
        convert.from_file(tmp_path / "a.pt", briscas, activation=other.pop())


def test_a_module_loads_an_exported_state_dict(briscas: Game, tmp_path: Path) -> None:
    network = made(briscas, (24,), activation="tanh", value=None)
    convert.to_torch(network, tmp_path / "a.pt")
    module = torch.nn.Module()
    module.layers = torch.nn.ModuleList([torch.nn.Linear(256, 24)])
    module.policy = torch.nn.Linear(24, 42)
    module.load_state_dict(torch.load(tmp_path / "a.pt", weights_only=True), strict=True)
    again = convert.from_file(saved(tmp_path / "b.pt", module.state_dict()), briscas)
    assert again.activation == "relu" and again.made["assumed"] == ["activation relu"], "rewritten: must be given again"
    assert convert.from_file(tmp_path / "b.pt", briscas, activation="tanh").activation == "tanh"


def test_metadata_of_a_state_dict_must_fit_the_game_and_be_complete(briscas: Game, tmp_path: Path) -> None:
    network = made(briscas, (24, 16))
    convert.to_torch(replace(network, options={"players": [3, 4]}), tmp_path / "a.pt")
    with pytest.raises(BadNetwork, match=r"made for players=\[3, 4\], and here players is 2"):
        convert.from_file(tmp_path / "a.pt", briscas)
    convert.to_torch(replace(network, game="catan"), tmp_path / "a.pt")
    with pytest.raises(BadNetwork, match="for catan, not for briscas"):
        convert.from_file(tmp_path / "a.pt", briscas)
    state = torch.load(convert.to_torch(network, tmp_path / "a.pt"), weights_only=True)
    good = json.loads(state._metadata["tapete"]["network"])
    for wrong in (
        3, [], {"network": 3}, {"network": "{"}, {"network": "[]"}, {"network": json.dumps({**good, "encoder": 3})},
        {"network": json.dumps({**good, "value_scale": [1]})}, {"network": json.dumps({**good, "options": []})},
        {"network": json.dumps({**good, "more": 1})}, {"network": json.dumps({**good, "value_scale": [0, 10**400]})},
        {"network": json.dumps({**good, "value": "seats"})}, {"network": json.dumps({**good, "activation": "elu"})},
        {"network": json.dumps({**good, "value_scale": [1, 0]})},
    ):  # fmt: skip
        state._metadata["tapete"] = wrong
        with pytest.raises(BadNetwork, match=r"was changed|it says that its value|no activation|value_scale"):
            convert.from_file(saved(tmp_path / "b.pt", state), briscas)


@pytest.mark.slow
def test_convert_prints_its_assumptions_and_the_options_to_repeat(briscas: Game, tmp_path: Path) -> None:
    def command(*words: str) -> subprocess.CompletedProcess:
        words = ("convert", "briscas", *(str(tmp_path / word) if "." in word[1:] else word for word in words))
        return tapete_command(*words, torch=True)

    nets.save(tmp_path / "a.npz", made(briscas, activation="tanh", value_activation="none", value_scale=(-2, 3)))
    there = command("a.npz", "--out", "a.pt")
    again = "--encoder briscas_v1 --activation tanh --value-activation none --value-scale -2.0,3.0"
    assert there.returncode == 0 and again in " ".join(there.stdout.split()), there.stderr
    back = json.loads(command("a.pt", "--out", "b.npz", "--json").stdout)
    assert (back["activation"], back["value_activation"], back["value_scale"]) == ("tanh", "none", [-2.0, 3.0])
    saved(tmp_path / "b.pt", dict(torch.load(tmp_path / "a.pt", weights_only=True)))
    bare = command("b.pt", "--out", "b.npz")
    assert "assumed: activation relu; value activation sigmoid; value scale 0,1" in " ".join(bare.stdout.split())
    words = ("--activation", "tanh", "--value-activation", "none", "--value-scale", "-2,3", "--json")
    assert {**json.loads(command("b.pt", "--out", "b.npz", *words).stdout), "file": ""} == {**back, "file": ""}
    (tmp_path / "text.pt").write_text("import torch")
    (tmp_path / "none.pt").write_bytes(b"")
    torch.save(torch.nn.Linear(2, 2), tmp_path / "model.pt")
    for words, sentence in (
        (("text.pt", "--out", "c.npz"), "not a state dict of PyTorch: the file is incomplete"),
        (("none.pt", "--out", "c.npz"), "not a state dict of PyTorch"),
        (("model.pt", "--out", "c.npz"), "objects other than tensors, which are never loaded"),
        (("b.pt", "--out", "c.npz", "--activation", "gelu"), "there is no activation 'gelu'"),
        (("b.pt", "--out", "c.npz", "--value-scale", "1"), "two numbers with a comma"),
        (("b.pt", "--out", "c.npz", "--value-scale", "1,nan"), "the smaller number comes first"),
        (("b.pt", "--out", "c.npz", "--value-activation", "none"), "is said nowhere"),
        (("a.npz", "--out", "c.pt", "--activation", "relu"), "--activation is for import"),
        (("a.npz", "--out", "gone/c.pt"), "cannot be written: No such file or directory"),
    ):
        wrong = command(*words)
        assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1 and "\x1b" not in wrong.stderr, wrong.stderr
        assert sentence in wrong.stderr and not (tmp_path / words[2]).exists(), wrong.stderr


class Malicious:
    def __reduce__(self) -> tuple:
        return (Path("pwned").write_text, ("code ran",))


def test_malicious_and_foreign_files_are_refused_in_a_sentence(briscas: Game, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.pt").write_bytes(pickle.dumps(Malicious()))
    torch.save({"model": Malicious()}, tmp_path / "evil2.pt")
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
