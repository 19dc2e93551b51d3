"""Interpreter: takes frames off the stack and carries out their rows until a decision is needed (sections 5 to 14)."""

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.choices import (
    open_discover,
    open_potion_size,
    pool_card,
)
from tapete.games.hearthstone.effects import (
    BEAR_TRAP,
    DAMAGE_EVENTS,
    DEATHS_FIRST,
    GOLEMS,
    HERO_ATTACK_SECRETS,
    MAX_CRYSTALS,
    REF_BITS,
    ROW_AFTER_ATTACK,
    ROW_BITS,
    ROW_BLOW,
    ROW_COUNTER,
    ROW_DAMAGE,
    ROW_DISCARD,
    ROW_GIVE_BACK,
    ROW_HEAL,
    ROW_NIGHTMARE,
    ROW_SUMMON,
    ROW_TURN_DRAW,
    ROW_TURN_LIMIT,
    ROW_TURN_OVER,
    SNAKE_TRAP,
    STEALTHY,
    attack_of,
    bury,
    deal,
    deal_to_hero,
    end_game,
    fire,
    heal,
    lose_secret,
    lose_weapon,
    push,
    refresh,
    spring_secrets,
    weapon_attack_of,
)
from tapete.games.hearthstone.state import (
    BOARD,
    CARD,
    DISCARDED,
    DRAW,
    FIRED,
    FROM_DECK,
    FROM_POOL,
    FROM_RACE,
    HAND,
    JOUSTED,
    KNOWN,
    LISTED,
    PUBLIC,
    SECRET_ZONE,
    SLOTS,
    State,
    add_to_hand,
    alive,
    available,
    become,
    change_side,
    enter,
    health_of,
    index_of,
    leave,
    minion_attack,
    pick,
    reference,
    removed,
    show,
    shuffle_into_deck,
    slot_at,
    slot_of,
    take_from_deck,
    take_from_hand,
)
from tapete.kernel import boolean, i8, kernel, scratch_i8, u8

# Conditions and selectors


@kernel
def has_dragon(state: State, seat: i8, except_place: i8) -> boolean:
    for i in range(state.held[seat]):
        if i != except_place and c.RACE[state.hand[seat, i]] == c.DRAGON:
            return True
    return False


@kernel
def no_duplicates(state: State, seat: i8) -> boolean:
    """Return whether no card id occurs twice in the deck; an empty deck qualifies."""
    n = i8(state.deck_left[seat])
    for i in range(n):
        card = i8(state.deck[seat, i]) & CARD
        for k in range(i + 1, n):
            if i8(state.deck[seat, k]) & CARD == card:
                return False
    return True


@kernel
def totem_missing(state: State, seat: i8, totem: i8) -> boolean:
    for i in range(state.minions[seat]):
        if state.card[slot_at(state.board[seat], i)] == totem:
            return False
    return True


@kernel
def holds(state: State, condition: i8, seat: i8, source: i8, target: i8) -> boolean:
    """Return whether a condition of the card file holds for a seat now."""
    other = 1 - seat
    if condition == c.DRAGON_IN_HAND:
        return has_dragon(state, seat, -1)
    if condition == c.NO_DUPLICATES:
        return no_duplicates(state, seat)
    if condition == c.BOARD_NOT_FULL:
        return state.minions[seat] < BOARD
    if condition == c.OPPONENT_BOARD_NOT_FULL:
        return state.minions[other] < BOARD
    if condition == c.OPPONENT_DECK_NOT_EMPTY:
        return state.deck_left[other] > 0
    if condition == c.HAND_EMPTY:
        return state.held[seat] == 0
    if condition == c.WEAPON_EQUIPPED:
        return state.weapon[seat] != 0
    if condition == c.OWN_BEAST or condition == c.ANOTHER_PIRATE:
        race = c.BEAST if condition == c.OWN_BEAST else c.PIRATE
        for i in range(state.minions[seat]):
            slot = slot_at(state.board[seat], i)
            if c.RACE[state.card[slot]] == race and (condition == c.OWN_BEAST or slot != source):
                return True
        return False
    if condition == c.ENEMY_MINIONS_1:
        return state.minions[other] >= 1
    if condition == c.ENEMY_MINIONS_3:
        return state.minions[other] >= 3
    if condition == c.ENEMY_MINIONS_4:
        return state.minions[other] >= 4
    if condition == c.TARGET_IS_BEAST:
        return target >= 0 and c.RACE[state.card[target]] == c.BEAST
    if condition == c.TOTEM_MISSING:
        for i in range(c.POOL_SIZE[c.POOL_TOTEMS]):
            if totem_missing(state, seat, pool_card(c.POOL_TOTEMS, i)):
                return True
        return False
    return False


@kernel
def value_of(state: State, expression: i8, seat: i8, value: i8) -> i8:
    """Return the value of an expression of the card file."""
    if expression == c.EXP_WEAPON_ATTACK:
        return weapon_attack_of(state, seat) if state.weapon[seat] else 0
    if expression == c.EXP_HAND_COUNT:
        return i8(state.held[seat])
    if expression == c.EXP_ENEMY_COUNT:
        return i8(state.minions[1 - seat])
    if expression == c.EXP_OVERLOAD:
        return value
    if expression == c.EXP_CARDS_PLAYED:
        return 2 * (i8(state.played[seat]) - 1)
    return i8(state.totems[seat])


