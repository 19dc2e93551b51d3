"""Conditions of Hearthstone competitions: decks and time limits."""

from __future__ import annotations

import itertools

from tapete.core.definition import Protocol
from tapete.games.hearthstone import decks

PROTOCOLS = {
    # With both seatings, each agent plays each deck against each.
    "premade2020": Protocol(
        "pre-made deck track of 2020: all 81 pairs of nine decks, both seats",
        variants=tuple({"deck0": a, "deck1": b} for a, b in itertools.product(decks.COMPETITION, repeat=2)),
        games=162,
    ),
    "premade-mirrors": Protocol(
        "mirrors of the nine pre-made decks, as the track of 2019 had them",
        variants=tuple({"deck": name} for name in decks.COMPETITION),
        games=300,
    ),
    "framework2019": Protocol(
        "the framework as the Hearthstone thesis describes it: Jade Shaman mirror, 60 s a turn, after which the turn ends",
        {"deck": "MidrangeJadeShaman"},
        seconds={"turn": 60.0},
        late="end-turn",
    ),
}
