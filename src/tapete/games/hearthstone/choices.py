"""Options of discovers, of hero power choices and of the three steps of Kazakus (section 13)."""

import numpy as np

from tapete.games.hearthstone.cards import (
    CARD_CLASS,
    CARDS,
    CLASSES,
    HERO,
    POOL_CARDS,
    POOL_CLASS,
    POOL_COST_1,
    POOL_COST_1_CLASS,
    POOL_COURIER,
    POOL_DRAGON,
    POOL_DRAGON_CLASS,
    POOL_LESSER,
    POOL_OPPONENT_DECK,
    POOL_POWERS,
    POOL_SIZE,
    POOL_START,
    POWER_OF_HERO,
    QC12,
    QC13,
    SIZE_CARDS,
    TYPE,
)
from tapete.games.hearthstone.state import (
    CARD,
    CHOICES,
    DISCOVER,
    FIRST_PART,
    HERO_POWER_CHOICE,
    NO_CHOICE,
    POTION_SIZE_CHOICE,
    SECOND_PART,
    State,
    pick,
)
from tapete.kernel import Array, i8, kernel, scratch_i8

MAGE, PRIEST, WARLOCK = (CLASSES.index(c) for c in ("mage", "priest", "warlock"))
CANDIDATES = 64  # a deck, or the largest pool
BASIC_POWER = np.zeros(len(CLASSES), dtype=np.int16)  # by class
for _hero in range(CARDS):
    if TYPE[_hero] == HERO:
        BASIC_POWER[CARD_CLASS[_hero]] = POWER_OF_HERO[_hero]
CLASS_WEIGHT = 4  # class cards weigh four times neutral ones in a discover


@kernel
def pool_card(pool: i8, i: i8) -> i8:
    return i8(POOL_CARDS[POOL_START[pool] + i])


@kernel
def close_choice(state: State) -> None:
    state.choice_kind = NO_CHOICE
    state.choice_count = 0
    state.choice_pool = 0
    for i in range(CHOICES):
        state.choice[i] = 0


@kernel
def add_choice(state: State, card: i8) -> None:
    state.choice[state.choice_count] = card
    state.choice_count += 1


@kernel
def first_caller_class(state: State, seat: i8, pool: i8) -> i8:
    """Return the class whose cards a discover offers: the player's, or the simulator's first caller's (QC12, QC13)."""
    own = i8(CARD_CLASS[state.card[seat]])
    if state.sim & QC12 and pool == POOL_POWERS:
        if state.finley_class == 0:
            state.finley_class = own + 1
        return i8(state.finley_class) - 1
    if state.sim & QC13 and pool == POOL_DRAGON:
        if state.historian_class == 0:
            state.historian_class = own + 1
        return i8(state.historian_class) - 1
    return own


@kernel
def class_cards(state: State, seat: i8, pool: i8, out: Array[i8]) -> i8:
    """Write the class cards of a weighted discover; return their number."""
    if pool != POOL_DRAGON and pool != POOL_COST_1:
        return 0
    of_class = first_caller_class(state, seat, pool) + (POOL_DRAGON_CLASS if pool == POOL_DRAGON else POOL_COST_1_CLASS)
    n = i8(POOL_SIZE[of_class])
    for i in range(n):
        out[i] = pool_card(of_class, i)
    return n


@kernel
def other_cards(state: State, seat: i8, pool: i8, out: Array[i8], n: i8) -> i8:
    """Append the other cards that a discover can offer; return the number of cards."""
    if pool == POOL_OPPONENT_DECK:
        for i in range(state.deck_left[1 - seat]):
            card = i8(state.deck[1 - seat, i]) & CARD
            k = 0
            while k < n and out[k] != card:
                k += 1
            if k == n:
                out[n] = card
                n += 1
        return n
    barred = i8(state.power[seat])
    if state.sim & QC12 and pool == POOL_POWERS:
        barred = i8(BASIC_POWER[first_caller_class(state, seat, pool)])
    for i in range(POOL_SIZE[pool]):
        card = pool_card(pool, i)
        if pool != POOL_POWERS or card != barred:
            out[n] = card
            n += 1
    return n


@kernel
def open_discover(state: State, seat: i8, pool: i8) -> None:
    """Offer three different cards of a pool, or one from each of three lists."""
    close_choice(state)
    state.choice_pool = pool
    state.choice_kind = HERO_POWER_CHOICE if pool == POOL_POWERS else DISCOVER
    if pool == POOL_COURIER:
        for k in range(3):
            of_class = POOL_CLASS + (MAGE if k == 0 else PRIEST if k == 1 else WARLOCK)
            add_choice(state, pool_card(of_class, pick(state, i8(POOL_SIZE[of_class]))))
        return
    candidates = scratch_i8(CANDIDATES)
    weighted = class_cards(state, seat, pool, candidates)
    n = other_cards(state, seat, pool, candidates, weighted)
    while state.choice_count < CHOICES and n > 0:
        i = 0
        if weighted > 0:
            drawn = pick(state, (n - weighted) + CLASS_WEIGHT * weighted)
            i = drawn // CLASS_WEIGHT if drawn < CLASS_WEIGHT * weighted else drawn - (CLASS_WEIGHT - 1) * weighted
        else:
            i = pick(state, n)
        add_choice(state, candidates[i])
        if i < weighted:
            weighted -= 1
        n -= 1
        for k in range(i, n):
            candidates[k] = candidates[k + 1]
    if state.choice_count == 0:
        close_choice(state)


@kernel
def open_potion_size(state: State) -> None:
    """Open the first step of Kazakus: 1, 5 or 10 mana."""
    close_choice(state)
    state.choice_kind = POTION_SIZE_CHOICE
    for size in range(3):
        add_choice(state, i8(SIZE_CARDS[size]))


@kernel
def open_potion_part(state: State) -> None:
    """Open the second or third step of Kazakus: three random ingredients of the size, without the first pick."""
    first_pick = i8(state.potion_part)
    kind = FIRST_PART if first_pick == 0 else SECOND_PART
    pool = POOL_LESSER + i8(state.potion_size)
    close_choice(state)
    state.choice_kind = kind
    left = scratch_i8(CANDIDATES)
    n = 0
    for i in range(POOL_SIZE[pool]):
        if i + 1 != first_pick:
            left[n] = pool_card(pool, i)
            n += 1
    for _ in range(CHOICES):
        i = pick(state, n)
        add_choice(state, left[i])
        n -= 1
        left[i] = left[n]


@kernel
def rank_in_pool(pool: i8, card: i8) -> i8:
    """Return the rank of an ingredient: its index in its pool, which is ordered by rank."""
    i = 0
    while pool_card(pool, i) != card:
        i += 1
    return i
