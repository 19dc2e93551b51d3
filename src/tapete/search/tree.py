"""The tree of a Monte Carlo search: nodes in a pool, children found by hashing, selection, expansion, back-up.

A node stands for the actions that lead to it, not for a state: chance and hidden facts differ from one iteration to the next.
Each node keeps the rewards of the seat that chose it, so every seat maximises its own.
"""

import math

import numpy as np

from tapete.contract import ACTIONS, MEMORY, NUMBERS, call_apply, call_hides, call_legal, call_solve, decide, rows_in
from tapete.kernel import ANY_STATE, below, boolean, draw, f8, i4, i8, kernel, u8
from tapete.search.simulate import UNIT, finished
from tapete.search.workspace import (
    HIDDEN_ACTION,
    IN_THE_TREE,
    MAX_DEPTH,
    PARENT_SHIFT,
    SEAT_MASK,
    SEAT_SHIFT,
    Node,
    Search,
)

GOLDEN = 0x9E3779B97F4A7C15
LEVELS = MAX_DEPTH - 2  # a hidden choice takes two places on the path
LOGARITHMS = np.array([0.0] + [math.log(x) for x in range(1, 1024)])
LOG_8 = math.log(8)


@kernel
def logarithm(x: i8) -> f8:
    """The natural logarithm of a count, from a table (1 % off at most where the count is large)."""
    shifts = 0
    while x >= 1024:
        x >>= 3
        shifts += 1
    return LOGARITHMS[x] + shifts * LOG_8


@kernel
def edge(parent: i8, seat: i8, action: i8) -> i8:
    """What identifies a child: where it hangs, who chose, and what."""
    return (parent << PARENT_SHIFT) | (seat << SEAT_SHIFT) | action


@kernel
def find_child(search: Search, key: i8, memory: MEMORY) -> i8:
    """The node of an edge; -1 if there is none.

    An entry of the hash table counts only if the node it names is in use and names the entry back, so the table is never
    cleared.
    """
    nodes = rows_in(memory, search.nodes_at, Node)
    table = rows_in(memory, search.table_at, i4)
    slot = i8((u8(key) * u8(GOLDEN)) >> u8(search.table_shift))
    while True:
        node = i8(table[slot])
        if node < 0 or node >= search.nodes or nodes[node].slot != slot:
            return -1
        if nodes[node].key == key:
            return node
        slot = (slot + 1) & search.table_mask


@kernel
def add_child(search: Search, key: i8, memory: MEMORY) -> i8:
    """A new node for an edge that has none."""
    nodes = rows_in(memory, search.nodes_at, Node)
    table = rows_in(memory, search.table_at, i4)
    slot = i8((u8(key) * u8(GOLDEN)) >> u8(search.table_shift))
    while True:
        taken = i8(table[slot])
        if taken < 0 or taken >= search.nodes or nodes[taken].slot != slot:
            break
        slot = (slot + 1) & search.table_mask
    node = search.nodes
    search.nodes = node + 1
    table[slot] = node
    nodes[node].slot = slot
    nodes[node].key = key
    nodes[node].value = 0.0
    nodes[node].visits = 0
    nodes[node].available = 1
    return node


@kernel
def plant(search: Search, params: NUMBERS, memory: MEMORY):
    """An empty tree: only the root."""
    nodes = rows_in(memory, search.nodes_at, Node)
    nodes[0].slot = -1
    nodes[0].key = search.observer << SEAT_SHIFT
    nodes[0].value = 0.0
    nodes[0].visits = 0
    nodes[0].available = 1
    search.nodes = 1
    search.root = 0
    search.done = 0


@kernel
def may_expand(search: Search, visits: i8, tried: i8) -> boolean:
    """Whether a node may get another child: there is room, and progressive widening allows it."""
    if search.nodes + 2 > search.capacity:
        return False
    return search.widen == 0.0 or tried == 0 or f8(tried * tried) < search.widen * search.widen * f8(visits)


