"""Execution of a run: matches between agents, played on an executor, stored in a sink, resumed where they ended.

Duels, tournaments, sweeps and studies all use it. A sink receives the games: a store keeps them, `Memory` does not.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from tapete.agents.player import Player
from tapete.agents.registry import seat_agent
from tapete.agents.spec import parse_spec
from tapete.arena.clock import Clock
from tapete.arena.executors import Chunks, Executor, Processes, Threads, given_as_object
from tapete.arena.names import marked
from tapete.arena.runner import AgentPool, MatchJob
from tapete.arena.schedule import Batch, FaultNote, GameResults, Progress, Schedule
from tapete.arena.store import Store, StoredAgent, StoredMatch, StoredRun, agent_version
from tapete.arena.timing import Thinking, no_times, thinking
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.errors import BadOption, TapeteError

LOG = logging.getLogger("tapete.arena")
LOG_SECONDS = 5.0  # between two lines on how far a run has come


@dataclass
class Match:
    """Table of agents: `agents` are indices into the run's list; the plan's seatings are indices into `agents`."""

    game: Game
    agents: tuple[int, ...]
    plan: Schedule


@dataclass
class Experiment:
    """Specification of a run: its matches, seed and settings.

    The plan of a match may only grow at its end when more games are requested; so a longer run continues a shorter one.
    """

    kind: str
    title: str
    game: Game
    specs: Sequence[str | Any]  # or agent objects, if nothing is stored
    seed: int
    matches: list[Match]
    settings: Mapping[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    record: bool = False  # keep the actions of every game
    labels: Sequence[str] | None = None  # names of agents in tables and pictures; None: their specs
    notes: Mapping[str, Any] = field(default_factory=dict)  # needed to display it, without effect on the games
    agents: AgentPool = field(
        default_factory=AgentPool, repr=False
    )  # created while planning, so that they are created once

    @property
    def games(self) -> int:
        return sum(len(match.plan) for match in self.matches)

    def seated(self) -> list[Player]:
        return [self.agents.get(spec, self.game) for spec in self.specs]

    @property
    def names(self) -> list[str]:
        """The specs of the agents, or the names of agent objects."""
        return [spec if isinstance(spec, str) else self.agents.get(spec, self.game).spec for spec in self.specs]

    def jobs(self) -> list[MatchJob]:
        return [
            MatchJob(match.game, [self.specs[i] for i in match.agents], self.record, self.clock, self.agents)
            for match in self.matches
        ]


@dataclass
class MatchGames:
    """Games of one match, with the decision times of its agents."""

    game: Game
    agents: tuple[int, ...]
    games: GameResults
    times: np.ndarray  # by agent: see `tapete.arena.timing`

    def thinking(self, agent: int) -> Thinking | None:
        """Return the decision times of one of its agents."""
        return thinking(self.times[agent])


@dataclass
class ExperimentResult:
    """Result of a run so far."""

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
    labels: list[str] = field(default_factory=list)  # names of agents, by default their specs
    notes: Mapping[str, Any] = field(default_factory=dict)
    reproducible: bool = True
    played_now: int = 0
    from_store: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    run: int = 0  # its number in the store

    def __post_init__(self) -> None:
        self.labels = self.labels or list(self.specs)

    @property
    def games(self) -> int:
        return sum(len(match.games) for match in self.matches)

    def name(self, agent: int) -> str:
        """Return the name of an agent in tables and pictures, marked if it is clairvoyant."""
        return marked(self.labels[agent], self.clairvoyant[agent])


# Where games go


class ResultSink(Protocol):
    """Storage of the games of a run. Matches are identified by their position in the run."""

    def open(self, run: Experiment, seated: Sequence[Player]) -> int:
        """Find or create the storage of a run; return its number, if it has one."""

    def held(self, match: int) -> Sequence[tuple[int, int]]:
        """Return the stored games of a match: (first, count), ascending."""

    def drop(self, match: int) -> None:
        """Delete the games of a match, which must be played from the start."""

    def add(self, match: int, first: int, part: Batch) -> None:
        """Store consecutive games of a match's plan."""

    def finish(self, seconds: float) -> None:
        """Record the seconds that the run took."""

    def games(self, match: int, most: int) -> MatchGames:
        """Return the games of a match in the order of its plan, up to a position in it."""

    def faults(self) -> list[FaultNote]:
        """Return the faults, in the order of matches and deals."""


