"""Evolutionary bot of the thesis: greedy, one step, twenty weights (section 4 of docs/rules/tribute_bots.md)."""

from typing import TypeAlias

from tapete.games.tribute.bots.subset_choices import (
    count_subsets,
    follow_plan,
    in_plan,
    is_card_choice,
    pick_any,
    plan_subset,
    play_answer,
    start_bot,
)
from tapete.games.tribute.move_evaluation import BOTH_POOLS, CODE, POOL_FACTS, TERM_COUNT, read_pool, score_change
from tapete.games.tribute.rules import END_TURN
from tapete.games.tribute.state import AGENTS, COOLDOWN, DRAFT, FREE, OBJECTS, State
from tapete.kernel import Array, boolean, copy_of, f8, i8, kernel, scratch_f8, scratch_i8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS

SEED_PARAM, FORM_PARAM, TIES_PARAM, TIERS_PARAM, WEIGHTS_AT = range(5)
TIES = ("last", "first")
PASSING = -1.0  # score of ending the turn
WORDS: TypeAlias = Array[i8]


@kernel
def read_pools(state: State, params: NUMBERS, pools: WORDS, plain: WORDS) -> None:
    """Write the facts of both players' cards before a move; in `pools`, the form `code` counts known draws twice."""
    seat, form, tier_list = i8(state.seat), i8(params[FORM_PARAM]), i8(params[TIERS_PARAM])
    read_pool(state, seat, 0, form, tier_list, plain, 0)
    read_pool(state, 1 - seat, 0, form, tier_list, plain, POOL_FACTS)
    for k in range(BOTH_POOLS):
        pools[k] = plain[k]
    if form == CODE and state.known[seat] > 0:
        read_pool(state, seat, i8(state.known[seat]), form, tier_list, pools, 0)


@kernel
def score_answer(
    state: State, action: i8, plan: MEMORY, params: NUMBERS, pools: WORDS, plain: WORDS, terms: NUMBERS
) -> f8:
    """Play an action, or the planned answer to a card choice, on a copy and return its score.

    The bot's source determinizes afterwards; that changes no sum, count or row, so it is left out (a test compares
    both).
    """
    after = copy_of(state)
    seat, form, tier_list = i8(state.seat), i8(params[FORM_PARAM]), i8(params[TIERS_PARAM])
    enemy = 1 - seat
    play_answer(after, action, plan)
    pools_after = scratch_i8(BOTH_POOLS)
    for k in range(BOTH_POOLS):
        pools_after[k] = plain[k]
    grown = 0
    for zone in range(seat, AGENTS, 2):
        grown += after.size[zone] - state.size[zone]
    if grown != 0 or state.choice != FREE or after.objects != state.objects or state.objects == OBJECTS:
        read_pool(after, seat, 0, form, tier_list, pools_after, 0)
    if after.size[COOLDOWN + enemy] != state.size[COOLDOWN + enemy]:
        read_pool(after, enemy, 0, form, tier_list, pools_after, POOL_FACTS)
    return score_change(state, after, seat, params[WEIGHTS_AT:], form, tier_list, pools, pools_after, terms)


@kernel
def is_better(score: f8, best: f8, params: NUMBERS) -> boolean:
    """Return whether a score is better: among equals the last move wins in the program, the first in the text."""
    return score > best if params[TIES_PARAM] != 0.0 else score >= best


@kernel
def evolved(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the move with the highest score after one step."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[SEED_PARAM]))
    if state.choice == DRAFT:
        return pick_any(state, actions, n, memory)
    moves = count_subsets(state) if is_card_choice(state) else n
    best = 0 if moves == 1 else -1
    if best < 0:
        pools, plain = scratch_i8(BOTH_POOLS), scratch_i8(BOTH_POOLS)
        terms = scratch_f8(TERM_COUNT)
        read_pools(state, params, pools, plain)
        best_score = 0.0
        for i in range(moves):
            score = PASSING
            if is_card_choice(state):
                plan_subset(state, i, memory)
                score = score_answer(state, -1, memory, params, pools, plain, terms)
            elif actions[i] != END_TURN:
                score = score_answer(state, i8(actions[i]), memory, params, pools, plain, terms)
            if best < 0 or is_better(score, best_score, params):
                best, best_score = i, score
    if is_card_choice(state):
        plan_subset(state, best, memory)
        return follow_plan(state, actions, n, memory)
    return best
