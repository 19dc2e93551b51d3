"""Building blocks of effects: damage, healing, deaths, auras, triggers, secrets (sections 5 to 14).

`interpret` runs them. Pending work is a stack of frames in the state, next on top, so that the consequences of an
effect come before what follows it (section 10). A frame is one word: row (12 bits), source and target references (13
bits each), controller (1), "deaths first" (1), a value (16) and a counter (8). A discover just stops the loop: the
stack is the continuation.
"""

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.state import (
    BOARD,
    CARD,
    DIED,
    DRAW,
    FIRED,
    NO_CHOICE,
    STACK,
    WIN_0,
    WIN_1,
    State,
    alive,
    health_of,
    index_of,
    leave,
    minion_attack,
    reference,
    show,
    slot_at,
)
from tapete.kernel import boolean, i8, kernel, scratch_i8, trailing_zeros, u8

MINIONS = 14
DEATHS_FIRST = 1 << 39
ROW_BITS, REF_BITS = (1 << 12) - 1, (1 << 13) - 1
ROW_DAMAGE, ROW_HEAL, ROW_BATTLECRY, ROW_AFTER_SUMMON = (
    c.step(n) for n in ("damage", "heal", "battlecry", "after_summon")
)
ROW_SECRET, ROW_EQUIP, ROW_INSPIRE, ROW_TURN_OVER = (c.step(n) for n in ("secret", "equip", "inspire", "turn_over"))
ROW_TURN_DRAW, ROW_TURN_LIMIT, ROW_BLOW, ROW_COUNTER = (
    c.step(n) for n in ("turn_draw", "turn_limit", "blow", "counter")
)
ROW_AFTER_ATTACK, ROW_DISCARD, ROW_GIVE_BACK, ROW_REVEAL = (
    c.step(n) for n in ("after_attack", "discard", "give_back", "reveal")
)
ROW_NIGHTMARE, ROW_SUMMON = c.step("nightmare"), c.step("summon")
DAMAGE_EVENTS = 1 << c.ON_SELF_DAMAGED | 1 << c.ON_MINION_DAMAGED | 1 << c.ON_FRIENDLY_DAMAGED
STEALTHY = c.STEALTH | c.CONCEALED
CHARGING = c.CHARGE | c.BORROWED | c.AURA_CHARGE
MAX_CRYSTALS = 10
GOLEMS = 30
BEAR_TRAP, SNAKE_TRAP, EXPLOSIVE_TRAP, ICE_BARRIER = (c.INDEX[i] for i in ("AT_060", "EX1_554", "EX1_610", "EX1_289"))
HERO_ATTACK_SECRETS = int(c.SECRET_BIT[EXPLOSIVE_TRAP] | c.SECRET_BIT[ICE_BARRIER])


@kernel
def push(state: State, row: i8, source: i8, target: i8, controller: i8, value: i8, deaths_first: i8) -> None:
    if state.top < STACK:
        word = u8(row) | (u8(source) << u8(12)) | (u8(target) << u8(25)) | (u8(controller) << u8(38))
        state.stack[state.top] = word | u8(deaths_first) | (u8(value) << u8(40))
        state.top += 1


@kernel
def fire(state: State, events: i8, seat: i8, subject: i8, value: i8) -> None:
    """Push the triggers of an event on the stack, so that they resolve in order of play (section 10)."""
    if (state.events[0] | state.events[1]) & events == 0:
        return
    word = state.order
    target = reference(state, subject) if subject >= 0 else 0
    for i in range(i8(state.minions[0]) + i8(state.minions[1]) - 1, -1, -1):
        slot = slot_at(word, i)
        card = state.card[slot]
        if c.EVENT_BIT[card] & events:
            side = i8(state.side[slot])
            relation = c.RELATION[c.EVENT[card]]
            if relation == c.SAME_SIDE:
                wanted = side == seat or (state.sim & c.QC05 and c.EVENT[card] == c.ON_OVERLOAD)
            elif relation == c.SUBJECT_ONLY:
                wanted = slot == subject
            elif relation == c.SAME_SIDE_OTHERS:
                wanted = side == seat and slot != subject
            else:
                wanted = True
            if wanted:
                push(state, i8(c.EVENT_ROW[card]), reference(state, slot), target, side, value, 0)


# Auras (section 11)


@kernel
def refresh(state: State) -> None:
    """Recompute events, spell damage and auras of the sides whose boards changed."""
    for seat in range(2):
        if state.dirty & (1 << seat):
            refresh_side(state, seat)
    state.dirty = 0


