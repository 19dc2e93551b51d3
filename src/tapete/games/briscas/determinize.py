"""Determinization: sample the cards that a seat cannot know (section 8 of docs/rules/briscas.md).

Without voids every way to deal the unseen cards is equally likely. A void says that no card that the seat held at that
moment was of that suit, so what a card in a hand can be depends on when it was received. Cards held since before a void
have a mask of excluded suits, and an older card excludes every suit that a newer one excludes. The hidden cards of a
hand are therefore described by their number at each of four "ages" (0 to 3 excluded suits). The weight of such a
description is the number of ways in which the seat's plays can have come from its draws; with it, every order of the
deck that the observer cannot rule out is equally likely.
"""

from typing import TypeAlias

import numpy as np

from tapete.games.briscas.options import FOLLOW_OR_TRUMP, FREE, SEE_NEVER, SEE_START, SEE_STOCK_EMPTY, STOCK_EMPTY
from tapete.games.briscas.rules import CARDS, EXCHANGE_SEVEN, HAND, NONE, SEVEN, SUIT, TWO, State, beats
from tapete.kernel import (
    Array,
    below,
    bit_count,
    boolean,
    draw,
    f8,
    i8,
    kernel,
    scratch_f8,
    scratch_i8,
    shuffle,
    trailing_zeros,
    u8,
)

ALL_CARDS = (1 << CARDS) - 1
AGES = 4  # a hidden card cannot exclude all four suits
SHAPES = 4**AGES  # how many hidden cards of each age, as digits in base four; also: how many of each suit
AGE_MASKS = AGES + 1
RECEIVED, VOID = -1, 100  # events of a history besides the cards that left the hand
STORY = 100  # twenty-odd draws, as many plays, at most two voids with each
# The shapes of at most three cards, sorted by their number of cards, then ascending: only these are used.
SMALL_SHAPES = np.array(
    sorted((sum((s >> 2 * digit) & 3 for digit in range(AGES)), s) for s in range(SHAPES)), dtype=np.int16
)[:35, 1].copy()
FIRST_OF = np.array([0, 1, 5, 15, 35], dtype=np.int64)  # index of the first shape of n cards
ALL_SHAPES = 4 * SHAPES  # one table per seat
RETRIES = 50  # attempts of the quick joint sample for several hands, before the exact one
NUMBERS_TABLE: TypeAlias = Array[f8]
INTEGERS: TypeAlias = Array[i8]


@kernel
def determinize(state: State, observer: i8) -> None:
    """Deal the unseen cards at random to the places that the observer has not seen."""
    seen = seen_by(state, observer)
    for seat in range(state.players):
        if seat != observer:
            keep_seen_cards(state, seat, seen)
    deal_freely(state, u8(ALL_CARDS) & ~seen)


@kernel
def determinize_with_voids(state: State, observer: i8) -> None:
    """Determinize where seats can show voids, or where partners have seen each other's first hands."""
    seen = seen_by(state, observer)
    unseen = u8(ALL_CARDS) & ~seen
    players = i8(state.players)
    for seat in range(players):
        if seat != observer:
            keep_seen_cards(state, seat, seen)
    if state.partners_see_hands == SEE_START:
        forget_first_hands(state, observer)
    if state.voids & ~(1 << observer):
        unseen = deal_within_voids(state, observer, unseen)
    deal_freely(state, unseen)
    if state.partners_see_hands == SEE_START:
        recall_first_hands(state, observer)


@kernel
def seen_by(state: State, observer: i8) -> u8:
    """Return the cards (as bits) whose place the observer knows."""
    seen = state.known
    for seat in range(state.players):
        seen |= state.played[seat]
    seen |= cards_of(state, observer)
    seen |= u8(1) << u8(
        state.trump_card
    )  # under the stock, in a hand where it is known, played, or lost (thesis engine)
    if state.stock_left > 0 and not state.thesis_engine:
        seen |= u8(1) << u8(state.stock[0])
    if state.players == 3 and not state.thesis_engine:
        seen |= u8(1) << u8(10 * state.removed_two + TWO)
    if state.partners_see_hands != SEE_NEVER:
        partner = (observer + 2) % 4
        if state.partners_see_hands == SEE_STOCK_EMPTY:
            if state.stock_left == 0:
                seen |= cards_of(state, partner)
        else:
            for place in range(HAND):
                seen |= u8(1) << u8(state.first_hand[partner, place])
    return seen


