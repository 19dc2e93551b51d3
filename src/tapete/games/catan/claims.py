"""Measures for hints of Catan: points, dots of numbers that pay, and winning this turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tapete.core.claims import Claims, Horizon, Measure, at_once, won
from tapete.games.catan.board import HEX_CORNERS, PIPS

if TYPE_CHECKING:
    from tapete.core.state import State


def turn_ends(before: State, seat: int) -> Callable[[State], bool]:
    """Return a test for the beginning of another player's turn."""
    player = int(before.record["player"])
    return lambda world: int(world.record["player"]) != player


def points(before: State, after: State, seat: int) -> float:
    return after.points()[seat] - before.points()[seat]


def dots_of(state: State, seat: int) -> int:
    """Return the dots of the numbers next to a seat's buildings, those of a city twice, without the robber's hex."""
    record = state.record
    settled, city = int(record["settlements"][seat]), int(record["cities"][seat])
    return sum(
        int(PIPS[record["token"][hex]]) * sum((settled >> node & 1) + 2 * (city >> node & 1) for node in ring)
        for hex, ring in enumerate(HEX_CORNERS)
        if hex != int(record["robber"])
    )


def dots(before: State, after: State, seat: int) -> float:
    return float(dots_of(after, seat) - dots_of(before, seat))


def rivals_dots(before: State, after: State, seat: int) -> float:
    """Return the dots that the other players lose together."""
    others = [other for other in range(before.game.seats) if other != seat]
    return float(sum(dots_of(before, other) - dots_of(after, other) for other in others))


CLAIMS = Claims(
    (
        Horizon(
            at_once,
            (
                Measure("points", points, share=False, least=0.1),
                Measure("dots", dots, share=False, least=1.0),
                Measure("rivals", rivals_dots, share=False, least=1.0),
            ),
        ),
        Horizon(turn_ends, (Measure("game", won, least=0.03), Measure("turn_points", points, share=False, least=0.15))),
    ),
    ("hard", "normal"),
)
