"""Rules of Happy Little Dinosaurs for two to four players (docs/rules/dinosaurs.md, whose sections are cited below).

Actions (section 10): 0 to 23 a card type; 24 + r the seat r places after the one who decides; 28, 29, 30 the pairs of
seats (+1,+2), (+1,+3), (+2,+3); 31 pass or stop. Cards are drawn from random places of a deck, so a deck has no hidden
order; only a position that was set up from facts draws its decks in the given order.
"""

import numpy as np

from tapete.games.dinosaurs.cards import (
    BERRY,
    BOOST,
    CLAW,
    DECK,
    DECK_SIZES,
    DETOUR,
    DISASTER_COPIES,
    DISASTER_DECK,
    FERN,
    FLIP,
    HAS_EFFECT,
    JUICE,
    LOOKOUT,
    METEOR,
    ORDERED_DECK,
    PEBBLE,
    PIT,
    POINT_TYPES,
    SAP,
    SAW,
    SHELTER,
    SPRING,
    TRAIT,
    TYPES,
    VALUE,
    VINE,
    lanes,
)
from tapete.games.dinosaurs.options import DealOptions
from tapete.kernel import (
    Array,
    Cube,
    GameState,
    Matrix,
    below,
    bit_count,
    boolean,
    i1,
    i2,
    i8,
    kernel,
    scratch_i8,
    seed_rng,
    shape,
    trailing_zeros,
    u1,
    u2,
    u8,
)
from tapete.kernel.contract import ACTIONS, NUMBERS

MAX_SEATS = 4
HAND = 5
GOAL = 50
NONE = -1
SELF, PAIR, PASS = 24, 28, 31  # first action ids of each kind
ACTION_COUNT = 32
MAX_LEGAL = 8  # preset thesis, swap of two cards: three seats, three pairs, pass; a hand offers at most six
LOG = 52  # events of a round: every card once, scores, moves, looks and swaps

# Decisions. The first nine offer card types of a hand.
CHOOSE, SUDDEN_DEATH, SCORING, RESPONSE, DISCARD, TAKE, ADD_POINT_CARD, ADD_EFFECT_CARD, THROW = range(9)
LOOK, KEEP, ROB, SWAP_WITH_NEIGHBOUR, SWAP_TWO, TARGET, REDIRECT, OVER = range(9, 17)
PHASES = 17
# Automatic steps between decisions, in the order of a round.
WAIT, REVEAL, EFFECTS, WINDOW, AWARD, TIE_AT_THE_BOTTOM, WOULD_ADD, END_ROUND, LATE_EFFECTS, NEXT_ROUND = range(10)

# Kinds of entries in the log of a round.
REVEALED, ADDED, STOLE, SWAPPED, THREW, LOOKED, PLAYED, SCORED, ADVANCED, FOUGHT, WITHOUT, BOTTOM, TOOK, OUT = range(14)
GAVE_UP, MOVED, REDREW = 14, 15, 16
FULL_TIE, TIE_UNBROKEN, SHELTERED = 0, 1, 2  # why a disaster goes to the bottom
FIFTY_AT_AWARD, FIFTY_AT_END, LAST_ALIVE, ROUND_LIMIT = 1, 2, 3, 4  # how a game ends

_POINTS = set(range(POINT_TYPES))
_ALL = set(range(TYPES))
_OFFERED = {
    CHOOSE: _POINTS,
    SUDDEN_DEATH: _POINTS,
    SCORING: {BOOST, SAP, FLIP},
    RESPONSE: {SHELTER, DETOUR},
    DISCARD: _ALL,
    TAKE: _ALL,
    ADD_POINT_CARD: _POINTS,
    ADD_EFFECT_CARD: {card for card in _POINTS if HAS_EFFECT[card]},
    THROW: _ALL,
}
OFFERED = np.array([lanes(_OFFERED.get(phase, set())) for phase in range(PHASES)], dtype=np.uint64)
MAY_PASS = np.array(
    [phase not in (CHOOSE, SUDDEN_DEATH, TAKE, KEEP, TARGET, REDIRECT) for phase in range(PHASES)], dtype=np.int64
)
POINT_LANES = np.array(lanes(_POINTS), dtype=np.uint64)
LOWEST_BITS = 0x1111111111111111  # of each count
# The next seat alive after a seat, by the bits of those alive.
NEXT_ALIVE = np.array(
    [
        [next((s % 4 for s in range(seat + 1, seat + 5) if alive >> s % 4 & 1), seat) for seat in range(4)]
        for alive in range(16)
    ],
    dtype=np.int64,
)


