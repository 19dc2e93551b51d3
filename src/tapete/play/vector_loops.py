"""Native side of `tapete.play.vector`: many games played in step, opponents included.

Every game's arrays are reached by address, so that one call with one argument steps all of them.
"""

from __future__ import annotations

from tapete.core.loops import AGENT_STREAM, VIEW_STREAM, agent_seed
from tapete.kernel import Array, GameState, Record, boolean, f4, f8, i4, i8, kernel, mix, shape, u1, u8
from tapete.kernel.contract import (
    MEMORY,
    TABLE_LENGTH,
    array_at,
    call_apply,
    call_deal,
    call_determinize,
    call_legal,
    call_observe,
    call_returns,
    clear_state,
    copy_state,
    decide,
    rows_in,
)

ENDLESS = -2  # result of opponents that never finish a game
MOST_SKIPPED = 1000  # deals in a row that end before the caller's first decision; then the opponents are at fault


class Opponent(Record):
    """A native opponent in a vector of games."""

    policy: i8  # address; 0: the caller plays this seat
    params_at: i8  # address
    params: i8
    initial_at: i8  # address
    initial: i8
    memory_at: i8  # words into the memory of a game
    memory: i8
    cleared: i8
    views: i8
    clairvoyant: i8
    forced: i8


class VectorRecord(Record):
    """A vector of games: sizes, and addresses of its arrays."""

    rules: Array[i8] = shape(TABLE_LENGTH)
    seed: u8
    count: i8
    seats: i8
    actions: i8
    most_legal: i8
    features: i8
    state_bytes: i8
    options: i8
    opponents: i8  # whether there are any
    beyond: i8  # ids below this may be played by an index of n or more; 0: the game takes no action that is not listed
    moving: i8  # whether the caller's seat moves on with each deal
    memory: i8  # words of one game's opponents
    longest: i8  # decisions that a game may have
    endless: i8  # 1 + the number of a game that has more; 0: none
    # Addresses of arrays that Python keeps. One entry or row per game:
    rows_at: i8
    chosen_at: i8
    seat_at: i8
    played_at: i8
    done_at: i8
    counts_at: i8
    deals_at: i8
    lengths_at: i8  # decisions since the deal, the opponents' too
    seeds_at: i8
    legal_at: i8
    mask_at: i8
    features_at: i8
    returns_at: i8
    memory_at: i8
    drawn_at: i8  # by seat: the seed that its opponent draws from
    decisions_at: i8  # by seat
    # One entry or row per seat:
    options_at: i8  # by the caller's seat, since an opponent may have options for its own
    sides_at: i8
    opponents_at: i8
    key_at: i8  # two words: the key of the seeds that opponents draw from
    # One row per thread:
    views_at: i8
    scratch_at: i8


@kernel
def caller_seat(vector: VectorRecord, i: i8) -> i8:
    """Return the caller's seat in game i, if it rotates with each deal."""
    return (i + array_at(vector.deals_at, vector.count, i8)[i]) % vector.seats


@kernel
def plays_itself(vector: VectorRecord, i: i8, seat: i8) -> boolean:
    """Return whether the caller plays a seat."""
    if vector.moving:
        return seat == caller_seat(vector, i)
    return array_at(vector.opponents_at, vector.seats, Opponent)[seat].policy == 0


@kernel
def deal_next(vector: VectorRecord, i: i8, thread: i8) -> None:
    """Deal game i again, from a seed derived from its number and the deal's, and reset its opponents."""
    state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
    deal = (array_at(vector.deals_at, vector.count, i8)[i] << 32) | i
    seed = mix(vector.seed, u8(deal)) >> u8(1)
    array_at(vector.seeds_at, vector.count, u8)[i] = seed
    array_at(vector.lengths_at, vector.count, i8)[i] = 0
    row = caller_seat(vector, i) if vector.moving else 0
    clear_state(vector.rules, state)
    call_deal(vector.rules, state, seed, array_at(vector.options_at + 8 * row * vector.options, vector.options, i8))
    if not vector.opponents:
        return
    drawn = array_at(vector.drawn_at + 8 * i * vector.seats, vector.seats, u8)
    decisions = array_at(vector.decisions_at + 8 * i * vector.seats, vector.seats, i8)
    memory = array_at(vector.memory_at + 8 * i * vector.memory, vector.memory, i8)
    opponents = array_at(vector.opponents_at, vector.seats, Opponent)
    key = array_at(vector.key_at, 2, u8)
    scratch = array_at(vector.scratch_at + 32 * thread, 4, u8)
    for seat in range(vector.seats):
        decisions[seat] = 0
        opponent = opponents[seat]
        if plays_itself(vector, i, seat):
            continue
        drawn[seat] = agent_seed(key, u8(deal), u8(row), u8(seat), scratch)
        memory[opponent.memory_at : opponent.memory_at + opponent.cleared] = 0
        memory[opponent.memory_at] = i8(mix(drawn[seat], u8(AGENT_STREAM)))
        initial = array_at(opponent.initial_at, opponent.initial, i8)
        for k in range(opponent.initial):
            memory[opponent.memory_at + 1 + k] = initial[k]


