"""UCB1 over a flat list of open nodes, within the own turn (the Hearthstone thesis's "MCTS1").

The best open node of the whole tree is expanded fully: every child is evaluated and joins the list, one random child is
played out to the end of the turn, and all its ancestors but the root get the result, as the thesis's text says (its
program updates the root too). UCB1 uses the number of iterations as the parent's visits for every node, since the root
is never updated. A node keeps its state, so a tree stays in one determinization.
"""

import math
from dataclasses import replace

from tapete.kernel import GameState, below, boolean, draw, f8, i4, i8, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, call_apply, call_legal, copy_state, rows_in
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.simulate import finished, fresh_world, measure, play_out
from tapete.search.tree import add_child, edge, logarithm, plant
from tapete.search.workspace import PARENT_SHIFT, Node, Search

STATES_BYTES = 1 << 24  # room for the states of open nodes


@kernel
def start(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Add the root and all its children; the first tree searches the view itself, the others sampled worlds."""
    plant(search, params, memory)
    root = rows_in(memory, search.states_at, GameState)[0]
    if search.tree == 0:
        copy_state(search.rules, root, rows_in(memory, search.root_at, GameState)[0])
    else:
        fresh_world(search, root, memory)
    expand(search, 0, params, memory)


@kernel
def expand(search: Search, node: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Add and evaluate every child of a node; return how many. `available` marks the open ones."""
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.children_at, i4)
    rewards = rows_in(memory, search.rewards_at, f8)
    before = rows_in(memory, search.states_at + node * search.state_words, GameState)[0]
    n = call_legal(search.rules, before, actions)
    if search.nodes + n > search.capacity:
        return 0
    for i in range(n):
        child = add_child(search, edge(node, i8(before.seat), i8(actions[i])), memory)
        after = rows_in(memory, search.states_at + child * search.state_words, GameState)[0]
        copy_state(search.rules, after, before)
        after.rng = draw(search)
        call_apply(search.rules, after, i8(actions[i]))
        measure(search, after, params, memory)
        nodes[child].value = rewards[search.observer]
        nodes[child].visits = 1
        nodes[child].available = 0 if finished(search, after) else 1
    nodes[node].available = 0
    return n


@kernel
def walk(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Expand the best open node and go to one of its children."""
    nodes = rows_in(memory, search.nodes_at, Node)
    best, best_score = i8(-1), -1e300
    tries = logarithm(search.done + 1)
    for node in range(1, search.nodes):
        if nodes[node].available:
            visits = f8(nodes[node].visits)
            score = nodes[node].value / visits + search.c * math.sqrt(tries / visits)
            if score > best_score:
                best, best_score = i8(node), score
    if best < 0:
        search.finished = 1  # every sequence of the turn has been evaluated
        return False
    first = search.nodes
    n = expand(search, best, params, memory)
    search.leaf = first + below(search, n) if n > 0 else best
    return True


@kernel
def leaf(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Play the turn out, and add the result to all ancestors but the root."""
    nodes = rows_in(memory, search.nodes_at, Node)
    world = rows_in(memory, search.world_at, GameState)[0]
    node = search.leaf
    copy_state(search.rules, world, rows_in(memory, search.states_at + node * search.state_words, GameState)[0])
    world.rng = draw(search)
    play_out(search, world, memory)
    measure(search, world, params, memory)
    reward = rows_in(memory, search.rewards_at, f8)[search.observer]
    while node > 0:
        nodes[node].value += reward
        nodes[node].visits += 1
        node = nodes[node].key >> PARENT_SHIFT


OPTIONS = (
    *vocabulary.BUDGET,
    replace(vocabulary.REWARD, default="evaluation"),
    *vocabulary.VALUES[1:],
    *vocabulary.SIMULATION,
    vocabulary.C,
    replace(vocabulary.FINAL, default="max"),
    vocabulary.EXACT,
    vocabulary.TREES,
    vocabulary.THREADS,
    vocabulary.NODES,
    vocabulary.CLAIRVOYANT,
)

KINDS = (
    search_kind(
        "frontier",
        "UCB over all open nodes of the own turn, each expanded fully and evaluated",
        search_kernel("frontier", start, walk, leaf),
        options=OPTIONS,
        plays=vocabulary.can_evaluate,
        words=lambda game, options: {"own_turn": 1},
        facts=lambda game, options: {
            "nodes_per_iteration": game.definition.max_legal,
            "least_nodes": game.definition.max_legal + 2,
            "most_nodes": max(STATES_BYTES // game.state_bytes, 2 * game.definition.max_legal),
            "state_per_node": True,
        },
    ),
)