class MemorySink:
    """In-memory sink. It holds one run, which may be repeated with more games."""

    def __init__(self) -> None:
        self.parts: dict[int, dict[int, Batch]] = {}  # by match and place of the first game

    def __enter__(self) -> MemorySink:
        return self

    def __exit__(self, *error: Any) -> None:
        """Do nothing: no resource is held."""

    def open(self, run: Experiment, seated: Sequence[Player]) -> int:
        self.run = run
        return 0

    def held(self, match: int) -> Sequence[tuple[int, int]]:
        return [(first, len(part.games)) for first, part in sorted(self.parts.get(match, {}).items())]

    def drop(self, match: int) -> None:
        self.parts.pop(match, None)

    def add(self, match: int, first: int, part: Batch) -> None:
        self.parts.setdefault(match, {})[first] = part

    def finish(self, seconds: float) -> None:
        """Do nothing: the time is not needed later."""

    def games(self, match: int, most: int) -> MatchGames:
        wanted = self.run.matches[match]
        found = sorted(self.parts.get(match, {}).items())
        places = [np.arange(first, min(first + len(part.games), most)) for first, part in found]
        parts = (part.games.take(np.arange(len(held))) for held, (_, part) in zip(places, found, strict=True))
        plan = wanted.plan.take(np.concatenate([np.zeros(0, dtype=np.int64), *places]))
        games = GameResults.join(parts, plan)
        times = sum((part.times for _, part in found), no_times(len(wanted.agents)))
        return MatchGames(wanted.game, wanted.agents, games, times)

    def faults(self) -> list[FaultNote]:
        found = []
        for place, match in enumerate(self.run.matches):
            notes = [note for part in self.parts.get(place, {}).values() for note in part.notes]
            for note in sorted(notes, key=lambda note: (note.deal, note.seating)):
                found.append(
                    FaultNote(note.deal, note.seating, note.seat, match.agents[note.agent], note.kind, note.text)
                )
        return found


