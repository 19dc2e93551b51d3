"""State of a game of Hearthstone, and basic operations on boards, hands and decks.

A *slot* is a place for a character: slots 0 and 1 are the heroes of the seats, 2 to 15 hold minions of either side. A
board is one word of four-bit slots from left to right, `order` another word with all minions in order of play. A
*reference* is a slot with the stamp it had; slots are reused, so a stamp that no longer fits means "left play".
"""

from tapete.games.hearthstone.cards import (
    ATTACK,
    AURA,
    AURA_CHARGE,
    BORROWED,
    CARD_FLAGS,
    CHARGE,
    DOOMED,
    EVENT_BIT,
    EXHAUSTED,
    FRESH,
    HEALTH,
    MARKS,
    MINION,
    QE09,
    RACE,
    SPELL_DAMAGE,
    TOTEM,
    TYPE,
)
from tapete.kernel import (
    Array,
    GameState,
    Matrix,
    below,
    boolean,
    i1,
    i2,
    i4,
    i8,
    kernel,
    shape,
    trailing_zeros,
    u1,
    u2,
    u8,
)

HAND = 10
BOARD = 7
DECK = 60
SECRET_ZONE = 5
SLOTS = 16
DIED = 48  # 41 is the most seen in 100,000 random games; later deaths are not remembered
STACK = 48  # 14 is the most seen in 100,000 random games
SCRIPT = 16
BIG_BUFF = 5  # hand buff of which the other player does not know the card
CHOICES = 3
SHOWN = (
    12  # cards that one step can show: a whole hand discarded and some more; 5 is the most seen in 60,000 random games
)
ONES, EIGHTS = 0x1111111111111111, 0x8888888888888888  # in every four bits

# Why both players were shown a card that is in no zone any more: drawn with a full hand, discarded, a secret that
# fired, shown in a joust, a public card that did not fit
BURNT, DISCARDED, FIRED, JOUSTED, LOST = range(1, 6)
REASONS = ("", "burnt", "discarded", "fired", "jousted", "lost")
SHOWN_SEAT, SHOWN_REASON = 12, 13  # first bits of the seat and the reason in an entry of `shown`

# Where a hand card came from, as the other player saw it. LISTED: from the deck, where the other player had seen it; a
# pool's number is added to FROM_POOL, a race's to FROM_RACE
FROM_DECK, KNOWN, LISTED, FROM_POOL, FROM_RACE = 0, 1, 2, 2, 100
OF_KAZAKUS = 60
PUBLIC = 1 << 12  # flag of a deck card that the other player has seen in the deck
CARD = PUBLIC - 1

# Pending choices
NO_CHOICE, DISCOVER, HERO_POWER_CHOICE, POTION_SIZE_CHOICE, FIRST_PART, SECOND_PART = range(6)

WIN_0, WIN_1, DRAW = 1, 2, 3  # result


