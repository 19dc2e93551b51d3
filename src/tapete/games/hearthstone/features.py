"""Evaluations (docs/rules/hearthstone_agents.md) and the feature vector of what a seat knows."""

import numpy as np

from tapete.contract import NUMBERS
from tapete.games.hearthstone.cards import *  # noqa: F403
from tapete.games.hearthstone.effects import *  # noqa: F403
from tapete.games.hearthstone.rules import *  # noqa: F403
from tapete.games.hearthstone.state import *  # noqa: F403
from tapete.kernel import array, f8, i8, kernel, scratch_i8

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
    """All weights of a framework score, zeros included."""
    return {feature: float(SCORES[name].get(feature, 0)) for feature in LINEAR}


CLASS_WEIGHTS = np.array([list(linear_weights(name).values()) for name in ("aggro", "control", "ramp")])
WARRIOR, MAGE_CLASS = CLASSES.index("warrior"), CLASSES.index("mage")

# Totals of a side, as `totals` writes them
T_COUNT, T_ATTACK, T_HEALTH, T_TAUNT = range(4)
TOTALS = 4


@kernel
def totals(state: State, seat: i8, out: array(i8)):
    """Number of minions, sums of attack, of health and of the health of Taunt minions."""
    n = i8(state.minions[seat])
    attack, health, taunt = i8(0), i8(0), i8(0)
    word = state.board[seat]
    for i in range(n):
        slot = slot_at(word, i)
        attack += minion_attack(state, slot)
        left = health_of(state, slot)
        health += left
        if state.flags[slot] & TAUNT:
            taunt += left
    out[T_COUNT], out[T_ATTACK], out[T_HEALTH], out[T_TAUNT] = n, attack, health, taunt


@kernel
def linear(state: State, seat: i8, weights: NUMBERS) -> f8:
    """The framework's scores (section 2): +-2^31 for a won or lost game, else a weighted sum."""
    other = 1 - seat
    own_health, enemy_health = health_of(state, seat), health_of(state, other)
    if enemy_health < 1:
        return WIN_SCORE
    if own_health < 1:
        return LOSS_SCORE
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
