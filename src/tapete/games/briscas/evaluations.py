"""Weighted evaluation of a position."""

from tapete.games.briscas.determinize import ALL_CARDS, cards_of, seen_by
from tapete.games.briscas.rules import ACES_AND_THREES, POINTS, State
from tapete.kernel import bit_count, f8, i8, kernel, trailing_zeros, u8
from tapete.kernel.contract import NUMBERS


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the weighted sum of points won, the value of the hand, and the points of the trick on the table."""
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
