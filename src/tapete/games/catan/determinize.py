"""Determinization: sample what a seat cannot know (docs/rules/catan.md, section 2).

Other hands are dealt uniformly within the bounds that the observer has counted, the public hand sizes and the cards of
each resource in the game. Development cards are dealt from those that the observer has not seen, so that no player has
won already. The knowledge of other seats, as far as the observer cannot tell, is replaced by public knowledge.
"""

from typing import TypeAlias

from tapete.games.catan import moves
from tapete.games.catan.options import COUNTABLE
from tapete.games.catan.packed_counts import LANES, lane, one, total
from tapete.games.catan.state import (
    ANSWER,
    ANY_TIME,
    CARD_KINDS,
    DECK_COUNTS,
    DISCARD,
    EMPTY,
    MAX_SEATS,
    PUBLIC,
    VICTORY_POINT,
    State,
)
from tapete.kernel import Array, below, boolean, draw, i8, kernel, scratch_i8, shuffle, u1, u8

KINDS = len(CARD_KINDS)
CELLS = MAX_SEATS * LANES
PILE = COUNTABLE * LANES
TRIES = 60  # random deals of the free cards before a feasible one is built and mixed
SWAPS = 200  # exchanges that mix it
CARD_TRIES = 60
ROUNDS = 40  # limit of the passes that tighten bounds until nothing changes; two or three in practice
INTEGERS: TypeAlias = Array[i8]


@kernel
def determinize(state: State, observer: i8) -> None:
    """Sample one world that the observer considers possible. When the game is over, all cards are open."""
    state.forced_dice[0] = 0
    state.forced_dice[1] = 0
    state.forced_steal = 0
    if state.over:
        return
    taken_back = scratch_i8(MAX_SEATS)
    hiding = state.hidden_discards and state.phase == DISCARD
    if hiding:
        take_back_discards(state, observer, taken_back)
    deal_hands(state, observer)
    if hiding:
        discard_again(state, observer, taken_back)
    if state.blind_answers and state.phase == ANSWER:
        answer_again(state, observer)
    deal_cards(state, observer)


# Hidden discards and blind answers


@kernel
def hides(state: State, action: i8) -> i8:
    """Return 1 for discards and answers that others do not see when they are made, 0 for all other actions."""
    if moves.DISCARD <= action < moves.MARITIME:
        return i8(state.hidden_discards)
    return i8(state.blind_answers) if action == moves.ACCEPT or action == moves.REJECT else 0


@kernel
def take_back_discards(state: State, observer: i8, taken_back: INTEGERS) -> None:
    """Put discards that others have not seen yet back into the hands."""
    for seat in range(state.players):
        taken_back[seat] = 0
        if seat != observer:
            cards = state.discarded[seat]
            taken_back[seat] = total(cards)
            state.hand[seat] += cards
            state.bank -= cards
            state.discarded[seat] = EMPTY


@kernel
def discard_again(state: State, observer: i8, taken_back: INTEGERS) -> None:
    """Discard as many cards again, each card of a hand equally likely."""
    for seat in range(state.players):
        if seat != observer:
            for _ in range(taken_back[seat]):
                hand = state.hand[seat]
                place, resource = below(state, total(hand)), 0
                while place >= lane(hand, resource):
                    place -= lane(hand, resource)
                    resource += 1
                state.hand[seat] -= one(resource)
                state.discarded[seat] += one(resource)
                state.bank += one(resource)


@kernel
def answer_again(state: State, observer: i8) -> None:
    """Sample answers that are not shown yet: a seat that can pay may have accepted."""
    for seat in range(state.players):
        bit = u1(1 << seat)
        if seat != observer and seat != state.player and state.answered & bit:
            can_pay = True
            for r in range(LANES):
                if lane(state.hand[seat], r) < lane(state.want, r):
                    can_pay = False
            if can_pay and draw(state) & u8(1):
                state.accepted |= bit
            else:
                state.accepted &= ~bit


# Hands


@kernel
def deal_hands(state: State, observer: i8) -> None:
    """Sample the other hands and express all bounds relative to them."""
    low, high = scratch_i8(CELLS), scratch_i8(CELLS)
    bounds(state, observer, low, high)
    room, hand = scratch_i8(CELLS), scratch_i8(CELLS)  # room above the least counts; cards beyond them
    free, left = scratch_i8(MAX_SEATS), scratch_i8(LANES)
    unknown = 0
    for r in range(LANES):
        left[r] = state.bank_size - lane(state.bank, r) - lane(state.hand[observer], r)
    for seat in range(state.players):
        free[seat] = 0
        if seat != observer:
            free[seat] = total(state.hand[seat])
            for r in range(LANES):
                cell = seat * LANES + r
                room[cell] = high[cell] - low[cell]
                hand[cell] = 0
                free[seat] -= low[cell]
                left[r] -= low[cell]
            unknown += free[seat]
    if unknown > 0 and not deal_quickly(state, observer, room, free, left, hand):
        build_feasible(state, observer, room, free, left, hand)
        mix_hands(state, observer, room, hand)
    for seat in range(state.players):
        rebase(state, observer, seat, low, high, hand)


