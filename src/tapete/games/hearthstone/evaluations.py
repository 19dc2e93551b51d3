"""Evaluations of positions and moves (docs/rules/hearthstone_agents.md)."""

import math

import numpy as np

from tapete.core.definition import Evaluation
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.board import BOARD
from tapete.games.hearthstone.effects import (
    CHARGING,
    STEALTHY,
    attack_of,
    weapon_attack_of,
)
from tapete.games.hearthstone.rules import (
    defenders_of,
)
from tapete.games.hearthstone.state import (
    State,
    health_of,
    minion_attack,
    slot_at,
)
from tapete.kernel import Array, Kernel, boolean, f8, i8, kernel, scratch_f8, scratch_i8
from tapete.kernel.contract import NUMBERS

WIN_SCORE, LOSS_SCORE = 2147483647.0, -2147483648.0
LARGEST = float(np.finfo(np.float64).max)

# The framework's five scores are linear in these features (section 2)
LINEAR = (
    "board_cleared",  # E: the enemy has no minion and we have one
    "minions",  # N - oN
    "enemy_taunt",  # oT
    "own_attack",  # A
    "health",  # HP - oHP
    "minion_health",  # H - oH
    "minion_attack",  # A - oA
    "taunt",  # T - oT
    "enemy_hand_full",  # oC > 9
    "enemy_deck_empty",  # oK = 0
    "deck",  # K - oK
    "own_taunt_against_taunt",  # T where oT > 0
)
SCORES = {
    "midrange": {
        "board_cleared": 5000,
        "minions": 5,
        "enemy_taunt": -1000,
        "own_attack": 1,
        "health": 10,
        "minion_health": 10,
        "minion_attack": 10,
    },
    "aggro": {"board_cleared": 1000, "enemy_taunt": -1000, "own_attack": 1, "health": 1000},
    "control": {"board_cleared": 1000, "minions": 50, "taunt": 25, "own_attack": 1, "health": 10},
    "fatigue": {
        "board_cleared": 1000,
        "enemy_hand_full": 1000,
        "enemy_deck_empty": 10000,
        "deck": 50,
        "minions": 10,
        "taunt": 10,
        "own_attack": 1,
        "health": 5,
    },
    "ramp": {
        "board_cleared": 5000,
        "minions": 50,
        "own_taunt_against_taunt": -500,
        "own_attack": 1,
        "health": 10,
        "minion_health": 10,
        "minion_attack": 20,
    },
}


def linear_weights(name: str) -> dict[str, float]:
    """Return all weights of a framework score, zeros included."""
    return {feature: float(SCORES[name].get(feature, 0)) for feature in LINEAR}


CLASS_WEIGHTS = np.array([list(linear_weights(name).values()) for name in ("aggro", "control", "ramp", "midrange")])
OF_2019, OF_2020 = 3, 2  # the row of all classes but Warrior and Mage, by the framework's year
WARRIOR, MAGE_CLASS = c.CLASSES.index("warrior"), c.CLASSES.index("mage")

# Totals of a side, as `totals` writes them
T_COUNT, T_ATTACK, T_HEALTH, T_TAUNT = range(4)
TOTALS = 4
LINEAR_COUNT = len(LINEAR)


@kernel
def totals(state: State, seat: i8, out: Array[i8]) -> None:
    """Write the number of minions, and the sums of attack, of health and of the health of Taunt minions."""
    n = i8(state.minions[seat])
    attack, health, taunt = i8(0), i8(0), i8(0)
    word = state.board[seat]
    for i in range(n):
        slot = slot_at(word, i)
        attack += minion_attack(state, slot)
        left = health_of(state, slot)
        health += left
        if state.flags[slot] & c.TAUNT:
            taunt += left
    out[T_COUNT], out[T_ATTACK], out[T_HEALTH], out[T_TAUNT] = n, attack, health, taunt


@kernel
def decided(state: State, seat: i8) -> f8:
    """Return the value of a finished game, tested first by every integer score: 2^31 - 1, -2^31, or 0 if undecided."""
    if health_of(state, 1 - seat) < 1:
        return WIN_SCORE
    return LOSS_SCORE if health_of(state, seat) < 1 else 0.0