class State(GameState):
    """Position of Happy Little Dinosaurs."""

    hand: Matrix[u8] = shape(MAX_SEATS, 2)  # counts of each card type
    discards: Array[u8] = shape(2)  # the discard pile, counts of each type
    instants: u8  # instants played this round (counts of the types 16 to 23)
    gone: u8  # instants that have left the game (preset thesis)
    bottom: u8  # disasters known to be at the bottom of their deck, two bits each, the upper one first
    position: Array[i2] = shape(MAX_SEATS)  # points on the escape route, not capped
    max_rounds: i2
    log: Array[u2] = shape(LOG)  # public events since the last reveal: kind, seat, value
    deck: Array[u1] = shape(DECK)  # the main deck; in no order unless `stacked` (then the last card is the top one)
    disasters: Array[u1] = shape(DISASTER_DECK)  # the unknown part of the disaster deck, likewise
    # Type + 1 of the cards that an observer knows to be in a seat's hand
    known: Cube[u1] = shape(MAX_SEATS, MAX_SEATS, HAND)
    area: Matrix[i1] = shape(MAX_SEATS, 4)  # disasters taken, by type
    held: Array[i1] = shape(MAX_SEATS)  # cards in hand
    face_down: Array[i1] = shape(MAX_SEATS)  # card chosen and not yet revealed
    revealed: Array[i1] = shape(MAX_SEATS)  # card that each seat revealed this round; its effect belongs to the seat
    table: Array[i1] = shape(MAX_SEATS)  # card now in front of each seat
    added: Array[i1] = shape(MAX_SEATS)  # values added by discarded cards
    boosts: Array[i1] = shape(MAX_SEATS)  # received this round
    saps: Array[i1] = shape(MAX_SEATS)
    dinosaur: Array[i1] = shape(MAX_SEATS)
    order: Array[i1] = shape(MAX_SEATS)  # seats whose optional effects act, in order
    looked: Array[i1] = shape(2)  # the two cards looked at
    order_size: i1
    order_at: i1  # next place in `order`
    late: i1  # whether the effects of the end of the round are acting (preset thesis)
    phase: i1
    players: i1
    alive: u1  # seats as bits
    alive_count: i1
    disaster: i1  # the face-up disaster; NONE after it has gone to a player or to the bottom
    deck_left: i1
    disasters_left: i1
    bottom_size: i1
    subject: i1  # victim of a theft, or the instant whose target is being chosen
    throws_left: i1
    passes: i1  # in a row, in the scoring window
    star: i1  # whether boosts and saps count double
    inversions: i1  # pits in force and flips played
    tied: u1  # seats still in sudden death, as bits
    without: u1  # seats announced to hold no Point card, until they may have got one
    bearer: i1  # seat that would take the disaster
    after_sudden_death: i1
    winners: u1
    reason: i1  # how the game ended
    logged: i1
    known_of: u1  # seats whose hands another player may partly know
    stacked: i1  # the main deck is drawn in the order given
    stacked_disasters: i1
    laid_out: i1  # number of cards at the end of `deck` that are the next reshuffle, top last
    two_player: i1
    thesis: i1
    insurance_after_sudden_death: i1
    joint_fifty: i1


# Set-up


@kernel
def deal(state: State, seed: u8, options: DealOptions) -> None:
    """Assign dinosaurs, deal the hands and turn up the first disaster."""
    seed_rng(state, seed)
    take_options(state, options)
    for seat in range(MAX_SEATS):
        state.dinosaur[seat] = seat
    for seat in range(MAX_SEATS - 1):
        other = seat + below(state, MAX_SEATS - seat)
        kept = state.dinosaur[seat]
        state.dinosaur[seat] = state.dinosaur[other]
        state.dinosaur[other] = kept
    for seat in range(MAX_SEATS):
        if options.dinosaurs[seat] >= 0:  # the seat that has it at random gets this seat's in exchange
            for other in range(MAX_SEATS):
                if state.dinosaur[other] == options.dinosaurs[seat]:
                    state.dinosaur[other] = state.dinosaur[seat]
            state.dinosaur[seat] = options.dinosaurs[seat]
    for seat in range(state.players, MAX_SEATS):
        state.dinosaur[seat] = NONE
    begin(state)


@kernel
def start_chance(state: State, seed: u8) -> None:
    """Seed the generator of a position that is set up from facts."""
    seed_rng(state, seed)


@kernel
def take_options(state: State, options: DealOptions) -> None:
    """Set the options and both decks in order of type."""
    state.players = options.players
    state.thesis = options.thesis
    state.two_player = options.two_player
    state.insurance_after_sudden_death = options.insurance_after_sudden_death
    state.joint_fifty = options.joint_fifty
    state.max_rounds = options.max_rounds
    for i in range(DECK):
        state.deck[i] = ORDERED_DECK[state.two_player, i]
    state.deck_left = DECK_SIZES[state.two_player]
    left = 0
    for kind in range(4):
        for _ in range(DISASTER_COPIES[state.thesis, kind]):
            state.disasters[left] = kind
            left += 1
    state.disasters_left = left


