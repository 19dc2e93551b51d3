"""Measures for hints of Briscas: who wins the trick, and the points in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tapete.core.claims import Claims, Horizon, Measure

if TYPE_CHECKING:
    from tapete.core.state import State


def trick_ends(before: State, seat: int) -> Callable[[State], bool]:
    """Return a test for the end of the trick on the table, or of the next one if the table is empty."""
    tricks = int(before.record["tricks_won"].sum())
    return lambda world: int(world.record["tricks_won"].sum()) > tricks


def wins_trick(before: State, after: State, seat: int) -> float:
    """Return 1.0 if the seat's side wins the trick, otherwise 0.0."""
    won, sides = after.record["tricks_won"] - before.record["tricks_won"], before.game.sides
    return float(any(won[other] for other in range(before.game.seats) if sides[other] == sides[seat]))


def points_moved(before: State, after: State, seat: int) -> float:
    """Return the points of the trick: those that the side wins minus those that it loses."""
    gained = [late - early for late, early in zip(after.points(), before.points(), strict=True)]
    sides = before.game.sides
    seen = dict(zip(sides, gained, strict=True))  # partners share their points
    return sum(points if side == sides[seat] else -points for side, points in seen.items())


CLAIMS = Claims(
    (Horizon(trick_ends, (Measure("trick", wins_trick), Measure("points", points_moved, share=False, least=1.0))),)
)
