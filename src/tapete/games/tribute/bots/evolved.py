"""The score of a change with the thesis's twenty weights, and the greedy bot that maximises it (section 4 of
docs/rules/tribute_bots.md)."""

import json
from pathlib import Path

import numpy as np

from tapete.contract import ACTIONS, MEMORY, NUMBERS
from tapete.games.tribute.bots.whole import (
    PLAN_AT,
    PLAN_SIZE,
    count_subsets,
    follow_plan,
    in_plan,
    is_card_choice,
    pick_any,
    plan_subset,
    start_bot,
)
from tapete.games.tribute.cards import (
    AMBUSH,
    BLACK_SACRAMENT,
    BLACKMAIL,
    COST,
    CURSE,
    GRADE,
    IMPRISONMENT,
    PATRON,
    THESIS_TIER,
    TITHE,
    TREASURY,
    TYPE,
)
from tapete.games.tribute.rules import DONE, END_TURN, PICK, apply, has_all_favours
from tapete.games.tribute.table import (
    AGENTS,
    BASE,
    COOLDOWN,
    DRAFT,
    DRAW,
    FREE,
    HEALTH_BITS,
    OBJECTS,
    PLACES,
    ROW,
    State,
)
from tapete.kernel import array, copy_of, f8, i8, kernel, scratch_i8

WEIGHTS = (
    "A_HEALTH_REDUCED",
    "A_KILLED",
    "A_OWN_AMOUNT",
    "A_ENEMY_AMOUNT",
    "CURSE_REMOVED",
    "C_TIER_POOL",
    "C_TIER_TAVERN",
    "C_GOLD_COST",
    "C_OWN_COMBO",
    "C_ENEMY_COMBO",
    "COIN_AMOUNT",
    "POWER_AMOUNT",
    "PRESTIGE_AMOUNT",
    "H_DRAFT",
    "T_TITHE",
    "T_BLACK_SACRAMENT",
    "T_AMBUSH",
    "T_BLACKMAIL",
    "T_IMPRISONMENT",
    "P_AMOUNT",
)
(
    A_HEALTH_REDUCED,
    A_KILLED,
    A_OWN_AMOUNT,
    A_ENEMY_AMOUNT,
    CURSE_REMOVED,
    C_TIER_POOL,
    C_TIER_TAVERN,
    C_GOLD_COST,
    C_OWN_COMBO,
    C_ENEMY_COMBO,
    COIN_AMOUNT,
    POWER_AMOUNT,
    PRESTIGE_AMOUNT,
    H_DRAFT,
    T_TITHE,
    T_BLACK_SACRAMENT,
    T_AMBUSH,
    T_BLACKMAIL,
    T_IMPRISONMENT,
    P_AMOUNT,
) = range(20)

PUBLISHED = json.loads((Path(__file__).parents[1] / "champions.json").read_text(encoding="utf-8"))
CHAMPIONS = {name: tuple(weights[weight] for weight in WEIGHTS) for name, weights in PUBLISHED.items()}

CERTAIN = 1e12  # four favours; the source says infinity
TAVERN_TIER = np.array([{0: 0.0, 1: 0.1, 2: 0.25, 3: 0.5, 4: 0.75, 5: 1.0}[int(grade)] for grade in GRADE])
# Facts of a card pool: sum of tiers, sum of costs, curses, and how many cards go beyond the first of their patron.
TIERS, COSTS, CURSES, PAIRS = range(4)
POOL_FACTS = 4
WORDS = array(i8)


@kernel
def read_pool(state: State, seat: i8, twice: i8, out: WORDS, at: i8):
    """Facts of hand, played, cooldown and draw pile; the top `twice` cards of the draw pile count twice."""
    counts = scratch_i8(10)
    for patron in range(10):
        counts[patron] = 0
    tiers, costs, curses = 0, 0, 0
    for zone in range(seat, AGENTS, 2):
        size = i8(state.size[zone])
        extra = twice if zone == DRAW + seat else 0
        for i in range(-extra, size):
            card = i8(state.kind[state.cells[BASE[zone] + (i if i >= 0 else size + i)]])
            tiers += THESIS_TIER[card]
            costs += COST[card]
            curses += i8(TYPE[card] == CURSE)
            counts[PATRON[card]] += 1
    pairs = 0
    for patron in range(10):
        if patron != TREASURY and counts[patron] >= 2:
            pairs += counts[patron] - 1
    out[at + TIERS], out[at + COSTS], out[at + CURSES], out[at + PAIRS] = tiers, costs, curses, pairs