@kernel
def begin(state: State) -> None:
    """Let every seat draw five cards, seat 0 first, and start the first round."""
    players = i8(state.players)
    state.alive = u1((1 << players) - 1)
    state.alive_count = players
    for seat in range(MAX_SEATS):
        state.face_down[seat] = NONE
        state.revealed[seat] = NONE
        state.table[seat] = NONE
    state.looked[0] = NONE
    state.looked[1] = NONE
    state.disaster = NONE
    state.bearer = NONE
    next_round(state)


# Cards


@kernel
def gain(state: State, seat: i8, card: i8) -> None:
    """Add a card to a hand."""
    state.hand[seat, card >> 4] += u8(1) << u8(4 * (card & 15))
    state.held[seat] += 1


@kernel
def lose(state: State, seat: i8, card: i8) -> None:
    """Remove a card from a hand."""
    state.hand[seat, card >> 4] -= u8(1) << u8(4 * (card & 15))
    state.held[seat] -= 1


@kernel
def discard(state: State, card: i8) -> None:
    state.discards[card >> 4] += u8(1) << u8(4 * (card & 15))


@kernel
def throw(state: State, seat: i8, card: i8) -> None:
    """Discard a card from hand, in public."""
    lose(state, seat, card)
    discard(state, card)
    forget(state, seat, card)


@kernel
def draw_card(state: State) -> i8:
    """Draw the top card of the main deck; an empty deck is refilled from the discard pile (section 6, step 11)."""
    left = i8(state.deck_left)
    if left == 0:
        reshuffle(state)
        left = i8(state.deck_left)
    left -= 1
    place = left if state.stacked else below(state, left + 1)
    card = i8(state.deck[place])
    state.deck[place] = state.deck[left]
    state.deck[left] = 0
    state.deck_left = left
    return card


@kernel
def reshuffle(state: State) -> None:
    """Make the discard pile the deck: unordered, or in the order laid out for a position set up from facts."""
    left = i8(state.laid_out)
    if left > 0:
        for i in range(left):
            state.deck[i] = state.deck[DECK - left + i]
        for i in range(left, DECK):
            state.deck[i] = 0
        state.laid_out = 0
    else:
        state.stacked = 0
        left = spread(state, state.discards[0], state.discards[1])
    state.discards[0] = u8(0)
    state.discards[1] = u8(0)
    state.deck_left = left


@kernel
def spread(state: State, low: u8, high: u8) -> i8:
    """Put counted cards into the deck by ascending type; return their number."""
    left = 0
    for card in range(TYPES):
        word = low if card < 16 else high
        for _ in range(i8(word >> u8(4 * (card & 15))) & 15):
            state.deck[left] = card
            left += 1
    return left


@kernel
def has_point_card(state: State, seat: i8) -> boolean:
    return (state.hand[seat, 0] | (state.hand[seat, 1] & POINT_LANES[1])) != u8(0)


@kernel
def note(state: State, kind: i8, seat: i8, value: i8) -> None:
    """Write a public event to the log of the round."""
    logged = i8(state.logged)
    if logged < LOG:
        state.log[logged] = (kind << 10) | (seat << 8) | (value & 255)
        state.logged = logged + 1


# Knowledge of other hands (section 10)


@kernel
def forget(state: State, seat: i8, card: i8) -> None:
    """Remove a card that has left a hand in public from everybody's knowledge."""
    if (state.known_of >> seat) & 1:
        for observer in range(state.players):
            forget_one(state, observer, seat, card)


@kernel
def forget_one(state: State, observer: i8, seat: i8, card: i8) -> None:
    for place in range(HAND):
        if state.known[observer, seat, place] == card + 1:
            for later in range(place, HAND - 1):
                state.known[observer, seat, later] = state.known[observer, seat, later + 1]
            state.known[observer, seat, HAND - 1] = 0
            return


@kernel
def forget_hand(state: State, seat: i8) -> None:
    """Remove all knowledge of a hand that has been discarded."""
    for observer in range(MAX_SEATS):
        for place in range(HAND):
            state.known[observer, seat, place] = 0


@kernel
def see_hand(state: State, observer: i8, seat: i8) -> None:
    """Let the observer see a whole hand."""
    place = 0
    for card in range(TYPES):
        for _ in range(i8(state.hand[seat, card >> 4] >> u8(4 * (card & 15))) & 15):
            state.known[observer, seat, place] = card + 1
            place += 1
    for empty in range(place, HAND):
        state.known[observer, seat, empty] = 0


