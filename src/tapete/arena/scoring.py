"""Seats and sides: the share and the lead of an agent's side. In a game of pairs a partner's win is one's own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

EVEN = 1e-9  # returns closer than this to 1 or 0 count as such


def own_side(mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """Return the seats of an agent's sides, given the seats that it holds: (games, seats)."""
    if sides is None or len(set(sides)) == len(sides):
        return mine
    member = np.equal.outer(np.asarray(sides), np.unique(sides)).astype(np.int64)
    return (mine.astype(np.int64) @ member > 0).astype(np.int64) @ member.T > 0


def team_share(returns: np.ndarray, mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """Return the share of each game that an agent's side won."""
    return (returns * own_side(mine, sides)).sum(axis=1)


def margin(points: np.ndarray, mine: np.ndarray, sides: Sequence[int] | None) -> np.ndarray:
    """Return the lead of an agent's side over the best other side, in points, game by game."""
    own = own_side(mine, sides)
    return np.where(own, points, -np.inf).max(axis=1) - np.where(own, -np.inf, points).max(axis=1)


def outcomes(shares: np.ndarray) -> tuple[int, int, int]:
    """Count wins, draws and losses: a side's share is everything, something, nothing."""
    wins, losses = int((shares > 1 - EVEN).sum()), int((shares < EVEN).sum())
    return wins, len(shares) - wins - losses, losses
