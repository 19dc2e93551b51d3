"""Players of games: the native loop if every agent is native, a Python loop otherwise.

Every game's seeds come from (run seed, deal, seating), so results depend neither on the loop nor on which worker plays which
part: threads, processes or other machines (`executors`).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np

from tapete.agents.errors import NO_ANSWER, TIME_OUT, Decision
from tapete.agents.player import Player, lost_by
from tapete.agents.registry import absolute_spec, seat_agent
from tapete.arena.clock import END_TURN, HANG_SECONDS, Clock, SeatClock
from tapete.arena.native_match import NativeMatch
from tapete.arena.schedule import Batch, FaultNote, GameResults, Schedule, deal_seeds
from tapete.arena.timing import COUNT, CPU, ITERATIONS, SEARCHES, SQUARES, WALL, no_times
from tapete.core import loops
from tapete.core.bots import Bot, NativeHandle
from tapete.core.game import Game, too_long
from tapete.core.loops import native_loop
from tapete.core.state import State, View
from tapete.kernel.cache import CALLABLE, ENTRY, build_of, compile_together
from tapete.seeds import agent_seeds, derive


class AgentPool:
    """Agents of a run in this process: each is created once for all its matches.

    Another process creates its own, from the same specs with absolute paths of their files.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._made: dict[tuple, Player] = {}
        self._process, self._thread = os.getpid(), threading.get_ident()

    def __reduce__(self) -> Any:
        return AgentPool, ()

    def get(self, given: str | Any, game: Game, copy: Any = None) -> Player:
        """Return the agent of a spec (or the given object).

        Copies differ by a key; None is the agent itself.
        """
        spec = absolute_spec(given, game) if isinstance(given, str) else id(given)
        key = (id(game.definition), repr(game.options), game.boundscheck, spec, copy)
        with self._lock:
            if (
                self._process != os.getpid()
            ):  # objects of another process are not ours: threads and files do not survive a fork
                self._made, self._process, self._thread = {}, os.getpid(), threading.get_ident()
            if key not in self._made:
                self._made[key] = seat_agent(spec if isinstance(given, str) else given, game)
            return self._made[key]

    def at_work(self, given: str | Any, game: Game, twin: int) -> Player:
        """Return the agent for the current thread; `twin` distinguishes copies at one table."""
        mine = twin == 0 and threading.get_ident() == self._thread
        return self.get(given, game, None if mine else (threading.get_ident(), twin))


@dataclass
class MatchJob:
    """Table of agents and playing conditions: everything that a worker needs."""

    game: Game
    specs: Sequence[str | Any]
    record: bool = False
    clock: Clock = field(default_factory=Clock)
    agents: AgentPool = field(default_factory=AgentPool, repr=False)

    def __post_init__(self) -> None:
        self.specs = [absolute_spec(spec, self.game) if isinstance(spec, str) else spec for spec in self.specs]

    def table(self) -> list[Player]:
        return [self.agents.get(spec, self.game) for spec in self.specs]

    def compile(self) -> None:
        """Compile rules, policies and the native loop on two cores at once, unless they are compiled already."""
        policies = [agent.agent for agent in self.table() if isinstance(agent.agent, Bot)]
        wanted = [(self.game.build, kernel, ENTRY) for kernel in self.game.needed().values()]
        wanted += [
            (build_of(agent.policy.kernel, self.game.boundscheck), agent.policy.kernel, ENTRY) for agent in policies
        ]
        if len(policies) == len(self.specs):
            wanted += [(build_of(loop), loop, CALLABLE) for loop in (loops.play_matches, loops.agent_seeds)]
        compile_together(wanted)

    @property
    def in_order(self) -> bool:
        """Whether an agent remembers earlier games, so that they must be played in order by one worker."""
        return any(agent.in_order for agent in self.table())

    @property
    def native(self) -> bool:
        """Whether the native loop can play it: compiled rules, native agents, no limit of time or memory."""
        possible = not self.clock.limited and not self.game.interpreted
        return possible and all(agent.native() is not None for agent in self.table())

    def player(self) -> NativeRunner | PythonRunner:
        """Return the player of the games."""
        if self.game.interpreted:
            return PythonRunner(self)
        natives = [agent.native() for agent in self.table()]
        if not self.clock.limited and all(native is not None for native in natives):
            return NativeRunner(self, [native for native in natives if native is not None])
        return PythonRunner(self)


