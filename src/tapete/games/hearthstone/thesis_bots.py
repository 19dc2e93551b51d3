"""Searches of the Hearthstone thesis as in its program, errors included (docs/rules/hearthstone_agents.md, section 4).

`simtree`, `mcts1` and `mcts2` are the searches that the thesis describes. These are their originals, for studies of the
effect of the errors: END_TURN is treated apart from the other actions, random play leaves out the last entry of a list,
chance is sampled once. A budget of actions replaces the program's clock: nearly all its time went into copies of the
game, two for every simulated action; `ms` is the clock itself. The Greedy Tree, which the thesis gave up for its cost,
searches all sequences of a turn and plays the best one to its end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

from tapete.core.weight_files import chosen_weights
from tapete.errors import BadOption
from tapete.games.hearthstone.rules import MAX_LEGAL
from tapete.games.hearthstone.state import State
from tapete.kernel import Array, GameState, Record, boolean, f8, i4, i8, kernel, scratch_i8
from tapete.kernel.contract import (
    ACTIONS,
    MEMORY,
    NUMBERS,
    SIZE_SLOT,
    SLOTS,
    TABLE_LENGTH,
    below_in,
    call_apply,
    call_evaluate,
    call_legal,
    copy_state,
    draw_in,
    rows_in,
    ticks,
)

END_TURN = 0  # the action
LARGEST = 1e100
USUAL_ITERATIONS, UNLIMITED = 400, 10**15
BEST = 7  # SimTree's second part draws one of these
TABLE: TypeAlias = Array[i8]
P_LEGAL, P_APPLY, P_EVALUATE, P_SIZE, P_ITERATIONS, P_ACTIONS, P_MS, P_CONSTANT, P_WEIGHTS = range(9)
LEGAL_SLOT, APPLY_SLOT, EVALUATE_SLOT = SLOTS["legal"], SLOTS["apply"], SLOTS["evaluate"]


class Node(Record):
    """Node of a search tree."""

    value: f8  # sum of the scores
    visits: i4
    parent: i4
    action: i4
    state: i4  # index of its position; -1: not played yet
    first: i4  # index of the first child
    children: i4  # -1: not listed yet
    open: i4  # MCTS1: whether it may be expanded
    spare: i4


STATE_WORDS = -(-State.size // 8)
LIST_WORDS = MAX_LEGAL // 2
NODE_WORDS = Node.size // 8
NODES, STATES = 200_000, 12_000  # the search stops when they are used up: about a second of the thesis's program
HEAD = 8  # generator; Greedy Tree's plan: turn, length, index; actions simulated for this decision; its start time
PLAN_TURN, PLAN_LENGTH, PLAN_AT, USED, STARTED = 1, 2, 3, 4, 5
FREE = 5  # this many iterations that simulate nothing (a finished turn again) take as long as one action
LEVELS = 40  # actions of a turn that the Greedy Tree follows; longer sequences are scored after these
DEPTHS = LEVELS + 1
PLAN = HEAD
LIST_AT = PLAN + LEVELS
WORLD_AT = LIST_AT + LIST_WORDS
KEPT_AT = WORLD_AT + STATE_WORDS  # memory from here on is not cleared
NODES_AT = KEPT_AT
STATES_AT = NODES_AT + NODES * NODE_WORDS
TREE_MEMORY = STATES_AT + STATES * STATE_WORDS
FLAT_MEMORY = NODES_AT + (MAX_LEGAL + 1) * NODE_WORDS
WALK_STATES_AT = KEPT_AT
WALK_LISTS_AT = WALK_STATES_AT + (LEVELS + 1) * STATE_WORDS
WALK_MEMORY = WALK_LISTS_AT + (LEVELS + 1) * LIST_WORDS


def params_of(game: Any, options: Mapping[str, Any]) -> list[float]:
    """Return the addresses of the rules (exact as doubles), the budget, the constant, and the weights of the score."""
    chosen = game.evaluation(options["eval"])
    if chosen.rates_moves:
        raise BadOption(f"eval={options['eval']}: it rates moves, not positions")
    weights = chosen_weights(options.get("weights", ""), chosen.weights, chosen.presets)
    table = game.table(evaluation=options["eval"])
    addresses = [float(table[slot]) for slot in (LEGAL_SLOT, APPLY_SLOT, EVALUATE_SLOT, SIZE_SLOT)]
    constant = options.get("c", options.get("share", 0.0))
    ms, actions = float(options.get("ms", 0.0)), float(options.get("actions", 0))
    iterations = options["iterations"] or (UNLIMITED if ms or actions else USUAL_ITERATIONS)
    return [*addresses, float(iterations), actions, ms, float(constant), *(weights or [0.0])]


def on_the_clock(options: Mapping[str, Any]) -> bool:
    return options["ms"] > 0


def sees_all(options: Mapping[str, Any]) -> bool:
    return bool(options["clairvoyant"])


@kernel
def unpack(params: NUMBERS, rules: TABLE) -> None:
    """Write the table of rules that `params` holds."""
    for i in range(TABLE_LENGTH):
        rules[i] = 0
    rules[LEGAL_SLOT], rules[APPLY_SLOT] = i8(params[P_LEGAL]), i8(params[P_APPLY])
    rules[EVALUATE_SLOT], rules[SIZE_SLOT] = i8(params[P_EVALUATE]), i8(params[P_SIZE])


@kernel
def score(rules: TABLE, world: GameState, seat: i8, params: NUMBERS) -> f8:
    """Return the score of a position; that of a won or lost game is clipped, so that sums stay finite."""
    return max(-LARGEST, min(LARGEST, call_evaluate(rules, world, seat, params[P_WEIGHTS:])))


@kernel
def simulate(rules: TABLE, world: GameState, action: i8, memory: MEMORY) -> None:
    """Play an action in a copy and count it for the budget."""
    memory[USED] += 1
    call_apply(rules, world, action)


@kernel
def progress(params: NUMBERS, done: i8, memory: MEMORY) -> f8:
    """Return the used share of the budget, 1 or more at its end: the largest share among its limits."""
    used = f8(done) / params[P_ITERATIONS]
    if params[P_ACTIONS] > 0.0:
        used = max(used, f8(memory[USED] + done // FREE) / params[P_ACTIONS])
    if params[P_MS] > 0.0:
        used = max(used, f8(ticks() - memory[STARTED]) / (1e6 * params[P_MS]))
    return used


@kernel
def start(params: NUMBERS, memory: MEMORY) -> None:
    """Reset the counters of a decision."""
    memory[USED] = 0
    if params[P_MS] > 0.0:
        memory[STARTED] = ticks()


@kernel
def position(memory: MEMORY, i: i8) -> i8:
    """Return the index in memory where a node's position begins."""
    return STATES_AT + i * STATE_WORDS