@kernel
def cards_of(state: State, seat: i8) -> u8:
    cards = u8(0)
    for place in range(state.held[seat]):
        cards |= u8(1) << u8(state.hand[seat, place])
    return cards


@kernel
def keep_seen_cards(state: State, seat: i8, seen: u8) -> None:
    """Put a hand's seen cards first, ascending; mark the hidden places after them as empty."""
    cards = cards_of(state, seat) & seen
    for place in range(HAND):
        card = trailing_zeros(cards)
        state.hand[seat, place] = card if card < CARDS else NONE
        cards &= cards - u8(1)


@kernel
def deal_freely(state: State, unseen: u8) -> None:
    """Shuffle the unseen cards and fill the empty places of the hands; the rest is the hidden stock."""
    base = 1 if state.stock_left > 0 and not state.thesis_engine else 0
    count = base
    while unseen:
        state.stock[count] = trailing_zeros(unseen)
        unseen &= unseen - u8(1)
        count += 1
    shuffle(state, state.stock, base, count)
    for seat in range(state.players):
        for place in range(state.held[seat]):
            if state.hand[seat, place] == NONE:
                count -= 1
                state.hand[seat, place] = state.stock[count]
                state.stock[count] = 0


# Voids


@kernel
def deal_within_voids(state: State, observer: i8, unseen: u8) -> u8:
    """Fill the hidden places of the hands that have shown voids; return the cards that are left."""
    left = scratch_i8(4)  # unseen cards of each suit
    for suit in range(4):
        left[suit] = bit_count(unseen & (u8(0x3FF) << u8(10 * suit)))
    hidden = scratch_i8(4)
    tables = scratch_f8(ALL_SHAPES)
    for seat in range(state.players):
        hidden[seat] = 0
        if seat != observer:
            hidden[seat] = count_hidden(state, seat)
            weigh_suits(state, observer, seat, hidden[seat], tables)
        else:
            for shape in SMALL_SHAPES:
                tables[seat * SHAPES + shape] = 1.0 if shape == 0 else 0.0
    chosen = scratch_i8(4)
    choose_suits(state, left, hidden, tables, chosen)
    for seat in range(state.players):
        if hidden[seat] > 0:
            unseen = fill_by_suit(state, seat, chosen[seat], unseen)
    return unseen


@kernel
def count_hidden(state: State, seat: i8) -> i8:
    count = 0
    for place in range(state.held[seat]):
        if state.hand[seat, place] == NONE:
            count += 1
    return count


@kernel
def fill_by_suit(state: State, seat: i8, shape: i8, unseen: u8) -> u8:
    """Give a seat random unseen cards, as many of each suit as the shape says."""
    place = state.held[seat] - count_hidden(state, seat)
    for suit in range(4):
        for _ in range((shape >> (2 * suit)) & 3):
            candidates = unseen & (u8(0x3FF) << u8(10 * suit))
            for _ in range(below(state, bit_count(candidates))):
                candidates &= candidates - u8(1)
            card = trailing_zeros(candidates)
            state.hand[seat, place] = card
            unseen &= ~(u8(1) << u8(card))
            place += 1
    return unseen


@kernel
def weigh_suits(state: State, observer: i8, seat: i8, hidden: i8, tables: NUMBERS_TABLE) -> None:
    """Write, for each number of hidden cards per suit, how many histories of draws and plays allow it."""
    first = seat * SHAPES
    masks = scratch_i8(AGE_MASKS)
    ages = scratch_f8(SHAPES)
    count_histories(state, observer, seat, masks, ages)
    for shape in SMALL_SHAPES:
        tables[first + shape] = 0.0
    for k in range(FIRST_OF[hidden], FIRST_OF[hidden + 1]):
        shape = i8(SMALL_SHAPES[k])
        weight = ages[shape]
        if weight == 0.0:
            continue
        for suits in range(4**hidden):  # a suit for each hidden card, oldest age first
            if suits_fit(shape, suits, masks):
                counts = 0
                for place in range(hidden):
                    counts += 1 << (2 * ((suits >> (2 * place)) & 3))
                tables[first + counts] += weight


