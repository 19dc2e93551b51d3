"""Patron calls: preconditions, costs, effects and favour (section 11 of docs/rules/tribute.md)."""

from tapete.games.tribute.cards import (
    ALESSIA,
    ANSEI,
    BEWILDERMENT,
    COST,
    CROWS,
    HLAALU,
    ORGNUM,
    PELIN,
    PSIJIC,
    RAJHIN,
    RED_EAGLE,
    SACKING,
    SERGEANT,
    SOLDIER,
    TREASURY,
)
from tapete.games.tribute.effects import agents_in_cooldown, open_choice
from tapete.games.tribute.state import (
    AGENTS,
    BASE,
    HAND,
    HLAALU_CHOICE,
    NONE,
    PELIN_CHOICE,
    PLAYED,
    PSIJIC_CHOICE,
    TREASURY_CHOICE,
    State,
    cards_owned,
    create,
)
from tapete.kernel import boolean, i8, kernel


@kernel
def costly_cards(state: State, seat: i8) -> i8:
    """Return the number of cards of cost 1 or more in hand, played or among the agents, which Hlaalu takes."""
    count = 0
    for k in range(3):
        zone = seat + (HAND if k == 0 else (PLAYED if k == 1 else AGENTS))
        for i in range(state.size[zone]):
            if COST[state.kind[state.cells[BASE[zone] + i]]] >= 1:
                count += 1
    return count


@kernel
def can_call(state: State, patron: i8, favour: i8) -> boolean:
    """Return whether the current player meets a patron's precondition."""
    seat = i8(state.current)
    coins, power = i8(state.coins[seat]), i8(state.power[seat])
    if patron == TREASURY:
        cards = i8(state.size[PLAYED + seat]) + i8(state.size[HAND + seat]) + i8(state.size[AGENTS + seat])
        return coins >= 2 and cards > 0
    if patron == ANSEI:
        return favour != seat and power >= 2
    if patron == CROWS:
        return favour != seat and coins >= 1
    if patron == ORGNUM or patron == RAJHIN:
        return coins >= 3
    if patron == RED_EAGLE:
        return power >= 2
    if patron == ALESSIA:
        return coins >= 4
    if patron == PSIJIC:
        return coins >= 4 and state.size[AGENTS + 1 - seat] > 0
    if patron == PELIN:
        return power >= 2 and agents_in_cooldown(state, seat) > 0
    return costly_cards(state, seat) > 0


@kernel
def call_patron(state: State, place: i8) -> i8:
    """Pay, move the favour, and apply the patron's effect, which uses the favour before it moved.

    Return the number of cards the player is to draw.
    """
    patron, seat = i8(state.order[place]), i8(state.current)
    enemy = 1 - seat
    favour = i8(state.favour[place])
    state.calls[seat] -= 1
    if patron == ANSEI:
        state.favour[place] = seat
    elif patron != TREASURY:
        state.favour[place] = NONE if favour == enemy else seat
    if patron == TREASURY:
        state.coins[seat] -= 2
        cards = i8(state.size[PLAYED + seat]) + i8(state.size[HAND + seat]) + i8(state.size[AGENTS + seat])
        open_choice(state, TREASURY_CHOICE, 0, 1, 1, cards)
    elif patron == ANSEI:
        state.power[seat] -= 2
        state.coins[seat] += 1
    elif patron == CROWS:
        state.power[seat] += state.coins[seat] - 1
        state.coins[seat] = 0
    elif patron == HLAALU:
        open_choice(state, HLAALU_CHOICE, 0, 1, 1, costly_cards(state, seat))
    elif patron == ORGNUM:
        state.coins[seat] -= 3
        if favour == enemy:
            state.power[seat] += 2
        elif favour == seat:
            state.power[seat] += cards_owned(state, seat) // 4
            create(state, SACKING, seat)
        else:
            state.power[seat] += cards_owned(state, seat) // 6
    elif patron == PELIN:
        state.power[seat] -= 2
        open_choice(state, PELIN_CHOICE, 0, 1, 1, agents_in_cooldown(state, seat))
    elif patron == PSIJIC:
        state.coins[seat] -= 4
        open_choice(state, PSIJIC_CHOICE, 0, 1, 1, i8(state.size[AGENTS + enemy]))
    elif patron == RAJHIN:
        state.coins[seat] -= 3
        create(state, BEWILDERMENT, enemy)
    elif patron == RED_EAGLE:
        state.power[seat] -= 2
        return 1
    elif patron == ALESSIA:
        state.coins[seat] -= 4
        if favour == enemy:
            state.power[seat] += 2
        else:
            create(state, SERGEANT if favour == seat else SOLDIER, seat)
    return 0
