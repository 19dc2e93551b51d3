"""Conditions under which competitions of the field were played, so that a tournament here can be compared with theirs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tapete.arena.clock import Clock
from tapete.errors import BadOption, nearest


@dataclass(frozen=True)
class Protocol:
    """A game's options, the variants every pairing is played in, and the time control."""

    game: str
    what: str
    options: Mapping[str, Any] = field(default_factory=dict)
    variants: Callable[[], list[dict[str, Any]]] = lambda: [{}]
    clock: Clock = field(default_factory=Clock)
    games: int | None = None  # per pairing, where the competition fixed it


def deck_pairs() -> list[dict[str, Any]]:
    """Every ordered pair of the nine pre-made decks; with both seatings each agent plays each deck against each."""
    from tapete.games.hearthstone import decks

    return [{"deck0": a, "deck1": b} for a, b in itertools.product(decks.COMPETITION, repeat=2)]


def mirrors() -> list[dict[str, Any]]:
    """Every pre-made deck against itself."""
    from tapete.games.hearthstone import decks

    return [{"deck": name} for name in decks.COMPETITION]


PROTOCOLS = {
    "premade2020": Protocol(
        "hearthstone",
        "pre-made deck track of 2020: all 81 pairs of nine decks, both seats",
        variants=deck_pairs,
        games=162,
    ),
    "premade-mirrors": Protocol(
        "hearthstone", "mirrors of the nine pre-made decks, as the track of 2019 had them", variants=mirrors, games=300
    ),
    "cog2023": Protocol(
        "tribute",
        "Tales of Tribute competition 2023: its pool of patrons, mirrored seeds, 10 s per turn",
        {"pool": "cog2023"},
        clock=Clock(turn=10.0),
    ),
    "cog2024": Protocol(
        "tribute",
        "Tales of Tribute competition 2024: its pool of patrons, mirrored seeds, 10 s per turn",
        {"pool": "cog2024"},
        clock=Clock(turn=10.0),
    ),
    "cog2025": Protocol(
        "tribute",
        "Tales of Tribute competition 2025: its pool of patrons, mirrored seeds, 10 s per turn",
        {"pool": "cog2025"},
        clock=Clock(turn=10.0),
    ),
}


def find_protocol(name: str, game: str) -> Protocol:
    """A protocol of a game by name."""
    mine = [key for key, protocol in PROTOCOLS.items() if protocol.game == game]
    if name not in mine:
        raise BadOption(f"{game} has no protocol {name!r}; {nearest(name, mine)}")
    return PROTOCOLS[name]
