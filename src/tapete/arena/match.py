"""Playing many games: a native loop on all cores where every agent is native, a Python loop otherwise.

Every game's seeds come from (run seed, deal, seating), so results depend neither on the number of cores nor on the loop.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete import loops
from tapete.agents.base import NativePolicy, Seated
from tapete.agents.registry import make_agent
from tapete.errors import BadOption
from tapete.game import Game, State, View, derive, derive_all, native_loop

CHUNK_SECONDS = 0.1  # a native batch takes about this long: often enough for progress bars and Ctrl-C
LARGEST_CHUNK = 1 << 16
TIMED_EVERY = 16  # of native games, every sixteenth is timed decision by decision

Progress = Callable[[int], None]


@dataclass
class Plan:
    """Games to play: for each its deal and which seating of the table it uses."""

    seed: int
    seatings: np.ndarray  # (seatings, seats): the agent at each seat
    deals: np.ndarray  # deal number of each game
    turns: np.ndarray  # row of `seatings` of each game

    def __len__(self) -> int:
        return len(self.deals)

    def part(self, start: int, stop: int) -> Plan:
        return Plan(self.seed, self.seatings, self.deals[start:stop], self.turns[start:stop])


def mirrored(seed: int, seatings: Sequence[tuple[int, ...]], deals: Iterable[int]) -> Plan:
    """Each deal once per seating."""
    numbers = np.fromiter(deals, dtype=np.int64)
    turns = len(seatings)
    return Plan(
        seed,
        np.array(seatings, dtype=np.int64),
        np.repeat(numbers, turns),
        np.tile(np.arange(turns, dtype=np.int64), len(numbers)),
    )


@dataclass
class Games:
    """Games that were played, as arrays in the order of their plan."""

    plan: Plan
    returns: np.ndarray  # (games, seats)
    points: np.ndarray
    decisions: np.ndarray
    faults: np.ndarray
    actions: list[np.ndarray] | None = None

    def __len__(self) -> int:
        return len(self.returns)

    @staticmethod
    def join(parts: Sequence[Games], plan: Plan) -> Games:
        """Parts in order; `plan` is what they cover together."""
        seats = plan.seatings.shape[1]
        empty = np.zeros((0, seats))
        actions = None
        if parts and parts[0].actions is not None:
            actions = [action for part in parts for action in part.actions or ()]
        return Games(
            plan,
            np.concatenate([empty, *(p.returns for p in parts)]),
            np.concatenate([empty, *(p.points for p in parts)]),
            np.concatenate([empty, *(p.decisions for p in parts)]).astype(np.int64),
            np.concatenate([empty, *(p.faults for p in parts)]).astype(np.int64),
            actions,
        )


@dataclass
class Tally:
    """The games of a run, and what the agents took to decide."""

    games: Games
    seconds_deciding: list[float]  # by agent
    timed_decisions: list[int]
    fault_texts: list[str | None]  # the first fault of each agent
    agents: list[Seated] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0  # of playing, without compiling

    def milliseconds_per_decision(self, agent: int) -> float | None:
        count = self.timed_decisions[agent]
        return 1000 * self.seconds_deciding[agent] / count if count else None


def deal_seeds(game: Game, run_seed: int, deals: np.ndarray) -> np.ndarray:
    """The seeds of some deals of a run (a game may number its series itself)."""
    series = game.definition.series_seed
    if series is not None:
        return np.array([series(run_seed, deal) for deal in deals.tolist()], dtype=np.uint64)
    return derive_all(run_seed, deals) >> np.uint64(1)


def play(
    game: Game,
    specs: Sequence[str | Any],
    plan: Plan,
    *,
    record: bool = False,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Tally:
    """Play games between agents given by specs (or as objects). Ctrl-C ends early with what is finished."""
    seated = [seat_agent(spec, game) for spec in specs]
    count = len(specs)
    tally = Tally(Games.join([], plan.part(0, 0)), [0.0] * count, [0] * count, [None] * count, seated)
    natives = [agent.native() for agent in seated]
    threads = workers or os.cpu_count() or 1
    run: _NativeRun | _PythonRun
    if all(native is not None for native in natives):
        run = _NativeRun(game, [n for n in natives if n is not None], record, tally)
    else:
        run = _PythonRun(game, specs, seated, record, tally)
        if not all(isinstance(spec, str) for spec in specs):
            threads = 1  # an object given by the caller cannot be copied
    done: dict[int, Games] = {}
    run.prepare()
    started = time.perf_counter()
    try:
        for start, games in _share_out(run.play, run.chunks(plan), threads):
            done[start] = games
            if progress is not None:
                progress(len(games))
    except KeyboardInterrupt:
        tally.interrupted = True
    tally.seconds = time.perf_counter() - started
    played = [index for start in sorted(done) for index in range(start, start + len(done[start]))]
    covered = Plan(plan.seed, plan.seatings, plan.deals[played], plan.turns[played])
    tally.games = Games.join([done[start] for start in sorted(done)], covered)
    return tally


def seat_agent(spec: str | Any, game: Game) -> Seated:
    """An agent given by spec or as an object."""
    if isinstance(spec, str):
        return make_agent(spec, game)
    if not hasattr(spec, "act"):
        raise BadOption(f"{spec!r} is no agent: it has no method act(view)")
    bind = getattr(spec, "bind", None)
    if bind is not None:
        return bind(game)
    name = getattr(spec, "name", type(spec).__name__)
    return Seated(spec, name, name)


def _share_out(work: Callable, chunks: Iterator[tuple[int, Plan]], workers: int) -> Iterator[tuple[int, Any]]:
    """Run chunks on threads, never many more than are being worked on, and yield them as they finish."""
    if workers == 1:
        for start, chunk in chunks:
            yield start, work(chunk)
        return
    with ThreadPoolExecutor(workers) as pool:
        pending: dict[Future, int] = {}
        try:
            more = True
            while more or pending:
                while more and len(pending) < workers + 1:
                    entry = next(chunks, None)
                    if entry is None:
                        more = False
                    else:
                        pending[pool.submit(work, entry[1])] = entry[0]
                if pending:
                    finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield pending.pop(future), future.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


class _NativeRun:
    """Batches of games in the native loop, one workspace per thread."""

    def __init__(self, game: Game, agents: Sequence[NativePolicy], record: bool, tally: Tally) -> None:
        self.game = game
        self.agents = agents
        self.record = record
        self.tally = tally
        self.lock = threading.Lock()
        self.local = threading.local()
        self.rate = 0.0  # games per second of one thread, as seen so far
        self.table = np.zeros((len(agents), loops.AGENT_COLUMNS), dtype=np.int64)
        params, initial, memory = 0, 0, 0
        for row, agent in zip(self.table, agents, strict=True):
            first = np.zeros(0, dtype=np.int64) if agent.initial is None else agent.initial
            row[loops.POLICY] = agent.address
            row[loops.PARAMS_AT], row[loops.PARAMS_N] = params, len(agent.params)
            row[loops.MEMORY_AT], row[loops.MEMORY_N] = memory, agent.memory
            row[loops.CLEARED_N] = agent.memory if agent.cleared is None else agent.cleared
            row[loops.INITIAL_AT], row[loops.INITIAL_N] = initial, len(first)
            row[loops.VIEWS], row[loops.CLAIRVOYANT] = agent.views, agent.clairvoyant
            params += len(agent.params)
            initial += len(first)
            memory += agent.memory * game.seats
        self.memory_words = memory
        self.params = np.concatenate([np.zeros(0), *(agent.params for agent in agents)])
        firsts = [agent.initial for agent in agents if agent.initial is not None]
        self.initial = np.concatenate([np.zeros(0, dtype=np.int64), *firsts])
        self.sides = np.array(game.sides, dtype=np.int64)

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        _ = self.game.rules
        native_loop("play_matches")

    def chunks(self, plan: Plan) -> Iterator[tuple[int, Plan]]:
        start = 0
        while start < len(plan):
            size = max(1, min(int(self.rate * CHUNK_SECONDS), LARGEST_CHUNK))
            if self.record:
                size = min(size, max(1, 4_000_000 // self.game.definition.max_decisions))
            yield start, plan.part(start, min(start + size, len(plan)))
            start += size

    def play(self, plan: Plan) -> Games:
        games, seats = len(plan), self.game.seats
        local = self.local
        if not hasattr(local, "rows"):
            local.rows = np.zeros((2, self.game.state_bytes), dtype=np.uint8)
            local.memory = np.zeros(self.memory_words, dtype=np.int64)
            local.actions = np.zeros(self.game.definition.max_legal, dtype=np.int32)
        returns, points = np.zeros((games, seats)), np.zeros((games, seats))
        decisions, faults = np.zeros((games, seats), dtype=np.int64), np.zeros((games, seats), dtype=np.int64)
        nanoseconds, timed = np.zeros(len(self.agents), dtype=np.int64), np.zeros(len(self.agents), dtype=np.int64)
        lengths = np.zeros(games, dtype=np.int64)
        record = np.zeros(games * self.game.definition.max_decisions if self.record else 0, dtype=np.int32)
        seating = plan.seatings[plan.turns]
        started = time.perf_counter()
        native_loop("play_matches")(
            self.game.rules,
            local.rows,
            self.game.encoded_options,
            self.sides,
            derive_all(plan.seed, plan.deals, plan.turns),
            deal_seeds(self.game, plan.seed, plan.deals),
            seating,
            self.table,
            self.params,
            self.initial,
            local.memory,
            local.actions,
            returns,
            points,
            decisions,
            faults,
            nanoseconds,
            timed,
            record,
            lengths,
            TIMED_EVERY,
        )
        elapsed = time.perf_counter() - started
        with self.lock:
            self.rate = games / max(elapsed, 1e-6) if games > 1 or elapsed > CHUNK_SECONDS else 4 / max(elapsed, 1e-4)
            for i in range(len(self.agents)):
                self.tally.seconds_deciding[i] += nanoseconds[i] / 1e9
                self.tally.timed_decisions[i] += int(timed[i])
            for game, seat in np.argwhere(faults).tolist():
                agent = int(seating[game, seat])
                self.tally.fault_texts[agent] = self.tally.fault_texts[agent] or "gave no legal answer"
        actions = np.split(record[: lengths.sum()], np.cumsum(lengths)[:-1]) if self.record else None
        return Games(plan, returns, points, decisions, faults, actions)


class _PythonRun:
    """Single games in Python, each thread with its own agents."""

    def __init__(
        self, game: Game, specs: Sequence[str | Any], seated: Sequence[Seated], record: bool, tally: Tally
    ) -> None:
        self.game = game
        self.specs = specs
        self.seated = seated
        self.record = record
        self.tally = tally
        self.lock = threading.Lock()
        self.local = threading.local()

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        for loop in ("deal", "legal", "apply", "returns", "points", "determinize"):
            native_loop(loop)
        _ = self.game.rules

    def chunks(self, plan: Plan) -> Iterator[tuple[int, Plan]]:
        return ((i, plan.part(i, i + 1)) for i in range(len(plan)))

    def agents_by_seat(self) -> list[list[Seated]]:
        """An agent of its own for every (agent, seat): two copies of one agent must not share their memory."""
        if not hasattr(self.local, "agents"):
            self.local.agents = [
                [seat_agent(spec, self.game) if isinstance(spec, str) else agent for _ in range(self.game.seats)]
                for spec, agent in zip(self.specs, self.seated, strict=True)
            ]
        return self.local.agents

    def play(self, plan: Plan) -> Games:
        parts = [self.play_one(plan.part(i, i + 1)) for i in range(len(plan))]
        return Games.join(parts, plan)

    def play_one(self, plan: Plan) -> Games:
        game = self.game
        deal, turn = int(plan.deals[0]), int(plan.turns[0])
        seating = plan.seatings[turn].tolist()
        game_seed = derive(plan.seed, deal, turn)
        mine = self.agents_by_seat()
        at_seat = [mine[agent][seat] for seat, agent in enumerate(seating)]
        state = game.deal(int(deal_seeds(game, plan.seed, plan.deals)[0]))
        decisions, faults = [0] * game.seats, [0] * game.seats
        seconds = [0.0] * game.seats
        for seat, agent in enumerate(at_seat):
            agent.reset(derive(game_seed, loops.AGENT_STREAM + seat))
        decision = 0
        while not state.over:
            seat = state.seat
            view = view_for(state, at_seat[seat], derive(game_seed, loops.VIEW_STREAM + seat, decision))
            started = time.perf_counter()
            action, fault = ask(at_seat[seat], state, view)
            seconds[seat] += time.perf_counter() - started
            decisions[seat] += 1
            decision += 1
            if fault is not None:
                faults[seat] += 1
                with self.lock:
                    self.tally.fault_texts[seating[seat]] = self.tally.fault_texts[seating[seat]] or fault
                break
            state.apply(action)
        with self.lock:
            for seat, number in enumerate(seating):
                self.tally.seconds_deciding[number] += seconds[seat]
                self.tally.timed_decisions[number] += decisions[seat]
        returns = state.returns() if state.over else lost_by(game, state.seat)
        actions = [np.array([action for _, action, _ in state.history], dtype=np.int32)] if self.record else None
        return Games(
            plan, np.array([returns]), np.array([state.points()]), np.array([decisions]), np.array([faults]), actions
        )


def view_for(state: State, agent: Seated, seed: int) -> View:
    """What an agent is handed: its seat's view, or the true state with a generator of its own if it is clairvoyant."""
    if not agent.clairvoyant:
        return state.view(state.seat, seed)
    world = state.clone()
    world.record["rng"] = np.uint64(seed)
    return View(world, state.seat, seed, clairvoyant=True)


def ask(agent: Seated, state: State, view: View) -> tuple[int, str | None]:
    """An agent's answer, or what is wrong with it."""
    try:
        answer: Any = agent.act(view)
    except Exception as error:
        return -1, f"raised {type(error).__name__}: {error}"
    if answer is None:
        return -1, "gave no legal answer"
    try:
        action = int(answer)
    except (TypeError, ValueError):
        return -1, f"answered {answer!r}, which is no action"
    if not state.accepts(action):
        return -1, f"answered {action}, which is not legal"
    return action, None


def lost_by(game: Game, seat: int) -> list[float]:
    """Returns of a game that a seat's side has forfeited."""
    others = [s for s in range(game.seats) if game.sides[s] != game.sides[seat]]
    return [1 / len(others) if s in others else 0.0 for s in range(game.seats)]
