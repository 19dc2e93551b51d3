"""Where games are played: threads of this process, processes of their own, or a Ray cluster.

An executor is given jobs (tables of agents) and chunks of their games, and yields each chunk's games once, in whatever order
they finish. Seeds belong to games, so the results are the same on every executor.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any

import numpy as np

from tapete.agents.registry import seat_agent
from tapete.arena.plan import CRASH, TIME_OUT, Part, Plan
from tapete.arena.players import Job, NativePlayer, PythonPlayer, finished_game
from tapete.build import cores
from tapete.errors import BadOption, TapeteError

CHUNK_SECONDS = 0.1  # a native chunk takes about this long: often enough for progress bars, the store and Ctrl-C
LARGEST_CHUNK = 1 << 16
RECORDED_ACTIONS = 4_000_000  # room for the actions of a recorded chunk
KEPT_PLAYERS = 4  # players whose memory is kept for further chunks
GRACE_SECONDS = 0.1  # an answer that comes this late is still heard, and booked as late
POLL_SECONDS = 0.05
ATTEMPTS = 3  # how often games are given to another worker when theirs disappears


class WorkerLost(TapeteError):
    """Workers kept disappearing on the same games."""


@dataclass
class Chunk:
    """Some games of one job; `index` are their places in the job's plan."""

    job: int
    index: np.ndarray
    plan: Plan
    attempts: int = 0


