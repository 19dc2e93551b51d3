"""Trainable evaluation: what each side has and what is left of the turn, one weight per term.

The published scores weigh both sides alike or by fixed numbers. Here own and enemy terms have separate weights, and low
health, a threatened hero and unspent mana are terms. A trainer finds the weights (`champion:name=jade-board`).
"""

import math

from tapete.core.definition import Evaluation
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.effects import STEALTHY
from tapete.games.hearthstone.state import State, health_of, minion_attack, slot_at
from tapete.kernel import f8, i8, kernel
from tapete.kernel.contract import NUMBERS

LOW = 15  # below this much health each point counts once more
WON = 1e6

SIDE = {
    "health": 0.3,
    "low_health": 0.5,
    "hand": 1.0,
    "minions": 0.5,
    "attack": 1.0,
    "minion_health": 0.8,
    "product": 0.5,
    "taunt": 0.1,
    "shield": 0.5,
    "windfury": 0.3,
    "deathrattle": 0.5,
    "lifesteal": 0.3,
    "frozen": -0.3,
    "stealth": 0.2,
    "spell_damage": 0.3,
    "totems": 0.2,
    "weapon": 0.6,
    "jade": 0.5,
    "secrets": 1.0,
    "alone": 1.0,
}
SIDE_COUNT = len(SIDE)
TURN = {"unspent": -0.3, "owed": -0.5, "ready": 0.0, "ended": 0.0, "danger": -4.0, "threat": 2.0}


@kernel
def side_score(state: State, seat: i8, weights: NUMBERS, at: i8) -> f8:
    """Return the score of one side, by the weights from index `at` on."""
    health = health_of(state, seat) + i8(state.armor[seat])
    value = weights[at] * health - weights[at + 1] * max(0, LOW - health)
    value += weights[at + 2] * i8(state.held[seat]) + weights[at + 3] * i8(state.minions[seat])
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        flags, card = i8(state.flags[slot]), state.card[slot]
        left, attack = f8(health_of(state, slot)), f8(minion_attack(state, slot))
        value += (
            weights[at + 4] * attack + weights[at + 5] * left + weights[at + 6] * math.sqrt(attack * max(left, 0.0))
        )
        value += weights[at + 7] * left if flags & c.TAUNT else 0.0
        value += weights[at + 8] * attack if flags & c.SHIELD else 0.0
        value += weights[at + 9] * attack if flags & c.WINDFURY else 0.0
        value += weights[at + 10] if c.DEATHRATTLE_ROW[card] else 0.0
        value += weights[at + 11] * attack if flags & c.LIFESTEAL else 0.0
        value += weights[at + 12] if flags & c.FROZEN else 0.0
        value += weights[at + 13] * attack if flags & STEALTHY else 0.0
    value += weights[at + 14] * i8(state.spell_damage[seat]) + weights[at + 15] * i8(state.totems[seat])
    if state.weapon[seat]:
        uses = i8(state.weapon_durability[seat]) - i8(state.weapon_damage[seat])
        value += weights[at + 16] * i8(state.weapon_attack[seat]) * uses
    value += weights[at + 17] * i8(state.jade[seat]) + weights[at + 18] * i8(state.secret_count[seat])
    if state.minions[1 - seat] == 0 and state.minions[seat] > 0:
        value += weights[at + 19]
    return value


@kernel
def strike(state: State, seat: i8) -> i8:
    """Return the damage that a side's minions and weapon would deal in one turn."""
    total = i8(0)
    for i in range(state.minions[seat]):
        total += minion_attack(state, slot_at(state.board[seat], i))
    if state.weapon[seat]:
        total += i8(state.weapon_attack[seat])
    return total


@kernel
def ready_attack(state: State, seat: i8) -> i8:
    """Return the attack of the ready minions that have not attacked this turn."""
    total = i8(0)
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        flags = i8(state.flags[slot])
        if flags & c.EXHAUSTED == 0 and flags & c.FROZEN == 0 and state.attacks[slot] == 0:
            total += minion_attack(state, slot)
    return total


@kernel
def board(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the score of the own side less the enemy's, plus terms for the rest of the turn."""
    other = 1 - seat
    if health_of(state, other) < 1:
        return WON
    if health_of(state, seat) < 1:
        return -WON
    value = side_score(state, seat, weights, 0) - side_score(state, other, weights, SIDE_COUNT)
    at = 2 * SIDE_COUNT
    if state.current == seat:
        value += weights[at] * (i8(state.crystals[seat]) - i8(state.used[seat]) - i8(state.locked[seat]))
        value += weights[at + 2] * ready_attack(state, seat)
    else:
        value += weights[at + 3]
    value += weights[at + 1] * i8(state.owed[seat])
    if strike(state, other) >= health_of(state, seat) + i8(state.armor[seat]):
        value += weights[at + 4]
    if strike(state, seat) >= health_of(state, other) + i8(state.armor[other]):
        value += weights[at + 5]
    return value


WEIGHTS = {f"{whose}_{name}": weight for whose in ("own", "enemy") for name, weight in SIDE.items()} | TURN
BOARD = Evaluation(board, WEIGHTS, (-60.0, 60.0), "what each side has: 46 terms for training", bounds=(-10.0, 10.0))
