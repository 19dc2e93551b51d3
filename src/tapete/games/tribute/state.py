"""State of Tales of Tribute: record, generator and zones (sections 1, 2 and 9.1 of docs/rules/tribute.md).

Every copy of a card is an object with its own number, as in the reference engine (two copies give separate moves, and
its bots distinguish them); `kind` says which card it is. Zones hold these numbers. A draw pile has its top at the end;
the tavern pile is a ring.
"""

from typing import TypeAlias

import numpy as np

from tapete.games.tribute.cards import HEALTH
from tapete.kernel import Array, GameState, Matrix, i1, i2, i4, i8, kernel, scratch_i4, scratch_i8, shape, u1, u8

HAND, DRAW, COOLDOWN, PLAYED, AGENTS = 0, 2, 4, 6, 8  # zones; add the seat
ZONES = 10
# Room in each zone. 100 cards of one player is the most in 300,000 ordinary games; only a player who ends every turn
# while the other piles up curses gets further. A card that does not fit is lost.
HANDFUL, DECK, TABLE, BOARD = 64, 224, 96, 64
CAPACITY_OF = np.repeat(np.array([HANDFUL, DECK, DECK, TABLE, BOARD]), 2)
BASE = np.concatenate([[0], np.cumsum(CAPACITY_OF)[:-1]])  # first cell of a zone
CELLS = int(CAPACITY_OF.sum())
LONGEST = 288  # hand and draw pile together
OBJECTS = 256  # 121 at most at set-up, the rest for created cards
PILE = 128  # ring of the tavern pile, at most 101 cards
ROW = 5
PLACES = 5  # patrons of a game, in game order
QUEUE = 64  # effects waiting to run; the most seen is under 20
OWED = 32  # opponent discards collected in one turn
PICKS = 8  # no choice takes more than five cards
NONE = -1
NO_SKIP = ROW

# Kinds of pending decision
(
    FREE,
    EFFECT,
    REPLACE,
    ACQUIRE,
    DESTROYING,
    DISCARD,
    RETURN,
    RETURN_AGENT,
    TOSSING,
    KNOCKING_OUT,
    DONATING,
    HLAALU_CHOICE,
    PELIN_CHOICE,
    PSIJIC_CHOICE,
    TREASURY_CHOICE,
    DRAFT,
) = range(16)

# How a game ends
PLAYING, PRESTIGE_80, FAVOUR, PRESTIGE_40, TURN_LIMIT = range(5)


class State(GameState):
    """Position of Tales of Tribute."""

    kind: Array[u1] = shape(OBJECTS)  # card of each object
    # Zones: hands, draw piles (top last), cooldown piles, played piles, agents; seat 0 first
    cells: Array[u1] = shape(CELLS)
    pile: Array[u1] = shape(PILE)  # tavern pile, a ring that starts at pile_start
    life: Matrix[i1] = shape(2, BOARD)  # agents: current health, plus ACTIVATED
    queue: Array[i2] = shape(QUEUE)  # effects still to run: rows, from queue_start to queue_end
    owed: Array[i2] = shape(OWED)  # opponent discards collected this turn (rows)
    moves: i4  # decisions as the reference engine counts them
    size: Array[i2] = shape(ZONES)
    coins: Array[i2] = shape(2)
    power: Array[i2] = shape(2)
    prestige: Array[i2] = shape(2)
    turn_limit: i2
    pool: i2  # patrons still on offer, as bits; 0 outside the draft
    source: i2  # effect row that opened the pending choice
    options: i2  # cards in the pending choice
    picks: Array[i2] = shape(PICKS)  # option positions picked so far
    objects: i2  # number of object numbers in use
    row: Array[u1] = shape(ROW)  # tavern row
    row_size: i1  # 4 only while a bought contract runs (section 10.1)
    pile_start: i1
    pile_size: i1
    order: Array[i1] = shape(PLACES)  # patrons in game order
    place: Array[i1] = shape(10)  # place of each patron in game order, -1 if not in the game
    favour: Array[i1] = shape(PLACES)  # -1 none, or a seat
    combo: Array[i1] = shape(PLACES)  # combo counters
    first: Matrix[i1] = shape(PLACES, 3)  # the first three cards of each patron this turn, whose combos may wait
    calls: Array[i1] = shape(2)  # patron calls left
    known: Array[i1] = shape(2)  # upcoming draws that the engine shows a player (section 9.2)
    sure: Array[i1] = shape(2)  # upcoming draws that a player really knows: those, and cards that Pelin put on top
    queue_start: i1
    queue_end: i1
    owed_count: i1
    choice: i1  # kind of the pending decision
    least: i1  # bounds of the pending card choice
    most: i1
    skip: i1  # row position that a choice opened by a bought contract does not list, or NO_SKIP
    picked: i1
    drafted: i1  # patrons picked; 0 after the draft
    current: i1  # whose turn it is, also when the game is over
    winner: i1  # a seat, or -1
    reason: i1


