"""Agents without search or knowledge of a game."""

from __future__ import annotations

from tapete.core.bots import AgentKind, PolicyAgent
from tapete.core.game import Policy
from tapete.kernel import GameState, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in


@kernel
def choose_at_random(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose uniformly among the legal actions."""
    return below_in(memory, 0, n)


RANDOM = Policy(choose_at_random, "every legal action is equally likely", public=True)

KINDS = (
    AgentKind(
        "random", RANDOM.what, (), lambda game, options: PolicyAgent(game, "random", RANDOM, options), opening=False
    ),
)
