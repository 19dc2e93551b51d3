"""Decisions in steps (option `factored`): kind of action, then target, then board position; at most 17 choices each.

The rules are the same: a step only narrows the list of flat actions, and the last step plays one. A step with a single
answer is skipped.
"""

from tapete.games.hearthstone.cards import TARGETS
from tapete.games.hearthstone.rules import (
    ATTACK_ACTION,
    CHOOSE,
    MAX_LEGAL,
    MULLIGAN,
    PLAY,
    PLAY_CARD,
    PLAY_OPTION,
    POSITIONS_PER_PLAY,
    POWER,
    apply,
    legal,
)
from tapete.games.hearthstone.state import CHOICES, HAND, KNOWN, State, forget_shown
from tapete.kernel import i8, kernel, scratch_i4
from tapete.kernel.contract import ACTIONS

# First step: end, hand card with its option, hero power, attacker, choice, mulligan; then target, defender, position
WHAT_PLAY = 1
WHAT_POWER = WHAT_PLAY + 2 * HAND
WHAT_ATTACK = WHAT_POWER + 1
WHAT_CHOOSE = WHAT_ATTACK + 8
WHAT_MULLIGAN = WHAT_CHOOSE + CHOICES
TARGET = WHAT_MULLIGAN + 16
DEFENDER = TARGET + TARGETS
POSITION = DEFENDER + 8
ACTION_COUNT = POSITION + POSITIONS_PER_PLAY


@kernel
def what_of(flat: i8) -> i8:
    """Return the first step of a flat action."""
    if flat >= MULLIGAN:
        return WHAT_MULLIGAN + flat - MULLIGAN
    if flat >= CHOOSE:
        return WHAT_CHOOSE + flat - CHOOSE
    if flat >= ATTACK_ACTION:
        return WHAT_ATTACK + (flat - ATTACK_ACTION) // 8
    if flat >= POWER:
        return WHAT_POWER
    if flat >= PLAY:
        return WHAT_PLAY + (flat - PLAY) // PLAY_OPTION
    return 0


@kernel
def target_of(flat: i8) -> i8:
    """Return the second step of a flat action."""
    if flat >= ATTACK_ACTION:
        return DEFENDER + (flat - ATTACK_ACTION) % 8
    if flat >= POWER:
        return TARGET + flat - POWER
    return TARGET + (flat - PLAY) % PLAY_OPTION // POSITIONS_PER_PLAY


@kernel
def step_of(flat: i8, stage: i8) -> i8:
    if stage == 0:
        return what_of(flat)
    return target_of(flat) if stage == 1 else POSITION + (flat - PLAY) % POSITIONS_PER_PLAY


@kernel
def still_fits(flat: i8, partial: i8, stage: i8) -> i8:
    """Return whether a flat action agrees with the steps taken so far, which `partial` also agrees with."""
    if stage > 0 and what_of(flat) != what_of(partial):
        return 0
    return 0 if stage > 1 and target_of(flat) != target_of(partial) else 1


@kernel
def legal_step(state: State, out: ACTIONS) -> i8:
    """Write the distinct next steps of the flat actions that are still possible; return their number."""
    flats = scratch_i4(MAX_LEGAL)
    count = legal(state, flats)
    stage, partial = i8(state.stage), i8(state.partial)
    n = 0
    for i in range(count):
        flat = i8(flats[i])
        if still_fits(flat, partial, stage):
            step = step_of(flat, stage)
            if n == 0 or out[n - 1] != step:
                out[n] = step
                n += 1
    return n


@kernel
def apply_step(state: State, action: i8) -> None:
    """Take one step; play the flat action when only one is left.

    After the first step of a play, the other player has seen the card.
    """
    flats = scratch_i4(MAX_LEGAL)
    count = legal(state, flats)
    stage, partial = i8(state.stage), i8(state.partial)
    first, left = i8(-1), 0
    targets, last_target = 0, i8(-1)
    for i in range(count):
        flat = i8(flats[i])
        if still_fits(flat, partial, stage) and step_of(flat, stage) == action:
            if left == 0:
                first = flat
            left += 1
            if flat > 0 and flat < CHOOSE and target_of(flat) != last_target:
                last_target = target_of(flat)
                targets += 1
    if left == 1:
        state.stage = 0
        state.partial = 0
        apply(state, first)
    else:
        forget_shown(state)
        state.stage = 1 if stage == 0 and targets > 1 else 2
        state.partial = first
        if first >= PLAY and first < POWER:
            state.hand_origin[state.seat, (first - PLAY) // PLAY_CARD] = KNOWN
