"""Bots that search their own turn: BestMCTS3 and the sample MCTS; BeamSearch and RandomSimulation are in other modules.

See sections 3 and 5 of docs/rules/tribute_bots.md. No search goes beyond the end of the turn. A tree is kept in the
bot's memory: NODE words per node, children adjacent. Only the root's state is stored; an iteration replays the path
from a copy of it, which in one determinization always leads to the same place.
"""

import math

import numpy as np

from tapete.games.tribute.bots.beam import search_beam
from tapete.games.tribute.bots.random_simulation import simulate
from tapete.games.tribute.cards import (
    BEWILDERMENT,
    COST,
    COUNT,
    CROWS,
    GAIN_COIN,
    GAIN_POWER,
    GAIN_PRESTIGE,
    GOLD,
    LEVEL_COUNT,
    LEVEL_START,
    OPERATION,
    ORGNUM,
    RED_EAGLE,
)
from tapete.games.tribute.determinize import determinize
from tapete.games.tribute.effects import option_object
from tapete.games.tribute.evaluations import RATING, evaluate, sample_value
from tapete.games.tribute.rules import (
    ACTION_COUNT,
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE_EFFECT,
    END_TURN,
    MAX_LEGAL,
    PICK,
    PICK_PATRON,
    apply,
    legal,
)
from tapete.games.tribute.state import (
    AGENTS,
    BASE,
    DESTROYING,
    DRAFT,
    FREE,
    HAND,
    RETURN,
    RETURN_AGENT,
    TREASURY_CHOICE,
    State,
)
from tapete.kernel import boolean, copy_of, f8, i8, kernel, mix, scratch_f8, scratch_i4, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in, rows_in, ticks

# Words of a node
ACTION, FIRST, CHILDREN, VISITS, BEST, CLOSED = range(6)
NODE = 6
OWNER = CLOSED  # while a kept tree is moved: in the first child, the new index of its parent
NODES = 60_000
DEEPEST = 256  # moves of one turn that are searched; longer turns end in a rollout
UNIT = 1 << 40  # a value from 0 to 1 as an integer

ITERATIONS_AT = 1  # word of the memory that counts the iterations of the last search
USED = 2  # number of nodes of the tree; 0: no tree
TREE_TURN = 3  # the turn in which the sample MCTS grew it
TREE_AT = 8
WORLD_AT = TREE_AT + NODE * NODES  # the state at the root of the sample MCTS's tree
SEARCH_MEMORY = WORLD_AT + (State.size + 7) // 8

MODE_PARAM, MS_PARAM, ITERATIONS_PARAM, WEIGHTS_AT = 0, 1, 2, 3
BEST_MCTS3, SAMPLE_MCTS, BEAM, RANDOM_SIMULATION = range(4)  # modes
SAMPLE_C, BEST_C = math.sqrt(2.0), 1.41
CLOCK_EVERY = 8  # iterations between two readings of the clock
TREES = 3
LONGEST_PLAYOUT = 400

PLAIN = np.ones(
    COUNT, dtype=np.int8
)  # cards of plain resources only, without combos: nothing is lost by playing them at once
for _card in range(COUNT):
    _start = int(LEVEL_START[_card, 0])
    for _row in range(_start, _start + int(LEVEL_COUNT[_card, 0])):
        if OPERATION[_row] not in (GAIN_COIN, GAIN_POWER, GAIN_PRESTIGE):
            PLAIN[_card] = 0
    if LEVEL_COUNT[_card, 1:].any():
        PLAIN[_card] = 0


# The move filters of BestMCTS3


@kernel
def filtered(state: State, actions: ACTIONS, n: i8) -> i8:
    """Remove moves that are duplicates or not worth searching; return the number left."""
    if state.choice == FREE:
        return without_copies(state, actions, n)
    if state.choice == TREASURY_CHOICE:
        return keep_cheapest(state, actions, n)
    if state.choice == DESTROYING:
        return keep_worst(state, actions, n)
    if state.choice == RETURN or state.choice == RETURN_AGENT:
        return keep_best(state, actions, n)
    return n


@kernel
def without_copies(state: State, actions: ACTIONS, n: i8) -> i8:
    """Keep only the first of several copies of a hand card; a plain card is played before anything else."""
    seat = i8(state.seat)
    kept = 0
    for i in range(n):
        action = i8(actions[i])
        if action < ACTIVATE:
            card = state.kind[state.cells[BASE[HAND + seat] + action]]
            if PLAIN[card]:
                actions[0] = action
                return 1
            copy = False
            for k in range(action):
                copy = copy or state.kind[state.cells[BASE[HAND + seat] + k]] == card
            if copy:
                continue
        actions[kept] = action
        kept += 1
    return kept