class MatchObserver(Protocol):
    """Supervisor that ends a game when an agent neither answers nor fails."""

    def before_call(self, seat: int, seconds: float, decisions: Sequence[int], points: Sequence[float]) -> None:
        """Report that a seat begins to decide and has so many seconds; `decisions` includes this decision."""

    def idle(self) -> None:
        """Report that no agent is deciding."""


def games_by_seating(game: Game, agents: Sequence[Player]) -> Callable[[Sequence[int]], Game]:
    """Return the game of each seating: an agent's options for its seat (a deck) replace the game's."""
    names = [option.name for option in game.definition.seat_options]
    brought = [{name: agent.options.get(name) for name in names if agent.options.get(name)} for agent in agents]
    made: dict[tuple[int, ...], Game] = {}

    def of(seating: Sequence[int]) -> Game:
        key = tuple(int(agent) for agent in seating)
        if not any(brought):
            return game
        if key not in made:
            own = {f"{name}{seat}": value for seat, agent in enumerate(key) for name, value in brought[agent].items()}
            made[key] = game.with_options({**game.options, **own})
        return made[key]

    for agent in range(len(agents)):  # a wrong value is refused before anything is played
        of([agent] * game.seats)
    return of


class NativeRunner:
    """Player of batches of games in the native loop; each thread has its own buffers."""

    native = True

    def __init__(self, job: MatchJob, agents: Sequence[NativeHandle]) -> None:
        self.game = job.game
        self.games = games_by_seating(job.game, job.table())
        self.record = job.record
        self.table = NativeMatch(job.game, agents)
        # If agents remember, one chunk is played at a time, and their memory moves from thread to thread.
        self.local: Any = SimpleNamespace() if job.in_order else threading.local()

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        self.table.prepare()

    def play(self, plan: Schedule, watcher: MatchObserver | None = None) -> Batch:
        rows = np.unique(plan.seating)
        games = [self.games(plan.seatings[row]) for row in rows]
        if all(game is self.game for game in games):
            return self.play_alike(plan, self.game)
        index = [np.flatnonzero(plan.seating == row) for row in rows]
        parts = [self.play_alike(plan.take(i), game) for i, game in zip(index, games, strict=True)]
        order = np.concatenate(index)
        played = GameResults.join([part.games for part in parts], plan.take(order)).take(np.argsort(order))
        times = np.sum([part.times for part in parts], axis=0)
        notes = [note for part in parts for note in part.notes]
        return Batch(played, times, notes, sum(part.elapsed for part in parts))

    def play_alike(self, plan: Schedule, game: Game) -> Batch:
        """Play games that all have the same options."""
        if not hasattr(self.local, "scratch"):
            self.local.scratch = self.table.scratch()
        at_seats = plan.at_seats
        started = time.perf_counter()
        played = self.table.play(
            self.local.scratch,
            agent_seeds(plan.seed, plan.deals, plan.seating, self.game.seats),
            deal_seeds(self.game, plan.seed, plan.deals),
            at_seats,
            options=game.encoded_options,
            record=self.record,
            timing=True,
            counters=True,
        )
        elapsed = time.perf_counter() - started
        notes = [
            FaultNote(
                int(plan.deals[number]),
                int(plan.seating[number]),
                seat,
                int(at_seats[number, seat]),
                int(played.faults[number, seat]),
                "gave no legal answer"
                if played.faults[number, seat] == NO_ANSWER
                else "answered beyond the legal actions",
            )
            for number, seat in np.argwhere(played.faults).tolist()
        ]
        games = GameResults(
            plan,
            played.returns,
            played.points,
            played.decisions,
            played.faults,
            played.durations / 1e9,
            played.actions,
            played.turns,
            played.counters,
        )
        return Batch(games, played.times, notes, elapsed)


