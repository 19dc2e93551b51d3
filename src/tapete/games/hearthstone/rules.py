"""Rules of Hearthstone as played in the AI competition (docs/rules/hearthstone.md, whose sections are cited).

Actions are numbers whose ascending order is the order of section 16: 0 ends the turn; then plays by hand place, option,
target and board position; the hero power by target; attacks by attacker and defender; choices; mulligans (the cards to
replace, as bits). `effects` and `interpret` resolve effects.
"""

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import options as places
from tapete.games.hearthstone.choices import (
    close_choice,
    open_potion_part,
    pool_card,
    rank_in_pool,
)
from tapete.games.hearthstone.decks import MIXED
from tapete.games.hearthstone.effects import (
    DEATHS_FIRST,
    ROW_AFTER_SUMMON,
    ROW_BATTLECRY,
    ROW_EQUIP,
    ROW_INSPIRE,
    ROW_SECRET,
    STEALTHY,
    attack_of,
    fire,
    push,
    refresh,
    weapon_attack_of,
)
from tapete.games.hearthstone.interpret import (
    begin_turn,
    declare_attack,
    draw_cards,
    has_dragon,
    holds,
    push_turn_end,
    resolve,
)
from tapete.games.hearthstone.options import Options
from tapete.games.hearthstone.state import (
    BOARD,
    CARD,
    CHOICES,
    DISCOVER,
    FIRST_PART,
    FROM_POOL,
    HAND,
    HERO_POWER_CHOICE,
    KNOWN,
    OF_KAZAKUS,
    POTION_SIZE_CHOICE,
    SECRET_ZONE,
    WIN_0,
    WIN_1,
    State,
    add_to_hand,
    available,
    enter,
    forget_shown,
    health_of,
    pick,
    reference,
    shuffle_into_deck,
    slot_at,
    take_from_deck,
    take_from_hand,
)
from tapete.kernel import Array, boolean, i8, kernel, scratch_i8, seed_rng, trailing_zeros, u8
from tapete.kernel.contract import ACTIONS, NUMBERS

POSITIONS_PER_PLAY = 8
PLAY = 1
PLAY_OPTION = c.TARGETS * POSITIONS_PER_PLAY  # distance between the two options of a card
PLAY_CARD = 2 * PLAY_OPTION
POWER = PLAY + HAND * PLAY_CARD
ATTACK_ACTION = POWER + c.TARGETS
CHOOSE = ATTACK_ACTION + 64
MULLIGAN = CHOOSE + CHOICES
ACTION_COUNT = MULLIGAN + 16
# Ten hand minions with 15 targets and 7 positions, all attacks, the power and the end; 200 is the most seen
MAX_LEGAL = 1136
START_HEALTH = 30
HERO_FREE = 0xFFFC  # all minion slots
CARDS_OF_FIRST, CARDS_OF_SECOND = 3, 4
# Events that may concern a minion without effects
SUMMONING = 1 << c.ON_FRIENDLY_SUMMON | 1 << c.ON_CARD_PLAYED | 1 << c.ON_OVERLOAD


