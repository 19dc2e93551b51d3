"""Hidden decisions, and determinization of what a seat cannot know (section 10 of docs/rules/dinosaurs.md).

The other hands, cards chosen and not yet revealed, cards that another player is looking at and the decks are unseen.
Cards that the observer knows stay where they are. Every deal of the rest that agrees with what has been announced (a
player has a Point card to choose; a player in sudden death has none) is equally likely, and so is each Point card of a
hand that has chosen. Not kept: that the card stolen from a third player was one of several known ones (only the copies
that are certainly left are kept), and, after hands are refilled or a card is stolen, that a player had no Point card.
"""

from typing import TypeAlias

from tapete.games.dinosaurs.cards import DECK, FULL_DECK, POINT_TYPES
from tapete.games.dinosaurs.rules import (
    ADD_EFFECT_CARD,
    ADD_POINT_CARD,
    CHOOSE,
    HAND,
    KEEP,
    MAX_SEATS,
    NONE,
    PASS,
    POINT_LANES,
    SUDDEN_DEATH,
    TAKE,
    State,
    gain,
    has_point_card,
    lose,
    see_hand,
    spread,
)
from tapete.kernel import Array, below, i8, kernel, scratch_i8, u8

RETRIES = 30  # joint samples before the required Point cards are dealt first
INTEGERS: TypeAlias = Array[i8]
NIBBLES = 16
SEEN, HIDDEN, UNNOTICED = 0, 1, 2


@kernel
def hides(state: State, action: i8) -> i8:
    """Return how others see a decision: cards chosen face down, taken from a hand or kept after a look are hidden.

    A player who adds nothing by Odd Pebble or Fern Juice may have had nothing to add and no decision (section 7):
    unnoticed.
    """
    phase = i8(state.phase)
    if phase == CHOOSE or phase == SUDDEN_DEATH or phase == TAKE or phase == KEEP:
        return HIDDEN
    if action == PASS and (phase == ADD_POINT_CARD or phase == ADD_EFFECT_CARD):
        return UNNOTICED
    return SEEN


@kernel
def determinize(state: State, observer: i8) -> None:
    """Deal the unseen cards at random to the places that the observer has not seen."""
    resample(state, observer, 0)


@kernel
def determinize_without_discards(state: State, observer: i8) -> None:
    """Determinize for an observer who does not remember the discard pile: its cards are mixed with the unseen ones."""
    resample(state, observer, 1)


@kernel
def resample(state: State, observer: i8, forgetful: i8) -> None:
    state.stacked = 0
    state.stacked_disasters = 0
    state.laid_out = 0
    sort_disasters(state)
    forget_private_looks(state, observer)
    low, high = FULL_DECK[state.two_player, 0], FULL_DECK[state.two_player, 1]
    low -= state.hand[observer, 0]
    high -= state.hand[observer, 1]
    high -= state.instants + state.gone
    discarded = 0
    if forgetful:
        discarded = count_cards(state.discards[0]) + count_cards(state.discards[1])
    else:
        low -= state.discards[0]
        high -= state.discards[1]
    unknown = scratch_i8(4)  # cards of each hand, including the one face down, that the observer does not know
    for seat in range(state.players):
        low -= card_bit(state.table[seat], 0)
        high -= card_bit(state.table[seat], 1)
        unknown[seat] = 0
        if seat == observer:
            low -= card_bit(state.face_down[seat], 0)
            high -= card_bit(state.face_down[seat], 1)
            continue
        unknown[seat] = i8(state.held[seat]) + (state.face_down[seat] != NONE)
        for place in range(HAND):
            card = i8(state.known[observer, seat, place]) - 1
            low -= card_bit(card, 0)
            high -= card_bit(card, 1)
            unknown[seat] -= card != NONE
    looker = state.phase == KEEP and state.seat == observer
    if looker:
        for i in range(2):
            low -= card_bit(state.looked[i], 0)
            high -= card_bit(state.looked[i], 1)
    deal_hands(state, observer, unknown, low, high)
    for seat in range(state.players):
        if seat != observer and state.face_down[seat] != NONE:
            choose_face_down(state, seat)
    if state.phase == KEEP and not looker:
        state.looked[0] = take_unseen(state)
        state.looked[1] = take_unseen(state)
    if forgetful:
        state.discards[0] = u8(0)
        state.discards[1] = u8(0)
        for _ in range(discarded):
            card = take_unseen(state)
            state.discards[card >> 4] += u8(1) << u8(4 * (card & 15))
    if state.phase == TAKE and state.seat != observer and state.subject != observer:
        see_hand(state, state.seat, state.subject)


@kernel
def card_bit(card: i8, word: i8) -> u8:
    """Return one card as a count in the given word; 0 for NONE and for a card of the other word."""
    if card == NONE or card >> 4 != word:
        return u8(0)
    return u8(1) << u8(4 * (card & 15))