class State(GameState):
    """Position of Hearthstone."""

    ledger: u8  # sum of the marks of all cards that exist, to check that none is lost or duplicated
    order: u8  # minions in order of play, oldest in the lowest four bits
    chosen: u8  # scratch: the characters an effect selected
    board: Array[u8] = shape(2)  # minions of a side from left to right
    stack: Array[u8] = shape(STACK)  # pending effects, next on top (see effects.py)
    flags: Array[i4] = shape(SLOTS)
    events: Array[i4] = shape(2)  # events that minions of the side listen to, as bits
    card: Array[i2] = shape(SLOTS)
    attack: Array[i2] = shape(SLOTS)  # without auras and this-turn bonuses
    bonus: Array[i2] = shape(SLOTS)  # attack until the end of the turn
    health: Array[i2] = shape(SLOTS)  # maximum, without auras
    damage: Array[i2] = shape(SLOTS)
    aura_attack: Array[i1] = shape(SLOTS)
    aura_health: Array[i1] = shape(SLOTS)
    attacks: Array[i1] = shape(SLOTS)  # this turn
    side: Array[i1] = shape(SLOTS)
    stamp: Array[u1] = shape(SLOTS)
    free: u2  # empty slots, as bits
    minions: Array[i1] = shape(2)  # on the board
    hand: Matrix[i2] = shape(2, HAND)
    hand_extra: Matrix[u1] = shape(2, HAND)  # a minion's +n/+n from hand buffs; a Kazakus potion's two parts
    hand_origin: Matrix[u1] = shape(2, HAND)  # FROM_DECK, KNOWN, LISTED, OF_KAZAKUS, FROM_POOL + pool, FROM_RACE + race
    hand_seen: Matrix[u1] = shape(2, HAND)  # +1/+1 that every minion in hand has got since this card was drawn
    held: Array[i1] = shape(2)  # cards in hand
    deck: Matrix[i2] = shape(2, DECK)  # sorted, a draw takes any; `ordered`: the last is the top
    deck_left: Array[i1] = shape(2)
    died: Matrix[i2] = shape(2, DIED)
    died_count: Array[i1] = shape(2)
    secrets: Matrix[i2] = shape(2, SECRET_ZONE)  # in the order they were played
    secret_origin: Matrix[u1] = shape(2, SECRET_ZONE)
    # Secrets it cannot be, because it did not fire, as bits of SECRET_BIT
    secret_not: Matrix[u1] = shape(2, SECRET_ZONE)
    secret_count: Array[i1] = shape(2)
    weapon: Array[i2] = shape(2)
    weapon_attack: Array[i1] = shape(2)
    weapon_durability: Array[i1] = shape(2)
    weapon_damage: Array[i1] = shape(2)
    equip_bonus: Array[i1] = shape(2)  # durability won by a joust for the weapon about to be equipped
    armor: Array[i2] = shape(2)
    power: Array[i2] = shape(2)
    power_used: Array[i1] = shape(2)
    power_cheap: Array[i1] = shape(2)  # the hero power costs 1 for the rest of the game
    crystals: Array[i1] = shape(2)
    used: Array[i1] = shape(2)
    temporary: Array[i1] = shape(2)
    locked: Array[i1] = shape(2)
    owed: Array[i1] = shape(2)
    fatigue: Array[i2] = shape(2)
    played: Array[i1] = shape(2)  # cards played this turn
    jade: Array[i1] = shape(2)
    totems: Array[i1] = shape(2)
    prepared: Array[i1] = shape(2)  # cost reduction of the next spell
    big_buffs: Array[i1] = shape(2)  # +5/+5 given to a hand card that the other player does not know, and not yet shown
    spell_damage: Array[i1] = shape(2)
    twice: Array[i1] = shape(2)  # battlecries resolve twice
    secrets_free: Array[i1] = shape(2)
    auras: Array[i1] = shape(2)  # whether minions of the side gave auras at the last update
    dirty: i1  # sides whose auras must be recomputed, as bits
    hurt: i1  # whether a death step is due: a character may be dead or a weapon used up
    top: i1  # frames on the stack
    choice_kind: i1
    choice_count: i1
    choice: Array[i2] = shape(CHOICES)
    choice_pool: u1
    potion_size: i1  # picked so far for a Kazakus potion
    potion_part: i1
    current: i1  # whose turn it is
    mulligan: i1  # players that still have to decide about their first hand
    result: i1  # set before `over` where the simulator plays a decided sequence to its end (QE16)
    late: i1  # simulator (QE11): 1 Warsong Commander still counts a lost Charge, 2 until the next death step
    shown_count: i1
    drawn: Array[i1] = shape(2)  # cards that the last step took from the decks into the hands
    shown: Array[u2] = shape(SHOWN)  # cards that the last step showed and that are in no zone now: card, seat, reason
    finley_class: i1  # simulator (QC12, QC13): class of the first caller, plus one
    historian_class: i1
    stage: i1  # factored decisions: 0 what, 1 target, 2 position
    partial: i2  # factored decisions: the flat action so far
    script_bound: Array[u1] = shape(SCRIPT)  # random outcomes to use first, for replaying recorded games
    script_value: Array[u1] = shape(SCRIPT)
    script_count: i1
    script_at: i1
    turn_limit: i2
    sim: i4  # quirks of the simulator that are on, as bits
    right_only: i1
    deck_known: i1
    ordered: i1


@kernel
def pick(state: State, n: i8) -> i8:
    """Return a uniformly random number below n; while a recorded game is replayed, the recorded one."""
    if state.script_at < state.script_count and n > 1:
        at = state.script_at
        if state.script_bound[at] == n and state.script_value[at] < n:
            state.script_at += 1
            return i8(state.script_value[at])
        state.script_at = state.script_count
    return below(state, n)


# Words of slots


@kernel
def slot_at(word: u8, i: i8) -> i8:
    return i8((word >> u8(4 * i)) & u8(15))


@kernel
def inserted(word: u8, i: i8, slot: i8) -> u8:
    shift = u8(4 * i)
    low = word & ((u8(1) << shift) - u8(1))
    return low | (u8(slot) << shift) | ((word >> shift) << (shift + u8(4)))


