"""Networks from and to other programs: PyTorch state dicts and Keras files. Never a pickle: weights only.

Dense layers in a row with one head at the end, or with two that are named `policy` and `value`. What a file says is kept or
refused, never dropped; what it does not say (activations, the scale of values) is given by the caller, or assumed and
reported. How Keras describes a model is read in `keras`.
"""

from __future__ import annotations

import io
import json
import warnings
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.errors import BadNetwork, kind_of, shown
from tapete.learn.foreign import HEADS, Foreign, Layer, parted, real
from tapete.learn.keras import keras_file
from tapete.nets import Network
from tapete.nets.network import ACTIVATIONS, MOST_NUMBERS, VALUE_ACTIVATIONS

NEVER = -1e4  # bias of an action that a foreign network does not know
SCALES = {"sigmoid": (0.0, 1.0), "tanh": (-1.0, 1.0)}  # values that mean a return of 0 and 1 where nothing else is said
# What a header says, and goes to PyTorch and back.
CARRIED = ("game", "options", "encoder", "activation", "value", "value_activation", "value_scale")
OURS = "tapete"  # where a state dict's metadata, which PyTorch keeps by module, holds them


@dataclass(frozen=True)
class Requested:
    """Properties of an imported network as the caller gives them; None: not given."""

    encoder: str | None = None
    activation: str | None = None
    value_activation: str | None = None
    value_scale: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        for given, known, what in (
            (self.activation, ACTIVATIONS, "activation"),
            (self.value_activation, VALUE_ACTIVATIONS, "activation of values"),
        ):
            if given is not None and given not in known:
                raise BadNetwork(f"there is no {what} {given!r}; there is {', '.join(known)}")


def from_file(
    path: Path,
    game: Game,
    encoder: str | None = None,
    *,
    activation: str | None = None,
    value_activation: str | None = None,
    value_scale: tuple[float, float] | None = None,
) -> Network:
    """A network from `.pt`/`.pth` (a PyTorch state dict) or `.keras`/`.h5` (Keras)."""
    requested = Requested(encoder, activation, value_activation, value_scale)
    if not path.is_file():
        raise BadNetwork(f"{path} cannot be read: there is no such file")
    try:
        if path.suffix in (".pt", ".pth"):
            foreign = torch_file(path)
        elif path.suffix in (".keras", ".h5"):
            foreign = keras_file(path)
        else:
            raise BadNetwork("networks are imported from .pt, .pth, .keras and .h5 files")
        return assembled(foreign, game, requested, path.name)
    except BadNetwork as error:
        raise BadNetwork(f"{path}: {error}") from None


def assembled(foreign: Foreign, game: Game, requested: Requested, origin: str) -> Network:
    """Build a network from a file's layers, as the file and the caller say; `made` lists what was assumed."""
    options = carried_options(foreign.said, game)
    name = settled("encoder", foreign.said.get("encoder"), requested.encoder) or next(
        iter(game.definition.encoders), ""
    )
    game.encoder(name)
    layers = {layer.name: layer for layer in foreign.layers}
    if len(layers) != len(foreign.layers):
        raise BadNetwork("two of its layers have the same name")
    places, heads = parted(list(layers))
    body = [layers[place] for place in places]
    arrays: dict[str, np.ndarray] = {}
    width, before = game.features(name), f"{name} of {game.name}"
    for number, layer in enumerate(body):
        arrays[f"w{number}"], arrays[f"b{number}"] = fitting(layer, width, before)
        width, before = len(layer.biases), f"the layer {layer.name!r}"
    for head, place in heads.items():
        arrays[f"{head}_w"], arrays[f"{head}_b"] = fitting(layers[place], width, before)
    if "policy" in heads:
        add_unknown_actions(arrays, game, layers[heads["policy"]])
    value = None
    if "value" in heads:
        value = "mover" if len(arrays["value_b"]) == 1 else "seats"
    if "value" in foreign.said and foreign.said["value"] != value:
        raise BadNetwork(f"it says that its value is {shown(foreign.said['value'])}, and its layers make it {value}")
    if sum(array.size for array in arrays.values()) > MOST_NUMBERS:
        raise BadNetwork(f"it holds more than {MOST_NUMBERS} weights, which is the most that a network may have")
    found, assumed = behaviour(foreign, body, layers[heads["value"]] if value else None, requested)
    made = {"imported": origin, **({"assumed": assumed} if assumed else {})}
    sizes = tuple(len(layer.biases) for layer in body)
    clean = {key: np.ascontiguousarray(array, dtype=np.float32) for key, array in arrays.items()}
    return Network(game.name, options, name, sizes, clean, value=value, made=made, **found).check_for(game)


