"""Tapete: tabletop games with chance and hidden information, rules in plain Python at native speed, and agents that play them."""

from __future__ import annotations

from tapete._version import __version__
from tapete.agents.registry import agent, register_agent
from tapete.catalogue import load, register
from tapete.errors import (
    BadOption,
    BadRecord,
    IllegalAction,
    TapeteError,
    UnknownAgent,
    UnknownGame,
)
from tapete.game import Batch, Definition, Game, State, View

__all__ = [
    "BadOption",
    "BadRecord",
    "Batch",
    "Definition",
    "Game",
    "IllegalAction",
    "State",
    "TapeteError",
    "UnknownAgent",
    "UnknownGame",
    "View",
    "__version__",
    "agent",
    "load",
    "register",
    "register_agent",
]