@kernel
def select(state: State, row: i8, seat: i8, source: i8, target: i8) -> i8:
    """Write the selected characters to `chosen`, in the order effects reach them (section 8); return their number."""
    selector = c.ROWS[row, c.C_SELECTOR]
    if selector == c.SEL_TARGET or selector == c.SEL_SELF:
        slot = target if selector == c.SEL_TARGET else source
        state.chosen = u8(max(slot, 0))
        return 1 if slot >= 0 else 0
    if selector == c.SEL_OWN_HERO or selector == c.SEL_ENEMY_HERO:
        state.chosen = u8(seat if selector == c.SEL_OWN_HERO else 1 - seat)
        return 1
    if selector == c.SEL_ADJACENT:
        return select_neighbours(state, source)
    out, n = u8(0), 0
    other = 1 - seat
    if selector == c.SEL_OWN_CHARACTERS:
        out, n = u8(seat), 1
    elif selector == c.SEL_ENEMY_CHARACTERS:
        out, n = u8(other), 1
    enemy = selector == c.SEL_ENEMY_MINIONS or selector == c.SEL_ENEMY_CHARACTERS
    own = selector == c.SEL_OWN_MINIONS or selector == c.SEL_OTHER_OWN_MINIONS or selector == c.SEL_OWN_CHARACTERS
    spare_self = selector == c.SEL_OTHER_OWN_MINIONS or selector == c.SEL_ALL_OTHER_MINIONS
    if spare_self and state.sim & c.ROW_QUIRK[row]:  # QC19
        spare_self = False
    spared_target = target if c.ROWS[row, c.C_EXCLUDE_TARGET] else -1
    if n == 1 and i8(out) == spared_target:
        out, n = u8(0), 0
    race, not_race, not_name = c.ROWS[row, c.C_RACE], c.ROWS[row, c.C_NOT_RACE], c.ROWS[row, c.C_NOT_NAME]
    random = i8(c.ROWS[row, c.C_RANDOM])
    if n == 1 and random and health_of(state, i8(out)) <= 0:
        out, n = u8(0), 0
    for part in range(2):
        side = seat if part == 0 else other
        if (part == 0 and enemy) or (part == 1 and own):
            continue
        for i in range(state.minions[side]):
            slot = slot_at(state.board[side], i)
            card = state.card[slot]
            if (spare_self and slot == source) or slot == spared_target:
                continue
            if (race and c.RACE[card] != race) or (not_race and c.RACE[card] == not_race):
                continue
            if (not_name and c.SAME_NAME[card] == not_name) or (random and not alive(state, slot)):
                continue
            out |= u8(slot) << u8(4 * n)
            n += 1
    if selector == c.SEL_ALL_CHARACTERS:
        out |= u8(seat) << u8(4 * n) | u8(other) << u8(4 * n + 4)
        n += 2
    if random and n > random:
        kept = u8(0)
        for k in range(random):
            i = pick(state, n)
            kept |= u8(slot_at(out, i)) << u8(4 * k)
            out = removed(out, i)
            n -= 1
        out, n = kept, random
    state.chosen = out
    return n


@kernel
def select_neighbours(state: State, source: i8) -> i8:
    if source < 0:
        return 0
    word = state.board[state.side[source]]
    at = index_of(word, source)
    out, n = u8(0), 0
    if at > 0:
        out, n = u8(slot_at(word, at - 1)), 1
    if at + 1 < state.minions[state.side[source]]:
        out |= u8(slot_at(word, at + 1)) << u8(4 * n)
        n += 1
    state.chosen = out
    return n


# Single operations


@kernel
def random_deck_place(state: State, seat: i8, race: i8) -> i8:
    """Return the place of a uniform random minion (of a race, if given) in a deck; -1 if there is none."""
    n = 0
    for i in range(state.deck_left[seat]):
        card = i8(state.deck[seat, i]) & CARD
        if c.TYPE[card] == c.MINION and (race == 0 or c.RACE[card] == race):
            n += 1
    if n == 0:
        return -1
    wanted = pick(state, n)
    for i in range(state.deck_left[seat]):
        card = i8(state.deck[seat, i]) & CARD
        if c.TYPE[card] == c.MINION and (race == 0 or c.RACE[card] == race):
            if wanted == 0:
                return i
            wanted -= 1
    return -1


@kernel
def random_hand_minion(state: State, seat: i8) -> i8:
    """Return the place of a uniform random minion in a hand; -1 if there is none."""
    n = 0
    for i in range(state.held[seat]):
        n += c.TYPE[state.hand[seat, i]] == c.MINION
    if n == 0:
        return -1
    wanted = pick(state, n)
    for i in range(state.held[seat]):
        if c.TYPE[state.hand[seat, i]] == c.MINION:
            if wanted == 0:
                return i
            wanted -= 1
    return -1