@kernel
def suits_fit(shape: i8, suits: i8, masks: INTEGERS) -> boolean:
    for age in range(AGES):
        for _ in range((shape >> (2 * age)) & 3):
            if (masks[age] >> (suits & 3)) & 1:
                return False
            suits >>= 2
    return True


@kernel
def tell_story(state: State, observer: i8, seat: i8, story: INTEGERS) -> i8:
    """Write the history of a seat's cards that the observer did not know, in order; return the number of events.

    RECEIVED: a hidden card was drawn. A card number: this card, hidden until then, left the hand. VOID + suit: the seat
    showed that it held no card of that suit.
    """
    players, trump = i8(state.players), i8(state.trump)
    known = u8(0)  # cards that the observer knew this seat to hold
    events = 0
    if state.partners_see_hands == SEE_START and seat == (observer + 2) % 4:
        for place in range(HAND):
            known |= u8(1) << u8(state.first_hand[seat, place])
    else:
        for _ in range(HAND):
            story[events] = RECEIVED
            events += 1
    stock = (CARDS if players != 3 else CARDS - 1) - HAND * players
    face_up = i8(state.trump_card)
    player = i8(state.first_player)
    size, led, best, winner = 0, NONE, NONE, NONE
    for k in range(state.logged):
        action = i8(state.log[k])
        exchange = action >= CARDS
        leaving = action
        if exchange:
            leaving = 10 * trump + (SEVEN if action == EXCHANGE_SEVEN else TWO)
        if player == seat:
            obliged = state.follow_suit != FREE and (state.phase != STOCK_EMPTY or stock == 0)
            if obliged and not exchange and size > 0 and SUIT[action] != led:
                story[events] = VOID + led
                events += 1
                if state.follow_suit == FOLLOW_OR_TRUMP and SUIT[action] != trump:
                    story[events] = VOID + trump
                    events += 1
            if not (known >> u8(leaving)) & u8(1):
                story[events] = leaving
                events += 1
            known &= ~(u8(1) << u8(leaving))
        if exchange:
            if player == seat:
                known |= u8(1) << u8(face_up)
            face_up = leaving
            continue
        if size == 0:
            led = i8(SUIT[action])
        if size == 0 or beats(action, best, trump):
            best, winner = action, player
        size += 1
        player = (player + 1) % players
        if size == players:
            size = 0
            player = winner
            if stock > 0:
                stock -= players
                if seat == (winner + players - 1) % players and stock == 0:
                    known |= u8(1) << u8(face_up)
                else:
                    story[events] = RECEIVED
                    events += 1
    return events


@kernel
def count_histories(state: State, observer: i8, seat: i8, masks: INTEGERS, ages: NUMBERS_TABLE) -> None:
    """Count the histories of a seat's hidden cards, by their ages.

    Until the first void all hidden cards are of age 0, and nothing has to be counted.
    """
    for shape in SMALL_SHAPES:
        ages[shape] = 0.0
    for age in range(AGES + 1):
        masks[age] = 0
    story = scratch_i8(STORY)
    hidden = 0
    counting = False
    for k in range(tell_story(state, observer, seat, story)):
        event = story[k]
        if event >= VOID:
            if not counting:
                counting = True
                ages[hidden] = 1.0
            show_void(ages, masks, hidden, event - VOID)
        elif event == RECEIVED:
            hidden += 1
            if counting:
                receive(ages, hidden)
        else:
            hidden -= 1
            if counting:
                play_hidden(ages, masks, hidden, i8(SUIT[event]))
    if state.partners_see_hands == SEE_STOCK_EMPTY and seat == (observer + 2) % 4 and state.stock_left == 0:
        for shape in SMALL_SHAPES:
            ages[shape] = 0.0
        hidden, counting = 0, False
    if not counting:
        ages[hidden] = 1.0


