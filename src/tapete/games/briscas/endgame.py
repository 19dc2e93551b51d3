"""Exact solution of the end game for two players (section 11 of docs/rules/briscas.md)."""

from tapete.games.briscas.rules import MAX_LEGAL, State, apply, is_winner, legal
from tapete.kernel import copy_of, f8, i8, kernel, scratch_i4
from tapete.kernel.contract import NUMBERS

WIN = 1000.0  # a won game in `solve` with objective 0: more than any difference of points


@kernel
def solve(state: State, observer: i8, objective: i8, out: NUMBERS) -> i8:
    """Write the exact value of each action, with two players and no stock, where the unseen cards are the other hand.

    Return the number of values; 0 if the position cannot be solved.
    """
    if state.players != 2 or state.stock_left > 0 or state.over:
        return 0
    actions = scratch_i4(MAX_LEGAL)
    n = legal(state, actions)
    for i in range(n):
        after = copy_of(state)
        apply(after, i8(actions[i]))
        out[i] = best_value(after, observer, objective)
    return n


@kernel
def best_value(state: State, observer: i8, objective: i8) -> f8:
    """Return the value for the observer if both play optimally from here."""
    if state.over:
        difference = f8(state.points[observer] - state.points[1 - observer])
        if objective == 0:
            difference += WIN * (i8(is_winner(state, observer)) - i8(is_winner(state, 1 - observer)))
        return difference
    actions = scratch_i4(MAX_LEGAL)
    n = legal(state, actions)
    sign = 1.0 if state.seat == observer else -1.0
    best = -1e9
    for i in range(n):
        after = copy_of(state)
        apply(after, i8(actions[i]))
        best = max(best, sign * best_value(after, observer, objective))
    return sign * best
