"""Reference agents (docs/rules/hearthstone_agents.md): mulligan rule, DynamicLookahead, and all rule bots by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.core.definition import BotSpec
from tapete.games.hearthstone import thesis_bots
from tapete.games.hearthstone.cards import COST
from tapete.games.hearthstone.evaluations import LOOKAHEAD_WEIGHTS
from tapete.games.hearthstone.rules import MAX_LEGAL, MULLIGAN
from tapete.games.hearthstone.state import State
from tapete.kernel import GameState, Kernel, i4, i8, kernel, scratch_f8, scratch_i8
from tapete.kernel.contract import (
    ACTIONS,
    MEMORY,
    NUMBERS,
    SIZE_SLOT,
    SLOTS,
    TABLE_LENGTH,
    call_apply,
    call_evaluate,
    call_legal,
    copy_state,
    rows_in,
)
from tapete.options import Option

LITERAL, INTENDED, OWN = range(3)
EXPENSIVE = 3  # the framework's scores list cards that cost more


@kernel
def mulligan(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the mulligan of the framework's scores (QE01); -1 for other decisions.

    The scores list cards that cost more than 3: `literal` keeps the listed cards and replaces the others, `intended`
    replaces the listed ones.
    """
    if actions[0] < MULLIGAN or params[0] == OWN:
        return -1
    seat = i8(state.seat)
    mask = 0
    for i in range(3 if seat == 0 else 4):
        listed = COST[state.hand[seat, i]] > EXPENSIVE
        if listed == (params[0] == INTENDED):
            mask |= 1 << i
    return mask


# DynamicLookahead

