"""Feature vectors (section 9 of docs/rules/briscas.md), the weighted evaluation, and the exact end game (section 11)."""

from tapete.contract import FEATURES, NUMBERS
from tapete.games.briscas.hidden import cards_of, seen_by
from tapete.games.briscas.rules import (
    CARDS,
    MAX_LEGAL,
    POINTS,
    State,
    apply,
    is_winner,
    legal,
)
from tapete.kernel import bit_count, copy_of, f8, i8, kernel, scratch_i4, trailing_zeros, u8

ACES_AND_THREES = sum(3 << (10 * suit) for suit in range(4))
ALL_CARDS = (1 << CARDS) - 1
WIN = 1000.0  # a won game in `solve` with objective 0: more than any difference of points


@kernel
def put_cards(cards: u8, at: i8, out: FEATURES):
    """Forty places of 0 or 1 from `at` on."""
    while cards:
        out[at + trailing_zeros(cards)] = 1.0
        cards &= cards - u8(1)


@kernel
def observe_v1(state: State, observer: i8, out: FEATURES):
    """`briscas_v1`: 256 numbers for two players, 120 more for each further seat."""
    out[:] = 0.0
    players = i8(state.players)
    put_cards(cards_of(state, observer), 0, out)
    at = 40
    for k in range(1, players):  # the card of each other seat on the table
        seat = (observer + k) % players
        for i in range(state.trick_size):
            if (state.leader + i) % players == seat:
                out[at + state.trick[i]] = 1.0
        at += 40
    put_cards(state.played[observer], at, out)
    at += 40
    for k in range(1, players):
        put_cards(state.played[(observer + k) % players], at, out)
        at += 40
    seen = seen_by(state, observer)
    for k in range(1, players):
        put_cards(cards_of(state, (observer + k) % players) & seen, at, out)
        at += 40
    in_stock = state.stock_left > 0 and not state.thesis_engine
    if in_stock:
        out[at + state.stock[0]] = 1.0
    at += 40
    out[at + state.trump] = 1.0
    side = observer % state.sides
    best_other = 0
    for other in range(state.sides):
        if other != side:
            best_other = max(best_other, i8(state.points[other]))
    out[at + 4] = state.points[side] / 120.0
    out[at + 5] = best_other / 120.0
    out[at + 6] = (state.stock_left - in_stock) / 33.0
    out[at + 7] = (state.turn // players + 1) / 20.0
    out[at + 8] = state.trick_size == 0 and state.seat == observer
    out[at + 9 + state.follow_suit] = 1.0
    out[at + 12] = state.exchange
    unseen = u8(ALL_CARDS) & ~seen
    out[at + 13] = bit_count(unseen & (u8(0x3FF) << u8(10 * state.trump))) / 10.0
    out[at + 14] = bit_count(unseen & u8(ACES_AND_THREES)) / 8.0
    points = 0
    while unseen:
        points += POINTS[trailing_zeros(unseen)]
        unseen &= unseen - u8(1)
    out[at + 15] = points / 120.0


@kernel
def observe_thesis(state: State, observer: i8, out: FEATURES):
    """`thesis166`: the thesis's inputs, without history, the hand in the order received."""
    out[:] = 0.0
    for place in range(state.held[observer]):
        out[40 * place + state.hand[observer, place]] = 1.0
    out[120 + state.trump] = 1.0
    if state.trick_size > 0:
        out[124 + state.trick[state.trick_size - 1]] = 1.0
    side = observer % state.sides
    out[164] = state.points[side] / 120.0
    best = 0
    for other in range(state.sides):
        if other != side:
            best = max(best, i8(state.points[other]))
    out[165] = best / 120.0


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Points won, what the hand is worth, and what lies on the table for whoever holds the trick."""
    side = seat % state.sides
    best_other = 0
    for other in range(state.sides):
        if other != side:
            best_other = max(best_other, i8(state.points[other]))
    value = weights[0] * (state.points[side] - best_other)
    if state.over:
        return value
    held = cards_of(state, seat)
    trumps = u8(0x3FF) << u8(10 * state.trump)
    unseen = u8(ALL_CARDS) & ~seen_by(state, seat)
    in_hand = 0
    cards = held
    while cards:
        in_hand += POINTS[trailing_zeros(cards)]
        cards &= cards - u8(1)
    live = 0
    for suit in range(4):
        of_suit = u8(0x3FF) << u8(10 * suit)
        if unseen & of_suit:
            live += bit_count(held & of_suit & u8(ACES_AND_THREES))
    value += weights[1] * in_hand + weights[2] * bit_count(held & trumps) + weights[4] * live
    if state.trick_size > 0:
        on_table = 0
        for i in range(state.trick_size):
            on_table += POINTS[state.trick[i]]
        value += weights[3] * (on_table if state.best_seat % state.sides == side else -on_table)
    return value


# The end game


@kernel
def solve(state: State, observer: i8, objective: i8, out: NUMBERS) -> i8:
    """Two players, no stock: the unseen cards are the other hand, so the observer can play it out exactly."""
    if state.players != 2 or state.stock_left > 0 or state.over:
        return 0
    actions = scratch_i4(MAX_LEGAL)
    n = legal(state, actions)
    for i in range(n):
        after = copy_of(state)
        apply(after, i8(actions[i]))
        out[i] = best_value(after, observer, objective)
    return n


@kernel
def best_value(state: State, observer: i8, objective: i8) -> f8:
    """The value for the observer when both play as well as they can from here."""
    if state.over:
        difference = f8(state.points[observer] - state.points[1 - observer])
        if objective == 0:
            difference += WIN * (i8(is_winner(state, observer)) - i8(is_winner(state, 1 - observer)))
        return difference
    actions = scratch_i4(MAX_LEGAL)
    n = legal(state, actions)
    sign = 1.0 if state.seat == observer else -1.0
    best = -1e9
    for i in range(n):
        after = copy_of(state)
        apply(after, i8(actions[i]))
        best = max(best, sign * best_value(after, observer, objective))
    return sign * best
