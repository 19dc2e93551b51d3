"""Native side of `tapete.adapters.stepper`: one game, one call per step, everything reached by address."""

from __future__ import annotations

from tapete.kernel import Array, GameState, Record, f4, f8, i1, i4, i8, kernel, shape, u8
from tapete.kernel.contract import (
    MEMORY,
    TABLE_LENGTH,
    array_at,
    call_apply,
    call_deal,
    call_legal,
    call_observe,
    call_returns,
    clear_state,
    rows_in,
)

ILLEGAL = -2  # result of `table_play` for an illegal action; -1: the game is over


class StepperRecord(Record):
    """Game that is stepped by the caller."""

    rules: Array[i8] = shape(TABLE_LENGTH)
    seats: i8
    actions: i8
    most_legal: i8
    features: i8
    options: i8
    count: i8  # how many actions are legal
    # Addresses of arrays that Python keeps
    state_at: i8
    legal_at: i8
    mask_at: i8
    features_at: i8
    returns_at: i8
    options_at: i8


@kernel
def show(table: StepperRecord) -> i8:
    """Write the legal actions and the mask; return the seat to move, or -1 and write the returns when the game is over."""
    state = array_at(table.state_at, 1, GameState)[0]
    legal = array_at(table.legal_at, table.most_legal, i4)
    mask = array_at(table.mask_at, table.actions, i1)
    for k in range(table.count):
        mask[legal[k]] = 0
    table.count = 0
    if state.over:
        call_returns(table.rules, state, array_at(table.returns_at, table.seats, f8))
        return -1
    table.count = call_legal(table.rules, state, legal)
    for k in range(table.count):
        mask[legal[k]] = 1
    return i8(state.seat)


@kernel
def table_show(words: MEMORY) -> i8:
    """Process a state that the caller has written."""
    return show(rows_in(words, 0, StepperRecord)[0])


@kernel
def table_deal(words: MEMORY, seed: u8) -> i8:
    """Deal a new game; return the first seat to move."""
    table = rows_in(words, 0, StepperRecord)[0]
    state = array_at(table.state_at, 1, GameState)[0]
    clear_state(table.rules, state)
    call_deal(table.rules, state, seed, array_at(table.options_at, table.options, i8))
    return show(table)


@kernel
def table_play(words: MEMORY, action: i8) -> i8:
    """Play an action if it is legal; return the next seat to move, -1 when the game is over, or ILLEGAL."""
    table = rows_in(words, 0, StepperRecord)[0]
    if action < 0 or action >= table.actions or not array_at(table.mask_at, table.actions, i1)[action]:
        return ILLEGAL
    state = array_at(table.state_at, 1, GameState)[0]
    call_apply(table.rules, state, action)
    return show(table)


@kernel
def table_observe(words: MEMORY, seat: i8) -> None:
    """Write the features of a seat's knowledge."""
    table = rows_in(words, 0, StepperRecord)[0]
    features = array_at(table.features_at, table.features, f4)
    call_observe(table.rules, array_at(table.state_at, 1, GameState)[0], seat, features)