ACTIVATED = 64
HEALTH_BITS = 63
MULTIPLIER, INCREMENT = 0x5DEECE66D, 0xB
MASK_48 = (1 << 48) - 1
TOP = 2147483646
SMALL_SORT = 20
BUCKETS = 128
KEYS: TypeAlias = Array[i8]
COUNTS: TypeAlias = Array[i4]


# The generator and the shuffle of the reference engine (section 2)


@kernel
def next_number(state: State) -> i8:
    """Advance the generator and return a number from 0 to 2^31 - 3."""
    state.rng = (u8(MULTIPLIER) * state.rng + u8(INCREMENT)) & u8(MASK_48)
    return i8(((state.rng >> u8(16)) * u8(TOP)) >> u8(32))


@kernel
def shuffled_order(state: State, n: i8, keys: KEYS) -> None:
    """Draw a key per element and sort stably by it; afterwards keys[i] is the old index of the i-th element."""
    s = state.rng
    for i in range(n):
        s = (u8(MULTIPLIER) * s + u8(INCREMENT)) & u8(MASK_48)
        key = ((s >> u8(16)) * u8(TOP)) >> u8(32)
        keys[i] = i8((key << u8(9)) | u8(i))
    state.rng = s
    if n > SMALL_SORT:
        spread(keys, n)
    for i in range(1, n):
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key
    for i in range(n):
        keys[i] &= 511


@kernel
def spread(keys: KEYS, n: i8) -> None:
    """Sort long lists roughly, by the top seven bits of the key, so that little sorting is left."""
    starts = scratch_i4(BUCKETS)
    moved = scratch_i8(LONGEST)
    for b in range(BUCKETS):
        starts[b] = 0
    for i in range(n):
        starts[keys[i] >> 33] += 1
    total = 0
    for b in range(BUCKETS):
        total += starts[b]
        starts[b] = total
    for i in range(n - 1, -1, -1):
        b = keys[i] >> 33
        starts[b] -= 1
        moved[starts[b]] = keys[i]
    for i in range(n):
        keys[i] = moved[i]


# Zones


@kernel
def push(state: State, zone: i8, thing: i8) -> None:
    """Put an object at the end of a zone; it is lost if the zone is full."""
    n = i8(state.size[zone])
    if n < CAPACITY_OF[zone]:
        state.cells[BASE[zone] + n] = thing
        state.size[zone] = n + 1


@kernel
def take(state: State, zone: i8, index: i8) -> i8:
    """Remove and return the object at an index of a zone; those behind it move up."""
    thing = i8(state.cells[BASE[zone] + index])
    last = i8(state.size[zone]) - 1
    for i in range(index, last):
        state.cells[BASE[zone] + i] = state.cells[BASE[zone] + i + 1]
    state.cells[BASE[zone] + last] = 0
    state.size[zone] = last
    return thing


@kernel
def append_all(state: State, source: i8, target: i8) -> None:
    """Move a whole zone to the end of another; objects that do not fit are lost."""
    n = i8(state.size[source])
    at = i8(state.size[target])
    if at + n > CAPACITY_OF[target]:
        n = i8(CAPACITY_OF[target]) - at
    for i in range(n):
        state.cells[BASE[target] + at + i] = state.cells[BASE[source] + i]
    for i in range(state.size[source]):
        state.cells[BASE[source] + i] = 0
    state.size[target] = at + n
    state.size[source] = 0


@kernel
def pile_push(state: State, thing: i8) -> None:
    """Put an object at the back of the tavern pile."""
    state.pile[(i8(state.pile_start) + i8(state.pile_size)) & (PILE - 1)] = thing
    state.pile_size += 1


