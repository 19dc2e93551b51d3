"""Invariants of a position, checked natively so that many games can be checked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import tapete
from tapete.games.hearthstone.cards import DOOMED
from tapete.games.hearthstone.decks import COMPETITION
from tapete.games.hearthstone.determinize import marks_in_zones
from tapete.games.hearthstone.rules import MAX_LEGAL
from tapete.games.hearthstone.state import BOARD, DIED, HAND, SECRET_ZONE, State, available, health_of, slot_at
from tapete.kernel import Array, GameState, i4, i8, kernel, mix, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import below_in, call_apply, call_deal, call_legal, clear_state, rows_in

PROBLEMS = (
    "no problem",
    "a card was lost or duplicated",
    "a dead minion stayed on a board",
    "mana is negative",
    "a zone is over its limit",
    "the stack is not empty between decisions",
    "an empty slot, hand or deck cell holds something",
    "the boards and the order of play differ",
    "a game did not end",
)


@kernel
def problem_of(state: State) -> i8:
    """Return the number of the first invariant that does not hold, 0 if all hold."""
    if marks_in_zones(state) != state.ledger:
        return 1
    for seat in range(2):
        for i in range(state.minions[seat]):
            slot = slot_at(state.board[seat], i)
            if not state.over and (health_of(state, slot) <= 0 or state.flags[slot] & DOOMED) and state.top == 0:
                return 2
            if state.side[slot] != seat or state.card[slot] == 0:
                return 7
        if available(state, seat) < 0 and state.current == seat:
            return 3
        if state.minions[seat] > BOARD or state.held[seat] > HAND or state.secret_count[seat] > SECRET_ZONE:
            return 4
        if state.died_count[seat] > DIED:
            return 4
        for i in range(state.held[seat], HAND):
            if (
                state.hand[seat, i]
                or state.hand_extra[seat, i]
                or state.hand_origin[seat, i]
                or state.hand_seen[seat, i]
            ):
                return 6
        for i in range(state.deck_left[seat], 60):
            if state.deck[seat, i]:
                return 6
    if state.top > 0 and state.choice_kind == 0:
        return 5
    for slot in range(2, 16):
        if state.free >> slot & 1 and (state.card[slot] or state.flags[slot] or state.damage[slot]):
            return 6
    return 0


@kernel
def play_and_check(
    rules: Array[i8], words: Array[i8], options: Array[i8], games: i8, seed: u8, actions: Array[i4]
) -> i8:
    """Play random games and return the first problem found.

    `words` holds a generator and a state.
    """
    for k in range(games):
        state, checked = rows_in(words, 1, GameState)[0], rows_in(words, 1, State)[0]
        clear_state(rules, state)
        call_deal(rules, state, mix(seed, u8(k)), options)
        for _ in range(5000):
            if state.over:
                break
            n = call_legal(rules, state, actions)
            call_apply(rules, state, i8(actions[below_in(words, 0, n)]))
            problem = problem_of(checked)
            if problem:
                return problem
        if not state.over:
            return 8
    return 0


def checker(game: tapete.Game) -> Callable:
    return game.build.function(problem_of)


def play_pairs(games_per_pair: int, seed: int) -> int:
    """Play games of all pairs of the nine full lists, with bounds checking; return the first problem found."""
    run = Build("hearthstone-checks", [play_and_check], boundscheck=True).function(play_and_check)
    words = np.zeros(1 + State.size // 8, dtype=np.int64)
    words[0] = seed
    actions = np.zeros(MAX_LEGAL, dtype=np.int32)
    for first in COMPETITION:
        for second in COMPETITION:
            game = tapete.load("hearthstone", boundscheck=True, deck0=first, deck1=second, variant="full")
            problem = run(game.rules, words, game.encoded_options, games_per_pair, np.uint64(seed), actions)
            if problem:
                return int(problem)
    return 0
