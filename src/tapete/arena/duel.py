"""Duel: a few agents, mirrored deals, scores with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tapete.agents.player import Player
from tapete.arena.clock import Clock
from tapete.arena.experiment import (
    Experiment,
    ExperimentResult,
    Match,
    MatchGames,
    MemorySink,
    ResultSink,
    run_experiment,
)
from tapete.arena.game_statistics import Statistics, describe
from tapete.arena.names import marked
from tapete.arena.observations import deals_of_a_look, in_order_of_play, observations
from tapete.arena.schedule import GameResults, Progress, Schedule, first_faults, first_traces, mirrored
from tapete.arena.scoring import EVEN, margin, outcomes, own_side, team_share
from tapete.arena.seating import fixed_seating, seatings
from tapete.arena.sprt import FIRST_DEALS, GROWTH, Sprt, SprtState
from tapete.arena.statistics import anytime_interval, interval_data
from tapete.arena.store import Store
from tapete.arena.timing import Thinking
from tapete.core.game import Game
from tapete.core.notebook import table_html
from tapete.core.registry import as_game, load
from tapete.errors import BadOption


@dataclass
class AgentResult:
    """Result of one agent."""

    spec: str
    par: float
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    ci95: tuple[float, float] = (0.0, 1.0)
    seat_scores: list[float | None] = field(default_factory=list)
    point_difference: float = 0.0
    faults: int = 0
    first_fault: str | None = None
    first_trace: str | None = None  # the traceback of the first error it raised
    clairvoyant: bool = False
    name: str = ""  # in tables and pictures
    thinking: Thinking | None = None

    @property
    def ms_per_decision(self) -> float | None:
        """Processor time per decision."""
        return self.thinking.ms if self.thinking else None

    @property
    def shown(self) -> str:
        """Its name, marked if it is clairvoyant."""
        return marked(self.name or self.spec, self.clairvoyant)

    def as_dict(self) -> dict[str, Any]:
        data = {**self.__dict__, "ci95": interval_data(self.ci95), "ms_per_decision": self.ms_per_decision}
        return {**data, "thinking": self.thinking and self.thinking.as_dict(), "name": self.name or self.spec}


DUEL_HEAD = ("agent", "score", "95 %", "wins", "draws", "losses", "ms per decision", "faults")


@dataclass
class DuelResult:
    """Result of a finished or interrupted duel."""

    game: str
    options: Mapping[str, Any]
    seed: int
    games: int
    seconds: float
    agents: list[AgentResult]
    reproducible: bool
    interrupted: bool
    played: GameResults = field(repr=False)
    played_now: int = 0  # the others came from a store
    sprt: SprtState | None = None
    seated: list[Player] = field(default_factory=list, repr=False)
    partnerships: list[Partnership] = field(default_factory=list)
    outcome: ExperimentResult | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        scores = ", ".join(f"{one.spec} {one.score:.3f}" for one in self.agents)
        return f"<duel of {self.game}, {self.games:,} games: {scores}>"

    def _repr_html_(self) -> str:
        """Return the agents as a table, for notebooks."""
        rows = [
            (one.shown, one.score, one.ci95, one.wins, one.draws, one.losses, one.ms_per_decision, one.faults)
            for one in self.agents
        ]
        title = f"duel of {self.game}, {self.games:,} games, seed {self.seed}"
        return table_html(title, DUEL_HEAD, rows, "interrupted" if self.interrupted else "")

    @property
    def statistics(self) -> Statistics | None:
        """Descriptive statistics of the games."""
        return describe(self.outcome) if self.outcome is not None else None

    def as_dict(self) -> dict[str, Any]:
        statistics = self.statistics
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
            "partnerships": [entry.as_dict() for entry in self.partnerships],
            "statistics": statistics.as_dict() if statistics else None,
        }


def duel(
    game: Game | str,
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
    store: ResultSink | Store | None = None,
    labels: Sequence[str] | None = None,
    fixed: bool = False,
    variants: Sequence[Mapping[str, Any]] = ({},),
) -> DuelResult:
    """Play whole mirrored deals until there are at least `games` games, or until a sequential test has decided.

    With a store the games are kept there, and the same duel (or a longer one) goes on from them. `fixed`: every agent keeps its
    seat, as some published experiments had it. `variants`: further options of the game, played equally often (a competition's
    pairs of decks); every one has deals of its own.
    """
    game = as_game(game)
    if games < 1:
        raise BadOption(f"games={games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a duel needs at least two agents, not {len(specs)}")
    table = fixed_seating(game, len(specs)) if fixed else seatings(game, len(specs))
    most = math.ceil(games / len(table))
    if sprt is not None and len(variants) > 1:
        raise BadOption("a sequential test goes with one variant of the game, not with several")
    each = math.ceil(most / len(variants))
    matches = [
        Match(
            load(game.name, **{**game.options, **variant}) if variant else game,
            tuple(range(len(specs))),
            mirrored(seed, table, range(place, each * len(variants), len(variants))),
        )
        for place, variant in enumerate(variants)
    ]
    run = Experiment("duel", "", game, specs, seed, matches, clock=clock or Clock(), record=record, labels=labels)
    run.settings = {"seats": "fixed"} if fixed else {}
    if len(variants) > 1:
        run.settings["variants"] = [dict(variant) for variant in variants]
    run.title = f"{game.name}: {' v '.join(labels or run.names)}"
    run.notes = {"sprt": sprt.__dict__} if sprt else {}
    how: dict[str, Any] = {"workers": workers, "on": on}
    state = None
    if sprt is None:
        outcome = run_experiment(run, store, progress=progress, **how)
    else:
        outcome, state = play_until_decided(run, table, most, sprt, store or MemorySink(), progress, how)
    result = duel_result(outcome, state)
    result.seated = run.seated()
    return result


def duel_result(outcome: ExperimentResult, state: SprtState | None = None) -> DuelResult:
    """Build a DuelResult from finished or stored games."""
    found = all_games(outcome)
    results = summarise(found.game, outcome.specs, found.games)
    faults = first_faults(outcome.faults, len(outcome.specs))
    traces = first_traces(outcome.faults, len(outcome.specs))
    for number, result in enumerate(results):
        result.name = outcome.labels[number]
        result.thinking = found.thinking(number)
        result.first_fault, result.first_trace = faults[number], traces[number]
        result.clairvoyant = outcome.clairvoyant[number]
        if state is not None:  # a run that a test stopped looks better than it is
            result.ci95 = stopped_interval(found.game, found.games, number)
    return DuelResult(
        outcome.game,
        outcome.options,
        outcome.seed,
        len(found.games),
        outcome.seconds,
        results,
        reproducible=outcome.reproducible,
        interrupted=outcome.interrupted,
        played=found.games,
        played_now=min(outcome.played_now, len(found.games)),
        sprt=state,
        partnerships=partnership_table(found.game, found.games),
        outcome=outcome,
    )


def all_games(outcome: ExperimentResult) -> MatchGames:
    """Return the games of a duel, of all variants together."""
    first, *others = outcome.matches
    if not others:
        return first
    parts = [match.games for match in outcome.matches]
    deals, seating = (np.concatenate([getattr(part.plan, name) for part in parts]) for name in ("deals", "seating"))
    plan = replace(first.games.plan, deals=deals, seating=seating)
    return replace(
        first, games=GameResults.join(parts, plan), times=np.sum([match.times for match in outcome.matches], axis=0)
    )


def stopped_interval(game: Game, played: GameResults, agent: int) -> tuple[float, float]:
    """Return an interval that is valid at any stopping time, for a run that a sequential test ended."""
    if not len(played):
        return 0.0, 1.0
    mine = played.plan.at_seats == agent
    part = float(mine[0].sum() / own_side(mine[:1], game.sides).sum())
    shares = (played.returns * mine).sum(axis=1) / part
    low, high = anytime_interval(in_order_of_play(played.plan, shares))
    return low * part, high * part


def play_until_decided(
    run: Experiment,
    table: Sequence[tuple[int, ...]],
    most: int,
    sprt: Sprt,
    sink: ResultSink | Store,
    progress: Progress | None,
    how: Mapping[str, Any],
) -> tuple[ExperimentResult, SprtState]:
    """Play deals in growing rounds. The test sees them one by one, in order; deals after the deciding one do not count."""
    deals, shown, seconds, played_now = 0, 0, 0.0, 0
    while True:
        deals = min(deals + max(FIRST_DEALS, int(deals * GROWTH)), most)
        run.matches[0].plan = mirrored(run.seed, table, range(deals))
        outcome = run_experiment(run, sink, progress=later_than(shown, progress), **how)
        found = outcome.matches[0]
        shown, seconds, played_now = len(found.games), seconds + outcome.seconds, played_now + outcome.played_now
        state = judged(found.games, sprt)
        if state.decision != "none" or outcome.interrupted or deals >= most:
            break
    cut_at_decision(found, state)
    outcome.seconds, outcome.played_now = seconds, played_now
    return outcome, state


def judged(games: GameResults, sprt: Sprt) -> SprtState:
    """Apply a sequential test to the first agent's games so far; its observations are counted in deals."""
    scores = (games.returns * (games.plan.at_seats == 0)).sum(axis=1)
    state = sprt.judge(in_order_of_play(games.plan, scores))
    return replace(state, deals=state.deals * deals_of_a_look(games.plan))