# Set-up (section 2)


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    """Shuffle, deal three and four cards and The Coin, and open the mulligans."""
    seed_rng(state, seed)
    state.sim = c.ALL_QUIRKS if options.sim else 0
    state.right_only = options.right_only
    state.turn_limit = options.turn_limit
    state.deck_known = options.deck_known
    state.ordered = options.ordered
    state.free = HERO_FREE
    for seat in range(2):
        mixed = pick(state, len(MIXED)) if options.mixed else i8(-1)
        hero = i8(MIXED[mixed, places.HERO]) if mixed >= 0 else options.decks[seat, places.HERO]
        n = i8(MIXED[mixed, places.CARD_COUNT]) if mixed >= 0 else options.decks[seat, places.CARD_COUNT]
        state.card[seat] = hero
        state.side[seat] = seat
        state.health[seat] = START_HEALTH
        state.power[seat] = c.POWER_OF_HERO[hero]
        state.crystals[seat] = options.start_crystals
        for i in range(n):
            k = places.FIRST_CARD + i
            card = i8(MIXED[mixed, k]) if mixed >= 0 else options.decks[seat, k]
            state.deck[seat, i] = card
            state.ledger += c.MARKS[card]
        state.deck_left[seat] = n
    if state.ordered:
        for seat in range(2):
            for i in range(i8(state.deck_left[seat]) - 1, 0, -1):
                k = pick(state, i + 1)
                card = state.deck[seat, i]
                state.deck[seat, i] = state.deck[seat, k]
                state.deck[seat, k] = card
    draw_cards(state, 0, CARDS_OF_FIRST)
    draw_cards(state, 1, CARDS_OF_SECOND)
    add_to_hand(state, 1, c.COIN, 0, KNOWN)
    forget_shown(state)
    if options.mulligan:
        state.mulligan = 2
        state.seat = 0
    else:
        start(state)


@kernel
def start(state: State) -> None:
    """Begin the first player's first turn."""
    state.turn = 1
    begin_turn(state, 0)
    resolve(state)


@kernel
def replace_cards(state: State, seat: i8, mask: i8) -> None:
    """Draw replacements for rejected cards into the same places, then put the rejected ones back (QE02)."""
    rejected = scratch_i8(4)
    n = 0
    for i in range(4):
        if mask >> i & 1:
            at = i8(state.deck_left[seat]) - 1
            if at < 0:
                continue
            if not state.ordered:
                at = pick(state, at + 1)
            rejected[n] = state.hand[seat, i]
            state.ledger -= c.MARKS[rejected[n]]
            card = take_from_deck(state, seat, at)
            state.hand[seat, i] = card
            state.ledger += c.MARKS[card]
            if state.sim & c.QE02:
                shuffle_into_deck(state, seat, rejected[n], 0)
            else:
                n += 1
    for i in range(n):
        shuffle_into_deck(state, seat, rejected[i], 0)


# Costs (section 11)


@kernel
def cost_of(state: State, seat: i8, card: i8) -> i8:
    """Return the current cost of a hand card."""
    cost = i8(c.COST[card])
    if c.TYPE[card] == c.SPELL:
        if c.SECRET_EVENT[card] and state.secrets_free[seat]:
            cost = 0
        cost -= i8(state.prepared[seat])
    rule = c.COST_RULE[card]
    if rule:
        if rule == c.COST_WEAPON:
            cost -= weapon_attack_of(state, seat) if state.weapon[seat] else 0
        elif rule == c.COST_BRUISER:
            cost -= 2 if state.minions[1 - seat] >= 3 else 0
        else:
            cost -= i8(state.totems[seat])
    return max(0, cost)


@kernel
def power_cost(state: State, seat: i8) -> i8:
    return 1 if state.power_cheap[seat] else i8(c.COST[state.power[seat]])


@kernel
def pay(state: State, seat: i8, cost: i8) -> None:
    temporary = min(i8(state.temporary[seat]), cost)
    state.temporary[seat] -= temporary
    state.used[seat] += cost - temporary


# Legal actions (section 16)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    """Write all legal actions in ascending order; return their number."""
    if state.over:
        return 0
    if state.choice_kind:
        for i in range(state.choice_count):
            out[i] = CHOOSE + i
        return i8(state.choice_count)
    if state.mulligan:
        n = 8 if state.seat == 0 else 16
        for i in range(n):
            out[i] = MULLIGAN + i
        return n
    seat = i8(state.seat)
    targets = targetable(state, seat)
    out[0] = 0
    n = legal_plays(state, seat, targets, out, 1)
    n = legal_power(state, seat, targets, out, n)
    return legal_attacks(state, seat, out, n)


