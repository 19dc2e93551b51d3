"""Knowledge of other hands: least and greatest counts by resource, updated during the game (section 2).

`below` and `above` are the distances of the bounds from the true hand. Cards that move in public move hand and bounds
alike, so only what is shown or hidden is recorded here.
"""

from tapete.games.catan.packed_counts import BYTE, LANES, lane, one, present, smaller, total
from tapete.games.catan.state import EMPTY, OBSERVERS, PUBLIC, State
from tapete.kernel import bit_count, i8, kernel, u8


@kernel
def show(state: State, seat: i8, spare: u8) -> None:
    """Record that a seat has shown all of its hand but `spare`: raise the least counts where they were lower."""
    for observer in range(OBSERVERS):
        below = state.below[seat, observer]
        if below != EMPTY:
            state.below[seat, observer] = smaller(below, spare)


@kernel
def tighten(state: State, seat: i8, observer: i8) -> None:
    """Tighten the bounds of one hand as far as its known number of cards allows."""
    below, above = state.below[seat, observer], state.above[seat, observer]
    # The hand itself has the right number of cards: one lane can exceed the truth only by what the others can be lower.
    low_room, high_room = total(below), total(above)
    if low_room == 0 or high_room == 0:
        state.below[seat, observer] = EMPTY
        state.above[seat, observer] = EMPTY
        return
    new_below, new_above = below, above
    for r in range(LANES):
        lower, higher = lane(below, r), lane(above, r)
        if higher > low_room - lower:
            new_above -= u8(higher - (low_room - lower)) << u8(8 * r)
        if lower > high_room - higher:
            new_below -= u8(lower - (high_room - higher)) << u8(8 * r)
    state.below[seat, observer] = new_below
    state.above[seat, observer] = new_above


@kernel
def note_steal(state: State, thief: i8, victim: i8, resource: i8) -> None:
    """Record a steal, before the card moves: thief and victim know it, for others it is any the victim may hold."""
    stolen = one(resource)
    left = state.hand[victim] - stolen
    for observer in range(OBSERVERS):
        if observer == victim or (observer >= state.players and observer != PUBLIC):
            continue
        if observer == thief:
            state.below[victim, observer] = smaller(state.below[victim, observer], left)
            continue
        tighten(state, victim, observer)
        tighten(state, thief, observer)
        least = state.hand[victim] - state.below[victim, observer]
        greatest = state.hand[victim] + state.above[victim, observer]
        possible = present(greatest)
        if bit_count(possible) > 1:
            least -= present(least)
            state.below[victim, observer] = left - least
            state.above[victim, observer] = greatest - left
            state.below[thief, observer] += stolen
            state.above[thief, observer] += possible & ~stolen


@kernel
def note_monopoly(state: State, taker: i8, resource: i8) -> None:
    """Record that no other player holds the resource now, which is public."""
    lane_mask = BYTE << u8(8 * resource)
    for seat in range(state.players):
        if seat != taker:
            for observer in range(OBSERVERS):
                state.below[seat, observer] &= ~lane_mask
                state.above[seat, observer] &= ~lane_mask
