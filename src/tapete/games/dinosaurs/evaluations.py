"""Weighted evaluation: a seat's probability to win (section 9 of docs/rules/dinosaurs_agents.md)."""

import math

from tapete.games.dinosaurs.cards import DISASTER_COPIES, POINT_TYPES, SHELTER, TYPES, VALUE
from tapete.games.dinosaurs.round_features import copies_held, standing, write_scores
from tapete.games.dinosaurs.rules import NONE, State, is_fatal
from tapete.kernel import bit_count, f8, i8, kernel, scratch_f8, scratch_i8, u8
from tapete.kernel.contract import NUMBERS

FACTS = 8  # numbers that `write_chances` writes


@kernel
def write_chances(state: State, seat: i8, out: NUMBERS) -> None:
    """Write the terms of a seat's chances, in the order of the evaluation's weights."""
    steps = state.position[seat] / 10.0
    out[0] = steps
    out[1] = steps * steps
    left, fatal = 0, 0
    for kind in range(4):
        unseen = DISASTER_COPIES[state.thesis, kind]
        for other in range(state.players):
            unseen -= state.area[other, kind]
        left += unseen
        if is_fatal(state, seat, kind):
            fatal += unseen
    out[2] = fatal / f8(max(left, 1))
    out[3] = i8(state.area[seat, 0]) + state.area[seat, 1] + state.area[seat, 2] + state.area[seat, 3]
    points, helpers, guards = 0, 0, 0
    for card in range(TYPES):
        copies = copies_held(state, seat, card)
        if copies > 0:
            if card < POINT_TYPES:
                points += copies * VALUE[card]
            elif card < SHELTER:
                helpers += copies
            else:
                guards += copies
    out[4] = points / 10.0
    out[5] = helpers
    out[6] = guards
    out[7] = 0.0
    if state.disaster != NONE and state.table[seat] != NONE:
        scores = scratch_i8(4)
        write_scores(state, scores)
        out[7] = standing(state, scores, seat, i8(state.inversions) & 1) / 2.0


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the probability to win: a seat's share of the strengths, which are exponentials of weighted terms."""
    if state.over:
        return 1.0 / bit_count(u8(state.winners)) if (state.winners >> seat) & 1 else 0.0
    if not (state.alive >> seat) & 1:
        return 0.0
    facts = scratch_f8(FACTS)
    own, total = 0.0, 0.0
    for other in range(state.players):
        if (state.alive >> other) & 1:
            write_chances(state, other, facts)
            strength = 0.0
            for i in range(FACTS):
                strength += weights[i] * facts[i]
            strength = math.exp(min(50.0, max(-50.0, strength)))
            total += strength
            if other == seat:
                own = strength
    return own / total
