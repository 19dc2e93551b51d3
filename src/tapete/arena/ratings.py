"""Ratings: strengths that explain all results of a tournament together, with intervals.

The model is Bradley and Terry's for two sides and Luce's for more: at a table the chance of each agent to win is in proportion
to its strength times the number of seats it holds. A shared win counts as that share of a win. The fit is by maximum
likelihood; the intervals are clustered by observation (see `observations`), because games of one deal share its luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tapete.arena.observations import observations
from tapete.arena.schedule import Schedule
from tapete.arena.statistics import UNKNOWN, student_quantile

ELO = 400 / np.log(10)  # a difference of 400 is odds of ten to one
CENTRE = 1500.0
PRIOR_GAMES = 1.0  # drawn games of every agent against an average one, so that no rating is infinite
STEPS = 200


@dataclass
class Rating:
    """An agent's strength on the scale of Elo; the average of the agents is 1500."""

    value: float
    ci95: tuple[float, float]


@dataclass
class TableResults:
    """Results of one table of agents: the agents, the seats they hold, and the share each won in every game."""

    agents: tuple[int, ...]
    seats: np.ndarray  # seats held, by agent of the table
    shares: np.ndarray  # (games, agents of the table)
    plan: Schedule  # defines which games share their luck


def fit_ratings(count: int, tables: Sequence[TableResults]) -> list[Rating]:
    """Fit Bradley-Terry-Luce ratings of `count` agents by Newton steps, with 95 % intervals."""
    if count == 0:
        return []
    strength = np.zeros(count)
    for _ in range(STEPS):
        gradient, curvature = _slope(strength, tables)
        step = np.linalg.solve(curvature, gradient)
        strength = strength + step * min(1.0, 2.0 / max(np.abs(step).max(), 1e-12))
        if np.abs(step).max() < 1e-9:
            break
    _, curvature = _slope(strength, tables)
    inverse = np.linalg.inv(curvature)
    observed = observations([table.plan for table in tables])
    seen = len(np.unique(np.concatenate([np.zeros(0, np.int64), *(of_games[:, 0] for of_games in observed.numbers)])))
    centring = (np.eye(count) - 1 / count) @ inverse
    by_unit = [_noise(strength, tables, [of_games[:, column] for of_games in observed.numbers]) for column in (0, 1)]
    variance = np.max([np.diag(centring @ noise @ centring.T) for noise in by_unit], axis=0)  # blocks, and their deals
    spread = np.sqrt(np.maximum(variance, 0))
    values = CENTRE + ELO * (strength - strength.mean())
    if seen < max(2, observed.least):
        return [Rating(float(value), UNKNOWN) for value in values]
    half = student_quantile(0.95, seen - 1) * ELO * spread
    return [Rating(float(v), (float(v - h), float(v + h))) for v, h in zip(values, half, strict=True)]


def expected_score(ratings: Sequence[Rating], tables: Sequence[TableResults], agent: int) -> float:
    """Return the mean score that ratings predict for an agent over the games of some tables."""
    strength = np.array([rating.value for rating in ratings]) / ELO
    games = np.array([len(table.shares) for table in tables])
    share = np.array([chances(strength, table)[table.agents.index(agent)] for table in tables])
    return float((games * share).sum() / games.sum())


def chances(strength: np.ndarray, table: TableResults) -> np.ndarray:
    """Return each agent's win probability at a table."""
    weights = table.seats * np.exp(strength[list(table.agents)] - strength[list(table.agents)].max())
    return weights / weights.sum()


def _slope(strength: np.ndarray, tables: Sequence[TableResults]) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient of the log-likelihood and its curvature (negative second derivative)."""
    average = 1 / (1 + np.exp(-strength))
    gradient = PRIOR_GAMES * (0.5 - average)
    curvature = np.diag(PRIOR_GAMES * average * (1 - average))
    for table in tables:
        places = np.array(table.agents)
        chance = chances(strength, table)
        games = len(table.shares)
        gradient[places] += table.shares.sum(axis=0) - games * chance
        curvature[np.ix_(places, places)] += games * (np.diag(chance) - np.outer(chance, chance))
    return gradient, curvature


def _noise(strength: np.ndarray, tables: Sequence[TableResults], numbers: Sequence[np.ndarray]) -> np.ndarray:
    """Return the variance of the gradient: observations are independent, the games of one are not."""
    count = len(strength)
    total = np.diag(np.full(count, PRIOR_GAMES * 0.25))
    every = np.unique(np.concatenate([np.zeros(0, np.int64), *numbers]))
    surprise = np.zeros((len(every), count))
    for table, of_games in zip(tables, numbers, strict=True):
        rows = np.searchsorted(every, of_games)
        rest = table.shares - chances(strength, table)
        for column, agent in enumerate(table.agents):
            surprise[:, agent] += np.bincount(rows, rest[:, column], minlength=len(every))
    return total + surprise.T @ surprise * len(every) / max(1, len(every) - 1)
