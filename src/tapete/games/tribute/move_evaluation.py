"""Score of a move with the thesis's twenty weights: what the move changed, term by term.

See section 4 of docs/rules/tribute_bots.md. It has two forms: `code`, with the signs of the thesis's program, and
`text`, with those of its text.
"""

import json
from pathlib import Path
from typing import TypeAlias

import numpy as np

from tapete.games.tribute.cards import (
    AMBUSH,
    BLACK_SACRAMENT,
    BLACKMAIL,
    COST,
    COUNT,
    CURSE,
    GRADE,
    IMPRISONMENT,
    PATRON,
    THESIS_GRADE,
    THESIS_TIER,
    TIER,
    TITHE,
    TREASURY,
    TYPE,
)
from tapete.games.tribute.rules import has_all_favours
from tapete.games.tribute.state import AGENTS, BASE, DRAFT, DRAW, HEALTH_BITS, PLACES, ROW, State
from tapete.kernel import Array, boolean, f8, i8, kernel, scratch_f8, scratch_i8
from tapete.kernel.contract import NUMBERS

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

BOUNDS = dict.fromkeys(WEIGHTS, (0.0, 1.0))  # the range of the thesis's evolution

PUBLISHED = json.loads((Path(__file__).parent / "champions.json").read_text(encoding="utf-8"))
CHAMPIONS = {name: tuple(weights[weight] for weight in WEIGHTS) for name, weights in PUBLISHED.items()}
# Weights for the form `text`, written by hand: no training has been published for it
BY_HAND = tuple(
    {
        "A_HEALTH_REDUCED": 0.2,
        "A_OWN_AMOUNT": 1.0,
        "A_ENEMY_AMOUNT": 0.5,
        "CURSE_REMOVED": 1.0,
        "C_TIER_POOL": 1.0,
        "C_GOLD_COST": 0.4,
        "C_OWN_COMBO": 0.1,
        "COIN_AMOUNT": 0.4,
        "POWER_AMOUNT": 0.9,
        "PRESTIGE_AMOUNT": 1.0,
        "H_DRAFT": 0.2,
        **dict.fromkeys(("T_TITHE", "T_BLACK_SACRAMENT", "T_AMBUSH", "T_BLACKMAIL", "T_IMPRISONMENT"), 0.5),
        "P_AMOUNT": 0.2,
    }.get(name, 0.0)
    for name in WEIGHTS
)

FORMS = ("code", "text")
CODE, TEXT = range(2)
TIER_LISTS = ("present", "thesis")
PRESENT, THESIS = range(2)
# Terms of the score; it is their sum, from left to right
TERMS = (
    "favours",
    "prestige",
    "enemy_agents",
    "own_agents",
    "coins",
    "power",
    "enemy_cards",
    "own_cards",
    "contracts",
    "tavern",
)
(FAVOURS, PRESTIGE, ENEMY_AGENTS, OWN_AGENTS, COINS, POWER, ENEMY_CARDS, OWN_CARDS, CONTRACTS, TAVERN) = range(10)
TERM_COUNT = len(TERMS)

CERTAIN = 1e12  # four favours; infinite in the source
HUNDREDTHS = np.array([0, 10, 25, 50, 75, 100])  # of a grade from none to S
# Value of a card's tier in a pool, by form and list of tiers: 50 to 0 in the program, 1 to 0 (in hundredths) in the
# text
POOL_TIER = np.zeros((2, 2, COUNT), dtype=np.int64)
POOL_TIER[CODE] = TIER, THESIS_TIER
POOL_TIER[TEXT] = HUNDREDTHS[GRADE], HUNDREDTHS[THESIS_GRADE]
POOL_UNIT = np.array([1.0, 0.01])
TAVERN_TIER = np.array([HUNDREDTHS[GRADE], HUNDREDTHS[THESIS_GRADE]]) / 100.0
# Facts of a card pool: sum of tiers, sum of costs, curses, and the number of cards beyond the first of each patron
TIERS, COSTS, CURSES, PAIRS = range(4)
POOL_FACTS = 4
BOTH_POOLS = 2 * POOL_FACTS
WORDS: TypeAlias = Array[i8]