@kernel
def move_stolen(state: State, thief: i8, victim: i8, card: i8) -> None:
    """Move a stolen card: thief and victim know it; the others know one copy fewer of each type they knew."""
    lose(state, victim, card)
    gain(state, thief, card)
    state.without &= u1(~(1 << thief) & 15)  # preset thesis: a theft after sudden death
    state.known_of |= u1((1 << thief) | (1 << victim))
    for observer in range(state.players):
        if observer == thief:
            forget_one(state, thief, victim, card)
        elif observer == victim:
            place = 0
            while place < HAND - 1 and state.known[victim, thief, place] != 0:
                place += 1
            state.known[victim, thief, place] = card + 1
        else:
            seen, kept = u8(0), 0
            for place in range(HAND):
                kind = i8(state.known[observer, victim, place])
                state.known[observer, victim, place] = 0
                if (seen >> u8(kind)) & u8(1):
                    state.known[observer, victim, kept] = kind
                    kept += 1
                if kind > 0:
                    seen |= u8(1) << u8(kind)


# Decisions (sections 7 and 10)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    """List the legal actions of the seat to move; return their number."""
    phase = i8(state.phase)
    if phase > THROW:
        return legal_elsewhere(state, phase, out)
    owner = i8(state.subject) if phase == TAKE else i8(state.seat)
    n = 0
    counts = state.hand[owner, 0] & OFFERED[phase, 0]
    counts = (counts | (counts >> u8(1)) | (counts >> u8(2))) & u8(LOWEST_BITS)
    while counts:
        out[n] = trailing_zeros(counts) >> 2
        counts &= counts - u8(1)
        n += 1
    counts = state.hand[owner, 1] & OFFERED[phase, 1]
    counts = (counts | (counts >> u8(1)) | (counts >> u8(2))) & u8(LOWEST_BITS)
    while counts:
        out[n] = 16 + (trailing_zeros(counts) >> 2)
        counts &= counts - u8(1)
        n += 1
    if MAY_PASS[phase]:
        out[n] = PASS
        n += 1
    return n


@kernel
def legal_elsewhere(state: State, phase: i8, out: ACTIONS) -> i8:
    """List the actions of decisions that are not about cards of a hand: seats, pairs of seats, the deck."""
    if phase == OVER:
        return 0
    seat, players = i8(state.seat), i8(state.players)
    n = 0
    if phase == KEEP:
        first, second = i8(state.looked[0]), i8(state.looked[1])
        out[0] = min(first, second)
        out[1] = max(first, second)
        return 1 if first == second else 2
    if phase == LOOK:
        out[0] = LOOKOUT
        n = 1
    else:
        for ahead in range(players):
            if may_name(state, phase, seat, (seat + ahead) % players):
                out[n] = SELF + ahead
                n += 1
    if phase == SWAP_TWO:
        for pair in range(3):
            near, far = (seat + 1 + (pair == 2)) % players, seat + (2 if pair == 0 else 3)
            if far < seat + players and (state.alive >> near) & (state.alive >> (far % players)) & 1:
                out[n] = PAIR + pair
                n += 1
    if MAY_PASS[phase]:
        out[n] = PASS
        n += 1
    return n


@kernel
def may_name(state: State, phase: i8, seat: i8, other: i8) -> boolean:
    """Return whether a seat can be named in a decision."""
    if not (state.alive >> other) & 1:
        return False
    if phase == TARGET:
        return True
    if other == seat:
        return False
    if phase == ROB:
        return state.held[other] > 0
    if phase == SWAP_WITH_NEIGHBOUR:
        alive = i8(state.alive)
        beside = NEXT_ALIVE[alive, seat] == other or NEXT_ALIVE[alive, other] == seat
        return beside and HAS_EFFECT[state.table[other]] == state.thesis
    if phase == SWAP_TWO:
        return state.thesis != 0
    return True


@kernel
def apply(state: State, action: i8) -> None:
    """Apply a decision, then continue to the next one."""
    phase, seat = i8(state.phase), i8(state.seat)
    step = WAIT
    if phase == SCORING:
        step = answer_window(state, seat, action)
    elif phase == CHOOSE:
        lose(state, seat, action)
        state.face_down[seat] = action
        later = i8(state.alive) >> (seat + 1)
        if later:
            state.seat = seat + 1 + trailing_zeros(u8(later))
        else:
            step = REVEAL
    elif phase == TARGET:
        aim(state, seat, (seat + action - SELF) % state.players)
    elif phase == RESPONSE:
        step = respond(state, seat, action)
    elif phase == DISCARD:
        if action != PASS:
            throw(state, seat, action)
            note(state, GAVE_UP, seat, action)
        step = END_ROUND
    elif phase == SUDDEN_DEATH:
        lose(state, seat, action)
        state.face_down[seat] = action
        later = i8(state.tied) >> (seat + 1)
        if later:
            state.seat = seat + 1 + trailing_zeros(u8(later))
        else:
            step = compare_in_sudden_death(state)
    elif phase == REDIRECT:
        state.bearer = (seat + action - SELF) % state.players
        note(state, PLAYED, seat, 32 * state.bearer + DETOUR)
        step = WOULD_ADD
    else:
        step = use_effect(state, phase, seat, action)
    if step != WAIT:
        proceed(state, step)