@kernel
def draw_cards(state: State, seat: i8, count: i8) -> None:
    """Draw the top card if decks are ordered, else a random one; mind fatigue and a full hand (section 5)."""
    for _ in range(count):
        n = i8(state.deck_left[seat])
        if n == 0:
            state.fatigue[seat] += 1
            deal_to_hero(state, seat, i8(state.fatigue[seat]))
            if state.sim & c.QE06:
                return
        else:
            at = n - 1 if state.ordered else pick(state, n)
            origin = LISTED if state.deck[seat, at] & PUBLIC else FROM_DECK
            card = take_from_deck(state, seat, at)
            add_to_hand(state, seat, card, 0, origin)


@kernel
def buff_hand(state: State, seat: i8, amount: i8, random: i8) -> None:
    """Give +n/+n to one or all minions in hand (Grimy Goons), which the other player cannot see."""
    if random:
        i = random_hand_minion(state, seat)
        if i >= 0:
            state.hand_extra[seat, i] += amount
            state.big_buffs[seat] += 1
        return
    for i in range(state.held[seat]):
        state.hand_seen[seat, i] += amount
        if c.TYPE[state.hand[seat, i]] == c.MINION:
            state.hand_extra[seat, i] += amount


@kernel
def discard_random(state: State, seat: i8, count: i8) -> None:
    """Choose the cards first, then discard them one by one (section 5)."""
    n = i8(state.held[seat])
    if n == 0:
        return
    first = pick(state, n)
    if count > 1 and n > 1:
        second = pick(state, n - 1)  # its index once the first is gone
        push(state, ROW_DISCARD, 0, 0, seat, second, 0)
    push(state, ROW_DISCARD, 0, 0, seat, first, 0)


@kernel
def joust(state: State, seat: i8) -> boolean:
    """Show a random minion of each deck; return whether the own card costs more."""
    costs = scratch_i8(2)
    for side in range(2):
        costs[side] = -1
        if state.sim & c.QC28:  # one of the k lowest cards, k = number of minions
            minions = 0
            for i in range(state.deck_left[side]):
                minions += c.TYPE[i8(state.deck[side, i]) & CARD] == c.MINION
            at = pick(state, minions) if minions else -1
        else:
            at = random_deck_place(state, side, 0)
        if at >= 0:
            shown = i8(state.deck[side, at]) & CARD
            costs[side] = c.COST[shown]
            state.deck[side, at] |= PUBLIC
            show(state, side, shown, JOUSTED)
    return costs[seat] > costs[1 - seat]


@kernel
def equip(state: State, seat: i8, card: i8, more_durability: i8) -> None:
    """Destroy the old weapon and equip a new one."""
    if state.weapon[seat]:
        lose_weapon(state, seat)
    state.weapon[seat] = card
    state.weapon_attack[seat] = c.ATTACK[card]
    state.weapon_durability[seat] = c.HEALTH[card] + more_durability
    state.ledger += c.MARKS[card]
    state.dirty |= 1 << seat


@kernel
def swap_attack_health(state: State, slot: i8) -> None:
    """Swap a minion's current attack and health, counting auras once (QC20)."""
    attack, health = minion_attack(state, slot), health_of(state, slot)
    rages = c.AURA[state.card[slot]] == c.AURA_DAMAGED  # a bonus that is lost with the damage
    if state.sim & c.QC20 == 0:
        attack -= i8(state.aura_health[slot])
        health -= i8(state.aura_attack[slot])
        if rages and state.damage[slot] > 0:
            health += c.AURA_ATTACK[state.card[slot]]
    state.attack[slot] = health
    state.health[slot] = attack
    state.bonus[slot] = 0
    state.damage[slot] = 0
    state.hurt = 1
    if rages:
        state.dirty |= 1 << i8(state.side[slot])


@kernel
def transform(state: State, slot: i8, card: i8, keep_stamp: boolean) -> None:
    """Replace a minion by a fresh one in the same place."""
    kept = i8(state.flags[slot]) & (c.FROZEN | c.GRANTED_CHARGE | c.BORROWED) if state.sim & c.QC21 else 0
    state.ledger -= c.MARKS[state.card[slot]]
    side = i8(state.side[slot])
    become(state, slot, card, state.current == side)
    state.flags[slot] |= kept & c.FROZEN
    if kept & (c.GRANTED_CHARGE | c.BORROWED):
        state.flags[slot] = (i8(state.flags[slot]) | c.CHARGE | c.GRANTED_CHARGE) & ~c.EXHAUSTED
    if not keep_stamp:
        state.stamp[slot] += 1
    state.events[side] |= c.EVENT_BIT[card]
    state.dirty |= 1 << side


@kernel
def take_control(state: State, slot: i8, seat: i8, borrowed: boolean) -> None:
    """Move a minion to the seat's board, or destroy it if there is no room (section 13)."""
    if state.minions[seat] >= BOARD:
        state.flags[slot] |= c.DOOMED
        state.hurt = 1
        return
    if borrowed:
        state.flags[slot] |= c.BORROWED
    change_side(state, slot, seat)


@kernel
def give_back(state: State, slot: i8) -> None:
    """Give a borrowed minion back to its owner at the end of the turn."""
    owner = 1 - i8(state.side[slot])
    state.flags[slot] &= ~c.BORROWED
    take_control(state, slot, owner, False)


