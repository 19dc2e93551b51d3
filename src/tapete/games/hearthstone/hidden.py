"""What a player cannot see (section 18): `determinize` samples the opponent's hand, deck and secrets anew.

Decks have no order, so the own deck is only sorted. The opponent's unknown cards (hand cards that came from the deck, the
deck, secrets played from them) are one known multiset when deck lists are known; otherwise they are sampled from the class and
neutral cards of the pool. Hand cards whose identity was seen stay; generated ones are sampled from their pool; a secret is
one that can still be there and has not been ruled out by not firing.
"""

import numpy as np

from tapete.games.hearthstone.cards import (
    CARD_CLASS,
    CARDS,
    CLASSES,
    COLLECTIBLE,
    MARKS,
    MINION,
    POOL_CLASS,
    POOL_COST_1,
    POOL_COST_1_CLASS,
    POOL_COURIER,
    POOL_DRAGON,
    POOL_DRAGON_CLASS,
    POOL_LESSER,
    POOL_OPPONENT_DECK,
    POOL_SIZE,
    POTION_SIZE,
    POTIONS,
    QC08,
    RACE,
    RARITIES,
    RARITY,
    SECRET_BIT,
    SECRET_EVENT,
    SIZE_CARDS,
    TYPE,
)
from tapete.games.hearthstone.choices import (
    open_discover,
    open_potion_part,
    pool_card,
)
from tapete.games.hearthstone.state import (
    BIG_BUFF,
    CARD,
    DISCOVER,
    FIRST_PART,
    FROM_DECK,
    FROM_POOL,
    FROM_RACE,
    HERO_POWER_CHOICE,
    KNOWN,
    LISTED,
    OF_KAZAKUS,
    PUBLIC,
    SCRIPT,
    SECOND_PART,
    SECRET_ZONE,
    State,
    slot_at,
)
from tapete.kernel import array, below, boolean, i2, i8, kernel, scratch_i8, u8

UNKNOWN = 80  # a deck of 60, ten hand cards, five secrets, rounded up
ATTEMPTS = 200  # of placing secrets; the chance that all fail is below one in 10^15
COLLECTIBLES = np.array([i for i in range(1, CARDS) if COLLECTIBLE[i]], dtype=np.int16)
NEUTRAL = CLASSES.index("neutral")
LEGENDARY = RARITIES.index("legendary")
CLASSES_MAGE, CLASSES_PRIEST, CLASSES_WARLOCK = (CLASSES.index(c) for c in ("mage", "priest", "warlock"))


@kernel
def determinize(state: State, observer: i8):
    """Sample everything that `observer` cannot know, with the state's generator."""
    other = 1 - observer
    sort(state.deck[observer], i8(state.deck_left[observer]))
    pool = scratch_i8(UNKNOWN)
    n = gather(state, other, pool)
    if not state.deck_known:
        invent(state, other, pool, n)
    n = sample_secrets(state, other, pool, n)
    n = sample_hand(state, other, observer, pool, n)
    for i in range(n):
        state.deck[other, i] = pool[i]
    sample_hand_buffs(state, other)
    if state.choice_kind and state.seat == other:
        sample_choice(state, other)
    if state.ordered:
        for seat in range(2):
            shuffle_deck(state, seat)
    state.ledger = u8(0)  # what is sampled has no history to prove
    state.chosen = u8(0)
    if state.script_count:
        state.script_count = 0
        state.script_at = 0
        for i in range(SCRIPT):
            state.script_bound[i] = 0
            state.script_value[i] = 0


@kernel
def sort(cards: array(i2), n: i8):
    """Insertion sort: decks are short and mostly in order."""
    for i in range(1, n):
        card = cards[i]
        k = i
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@kernel
def shuffle_deck(state: State, seat: i8):
    for i in range(i8(state.deck_left[seat]) - 1, 0, -1):
        k = below(state, i + 1)
        card = state.deck[seat, i]
        state.deck[seat, i] = state.deck[seat, k]
        state.deck[seat, k] = card


@kernel
def gather(state: State, seat: i8, pool: array(i8)) -> i8:
    """The cards of a seat that the other player knows only as a multiset, sorted; seen ones carry PUBLIC."""
    n = i8(state.deck_left[seat])
    for i in range(n):
        pool[i] = state.deck[seat, i]
    for i in range(state.held[seat]):
        origin = i8(state.hand_origin[seat, i])
        if origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE:
            pool[n] = i8(state.hand[seat, i]) | (PUBLIC if origin == LISTED else 0)
            n += 1
    for i in range(state.secret_count[seat]):
        origin = i8(state.secret_origin[seat, i])
        if origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE:
            pool[n] = i8(state.secrets[seat, i]) | (PUBLIC if origin == LISTED else 0)
            n += 1
    for i in range(1, n):
        card = pool[i]
        k = i
        while k > 0 and pool[k - 1] > card:
            pool[k] = pool[k - 1]
            k -= 1
        pool[k] = card
    return n