@kernel
def proceed(state: State, step: i8) -> None:
    """Run the automatic steps of a round until a seat has to decide."""
    if step == REVEAL:
        reveal(state)
        step = EFFECTS
    if step == EFFECTS:
        step = next_effect(state)
    if step == WINDOW:
        open_window(state)
        return
    if step == AWARD:
        step = award(state)
    if step == TIE_AT_THE_BOTTOM:
        step = sudden_death(state)
    if step == WOULD_ADD:
        step = would_add(state)
    if step == END_ROUND:
        step = end_round(state)
    if step == LATE_EFFECTS:
        step = next_effect(state)
    if step == NEXT_ROUND:
        next_round(state)


@kernel
def ask(state: State, phase: i8, seat: i8) -> None:
    state.phase = phase
    state.seat = seat


# REVEAL and EFFECTS (section 6, steps 4 and 5; section 7)


@kernel
def reveal(state: State) -> None:
    """Turn the chosen cards over and fix the order of the effects."""
    for i in range(state.logged):
        state.log[i] = 0
    state.logged = 0
    saw, pits, berries, size = False, 0, 0, 0
    for seat in range(state.players):
        card = i8(state.face_down[seat])
        if card == NONE:
            continue
        state.face_down[seat] = NONE
        state.revealed[seat] = card
        state.table[seat] = card
        note(state, REVEALED, seat, card)
        forget(state, seat, card)
        if card == SAW:
            saw = True
        elif card == PIT:
            pits += 1
        elif card == BERRY:
            berries += 1
        elif HAS_EFFECT[card]:
            state.order[size] = seat
            size += 1
    if saw:
        for i in range(size):
            state.order[i] = 0
        size = 0
    else:
        state.inversions = pits
        state.star = berries > 0
    state.order_size = size
    if size > 1:
        order_effects(state, size)


@kernel
def order_effects(state: State, size: i8) -> None:
    """Sort the effects by ascending printed value, then fewer points on the route, then at random."""
    for i in range(size - 1):  # equal ones stay in this random order, because the sort is stable
        other = i + below(state, size - i)
        kept = state.order[i]
        state.order[i] = state.order[other]
        state.order[other] = kept
    for i in range(1, size):
        seat = i8(state.order[i])
        key = effect_rank(state, seat)
        j = i
        while j > 0 and effect_rank(state, state.order[j - 1]) > key:
            state.order[j] = state.order[j - 1]
            j -= 1
        state.order[j] = seat


@kernel
def effect_rank(state: State, seat: i8) -> i8:
    return (VALUE[state.revealed[seat]] << 16) + i8(state.position[seat])


@kernel
def next_effect(state: State) -> i8:
    """Continue to the next effect with a choice besides passing; after the last, open the window or end the round."""
    while state.order_at < state.order_size:
        seat = i8(state.order[state.order_at])
        card = i8(state.revealed[seat])
        state.order_at += 1
        if state.thesis and (card == CLAW) != (state.late != 0):
            continue  # preset thesis: the claw acts at the end of the round (section 11)
        if not (state.alive >> seat) & 1:
            continue
        phase = question_of(state, seat, card)
        if phase >= 0:
            ask(state, phase, seat)
            return WAIT
    return NEXT_ROUND if state.late else WINDOW


@kernel
def question_of(state: State, seat: i8, card: i8) -> i8:
    """Return the phase in which the owner of an effect decides; -1 if there is nothing to choose."""
    if card == PEBBLE:
        return ADD_POINT_CARD if has_point_card(state, seat) else -1
    if card == JUICE:
        effects = (state.hand[seat, 0] & OFFERED[ADD_EFFECT_CARD, 0]) | (
            state.hand[seat, 1] & OFFERED[ADD_EFFECT_CARD, 1]
        )
        return ADD_EFFECT_CARD if effects else -1
    if card == SPRING:
        if state.held[seat] == 0:
            return -1
        state.throws_left = 3
        return THROW
    if card == LOOKOUT:
        return LOOK
    phase = ROB
    if card == VINE:
        phase = SWAP_WITH_NEIGHBOUR
    elif card == FERN:
        if not state.thesis:
            return SWAP_TWO if state.alive_count > 2 else -1
        phase = SWAP_TWO
    for other in range(state.players):
        if may_name(state, phase, seat, other):
            return phase
    return -1


