"""PUCT: tree search with a guide, a network or other kernel that gives priors and values (as in AlphaZero).

The walk selects by the rules of `tree.py` until a position in which a legal action has no node. There the guide is
called: every action gets a node with its prior, and the guide's values replace a rollout. Worlds differ, so the guide
may be called again for a node whose legal actions differ; priors are averaged.

A node covers worlds in which a seat holds different cards, and its mean prior fits none of them exactly. With
`priors=fresh` the guide is called at every position on the way; with `priors=drawn` the other seats' moves are also
sampled from its priors in this world, where they know their own cards, and only the searcher's moves are selected by
value.
"""

from tapete.core.definition import SEEN, UNNOTICED
from tapete.kernel import GameState, draw, f4, f8, i4, i8, kernel, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, call_apply, call_legal, call_solve, consult, rows_in
from tapete.search.simulate import UNIT, finished, measure, play_out
from tapete.search.tree import (
    LEVELS,
    add_child,
    back_up,
    descend,
    edge,
    find_child,
    list_children,
    select,
    shown_as,
    unseen_child,
    what_shows,
)
from tapete.search.workspace import DRAWN, HIDDEN_ACTION, IN_THE_TREE, KEPT, Node, Search

SMALLEST_PRIOR = 1e-6  # so that no action is excluded


@kernel
def go_down(search: Search, world: GameState, memory: MEMORY) -> None:
    """Walk down the tree to a leaf, with or without a guide."""
    if search.guide:
        descend_by_guide(search, world, memory)
    else:
        descend(search, world, memory)


@kernel
def descend_by_guide(search: Search, world: GameState, memory: MEMORY) -> None:
    """Walk down to a position in which a legal action has no node; `search.needs_guide` is then set."""
    actions = rows_in(memory, search.actions_at, i4)
    children = rows_in(memory, search.children_at, i4)
    path = rows_in(memory, search.path_at, i4)
    node = search.root
    path[0] = node
    depth = 1
    while depth < LEVELS and not finished(search, world):
        n = call_legal(search.rules, world, actions)
        if n == 1:
            call_apply(search.rules, world, i8(actions[0]))
            continue
        seat = i8(world.seat)
        if search.exact == IN_THE_TREE and depth > 1:
            if call_solve(search.rules, world, seat, search.objective, rows_in(memory, search.solved_at, f8)) > 0:
                break
        base = edge(node, seat, 0)
        untried = list_children(search, world, base, n, memory)
        if untried == n or (untried > 0 and search.nodes + untried + 1 < search.capacity):
            search.leaf = node
            search.choices = n
            search.needs_guide = 1
            break
        if search.priors != KEPT:
            update_priors(search, world, seat, n, memory)
        chosen = i8(0)
        if search.priors == DRAWN and seat != search.observer:
            chosen = draw_by_priors(search, n, memory)
            child = i8(children[chosen])
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
            if search.nodes >= search.capacity and find_child(search, base | HIDDEN_ACTION, memory) < 0:
                call_apply(search.rules, world, i8(actions[chosen]))
                break  # no room for a node: roll out from here
            node = unseen_child(search, base, memory)
            path[depth] = node
            depth += 1
        call_apply(search.rules, world, i8(actions[chosen]))
    search.depth = depth


@kernel
def update_priors(search: Search, world: GameState, seat: i8, n: i8, memory: MEMORY) -> None:
    """Write the guide's priors of this position, with the cards of this world."""
    priors = rows_in(memory, search.priors_at, f8)
    actions = rows_in(memory, search.actions_at, i4)
    consult(search.guide, world, seat, actions, n, search.net, priors, rows_in(memory, search.rewards_at, f8))
    for i in range(n):
        priors[i] = max(priors[i], SMALLEST_PRIOR)


@kernel
def draw_by_priors(search: Search, n: i8, memory: MEMORY) -> i8:
    """Sample one of the actions that have a node by the guide's priors; return its index."""
    priors = rows_in(memory, search.priors_at, f8)
    children = rows_in(memory, search.children_at, i4)
    total = 0.0
    for i in range(n):
        total += priors[i] if children[i] >= 0 else 0.0
    left = total * UNIT * f8(draw(search) >> u8(11))
    chosen = i8(-1)
    for i in range(n):
        if children[i] >= 0 and (chosen < 0 or left >= 0.0):
            chosen = i8(i)
            left -= priors[i]
    return chosen


@kernel
def evaluate_leaf(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Value the leaf by the guide or by a rollout, and back up the value."""
    world = rows_in(memory, search.world_at, GameState)[0]
    if search.needs_guide:
        expand_leaf(search, world, memory)
    if not (search.guided and search.guide_values):
        play_out(search, world, memory)
        measure(search, world, params, memory)
    search.guided = 0
    back_up(search, memory)


@kernel
def expand_leaf(search: Search, world: GameState, memory: MEMORY) -> None:
    """Call the guide for the leaf, unless its answer is in memory, and give every action a node with its prior."""
    search.needs_guide = 0
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.actions_at, i4)
    children = rows_in(memory, search.children_at, i4)
    priors = rows_in(memory, search.priors_at, f8)
    n, seat = search.choices, i8(world.seat)
    if not search.guided:
        consult(search.guide, world, seat, actions, n, search.net, priors, rows_in(memory, search.rewards_at, f8))
        search.guided = 1
    base = edge(search.leaf, seat, 0)
    for i in range(n):
        child = i8(children[i])
        if child >= 0:
            fresh = prior_of(children, i, n, priors)
            if fresh > 0.0:
                nodes[child].prior += (f4(fresh) - nodes[child].prior) / f4(nodes[child].available)
            continue
        prior = f4(max(priors[i], SMALLEST_PRIOR))
        key = base | shown_as(search, world, i8(actions[i]))
        child = find_child(search, key, memory) if search.seen else i8(-1)
        if child >= 0:  # it looks like an action that has just got this node
            nodes[child].prior += prior
        elif search.nodes < search.capacity:
            nodes[add_child(search, key, memory)].prior = prior


@kernel
def prior_of(children: ACTIONS, i: i8, n: i8, priors: NUMBERS) -> f8:
    """Return the prior of the i-th action's child: the sum over its actions at the first, 0 at the others."""
    total = 0.0
    for k in range(n):
        if children[k] == children[i]:
            if k < i:
                return 0.0
            total += max(priors[k], SMALLEST_PRIOR)
    return total