class StoreSink:
    """Sink that writes to a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, run: Experiment, seated: Sequence[Player]) -> int:
        if not all(isinstance(spec, str) for spec in run.specs):
            raise BadOption("agents given as objects cannot be kept in a store: name them by specs")
        settings = {**run.settings, "clock": run.clock.as_dict()} | ({"record": True} if run.record else {})
        agents = [
            StoredAgent(spec, agent.name, agent_version(agent), agent.clairvoyant, agent.timed)
            for spec, agent in zip(run.specs, seated, strict=True)
        ]
        self.run = run
        notes = dict(run.notes) | ({"labels": list(run.labels)} if run.labels else {})
        notes["series"] = [place for place, match in enumerate(run.matches) if match.plan.in_series]
        self.number = self.store.open_run(run.kind, run.title, run.game, agents, run.seed, settings, notes)
        self.ids = [
            self.store.open_match(self.number, place, match.game, match.agents, match.plan.seatings)
            for place, match in enumerate(run.matches)
        ]
        return self.number

    def held(self, match: int) -> Sequence[tuple[int, int]]:
        return self.store.held(self.ids[match])

    def drop(self, match: int) -> None:
        self.store.drop_games(self.ids[match])

    def add(self, match: int, first: int, part: Batch) -> None:
        self.store.add(self.ids[match], self.run.matches[match].agents, first, part)

    def finish(self, seconds: float) -> None:
        self.store.touch(self.number, seconds)

    def games(self, match: int, most: int) -> MatchGames:
        wanted = self.run.matches[match]
        stored = StoredMatch(self.ids[match], match, wanted.game.options, list(wanted.agents), wanted.plan.seatings)
        found = read_match(self.store, self.run.seed, stored, wanted.game, most)
        return as_observed(found, wanted.plan.variant, wanted.plan.in_series)

    def faults(self) -> list[FaultNote]:
        return self.store.faults(self.number)


def refuse_clairvoyant(agents: Sequence[Player]) -> None:
    """Refuse clairvoyant agents in a ranking."""
    for agent in agents:
        if agent.clairvoyant:
            raise BadOption(
                f"{agent.spec} sees everything, so it is not ranked with others; add --clairvoyant to rank it all the same"
            )


def run_experiment(
    run: Experiment,
    sink: ResultSink | Store | None = None,
    *,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> ExperimentResult:
    """Play the games that the sink does not hold yet. Ctrl-C ends early with the finished ones."""
    into: ResultSink = MemorySink() if sink is None else StoreSink(sink) if isinstance(sink, Store) else sink
    seated, jobs = run.seated(), run.jobs()
    for match, job in zip(run.matches, jobs, strict=True):
        match.plan = replace(match.plan, in_series=job.in_order)
    number = into.open(run, seated)
    work, held = [], 0
    for place, (match, job) in enumerate(zip(run.matches, jobs, strict=True)):
        missing = np.ones(len(match.plan), dtype=bool)
        for first, count in into.held(place):
            missing[first : first + count] = False
        if missing.any() and not missing.all() and job.in_order:
            into.drop(place)  # agents that remember earlier games must play them again
            missing[:] = True
        held += int((~missing).sum())
        if missing.any():
            work.append((place, match.plan, np.flatnonzero(missing)))
    if progress is not None and not work:
        progress(held)
    played, seconds, interrupted = 0, 0.0, False
    LOG.info("%s: %d games, %d of them held, seed %d", run.title, run.games, held, run.seed)
    if work:
        with executor_for(on, jobs, workers) as executor:
            executor.prepare([jobs[work[0][0]]])
            if progress is not None:
                progress(held)  # compilation is done: games begin
            started = logged = time.perf_counter()
            try:
                for chunk, part in executor.run(jobs, Chunks(jobs, work)):
                    into.add(chunk.job, int(chunk.index[0]), part)
                    played += len(part.games)
                    logged = note_progress(run, chunk.job, part, held + played, logged)
                    if progress is not None:
                        progress(len(part.games))
            except KeyboardInterrupt:
                interrupted = True
            seconds = time.perf_counter() - started
        into.finish(seconds)
        LOG.info("%s after %d games in %.1f s", "interrupted" if interrupted else "finished", played, seconds)
    return ExperimentResult(
        run.kind,
        run.title,
        run.game.name,
        run.game.options,
        run.names,
        run.seed,
        {**run.settings, "clock": run.clock.as_dict()},
        [into.games(place, len(match.plan)) for place, match in enumerate(run.matches)],
        into.faults(),
        [agent.clairvoyant for agent in seated],
        list(run.labels or run.names),
        run.notes,
        reproducible=not (any(agent.timed for agent in seated) or run.clock.timed),
        played_now=played,
        from_store=held,
        seconds=seconds,
        interrupted=interrupted,
        run=number,
    )


def executor_for(on: str | None, jobs: Sequence[MatchJob], workers: int | None = None) -> Executor:
    """Return the executor of `--on`. By default, native games run on threads, games of Python agents in processes."""
    for job in jobs:
        if not job.game.interpreted:
            job.compile()
    if on is None:
        if any(job.game.interpreted for job in jobs):
            return Threads(1)  # in the debugger's thread
        if any(given_as_object(job) for job in jobs):
            return Threads(workers)
        return Threads(workers) if all(job.native for job in jobs) else Processes(workers)
    if on == "local":
        return Threads(workers)
    if on == "processes":
        return Processes(workers)
    if on == "ray" or on.startswith("ray://"):
        from tapete.arena.cluster import RayCluster

        return RayCluster(None if on == "ray" else on, workers)
    raise BadOption(f"--on {on}: must be local, processes, ray or ray://HOST:PORT")


def note_progress(run: Experiment, match: int, part: Batch, done: int, logged: float) -> float:
    """Log the result of a batch of games; return when that was last done."""
    LOG.debug("match %d: %d games in %.3f s", match, len(part.games), part.elapsed)
    for note in part.notes:
        agent = run.specs[run.matches[match].agents[note.agent]]
        LOG.warning("%s lost deal %d from seat %d: it %s", agent, note.deal, note.seat, note.sentence)
    if time.perf_counter() - logged < LOG_SECONDS:
        return logged
    LOG.info("%d of %d games", done, run.games)
    return time.perf_counter()


# Reading stored runs


def read_outcome(store: Store, run: StoredRun) -> ExperimentResult:
    """Read a run from the store. Third-party agents are not created: they may be gone."""
    matches = []
    games: dict[str, Game] = {}  # a protocol has thousands of matches and few variants of the game
    for match in store.matches(run.id):
        key = json.dumps(match.options, sort_keys=True)
        games[key] = games.get(key) or load(run.game, **match.options)
        variant = list(games).index(key) if run.kind == "tournament" else 0
        series = in_series(run, match, games[key])
        matches.append(as_observed(read_match(store, run.seed, match, games[key]), variant, series))
    return ExperimentResult(
        run.kind,
        run.title,
        run.game,
        run.options,
        run.agents,
        run.seed,
        run.settings,
        matches,
        store.faults(run.id),
        [agent.clairvoyant for agent in run.players],
        list(run.notes.get("labels") or run.agents),
        run.notes,
        reproducible=not (any(agent.timed for agent in run.players) or run.settings.get("clock")),
        from_store=sum(len(match.games) for match in matches),
        seconds=run.seconds,
        run=run.id,
    )


def in_series(run: StoredRun, match: StoredMatch, game: Game) -> bool:
    """Return whether a stored match is a series. Runs of an early version do not record it: the game's own bots do."""
    noted = run.notes.get("series")
    if noted is not None:
        return match.number in noted
    try:
        return any(is_remembering_bot(run.agents[agent], game) for agent in match.agents)
    except TapeteError:
        return False


def is_remembering_bot(spec: str, game: Game) -> bool:
    """Return whether a spec names a policy of the game that remembers earlier games with these options."""
    policy = game.definition.bots.get(parse_spec(spec)[0])
    return policy is not None and policy.in_order is not None and seat_agent(spec, game).in_order


def as_observed(found: MatchGames, variant: int, series: bool) -> MatchGames:
    """Set the fields of stored games that batches do not hold: the observations they belong to."""
    found.games.plan = replace(found.games.plan, variant=variant, in_series=series)
    return found


def read_match(store: Store, seed: int, match: StoredMatch, game: Game, most: int | None = None) -> MatchGames:
    """Return the games of a match, at most `most`."""
    times = store.timing(match.id)
    if not len(times):
        times = no_times(len(match.agents))
    return MatchGames(game, tuple(match.agents), store.games(match, seed, most), times)
