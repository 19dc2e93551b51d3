"""Tapete: tabletop games with chance and hidden information, rules in plain Python at native speed, and agents that play them.

The public names are imported when they are first used: `tapete --help` and `import tapete` need neither NumPy nor the agents.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from tapete._version import __version__

if TYPE_CHECKING:
    from tapete.agents.analysis import analyse
    from tapete.agents.registry import agent, register_agent
    from tapete.arena.duel import duel
    from tapete.arena.tournament import tournament
    from tapete.core.definition import Definition
    from tapete.core.game import Game
    from tapete.core.registry import load, register
    from tapete.core.state import State, View
    from tapete.errors import (
        BadNetwork,
        BadOption,
        BadRecord,
        IllegalAction,
        TapeteError,
        UnknownAgent,
        UnknownGame,
    )
    from tapete.learn.start import train
    from tapete.play.session import Session
    from tapete.play.vector import Vector

__all__ = [
    "BadNetwork",
    "BadOption",
    "BadRecord",
    "Definition",
    "Game",
    "IllegalAction",
    "Session",
    "State",
    "TapeteError",
    "UnknownAgent",
    "UnknownGame",
    "Vector",
    "View",
    "__version__",
    "agent",
    "analyse",
    "duel",
    "load",
    "register",
    "register_agent",
    "tournament",
    "train",
]

_HOME = {
    "tapete.agents.analysis": ("analyse",),
    "tapete.agents.registry": ("agent", "register_agent"),
    "tapete.arena.duel": ("duel",),
    "tapete.arena.tournament": ("tournament",),
    "tapete.core.registry": ("load", "register"),
    "tapete.errors": (
        "BadNetwork",
        "BadOption",
        "BadRecord",
        "IllegalAction",
        "TapeteError",
        "UnknownAgent",
        "UnknownGame",
    ),
    "tapete.core.definition": ("Definition",),
    "tapete.core.game": ("Game",),
    "tapete.core.state": ("State", "View"),
    "tapete.learn.start": ("train",),
    "tapete.play.session": ("Session",),
    "tapete.play.vector": ("Vector",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return a public name, or a module of the package (`tapete.arena` after `import tapete`)."""
    if name in _MODULE:
        value = getattr(importlib.import_module(_MODULE[name]), name)
        globals()[name] = value
        return value
    if not name.startswith("_") and importlib.util.find_spec(f"tapete.{name}") is not None:
        return importlib.import_module(f"tapete.{name}")
    raise AttributeError(f"module 'tapete' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, without what this module imports for itself."""
    return sorted(__all__)
