"""Rules of Briscas for two, three and four players (docs/rules/briscas.md, whose sections are cited below).

A card is a number: 10 times its suit plus its strength, 0 the strongest (ace, three, king, horse, jack, 7, 6, 5, 4, 2).
Actions 0 to 39 play that card, 40 and 41 exchange the face-up trump for the seven or the two.
"""

import numpy as np

from tapete.games.briscas.options import (
    ALTERNATE,
    ALWAYS,
    FOLLOW_OR_TRUMP,
    FREE,
    MOST_CARDS,
    SEAT_ZERO,
    SEE_NEVER,
    SEE_START,
    SEEDED,
    Options,
)
from tapete.kernel import Array, GameState, Matrix, below, boolean, i1, i2, i8, kernel, seed_rng, shape, shuffle, u1, u8
from tapete.kernel.contract import ACTIONS, NUMBERS

MAX_SEATS = 4
HAND = 3
CARDS = 40
NONE = -1
TWO, SEVEN = 9, 5  # strength of the two cards that can be exchanged
EXCHANGE_SEVEN, EXCHANGE_TWO = 40, 41
ACTION_COUNT = 42
MAX_LEGAL = 5  # three cards and two exchanges
LOG = 42  # forty plays and at most two exchanges
WINNING_POINTS = 61

