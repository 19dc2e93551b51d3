"""Time per decision: a turn's budget divided over its decisions."""

from __future__ import annotations

import numpy as np

from tapete.core.loops import ROWS, TABLE, native
from tapete.core.state import View
from tapete.kernel import i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, below_in, call_apply, call_legal, copy_state, draw_in, state_at

PROBES = 16
LONGEST_PROBE = 200


@kernel
def own_decisions(rules: TABLE, rows: ROWS, probes: i8, longest: i8, memory: MEMORY, actions: ACTIONS) -> i8:
    """Play the turn in row 0 to its end at random, `probes` times, in row 1; return the decisions of its seat."""
    decisions = 0
    root, state = state_at(rows, 0), state_at(rows, 1)
    for _ in range(probes):
        copy_state(rules, state, root)
        state.rng = draw_in(memory, 0)
        for _ in range(longest):
            if state.over or state.turn != root.turn:
                break
            n = call_legal(rules, state, actions)
            if state.seat == root.seat and n > 1:
                decisions += 1
            call_apply(rules, state, i8(actions[below_in(memory, 0, n)]))
    return decisions


class TurnClock:
    """Budget of a turn: what is left, divided by the decisions that random play would still make."""

    def __init__(self, turn_seconds: float) -> None:
        self.turn_seconds = turn_seconds
        self.reset()

    def reset(self) -> None:
        self._turn: tuple[int, int] | None = None
        self._spent = 0.0

    def share(self, view: View) -> float:
        """Return the seconds for this decision."""
        turn = (view.seat, view.turn)
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        left = max(0.0, self.turn_seconds - self._spent)
        return left / max(1.0, self._expected(view))

    def spend(self, seconds: float) -> None:
        self._spent += seconds

    def _expected(self, view: View) -> float:
        """Estimate the decisions that this turn still needs, including this one."""
        game = view.game
        rows = np.zeros((2, game.state_bytes), dtype=np.uint8)
        rows[0] = view.state.rows[0]
        memory = np.array([int(view.state.record["rng"]) >> 1], dtype=np.int64)
        actions = np.empty(game.definition.max_legal, dtype=np.int32)
        return native(own_decisions)(game.rules, rows, PROBES, LONGEST_PROBE, memory, actions) / PROBES
