"""Tours of the rules: moments of real games that the panels show. A game's `tour.py` has its `TOUR`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Data = dict[str, Any]
READER = 0  # the seat from which a tour is shown


@dataclass(frozen=True)
class Step:
    """Step of a game as the reader saw it."""

    before: Data
    after: Data
    events: list[Data]

    def kinds(self) -> set[str]:
        return {event["kind"] for event in self.events}

    def mine(self, *kinds: str) -> bool:
        return any(event["kind"] in kinds and event.get("seat") == READER for event in self.events)


Moment = Callable[[Step], Any]


@dataclass(frozen=True)
class Tour:
    """Games of a tour and the moment of each panel.

    The last panel has none: it shows the table itself, and the first move can be made.
    """

    players: str
    options: Data
    moments: tuple[Moment | None, ...]


def me(position: Data) -> Data:
    found: Data = position["players"][READER]
    return found


def other(position: Data) -> Data:
    found: Data = position["players"][1 - READER]
    return found
