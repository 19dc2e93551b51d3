"""Rules of Tales of Tribute as in the engine Scripts of Tribute (docs/rules/tribute.md, whose sections are cited).

Actions are numbered so that ascending ids are the reference engine's order: play, activate, attack, buy, call (by place
in game order), end. A choice of cards is a sequence of single picks and "done"; `apply` takes any option not yet
picked, `legal` offers ascending ones.
"""

from tapete.games.tribute.cards import (
    AGENT,
    ANSEI,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COPIES,
    COST,
    COUNT,
    LEFT,
    PATRON,
    RIGHT,
    STARTER_COPIES,
    STARTER_OF,
    TAUNT,
    TREASURY,
    TYPE,
)
from tapete.games.tribute.effects import close_choice, leave_board, resolve_choice, run_queue, trigger
from tapete.games.tribute.options import DealOptions
from tapete.games.tribute.patrons import call_patron, can_call
from tapete.games.tribute.state import (
    ACQUIRE,
    ACTIVATED,
    AGENTS,
    BASE,
    BOARD,
    COOLDOWN,
    DECK,
    DRAFT,
    DRAW,
    EFFECT,
    FAVOUR,
    FREE,
    HAND,
    HANDFUL,
    HEALTH_BITS,
    NONE,
    PLACES,
    PLAYED,
    PRESTIGE_40,
    PRESTIGE_80,
    REPLACE,
    ROW,
    TURN_LIMIT,
    State,
    add_agent,
    append_all,
    draw_cards,
    pile_pop,
    pile_push,
    push,
    shuffled_order,
    take,
)
from tapete.kernel import boolean, i8, kernel, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, NUMBERS

MOST_OPTIONS = 224  # in a choice of cards: a cooldown pile, or hand, agents and played pile
PLAY = 0
ACTIVATE = PLAY + HANDFUL
ATTACK = ACTIVATE + BOARD
BUY = ATTACK + BOARD
CALL = BUY + ROW
END_TURN = CALL + PLACES
DONE = END_TURN + 1  # no more cards for this choice
PICK = DONE + 1
CHOOSE_EFFECT = PICK + MOST_OPTIONS
PICK_PATRON = CHOOSE_EFFECT + 2
ACTION_COUNT = PICK_PATRON + 10
MAX_LEGAL = MOST_OPTIONS + 1

HAND_SIZE = 5
LONG_WIN, SHORT_WIN = 80, 40
MIDDLE = 2  # Treasury's place in game order


# Set-up (section 3)


@kernel
def deal(state: State, seed: u8, options: DealOptions) -> None:
    """Start the generator from the seed; begin with the draft, unless the patrons are given."""
    state.rng = seed
    state.turn_limit = options.turn_limit
    state.winner = NONE
    for place in range(PLACES):
        state.favour[place] = NONE
    for patron in range(10):
        state.place[patron] = NONE
    state.order[MIDDLE] = TREASURY
    if options.order[0] < 0:
        state.choice = DRAFT
        state.pool = options.pool
        return
    for k in range(4):
        state.order[k if k < MIDDLE else k + 1] = options.order[k]
    set_up(state)


@kernel
def draft(state: State, patron: i8) -> None:
    """Draft a patron: P1, P2, P2, P1 pick; the places in game order are 0, 1, 3, 4 (section 3.1)."""
    picked = i8(state.drafted)
    state.order[picked if picked < MIDDLE else picked + 1] = patron
    state.pool &= ~(1 << patron)
    state.drafted = picked + 1
    if picked == 3:
        state.pool = 0
        state.drafted = 0
        state.choice = FREE
        set_up(state)
        return
    state.current = 1 if picked < 2 else 0
    state.seat = state.current


@kernel
def set_up(state: State) -> None:
    """Set up tavern, starting decks and first hands (sections 3.2 to 3.4)."""
    for place in range(PLACES):
        state.place[state.order[place]] = place
    count = 0
    for card in range(COUNT):
        if state.place[PATRON[card]] >= 0:
            for _ in range(COPIES[card]):
                state.kind[count] = card
                count += 1
    once, twice = scratch_i8(DECK), scratch_i8(DECK)
    shuffled_order(state, count, once)
    shuffled_order(state, count, twice)  # the reference engine shuffles the tavern twice (section 3.2)
    for i in range(count):
        thing = once[twice[i]]
        if i < ROW:
            state.row[i] = thing
        else:
            state.pile[i - ROW] = thing
    state.row_size = ROW
    state.pile_size = count - ROW
    for seat in range(2):
        first = count
        for place in range(PLACES):
            patron = i8(state.order[place])
            for _ in range(STARTER_COPIES[patron]):
                state.kind[count] = STARTER_OF[patron]
                count += 1
        cards = count - first
        shuffled_order(state, cards, once)
        for i in range(cards):
            state.cells[BASE[DRAW + seat] + cards - 1 - i] = first + once[i]
        state.size[DRAW + seat] = cards
    state.objects = count
    for seat in range(2):
        draw_cards(state, seat, HAND_SIZE)
        state.calls[seat] = 1
    state.coins[1] = 1
    state.current = 0
    state.seat = 0
    state.turn = 1