@kernel
def targetable(state: State, seat: i8) -> i8:
    """Return the targets (as bits) that the acting player may choose; elusive minions again, 32 bits higher."""
    other = 1 - seat
    targets = i8(1) << c.TARGET_OWN_HERO
    elusive = i8(0)
    if state.sim & c.QE14 or state.flags[other] & c.IMMUNE == 0:
        targets |= 1 << c.TARGET_ENEMY_HERO
    word = state.board[other]
    for i in range(state.minions[other]):
        flags = i8(state.flags[slot_at(word, i)])
        if flags & (STEALTHY | c.IMMUNE) == 0:
            targets |= 1 << (c.TARGET_ENEMY + i)
            if flags & c.ELUSIVE:
                elusive |= 1 << (c.TARGET_ENEMY + i)
    word = state.board[seat]
    for i in range(state.minions[seat]):
        targets |= 1 << (c.TARGET_OWN + i)
        if i8(state.flags[slot_at(word, i)]) & c.ELUSIVE:
            elusive |= 1 << (c.TARGET_OWN + i)
    return targets | elusive << 32


@kernel
def slot_of_target(state: State, seat: i8, target: i8) -> i8:
    """Return the slot of a target number, or -1."""
    if target >= c.TARGET_OWN:
        return slot_at(state.board[seat], target - c.TARGET_OWN)
    if target >= c.TARGET_ENEMY:
        return slot_at(state.board[1 - seat], target - c.TARGET_ENEMY)
    if target == c.TARGET_OWN_HERO:
        return seat
    if target == c.TARGET_ENEMY_HERO:
        return 1 - seat
    return -1


@kernel
def targets_of(state: State, seat: i8, card: i8, place: i8, targets: i8) -> i8:
    """Return the legal targets of a card, as bits."""
    if c.TYPE[card] != c.MINION:
        targets &= ~(targets >> 32)
    mask = targets & i8(c.TARGET_MASK[card])
    if c.TARGET_DRAGON[card] and not has_dragon(state, seat, place):
        return 0
    race, least, most, condition = c.TARGET_RACE[card], c.TARGET_MIN[card], c.TARGET_MAX[card], c.TARGET_STATE[card]
    if race or least or most < 99 or condition:
        left = mask
        while left:
            target = trailing_zeros(u8(left))
            left &= left - 1
            slot = slot_of_target(state, seat, target)
            attack = attack_of(state, slot)
            wrong = (race and c.RACE[state.card[slot]] != race) or attack < least or attack > most
            if wrong or (condition == 1 and state.damage[slot] == 0) or (condition == 2 and state.damage[slot] > 0):
                mask &= ~(i8(1) << target)
    return mask


@kernel
def potion_targets(state: State, seat: i8, size: i8, parts: i8, targets: i8) -> i8:
    """Return a potion's targets, -1 if it needs none, 0 if it cannot be cast (section 13, QC08)."""
    pool = c.POOL_LESSER + size - 1
    first, second = pool_card(pool, parts >> 4), pool_card(pool, parts & 15)
    if c.TARGET_MASK[first]:
        return targets_of(state, seat, first, -1, targets)
    if state.sim & c.QC08 == 0 and c.TARGET_MASK[second]:
        return targets_of(state, seat, second, -1, targets)
    if state.sim & c.QC08 and first == c.MYSTIC_WOOL and state.minions[1 - seat] == 0:
        return 0
    return -1


@kernel
def secret_active(state: State, seat: i8, card: i8) -> boolean:
    for i in range(state.secret_count[seat]):
        if state.secrets[seat, i] == card:
            return True
    return state.secret_count[seat] >= SECRET_ZONE