@kernel
def return_to_hand(state: State, slot: i8) -> None:
    """Move a minion to its controller's hand as a fresh card; a full hand destroys it (QC18)."""
    seat, card = i8(state.side[slot]), i8(state.card[slot])
    if state.held[seat] >= HAND and state.sim & c.QC18 == 0:
        state.flags[slot] |= c.DOOMED
        state.hurt = 1
        return
    leave(state, slot)
    add_to_hand(state, seat, card, 0, KNOWN)


@kernel
def give(state: State, slot: i8, attack: i8, health: i8, flags: i8, this_turn: boolean) -> None:
    """Give attack, health and keywords to one character."""
    if this_turn:
        state.bonus[slot] += attack
    else:
        state.attack[slot] += attack
    state.health[slot] += health
    if flags:
        if flags & c.CHARGE and state.attacks[slot] == 0:
            state.flags[slot] &= ~c.EXHAUSTED
        state.flags[slot] |= flags
        state.dirty |= 1 << i8(state.side[slot])


# Combat (section 7)


@kernel
def declare_attack(state: State, attacker: i8, defender: i8) -> None:
    """Run attack triggers first: secrets of the defender, then the attacker's weapon; then the attack itself."""
    seat = i8(state.current)
    other = 1 - seat
    attack, counter = attack_of(state, attacker), attack_of(state, defender)
    armed = attacker < 2 and state.weapon[seat] and c.WEAPON_EVENT[state.weapon[seat]] == 1
    if not armed and state.secret_count[other] == 0 and (state.events[0] | state.events[1]) & DAMAGE_EVENTS == 0:
        deal(state, attacker, defender, attack)  # nothing can trigger in between: the stack is not needed
        deal(state, defender, attacker, counter)
        after_attack(state, attacker, defender)
        return
    grown = attack | counter << 8
    push(state, ROW_BLOW, reference(state, attacker), reference(state, defender), i8(state.side[attacker]), grown, 0)
    if armed:
        push(state, i8(c.EVENT_ROW[state.weapon[seat]]), 0, 0, seat, 0, 0)
    if state.secret_count[other]:
        if defender < 2:
            spring_secrets(state, other, c.HERO_ATTACKED, HERO_ATTACK_SECRETS)
        else:
            ruled_out = i8(c.SECRET_BIT[SNAKE_TRAP]) if state.minions[other] < BOARD else 0
            spring_secrets(state, other, c.MINION_ATTACKED, ruled_out)


@kernel
def blow_of(state: State, slot: i8, before: i8) -> i8:
    """Return the attack that counts; in the simulator only the first growth since the declaration counts (QE15)."""
    attack = attack_of(state, slot)
    if state.sim & c.QE15 and slot > 1 and c.GROWS_LATE[state.card[slot]] and attack > before:
        grown, once = attack - before, i8(c.ROWS[c.EVENT_ROW[state.card[slot]], c.C_AMOUNT])
        if c.EVENT[state.card[slot]] == c.ON_FRIENDLY_SUMMON:  # every further summon updates the auras before it grows
            return before + max(once, grown - once)
        return before + once
    return attack


@kernel
def after_attack(state: State, attacker: i8, defender: i8) -> None:
    """Remove stealth, use the weapon, exhaust the attacker; then triggers after an attack: Finja, Bear Trap."""
    state.flags[attacker] &= ~STEALTHY
    seat = i8(state.side[attacker])
    if attacker < 2 and state.weapon[seat]:
        state.weapon_damage[seat] += 1
        state.hurt = 1
    state.attacks[attacker] += 1
    if state.attacks[attacker] >= (2 if state.flags[attacker] & c.WINDFURY else 1):
        state.flags[attacker] |= c.EXHAUSTED
    other = 1 - seat
    if defender >= 0 and defender < 2 and state.secret_count[other]:
        ruled_out = i8(c.SECRET_BIT[BEAR_TRAP]) if state.minions[other] < BOARD else 0
        spring_secrets(state, other, c.AFTER_HERO_ATTACKED, ruled_out)
    if (
        attacker > 1
        and defender > 1
        and c.EVENT[state.card[attacker]] == c.ON_SELF_ATTACK
        and not alive(state, defender)
    ):
        fire(state, 1 << c.ON_SELF_ATTACK, seat, attacker, 0)


# Turns (section 3)


@kernel
def push_turn_end(state: State, seat: i8) -> None:
    """Push turn-end triggers and the return of borrowed minions, in order of play; then the end of the turn."""
    push(state, ROW_TURN_OVER, 0, 0, seat, 0, DEATHS_FIRST)
    for i in range(i8(state.minions[0]) + i8(state.minions[1]) - 1, -1, -1):
        slot = slot_at(state.order, i)
        if state.side[slot] == seat:
            card = state.card[slot]
            if state.flags[slot] & c.BORROWED:
                push(state, ROW_GIVE_BACK, reference(state, slot), 0, seat, 0, 0)
            if c.EVENT[card] == c.ON_TURN_END:
                push(state, i8(c.EVENT_ROW[card]), reference(state, slot), 0, seat, 0, 0)


