"""First decisions (a mulligan) that a rule of the game answers for its agents.

A game may name an `opening`: a policy that answers some decisions and returns -1 for the others. It is part of every agent
except kinds without it (`AgentFactory.opening`): called first in Python, and composed with the agent's native policy here.
"""

from __future__ import annotations

import numpy as np

from tapete.core.bots import NativeHandle
from tapete.kernel import GameState, i8, kernel, mix, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, decide

OPENING_STREAM = 3 << 32  # stream of the opening rule within an agent's seed

# Memory: the seed of a new game, two addresses, how many params are the agent's, how many words the opening's; then the
# opening's memory, then the agent's.
OPENING, AGENT, OWN_PARAMS, OPENING_WORDS, FIRST = 1, 2, 3, 4, 5


@kernel
def opening_first(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Call the opening; if it returns -1, the agent."""
    own = FIRST + memory[OPENING_WORDS]
    if memory[0] != 0:  # a new game: pass the seed on
        memory[own] = memory[0]
        memory[FIRST] = i8(mix(u8(memory[0]), u8(OPENING_STREAM)))
        memory[0] = 0
    split = memory[OWN_PARAMS]
    index = decide(memory[OPENING], state, actions, n, params[split:], memory[FIRST:own])
    if index >= 0:
        return index
    return decide(memory[AGENT], state, actions, n, params[:split], memory[own:])


BUILD = Build("opening-first", [opening_first])


def with_opening(agent: NativeHandle, opening: NativeHandle) -> NativeHandle:
    """Compose a native policy that calls the opening first.

    The opening reads public facts only, so it may get the agent's view.
    """
    own = FIRST + opening.memory
    # Contents of memory from word 1 on: addresses and sizes, the opening's memory, the agent's word 0.
    first = np.zeros(own, dtype=np.int64)
    first[:4] = opening.address, agent.address, len(agent.params), opening.memory
    initial = agent.initial if agent.initial is not None else np.zeros(0, dtype=np.int64)
    return NativeHandle(
        BUILD.address(opening_first),
        np.concatenate([agent.params, opening.params]),
        own + agent.memory,
        views=agent.views,
        clairvoyant=agent.clairvoyant,
        forced=agent.forced,
        cleared=None if agent.cleared is None else own + agent.cleared,
        initial=np.concatenate([first, initial]),
        keep=(agent, opening, BUILD),
        searches=agent.searches,
        iterations_at=own + agent.iterations_at if agent.iterations_at else 0,
    )