@kernel
def refresh_side(state: State, seat: i8) -> None:
    word, n = state.board[seat], i8(state.minions[seat])
    events, spell_damage, kinds = 0, 0, 0
    for i in range(n):
        card = state.card[slot_at(word, i)]
        events |= c.EVENT_BIT[card]
        spell_damage += c.SPELL_DAMAGE[card]
        kind = i8(c.AURA[card])
        kinds |= 1 << kind
    state.events[seat] = events
    state.spell_damage[seat] = spell_damage
    state.twice[seat] = (kinds >> c.AURA_BATTLECRIES) & 1
    state.secrets_free[seat] = (kinds >> c.AURA_SECRETS_FREE) & 1
    board_auras = kinds & (
        1 << c.AURA_ADJACENT
        | 1 << c.AURA_OTHERS
        | 1 << c.AURA_CHARGERS
        | 1 << c.AURA_WEAPON_ATTACK
        | 1 << c.AURA_WEAPON_CHARGE
        | 1 << c.AURA_DAMAGED
    )
    if board_auras or state.auras[seat]:
        state.auras[seat] = board_auras != 0
        give_auras(state, seat)


@kernel
def give_auras(state: State, seat: i8) -> None:
    """Set the attack and health that the minions of a side get from auras now; losing health never kills."""
    word, n = state.board[seat], i8(state.minions[seat])
    armed = state.weapon[seat] != 0
    givers, kinds = i8(0), i8(0)
    for i in range(n):
        kind = i8(c.AURA[state.card[slot_at(word, i)]])
        givers |= i8(kind != 0) << i
        kinds |= 1 << kind
    if kinds & 1 << c.AURA_WEAPON_CHARGE:
        counted = kinds & 1 << c.AURA_CHARGERS != 0
        for i in range(n):
            if c.AURA[state.card[slot_at(word, i)]] == c.AURA_WEAPON_CHARGE:
                deckhand(state, slot_at(word, i), armed, counted)
    for i in range(n):
        slot = slot_at(word, i)
        card = state.card[slot]
        attack, health = 0, 0
        left = givers
        while left:
            k = trailing_zeros(u8(left))
            left &= left - 1
            aura_card = state.card[slot_at(word, k)]
            kind = c.AURA[aura_card]
            if kind == c.AURA_ADJACENT:
                given = k == i - 1 or k == i + 1
            elif kind == c.AURA_OTHERS:
                given = k != i and (c.AURA_RACE[aura_card] == 0 or c.AURA_RACE[aura_card] == c.RACE[card])
            elif kind == c.AURA_CHARGERS:
                given = state.flags[slot] & CHARGING != 0 or (
                    state.flags[slot] & c.LATE_CHARGE != 0 and younger(state, slot_at(word, k), slot)
                )
            elif kind == c.AURA_WEAPON_ATTACK:
                given = k == i and armed
            else:
                given = False
            if given:
                attack += c.AURA_ATTACK[aura_card]
                health += c.AURA_HEALTH[aura_card]
        lost = i8(state.aura_health[slot]) - health
        if lost > 0:
            state.damage[slot] = max(0, i8(state.damage[slot]) - lost)
        if (
            c.AURA[card] == c.AURA_DAMAGED and state.damage[slot] > 0
        ):  # a wound may have gone with the health that covered it
            attack += c.AURA_ATTACK[card]
        state.aura_attack[slot] = attack
        state.aura_health[slot] = health


@kernel
def younger(state: State, slot: i8, other: i8) -> boolean:
    """Return whether a minion entered play after another."""
    return index_of(state.order, slot) > index_of(state.order, other)


@kernel
def death_step_follows(state: State) -> boolean:
    """Return whether the sequence still has a death step, with its update of the auras."""
    for i in range(state.top):
        if state.stack[i] & u8(DEATHS_FIRST):
            return True
    return False


@kernel
def forget_late_charges(state: State, seat: i8) -> None:
    """Clear the marks of lost Charges once a side's auras are up to date (simulator, QE11)."""
    for i in range(state.minions[seat]):
        state.flags[slot_at(state.board[seat], i)] &= ~c.LATE_CHARGE