@kernel
def legal_plays(state: State, seat: i8, targets: i8, out: ACTIONS, n: i8) -> i8:
    mana = available(state, seat)
    room = state.minions[seat] < BOARD
    for place in range(state.held[seat]):
        card = i8(state.hand[seat, place])
        if cost_of(state, seat, card) > mana:
            continue
        kind = c.TYPE[card]
        if kind == c.MINION and not room:
            continue
        if c.SECRET_EVENT[card] and secret_active(state, seat, card):
            continue
        options = 2 if c.OPTION_A[card] else 1
        for option in range(options):
            played = card
            if options == 2:
                played = i8(c.OPTION_A[card]) if option == 0 else i8(c.OPTION_B[card])
            needs = i8(c.NEEDS[played])
            met = True
            while needs:
                condition = trailing_zeros(u8(needs))
                needs &= needs - 1
                met = met and holds(state, condition, seat, -1, -1)
            if not met:
                continue
            base = PLAY + place * PLAY_CARD + option * PLAY_OPTION
            mask = i8(1)  # without a target
            if c.TARGET_MASK[played]:
                mask = targets_of(state, seat, played, place, targets)
                if mask == 0:
                    if c.TARGET_MODE[played] == 1:
                        continue
                    mask = 1
            elif c.POTION_SIZE[card]:
                mask = potion_targets(state, seat, i8(c.POTION_SIZE[card]), i8(state.hand_extra[seat, place]), targets)
                if mask == 0:
                    continue
                if mask < 0:
                    mask = 1
            n = add_plays(state, seat, kind == c.MINION, base, mask, out, n)
    return n


@kernel
def add_plays(state: State, seat: i8, minion: boolean, base: i8, mask: i8, out: ACTIONS, n: i8) -> i8:
    """Write one action per target and, for minions, per board position; return the number of actions."""
    first = i8(state.minions[seat]) if state.right_only else i8(0)
    last = i8(state.minions[seat])
    while mask:
        at = base + trailing_zeros(u8(mask)) * POSITIONS_PER_PLAY
        mask &= mask - 1
        if minion:
            for position in range(first, last + 1):
                out[n] = at + position
                n += 1
        else:
            out[n] = at
            n += 1
    return n


@kernel
def legal_power(state: State, seat: i8, targets: i8, out: ACTIONS, n: i8) -> i8:
    power = i8(state.power[seat])
    if state.power_used[seat] or power_cost(state, seat) > available(state, seat):
        return n
    needs = i8(c.NEEDS[power])
    while needs:
        condition = trailing_zeros(u8(needs))
        needs &= needs - 1
        if not holds(state, condition, seat, -1, -1):
            return n
    mask = i8(1)
    if c.TARGET_MASK[power]:
        mask = targets_of(state, seat, power, -1, targets)
    while mask:
        out[n] = POWER + trailing_zeros(u8(mask))
        mask &= mask - 1
        n += 1
    return n


@kernel
def defenders_of(state: State, seat: i8) -> i8:
    """Return the legal targets of attacks, as bits: enemy minions from left to right, bit 7 the hero (section 7)."""
    other = 1 - seat
    word = state.board[other]
    all_minions, taunts = i8(0), i8(0)
    for i in range(state.minions[other]):
        flags = i8(state.flags[slot_at(word, i)])
        if flags & (STEALTHY | c.IMMUNE) == 0:
            all_minions |= 1 << i
            if flags & c.TAUNT:
                taunts |= 1 << i
    if taunts:
        return taunts
    if state.flags[other] & c.IMMUNE == 0:
        all_minions |= 128
    return all_minions


@kernel
def legal_attacks(state: State, seat: i8, out: ACTIONS, n: i8) -> i8:
    defenders = i8(-1)
    for i in range(i8(state.minions[seat]) + 1):
        hero = i == state.minions[seat]
        slot = seat if hero else slot_at(state.board[seat], i)
        flags = i8(state.flags[slot])
        if flags & (c.EXHAUSTED | c.FROZEN | c.CANNOT_ATTACK) or attack_of(state, slot) <= 0:
            continue
        if defenders < 0:
            defenders = defenders_of(state, seat)
        mask = defenders & 127 if flags & c.CANNOT_ATTACK_HEROES else defenders
        base = ATTACK_ACTION + (56 if hero else 8 * i)
        while mask:
            out[n] = base + trailing_zeros(u8(mask))
            mask &= mask - 1
            n += 1
    return n


# Playing an action


