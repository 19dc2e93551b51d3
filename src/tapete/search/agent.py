"""Search agents: budget, clock, trees, threads, and the search as a native policy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tapete.core.bots import AgentFactory, NativeHandle
from tapete.core.game import Game
from tapete.core.loops import native_loop
from tapete.core.state import View
from tapete.kernel import Kernel, Record
from tapete.kernel.cache import build_of, fingerprint, resolved
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.clock import TurnClock
from tapete.search.driver import EXTENSIONS, share_of
from tapete.search.lines import expected_line
from tapete.search.reuse import Memory, keep_subtree
from tapete.search.settings import DEFAULT_ITERATIONS, Settings, settle
from tapete.search.workspace import BEGIN, CHOOSE, GATHER, GROW, UCB1_TUNED, UNDECIDED, WHOLE, Workspace

CHUNK_SECONDS = 0.0005
MARGIN_SECONDS = 0.0002  # reserve for returning the answer
FIRST_CHUNK = 2
NODES_PER_MS = 2000
FEWEST_NODES, MOST_NODES = 1 << 12, 1 << 21
EXTENSION = 1.5  # factor by which `final=max-robust` may extend the budget
GUIDED_NODES = 24  # most nodes that an iteration adds on average, where it adds one for every action

Run = Callable[..., int]  # (workspace, command, quota)


@dataclass(frozen=True)
class Snapshot:
    """Intermediate or final result of a search: visits and mean values of the legal actions, choice, expected line."""

    legal: list[int]
    visits: list[int]
    values: list[float | None]  # None where an action was not tried; exact where `solved`
    chosen: int
    line: tuple[int, ...]  # begins with `chosen`; forced moves are left out
    iterations: int
    seconds: float
    solved: bool
    final: bool  # whether it is the decision


class SearchAgent:
    """Search that decides from a view. With `ms` or `turn_ms` its decisions depend on the clock."""

    PLAYS = 1  # raise it when a change of this code, the workspace, the tree reuse or the clock changes decisions

    def __init__(
        self,
        game: Game,
        name: str,
        kernel: Kernel,
        options: Mapping[str, Any],
        settings: Settings,
        *,
        trees: int = 1,
        clairvoyant: bool = False,
        nodes_per_iteration: int = 1,
        default_iterations: int = DEFAULT_ITERATIONS,
        least_nodes: int = 3,
        most_nodes: int = MOST_NODES,
        state_per_node: bool = False,
        no_tree: bool = False,
        states: int = 0,
        frames: int = 0,
    ) -> None:
        self.game = game
        self.name = name
        self.kernel = kernel
        self.options = options
        self.settings = settings
        self.clairvoyant = clairvoyant
        self.trees = trees
        self.threads = min(options.get("threads", 1), trees)
        self.reuse = bool(options.get("reuse", False))
        self.default_iterations = default_iterations
        self.nodes_per_iteration = nodes_per_iteration
        self.least_nodes = least_nodes
        self.most_nodes = most_nodes
        self.no_tree = no_tree
        self.state_per_node = state_per_node
        self.states = states
        self.frames = frames
        self.last_iterations = 0  # of the last decision; 0 where none was needed
        self._spaces: list[Workspace] = []
        self._shown = 0  # index of the tree to read after a decision
        self._pool: ThreadPoolExecutor | None = None
        self._actions = np.empty(game.definition.max_legal, dtype=np.int32)
        self._memory = Memory()
        self.set_budget(options.get("iterations", 0), options.get("ms", 0.0), options.get("turn_ms", 0.0))

    def set_budget(self, iterations: int = 0, ms: float = 0.0, turn_ms: float = 0.0) -> None:
        """Set the budget of a decision; 0: no limit, where there is another one."""
        self.ms, self.turn_ms = ms, turn_ms
        self.timed = ms > 0 or turn_ms > 0
        self.iterations = iterations or (0 if self.timed else self.default_iterations)
        self.nodes = 0 if self.no_tree else self.options.get("nodes", 0) or self._enough_nodes()
        self._clock = TurnClock(turn_ms / 1000) if turn_ms else None
        self._spaces.clear()

    def _enough_nodes(self) -> int:
        """Return the nodes that the iterations can add; with a clock, more than it allows."""
        per_iteration, least = self.nodes_per_iteration, self.least_nodes
        if self.timed and per_iteration:
            wanted = int(max(self.ms, self.turn_ms) * NODES_PER_MS)
            if self.iterations:
                wanted = min(wanted, self.iterations * per_iteration)
            return min(max(wanted, FEWEST_NODES), self.most_nodes)
        per_tree = -(-self.iterations // self.trees) * (EXTENSION if self.options.get("final") == "max-robust" else 1)
        wanted = int(per_tree * per_iteration) * (2 if self.game.has("hides") else 1)
        return min(wanted + least, self.most_nodes)

    def _space(self, index: int) -> Workspace:
        """Return the memory of a tree, laid out when first needed."""
        while len(self._spaces) <= index:
            self._spaces.append(self.new_space())
        return self._spaces[index]

    def new_space(self) -> Workspace:
        """Lay out the memory of a tree and write the options into it."""
        rollout = self.settings.rollout
        space = Workspace(
            self.game,
            nodes=self.nodes,
            states=self.nodes if self.state_per_node else self.states,
            frames=self.frames,
            policy_params=rollout.params if rollout else None,
            policy_memory=len(rollout.memory) if rollout else 0,
            own=self.settings.own,
            squares=self.settings.words["select"] == UCB1_TUNED,
        )
        space.set(**self.settings.words)
        space.set_own(self.settings.own_words)
        space.set(iterations=self.iterations, trees=self.trees, true_state=int(self.clairvoyant))
        space.header["rules"][:] = self.settings.rules
        return space

    @property
    def space(self) -> Workspace:
        """Memory of the last decision (that of the first tree, with the totals of all)."""
        return self._space(0)

    @property
    def shown(self) -> Workspace:
        """Memory of the tree to read after a decision."""
        return self._space(self._shown)

    @cached_property
    def address(self) -> int:
        return build_of(self.kernel, self.game.boundscheck).address(self.kernel)

    def native(self) -> NativeHandle | None:
        """Return the whole search as a native policy; None if it has a clock or needs the history."""
        if self.timed or self.reuse:
            return None
        space = self._space(0)
        space.set(command=WHOLE)
        return NativeHandle(
            self.address,
            self.settings.weights,
            space.words,
            views=True,
            clairvoyant=self.clairvoyant,
            cleared=1,
            forced=False,
            initial=space.initial(),
            keep=(self, build_of(self.kernel, self.game.boundscheck)),
            searches=True,
        )

    def fingerprint(self) -> str:
        """Hash all that determines its decisions: every kernel whose address its memory holds, settings, weights."""
        names = ("iterations", "ms", "turn_ms", "trees", "reuse", "nodes", "states", "frames", "clairvoyant")
        how = {name: getattr(self, name) for name in names}
        return fingerprint((self.kernel, keep_subtree), resolved(vars(self.settings)), how, self.PLAYS)

    def reset(self, seed: int) -> None:
        """Start a new game: forget the last one."""
        if self._clock is not None:
            self._clock.reset()
        self._memory.forget()

    def act(self, view: View) -> int:
        """Return the action to play."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return legal[self.search(view, legal)]

    def search(self, view: View, legal: list[int]) -> int:
        """Search and return the index of the chosen action."""
        run = self._runner(view, legal)
        self.last_iterations = 0
        self._shown = 0
        if self._in_one_piece:
            space = self._space(0)
            index = run(space, WHOLE)
            self.last_iterations = int(space.header["spent"])
            return index
        started = time.perf_counter()
        seconds = self._seconds(view) if self.timed else None
        spaces, decided = self._begin(view, run)
        if decided == UNDECIDED:
            left = [self._share(k) for k in range(self.trees)]
            self._grow(spaces, left, run, started, seconds)
            decided = self.decide(spaces, run)
        self._end(view, spaces, started)
        return decided

    @property
    def _in_one_piece(self) -> bool:
        """Whether one native call does the whole search: no clock, threads or tree reuse."""
        return not self.timed and self.threads == 1 and not self.reuse

    def think(self, view: View, *, every: float = 0.1) -> Iterator[Snapshot]:
        """Search as `act` does and yield a snapshot every so many seconds; the last one is the decision.

        The caller may stop at any time. The native code between snapshots releases Python's lock, so a thread can
        search while others run. An agent searches one position at a time.
        """
        legal = view.legal()
        started = time.perf_counter()
        if len(legal) == 1:
            self.last_iterations = 0
            yield Snapshot(legal, [0], [None], legal[0], tuple(legal), 0, 0.0, solved=False, final=True)
            return
        run = self._runner(view, legal)
        seconds = self._seconds(view) if self.timed else None
        spaces, index = self._begin(view, run)
        self._shown = self.trees - 1 if self._in_one_piece and index == UNDECIDED else 0
        if index == UNDECIDED:
            left = [self._share(k) for k in range(self.trees)]
            extensions = EXTENSIONS if self._in_one_piece and self._extends else 0
            while True:
                until = time.perf_counter() + every
                self._grow(spaces, left, run, started, seconds, until)
                over = seconds is not None and time.perf_counter() >= started + seconds - MARGIN_SECONDS
                if not over and self._growing(spaces, left):
                    yield self._snapshot(view, legal, spaces, run, started, final=False)
                    continue
                if extensions == 0 or over or not self._undecided(spaces, run):
                    break
                extensions -= 1
                left[0] = self._share(0) // 10
            index = self.decide(spaces, run)
        self._end(view, spaces, started)
        yield self._snapshot(view, legal, spaces, run, started, final=True, index=index)

    def _runner(self, view: View, legal: list[int]) -> Run:
        """Return a function that runs a command on a tree."""
        self._actions[: len(legal)] = legal
        choose = native_loop("choose")
        address, rows, weights = self.address, view.state.rows, self.settings.weights

        def run(space: Workspace, command: int, quota: int = 0) -> int:
            space.header["command"] = command
            space.header["quota"] = quota
            return choose(address, rows, 0, self._actions, len(legal), weights, space.memory)

        return run

    def _begin(self, view: View, run: Run) -> tuple[list[Workspace], int]:
        """Start every tree; return also the answer, where it is known at once."""
        spaces = [self._space(k) for k in range(self.trees)]
        for k, space in enumerate(spaces):
            space.set(tree=k, time_used=0.0, kept=int(self.reuse and self._memory.go_on(space, view)))
            decided = run(space, BEGIN)
            if decided != UNDECIDED:
                self._memory.forget()
                return spaces[:1], decided
        return spaces, UNDECIDED

    def _grow(
        self,
        spaces: list[Workspace],
        left: list[int],
        run: Run,
        started: float,
        seconds: float | None,
        until: float | None = None,
    ) -> None:
        """Grow every tree until its iterations are made, the time budget is used, or `until` has passed."""
        limits = [] if seconds is None else [started + seconds - MARGIN_SECONDS]
        deadline = min([*limits, *([] if until is None else [until])], default=None)

        def grow(worker: int) -> None:
            chunk = FIRST_CHUNK
            mine = [
                k for k in range(worker, self.trees, self.threads) if left[k] > 0 and not spaces[k].header["finished"]
            ]
            before = time.perf_counter()
            while mine:
                for k in list(mine):
                    count = left[k] if deadline is None else min(chunk, left[k])
                    if seconds is not None:
                        spaces[k].header["time_used"] = (before - started) / seconds
                    run(spaces[k], GROW, count)
                    left[k] -= count
                    if left[k] <= 0 or spaces[k].header["finished"]:
                        mine.remove(k)
                    if deadline is not None:
                        now = time.perf_counter()
                        if now >= deadline:
                            return
                        spent = max(now - before, 1e-7)
                        chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / spent)))
                        chunk = max(1, min(chunk, int(chunk * (deadline - now) / spent) + 1))
                        before = now

        if self.threads == 1:
            grow(0)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="tapete-search")
        list(self._pool.map(grow, range(self.threads)))

    def _end(self, view: View, spaces: list[Workspace], started: float) -> None:
        """Record what the decision cost, and what the next one may reuse."""
        self.last_iterations = sum(int(space.header["spent"]) for space in spaces)
        if self.reuse and self.last_iterations:
            self._memory.remember(view)
        if self._clock is not None:
            self._clock.spend(time.perf_counter() - started)

    def decide(self, spaces: list[Workspace], run: Callable[[Workspace, int], int]) -> int:
        """Combine all trees and return the index of the chosen action."""
        self._gather(spaces, run)
        return run(spaces[0], CHOOSE)

    def _gather(self, spaces: list[Workspace], run: Callable[[Workspace, int], int]) -> np.ndarray:
        """Sum the totals of all trees in the memory of the first."""
        for space in spaces:
            space.totals()[:] = 0.0
            run(space, GATHER)
        first = spaces[0].totals()
        for space in spaces[1:]:
            first += space.totals()
        return first

    def _growing(self, spaces: list[Workspace], left: list[int]) -> bool:
        return any(n > 0 and not space.header["finished"] for n, space in zip(left, spaces, strict=True))

    @property
    def _extends(self) -> bool:
        return self.options.get("final") == "max-robust" and self.trees == 1

    def _undecided(self, spaces: list[Workspace], run: Run) -> bool:
        """Return True if the action with most visits and the one with the best mean differ."""
        visits, values, _ = self._gather(spaces, run)
        means = np.where(visits > 0, values / np.maximum(visits, 1.0), -np.inf)
        return int(visits.argmax()) != int(means.argmax())

    def _snapshot(
        self,
        view: View,
        legal: list[int],
        spaces: list[Workspace],
        run: Run,
        started: float,
        *,
        final: bool,
        index: int = UNDECIDED,
    ) -> Snapshot:
        if index == UNDECIDED:
            index = self.decide(spaces, run)
        solved = bool(spaces[0].header["solved"])
        visits, values, _ = spaces[0].totals()
        means = [
            float(v) / max(1.0, float(n)) if n > 0 or solved else None for n, v in zip(visits, values, strict=True)
        ]
        line = (legal[index],) if solved or self.nodes == 0 else expected_line(self.shown, legal[index])
        iterations = sum(int(space.header["spent"]) for space in spaces)
        seconds = time.perf_counter() - started
        counted = [int(n) for n in visits]
        return Snapshot(legal, counted, means, legal[index], line, iterations, seconds, solved=solved, final=final)

    def _share(self, tree: int) -> int:
        if not self.iterations:
            return 1 << 60
        return share_of.function(self.iterations, self.trees, tree)

    def _seconds(self, view: View) -> float:
        """Return the time for this decision."""
        limits = [self.ms / 1000] if self.ms else []
        if self._clock is not None:
            limits.append(self._clock.share(view))
        return max(min(limits, default=0.0), 1e-6)


