"""A duel: a few agents, mirrored deals, scores with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.registry import make_agent
from tapete.arena.clock import Clock
from tapete.arena.match import Tally, play
from tapete.arena.plan import Games, Plan, Progress, first_faults, mirrored
from tapete.arena.runs import Match, Run, carry_out
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
    store: Store | None = None,
) -> DuelResult:
    """Play whole mirrored deals until there are at least so many games, or until a sequential test has decided.

    With a store the games are kept there, and the same duel (or a longer one) goes on from them.
    """
    if games < 1:
        raise BadOption(f"games={games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a duel needs at least two agents, not {len(specs)}")
    table = seatings(game, len(specs))
    deals = math.ceil(games / len(table))
    if store is not None and record:
        raise BadOption("a duel is either recorded or kept in a store, not both")
    how: dict[str, Any] = {"workers": workers, "on": on}

    def grow(so_far: Tally | None, last: int) -> Tally:
        """All games up to some deal, given those up to an earlier one."""
        if store is not None:
            plan = mirrored(seed, table, range(last))
            return play_in_store(game, specs, plan, so_far, store, clock or Clock(), progress, how)
        first = len(so_far.games) // len(table) if so_far is not None else 0
        plan = mirrored(seed, table, range(first, last))
        new = play(game, specs, plan, record=record, clock=clock, progress=progress, **how)
        return new if so_far is None else so_far.plus(new)

    state = None
    if sprt is None:
        tally = grow(None, deals)
    else:
        tally, state = play_until_decided(grow, len(table), deals, sprt)
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
        played_now=min(tally.played_now, len(tally.games)),
        sprt=state,
    )


def play_in_store(
    game: Game,
    specs: Sequence[str],
    plan: Plan,
    so_far: Tally | None,
    store: Store,
    clock: Clock,
    progress: Progress | None,
    how: Mapping[str, Any],
) -> Tally:
    """The games of a plan, played as far as the store does not have them; `so_far` was the same for a shorter plan."""
    before = 0 if so_far is None else len(so_far.games)
    shown = 0

    def show(done: int) -> None:
        nonlocal shown
        shown += done
        if progress is not None and shown > before:
            progress(min(done, shown - before))

    match = Match(game, tuple(range(len(specs))), plan)
    run = Run("duel", f"{game.name}: {' v '.join(specs)}", game, list(specs), plan.seed, [match], clock=clock)
    outcome = carry_out(run, store, progress=show, **how)
    games = outcome.matches[0]
    return Tally(
        games.games,
        games.deciding.tolist(),
        games.timed.tolist(),
        first_faults(outcome.faults, len(specs)),
        [make_agent(spec, game) for spec in specs],
        outcome.interrupted,
        outcome.seconds + (so_far.seconds if so_far else 0.0),
        outcome.played_now + (so_far.played_now if so_far else 0),
    )


def play_until_decided(
    grow: Callable[[Tally | None, int], Tally], seatings: int, most: int, sprt: Sprt
) -> tuple[Tally, SprtState]:
    """Deals in growing rounds. The test looks at them one by one, in order; deals after the one that decides do not count."""
    tally: Tally | None = None
    while True:
        done = 0 if tally is None else len(tally.games) // seatings
        more = min(max(FIRST_DEALS, int(done * GROWTH)), most - done)
        tally = grow(tally, done + more)
        whole = len(tally.games) // seatings * seatings
        plan = tally.games.plan
        scores = (tally.games.returns[:whole] * (plan.seatings[plan.turns[:whole]] == 0)).sum(axis=1)
        state = sprt.judge(scores.reshape(-1, seatings).mean(axis=1))
        if state.decision != "none" or tally.interrupted or len(tally.games) >= most * seatings:
            break
    if state.decision != "none":
        tally.games = tally.games.take(np.arange(state.deals * seatings))
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
