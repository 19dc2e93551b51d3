"""What a seat cannot know, sampled anew (section 13 of docs/rules/tribute.md); and the reference engine's own form of it.

Hidden are the order of the own draw pile below the cards a player has seen, how the enemy's unseen cards are split between
hand and draw pile and in which order, and the order of the tavern pile. All orders are equally likely. The picks of a card
choice are hidden until the last of them.
"""

from typing import TypeAlias

from tapete.core.definition import SEEN, UNNOTICED
from tapete.games.tribute.patrons import costly_cards
from tapete.games.tribute.rules import CHOOSE_EFFECT, PICK
from tapete.games.tribute.state import (
    BASE,
    COOLDOWN,
    DRAFT,
    DRAW,
    HAND,
    HLAALU_CHOICE,
    LONGEST,
    OBJECTS,
    PILE,
    State,
    shuffled_order,
)
from tapete.kernel import Array, i8, kernel, scratch_i4, scratch_i8, u8

THINGS: TypeAlias = Array[i8]
MOST_DEALS = (
    1000  # the rarest card to sell is one of about 30, in a hand of one: all of these miss it once in 10^14 times
)


@kernel
def determinize(state: State, observer: i8) -> None:
    """Section 13.1, our form: sort what is unknown, shuffle it; keep what the observer knows."""
    state.moves = 0  # would tell how many questions the enemy was asked
    if state.choice == DRAFT:
        return
    things = scratch_i8(LONGEST)
    keys = scratch_i8(LONGEST)
    unknown = i8(state.size[DRAW + observer]) - i8(state.sure[observer])
    for i in range(unknown):
        things[i] = state.cells[BASE[DRAW + observer] + i]
    shuffle_canonically(state, things, unknown, keys)
    for i in range(unknown):
        state.cells[BASE[DRAW + observer] + i] = things[i]
    enemy = 1 - observer
    selling = state.choice == HLAALU_CHOICE and observer != state.current
    for _ in range(MOST_DEALS):  # an enemy who has called Hlaalu has a card to sell
        deal_unseen(state, enemy, things, keys)
        if not selling or costly_cards(state, enemy) > 0:
            break
    size, start = i8(state.pile_size), i8(state.pile_start)
    for i in range(size):
        things[i] = state.pile[(start + i) & (PILE - 1)]
    shuffle_canonically(state, things, size, keys)
    for i in range(PILE):
        state.pile[i] = things[i] if i < size else 0
    state.pile_start = 0
    if observer != state.current:  # what the enemy has picked so far is not seen before he is done
        for k in range(state.picked):
            state.picks[k] = 0
        state.picked = 0
        if selling:
            state.options = costly_cards(state, enemy)


@kernel
def deal_unseen(state: State, enemy: i8, things: THINGS, keys: THINGS) -> None:
    """The enemy's hand and draw pile: together they are known, how they are split is not."""
    held, left = i8(state.size[HAND + enemy]), i8(state.size[DRAW + enemy])
    for i in range(held):
        things[i] = state.cells[BASE[HAND + enemy] + i]
    for i in range(left):
        things[held + i] = state.cells[BASE[DRAW + enemy] + i]
    shuffle_canonically(state, things, held + left, keys)
    for i in range(held):
        state.cells[BASE[HAND + enemy] + i] = things[i]
    for i in range(left):
        state.cells[BASE[DRAW + enemy] + i] = things[held + i]


@kernel
def hides(state: State, action: i8) -> i8:
    """The cards of a choice are shown together: until the last of them is picked, the enemy notices nothing."""
    if PICK <= action < CHOOSE_EFFECT and state.picked + 1 < min(i8(state.most), i8(state.options)):
        return UNNOTICED
    return SEEN


@kernel
def shuffle_canonically(state: State, things: THINGS, n: i8, keys: THINGS) -> None:
    """Put objects into a random order that depends on which they are, not on the order they came in."""
    copies = scratch_i4(OBJECTS)
    for thing in range(OBJECTS):
        copies[thing] = 0
    for i in range(n):
        copies[things[i]] += 1
    count = 0
    for thing in range(OBJECTS):
        for _ in range(copies[thing]):
            things[count] = thing
            count += 1
    shuffled_order(state, n, keys)
    for i in range(n):
        keys[i] = things[keys[i]]
    for i in range(n):
        things[i] = keys[i]


@kernel
def determinize_by_reference(state: State, seed: u8) -> None:
    """Section 13.1, the reference engine's form: it shuffles the lists in their true order, which leaks it."""
    state.rng = seed
    seat = i8(state.current)
    enemy = 1 - seat
    things = scratch_i8(LONGEST)
    keys = scratch_i8(LONGEST)
    shuffle_cooldown(state, seat, things, keys)
    unknown = i8(state.size[DRAW + seat]) - i8(state.known[seat])
    for i in range(unknown):  # lists are read top first
        things[i] = state.cells[BASE[DRAW + seat] + unknown - 1 - i]
    shuffled_order(state, unknown, keys)
    for i in range(unknown):
        state.cells[BASE[DRAW + seat] + unknown - 1 - i] = things[keys[i]]
    shuffle_cooldown(state, enemy, things, keys)
    held, left = i8(state.size[HAND + enemy]), i8(state.size[DRAW + enemy])
    for i in range(held):
        things[i] = state.cells[BASE[HAND + enemy] + i]
    for i in range(left):
        things[held + i] = state.cells[BASE[DRAW + enemy] + left - 1 - i]
    shuffled_order(state, held + left, keys)
    for i in range(held):
        state.cells[BASE[HAND + enemy] + i] = things[keys[i]]
    for i in range(left):
        state.cells[BASE[DRAW + enemy] + left - 1 - i] = things[keys[held + i]]
    size, start = i8(state.pile_size), i8(state.pile_start)
    for i in range(size):
        things[i] = state.pile[(start + i) & (PILE - 1)]
    shuffled_order(state, size, keys)
    for i in range(size):
        state.pile[(start + i) & (PILE - 1)] = things[keys[i]]
    for player in range(2):
        state.known[player] = 0
        state.sure[player] = 0
    state.rng = seed


@kernel
def shuffle_cooldown(state: State, seat: i8, things: THINGS, keys: THINGS) -> None:
    size = i8(state.size[COOLDOWN + seat])
    for i in range(size):
        things[i] = state.cells[BASE[COOLDOWN + seat] + i]
    shuffled_order(state, size, keys)
    for i in range(size):
        state.cells[BASE[COOLDOWN + seat] + i] = things[keys[i]]
