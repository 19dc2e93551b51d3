"""A duel: a few agents, mirrored deals, scores with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.seated import Seated
from tapete.arena.clock import Clock
from tapete.arena.plan import Games, Progress, first_faults, mirrored
from tapete.arena.runs import Match, Memory, Outcome, Run, Sink, carry_out
from tapete.arena.seating import seatings
from tapete.arena.sprt import FIRST_DEALS, GROWTH, Sprt, SprtState
from tapete.arena.statistics import mean_interval
from tapete.arena.store import Store
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
    played_now: int = 0  # the others came from a store
    sprt: SprtState | None = None
    seated: list[Seated] = field(default_factory=list, repr=False)

    def as_dict(self) -> dict[str, Any]:
        return {
            **({"sprt": self.sprt.as_dict()} if self.sprt else {}),
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "played_now": self.played_now,
            "from_store": self.games - self.played_now,
            "seconds": self.seconds,
            "games_per_second": self.played_now / self.seconds if self.seconds else 0.0,
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
    store: Sink | Store | None = None,
) -> DuelResult:
    """Play whole mirrored deals until there are at least so many games, or until a sequential test has decided.

    With a store the games are kept there, and the same duel (or a longer one) goes on from them.
    """
    if games < 1:
        raise BadOption(f"games={games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a duel needs at least two agents, not {len(specs)}")
    if store is not None and record:
        raise BadOption("a duel is either recorded or kept in a store, not both")
    table = seatings(game, len(specs))
    most = math.ceil(games / len(table))
    match = Match(game, tuple(range(len(specs))), mirrored(seed, table, range(most)))
    run = Run("duel", "", game, specs, seed, [match], clock=clock or Clock(), record=record)
    run.title = f"{game.name}: {' v '.join(run.names)}"
    how: dict[str, Any] = {"workers": workers, "on": on}
    state = None
    if sprt is None:
        outcome = carry_out(run, store, progress=progress, **how)
    else:
        outcome, state = play_until_decided(run, table, most, sprt, store or Memory(), progress, how)
    found = outcome.matches[0]
    results = summarise(game, outcome.specs, found.games)
    faults = first_faults(outcome.faults, len(specs))
    for number, result in enumerate(results):
        result.ms_per_decision = found.milliseconds_per_decision(number)
        result.first_fault = faults[number]
        result.clairvoyant = outcome.clairvoyant[number]
    return DuelResult(
        game.name,
        game.options,
        seed,
        len(found.games),
        outcome.seconds,
        results,
        reproducible=outcome.reproducible,
        interrupted=outcome.interrupted,
        played=found.games,
        played_now=min(outcome.played_now, len(found.games)),
        sprt=state,
        seated=run.seated(),
    )


def play_until_decided(
    run: Run,
    table: Sequence[tuple[int, ...]],
    most: int,
    sprt: Sprt,
    sink: Sink | Store,
    progress: Progress | None,
    how: Mapping[str, Any],
) -> tuple[Outcome, SprtState]:
    """Deals in growing rounds. The test looks at them one by one, in order; deals after the one that decides do not count."""
    deals, shown, seconds, played_now = 0, 0, 0.0, 0
    while True:
        deals = min(deals + max(FIRST_DEALS, int(deals * GROWTH)), most)
        run.matches[0].plan = mirrored(run.seed, table, range(deals))
        outcome = carry_out(run, sink, progress=later_than(shown, progress), **how)
        found = outcome.matches[0]
        shown, seconds, played_now = len(found.games), seconds + outcome.seconds, played_now + outcome.played_now
        whole = len(found.games) // len(table) * len(table)
        scores = (found.games.returns * (found.games.plan.at_seats == 0)).sum(axis=1)[:whole]
        state = sprt.judge(scores.reshape(-1, len(table)).mean(axis=1))
        if state.decision != "none" or outcome.interrupted or deals >= most:
            break
    if state.decision != "none":
        found.games = found.games.take(np.arange(state.deals * len(table)))
    outcome.seconds, outcome.played_now = seconds, played_now
    return outcome, state


def later_than(shown: int, progress: Progress | None) -> Progress | None:
    """Progress of a run that is carried out again with more games: what was shown before does not count twice."""
    if progress is None:
        return None
    seen = 0

    def show(done: int) -> None:
        nonlocal seen
        new = seen + done - max(shown, seen)
        seen += done
        if new > 0:
            progress(new)

    return show


def matches_won(played: Games, agents: int, first_to: int) -> list[int]:
    """Matches won by each agent when the games, in order, are grouped into matches to `first_to` won games.

    Drawn games count for nobody; games after the last finished match are left over. Seats change with every game, and agents
    remember nothing from game to game, so any run of games is a run of matches.
    """
    seating = played.plan.at_seats
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
    seating = plan.at_seats
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
