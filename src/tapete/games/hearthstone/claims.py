"""Measures for hints: damage, minions, and which hero dies before the player's next turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tapete.core.claims import Claims, Horizon, Measure, at_once, lost, won

if TYPE_CHECKING:
    from tapete.core.state import State


def own_turn_comes_back(before: State, seat: int) -> Callable[[State], bool]:
    """Return a test that stops a play-out when the opponent's next turn is over."""
    turn = before.turn
    return lambda world: world.turn > turn + 1


def hero_left(state: State, seat: int) -> int:
    """Return health plus armor of a hero."""
    record = state.record
    return int(record["health"][seat]) - int(record["damage"][seat]) + int(record["armor"][seat])


def damage(before: State, after: State, seat: int) -> float:
    """Return the health and armor that the enemy hero loses."""
    return float(hero_left(before, 1 - seat) - hero_left(after, 1 - seat))


def removed(before: State, after: State, seat: int) -> float:
    """Return the decrease in the number of enemy minions."""
    return float(before.record["minions"][1 - seat] - after.record["minions"][1 - seat])


def own_minions(before: State, after: State, seat: int) -> float:
    return float(after.record["minions"][seat] - before.record["minions"][seat])


CLAIMS = Claims(
    (
        Horizon(
            at_once,
            (
                Measure("damage", damage, share=False, least=1.0),
                Measure("removed", removed, share=False, least=0.5),
                Measure("minions", own_minions, share=False, least=0.5),
            ),
        ),
        Horizon(own_turn_comes_back, (Measure("game", won, least=0.03), Measure("lost", lost, better=-1, least=0.03))),
    ),
    ("hard", "normal"),
)