@kernel
def keep_cheapest(state: State, actions: ACTIONS, n: i8) -> i8:
    """Keep the worst class of cards for Treasury: Bewilderment, else Gold, else cards that cost nothing."""
    lowest = 4
    for i in range(n):
        lowest = min(lowest, trade_class(state, i8(actions[i])))
    kept = 0
    seen = scratch_i8(COUNT)
    for card in range(COUNT):
        seen[card] = 0
    for i in range(n):
        if actions[i] >= PICK and trade_class(state, i8(actions[i])) == lowest:
            card = i8(state.kind[option_object(state, i8(actions[i]) - PICK)])
            if seen[card] == 0:
                seen[card] = 1
                actions[kept] = actions[i]
                kept += 1
    return kept if kept > 0 else n


@kernel
def trade_class(state: State, action: i8) -> i8:
    if action < PICK:
        return 4
    card = i8(state.kind[option_object(state, action - PICK)])
    if card == BEWILDERMENT:
        return 0
    if card == GOLD:
        return 1
    return 2 if COST[card] == 0 else 3


@kernel
def keep_worst(state: State, actions: ACTIONS, n: i8) -> i8:
    """Keep only the three worst kinds of cards to destroy."""
    kept = 0
    kinds = scratch_i8(3)
    found = 0
    options = i8(state.options)
    while found < 3:
        worst, rating = -1, 1e9
        for position in range(options):
            card = i8(state.kind[option_object(state, position)])
            known = False
            for k in range(found):
                known = known or kinds[k] == card
            if not known and RATING[card] < rating:
                worst, rating = card, RATING[card]
        if worst < 0:
            break
        kinds[found] = worst
        found += 1
    taken = scratch_i8(3)
    for k in range(3):
        taken[k] = 0
    for i in range(n):
        if actions[i] < PICK:
            actions[kept] = actions[i]
            kept += 1
            continue
        card = i8(state.kind[option_object(state, i8(actions[i]) - PICK)])
        for k in range(found):
            if kinds[k] == card and taken[k] == 0:
                taken[k] = 1
                actions[kept] = actions[i]
                kept += 1
    return kept


@kernel
def keep_best(state: State, actions: ACTIONS, n: i8) -> i8:
    """Keep only the best cards to return: two more than the choice takes."""
    room = i8(state.most) + 2
    options = i8(state.options)
    kept = 0
    for i in range(n):
        if actions[i] >= PICK:
            rating = RATING[state.kind[option_object(state, i8(actions[i]) - PICK)]]
            better = 0
            for position in range(options):
                other = RATING[state.kind[option_object(state, position)]]
                if other > rating or (other == rating and position < actions[i] - PICK):
                    better += 1
            if better >= room:
                continue
        actions[kept] = actions[i]
        kept += 1
    return kept if kept > 0 else n


# Trees


@kernel
def plant(memory: MEMORY) -> None:
    """Make a tree of one node."""
    for word in range(NODE):
        memory[TREE_AT + word] = 0
    memory[USED] = 1


@kernel
def expand(state: State, memory: MEMORY, node: i8, used: i8, filter_moves: boolean) -> i8:
    """Give a node its children; return the number of nodes (unchanged if the memory is full)."""
    actions = scratch_i4(MAX_LEGAL)
    n = legal(state, actions)
    if filter_moves:
        n = filtered(state, actions, n)
    if used + n > NODES:
        return used
    memory[node + FIRST] = TREE_AT + NODE * used
    memory[node + CHILDREN] = n
    for i in range(n):
        child = TREE_AT + NODE * (used + i)
        memory[child + ACTION] = actions[i]
        for word in range(1, NODE):
            memory[child + word] = 0
    return used + n


@kernel
def select(memory: MEMORY, node: i8, c: f8) -> i8:
    """Return the first untried child, else that with the highest best result plus exploration; 0 if all are closed."""
    first, count = memory[node + FIRST], memory[node + CHILDREN]
    logarithm = math.log(f8(max(1, memory[node + VISITS])))
    best, best_value = 0, -1.0
    for i in range(count):
        child = first + NODE * i
        visits = memory[child + VISITS]
        if visits == 0:
            return child
        if memory[child + CLOSED] == 0:
            value = memory[child + BEST] / UNIT + c * math.sqrt(logarithm / visits)
            if value > best_value:
                best, best_value = child, value
    return best