@kernel
def apply(state: State, action: i8) -> None:
    """Play a legal action and resolve everything up to the next decision."""
    forget_shown(state)
    if state.late:
        state.late = 2
        state.hurt = 1
    if action >= MULLIGAN:
        replace_cards(state, i8(state.seat), action - MULLIGAN)
        state.mulligan -= 1
        if state.mulligan:
            state.seat = 1
            return
        state.turn = 1
        begin_turn(state, 0)
    elif action >= CHOOSE:
        choose(state, action - CHOOSE)
        if state.choice_kind:
            return
    elif action >= ATTACK_ACTION:
        attack_action(state, action - ATTACK_ACTION)
    elif action >= POWER:
        use_power(state, action - POWER)
    elif action >= PLAY:
        play_card(state, action - PLAY)
    else:
        push_turn_end(state, i8(state.seat))
    resolve(state)
    state.chosen = u8(0)


@kernel
def attack_action(state: State, pair: i8) -> None:
    seat = i8(state.seat)
    attacker, defender = pair >> 3, pair & 7
    attacking = seat if attacker == 7 else slot_at(state.board[seat], attacker)
    defending = 1 - seat if defender == 7 else slot_at(state.board[1 - seat], defender)
    declare_attack(state, attacking, defending)


@kernel
def use_power(state: State, target: i8) -> None:
    """Use the hero power: pay, resolve, deaths, inspire (section 14)."""
    seat = i8(state.seat)
    pay(state, seat, power_cost(state, seat))
    state.power_used[seat] = 1
    slot = slot_of_target(state, seat, target)
    push(state, ROW_INSPIRE, 0, 0, seat, 0, DEATHS_FIRST)
    push(state, i8(c.MAIN_ROW[state.power[seat]]), 0, reference(state, slot) if slot >= 0 else 0, seat, 0, 0)


@kernel
def play_card(state: State, play: i8) -> None:
    """Play a card: pay, take it from the hand, push what follows on the stack, on-play triggers on top (section 6)."""
    seat = i8(state.seat)
    place = play // PLAY_CARD
    option = play // PLAY_OPTION & 1
    target = play // POSITIONS_PER_PLAY % c.TARGETS
    position = play % POSITIONS_PER_PLAY
    card = i8(state.hand[seat, place])
    extra = i8(state.hand_extra[seat, place])
    origin = i8(state.hand_origin[seat, place])
    kind = c.TYPE[card]
    pay(state, seat, cost_of(state, seat, card))
    take_from_hand(state, seat, place)
    combo = state.played[seat] > 0
    state.played[seat] += 1
    state.owed[seat] += c.OVERLOAD[card]
    slot = slot_of_target(state, seat, target)
    to_ref = reference(state, slot) if slot >= 0 else 0
    effect = card
    if c.OPTION_A[card]:
        effect = i8(c.OPTION_A[card]) if option == 0 else i8(c.OPTION_B[card])
    row = i8(c.MAIN_ROW[effect])
    from_ref = i8(0)
    played_slot = -1
    if kind == c.MINION:
        played_slot = enter(state, seat, card, position)
        state.attack[played_slot] += extra
        state.health[played_slot] += extra
        from_ref = reference(state, played_slot)
        if row or c.COMBO_ROW[card] or c.RACE[card] == c.PIRATE or (state.events[0] | state.events[1]) & SUMMONING:
            push(state, ROW_AFTER_SUMMON, from_ref, 0, seat, 0, DEATHS_FIRST)
    elif kind == c.WEAPON:
        push(state, ROW_EQUIP, 0, 0, seat, card, 0 if row else DEATHS_FIRST)
    if combo and c.COMBO_ROW[card]:
        push(state, i8(c.COMBO_ROW[card]), from_ref, to_ref, seat, 0, DEATHS_FIRST)
    elif c.SECRET_EVENT[card]:
        push(state, ROW_SECRET, 0, 0, seat, card | origin << 16, DEATHS_FIRST)
    elif row:
        if kind == c.SPELL:
            value = extra | i8(c.POTION_SIZE[card]) << 8
            push(state, row, 0, to_ref, seat, value, DEATHS_FIRST)
        else:
            doubled = 4096 if c.HAS_BATTLECRY[card] else 0
            push(state, ROW_BATTLECRY, from_ref, to_ref, seat, row | doubled, DEATHS_FIRST)
    if c.OVERLOAD[card]:
        fire(state, 1 << c.ON_OVERLOAD, seat, played_slot, i8(c.OVERLOAD[card]))
    fire(state, 1 << c.ON_CARD_PLAYED, seat, played_slot, 0)
    if kind == c.SPELL:
        if state.sim & c.QC06:  # any spell of either player ends it
            state.prepared[1 - seat] = 0
        state.prepared[seat] = 0
        if c.SECRET_EVENT[card]:
            fire(state, 1 << c.ON_SECRET_PLAYED, seat, -1, 0)
        fire(state, 1 << c.ON_SPELL_CAST, seat, -1, 0)
    elif kind == c.MINION and c.RACE[card] == c.PIRATE and state.minions[seat] < BOARD:
        for i in range(state.deck_left[seat]):
            if c.IN_DECK_PIRATE[i8(state.deck[seat, i]) & CARD]:
                push(state, i8(c.EVENT_ROW[c.PATCHES]), 0, 0, seat, 0, 0)


