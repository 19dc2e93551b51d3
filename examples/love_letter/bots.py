"""Agents of Love Letter: a rule bot, an evaluation for searches, features for networks; all of them read views only."""

from tapete.kernel import f8, i8, kernel, scratch_i8
from tapete.kernel.contract import ACTIONS, FEATURES, MEMORY, NUMBERS
from tapete.kernel.sampling import has

from .knowledge import count_unseen
from .rules import card_of, named_of, target_of
from .state import BARON, GUARD, HANDMAID, KINDS, KING, NOBODY, PRINCE, PRINCESS, SEATS, State


@kernel
def chance_of(state: State, seat: i8, target: i8, count: MEMORY, low: i8, high: i8) -> f8:
    """Return the probability that a hand is of a kind from `low` to below `high`, as far as a seat can tell."""
    if state.saw[seat, target]:
        return 1.0 if low <= state.saw[seat, target] < high else 0.0
    fitting, total = 0, 0
    for kind in range(1, KINDS):
        if has(state.may[target], kind):
            total += max(0, count[kind])
            if low <= kind < high:
                fitting += max(0, count[kind])
    return fitting / total if total > 0 else 0.0


@kernel
def courtier(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose a move: name the likeliest card, compare hands if that probably wins, keep the most valuable card."""
    count = scratch_i8(KINDS)
    seat = i8(state.seat)
    count_unseen(state, seat, count)
    best, best_value = 0, -1e9
    for i in range(n):
        action = i8(actions[i])
        card, target = card_of(action), target_of(action)
        kept = i8(state.drawn) if state.hand[seat] == card else i8(state.hand[seat])
        value = -1.0 * card
        if target != NOBODY and target != seat:
            value += params[0] * state.tokens[target]
            if card == GUARD:
                value += 20.0 * chance_of(state, seat, target, count, named_of(action), named_of(action) + 1)
            elif card == BARON:
                value += 20.0 * chance_of(state, seat, target, count, 1, kept)
                value -= 20.0 * chance_of(state, seat, target, count, kept + 1, KINDS)
            elif card == PRINCE:
                value += 20.0 * chance_of(state, seat, target, count, PRINCESS, KINDS)
            elif card == KING:
                value -= kept
        if card == HANDMAID:
            value += 5.0
        elif card == PRINCESS:
            value -= 100.0
        elif card == PRINCE and target == seat:
            value -= 2.0 * kept + (100.0 if kept == PRINCESS else 0.0)
        if value > best_value:
            best, best_value = i, value
    return best


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return tokens, then the players left in the round, the own hand and what is known, weighted."""
    best, others = 0, 0
    for other in range(state.players):
        if other != seat:
            best = max(best, i8(state.tokens[other]))
            others += state.alive[other]
    value = weights[0] * (state.tokens[seat] - best) / state.goal
    if state.over or not state.alive[seat]:
        return value
    value += weights[1] * (1.0 - others / (state.players - 1.0)) + weights[2] * state.hand[seat] / 8.0
    for other in range(state.players):
        if other != seat and state.alive[other]:
            value += weights[3] * (state.saw[seat, other] > 0) / state.players
            value -= weights[4] * (state.saw[other, seat] > 0) / state.players
    return value


PER_SEAT = 3 + 2 * (KINDS - 1)
FEATURE_COUNT = 3 * (KINDS - 1) + 1 + SEATS * PER_SEAT


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    """Write own cards, unseen cards, and for every seat: tokens, in or out, safe, possible and known kinds of hand."""
    count = scratch_i8(KINDS)
    count_unseen(state, observer, count)
    for i in range(FEATURE_COUNT):
        out[i] = 0.0
    if state.hand[observer]:
        out[state.hand[observer] - 1] = 1.0
    if state.seat == observer:
        out[KINDS - 1 + state.drawn - 1] = 1.0
    for kind in range(1, KINDS):
        out[2 * (KINDS - 1) + kind - 1] = count[kind] / 5.0
    out[3 * (KINDS - 1)] = state.left / 16.0
    for i in range(state.players):
        seat = (observer + i) % state.players
        at = 3 * (KINDS - 1) + 1 + i * PER_SEAT
        out[at] = state.tokens[seat] / state.goal
        out[at + 1] = state.alive[seat]
        out[at + 2] = state.safe[seat]
        for kind in range(1, KINDS):
            out[at + 2 + kind] = has(state.may[seat], kind)
            out[at + 2 + KINDS - 1 + kind] = seat != observer and state.saw[observer, seat] == kind