@kernel
def is_closed(memory: MEMORY, node: i8) -> boolean:
    """Return whether everything below an expanded node has been searched."""
    first = memory[node + FIRST]
    if first == 0:
        return False
    for i in range(memory[node + CHILDREN]):
        if memory[first + NODE * i + CLOSED] == 0:
            return False
    return True


@kernel
def play_out_turn(state: State, memory: MEMORY) -> None:
    """Play random free moves until only the end of the turn is left."""
    actions = scratch_i4(MAX_LEGAL)
    for _ in range(LONGEST_PLAYOUT):
        n = legal(state, actions)
        if state.choice == FREE:
            n -= 1
            if n == 0:
                return
        apply(state, i8(actions[below_in(memory, 0, n)]))


@kernel
def grow(
    world: State, seat: i8, memory: MEMORY, weights: NUMBERS, best_mcts: boolean, c: f8, limit: i8, deadline: i8
) -> i8:
    """Grow a tree from the root until the budget is spent or everything is searched; return the iterations."""
    path = scratch_i8(DEEPEST)
    root = TREE_AT
    used = memory[USED]
    iterations = 0
    while (limit == 0 or iterations < limit) and memory[root + CLOSED] == 0:
        if deadline > 0 and iterations % CLOCK_EVERY == 0 and ticks() >= deadline:
            break
        iterations += 1
        state = copy_of(world)
        node, depth = root, 0
        path[0] = root
        ended = False
        while depth < DEEPEST - 1:
            if memory[node + FIRST] == 0:
                grown = expand(state, memory, node, used, best_mcts)
                if grown == used:
                    break
                used = grown
            child = select(memory, node, c)
            if child == 0:
                break
            depth += 1
            path[depth] = child
            node = child
            action = memory[child + ACTION]
            if action == END_TURN:
                ended = True
                memory[child + CLOSED] = i8(best_mcts)
                break
            apply(state, action)
            if memory[child + VISITS] == 0:
                break
        value = 0.0
        if best_mcts:
            if not ended:
                play_out_turn(state, memory)
            value = (evaluate(state, seat, weights) + 10000.0) / 20000.0
        else:  # the sample bot plays the turn out, but rates the node it started from
            value = max(0.0, (sample_value(state, seat) + 10000.0) / 50000.0)
            if not ended:
                play_out_turn(state, memory)
        scaled = i8(value * UNIT)
        for k in range(depth, -1, -1):
            memory[path[k] + VISITS] += 1
            memory[path[k] + BEST] = max(memory[path[k] + BEST], scaled)
            if best_mcts and memory[path[k] + CLOSED] == 0 and is_closed(memory, path[k]):
                memory[path[k] + CLOSED] = 1
    memory[USED] = used
    return iterations


