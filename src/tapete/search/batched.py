"""Batched searches: all walk to a leaf, one batch of the network answers for all leaves, all continue.

For networks that run elsewhere (on a graphics card) or faster in batches. With the network's own forward pass every
search decides exactly as it would alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from tapete.core.loops import ROWS, native, native_loop
from tapete.core.state import View
from tapete.errors import BadOption
from tapete.kernel import Array, GameState, Matrix, Record, f4, f8, i4, i8, kernel
from tapete.kernel.contract import NUMBERS, array_at, call_observe, decide, rows_in, stack_at, state_at
from tapete.nets.forward import AS_IT_IS, Net, drawn_turn, observe_into, take_answers, turn_features
from tapete.search.agent import SearchAgent
from tapete.search.driver import share_of
from tapete.search.workspace import BEGIN, RESUME, TO_LEAF, UNDECIDED, Search, Workspace

Heads = tuple[np.ndarray | None, np.ndarray | None]


class Tree(Record):
    """Search that takes part in a batch."""

    memory_at: i8  # address of its workspace
    memory: i8  # words
    position: i8  # row of the position that it searches


@kernel
def next_leaves(
    policy: i8,
    net: i8,
    trees: Array[Tree],
    rows: ROWS,
    actions: Matrix[i4],
    counts: Array[i8],
    params: NUMBERS,
    answered: i8,
    waiting: Array[i8],
    logits: Matrix[f4],
    values: Matrix[f8],
    features: Matrix[f4],
) -> i8:
    """Distribute the evaluations of the last leaves (`waiting`: whose they were), then walk every tree to its next leaf.

    Return the number of leaves; row q of `features` is the network's input for the tree `waiting[q]`.
    """
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    turned = array_at(room + network.turned_at, network.inputs, f4)
    for q in range(answered):
        tree = trees[waiting[q]]
        memory = array_at(tree.memory_at, tree.memory, i8)
        search = rows_in(memory, 0, Search)[0]
        world = rows_in(memory, search.world_at, GameState)[0]
        listed = rows_in(memory, search.actions_at, i4)
        priors, rewards = rows_in(memory, search.priors_at, f8), rows_in(memory, search.rewards_at, f8)
        turn = drawn_turn(network, world) if search.turned else i8(AS_IT_IS)
        take_answers(network, logits[q], values[q], i8(world.seat), listed, search.choices, turn, priors, rewards)
        search.guided = 1
        search.command = RESUME
        decide(policy, state_at(rows, tree.position), actions[tree.position], counts[tree.position], params, memory)
    leaves = 0
    for k in range(len(trees)):
        tree = trees[k]
        memory = array_at(tree.memory_at, tree.memory, i8)
        search = rows_in(memory, 0, Search)[0]
        search.command = TO_LEAF
        search.quota = share_of(search.iterations, search.trees, search.tree) - search.done
        if search.quota <= 0 or search.finished:
            continue
        decide(policy, state_at(rows, tree.position), actions[tree.position], counts[tree.position], params, memory)
        if search.needs_guide:
            world = rows_in(memory, search.world_at, GameState)[0]
            if search.turned:
                observe_into(network, world, i8(world.seat), room)
                turn_features(network, room, drawn_turn(network, world), room + network.turned_at)
                for i in range(network.inputs):
                    features[leaves, i] = turned[i]
            else:
                call_observe(network.rules, world, i8(world.seat), features[leaves])
            waiting[leaves] = k
            leaves += 1
    return leaves


class Batched:
    """Batch of searches with a guide, one for each position.

    `evaluate(features)` returns logits and values as `Network.batch` does; the default is the native forward pass.
    """

    def __init__(self, agent: SearchAgent, evaluate: Callable[[np.ndarray], Heads] | None = None) -> None:
        if not agent.settings.words.get("guide"):
            raise BadOption(f"{agent.name} has no guide; give it one (guide=FILE.npz)")
        if agent.timed or agent.reuse or agent.options.get("final") == "max-robust":
            raise BadOption("searches in a batch take iterations= only, without reuse=1 and final=max-robust")
        if agent.options.get("priors", "kept") != "kept":
            raise BadOption("searches in a batch use their guide at leaves only: priors=kept")
        self.agent = agent
        self.bound = next(b for b in agent.settings.networks if b.address == agent.settings.words["net"])
        if not self.bound.network.policy:
            raise BadOption(
                "searches in a batch need a guide with a policy head; one with only values tries every action in turn"
            )
        self.evaluate = evaluate or self.bound.rows
        self.batches = 0  # calls of the network for the last decisions, each for all trees
        self._spaces: list[Workspace] = []

    def decide(self, views: Sequence[View]) -> list[int]:
        """Return the action for each view."""
        agent = self.agent
        if not views:
            return []
        rows = np.concatenate([view.state.rows for view in views])
        legal = [view.legal() for view in views]
        actions = np.zeros((len(views), agent.game.definition.max_legal), dtype=np.int32)
        for row, listed in zip(actions, legal, strict=True):
            row[: len(listed)] = listed
        counts = np.array([len(listed) for listed in legal], dtype=np.int64)

        def run(view: int, space: Workspace, command: int) -> int:
            space.header["command"] = command
            return native_loop("choose")(
                agent.address, rows, view, actions[view], counts[view], agent.settings.weights, space.memory
            )

        answers: dict[int, int] = {}
        growing: list[tuple[int, Workspace]] = []
        for view in range(len(views)):
            for tree in range(agent.trees):
                space = self._space(view * agent.trees + tree)
                space.set(tree=tree, kept=0)
                decided = run(view, space, BEGIN)
                if counts[view] == 1 or decided != UNDECIDED:
                    answers[view] = max(0, decided)
                    break
                growing.append((view, space))
        self._grow(growing, rows, actions, counts)
        for view in range(len(views)):
            if view not in answers:
                spaces = [space for owner, space in growing if owner == view]
                answers[view] = agent.decide(spaces, partial(run, view))
        return [legal[view][answers[view]] for view in range(len(views))]

    def _space(self, index: int) -> Workspace:
        while len(self._spaces) <= index:
            self._spaces.append(self.agent.new_space())
        return self._spaces[index]

    def _grow(
        self, growing: Sequence[tuple[int, Workspace]], rows: np.ndarray, actions: np.ndarray, counts: np.ndarray
    ) -> None:
        """Make all iterations of all trees."""
        network, count = self.bound.network, len(growing)
        trees = np.zeros(count, dtype=Tree.dtype)
        for row, (view, space) in zip(trees, growing, strict=True):
            row["memory_at"], row["memory"], row["position"] = space.memory.ctypes.data, len(space.memory), view
        waiting = np.zeros(count, dtype=np.int64)
        features = np.zeros((count, network.inputs), dtype=np.float32)
        logits = np.zeros((count, max(1, network.actions)), dtype=np.float32)
        values = np.zeros((count, max(1, network.outputs or 0)))
        leaves, self.batches = 0, 0
        while True:
            leaves = native(next_leaves)(
                self.agent.address,
                self.bound.address,
                trees,
                rows,
                actions,
                counts,
                self.agent.settings.weights,
                leaves,
                waiting,
                logits,
                values,
                features,
            )
            if leaves == 0:
                return
            self.batches += 1
            new_logits, new_values = self.evaluate(features[:leaves])
            if network.policy:
                logits[:leaves] = new_logits
            if network.value is not None:
                values[:leaves] = new_values
