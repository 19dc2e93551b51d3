"""Hidden information (section 18): `determinize` samples the opponent's hand, deck and secrets.

`hides` and `look` return what the opponent sees of an action.

Decks have no order, so the own deck is only sorted. The opponent's unknown cards (hand cards drawn from the deck, the
deck, secrets played from them) are one known multiset when deck lists are known; otherwise they are sampled from the
class and neutral cards. Hand cards that were seen stay; generated ones are sampled from their pool. A secret is sampled
from those that are possible and were not ruled out by not firing.
"""

import numpy as np

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import factored, rules
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
    from_list,
    slot_at,
)
from tapete.kernel import Array, below, boolean, i2, i8, kernel, scratch_i8, u8

SEEN, HIDDEN = 0, 1  # results of `hides`

UNKNOWN = 80  # a deck of 60, ten hand cards, five secrets, rounded up
ATTEMPTS = 200  # to place secrets; the chance that all fail is below one in 10^15
COLLECTIBLES = np.array([i for i in range(1, c.CARDS) if c.COLLECTIBLE[i]], dtype=np.int16)
NEUTRAL = c.CLASSES.index("neutral")
LEGENDARY = c.RARITIES.index("legendary")
CLASSES_MAGE, CLASSES_PRIEST, CLASSES_WARLOCK = (c.CLASSES.index(name) for name in ("mage", "priest", "warlock"))


@kernel
def determinize(state: State, observer: i8) -> None:
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
    state.ledger = u8(0)  # sampled cards have no history to check
    state.chosen = u8(0)
    if state.script_count:
        state.script_count = 0
        state.script_at = 0
        for i in range(SCRIPT):
            state.script_bound[i] = 0
            state.script_value[i] = 0


@kernel
def sort(cards: Array[i2], n: i8) -> None:
    """Sort in place; insertion sort, since decks are short and mostly in order."""
    for i in range(1, n):
        card = cards[i]
        k = i
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@kernel
def shuffle_deck(state: State, seat: i8) -> None:
    for i in range(i8(state.deck_left[seat]) - 1, 0, -1):
        k = below(state, i + 1)
        card = state.deck[seat, i]
        state.deck[seat, i] = state.deck[seat, k]
        state.deck[seat, k] = card


@kernel
def gather(state: State, seat: i8, pool: Array[i8]) -> i8:
    """Write a seat's cards that the opponent knows only as a multiset, sorted; return their number.

    Seen ones carry PUBLIC.
    """
    n = i8(state.deck_left[seat])
    for i in range(n):
        pool[i] = state.deck[seat, i]
    for i in range(state.held[seat]):
        origin = i8(state.hand_origin[seat, i])
        if from_list(origin):
            pool[n] = i8(state.hand[seat, i]) | (PUBLIC if origin == LISTED else 0)
            n += 1
    for i in range(state.secret_count[seat]):
        origin = i8(state.secret_origin[seat, i])
        if from_list(origin):
            pool[n] = i8(state.secrets[seat, i]) | (PUBLIC if origin == LISTED else 0)
            n += 1
    sort_pool(pool, n)
    return n


@kernel
def sort_pool(pool: Array[i8], n: i8) -> None:
    """Sort gathered cards, which are 64-bit words."""
    for i in range(1, n):
        card = pool[i]
        k = i
        while k > 0 and pool[k - 1] > card:
            pool[k] = pool[k - 1]
            k -= 1
        pool[k] = card


@kernel
def take(pool: Array[i8], n: i8, i: i8) -> i8:
    """Remove a card from the pool, which stays sorted, and return it."""
    card = pool[i]
    for k in range(i, n - 1):
        pool[k] = pool[k + 1]
    return card


@kernel
def invent(state: State, seat: i8, pool: Array[i8], n: i8) -> None:
    """Replace unseen cards by class and neutral cards where lists are unknown: two copies at most, one if legendary.

    Places that must hold a secret or a card of a race are filled first, so that they can be found in the pool.
    """
    seen = 0
    for i in range(n):
        if pool[i] & PUBLIC:
            pool[seen] = pool[i]
            seen += 1
    own_class = i8(c.CARD_CLASS[state.card[seat]])
    at = seen
    for i in range(state.secret_count[seat]):
        if from_list(i8(state.secret_origin[seat, i])):
            for card in range(1, c.CARDS):  # one of each possible kind; `sample_secrets` chooses
                same_class = c.CARD_CLASS[card] == c.CARD_CLASS[state.secrets[seat, i]]
                ruled_out = i8(state.secret_not[seat, i]) & i8(c.SECRET_BIT[card])
                if c.SECRET_EVENT[card] and same_class and ruled_out == 0 and at < n and not contains(pool, at, card):
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
    sort_pool(pool, n)


@kernel
def contains(pool: Array[i8], n: i8, card: i8) -> boolean:
    for i in range(n):
        if pool[i] & CARD == card:
            return True
    return False