@kernel
def opponents_answer(vector: VectorRecord, i: i8, thread: i8) -> i8:
    """Let opponents play until the caller must; return -1, the seat that gave no legal answer, or -2 if the game does not end."""
    lengths = array_at(vector.lengths_at, vector.count, i8)
    state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
    view = array_at(vector.views_at + thread * vector.state_bytes, 1, GameState)[0]
    actions = array_at(vector.legal_at + 4 * i * vector.most_legal, vector.most_legal, i4)
    decisions = array_at(vector.decisions_at + 8 * i * vector.seats, vector.seats, i8)
    drawn = array_at(vector.drawn_at + 8 * i * vector.seats, vector.seats, u8)
    memory = array_at(vector.memory_at + 8 * i * vector.memory, vector.memory, i8)
    while not state.over and not plays_itself(vector, i, i8(state.seat)):
        seat = i8(state.seat)
        opponent = array_at(vector.opponents_at, vector.seats, Opponent)[seat]
        n = call_legal(vector.rules, state, actions)
        params = array_at(opponent.params_at, opponent.params, f8)
        own = memory[opponent.memory_at : opponent.memory_at + opponent.memory]
        chosen = i8(0)
        if n == 1 and not opponent.forced:
            chosen = 0
        elif opponent.views:
            copy_state(vector.rules, view, state)
            view.rng = mix(mix(drawn[seat], u8(VIEW_STREAM)), u8(decisions[seat]))
            if not opponent.clairvoyant:
                call_determinize(vector.rules, view, seat)
            chosen = decide(opponent.policy, view, actions, n, params, own)
        else:
            chosen = decide(opponent.policy, state, actions, n, params, own)
        decisions[seat] += 1
        if chosen < 0 or chosen >= n + vector.beyond:
            return seat
        lengths[i] += 1
        if lengths[i] > vector.longest:
            return ENDLESS
        call_apply(vector.rules, state, i8(actions[chosen]) if chosen < n else chosen - n)
    return -1


@kernel
def write_end(vector: VectorRecord, i: i8, lost: i8) -> None:
    """Write the returns of a game that is over, or that a seat has forfeited."""
    state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
    returns = array_at(vector.returns_at + 8 * i * vector.seats, vector.seats, f8)
    array_at(vector.done_at, vector.count, u1)[i] = 1
    if lost < 0:
        call_returns(vector.rules, state, returns)
        return
    sides = array_at(vector.sides_at, vector.seats, i8)
    winners = 0
    for seat in range(vector.seats):
        winners += 1 if sides[seat] != sides[lost] else 0
    for seat in range(vector.seats):
        returns[seat] = 1.0 / winners if sides[seat] != sides[lost] else 0.0


@kernel
def show(vector: VectorRecord, i: i8) -> None:
    """Write the caller's observation of game i: seat to move, action mask, features."""
    state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
    legal = array_at(vector.legal_at + 4 * i * vector.most_legal, vector.most_legal, i4)
    mask = array_at(vector.mask_at + i * vector.actions, vector.actions, u1)
    n = call_legal(vector.rules, state, legal)
    for k in range(n):
        mask[legal[k]] = 1
    array_at(vector.counts_at, vector.count, i8)[i] = n
    seat = i8(state.seat)
    array_at(vector.seat_at, vector.count, i8)[i] = seat
    if vector.features > 0:
        features = array_at(vector.features_at + 4 * i * vector.features, vector.features, f4)
        call_observe(vector.rules, state, seat, features)


