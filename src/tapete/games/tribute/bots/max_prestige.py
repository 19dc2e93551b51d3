"""MaxPrestige (section 1 of docs/rules/tribute_bots.md): look-ahead of two moves inside the own turn.

The second move is not played: its gain of power and prestige can be read from its effects. The determinization between
the two moves cannot change that, so it is left out (a test compares with playing both).
"""

from typing import TypeAlias

import numpy as np

from tapete.games.tribute.bots.subset_choices import (
    BOT_MEMORY,
    OWN_AT,
    count_subsets,
    follow_plan,
    in_plan,
    is_card_choice,
    next_of_bot,
    pick_any,
    plan_subset,
    play_answer,
    start_bot,
)
from tapete.games.tribute.cards import (
    ACQUIRE_TAVERN,
    ALESSIA,
    ANSEI,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COST,
    CROWS,
    DESTROY,
    DONATE,
    EITHER,
    GAIN_POWER,
    GAIN_PRESTIGE,
    KNOCKOUT,
    LEFT,
    LEVEL_COUNT,
    LEVEL_START,
    NUMBER,
    OPERATION,
    ORGNUM,
    PATRON,
    PELIN,
    RED_EAGLE,
    REPLACE_TAVERN,
    RETURN_AGENT_TOP,
    RETURN_TOP,
    RIGHT,
    TOSS,
    TYPE,
)
from tapete.games.tribute.effects import option_object
from tapete.games.tribute.rules import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    MAX_LEGAL,
    legal,
)
from tapete.games.tribute.state import (
    ACQUIRE,
    AGENTS,
    BASE,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    HLAALU_CHOICE,
    State,
    cards_owned,
)
from tapete.kernel import Array, copy_of, i8, kernel, scratch_i4, scratch_i8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS

HIGHEST, PAIRS = (
    OWN_AT,
    OWN_AT + 1,
)  # words of its memory: the best value of its last decision, and how many pairs reach it
PRESTIGE_MEMORY = BOT_MEMORY + 2
REMEMBERED = 512  # first moves whose rating is kept; those of longer lists are rated again if drawn
STOPPED = 1 << 20  # added to a gain if a choice stopped the effects
WORDS: TypeAlias = Array[i8]

OPENS_CHOICE = np.zeros(32, dtype=np.int8)
for _operation in (
    EITHER,
    REPLACE_TAVERN,
    ACQUIRE_TAVERN,
    DESTROY,
    RETURN_TOP,
    RETURN_AGENT_TOP,
    TOSS,
    KNOCKOUT,
    DONATE,
):
    OPENS_CHOICE[_operation] = 1


@kernel
def gain_of_level(card: i8, level: i8, gain: i8) -> i8:
    """Add the power and prestige of one level of a card, up to the first choice."""
    start = i8(LEVEL_START[card, level])
    for row in range(start, start + LEVEL_COUNT[card, level]):
        if gain >= STOPPED:
            return gain
        gain = gain_of_row(row, gain)
    return gain


@kernel
def gain_of_row(row: i8, gain: i8) -> i8:
    operation = i8(OPERATION[row])
    if OPENS_CHOICE[operation]:
        return gain + STOPPED
    if operation == GAIN_POWER or operation == GAIN_PRESTIGE:
        return gain + i8(NUMBER[row])
    return gain


@kernel
def gain_of_card(state: State, card: i8, gain: i8) -> i8:
    """Add the gain of a card that is played, activated or resolved, with the combos it completes."""
    place = i8(state.place[PATRON[card]])
    before = i8(state.combo[place])
    gain = gain_of_level(card, 0, gain)
    for level in range(1, min(before + 1, 4)):
        if level == before:
            for i in range(before):
                gain = gain_of_level(i8(state.first[place, i]), level, gain)
        gain = gain_of_level(card, level, gain)
    return gain


@kernel
def gain_of_queue(state: State, gain: i8) -> i8:
    for i in range(state.queue_start, state.queue_end):
        if gain >= STOPPED:
            return gain
        gain = gain_of_row(i8(state.queue[i]), gain)
    return gain


@kernel
def gain_of_move(state: State, action: i8) -> i8:
    """Return the power and prestige that a free move gives the current player, up to the next decision."""
    seat = i8(state.seat)
    gain = 0
    if action < ACTIVATE:
        gain = gain_of_card(state, i8(state.kind[state.cells[BASE[HAND + seat] + action]]), 0)
    elif action < ATTACK:
        gain = gain_of_card(state, i8(state.kind[state.cells[BASE[AGENTS + seat] + action - ACTIVATE]]), 0)
    elif action < BUY:
        return -min(i8(state.life[1 - seat, action - ATTACK]) & HEALTH_BITS, i8(state.power[seat]))
    elif action < CALL:
        card = i8(state.kind[state.row[action - BUY]])
        if TYPE[card] == CONTRACT_ACTION or TYPE[card] == CONTRACT_AGENT:
            gain = gain_of_card(state, card, 0)
    else:
        return gain_of_call(state, seat, action - CALL)
    return gain & (STOPPED - 1)


