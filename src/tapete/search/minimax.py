"""Minimax with alpha-beta pruning on determinizations; paranoid or max^n for more than two sides.

Iterative deepening over an explicit stack, so that it can be stopped; the last finished depth decides. Each action of
the root is searched with an open window, since its exact value is needed to sum over the worlds. Actions that caused
cut-offs elsewhere are tried first (history heuristic). Under `reward=win` points break ties between equal results. An
iteration is one action played.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.core.game import Game
from tapete.kernel import Array, GameState, boolean, f8, i4, i8, kernel, shape
from tapete.kernel.contract import MEMORY, NUMBERS, call_points, call_returns, rows_in
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.simulate import play_exactly, worth
from tapete.search.stack import (
    MAX_SEATS,
    DepthFirst,
    Level,
    gather_values,
    keep_pass,
    lay_out,
    levels_in,
    open_level,
    step_down,
    walk_words,
)
from tapete.search.workspace import IN_THE_TREE, POINTS, WIN, Search

LOST, WON = -1e250, 1e250
TIE_BREAK = 1e-3  # times points in [0, 1]: less than any difference of results
DEPTH = Option("depth", 6, "plies", low=1, high=200)
MINIMAX_WORLDS = Option("worlds", 10, "sampled worlds, whose values are summed", low=1, high=1024)
OTHERS = Option(
    "others",
    "paranoid",
    "more than two sides: all against the searcher, or each for itself",
    choices=("paranoid", "maxn"),
)


class Own(DepthFirst):
    """Settings and state of this search."""

    each_for_itself: i8  # max^n instead of paranoid
    sides: Array[i8] = shape(MAX_SEATS)
    most_legal: i8
    action_count: i8
    history_at: i8  # by action: how often and how near the root it caused a cut-off


@kernel
def start(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    lay_out(search, params, memory)
    own = rows_in(memory, search.own_at, Own)[0]
    own.history_at = own.values_at + 2 * own.most_legal
    history = rows_in(memory, own.history_at, f8)
    for action in range(own.action_count):
        history[action] = 0.0
    open_root(search, memory)


@kernel
def open_root(search: Search, memory: MEMORY) -> None:
    open_level(search, 0, memory)
    open_window(search, 0, memory)


@kernel
def open_window(search: Search, level: i8, memory: MEMORY) -> None:
    """Initialise a level: the window of the level above, and the worst value."""
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    inner = level > 1 and not own.each_for_itself
    levels[level].alpha = levels[level - 1].alpha if inner else LOST
    levels[level].beta = levels[level - 1].beta if inner else WON
    for seat in range(search.seats):
        levels[level].value[seat] = LOST
    if not own.each_for_itself:
        levels[level].value[0] = LOST if own_side(search, levels[level].seat, memory) else WON


@kernel
def own_side(search: Search, seat: i8, memory: MEMORY) -> boolean:
    """Return True if a seat is on the searcher's side."""
    own = rows_in(memory, search.own_at, Own)[0]
    return own.sides[seat] == own.sides[search.observer]


@kernel
def put_in_order(search: Search, level: i8, memory: MEMORY) -> None:
    """Sort the actions by the history heuristic; equal ones keep their order."""
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    actions = rows_in(memory, levels[level].actions_at, i4)
    history = rows_in(memory, own.history_at, f8)
    for i in range(1, levels[level].n):
        action = actions[i]
        k = i
        while k > 0 and history[actions[k - 1]] < history[action]:
            actions[k] = actions[k - 1]
            k -= 1
        actions[k] = action