@kernel
def use_effect(state: State, phase: i8, seat: i8, action: i8) -> i8:
    """Apply one decision about an effect and return the next step."""
    again = LATE_EFFECTS if state.late else EFFECTS
    if phase == KEEP:
        keep_looked(state, seat, action)
        return again
    if phase == TAKE:
        move_stolen(state, seat, state.subject, action)
        note(state, STOLE, seat, state.subject)
        state.subject = 0
        return again
    if action == PASS:
        state.throws_left = 0
        return again
    if phase == ADD_POINT_CARD or phase == ADD_EFFECT_CARD:
        throw(state, seat, action)
        state.added[seat] += VALUE[action]
        note(state, ADDED, seat, action)
    elif phase == THROW:
        throw(state, seat, action)
        note(state, THREW, seat, action)
        state.throws_left -= 1
        if state.throws_left > 0 and state.held[seat] > 0:
            return WAIT
        state.throws_left = 0
    elif phase == LOOK:
        state.looked[0] = draw_card(state)
        state.looked[1] = draw_card(state)
        state.phase = KEEP
        return WAIT
    elif phase == ROB:
        victim = (seat + action - SELF) % state.players
        state.subject = victim
        state.known_of |= u1(1 << victim)
        see_hand(state, seat, victim)
        state.phase = TAKE
        return WAIT
    elif action < PAIR:
        swap_cards(state, seat, seat, (seat + action - SELF) % state.players)
    else:
        near = 2 if action == PAIR + 2 else 1
        far = 2 if action == PAIR else 3
        swap_cards(state, seat, (seat + near) % state.players, (seat + far) % state.players)
    return again


@kernel
def keep_looked(state: State, seat: i8, card: i8) -> None:
    """Put one of the two cards into the hand and discard the other."""
    other = i8(state.looked[1]) if state.looked[0] == card else i8(state.looked[0])
    state.looked[0] = NONE
    state.looked[1] = NONE
    gain(state, seat, card)
    discard(state, other)
    note(state, LOOKED, seat, other)


@kernel
def swap_cards(state: State, owner: i8, one: i8, other: i8) -> None:
    """Swap the cards in front of two seats; added values and traits stay with the players."""
    kept = state.table[one]
    state.table[one] = state.table[other]
    state.table[other] = kept
    note(state, SWAPPED, owner, 4 * one + other)


# SCORING (section 6, step 6)


@kernel
def open_window(state: State) -> None:
    """Open the scoring window; round r starts at seat (r - 1) mod players, or the next seat alive."""
    first = (state.turn - 1) % state.players
    if not (state.alive >> first) & 1:
        first = NEXT_ALIVE[state.alive, first]
    state.passes = 0
    ask(state, SCORING, first)


@kernel
def answer_window(state: State, seat: i8, action: i8) -> i8:
    """Pass, or play an instant: a flip counts at once, a boost or a sap needs a target."""
    if action == PASS:
        passes = i8(state.passes) + 1
        state.passes = passes
        if passes == state.alive_count:
            return AWARD
        state.seat = NEXT_ALIVE[state.alive, seat]
        return WAIT
    play_instant(state, seat, action)
    state.passes = 0
    if action == FLIP:
        state.inversions += 1
        note(state, PLAYED, seat, FLIP)
        state.seat = NEXT_ALIVE[state.alive, seat]
    else:
        state.subject = action
        state.phase = TARGET
    return WAIT


@kernel
def play_instant(state: State, seat: i8, card: i8) -> None:
    """Move an instant from hand to the table, where it stays until the end of the round."""
    lose(state, seat, card)
    state.instants += u8(1) << u8(4 * (card & 15))
    forget(state, seat, card)


@kernel
def aim(state: State, seat: i8, target: i8) -> None:
    """Apply a boost or a sap to its target; the next seat decides."""
    card = i8(state.subject)
    if card == BOOST:
        state.boosts[target] += 1
    else:
        state.saps[target] += 1
    note(state, PLAYED, seat, 32 * target + card)
    state.subject = 0
    state.passes = 0
    ask(state, SCORING, NEXT_ALIVE[state.alive, seat])


@kernel
def score_of(state: State, seat: i8) -> i8:
    """Return the provisional score: the card in front, added values, trait, boosts and saps."""
    step = 4 if state.star else 2
    trait = i8(TRAIT[state.dinosaur[seat], state.disaster]) if state.disaster >= 0 else 0
    return VALUE[state.table[seat]] + state.added[seat] + trait + step * (state.boosts[seat] - state.saps[seat])


# INVERT and AWARD (section 6, steps 7 and 8)


