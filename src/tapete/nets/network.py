"""Network as data: its game, layers, heads and weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.notebook import table_html
from tapete.errors import BadNetwork, shown
from tapete.nets.forward import MOST_LAYERS

ACTIVATIONS = ("relu", "tanh", "sigmoid")
VALUE_ACTIVATIONS = (*ACTIVATIONS[1:], "none")
VALUES = ("mover", "seats")
MOST_NUMBERS = 1 << 27  # limit on the weights of a network
FINGERPRINT = 32  # hexadecimal digits


@dataclass(frozen=True, eq=False)
class Network:
    """Dense layers over a game's feature vector, with a policy head, a value head, or both.

    `arrays` are float32, rows by input: `w0`, `b0`, `w1`, ... for the layers, `policy_w`, `policy_b` (one column per
    action id), `value_w`, `value_b`. A value is that of the seat whose view was encoded (`value="mover"`: by default
    the seat to move) or of every seat, beginning with that one (`value="seats"`). `value_scale` holds the values that
    mean a return of 0 and 1.
    """

    game: str
    options: Mapping[str, Any]  # of the game, as far as they matter
    encoder: str
    layers: tuple[int, ...]
    arrays: Mapping[str, np.ndarray]
    activation: str = "relu"
    value: str | None = None
    value_activation: str = "sigmoid"
    value_scale: tuple[float, float] = (0.0, 1.0)
    made: Mapping[str, Any] = field(default_factory=dict)  # how it was trained

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(self.layers))
        object.__setattr__(self, "value_scale", tuple(self.value_scale))
        arrays = {name: np.ascontiguousarray(array) for name, array in self.arrays.items()}
        object.__setattr__(self, "arrays", arrays)
        self._check()
        for array in arrays.values():
            array.flags.writeable = False

    def _check(self) -> None:
        if not isinstance(self.game, str):
            name = getattr(self.game, "name", "briscas")
            raise BadNetwork(
                f"game is the name of a game, {name!r}, not {shown(self.game)} (Network.random takes the game itself)"
            )
        if len(self.layers) > MOST_LAYERS:
            raise BadNetwork(f"a network has at most {MOST_LAYERS} layers, not {len(self.layers)}")
        for given, known, what in (
            (self.activation, ACTIVATIONS, "activation"),
            (self.value_activation, VALUE_ACTIVATIONS, "activation of values"),
            (self.value, (None, *VALUES), "kind of value"),
        ):
            if given not in known:
                raise BadNetwork(f"there is no {what} {given!r}; there is {', '.join(map(str, known))}")
        low, high = self.value_scale
        if not (np.isfinite([low, high]).all() and low < high):
            raise BadNetwork(f"value_scale must be two numbers, the smaller one first, not {list(self.value_scale)}")
        if "policy_w" not in self.arrays and self.value is None:
            raise BadNetwork("a network has a policy head or a value head, and this one has neither")
        for name in sorted({"w0" if self.layers else f"{self._heads()[0]}_w", *self.shapes()} - set(self.arrays)):
            raise BadNetwork(f"the array {name!r} is missing")
        for name, array in self.arrays.items():
            if name not in self.shapes():
                raise BadNetwork(f"there is an array {name!r} that belongs to no layer or head")
            if array.dtype != np.float32:
                raise BadNetwork(f"the array {name!r} holds {array.dtype}, not float32")
            if array.shape != self.shapes()[name]:
                raise BadNetwork(f"the array {name!r} has shape {array.shape}, not {self.shapes()[name]}")
            if not np.isfinite(array).all():
                raise BadNetwork(f"the array {name!r} holds a value that is not a finite number")
        for name, value in self.header().items():
            try:
                json.dumps(value)
            except (TypeError, ValueError) as error:
                raise BadNetwork(f"{name}={shown(value)} cannot be saved: {error}") from None

    def __repr__(self) -> str:
        heads = f"{' and '.join(self._heads())} head{'s' if len(self._heads()) > 1 else ''}"
        sizes = "-".join(map(str, (self.inputs, *self.layers)))
        return f"<network for {self.game}: {sizes}, {heads}, encoder {self.encoder}>"

    def _repr_html_(self) -> str:
        """Return the arrays with their shapes, for notebooks."""
        rows = [(name, " x ".join(map(str, array.shape)), array.size) for name, array in self.arrays.items()]
        numbers = sum(array.size for array in self.arrays.values())
        return table_html(repr(self)[1:-1], ("array", "shape", "numbers"), rows, f"{numbers:,} numbers")

    def _heads(self) -> list[str]:
        return [*(["policy"] if "policy_w" in self.arrays else []), *(["value"] if self.value is not None else [])]

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the required arrays with their shapes."""
        return shapes_of(self.inputs, self.layers, self.actions if "policy_w" in self.arrays else None, self.outputs)

    @property
    def inputs(self) -> int:
        """Length of the feature vector."""
        first = self.arrays.get("w0" if self.layers else f"{self._heads()[0]}_w")
        return int(first.shape[0]) if first is not None and first.ndim == 2 else 0

    @property
    def actions(self) -> int:
        """Action ids of the policy head; 0 without one."""
        head = self.arrays.get("policy_w")
        return int(head.shape[1]) if head is not None and head.ndim == 2 else 0

    @property
    def outputs(self) -> int | None:
        """Outputs of the value head; None without one."""
        if self.value is None:
            return None
        head = self.arrays.get("value_w")
        return int(head.shape[1]) if head is not None and head.ndim == 2 and self.value == "seats" else 1

    @property
    def policy(self) -> bool:
        """Whether it has a policy head."""
        return "policy_w" in self.arrays

    def header(self) -> dict[str, Any]:
        """Return everything but the arrays, as plain data."""
        return {
            "format": "tapete network",
            "version": 1,
            "game": self.game,
            "options": dict(self.options),
            "encoder": self.encoder,
            "inputs": self.inputs,
            "layers": list(self.layers),
            "activation": self.activation,
            "policy": self.actions if self.policy else None,
            "value": self.value,
            "value_outputs": self.outputs,
            "value_activation": self.value_activation,
            "value_scale": list(self.value_scale),
            "made": dict(self.made),
        }

    @property
    def fingerprint(self) -> str:
        """Hash of what determines its outputs: everything but how it was trained."""
        header = {name: value for name, value in self.header().items() if name != "made"}
        digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
        for name, array in sorted(self.arrays.items()):
            digest.update(name.encode() + array.astype("<f4", copy=False).tobytes())
        return digest.hexdigest()[:FINGERPRINT]

    def check_for(self, game: Game) -> Network:
        """Return this network if it can play a game; raise `BadNetwork` with the reason if not."""
        if self.game != game.name:
            raise BadNetwork(f"this network is for {self.game}, not for {game.name}")
        if self.encoder not in game.definition.encoders:
            known = ", ".join(game.definition.encoders) or "none"
            raise BadNetwork(f"this network needs the encoder {self.encoder!r}, and {game.name} has {known}")
        if self.inputs != game.features(self.encoder):
            raise BadNetwork(
                f"this network takes {self.inputs} features, and {self.encoder} gives {game.features(self.encoder)} "
                f"under these options; it was made for {_spelled(self.options)}"
            )
        if self.policy and self.actions != game.actions:
            raise BadNetwork(f"this network knows {self.actions} actions, and the game has {game.actions}")
        if self.value == "seats" and self.outputs != game.seats:
            raise BadNetwork(f"this network rates {self.outputs} seats, and the game has {game.seats}")
        return self

    def fits(self, game: Game) -> bool:
        """Return True if it was made for a game under these options."""
        return self.misfit(game) is None

    def misfit(self, game: Game) -> str | None:
        """Return why it does not fit a game under these options, as the end of a sentence; None if it fits.

        A list in its header names several values of an option; a value includes those that the game says it covers.
        """
        others = []
        for name, wanted in self.options.items():
            values = wanted if isinstance(wanted, list) else [wanted]
            covered = _covered(game, name)
            if not any(game.options.get(name) in (value, *covered.get(value, ())) for value in values):
                others.append(f"{name}={_some(values)}")
        if others:
            return f"is for {' and '.join(others)}"
        try:
            self.check_for(game)
        except BadNetwork as error:
            return f"does not fit: {error}"
        return None

    def closeness(self, game: Game) -> tuple[int, int]:
        """Rank a network that fits: how many options its header names, and how many of them exactly as the game."""
        exact = sum(
            game.options.get(name) in (wanted if isinstance(wanted, list) else [wanted])
            for name, wanted in self.options.items()
        )
        return len(self.options), exact

    def batch(self, features: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Return logits (n, actions) and values (n, outputs) of n feature vectors by NumPy, which is fast for training.

        The library chooses the order of additions, so the last bits differ from those of the kernel that plays.
        """
        hidden = np.asarray(features, dtype=np.float32)
        if hidden.ndim != 2 or hidden.shape[1] != self.inputs:
            raise BadNetwork(f"features must have shape (n, {self.inputs}), not {hidden.shape}")
        for number in range(len(self.layers)):
            hidden = _activated(hidden @ self.arrays[f"w{number}"] + self.arrays[f"b{number}"], self.activation)
        logits = hidden @ self.arrays["policy_w"] + self.arrays["policy_b"] if self.policy else None
        values = None
        if self.value is not None:
            values = _activated(hidden @ self.arrays["value_w"] + self.arrays["value_b"], self.value_activation)
        return logits, values

    @staticmethod
    def random(
        game: Game,
        layers: tuple[int, ...] = (128, 64),
        *,
        encoder: str | None = None,
        activation: str = "relu",
        policy: bool = True,
        value: str | None = "mover",
        seed: int = 0,
        **more: Any,
    ) -> Network:
        """Return a network with random weights: layers by He's rule, heads near zero."""
        name = encoder or next(iter(game.definition.encoders), "")
        outputs = None if value is None else game.seats if value == "seats" else 1
        shapes = shapes_of(game.features(name), tuple(layers), game.actions if policy else None, outputs)
        generator = np.random.default_rng(seed)
        arrays = {}
        for key, shape in shapes.items():
            scale = 0.0 if len(shape) == 1 else (2.0 / shape[0]) ** 0.5 * (1.0 if key.startswith("w") else 0.1)
            arrays[key] = (scale * generator.standard_normal(shape)).astype(np.float32)
        return Network(game.name, game.options, name, layers, arrays, activation=activation, value=value, **more)


def shapes_of(
    inputs: int, layers: tuple[int, ...], actions: int | None, outputs: int | None
) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a network's arrays by name; `actions` and `outputs` are None where the head is missing."""
    found: dict[str, tuple[int, ...]] = {}
    width = inputs
    for number, following in enumerate(layers):
        found[f"w{number}"], found[f"b{number}"] = (width, following), (following,)
        width = following
    for name, count in (("policy", actions), ("value", outputs)):
        if count is not None:
            found[f"{name}_w"], found[f"{name}_b"] = (width, count), (count,)
    return found


def _activated(x: np.ndarray, activation: str) -> np.ndarray:
    if activation == "relu":
        return np.maximum(x, np.float32(0))
    if activation == "tanh":
        return np.tanh(x)
    if activation == "sigmoid":
        with np.errstate(over="ignore"):
            return np.float32(1) / (np.float32(1) + np.exp(-x))
    return x


def _covered(game: Game, name: str) -> Mapping[Any, Sequence[Any]]:
    """Return which values of an option are special cases of a value."""
    return next((option.covers for option in game.definition.options if option.name == name), {})


def _some(values: Sequence[Any]) -> str:
    """Return a few of several values as text."""
    shown = ", ".join(str(value) or "''" for value in values[:3])
    return f"{shown} and {len(values) - 3} more" if len(values) > 3 else shown


def _spelled(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "any options"