@kernel
def step(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Play one action; return True if the search goes no deeper, so that the position is to be rated."""
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    while own.level > 0 and is_done(search, own.level, memory):
        level = own.level
        own.level = level - 1
        take_value(search, level - 1, level, memory)
    level = own.level
    if level == 0 and levels[0].next == levels[0].n:
        finish_pass(search, memory)
        return False
    step_down(search, level, memory)
    after = rows_in(memory, search.states_at + (level + 1) * search.state_words, GameState)[0]
    if search.exact == IN_THE_TREE and not after.over:
        play_exactly(search, after, memory)
    if not after.over and level + 1 < own.pass_depth:
        own.level = level + 1
        open_level(search, level + 1, memory)
        open_window(search, level + 1, memory)
        put_in_order(search, level + 1, memory)
        return False
    if not after.over:
        own.cut_off = 1
    return True


@kernel
def leaf(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    level = rows_in(memory, search.own_at, Own)[0].level
    after = rows_in(memory, search.states_at + (level + 1) * search.state_words, GameState)[0]
    rate(search, level + 1, after, params, memory)
    take_value(search, level, level + 1, memory)


@kernel
def is_done(search: Search, level: i8, memory: MEMORY) -> boolean:
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    if levels[level].next == levels[level].n:
        return True
    if own.each_for_itself or levels[level].alpha < levels[level].beta:
        return False
    history = rows_in(memory, own.history_at, f8)
    left = f8(own.pass_depth - level)
    history[rows_in(memory, levels[level].actions_at, i4)[levels[level].next - 1]] += left * left
    return True


@kernel
def take_value(search: Search, level: i8, below: i8, memory: MEMORY) -> None:
    """Take the value of the level below, if the seat that decides here prefers it."""
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    seat = levels[level].seat
    if level == 0:
        values = rows_in(memory, own.values_at, f8)
        place = search.observer if own.each_for_itself else 0
        values[search.legal + levels[0].next - 1] = levels[below].value[place]
    elif own.each_for_itself:
        if levels[below].value[seat] > levels[level].value[seat]:
            for other in range(search.seats):
                levels[level].value[other] = levels[below].value[other]
    elif own_side(search, seat, memory):
        levels[level].value[0] = max(levels[level].value[0], levels[below].value[0])
        levels[level].alpha = max(levels[level].alpha, levels[level].value[0])
    else:
        levels[level].value[0] = min(levels[level].value[0], levels[below].value[0])
        levels[level].beta = min(levels[level].beta, levels[level].value[0])


@kernel
def rate(search: Search, level: i8, state: GameState, params: NUMBERS, memory: MEMORY) -> None:
    """Rate a last position: for each seat, or for the searcher against the best of the others."""
    own = rows_in(memory, search.own_at, Own)[0]
    levels = rows_in(memory, own.levels_at, Level)
    rewards = rows_in(memory, search.rewards_at, f8)[: search.seats]
    if search.evaluates and not (state.over and search.reward <= POINTS):
        for seat in range(search.seats):
            if own.each_for_itself or seat == search.observer:
                rewards[seat] = worth(search, state, seat, params, memory)
        if not own.each_for_itself:
            levels[level].value[0] = 2.0 * rewards[search.observer] - 1.0
            return
    else:
        call_points(search.rules, state, rewards)
        for seat in range(search.seats):
            rewards[seat] = (rewards[seat] - search.points_low) * search.points_scale
        if search.reward == WIN and state.over:
            for seat in range(search.seats):
                levels[level].value[seat] = TIE_BREAK * rewards[seat]
            call_returns(search.rules, state, rewards)
            for seat in range(search.seats):
                rewards[seat] += levels[level].value[seat]
    if own.each_for_itself:
        for seat in range(search.seats):
            levels[level].value[seat] = rewards[seat]
        return
    best_other = LOST
    for seat in range(search.seats):
        if not own_side(search, seat, memory):
            best_other = max(best_other, rewards[seat])
    levels[level].value[0] = rewards[search.observer] - best_other


@kernel
def finish_pass(search: Search, memory: MEMORY) -> None:
    """Keep the pass and start one that is one ply deeper, unless nothing was cut off or the limit is reached."""
    own = rows_in(memory, search.own_at, Own)[0]
    keep_pass(search, memory)
    if not own.cut_off or own.pass_depth == own.depth_limit:
        search.finished = 1
        return
    own.pass_depth += 1
    own.cut_off = 0
    open_root(search, memory)


def own_words(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    return walk_words(game, options) | {
        "each_for_itself": int(options["others"] == "maxn" and len(set(game.sides)) > 2),
        "sides": tuple(game.sides) + (0,) * (MAX_SEATS - game.seats),
        "most_legal": game.definition.max_legal,
        "action_count": game.actions,
    }


KINDS = (
    search_kind(
        "minimax",
        "alpha-beta (two sides), paranoid or max^n search of sampled worlds",
        search_kernel("minimax", start, step, leaf, gather_values),
        options=(
            DEPTH,
            MINIMAX_WORLDS,
            OTHERS,
            replace(vocabulary.ITERATIONS, what="actions played per decision; 0: no limit with ms, 100,000 without"),
            vocabulary.MS,
            vocabulary.TURN_MS,
            *vocabulary.VALUES,
            vocabulary.EXACT,
            vocabulary.THREADS,
        ),
        plays=vocabulary.can_evaluate,
        evaluates=True,
        words=lambda game, options: {
            "final": vocabulary.FINALS.index("max"),
        },
        own=Own,
        own_words=own_words,
        facts=lambda game, options: (
            levels_in(game, options["depth"]) | {"trees": options["worlds"], "default_iterations": 100_000}
        ),
    ),
)
