"""Greedy search (one ply): play the action after which the evaluation is best."""

from dataclasses import replace

from tapete.kernel import GameState, Record, below, f8, i8, kernel, mix, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, call_apply, copy_state, rows_in
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import begin
from tapete.search.simulate import fresh_world, worth
from tapete.search.workspace import UNDECIDED, Search

FIRST, LAST, RANDOM = range(3)  # ties
TIES = Option("ties", "first", "which of equally good actions, in legal order", choices=("first", "last", "random"))
GREEDY_WORLDS = Option("worlds", 1, "worlds over which an action's evaluation is averaged", low=1, high=100_000)


class Own(Record):
    """Settings of this search."""

    worlds: i8
    ties: i8


@kernel
def greedy(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    search = rows_in(memory, 0, Search)[0]
    own = rows_in(memory, search.own_at, Own)[0]
    if n == 1:
        return 0
    decided = begin(search, state, actions, n, memory)
    if decided != UNDECIDED:
        return decided
    search.rng = mix(search.seed, u8(0))
    before, after = rows_in(memory, search.root_at, GameState)[0], rows_in(memory, search.world_at, GameState)[0]
    totals = rows_in(memory, search.totals_at, f8)
    for world in range(own.worlds):
        if world > 0:  # the view itself is the first world
            fresh_world(search, after, memory)
            copy_state(search.rules, before, after)
        for i in range(n):
            copy_state(search.rules, after, before)
            call_apply(search.rules, after, i8(actions[i]))
            search.spent += 1
            totals[i] += 1.0
            totals[n + i] += worth(search, after, search.observer, params, memory)
    best, equal = 0, 1
    for i in range(1, n):
        value, best_value = totals[n + i], totals[n + best]
        if value > best_value:
            best, equal = i, 1
        elif value == best_value:
            equal += 1
            if own.ties == LAST or (own.ties == RANDOM and below(search, equal) == 0):
                best = i
    return best


KINDS = (
    search_kind(
        "greedy",
        "the action after which the evaluation is best",
        greedy,
        options=(
            vocabulary.EVAL,
            vocabulary.WEIGHTS,
            vocabulary.NET,
            GREEDY_WORLDS,
            TIES,
            replace(vocabulary.EXACT, default="0"),
            vocabulary.CLAIRVOYANT,
        ),
        plays=vocabulary.can_evaluate,
        evaluates=True,
        words=lambda game, options: {
            "clamp": 0,
            "evaluation_low": 0.0,
            "evaluation_scale": 1.0,
        },
        own=Own,
        own_words=lambda game, options: {"worlds": options["worlds"], "ties": TIES.code(options["ties"])},
        facts=lambda game, options: {"no_tree": True},
    ),
)
