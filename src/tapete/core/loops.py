"""Game-independent native loops: single calls for the Python interface, random play, whole matches.

They call a game through its table of addresses and see states as rows of bytes, so each is compiled once for all games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from tapete.kernel import Array, Kernel, Matrix, f4, f8, i2, i4, i8, kernel, mix, u1, u8
from tapete.kernel.cache import build_of
from tapete.kernel.contract import (
    ACTIONS,
    MEMORY,
    NUMBERS,
    OPTIONS,
    below_in,
    call_apply,
    call_counters,
    call_deal,
    call_determinize,
    call_evaluate,
    call_evaluate_change,
    call_hides,
    call_legal,
    call_observe,
    call_points,
    call_returns,
    call_seen,
    call_solve,
    clear_state,
    copy_state,
    decide,
    draw_in,
    state_at,
    thread_ticks,
    ticks,
)

ROWS: TypeAlias = Matrix[u1]
TABLE: TypeAlias = Array[i8]


@kernel
def deal(rules: TABLE, rows: ROWS, i: i8, seed: u8, options: OPTIONS) -> None:
    state = state_at(rows, i)
    clear_state(rules, state)
    call_deal(rules, state, seed, options)


@kernel
def legal(rules: TABLE, rows: ROWS, i: i8, out: ACTIONS) -> i8:
    return call_legal(rules, state_at(rows, i), out)


@kernel
def apply(rules: TABLE, rows: ROWS, i: i8, action: i8) -> None:
    call_apply(rules, state_at(rows, i), action)


@kernel
def returns(rules: TABLE, rows: ROWS, i: i8, out: NUMBERS) -> None:
    call_returns(rules, state_at(rows, i), out)


@kernel
def points(rules: TABLE, rows: ROWS, i: i8, out: NUMBERS) -> None:
    call_points(rules, state_at(rows, i), out)


@kernel
def determinize(rules: TABLE, rows: ROWS, i: i8, seed: u8, observer: i8) -> None:
    """Turn row i into a world that is possible for the observer, sampled with the caller's seed."""
    state = state_at(rows, i)
    state.rng = seed
    call_determinize(rules, state, observer)


@kernel
def observe(rules: TABLE, rows: ROWS, i: i8, observer: i8, out: Array[f4]) -> None:
    call_observe(rules, state_at(rows, i), observer, out)


@kernel
def evaluate(rules: TABLE, rows: ROWS, i: i8, seat: i8, weights: NUMBERS) -> f8:
    return call_evaluate(rules, state_at(rows, i), seat, weights)


@kernel
def evaluate_change(rules: TABLE, rows: ROWS, before: i8, after: i8, seat: i8, weights: NUMBERS) -> f8:
    return call_evaluate_change(rules, state_at(rows, before), state_at(rows, after), seat, weights)


@kernel
def solve(rules: TABLE, rows: ROWS, i: i8, observer: i8, objective: i8, out: NUMBERS) -> i8:
    return call_solve(rules, state_at(rows, i), observer, objective, out)


@kernel
def hides(rules: TABLE, rows: ROWS, i: i8, action: i8) -> i8:
    return call_hides(rules, state_at(rows, i), action)


@kernel
def seen(rules: TABLE, rows: ROWS, i: i8, action: i8) -> i8:
    return call_seen(rules, state_at(rows, i), action)


@kernel
def count(counters: i8, rows: ROWS, i: i8, out: NUMBERS) -> None:
    """Write the counters of a finished game."""
    call_counters(counters, state_at(rows, i), out)