class PythonRunner:
    """Player of single games in Python; each thread has its own agents."""

    native = False

    def __init__(self, job: MatchJob) -> None:
        self.job = job
        self.game = job.game
        self.games = games_by_seating(job.game, job.table())
        self.record = job.record
        self.clock = job.clock
        self.in_order = job.in_order
        self.match = object()  # key of the copies that remember

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        if self.game.interpreted:
            return
        for loop in ("deal", "legal", "apply", "returns", "points", "determinize", "choose", "count"):
            native_loop(loop)
        _ = self.game.rules, self.game.counters_address
        for agent in self.job.table():
            agent.prepare()

    def at_seats(self, seating: Sequence[int]) -> list[Player]:
        """Return the agent at each seat. An agent at several seats is copied, because copies must not share memory.

        In a match whose agents remember, each has a copy per seat, which lasts for that match. An object cannot be copied.
        """
        specs = [self.job.specs[number] for number in seating]
        found = []
        for seat, (number, spec) in enumerate(zip(seating, specs, strict=True)):
            if not isinstance(spec, str):
                found.append(self.job.agents.get(spec, self.game))
            elif self.in_order:
                found.append(self.job.agents.get(spec, self.game, (self.match, number, seat)))
            else:
                found.append(self.job.agents.at_work(spec, self.game, specs[:seat].count(spec)))
        return found

    def play(self, plan: Schedule, watcher: MatchObserver | None = None) -> Batch:
        started = time.perf_counter()
        parts = [self.play_one(plan.part(i, i + 1), watcher) for i in range(len(plan))]
        agents = len(self.job.specs)
        return Batch(
            GameResults.join([part.games for part in parts], plan),
            sum((part.times for part in parts), no_times(agents)),
            [note for part in parts for note in part.notes],
            time.perf_counter() - started,
        )

    def play_one(self, plan: Schedule, watcher: MatchObserver | None) -> Batch:
        begun_at = time.thread_time()
        seating = plan.at_seats[0].tolist()
        game = self.games(seating)
        seeds = agent_seeds(plan.seed, plan.deals, plan.seating, game.seats)[0].tolist()
        at_seat = self.at_seats(seating)
        clocks = [SeatClock(self.clock) for _ in at_seat]
        dealt = int(deal_seeds(game, plan.seed, plan.deals)[0])
        state = game.deal(dealt)
        ends_turn = self.clock.late == END_TURN
        decisions = [0] * game.seats
        acted = np.zeros(game.counters_width - game.action_types_at)  # actions of each kind and seat
        times = no_times(len(self.job.specs))
        lost: tuple[int, int, str] | None = None
        begun = 0

        def timed_call(seat: int, question: Callable[[], Decision]) -> Decision:
            """Return the answer of a seat within its time limit."""
            allowance, budget = clocks[seat].allowance(state.turn)
            if ends_turn and allowance <= 0:
                return Decision(-1, TIME_OUT, "has no time left")
            limit = allowance if self.clock.limited else HANG_SECONDS if at_seat[seat].outsider else np.inf
            if watcher is not None:
                watcher.before_call(seat, limit, decisions, state.points())
            started, thought = time.perf_counter(), time.thread_time()
            answer = question()
            thought, spent = time.thread_time() - thought, time.perf_counter() - started
            if watcher is not None:
                watcher.idle()
            clocks[seat].spend(spent)
            last[:] = thought, spent
            if spent > allowance:
                return Decision(-1, TIME_OUT, f"took longer than its {getattr(self.clock, budget):g} s per {budget}")
            return answer

        last = [0.0, 0.0]  # processor and wall time of the last answer

        def view_of(seat: int, decision: int) -> View:
            return at_seat[seat].view(state, derive(seeds[seat], loops.VIEW_STREAM, decision), seat)

        for seat, agent in enumerate(at_seat):
            seed = derive(seeds[seat], loops.AGENT_STREAM)
            answer = timed_call(seat, partial(agent.start, game, seat, seed))
            if answer.fault and not (ends_turn and answer.fault == TIME_OUT):
                lost = seat, answer.fault, answer.whole
                break
            begun += 1
        while lost is None and not state.over:
            seat = state.seat
            if sum(decisions) >= game.max_decisions:
                raise too_long(game, dealt)
            view = view_of(seat, decisions[seat])
            decisions[seat] += 1
            answer = timed_call(seat, partial(at_seat[seat].decide, state, view))
            if ends_turn and answer.fault == TIME_OUT:
                answer = Decision(end_of_turn(state))
            note_time(times[seating[seat]], last[0], last[1], iterations_of(at_seat[seat]))
            if answer.fault:
                lost = seat, answer.fault, answer.whole
            else:
                kind = game.kind_of(state, answer.action)
                if kind >= 0:
                    acted[kind * game.seats + seat] += 1
                state.apply(answer.action)
        for seat, agent in enumerate(at_seat[:begun]):  # one that fails now forfeits, unless the game has a fault
            returns = state.returns() if lost is None else lost_by(game, lost[0])
            view = view_of(seat, decisions[seat])
            answer = timed_call(seat, partial(agent.finish, returns, view))
            if answer.fault and lost is None and not (ends_turn and answer.fault == TIME_OUT):
                lost = seat, answer.fault, answer.whole
        history = [int(action) for _, action, _ in state.history if action is not None] if self.record else None
        part = finished_game(
            game, plan, state.returns(), state.points(), decisions, time.thread_time() - begun_at, history, lost
        )
        part.games.turns[0] = state.turn
        part.games.counters = game.counters_of(state)[None]
        part.games.counters[0, game.action_types_at :] = acted
        part.times[:] = times
        return part


