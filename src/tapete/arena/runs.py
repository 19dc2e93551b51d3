"""Carrying out a run: matches between some agents, played on an executor, kept in a store, continued where they ended."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.seated import Seated
from tapete.arena.clock import Clock
from tapete.arena.executors import Chunks, executor_for
from tapete.arena.plan import FaultNote, Games, Plan, Progress
from tapete.arena.players import Job
from tapete.arena.store import Store, StoredMatch, StoredRun, agent_version
from tapete.catalogue import load
from tapete.errors import BadOption
from tapete.game import Game


@dataclass
class Match:
    """A table of agents: `agents` are places in the run's list, the plan's seatings name places in `agents`."""

    game: Game
    agents: tuple[int, ...]
    plan: Plan


@dataclass
class Run:
    """A question: which agents meet where, from which seed, under which settings.

    The plan of a match may only grow at its end when more games are asked for; then a longer run continues a shorter one.
    """

    kind: str
    title: str
    game: Game
    specs: Sequence[str]
    seed: int
    matches: list[Match]
    settings: Mapping[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    @property
    def games(self) -> int:
        return sum(len(match.plan) for match in self.matches)


@dataclass
class MatchGames:
    """The games of one match, with what its agents took to decide."""

    game: Game
    agents: tuple[int, ...]
    games: Games
    deciding: np.ndarray
    timed: np.ndarray


@dataclass
class Outcome:
    """What a run has come to."""

    kind: str
    title: str
    game: str
    options: Mapping[str, Any]
    specs: list[str]
    seed: int
    settings: Mapping[str, Any]
    matches: list[MatchGames]
    faults: list[FaultNote]  # `agent` is a place in `specs`
    clairvoyant: list[bool]
    reproducible: bool = True
    played_now: int = 0
    from_store: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    run: int = 0  # its number in the store

    @property
    def games(self) -> int:
        return sum(len(match.games) for match in self.matches)


def refuse_clairvoyant(agents: Sequence[Seated]) -> None:
    """Rankings are between agents that see what their seat sees."""
    for agent in agents:
        if agent.clairvoyant:
            raise BadOption(
                f"{agent.spec} sees everything, so it is not ranked with others; add --clairvoyant to rank it all the same"
            )


def carry_out(
    run: Run,
    store: Store | None = None,
    *,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Play what the store does not hold yet. Ctrl-C ends early with what is finished."""
    own = store is None
    store = store or Store(None)
    try:
        return _carry_out(run, store, on, workers, progress)
    finally:
        if own:
            store.close()


def _carry_out(run: Run, store: Store, on: str | None, workers: int | None, progress: Progress | None) -> Outcome:
    from tapete.agents.registry import make_agent

    seated = [make_agent(spec, run.game) for spec in run.specs]
    settings = {**run.settings, "clock": run.clock.as_dict()}
    number = store.open_run(
        run.kind, run.title, run.game, run.specs, run.seed, settings, [agent_version(agent) for agent in seated]
    )
    jobs, work, ids = [], [], []
    in_order = matches_in_order(run)
    from_store = 0
    for place, match in enumerate(run.matches):
        ids.append(store.open_match(number, place, match.game, match.agents, match.plan.seatings))
        jobs.append(Job(match.game, [run.specs[i] for i in match.agents], clock=run.clock))
        missing = np.ones(len(match.plan), dtype=bool)
        for first, count in store.held(ids[-1]):
            missing[first : first + count] = False
        if missing.any() and not missing.all() and in_order[place]:
            store.drop_games(ids[-1])  # agents that remember earlier games must play them again
            missing[:] = True
        from_store += int((~missing).sum())
        work.append((place, match.plan, np.flatnonzero(missing)))
    work = [entry for entry in work if len(entry[2])]
    if progress is not None and from_store:
        progress(from_store)
    played, interrupted = 0, False
    seconds = 0.0
    if work:
        with executor_for(on, jobs, 1 if any(in_order) else workers) as executor:
            executor.prepare([jobs[work[0][0]]])
            started = time.perf_counter()
            try:
                for chunk, part in executor.run(jobs, Chunks(jobs, work)):
                    store.add(ids[chunk.job], run.matches[chunk.job].agents, int(chunk.index[0]), part)
                    played += len(part.games)
                    if progress is not None:
                        progress(len(part.games))
            except KeyboardInterrupt:
                interrupted = True
            seconds = time.perf_counter() - started
        store.touch(number, seconds)
    outcome = read_outcome(store, store.run(number), [len(match.plan) for match in run.matches])
    outcome.played_now, outcome.from_store = played, from_store
    outcome.seconds, outcome.interrupted = seconds, interrupted
    return outcome


def matches_in_order(run: Run) -> list[bool]:
    """Which matches have agents that remember earlier games; a preset of the match's own game can make them do so."""
    from tapete.agents.registry import make_agent

    known: dict[tuple[str, str], bool] = {}
    found = []
    for match in run.matches:
        options = json.dumps(dict(match.game.options), sort_keys=True, default=str)
        for spec in {run.specs[i] for i in match.agents}:
            if (options, spec) not in known:
                known[options, spec] = make_agent(spec, match.game).in_order
        found.append(any(known[options, run.specs[i]] for i in match.agents))
    return found


def read_outcome(store: Store, run: StoredRun, lengths: Sequence[int] | None = None) -> Outcome:
    """What the store holds of a run; of each match no more games than `lengths` say."""
    from tapete.agents.registry import make_agent

    matches = []
    games: dict[str, Game] = {}  # a protocol has thousands of matches and few variants of the game
    for match in store.matches(run.id):
        key = json.dumps(match.options, sort_keys=True)
        games[key] = games.get(key) or load(run.game, **match.options)
        most = None if lengths is None else lengths[match.number] if match.number < len(lengths) else 0
        matches.append(read_match(store, run, match, games[key], most))
    base = load(run.game, **run.options)
    seated = [make_agent(spec, base) for spec in run.agents]
    return Outcome(
        run.kind,
        run.title,
        run.game,
        run.options,
        run.agents,
        run.seed,
        run.settings,
        matches,
        store.faults(run.id),
        [agent.clairvoyant for agent in seated],
        reproducible=not (any(agent.timed for agent in seated) or run.settings.get("clock")),
        from_store=sum(len(match.games) for match in matches),
        seconds=run.seconds,
        run=run.id,
    )


def read_match(store: Store, run: StoredRun, match: StoredMatch, game: Game, most: int | None) -> MatchGames:
    deciding, timed = store.timing(match.id)
    if not len(timed):
        deciding, timed = np.zeros(len(match.agents)), np.zeros(len(match.agents), dtype=np.int64)
    return MatchGames(game, tuple(match.agents), store.games(match, run.seed, most), deciding, timed)
