"""Keras files (`.keras`, `.h5`) as layers in a row: the configuration tells names, activations and wiring, HDF5 the numbers."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import BadNetwork, shown
from tapete.learn.foreign import Foreign, Layer, parted, real
from tapete.nets.network import MOST_NUMBERS

# Layers that do nothing when a network plays, and groups that belong to training.
PASSING = (
    "InputLayer", "Dropout", "AlphaDropout", "GaussianDropout", "GaussianNoise", "ActivityRegularization", "Flatten",
)  # fmt: skip
BESIDE = ("optimizer", "optimizer_weights", "metrics", "compile_metrics", "loss_tracker")
COUNTED = re.compile(r"dense(_[0-9]+)?")  # names by which Keras numbers layers
MOST_CONFIG = 1 << 24  # characters


@dataclass
class DenseLayer:
    """Dense layer as the configuration describes it."""

    source: str | None  # the dense layer that it reads; None: the input
    activation: str | None
    biased: bool


def keras_file(path: Path) -> Foreign:
    """The dense layers of a file, in the order in which they are computed."""
    try:
        import h5py
    except ImportError:
        raise BadNetwork(
            "Keras files are read with h5py, which is not installed: pip install 'tapete[import]'"
        ) from None
    try:
        if zipfile.is_zipfile(path):
            config, source = unpacked(path)
        else:
            config, source = None, path
        with h5py.File(source, "r") as file:
            if source is path and "model_config" in file.attrs:
                config = file.attrs["model_config"]
            order = [text(name) for name in file.attrs.get("layer_names", [])]
            arrays = arrays_of(file, h5py, set(BESIDE) - set(order))
    except BadNetwork:
        raise
    except Exception:  # whatever a broken or poisoned file makes the libraries raise
        raise BadNetwork("this is not a Keras file, or not a whole one: write it by model.save(FILE)") from None
    if config is None:
        return Foreign(undescribed(arrays, order))
    found = described(config)
    return Foreign(matched(found, arrays, by_class=source is not path))


def unpacked(path: Path) -> tuple[bytes, Any]:
    """The configuration and the weights of a `.keras` file."""
    with zipfile.ZipFile(path) as file:
        for name, most in (("config.json", MOST_CONFIG), ("model.weights.h5", 32 * MOST_NUMBERS)):
            if name not in file.namelist():
                raise BadNetwork(f"this is not a Keras file: {name!r} is not in it; write it by model.save(FILE)")
            if file.getinfo(name).file_size > most:
                raise BadNetwork(f"its {name!r} is larger than that of any network that can be played")
        return file.read("config.json"), io.BytesIO(file.read("model.weights.h5"))


def text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


# Numbers


def arrays_of(file: Any, h5py: Any, beside: set[str]) -> dict[str, list[np.ndarray]]:
    """The arrays of each layer, by the path of its group; back-slashes are what Keras writes on Windows."""
    links: dict[str, Any] = {}
    items: dict[str, Any] = {}
    file.visititems_links(links.__setitem__)  # nothing may be raised inside: the library does not survive it
    file.visititems(items.__setitem__)
    groups: dict[str, list[np.ndarray]] = {}
    for raw in links:
        name = raw.replace("\\", "/")
        parts = name.split("/")
        if parts[0] in beside or "seed_generator" in parts:
            continue
        if not isinstance(links[raw], h5py.HardLink):
            raise BadNetwork(f"its {name!r} is a link to elsewhere, and those are not followed")
        item = items.get(raw)
        if isinstance(item, h5py.Group):
            continue
        if item is None:
            raise BadNetwork(f"its {name!r} is something else under a second name, and layers have one each")
        if item.shape is None or len(item.shape) not in (1, 2) or item.size > MOST_NUMBERS:
            raise BadNetwork(f"the array {name!r} belongs to no dense layer, and other layers cannot be taken over")
        place = name.rpartition("/")[0].removesuffix("/vars")
        groups.setdefault(place, []).append(real(np.asarray(item), name))
    return groups


def layer_of(name: str, arrays: Sequence[np.ndarray], activation: str | None = None) -> Layer:
    """A dense layer: one matrix, and one vector or none."""
    if sorted(array.ndim for array in arrays) not in ([2], [1, 2]):
        shapes = ", ".join(str(array.shape) for array in arrays) or "none"
        raise BadNetwork(
            f"the layer {name!r} is not dense, and others cannot be taken over: a dense one has a matrix and a vector of "
            f"biases, and this one has arrays of shape {shapes}"
        )
    matrix = next(array for array in arrays if array.ndim == 2)
    zero = np.zeros(matrix.shape[1], dtype=np.float32)
    return Layer(name, matrix, next((array for array in arrays if array.ndim == 1), zero), activation)


def undescribed(groups: Mapping[str, list[np.ndarray]], order: Sequence[str]) -> list[Layer]:
    """Layers of a file of weights alone: in the order that it tells, or else of their names."""
    found = [layer_of(last(place), arrays) for place, arrays in groups.items()]
    names = [layer.name for layer in found]
    if not order and len(parted(names)[0]) > 1:
        for name in parted(names)[0]:
            if not COUNTED.fullmatch(name):
                raise BadNetwork(
                    f"it does not say in which order its layers come (one is {name!r}): write the whole model by "
                    f"model.save(FILE)"
                )
    places = {name: place for place, name in enumerate(order)}
    return sorted(found, key=lambda layer: (places.get(layer.name, len(places)), natural(layer.name)))


def matched(found: Mapping[str, DenseLayer], groups: Mapping[str, list[np.ndarray]], *, by_class: bool) -> list[Layer]:
    """The described layers with their numbers; `.keras` files count layers by class, whatever their names are."""
    arrays = {last(place): group for place, group in groups.items()}
    if len(arrays) != len(groups):
        raise BadNetwork("it holds the numbers of two layers under the same name")
    counted = ["dense" if number == 0 else f"dense_{number}" for number in range(len(found))]
    names = counted if by_class and set(counted) == set(arrays) else list(found)
    for name in arrays:
        if name not in names:
            raise BadNetwork(f"it holds numbers of {name!r}, which is not a dense layer of its configuration")
    layers = []
    for name, (shown_name, layer) in zip(names, found.items(), strict=True):
        if name not in arrays:
            raise BadNetwork(f"the numbers of its layer {shown_name!r} are missing")
        if layer.biased != (len(arrays[name]) == 2):
            raise BadNetwork(
                f"the layer {shown_name!r} has {len(arrays[name])} arrays, which is not as it is described"
            )
        layers.append(layer_of(shown_name, arrays[name], layer.activation))
    return layers


def last(place: str) -> str:
    return place.split("/")[-1]


def natural(name: str) -> tuple[int, str]:
    """`dense` before `dense_1` before `dense_10`."""
    stem, _, number = name.rpartition("_")
    return (int(number), stem) if number.isdigit() else (0, name)


# Configuration


def described(config: Any) -> dict[str, DenseLayer]:
    """The dense layers of a configuration, in order, if they make a network that we have."""
    try:
        return wired(json.loads(text(config)))
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError):
        raise BadNetwork(
            "its configuration does not describe a model as Keras does: write the file by model.save(FILE)"
        ) from None


def wired(model: Mapping[str, Any]) -> dict[str, DenseLayer]:
    kind = model.get("class_name", "Sequential")
    if kind not in ("Sequential", "Functional", "Model"):
        raise BadNetwork(
            f"it is a model of the class {shown(kind)}, and only Sequential and Functional ones can be read"
        )
    layers = model["config"]["layers"]
    before: dict[str, list[str]] = {}
    for place, layer in enumerate(layers):
        name = layer["config"].get("name") or layer["name"]
        if name in before:
            raise BadNetwork(f"two of its layers are called {shown(name)}")
        sequential = [*before][place - 1 : place] if place else []
        before[name] = sequential if kind == "Sequential" else sources(layer, name)
    if sum(not names for names in before.values()) > 1:
        raise BadNetwork("it has more than one input, and here a network has one")
    ends = [*before][-1:] if kind == "Sequential" else named(model["config"]["output_layers"])
    users = Counter([*ends, *(name for names in before.values() for name in names)])
    found: dict[str, DenseLayer] = {}
    flows: dict[str, str | None] = {}  # the dense layer whose numbers a layer hands on; None: the input's
    shared: dict[str, bool] = {}  # whether another layer reads those numbers too
    for layer, (name, names) in zip(layers, before.items(), strict=True):
        if len(names) > 1:
            raise BadNetwork(f"the layer {name!r} joins several others, and here each reads the one before it")
        source = flows[names[0]] if names else None
        shared[name] = users[name] > 1
        if layer["class_name"] == "Dense":
            found[name] = DenseLayer(source, activation_of(layer, name), bool(layer["config"].get("use_bias", True)))
            flows[name] = name
            continue
        flows[name] = source
        shared[name] |= bool(names) and shared[names[0]]
        if layer["class_name"] in PASSING:
            continue
        activation = activation_of(layer, name)
        if source is None or shared[names[0]] or found[source].activation not in (None, "linear"):
            raise BadNetwork(f"the activation {name!r} does not follow a linear dense layer that nothing else reads")
        found[source].activation = activation
    check_row(found, {flows[end] for end in ends})
    return found


def sources(layer: Mapping[str, Any], name: str) -> list[str]:
    """The layers that a layer of a functional model reads, as Keras 3 and Keras 2 write them."""
    nodes = layer["inbound_nodes"]
    if len(nodes) > 1:
        raise BadNetwork(f"the layer {name!r} is used more than once, and here each is used once")
    if not nodes:
        return []
    if isinstance(nodes[0], Mapping):
        tensors = [each for given in nodes[0]["args"] for each in (given if isinstance(given, list) else [given])]
        return [tensor["config"]["keras_history"][0] for tensor in tensors]
    return [tensor[0] for tensor in nodes[0]]


def named(outputs: Any) -> list[str]:
    """The layers that are a functional model's outputs, in a list, a mapping, or one alone."""
    if isinstance(outputs, Mapping):
        outputs = list(outputs.values())
    return [outputs[0]] if isinstance(outputs[0], str) else [output[0] for output in outputs]


