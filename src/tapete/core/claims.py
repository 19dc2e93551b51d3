"""Measures of short play-outs, from which a hint explains why a move is good.

A game names horizons (the move itself, the end of a trick, a round, a turn) and what is measured there. `tapete.agents.reasons`
plays two moves in the same sampled worlds and states a measure only where they differ by more than chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.core.state import State


@dataclass(frozen=True)
class Measure:
    """Number read at the end of a short play-out: a share of worlds (0 or 1 in each) or an amount."""

    key: str  # key of the sentence that states it
    value: Callable[[State, State, int], float]  # (the position before the move, the world at the horizon, seat)
    better: int = 1  # 1: more is better for the seat, -1: less
    share: bool = True  # whether it is 0 or 1 in a world, so that its mean is a chance
    least: float = 0.05  # the smallest difference between two moves that is worth a sentence


@dataclass(frozen=True)
class Horizon:
    """End of short play-outs, and the measures taken there."""

    until: Callable[[State, int], Callable[[State], bool]]  # (the position before the move, seat) -> when to stop
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class Claims:
    """Measures of a game, and the agents that play worlds on, by preference: the first that decides without a search."""

    horizons: tuple[Horizon, ...]
    players: tuple[str, ...] = ("normal",)


def at_once(before: State, seat: int) -> Callable[[State], bool]:
    """Stop right after the move itself."""
    return lambda world: True


def won(before: State, after: State, seat: int) -> float:
    """Return whether the game is over and the seat's side has won it alone."""
    game = after.game
    mine = game.sides[seat]
    return float(
        after.over and sum(s for s, side in zip(after.returns(), game.sides, strict=True) if side == mine) >= 1
    )


def lost(before: State, after: State, seat: int) -> float:
    """Return whether the game is over and the seat's share of it is 0."""
    return float(after.over and after.returns()[seat] == 0)