@kernel
def go_on(vector: VectorRecord, i: i8, thread: i8, reporting: boolean) -> boolean:
    """Advance from an action (or a deal) to the caller's next decision; return False if no deal reaches one.

    The first game that ends is reported; one that ends before the caller's first decision is skipped.
    """
    state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
    deals = array_at(vector.deals_at, vector.count, i8)
    skipped = 0
    while True:
        lost = opponents_answer(vector, i, thread) if vector.opponents else i8(-1)
        if lost == ENDLESS:
            vector.endless = i + 1
            return False
        if not state.over and lost < 0:
            show(vector, i)
            return True
        if reporting:
            write_end(vector, i, lost)
            reporting = False
        else:
            skipped += 1
            if skipped > MOST_SKIPPED:
                array_at(vector.seat_at, vector.count, i8)[i] = -1
                return False
        deals[i] += 1
        deal_next(vector, i, thread)


@kernel
def clear_shown(vector: VectorRecord, i: i8) -> None:
    """Clear the observation of game i; of the mask only the entries that were set."""
    counts = array_at(vector.counts_at, vector.count, i8)
    legal = array_at(vector.legal_at + 4 * i * vector.most_legal, vector.most_legal, i4)
    mask = array_at(vector.mask_at + i * vector.actions, vector.actions, u1)
    for k in range(counts[i]):
        mask[legal[k]] = 0
    counts[i] = 0
    done = array_at(vector.done_at, vector.count, u1)
    if done[i]:
        done[i] = 0
        returns = array_at(vector.returns_at + 8 * i * vector.seats, vector.seats, f8)
        for seat in range(vector.seats):
            returns[seat] = 0.0


@kernel
def vector_refuses(words: MEMORY) -> i8:
    """Return the first game whose chosen action is not in its mask; -1 if there is none."""
    vector = rows_in(words, 0, VectorRecord)[0]
    chosen = array_at(vector.chosen_at, vector.count, i8)
    mask = array_at(vector.mask_at, vector.count * vector.actions, u1)
    for i in range(vector.count):
        action = chosen[i]
        if action < 0 or action >= vector.actions or not mask[i * vector.actions + action]:
            return i
    return -1


@kernel
def vector_deal(words: MEMORY, first: i8, last: i8, thread: i8) -> i8:
    """Deal games `first` up to `last` from their numbers; return the first without a decision of the caller, or -1."""
    vector = rows_in(words, 0, VectorRecord)[0]
    stuck = i8(-1)
    for i in range(first, last):
        clear_shown(vector, i)
        array_at(vector.deals_at, vector.count, i8)[i] = 0
        array_at(vector.played_at, vector.count, i8)[i] = -1
        deal_next(vector, i, thread)
        if not go_on(vector, i, thread, False):
            stuck = stuck if stuck >= 0 else i8(i)
    return stuck


@kernel
def vector_step(words: MEMORY, first: i8, last: i8, thread: i8) -> i8:
    """Play the chosen actions in games `first` up to `last`; return the first without a further decision of the caller, or -1."""
    vector = rows_in(words, 0, VectorRecord)[0]
    chosen = array_at(vector.chosen_at, vector.count, i8)
    played = array_at(vector.played_at, vector.count, i8)
    lengths = array_at(vector.lengths_at, vector.count, i8)
    stuck = i8(-1)
    for i in range(first, last):
        clear_shown(vector, i)
        state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
        played[i] = i8(state.seat)
        lengths[i] += 1
        if lengths[i] > vector.longest:
            vector.endless = i + 1
            stuck = i8(i)
            continue
        call_apply(vector.rules, state, chosen[i])
        if not go_on(vector, i, thread, True):
            stuck = stuck if stuck >= 0 else i8(i)
    return stuck


@kernel
def vector_checked_step(words: MEMORY) -> i8:
    """Play the chosen actions in all games if all are legal; otherwise return -2 - (the first game with an illegal one)."""
    refused = vector_refuses(words)
    if refused >= 0:
        return -2 - refused
    return vector_step(words, 0, rows_in(words, 0, VectorRecord)[0].count, 0)
