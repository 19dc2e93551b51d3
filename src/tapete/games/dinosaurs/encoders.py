"""Feature vector (section 5 of docs/rules/dinosaurs_agents.md)."""

import numpy as np

from tapete.games.dinosaurs.cards import (
    CLAW,
    DETOUR,
    DISASTER_COPIES,
    FERN,
    JUICE,
    LOOKOUT,
    PEBBLE,
    POINT_TYPES,
    SAW,
    SPRING,
    TRAIT,
    TYPES,
    VINE,
)
from tapete.games.dinosaurs.round_features import copies_held
from tapete.games.dinosaurs.rules import (
    ADD_EFFECT_CARD,
    ADD_POINT_CARD,
    CHOOSE,
    DISCARD,
    GOAL,
    HAND,
    KEEP,
    LOOK,
    MAX_SEATS,
    NONE,
    OVER,
    PHASES,
    REDIRECT,
    RESPONSE,
    ROB,
    SCORING,
    SUDDEN_DEATH,
    SWAP_TWO,
    SWAP_WITH_NEIGHBOUR,
    TAKE,
    TARGET,
    THROW,
    State,
)
from tapete.kernel import f8, i8, kernel, u8
from tapete.kernel.contract import FEATURES

# The ten kinds of decision: choose, effect, take, keep, scoring, target, sudden death, response, redirect, discard.
_KINDS = {
    CHOOSE: 0,
    TAKE: 2,
    KEEP: 3,
    SCORING: 4,
    TARGET: 5,
    SUDDEN_DEATH: 6,
    RESPONSE: 7,
    REDIRECT: 8,
    DISCARD: 9,
    OVER: -1,
}
DECISION_KIND = np.array([_KINDS.get(phase, 1) for phase in range(PHASES)], dtype=np.int64)
_DECIDED = {
    ADD_POINT_CARD: PEBBLE,
    ADD_EFFECT_CARD: JUICE,
    THROW: SPRING,
    LOOK: LOOKOUT,
    KEEP: LOOKOUT,
    ROB: CLAW,
    TAKE: CLAW,
    SWAP_WITH_NEIGHBOUR: VINE,
    SWAP_TWO: FERN,
    REDIRECT: DETOUR,
}
DECIDED_CARD = np.array(
    [_DECIDED.get(phase, NONE) for phase in range(PHASES)], dtype=np.int64
)  # for TARGET see `subject`

TABLE_PLACES = POINT_TYPES + 2  # a card, hidden, none
FEATURE_COUNT = 5 * TYPES + MAX_SEATS * (TABLE_PLACES + 2 + 4 + 3 + 4 + 2) + 4 + 4 + 1 + 3 + 10 + 2 * TYPES + 1 + 1

PARTS = (
    ("own hand", TYPES),
    ("discards", TYPES),
    *((f"cards known of seat +{k}", TYPES) for k in range(1, MAX_SEATS)),
    *((f"card played by {'me' if k == 0 else f'seat +{k}'}", TABLE_PLACES) for k in range(MAX_SEATS)),
    *((f"standing of {'me' if k == 0 else f'seat +{k}'}", 15) for k in range(MAX_SEATS)),
    ("disaster", 4),
    ("disasters left", 4),
    ("deck and round", 4),
    ("kind of decision", 10),
    ("card decided about", TYPES),
    ("cards looked at", TYPES),
    ("throws left", 1),
    ("turn", 1),
)


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    """Write the observer's information; seats are relative to it, and features of missing seats stay zero."""
    out[:] = 0.0
    players = i8(state.players)
    at = 0
    for card in range(TYPES):
        out[at + card] = copies_held(state, observer, card)
        out[at + TYPES + card] = i8(state.discards[card >> 4] >> u8(4 * (card & 15))) & 15
    at += 2 * TYPES
    for ahead in range(1, players):  # cards known to be in the other hands
        other = (observer + ahead) % players
        for place in range(HAND):
            card = i8(state.known[observer, other, place]) - 1
            if card != NONE:
                out[at + (ahead - 1) * TYPES + card] += 1.0
    at += 3 * TYPES
    for ahead in range(players):
        seat = (observer + ahead) % players
        table = i8(state.table[seat])
        hidden = i8(state.face_down[seat])
        if table != NONE:
            out[at + ahead * TABLE_PLACES + table] = 1.0
        elif hidden == NONE:
            out[at + ahead * TABLE_PLACES + POINT_TYPES + 1] = 1.0
        if hidden != NONE:
            out[at + ahead * TABLE_PLACES + POINT_TYPES] = 1.0
            if ahead == 0 and table == NONE:
                out[at + hidden] = 1.0
    at += MAX_SEATS * TABLE_PLACES
    for ahead in range(players):
        seat = (observer + ahead) % players
        own = at + ahead * 15
        alive = (state.alive >> seat) & 1
        out[own] = state.added[seat] / 9.0
        if state.disaster != NONE:
            out[own + 1] = TRAIT[state.dinosaur[seat], state.disaster]
        for kind in range(4):
            out[own + 2 + kind] = state.area[seat, kind]
            out[own + 9 + kind] = state.dinosaur[seat] == kind
        out[own + 6] = state.position[seat] / f8(GOAL)
        out[own + 7] = alive
        out[own + 8] = state.held[seat] / f8(HAND)
        out[own + 13] = state.boosts[seat]
        out[own + 14] = state.saps[seat]
    at += MAX_SEATS * 15
    for kind in range(4):
        out[at + kind] = state.disaster == kind
        left = DISASTER_COPIES[state.thesis, kind] - (state.disaster == kind)
        for seat in range(players):
            left -= state.area[seat, kind]
        out[at + 4 + kind] = left / 8.0
    at += 8
    out[at] = state.deck_left / 69.0
    out[at + 1] = state.star
    out[at + 2] = state.inversions & 1
    for seat in range(players):
        if state.revealed[seat] == SAW:
            out[at + 3] = 1.0
    at += 4
    phase = i8(state.phase)
    if phase != OVER:
        out[at + DECISION_KIND[phase]] = 1.0
    at += 10
    decided = i8(state.subject) if phase == TARGET else DECIDED_CARD[phase]
    if decided != NONE:
        out[at + decided] = 1.0
    at += TYPES
    if phase == KEEP and state.seat == observer:
        out[at + state.looked[0]] += 1.0
        out[at + state.looked[1]] += 1.0
    at += TYPES
    out[at] = state.throws_left / 3.0 if phase == THROW else 0.0
    out[at + 1] = state.turn / 20.0