@kernel
def random_collectible(state: State, own_class: i8, race: i8, pool: Array[i8], n: i8) -> i8:
    """Return a random card that the class may hold and of which the pool has a copy to spare."""
    card = i8(0)
    for _ in range(1000):
        card = i8(COLLECTIBLES[below(state, len(COLLECTIBLES))])
        if (c.CARD_CLASS[card] != own_class and c.CARD_CLASS[card] != NEUTRAL) or (race and c.RACE[card] != race):
            continue
        copies = 0
        for i in range(n):
            copies += pool[i] & CARD == card
        if copies < (1 if c.RARITY[card] == LEGENDARY else 2):
            return card
    return card


@kernel
def sample_secrets(state: State, seat: i8, pool: Array[i8], n: i8) -> i8:
    """Sample secrets that are possible, no two the same; return the number of unknown cards left."""
    count = i8(state.secret_count[seat])
    if count == 0:
        return n
    card_class = scratch_i8(SECRET_ZONE)
    for i in range(count):
        card_class[i] = c.CARD_CLASS[state.secrets[seat, i]]
    places = scratch_i8(SECRET_ZONE)  # index in the pool of each secret, -1 if none
    for _ in range(ATTEMPTS):
        complete = True
        for i in range(count):
            places[i] = -1
            listed = from_list(i8(state.secret_origin[seat, i]))
            options = 0
            for k in range(n if listed else c.CARDS):
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
    for i in range(count):
        origin = i8(state.secret_origin[seat, i])
        if from_list(origin) and places[i] >= 0:
            if origin < FROM_RACE:
                state.secret_origin[seat, i] = LISTED if pool[places[i]] & PUBLIC else FROM_DECK
            pool[places[i]] = -1
    kept = 0
    for k in range(n):
        if pool[k] >= 0:
            pool[kept] = pool[k]
            kept += 1
    return kept


@kernel
def fits_secret(state: State, seat: i8, i: i8, card: i8, card_class: i8) -> boolean:
    """Return whether secret i can be this card: of its class, not ruled out, different from the secrets before it."""
    if c.SECRET_EVENT[card] == 0 or c.CARD_CLASS[card] != card_class:
        return False
    if i8(state.secret_not[seat, i]) & i8(c.SECRET_BIT[card]):
        return False
    for k in range(i):
        if state.secrets[seat, k] == card:
            return False
    return True


@kernel
def sample_hand(state: State, seat: i8, observer: i8, pool: Array[i8], n: i8) -> i8:
    """Sample hand cards by what was seen of them; return the number of unknown cards left, which form the deck."""
    for i in range(state.held[seat]):  # cards with a condition first
        race = i8(state.hand_origin[seat, i]) - FROM_RACE
        if race > 0:
            options, at = 0, 0
            for k in range(n):
                if pool[k] & PUBLIC == 0 and c.RACE[pool[k] & CARD] == race:
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
def sample_potion(state: State, seat: i8, i: i8) -> None:
    """Sample a potion whose size and parts only its owner saw."""
    size = below(state, 3)
    parts = i8(c.POOL_SIZE[c.POOL_LESSER + size])
    first = below(state, parts)
    second = below(state, parts - 1)
    if second >= first:
        second += 1
    state.hand[seat, i] = c.SIZE_CARDS[size] if state.sim & c.QC08 else c.POTIONS[size]
    state.hand_extra[seat, i] = min(first, second) << 4 | max(first, second)


@kernel
def sample_generated(state: State, seat: i8, observer: i8, pool: i8) -> i8:
    """Return a random card of the pool that generated a hand card."""
    if pool == c.POOL_OPPONENT_DECK:
        n = i8(state.deck_left[observer])
        if n > 0:
            return i8(state.deck[observer, below(state, n)]) & CARD
        pool = c.POOL_CLASS + i8(c.CARD_CLASS[state.card[observer]])
    elif pool == c.POOL_COURIER:
        k = below(state, 3)
        pool = c.POOL_CLASS + (CLASSES_MAGE if k == 0 else CLASSES_PRIEST if k == 1 else CLASSES_WARLOCK)
    elif pool == c.POOL_DRAGON or pool == c.POOL_COST_1:
        of_class = i8(c.CARD_CLASS[state.card[seat]]) + (
            c.POOL_DRAGON_CLASS if pool == c.POOL_DRAGON else c.POOL_COST_1_CLASS
        )
        if below(state, i8(c.POOL_SIZE[pool]) + 4 * i8(c.POOL_SIZE[of_class])) >= c.POOL_SIZE[pool]:
            pool = of_class
    return pool_card(pool, below(state, i8(c.POOL_SIZE[pool])))