@kernel
def read_pool(state: State, seat: i8, twice: i8, form: i8, tier_list: i8, out: WORDS, at: i8) -> None:
    """Write the facts of hand, played, cooldown and draw pile; the top `twice` cards of the draw pile count twice."""
    counts = scratch_i8(10)
    for patron in range(10):
        counts[patron] = 0
    tiers, costs, curses = 0, 0, 0
    for zone in range(seat, AGENTS, 2):
        size = i8(state.size[zone])
        extra = twice if zone == DRAW + seat else 0
        for i in range(-extra, size):
            card = i8(state.kind[state.cells[BASE[zone] + (i if i >= 0 else size + i)]])
            tiers += POOL_TIER[form, tier_list, card]
            costs += COST[card]
            curses += i8(TYPE[card] == CURSE)
            counts[PATRON[card]] += 1
    pairs = 0
    for patron in range(10):
        if patron != TREASURY and counts[patron] >= 2:
            pairs += counts[patron] - 1
    out[at + TIERS], out[at + COSTS], out[at + CURSES], out[at + PAIRS] = tiers, costs, curses, pairs


@kernel
def pool_change(before: WORDS, after: WORDS, at: i8, unit: f8, curse: f8, combo: f8, weights: NUMBERS) -> f8:
    """Return the value of a pool's change to its owner, with the given values of a curse and a pair."""
    return (
        weights[C_TIER_POOL] * (unit * (after[at + TIERS] - before[at + TIERS]))
        + weights[C_GOLD_COST] * (after[at + COSTS] - before[at + COSTS])
        + curse * (after[at + CURSES] - before[at + CURSES])
        + combo * (after[at + PAIRS] - before[at + PAIRS])
    )


@kernel
def read_agents(before: State, after: State, seat: i8, out: WORDS) -> None:
    """Write the health lost by agents that remain, the number of agents gone, and the change in their number."""
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
    out[0], out[1], out[2] = damage, gone, left - count


@kernel
def favours_of(state: State, seat: i8) -> i8:
    count = 0
    for place in range(PLACES):
        count += i8(state.favour[place] == seat)
    return count


