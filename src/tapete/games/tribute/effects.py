"""Effects and choices: combo counters, the effect queue, every operation, and the results of choices.

See sections 7 to 10 of docs/rules/tribute.md.
"""

from typing import TypeAlias

from tapete.games.tribute.cards import (
    ACQUIRE_TAVERN,
    AGENT,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COST,
    CREATE_CARD,
    DESTROY,
    DONATE,
    DRAW_CARDS,
    EFFECT_CARD,
    EITHER,
    GAIN_COIN,
    GAIN_POWER,
    GAIN_PRESTIGE,
    HEAL_SELF,
    HEALTH,
    KNOCKOUT,
    KNOCKOUT_ALL,
    KNOCKOUT_COINS,
    LEVEL_COUNT,
    LEVEL_START,
    NUMBER,
    OPERATION,
    OPP_DISCARD,
    OPP_LOSE_PRESTIGE,
    PATRON,
    PATRON_CALL,
    REPLACE_TAVERN,
    RETURN_AGENT_TOP,
    RETURN_TOP,
    SACKING,
    TOSS,
    TYPE,
    WRIT,
)
from tapete.games.tribute.state import (
    ACQUIRE,
    ACTIVATED,
    AGENTS,
    BASE,
    COOLDOWN,
    DESTROYING,
    DISCARD,
    DONATING,
    DRAW,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    HLAALU_CHOICE,
    KNOCKING_OUT,
    NO_SKIP,
    OWED,
    PELIN_CHOICE,
    PICKS,
    PLAYED,
    PSIJIC_CHOICE,
    QUEUE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    ROW,
    TOSSING,
    TREASURY_CHOICE,
    ZONES,
    State,
    add_agent,
    create,
    draw_cards,
    pile_pop,
    pile_push,
    push,
    reshuffle,
    take,
    take_agent,
)
from tapete.kernel import Array, i8, kernel, scratch_i8

TAVERN = ZONES  # zone number of the tavern row
SPOT = 512  # an option as one number: zone * SPOT + index
SPOTS: TypeAlias = Array[i8]


# Combos (section 7.3)


@kernel
def trigger(state: State, card: i8) -> None:
    """Queue the effects of a card that is played, activated or resolved as a contract, and the combos it completes."""
    place = i8(state.place[PATRON[card]])
    before = i8(state.combo[place])
    append_effects(state, card, 0)
    for level in range(1, min(before + 1, 4)):
        if level == before:  # reached just now: effects of this level of the earlier cards were waiting
            for i in range(before):
                append_effects(state, i8(state.first[place, i]), level)
        append_effects(state, card, level)
    if before < 4:
        if before < 3:
            state.first[place, before] = card
        state.combo[place] = before + 1


@kernel
def append_effects(state: State, card: i8, level: i8) -> None:
    """Add effects to the end of the queue; opponent discards go to a separate list (section 6.2)."""
    start = i8(LEVEL_START[card, level])
    for row in range(start, start + LEVEL_COUNT[card, level]):
        if OPERATION[row] == OPP_DISCARD:
            if state.owed_count < OWED:
                state.owed[state.owed_count] = row
                state.owed_count += 1
        elif state.queue_end < QUEUE:
            state.queue[state.queue_end] = row
            state.queue_end += 1


# The queue (sections 8 and 9)


@kernel
def run_queue(state: State) -> None:
    """Run effects, first in first out, until none is left or one opens a choice."""
    while state.choice == FREE and state.queue_start < state.queue_end:
        row = i8(state.queue[state.queue_start])
        state.queue[state.queue_start] = 0
        state.queue_start += 1
        if state.queue_start == state.queue_end:
            state.queue_start = 0
            state.queue_end = 0
        run_effect(state, row)


