"""Synthetic results with any names and numbers of games and players, for tests of pictures."""

from __future__ import annotations

import itertools

import numpy as np

import tapete
from tapete.arena.experiment import ExperimentResult, MatchGames
from tapete.arena.schedule import GameResults, mirrored
from tapete.arena.seating import seatings
from tapete.arena.sweep import SweepResult, judge_trials, trials_of
from tapete.arena.timing import no_times
from tapete.arena.tournament import TournamentResult, standings

LONG = [
    "thesis-mcts:iterations=300,obey=1,c=0.5,follow_suit=follow",
    "thesis-mcts:iterations=300,obey=1,c=1.0,follow_suit=follow",
    "ismcts:iterations=100000,rollout=cheap-winner,reward=points,c=0.25,exact=0,final=max-robust",
    "./entries/competition/2026/some_group/their_agent.py:TheirVeryLongClassName:depth=12",
]
MANY = [f"ismcts:iterations={2**i},c=0.7" for i in range(16)]


def games_between(game, agents: int, deals: int, generator: np.random.Generator, strengths=None) -> GameResults:
    """Return games with synthetic winners, points and times."""
    plan = mirrored(1, seatings(game, agents), range(deals))
    count = len(plan)
    strengths = np.ones(agents) if strengths is None else np.asarray(strengths, dtype=float)
    weights = generator.exponential(size=(count, game.seats)) / strengths[plan.at_seats]
    winner = weights.argmin(axis=1)
    returns = np.eye(game.seats)[winner]
    points = np.round(generator.normal(120 / game.seats, 14, (count, game.seats)) + 18 * returns).clip(0, 120)
    none = np.zeros((count, game.seats), dtype=np.int64)
    decisions = np.full((count, game.seats), 39 // game.seats)
    seconds = generator.lognormal(-5, 0.4, count)
    return GameResults(plan, returns, points, decisions, none, seconds, None, np.full(count, 39))


def outcome(kind, game, specs, matches, labels=None, clairvoyant=None, notes=None) -> ExperimentResult:
    seen = clairvoyant or [spec.startswith("thesis-mcts") for spec in specs]
    return ExperimentResult(
        kind, f"{game.name}: {len(specs)} agents", game.name, game.options, list(specs), 1, {}, matches, [], seen,
        list(labels or specs), notes or {},
    )  # fmt: skip


def times(agents: int, generator: np.random.Generator) -> np.ndarray:
    table = no_times(agents)
    mean = generator.lognormal(-7, 1.5, agents)
    table[:, 2] = 400
    table[:, 0], table[:, 1], table[:, 3] = 400 * mean, 400 * mean**2 * 1.2, 440 * mean
    return table


def made_tournament(specs, deals=40, players=2, labels=None, seed=1) -> TournamentResult:
    generator = np.random.default_rng(seed)
    game = tapete.load("briscas", players=players) if players < 4 else tapete.load("catan")
    strength = np.linspace(2.0, 0.5, len(specs))
    tables = itertools.combinations(range(len(specs)), players if players < 4 else 4 if len(specs) >= 4 else 2)
    matches = []
    for table in itertools.islice(tables, 40):
        size = len(table) if players != 4 else 4
        games = games_between(game, size, deals, generator, strength[list(table)])
        matches.append(MatchGames(game, table, games, times(size, generator)))
    return standings(outcome("tournament", game, specs, matches, labels))


def made_sweep(axes, opponents=("random",), deals=40, players=2, name="ismcts", seed=1, search="grid") -> SweepResult:
    generator = np.random.default_rng(seed)
    game = tapete.load("briscas", players=players)
    points = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    specs = [f"{name}:" + ",".join(f"{k}={v}" for k, v in point.items()) for point in points] + list(opponents)
    matches = []
    for i, j in itertools.product(range(len(points)), range(len(points), len(specs))):
        games = games_between(game, 2, deals, generator, (1 + i / len(points), 1))
        matches.append(MatchGames(game, (i, j), games, times(2, generator)))
    found = outcome("sweep", game, specs, matches)
    trials = trials_of(found, points, list(opponents))
    judge_trials(trials)
    template = f"{name}:" + ",".join(f"{k}={{{','.join(v)}}}" for k, v in axes.items())
    return SweepResult("briscas", game.options, template, list(axes), list(opponents), search, 1, trials, [found])
