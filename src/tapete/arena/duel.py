"""A duel: a few agents, mirrored deals, scores with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.arena.clock import Clock
from tapete.arena.match import Games, Progress, Tally, mirrored, play
from tapete.arena.seating import seatings
from tapete.arena.sprt import FIRST_DEALS, GROWTH, Sprt, SprtState
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
    sprt: SprtState | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            **({"sprt": self.sprt.as_dict()} if self.sprt else {}),
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
    on: str | None = None,
    clock: Clock | None = None,
    sprt: Sprt | None = None,
) -> DuelResult:
    """Play whole mirrored deals until there are at least so many games, or until a sequential test has decided."""
    if games < 1:
        raise BadOption(f"games={games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a duel needs at least two agents, not {len(specs)}")
    table = seatings(game, len(specs))
    deals = math.ceil(games / len(table))
    how: dict[str, Any] = {"record": record, "progress": progress, "workers": workers, "on": on, "clock": clock}
    state = None
    if sprt is None:
        tally = play(game, specs, mirrored(seed, table, range(deals)), **how)
    else:
        tally, state = play_until_decided(game, specs, table, deals, seed, sprt, how)
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
        sprt=state,
    )


def play_until_decided(
    game: Game,
    specs: Sequence[str | Any],
    table: list[tuple[int, ...]],
    most: int,
    seed: int,
    sprt: Sprt,
    how: Mapping[str, Any],
) -> tuple[Tally, SprtState]:
    """Deals in growing rounds. The test looks at them one by one, in order; deals after the one that decides do not count."""
    tally: Tally | None = None
    while True:
        done = 0 if tally is None else len(tally.games) // len(table)
        more = min(max(FIRST_DEALS, int(done * GROWTH)), most - done)
        new = play(game, specs, mirrored(seed, table, range(done, done + more)), **how)
        tally = new if tally is None else tally.plus(new)
        whole = len(tally.games) // len(table) * len(table)
        scores = (tally.games.returns[:whole] * (tally.games.plan.seatings[tally.games.plan.turns[:whole]] == 0)).sum(
            axis=1
        )
        state = sprt.judge(scores.reshape(-1, len(table)).mean(axis=1))
        if state.decision != "none" or tally.interrupted or len(tally.games) >= most * len(table):
            break
    if state.decision != "none":
        tally.games = tally.games.take(np.arange(state.deals * len(table)))
    return tally, state


def matches_won(played: Games, agents: int, first_to: int) -> list[int]:
    """Matches won by each agent when the games, in order, are grouped into matches to `first_to` won games.

    Drawn games count for nobody; games after the last finished match are left over. Seats change with every game, and agents
    remember nothing from game to game, so any run of games is a run of matches.
    """
    seating = played.plan.seatings[played.plan.turns]
    shares = np.stack([(played.returns * (seating == number)).sum(axis=1) for number in range(agents)], axis=1)
    winners = np.where(shares.max(axis=1) > 1 - EVEN, shares.argmax(axis=1), -1)
    won, score = [0] * agents, [0] * agents
    for winner in winners.tolist():
        if winner >= 0:
            score[winner] += 1
            if score[winner] == first_to:
                won[winner] += 1
                score = [0] * agents
    return won


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
        result.faults = int(((played.faults > 0) & mine).sum())
        first_seat = mine.argmax(axis=1)
        for seat in range(game.seats):
            if (first_seat == seat).any():
                result.seat_scores[seat] = float(scores[first_seat == seat].mean())
    return results