@kernel
def take(pool: array(i8), n: i8, i: i8) -> i8:
    """Take a card out of the pool, which stays sorted."""
    card = pool[i]
    for k in range(i, n - 1):
        pool[k] = pool[k + 1]
    return card


@kernel
def invent(state: State, seat: i8, pool: array(i8), n: i8):
    """Unknown lists: replace what was not seen by class and neutral cards, two copies at most, one if legendary.

    Places that must hold a secret or a card of some race are filled first, so that they can be found in the pool.
    """
    seen = 0
    for i in range(n):
        if pool[i] & PUBLIC:
            pool[seen] = pool[i]
            seen += 1
    own_class = i8(CARD_CLASS[state.card[seat]])
    at = seen
    for i in range(state.secret_count[seat]):
        origin = i8(state.secret_origin[seat, i])
        if origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE:
            if at < n:
                for card in range(1, CARDS):  # one of each possible kind: the choice is made later
                    same_class = CARD_CLASS[card] == CARD_CLASS[state.secrets[seat, i]]
                    ruled_out = i8(state.secret_not[seat, i]) & i8(SECRET_BIT[card])
                    if SECRET_EVENT[card] and same_class and ruled_out == 0 and at < n and not contains(pool, at, card):
                        pool[at] = card
                        at += 1
    for i in range(state.held[seat]):
        race = i8(state.hand_origin[seat, i]) - FROM_RACE
        if race > 0 and at < n:
            pool[at] = random_collectible(state, own_class, race, pool, at)
            at += 1
    while at < n:
        pool[at] = random_collectible(state, own_class, 0, pool, at)
        at += 1
    for i in range(1, n):
        card = pool[i]
        k = i
        while k > 0 and pool[k - 1] > card:
            pool[k] = pool[k - 1]
            k -= 1
        pool[k] = card


@kernel
def contains(pool: array(i8), n: i8, card: i8) -> boolean:
    for i in range(n):
        if pool[i] & CARD == card:
            return True
    return False


@kernel
def random_collectible(state: State, own_class: i8, race: i8, pool: array(i8), n: i8) -> i8:
    """A random card that the class may hold and that the pool does not hold too often yet."""
    card = i8(0)
    for _ in range(1000):
        card = i8(COLLECTIBLES[below(state, len(COLLECTIBLES))])
        if (CARD_CLASS[card] != own_class and CARD_CLASS[card] != NEUTRAL) or (race and RACE[card] != race):
            continue
        copies = 0
        for i in range(n):
            copies += pool[i] & CARD == card
        if copies < (1 if RARITY[card] == LEGENDARY else 2):
            return card
    return card


@kernel
def sample_secrets(state: State, seat: i8, pool: array(i8), n: i8) -> i8:
    """Secrets that can be there, no two the same; the number of unknown cards left."""
    count = i8(state.secret_count[seat])
    if count == 0:
        return n
    card_class = scratch_i8(SECRET_ZONE)
    for i in range(count):
        card_class[i] = CARD_CLASS[state.secrets[seat, i]]
    places = scratch_i8(SECRET_ZONE)  # where in the pool each secret was found, -1: made from nothing
    for _ in range(ATTEMPTS):
        complete = True
        for i in range(count):
            places[i] = -1
            origin = i8(state.secret_origin[seat, i])
            listed = origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE
            options = 0
            for k in range(n if listed else CARDS):
                card = pool[k] & CARD if listed else k
                if fits_secret(state, seat, i, card, card_class[i]):
                    options += 1
                    if below(state, options) == 0:
                        places[i] = k
                        state.secrets[seat, i] = card
            if options == 0:
                complete = False
                break
        if complete:
            break
    taken = 0
    for i in range(count):
        origin = i8(state.secret_origin[seat, i])
        if origin == FROM_DECK or origin == LISTED or origin >= FROM_RACE:
            if origin < FROM_RACE and places[i] >= 0:
                state.secret_origin[seat, i] = LISTED if pool[places[i]] & PUBLIC else FROM_DECK
            if places[i] >= 0:
                pool[places[i]] = -1
                taken += 1
    kept = 0
    for k in range(n):
        if pool[k] >= 0:
            pool[kept] = pool[k]
            kept += 1
    return kept


@kernel
def fits_secret(state: State, seat: i8, i: i8, card: i8, card_class: i8) -> boolean:
    """Whether secret i can be this card: of its class, not ruled out, and not one of those before it."""
    if SECRET_EVENT[card] == 0 or CARD_CLASS[card] != card_class:
        return False
    if i8(state.secret_not[seat, i]) & i8(SECRET_BIT[card]):
        return False
    for k in range(i):
        if state.secrets[seat, k] == card:
            return False
    return True


