"""Agents that leave a game's first decisions (a mulligan) to a rule of the game.

A game may name an `opening`: a policy that answers some decisions and says -1 to the others. Every kind of agent but `random`
then has the opening's options, and asks it first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tapete.build import Build, fingerprint
from tapete.contract import ACTIONS, MEMORY, NUMBERS, decide
from tapete.game import Game, View
from tapete.kernel import ANY_STATE, i8, kernel
from tapete.policy import AgentKind, NativePolicy, PolicyAgent, agent_fingerprint

# Memory: the generator's seed, two addresses, how many params are the agent's; then the agent's own memory
OPENING, AGENT, OWN_PARAMS, OWN_MEMORY = 1, 2, 3, 4


@kernel
def opening_first(state: ANY_STATE, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Ask the opening; where it has nothing to say, the agent."""
    if memory[0] != 0:  # a new game: hand the seed on
        memory[OWN_MEMORY] = memory[0]
        memory[0] = 0
    split = memory[OWN_PARAMS]
    index = decide(memory[OPENING], state, actions, n, params[split:], memory)
    if index >= 0:
        return index
    return decide(memory[AGENT], state, actions, n, params[:split], memory[OWN_MEMORY:])


BUILD = Build("opening-first", [opening_first])


class OpeningAgent:
    """An agent that asks the game's opening rule first."""

    def __init__(self, agent: Any, opening: PolicyAgent) -> None:
        self.agent = agent
        self.opening = opening

    def __getattr__(self, name: str) -> Any:
        if name in ("agent", "opening"):
            raise AttributeError(name)
        return getattr(self.agent, name)

    def fingerprint(self) -> str:
        """A hash of what both play."""
        return fingerprint(opening_first, self.opening.fingerprint(), agent_fingerprint(self.agent, {}))

    def reset(self, seed: int) -> None:
        reset = getattr(self.agent, "reset", None)
        if reset is not None:
            reset(seed)

    def act(self, view: View) -> int | None:
        answer = self.opening.act(view)
        return answer if answer is not None else self.agent.act(view)

    def native(self) -> NativePolicy | None:
        offer = getattr(self.agent, "native", None)
        inner: NativePolicy | None = offer() if offer is not None else None
        if inner is None:
            return None
        opening = self.opening.native()
        first = np.array([opening.address, inner.address, len(inner.params), 0], dtype=np.int64)
        initial = inner.initial if inner.initial is not None else np.zeros(0, dtype=np.int64)
        return NativePolicy(
            BUILD.address(opening_first),
            np.concatenate([inner.params, opening.params]),
            OWN_MEMORY + inner.memory,
            views=inner.views,
            clairvoyant=inner.clairvoyant,
            forced=inner.forced,
            cleared=None if inner.cleared is None else OWN_MEMORY + inner.cleared,
            initial=np.concatenate([first, initial]),
            keep=(inner, opening, BUILD),
        )


def with_opening(kind: AgentKind, game: Game) -> AgentKind:
    """The same kind, asking the game's opening rule first."""
    opening = game.definition.opening
    assert opening is not None
    own = {option.name for option in kind.options}
    extra = tuple(option for option in opening.options if option.name not in own)

    def make(game: Game, options: Mapping[str, Any]) -> Any:
        inner = kind.make(game, {name: value for name, value in options.items() if name in own})
        return OpeningAgent(inner, PolicyAgent(game, "opening", opening, options))

    return replace(kind, options=(*kind.options, *extra), make=make)
