"""Random games with every invariant of the rules checked after every decision, and their statistics.

    python tests/games/dinosaurs/native_checks.py 200000

Play that many games with two, three and four players, with bounds checking, and print the figures of section 14.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np

import tapete
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DECK_SIZES, DISASTER_COPIES, SAW, TYPES
from tapete.games.dinosaurs.options import DealOptions
from tapete.kernel import Array, copy_of, i8, kernel, mix, scratch_i4, scratch_i8, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import MEMORY, NUMBERS, below_in

MAX_LEGAL = rules.MAX_LEGAL
FINE, CARDS, COPIES, DISASTERS, FATAL, TWO_OUT, HAND, BACKWARDS, CANCELLED, TWO_PLAYERS, KNOWN, SHARES = range(12)
STATISTICS = (
    "rounds",
    "ends by 50",
    "decisions",
    "free decisions",
    "scoring instants",
    "sudden deaths",
    "full ties",
    "reshuffles",
)


@kernel
def held(low: u8, high: u8, card: i8) -> i8:
    return i8((low if card < 16 else high) >> u8(4 * (card & 15))) & 15


@kernel
def broken_rule(state: rules.State, copies: MEMORY) -> i8:
    """Return the number of the first broken invariant of section 13; 0 if all hold."""
    counts = scratch_i8(24)
    for card in range(TYPES):
        counts[card] = held(state.discards[0], state.discards[1], card)
        counts[card] += held(u8(0), state.instants, card) + held(u8(0), state.gone, card)
        for seat in range(state.players):
            counts[card] += held(state.hand[seat, 0], state.hand[seat, 1], card)
    total = 0
    for i in range(state.deck_left):
        counts[state.deck[i]] += 1
    for i in range(2):
        if state.looked[i] >= 0:
            counts[state.looked[i]] += 1
    for seat in range(state.players):
        if state.table[seat] >= 0:
            counts[state.table[seat]] += 1
        if state.face_down[seat] >= 0:
            counts[state.face_down[seat]] += 1
    for card in range(TYPES):
        total += counts[card]
        if counts[card] != copies[card]:
            return COPIES
    if total != DECK_SIZES[state.two_player]:
        return CARDS
    for kind in range(4):
        seen = i8(state.disaster == kind)
        for seat in range(state.players):
            seen += state.area[seat, kind]
        for i in range(state.disasters_left):
            seen += state.disasters[i] == kind
        for i in range(state.bottom_size):
            seen += i8(state.bottom >> u8(2 * i)) & 3 == kind
        if seen != DISASTER_COPIES[state.thesis, kind]:
            return DISASTERS
    saw = False
    for seat in range(state.players):
        alive = (state.alive >> seat) & 1
        if alive and rules.is_fatal(state, seat, -1):
            return FATAL
        if alive and state.phase == rules.CHOOSE and state.held[seat] + i8(state.face_down[seat] >= 0) != 5:
            return HAND
        in_hand = 0
        for card in range(TYPES):
            in_hand += held(state.hand[seat, 0], state.hand[seat, 1], card)
        if in_hand != state.held[seat] or in_hand > 5 or (in_hand > 0 and not alive):
            return HAND
        saw = saw or state.revealed[seat] == SAW
        for observer in range(state.players):
            for card in range(TYPES):
                known = 0
                for place in range(5):
                    known += state.known[observer, seat, place] == card + 1
                present = held(state.hand[seat, 0], state.hand[seat, 1], card) + i8(state.face_down[seat] == card)
                if known > present:
                    return KNOWN
    if saw and (state.order_size > 0 or state.star):
        return CANCELLED
    if state.players == 2 and (state.tied or state.after_sudden_death or state.phase == rules.SUDDEN_DEATH):
        return TWO_PLAYERS
    return FINE


@kernel
def play_checked(
    blank: Array[rules.State],
    options: DealOptions,
    copies: MEMORY,
    first: i8,
    games: i8,
    memory: MEMORY,
    sums: NUMBERS,
    rounds: MEMORY,
) -> i8:
    """Play random games; return -1, or the number of the first broken rule."""
    actions = scratch_i4(MAX_LEGAL)
    before = scratch_i8(4)
    for game in range(games):
        state = copy_of(blank[0])
        rules.deal(state, mix(u8(77), u8(first + game)), options)
        while not state.over:
            broken = broken_rule(state, copies)
            if broken != FINE:
                return broken
            n = rules.legal(state, actions)
            action = i8(actions[below_in(memory, 0, n)])
            sums[2] += 1.0
            sums[3] += 1.0 if n > 1 else 0.0
            if state.phase == rules.SCORING and action != rules.PASS:
                sums[4] += 1.0
            for seat in range(4):
                before[seat] = state.position[seat]
            alive, left, turn = i8(state.alive_count), i8(state.deck_left), i8(state.turn)
            rules.apply(state, action)
            if state.deck_left > left:
                sums[7] += 1.0
            if alive - state.alive_count > 1:
                return TWO_OUT
            for seat in range(4):
                if state.position[seat] < before[seat]:
                    return BACKWARDS
            if state.turn != turn or state.over:
                fought, tied, out = 0.0, 0.0, 0
                for i in range(state.logged):
                    kind, who = i8(state.log[i]) >> 10, (i8(state.log[i]) >> 8) & 3
                    if kind == rules.FOUGHT or kind == rules.WITHOUT:
                        fought = 1.0
                    if kind == rules.BOTTOM and who == rules.FULL_TIE:
                        tied = 1.0
                    out += kind == rules.OUT
                if out > 1:
                    return TWO_OUT
                sums[5] += fought
                sums[6] += tied
        broken = broken_rule(state, copies)
        if broken != FINE:
            return broken
        sums[0] += state.turn
        rounds[game] = state.turn
        if state.reason == rules.FIFTY_AT_AWARD or state.reason == rules.FIFTY_AT_END:
            sums[1] += 1.0
    return -1


@cache
def compiled() -> Any:
    return Build("dinosaurs-checks", [play_checked], boundscheck=True).function(play_checked)


def play(games: int, first: int = 0, **options: Any) -> tuple[int, dict[str, float]]:
    """Return the broken rule (or -1) and the mean of each statistic."""
    from tapete.games.dinosaurs.cards import copies

    game = tapete.load("dinosaurs", **options)
    blank = np.zeros(1, dtype=rules.State.dtype)
    sums, rounds = np.zeros(len(STATISTICS)), np.zeros(games, dtype=np.int64)
    deck = np.array(copies(bool(game.option_record["two_player"])), dtype=np.int64)
    memory = np.array([first + 12345], dtype=np.int64)
    broken = compiled()(blank, game.option_record, deck, first, games, memory, sums, rounds)
    means = dict(zip(STATISTICS, (sums / games).tolist(), strict=True))
    return broken, means | {"95 % of rounds": float(np.quantile(rounds, 0.95)), "longest": float(rounds.max())}


if __name__ == "__main__":
    for players in (4, 3, 2):
        for preset in ("official", "thesis"):
            broken, means = play(int(sys.argv[1]), players=players, preset=preset)
            print(
                players,
                preset,
                "broken rule:",
                broken,
                {name: round(mean, 3) for name, mean in means.items()},
                flush=True,
            )