@kernel
def sample_hand(state: State, seat: i8, observer: i8, pool: array(i8), n: i8) -> i8:
    """Hand cards by what was seen of them; the number of unknown cards left, which are the deck."""
    for i in range(state.held[seat]):  # those with a condition first
        race = i8(state.hand_origin[seat, i]) - FROM_RACE
        if race > 0:
            options, at = 0, 0
            for k in range(n):
                if pool[k] & PUBLIC == 0 and RACE[pool[k] & CARD] == race:
                    options += 1
                    if below(state, options) == 0:
                        at = k
            state.hand[seat, i] = take(pool, n, at) & CARD
            n -= 1
    for i in range(state.held[seat]):
        origin = i8(state.hand_origin[seat, i])
        if origin == FROM_DECK or origin == LISTED:
            card = take(pool, n, below(state, n))
            n -= 1
            state.hand[seat, i] = card & CARD
            state.hand_origin[seat, i] = LISTED if card & PUBLIC else FROM_DECK
        elif origin == OF_KAZAKUS:
            sample_potion(state, seat, i)
        elif origin != KNOWN and origin < FROM_RACE:
            state.hand[seat, i] = sample_generated(state, seat, observer, origin - FROM_POOL)
    return n


@kernel
def sample_potion(state: State, seat: i8, i: i8):
    """A potion whose size and parts only its owner saw."""
    size = below(state, 3)
    parts = i8(POOL_SIZE[POOL_LESSER + size])
    first = below(state, parts)
    second = below(state, parts - 1)
    if second >= first:
        second += 1
    state.hand[seat, i] = SIZE_CARDS[size] if state.sim & QC08 else POTIONS[size]
    state.hand_extra[seat, i] = min(first, second) << 4 | max(first, second)


@kernel
def sample_generated(state: State, seat: i8, observer: i8, pool: i8) -> i8:
    """A card that was made from a pool."""
    if pool == POOL_OPPONENT_DECK:
        n = i8(state.deck_left[observer])
        if n > 0:
            return i8(state.deck[observer, below(state, n)]) & CARD
        pool = POOL_CLASS + i8(CARD_CLASS[state.card[observer]])
    elif pool == POOL_COURIER:
        k = below(state, 3)
        pool = POOL_CLASS + (CLASSES_MAGE if k == 0 else CLASSES_PRIEST if k == 1 else CLASSES_WARLOCK)
    elif pool == POOL_DRAGON or pool == POOL_COST_1:
        of_class = i8(CARD_CLASS[state.card[seat]]) + (POOL_DRAGON_CLASS if pool == POOL_DRAGON else POOL_COST_1_CLASS)
        if below(state, i8(POOL_SIZE[pool]) + 4 * i8(POOL_SIZE[of_class])) >= POOL_SIZE[pool]:
            pool = of_class
    return pool_card(pool, below(state, i8(POOL_SIZE[pool])))


@kernel
def sample_hand_buffs(state: State, seat: i8):
    """Each minion has the +1/+1 given since it came; +5/+5 that nobody saw go to random minions."""
    minions = 0
    for i in range(state.held[seat]):
        if TYPE[state.hand[seat, i]] == MINION:
            state.hand_extra[seat, i] = state.hand_seen[seat, i]
            minions += 1
        elif state.hand_origin[seat, i] != OF_KAZAKUS and POTION_SIZE[state.hand[seat, i]] == 0:
            state.hand_extra[seat, i] = 0
    if minions == 0:
        return
    for _ in range(state.big_buffs[seat]):
        wanted = below(state, minions)
        for i in range(state.held[seat]):
            if TYPE[state.hand[seat, i]] == MINION:
                if wanted == 0:
                    state.hand_extra[seat, i] += BIG_BUFF
                wanted -= 1


@kernel
def sample_choice(state: State, seat: i8):
    """What the other player is being offered."""
    kind, pool = state.choice_kind, i8(state.choice_pool)
    if kind == DISCOVER or kind == HERO_POWER_CHOICE:
        open_discover(state, seat, pool)
    elif kind == FIRST_PART or kind == SECOND_PART:
        state.potion_size = below(state, 3)
        state.potion_part = 0
        if kind == SECOND_PART:
            state.potion_part = 1 + below(state, i8(POOL_SIZE[POOL_LESSER + i8(state.potion_size)]))
        open_potion_part(state)


@kernel
def marks_in_zones(state: State) -> u8:
    """What the ledger must show: the marks of all cards that exist."""
    total = u8(0)
    for seat in range(2):
        for i in range(state.minions[seat]):
            total += MARKS[state.card[slot_at(state.board[seat], i)]]
        for i in range(state.held[seat]):
            total += MARKS[state.hand[seat, i]]
        for i in range(state.deck_left[seat]):
            total += MARKS[i8(state.deck[seat, i]) & CARD]
        for i in range(state.secret_count[seat]):
            total += MARKS[state.secrets[seat, i]]
        if state.weapon[seat]:
            total += MARKS[state.weapon[seat]]
    return total
