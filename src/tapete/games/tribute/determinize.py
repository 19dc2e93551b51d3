"""Determinization (section 13 of docs/rules/tribute.md), and the reference engine's own form of it.

Hidden are the order of the own draw pile below the cards a player has seen, the split of the enemy's unseen cards
between hand and draw pile and their order, and the order of the tavern pile. All orders are equally likely. The picks
of a card choice are hidden until the last of them.
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
    """Sort and shuffle what the observer cannot know, keeping what it knows (section 13.1, our form)."""
    state.moves = 0  # would reveal the number of the enemy's decisions
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
    for _ in range(MOST_DEALS):  # an enemy that has called Hlaalu has a card to sell
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
    if observer != state.current:  # the enemy's picks are not seen before its choice is complete
        for k in range(state.picked):
            state.picks[k] = 0
        state.picked = 0
        if selling:
            state.options = costly_cards(state, enemy)


@kernel
def deal_unseen(state: State, enemy: i8, things: THINGS, keys: THINGS) -> None:
    """Deal the enemy's hand and draw pile again: they are known together, but not how they are split."""
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
    """Return UNNOTICED for the picks of a choice before the last, which shows all of them; SEEN for other actions."""
    if PICK <= action < CHOOSE_EFFECT and state.picked + 1 < min(i8(state.most), i8(state.options)):
        return UNNOTICED
    return SEEN


@kernel
def shuffle_canonically(state: State, things: THINGS, n: i8, keys: THINGS) -> None:
    """Shuffle objects into an order that depends on which objects they are, not on their given order."""
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
    """Determinize as the reference engine (section 13.1): it shuffles lists in true order, which leaks it."""
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
