"""Agents without search or knowledge of a game."""

from __future__ import annotations

from tapete.core.bots import AgentFactory, Bot
from tapete.core.definition import BotSpec
from tapete.kernel import GameState, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in


@kernel
def choose_at_random(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose uniformly among the legal actions."""
    return below_in(memory, 0, n)


RANDOM = BotSpec(choose_at_random, "every legal action is equally likely", public=True)

KINDS = (
    AgentFactory("random", RANDOM.what, (), lambda game, options: Bot(game, "random", RANDOM, options), opening=False),
)
