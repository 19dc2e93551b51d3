"""Competition protocols: conditions that a game names and a tournament applies."""

from __future__ import annotations

import math

from tapete.arena.clock import Clock
from tapete.core.definition import Protocol
from tapete.core.registry import definition
from tapete.errors import BadOption, nearest


def find_protocol(name: str, game: str) -> Protocol:
    """Return a protocol of a game by name."""
    known = definition(game).protocols
    if name not in known:
        raise BadOption(f"{game} has no protocol {name!r}; {nearest(name, known)}")
    return known[name]


def clock_of(protocol: Protocol) -> Clock:
    """Return the time control of a protocol."""
    return Clock(**protocol.seconds, memory=protocol.memory or math.inf, late=protocol.late)
