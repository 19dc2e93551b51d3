"""Versions of the code of rules and agents, which identify runs in the store."""

from __future__ import annotations

import numpy as np

from tapete.agents.player import Player
from tapete.arena.schedule import deal_seeds
from tapete.core.game import Game
from tapete.kernel.cache import fingerprint
from tapete.kernel.fingerprint import text_of

PROBED_DEALS = 24  # deals hashed of a series of seeds, which a game may number by its own rule


def rules_version(game: Game) -> str:
    """Return a hash of the rules, the options as the rules read them, and the derivation of deals from a run's seed."""
    definition = game.definition
    python = [] if definition.accepts is None else [text_of(definition.accepts)]
    seeds = deal_seeds(game, 1, np.arange(PROBED_DEALS))
    return fingerprint((), game.kernels, game.encoded_options, game.sides, game.seats, seeds, python)


def agent_version(agent: Player) -> str:
    """Return a hash of an agent."""
    return agent.fingerprint()