# Legal moves (section 5)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    """Write the legal actions in ascending order; return their number."""
    if state.over:
        return 0
    if state.choice != FREE:
        return legal_answers(state, out)
    seat = i8(state.seat)
    enemy = 1 - seat
    n = i8(state.size[HAND + seat])
    for i in range(n):
        out[i] = PLAY + i
    for i in range(state.size[AGENTS + seat]):
        if state.life[seat, i] < ACTIVATED:
            out[n] = ACTIVATE + i
            n += 1
    targets = i8(state.size[AGENTS + enemy])
    if targets > 0 and state.power[seat] > 0:
        taunt = has_taunt(state, enemy)
        for i in range(targets):
            if not taunt or TAUNT[state.kind[state.cells[BASE[AGENTS + enemy] + i]]]:
                out[n] = ATTACK + i
                n += 1
    coins = i8(state.coins[seat])
    if coins > 0:
        for i in range(ROW):
            out[n] = BUY + i
            n += i8(COST[state.kind[state.row[i]]] <= coins)
    if state.calls[seat] > 0:
        for place in range(PLACES):
            if can_call(state, i8(state.order[place]), i8(state.favour[place])):
                out[n] = CALL + place
                n += 1
    out[n] = END_TURN
    return n + 1


@kernel
def has_taunt(state: State, seat: i8) -> boolean:
    for i in range(state.size[AGENTS + seat]):
        if TAUNT[state.kind[state.cells[BASE[AGENTS + seat] + i]]]:
            return True
    return False


@kernel
def legal_answers(state: State, out: ACTIONS) -> i8:
    """Write the answers to a pending choice: a side of an "either", a patron of the draft, one more card or done."""
    if state.choice == EFFECT:
        out[0] = CHOOSE_EFFECT
        out[1] = CHOOSE_EFFECT + 1
        return 2
    n = 0
    if state.choice == DRAFT:
        for patron in range(10):
            if (state.pool >> patron) & 1:
                out[n] = PICK_PATRON + patron
                n += 1
        return n
    picked, options = i8(state.picked), i8(state.options)
    needed = min(i8(state.least), options) - picked
    if needed <= 0:
        out[0] = DONE
        n = 1
    if picked >= min(i8(state.most), options):
        return n
    after = i8(state.picks[picked - 1]) if picked > 0 else -1
    for position in range(after + 1, options - max(needed, 1) + 1):
        if not is_picked(state, position):
            out[n] = PICK + position
            n += 1
    if n == 0:  # the earlier picks were not ascending
        for position in range(options):
            if not is_picked(state, position):
                out[n] = PICK + position
                n += 1
    return n


@kernel
def is_picked(state: State, position: i8) -> boolean:
    for k in range(state.picked):
        if state.picks[k] == position:
            return True
    return False


# Moves


@kernel
def apply(state: State, action: i8) -> None:
    """Play an action and run everything up to the next decision."""
    seat = i8(state.seat)
    draws = 0  # cards to draw before the queue runs
    if action >= PICK_PATRON:
        draft(state, action - PICK_PATRON)
        return
    if action >= DONE:
        draws = answer(state, action)
        if draws < 0:
            return
    elif action < ACTIVATE:
        thing = take(state, HAND + seat, action)
        card = i8(state.kind[thing])
        if TYPE[card] == AGENT:
            add_agent(state, seat, thing)
        else:
            push(state, PLAYED + seat, thing)
        trigger(state, card)
    elif action < ATTACK:
        state.life[seat, action - ACTIVATE] += ACTIVATED
        trigger(state, i8(state.kind[state.cells[BASE[AGENTS + seat] + action - ACTIVATE]]))
    elif action < BUY:
        attack(state, seat, action - ATTACK)
    elif action < CALL:
        buy(state, seat, action - BUY)
    elif action < END_TURN:
        draws = call_patron(state, action - CALL)
    else:
        draws = end_turn(state)
    state.moves += 1
    if draws > 0:
        draw_cards(state, seat, draws)
    run_queue(state)
    if state.row_size < ROW:
        refill(state, seat, action - BUY)
    if action == END_TURN:
        check_win(state)


@kernel
def answer(state: State, action: i8) -> i8:
    """Take one step of a choice; return the number of cards to draw at its end, or -1 while it goes on."""
    if action >= CHOOSE_EFFECT:
        source = i8(state.source)
        close_choice(state)
        if state.queue_start == state.queue_end:
            state.queue_start = 1
            state.queue_end = 1
        state.queue_start -= 1  # the entry it came from has just left this place (section 7.4)
        state.queue[state.queue_start] = LEFT[source] if action == CHOOSE_EFFECT else RIGHT[source]
        return 0
    if action >= PICK:
        picked = i8(state.picked)
        state.picks[picked] = action - PICK
        state.picked = picked + 1
        if picked + 1 < min(i8(state.most), i8(state.options)):
            return -1
    return resolve_choice(state)


