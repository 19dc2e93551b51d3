"""Networks from and to other programs: PyTorch state dicts and Keras files. Never a pickle: weights only.

Dense layers in a row with one head at the end, or with two that are named `policy` and `value`. What a foreign network does not
say (game, encoder, activation) is said by whoever imports it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import BadNetwork
from tapete.game import Game
from tapete.nets import Network

NEVER = -1e4  # bias of an action that a foreign network does not know
Dense = tuple[np.ndarray, np.ndarray]  # weights by input, biases


def from_file(path: Path, game: Game, encoder: str | None = None, *, activation: str = "relu") -> Network:
    """A network from `.pt`/`.pth` (a PyTorch state dict) or `.keras`/`.h5` (Keras)."""
    if not path.is_file():
        raise BadNetwork(f"{path} cannot be read: there is no such file")
    if path.suffix in (".pt", ".pth"):
        named = torch_layers(path)
    elif path.suffix in (".keras", ".h5"):
        named = keras_layers(path)
    else:
        raise BadNetwork(f"{path}: networks are imported from .pt, .pth, .keras and .h5 files")
    made = {"imported": path.name}
    try:
        return assembled(named, game, encoder, activation, made)
    except BadNetwork as error:
        raise BadNetwork(f"{path}: {error}") from None


def assembled(
    named: Sequence[tuple[str, Dense]], game: Game, encoder: str | None, activation: str, made: Mapping[str, Any]
) -> Network:
    """A network of layers in order; heads by their names, or the last layer as the policy."""
    name = encoder or next(iter(game.definition.encoders), "")
    game.encoder(name)
    heads = {head: dense for head in ("policy", "value") for key, dense in named if head in key.lower()}
    body = [dense for key, dense in named if not any(head in key.lower() for head in ("policy", "value"))]
    if not heads:
        if not body:
            raise BadNetwork("it holds no dense layers")
        heads = {"policy": body.pop()}
    arrays: dict[str, np.ndarray] = {}
    width = game.features(name)
    for number, (weights, biases) in enumerate(body):
        if weights.shape != (width, len(biases)):
            raise BadNetwork(
                f"layer {number + 1} has shape {weights.shape}, and {width} numbers come to it ({name} of {game.name})"
            )
        arrays[f"w{number}"], arrays[f"b{number}"] = weights, biases
        width = len(biases)
    for head, (weights, biases) in heads.items():
        if weights.shape != (width, len(biases)):
            raise BadNetwork(f"the {head} head has shape {weights.shape}, and {width} numbers come to it")
        arrays[f"{head}_w"], arrays[f"{head}_b"] = weights, biases
    if "policy" in heads:
        missing = game.actions - len(heads["policy"][1])
        if missing < 0:
            raise BadNetwork(f"its policy knows {len(heads['policy'][1])} actions, and the game has {game.actions}")
        if missing:
            arrays["policy_w"] = np.pad(arrays["policy_w"], ((0, 0), (0, missing)))
            arrays["policy_b"] = np.pad(arrays["policy_b"], (0, missing), constant_values=NEVER)
    value = None
    if "value" in heads:
        value = "mover" if len(heads["value"][1]) == 1 else "seats"
    clean = {key: np.ascontiguousarray(array, dtype=np.float32) for key, array in arrays.items()}
    layers = tuple(len(biases) for _, biases in body)
    network = Network(game.name, game.options, name, layers, clean, activation=activation, value=value, made=dict(made))
    return network.check_for(game)


def torch_layers(path: Path) -> list[tuple[str, Dense]]:
    """The linear layers of a state dict, in its order."""
    from tapete.learn.model import torch

    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # whatever a broken or poisoned file makes the library raise
        raise BadNetwork(f"{path} is no state dict of PyTorch: {str(error).splitlines()[0][:120]}") from None
    if not isinstance(state, Mapping):
        raise BadNetwork(f"{path} holds no state dict: save `model.state_dict()`, not the model")
    found = []
    for key, tensor in state.items():
        if not str(key).endswith("weight") or not hasattr(tensor, "ndim") or tensor.ndim != 2:
            continue
        start = str(key)[: -len("weight")]
        biases = state.get(f"{start}bias")
        weights = tensor.detach().to(torch.float32).numpy().T
        zero = np.zeros(weights.shape[1], dtype=np.float32)
        found.append((start, (weights, zero if biases is None else biases.detach().to(torch.float32).numpy())))
    return found


def to_torch(network: Network, path: Path) -> Path:
    """Write a network as a state dict: `layers.N.weight`, `layers.N.bias`, `policy.weight`, `value.weight`, ..."""
    from tapete.learn.model import torch

    state = {}
    names = [(f"layers.{k}", f"w{k}", f"b{k}") for k in range(len(network.layers))]
    names += [(head, f"{head}_w", f"{head}_b") for head in ("policy", "value") if f"{head}_w" in network.arrays]
    for name, weights, biases in names:
        state[f"{name}.weight"] = torch.tensor(np.array(network.arrays[weights].T))
        state[f"{name}.bias"] = torch.tensor(np.array(network.arrays[biases]))
    try:
        torch.save(state, path)
    except (OSError, RuntimeError) as error:
        raise BadNetwork(f"{path} cannot be written: {error}") from None
    return path


def keras_layers(path: Path) -> list[tuple[str, Dense]]:
    """The dense layers of a Keras file, in the order of its configuration (or of their names)."""
    try:
        import h5py
    except ImportError:
        raise BadNetwork(
            "Keras files are read with h5py, which is not installed: pip install 'tapete[import]'"
        ) from None
    try:
        order: list[str] = []
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as file:
                order = dense_names(json.loads(file.read("config.json")))
                source: Any = io.BytesIO(file.read("model.weights.h5"))
        else:
            source = path
        with h5py.File(source, "r") as weights:
            found = dense_arrays(weights)
    except BadNetwork:
        raise
    except Exception as error:  # whatever a broken or poisoned file makes the library raise
        raise BadNetwork(f"{path} is no Keras file: {str(error).splitlines()[0][:120]}") from None
    places = {name: place for place, name in enumerate(order)}
    return sorted(found, key=lambda item: (places.get(item[0].split("/")[-1], len(places)), natural(item[0])))


def dense_names(config: Mapping[str, Any]) -> list[str]:
    layers = config.get("config", {}).get("layers", [])
    return [layer["config"]["name"] for layer in layers if layer.get("class_name") == "Dense"]


def dense_arrays(weights: Any) -> list[tuple[str, Dense]]:
    """All pairs of a matrix and a vector that a file holds, by the group that holds them."""
    groups: dict[str, list[np.ndarray]] = {}

    def take(name: str, item: Any) -> None:
        if hasattr(item, "shape") and len(item.shape) in (1, 2) and "optimizer" not in name and "metrics" not in name:
            place = name.replace("\\", "/").rsplit("/", 1)[0].removesuffix("/vars")
            groups.setdefault(place, []).append(np.asarray(item))

    weights.visititems(take)
    found = []
    for name, arrays in groups.items():
        matrices = [array for array in arrays if array.ndim == 2]
        vectors = [array for array in arrays if array.ndim == 1]
        if len(matrices) == 1:
            zero = np.zeros(matrices[0].shape[1], dtype=np.float32)
            found.append((name, (matrices[0], vectors[0] if vectors else zero)))
    return found


def natural(name: str) -> tuple[int, str]:
    """`dense` before `dense_1` before `dense_10`."""
    last = name.split("/")[-1]
    stem, _, number = last.rpartition("_")
    return (int(number), stem) if number.isdigit() else (0, last)
