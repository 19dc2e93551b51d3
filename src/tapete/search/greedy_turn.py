"""Exhaustive search of the own turn: play the first action of the sequence whose end is evaluated best.

This is the Hearthstone thesis's "Greedy Tree Agent". Iterative deepening up to `depth`, so that a budget cuts off long
sequences instead of late actions: a sequence that is unfinished at the depth of the pass is evaluated there, and the
last finished pass decides. An iteration is one action played.
"""

from dataclasses import replace

from tapete.kernel import GameState, boolean, f8, i8, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, rows_in
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.simulate import finished, worth
from tapete.search.stack import (
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
from tapete.search.workspace import Search

DEPTH = Option("depth", 12, "longest sequence of actions", low=1, high=200)


@kernel
def start(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    lay_out(search, params, memory)
    open_level(search, 0, memory)


@kernel
def step(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Play one action; return True if the position after it is to be evaluated."""
    walk = rows_in(memory, search.own_at, DepthFirst)[0]
    levels = rows_in(memory, walk.levels_at, Level)
    while walk.level > 0 and levels[walk.level].next == levels[walk.level].n:
        walk.level -= 1
    level = walk.level
    if levels[level].next == levels[level].n:
        finish_pass(search, memory)
        return False
    step_down(search, level, memory)
    after = rows_in(memory, search.states_at + (level + 1) * search.state_words, GameState)[0]
    ended = finished(search, after) or i8(after.seat) != search.observer
    if not ended and level + 1 < walk.pass_depth:
        walk.level = level + 1
        open_level(search, level + 1, memory)
        return False
    if not ended:
        walk.cut_off = 1
    return True


@kernel
def leaf(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Evaluate the end of a sequence; keep the value for its first action if it is the best so far."""
    walk = rows_in(memory, search.own_at, DepthFirst)[0]
    after = rows_in(memory, search.states_at + (walk.level + 1) * search.state_words, GameState)[0]
    values = rows_in(memory, walk.values_at, f8)
    place = search.legal + rows_in(memory, walk.levels_at, Level)[0].next - 1
    values[place] = max(values[place], worth(search, after, search.observer, params, memory))


@kernel
def finish_pass(search: Search, memory: MEMORY) -> None:
    """Keep the pass and start one that is one action deeper, unless no sequence was cut off or the limit is reached."""
    walk = rows_in(memory, search.own_at, DepthFirst)[0]
    keep_pass(search, memory)
    if not walk.cut_off or walk.pass_depth == walk.depth_limit:
        search.finished = 1
        return
    walk.pass_depth += 1
    walk.cut_off = 0
    open_level(search, 0, memory)


KINDS = (
    search_kind(
        "greedy-turn",
        "the best end of the own turn over all sequences of actions (the Hearthstone thesis's Greedy Tree, planned anew at "
        "every decision)",
        search_kernel("greedy-turn", start, step, leaf, gather_values),
        options=(
            DEPTH,
            replace(vocabulary.ITERATIONS, what="actions played per decision; 0: no limit with ms, 100,000 without"),
            vocabulary.MS,
            vocabulary.TURN_MS,
            vocabulary.EVAL,
            vocabulary.WEIGHTS,
            vocabulary.NET,
            replace(vocabulary.TREES, what="sampled worlds, whose values are summed"),
            vocabulary.THREADS,
            vocabulary.EXACT,
        ),
        plays=vocabulary.can_evaluate,
        evaluates=True,
        words=lambda game, options: {
            "own_turn": 1,
            "final": vocabulary.FINALS.index("max"),
            "clamp": 0,
            "evaluation_low": 0.0,
            "evaluation_scale": 1.0,
        },
        own=DepthFirst,
        own_words=walk_words,
        facts=lambda game, options: levels_in(game, options["depth"]) | {"default_iterations": 100_000},
    ),
)