@kernel
def search_trees(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Search three determinizations, one tree each (BestMCTS3); return the action with the best sum of results."""
    seat = i8(state.seat)
    totals = scratch_f8(ACTION_COUNT)
    for i in range(n):
        totals[actions[i]] = -1.0
    seed = state.rng
    budget = i8(params[MS_PARAM] * 1e6) // TREES
    limit = (i8(params[ITERATIONS_PARAM]) + TREES - 1) // TREES
    memory[ITERATIONS_AT] = 0
    for tree in range(TREES):
        deadline = ticks() + budget if budget > 0 else 0
        world = copy_of(state)
        world.rng = mix(seed, u8(tree))
        determinize(world, seat)
        plant(memory)
        memory[ITERATIONS_AT] += grow(world, seat, memory, params[WEIGHTS_AT:], True, BEST_C, limit, deadline)
        first = memory[TREE_AT + FIRST]
        for i in range(memory[TREE_AT + CHILDREN]):
            child = first + NODE * i
            action = memory[child + ACTION]
            totals[action] = max(0.0, totals[action]) + memory[child + BEST] / UNIT
    best = 0
    for i in range(1, n):
        if totals[actions[i]] > totals[actions[best]]:
            best = i
    return best


# The sample MCTS keeps its tree


@kernel
def search_on(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Search one tree in one determinization; return the action with the best result, the last of equals.

    The tree grows on at the next decision of the turn if the legal moves are then the expected ones.
    """
    seat = i8(state.seat)
    worlds = rows_in(memory, WORLD_AT, State)
    world = worlds[0]
    if memory[USED] == 0 or memory[TREE_TURN] != state.turn or not same_moves(world, state, actions, n):
        worlds[0] = state
        world.rng = mix(state.rng, u8(0))
        determinize(world, seat)
        plant(memory)
        memory[TREE_TURN] = state.turn
    budget = i8(params[MS_PARAM] * 1e6)
    deadline = ticks() + budget if budget > 0 else 0
    limit = i8(params[ITERATIONS_PARAM])
    memory[ITERATIONS_AT] = grow(world, seat, memory, params[WEIGHTS_AT:], False, SAMPLE_C, limit, deadline)
    first = memory[TREE_AT + FIRST]
    if first == 0:  # no room left for its children
        memory[USED] = 0
        return n - 1
    best = 0
    for i in range(1, n):
        if memory[first + NODE * i + BEST] >= memory[first + NODE * best + BEST]:
            best = i
    if actions[best] == END_TURN:
        memory[USED] = 0
    else:
        apply(world, i8(actions[best]))
        keep_subtree(memory, first + NODE * best)
    return best


@kernel
def same_moves(world: State, state: State, actions: ACTIONS, n: i8) -> boolean:
    """Return whether the legal moves in the expected state are those of the current state, with the same cards."""
    expected = scratch_i4(MAX_LEGAL)
    if world.seat != state.seat or world.choice != state.choice or legal(world, expected) != n:
        return False
    for i in range(n):
        action = i8(actions[i])
        if expected[i] != action or subject(world, action) != subject(state, action):
            return False
    return True


@kernel
def subject(state: State, action: i8) -> i8:
    """Return the subject of a move: its card, or the effects to choose from; -1 if the action says it all."""
    if action >= CHOOSE_EFFECT:
        return i8(state.source)
    if action >= PICK:
        return i8(state.kind[option_object(state, action - PICK)])
    if action >= CALL:
        return -1
    if action >= BUY:
        return i8(state.kind[state.row[action - BUY]])
    zone, index = HAND + i8(state.seat), action
    if action >= ATTACK:
        zone, index = AGENTS + 1 - i8(state.seat), action - ATTACK
    elif action >= ACTIVATE:
        zone, index = AGENTS + i8(state.seat), action - ACTIVATE
    return i8(state.kind[state.cells[BASE[zone] + index]])


@kernel
def keep_subtree(memory: MEMORY, node: i8) -> None:
    """Make a node the root: its subtree moves to the front, the rest is dropped.

    Children are younger than their parents, so in order of age every block of children comes after its parent, whose
    new index is noted in the first of them.
    """
    end = TREE_AT + NODE * memory[USED]
    for word in range(NODE):
        memory[TREE_AT + word] = memory[node + word]
    if memory[TREE_AT + FIRST] > 0:
        memory[memory[TREE_AT + FIRST] + OWNER] = TREE_AT
    source = target = TREE_AT + NODE
    while source < end:
        owner = memory[source + OWNER]
        if owner == 0:
            source += NODE
            continue
        memory[source + OWNER] = 0
        memory[owner + FIRST] = target
        for _ in range(memory[owner + CHILDREN]):
            for word in range(NODE):
                memory[target + word] = memory[source + word]
            if memory[target + FIRST] > 0:
                memory[memory[target + FIRST] + OWNER] = target
            source += NODE
            target += NODE
    memory[USED] = (target - TREE_AT) // NODE


@kernel
def best_mcts3_draft(actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Draft Crows, then Red Eagle, otherwise at random but never Orgnum."""
    for patron in (CROWS, RED_EAGLE):
        for i in range(n):
            if actions[i] == PICK_PATRON + patron:
                return i
    chosen = below_in(memory, 0, n)
    while actions[chosen] == PICK_PATRON + ORGNUM:
        chosen = below_in(memory, 0, n)
    return chosen


# The bots


@kernel
def searching_bot(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Decide by mode: BestMCTS3 (three trees, filters), sample MCTS (one tree, H), BeamSearch or RandomSimulation.

    One kernel for all of them, because most of its code is the rules.
    """
    mode = i8(params[MODE_PARAM])
    if state.choice == DRAFT:
        return best_mcts3_draft(actions, n, memory) if mode == BEST_MCTS3 else below_in(memory, 0, n)
    if mode == SAMPLE_MCTS:  # also searches forced moves, except the end of the turn
        return 0 if actions[0] == END_TURN else search_on(state, actions, n, params, memory)
    if mode == RANDOM_SIMULATION:
        return simulate(state, actions, n, i8(params[MS_PARAM]), i8(params[ITERATIONS_PARAM]), memory)
    if n == 1:
        return 0
    if mode == BEAM:
        return search_beam(state, actions, n, memory)
    own = scratch_i4(MAX_LEGAL)
    for i in range(n):
        own[i] = actions[i]
    if filtered(state, own, n) == 1:
        for i in range(n):
            if actions[i] == own[0]:
                return i
    return search_trees(state, actions, n, params, memory)