@kernel
def choose(policy: i8, rows: ROWS, i: i8, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return one decision of a native policy."""
    return decide(policy, state_at(rows, i), actions, n, params, memory)


# Random play, the measure of speed


@kernel
def play_random(
    rules: TABLE, rows: ROWS, options: OPTIONS, first: i8, games: i8, memory: MEMORY, actions: ACTIONS, longest: i8
) -> i8:
    """Play whole games of uniformly random decisions from the seeds first, first + 1, ...; return the decisions made.

    -1 - seed, if a game has more decisions than the longest may have.
    """
    decisions = 0
    state = state_at(rows, 0)
    for game in range(games):
        clear_state(rules, state)
        call_deal(rules, state, u8(first + game), options)
        end = decisions + longest
        while not state.over:
            if decisions == end:
                return -1 - (first + game)
            n = call_legal(rules, state, actions)
            call_apply(rules, state, i8(actions[below_in(memory, 0, n)]))
            decisions += 1
    return decisions


@kernel
def play_out(rules: TABLE, rows: ROWS, count: i8, memory: MEMORY, actions: ACTIONS) -> i8:
    """Play row 0 out `count` times at random, in row 1; return the decisions made."""
    decisions = 0
    root, state = state_at(rows, 0), state_at(rows, 1)
    for _ in range(count):
        copy_state(rules, state, root)
        state.rng = draw_in(memory, 0)
        while not state.over:
            n = call_legal(rules, state, actions)
            call_apply(rules, state, i8(actions[below_in(memory, 0, n)]))
            decisions += 1
    return decisions


# Work to time


@kernel
def copy_many(rules: TABLE, rows: ROWS, count: i8) -> None:
    """Copy row 0 over row 1 `count` times, to time a copy."""
    for _ in range(count):
        copy_state(rules, state_at(rows, 1), state_at(rows, 0))


@kernel
def reference_loop(words: MEMORY, count: i8) -> i8:
    """Run a fixed workload (random numbers and unpredictable branches) for comparing machines."""
    odd = 0
    for _ in range(count):
        if below_in(words, 0, 7) & 1:
            odd += 1
        else:
            odd ^= 3
    return odd


# Matches

# Columns of the `agents` table: an agent at a seat.
POLICY, PARAMS_AT, PARAMS_N, MEMORY_AT, MEMORY_N, CLEARED_N, INITIAL_AT, INITIAL_N, VIEWS, CLAIRVOYANT, FORCED = range(
    11
)
TIMED_EVERY, ITERATIONS_AT = (
    11,
    12,
)  # one decision of this many is timed (0: none); memory word that counts iterations (0: none)
AGENT_COLUMNS = 13
# Times of decisions: columns of a table with a row for each agent; nanoseconds of processor, their squares, how many
# decisions, nanoseconds of wall time, iterations, searches.
CPU, SQUARES, COUNT, WALL, ITERATIONS, SEARCHES = range(6)
CLOCK_TRIALS = 8
NO_ANSWER, ILLEGAL = 1, 2  # faults; `tapete.agents.errors` names them all
# Streams that the secret seed of an agent in a game splits into.
AGENT_STREAM, VIEW_STREAM = 1 << 32, 2 << 32


@kernel
def rotated(word: u8, count: i8) -> u8:
    return (word << u8(count)) | (word >> u8(64 - count))


@kernel
def sip_rounds(v: Array[u8], rounds: i8) -> None:
    """Apply the mixing step of SipHash."""
    a, b, c, d = v[0], v[1], v[2], v[3]
    for _ in range(rounds):
        a = a + b
        c = c + d
        b = rotated(b, 13) ^ a
        d = rotated(d, 16) ^ c
        a = rotated(a, 32)
        c = c + b
        a = a + d
        b = rotated(b, 17) ^ c
        d = rotated(d, 21) ^ a
        c = rotated(c, 32)
    v[0], v[1], v[2], v[3] = a, b, c, d


@kernel
def agent_seed(key: Array[u8], deal: u8, seating: u8, seat: u8, v: Array[u8]) -> u8:
    """Return SipHash-2-4 of (deal, seating, seat) under a secret key of two words.

    The key and other seeds cannot be computed from some of these seeds. `v` is scratch space of four words.
    """
    v[0] = key[0] ^ u8(0x736F6D6570736575)
    v[1] = key[1] ^ u8(0x646F72616E646F6D)
    v[2] = key[0] ^ u8(0x6C7967656E657261)
    v[3] = key[1] ^ u8(0x7465646279746573)
    for k in range(4):
        word = deal
        if k == 1:
            word = seating
        elif k == 2:
            word = seat
        elif k == 3:
            word = u8(24) << u8(56)  # the length of the message, as SipHash pads it
        v[3] ^= word
        sip_rounds(v, 2)
        v[0] ^= word
    v[2] ^= u8(0xFF)
    sip_rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


@kernel
def agent_seeds(key: Array[u8], deals: Array[u8], turns: Array[u8], v: Array[u8], out: Matrix[u8]) -> None:
    """Write the random seed of each seat of each game to out[game, seat]."""
    for game in range(len(deals)):
        for seat in range(out.shape[1]):
            out[game, seat] = agent_seed(key, deals[game], turns[game], u8(seat), v)


@kernel
def play_matches(
    rules: TABLE,
    rows: ROWS,
    options: OPTIONS,
    sides: Array[i8],
    seeds: Matrix[u8],
    deals: Array[u8],
    seating: Matrix[i8],
    agents: Matrix[i8],
    params: NUMBERS,
    initial: MEMORY,
    memory: MEMORY,
    actions: ACTIONS,
    out_returns: Matrix[f8],
    out_points: Matrix[f8],
    out_decisions: Matrix[i8],
    out_faults: Matrix[i8],
    out_times: Matrix[f8],
    record: Array[i4],
    out_lengths: Array[i8],
    out_durations: Array[i8],
    out_turns: Array[i8],
    counters: i8,
    out_counters: Matrix[f8],
    action_types: Matrix[i2],
    action_types_at: i8,
    action_types_field: i8,
    beyond: i8,
    longest: i8,
) -> None:
    """Play one game per entry of `deals` (the seed that is dealt); seat s draws from `seeds[g, s]` only.

    `seating[g, s]` is the row of `agents` that sits at seat s. With a `record` of some length every action is appended to
    it. The deal's seed says which decisions are timed; what reading the clock costs is taken off. `out_durations` are
    nanoseconds of processor time of whole games. `counters` is the address of the kernel that counts a finished game (0:
    none). `action_types` has the type of each action, in the row that byte `action_types_field` of the state names (-1:
    there is one); the actions of each type that a seat played are counted from column `action_types_at` of the counters
    on. An index of n or more means an action that is not listed, if its id is below `beyond` (0: the game takes none);
    otherwise it is a fault.
    A policy without a legal answer forfeits: `out_faults` has the fault, its side gets 0, the others share the win.
    A game of more than `longest` decisions, or one that does not fit the rest of the record, ends everything: its length is -1.
    """
    state, view = state_at(rows, 0), state_at(rows, 1)
    seats = len(sides)
    recorded = 0
    clock = thread_ticks()
    clock_cost = i8(1) << 40
    for _ in range(CLOCK_TRIALS):
        before, clock = clock, thread_ticks()
        clock_cost = min(clock_cost, clock - before)
    begun = thread_ticks()
    for game in range(len(deals)):
        clear_state(rules, state)
        call_deal(rules, state, deals[game], options)
        for seat in range(seats):
            row = seating[game, seat]
            start = agents[row, MEMORY_AT] + seat * agents[row, MEMORY_N]
            memory[start : start + agents[row, CLEARED_N]] = 0
            memory[start] = i8(mix(seeds[game, seat], u8(AGENT_STREAM)))
            for k in range(agents[row, INITIAL_N]):
                memory[start + 1 + k] = initial[agents[row, INITIAL_AT] + k]
        length = 0
        while not state.over:
            seat = i8(state.seat)
            row = seating[game, seat]
            n = call_legal(rules, state, actions)
            every = agents[row, TIMED_EVERY]
            timed = every == 1
            if every > 1:
                timed = mix(deals[game], u8(out_decisions[game, seat] * seats + seat)) % u8(every) == u8(0)
            wall = ticks() if timed else 0
            started = thread_ticks() if timed else 0
            chosen = i8(0)
            own_params = params[agents[row, PARAMS_AT] : agents[row, PARAMS_AT] + agents[row, PARAMS_N]]
            start = agents[row, MEMORY_AT] + seat * agents[row, MEMORY_N]
            own_memory = memory[start : start + agents[row, MEMORY_N]]
            if n == 1 and not agents[row, FORCED]:
                chosen = 0
            elif agents[row, VIEWS]:
                copy_state(rules, view, state)
                view.rng = mix(mix(seeds[game, seat], u8(VIEW_STREAM)), u8(out_decisions[game, seat]))
                if not agents[row, CLAIRVOYANT]:
                    call_determinize(rules, view, seat)
                chosen = decide(agents[row, POLICY], view, actions, n, own_params, own_memory)
            else:
                chosen = decide(agents[row, POLICY], state, actions, n, own_params, own_memory)
            if timed:
                spent = f8(max(i8(0), thread_ticks() - started - clock_cost))
                out_times[row, CPU] += spent
                out_times[row, SQUARES] += spent * spent
                out_times[row, COUNT] += 1.0
                out_times[row, WALL] += f8(max(i8(0), ticks() - wall - 2 * clock_cost))
                if agents[row, ITERATIONS_AT] > 0 and n > 1:
                    out_times[row, ITERATIONS] += f8(own_memory[agents[row, ITERATIONS_AT]])
                    out_times[row, SEARCHES] += 1.0
            out_decisions[game, seat] += 1
            if chosen < 0:
                out_faults[game, seat] = NO_ANSWER
                break
            if chosen >= n and chosen - n >= beyond:
                out_faults[game, seat] = ILLEGAL
                break
            action = i8(actions[chosen]) if chosen < n else chosen - n
            if length >= longest or (len(record) > 0 and recorded >= len(record)):
                out_lengths[game] = -1  # the game has more decisions than it declares: the caller reports it
                return
            if len(record) > 0:
                record[recorded] = action
                recorded += 1
            length += 1
            if len(action_types) > 0:
                which = i8(rows[0, action_types_field]) if action_types_field >= 0 else 0
                kind = i8(action_types[which, action]) if which < len(action_types) else -1
                if kind >= 0:
                    out_counters[game, action_types_at + kind * seats + seat] += 1.0
            call_apply(rules, state, action)
        out_lengths[game] = length
        out_turns[game] = state.turn
        if counters != 0:
            call_counters(counters, state, out_counters[game, :action_types_at])
        call_points(rules, state, out_points[game])
        if state.over:
            call_returns(rules, state, out_returns[game])
        else:  # a seat without a legal answer forfeits; the other sides split the win
            winners = 0
            for seat in range(seats):
                winners += 1 if sides[seat] != sides[state.seat] else 0
            for seat in range(seats):
                out_returns[game, seat] = 1.0 / winners if sides[seat] != sides[state.seat] else 0.0
        ended = thread_ticks()
        out_durations[game] = ended - begun
        begun = ended


@cache
def native(loop: Kernel) -> Callable:
    """Return a loop as a Python callable, compiled or loaded on first use."""
    return build_of(loop).function(loop)


def native_loop(name: str) -> Callable:
    """Return a loop of this module, compiled."""
    return native(globals()[name])