@kernel
def deckhand(state: State, slot: i8, armed: boolean, counted: boolean) -> None:
    """Give Charge while a weapon is equipped; without it a minion that came this turn is exhausted again (QE09).

    The simulator updates the youngest aura first, so a Warsong Commander that came after the Deckhand still counts a
    Charge that is lost with the weapon. It notices at its next update, which is one action later if this was the last
    (QE11).
    """
    flags = i8(state.flags[slot])
    if armed and flags & c.AURA_CHARGE == 0:
        flags = (flags | c.AURA_CHARGE) & ~c.LATE_CHARGE
        if state.attacks[slot] == 0:
            flags &= ~c.EXHAUSTED
    elif not armed and flags & c.AURA_CHARGE:
        flags &= ~c.AURA_CHARGE
        if state.sim & c.QE09:  # one mark for all sources
            flags &= ~(c.CHARGE | c.GRANTED_CHARGE)
        if counted and state.sim & c.QE11 and flags & CHARGING == 0 and not death_step_follows(state):
            flags |= c.LATE_CHARGE
            state.late = 1
        if state.sim & c.QE09:
            if state.attacks[slot] == 0:
                flags &= ~c.EXHAUSTED
        elif flags & c.FRESH and flags & CHARGING == 0:
            flags |= c.EXHAUSTED
    state.flags[slot] = flags


@kernel
def weapon_attack_of(state: State, seat: i8) -> i8:
    """Return the weapon's attack; Spirit Claws has 2 more with spell damage (QC11)."""
    attack = i8(state.weapon_attack[seat])
    if state.weapon[seat] == c.SPIRIT_CLAWS and state.spell_damage[seat] > 0 and state.sim & c.QC11 == 0:
        attack += 2
    return attack


@kernel
def attack_of(state: State, slot: i8) -> i8:
    """Return the attack of any character; a hero's weapon counts only in that player's turn (section 7)."""
    if slot > 1:
        return minion_attack(state, slot)
    attack = i8(state.bonus[slot])
    if state.current == slot and state.weapon[slot]:
        attack += weapon_attack_of(state, slot)
    if state.sim & c.QC11 and state.weapon[slot] == c.SPIRIT_CLAWS and state.spell_damage[slot] > 0:
        attack += 2
    return attack


# Damage and healing (section 8)


@kernel
def deal(state: State, source: i8, target: i8, amount: i8) -> i8:
    """Damage one character; return the amount that shield, immunity and armor did not stop."""
    if amount <= 0:
        return 0
    if target > 1:
        flags = i8(state.flags[target])
        if flags & c.SHIELD:
            state.flags[target] = flags & ~c.SHIELD
            return 0
        if flags & c.IMMUNE:
            return 0
        state.damage[target] += amount
        if health_of(state, target) <= 0:
            state.hurt = 1
        if c.AURA[state.card[target]] == c.AURA_DAMAGED:
            state.dirty |= 1 << i8(state.side[target])
        fire(state, DAMAGE_EVENTS, i8(state.side[target]), target, 0)
    else:
        amount = deal_to_hero(state, target, amount)
    if source >= 0 and amount > 0:
        if state.flags[source] & c.LIFESTEAL:
            healed = i8(state.side[source])
            state.damage[healed] = max(0, i8(state.damage[healed]) - amount)
        if source > 1 and c.FREEZES[state.card[source]]:
            state.flags[target] |= c.FROZEN
    return amount


@kernel
def deal_to_hero(state: State, seat: i8, amount: i8) -> i8:
    """Damage a hero: armor absorbs first, Ice Block prevents lethal damage. Return the health lost."""
    through = max(0, amount - i8(state.armor[seat]))
    if through >= health_of(state, seat) and state.current != seat and state.flags[seat] & c.IMMUNE == 0:
        for i in range(state.secret_count[seat]):
            if state.secrets[seat, i] == c.ICE_BLOCK:
                state.flags[seat] |= c.IMMUNE
                lose_secret(state, seat, i)
                break
    if state.flags[seat] & c.IMMUNE:
        return 0
    state.armor[seat] -= amount - through
    state.damage[seat] += through
    if health_of(state, seat) <= 0:
        state.hurt = 1
    return through


@kernel
def heal(state: State, target: i8, amount: i8) -> None:
    """Restore missing health; restoring none fires no event."""
    restored = min(amount, i8(state.damage[target]))
    if restored > 0:
        state.damage[target] -= restored
        if target > 1:
            if c.AURA[state.card[target]] == c.AURA_DAMAGED:
                state.dirty |= 1 << i8(state.side[target])
            fire(state, 1 << c.ON_MINION_HEALED, i8(state.side[target]), target, 0)


# Secrets (section 13)


