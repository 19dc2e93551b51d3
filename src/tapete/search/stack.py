"""Resumable depth-first search: one record and one state per level, in the search's memory."""

from collections.abc import Mapping
from typing import Any

from tapete.core.game import Game
from tapete.kernel import Array, GameState, Record, f8, i4, i8, kernel, shape
from tapete.kernel.contract import MEMORY, NUMBERS, call_apply, call_legal, copy_state, rows_in
from tapete.search.simulate import fresh_world
from tapete.search.workspace import Search

MAX_SEATS = 8


class Level(Record):
    """Level of a depth-first search."""

    actions_at: i8  # offset of the list of this level's actions
    n: i8
    next: i8  # the action to try next
    seat: i8
    alpha: f8
    beta: f8
    value: Array[f8] = shape(MAX_SEATS)  # best so far: of each seat (max^n), or of the searcher in entry 0


class DepthFirst(Record):
    """First fields of the own record of a depth-first search."""

    depth_limit: i8
    list_words: i8  # words of a list of the most actions there can be
    levels_at: i8  # one `Level` per level
    values_at: i8  # values of the root's actions: of the last finished pass, then of the current one
    level: i8
    pass_depth: i8  # depth limit of this pass
    cut_off: i8  # whether that limit cut off a line


LEVEL_WORDS = Level.size // 8


def walk_words(game: Game, options: Mapping[str, Any]) -> dict[str, int]:
    """Return the settings of a depth-first search."""
    return {"depth_limit": options["depth"], "list_words": (game.definition.max_legal + 1) // 2}


def levels_in(game: Game, depth: int) -> dict[str, int]:
    """Return the memory that a depth-first search of a depth needs."""
    most = game.definition.max_legal
    words = (depth + 1) * (LEVEL_WORDS + (most + 1) // 2) + 2 * most + game.actions
    return {"states": depth + 1, "frames": words, "no_tree": True}


@kernel
def lay_out(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Put the searched world on the first level: the view itself for the first tree, sampled worlds for the others."""
    first = rows_in(memory, search.states_at, GameState)[0]
    if search.tree == 0:
        copy_state(search.rules, first, rows_in(memory, search.root_at, GameState)[0])
    else:
        fresh_world(search, first, memory)
    walk = rows_in(memory, search.own_at, DepthFirst)[0]
    levels_at = search.states_at + search.state_rows * search.state_words
    walk.levels_at = levels_at
    walk.values_at = levels_at + search.state_rows * (LEVEL_WORDS + walk.list_words)
    levels = rows_in(memory, levels_at, Level)
    lists_at = levels_at + search.state_rows * LEVEL_WORDS
    for level in range(search.state_rows):
        levels[level].actions_at = lists_at + level * walk.list_words
    values = rows_in(memory, walk.values_at, f8)
    for i in range(2 * search.legal):
        values[i] = -1e300
    walk.level = 0
    walk.pass_depth = 1
    walk.cut_off = 0


@kernel
def open_level(search: Search, level: i8, memory: MEMORY) -> None:
    """List the actions of the state on a level."""
    levels = rows_in(memory, rows_in(memory, search.own_at, DepthFirst)[0].levels_at, Level)
    state = rows_in(memory, search.states_at + level * search.state_words, GameState)[0]
    levels[level].n = call_legal(search.rules, state, rows_in(memory, levels[level].actions_at, i4))
    levels[level].next = 0
    levels[level].seat = i8(state.seat)


@kernel
def step_down(search: Search, level: i8, memory: MEMORY) -> None:
    """Play the next action of a level into the state below it."""
    levels = rows_in(memory, rows_in(memory, search.own_at, DepthFirst)[0].levels_at, Level)
    before = rows_in(memory, search.states_at + level * search.state_words, GameState)[0]
    after = rows_in(memory, search.states_at + (level + 1) * search.state_words, GameState)[0]
    copy_state(search.rules, after, before)
    action = i8(rows_in(memory, levels[level].actions_at, i4)[levels[level].next])
    levels[level].next += 1
    call_apply(search.rules, after, action)


@kernel
def keep_pass(search: Search, memory: MEMORY) -> None:
    """Make the values of the finished pass the ones that count."""
    values = rows_in(memory, rows_in(memory, search.own_at, DepthFirst)[0].values_at, f8)
    for i in range(search.legal):
        values[i] = values[search.legal + i]
        values[search.legal + i] = -1e300


@kernel
def gather_values(search: Search, memory: MEMORY) -> None:
    """Add the values of the last finished pass to the totals (of the first pass, if none is finished)."""
    values = rows_in(memory, rows_in(memory, search.own_at, DepthFirst)[0].values_at, f8)
    totals = rows_in(memory, search.totals_at, f8)
    n = search.legal
    first = 0 if values[0] > -1e299 else n
    best = 0
    for i in range(n):
        value = values[first + i]
        if value > -1e299:
            totals[i] += 1.0
            totals[n + i] += value
        if value > values[first + best]:
            best = i
    totals[2 * n + best] += 1.0
