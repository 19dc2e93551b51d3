"""Network of another program as its file holds it: dense layers in a row, and heads by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.errors import BadNetwork

HEADS = ("policy", "value")


@dataclass(frozen=True)
class Layer:
    """A dense layer of a foreign network."""

    name: str
    weights: np.ndarray  # by input
    biases: np.ndarray
    activation: str | None = None  # as the file says it; None: it does not


@dataclass(frozen=True)
class Foreign:
    """Layers of a file in order, and the settings that the file states."""

    layers: Sequence[Layer]
    said: Mapping[str, Any] = field(default_factory=dict)


def parted(names: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Layers in a row, and heads by their names; the last layer is the policy where none has a name of that kind."""
    body: list[str] = []
    heads: dict[str, str] = {}
    for name in names:
        meant = [head for head in HEADS if head in name.lower()]
        if len(meant) > 1:
            raise BadNetwork(
                f"the layer {name!r} is named for both heads: name one head 'policy' and the other 'value'"
            )
        if not meant:
            body.append(name)
        elif meant[0] in heads:
            raise BadNetwork(
                f"the {meant[0]} head has more than one layer ({heads[meant[0]]!r}, {name!r}), and here a head is one: "
                f"layers that come before both heads have names without 'policy' and 'value'"
            )
        else:
            heads[meant[0]] = name
    if not heads:
        if not body:
            raise BadNetwork("it holds no dense layers")
        heads = {"policy": body.pop()}
    return body, heads


def real(array: np.ndarray, name: str) -> np.ndarray:
    """Numbers of a file as float32, if they are real, floating point and finite."""
    if array.dtype.kind != "f":
        raise BadNetwork(f"{name!r} holds {array.dtype}, and weights are real floating-point numbers")
    with np.errstate(over="ignore"):
        found = array.astype(np.float32)
    if not np.isfinite(found).all():
        raise BadNetwork(f"{name!r} holds a value that is not a finite number of 32 bits")
    return found