@kernel
def award(state: State) -> i8:
    """Exchange highest and lowest if inversions are odd; the highest advance; find the lowest."""
    scores = scratch_i8(4)
    highest, lowest = -1000, 1000
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            score = score_of(state, seat)
            scores[seat] = score
            highest = max(highest, score)
            lowest = min(lowest, score)
    inverted = state.inversions & 1
    tied = 0
    reached = False
    for seat in range(state.players):
        if not (state.alive >> seat) & 1:
            continue
        score = scores[seat]
        if inverted:
            score = lowest if score == highest else (highest if score == lowest else score)
        note(state, SCORED, seat, score)
        if score == lowest:
            tied |= 1 << seat
        elif score == highest and highest > 0:
            state.position[seat] += highest
            note(state, ADVANCED, seat, highest)
            reached = reached or state.position[seat] >= GOAL
    if highest == lowest:
        send_to_bottom(state, FULL_TIE)
        return END_ROUND
    if reached:
        finish(state, those_at_fifty(state), FIFTY_AT_AWARD)
        return WAIT
    if tied & (tied - 1):
        state.tied = u1(tied)
        return TIE_AT_THE_BOTTOM
    state.bearer = trailing_zeros(u8(tied))
    return WOULD_ADD


@kernel
def send_to_bottom(state: State, why: i8) -> None:
    """Put the disaster face up at the bottom of its deck."""
    state.bottom |= u8(state.disaster) << u8(2 * state.bottom_size)
    state.bottom_size += 1
    note(state, BOTTOM, why, state.disaster)
    state.disaster = NONE


# SUDDEN_DEATH (section 6, step 9)


@kernel
def sudden_death(state: State) -> i8:
    """Check the tied players: one without a Point card takes the disaster, two or more send it to the bottom."""
    without = 0
    for seat in range(state.players):
        if (state.tied >> seat) & 1 and not has_point_card(state, seat):
            without |= 1 << seat
            note(state, WITHOUT, seat, 0)
    state.after_sudden_death = 1
    state.without = u1(without)
    if without == 0:
        ask(state, SUDDEN_DEATH, trailing_zeros(u8(state.tied)))
        return WAIT
    state.tied = u1(0)
    if without & (without - 1):
        send_to_bottom(state, TIE_UNBROKEN)
        return END_ROUND
    state.bearer = trailing_zeros(u8(without))
    return WOULD_ADD


@kernel
def compare_in_sudden_death(state: State) -> i8:
    """Reveal the cards; only printed values count; the lowest stay tied."""
    lowest = 100
    for seat in range(state.players):
        card = i8(state.face_down[seat])
        if card != NONE:
            lowest = min(lowest, i8(VALUE[card]))
    tied = 0
    for seat in range(state.players):
        card = i8(state.face_down[seat])
        if card != NONE:
            state.face_down[seat] = NONE
            discard(state, card)
            forget(state, seat, card)
            note(state, FOUGHT, seat, card)
            if VALUE[card] == lowest:
                tied |= 1 << seat
    if tied & (tied - 1):
        state.tied = u1(tied)
        return TIE_AT_THE_BOTTOM
    state.tied = u1(0)
    state.bearer = trailing_zeros(u8(tied))
    return WOULD_ADD


# DISASTER_RESPONSE (section 6, step 10)


@kernel
def would_add(state: State) -> i8:
    """Let the bearer avert the disaster with an instant, if instants are allowed."""
    if state.after_sudden_death and not state.insurance_after_sudden_death:
        return add_disaster(state)
    ask(state, RESPONSE, state.bearer)
    return WAIT


@kernel
def respond(state: State, seat: i8, action: i8) -> i8:
    if action == PASS:
        return add_disaster(state)
    play_instant(state, seat, action)
    if action == DETOUR:
        state.phase = REDIRECT
        return WAIT
    note(state, PLAYED, seat, SHELTER)
    send_to_bottom(state, SHELTERED)
    return END_ROUND


@kernel
def add_disaster(state: State) -> i8:
    """Give the bearer the disaster; a bearer who is not eliminated may discard one card."""
    seat, kind = i8(state.bearer), i8(state.disaster)
    state.area[seat, kind] += 1
    note(state, TOOK, seat, kind)
    state.disaster = NONE
    if is_fatal(state, seat, NONE):
        eliminate(state, seat)
    elif state.held[seat] > 0:
        ask(state, DISCARD, seat)
        return WAIT
    return END_ROUND


@kernel
def is_fatal(state: State, seat: i8, extra: i8) -> boolean:
    """Return whether a seat's disasters, and an extra one of a kind (or NONE), eliminate it.

    Three of a kind or three different, meteors wild (section 5); four or two of each in two-player mode (section 9).
    """
    each = 2 if state.two_player else 1
    most, missing = 0, 0
    for kind in range(METEOR):
        count = i8(state.area[seat, kind]) + (kind == extra)
        most = max(most, count)
        missing += max(0, each - count)
    meteors = i8(state.area[seat, METEOR]) + (extra == METEOR)
    return most + meteors >= each + 2 or missing <= meteors


@kernel
def danger(state: State) -> i8:
    """Return the disasters that would eliminate each seat: four bits a seat."""
    found = 0
    for seat in range(state.players):
        for kind in range(METEOR + 1):
            if is_fatal(state, seat, kind):
                found |= 1 << (4 * seat + kind)
    return found