@kernel
def run_effect(state: State, row: i8) -> None:
    operation, n = i8(OPERATION[row]), i8(NUMBER[row])
    seat = i8(state.current)
    enemy = 1 - seat
    if operation == GAIN_COIN:
        state.coins[seat] += n
    elif operation == GAIN_POWER:
        state.power[seat] += n
    elif operation == GAIN_PRESTIGE:
        state.prestige[seat] += n
    elif operation == EITHER:
        open_choice(state, EFFECT, row, 1, 1, 2)
    elif operation == DRAW_CARDS:
        draw_cards(state, seat, n)
    elif operation == OPP_LOSE_PRESTIGE:
        state.prestige[enemy] = max(0, i8(state.prestige[enemy]) - n)
    elif operation == OPP_DISCARD:  # it reaches the queue only at the start of the victim's turn
        held = i8(state.size[HAND + seat])
        if held > 0:
            n = min(n, held)
            open_choice(state, DISCARD, row, n, n, held)
    elif operation == REPLACE_TAVERN:
        open_choice(state, REPLACE, row, 0, n, i8(state.row_size))
    elif operation == ACQUIRE_TAVERN:
        affordable = 0
        for i in range(state.row_size):
            if COST[state.kind[state.row[i]]] <= n:
                affordable += 1
        open_choice(state, ACQUIRE, row, 0, 1, affordable)
    elif operation == DESTROY:
        targets = i8(state.size[HAND + seat]) + i8(state.size[AGENTS + seat]) + i8(state.size[PLAYED + seat])
        open_choice(state, DESTROYING, row, 0, n, targets)
    elif operation == RETURN_TOP:
        size = i8(state.size[COOLDOWN + seat])
        open_choice(state, RETURN, row, 0, min(n, size), size)
    elif operation == RETURN_AGENT_TOP:
        size = agents_in_cooldown(state, seat)
        open_choice(state, RETURN_AGENT, row, 0, min(n, size), size)
    elif operation == TOSS:
        if state.size[DRAW + seat] < n:
            reshuffle(state, seat)
        seen = min(n, i8(state.size[DRAW + seat]))
        state.known[seat] = max(i8(state.known[seat]), seen)
        state.sure[seat] = max(i8(state.sure[seat]), seen)
        open_choice(state, TOSSING, row, 0, seen, seen)
    elif operation == KNOCKOUT:
        targets = i8(state.size[AGENTS + enemy])
        n = min(n, targets)
        open_choice(state, KNOCKING_OUT, row, n, n, targets)
    elif operation == KNOCKOUT_ALL:
        knock_out_all(state, seat)
        knock_out_all(state, enemy)
    elif operation == PATRON_CALL:
        state.calls[seat] += n
    elif operation == CREATE_CARD:
        for _ in range(n):
            create(state, SACKING, seat)
    elif operation == HEAL_SELF:
        heal(state, seat, i8(EFFECT_CARD[row]), n)
    elif operation == DONATE:
        open_choice(state, DONATING, row, 0, n, i8(state.size[HAND + seat]))


@kernel
def agents_in_cooldown(state: State, seat: i8) -> i8:
    """Return the number of cards of type agent in a cooldown pile."""
    count = 0
    for i in range(state.size[COOLDOWN + seat]):
        if TYPE[state.kind[state.cells[BASE[COOLDOWN + seat] + i]]] == AGENT:
            count += 1
    return count


@kernel
def heal(state: State, seat: i8, card: i8, n: i8) -> None:
    """Heal the agent that has the effect, if it is still on the board. (The one healing card has one copy.)"""
    for i in range(state.size[AGENTS + seat]):
        if state.kind[state.cells[BASE[AGENTS + seat] + i]] == card:
            life = i8(state.life[seat, i])
            health = min(i8(HEALTH[card]), (life & HEALTH_BITS) + n)
            state.life[seat, i] = (life & ACTIVATED) | health


@kernel
def knock_out_all(state: State, seat: i8) -> None:
    """Remove all agents of a player: agents to the cooldown pile, contract agents to the tavern pile."""
    while state.size[AGENTS + seat] > 0:
        leave_board(state, seat, 0)


@kernel
def leave_board(state: State, seat: i8, index: i8) -> None:
    """Move a killed or knocked-out agent to its owner's cooldown pile, a contract agent to the tavern pile's back."""
    thing = take_agent(state, seat, index)
    if TYPE[state.kind[thing]] == CONTRACT_AGENT:
        pile_push(state, thing)
    else:
        push(state, COOLDOWN + seat, thing)