@kernel
def receive(ages: NUMBERS_TABLE, hidden: i8) -> None:
    """Add a hidden card of age 0; `hidden` already counts it."""
    for k in range(FIRST_OF[hidden - 1], FIRST_OF[hidden]):
        shape = SMALL_SHAPES[k]
        ages[shape + 1] = ages[shape]
        ages[shape] = 0.0


@kernel
def play_hidden(ages: NUMBERS_TABLE, masks: INTEGERS, hidden: i8, suit: i8) -> None:
    """Remove a hidden card of a suit, leaving `hidden`: it was any card that can have been of that suit."""
    for k in range(FIRST_OF[hidden], FIRST_OF[hidden + 1]):
        shape = SMALL_SHAPES[k]
        weight = 0.0
        for age in range(AGES):
            if not (masks[age] >> suit) & 1:
                weight += ages[shape + (1 << (2 * age))] * (((shape >> (2 * age)) & 3) + 1)
        ages[shape] = weight
    for k in range(FIRST_OF[hidden + 1], FIRST_OF[hidden + 2]):
        ages[SMALL_SHAPES[k]] = 0.0


@kernel
def show_void(ages: NUMBERS_TABLE, masks: INTEGERS, hidden: i8, suit: i8) -> None:
    """Exclude a suit from every card held now: the cards that did not exclude it yet become one age older."""
    top = 0  # the youngest age that already excludes the suit
    while top < AGES and not ((masks[top] >> suit) & 1):
        top += 1
    for age in range(top, 0, -1):
        masks[age] = masks[age - 1] | (1 << suit)
    masks[0] = 0
    for k in range(FIRST_OF[hidden + 1] - 1, FIRST_OF[hidden] - 1, -1):  # older cards move to a larger shape
        shape = i8(SMALL_SHAPES[k])
        weight = ages[shape]
        if weight == 0.0:
            continue
        target = 0
        for age in range(AGES):
            count = (shape >> (2 * age)) & 3
            if count > 0:
                older = age + 1 if age < top else age
                target = NONE if older >= AGES or target == NONE else target + (count << (2 * older))
        if target != shape:
            ages[shape] = 0.0
            if target != NONE:  # otherwise every suit is excluded: impossible
                ages[target] += weight


@kernel
def falling(n: i8, k: i8) -> f8:
    """Return the number of ways to choose k of n cards in order."""
    ways = 1.0
    for i in range(k):
        ways *= n - i
    return ways


@kernel
def ways_to_deal(left: INTEGERS, shape: i8) -> f8:
    ways = 1.0
    for suit in range(4):
        ways *= falling(left[suit], (shape >> (2 * suit)) & 3)
    return ways


@kernel
def choose_suits(state: State, left: INTEGERS, hidden: INTEGERS, tables: NUMBERS_TABLE, chosen: INTEGERS) -> None:
    """Choose the cards of each suit in every hidden hand, each joint choice weighted by its number of histories.

    First hand by hand, accepted with the probability that corrects for the shared cards; if that fails too often,
    exactly.
    """
    players = i8(state.players)
    for _ in range(RETRIES):
        needed = 0
        apart = 1.0
        for seat in range(players):
            chosen[seat] = choose_alone(state, left, tables, seat)
            apart *= ways_to_deal(left, chosen[seat])
            needed += chosen[seat]
        together = 1.0
        for suit in range(4):
            count = 0
            for seat in range(players):
                count += (chosen[seat] >> (2 * suit)) & 3
            together *= falling(left[suit], count)
        if uniform(state) * apart < together:
            return
    choose_exactly(state, left, tables, chosen)


@kernel
def uniform(state: State) -> f8:
    return f8(draw(state) >> u8(11)) / 9007199254740992.0


