"""Parameter sources for evolution: an agent's weights, per-phase weights, or a network that plays by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tapete.agents.genes import Tunable, tunable_of
from tapete.agents.networked import network_tunable
from tapete.agents.phased import with_phases
from tapete.agents.player import Player
from tapete.core.game import Game
from tapete.errors import BadOption

MakeAgent = Callable[[str, Game], Player]  # from a spec to an agent: `registry.make_agent`
SETTINGS = ("game", "options", "agent", "genes", "phases", "network", "hidden", "activation", "encoder", "weight_span")


def carrier_of(config: Any) -> dict[str, Any]:
    """Return the part of a configuration that selects the parameter source."""
    return {name: getattr(config, name) for name in SETTINGS}


def carrier_for(game: Game, carrier: Mapping[str, Any], make_agent: MakeAgent) -> Tunable:
    """Return the parameter source that a configuration names."""
    if carrier["network"] == "actions":
        if carrier["genes"] or carrier["phases"]:
            raise BadOption(
                "--network: all its weights are genes, the same in all phases; leave --genes and --phases out"
            )
        return network_tunable(
            game,
            carrier["options"],
            carrier["encoder"],
            carrier["hidden"],
            carrier["activation"],
            carrier["weight_span"],
        )
    found = tunable_of(partial(make_agent, carrier["agent"], game), game, carrier["genes"] or None)
    return with_phases(found, carrier["phases"], game) if carrier["phases"] else found