@kernel
def bounds(state: State, observer: i8, low: INTEGERS, high: INTEGERS) -> None:
    """Write least and greatest counts of every resource in every other hand, from hand sizes and totals of resources.

    While discards are hidden, the bounds are those of the other hands before them.
    """
    bank = state.bank
    hiding = state.phase == DISCARD
    for seat in range(state.players):
        hidden = state.discarded[seat] if hiding and seat != observer else EMPTY
        bank -= hidden
        for r in range(LANES):
            held = lane(state.hand[seat] + hidden, r)
            low[seat * LANES + r] = held - lane(state.below[seat, observer], r)
            high[seat * LANES + r] = held + lane(state.above[seat, observer], r)
    changed = True
    for _ in range(ROUNDS):
        if not changed:
            return
        changed = False
        for seat in range(state.players):
            if seat != observer:
                least, greatest = 0, 0
                for r in range(LANES):
                    least += low[seat * LANES + r]
                    greatest += high[seat * LANES + r]
                size = total(state.hand[seat] + (state.discarded[seat] if hiding else EMPTY))
                for r in range(LANES):
                    cell = seat * LANES + r
                    lower, upper = low[cell], high[cell]
                    low[cell] = max(lower, size - (greatest - upper))
                    high[cell] = min(upper, size - (least - lower))
                    least += low[cell] - lower
                    greatest += high[cell] - upper
                    changed |= low[cell] > lower or high[cell] < upper
        for r in range(LANES):
            out = state.bank_size - lane(bank, r) - lane(state.hand[observer], r)
            least, greatest = 0, 0
            for seat in range(state.players):
                if seat != observer:
                    least += low[seat * LANES + r]
                    greatest += high[seat * LANES + r]
            for seat in range(state.players):
                if seat != observer:
                    cell = seat * LANES + r
                    lower, upper = low[cell], high[cell]
                    low[cell] = max(lower, out - (greatest - upper))
                    high[cell] = min(upper, out - (least - lower))
                    least += low[cell] - lower
                    greatest += high[cell] - upper
                    changed |= low[cell] > lower or high[cell] < upper


@kernel
def deal_quickly(state: State, observer: i8, room: INTEGERS, free: INTEGERS, left: INTEGERS, hand: INTEGERS) -> boolean:
    """Deal the shuffled free cards and accept a deal within the bounds: uniform if it succeeds."""
    pile = scratch_i8(PILE)
    count = 0
    for r in range(LANES):
        for _ in range(left[r]):
            pile[count] = r
            count += 1
    for _ in range(TRIES):
        for k in range(count - 1, 0, -1):
            j = below(state, k + 1)
            pile[k], pile[j] = pile[j], pile[k]
        place = 0
        fits = True
        for seat in range(state.players):
            if seat != observer:
                for r in range(LANES):
                    hand[seat * LANES + r] = 0
                for _ in range(free[seat]):
                    cell = seat * LANES + pile[place]
                    place += 1
                    hand[cell] += 1
                    if hand[cell] > room[cell]:
                        fits = False
        if fits:
            return True
    return False


@kernel
def build_feasible(state: State, observer: i8, room: INTEGERS, free: INTEGERS, left: INTEGERS, hand: INTEGERS) -> None:
    """Build a deal within the bounds: each card to a seat with a place, displacing others along a chain of seats."""
    players = i8(state.players)
    places = scratch_i8(MAX_SEATS)
    came_from, brought = scratch_i8(MAX_SEATS), scratch_i8(MAX_SEATS)
    for seat in range(players):
        places[seat] = free[seat]
        if seat != observer:
            for r in range(LANES):
                hand[seat * LANES + r] = 0
    for r in range(LANES):
        for _ in range(left[r]):
            for seat in range(players):
                came_from[seat] = -1
                brought[seat] = -1
                if seat != observer and hand[seat * LANES + r] < room[seat * LANES + r]:
                    brought[seat] = r
            target = -1
            for _ in range(players):  # breadth first: seats that the card, or one that it displaces, can reach
                for seat in range(players):
                    if target < 0 and brought[seat] >= 0 and places[seat] > 0:
                        target = seat
                if target >= 0:
                    break
                for seat in range(players):
                    if brought[seat] < 0:
                        continue
                    for other in range(players):
                        if other == observer or other == seat or brought[other] >= 0:
                            continue
                        for q in range(LANES):
                            movable = hand[seat * LANES + q] > 0 and q != brought[seat]
                            if movable and brought[other] < 0 and hand[other * LANES + q] < room[other * LANES + q]:
                                brought[other] = q
                                came_from[other] = seat
            if target >= 0:
                places[target] -= 1
                seat = target
                for _ in range(players):
                    hand[seat * LANES + brought[seat]] += 1
                    if came_from[seat] < 0:
                        break
                    hand[came_from[seat] * LANES + brought[seat]] -= 1
                    seat = came_from[seat]


