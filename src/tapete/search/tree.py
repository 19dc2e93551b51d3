"""Tree of a Monte Carlo tree search (MCTS, UCT): selection by UCB1, UCB1-Tuned or PUCT, expansion, back-up.

`ismcts`, `pimc`, `uct_turn` and, with priors of a network, `puct` use it. Nodes are in a pool, children are found by
hashing. A node represents the actions that lead to it, not a state (no transpositions): chance and hidden information
differ from one iteration to the next. Each node keeps the rewards of the seat that chose it, so every seat maximises
its own.
"""

import math

import numpy as np

from tapete.core.definition import SEEN, UNNOTICED
from tapete.kernel import GameState, below, boolean, draw, f8, i4, i8, kernel, u8
from tapete.kernel.contract import (
    ACTIONS,
    MEMORY,
    NUMBERS,
    call_apply,
    call_hides,
    call_legal,
    call_seen,
    call_solve,
    decide,
    rows_in,
)
from tapete.kernel.splitmix import GOLDEN
from tapete.search.simulate import UNIT, finished
from tapete.search.workspace import (
    HIDDEN_ACTION,
    IN_THE_TREE,
    KEPT,
    MAX_DEPTH,
    PARENT_SHIFT,
    PUCT,
    SEAT_MASK,
    SEAT_SHIFT,
    UCB1,
    UCB1_TUNED,
    Node,
    Search,
)

LEVELS = MAX_DEPTH - 2  # a hidden choice takes two places on the path
URGENCY = 0.05  # first-play urgency (FPU): an untried action counts as this much worse than its siblings' mean
LOGARITHMS = np.array([0.0] + [math.log(x) for x in range(1, 1024)])
LOG_8 = math.log(8)


@kernel
def logarithm(x: i8) -> f8:
    """Return the natural logarithm of a count, from a table (less than 0.01 too low from 1,024 on)."""
    shifts = 0
    while x >= 1024:
        x >>= 3
        shifts += 1
    return LOGARITHMS[x] + shifts * LOG_8


@kernel
def edge(parent: i8, seat: i8, action: i8) -> i8:
    """Return the key of a child: its parent, the seat that chose, and the action."""
    return (parent << PARENT_SHIFT) | (seat << SEAT_SHIFT) | action


@kernel
def find_child(search: Search, key: i8, memory: MEMORY) -> i8:
    """Return the node of an edge; -1 if there is none.

    An entry of the hash table is valid only if the node it names is in use and refers back to the entry, so the table
    is never cleared.
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
    """Add a node for an edge that has none, and return it."""
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
    nodes[node].prior = 1.0
    if search.squares_at:
        rows_in(memory, search.squares_at, f8)[node] = 0.0
    return node


@kernel
def plant(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Start an empty tree: only the root."""
    nodes = rows_in(memory, search.nodes_at, Node)
    nodes[0].slot = -1
    nodes[0].key = search.observer << SEAT_SHIFT
    nodes[0].value = 0.0
    nodes[0].visits = 0
    nodes[0].available = 1
    nodes[0].prior = 1.0
    if search.squares_at:
        rows_in(memory, search.squares_at, f8)[0] = 0.0
    search.nodes = 1
    search.root = 0
    search.done = 0


@kernel
def may_expand(search: Search, visits: i8, tried: i8) -> boolean:
    """Return True if a node may get another child: there is room, and progressive widening allows it."""
    if search.nodes + 2 > search.capacity:
        return False
    return search.widen == 0.0 or tried == 0 or f8(tried * tried) < search.widen * search.widen * f8(visits)


@kernel
def descend(search: Search, world: GameState, memory: MEMORY) -> None:
    """Walk down by UCB among the actions legal in this world, to the first that is untried there; add its node."""
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
        untried = list_children(search, world, base, n, memory)
        chosen = i8(0)
        expanding = untried > 0 and may_expand(search, i8(nodes[node].visits), n - untried)
        if expanding:
            chosen = first_choice(search, world, n, memory) if search.widen > 0.0 and untried == n else i8(-1)
            if chosen < 0:
                chosen = nth_untried(children, below(search, untried))
            child = add_child(search, base | shown_as(search, world, i8(actions[chosen])), memory)
        elif untried == n:
            break
        else:
            child = select(search, n, what_shows(search, world, i8(actions[0])) != SEEN, memory)
            while children[chosen] != child:
                chosen += 1
        path[depth] = child
        depth += 1
        hidden = what_shows(search, world, i8(actions[chosen]))
        if hidden == SEEN:
            node = child
        elif hidden != UNNOTICED:
            node = unseen_child(search, base, memory)
            path[depth] = node
            depth += 1
        call_apply(search.rules, world, i8(actions[chosen]))
        if expanding:
            break
    search.depth = depth


@kernel
def shown_as(search: Search, world: GameState, action: i8) -> i8:
    """Return the id under which the searcher sees an action: its own, or for others' actions what the game says."""
    if search.seen and i8(world.seat) != search.observer:
        return call_seen(search.rules, world, action)
    return action


@kernel
def what_shows(search: Search, world: GameState, action: i8) -> i8:
    """Return what the searcher sees of an action: SEEN, HIDDEN or UNNOTICED.

    HIDDEN: that there was one; the tree continues from one node for all of them. UNNOTICED: nothing; the tree continues
    from the same node, as in a world without this decision.
    """
    if search.hides and i8(world.seat) != search.observer:
        return call_hides(search.rules, world, action)
    return SEEN