@kernel
def descend(search: Search, world: ANY_STATE, memory: MEMORY):
    """Walk down by UCB among the actions legal in this world, until one that has not been tried there; add that one."""
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.actions_at, i4)
    children = rows_in(memory, search.children_at, i4)
    path = rows_in(memory, search.path_at, i4)
    node = search.root
    path[0] = node
    depth = 1
    while depth < LEVELS and not finished(search, world):
        n = call_legal(search.rules, world, actions)
        if n == 1:  # a forced move needs no node
            call_apply(search.rules, world, i8(actions[0]))
            continue
        seat = i8(world.seat)
        if search.exact == IN_THE_TREE and depth > 1:
            if call_solve(search.rules, world, seat, search.objective, rows_in(memory, search.solved_at, f8)) > 0:
                break
        base = edge(node, seat, 0)
        untried = 0
        for i in range(n):
            child = find_child(search, base | i8(actions[i]), memory)
            children[i] = child
            if child < 0:
                untried += 1
            else:
                nodes[child].available += 1
        chosen = i8(0)
        expanding = untried > 0 and may_expand(search, i8(nodes[node].visits), n - untried)
        if expanding:
            chosen = first_choice(search, world, n, memory) if search.widen > 0.0 and untried == n else i8(-1)
            if chosen < 0:
                chosen = nth_untried(children, below(search, untried))
            child = add_child(search, base | i8(actions[chosen]), memory)
        elif untried == n:
            break
        else:
            hidden = search.hides and seat != search.observer and call_hides(search.rules, world, i8(actions[0]))
            child = select(search, n, hidden and not search.sees_all, memory)
            while children[chosen] != child:
                chosen += 1
        action = i8(actions[chosen])
        path[depth] = child
        depth += 1
        node = child
        if search.hides and not search.sees_all and seat != search.observer and call_hides(search.rules, world, action):
            node = unseen_child(search, base, memory)
            path[depth] = node
            depth += 1
        call_apply(search.rules, world, action)
        if expanding:
            break
    search.depth = depth


@kernel
def nth_untried(children: ACTIONS, skip: i8) -> i8:
    """The place of an untried action in the list, so many others skipped."""
    place = 0
    while children[place] >= 0 or skip > 0:
        skip -= 1 if children[place] < 0 else 0
        place += 1
    return place


@kernel
def first_choice(search: Search, world: ANY_STATE, n: i8, memory: MEMORY) -> i8:
    """Where few of many actions will be looked at, the first is the one that the policy of the play-outs would take."""
    if search.rollout == 0:
        return -1
    start = search.policy_memory_at + i8(world.seat) * search.policy_memory
    own = memory[start : start + search.policy_memory]
    own[:] = 0
    own[0] = i8(draw(search))
    actions = rows_in(memory, search.actions_at, i4)
    params = rows_in(memory, search.policy_params_at, f8)[: search.policy_params]
    index = decide(search.rollout, world, actions, n, params, own)
    return index if index < n else -1


@kernel
def select(search: Search, n: i8, unpredictable: boolean, memory: MEMORY) -> i8:
    """UCB1 with availability counts (Cowling, Powley, Whitehouse 2012) among the children listed.

    A choice hidden from the searcher must not be predictable either: two rules without chance fall into step with each
    other, and the searcher's would seem to guess right. There each bonus is taken between none and twice of it at random.
    """
    nodes = rows_in(memory, search.nodes_at, Node)
    children = rows_in(memory, search.children_at, i4)
    best, best_score = i8(-1), -1e300
    for i in range(n):
        child = i8(children[i])
        if child >= 0:
            visits = f8(nodes[child].visits)
            explored = logarithm(i8(nodes[child].available)) / visits
            bonus = search.c * math.sqrt(explored)
            if unpredictable:
                bonus *= 2.0 * UNIT * f8(draw(search) >> u8(11))
            score = nodes[child].value / visits + bonus
            if score > best_score:
                best, best_score = child, score
    return best


@kernel
def unseen_child(search: Search, base: i8, memory: MEMORY) -> i8:
    """Where the tree goes on after a choice that the searcher does not see: one node for all of them."""
    child = find_child(search, base | HIDDEN_ACTION, memory)
    return child if child >= 0 else add_child(search, base | HIDDEN_ACTION, memory)


@kernel
def back_up(search: Search, memory: MEMORY):
    """Add the rewards of a simulation along its path, to each node the reward of the seat that chose it."""
    nodes = rows_in(memory, search.nodes_at, Node)
    rewards = rows_in(memory, search.rewards_at, f8)
    path = rows_in(memory, search.path_at, i4)
    for k in range(search.depth):
        node = i8(path[k])
        nodes[node].visits += 1
        nodes[node].value += rewards[(nodes[node].key >> SEAT_SHIFT) & SEAT_MASK]