@kernel
def lose_secret(state: State, seat: i8, i: i8) -> None:
    """Reveal a secret and remove it from play; Eaglehorn Bow gains a use."""
    show(state, seat, i8(state.secrets[seat, i]), FIRED)
    state.ledger -= c.MARKS[state.secrets[seat, i]]
    last = i8(state.secret_count[seat]) - 1
    for k in range(i, last):
        state.secrets[seat, k] = state.secrets[seat, k + 1]
        state.secret_origin[seat, k] = state.secret_origin[seat, k + 1]
        state.secret_not[seat, k] = state.secret_not[seat, k + 1]
    state.secrets[seat, last] = 0
    state.secret_origin[seat, last] = 0
    state.secret_not[seat, last] = 0
    state.secret_count[seat] = last
    if state.weapon[seat] and c.WEAPON_EVENT[state.weapon[seat]] == 2:
        state.weapon_durability[seat] += 1


@kernel
def spring_secrets(state: State, seat: i8, event: i8, ruled_out: i8) -> None:
    """Push the secrets that an event triggers on the stack; mark the kinds that the other secrets cannot be."""
    room = state.minions[seat] < BOARD
    for i in range(i8(state.secret_count[seat]) - 1, -1, -1):
        card = i8(state.secrets[seat, i])
        if c.SECRET_EVENT[card] == event and (room or c.NEEDS_ROOM[card] == 0):
            push(state, ROW_REVEAL, 0, 0, seat, card, 0)
        else:
            state.secret_not[seat, i] |= ruled_out


# Deaths (section 9)


@kernel
def end_game(state: State, result: i8) -> None:
    state.result = result
    state.over = 1
    state.seat = -1
    state.choice_kind = NO_CHOICE
    state.choice_count = 0
    for i in range(3):
        state.choice[i] = 0
    while state.top > 0:
        state.top -= 1
        state.stack[state.top] = u8(0)


@kernel
def lose_weapon(state: State, seat: i8) -> None:
    state.ledger -= c.MARKS[state.weapon[seat]]
    state.weapon[seat] = 0
    state.weapon_attack[seat] = 0
    state.weapon_durability[seat] = 0
    state.weapon_damage[seat] = 0
    state.dirty |= 1 << seat


@kernel
def bury(state: State) -> None:
    """Run one round of the death step: the dead leave together; their triggers and deathrattles go on the stack.

    A dead hero ends the game before any of them resolves (section 17). The simulator plays the sequence to its end, and
    the result stays as it was when the first hero was found dead (QE16).
    """
    state.hurt = 0
    if state.late == 2:
        state.late = 0
        for seat in range(2):
            forget_late_charges(state, seat)
        state.dirty = 3
    for seat in range(2):
        if state.weapon[seat] and state.weapon_damage[seat] >= state.weapon_durability[seat]:
            lose_weapon(state, seat)
    dead = scratch_i8(MINIONS)
    count = 0
    word = state.order
    for i in range(i8(state.minions[0]) + i8(state.minions[1])):
        slot = slot_at(word, i)
        if not alive(state, slot):
            dead[count] = slot
            count += 1
    for i in range(count):
        slot = dead[i]
        card, side = i8(state.card[slot]), i8(state.side[slot])
        dead[i] = card | side << 12 | leave(state, slot) << 16
        if state.died_count[side] < DIED:
            state.died[side, state.died_count[side]] = card
            state.died_count[side] += 1
    lost_0, lost_1 = health_of(state, 0) <= 0, health_of(state, 1) <= 0
    if (lost_0 or lost_1) and state.result == 0:
        result = DRAW if lost_0 and lost_1 else WIN_1 if lost_0 else WIN_0
        if state.sim & c.QE16 == 0:
            end_game(state, result)
            return
        state.result = result
    if count == 0:
        return
    state.hurt = 1
    if state.sim & c.QE13:  # a deathrattle that repeats itself goes to the end of the queue
        for i in range(count - 1, -1, -1):
            row = c.DEATHRATTLE_ROW[dead[i] & CARD]
            if row and c.ROWS[row, c.C_COUNT] > 1:
                push(state, row, 0, 0, (dead[i] >> 12) & 1, dead[i] >> 16, 0)
    for i in range(count - 1, -1, -1):
        card, side = dead[i] & CARD, (dead[i] >> 12) & 1
        row = i8(c.DEATHRATTLE_ROW[card])
        if row and not (state.sim & c.QE13 and c.ROWS[row, c.C_COUNT] > 1):
            push(state, row, 0, 0, side, dead[i] >> 16, 0)
        if c.RACE[card] == c.BEAST:  # the only listener requires a Beast
            fire(state, 1 << c.ON_FRIENDLY_DIED, side, -1, 0)