@kernel
def sample_hand_buffs(state: State, seat: i8) -> None:
    """Give each hand minion the +1/+1 that it got since it was drawn; assign unseen +5/+5 buffs to random minions."""
    minions = 0
    for i in range(state.held[seat]):
        if c.TYPE[state.hand[seat, i]] == c.MINION:
            state.hand_extra[seat, i] = state.hand_seen[seat, i]
            minions += 1
        elif state.hand_origin[seat, i] != OF_KAZAKUS and c.POTION_SIZE[state.hand[seat, i]] == 0:
            state.hand_extra[seat, i] = 0
    if minions == 0:
        return
    for _ in range(state.big_buffs[seat]):
        wanted = below(state, minions)
        for i in range(state.held[seat]):
            if c.TYPE[state.hand[seat, i]] == c.MINION:
                if wanted == 0:
                    state.hand_extra[seat, i] += BIG_BUFF
                wanted -= 1


@kernel
def sample_choice(state: State, seat: i8) -> None:
    """Sample the options of the opponent's pending choice."""
    kind, pool = state.choice_kind, i8(state.choice_pool)
    if kind == DISCOVER or kind == HERO_POWER_CHOICE:
        open_discover(state, seat, pool)
    elif kind == FIRST_PART or kind == SECOND_PART:
        state.potion_size = below(state, 3)
        state.potion_part = 0
        if kind == SECOND_PART:
            state.potion_part = 1 + below(state, i8(c.POOL_SIZE[c.POOL_LESSER + i8(state.potion_size)]))
        open_potion_part(state)


@kernel
def marks_in_zones(state: State) -> u8:
    """Return the expected ledger: the sum of the marks of all cards that exist."""
    total = u8(0)
    for seat in range(2):
        for i in range(state.minions[seat]):
            total += c.MARKS[state.card[slot_at(state.board[seat], i)]]
        for i in range(state.held[seat]):
            total += c.MARKS[state.hand[seat, i]]
        for i in range(state.deck_left[seat]):
            total += c.MARKS[i8(state.deck[seat, i]) & CARD]
        for i in range(state.secret_count[seat]):
            total += c.MARKS[state.secrets[seat, i]]
        if state.weapon[seat]:
            total += c.MARKS[state.weapon[seat]]
    return total


# Visibility of actions


@kernel
def hides(state: State, action: i8) -> i8:
    """Return HIDDEN for mulligans, picks of a discover or potion, and the secret played; SEEN for all other actions."""
    place = (action - rules.PLAY) // rules.PLAY_CARD if rules.PLAY <= action < rules.POWER else i8(-1)
    return hidden_choice(state, place)


@kernel
def hides_step(state: State, action: i8) -> i8:
    """Return what `hides` returns, for decisions in steps."""
    first = state.stage == 0 and factored.WHAT_PLAY <= action < factored.WHAT_POWER
    return hidden_choice(state, (action - factored.WHAT_PLAY) // 2 if first else i8(-1))


@kernel
def hidden_choice(state: State, place: i8) -> i8:
    """Return SEEN or HIDDEN for the pending decision; `place` is the hand place of the card played, -1 if none."""
    if state.mulligan:
        return HIDDEN
    if state.choice_kind:
        return SEEN if state.choice_kind == HERO_POWER_CHOICE else HIDDEN
    if place >= 0 and c.SECRET_EVENT[state.hand[state.seat, place]]:
        return HIDDEN
    return SEEN


@kernel
def look(state: State, action: i8) -> i8:
    """Return a number for what the opponent sees of a flat action: a play counts by its card, not by its hand place.

    Below ACTION_COUNT it is the action itself; plays are above, by card (or chosen form), target and position. Copies
    of a card look the same before they are played, whatever buffs they have in hand.
    """
    if action < rules.PLAY or action >= rules.POWER:
        return action
    place, rest = (action - rules.PLAY) // rules.PLAY_CARD, (action - rules.PLAY) % rules.PLAY_CARD
    card = played_as(i8(state.hand[state.seat, place]), rest // rules.PLAY_OPTION)
    return rules.ACTION_COUNT + card * rules.PLAY_OPTION + rest % rules.PLAY_OPTION


@kernel
def look_step(state: State, action: i8) -> i8:
    """Return what `look` returns, for decisions in steps: only the first step names a hand place."""
    if state.stage != 0 or action < factored.WHAT_PLAY or action >= factored.WHAT_POWER:
        return action
    place, option = (action - factored.WHAT_PLAY) // 2, (action - factored.WHAT_PLAY) % 2
    return factored.ACTION_COUNT + played_as(i8(state.hand[state.seat, place]), option)


@kernel
def played_as(card: i8, option: i8) -> i8:
    """Return the card that is seen when a card is played: itself, or the chosen form of it."""
    if c.OPTION_A[card] == 0:
        return card
    return i8(c.OPTION_A[card]) if option == 0 else i8(c.OPTION_B[card])
