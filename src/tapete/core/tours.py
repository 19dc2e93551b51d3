"""Tours of the rules: the moments of real games that their panels show. A game's `tour.py` has its `TOUR`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Data = dict[str, Any]
READER = 0  # the seat through whose eyes a tour is told


@dataclass(frozen=True)
class Step:
    """One step of a game as the reader saw it."""

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
    """Who plays the games that a tour is cut from, and which moment each panel waits for.

    The last panel has none: there the table itself stands again, and the first move can be made.
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