def cut_at_decision(found: MatchGames, state: SprtState) -> None:
    """Drop the games after the one that decided a sequential test."""
    if state.decision != "none":
        found.games = found.games.take(np.arange(state.deals * len(found.games.plan.seatings)))


def later_than(shown: int, progress: Progress | None) -> Progress | None:
    """Return a progress callback for a run that is repeated with more games: games that were shown are not counted again."""
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


def matches_won(played: GameResults, agents: int, first_to: int, sides: Sequence[int] | None = None) -> list[int]:
    """Return the matches won by each agent when the games, in order, are grouped into matches to `first_to` won games.

    Drawn games count for no side; games after the last finished match are ignored. Seats change with every game, and agents
    remember nothing from game to game, so any sequence of games is a sequence of matches. If partners change, a match is
    between two partnerships, and both partners win it.
    """
    won = [0] * agents
    score: dict[tuple, dict[tuple[int, ...], int]] = {}  # won games by pairing and side
    for seating, returns in zip(played.plan.at_seats.tolist(), played.returns, strict=True):
        teams = teams_of(seating, sides)
        table = score.setdefault(tuple(sorted(teams)), dict.fromkeys(teams, 0))
        for team, seats in teams.items():
            if returns[seats].sum() > 1 - EVEN:
                table[team] += 1
                if table[team] == first_to:
                    for agent in team:
                        won[agent] += 1
                    table.update(dict.fromkeys(table, 0))
    return won