@kernel
def gain_of_call(state: State, seat: i8, place: i8) -> i8:
    patron, favour = i8(state.order[place]), i8(state.favour[place])
    if patron == ANSEI or patron == PELIN or patron == RED_EAGLE:
        return -2
    if patron == CROWS:
        return i8(state.coins[seat]) - 1
    if patron == ORGNUM:
        if favour == 1 - seat:
            return 2
        return cards_owned(state, seat) // (4 if favour == seat else 6)
    if patron == ALESSIA and favour == 1 - seat:
        return 2
    return 0


@kernel
def rate(state: State, seat: i8, best: WORDS) -> None:
    """Write the highest prestige + power after one more move, and the number of moves that reach it."""
    base = i8(state.prestige[seat]) + i8(state.power[seat])
    best[0], best[1] = -1, 0
    if state.choice == FREE:
        actions = scratch_i4(MAX_LEGAL)
        n = legal(state, actions) - 1
        for i in range(n):
            note(best, base + gain_of_move(state, i8(actions[i])), 1)
        if n == 0:
            note(best, base, 1)
    elif state.choice == EFFECT:
        for side in range(2):
            row = i8(LEFT[state.source]) if side == 0 else i8(RIGHT[state.source])
            gain = gain_of_row(row, 0)
            if gain < STOPPED:
                gain = gain_of_queue(state, gain)
            note(best, base + (gain & (STOPPED - 1)), 1)
    elif state.choice == ACQUIRE or state.choice == HLAALU_CHOICE:
        rest = gain_of_queue(state, 0)
        if state.least == 0 or state.options == 0:
            note(best, base + (rest & (STOPPED - 1)), 1)
        for position in range(state.options):
            card = i8(state.kind[option_object(state, position)])
            gain = rest
            if state.choice == HLAALU_CHOICE:
                gain += COST[card] - 1
            elif gain < STOPPED and (TYPE[card] == CONTRACT_ACTION or TYPE[card] == CONTRACT_AGENT):
                gain = gain_of_card(state, card, gain)
            note(best, base + (gain & (STOPPED - 1)), 1)
    else:
        note(best, base + (gain_of_queue(state, 0) & (STOPPED - 1)), count_subsets(state))


@kernel
def note(best: WORDS, value: i8, count: i8) -> None:
    if value > best[0]:
        best[0] = value
        best[1] = 0
    if value == best[0]:
        best[1] += count


@kernel
def rate_first(state: State, actions: ACTIONS, i: i8, plan: MEMORY, best: WORDS) -> None:
    """Play the i-th move of the reference engine's list and rate the position."""
    after = copy_of(state)
    if is_card_choice(state):
        plan_subset(state, i, plan)
        play_answer(after, -1, plan)
    else:
        play_answer(after, i8(actions[i]), plan)
    rate(after, i8(state.seat), best)


@kernel
def max_prestige(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return a first move of a pair with the most prestige + power, drawn in proportion to its number of such pairs."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[0]))
    if state.turn == 0:
        return pick_any(state, actions, n, memory)
    moves = n
    if is_card_choice(state):
        moves = count_subsets(state)
    elif state.choice == FREE:
        moves = n - 1
        if moves == 0:
            return 0
    values, counts = scratch_i8(REMEMBERED), scratch_i8(REMEMBERED)
    best = scratch_i8(2)
    highest, total = -1, 0
    for i in range(moves):
        rate_first(state, actions, i, memory, best)
        if i < REMEMBERED:
            values[i], counts[i] = best[0], best[1]
        if best[0] > highest:
            highest, total = best[0], 0
        if best[0] == highest:
            total += best[1]
    memory[HIGHEST], memory[PAIRS] = highest, total
    drawn = next_of_bot(memory) % total
    chosen = moves - 1
    for i in range(moves):
        if i < REMEMBERED:
            best[0], best[1] = values[i], counts[i]
        else:
            rate_first(state, actions, i, memory, best)
        if best[0] == highest:
            if drawn < best[1]:
                chosen = i
                break
            drawn -= best[1]
    if is_card_choice(state):
        plan_subset(state, chosen, memory)
        return follow_plan(state, actions, n, memory)
    return chosen