def activation_of(layer: Mapping[str, Any], name: str) -> str | None:
    """The activation that a layer ends in, or is; None where it does not say."""
    kind, config = layer["class_name"], layer["config"]
    if kind in ("Dense", "Activation"):
        given = config["activation"] if kind == "Activation" else config.get("activation")
        if isinstance(given, Mapping) and given.get("class_name") == "function":
            given = given["config"]
        if given is None or isinstance(given, str):
            return given
        raise BadNetwork(f"the layer {name!r} has an activation of its own, and only named ones can be taken over")
    bent = config.get("max_value") is not None or config.get("negative_slope") or config.get("threshold")
    if kind == "ReLU" and not bent:
        return "relu"
    if kind == "Softmax" and config.get("axis", -1) in (-1, [-1], 1, [1]):
        return "softmax"
    raise BadNetwork(f"the layer {name!r} ({shown(kind)}) is not dense, and others cannot be taken over")


def check_row(found: Mapping[str, DenseLayer], ends: set[str | None]) -> None:
    """Each layer reads the one before it, the heads read the last, and nothing else is put out."""
    body, heads = parted(list(found))
    before: str | None = None
    for name in [*body, *heads.values()]:
        if found[name].source != before:
            spelled = [repr(place) if place else "the input" for place in (found[name].source, before)]
            raise BadNetwork(f"the layer {name!r} reads {spelled[0]}, and in a row it would read {spelled[1]}")
        before = name if name in body else before
    if ends != set(heads.values()):
        raise BadNetwork(
            f"its outputs are {', '.join(sorted(map(shown, ends)))}, and its heads {', '.join(map(repr, heads.values()))}"
        )