@kernel
def mix_hands(state: State, observer: i8, room: INTEGERS, hand: INTEGERS) -> None:
    """Exchange random cards between two hands, with the acceptance that makes every deal equally likely."""
    players = i8(state.players)
    for _ in range(SWAPS):
        a, b = below(state, players), below(state, players)
        r, q = below(state, LANES), below(state, LANES)
        chance = below(state, 1 << 20)
        if a == observer or b == observer or a == b or r == q:
            continue
        from_a, from_b, to_a, to_b = a * LANES + r, b * LANES + q, a * LANES + q, b * LANES + r
        if hand[from_a] == 0 or hand[from_b] == 0 or hand[to_a] >= room[to_a] or hand[to_b] >= room[to_b]:
            continue
        ways_now, ways_then = hand[from_a] * hand[from_b], (hand[to_a] + 1) * (hand[to_b] + 1)
        if chance * ways_then < ways_now << 20:
            hand[from_a] -= 1
            hand[from_b] -= 1
            hand[to_a] += 1
            hand[to_b] += 1


@kernel
def rebase(state: State, observer: i8, seat: i8, low: INTEGERS, high: INTEGERS, hand: INTEGERS) -> None:
    """Write a sampled hand into the state. The other seats have public knowledge of it."""
    old = state.hand[seat]
    new = old
    least, greatest = old, old
    if seat != observer:
        new, least, greatest = EMPTY, EMPTY, EMPTY
        for r in range(LANES):
            cell = seat * LANES + r
            new |= u8(low[cell] + hand[cell]) << u8(8 * r)
            least |= u8(low[cell]) << u8(8 * r)
            greatest |= u8(high[cell]) << u8(8 * r)
    public_least, public_greatest = old - state.below[seat, PUBLIC], old + state.above[seat, PUBLIC]
    state.hand[seat] = new
    state.below[seat, PUBLIC] = new - public_least
    state.above[seat, PUBLIC] = public_greatest - new
    for other in range(state.players):
        if other == seat:
            state.below[seat, other] = EMPTY
            state.above[seat, other] = EMPTY
        elif other == observer:
            state.below[seat, other] = new - least
            state.above[seat, other] = greatest - new
        else:
            state.below[seat, other] = state.below[seat, PUBLIC]
            state.above[seat, other] = state.above[seat, PUBLIC]


# Development cards


@kernel
def most_victory_points(state: State, seat: i8) -> i8:
    """Return how many victory point cards a seat can hold without having won already."""
    shown = i8(state.held_back[seat])
    if state.win == ANY_TIME or seat == state.player:
        shown = max(shown, i8(state.visible[seat]))
    return state.points_to_win - 1 - shown


@kernel
def deal_cards(state: State, observer: i8) -> None:
    """Deal the unseen development cards to the others and the rest, shuffled, to the deck."""
    players, left = i8(state.players), i8(state.deck_left)
    shown = state.cards[observer]
    for seat in range(players):
        shown += state.played[seat]
    count = 0
    for kind in range(KINDS):
        for _ in range(DECK_COUNTS[kind] - lane(shown, kind)):
            state.deck[count] = kind
            count += 1
    limits = False
    for seat in range(players):
        if seat != observer and total(state.cards[seat]) > most_victory_points(state, seat):
            limits = True
    shuffle(state, state.deck, 0, count)
    if limits:
        tries = 1
        while tries < CARD_TRIES and too_many_points(state, observer, count) >= 0:
            shuffle(state, state.deck, 0, count)
            tries += 1
        if tries == CARD_TRIES:
            move_points(state, observer, count)
    new_this_turn = total(state.bought)
    for seat in range(players):
        if seat != observer:
            size = total(state.cards[seat])
            state.cards[seat] = EMPTY
            if seat == state.player:
                state.bought = EMPTY
            for k in range(size):
                count -= 1
                card = one(i8(state.deck[count]))
                state.deck[count] = 0
                state.cards[seat] += card
                if seat == state.player and k < new_this_turn:
                    state.bought += card
    state.deck_left = left


@kernel
def too_many_points(state: State, observer: i8, count: i8) -> i8:
    """Return the index of a shuffled card that is a victory point too many for its seat, or -1."""
    for seat in range(state.players):
        if seat != observer:
            room = most_victory_points(state, seat)
            for _ in range(total(state.cards[seat])):
                count -= 1
                if state.deck[count] == VICTORY_POINT:
                    room -= 1
                    if room < 0:
                        return count
    return -1


@kernel
def move_points(state: State, observer: i8, count: i8) -> None:
    """Exchange surplus victory points for other cards: of the deck first, then of other seats."""
    for _ in range(KINDS):
        place = too_many_points(state, observer, count)
        if place < 0:
            return
        for other in range(count):
            if state.deck[other] != VICTORY_POINT:
                state.deck[place], state.deck[other] = state.deck[other], state.deck[place]
                moved = too_many_points(state, observer, count)
                if moved < 0 or moved < place:
                    break
                state.deck[place], state.deck[other] = state.deck[other], state.deck[place]
