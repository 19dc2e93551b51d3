"""A duel: a few agents, mirrored deals, scores with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.arena.match import Games, Progress, mirrored, play
from tapete.arena.seating import seatings
from tapete.arena.statistics import mean_interval
from tapete.errors import BadOption
from tapete.game import Game

EVEN = 1e-9  # returns closer than this to all or to nothing are exactly that


@dataclass
class AgentResult:
    """How one agent did."""

    spec: str
    par: float
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    ci95: tuple[float, float] = (0.0, 1.0)
    seat_scores: list[float | None] = field(default_factory=list)
    point_difference: float = 0.0
    ms_per_decision: float | None = None
    faults: int = 0
    first_fault: str | None = None
    clairvoyant: bool = False

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": list(self.ci95)}


@dataclass
class DuelResult:
    """A finished (or interrupted) duel."""

    game: str
    options: Mapping[str, Any]
    seed: int
    games: int
    seconds: float
    agents: list[AgentResult]
    reproducible: bool
    interrupted: bool
    played: Games = field(repr=False)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "reproducible": self.reproducible,
            "interrupted": self.interrupted,
            "agents": [agent.as_dict() for agent in self.agents],
        }


def duel(
    game: Game,
    specs: Sequence[str | Any],
    *,
    games: int = 1000,
    seed: int = 0,
    record: bool = False,
    progress: Progress | None = None,
    workers: int | None = None,
) -> DuelResult:
    """Play whole mirrored deals until there are at least so many games."""
    if games < 1:
        raise BadOption(f"games={games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a duel needs at least two agents, not {len(specs)}")
    table = seatings(game, len(specs))
    plan = mirrored(seed, table, range(math.ceil(games / len(table))))
    tally = play(game, specs, plan, record=record, progress=progress, workers=workers)
    results = summarise(game, [agent.spec for agent in tally.agents], tally.games)
    for number, result in enumerate(results):
        result.ms_per_decision = tally.milliseconds_per_decision(number)
        result.first_fault = tally.fault_texts[number]
        result.clairvoyant = tally.agents[number].clairvoyant
    return DuelResult(
        game.name,
        game.options,
        seed,
        len(tally.games),
        tally.seconds,
        results,
        reproducible=not any(agent.timed for agent in tally.agents),
        interrupted=tally.interrupted,
        played=tally.games,
    )


def summarise(game: Game, specs: Sequence[str], played: Games) -> list[AgentResult]:
    """Scores of all agents from the games played."""
    plan = played.plan
    seating = plan.seatings[plan.turns]
    _, deal_of = np.unique(plan.deals, return_inverse=True)
    results = []
    for number, spec in enumerate(specs):
        mine = seating == number
        result = AgentResult(spec, par=float((plan.seatings[0] == number).mean()))
        results.append(result)
        result.seat_scores = [None] * game.seats
        if not len(played):
            continue
        scores = (played.returns * mine).sum(axis=1)
        result.wins = int((scores > 1 - EVEN).sum())
        result.losses = int((scores < EVEN).sum())
        result.draws = len(scores) - result.wins - result.losses
        result.score = float(scores.mean())
        result.ci95 = mean_interval(np.bincount(deal_of, scores) / np.bincount(deal_of))
        best_mine = np.where(mine, played.points, -np.inf).max(axis=1)
        best_other = np.where(mine, -np.inf, played.points).max(axis=1)
        result.point_difference = float((best_mine - best_other).mean())
        result.faults = int((played.faults * mine).sum())
        first_seat = mine.argmax(axis=1)
        for seat in range(game.seats):
            if (first_seat == seat).any():
                result.seat_scores[seat] = float(scores[first_seat == seat].mean())
    return results
