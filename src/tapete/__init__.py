"""Tapete: tabletop games with chance and hidden information, rules in plain Python at native speed, and agents that play them."""

from __future__ import annotations

from tapete._version import __version__
from tapete.agents.registry import agent, register_agent
from tapete.catalogue import load, register
from tapete.errors import (
    BadNetwork,
    BadOption,
    BadRecord,
    IllegalAction,
    TapeteError,
    UnknownAgent,
    UnknownGame,
)
from tapete.game import Definition, Game, State, View
from tapete.vector import Vector

__all__ = [
    "BadNetwork",
    "BadOption",
    "BadRecord",
    "Definition",
    "Game",
    "IllegalAction",
    "State",
    "TapeteError",
    "UnknownAgent",
    "UnknownGame",
    "Vector",
    "View",
    "__version__",
    "agent",
    "load",
    "register",
    "register_agent",
]