@kernel
def list_children(search: Search, world: GameState, base: i8, n: i8, memory: MEMORY) -> i8:
    """Write the child of each listed action, -1 where it has none; count it as available. Return how many have none."""
    if search.seen and i8(world.seat) != search.observer:
        return list_as_seen(search, world, base, n, memory)
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.actions_at, i4)
    children = rows_in(memory, search.children_at, i4)
    untried = 0
    for i in range(n):
        child = find_child(search, base | i8(actions[i]), memory)
        children[i] = child
        if child < 0:
            untried += 1
        else:
            nodes[child].available += 1
    return untried


@kernel
def list_as_seen(search: Search, world: GameState, base: i8, n: i8, memory: MEMORY) -> i8:
    """Do the same for actions that the searcher sees under other ids; those that look alike share a child."""
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.actions_at, i4)
    children = rows_in(memory, search.children_at, i4)
    untried = 0
    for i in range(n):
        child = find_child(search, base | call_seen(search.rules, world, i8(actions[i])), memory)
        children[i] = child
        if child < 0:
            untried += 1
            continue
        counted = False
        for k in range(i):
            counted = counted or children[k] == child
        if not counted:
            nodes[child].available += 1
    return untried


@kernel
def nth_untried(children: ACTIONS, skip: i8) -> i8:
    """Return the index of an untried action, after skipping `skip` of them."""
    place = 0
    while children[place] >= 0 or skip > 0:
        skip -= 1 if children[place] < 0 else 0
        place += 1
    return place


@kernel
def first_choice(search: Search, world: GameState, n: i8, memory: MEMORY) -> i8:
    """Return the index that the rollout policy would choose, the first to try where widening tries few; -1: none."""
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
    """Return the child with the best UCB1 score, with availability counts (Cowling, Powley, Whitehouse 2012).

    A choice hidden from the searcher must not be predictable: two deterministic rules synchronise, and the searcher
    would seem to guess right. There each bonus is multiplied by a random factor in [0, 2).
    """
    if search.select != UCB1:
        return select_otherwise(search, n, unpredictable, memory)
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
def select_otherwise(search: Search, n: i8, unpredictable: boolean, memory: MEMORY) -> i8:
    """Return the child with the best score by the other rules.

    These are UCB1-Tuned (Auer, Cesa-Bianchi, Fischer 2002), PUCT with availability counts, and UCB1 where some children
    have not been visited (the likeliest of those first).
    """
    nodes = rows_in(memory, search.nodes_at, Node)
    children = rows_in(memory, search.children_at, i4)
    fresh = rows_in(memory, search.priors_at, f8)
    total_prior, total_value, total_visits = 0.0, 0.0, 0.0
    for i in range(n):
        child = i8(children[i])
        if child >= 0:
            total_prior += fresh[i] if search.priors != KEPT else f8(nodes[child].prior)
            total_value += nodes[child].value
            total_visits += f8(nodes[child].visits)
    untried = total_value / total_visits - URGENCY if total_visits > 0.0 else 0.5
    best, best_score = i8(-1), -1e300
    for i in range(n):
        child = i8(children[i])
        if child >= 0:
            visits = f8(nodes[child].visits)
            mean = nodes[child].value / visits if visits > 0.0 else untried
            prior = (fresh[i] if search.priors != KEPT else f8(nodes[child].prior)) / total_prior
            if search.select == PUCT:
                bonus = search.c * prior * math.sqrt(f8(nodes[child].available)) / (1.0 + visits)
            elif visits == 0.0:
                bonus = 1e9 * (1.0 + prior)
            else:
                bonus = search.c * math.sqrt(spread(search, child, mean, visits, memory))
            if unpredictable:
                bonus *= 2.0 * UNIT * f8(draw(search) >> u8(11))
            if mean + bonus > best_score:
                best, best_score = child, mean + bonus
    return best


@kernel
def spread(search: Search, child: i8, mean: f8, visits: f8, memory: MEMORY) -> f8:
    """Return the term under the root of UCB1 or of UCB1-Tuned, which bounds the variance of rewards in [0, 1]."""
    explored = logarithm(i8(rows_in(memory, search.nodes_at, Node)[child].available)) / visits
    if search.select != UCB1_TUNED:
        return explored
    variance = rows_in(memory, search.squares_at, f8)[child] / visits - mean * mean
    return explored * min(0.25, variance + math.sqrt(2.0 * explored))


@kernel
def unseen_child(search: Search, base: i8, memory: MEMORY) -> i8:
    """Return the node after a choice that the searcher does not see: one for all such choices."""
    child = find_child(search, base | HIDDEN_ACTION, memory)
    return child if child >= 0 else add_child(search, base | HIDDEN_ACTION, memory)


@kernel
def back_up(search: Search, memory: MEMORY) -> None:
    """Add the rewards of a simulation along its path, to each node the reward of the seat that chose it."""
    nodes = rows_in(memory, search.nodes_at, Node)
    rewards = rows_in(memory, search.rewards_at, f8)
    path = rows_in(memory, search.path_at, i4)
    for k in range(search.depth):
        node = i8(path[k])
        nodes[node].visits += 1
        nodes[node].value += rewards[(nodes[node].key >> SEAT_SHIFT) & SEAT_MASK]
    if search.squares_at:
        squares = rows_in(memory, search.squares_at, f8)
        for k in range(search.depth):
            reward = rewards[(nodes[path[k]].key >> SEAT_SHIFT) & SEAT_MASK]
            squares[path[k]] += reward * reward
