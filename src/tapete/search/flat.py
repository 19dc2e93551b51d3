"""Flat Monte Carlo: rollouts of each action, without a tree.

The rollouts cycle through the actions. With `share=r` only that share of the budget does; each further rollout goes to
a random one of the actions with the best means so far (the Hearthstone thesis's "Simulation Tree Agent", which takes
the best seven, and names a fixed number or a share of the actions as options). With an evaluation, rollouts end with
the own turn. With `paired=1` all actions of a round are played in the same world (common random numbers), so that they
differ by the actions, not by luck.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.core.game import Game
from tapete.kernel import GameState, Record, below, boolean, f8, i4, i8, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, call_apply, copy_state, rows_in
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel, share_of
from tapete.search.puct import evaluate_leaf
from tapete.search.simulate import fresh_world
from tapete.search.tree import add_child, edge, plant
from tapete.search.workspace import Node, Search

SHARE = Option(
    "share",
    1.0,
    "share of the budget that goes round all actions (the Hearthstone thesis's exploration rate); the rest to the best ones",
    low=0,
    high=1,
    also=("exploration_rate",),
)
BEST = Option(
    "best",
    7.0,
    "after that share, how many of the best actions are simulated further; below 1: which share of the actions",
    low=0.01,
)
ROUNDS = Option("rounds", 0, "times that every action is simulated, within the budget; 0: no limit", low=0, high=10**6)
PAIRED = Option("paired", False, "simulate every action in one world before the next is drawn")


class Own(Record):
    """Settings of this search."""

    share: f8  # of the budget that cycles through all actions
    best: f8  # how many actions get the rest; below 1: which share of them
    rounds: i8
    paired: i8  # whether the actions of a round share a world


@kernel
def start(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Add a node for every action; that of the i-th is node i + 1."""
    plant(search, params, memory)
    legal = rows_in(memory, search.legal_at, i4)
    for i in range(search.legal):
        add_child(search, edge(0, search.observer, i8(legal[i])), memory)


@kernel
def progress(search: Search) -> f8:
    """Return the share of the budget that is used: of the time, or of the iterations."""
    total = share_of(search.iterations, search.trees, search.tree)
    return max(search.time_used, f8(search.done) / f8(total) if total > 0 else 0.0)


@kernel
def ranked(search: Search, rank: i8, memory: MEMORY) -> i8:
    """Return the node with the best mean (rank 0), the second best (1), and so on."""
    nodes = rows_in(memory, search.nodes_at, Node)
    last_mean, last = 1e300, i8(0)
    for _ in range(rank + 1):
        best, best_mean = i8(0), -1e300
        for node in range(1, search.legal + 1):
            mean = nodes[node].value / f8(max(1, i8(nodes[node].visits)))
            after_last = mean < last_mean or (mean == last_mean and node > last)
            if after_last and mean > best_mean:
                best, best_mean = i8(node), mean
        last, last_mean = best, best_mean
    return last


@kernel
def best_actions(best: f8, legal: i8) -> i8:
    """Return how many actions are simulated further: a number of them, or a share, at least one."""
    wanted = i8(best) if best >= 1.0 else i8(best * f8(legal) + 0.5)
    return max(1, min(wanted, legal))


@kernel
def walk(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Play one of the actions in a fresh world, or in that of its round."""
    own = rows_in(memory, search.own_at, Own)[0]
    if own.rounds > 0 and search.done + 1 >= own.rounds * search.legal:
        search.finished = 1  # with this iteration
    node = 1 + search.done % search.legal
    if search.done >= search.legal and progress(search) >= own.share and own.share < 1.0:
        node = ranked(search, below(search, best_actions(own.best, search.legal)), memory)
    world = rows_in(memory, search.world_at, GameState)[0]
    if own.paired:
        base = rows_in(memory, search.base_at, GameState)[0]
        if search.done % search.legal == 0:
            fresh_world(search, base, memory)
        copy_state(search.rules, world, base)
    else:
        fresh_world(search, world, memory)
    call_apply(search.rules, world, i8(rows_in(memory, search.legal_at, i4)[node - 1]))
    path = rows_in(memory, search.path_at, i4)
    path[0] = 0
    path[1] = node
    search.depth = 2
    return True


def words(game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
    evaluates = options["reward"] == "evaluation" or (options["reward"] == "auto" and options["eval"] != "")
    to_the_turn = evaluates and vocabulary.depth_of(options) < 0
    found = {"own_turn": int(to_the_turn), "own_view": int(game.seats > 1)}
    return found | ({"reward": vocabulary.REWARDS.index("evaluation")} if evaluates else {})


REWARD = Option(
    "reward",
    "auto",
    "what is maximised; auto: evaluation where `eval` is given, else win",
    choices=("auto", *vocabulary.REWARDS),
)
OPTIONS = (
    SHARE,
    BEST,
    ROUNDS,
    PAIRED,
    *vocabulary.BUDGET,
    REWARD,
    *(option for option in vocabulary.VALUES if option.name != "reward"),
    *vocabulary.SIMULATION,
    replace(vocabulary.FINAL, default="max"),
    vocabulary.EXACT,
    vocabulary.TREES,
    vocabulary.THREADS,
    vocabulary.CLAIRVOYANT,
)

KINDS = (
    search_kind(
        "flat",
        "Monte Carlo simulations of each action, without a tree",
        search_kernel("flat", start, walk, evaluate_leaf),
        options=OPTIONS,
        words=words,
        own=Own,
        own_words=lambda game, options: {name: options[name] for name in ("share", "best", "rounds", "paired")},
        facts=lambda game, options: {"nodes_per_iteration": 0, "least_nodes": game.definition.max_legal + 2},
    ),
)
