"""Knowledge of hands, updated as cards are played, and `determinize`, which samples what a seat cannot know.

Some of it is public: the kinds that a hand can still be (`may`), hands that are equal (`same`), who has looked at whose
hand (`looked`) and what was played from it since. What was seen there (`saw`) only two seats know: the one that looked,
and the one whose hand it is.
"""

from tapete.kernel import below, i8, kernel, scratch_i8, u8
from tapete.kernel.contract import MEMORY
from tapete.kernel.sampling import above, exchanged, has, listed, mixed, sample_kinds, with_kind, without

from .state import ANY_KIND, BARON, CARDS, COPIES, COUNTESS, GUARD, HANDMAID, KINDS, KING, PRIEST, PRINCE, SEATS, State

PAIRS = (1 << GUARD) | (1 << PRIEST) | (1 << BARON) | (1 << HANDMAID) | (1 << PRINCE)  # kinds of which there are two
TRIES = 400  # samples until hands that must be equal are equal, which happens about one time in five


@kernel
def leave_group(state: State, seat: i8) -> None:
    """Remove a hand from the group of hands known to be the same."""
    for other in range(SEATS):
        state.same[other] = without(state.same[other], seat)
    state.same[seat] = 0


@kernel
def forget_hand(state: State, seat: i8) -> None:
    """Clear all knowledge of a hand, which is a new card."""
    state.may[seat] = ANY_KIND
    leave_group(state, seat)
    for who in range(SEATS):
        state.looked[who, seat] = 0
        state.since[who, seat] = 0
        state.saw[who, seat] = 0


@kernel
def look(state: State, who: i8, whose: i8) -> None:
    """Show a hand to one seat (Priest), and with it all hands known to be the same."""
    for seat in range(SEATS):
        if seat != who and (seat == whose or has(state.same[whose], seat)):
            state.looked[who, seat] = 1
            state.since[who, seat] = 0
            state.saw[who, seat] = state.hand[whose]


@kernel
def note_play(state: State, seat: i8, card: i8) -> None:
    """Update the knowledge of a hand after a card was played; if it could have been that card, it may be a new one."""
    for who in range(SEATS):
        if state.looked[who, seat]:
            state.since[who, seat] = with_kind(state.since[who, seat], card)
            if state.saw[who, seat] == card:
                state.saw[who, seat] = 0
    if has(state.may[seat], card):
        state.may[seat] = ANY_KIND
        leave_group(state, seat)
    if card == PRINCE or card == KING:
        state.may[seat] = without(state.may[seat], COUNTESS)  # she would have had to be played


@kernel
def learn_not(state: State, seat: i8, kind: i8) -> None:
    """Exclude a kind for a hand, and for those that are the same, after a wrong Guard."""
    for other in range(SEATS):
        if other == seat or has(state.same[seat], other):
            state.may[other] = without(state.may[other], kind)


@kernel
def learn_higher(state: State, seat: i8, kind: i8) -> None:
    """Note that a hand is higher than a kind that is shown now."""
    for other in range(SEATS):
        if other == seat or has(state.same[seat], other):
            state.may[other] &= above(kind)


@kernel
def learn_equal(state: State, one: i8, other: i8) -> None:
    """Note that two hands are equal: both seats know the other's, all know the fact, and who knew one knows both."""
    group = i8(state.same[one]) | i8(state.same[other]) | (1 << one) | (1 << other)
    kinds = i8(state.may[one]) & i8(state.may[other]) & PAIRS
    for who in range(SEATS):
        source = one if state.looked[who, one] and state.saw[who, one] else other
        for seat in range(SEATS):
            if has(group, seat) and seat != source and seat != who and state.looked[who, source]:
                state.looked[who, seat] = 1
                state.since[who, seat] = state.since[who, source]
                state.saw[who, seat] = state.saw[who, source]
    for seat in range(SEATS):
        if has(group, seat):
            state.same[seat] = without(group, seat)
            state.may[seat] = kinds
    look(state, one, other)
    look(state, other, one)


