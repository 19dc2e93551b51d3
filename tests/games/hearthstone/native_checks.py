"""Invariants of a position, checked natively so that many games can be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import tapete
from tapete.games.hearthstone.cards import DOOMED
from tapete.games.hearthstone.decks import COMPETITION
from tapete.games.hearthstone.hidden import marks_in_zones
from tapete.games.hearthstone.rules import MAX_LEGAL, apply, deal, legal
from tapete.games.hearthstone.state import BOARD, DIED, HAND, SECRET_ZONE, State, available, health_of, slot_at
from tapete.kernel import Build, array, below, i4, i8, kernel, mix, u8

PROBLEMS = (
    "all is well",
    "a card was lost or doubled",
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
    """The number of the first invariant that does not hold."""
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
def play_and_check(rows: array(State), options: array(i8), games: i8, seed: u8, actions: array(i4)) -> i8:
    """Random games; the first problem found."""
    state, blank = rows[0], rows[1]
    for k in range(games):
        state = rows[0]
        rows[0] = blank
        deal(state, mix(seed, u8(k)), options)
        for _ in range(5000):
            if state.over:
                break
            n = legal(state, actions)
            choice = rows[2]
            apply(state, i8(actions[below(choice, n)]))
            problem = problem_of(state)
            if problem:
                return problem
        if not state.over:
            return 8
    return 0


def checker(game: tapete.Game) -> Callable:
    return game.build.function(problem_of)


def play_pairs(games_per_pair: int, seed: int) -> int:
    """Games of all pairs of the nine full lists, with every index checked."""
    build = Build("hearthstone-checks", [play_and_check], boundscheck=True)
    run = build.function(play_and_check)
    rows = np.zeros(3, dtype=State.dtype)
    rows[2]["rng"] = seed
    actions = np.zeros(MAX_LEGAL, dtype=np.int32)
    for first in COMPETITION:
        for second in COMPETITION:
            game = tapete.load("hearthstone", deck0=first, deck1=second, variant="full")
            rows[:2] = np.zeros(2, dtype=State.dtype)
            problem = run(rows, game.encoded_options, games_per_pair, np.uint64(seed), actions)
            if problem:
                return int(problem)
    return 0