@kernel
def removed(word: u8, i: i8) -> u8:
    shift = u8(4 * i)
    low = word & ((u8(1) << shift) - u8(1))
    return low | ((word >> (shift + u8(4))) << shift)


@kernel
def index_of(word: u8, slot: i8) -> i8:
    """Return the index of a slot in a word that contains it: the first four bits that equal it."""
    different = word ^ (u8(slot) * ONES)
    return trailing_zeros((different - ONES) & ~different & EIGHTS) >> 2


# References


@kernel
def reference(state: State, slot: i8) -> i8:
    return i8(4096) | (i8(state.stamp[slot]) << 4) | slot


@kernel
def slot_of(state: State, ref: i8) -> i8:
    """Return the slot that a reference means, or -1 if there is none or it has left play."""
    slot = ref & 15
    if ref >= 4096 and i8(state.stamp[slot]) == (ref >> 4) & 255 and state.card[slot] != 0:
        return slot
    return -1


# Characters


@kernel
def health_of(state: State, slot: i8) -> i8:
    return i8(state.health[slot]) + i8(state.aura_health[slot]) - i8(state.damage[slot])


@kernel
def minion_attack(state: State, slot: i8) -> i8:
    return max(0, i8(state.attack[slot]) + i8(state.bonus[slot]) + i8(state.aura_attack[slot]))


@kernel
def alive(state: State, slot: i8) -> boolean:
    from_mark = state.flags[slot] & DOOMED
    return from_mark == 0 and health_of(state, slot) > 0


@kernel
def place(state: State, seat: i8, slot: i8, position: i8) -> None:
    """Put a minion's slot on a board and at the end of the order of play."""
    state.order = inserted(state.order, i8(state.minions[0]) + i8(state.minions[1]), slot)
    state.board[seat] = inserted(state.board[seat], position, slot)
    state.minions[seat] += 1
    state.side[slot] = seat
    card = state.card[slot]
    state.events[seat] |= EVENT_BIT[card]
    state.spell_damage[seat] += SPELL_DAMAGE[card]
    if AURA[card] or state.auras[seat]:
        state.dirty |= 1 << seat


@kernel
def unplace(state: State, slot: i8) -> i8:
    """Take a slot off its board and out of the order of play; return its place on the board."""
    seat = i8(state.side[slot])
    position = index_of(state.board[seat], slot)
    state.board[seat] = removed(state.board[seat], position)
    state.order = removed(state.order, index_of(state.order, slot))
    state.minions[seat] -= 1
    card = state.card[slot]
    if EVENT_BIT[card] or SPELL_DAMAGE[card] or AURA[card] or state.auras[seat]:
        state.dirty |= 1 << seat
    return position


@kernel
def become(state: State, slot: i8, card: i8, mine: boolean) -> None:
    """Make a slot a fresh minion; one that arrives in its owner's turn is exhausted unless it has Charge."""
    flags = i8(CARD_FLAGS[card])
    if mine:
        flags |= FRESH if flags & CHARGE else FRESH | EXHAUSTED
    state.card[slot] = card
    state.flags[slot] = flags
    state.attack[slot] = ATTACK[card]
    state.health[slot] = HEALTH[card]
    state.bonus[slot] = 0
    state.damage[slot] = 0
    state.aura_attack[slot] = 0
    state.aura_health[slot] = 0
    state.attacks[slot] = 0
    state.ledger += MARKS[card]


@kernel
def enter(state: State, seat: i8, card: i8, position: i8) -> i8:
    """Put a new minion into play and return its slot; the caller has checked that there is room."""
    slot = trailing_zeros(u8(state.free))
    state.free &= ~(1 << slot)
    become(state, slot, card, state.current == seat)
    place(state, seat, slot, position)
    if RACE[card] == TOTEM:
        state.totems[seat] += 1
    return slot


@kernel
def leave(state: State, slot: i8) -> i8:
    """Remove a minion from play and return the place it had on the board."""
    position = unplace(state, slot)
    state.ledger -= MARKS[state.card[slot]]
    state.card[slot] = 0
    state.flags[slot] = 0
    state.attack[slot] = 0
    state.health[slot] = 0
    state.bonus[slot] = 0
    state.damage[slot] = 0
    state.aura_attack[slot] = 0
    state.aura_health[slot] = 0
    state.attacks[slot] = 0
    state.side[slot] = 0
    state.stamp[slot] += 1
    state.free |= 1 << slot
    return position