# Choices (section 5.2)


@kernel
def open_choice(state: State, choice: i8, source: i8, least: i8, most: i8, options: i8) -> None:
    """Open a choice of `least` to `most` options; fewer options reduce both."""
    state.choice = choice
    state.source = source
    state.least = least
    state.most = most
    state.options = options
    state.skip = NO_SKIP


@kernel
def close_choice(state: State) -> None:
    state.choice = FREE
    state.source = 0
    state.least = 0
    state.most = 0
    state.options = 0
    state.skip = 0
    for i in range(state.picked):
        state.picks[i] = 0
    state.picked = 0


@kernel
def spot_of(state: State, position: i8) -> i8:
    """Return the spot of the card at an option position: zone * SPOT + index."""
    choice, seat = i8(state.choice), i8(state.current)
    if choice == REPLACE or choice == ACQUIRE:
        limit = i8(NUMBER[state.source])
        count = 0
        for i in range(ROW):
            if i != state.skip and (choice == REPLACE or COST[state.kind[state.row[i]]] <= limit):
                if count == position:
                    return TAVERN * SPOT + i
                count += 1
        return 0
    if choice == DISCARD or choice == DONATING:
        return (HAND + seat) * SPOT + position
    if choice == RETURN:
        return (COOLDOWN + seat) * SPOT + position
    if choice == TOSSING:
        return (DRAW + seat) * SPOT + state.size[DRAW + seat] - 1 - position
    if choice == KNOCKING_OUT or choice == PSIJIC_CHOICE:
        return (AGENTS + 1 - seat) * SPOT + position
    if choice == RETURN_AGENT or choice == PELIN_CHOICE:
        return filtered_spot(state, COOLDOWN + seat, COOLDOWN + seat, COOLDOWN + seat, position)
    if choice == HLAALU_CHOICE:
        return filtered_spot(state, HAND + seat, PLAYED + seat, AGENTS + seat, position)
    first, second, third = HAND + seat, AGENTS + seat, PLAYED + seat
    if choice == TREASURY_CHOICE:
        first, second, third = PLAYED + seat, HAND + seat, AGENTS + seat
    if position < state.size[first]:
        return first * SPOT + position
    position -= state.size[first]
    if position < state.size[second]:
        return second * SPOT + position
    return third * SPOT + position - state.size[second]


@kernel
def filtered_spot(state: State, first: i8, second: i8, third: i8, position: i8) -> i8:
    """Return the spot of the position-th eligible card of three zones: costly cards for Hlaalu, else agents."""
    count = 0
    for k in range(3):
        zone = first if k == 0 else (second if k == 1 else third)
        for i in range(state.size[zone]):
            card = i8(state.kind[state.cells[BASE[zone] + i]])
            if (COST[card] >= 1) if state.choice == HLAALU_CHOICE else (TYPE[card] == AGENT):
                if count == position:
                    return zone * SPOT + i
                count += 1
    return 0


@kernel
def object_at(state: State, spot: i8) -> i8:
    zone, index = spot // SPOT, spot % SPOT
    return i8(state.row[index]) if zone == TAVERN else i8(state.cells[BASE[zone] + index])


@kernel
def option_object(state: State, position: i8) -> i8:
    """Return the object at an option position of the pending card choice."""
    return object_at(state, spot_of(state, position))


@kernel
def take_spot(state: State, spots: SPOTS, k: i8) -> i8:
    """Take the k-th chosen card out of its zone; the earlier ones are already gone."""
    zone, index = spots[k] // SPOT, spots[k] % SPOT
    for earlier in range(k):
        if spots[earlier] // SPOT == zone and spots[earlier] % SPOT < spots[k] % SPOT:
            index -= 1
    if zone >= AGENTS:
        return take_agent(state, zone - AGENTS, index)
    return take(state, zone, index)