def fitting(layer: Layer, width: int, before: str) -> tuple[np.ndarray, np.ndarray]:
    """Weights and biases of a layer, to which so many numbers come."""
    inputs, outputs = layer.weights.shape
    if inputs != width:
        raise BadNetwork(f"the layer {layer.name!r} takes {inputs} numbers, and it gets {width} from {before}")
    if not outputs:
        raise BadNetwork(f"the layer {layer.name!r} has no outputs")
    if len(layer.biases) != outputs:
        raise BadNetwork(
            f"the layer {layer.name!r} has {outputs} outputs and {len(layer.biases)} biases, and each output has one"
        )
    return layer.weights, layer.biases


def add_unknown_actions(arrays: dict[str, np.ndarray], game: Game, head: Layer) -> None:
    """Fill up a policy to the actions that a game has with ones that it never chooses."""
    missing = game.actions - len(head.biases)
    if missing < 0:
        raise BadNetwork(f"its policy knows {len(head.biases)} actions, and the game has {game.actions}")
    arrays["policy_w"] = np.pad(arrays["policy_w"], ((0, 0), (0, missing)))
    arrays["policy_b"] = np.pad(arrays["policy_b"], (0, missing), constant_values=NEVER)
    if head.activation not in (None, "softmax", "linear"):
        raise BadNetwork(
            f"the policy {head.name!r} ends in {head.activation}, and here it ends in softmax, or linear where "
            f"softmax follows"
        )


def behaviour(
    foreign: Foreign, body: Sequence[Layer], value: Layer | None, requested: Requested
) -> tuple[dict[str, Any], list[str]]:
    """Activations and the scale of values, as arguments of a network; and in words, which of them were assumed."""
    found: dict[str, Any] = {}
    assumed: list[str] = []
    known = settled("activation", foreign.said.get("activation", hidden_activation(body)), requested.activation)
    found["activation"] = known or "relu"
    if body and known is None:
        assumed.append("activation relu")
    if value is None:
        if requested.value_activation is not None or requested.value_scale is not None:
            raise BadNetwork("it has no value head, so nothing can be said about its values")
        for key in ("value_activation", "value_scale"):
            if key in foreign.said:
                found[key] = foreign.said[key]
        return found, assumed
    ends = None
    if value.activation is not None:
        ends = "none" if value.activation == "linear" else value.activation
        if ends not in VALUE_ACTIVATIONS:
            raise BadNetwork(
                f"the value {value.name!r} ends in {value.activation}, and here in sigmoid, tanh or linear"
            )
    known = settled("activation of values", foreign.said.get("value_activation", ends), requested.value_activation)
    found["value_activation"] = known or "sigmoid"
    if known is None:
        assumed.append("value activation sigmoid")
    scale = settled("scale of values", foreign.said.get("value_scale"), requested.value_scale)
    if scale is None:
        scale = SCALES.get(found["value_activation"])
        if scale is None:
            raise BadNetwork(
                "its value is linear, and which values mean a lost and a won game is said nowhere: "
                "say it (--value-scale 0,1)"
            )
        assumed.append(f"value scale {scale[0]:g},{scale[1]:g}")
    found["value_scale"] = scale
    return found, assumed


def hidden_activation(body: Sequence[Layer]) -> str | None:
    """The one activation of all layers before the heads; None where the file says none."""
    named = {layer.activation: layer.name for layer in body if layer.activation is not None}
    for activation, name in named.items():
        if activation not in ACTIVATIONS:
            raise BadNetwork(
                f"the layer {name!r} has the activation {shown(activation)}, and here layers have one of "
                f"{', '.join(ACTIVATIONS)}"
            )
    if len(named) > 1:
        spelled = ", ".join(f"{name!r}: {activation}" for activation, name in named.items())
        raise BadNetwork(f"its layers have different activations ({spelled}), and here all have the same")
    return next(iter(named), None)


def settled(what: str, said: Any, requested: Any) -> Any:
    """Return the value of the file, or else the requested one; if both are given they must agree."""
    if said is not None and requested is not None and said != requested:
        raise BadNetwork(
            f"the file says {what} {said}, and {requested} was requested: leave that out, the file's is taken"
        )
    return requested if said is None else said


def carried_options(said: Mapping[str, Any], game: Game) -> Mapping[str, Any]:
    """The options that a network was made for, which must be the game's."""
    if not said:
        return game.options
    if said["game"] != game.name:
        raise BadNetwork(f"this network is for {said['game']}, not for {game.name}")
    for name, wanted in said["options"].items():
        if game.options.get(name) not in (wanted if isinstance(wanted, list) else [wanted]):
            raise BadNetwork(
                f"this network was made for {name}={shown(wanted)}, and here {name} is {game.options.get(name)}: "
                f"name the option (-o {name}=...)"
            )
    options: Mapping[str, Any] = said["options"]
    return options


# PyTorch