LEVELS = 5  # the root, its actions, and three more
LOOKAHEAD_SCORES = 8
STATE_WORDS = -(-State.size // 8)
LIST_WORDS = MAX_LEGAL // 2
LOOKAHEAD_MEMORY = 8 + LEVELS * (STATE_WORDS + LIST_WORDS)
P_LEGAL, P_APPLY, P_EVALUATE, P_SIZE, P_WEIGHTS = range(5)


@kernel
def dynamic_lookahead(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the action with the best score reachable in the own turn; fewer actions, deeper search (section 3)."""
    if n == 1:
        return 0
    rules, weights = scratch_i8(TABLE_LENGTH), scratch_f8(LOOKAHEAD_SCORES)
    for i in range(TABLE_LENGTH):
        rules[i] = 0
    rules[LEGAL_SLOT], rules[APPLY_SLOT] = i8(params[P_LEGAL]), i8(params[P_APPLY])
    rules[EVALUATE_SLOT], rules[SIZE_SLOT] = i8(params[P_EVALUATE]), i8(params[P_SIZE])
    for i in range(LOOKAHEAD_SCORES):
        weights[i] = params[P_WEIGHTS + i]
    seat, turn = i8(state.seat), state.turn
    depth = 3 if n < 5 else 2 if n < 25 else 1
    best, best_value = 0, -1e300
    counts, at = scratch_i8(LEVELS), scratch_i8(LEVELS)
    for root in range(n):
        level = 1
        after = rows_in(memory, 8 + level * STATE_WORDS, GameState)[0]
        copy_state(rules, after, state)
        call_apply(rules, after, i8(actions[root]))
        value = call_evaluate(rules, after, seat, weights)
        counts[1], at[1] = 0, 0
        if not after.over and after.turn == turn:
            counts[1] = call_legal(rules, after, rows_in(memory, LISTS_AT + LIST_WORDS, i4))
        while level > 0:
            if at[level] >= counts[level]:
                level -= 1
                continue
            here = rows_in(memory, 8 + level * STATE_WORDS, GameState)[0]
            action = i8(rows_in(memory, LISTS_AT + level * LIST_WORDS, i4)[at[level]])
            at[level] += 1
            level += 1
            after = rows_in(memory, 8 + level * STATE_WORDS, GameState)[0]
            copy_state(rules, after, here)
            call_apply(rules, after, action)
            value = max(value, call_evaluate(rules, after, seat, weights))
            if level > depth or after.over or after.turn != turn:
                level -= 1
            else:
                counts[level] = call_legal(rules, after, rows_in(memory, LISTS_AT + level * LIST_WORDS, i4))
                at[level] = 0
        if value >= best_value:
            best, best_value = root, value
    return best


LISTS_AT = 8 + LEVELS * STATE_WORDS
LEGAL_SLOT, APPLY_SLOT, EVALUATE_SLOT = SLOTS["legal"], SLOTS["apply"], SLOTS["evaluate"]


def lookahead_params(game: Any, options: Mapping[str, Any]) -> list[float]:
    """Return the addresses of the rules (exact as doubles) and the chosen weights."""
    table = game.table(evaluation="lookahead")
    addresses = [float(table[slot]) for slot in (LEGAL_SLOT, APPLY_SLOT, EVALUATE_SLOT, SIZE_SLOT)]
    return [*addresses, *LOOKAHEAD_WEIGHTS[options["weights"]]]


# By name

EVAL = Option("eval", "utility", "the game's evaluation to use")
ITERATIONS = Option(
    "iterations", 0, "iterations per decision; 0: no limit with ms or actions, 400 without", low=0, high=10**6
)
SIMULATED = Option("actions", 0, "simulated actions per decision; 0: no limit", low=0, high=10**6)
MS = Option("ms", 0.0, "milliseconds per decision; 0: no limit", low=0, high=10**7)
WEIGHTS = Option(
    "weights", "", "weights of the evaluation: numbers joined by /, a file, or a training's champion or folder"
)
CLAIRVOYANT = Option("clairvoyant", False, "search the true state, as the thesis's program did (for studies)")


def remembers_nothing(options: Mapping[str, Any]) -> bool:
    """Return False: the searches keep nothing between games, since uncleared memory is written before it is read."""
    return False


def _coded(kernel: Kernel, what: str, constant: Option, memory: int) -> BotSpec:
    """Build the bot of a search of the thesis's program."""
    return BotSpec(
        kernel,
        what,
        options=(constant, ITERATIONS, SIMULATED, MS, EVAL, WEIGHTS, CLAIRVOYANT),
        memory=memory,
        params=thesis_bots.params_of,
        clairvoyant=thesis_bots.sees_all,
        timed=thesis_bots.on_the_clock,
        kept=memory - thesis_bots.KEPT_AT,
        in_order=remembers_nothing,
    )


SHARE = Option(
    "share",
    0.75,
    "the thesis's exploration rate: share of the budget that goes round all actions",
    low=0,
    high=1,
    also=("exploration_rate",),
)
C = Option(
    "c", 3.0, "the thesis's constant C of UCB: larger looks wider", low=0, high=10**6, also=("exploration_constant",)
)
BOTS = {
    "dynamic-lookahead": BotSpec(
        dynamic_lookahead,
        "the best score reachable in the own turn, one to three actions deep",
        options=(Option("weights", "2020", "weights of that year's winner", choices=("2019", "2020")),),
        memory=LOOKAHEAD_MEMORY,
        params=lookahead_params,
    ),
    "simtree-coded": _coded(
        thesis_bots.simtree_coded,
        "SimTree as in the thesis's program: END_TURN apart, last entries of lists left out (`simtree`: as described)",
        SHARE,
        thesis_bots.FLAT_MEMORY,
    ),
    "mcts1-coded": _coded(
        thesis_bots.mcts1_coded,
        "MCTS1 as in the thesis's program: END_TURN scored at once and never expanded (`mcts1`: as described)",
        C,
        thesis_bots.TREE_MEMORY,
    ),
    "mcts2-coded": _coded(
        thesis_bots.mcts2_coded,
        "MCTS2 as in the thesis's program: chance is sampled once per node (`mcts2`: again in every descent)",
        C,
        thesis_bots.TREE_MEMORY,
    ),
    "greedy-tree": BotSpec(
        thesis_bots.greedy_tree,
        "the thesis's Greedy Tree: all sequences of the turn, depth first; the best one is kept and played to its end "
        "(`greedy-turn`: deepens step by step and plans again at every decision)",
        options=(
            Option("iterations", 100_000, "most actions simulated for a plan", low=1, high=10**9),
            replace(EVAL, default="midrange"),
            WEIGHTS,
            CLAIRVOYANT,
        ),
        memory=thesis_bots.WALK_MEMORY,
        params=thesis_bots.params_of,
        clairvoyant=thesis_bots.sees_all,
        kept=thesis_bots.WALK_MEMORY - thesis_bots.KEPT_AT,
        in_order=remembers_nothing,
    ),
}
OPENING = BotSpec(
    mulligan,
    "the framework's mulligan rule",
    options=(
        Option(
            "mulligan",
            "literal",
            "first hand: keep cards above 3 mana as the framework does, replace them, or let the agent decide",
            choices=("literal", "intended", "own"),
        ),
    ),
    public=True,
)
ALIASES = {
    "eva": ("greedy:eval=eva,ties=last", "greedy on the change that one action makes, 21 evolved weights"),
}