@kernel
def choose_alone(state: State, left: INTEGERS, tables: NUMBERS_TABLE, seat: i8) -> i8:
    total = 0.0
    for shape in SMALL_SHAPES:
        if tables[seat * SHAPES + shape] > 0.0:
            total += tables[seat * SHAPES + shape] * ways_to_deal(left, shape)
    threshold = uniform(state) * total
    last = i8(0)
    for shape in SMALL_SHAPES:
        if tables[seat * SHAPES + shape] > 0.0:
            weight = tables[seat * SHAPES + shape] * ways_to_deal(left, shape)
            if weight > 0.0:
                last = shape
                threshold -= weight
                if threshold < 0.0:
                    return shape
    return last


@kernel
def choose_exactly(state: State, left: INTEGERS, tables: NUMBERS_TABLE, chosen: INTEGERS) -> None:
    """Choose by enumerating every joint choice of suits for up to four hands (the observer's own is empty)."""
    players = i8(state.players)
    for seat in range(players, 4):
        for shape in SMALL_SHAPES:
            tables[seat * SHAPES + shape] = 1.0 if shape == 0 else 0.0
    total = walk_choices(left, tables, chosen, -1.0)
    walk_choices(left, tables, chosen, uniform(state) * total)


@kernel
def walk_choices(left: INTEGERS, tables: NUMBERS_TABLE, chosen: INTEGERS, threshold: f8) -> f8:
    """Return the total weight of all joint choices; with a threshold, stop where the running total passes it."""
    total = 0.0
    counts = scratch_i8(4)
    for a in SMALL_SHAPES:
        if tables[a] == 0.0:
            continue
        for b in SMALL_SHAPES:
            if tables[SHAPES + b] == 0.0:
                continue
            for c in SMALL_SHAPES:
                if tables[2 * SHAPES + c] == 0.0:
                    continue
                for d in SMALL_SHAPES:
                    weight = tables[a] * tables[SHAPES + b] * tables[2 * SHAPES + c] * tables[3 * SHAPES + d]
                    if weight == 0.0:
                        continue
                    for suit in range(4):
                        digit = 2 * suit
                        counts[suit] = ((a >> digit) & 3) + ((b >> digit) & 3) + ((c >> digit) & 3) + ((d >> digit) & 3)
                        weight *= falling(left[suit], counts[suit])
                    if weight <= 0.0:
                        continue
                    total += weight
                    if threshold >= 0.0:
                        chosen[0], chosen[1], chosen[2], chosen[3] = a, b, c, d
                        if total > threshold:
                            return total
    return total


# First hands that partners have seen (`partners_see_hands=start`)


@kernel
def forget_first_hands(state: State, observer: i8) -> None:
    """Hide the other pair's first hands from the observer."""
    for k in range(2):
        seat = (observer + 1 + 2 * k) % 4
        for place in range(HAND):
            state.first_hand[seat, place] = NONE


@kernel
def recall_first_hands(state: State, observer: i8) -> None:
    """Sample which cards the other pair was dealt first: each play takes any of the cards held at that time."""
    for k in range(2):
        seat = (observer + 1 + 2 * k) % 4
        draw_first_hand(state, observer, seat)


@kernel
def draw_first_hand(state: State, observer: i8, seat: i8) -> None:
    """Sample a first hand: `first` of the hidden cards held are dealt ones; any that leaves or stays may be one."""
    story = scratch_i8(STORY)
    events = tell_story(state, observer, seat, story)
    found, first, later = 0, HAND, 0
    for k in range(HAND, events):
        if story[k] == RECEIVED:
            later += 1
        elif story[k] < VOID:
            if below(state, first + later) < first:
                first -= 1
                state.first_hand[seat, found] = story[k]
                found += 1
            else:
                later -= 1
    for place in range(state.held[seat]):
        card = i8(state.hand[seat, place])
        if first > 0 and not (state.known >> u8(card)) & u8(1):
            if below(state, first + later) < first:
                first -= 1
                state.first_hand[seat, found] = card
                found += 1
            else:
                later -= 1
