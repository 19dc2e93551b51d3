"""Executors of games: threads of this process, separate processes, or a Ray cluster.

An executor gets jobs (tables of agents) and chunks of their games, and yields each chunk's games once, in the order in which
they finish. Seeds belong to games, so the results are the same on every executor. A job whose agents remember earlier games is
played in order by one worker, chunk after chunk, while the other workers play other jobs.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing import connection
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.errors import CRASH, TIME_OUT
from tapete.arena.runner import MatchJob, MatchObserver, NativeRunner, PythonRunner, finished_game
from tapete.arena.schedule import Batch, Schedule
from tapete.errors import TapeteError
from tapete.kernel.cache import cores, end_with_parent

CHUNK_SECONDS = 0.1  # a native chunk takes about this long: often enough for progress bars, the store and Ctrl-C
LARGEST_CHUNK = 1 << 16
RECORDED_ACTIONS = 4_000_000  # room for the actions of a recorded chunk
KEPT_PLAYERS = 4  # players whose memory is kept for further chunks
GRACE_SECONDS = 0.1  # an answer within this time is still read, and counted as late
POLL_SECONDS = 0.05
ATTEMPTS = 3  # workers that get the same games before giving up
KILLED = -getattr(signal, "SIGKILL", 9)  # exit code of a killed process


class WorkerLost(TapeteError):
    """Error for games on which several workers were lost."""


@dataclass
class Chunk:
    """Some games of one job; `index` holds their positions in the job's plan."""

    job: int
    index: np.ndarray
    plan: Schedule
    attempts: int = 0
    in_order: bool = False  # the next chunk of this job must wait for this one, and be played by the same worker
    number: int = 0  # serial number: an answer to another chunk is not an answer to this one
    before: Schedule | None = (
        None  # games that a worker must replay first, because the worker that remembered them is lost
    )