@kernel
def pool_change(before: WORDS, b: i8, after: WORDS, a: i8, curse: f8, combo: f8, weights: NUMBERS) -> f8:
    return (
        weights[C_TIER_POOL] * (after[a + TIERS] - before[b + TIERS])
        + weights[C_GOLD_COST] * (after[a + COSTS] - before[b + COSTS])
        + curse * (after[a + CURSES] - before[b + CURSES])
        + combo * (after[a + PAIRS] - before[b + PAIRS])
    )


@kernel
def agent_change(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """G of section 4.2: health lost and agents gone, plus the change in their number."""
    count, left = i8(before.size[AGENTS + seat]), i8(after.size[AGENTS + seat])
    damage, gone = 0, 0
    first = i8(BASE[AGENTS + seat])
    for i in range(count):
        thing = before.cells[first + i]
        found = -1
        for j in range(left):
            if after.cells[first + j] == thing:
                found = j
        if found >= 0:
            damage += (i8(before.life[seat, i]) & HEALTH_BITS) - (i8(after.life[seat, found]) & HEALTH_BITS)
        else:
            gone += 1
    return weights[A_HEALTH_REDUCED] * damage + weights[A_KILLED] * gone + (left - count)


@kernel
def favours_of(state: State, seat: i8) -> i8:
    count = 0
    for place in range(PLACES):
        count += i8(state.favour[place] == seat)
    return count


@kernel
def tavern_change(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """T of section 4.2: what it is worth that a card has gone from the tavern row."""
    enemy = 1 - seat
    calls = i8(before.calls[seat])
    his, own = i8(before.size[AGENTS + enemy]), i8(before.size[AGENTS + seat])
    mine, others = i8(before.prestige[seat]), i8(before.prestige[enemy])
    draft = weights[H_DRAFT]
    total = 0.0
    for i in range(ROW):
        card = i8(before.kind[before.row[i]])
        known = card == TITHE or card == BLACK_SACRAMENT or card == AMBUSH or card == BLACKMAIL or card == IMPRISONMENT
        if not known:
            total -= weights[C_TIER_TAVERN] * TAVERN_TIER[card]  # gone or not, as in the source
            continue
        gone = True
        for j in range(ROW):
            gone = gone and after.kind[after.row[j]] != card
        if not gone:
            continue
        if card == TITHE:
            if calls < 2:
                total += weights[T_TITHE] * (2 - calls)
            if others >= 30:
                total += weights[T_TITHE] * draft
        elif card == BLACK_SACRAMENT:
            if his > 0:
                total += weights[T_BLACK_SACRAMENT]
            if own > 0:
                total += weights[T_BLACK_SACRAMENT] * draft
        elif card == AMBUSH:
            if his > 0:
                total += ((2.0 if his >= 2 else 1.0) * weights[T_AMBUSH]) ** 2
            if own > 0:
                total += ((2.0 if own >= 2 else 1.0) * weights[T_AMBUSH] * draft) ** 2
        else:
            weight = weights[T_BLACKMAIL] if card == BLACKMAIL else weights[T_IMPRISONMENT]
            if mine < 40:
                total += weight * (40 - mine) / 40.0
            if others >= 25:
                total += weight * draft
    return total


@kernel
def score_change(before: State, after: State, seat: i8, weights: NUMBERS, pools: WORDS, pools_after: WORDS) -> f8:
    """S of section 4.2; `pools` holds the facts of my and the enemy's cards before, `pools_after` those after the move."""
    enemy = 1 - seat
    if has_all_favours(after, seat):
        return CERTAIN
    if has_all_favours(after, enemy):
        return -CERTAIN
    score = weights[P_AMOUNT] * (favours_of(after, seat) - favours_of(before, seat))
    his = i8(after.prestige[enemy]) - i8(before.prestige[enemy])
    mine = i8(after.prestige[seat]) - i8(before.prestige[seat])
    score += weights[PRESTIGE_AMOUNT] * (his - mine)  # signs as in the source
    score += weights[A_ENEMY_AMOUNT] * agent_change(before, after, enemy, weights)
    score -= weights[A_OWN_AMOUNT] * agent_change(before, after, seat, weights)
    score += weights[COIN_AMOUNT] * (i8(after.coins[seat]) - i8(before.coins[seat]))
    score += weights[POWER_AMOUNT] * (i8(after.power[seat]) - i8(before.power[seat]))
    curse = weights[CURSE_REMOVED]
    score += pool_change(pools, POOL_FACTS, pools_after, POOL_FACTS, -curse, weights[C_ENEMY_COMBO], weights)
    score -= pool_change(pools, 0, pools_after, 0, curse, weights[C_OWN_COMBO], weights)
    return score + tavern_change(before, after, seat, weights)


@kernel
def evaluate_change(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """The thesis's score of a move, from the states before and after it."""
    if before.choice == DRAFT or after.choice == DRAFT:
        return 0.0
    pools, pools_after = scratch_i8(8), scratch_i8(8)
    read_pool(before, seat, i8(before.known[seat]), pools, 0)
    read_pool(before, 1 - seat, 0, pools, POOL_FACTS)
    read_pool(after, seat, 0, pools_after, 0)
    read_pool(after, 1 - seat, 0, pools_after, POOL_FACTS)
    return score_change(before, after, seat, weights, pools, pools_after)


# The bot

SEED_PARAM, WEIGHTS_AT = 0, 1


@kernel
def score_move(state: State, actions: ACTIONS, i: i8, weights: NUMBERS, pools: WORDS, plain: WORDS, plan: MEMORY) -> f8:
    """Play the i-th move of the reference engine's list on a copy and score it.

    The bot's source determinises afterwards; that changes no sum, count or row, so it is left out (a test plays it).
    """
    after = copy_of(state)
    seat = i8(state.seat)
    enemy = 1 - seat
    if is_card_choice(state):
        plan_subset(state, i, plan)
        size = plan[PLAN_SIZE]
        for k in range(size):
            apply(after, PICK + plan[PLAN_AT + k])
        if size < min(i8(state.most), i8(state.options)) or size == 0:
            apply(after, DONE)
    else:
        apply(after, i8(actions[i]))
    pools_after = scratch_i8(8)
    for k in range(8):
        pools_after[k] = plain[k]
    grown = 0
    for zone in range(seat, AGENTS, 2):
        grown += after.size[zone] - state.size[zone]
    if grown != 0 or state.choice != FREE or after.objects != state.objects or state.objects == OBJECTS:
        read_pool(after, seat, 0, pools_after, 0)
    if after.size[COOLDOWN + enemy] != state.size[COOLDOWN + enemy]:
        read_pool(after, enemy, 0, pools_after, POOL_FACTS)
    return score_change(state, after, seat, weights, pools, pools_after)


@kernel
def evolved(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Greedy, one step: the move of the highest score, the last one on ties."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[SEED_PARAM]))
    if state.choice == DRAFT:
        return pick_any(state, actions, n, memory)
    weights = params[WEIGHTS_AT:]
    seat = i8(state.seat)
    moves = count_subsets(state) if is_card_choice(state) else n
    best = 0 if moves == 1 else -1
    if best < 0:
        pools, plain = scratch_i8(8), scratch_i8(8)
        read_pool(state, seat, i8(state.known[seat]), pools, 0)
        read_pool(state, 1 - seat, 0, pools, POOL_FACTS)
        for k in range(8):
            plain[k] = pools[k]
        if state.known[seat] > 0:
            read_pool(state, seat, 0, plain, 0)
        best_score = -CERTAIN
        for i in range(moves):
            score = -1.0
            if state.choice != FREE or actions[i] != END_TURN:
                score = score_move(state, actions, i, weights, pools, plain, memory)
            if score >= best_score:
                best, best_score = i, score
    if is_card_choice(state):
        plan_subset(state, best, memory)
        return follow_plan(state, actions, n, memory)
    return best