@kernel
def add_node(memory: MEMORY, count: i8, parent: i8, action: i8) -> None:
    node = rows_in(memory, NODES_AT, Node)[count]
    node.value = 0.0
    node.visits = 0
    node.parent = parent
    node.action = action
    node.state = -1
    node.first = 0
    node.children = -1
    node.open = 0
    node.spare = 0


@kernel
def roll_out(rules: TABLE, world: GameState, seat: i8, first: boolean, params: NUMBERS, memory: MEMORY) -> f8:
    """Play at random until END_TURN is drawn and return the score; the last entry of a list is never taken.

    `first` lifts that for the first draw, as in MCTS1.
    """
    actions = rows_in(memory, LIST_AT, i4)
    while not world.over:
        n = call_legal(rules, world, actions)
        span = n if first or n == 1 else n - 1
        first = False
        action = i8(actions[below_in(memory, 0, span)])
        if action == END_TURN:
            break
        simulate(rules, world, action, memory)
    return score(rules, world, seat, params)


# SimTree


@kernel
def simtree_coded(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Simulate every action but END_TURN: in turn for a share of the budget, then a random one of the best.

    The last of the best ones is never drawn.
    """
    if n == 1:
        return 0
    rules = scratch_i8(TABLE_LENGTH)
    unpack(params, rules)
    seat = i8(state.seat)
    nodes = rows_in(memory, NODES_AT, Node)
    ends = actions[0] == END_TURN
    count = n - 1 if ends else n
    for i in range(count):
        add_node(memory, i, -1, i + (1 if ends else 0))
    world = rows_in(memory, WORLD_AT, GameState)[0]
    start(params, memory)
    done = 0
    while progress(params, done, memory) < 1.0:
        chosen = done % count
        if progress(params, done, memory) >= params[P_CONSTANT]:
            most = min(BEST, count)
            chosen = ranked(memory, count, below_in(memory, 0, most - 1) if most > 1 else 0)
        copy_state(rules, world, state)
        world.rng = draw_in(memory, 0)
        simulate(rules, world, i8(actions[nodes[chosen].action]), memory)
        nodes[chosen].value += roll_out(rules, world, seat, False, params, memory)
        nodes[chosen].visits += 1
        done += 1
    best = ranked(memory, count, 0)
    standing = score(rules, state, seat, params)
    if ends and nodes[best].visits > 0 and standing > nodes[best].value / f8(nodes[best].visits):
        return 0
    return i8(nodes[best].action)


@kernel
def mean_of(memory: MEMORY, i: i8) -> f8:
    """Return a node's mean; a node without visits is worst."""
    node = rows_in(memory, NODES_AT, Node)[i]
    return node.value / f8(node.visits) if node.visits > 0 else -1e300


@kernel
def ranked(memory: MEMORY, count: i8, rank: i8) -> i8:
    """Return the node whose mean has the given rank, 0 for the best; the first of equals."""
    last, last_mean = i8(-1), 1e301
    for _ in range(rank + 1):
        best, best_mean = i8(-1), -1e301
        for i in range(count):
            mean = mean_of(memory, i)
            after = mean < last_mean or (mean == last_mean and i > last)
            if after and mean > best_mean:
                best, best_mean = i8(i), mean
        last, last_mean = best, best_mean
    return last


# MCTS1


@kernel
def mcts1_coded(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Search with UCB over all open nodes of the turn; END_TURN is worth the current position and is never opened."""
    if n == 1:
        return 0
    rules = scratch_i8(TABLE_LENGTH)
    unpack(params, rules)
    seat = i8(state.seat)
    nodes = rows_in(memory, NODES_AT, Node)
    add_node(memory, 0, -1, -1)
    nodes[0].state = 0
    nodes[0].visits = 1
    copy_state(rules, rows_in(memory, position(memory, 0), GameState)[0], state)
    used = open_all(rules, 0, 1, seat, params, memory)
    start(params, memory)  # the program started its clock after listing the actions
    done = -1
    while progress(params, done + 1, memory) < 1.0:
        done += 1
        chosen, best = i8(-1), -1e301
        for i in range(1, used):
            if nodes[i].open:
                above = i8(nodes[nodes[i].parent].visits)
                bonus = params[P_CONSTANT] * math.sqrt(math.log(f8(above)) / f8(nodes[i].visits)) if above > 1 else 0.0
                if mean_of(memory, i) + bonus > best:
                    chosen, best = i8(i), mean_of(memory, i) + bonus
        if chosen < 0 or used + MAX_LEGAL > NODES or used + MAX_LEGAL > STATES:
            break
        first = used
        used = open_all(rules, chosen, used, seat, params, memory)
        if used == first:
            continue
        child = first + below_in(memory, 0, used - first)
        world = rows_in(memory, WORLD_AT, GameState)[0]
        copy_state(rules, world, rows_in(memory, position(memory, i8(nodes[child].state)), GameState)[0])
        world.rng = draw_in(memory, 0)
        value = roll_out(rules, world, seat, True, params, memory)
        while child >= 0:
            nodes[child].value += value
            nodes[child].visits += 1
            child = i8(nodes[child].parent)
    best_child, best_mean = i8(-1), -1e301
    for i in range(nodes[0].first, nodes[0].first + nodes[0].children):
        if mean_of(memory, i) > best_mean:
            best_child, best_mean = i8(i), mean_of(memory, i)
    standing = score(rules, state, seat, params)
    wanted = END_TURN if actions[0] == END_TURN and standing > best_mean else i8(nodes[best_child].action)
    for i in range(n):
        if actions[i] == wanted:
            return i
    return 0


@kernel
def open_all(rules: TABLE, node: i8, used: i8, seat: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play and score every action of a node but END_TURN; return the number of nodes in use."""
    nodes = rows_in(memory, NODES_AT, Node)
    before = rows_in(memory, position(memory, i8(nodes[node].state)), GameState)[0]
    nodes[node].open = 0
    nodes[node].first = used
    nodes[node].children = 0
    if before.over:
        return used
    actions = rows_in(memory, LIST_AT, i4)
    n = call_legal(rules, before, actions)
    for i in range(n):
        if actions[i] != END_TURN:
            add_node(memory, used, node, i8(actions[i]))
            nodes[used].state = used
            after = rows_in(memory, position(memory, used), GameState)[0]
            copy_state(rules, after, before)
            after.rng = draw_in(memory, 0)
            simulate(rules, after, i8(actions[i]), memory)
            nodes[used].value = score(rules, after, seat, params)
            nodes[used].visits = 1
            nodes[used].open = 1
            nodes[node].children += 1
            used += 1
    return used


# MCTS2


@kernel
def mcts2_coded(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Search with UCT inside the turn; every node keeps the one position that chance gave it."""
    if n == 1:
        return 0
    rules = scratch_i8(TABLE_LENGTH)
    unpack(params, rules)
    seat, turn = i8(state.seat), i8(state.turn)
    nodes = rows_in(memory, NODES_AT, Node)
    add_node(memory, 0, -1, -1)
    nodes[0].state = 0
    copy_state(rules, rows_in(memory, position(memory, 0), GameState)[0], state)
    used, states = list_children(rules, 0, 1, turn, memory), 1
    start(params, memory)
    done = 0
    while progress(params, done, memory) < 1.0:
        done += 1
        node = i8(0)
        untried = count_untried(memory, node)
        while untried == 0 and nodes[node].children > 0:
            node = best_child(memory, node, params[P_CONSTANT])
            untried = count_untried(memory, node)
        world = rows_in(memory, WORLD_AT, GameState)[0]
        if untried > 0:
            if states >= STATES or used + MAX_LEGAL > NODES:
                break
            child = nth_untried(memory, node, below_in(memory, 0, untried))
            after = rows_in(memory, position(memory, states), GameState)[0]
            copy_state(rules, after, rows_in(memory, position(memory, i8(nodes[node].state)), GameState)[0])
            after.rng = draw_in(memory, 0)
            simulate(rules, after, i8(nodes[child].action), memory)
            nodes[child].state = states
            states += 1
            used = list_children(rules, child, used, turn, memory)
            node = child
        copy_state(rules, world, rows_in(memory, position(memory, i8(nodes[node].state)), GameState)[0])
        world.rng = draw_in(memory, 0)
        listed = rows_in(memory, LIST_AT, i4)
        while not world.over and world.turn == turn:
            k = call_legal(rules, world, listed)
            simulate(rules, world, i8(listed[below_in(memory, 0, k)]), memory)
        value = score(rules, world, seat, params)
        while node >= 0:
            nodes[node].value += value
            nodes[node].visits += 1
            node = i8(nodes[node].parent)
    return best_child(memory, 0, 0.0) - i8(nodes[0].first)


@kernel
def list_children(rules: TABLE, node: i8, used: i8, turn: i8, memory: MEMORY) -> i8:
    """List the actions of a node, none after the turn; return the number of nodes in use."""
    nodes = rows_in(memory, NODES_AT, Node)
    here = rows_in(memory, position(memory, i8(nodes[node].state)), GameState)[0]
    nodes[node].first = used
    nodes[node].children = 0
    if here.over or here.turn != turn:
        return used
    actions = rows_in(memory, LIST_AT, i4)
    n = call_legal(rules, here, actions)
    for i in range(n):
        add_node(memory, used + i, node, i8(actions[i]))
    nodes[node].children = n
    return used + n


@kernel
def count_untried(memory: MEMORY, node: i8) -> i8:
    nodes = rows_in(memory, NODES_AT, Node)
    untried = 0
    for i in range(nodes[node].first, nodes[node].first + nodes[node].children):
        untried += nodes[i].state < 0
    return untried


@kernel
def nth_untried(memory: MEMORY, node: i8, skip: i8) -> i8:
    nodes = rows_in(memory, NODES_AT, Node)
    i = i8(nodes[node].first)
    while nodes[i].state >= 0 or skip > 0:
        skip -= 1 if nodes[i].state < 0 else 0
        i += 1
    return i


@kernel
def best_child(memory: MEMORY, node: i8, constant: f8) -> i8:
    """Return the child with the best UCB, or mean where `constant` is 0.

    Ties are broken at random: the program's list was in random order.
    """
    nodes = rows_in(memory, NODES_AT, Node)
    tries = math.log(f8(max(1, i8(nodes[node].visits))))
    best, best_bound, equals = i8(nodes[node].first), -1e302, i8(0)
    for i in range(nodes[node].first, nodes[node].first + nodes[node].children):
        bonus = constant * math.sqrt(tries / f8(nodes[i].visits)) if nodes[i].visits > 0 else 0.0
        bound = mean_of(memory, i) + bonus
        if bound > best_bound:
            best, best_bound, equals = i8(i), bound, i8(1)
        elif bound == best_bound:
            equals += 1
            if below_in(memory, 0, equals) == 0:
                best = i8(i)
    return best


# Greedy Tree


@kernel
def greedy_tree(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play the best sequence of the turn, found depth first over all sequences; the whole sequence is kept."""
    if n == 1:
        return 0
    at = memory[PLAN_AT]
    if memory[PLAN_TURN] == state.turn and at < memory[PLAN_LENGTH]:
        for i in range(n):
            if actions[i] == memory[PLAN + at]:
                memory[PLAN_AT] = at + 1
                return i
    plan_turn(state, actions, n, params, memory)
    memory[PLAN_TURN] = i8(state.turn)
    memory[PLAN_AT] = 1
    for i in range(n):
        if actions[i] == memory[PLAN]:
            return i
    return 0


@kernel
def plan_turn(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> None:
    """Search the turn and write down the best sequence; the first of equals stays."""
    rules = scratch_i8(TABLE_LENGTH)
    unpack(params, rules)
    seat, turn = i8(state.seat), i8(state.turn)
    counts, places = scratch_i8(DEPTHS), scratch_i8(DEPTHS)
    copy_state(rules, rows_in(memory, WALK_STATES_AT, GameState)[0], state)
    first = rows_in(memory, WALK_LISTS_AT, i4)
    for i in range(n):
        first[i] = actions[i]
    counts[0], places[0] = n, 0
    memory[PLAN] = i8(actions[0])
    memory[PLAN_LENGTH] = 1
    level, best, left = i8(0), -1e302, i8(params[P_ITERATIONS])
    while level >= 0 and left > 0:
        if places[level] >= counts[level]:
            level -= 1
            continue
        action = i8(rows_in(memory, WALK_LISTS_AT + level * LIST_WORDS, i4)[places[level]])
        places[level] += 1
        left -= 1
        here = rows_in(memory, WALK_STATES_AT + level * STATE_WORDS, GameState)[0]
        after = rows_in(memory, WALK_STATES_AT + (level + 1) * STATE_WORDS, GameState)[0]
        copy_state(rules, after, here)
        after.rng = draw_in(memory, 0)
        call_apply(rules, after, action)
        if after.over or after.turn != turn or level + 1 >= LEVELS:
            value = score(rules, after, seat, params)
            if value > best:
                best = value
                memory[PLAN_LENGTH] = level + 1
                for k in range(level + 1):
                    memory[PLAN + k] = i8(rows_in(memory, WALK_LISTS_AT + k * LIST_WORDS, i4)[places[k] - 1])
        else:
            level += 1
            counts[level] = call_legal(rules, after, rows_in(memory, WALK_LISTS_AT + level * LIST_WORDS, i4))
            places[level] = 0