@kernel
def turn_over(state: State, seat: i8) -> None:
    """End this-turn effects, thaw, and start the other player's turn up to its triggers."""
    for slot in range(SLOTS):
        state.bonus[slot] = 0
        flags = i8(state.flags[slot]) & ~(c.IMMUNE | c.CANNOT_ATTACK_HEROES)
        if flags & c.FROZEN and state.side[slot] == seat and state.attacks[slot] == 0 and flags & c.EXHAUSTED == 0:
            flags &= ~c.FROZEN
        state.flags[slot] = flags
    state.turn += 1
    begin_turn(state, 1 - seat)


@kernel
def begin_turn(state: State, seat: i8) -> None:
    """Reset counters and mana; push turn-start triggers and the draw."""
    state.current = seat
    state.seat = seat
    for side in range(2):
        state.played[side] = 0
        state.prepared[side] = 0
    state.power_used[seat] = 0
    state.crystals[seat] = min(MAX_CRYSTALS, i8(state.crystals[seat]) + 1)
    state.used[seat] = 0
    state.temporary[seat] = 0
    state.locked[seat] = state.owed[seat]
    state.owed[seat] = 0
    if state.turn >= state.turn_limit:
        push(state, ROW_TURN_LIMIT, 0, 0, seat, 0, DEATHS_FIRST)
    push(state, ROW_TURN_DRAW, 0, 0, seat, 0, DEATHS_FIRST)
    nightmare = c.NIGHTMARE_0 if seat == 0 else c.NIGHTMARE_1
    for slot in range(SLOTS):
        state.attacks[slot] = 0
        if state.side[slot] == seat and state.card[slot]:
            state.flags[slot] &= ~(c.EXHAUSTED | c.FRESH)
    for i in range(i8(state.minions[0]) + i8(state.minions[1]) - 1, -1, -1):
        slot = slot_at(state.order, i)
        if state.flags[slot] & nightmare:
            push(state, ROW_NIGHTMARE, reference(state, slot), 0, seat, 0, 0)
        if state.side[slot] == seat:
            if state.flags[slot] & c.CONCEALED:
                state.flags[slot] &= ~(STEALTHY if state.sim & c.QC17 else c.CONCEALED)
            if c.EVENT[state.card[slot]] == c.ON_TURN_START:
                push(state, i8(c.EVENT_ROW[state.card[slot]]), reference(state, slot), 0, seat, 0, 0)


# The loop


@kernel
def defer(state: State, frame: u8) -> None:
    """Put a choice's frame under all others: the simulator asks only after the whole sequence (QE17)."""
    for k in range(i8(state.top), 0, -1):
        state.stack[k] = state.stack[k - 1]
    state.stack[0] = (frame | u8(DEATHS_FIRST)) | (u8(1) << u8(56))
    state.top += 1