def torch_file(path: Path) -> Foreign:
    """The linear layers of a state dict, in its order."""
    from tapete.learn.model import torch

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its advice for TorchScript files; ours follows
            state = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise BadNetwork(f"it cannot be read: {error.strerror or 'the system refuses it'}") from None
    except (
        Exception
    ):  # whatever a broken or poisoned file makes the library raise; its advice is to load it all the same
        raise BadNetwork(
            "this is not a state dict of PyTorch: the file is incomplete, or holds objects other than tensors, which are "
            "never loaded; write one by torch.save(model.state_dict(), FILE)"
        ) from None
    if not isinstance(state, Mapping):
        raise BadNetwork(f"it holds a {kind_of(state)} and no state dict: save `model.state_dict()`, not the model")
    if not state:
        raise BadNetwork("it is an empty state dict: there is no layer in it")
    for key, tensor in state.items():
        if not isinstance(key, str) or not isinstance(tensor, torch.Tensor):
            raise BadNetwork(
                f"{shown(key)} is of type {kind_of(tensor)}, and a state dict holds tensors by name: "
                f"save `model.state_dict()`"
            )
    return Foreign(linear_layers(state), carried(getattr(state, "_metadata", None)))


def linear_layers(state: Mapping[str, Any]) -> list[Layer]:
    """Pairs of `NAME.weight` and `NAME.bias`, which all tensors must belong to."""
    pairs = {}
    for key, weights in state.items():
        if key.rpartition(".")[2] == "weight" and weights.ndim == 2:
            pairs[key] = f"{key.removesuffix('weight')}bias"
    for key, tensor in state.items():
        if key not in pairs and key not in pairs.values():
            raise BadNetwork(
                f"{key!r} (of shape {tuple(tensor.shape)}) belongs to no linear layer, which is all that can be taken "
                f"over: NAME.weight of two dimensions with NAME.bias of one, or without"
            )
    found = []
    for key, bias in pairs.items():
        weights = tensor_numbers(state[key], key)
        biases = tensor_numbers(state[bias], bias) if bias in state else np.zeros(len(weights), dtype=np.float32)
        if biases.ndim != 1:
            raise BadNetwork(f"{bias!r} has shape {biases.shape}, and biases have one dimension")
        found.append(Layer(key.removesuffix(".weight"), weights.T, biases))
    return found


def tensor_numbers(tensor: Any, name: str) -> np.ndarray:
    """The numbers of a tensor, if they are weights."""
    if not tensor.dtype.is_floating_point:
        kind = str(tensor.dtype).removeprefix("torch.")
        raise BadNetwork(f"{name!r} holds {kind}, and weights are real floating-point numbers")
    try:
        numbers = tensor.detach().float().numpy()
    except (RuntimeError, TypeError, NotImplementedError):
        raise BadNetwork(
            f"{name!r} is not a plain tensor (sparse, nested or without values), and weights are"
        ) from None
    return real(numbers, name)


def to_torch(network: Network, path: Path) -> Path:
    """Write a network as a state dict: `layers.N.weight`, `layers.N.bias`, `policy.weight`, `value.weight`, ...

    Everything else is in the metadata, which `load_state_dict` ignores.
    """
    from tapete.learn.model import torch

    state: Any = OrderedDict()
    names = [(f"layers.{k}", f"w{k}", f"b{k}") for k in range(len(network.layers))]
    names += [(head, f"{head}_w", f"{head}_b") for head in HEADS if f"{head}_w" in network.arrays]
    for name, weights, biases in names:
        state[f"{name}.weight"] = torch.tensor(np.array(network.arrays[weights].T))
        state[f"{name}.bias"] = torch.tensor(np.array(network.arrays[biases]))
    header = network.header()
    state._metadata = OrderedDict({OURS: {"network": json.dumps({key: header[key] for key in CARRIED})}})
    content = io.BytesIO()
    torch.save(state, content)
    try:
        path.write_bytes(content.getvalue())
    except OSError as error:
        raise BadNetwork(f"{path} cannot be written: {error.strerror or error}") from None
    return path


def carried(metadata: Any) -> Mapping[str, Any]:
    """Return the metadata that `to_torch` wrote; empty if another program wrote the file."""
    ours = metadata.get(OURS) if isinstance(metadata, Mapping) else None
    if ours is None:
        return {}
    try:
        said = json.loads(ours["network"])
        low, high = said["value_scale"]
        said["value_scale"] = (float(low), float(high))
        texts = [said[key] for key in ("game", "encoder", "activation", "value_activation")]
        whole = set(said) == set(CARRIED) and isinstance(said["options"], dict)
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError, RecursionError):
        texts, whole = [], False
    if not whole or not all(isinstance(text, str) for text in texts):
        raise BadNetwork("what Tapete wrote beside its arrays was changed: export the network again")
    return said
