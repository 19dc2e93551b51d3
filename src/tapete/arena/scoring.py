"""Seats and sides: what an agent's side took and led by. In a game of pairs a partner's win is one's own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

EVEN = 1e-9  # returns closer than this to all or to nothing are exactly that


def own_side(mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """(games, seats): the seats of the sides on which an agent sits, given the seats that it holds."""
    if sides is None or len(set(sides)) == len(sides):
        return mine
    member = np.equal.outer(np.asarray(sides), np.unique(sides)).astype(np.int64)
    return (mine.astype(np.int64) @ member > 0).astype(np.int64) @ member.T > 0


def team_share(returns: np.ndarray, mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """The share of each game that an agent's side took."""
    return (returns * own_side(mine, sides)).sum(axis=1)


def margin(points: np.ndarray, mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """How far an agent's side was ahead of the best other one, in points, game by game."""
    own = own_side(mine, sides)
    return np.where(own, points, -np.inf).max(axis=1) - np.where(own, -np.inf, points).max(axis=1)


def outcomes(shares: np.ndarray) -> tuple[int, int, int]:
    """Wins, draws and losses: a side took everything, something, nothing."""
    wins, losses = int((shares > 1 - EVEN).sum()), int((shares < EVEN).sum())
    return wins, len(shares) - wins - losses, losses
