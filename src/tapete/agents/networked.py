"""Small network as a genome: all its weights are genes, and it plays by the value of the positions after each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from tapete.agents.factory import make_of_kind, suited
from tapete.agents.genes import Gene, Tunable
from tapete.agents.network import NetAgent
from tapete.agents.player import Player
from tapete.core.bots import AgentFactory, NativeHandle
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.nets import Network
from tapete.nets.network import ACTIVATIONS, shapes_of

MOST_WIDTH = 4096
SCALE = (
    -1000.0,
    1000.0,
)  # values of a lost and a won game: wide, so that no output of a network is clipped


@dataclass
class NetworkTunable(Tunable):
    """Network of a fixed shape, filled from a vector: layer by layer, neuron by neuron, then the biases of the layer."""

    shape: Mapping[str, Any] = field(kw_only=True)  # options, encoder, layers, activation

    def network(self, vector: np.ndarray, made: Mapping[str, Any] | None = None) -> Network:
        values = np.asarray(vector, dtype=np.float64)
        if values.shape != (len(self.genes),):
            raise BadOption(f"this network has {len(self.genes)} weights, not {values.shape}")
        return filled(self.game, self.shape, values, made)

    def _agent(self, vector: np.ndarray) -> NetAgent:
        return NetAgent(self.game, self.network(vector), 0.0)

    def policy(self, vector: np.ndarray) -> NativeHandle:
        native = self.seated_with(self._agent(vector)).native()
        assert native is not None  # a network always plays natively
        return native

    def seated_with(self, agent: NetAgent) -> Player:
        return Player(agent, "net", self.seated.spec, self.seated.options, self.seated.opening)

    def agent(self, vector: np.ndarray) -> Player:
        return self.seated_with(self._agent(vector))


def filled(game: Game, shape: Mapping[str, Any], values: np.ndarray, made: Mapping[str, Any] | None = None) -> Network:
    """Return a network of a shape with these weights."""
    arrays, at = {}, 0
    for name, sizes in shapes_of(game.features(shape["encoder"]), tuple(shape["layers"]), None, 1).items():
        size = int(np.prod(sizes))
        part = values[at : at + size].astype(np.float32)
        arrays[name] = part.reshape(sizes[::-1]).T if len(sizes) == 2 else part
        at += size
    return Network(
        game.name,
        shape["options"],
        shape["encoder"],
        shape["layers"],
        arrays,
        activation=shape["activation"],
        value="mover",
        value_activation="none",
        value_scale=SCALE,
        made=made or {},
    )


def network_tunable(
    game: Game, options: Mapping[str, Any], encoder: str, hidden: Sequence[int], activation: str, span: float
) -> NetworkTunable:
    """Return a tunable network over one of the game's feature vectors, weights between -span and span."""
    if not game.definition.encoders:
        raise BadOption(f"--network: {game.name} has no feature vector that a network could read")
    name = encoder or next(iter(game.definition.encoders))
    game.encoder(name)
    if activation not in ACTIVATIONS:
        raise BadOption(f"--activation {activation}: must be one of {', '.join(ACTIVATIONS)}")
    if not all(1 <= width <= MOST_WIDTH for width in hidden):
        raise BadOption(f"--hidden {','.join(map(str, hidden))}: widths must be from 1 to {MOST_WIDTH}")
    if not 0 < span <= 1e6:
        raise BadOption(f"--weight-span {span:g}: must be above 0")
    layers = tuple(hidden)
    genes = [
        Gene(f"{array}_{i}", 0.0, -span, span)
        for array, shape in shapes_of(game.features(name), layers, None, 1).items()
        for i in range(int(np.prod(shape)))
    ]
    shape = {"options": dict(options), "encoder": name, "layers": layers, "activation": activation}
    first = NetAgent(game, filled(game, shape, np.zeros(len(genes))), 0.0)
    kind = suited(AgentFactory("net", "a network as a genome", (), lambda game, options: first), game)
    make = partial(make_of_kind, kind, "net", {}, f"net of {len(genes)} weights", game)
    seated = make()
    native = seated.native()
    assert native is not None  # a network always plays natively
    return NetworkTunable(game, seated, native, genes, make, shape=shape)
