"""A search as an agent: its budget, its clock, its trees, and its native policy."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np

from tapete.build import build_of, fingerprint, resolved
from tapete.fingerprint import own_code
from tapete.game import Game, View, native_loop
from tapete.kernel import Kernel
from tapete.options import Option
from tapete.policy import AgentKind, NativePolicy
from tapete.search import options as vocabulary
from tapete.search.clock import TurnClock
from tapete.search.options import DEFAULT_ITERATIONS, Settings, settle
from tapete.search.reuse import Memory, keep_subtree
from tapete.search.workspace import BEGIN, CHOOSE, GATHER, GROW, UNDECIDED, WHOLE, Workspace

CHUNK_SECONDS = 0.0005
MARGIN_SECONDS = 0.0002  # what answering costs
FIRST_CHUNK = 2
NODES_PER_MS = 2000
FEWEST_NODES, MOST_NODES = 1 << 12, 1 << 21
EXTENSION = 1.5  # what `final=max-robust` may add
# The Python code between a view and the kernels.
CODE = {"agent.py": "SearchAgent", "workspace.py": "Workspace", "reuse.py": "Memory", "clock.py": "TurnClock"}


class SearchAgent:
    """A search that decides from a view. With `ms` or `turn_ms` its decisions depend on the clock."""

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
        self.ms = options.get("ms", 0.0)
        self.turn_ms = options.get("turn_ms", 0.0)
        self.timed = self.ms > 0 or self.turn_ms > 0
        self.reuse = bool(options.get("reuse", False))
        given = options.get("iterations", 0)
        self.iterations = given or (0 if self.timed else default_iterations)
        self.most_nodes = most_nodes
        self.nodes = 0 if no_tree else options.get("nodes", 0) or self._enough_nodes(nodes_per_iteration, least_nodes)
        self.states = self.nodes if state_per_node else states
        self.frames = frames
        self.last_iterations = 0  # made for the last decision; 0 where none was needed
        self._spaces: list[Workspace] = []
        self._pool: ThreadPoolExecutor | None = None
        self._actions = np.empty(game.definition.max_legal, dtype=np.int32)
        self._clock = TurnClock(self.turn_ms / 1000) if self.turn_ms else None
        self._memory = Memory()

    def _enough_nodes(self, per_iteration: int, least: int) -> int:
        """Room for what the iterations can add; with a clock, for more than it will let them."""
        if self.timed and per_iteration:
            wanted = int(max(self.ms, self.turn_ms) * NODES_PER_MS)
            if self.iterations:
                wanted = min(wanted, self.iterations * per_iteration)
            return min(max(wanted, FEWEST_NODES), self.most_nodes)
        per_tree = -(-self.iterations // self.trees) * (EXTENSION if self.options.get("final") == "max-robust" else 1)
        wanted = int(per_tree * per_iteration) * (2 if self.game.has("hides") else 1)
        return min(wanted + least, self.most_nodes)

    def _space(self, index: int) -> Workspace:
        """The memory of a tree, laid out when it is first needed."""
        while len(self._spaces) <= index:
            rollout = self.settings.rollout
            space = Workspace(
                self.game,
                nodes=self.nodes,
                states=self.states,
                frames=self.frames,
                policy_params=rollout.params if rollout else None,
                policy_memory=len(rollout.memory) if rollout else 0,
            )
            space.set(**self.settings.words)
            space.set(iterations=self.iterations, trees=self.trees, true_state=int(self.clairvoyant))
            space.header["rules"][:] = self.settings.rules
            self._spaces.append(space)
        return self._spaces[index]

    @property
    def space(self) -> Workspace:
        """The memory that the last decision was made in (that of the first tree, with the totals of all)."""
        return self._space(0)

    @cached_property
    def address(self) -> int:
        return build_of(self.kernel, self.game.boundscheck).address(self.kernel)

    def native(self) -> NativePolicy | None:
        """The whole search as a native policy, where it has no clock and needs no history."""
        if self.timed or self.reuse:
            return None
        space = self._space(0)
        space.set(command=WHOLE)
        return NativePolicy(
            self.address,
            self.settings.weights,
            space.words,
            views=True,
            clairvoyant=self.clairvoyant,
            cleared=1,
            forced=False,
            initial=space.initial(),
            keep=(self, build_of(self.kernel, self.game.boundscheck)),
        )

    def fingerprint(self) -> str:
        """A hash of all that decides what it plays: every kernel that its memory holds the address of, settings, weights."""
        names = ("iterations", "ms", "turn_ms", "trees", "reuse", "nodes", "states", "frames", "clairvoyant")
        how = {name: getattr(self, name) for name in names}
        code = [own_code(f"search/{module}", name) for module, name in CODE.items()]
        return fingerprint((self.kernel, keep_subtree), resolved(vars(self.settings)), how, code)

    def reset(self, seed: int) -> None:
        """A new game: nothing is remembered of the last one."""
        if self._clock is not None:
            self._clock.reset()
        self._memory.forget()

    def act(self, view: View) -> int:
        """The action to play."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return legal[self.search(view, legal)]

    def search(self, view: View, legal: list[int]) -> int:
        """Search and return the index of the chosen action."""
        self._actions[: len(legal)] = legal
        ask = native_loop("ask")
        address, rows, weights = self.address, view.state.rows, self.settings.weights

        def run(space: Workspace, command: int, quota: int = 0) -> int:
            space.header["command"] = command
            space.header["quota"] = quota
            return ask(address, rows, 0, self._actions, len(legal), weights, space.memory)

        self.last_iterations = 0
        if not self.timed and self.threads == 1 and not self.reuse:
            space = self._space(0)
            index = run(space, WHOLE)
            self.last_iterations = int(space.header["spent"])
            return index
        return self._run_trees(view, run)

    def _run_trees(self, view: View, run: Callable[..., int]) -> int:
        """Grow every tree until its iterations or the time are used up, then let all of them decide."""
        started = time.perf_counter()
        seconds = self._seconds(view)
        deadline = started + seconds - MARGIN_SECONDS if self.timed else None
        spaces = [self._space(k) for k in range(self.trees)]
        for k, space in enumerate(spaces):
            space.set(tree=k, time_used=0.0, kept=int(self.reuse and self._memory.go_on(space, view)))
            decided = run(space, BEGIN)
            if decided != UNDECIDED:
                self._memory.forget()
                return decided
        left = [self._share(k) for k in range(self.trees)]

        def grow(worker: int) -> None:
            chunk = FIRST_CHUNK
            mine = list(range(worker, self.trees, self.threads))
            before = time.perf_counter()
            while mine:
                for k in list(mine):
                    count = left[k] if deadline is None else min(chunk, left[k])
                    if deadline is not None:
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
        else:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="tapete-search")
            list(self._pool.map(grow, range(self.threads)))
        self.last_iterations = sum(int(space.header["spent"]) for space in spaces)
        index = self._decide(spaces, run)
        if self.reuse:
            self._memory.remember(view)
        if self._clock is not None:
            self._clock.spend(time.perf_counter() - started)
        return index

    def _decide(self, spaces: list[Workspace], run: Callable[..., int]) -> int:
        for space in spaces:
            run(space, GATHER)
        first = spaces[0].totals()
        for space in spaces[1:]:
            first += space.totals()
        return run(spaces[0], CHOOSE)

    def _share(self, tree: int) -> int:
        if not self.iterations:
            return 1 << 60
        return self.iterations // self.trees + (1 if tree < self.iterations % self.trees else 0)

    def _seconds(self, view: View) -> float:
        """The time for this decision."""
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
    facts: Callable[[Game, Mapping[str, Any]], Mapping[str, Any]] = lambda game, options: {},
    words: Callable[[Game, Mapping[str, Any]], Mapping[str, Any]] = lambda game, options: {},
) -> AgentKind:
    """A kind of search agent: `words` are its own settings in memory, `facts` what the agent must know of it."""

    def make(game: Game, options: Mapping[str, Any]) -> SearchAgent:
        clairvoyant = bool(options.get("clairvoyant", False))
        own = ({"sees_all": 1} if clairvoyant else {}) | dict(words(game, options))
        settings = settle(game, options, evaluates=evaluates, **own)
        about = {"trees": options.get("trees", 1), "clairvoyant": clairvoyant} | dict(facts(game, options))
        return SearchAgent(game, name, kernel, options, settings, **about)

    return AgentKind(name, what, options, make, plays, searches=True)