class Chunks:
    """Splitter of games into chunks, sized by the speed so far, and their assignment to workers."""

    def __init__(
        self, jobs: Sequence[MatchJob], work: Iterable[tuple[int, Schedule, np.ndarray]], seconds: float = CHUNK_SECONDS
    ) -> None:
        self.jobs = jobs
        self.seconds = seconds
        self.rates: dict[int, float] = {}  # games per second of one worker, by job
        entries = list(work)
        in_order = [jobs[number].in_order for number, _, _ in entries]
        self._free: Iterator[Chunk] = (
            c for entry, alone in zip(entries, in_order, strict=True) if not alone for c in self.cut(*entry)
        )
        self._waiting = [
            self.cut(*entry, in_order=True) for entry, alone in zip(entries, in_order, strict=True) if alone
        ]
        self._plans = {number: plan for number, plan, _ in entries}
        self._held: dict[Hashable, Iterator[Chunk]] = {}  # by worker: the rest of a job that it plays in order

    def take(self, worker: Hashable) -> Chunk | None:
        """Return the next chunk for an idle worker; None if there is none.

        Jobs that must be played in order come first, because other workers cannot help with their last chunks.
        """
        while worker in self._held or self._waiting:
            if worker not in self._held:
                self._held[worker] = self._waiting.pop(0)
            chunk = next(self._held[worker], None)
            if chunk is not None:
                return chunk
            del self._held[worker]
        return next(self._free, None)

    def hand_over(self, worker: Hashable, lost: Chunk | None = None) -> None:
        """Reassign the games of a lost worker.

        Its lost chunk of a job that is played in order is replayed first, after the games before it, so that the agents
        remember the same.
        """
        rest = self._held.pop(worker, None)
        if lost is not None and lost.in_order:
            plan, first = self._plans[lost.job], int(lost.index[0])
            again = replace(lost, before=plan.part(0, first) if first else None)
            rest = itertools.chain([again], rest or ())
            lost = None
        if rest is not None:
            self._waiting.insert(0, rest)
        if lost is not None:
            self._free = itertools.chain([lost], self._free)

    def cut(self, number: int, plan: Schedule, wanted: np.ndarray, *, in_order: bool = False) -> Iterator[Chunk]:
        job = self.jobs[number]
        for index in np.split(wanted, np.flatnonzero(np.diff(wanted) != 1) + 1):  # a chunk has no gaps
            start = 0
            while start < len(index):
                size = max(1, min(int(self.rates.get(number, 0.0) * self.seconds), LARGEST_CHUNK))
                if job.record:
                    size = min(size, max(1, RECORDED_ACTIONS // job.game.max_decisions))
                piece = index[start : start + size]
                yield Chunk(number, piece, plan.take(piece), in_order=in_order)
                start += len(piece)

    def learn(self, chunk: Chunk, part: Batch, native: bool) -> None:
        """Update the speed estimate from a finished chunk.

        Python games are always single chunks: a fault costs only its own game.
        """
        games, elapsed = len(part.games), part.elapsed
        if native:
            self.rates[chunk.job] = (
                games / max(elapsed, 1e-6) if games > 1 or elapsed > self.seconds else 4 / max(elapsed, 1e-4)
            )


class Runners:
    """Players of recent jobs, created when they are first needed."""

    def __init__(self, jobs: Sequence[MatchJob]) -> None:
        self.jobs = jobs
        self.lock = threading.Lock()
        self.made: OrderedDict[int, NativeRunner | PythonRunner] = OrderedDict()

    def get(self, number: int) -> NativeRunner | PythonRunner:
        """Return the player of a job. A player whose agents remember earlier games is kept while other jobs are played."""
        with self.lock:
            if number not in self.made:
                player = self.jobs[number].player()
                player.prepare()
                self.made[number] = player
                self._forget()
            self.made.move_to_end(number)
            return self.made[number]

    def _forget(self) -> None:
        others = [number for number in self.made if not self.jobs[number].in_order]
        for number in others[:-KEPT_PLAYERS]:
            del self.made[number]

    def play(self, chunk: Chunk, watcher: MatchObserver | None = None) -> tuple[Batch, bool]:
        """Play a chunk; return the games, and whether the native loop played them."""
        player = self.get(chunk.job)
        if chunk.before is not None:
            player.play(chunk.before, watcher)
        return player.play(chunk.plan, watcher), player.native


class Executor:
    """Interface of executors."""

    name = ""

    def prepare(self, jobs: Sequence[MatchJob]) -> None:
        """Compile what the first job needs, before any clock starts."""
        if jobs:
            jobs[0].player().prepare()

    def run(self, jobs: Sequence[MatchJob], chunks: Chunks) -> Iterator[tuple[Chunk, Batch]]:
        """Play all chunks; yield each with its games when it is finished."""
        raise NotImplementedError

    def close(self) -> None:
        """Release all resources."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


class Threads(Executor):
    """Threads of this process. Native games run in parallel; a hanging agent cannot be stopped here."""

    name = "local"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def run(self, jobs: Sequence[MatchJob], chunks: Chunks) -> Iterator[tuple[Chunk, Batch]]:
        players = Runners(jobs)
        if self.workers == 1 or any(given_as_object(job) for job in jobs):  # an object cannot be copied for each thread
            while (chunk := chunks.take(None)) is not None:
                part, native = players.play(chunk)
                chunks.learn(chunk, part, native)
                yield chunk, part
            return
        idle = set(range(self.workers + 1))  # one more than threads, so that none waits while results are taken
        pending: dict[Future, tuple[int, Chunk]] = {}
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                while True:
                    for place in sorted(idle):
                        next_chunk = chunks.take(place)
                        if next_chunk is not None:
                            idle.remove(place)
                            pending[pool.submit(players.play, next_chunk)] = place, next_chunk
                    if not pending:
                        return
                    finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                    for future in finished:
                        place, done = pending.pop(future)
                        idle.add(place)
                        part, native = future.result()
                        chunks.learn(done, part, native)
                        yield done, part
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise


class Status:
    """Memory shared by a worker and its supervisor: which seat is deciding, until when, and the state of the game."""

    DEADLINE, LIMIT, SEAT, FIRST = range(4)

    def __init__(self, words: Any, seats: int) -> None:
        self.words = words
        self.seats = seats

    def before_call(self, seat: int, seconds: float, decisions: Sequence[int], points: Sequence[float]) -> None:
        words, first, seats = self.words, self.FIRST, self.seats
        words[first : first + len(decisions)] = list(decisions)
        words[first + seats : first + seats + len(points)] = list(points)
        words[self.SEAT], words[self.LIMIT] = seat, seconds
        words[self.DEADLINE] = time.monotonic() + seconds

    def idle(self) -> None:
        self.words[self.DEADLINE] = 0.0

    @property
    def deadline(self) -> float:
        """When the deciding agent must have answered; 0 if none is deciding."""
        return self.words[self.DEADLINE]

    def lost_game(
        self, job: MatchJob, plan: Schedule, kind: int, text: str, seconds: float, *, at_fault: bool = False
    ) -> Batch:
        """Return the game so far, forfeited by the deciding seat.

        `at_fault`: by a third-party agent, if there is one at the table and the deciding agent is ours, which ends no process.
        """
        seats, first = job.game.seats, self.FIRST
        seat = int(self.words[self.SEAT])
        at_seats = plan.at_seats[0].tolist()
        table = job.table()
        strangers = [s for s, agent in enumerate(at_seats) if table[agent].outsider]
        if at_fault and strangers and seat not in strangers:
            seat = strangers[0]
        decisions = [int(n) for n in self.words[first : first + seats]]
        points = list(self.words[first + self.seats : first + self.seats + seats])
        actions: list[int] | None = [] if job.record else None
        return finished_game(job.game, plan, [], points, decisions, seconds, actions, (seat, kind, text))


def worker_main(jobs: Sequence[MatchJob], pipe: connection.Connection, words: Any, seats: int, parent: int) -> None:
    """Run a worker process: play the games it is sent, until the pipe or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    os.environ["TAPETE_QUIET"] = "1"  # only the parent reports on compilation
    own = os.getpid()
    sys.stdout = sys.stderr  # output of agents must not get into the results
    with contextlib.suppress(OSError):
        os.dup2(2, 1)  # also output that bypasses Python

    def leave_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    limit_memory(min(job.clock.memory for job in jobs))
    threading.Thread(target=leave_with_parent, daemon=True).start()
    status = Status(words, seats)
    players = Runners(jobs)
    while True:
        try:
            chunk = pipe.recv()
        except EOFError:
            return
        try:
            answer: Any = players.play(chunk, status)
        except Exception:
            answer = traceback.format_exc()
        if os.getpid() != own:  # an agent's fork of this process must not answer
            os._exit(0)
        try:
            pipe.send((chunk.number, answer))
        except OSError:
            return


def limit_memory(megabytes: float) -> None:
    """Limit the memory of this process to its current size plus so many megabytes; more raises MemoryError.

    Without a limit it is what the machine has left: an agent that exhausts memory fails by itself, before the system kills the
    largest process.
    """
    if sys.platform == "win32" or (megabytes == float("inf") and sys.platform != "linux"):
        return
    import resource

    if megabytes == float("inf"):
        held, left = kilobytes("/proc/self/status", "VmData"), kilobytes("/proc/meminfo", "MemAvailable")
        if held and left:
            resource.setrlimit(resource.RLIMIT_DATA, (1024 * (held + left), resource.RLIM_INFINITY))
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    limit = pages * resource.getpagesize() + int(megabytes * 1e6)
    resource.setrlimit(resource.RLIMIT_AS if pages else resource.RLIMIT_DATA, (limit, limit))


def kilobytes(path: str, name: str) -> int:
    """Return a memory figure of the system; 0 if it is not available."""
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)


def outsiders_of(job: MatchJob) -> frozenset[str]:
    """Return the third-party agents at a table."""
    return frozenset(agent.spec for agent in job.table() if agent.outsider)


def check_shares(part: Batch, job: MatchJob) -> None:
    """Check that the returns of every game sum to 1, in case an agent changes the program it runs in."""
    returns = part.games.returns
    if returns.size and not (np.isfinite(returns).all() and np.allclose(returns.sum(axis=1), 1.0, atol=1e-6)):
        who = ", ".join(sorted(outsiders_of(job))) or "the game"
        raise TapeteError(f"games came back whose returns do not sum to 1; {who} changes the program that it runs in")


_sent = itertools.count(1)


@dataclass
class Worker:
    """Handle of a worker process."""

    jobs: Sequence[MatchJob]
    context: Any
    place: int = 0
    outsiders: frozenset[str] = frozenset()  # third-party agents that have run in it
    chunk: Chunk | None = None
    sent_at: float = 0.0
    process: Any = field(init=False)
    pipe: Any = field(init=False)
    status: Status = field(init=False)

    def __post_init__(self) -> None:
        seats = max(job.game.seats for job in self.jobs)
        words = self.context.RawArray("d", Status.FIRST + 2 * seats)
        self.status = Status(words, seats)
        self.pipe, theirs = self.context.Pipe()
        arguments = (self.jobs, theirs, words, seats, os.getpid())
        self.process = self.context.Process(target=worker_main, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    def send(self, chunk: Chunk) -> None:
        self.chunk, self.sent_at = chunk, time.perf_counter()
        chunk.number = next(_sent)
        self.outsiders |= outsiders_of(self.jobs[chunk.job])
        self.status.idle()
        with contextlib.suppress(OSError):  # the process may be gone, which `outcome` will see
            self.pipe.send(chunk)

    def outcome(self) -> tuple[Batch, bool] | WorkerLost | None:
        """Return the games if they are finished, None if not yet, or a `WorkerLost` if another worker must play them.

        Games whose deciding agent crashed or hung are finished: it forfeits them.
        """
        chunk = self.chunk
        assert chunk is not None
        job, seconds = self.jobs[chunk.job], time.perf_counter() - self.sent_at
        try:
            if self.pipe.poll():
                number, answer = self.pipe.recv()
                if number != chunk.number:
                    return None
                if isinstance(answer, str):
                    raise RuntimeError(f"a worker failed:\n{answer}")
                check_shares(answer[0], job)
                return answer
        except (EOFError, OSError):
            self.process.join(timeout=5)
        if not self.process.is_alive():
            self.process.join()
            killed = self.process.exitcode == KILLED
            # A process that keeps dying while no agent is deciding is ended by the third-party agent at the table
            ended = chunk.attempts + 1 >= ATTEMPTS and not killed and bool(outsiders_of(job))
            if not (self.status.deadline or ended) or (killed and chunk.attempts == 0):
                return WorkerLost(f"a worker process ended with exit code {self.process.exitcode}")
            text = f"crashed the process it ran in (exit code {self.process.exitcode})"
            return self.status.lost_game(job, chunk.plan, CRASH, text, seconds, at_fault=True), False
        deadline = self.status.deadline
        if deadline and time.monotonic() > deadline + GRACE_SECONDS:
            limit = self.status.words[Status.LIMIT]
            self.kill()
            why = "was not heard of within its time" if job.clock.limited else "did not answer"
            text = f"{why} ({limit:.3g} s) and was stopped"
            return self.status.lost_game(job, chunk.plan, TIME_OUT, text, seconds), False
        return None

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Processes(Executor):
    """Separate processes: an agent that crashes or hangs costs its game, not the run."""

    name = "processes"

    def __init__(self, workers: int | None = None, method: str | None = None) -> None:
        self.workers = workers or cores()
        method = method or ("fork" if sys.platform == "linux" else "spawn")
        self.context = multiprocessing.get_context(method)

    def run(self, jobs: Sequence[MatchJob], chunks: Chunks) -> Iterator[tuple[Chunk, Batch]]:
        worker_pool: list[Worker] = []
        idle: list[int] = list(range(self.workers))  # slots without a worker
        try:
            while True:
                for place in list(idle):
                    chunk = chunks.take(place)
                    if chunk is None:
                        continue
                    idle.remove(place)
                    worker = next((w for w in worker_pool if w.place == place), None)
                    if worker is not None and not worker.outsiders <= outsiders_of(jobs[chunk.job]):
                        worker.kill()  # a third-party agent may have changed it: it plays only that agent's games
                        worker_pool.remove(worker)
                        worker = None
                    if worker is None:
                        worker = Worker(jobs, self.context, place)
                        worker_pool.append(worker)
                    worker.send(chunk)
                busy = [w for w in worker_pool if w.chunk]
                if not busy:
                    return
                connection.wait([w.pipe for w in busy], timeout=POLL_SECONDS)
                for worker in busy:
                    outcome, chunk = worker.outcome(), worker.chunk
                    if outcome is None or chunk is None:
                        continue
                    worker.chunk = None
                    idle.append(worker.place)
                    gone = not worker.process.is_alive()
                    if gone:
                        worker_pool.remove(worker)
                    if isinstance(outcome, WorkerLost):
                        chunk.attempts += 1
                        if chunk.attempts >= ATTEMPTS:
                            raise outcome
                        chunks.hand_over(worker.place, chunk)
                        continue
                    part, native = outcome
                    chunks.learn(chunk, part, native)
                    yield chunk, part
        finally:
            for worker in worker_pool:
                worker.kill()


def given_as_object(job: MatchJob) -> bool:
    return not all(isinstance(spec, str) for spec in job.specs)
