"""Driver of every search: begin at a view, grow by some iterations, gather the root's statistics, choose.

`search_kernel` builds a native policy from an algorithm's own parts. The policy does everything in one call, or one
command at a time when Python holds the clock, runs trees in threads, or answers for the guide of many trees; the result
is the same.
"""

import math

from tapete.kernel import GameState, Kernel, boolean, f8, i4, i8, kernel, mix, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, call_legal, call_solve, copy_state, rows_in
from tapete.search import tree
from tapete.search.workspace import (
    BEGIN,
    CHOOSE,
    GATHER,
    GROW,
    MAX,
    MAX_ROBUST,
    NEVER,
    RESUME,
    SECURE,
    TO_LEAF,
    UNDECIDED,
    VOTES,
    WHOLE,
    Search,
)

EXTENSIONS = 5  # tenths of the budget that `final=max-robust` may add while visits and means disagree


@kernel
def begin(search: Search, state: GameState, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Copy the view; return the answer if the game can solve it or one action is left, else UNDECIDED."""
    root = rows_in(memory, search.root_at, GameState)[0]
    copy_state(search.rules, root, state)
    search.seed = state.rng
    search.observer = i8(state.seat)
    search.turn = i8(state.turn)
    search.legal = n
    search.finished = 0
    search.solved = 0
    search.spent = 0
    legal = rows_in(memory, search.legal_at, i4)
    totals = rows_in(memory, search.totals_at, f8)
    for i in range(n):
        legal[i] = actions[i]
        totals[i] = 0.0
        totals[n + i] = 0.0
        totals[2 * n + i] = 0.0
    if search.own_legal:
        left = rows_in(memory, search.actions_at, i4)
        if call_legal(search.rules, root, left) == 1:
            for i in range(n):
                if actions[i] == left[0]:
                    totals[i] = 1.0
                    return i
    if search.exact != NEVER:
        values = rows_in(memory, search.solved_at, f8)
        if call_solve(search.rules, root, search.observer, search.objective, values) > 0:
            best = 0
            search.solved = 1
            for i in range(n):
                totals[n + i] = values[i]
                if values[i] > values[best]:
                    best = i
            return best
    return UNDECIDED


@kernel
def share_of(total: i8, parts: i8, part: i8) -> i8:
    """Return the iterations of one tree when they are split evenly."""
    return total // parts + (1 if part < total % parts else 0)


@kernel
def score_of(search: Search, visits: f8, value: f8, all_visits: f8) -> f8:
    """Return the score that `final` maximises; equal visits go to the better mean."""
    if visits == 0.0:
        return -1e300
    mean = value / visits
    if search.final == MAX:
        return mean
    if search.final == SECURE:
        return mean - search.c * math.sqrt(tree.logarithm(i8(all_visits)) / visits)
    return visits + 0.25 * mean / (1.0 + abs(mean))


@kernel
def choose(search: Search, memory: MEMORY) -> i8:
    """Return the index of the action to play, from the totals."""
    totals = rows_in(memory, search.totals_at, f8)
    n = search.legal
    all_visits = 1.0
    for i in range(n):
        all_visits += totals[i]
    best, best_score, best_votes = 0, -1e301, -1.0
    for i in range(n):
        score = score_of(search, totals[i], totals[n + i], all_visits)
        votes = totals[2 * n + i] if search.combine == VOTES else 0.0
        if votes > best_votes or (votes == best_votes and score > best_score):
            best, best_score, best_votes = i, score, votes
    return best


@kernel
def gather(search: Search, memory: MEMORY) -> None:
    """Add the root's statistics of this tree to the totals; its favourite gets a vote."""
    totals = rows_in(memory, search.totals_at, f8)
    nodes = rows_in(memory, search.nodes_at, tree.Node)
    legal = rows_in(memory, search.legal_at, i4)
    n = search.legal
    favourite, favourite_score = i8(-1), -1e300
    all_visits = f8(nodes[search.root].visits) + 1.0
    for i in range(n):
        child = tree.find_child(search, tree.edge(search.root, search.observer, i8(legal[i])), memory)
        if child >= 0:
            visits, value = f8(nodes[child].visits), nodes[child].value
            totals[i] += visits
            totals[n + i] += value
            score = score_of(search, visits, value, all_visits)
            if score > favourite_score:
                favourite, favourite_score = i, score
    if favourite >= 0:
        totals[2 * n + favourite] += 1.0


@kernel
def undecided(search: Search, memory: MEMORY) -> boolean:
    """Return True if the action with most visits and the one with the best mean differ."""
    nodes = rows_in(memory, search.nodes_at, tree.Node)
    legal = rows_in(memory, search.legal_at, i4)
    most, most_visits, highest, highest_mean = i8(-1), i8(-1), i8(-1), -1e300
    for i in range(search.legal):
        child = tree.find_child(search, tree.edge(search.root, search.observer, i8(legal[i])), memory)
        if child >= 0:
            visits = i8(nodes[child].visits)
            mean = nodes[child].value / f8(max(1, visits))
            if visits > most_visits:
                most, most_visits = i, visits
            if mean > highest_mean:
                highest, highest_mean = i, mean
    return most != highest


def search_kernel(name: str, plant: Kernel, walk: Kernel, leaf: Kernel, gather: Kernel = gather) -> Kernel:
    """Return the native policy of a search.

    `plant(search, params, memory)` starts a tree. An iteration is `walk(search, params, memory) -> boolean`, down to a
    leaf (False: there is none), and `leaf(search, params, memory)`, which values it and backs the value up. Where
    `walk` sets `search.needs_guide`, the command TO_LEAF stops in between, and RESUME continues with the answer in memory.
    """

    def policy(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
        search = rows_in(memory, 0, Search)[0]
        command = search.command
        if n == 1:
            return 0
        if command <= BEGIN:
            decided = begin(search, state, actions, n, memory)
            if decided != UNDECIDED:
                return decided
        for part in range(search.trees if command == WHOLE else 1):
            quota = search.quota
            if command == WHOLE:
                search.tree = part
                quota = share_of(search.iterations, search.trees, part)
            if command <= BEGIN:
                search.rng = mix(search.seed, u8(search.tree))
                search.done = 0
                search.finished = 0
                search.needs_guide = 0
                search.guided = 0
                if not search.kept:
                    plant(search, params, memory)
            if command > GROW and command != TO_LEAF:
                quota = 0
            extensions = EXTENSIONS if search.final == MAX_ROBUST and command == WHOLE and search.trees == 1 else 0
            tenth = quota // 10
            resumed = command == RESUME
            while resumed or (quota > 0 and not search.finished):
                if resumed or walk(search, params, memory):
                    if command == TO_LEAF and search.needs_guide:
                        return UNDECIDED
                    leaf(search, params, memory)
                resumed = False
                search.done += 1
                search.spent += 1
                quota -= 1
                if quota == 0 and extensions > 0 and undecided(search, memory):
                    quota = tenth
                    extensions -= 1
            if command == WHOLE or command == GATHER:
                gather(search, memory)
        if command == WHOLE or command == CHOOSE:
            return choose(search, memory)
        return UNDECIDED

    policy.__name__ = policy.__qualname__ = name.replace("-", "_")
    return kernel(policy)