@kernel
def resolve(state: State) -> None:
    """Process the stack until it is empty, a choice is open or the game is over."""
    while True:
        if state.dirty:
            refresh(state)
        top = i8(state.top)
        if state.hurt and (top == 0 or state.stack[top - 1] & u8(DEATHS_FIRST)):
            bury(state)
            continue
        if top == 0:
            if state.result:
                end_game(state, i8(state.result))
            return
        top -= 1
        frame = state.stack[top]
        state.stack[top] = u8(0)
        state.top = top
        row = i8(frame & u8(ROW_BITS))
        seat = i8((frame >> u8(38)) & u8(1))
        source = slot_of(state, i8((frame >> u8(12)) & u8(REF_BITS)))
        target = slot_of(state, i8((frame >> u8(25)) & u8(REF_BITS)))
        value = i8((frame >> u8(40)) & u8(0xFFFF))
        counter = i8(frame >> u8(56))
        other = 1 - seat

        op = c.ROWS[row, c.C_OP]
        while op == c.OP_IF or op == c.OP_SKIP:
            skipped = i8(c.ROWS[row, c.C_COUNT])
            if op == c.OP_IF:
                true_in_sim = state.sim & c.ROW_QUIRK[row] != 0
                if true_in_sim or holds(state, i8(c.ROWS[row, c.C_AMOUNT]), seat, source, target):
                    skipped = 0
            row += 1 + skipped
            op = c.ROWS[row, c.C_OP]
        if op == c.OP_END:
            continue
        if c.ROWS[row + 1, c.C_OP] != c.OP_END and counter == 0:
            rest = frame & ~(u8(ROW_BITS) | u8(DEATHS_FIRST))
            state.stack[state.top] = rest | u8(row + 1)
            state.top += 1

        amount, count = i8(c.ROWS[row, c.C_AMOUNT]), i8(c.ROWS[row, c.C_COUNT])
        health = i8(c.ROWS[row, c.C_HEALTH])
        if c.ROWS[row, c.C_EXPRESSION]:
            factor = value_of(state, i8(c.ROWS[row, c.C_EXPRESSION]), seat, value)
            amount, health, count = amount * factor, health * factor, count * factor
        card = i8(c.ROWS[row, c.C_CARD])
        n = 0
        if c.ROWS[row, c.C_SELECTOR]:
            n = select(state, row, seat, source, target)
            if n == 0:
                if state.sim & c.ROW_QUIRK[row]:  # QC27
                    while state.top > 0 and i8(state.stack[state.top - 1] & u8(ROW_BITS)) == row + 1:
                        state.top -= 1
                        state.stack[state.top] = u8(0)
                continue
        chosen = state.chosen
        first = slot_at(chosen, 0)

        hit, hit_by, hit_for = -1, -1, i8(0)  # a character to damage below
        draws = i8(0)
        summoned, summon_seat, summon_at, summon_extra = i8(0), seat, i8(-1), i8(0)

        if op == c.OP_DAMAGE or op == c.OP_DAMAGE_RANGE or op == c.OP_ALL_MANA_DAMAGE:
            if c.ROWS[row, c.C_SPELL_DAMAGE] and state.sim & c.ROW_QUIRK[row] == 0:
                bonus = i8(c.ROWS[row, c.C_SPELL_DAMAGE]) * i8(state.spell_damage[seat])
            else:
                bonus = i8(0)
            if op == c.OP_ALL_MANA_DAMAGE:
                amount = available(state, seat)
                state.used[seat] += amount
                if amount == 0:
                    continue
            for i in range(n - 1, -1, -1):
                rolled = amount
                if op == c.OP_DAMAGE_RANGE:
                    rolled += pick(state, health - amount + 1)
                if n == 1:
                    hit, hit_by, hit_for = first, source, rolled + bonus
                else:
                    at = slot_at(chosen, i)
                    from_ref = reference(state, source) if source >= 0 else 0
                    push(state, ROW_DAMAGE, from_ref, reference(state, at), seat, rolled + bonus, 0)
        elif op == c.STEP_DAMAGE or op == c.STEP_COUNTER:
            hit, hit_by, hit_for = target, source, value
        elif op == c.OP_HEAL or op == c.OP_HEAL_FULL:
            for i in range(n - 1, -1, -1):
                at = slot_at(chosen, i)
                if op == c.OP_HEAL_FULL:
                    amount = i8(state.damage[at])
                push(state, ROW_HEAL, 0, reference(state, at), seat, amount, 0)
        elif op == c.STEP_HEAL:
            if target >= 0:
                heal(state, target, value)
        elif op == c.OP_BUFF:
            flags = i8(c.ROW_KEYWORDS[row])
            this_turn = c.ROWS[row, c.C_UNTIL] == c.UNTIL_END_OF_TURN
            for i in range(n):
                give(state, slot_at(chosen, i), amount, health, flags, this_turn)
        elif op == c.OP_DRAW:
            draws = count
        elif op == c.STEP_TURN_DRAW:
            draws = 1
        elif op == c.STEP_BATTLECRY:
            row = value & ROW_BITS
            copies = 2 if value & 4096 and state.twice[seat] else 1
            for _ in range(copies):
                rest = frame & ~(u8(ROW_BITS) | u8(DEATHS_FIRST)) & ((u8(1) << u8(40)) - u8(1))
                state.stack[state.top] = rest | u8(row)
                state.top += 1
        elif op == c.STEP_AFTER_SUMMON:
            if source >= 0:
                fire(state, 1 << c.ON_FRIENDLY_SUMMON, seat, source, 0)
        elif op == c.STEP_BLOW:
            if source >= 0 and target >= 0 and alive(state, source) and alive(state, target):
                a, d = blow_of(state, source, value & 255), blow_of(state, target, value >> 8)
                from_ref, to_ref = reference(state, source), reference(state, target)
                push(state, ROW_AFTER_ATTACK, from_ref, to_ref, seat, 0, 0)
                if d > 0:
                    push(state, ROW_COUNTER, to_ref, from_ref, other, d, 0)
                hit, hit_by, hit_for = target, source, a
        elif op == c.STEP_AFTER_ATTACK:
            if source >= 0:
                after_attack(state, source, target)
        elif op == c.STEP_TURN_OVER:
            turn_over(state, seat)
        elif op == c.OP_SUMMON:
            # tokens enter one by one; each triggers its side's listeners before the next
            if count - counter > 1:
                again = frame & ~(u8(ROW_BITS) | u8(DEATHS_FIRST)) & ((u8(1) << u8(56)) - u8(1))
                state.stack[state.top] = again | u8(row) | (u8(counter + 1) << u8(56))
                state.top += 1
            if count > counter:
                summoned = card
                if c.ROWS[row, c.C_OPPONENT]:
                    summon_seat = other
                summon_at = i8(c.ROWS[row, c.C_POSITION])
                summon_at = -1 if summon_at == c.RIGHT_END else value if summon_at == c.DEATH_POSITION else -2
        elif op == c.OP_SUMMON_JADE:
            summoned = c.JADE + min(GOLEMS, i8(state.jade[seat]) + 1) - 1
            state.jade[seat] = min(100, i8(state.jade[seat]) + 1)  # also when the board is full (QE05)
            summon_at = i8(c.ROWS[row, c.C_POSITION])
            summon_at = -1 if summon_at == c.RIGHT_END else value if summon_at == c.DEATH_POSITION else -2
        elif op == c.OP_SUMMON_RANDOM:
            summoned = random_of_pool(state, seat, i8(c.ROWS[row, c.C_POOL]))
        elif op == c.STEP_SUMMON:
            summoned = value
        elif op == c.OP_SUMMON_COPY:
            at = random_deck_place(state, seat, 0)
            if at >= 0:
                summoned = i8(state.deck[seat, at]) & CARD
                summon_extra = -1  # set to 1/1
        elif op == c.OP_SUMMON_DEAD:
            push_dead(state, seat, count)
        elif op == c.OP_SUMMON_FROM_DECK:
            if counter + 1 < count:
                again = frame & ~(u8(ROW_BITS) | u8(DEATHS_FIRST)) & ((u8(1) << u8(56)) - u8(1))
                state.stack[state.top] = again | u8(row) | (u8(counter + 1) << u8(56))
                state.top += 1
            at = random_deck_place(state, seat, i8(c.ROWS[row, c.C_RACE])) if state.minions[seat] < BOARD else -1
            if at >= 0:
                summoned = i8(state.deck[seat, at]) & CARD
                if state.sim & c.QC10 == 0:
                    take_from_deck(state, seat, at)
        elif op == c.OP_SUMMON_SELF:
            if state.minions[seat] < BOARD:
                for at in range(state.deck_left[seat]):
                    if i8(state.deck[seat, at]) & CARD == c.PATCHES:
                        summoned = c.PATCHES
                        take_from_deck(state, seat, at)
                        break
        elif op == c.OP_PULL_FROM_HAND:
            at = random_hand_minion(state, other)
            if at >= 0 and state.minions[other] < BOARD:
                summoned, summon_seat = i8(state.hand[other, at]), other
                summon_extra = i8(state.hand_extra[other, at])
                take_from_hand(state, other, at)
        elif op == c.OP_ARMOR:
            state.armor[seat] += amount
        elif op == c.OP_TEMP_MANA:
            state.temporary[seat] += min(amount, MAX_CRYSTALS - available(state, seat))
        elif op == c.OP_DESTROY:
            for i in range(n):
                state.flags[slot_at(chosen, i)] |= c.DOOMED
            state.hurt = 1
        elif op == c.OP_FREEZE:
            for i in range(n):
                state.flags[slot_at(chosen, i)] |= c.FROZEN
        elif op == c.OP_EQUIP or op == c.STEP_EQUIP:
            equip(state, seat, card if op == c.OP_EQUIP else value, i8(state.equip_bonus[seat]))
            state.equip_bonus[seat] = 0
        elif op == c.OP_BUFF_WEAPON:
            if state.weapon[seat]:
                state.weapon_attack[seat] += amount
                state.weapon_durability[seat] += health
        elif op == c.OP_DESTROY_WEAPON:
            if state.weapon[other]:
                state.weapon_damage[other] = state.weapon_durability[other]
                state.hurt = 1
        elif op == c.STEP_SECRET:
            at = i8(state.secret_count[seat])
            if at < SECRET_ZONE:
                state.secrets[seat, at] = value & CARD
                state.secret_origin[seat, at] = counter
                state.secret_count[seat] = at + 1
                state.ledger += c.MARKS[value & CARD]
        elif op == c.STEP_REVEAL:
            for i in range(state.secret_count[seat]):
                if state.secrets[seat, i] == value:
                    # QC26: with room for one or two snakes only, the simulator does not use the trap up
                    if state.sim & c.QC26 and value == SNAKE_TRAP and state.minions[seat] > BOARD - 3:
                        show(state, seat, value, FIRED)
                    else:
                        lose_secret(state, seat, i)
                    push(state, i8(c.EVENT_ROW[value]), 0, 0, seat, 0, 0)
                    break
        elif op == c.STEP_INSPIRE:
            fire(state, 1 << c.ON_INSPIRE, seat, -1, 0)
        elif op == c.OP_BUFF_HAND:
            buff_hand(state, seat, amount, i8(c.ROWS[row, c.C_RANDOM]))
        elif op == c.OP_SET_ATTACK:
            state.attack[first] = amount
            state.bonus[first] = 0
            if state.sim & c.QC29 and c.AURA[state.card[first]] == c.AURA_DAMAGED and state.damage[first] > 0:
                state.attack[first] -= c.AURA_ATTACK[state.card[first]]
        elif op == c.OP_SWAP:
            swap_attack_health(state, first)
        elif op == c.OP_DESTROY_AT:
            state.flags[first] |= c.NIGHTMARE_0 if seat == 0 else c.NIGHTMARE_1
        elif op == c.STEP_NIGHTMARE:
            if source >= 0:
                state.flags[source] |= c.DOOMED
                state.hurt = 1
        elif op == c.OP_TRANSFORM:
            for i in range(n):
                transform(state, slot_at(chosen, i), card, c.ROWS[row, c.C_SELECTOR] == c.SEL_SELF)
        elif op == c.OP_RETURN:
            return_to_hand(state, first)
        elif op == c.OP_TAKE_CONTROL:
            take_control(state, first, seat, c.ROWS[row, c.C_UNTIL] == c.UNTIL_END_OF_TURN)
        elif op == c.STEP_GIVE_BACK:
            if source >= 0:
                give_back(state, source)
        elif op == c.OP_ENTOMB:
            buried = i8(state.card[first])
            leave(state, first)
            shuffle_into_deck(state, seat, buried, PUBLIC)
        elif op == c.OP_SHUFFLE_COPY:
            shuffle_into_deck(state, seat, i8(state.card[first]), PUBLIC)
        elif op == c.OP_SHUFFLE_CARD:
            shuffle_into_deck(state, seat, card, PUBLIC)
        elif op == c.OP_DRAW_RACE:
            race = i8(c.ROWS[row, c.C_RACE])
            at = random_deck_place(state, seat, race)
            if at >= 0:
                add_to_hand(state, seat, take_from_deck(state, seat, at), 0, FROM_RACE + race)
        elif op == c.OP_ADD_CARD:
            add_to_hand(state, seat, card, 0, KNOWN)
        elif op == c.OP_ADD_RANDOM:
            pool = i8(c.ROWS[row, c.C_POOL])
            if pool == c.POOL_CLASS:
                pool += i8(c.CARD_CLASS[state.card[other]])
            for _ in range(max(1, count)):
                added = pool_card(pool, pick(state, i8(c.POOL_SIZE[pool])))
                add_to_hand(state, seat, added, 0, FROM_POOL + pool)
        elif op == c.OP_DISCARD:
            discard_random(state, seat, count)
        elif op == c.OP_DISCARD_ALL:
            for _ in range(state.held[seat]):
                push(state, ROW_DISCARD, 0, 0, seat, 0, 0)
        elif op == c.STEP_DISCARD:
            discarded = i8(state.hand[seat, value])
            take_from_hand(state, seat, value)
            show(state, seat, discarded, DISCARDED)
            if c.DISCARD_ROW[discarded]:
                push(state, i8(c.DISCARD_ROW[discarded]), 0, 0, seat, 0, 0)
            fire(state, 1 << c.ON_DISCARD, seat, -1, 0)
        elif op == c.OP_JOUST:
            if joust(state, seat):
                state.equip_bonus[seat] += 1
        elif op == c.OP_PREPARE:
            state.prepared[seat] = 3 if state.sim & c.QC06 else amount
        elif op == c.OP_POWER_COST:
            state.power_cheap[seat] = 1
        elif op == c.OP_SET_HERO_HEALTH:
            if state.health[first] <= amount:
                state.health[first] = amount
            state.damage[first] = state.health[first] - amount
        elif op == c.OP_CAST_PARTS:
            if state.sim & c.QC08:
                continue
            pool = c.POOL_LESSER + (value >> 8) - 1
            low, high = (value >> 4) & 15, value & 15
            to_ref = i8((frame >> u8(25)) & u8(REF_BITS))
            push(state, i8(c.MAIN_ROW[pool_card(pool, high)]), 0, to_ref, seat, 0, 0)
            push(state, i8(c.MAIN_ROW[pool_card(pool, low)]), 0, to_ref, seat, 0, 0)
        elif op == c.OP_DISCOVER or op == c.OP_KAZAKUS:
            if state.result or state.sim & c.ROW_QUIRK[row]:  # QE16: the game is decided; QC09
                continue
            if state.sim & c.QE17 and counter == 0:
                defer(state, frame & ~u8(ROW_BITS) | u8(row))
                continue
            if op == c.OP_KAZAKUS:
                open_potion_size(state)
            else:
                open_discover(state, seat, i8(c.ROWS[row, c.C_POOL]))
            if state.choice_kind:
                return
        elif op == c.STEP_TURN_LIMIT:
            end_game(state, i8(state.result) if state.result else DRAW)
            return

        if draws > 0:
            draw_cards(state, seat, draws)
        if hit >= 0:
            deal(state, hit_by, hit, hit_for)
        if summoned and state.minions[summon_seat] < BOARD:
            at = i8(state.minions[summon_seat])
            if summon_at >= 0:
                at = min(at, summon_at)
            elif summon_at == -2 and source >= 0:
                at = index_of(state.board[summon_seat], source) + 1
            slot = enter(state, summon_seat, summoned, at)
            if summon_extra < 0:
                state.attack[slot] = 1
                state.health[slot] = 1
            else:
                state.attack[slot] += summon_extra
                state.health[slot] += summon_extra
            fire(state, 1 << c.ON_FRIENDLY_SUMMON, summon_seat, slot, 0)


