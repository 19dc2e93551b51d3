"""Ray cluster: one actor per processor plays chunks of games; the chunks of a lost actor go to another one.

Results are taken once, by the calling process, so a game is never counted twice. Agents and games must be installed on every
node.
"""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tapete.arena.executors import ATTEMPTS, POLL_SECONDS, Chunk, Chunks, Executor, Runners, Worker, WorkerLost
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import Batch
from tapete.errors import BadOption

CLUSTER_CHUNK_SECONDS = 0.25  # a message costs about a millisecond, so chunks are larger than on threads
ACTOR_SECONDS = 120.0  # limit for starting an actor when none is running


class Croupier:
    """Actor on a node that plays chunks; games of Python agents run in a separate process, which can be stopped."""

    def __init__(self, jobs: Sequence[MatchJob]) -> None:
        self.jobs = jobs
        self.players = Runners(jobs)
        self.worker: Worker | None = None

    def ready(self) -> bool:
        return True

    def play(self, chunk: Chunk) -> tuple[Batch, bool]:
        if self.jobs[chunk.job].native:
            return self.players.play(chunk)
        chunk = replace(chunk, attempts=0)
        while True:
            if self.worker is None or not self.worker.process.is_alive():
                self.worker = Worker(self.jobs, multiprocessing.get_context("spawn"))
            self.worker.send(chunk)
            outcome = self.worker.outcome()
            while outcome is None:
                self.worker.pipe.poll(POLL_SECONDS)
                outcome = self.worker.outcome()
            if not isinstance(outcome, WorkerLost):
                return outcome
            chunk.attempts += 1
            if chunk.attempts >= ATTEMPTS:
                raise outcome


def join_or_start(ray: Any) -> None:
    """Join the cluster of this machine, or start one here."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        ray.init("auto", **quiet)
    except ConnectionError:
        ray.init("local", include_dashboard=False, **quiet)


class RayCluster(Executor):
    """A Ray cluster: the one at an address, the one this machine belongs to, or one started here."""

    name = "ray"

    def __init__(self, address: str | None, workers: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise BadOption("--on ray needs the package ray: pip install 'tapete[cluster]'") from None
        self.ray = ray
        self.workers = workers
        self.started = not ray.is_initialized()
        if self.started:
            try:
                if address:  # the server of a remote cluster takes no settings of ours
                    ray.init(address)
                else:
                    join_or_start(ray)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise BadOption(f"--on {address or 'ray'}: {str(error).splitlines()[0]}") from None

    def close(self) -> None:
        if self.started:
            self.ray.shutdown()

    def run(self, jobs: Sequence[MatchJob], chunks: Chunks) -> Iterator[tuple[Chunk, Batch]]:
        ray = self.ray
        chunks.seconds = CLUSTER_CHUNK_SECONDS
        lost = (ray.exceptions.RayActorError, ray.exceptions.WorkerCrashedError, ray.exceptions.ObjectLostError)
        remote = ray.remote(num_cpus=1, max_restarts=0)(Croupier)
        shared = ray.put(list(jobs))
        count = self.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        actors = [remote.remote(shared) for _ in range(count)]
        idle: list[int] = []  # actors that have answered and are idle
        starting = {actor.ready.remote(): place for place, actor in enumerate(actors)}
        pending: dict[Any, tuple[Chunk, int]] = {}
        answered_at = time.monotonic()

        def start_anew(place: int) -> None:
            actors[place] = remote.remote(shared)
            starting[actors[place].ready.remote()] = place

        try:
            while True:
                for place in list(idle):  # only an actor that has answered gets games: another may wait for a processor
                    chunk = chunks.take(place)
                    if chunk is not None:
                        idle.remove(place)
                        pending[actors[place].play.remote(chunk)] = (chunk, place)
                if idle and not pending:
                    return
                finished, _ = ray.wait([*pending, *starting], num_returns=1, timeout=1.0)
                if finished:
                    answered_at = time.monotonic()
                elif not pending and time.monotonic() - answered_at > ACTOR_SECONDS:
                    raise WorkerLost(
                        f"the Ray cluster has started no worker in {ACTOR_SECONDS:.0f} s; has it a free processor?"
                    )
                for reference in finished:
                    if reference in starting:
                        place = starting.pop(reference)
                        try:
                            ray.get(reference)
                            idle.append(place)
                        except lost:
                            start_anew(place)
                        continue
                    chunk, place = pending.pop(reference)
                    try:
                        part, native = ray.get(reference)
                    except lost as error:
                        chunk.attempts += 1
                        if chunk.attempts >= ATTEMPTS:
                            raise WorkerLost(f"{ATTEMPTS} workers were lost on the same games: {error}") from None
                        chunks.hand_over(place, chunk)
                        start_anew(place)
                        continue
                    idle.append(place)
                    chunks.learn(chunk, part, native)
                    yield chunk, part
        finally:
            for actor in actors:
                ray.kill(actor)