def end_of_turn(state: State) -> int:
    """Return the action played for a seat whose answer was too late: the end of its turn, or the first legal one if it cannot
    end yet.
    """
    legal, end = state.legal(), state.game.definition.end_turn
    return end if end in legal else legal[0]


def iterations_of(agent: Player) -> int:
    """Return the iterations of an agent's last search; 0 if it made none or does not report them."""
    try:
        return int(getattr(agent.agent, "last_iterations", 0))
    except (TypeError, ValueError):
        return 0


def note_time(row: np.ndarray, processor: float, wall: float, iterations: int) -> None:
    """Add one decision to an agent's row of a table of times."""
    row[CPU] += processor
    row[SQUARES] += processor * processor
    row[COUNT] += 1
    row[WALL] += wall
    if iterations > 0:
        row[ITERATIONS] += iterations
        row[SEARCHES] += 1


def finished_game(
    game: Game,
    plan: Schedule,
    returns: Sequence[float],
    points: Sequence[float],
    decisions: Sequence[int],
    seconds: float,
    actions: Sequence[int] | None,
    lost: tuple[int, int, str] | None = None,
) -> Batch:
    """Build one game; `lost` is the seat that forfeited it, the kind of fault and a description."""
    seating = plan.at_seats[0]
    faults = np.zeros((1, game.seats), dtype=np.int64)
    notes = []
    if lost is not None:
        seat, kind, text = lost
        faults[0, seat] = kind
        returns = lost_by(game, seat)
        notes.append(FaultNote(int(plan.deals[0]), int(plan.seating[0]), seat, int(seating[seat]), kind, text))
    agents = int(plan.seatings.max()) + 1
    played = GameResults(
        plan,
        np.array([returns], dtype=np.float64),
        np.array([points], dtype=np.float64),
        np.array([decisions], dtype=np.int64),
        faults,
        np.array([seconds]),
        None if actions is None else [np.array(actions, dtype=np.int32)],
    )
    return Batch(played, no_times(agents), notes, seconds)