@kernel
def linear(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the framework's score (section 2): that of `decided` for a finished game, else a weighted sum."""
    if decided(state, seat) != 0.0:
        return decided(state, seat)
    other = 1 - seat
    own_health, enemy_health = health_of(state, seat), health_of(state, other)
    own, enemy = scratch_i8(TOTALS), scratch_i8(TOTALS)
    totals(state, seat, own)
    totals(state, other, enemy)
    score = weights[0] if enemy[T_COUNT] == 0 and own[T_COUNT] > 0 else 0.0
    score += weights[1] * (own[T_COUNT] - enemy[T_COUNT]) + weights[2] * enemy[T_TAUNT] + weights[3] * own[T_ATTACK]
    score += weights[4] * (own_health - enemy_health) + weights[5] * (own[T_HEALTH] - enemy[T_HEALTH])
    score += weights[6] * (own[T_ATTACK] - enemy[T_ATTACK]) + weights[7] * (own[T_TAUNT] - enemy[T_TAUNT])
    score += weights[8] if state.held[other] > 9 else 0.0
    score += weights[9] if state.deck_left[other] == 0 else 0.0
    score += weights[10] * (i8(state.deck_left[seat]) - i8(state.deck_left[other]))
    score += weights[11] * own[T_TAUNT] if enemy[T_TAUNT] > 0 else 0.0
    return score


@kernel
def by_class(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of the framework's greedy agent: that of the class of the player to move (section 3)."""
    return score_of_class(state, seat, i8(state.current), OF_2020)


@kernel
def by_class_2019(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return `by_class` of the framework of 2018 and 2019: all but Warrior and Mage play MidRange (section 3)."""
    return score_of_class(state, seat, i8(state.current), OF_2019)


@kernel
def by_deck(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score by the class of the seat's deck, as the thesis describes it: END_TURN is on the same scale."""
    return score_of_class(state, seat, seat, OF_2020)


@kernel
def by_deck_2019(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return `by_deck` with the scores of 2018 and 2019."""
    return score_of_class(state, seat, seat, OF_2019)


@kernel
def score_of_class(state: State, seat: i8, player: i8, others: i8) -> f8:
    """Return a position's value for a seat, by the score of a player's class."""
    hero_class = c.CARD_CLASS[state.card[player]]
    row = 0 if hero_class == WARRIOR else 1 if hero_class == MAGE_CLASS else others
    chosen = scratch_f8(LINEAR_COUNT)
    for i in range(LINEAR_COUNT):
        chosen[i] = CLASS_WEIGHTS[row, i]
    return linear(state, seat, chosen)


@kernel
def utility_side(state: State, seat: i8, health: i8) -> i8:
    """Return one side of UtilityScore (section 4)."""
    side = scratch_i8(TOTALS)
    totals(state, seat, side)
    held = i8(state.held[seat])
    value = i8(2.0 * math.sqrt(f8(health))) + 3 * held - max(0, held - 3) + i8(math.sqrt(f8(state.deck_left[seat])))
    value += side[T_ATTACK] + side[T_HEALTH] - i8(state.fatigue[seat])
    if state.minions[1 - seat] == 0:
        value += 2 + min(10, i8(state.turn))
    return value


@kernel
def utility(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return UtilityScore (section 4)."""
    if decided(state, seat) != 0.0:
        return decided(state, seat)
    own_health, enemy_health = health_of(state, seat), health_of(state, 1 - seat)
    return f8(utility_side(state, seat, own_health) - utility_side(state, 1 - seat, enemy_health))


EVO = (
    "hero_health",
    "hand",
    "deck",
    "minions",
    "minion_health",
    "minion_attack",
    "taunt",
    "deathrattle",
    "divine_shield",
    "charge",
    "battlecry",
    "windfury",
    "all_minions",
)
EVO_WEIGHTS = {
    "evo1": (
        *(0.8844121293557864, 0.5722002329175362, 0.3038759251608867, 0.3258540142913601, 0.49661011923877996),
        *(0.5702691169317202, 0.14050075930566563, 0.5138821958163204, 0.6154015355815187, 0.12601818057057362),
        *(0.6913895680063356, 0.029961458886955613, 0.2187224352819484),
    ),
    "evo2": (
        *(0.7243816575319507, 0.45470054687573397, 0.8004099650018286, 0.16344587459929505, 0.600089147728018),
        *(0.8319472484059762, 0.11447438262562208, 0.5321763012524791, 0.6199096492389915, 0.7243816575319507),
        *(0.605734885977482, 0.13754218984893232, 0.1277260279552838),
    ),
    "evo3": (
        *(0.7067835339450543, 0.5479739324090757, 0.7428480567874419, 0.16325367686068742, 0.6002174999258411),
        *(0.7774106137937544, 0.123383518404457, 0.4165603232209667, 0.6506833410056059, 0.5872092414996068),
        *(0.5908417466806593, 0.2126874368218829, 0.17426894323089565),
    ),
}


EVO_FIRST = EVO[:3] + ("enemy_board_empty",) + EVO[4:12]  # the first genome: no minion count, no factor of all minions


@kernel
def could_attack(state: State, seat: i8, slot: i8) -> boolean:
    """Return whether a minion could attack if it were its turn; one that attacked in its last turn is exhausted."""
    ready = i8(state.flags[slot]) & (c.EXHAUSTED | c.FROZEN | c.CANNOT_ATTACK) == 0
    return ready and minion_attack(state, slot) > 0 and defenders_of(state, seat) != 0


@kernel
def evo_minions(state: State, seat: i8, weights: NUMBERS, every: boolean) -> f8:
    """Return the worth of a side's minions in EvoScore; attack counts for all of them or for those that can attack."""
    worth = 0.0
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        flags, card = i8(state.flags[slot]), state.card[slot]
        worth += weights[4] * health_of(state, slot)
        if every or could_attack(state, seat, slot):
            worth += weights[5] * minion_attack(state, slot)
        worth += weights[6] if flags & c.TAUNT else 0.0
        worth += weights[7] if c.DEATHRATTLE_ROW[card] else 0.0
        worth += weights[8] if flags & c.SHIELD else 0.0
        worth += weights[9] if flags & CHARGING else 0.0
        worth += weights[10] if c.HAS_BATTLECRY[card] else 0.0
        worth += weights[11] if flags & c.WINDFURY else 0.0
    return worth


@kernel
def evo(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return EvoScore with its 13 weights (section 4)."""
    return evo_score(state, seat, weights, False)


@kernel
def evo_all(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return EvoScore with the attack of every minion, whether it could attack or not (section 4)."""
    return evo_score(state, seat, weights, True)


@kernel
def evo_score(state: State, seat: i8, weights: NUMBERS, every: boolean) -> f8:
    other = 1 - seat
    own_health, enemy_health = health_of(state, seat), health_of(state, other)
    if enemy_health < 1:
        return LARGEST
    if own_health < 1:
        return -LARGEST
    value = weights[0] * (math.sqrt(f8(own_health)) - math.sqrt(f8(enemy_health)))
    value += weights[1] * (i8(state.held[seat]) - i8(state.held[other]))
    if state.turn > 10:
        value += weights[2] * (math.sqrt(f8(state.deck_left[seat])) - math.sqrt(f8(state.deck_left[other])))
    value += 2.0 * weights[3] * (i8(state.minions[seat]) - i8(state.minions[other]))
    own, enemy = evo_minions(state, seat, weights, every), evo_minions(state, other, weights, every)
    return value + weights[12] * (own - enemy)


@kernel
def evo_first(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of the thesis's first genome of 12 weights, as its text describes it (section 4)."""
    if health_of(state, 1 - seat) < 1:
        return LARGEST
    if health_of(state, seat) < 1:
        return -LARGEST
    return first_side(state, seat, weights) - first_side(state, 1 - seat, weights)


@kernel
def first_side(state: State, seat: i8, weights: NUMBERS) -> f8:
    value = weights[0] * math.sqrt(f8(health_of(state, seat))) + weights[1] * i8(state.held[seat])
    if state.turn > 10:
        value += weights[2] * i8(state.deck_left[seat])
    if state.minions[1 - seat] == 0:
        value += weights[3]
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        flags, card = i8(state.flags[slot]), state.card[slot]
        value += weights[4] * health_of(state, slot)
        if could_attack(state, seat, slot):
            value += weights[5] * minion_attack(state, slot)
        value += weights[6] * health_of(state, slot) if flags & c.TAUNT else 0.0
        value += weights[7] if c.DEATHRATTLE_ROW[card] else 0.0
        value += weights[8] if flags & c.SHIELD else 0.0
        value += weights[9] if flags & CHARGING else 0.0
        value += weights[10] if c.HAS_BATTLECRY[card] else 0.0
        value += weights[11] if flags & c.WINDFURY else 0.0
    return value


@kernel
def evo_first_coded(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of the first genome as in the thesis's program, errors included (section 4)."""
    if health_of(state, 1 - seat) < 1:
        return LARGEST
    if health_of(state, seat) < 1:
        return -LARGEST
    return first_side_coded(state, seat, weights) - first_side_coded(state, 1 - seat, weights)


@kernel
def first_side_coded(state: State, seat: i8, weights: NUMBERS) -> f8:
    held = i8(state.held[seat])
    value = weights[0] * math.sqrt(f8(health_of(state, seat))) + weights[1] * held
    if held > 3:
        value -= held - weights[1]
    if state.turn > 10:
        value += weights[2] * (math.sqrt(f8(state.deck_left[seat])) - i8(state.fatigue[seat]))
    if state.minions[1 - seat] == 0:
        value += weights[3] * min(10, i8(state.turn))
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        flags, card = i8(state.flags[slot]), state.card[slot]
        health, attack = health_of(state, slot), minion_attack(state, slot)
        value += weights[4] * health
        value += weights[5] * attack if flags & c.FROZEN == 0 else 0.0
        value += weights[6] * health if flags & c.TAUNT else 0.0
        value += weights[7] if c.DEATHRATTLE_ROW[card] else 0.0
        value += weights[8] if flags & c.SHIELD else 0.0
        value += weights[9] * attack if flags & CHARGING else 0.0
        value += weights[10] if c.HAS_BATTLECRY[card] else 0.0
        value += weights[11] * attack if flags & c.WINDFURY else 0.0
    return value


LOOKAHEAD = (
    "health",
    "enemy_health",
    "minions",
    "enemy_minions",
    "minion_health",
    "attack",
    "enemy_minion_health",
    "enemy_attack",
)
LOOKAHEAD_WEIGHTS = {
    "2019": (21.5, -33.6, 41.1, -19.4, 54.0, 60.5, -88.5, -84.7),
    "2020": (2.0, -3.0, 4.0, -6.0, 5.0, 6.0, -9.0, -8.0),
}


@kernel
def lookahead(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of DynamicLookahead, rounded to an integer (sections 3 and 5)."""
    if decided(state, seat) != 0.0:
        return decided(state, seat)
    own, enemy = scratch_i8(TOTALS), scratch_i8(TOTALS)
    totals(state, seat, own)
    totals(state, 1 - seat, enemy)
    value = weights[0] * health_of(state, seat) + weights[1] * health_of(state, 1 - seat)
    value += weights[2] * own[T_COUNT] + weights[3] * enemy[T_COUNT]
    value += weights[4] * own[T_HEALTH] + weights[5] * own[T_ATTACK]
    return np.rint(value + weights[6] * enemy[T_HEALTH] + weights[7] * enemy[T_ATTACK])


@kernel
def predator(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the state score of PredatorMCTS (section 5)."""
    value = i8(0)
    for side in range(2):
        sign = 1 if side == seat else -1
        part = health_of(state, side) + i8(state.armor[side]) + 3 * i8(state.held[side]) + 2 * i8(state.minions[side])
        for i in range(state.minions[side]):
            slot = slot_at(state.board[side], i)
            flags, health, attack = i8(state.flags[slot]), health_of(state, slot), minion_attack(state, slot)
            part += health
            if flags & c.FROZEN == 0:
                both = 3 * (attack + health) // 2
                part += attack + (2 if flags & c.TAUNT else 0) + (attack // 2 if flags & c.WINDFURY else 0)
                part += (both if flags & c.SHIELD else 0) + i8(c.SPELL_DAMAGE[state.card[slot]])
                part += (1 if flags & STEALTHY else 0) + (both if flags & c.ELUSIVE else 0)
                if c.AURA[state.card[slot]] == c.AURA_DAMAGED and state.damage[slot] > 0:
                    part += 1
        value += sign * part
    return 1000.0 * value


@kernel
def alvaro_side(state: State, seat: i8) -> f8:
    side = scratch_i8(TOTALS)
    totals(state, seat, side)
    value = 0.4 * (health_of(state, seat) + i8(state.armor[seat])) + 0.9 * (side[T_ATTACK] + side[T_HEALTH])
    if state.weapon[seat]:
        left = i8(state.weapon_durability[seat]) - i8(state.weapon_damage[seat])
        value += 0.7 * weapon_attack_of(state, seat) + 0.4 * left
    value += 0.4 * i8(state.held[seat]) + 0.01 * i8(state.deck_left[seat]) + 0.02 * i8(state.crystals[seat])
    return max(0.0001, value + 0.4 * i8(state.secret_count[seat]) - 0.3 * i8(state.owed[seat]))


@kernel
def alvaro(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the leaf value of AlvaroAgent, in [0, 1] (section 5)."""
    own, enemy = alvaro_side(state, seat), alvaro_side(state, 1 - seat)
    return 0.5 + (own - enemy) / (2.0 * max(own, enemy))


# EVA (section 5): the change that one action makes

EVA = {
    "hero_health": 0.569460712743,
    "hero_attack": 0.958111820041,
    "minion_health": 0.0689492467097,
    "minion_attack": 0.0,
    "minion_appears": 0.843573987219,
    "minion_vanishes": 0.700225423688,
    "secret": 0.907680353441,
    "mana": 0.0,
    "m_health": 0.993682660717,
    "m_attack": 1.0,
    "m_charge": 0.640753949511,
    "m_deathrattle": 0.992872512338,
    "m_divine_shield": 0.92870036875,
    "m_inspire": 0.168100484322,
    "m_lifesteal": 0.870080107454,
    "m_stealth": 0.0,  # never used
    "m_taunt": 0.42897762808,
    "m_windfury": 1.0,
    "m_rarity": 0.0,
    "m_cost": 0.583884736646,
    "m_poisonous": 0.0,
}
HUGE = 1e12
RARITY_RANK = np.array([0, 1, 1, 2, 3, 4], dtype=np.int8)


@kernel
def eva_minion(state: State, slot: i8, weights: NUMBERS) -> f8:
    card, flags = state.card[slot], i8(state.flags[slot])
    worth = weights[8] * health_of(state, slot) + weights[9] * minion_attack(state, slot)
    worth += weights[10] if flags & CHARGING else 0.0
    worth += weights[11] if c.DEATHRATTLE_ROW[card] else 0.0
    worth += weights[12] if flags & c.SHIELD else 0.0
    worth += weights[13] if c.HAS_INSPIRE[card] else 0.0
    worth += weights[14] if flags & c.LIFESTEAL else 0.0
    worth += weights[16] if flags & c.TAUNT else 0.0
    worth += weights[17] if flags & c.WINDFURY else 0.0
    return worth + weights[18] * RARITY_RANK[c.RARITY[card]] + weights[19] * c.COST[card]


@kernel
def eva_loss(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Return what a side loses by a move: hero, minions, secrets."""
    drop = (health_of(before, seat) + i8(before.armor[seat])) - (health_of(after, seat) + i8(after.armor[seat]))
    loss = weights[0] * drop + weights[1] * (attack_of(before, seat) - attack_of(after, seat))
    for i in range(before.minions[seat]):
        slot = slot_at(before.board[seat], i)
        worth = eva_minion(before, slot, weights)
        if after.stamp[slot] == before.stamp[slot] and after.card[slot] and after.side[slot] == seat:
            fall = weights[2] * (health_of(before, slot) - health_of(after, slot))
            loss += worth * (fall + weights[3] * (minion_attack(before, slot) - minion_attack(after, slot)))
        else:
            loss += weights[5] * worth
    for i in range(after.minions[seat]):
        slot = slot_at(after.board[seat], i)
        if not (after.stamp[slot] == before.stamp[slot] and before.card[slot] and before.side[slot] == seat):
            loss -= weights[4] * eva_minion(after, slot, weights)
    return loss + weights[6] * max(0, i8(before.secret_count[seat]) - i8(after.secret_count[seat]))


@kernel
def eva(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Return EVA's rating of a move with its 21 weights; 0 for ending the turn."""
    if after.turn != before.turn:
        return 0.0
    other = 1 - seat
    if health_of(after, other) < 1:
        return HUGE
    if health_of(after, seat) < 1:
        return -HUGE
    value = eva_loss(before, after, other, weights) - eva_loss(before, after, seat, weights)
    return value - weights[7] * (i8(after.used[seat]) - i8(before.used[seat]))


# The evaluations by name


def _evolved(kernel: Kernel, names: tuple[str, ...], weights: tuple[float, ...], what: str) -> Evaluation:
    presets = {} if names is EVO_FIRST else {k: dict(zip(EVO, w, strict=True)) for k, w in EVO_WEIGHTS.items()}
    return Evaluation(
        kernel, dict(zip(names, weights, strict=True)), (-12.0, 12.0), what, presets=presets, bounds=(0.0, 1.0)
    )


EVALUATIONS: dict[str, Evaluation] = {
    name: Evaluation(linear, linear_weights(name), (-6000.0, 6000.0), f"the framework's {name} score")
    for name in SCORES
}
EVALUATIONS |= {
    "by-deck": Evaluation(
        by_deck,
        {},
        (-6000.0, 6000.0),
        "aggro for a deck of Warrior, control for Mage, else ramp, as the thesis describes it",
    ),
    "by-deck-2019": Evaluation(
        by_deck_2019, {}, (-6000.0, 6000.0), "aggro for a deck of Warrior, control for Mage, else midrange"
    ),
    "by-class": Evaluation(
        by_class,
        {},
        (-6000.0, 6000.0),
        "the framework's error in by-deck: the class of the player to move, so END_TURN is scored by the opponent's",
    ),
    "by-class-2019": Evaluation(
        by_class_2019,
        {},
        (-6000.0, 6000.0),
        "the framework's error in by-deck-2019 (a Warrior passes most of its turns)",
    ),
    "utility": Evaluation(utility, {}, (-60.0, 60.0), "UtilityScore of the thesis (TFGHS)"),
}
EVALUATIONS |= {
    name: _evolved(evo, EVO, weights, f"{name.capitalize()}Score of the thesis: 13 evolved weights")
    for name, weights in EVO_WEIGHTS.items()
}
EVALUATIONS |= {
    f"{name}-all": _evolved(evo_all, EVO, weights, f"the same as {name} with the attack of every minion")
    for name, weights in EVO_WEIGHTS.items()
}
EVALUATIONS |= {
    "evo-first": _evolved(
        evo_first, EVO_FIRST, (0.5,) * 12, "the thesis's first genome of 12 weights, as its text describes it"
    ),
    "evo-first-coded": _evolved(evo_first_coded, EVO_FIRST, (0.5,) * 12, "the first genome as in the thesis's program"),
    "lookahead": Evaluation(
        lookahead,
        dict(zip(LOOKAHEAD, LOOKAHEAD_WEIGHTS["2020"], strict=True)),
        (-300.0, 300.0),
        "the score of DynamicLookahead",
        presets={k: dict(zip(LOOKAHEAD, w, strict=True)) for k, w in LOOKAHEAD_WEIGHTS.items()},
    ),
    "predator": Evaluation(predator, {}, (-60000.0, 60000.0), "the state score of PredatorMCTS"),
    "alvaro": Evaluation(alvaro, {}, (0.0, 1.0), "the leaf value of AlvaroAgent"),
    "eva": Evaluation(eva, EVA, (-30.0, 30.0), "EVA: 21 weights on a move's changes", rates_moves=True),
    "board": BOARD,
}
