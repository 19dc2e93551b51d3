"""Bots of the thesis's program as coded, including its flaws (docs/rules/dinosaurs_agents.md, sections 2.2 and 2.3).

Where the program takes the first card in hand, a random one is taken here, because hands have no order. Where the rules
do not allow its choice, it passes.
"""

from tapete.games.dinosaurs.cards import BOOST, FLIP, PIT, POINT_TYPES, SAP, SAW, VALUE
from tapete.games.dinosaurs.round_features import SCORES, copies_held, index_of, random_copy, write_scores
from tapete.games.dinosaurs.rules import (
    ADD_EFFECT_CARD,
    CHOOSE,
    DISCARD,
    KEEP,
    LOOK,
    PAIR,
    REDIRECT,
    RESPONSE,
    ROB,
    SCORING,
    SELF,
    SUDDEN_DEATH,
    SWAP_TWO,
    SWAP_WITH_NEIGHBOUR,
    TAKE,
    TARGET,
    THROW,
    State,
)
from tapete.kernel import boolean, i8, kernel, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, below_in

# Instants


@kernel
def thesis_instant(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose an instant: the first in ascending order of scores flips (the last while a pit is active).

    A gap with the wrong sign lets the program boost or sap only at a gap of 0: tied for the highest score (the lowest,
    if scores will be exchanged), but not the last (first) in that order.
    """
    seat = i8(state.seat)
    scores = scratch_i8(4)
    write_scores(state, scores)
    first, last = first_in_order(state, scores), last_in_order(state, scores)
    flipper = last if pit_is_active(state) else first
    boost, sap = -1, -1
    for i in range(n - 1):
        if actions[i] == FLIP and flipper == seat:
            return i
        if actions[i] == BOOST:
            boost = i
        elif actions[i] == SAP:
            sap = i
    exchanged = thesis_exchange(state)
    edge = first if exchanged else last
    if edge == seat or scores[edge] != scores[seat]:
        return n - 1
    if boost >= 0:
        if exchanged and last == seat and state.alive_count == 4:
            return n - 1  # here the program indexes seat -1 and crashes
        return boost if thesis_target(state, BOOST) >= 0 else n - 1
    return sap if sap >= 0 and thesis_target(state, SAP) >= 0 else n - 1


@kernel
def first_in_order(state: State, scores: SCORES) -> i8:
    """Return the seat with the lowest score; among equal ones the lower seat."""
    first = -1
    for seat in range(state.players):
        if (state.alive >> seat) & 1 and (first < 0 or scores[seat] < scores[first]):
            first = seat
    return first


@kernel
def last_in_order(state: State, scores: SCORES) -> i8:
    """Return the seat with the highest score; among equal ones the higher seat."""
    last = -1
    for seat in range(state.players):
        if (state.alive >> seat) & 1 and (last < 0 or scores[seat] >= scores[last]):
            last = seat
    return last


@kernel
def pit_is_active(state: State) -> boolean:
    """Return whether a pit is on the table and no saw cancels it."""
    pit, saw = False, False
    for seat in range(state.players):
        pit = pit or state.revealed[seat] == PIT
        saw = saw or state.revealed[seat] == SAW
    return pit and not saw


@kernel
def thesis_exchange(state: State) -> boolean:
    """Return whether the program expects an exchange: an active pit or an odd number of flips, but not both."""
    flips = i8(state.instants >> u8(4 * (FLIP & 15))) & 15
    return pit_is_active(state) != (flips & 1 == 1)


@kernel
def thesis_target(state: State, card: i8) -> i8:
    """Return the target. Boost: oneself, or seat 0 under an exchange. Sap: seat (players alive - 1), or oneself.

    The program confuses places in an order with seats; -1 if the player of that seat is out.
    """
    seat = i8(state.seat)
    if (card == BOOST) != thesis_exchange(state):
        return seat
    target = 0 if card == BOOST else i8(state.alive_count) - 1
    return target if (state.alive >> target) & 1 else -1


@kernel
def thesis_aim(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the target of the instant that was played."""
    target = thesis_target(state, i8(state.subject))
    return index_of(actions, n, SELF + (target - state.seat) % state.players) if target >= 0 else 0


@kernel
def one_of_the_first_rivals(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Choose one of the first two rivals in order of seats, never the last of three, as the program does."""
    seat, found = i8(state.seat), 0
    for attempt in range(2):
        wanted = below_in(memory, 0, found) if attempt else 0
        for i in range(n):
            other = (seat + actions[i] - SELF) % state.players
            if SELF <= actions[i] < PAIR and other - (other > seat) < 2:
                if attempt:
                    if wanted == 0:
                        return i
                    wanted -= 1
                else:
                    found += 1
        if found == 0:
            return 0
    return 0


@kernel
def thesis_response(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Choose Shelter or Detour, the first in hand: a random one of them here, because hands have no order."""
    chosen = random_copy(state, i8(state.seat), actions, n, -1, -1, memory)
    return chosen if chosen >= 0 else n - 1


# Choices and effects


@kernel
def easy_as_coded(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Decide as the easy level of the program."""
    phase, seat = i8(state.phase), i8(state.seat)
    if phase == CHOOSE or phase == SUDDEN_DEATH:
        top = i8(VALUE[actions[n - 1]])
        return random_copy(state, seat, actions, n, top, top, memory)
    if phase == SCORING:
        return thesis_instant(state, actions, n)
    if phase == TARGET:
        return thesis_aim(state, actions, n)
    if phase == RESPONSE:
        return thesis_response(state, actions, n, memory)
    if phase == REDIRECT or phase == ROB:
        return one_of_the_first_rivals(state, actions, n, memory)
    if phase == DISCARD:  # never declined: an instant first, else the lowest card
        chosen = random_copy(state, seat, actions, n, -1, -1, memory)
        low = i8(VALUE[actions[0]])
        return chosen if chosen >= 0 else random_copy(state, seat, actions, n, low, low, memory)
    if phase == THROW:
        chosen = random_copy(state, seat, actions, n, -1, 5, memory)
        return chosen if chosen >= 0 else n - 1
    if phase == LOOK:
        return 0
    if phase == KEEP:  # the second card only if both are instants
        both = state.looked[0] >= POINT_TYPES and state.looked[1] >= POINT_TYPES
        return index_of(actions, n, state.looked[1] if both else state.looked[0])
    if phase == TAKE:
        return random_copy(state, state.subject, actions, n, -1, 9, memory)
    if phase == SWAP_WITH_NEIGHBOUR:
        return neighbour_as_coded(state, seat, actions, n)
    if phase == SWAP_TWO:
        return swap_as_coded(state, seat, actions, n, memory)
    return addition_as_coded(state, phase, seat, actions, n, memory)


@kernel
def addition_as_coded(state: State, phase: i8, seat: i8, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Add a card that reaches the best rival, else one that beats the worst, else any; none while a pit is active.

    For Fern Juice "any" is any card of the hand, including instants and cards without effect, which the rules forbid:
    then it passes.
    """
    if pit_is_active(state):
        return n - 1
    scores = scratch_i8(4)
    write_scores(state, scores)
    best, worst = -1000, 1000
    for other in range(state.players):
        if other != seat and (state.alive >> other) & 1:
            best = max(best, scores[other])
            worst = min(worst, scores[other])
    chosen = random_copy(state, seat, actions, n, best - scores[seat], 9, memory)
    if chosen < 0:
        chosen = random_copy(state, seat, actions, n, worst - scores[seat] + 1, 9, memory)
    if chosen < 0 and phase == ADD_EFFECT_CARD:
        offered = 0
        for i in range(n - 1):
            offered += copies_held(state, seat, i8(actions[i]))
        if below_in(memory, 0, i8(state.held[seat])) >= offered:
            return n - 1
    return chosen if chosen >= 0 else random_copy(state, seat, actions, n, 0, 9, memory)


@kernel
def neighbour_as_coded(state: State, seat: i8, actions: ACTIONS, n: i8) -> i8:
    """Swap for the highest neighbouring card not below the own one (while a pit is active: the lowest one below it)."""
    pit = pit_is_active(state)
    best, chosen = i8(VALUE[state.table[seat]]), n - 1
    for i in range(n - 1):
        value = i8(VALUE[state.table[(seat + actions[i] - SELF) % state.players]])
        if (pit and value < best) or (not pit and value >= best):
            best, chosen = value, i
    return chosen


@kernel
def swap_as_coded(state: State, seat: i8, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Swap for the highest card (the lowest, while a pit is active); with the highest card, for a random one.

    Cards are compared, not scores. An inverted condition makes the program draw its own seat where it means two others.
    The published rules do not allow swapping the own card: then it passes.
    """
    pit, other = pit_is_active(state), -1
    for rival in range(state.players):
        if (state.alive >> rival) & 1:
            gained = i8(VALUE[state.table[rival]]) - (VALUE[state.table[other]] if other >= 0 else 0)
            if other < 0 or (pit and gained < 0) or (not pit and gained > 0):
                other = rival
    if VALUE[state.table[other]] == VALUE[state.table[seat]]:
        # The program draws among four seats until it hits its own or an empty one, then any seat for the other card.
        if state.alive_count == 2 or below_in(memory, 0, 5 - i8(state.alive_count)) > 0:
            return n - 1
        other = below_in(memory, 0, 4)
        if other >= state.players:
            return n - 1
    wanted = SELF + (other - seat) % state.players
    for i in range(n - 1):
        if actions[i] == wanted:
            return i
    return n - 1