@kernel
def resolve_choice(state: State) -> i8:
    """Resolve a complete choice, its cards in the order picked.

    Return the number of cards the player is to draw (a donation).
    """
    choice, picked = i8(state.choice), i8(state.picked)
    seat = i8(state.current)
    enemy = 1 - seat
    spots = scratch_i8(PICKS)
    for k in range(picked):
        spots[k] = spot_of(state, i8(state.picks[k]))
    close_choice(state)
    if choice == REPLACE:
        for k in range(picked):
            index = spots[k] % SPOT
            thing = i8(state.row[index])
            state.row[index] = pile_pop(state)
            pile_push(state, thing)
    elif choice == ACQUIRE:
        if picked > 0:
            acquire(state, seat, spots[0] % SPOT)
    elif choice == DESTROYING:
        for k in range(picked):
            take_spot(state, spots, k)
    elif choice == DISCARD or choice == DONATING or choice == TOSSING:
        for k in range(picked):
            push(state, COOLDOWN + seat, take_spot(state, spots, k))
        if choice == DONATING:
            return picked
        if choice == TOSSING:
            state.known[seat] = max(0, i8(state.known[seat]) - picked)
            state.sure[seat] = max(0, i8(state.sure[seat]) - picked)
    elif choice == RETURN or choice == RETURN_AGENT or choice == PELIN_CHOICE:
        for k in range(picked):
            push(state, DRAW + seat, take_spot(state, spots, k))
            state.sure[seat] += 1
            if choice != PELIN_CHOICE:  # Pelin's ability does not count as a known draw (section 9.2)
                state.known[seat] += 1
    elif choice == KNOCKING_OUT:
        pay_knockout_coins(state, seat, spots, picked)
        pay_knockout_coins(state, enemy, spots, picked)
        knock_out_chosen(state, enemy, spots, picked)
    elif picked == 0:
        return 0
    elif choice == PSIJIC_CHOICE:
        leave_board(state, enemy, spots[0] % SPOT)
    elif choice == HLAALU_CHOICE:
        thing = take_spot(state, spots, 0)
        state.prestige[seat] += COST[state.kind[thing]] - 1
    elif choice == TREASURY_CHOICE:
        take_spot(state, spots, 0)
        create(state, WRIT, seat)
    return 0


@kernel
def acquire(state: State, seat: i8, index: i8) -> None:
    """Take a card of the row for free; a contract's effects go to the end of the queue (section 10.2)."""
    thing = i8(state.row[index])
    card = i8(state.kind[thing])
    kind = TYPE[card]
    if kind == CONTRACT_AGENT:
        add_agent(state, seat, thing)
        trigger(state, card)
    elif kind == CONTRACT_ACTION:
        pile_push(state, thing)
        trigger(state, card)
    else:
        push(state, COOLDOWN + seat, thing)
    state.row[index] = pile_pop(state)


@kernel
def pay_knockout_coins(state: State, seat: i8, spots: SPOTS, picked: i8) -> None:
    """Give each Morihaus's owner a coin, once per effect, unless it is chosen itself (section 9.3)."""
    for i in range(state.size[AGENTS + seat]):
        coins = i8(KNOCKOUT_COINS[state.kind[state.cells[BASE[AGENTS + seat] + i]]])
        if coins > 0:
            for k in range(picked):
                if spots[k] == (AGENTS + seat) * SPOT + i:
                    coins = 0
            state.coins[seat] += coins


@kernel
def knock_out_chosen(state: State, enemy: i8, spots: SPOTS, picked: i8) -> None:
    """Remove chosen agents: contract agents first, then agents, each in the order chosen."""
    gone = scratch_i8(PICKS)
    for k in range(picked):
        gone[k] = 0
    for contracts in range(2):
        for k in range(picked):
            index = spots[k] % SPOT
            for other in range(picked):
                if gone[other] and spots[other] < spots[k]:
                    index -= 1
            if gone[k] == 0:
                contract = TYPE[state.kind[state.cells[BASE[AGENTS + enemy] + index]]] == CONTRACT_AGENT
                if contract == (contracts == 0):
                    leave_board(state, enemy, index)
                    gone[k] = 1