@kernel
def contracts_gone(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Return T of section 4.2: the value of those of five contracts that have left the tavern row."""
    enemy = 1 - seat
    calls = i8(before.calls[seat])
    his, own = i8(before.size[AGENTS + enemy]), i8(before.size[AGENTS + seat])
    mine, others = i8(before.prestige[seat]), i8(before.prestige[enemy])
    draft = weights[H_DRAFT]
    total = 0.0
    for i in range(ROW):
        card = i8(before.kind[before.row[i]])
        if not is_rated_contract(card) or in_row(after, card):
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
def is_rated_contract(card: i8) -> boolean:
    return card == TITHE or card == BLACK_SACRAMENT or card == AMBUSH or card == BLACKMAIL or card == IMPRISONMENT


@kernel
def in_row(state: State, card: i8) -> boolean:
    for i in range(ROW):
        if state.kind[state.row[i]] == card:
            return True
    return False


@kernel
def row_tiers(state: State, tier_list: i8, all_cards: boolean) -> f8:
    """Return the tiers of the tavern row; without the five contracts, unless `all_cards`."""
    total = 0.0
    for i in range(ROW):
        card = i8(state.kind[state.row[i]])
        if all_cards or not is_rated_contract(card):
            total += TAVERN_TIER[tier_list, card]
    return total


@kernel
def score_change(
    before: State,
    after: State,
    seat: i8,
    weights: NUMBERS,
    form: i8,
    tier_list: i8,
    pools: WORDS,
    pools_after: WORDS,
    terms: NUMBERS,
) -> f8:
    """Return S of section 4.2 and write its terms; `pools` holds the facts of both players' cards before the move."""
    enemy = 1 - seat
    for k in range(TERM_COUNT):
        terms[k] = 0.0
    if has_all_favours(after, seat) or has_all_favours(after, enemy):
        terms[FAVOURS] = CERTAIN if has_all_favours(after, seat) else -CERTAIN
        return terms[FAVOURS]
    own, his = scratch_i8(3), scratch_i8(3)
    read_agents(before, after, seat, own)
    read_agents(before, after, enemy, his)
    favours = favours_of(after, seat) - favours_of(before, seat)
    prestige = i8(after.prestige[seat]) - i8(before.prestige[seat])
    prestige -= i8(after.prestige[enemy]) - i8(before.prestige[enemy])
    damage, killed, curse = weights[A_HEALTH_REDUCED], weights[A_KILLED], weights[CURSE_REMOVED]
    mine, others, unit = weights[C_OWN_COMBO], weights[C_ENEMY_COMBO], POOL_UNIT[form]
    if form == CODE:  # own prestige, agents and cards count against a move, as in the program
        terms[FAVOURS] = weights[P_AMOUNT] * favours
        terms[PRESTIGE] = weights[PRESTIGE_AMOUNT] * -prestige
        terms[ENEMY_AGENTS] = weights[A_ENEMY_AMOUNT] * (damage * his[0] + killed * his[1] + his[2])
        terms[OWN_AGENTS] = -(weights[A_OWN_AMOUNT] * (damage * own[0] + killed * own[1] + own[2]))
        terms[ENEMY_CARDS] = pool_change(pools, pools_after, POOL_FACTS, unit, -curse, others, weights)
        terms[OWN_CARDS] = -pool_change(pools, pools_after, 0, unit, curse, mine, weights)
        terms[TAVERN] = -weights[C_TIER_TAVERN] * row_tiers(before, tier_list, False)  # the same for every move
    else:
        favours -= favours_of(after, enemy) - favours_of(before, enemy)
        terms[FAVOURS] = weights[P_AMOUNT] * favours
        terms[PRESTIGE] = weights[PRESTIGE_AMOUNT] * prestige
        terms[ENEMY_AGENTS] = damage * his[0] + killed * his[1] - weights[A_ENEMY_AMOUNT] * his[2]
        terms[OWN_AGENTS] = weights[A_OWN_AMOUNT] * own[2] - damage * own[0] - killed * own[1]
        terms[ENEMY_CARDS] = -pool_change(pools, pools_after, POOL_FACTS, unit, -curse, others, weights)
        terms[OWN_CARDS] = pool_change(pools, pools_after, 0, unit, -curse, mine, weights)
        came = row_tiers(after, tier_list, True) - row_tiers(before, tier_list, True)
        terms[TAVERN] = -weights[C_TIER_TAVERN] * came
    terms[COINS] = weights[COIN_AMOUNT] * (i8(after.coins[seat]) - i8(before.coins[seat]))
    terms[POWER] = weights[POWER_AMOUNT] * (i8(after.power[seat]) - i8(before.power[seat]))
    terms[CONTRACTS] = contracts_gone(before, after, seat, weights)
    score = 0.0
    for k in range(TERM_COUNT):
        score += terms[k]
    return score


@kernel
def rate(before: State, after: State, seat: i8, weights: NUMBERS, form: i8, tier_list: i8, terms: NUMBERS) -> f8:
    """Return the score of a move from the states before and after it, and write its terms."""
    if before.choice == DRAFT or after.choice == DRAFT:
        return 0.0
    pools, pools_after = scratch_i8(BOTH_POOLS), scratch_i8(BOTH_POOLS)
    read_pool(before, seat, i8(before.known[seat]) if form == CODE else 0, form, tier_list, pools, 0)
    read_pool(before, 1 - seat, 0, form, tier_list, pools, POOL_FACTS)
    read_pool(after, seat, 0, form, tier_list, pools_after, 0)
    read_pool(after, 1 - seat, 0, form, tier_list, pools_after, POOL_FACTS)
    return score_change(before, after, seat, weights, form, tier_list, pools, pools_after, terms)


@kernel
def evaluate_change(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of a move, from the states before and after it, as in the thesis's program."""
    return rate(before, after, seat, weights, CODE, THESIS, scratch_f8(TERM_COUNT))


@kernel
def evaluate_change_by_text(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of a move as in the thesis's text."""
    return rate(before, after, seat, weights, TEXT, THESIS, scratch_f8(TERM_COUNT))