STRENGTH_POINTS = (11, 10, 4, 3, 2, 0, 0, 0, 0, 0)
POINTS = np.array([STRENGTH_POINTS[card % 10] for card in range(CARDS)], dtype=np.int8)
SUIT = np.array([card // 10 for card in range(CARDS)], dtype=np.int8)
ACES_AND_THREES = sum(3 << (10 * suit) for suit in range(4))  # as bits


class State(GameState):
    """Position of Briscas."""

    known: u8  # cards (as bits) that everybody knows to be in the hand that holds them
    played: Array[u8] = shape(MAX_SEATS)  # cards (as bits) each seat has played
    stock: Array[i1] = shape(CARDS)  # stock[0] is drawn last (the face-up card), stock[stock_left - 1] next
    hand: Matrix[i1] = shape(MAX_SEATS, HAND)  # cards in the order received; NONE marks an empty place
    first_hand: Matrix[i1] = shape(MAX_SEATS, HAND)  # the cards dealt, kept only where partners have seen them
    log: Array[i1] = shape(LOG)  # every action since the deal
    held: Array[i1] = shape(MAX_SEATS)  # cards in hand
    trick: Array[i1] = shape(MAX_SEATS)  # cards on the table, leader's first
    captured: Array[i1] = shape(MAX_SEATS)  # cards won, by side
    tricks_won: Array[i1] = shape(MAX_SEATS)  # by seat
    points: Array[i2] = shape(MAX_SEATS)  # card points won, by side
    logged: i1
    stock_left: i1
    trick_size: i1
    leader: i1
    best_card: i1  # the card that holds the trick, and who played it
    best_seat: i1
    trump: i1  # a suit
    trump_card: i1  # the card turned up by the deal
    first_player: i1
    voids: u1  # seats (as bits) that have shown a void
    players: i1
    sides: i1
    follow_suit: i1
    phase: i1
    exchange: i1
    exchange_min_rounds: i1
    exchange_requires_won_trick: i1
    exchange_on_lead_only: i1
    tie_break: i1
    removed_two: i1
    early_stop: i1
    partners_see_hands: i1
    thesis_engine: i1


# Set-up (section 3)


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    """Shuffle, deal three cards each, turn up the trump card and lay it under the stock."""
    seed_rng(state, seed)
    take_options(state, options)
    cards = gather_deck(state)
    first = options.first_player
    if first == SEEDED:
        state.first_player = below(state, state.players)
    elif first == ALTERNATE:
        state.first_player = i8(seed % u8(state.players))
    else:
        state.first_player = (first - SEAT_ZERO) % state.players
    shuffle(state, state.stock, 0, cards)
    hand_out(state, cards)


@kernel
def take_options(state: State, options: Options) -> None:
    state.players = options.players
    state.sides = 2 if options.players == 4 else options.players
    state.follow_suit = options.follow_suit
    state.phase = options.phase
    state.exchange = options.exchange
    state.exchange_min_rounds = options.exchange_min_rounds
    state.exchange_requires_won_trick = options.exchange_requires_won_trick
    state.exchange_on_lead_only = options.exchange_on_lead_only
    state.tie_break = options.tie_break
    state.removed_two = options.removed_two
    state.early_stop = options.early_stop
    state.partners_see_hands = options.partners_see_hands if options.players == 4 else SEE_NEVER
    state.thesis_engine = options.thesis_engine


@kernel
def gather_deck(state: State) -> i8:
    """Put all cards in play into the stock, in order; return their number: 40, 39 with three players (section 7.4)."""
    removed = NONE
    if state.players == 3 and not state.thesis_engine:
        removed = 10 * state.removed_two + TWO
    cards = 0
    for card in range(CARDS):
        if card != removed:
            state.stock[cards] = card
            cards += 1
    return cards


@kernel
def hand_out(state: State, cards: i8) -> None:
    """Deal from the top of the stock (its end), first player first, then turn up the trump card."""
    players = state.players
    top = cards
    for seat in range(MAX_SEATS):
        for place in range(HAND):
            state.hand[seat, place] = NONE
            state.first_hand[seat, place] = NONE
    for place in range(HAND):
        for k in range(players):
            top -= 1
            state.hand[(state.first_player + k) % players, place] = state.stock[top]
            state.stock[top] = 0
    top -= 1
    turned = state.stock[top]
    state.stock[top] = 0
    state.trump_card = turned
    state.trump = SUIT[turned]
    if not state.thesis_engine:  # the thesis's program forgot to put it back (section 10)
        for i in range(top, 0, -1):
            state.stock[i] = state.stock[i - 1]
        state.stock[0] = turned
        top += 1
    state.stock_left = top
    for seat in range(players):
        state.held[seat] = HAND
        if state.partners_see_hands == SEE_START:
            for place in range(HAND):
                state.first_hand[seat, place] = state.hand[seat, place]
    state.leader = state.first_player
    state.seat = state.first_player


# A turn (sections 4 and 7)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    """List the cards that may be played, then the exchanges; return their number."""
    if state.over:
        return 0
    seat = state.seat
    n = hand_in_order(state, seat, out)
    if must_follow(state):
        n = only_obedient(state, out, n)
    if state.exchange:
        n = add_exchanges(state, out, n)
    return n


@kernel
def legal_if_obeyed(state: State, out: ACTIONS) -> i8:
    """List the cards that obey `follow_suit`: the thesis's search assumes it, its program does not (section 10)."""
    n = legal(state, out)
    unenforced = obliged(state) and not must_follow(state)
    return only_obedient(state, out, n) if unenforced else n


@kernel
def hand_in_order(state: State, seat: i8, out: ACTIONS) -> i8:
    """List the hand by ascending card, without branches, because the order of a random hand cannot be predicted."""
    n = i8(state.held[seat])
    a, b, c = i8(state.hand[seat, 0]), i8(state.hand[seat, 1]), i8(state.hand[seat, 2])
    if n == 3:
        low, high = min(a, b), max(a, b)
        out[0] = min(low, c)
        out[1] = max(low, min(high, c))
        out[2] = max(high, c)
    elif n == 2:
        out[0] = min(a, b)
        out[1] = max(a, b)
    elif n == 1:
        out[0] = a
    return n


@kernel
def obliged(state: State) -> boolean:
    """Return whether the obligation of section 7.1 applies now."""
    if state.follow_suit == FREE or state.trick_size == 0:
        return False
    return state.phase == ALWAYS or state.stock_left == 0


@kernel
def must_follow(state: State) -> boolean:
    """Return whether the obligation is enforced. The thesis's program never checks it (section 10)."""
    return obliged(state) and not state.thesis_engine


@kernel
def only_obedient(state: State, out: ACTIONS, n: i8) -> i8:
    """Keep the cards of the led suit; without any, the trumps where trumping is required; without any, all."""
    kept = keep_suit(out, n, SUIT[state.trick[0]])
    if kept == 0 and state.follow_suit == FOLLOW_OR_TRUMP:
        kept = keep_suit(out, n, state.trump)
    return kept if kept > 0 else n


@kernel
def keep_suit(out: ACTIONS, n: i8, suit: i8) -> i8:
    """Move the cards of a suit to the front, in order, and return their number; without any, nothing changes."""
    kept = 0
    for i in range(n):
        if SUIT[out[i]] == suit:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def add_exchanges(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the exchanges (section 7.2): the seven for the face-up A, 3, K, horse or jack, the two for 7, 6, 5 or 4."""
    seat = state.seat
    if state.thesis_engine or state.stock_left < state.exchange_min_rounds * state.players:
        return n
    if state.exchange_on_lead_only:
        if state.trick_size > 0 or (state.exchange_requires_won_trick and state.turn == 0):
            return n
    elif state.exchange_requires_won_trick and state.tricks_won[seat] == 0:
        return n
    face_up = state.stock[0]
    strength = face_up - 10 * state.trump
    if strength < SEVEN and holds(state, seat, 10 * state.trump + SEVEN):
        out[n] = EXCHANGE_SEVEN
        n += 1
    if SEVEN <= strength < TWO and holds(state, seat, 10 * state.trump + TWO):
        out[n] = EXCHANGE_TWO
        n += 1
    return n


@kernel
def holds(state: State, seat: i8, card: i8) -> boolean:
    return state.hand[seat, 0] == card or state.hand[seat, 1] == card or state.hand[seat, 2] == card


@kernel
def apply(state: State, action: i8) -> None:
    """Play a card or exchange; when the trick is full, credit it and draw."""
    state.log[state.logged] = action
    state.logged += 1
    if action >= CARDS:
        exchange(state, action)
        return
    seat = i8(state.seat)
    if must_follow(state) and SUIT[action] != SUIT[state.trick[0]]:
        state.voids |= u1(1 << seat)
    remove_from_hand(state, seat, action)
    bit = u8(1) << u8(action)
    state.known &= ~bit
    state.played[seat] |= bit
    size = i8(state.trick_size)
    if size == 0 or beats(action, state.best_card, state.trump):
        state.best_card = action
        state.best_seat = seat
    state.trick[size] = action
    state.trick_size = size + 1
    state.turn += 1
    players = i8(state.players)
    if size + 1 == players:
        finish_trick(state)
    else:
        seat += 1
        state.seat = 0 if seat == players else seat
    if not state.over and state.held[state.seat] == 0:
        end(state)


@kernel
def exchange(state: State, action: i8) -> None:
    """Take the face-up card and leave the seven or two in its place; everybody sees it. The turn goes on."""
    seat = i8(state.seat)
    given = 10 * state.trump + (SEVEN if action == EXCHANGE_SEVEN else TWO)
    taken = i8(state.stock[0])
    remove_from_hand(state, seat, given)
    add_to_hand(state, seat, taken)
    state.stock[0] = given
    state.known = (state.known & ~(u8(1) << u8(given))) | (u8(1) << u8(taken))


@kernel
def beats(card: i8, best: i8, trump: i8) -> boolean:
    """Return whether a card beats the best so far: a stronger one of its suit, or a trump over another (section 4)."""
    suit, best_suit = SUIT[card], SUIT[best]
    return (suit == best_suit and card < best) or (suit == trump and best_suit != trump)


@kernel
def remove_from_hand(state: State, seat: i8, card: i8) -> None:
    a, b, c = state.hand[seat, 0], state.hand[seat, 1], state.hand[seat, 2]
    first, second = a == card, a == card or b == card
    state.hand[seat, 0] = b if first else a
    state.hand[seat, 1] = c if second else b
    state.hand[seat, 2] = NONE
    state.held[seat] -= 1


@kernel
def add_to_hand(state: State, seat: i8, card: i8) -> None:
    held = i8(state.held[seat])
    state.hand[seat, held] = card
    state.held[seat] = held + 1


# The end of a trick (sections 4 to 6)


@kernel
def finish_trick(state: State) -> None:
    """Credit the trick to the winner's side; draw while there is stock; the winner leads."""
    winner = i8(state.best_seat)
    side = winner % 2 if state.players == 4 else winner
    won = 0
    for i in range(state.players):
        won += POINTS[state.trick[i]]
        state.trick[i] = 0
    state.points[side] += won
    state.captured[side] += state.players
    state.tricks_won[winner] += 1
    state.trick_size = 0
    state.leader = winner
    state.seat = winner
    if state.early_stop and state.points[side] >= WINNING_POINTS:
        end(state)
    elif state.stock_left > 0:
        draw_cards(state, winner)


@kernel
def draw_cards(state: State, winner: i8) -> None:
    """Let the winner draw first, then the others in play order (the thesis's program: by seat, while stock lasts)."""
    players = i8(state.players)
    for k in range(players):
        left = i8(state.stock_left) - 1
        if left < 0:
            return
        seat = winner + k
        if seat >= players:
            seat -= players
        if state.thesis_engine and k > 0:
            seat = k - 1 if k - 1 < winner else k
        card = i8(state.stock[left])
        state.stock[left] = 0
        state.stock_left = left
        add_to_hand(state, seat, card)
        if left == 0 and not state.thesis_engine:
            state.known |= u8(1) << u8(card)  # the face-up card: everybody sees who takes it


@kernel
def end(state: State) -> None:
    state.over = 1
    state.seat = NONE


# The result (section 6)


@kernel
def is_winner(state: State, side: i8) -> boolean:
    """Return whether a side has won: no side has more points; `tie_break` decides ties by cards, or leaves a draw."""
    for other in range(state.sides):
        if state.points[other] > state.points[side]:
            return False
        if state.points[other] == state.points[side] and state.tie_break == MOST_CARDS:
            if state.captured[other] > state.captured[side]:
                return False
    return True


@kernel
def returns(state: State, out: NUMBERS) -> None:
    """Share 1 equally among the winning seats; in a draw among all tied seats."""
    winners = 0
    for seat in range(state.players):
        out[seat] = 1.0 if is_winner(state, seat % state.sides) else 0.0
        winners += i8(out[seat])
    for seat in range(state.players):
        out[seat] /= winners


@kernel
def points(state: State, out: NUMBERS) -> None:
    """Write the card points of each seat's side."""
    for seat in range(state.players):
        out[seat] = state.points[seat % state.sides]
