"""Measures for hints: gains of the move, favours, and prestige at the end of the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapete.core.claims import Claims, Horizon, Measure, at_once, won

if TYPE_CHECKING:
    from tapete.core.state import State


def turn_ends(before: State, seat: int) -> Callable[[State], bool]:
    """Return a test that stops a play-out at the other player's turn; a draft is not played out."""
    if int(before.record["pool"]):
        return lambda world: True
    return lambda world: int(world.record["current"]) != seat


def gain(field: str) -> Callable[[State, State, int], float]:
    """Return a measure of the increase of a player's number."""

    def value(before: State, after: State, seat: int) -> float:
        return float(after.record[field][seat]) - float(before.record[field][seat])

    return value


def favours_of(record: Any, seat: int) -> int:
    return int((record["favour"] == seat).sum())


def favours(before: State, after: State, seat: int) -> float:
    """Return the favours gained, less those that the enemy gains."""
    own = favours_of(after.record, seat) - favours_of(before.record, seat)
    return float(own - favours_of(after.record, 1 - seat) + favours_of(before.record, 1 - seat))


CLAIMS = Claims(
    (
        Horizon(
            at_once,
            (
                Measure("power", gain("power"), share=False, least=1.0),
                Measure("coins", gain("coins"), share=False, least=1.0),
                Measure("favours", favours, share=False, least=0.5),
            ),
        ),
        Horizon(
            turn_ends,
            (Measure("game", won, least=0.03), Measure("prestige", gain("prestige"), share=False, least=0.5)),
        ),
    ),
    ("hard", "normal"),
)