@kernel
def exchange_knowledge(state: State, one: i8, other: i8) -> None:
    """Exchange the knowledge of two hands with the hands (King)."""
    may, same = state.may[one], state.same[one]
    state.may[one], state.same[one] = state.may[other], state.same[other]
    state.may[other], state.same[other] = may, same
    for seat in range(SEATS):
        state.same[seat] = exchanged(state.same[seat], one, other)
    for who in range(SEATS):
        looked, since, saw = state.looked[who, one], state.since[who, one], state.saw[who, one]
        state.looked[who, one] = state.looked[who, other]
        state.since[who, one] = state.since[who, other]
        state.saw[who, one] = state.saw[who, other]
        state.looked[who, other], state.since[who, other], state.saw[who, other] = looked, since, saw
    for seat in (one, other):
        state.looked[seat, seat] = 0
        state.since[seat, seat] = 0
        state.saw[seat, seat] = 0
    look(state, one, other)
    look(state, other, one)


# Determinization


@kernel
def knows(state: State, observer: i8, seat: i8) -> i8:
    """Return whether the observer knows a hand for certain."""
    return seat == observer or state.saw[observer, seat] > 0 or not state.alive[seat]


@kernel
def count_unseen(state: State, observer: i8, count: MEMORY) -> None:
    """Count the cards of each kind that the observer cannot see."""
    for kind in range(KINDS):
        count[kind] = COPIES[kind]
        for seat in range(state.players):
            count[kind] -= state.discards[seat, kind]
    for i in range(3):
        count[state.open[i]] -= 1
    for seat in range(state.players):
        if state.alive[seat] and knows(state, observer, seat):
            count[state.hand[seat]] -= 1
    if state.seat == observer:
        count[state.drawn] -= 1
    count[0] = 0


@kernel
def equal_where_they_must_be(state: State, places: MEMORY, hands: MEMORY, n: i8) -> i8:
    for a in range(n):
        for b in range(n):
            if has(state.same[places[a]], places[b]) and hands[a] != hands[b]:
                return 0
    return 1


@kernel
def determinize(state: State, observer: i8) -> None:
    """Sample the unseen cards; all deals that fit what the observer knows are equally likely.

    One thing is not exact: whether another seat still knows a third one's hand after more was played from it is decided
    by a coin toss.
    """
    words = scratch_i8(1)
    count = scratch_i8(KINDS)
    kept = scratch_i8(KINDS)
    places = scratch_i8(SEATS)
    may = scratch_i8(SEATS)
    hands = scratch_i8(SEATS)
    pool = scratch_i8(CARDS)
    if state.over:
        return
    count_unseen(state, observer, count)
    n = 0
    for seat in range(state.players):
        if not knows(state, observer, seat):
            places[n] = seat
            may[n] = state.may[seat]
            n += 1
    words[0] = i8(state.rng)
    for kind in range(KINDS):
        kept[kind] = count[kind]
    for _ in range(TRIES):
        for kind in range(KINDS):
            count[kind] = kept[kind]
        if not sample_kinds(words, count, KINDS, may, n, hands) or equal_where_they_must_be(state, places, hands, n):
            break
    for i in range(n):
        state.hand[places[i]] = hands[i]
    size = listed(count, KINDS, pool)
    mixed(words, pool, size)
    state.rng = u8(words[0])
    if state.seat != observer:
        size -= 1
        state.drawn = pool[size]
    if state.removed:
        size -= 1
        state.removed = pool[size]
    for i in range(size):
        state.pile[i] = pool[i]
    guess_what_others_saw(state, observer)


@kernel
def guess_what_others_saw(state: State, observer: i8) -> None:
    """Sample what two other seats know of each other's hands."""
    for who in range(state.players):
        for whose in range(state.players):
            if who != observer and whose != observer and who != whose:
                kind = i8(state.hand[whose])
                fits = state.looked[who, whose] and not has(state.since[who, whose], kind)
                if state.since[who, whose]:
                    fits = fits and below(state, 2) == 0
                state.saw[who, whose] = kind if fits else 0
