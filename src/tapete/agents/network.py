"""Network as an agent: one forward pass per decision, no search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.bots import AgentFactory, NativeHandle
from tapete.core.game import Game
from tapete.core.state import View
from tapete.errors import BadNetwork, BadOption
from tapete.nets import Bound, Network
from tapete.nets.files import named
from tapete.options import Option

FILE = Option("file", "own", "the network: a file, or own (which comes with the game)")
TEMPERATURE = Option(
    "temperature", 0.0, "0: the best action; above: at random, the better ones oftener", low=0, high=10**6
)
SYMMETRIC = Option(
    "symmetric",
    False,
    "evaluate every form of a position under the game's symmetries (24 of Briscas, 12 of Catan) and play by the mean",
)


class NetAgent:
    """Agent that plays by a network's policy head; without one, it takes the action after which its seat is best off."""

    clairvoyant = False

    def __init__(self, game: Game, given: str | Network, temperature: float, symmetric: bool = False) -> None:
        try:
            network = named(game, given) if isinstance(given, str) else given
        except BadNetwork as error:
            raise BadNetwork(f"agent 'net': {error}") from None
        self.name = "net"
        self.policy = Bound(network, game).policy(temperature, symmetric=symmetric)
        if symmetric and not self.policy.forms:
            raise BadOption(f"net:symmetric=1: {game.name} names no symmetries")
        made = network.made.get("configuration")
        # Whether it was trained on first decisions (a mulligan, a draft), which are otherwise left to the game's rule.
        self.opens = isinstance(made, Mapping) and made.get("opening") == "own"

    def reset(self, seed: int) -> None:
        self.policy.reset(seed)

    def act(self, view: View) -> int:
        legal = view.legal()
        return legal[self.policy.index(view, legal)] if len(legal) > 1 else legal[0]

    def native(self) -> NativeHandle:
        return self.policy.native()

    def fingerprint(self) -> str:
        return self.policy.fingerprint()


def make(game: Game, options: Mapping[str, Any]) -> NetAgent:
    return NetAgent(game, options["file"], options["temperature"], options["symmetric"])


KINDS = (
    AgentFactory(
        "net",
        "a network without search: its policy, or the best value after an action",
        (FILE, TEMPERATURE, SYMMETRIC),
        make,
        plays=lambda game: bool(game.definition.encoders),
    ),
)