def search_kind(
    name: str,
    what: str,
    kernel: Kernel,
    *,
    options: tuple[Option, ...] = vocabulary.ALL,
    plays: Callable[[Game], bool] = lambda game: True,
    evaluates: bool = False,
    sees_all: bool = False,
    facts: Callable[[Game, Mapping[str, Any]], Mapping[str, Any]] = lambda game, options: {},
    words: Callable[[Game, Mapping[str, Any]], Mapping[str, Any]] = lambda game, options: {},
    own: type[Record] | None = None,
    own_words: Callable[[Game, Mapping[str, Any]], Mapping[str, Any]] = lambda game, options: {},
) -> AgentFactory:
    """Return a kind of search agent.

    `own` is a record that only this search uses, `own_words` its fields; `words` sets fields that searches share;
    `facts` are keyword arguments of `SearchAgent`; `evaluates` and `sees_all` are described in `settle`.
    """

    def make(game: Game, options: Mapping[str, Any]) -> SearchAgent:
        clairvoyant = bool(options.get("clairvoyant", False))
        settings = settle(
            game,
            options,
            evaluates=evaluates,
            sees_all=sees_all or clairvoyant,
            own=own,
            own_words=own_words(game, options),
            **words(game, options),
        )
        guided = {"nodes_per_iteration": min(game.definition.max_legal, GUIDED_NODES)} if options.get("guide") else {}
        about = {"trees": options.get("trees", 1), "clairvoyant": clairvoyant} | guided | dict(facts(game, options))
        return SearchAgent(game, name, kernel, options, settings, **about)

    return AgentFactory(name, what, options, make, plays, searches=True)