@kernel
def attack(state: State, seat: i8, index: i8) -> None:
    """Attack with all the power that can be used; at 0 health the agent leaves (section 9.4)."""
    enemy = 1 - seat
    health = i8(state.life[enemy, index]) & HEALTH_BITS
    damage = min(health, i8(state.power[seat]))
    state.power[seat] -= damage
    state.life[enemy, index] -= damage
    if damage == health:
        leave_board(state, enemy, index)


@kernel
def buy(state: State, seat: i8, index: i8) -> None:
    """Buy a card; a contract's effects run before its place is filled, so the row closes up first (section 10.1)."""
    thing = i8(state.row[index])
    card = i8(state.kind[thing])
    kind = TYPE[card]
    if kind != CONTRACT_ACTION and kind != CONTRACT_AGENT:
        push(state, COOLDOWN + seat, thing)
        state.row[index] = pile_pop(state)
        state.coins[seat] -= COST[card]
        return
    for i in range(index, ROW - 1):
        state.row[i] = state.row[i + 1]
    state.row[ROW - 1] = thing  # beyond row_size; `refill` reads the price from it
    state.row_size = ROW - 1
    if kind == CONTRACT_AGENT:
        add_agent(state, seat, thing)
    else:
        pile_push(state, thing)
    trigger(state, card)


@kernel
def refill(state: State, seat: i8, index: i8) -> None:
    """Fill the place of a bought contract and pay; a tavern choice that is already open does not list the new card."""
    price = COST[state.kind[state.row[ROW - 1]]]
    for i in range(ROW - 1, index, -1):
        state.row[i] = state.row[i - 1]
    state.row[index] = pile_pop(state)
    state.row_size = ROW
    state.coins[seat] -= price
    if state.choice == REPLACE or state.choice == ACQUIRE:
        state.skip = index


# End of turn (sections 6 and 12)


@kernel
def end_turn(state: State) -> i8:
    """Run steps 1 to 9; return the number of cards that the player draws.

    The caller does that draw and runs the queue, where the discards that the next player owes are waiting.
    """
    seat = i8(state.seat)
    enemy = 1 - seat
    if state.turn > state.turn_limit:
        state.reason = TURN_LIMIT
        return 0
    state.turn += 1
    soak_taunts(state, seat, enemy)
    state.prestige[seat] += state.power[seat]
    state.coins[seat] = 0
    state.power[seat] = 0
    append_all(state, HAND + seat, COOLDOWN + seat)
    append_all(state, PLAYED + seat, COOLDOWN + seat)
    state.calls[seat] = 1
    for i in range(state.size[AGENTS + seat]):
        state.life[seat, i] = state.life[seat, i] & HEALTH_BITS
    state.current = enemy
    state.seat = enemy
    ansei = i8(state.place[ANSEI])
    if ansei >= 0 and state.favour[ansei] == enemy:
        state.coins[enemy] += 1
    for place in range(PLACES):
        state.combo[place] = 0
        for i in range(3):
            state.first[place, i] = 0
    for i in range(state.owed_count):
        state.queue[i] = state.owed[i]
        state.owed[i] = 0
    state.queue_start = 0
    state.queue_end = state.owed_count
    state.owed_count = 0
    return HAND_SIZE


@kernel
def soak_taunts(state: State, seat: i8, enemy: i8) -> None:
    """Let left-over power hit the enemy's agents with taunt, in board order (step 1)."""
    i = 0
    while i < state.size[AGENTS + enemy] and state.power[seat] > 0:
        agents = i8(state.size[AGENTS + enemy])
        if TAUNT[state.kind[state.cells[BASE[AGENTS + enemy] + i]]]:
            attack(state, seat, i)
        if state.size[AGENTS + enemy] == agents:
            i += 1


@kernel
def check_win(state: State) -> None:
    """Test for the end in the order of section 12, before the next player resolves the discards that are open."""
    if state.reason != TURN_LIMIT:
        ended, next_one = 1 - i8(state.current), i8(state.current)
        if state.prestige[ended] >= LONG_WIN:
            state.winner = ended
            state.reason = PRESTIGE_80
        elif has_all_favours(state, ended):
            state.winner = ended
            state.reason = FAVOUR
        elif state.prestige[next_one] >= SHORT_WIN and state.prestige[ended] < state.prestige[next_one]:
            state.winner = next_one
            state.reason = PRESTIGE_40
        else:
            return
    state.over = 1
    state.seat = NONE


@kernel
def has_all_favours(state: State, seat: i8) -> boolean:
    """Return whether all four patrons but Treasury favour a player."""
    for place in range(PLACES):
        if place != MIDDLE and state.favour[place] != seat:
            return False
    return True


# The result


@kernel
def returns(state: State, out: NUMBERS) -> None:
    for seat in range(2):
        out[seat] = 0.5 if state.winner == NONE else (1.0 if state.winner == seat else 0.0)


@kernel
def points(state: State, out: NUMBERS) -> None:
    """Write the prestige."""
    for seat in range(2):
        out[seat] = state.prestige[seat]
