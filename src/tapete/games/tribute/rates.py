"""Speed of random games, with moves counted as the reference engine counts them."""

from __future__ import annotations

import time

import numpy as np

from tapete.core.game import Game
from tapete.games.tribute.bots.simple import choose_at_random
from tapete.games.tribute.bots.subset_choices import BOT_MEMORY
from tapete.games.tribute.state import State
from tapete.kernel import Array, Matrix, i8, kernel, u1, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import (
    ACTIONS,
    MEMORY,
    NUMBERS,
    OPTIONS,
    call_apply,
    call_deal,
    call_legal,
    clear_state,
    decide,
    state_at,
)


@kernel
def moves_made(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the moves of the game so far: a complete card choice is one, the draft none."""
    return i8(state.moves)


@kernel
def play_whole_moves(
    rules: Array[i8],
    rows: Matrix[u1],
    options: OPTIONS,
    policy: i8,
    counter: i8,
    first: i8,
    games: i8,
    params: NUMBERS,
    memory: MEMORY,
    actions: ACTIONS,
) -> i8:
    """Play games of one policy against itself with the seeds first, first + 1, ...; return the number of moves."""
    moves = 0
    state = state_at(rows, 0)
    for game in range(games):
        clear_state(rules, state)
        call_deal(rules, state, u8(first + game), options)
        while not state.over:
            n = call_legal(rules, state, actions)
            chosen = decide(policy, state, actions, n, params, memory)
            call_apply(rules, state, i8(actions[chosen]) if chosen < n else chosen - n)
        moves += decide(counter, state, actions, 0, params, memory)
    return moves


def random_rates(game: Game, seconds: float) -> dict[str, float]:
    """Return the rates of random self-play, uniform over the reference engine's complete legal list."""
    loop = Build("tribute-rates", [play_whole_moves]).function(play_whole_moves)
    bots = Build("tribute-random", [choose_at_random, moves_made])
    rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
    memory = np.zeros(BOT_MEMORY, dtype=np.int64)
    memory[0] = 1
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    addresses = bots.address(choose_at_random), bots.address(moves_made)
    table = game.rules
    batch, games, moves, spent = 1, 0, 0, 0.0
    while spent < seconds:
        started = time.process_time()
        moves += loop(table, rows, game.encoded_options, *addresses, games, batch, np.zeros(1), memory, actions)
        elapsed = time.process_time() - started
        spent += elapsed
        games += batch
        batch = max(1, min(4 * batch, int(batch * seconds / 10 / max(elapsed, 1e-6))))
    return {"games_per_second": games / spent, "decisions_per_second": moves / spent}
