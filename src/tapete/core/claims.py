"""What a game counts in short play-outs, so that a hint can say why a move is good.

A game names horizons (the move itself, the end of a trick, a round, a turn) and what is measured there. `tapete.agents.reasons`
plays two moves in the same sampled worlds and states a measure only where they differ by more than chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.core.game import State


@dataclass(frozen=True)
class Measure:
    """A number that is read at the end of a short play-out: a share of worlds (0 or 1 in each) or an amount."""

    key: str  # of the sentence that states it
    value: Callable[[State, State, int], float]  # (the position before the move, the world at the horizon, seat)
    better: int = 1  # 1: more is better for the seat, -1: less
    share: bool = True  # whether it is 0 or 1 in a world, so that its mean is a chance
    least: float = 0.05  # the smallest difference between two moves that is worth a sentence


@dataclass(frozen=True)
class Horizon:
    """Where short play-outs end, and what is measured there."""

    until: Callable[[State, int], Callable[[State], bool]]  # (the position before the move, seat) -> when to stop
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class Claims:
    """The measures of a game and who plays worlds on, by preference: the first one that decides without a search."""

    horizons: tuple[Horizon, ...]
    players: tuple[str, ...] = ("normal",)


def at_once(before: State, seat: int) -> Callable[[State], bool]:
    """Stop right after the move itself."""
    return lambda world: True


def won(before: State, after: State, seat: int) -> float:
    """Whether the game is over and the seat's side has won it alone."""
    game = after.game
    mine = game.sides[seat]
    return float(
        after.over and sum(s for s, side in zip(after.returns(), game.sides, strict=True) if side == mine) >= 1
    )


def lost(before: State, after: State, seat: int) -> float:
    """Whether the game is over and the seat has won nothing of it."""
    return float(after.over and after.returns()[seat] == 0)