@kernel
def count_cards(word: u8) -> i8:
    total = 0
    for lane in range(NIBBLES):
        total += i8(word >> u8(4 * lane)) & 15
    return total


@kernel
def sort_disasters(state: State) -> None:
    """Write the unknown part of the disaster deck by type, because it has no order."""
    counts = scratch_i8(4)
    for kind in range(4):
        counts[kind] = 0
    left = i8(state.disasters_left)
    for i in range(left):
        counts[state.disasters[i]] += 1
    at = 0
    for kind in range(4):
        for _ in range(counts[kind]):
            state.disasters[at] = kind
            at += 1


@kernel
def forget_private_looks(state: State, observer: i8) -> None:
    """Forget what the other players know of each other's hands."""
    if state.known_of == 0:
        return
    for other in range(MAX_SEATS):
        for seat in range(MAX_SEATS):
            if other != observer and seat != observer:
                for place in range(HAND):
                    state.known[other, seat, place] = 0


@kernel
def take_unseen(state: State) -> i8:
    """Return a random unseen card (the deck holds them meanwhile)."""
    left = i8(state.deck_left) - 1
    place = below(state, left + 1)
    card = i8(state.deck[place])
    state.deck[place] = state.deck[left]
    state.deck[left] = 0
    state.deck_left = left
    return card


@kernel
def take_unseen_of(state: State, points: i8) -> i8:
    """Return a random unseen Point card, or a random unseen instant."""
    fitting = 0
    for i in range(state.deck_left):
        fitting += (state.deck[i] < POINT_TYPES) == points
    wanted = below(state, fitting)
    left = i8(state.deck_left) - 1
    for i in range(left + 1):
        if (state.deck[i] < POINT_TYPES) == points:
            if wanted == 0:
                card = i8(state.deck[i])
                state.deck[i] = state.deck[left]
                state.deck[left] = 0
                state.deck_left = left
                return card
            wanted -= 1
    return 0


@kernel
def must_hold_point_card(state: State, seat: i8) -> i8:
    """Return whether a player must hold a Point card: every player while choosing, every tied one in sudden death."""
    if state.phase == CHOOSE:
        return (state.alive >> seat) & 1
    if state.phase == SUDDEN_DEATH:
        return (state.tied >> seat) & 1
    return 0


@kernel
def deal_hands(state: State, observer: i8, unknown: INTEGERS, low: u8, high: u8) -> None:
    """Deal known cards first, then random ones; repeat until every player holds a required Point card."""
    for attempt in range(RETRIES + 1):
        for i in range(DECK):
            state.deck[i] = 0
        state.deck_left = spread(state, low, high)
        for seat in range(state.players):
            if seat != observer:
                start_hand(state, observer, seat)
        for seat in range(state.players):  # only instants, for those who were announced to hold no Point card
            if seat != observer and (state.without >> seat) & 1:
                for _ in range(unknown[seat]):
                    gain(state, seat, take_unseen_of(state, 0))
        if attempt == RETRIES:
            for seat in range(state.players):
                if seat != observer and must_hold_point_card(state, seat) and not has_point_card(state, seat):
                    gain(state, seat, take_unseen_of(state, 1))
        fits = True
        for seat in range(state.players):
            if seat == observer or (state.without >> seat) & 1:
                continue
            known = i8(state.held[seat])
            for _ in range(unknown[seat] + known_count(state, observer, seat) - known):
                gain(state, seat, take_unseen(state))
            if must_hold_point_card(state, seat) and not has_point_card(state, seat):
                fits = False
        if fits:
            return


@kernel
def known_count(state: State, observer: i8, seat: i8) -> i8:
    count = 0
    for place in range(HAND):
        count += state.known[observer, seat, place] != 0
    return count


@kernel
def start_hand(state: State, observer: i8, seat: i8) -> None:
    """Set a hand to the cards that the observer knows."""
    state.hand[seat, 0] = u8(0)
    state.hand[seat, 1] = u8(0)
    state.held[seat] = 0
    for place in range(HAND):
        card = i8(state.known[observer, seat, place]) - 1
        if card != NONE:
            gain(state, seat, card)


@kernel
def choose_face_down(state: State, seat: i8) -> None:
    """Choose one of the Point cards of a hand as its face-down card."""
    candidates = count_cards(state.hand[seat, 0]) + count_cards(state.hand[seat, 1] & POINT_LANES[1])
    wanted = below(state, candidates)
    for card in range(POINT_TYPES):
        wanted -= i8(state.hand[seat, card >> 4] >> u8(4 * (card & 15))) & 15
        if wanted < 0:
            lose(state, seat, card)
            state.face_down[seat] = card
            return