@kernel
def choose(state: State, i: i8) -> None:
    """Answer a pending choice (section 13)."""
    seat = i8(state.seat)
    card = i8(state.choice[i])
    kind = state.choice_kind
    pool = i8(state.choice_pool)
    if kind == DISCOVER:
        close_choice(state)
        add_to_hand(state, seat, card, 0, FROM_POOL + pool)
    elif kind == HERO_POWER_CHOICE:
        close_choice(state)
        state.power[seat] = card
        state.power_used[seat] = 0
    elif kind == POTION_SIZE_CHOICE:
        state.potion_size = i
        state.potion_part = 0
        open_potion_part(state)
    else:
        pool = c.POOL_LESSER + i8(state.potion_size)
        part = rank_in_pool(pool, card)
        if kind == FIRST_PART:
            state.potion_part = part + 1
            open_potion_part(state)
        else:
            close_choice(state)
            first = i8(state.potion_part) - 1
            size = i8(state.potion_size)
            potion = i8(c.SIZE_CARDS[size]) if state.sim & c.QC08 else i8(c.POTIONS[size])
            add_to_hand(state, seat, potion, min(first, part) << 4 | max(first, part), OF_KAZAKUS)
            state.potion_part = 0
            state.potion_size = 0


# The end (section 17)


@kernel
def returns(state: State, out: NUMBERS) -> None:
    out[0] = 0.5
    out[1] = 0.5
    if state.result == WIN_0 or state.result == WIN_1:
        out[0] = 1.0 if state.result == WIN_0 else 0.0
        out[1] = 1.0 - out[0]


@kernel
def points(state: State, out: NUMBERS) -> None:
    """Write the health left, at least 0."""
    for seat in range(2):
        out[seat] = max(0, health_of(state, seat))


@kernel
def settle(state: State) -> None:
    """Compute auras and other derived values of a position that was put together by hand."""
    refresh(state)


# Derived numbers, for descriptions and checks

NUMBERS_ROW = HAND + 3  # row of `numbers_of`
POWER_COST, HERO_ATTACK, WEAPON_ATTACK = HAND, HAND + 1, HAND + 2


@kernel
def numbers_of(state: State, out: Array[i8]) -> None:
    """Write for each seat the costs of its hand cards and its power, and the attack of its hero and weapon."""
    for seat in range(2):
        row = seat * NUMBERS_ROW
        for i in range(state.held[seat]):
            out[row + i] = cost_of(state, seat, i8(state.hand[seat, i]))
        out[row + POWER_COST] = power_cost(state, seat)
        out[row + HERO_ATTACK] = attack_of(state, seat)
        out[row + WEAPON_ATTACK] = weapon_attack_of(state, seat)