@kernel
def change_side(state: State, slot: i8, seat: i8) -> None:
    """Move a minion to the right end of the other board, with a new place in the order of play (section 6)."""
    unplace(state, slot)
    lost = i8(state.aura_health[slot])
    state.damage[slot] = max(0, i8(state.damage[slot]) - lost)
    state.aura_attack[slot] = 0
    state.aura_health[slot] = 0
    place(state, seat, slot, i8(state.minions[seat]))
    flags = i8(state.flags[slot]) & ~i8(FRESH | EXHAUSTED)
    if state.sim & QE09 == 0:  # the weapon of the side that lost the minion no longer gives it Charge
        flags &= ~i8(AURA_CHARGE)
    if state.current == seat:
        flags |= FRESH if flags & (CHARGE | BORROWED) else FRESH | EXHAUSTED
    state.flags[slot] = flags


# Hands and decks


@kernel
def show(state: State, seat: i8, card: i8, reason: i8) -> None:
    """Show both players a card of a seat that goes to no zone; kept until the next action."""
    at = i8(state.shown_count)
    if at < SHOWN:
        state.shown[at] = card | seat << SHOWN_SEAT | reason << SHOWN_REASON
        state.shown_count = at + 1


@kernel
def forget_shown(state: State) -> None:
    """Forget what the last step showed."""
    for i in range(state.shown_count):
        state.shown[i] = 0
    state.shown_count = 0
    state.drawn[0] = 0
    state.drawn[1] = 0


@kernel
def from_list(origin: i8) -> boolean:
    """Return whether a card with this origin came out of its owner's deck."""
    return origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE


@kernel
def add_to_hand(state: State, seat: i8, card: i8, extra: i8, origin: i8) -> boolean:
    """Add a card at the right end of the hand; return False if the hand is full and the card is lost (section 5)."""
    at = i8(state.held[seat])
    if at >= HAND:
        if from_list(origin):
            show(state, seat, card, BURNT)
        elif origin == KNOWN:
            show(state, seat, card, LOST)
        return False
    if from_list(origin):
        state.drawn[seat] += 1
    state.hand[seat, at] = card
    state.hand_extra[seat, at] = extra
    state.hand_origin[seat, at] = origin
    state.held[seat] = at + 1
    state.ledger += MARKS[card]
    return True


@kernel
def take_from_hand(state: State, seat: i8, i: i8) -> None:
    """Remove a card from the hand; those to its right move up."""
    last = i8(state.held[seat]) - 1
    card = state.hand[seat, i]
    state.ledger -= MARKS[card]
    hidden_buff = i8(state.hand_extra[seat, i]) - i8(state.hand_seen[seat, i])
    if TYPE[card] == MINION and hidden_buff > 0 and state.big_buffs[seat] > 0:
        state.big_buffs[seat] = max(0, i8(state.big_buffs[seat]) - hidden_buff // BIG_BUFF)
    for k in range(i, last):
        state.hand[seat, k] = state.hand[seat, k + 1]
        state.hand_extra[seat, k] = state.hand_extra[seat, k + 1]
        state.hand_origin[seat, k] = state.hand_origin[seat, k + 1]
        state.hand_seen[seat, k] = state.hand_seen[seat, k + 1]
    state.hand[seat, last] = 0
    state.hand_extra[seat, last] = 0
    state.hand_origin[seat, last] = 0
    state.hand_seen[seat, last] = 0
    state.held[seat] = last


@kernel
def take_from_deck(state: State, seat: i8, i: i8) -> i8:
    """Remove a card from the deck and return it."""
    last = i8(state.deck_left[seat]) - 1
    card = i8(state.deck[seat, i]) & CARD
    state.ledger -= MARKS[card]
    for k in range(i, last):
        state.deck[seat, k] = state.deck[seat, k + 1]
    state.deck[seat, last] = 0
    state.deck_left[seat] = last
    return card


@kernel
def shuffle_into_deck(state: State, seat: i8, card: i8, public: i8) -> None:
    """Put a card at a random place of the deck; ignored at 60 cards."""
    n = i8(state.deck_left[seat])
    if n >= DECK:
        return
    at = n
    if state.ordered:
        at = pick(state, n + 1)
    else:
        while at > 0 and state.deck[seat, at - 1] > card | public:
            at -= 1
    for k in range(n, at, -1):
        state.deck[seat, k] = state.deck[seat, k - 1]
    state.deck[seat, at] = card | public
    state.deck_left[seat] = n + 1
    state.ledger += MARKS[card]


@kernel
def available(state: State, seat: i8) -> i8:
    """Return the mana that can be spent (section 4)."""
    return i8(state.crystals[seat]) + i8(state.temporary[seat]) - i8(state.used[seat]) - i8(state.locked[seat])
