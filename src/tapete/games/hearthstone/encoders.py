"""Feature vector of a seat's knowledge.

Per side 24 numbers and seven board places of 20; then counts by card of the own hand, the own deck, both boards, the
known cards of the opponent's hand and the own pending choice; then four numbers for turn and phase.
"""

import numpy as np

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.effects import (
    attack_of,
    weapon_attack_of,
)
from tapete.games.hearthstone.rules import (
    power_cost,
)
from tapete.games.hearthstone.state import (
    BOARD,
    CARD,
    KNOWN,
    State,
    available,
    health_of,
    minion_attack,
    slot_at,
)
from tapete.kernel import i8, kernel
from tapete.kernel.contract import FEATURES

SIDE = 24
PLACE = 20
BOARDS = 2 * SIDE
COUNTS = BOARDS + 2 * BOARD * PLACE
COUNT_BLOCKS = 6
SIZE = COUNTS + COUNT_BLOCKS * c.CARDS + 4
PARTS = (
    ("own side", SIDE),
    ("other side", SIDE),
    ("own board", BOARD * PLACE),
    ("other board", BOARD * PLACE),
    ("own hand", c.CARDS),
    ("own deck", c.CARDS),
    ("own minions by card", c.CARDS),
    ("other minions by card", c.CARDS),
    ("known cards of the other hand", c.CARDS),
    ("cards to choose from", c.CARDS),
    ("turn and phase", 4),
)
SHOWN_FLAGS = (
    c.TAUNT,
    c.SHIELD,
    c.STEALTH | c.CONCEALED,
    c.WINDFURY,
    c.CHARGE | c.BORROWED | c.AURA_CHARGE,
    c.LIFESTEAL,
    c.ELUSIVE,
)
SHOWN = np.array([*SHOWN_FLAGS, c.FROZEN, c.EXHAUSTED, c.CANNOT_ATTACK], dtype=np.int32)
FLAG_COUNT = len(SHOWN)


@kernel
def observe_side(state: State, seat: i8, at: i8, out: FEATURES) -> None:
    """Write the public numbers of one side."""
    out[at] = health_of(state, seat) / 30.0
    out[at + 1] = i8(state.armor[seat]) / 30.0
    out[at + 2] = attack_of(state, seat) / 10.0
    out[at + 3] = i8(state.crystals[seat]) / 10.0
    out[at + 4] = available(state, seat) / 10.0
    out[at + 5] = i8(state.locked[seat]) / 10.0
    out[at + 6] = i8(state.owed[seat]) / 10.0
    out[at + 7] = i8(state.held[seat]) / 10.0
    out[at + 8] = i8(state.deck_left[seat]) / 30.0
    out[at + 9] = i8(state.fatigue[seat]) / 10.0
    out[at + 10] = i8(state.minions[seat]) / 7.0
    out[at + 11] = i8(state.secret_count[seat]) / 5.0
    out[at + 12] = weapon_attack_of(state, seat) / 10.0 if state.weapon[seat] else 0.0
    out[at + 13] = (i8(state.weapon_durability[seat]) - i8(state.weapon_damage[seat])) / 5.0
    out[at + 14] = i8(state.power_used[seat])
    out[at + 15] = power_cost(state, seat) / 2.0
    out[at + 16] = i8(state.spell_damage[seat]) / 5.0
    out[at + 17] = i8(state.jade[seat]) / 10.0
    out[at + 18] = i8(state.totems[seat]) / 10.0
    out[at + 19] = i8(state.played[seat]) / 5.0
    out[at + 20] = i8(state.twice[seat])
    out[at + 21] = 1.0 if state.flags[seat] & c.FROZEN else 0.0
    out[at + 22] = 1.0 if state.flags[seat] & c.IMMUNE else 0.0
    out[at + 23] = i8(state.attacks[seat])


@kernel
def observe_board(state: State, seat: i8, at: i8, counts: i8, out: FEATURES) -> None:
    """Write the minions of a side from left to right, and count them by card from `counts` on."""
    for i in range(state.minions[seat]):
        slot = slot_at(state.board[seat], i)
        card, flags = state.card[slot], i8(state.flags[slot])
        place = at + i * PLACE
        out[place] = 1.0
        out[place + 1] = minion_attack(state, slot) / 10.0
        out[place + 2] = health_of(state, slot) / 10.0
        out[place + 3] = i8(state.damage[slot]) / 10.0
        out[place + 4] = c.COST[card] / 10.0
        out[place + 5] = 1.0 if c.DEATHRATTLE_ROW[card] else 0.0
        out[place + 6] = 1.0 if c.EVENT[card] else 0.0
        out[place + 7] = 1.0 if c.AURA[card] else 0.0
        out[place + 8] = c.SPELL_DAMAGE[card]
        for k in range(FLAG_COUNT):
            out[place + 9 + k] = 1.0 if flags & SHOWN[k] else 0.0
        out[counts + card] += 1.0


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    """Write the features that `observer` knows, scaled to about one."""
    out[:] = 0.0
    other = 1 - observer
    observe_side(state, observer, 0, out)
    observe_side(state, other, SIDE, out)
    observe_board(state, observer, BOARDS, COUNTS + 2 * c.CARDS, out)
    observe_board(state, other, BOARDS + BOARD * PLACE, COUNTS + 3 * c.CARDS, out)
    for i in range(state.held[observer]):
        out[COUNTS + i8(state.hand[observer, i])] += 1.0
    for i in range(state.deck_left[observer]):
        out[COUNTS + c.CARDS + (i8(state.deck[observer, i]) & CARD)] += 1.0
    for i in range(state.held[other]):
        if state.hand_origin[other, i] == KNOWN:
            out[COUNTS + 4 * c.CARDS + i8(state.hand[other, i])] += 1.0
    if state.choice_kind and state.seat == observer:
        for i in range(state.choice_count):
            out[COUNTS + 5 * c.CARDS + i8(state.choice[i])] += 1.0
    at = COUNTS + COUNT_BLOCKS * c.CARDS
    out[at] = 1.0 if state.seat == observer else 0.0
    out[at + 1] = state.turn / 50.0
    out[at + 2] = 1.0 if state.mulligan else 0.0
    out[at + 3] = 1.0 if state.choice_kind else 0.0