class Chunks:
    """Cuts what is to be played into chunks, whose size follows the speed seen so far."""

    def __init__(
        self, jobs: Sequence[Job], work: Iterable[tuple[int, Plan, np.ndarray]], seconds: float = CHUNK_SECONDS
    ) -> None:
        self.jobs = jobs
        self.work = work
        self.seconds = seconds
        self.rates: dict[int, float] = {}  # games per second of one worker, by job

    def __iter__(self) -> Iterator[Chunk]:
        for number, plan, wanted in self.work:
            for index in np.split(wanted, np.flatnonzero(np.diff(wanted) != 1) + 1):  # a chunk has no gaps
                yield from self.cut(number, plan, index)

    def cut(self, number: int, plan: Plan, index: np.ndarray) -> Iterator[Chunk]:
        start = 0
        while start < len(index):
            size = max(1, min(int(self.rates.get(number, 0.0) * self.seconds), LARGEST_CHUNK))
            job = self.jobs[number]
            if job.record:
                size = min(size, max(1, RECORDED_ACTIONS // job.game.max_decisions))
            piece = index[start : start + size]
            yield Chunk(number, piece, plan.take(piece))
            start += len(piece)

    def learn(self, chunk: Chunk, part: Part, native: bool) -> None:
        """Note how fast a chunk went. Python games always go one by one: a fault costs its own game only."""
        games, elapsed = len(part.games), part.elapsed
        if native:
            self.rates[chunk.job] = (
                games / max(elapsed, 1e-6) if games > 1 or elapsed > self.seconds else 4 / max(elapsed, 1e-4)
            )


class Players:
    """The players of recent jobs, made when they are first needed."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = jobs
        self.lock = threading.Lock()
        self.made: OrderedDict[int, NativePlayer | PythonPlayer] = OrderedDict()

    def get(self, number: int) -> NativePlayer | PythonPlayer:
        with self.lock:
            if number not in self.made:
                player = self.jobs[number].player()
                player.prepare()
                self.made[number] = player
                while len(self.made) > KEPT_PLAYERS:
                    self.made.popitem(last=False)
            self.made.move_to_end(number)
            return self.made[number]


class Executor:
    """What all executors offer."""

    name = ""

    def prepare(self, jobs: Sequence[Job]) -> None:
        """Compile what the first job needs, before any clock starts."""
        if jobs:
            jobs[0].player().prepare()

    def run(self, jobs: Sequence[Job], chunks: Chunks) -> Iterator[tuple[Chunk, Part]]:
        """Play all chunks; yield each with its games when they are finished."""
        raise NotImplementedError

    def close(self) -> None:
        """Give back what is held."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


class Threads(Executor):
    """Threads of this process. Native games run in parallel; a hanging agent cannot be stopped here."""

    name = "local"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def run(self, jobs: Sequence[Job], chunks: Chunks) -> Iterator[tuple[Chunk, Part]]:
        players = Players(jobs)
        source = iter(chunks)

        def work(chunk: Chunk) -> tuple[Part, bool]:
            player = players.get(chunk.job)
            return player.play(chunk.plan), player.native

        if self.workers == 1 or any(given_as_object(job) for job in jobs):  # an object cannot be copied for each thread
            for chunk in source:
                part, native = work(chunk)
                chunks.learn(chunk, part, native)
                yield chunk, part
            return
        with ThreadPoolExecutor(self.workers) as pool:
            pending: dict[Future, Chunk] = {}
            try:
                more = True
                while more or pending:
                    while more and len(pending) < self.workers + 1:
                        entry = next(source, None)
                        if entry is None:
                            more = False
                        else:
                            pending[pool.submit(work, entry)] = entry
                    finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                    for future in finished:
                        chunk = pending.pop(future)
                        part, native = future.result()
                        chunks.learn(chunk, part, native)
                        yield chunk, part
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise


class Status:
    """Words shared by a worker and whoever watches it: which seat is being asked, until when, and how the game stands."""

    DEADLINE, LIMIT, SEAT, FIRST = range(4)

    def __init__(self, words: Any, seats: int) -> None:
        self.words = words
        self.seats = seats

    def asking(self, seat: int, seconds: float, decisions: Sequence[int], points: Sequence[float]) -> None:
        words, first, seats = self.words, self.FIRST, self.seats
        words[first : first + len(decisions)] = list(decisions)
        words[first + seats : first + seats + len(points)] = list(points)
        words[self.SEAT], words[self.LIMIT] = seat, seconds
        words[self.DEADLINE] = time.monotonic() + seconds

    def idle(self) -> None:
        self.words[self.DEADLINE] = 0.0

    @property
    def deadline(self) -> float:
        """When the agent that is being asked must have answered; 0 while none is."""
        return self.words[self.DEADLINE]

    def lost_game(self, job: Job, plan: Plan, kind: int, text: str, seconds: float) -> Part:
        """The game as it stood, lost by the seat that was being asked."""
        seats, first = job.game.seats, self.FIRST
        seat = int(self.words[self.SEAT])
        decisions = [int(n) for n in self.words[first : first + seats]]
        points = list(self.words[first + self.seats : first + self.seats + seats])
        actions: list[int] | None = [] if job.record else None
        return finished_game(job.game, plan, [], points, decisions, seconds, actions, (seat, kind, text))


def worker_main(jobs: Sequence[Job], pipe: connection.Connection, words: Any, seats: int, parent: int) -> None:
    """A worker process: plays the games it is sent, until the pipe or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what agents print must not get into the results

    def leave_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=leave_with_parent, daemon=True).start()
    status = Status(words, seats)
    players = Players(jobs)
    while True:
        try:
            number, plan = pipe.recv()
        except EOFError:
            return
        try:
            player = players.get(number)
            answer: Any = (player.play(plan, status), player.native)
        except Exception:
            answer = traceback.format_exc()
        try:
            pipe.send(answer)
        except OSError:
            return


@dataclass
class Worker:
    """A worker process as its owner sees it."""

    jobs: Sequence[Job]
    context: Any
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
        self.status.idle()
        with contextlib.suppress(OSError):  # the process may be gone, which `outcome` will see
            self.pipe.send((chunk.job, chunk.plan))

    def outcome(self) -> tuple[Part, bool] | WorkerLost | None:
        """The games if they are finished, None if not; `WorkerLost` if this worker is gone and another must play them."""
        chunk = self.chunk
        assert chunk is not None
        job, seconds = self.jobs[chunk.job], time.perf_counter() - self.sent_at
        try:
            if self.pipe.poll():
                answer = self.pipe.recv()
                if isinstance(answer, str):
                    raise RuntimeError(f"a worker failed:\n{answer}")
                return answer
        except (EOFError, OSError):
            self.process.join(timeout=5)
        if not self.process.is_alive():
            self.process.join()
            if not self.status.deadline or (self.process.exitcode == -signal.SIGKILL and chunk.attempts == 0):
                return WorkerLost(f"a worker process ended with exit code {self.process.exitcode}")
            text = f"crashed the process it ran in (exit code {self.process.exitcode})"
            return self.status.lost_game(job, chunk.plan, CRASH, text, seconds), False
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
    """Processes of their own: an agent that crashes or hangs costs its game, not the run."""

    name = "processes"

    def __init__(self, workers: int | None = None, method: str | None = None) -> None:
        self.workers = workers or cores()
        method = method or ("fork" if sys.platform == "linux" else "spawn")
        self.context = multiprocessing.get_context(method)

    def run(self, jobs: Sequence[Job], chunks: Chunks) -> Iterator[tuple[Chunk, Part]]:
        source = iter(chunks)
        again: list[Chunk] = []
        crew: list[Worker] = []
        more = True
        try:
            while True:
                while (more or again) and len([w for w in crew if w.chunk]) < self.workers:
                    chunk = again.pop() if again else next(source, None)
                    if chunk is None:
                        more = False
                        continue
                    worker = next((w for w in crew if w.chunk is None), None)
                    if worker is None:
                        worker = Worker(jobs, self.context)
                        crew.append(worker)
                    worker.send(chunk)
                busy = [w for w in crew if w.chunk]
                if not busy:
                    return
                connection.wait([w.pipe for w in busy], timeout=POLL_SECONDS)
                for worker in busy:
                    outcome, chunk = worker.outcome(), worker.chunk
                    if outcome is None or chunk is None:
                        continue
                    worker.chunk = None
                    if not worker.process.is_alive():
                        crew.remove(worker)
                    if isinstance(outcome, WorkerLost):
                        chunk.attempts += 1
                        if chunk.attempts >= ATTEMPTS:
                            raise outcome
                        again.append(chunk)
                        continue
                    part, native = outcome
                    chunks.learn(chunk, part, native)
                    yield chunk, part
        finally:
            for worker in crew:
                worker.kill()


def given_as_object(job: Job) -> bool:
    return not all(isinstance(spec, str) for spec in job.specs)


def executor_for(on: str | None, jobs: Sequence[Job], workers: int | None = None) -> Executor:
    """The executor that `--on` names. Unless told, native games run on threads, games of Python agents in processes."""
    if on is None:
        if any(given_as_object(job) for job in jobs):
            return Threads(workers)
        specs = {spec: job.game for job in jobs for spec in job.specs}
        native = all(seat_agent(spec, game).native() is not None for spec, game in specs.items())
        return Threads(workers) if native and not any(job.clock.limited for job in jobs) else Processes(workers)
    if on == "local":
        return Threads(workers)
    if on == "processes":
        return Processes(workers)
    if on == "ray" or on.startswith("ray://"):
        from tapete.arena.cluster import RayCluster

        return RayCluster(None if on == "ray" else on, workers)
    raise BadOption(f"--on {on}: must be local, processes, ray or ray://HOST:PORT")