def teams_of(seating: Sequence[int], sides: Sequence[int] | None) -> dict[tuple[int, ...], list[int]]:
    """Return the agents on each side and their seats; an agent on several sides is one team."""
    by_side: dict[int, list[int]] = {}
    for seat, side in enumerate(sides if sides is not None else range(len(seating))):
        by_side.setdefault(side, []).append(seat)
    found: dict[tuple[int, ...], list[int]] = {}
    for seats in by_side.values():
        found.setdefault(tuple(sorted({seating[seat] for seat in seats})), []).extend(seats)
    return found


@dataclass
class Partnership:
    """Result of two or more agents as partners."""

    agents: tuple[int, ...]
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # of their side, so that par is a half where there are two sides
    ci95: tuple[float, float]
    point_difference: float

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "agents": list(self.agents), "ci95": interval_data(self.ci95)}


def partnership_table(game: Game, played: GameResults) -> list[Partnership]:
    """Return the result of each set of partners that changed during a run; empty if every agent has a side to itself."""
    seating, sides = played.plan.at_seats, np.asarray(game.sides)
    teams = sorted({team for row in played.plan.seatings.tolist() for team in teams_of(row, game.sides)})
    if len(teams) <= len(set(game.sides)) or any(len(team) < 2 for team in teams):
        return []
    found = []
    for team in teams:
        mine = np.isin(seating, team)
        together = np.stack([mine[:, sides == side].all(axis=1) for side in np.unique(sides)], axis=1).any(axis=1)
        games = played.take(np.flatnonzero(together))
        own = np.isin(games.plan.at_seats, team)
        shares = (games.returns * own).sum(axis=1)
        wins, draws, losses = outcomes(shares)
        score, interval = score_of(games.plan, shares)
        lead = float(margin(games.points, own, game.sides).mean()) if len(games) else 0.0
        found.append(Partnership(team, len(games), wins, draws, losses, score, interval, lead))
    return found


def score_of(plan: Schedule, shares: np.ndarray) -> tuple[float, tuple[float, float]]:
    """Return the mean of shares and its confidence interval."""
    score, interval, _ = observations([plan]).sample([shares]).interval()
    return score, interval


def summarise(game: Game, specs: Sequence[str], played: GameResults) -> list[AgentResult]:
    """Return the scores of all agents from the games. Wins, draws, losses and points are those of an agent's side."""
    plan = played.plan
    seating = plan.at_seats
    results = []
    for number, spec in enumerate(specs):
        mine = seating == number
        result = AgentResult(spec, par=float((plan.seatings[0] == number).mean()))
        results.append(result)
        result.seat_scores = [None] * game.seats
        if not len(played):
            continue
        shares = team_share(played.returns, mine, game.sides)
        scores = (played.returns * mine).sum(axis=1)
        result.wins, result.draws, result.losses = outcomes(shares)
        # The agent's part of its side's share: the interval of the side's share stays within the possible range.
        part = float(mine[0].sum() / own_side(mine[:1], game.sides).sum())
        result.score, interval = score_of(plan, scores / part)
        result.score, result.ci95 = result.score * part, (interval[0] * part, interval[1] * part)
        result.point_difference = float(margin(played.points, mine, game.sides).mean())
        result.faults = int(((played.faults > 0) & mine).sum())
        first_seat = mine.argmax(axis=1)
        for seat in range(game.seats):
            if (first_seat == seat).any():
                result.seat_scores[seat] = float(scores[first_seat == seat].mean())
    return results