@kernel
def eliminate(state: State, seat: i8) -> None:
    """Eliminate a seat: its hand is discarded; its disasters stay out of the game."""
    state.alive &= u1(~(1 << seat) & 15)
    state.alive_count -= 1
    discard_hand(state, seat)
    note(state, OUT, seat, 0)


@kernel
def discard_hand(state: State, seat: i8) -> None:
    state.discards[0] += state.hand[seat, 0]
    state.discards[1] += state.hand[seat, 1]
    state.hand[seat, 0] = u8(0)
    state.hand[seat, 1] = u8(0)
    state.held[seat] = 0
    if (state.known_of >> seat) & 1:
        forget_hand(state, seat)


# END_ROUND (section 6, step 11; section 8)


@kernel
def end_round(state: State) -> i8:
    """Move every player one step per disaster; then check last survivor, fifty and round limit, in this order."""
    reached = False
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            steps = i8(state.area[seat, 0]) + state.area[seat, 1] + state.area[seat, 2] + state.area[seat, 3]
            if steps > 0:
                state.position[seat] += steps
                note(state, MOVED, seat, steps)
                reached = reached or state.position[seat] >= GOAL
    if state.alive_count == 1:
        finish(state, state.alive, LAST_ALIVE)
        return WAIT
    if reached:
        finish(state, those_at_fifty(state), FIFTY_AT_END)
        return WAIT
    if state.turn >= state.max_rounds:
        finish(state, state.alive, ROUND_LIMIT)
        return WAIT
    if state.thesis and state.order_size > 0:
        state.late = 1
        state.order_at = 0
        return LATE_EFFECTS
    return NEXT_ROUND


@kernel
def those_at_fifty(state: State) -> i8:
    """Return the seats (as bits) with the highest total; with `joint_fifty` all seats at fifty or more."""
    most = 0
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            most = max(most, i8(state.position[seat]))
    found = 0
    for seat in range(state.players):
        position = i8(state.position[seat])
        if (state.alive >> seat) & 1 and (position == most or (state.joint_fifty and position >= GOAL)):
            found |= 1 << seat
    return found


@kernel
def finish(state: State, winners: i8, reason: i8) -> None:
    state.winners = u1(winners)
    state.reason = reason
    state.over = 1
    ask(state, OVER, NONE)


@kernel
def next_round(state: State) -> None:
    """Clear the table, refill the hands, turn up a disaster, redraw hands without Point cards, start the choice."""
    for seat in range(state.players):
        card = i8(state.table[seat])
        if card != NONE:
            discard(state, card)
            state.table[seat] = NONE
            state.revealed[seat] = NONE
            state.added[seat] = 0
            state.boosts[seat] = 0
            state.saps[seat] = 0
        state.order[seat] = 0
    if state.thesis:
        state.gone += state.instants
    else:
        state.discards[1] += state.instants
    state.instants = u8(0)
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            for _ in range(HAND - state.held[seat]):
                gain(state, seat, draw_card(state))
    state.order_size = 0
    state.order_at = 0
    state.late = 0
    state.star = 0
    state.inversions = 0
    state.passes = 0
    state.without = u1(0)
    state.bearer = NONE
    state.after_sudden_death = 0
    state.turn += 1
    turn_up_disaster(state)
    for seat in range(state.players):
        while (state.alive >> seat) & 1 and not has_point_card(state, seat):
            redraw(state, seat)
    ask(state, CHOOSE, trailing_zeros(u8(state.alive)))


@kernel
def turn_up_disaster(state: State) -> None:
    """Turn up the top disaster; those at the bottom come last, in order."""
    left = i8(state.disasters_left)
    if left > 0:
        left -= 1
        place = left if state.stacked_disasters else below(state, left + 1)
        state.disaster = state.disasters[place]
        state.disasters[place] = state.disasters[left]
        state.disasters[left] = 0
        state.disasters_left = left
    else:
        state.disaster = i8(state.bottom & u8(3))
        state.bottom >>= u8(2)
        state.bottom_size -= 1


@kernel
def redraw(state: State, seat: i8) -> None:
    """Show and discard a hand without a Point card and draw a new one."""
    for card in range(POINT_TYPES, TYPES):
        for _ in range(i8(state.hand[seat, 1] >> u8(4 * (card - 16))) & 15):
            note(state, REDREW, seat, card)
    discard_hand(state, seat)
    for _ in range(HAND):
        gain(state, seat, draw_card(state))


# The result (section 8)


@kernel
def returns(state: State, out: NUMBERS) -> None:
    """Share 1 equally among the winners."""
    share = 1.0 / bit_count(u8(state.winners))
    for seat in range(state.players):
        out[seat] = share if (state.winners >> seat) & 1 else 0.0


@kernel
def points(state: State, out: NUMBERS) -> None:
    """Write the points on the escape route."""
    for seat in range(state.players):
        out[seat] = state.position[seat]