@kernel
def random_of_pool(state: State, seat: i8, pool: i8) -> i8:
    """Return a random card of a pool, 0 if there is none; of the basic totems only those missing on the board."""
    n = 0
    size = i8(c.POOL_SIZE[pool])
    for i in range(size):
        if pool != c.POOL_TOTEMS or totem_missing(state, seat, pool_card(pool, i)):
            n += 1
    if n == 0:
        return 0
    wanted = pick(state, n)
    for i in range(size):
        if pool != c.POOL_TOTEMS or totem_missing(state, seat, pool_card(pool, i)):
            if wanted == 0:
                return pool_card(pool, i)
            wanted -= 1
    return 0


@kernel
def push_dead(state: State, seat: i8, count: i8) -> None:
    """Push the summoning of random own minions that died this game, each death at most once."""
    n = i8(state.died_count[seat])
    taken_1, taken_2 = -1, -1
    for k in range(min(count, n)):
        i = pick(state, n - k)
        low, high = min(taken_1, taken_2), max(taken_1, taken_2)
        if low >= 0 and i >= low:
            i += 1
        if high >= 0 and i >= high and (low < 0 or high != low):
            i += 1
        if taken_1 < 0:
            taken_1 = i
        else:
            taken_2 = i
        push(state, ROW_SUMMON, 0, 0, seat, i8(state.died[seat, i]), 0)
