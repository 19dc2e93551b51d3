"""Scheduler of searches: a few threads that share their time among all tables.

A thought is a generator: each step lasts a fraction of a second and then yields the thread, so that a long search at one table
never blocks another. Searches can be stopped between two steps and answer with their current best. Thoughts that people wait
for come before those of tables where only agents play. A third-party agent cannot be cut into steps; it runs in one of a few
separate threads, and is given up after a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tapete.agents.errors import ILLEGAL, Decision
from tapete.play.session import Question
from tapete.search.agent import SearchAgent

SLICE = 0.04  # seconds that a thought may hold a thread
PERSON, AGENTS = 0, 1  # priority: a person waits, or only agents
OUTSIDERS = 4  # third-party agents that may run at the same time


@dataclass(eq=False)
class SearchTask:
    """Running computation. `hurry` requests an answer now, `cancel` none."""

    steps: Iterator[Any]
    urgency: int
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    on_step: Callable[[Any], None] | None = None  # called in the event loop with the result of each step
    hurried: threading.Event = field(default_factory=threading.Event)
    cancelled: threading.Event = field(default_factory=threading.Event)
    last: Any = None

    def hurry(self) -> None:
        self.hurried.set()

    def cancel(self) -> None:
        self.cancelled.set()
        if not self.future.done():
            self.future.cancel()

    def finish(self, result: Any = None, error: BaseException | None = None) -> None:
        """Deliver the result to the event loop; called from a thread."""

        def resolve() -> None:
            if self.future.done():
                return
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)

        with contextlib.suppress(RuntimeError):  # the server has stopped
            self.loop.call_soon_threadsafe(resolve)


class SearchScheduler:
    """Threads that compute for all tables."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2))
        self._queue: list[tuple[int, int, SearchTask]] = []
        self._numbers = itertools.count()
        self._ready = threading.Condition()
        self._workers: list[threading.Thread] = []
        self._stopped = False
        self._outside = threading.Semaphore(OUTSIDERS)
        self._gate = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def gate(self) -> AsyncIterator[None]:
        """Limit the work of agent-only tables in the event loop: one at a time, at most half of the time."""
        async with self._gate:
            started = time.perf_counter()
            yield
            await asyncio.sleep(time.perf_counter() - started)

    def think(
        self, steps: Iterator[Any], *, urgency: int = PERSON, on_step: Callable[[Any], None] | None = None
    ) -> SearchTask:
        """Start a computation; the future holds the result of the last step."""
        loop = asyncio.get_running_loop()
        thought = SearchTask(steps, urgency, loop.create_future(), loop, on_step)
        self._put(thought)
        return thought

    def decide(self, question: Question, *, urgency: int = PERSON) -> SearchTask:
        """Let an agent answer; the future holds its `Decision`."""
        loop = asyncio.get_running_loop()
        thought = SearchTask(iter(()), urgency, loop.create_future(), loop)
        if question.player.outsider:
            threading.Thread(target=self._decide_outside, args=(question, thought), daemon=True).start()
            return thought
        thought.steps = answering(question, thought.hurried)
        self._put(thought)
        return thought

    def _put(self, thought: SearchTask) -> None:
        with self._ready:
            if len(self._workers) < self.threads and not self._stopped:
                worker = threading.Thread(target=self._work, name="tapete-thinking", daemon=True)
                self._workers.append(worker)
                worker.start()
            heapq.heappush(self._queue, (thought.urgency, next(self._numbers), thought))
            self._ready.notify()

    def _work(self) -> None:
        while True:
            with self._ready:
                while not self._queue and not self._stopped:
                    self._ready.wait()
                if self._stopped:
                    return
                _, _, thought = heapq.heappop(self._queue)
            if self._step(thought):
                with self._ready:
                    heapq.heappush(self._queue, (thought.urgency, next(self._numbers), thought))
                    self._ready.notify()

    @staticmethod
    def _step(thought: SearchTask) -> bool:
        """Run one step of a thought; return whether there is more."""
        if thought.cancelled.is_set():
            thought.steps = iter(())
            return False
        try:
            thought.last = next(thought.steps)
        except StopIteration:
            thought.finish(thought.last)
            return False
        except BaseException as error:
            thought.finish(error=error)
            return False
        if thought.on_step is not None:
            try:
                thought.loop.call_soon_threadsafe(thought.on_step, thought.last)
            except RuntimeError:
                return False
        return True

    def _decide_outside(self, question: Question, thought: SearchTask) -> None:
        with self._outside:
            try:
                thought.finish(question.player.decide(question.world, question.view))
            except BaseException as error:
                thought.finish(error=error)

    def stop(self) -> None:
        with self._ready:
            self._stopped = True
            self._ready.notify_all()


def answering(question: Question, hurried: threading.Event) -> Iterator[Decision]:
    """Yield an agent's answer in steps: a search has an answer after each step, any other agent answers at once."""
    player, view = question.player, question.view
    agent = player.agent
    opening = player.opening.act(view) if player.opening is not None else None
    if opening is not None:
        yield Decision(int(opening)) if question.world.accepts(int(opening)) else Decision(fault=ILLEGAL, text="")
        return
    if not isinstance(agent, SearchAgent):
        yield player.decide(question.world, view)
        return
    for snapshot in agent.think(view, every=SLICE):
        yield Decision(snapshot.chosen)
        if hurried.is_set():
            return