@kernel
def pile_pop(state: State) -> i8:
    """Remove and return the front card of the tavern pile (which never runs empty, section 14.7)."""
    start = i8(state.pile_start)
    thing = i8(state.pile[start])
    state.pile[start] = 0
    state.pile_start = (start + 1) & (PILE - 1)
    state.pile_size -= 1
    return thing


@kernel
def cards_owned(state: State, seat: i8) -> i8:
    """Return the number of a player's cards: hand, draw pile, cooldown pile, played pile, agents."""
    total = 0
    for zone in range(seat, ZONES, 2):
        total += state.size[zone]
    return total


@kernel
def create(state: State, card: i8, seat: i8) -> None:
    """Put a new card into a player's cooldown pile."""
    thing = i8(state.objects)
    if thing < OBJECTS:
        state.objects = thing + 1
    else:
        thing = unused_object(state, card)
        if thing < 0:
            return
    state.kind[thing] = card
    push(state, COOLDOWN + seat, thing)


@kernel
def unused_object(state: State, card: i8) -> i8:
    """Return a number when all are given out: that of a destroyed card, else of another copy, else -1."""
    used = scratch_i4(OBJECTS)
    for thing in range(OBJECTS):
        used[thing] = 0
    for zone in range(ZONES):
        for i in range(state.size[zone]):
            used[state.cells[BASE[zone] + i]] = 1
    for i in range(state.pile_size):
        used[state.pile[(i8(state.pile_start) + i) & (PILE - 1)]] = 1
    for i in range(state.row_size):
        used[state.row[i]] = 1
    for thing in range(OBJECTS):
        if used[thing] == 0:
            return thing
    for thing in range(OBJECTS):
        if state.kind[thing] == card:
            return thing
    return -1


# Drawing (section 9.1)


@kernel
def draw_cards(state: State, seat: i8, n: i8) -> None:
    """Draw n cards from the top; a draw pile of fewer than n cards first gets the shuffled cooldown pile under it."""
    if state.size[DRAW + seat] < n:
        reshuffle(state, seat)
    left, held = i8(state.size[DRAW + seat]), i8(state.size[HAND + seat])
    count = min(n, left, HANDFUL - held)
    for i in range(count):
        left -= 1
        state.cells[BASE[HAND + seat] + held + i] = state.cells[BASE[DRAW + seat] + left]
        state.cells[BASE[DRAW + seat] + left] = 0
    state.size[DRAW + seat] = left
    state.size[HAND + seat] = held + count
    state.known[seat] = max(0, i8(state.known[seat]) - count)
    state.sure[seat] = max(0, i8(state.sure[seat]) - count)


@kernel
def reshuffle(state: State, seat: i8) -> None:
    """Shuffle the whole cooldown pile and put it under the draw pile."""
    fresh, kept = i8(state.size[COOLDOWN + seat]), i8(state.size[DRAW + seat])
    if fresh == 0:
        return
    fresh = min(fresh, DECK - kept)
    keys = scratch_i8(DECK)
    shuffled_order(state, fresh, keys)
    for i in range(kept - 1, -1, -1):
        state.cells[BASE[DRAW + seat] + fresh + i] = state.cells[BASE[DRAW + seat] + i]
    for i in range(fresh):
        state.cells[BASE[DRAW + seat] + fresh - 1 - i] = state.cells[BASE[COOLDOWN + seat] + keys[i]]
    for i in range(state.size[COOLDOWN + seat]):
        state.cells[BASE[COOLDOWN + seat] + i] = 0
    state.size[DRAW + seat] = kept + fresh
    state.size[COOLDOWN + seat] = 0


# Agents


@kernel
def add_agent(state: State, seat: i8, thing: i8) -> None:
    """Put an agent on the board, with full health and activated (section 7.1); if it is full, on the played pile."""
    n = i8(state.size[AGENTS + seat])
    if n >= BOARD:
        push(state, PLAYED + seat, thing)
        return
    push(state, AGENTS + seat, thing)
    state.life[seat, n] = HEALTH[state.kind[thing]] + ACTIVATED


@kernel
def take_agent(state: State, seat: i8, index: i8) -> i8:
    last = i8(state.size[AGENTS + seat]) - 1
    for i in range(index, last):
        state.life[seat, i] = state.life[seat, i + 1]
    state.life[seat, last] = 0
    return take(state, AGENTS + seat, index)
