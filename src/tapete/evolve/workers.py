"""Where the games of a training are played: threads of this process, processes of their own, or a Ray cluster.

A vector's games depend on the vector, the opponents, the deals and the seed alone: the shares are the same on any worker.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tapete.agents.genes import Tunable
from tapete.arena import population
from tapete.core.game import Game
from tapete.errors import BadOption, TapeteError
from tapete.kernel.cache import cores, end_with_parent

PARTS = 3  # of the work for each worker, so that none waits long for the last


class WorkerPool(Protocol):
    """Plays vectors against a bot, or against each other."""

    cpu_seconds: float  # of other processes that play for this one

    def against(
        self, game: Game, tunable: Tunable, vectors: np.ndarray, bot: str, deals: np.ndarray, seed: int
    ) -> np.ndarray:
        """Shares of (vector, deal, seating)."""

    def among(
        self,
        game: Game,
        tunable: Tunable,
        vectors: np.ndarray,
        pairs: Sequence[tuple[int, int]],
        deals: int,
        seed: int,
    ) -> np.ndarray:
        """The first one's shares of (pair, deal, seating)."""

    def close(self) -> None:
        """Let the workers go."""


@dataclass
class ThreadWorkers:
    """Threads of this process: games are native, so they run side by side."""

    workers: int | None = None
    cpu_seconds: float = 0.0

    def against(
        self, game: Game, tunable: Tunable, vectors: np.ndarray, bot: str, deals: np.ndarray, seed: int
    ) -> np.ndarray:
        return population.play(game, tunable, vectors, [bot], deals, seed, workers=self.workers)

    def among(
        self,
        game: Game,
        tunable: Tunable,
        vectors: np.ndarray,
        pairs: Sequence[tuple[int, int]],
        deals: int,
        seed: int,
    ) -> np.ndarray:
        return population.play_among(game, tunable, vectors, pairs, deals, seed, workers=self.workers)

    def close(self) -> None:
        pass


# What runs in another process. Game and agent are made there once, from the same names.

_made: dict[str, tuple[Game, Tunable]] = {}


def _here(carrier: Mapping[str, Any]) -> tuple[Game, Tunable]:
    from tapete.agents.carriers import carrier_for
    from tapete.agents.registry import make_agent
    from tapete.core.registry import load

    key = repr(sorted(carrier.items()))
    if key not in _made:
        game = load(carrier["game"], **carrier["options"])
        _made[key] = game, carrier_for(game, carrier, make_agent)
    return _made[key]


def play_there(
    carrier: Mapping[str, Any], vectors: np.ndarray, opponent: str | list[tuple[int, int]], deals: Any, seed: int
) -> np.ndarray:
    """Some vectors against a bot, or some pairs of them, on one core."""
    game, tunable = _here(carrier)
    if isinstance(opponent, str):
        return population.play(game, tunable, vectors, [opponent], deals, seed, workers=1)
    return population.play_among(game, tunable, vectors, opponent, deals, seed, workers=1)


def timed_there(*task: Any) -> tuple[np.ndarray, float]:
    """The same with the CPU time it took."""
    started = time.process_time()
    return play_there(*task), time.process_time() - started


class RemoteWorkers:
    """Processes or Ray workers: each is sent vectors and sends back shares."""

    def __init__(self, carrier: Mapping[str, Any], on: str, workers: int | None) -> None:
        self.carrier = dict(carrier)
        self.on = on
        self.workers = workers or cores()
        self.cpu_seconds = 0.0
        self._pool: Any = None

    def against(
        self, game: Game, tunable: Tunable, vectors: np.ndarray, bot: str, deals: np.ndarray, seed: int
    ) -> np.ndarray:
        parts = self._parts(len(vectors))
        return np.concatenate(list(self._play([(vectors[part], bot, deals, seed) for part in parts])))

    def among(
        self,
        game: Game,
        tunable: Tunable,
        vectors: np.ndarray,
        pairs: Sequence[tuple[int, int]],
        deals: int,
        seed: int,
    ) -> np.ndarray:
        tasks = []
        for part in self._parts(len(pairs)):
            chosen = [pairs[i] for i in part]
            used = sorted({i for pair in chosen for i in pair})
            place = {old: new for new, old in enumerate(used)}
            tasks.append((vectors[used], [(place[a], place[b]) for a, b in chosen], deals, seed))
        return np.concatenate(list(self._play(tasks)))

    def _parts(self, count: int) -> list[np.ndarray]:
        return np.array_split(np.arange(count), max(1, min(count, PARTS * self.workers)))

    def _play(self, tasks: list[tuple[Any, ...]]) -> Iterator[np.ndarray]:
        if self.on == "processes":
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), end_with_parent)
            try:
                found = self._pool.map(timed_there, [self.carrier] * len(tasks), *zip(*tasks, strict=True))
                yield from self._counted(found)
            except BrokenProcessPool:
                raise TapeteError(
                    "a process that played games of this training has died; none of its games counts as lost: "
                    "the same command with --resume goes on from the last whole generation"
                ) from None
            return
        if self._pool is None:
            from tapete.arena.cluster import RayCluster

            cluster = RayCluster(None if self.on == "ray" else self.on, self.workers)
            self._pool = cluster, cluster.ray.remote(num_cpus=1)(timed_there)
        cluster, remote = self._pool
        yield from self._counted(cluster.ray.get([remote.remote(self.carrier, *task) for task in tasks]))

    def _counted(self, found: Iterable[tuple[np.ndarray, float]]) -> Iterator[np.ndarray]:
        for shares, seconds in found:
            self.cpu_seconds += seconds
            yield shares

    def close(self) -> None:
        if self._pool is None:
            return
        if self.on == "processes":
            self._pool.shutdown(wait=False, cancel_futures=True)
        else:
            self._pool[0].close()
        self._pool = None


def make_worker_pool(on: str | None, carrier: Mapping[str, Any], workers: int | None) -> WorkerPool:
    """Those that `--on` names; threads where nothing is said."""
    if on in (None, "local"):
        return ThreadWorkers(workers)
    if on == "processes" or on == "ray" or (on or "").startswith("ray://"):
        return RemoteWorkers(carrier, on or "", workers)
    raise BadOption(f"--on {on}: must be local, processes, ray or ray://HOST:PORT")
