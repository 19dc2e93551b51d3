"""Counters of finished games, and the kinds of actions."""

from collections.abc import Mapping
from typing import Any

from tapete.core.definition import ActionTypes, Counters, CounterSpec
from tapete.games.hearthstone import factored, rules
from tapete.games.hearthstone.options import by_steps
from tapete.games.hearthstone.rules import health_of
from tapete.games.hearthstone.state import DRAW, State
from tapete.kernel import kernel
from tapete.kernel.contract import NUMBERS

HERO, BOTH, LIMIT = range(3)


@kernel
def count(state: State, out: NUMBERS) -> None:
    """Write how the game ended; then for each seat its fatigue counter and the cards left in its deck."""
    out[0] = HERO
    if state.result == DRAW:
        out[0] = LIMIT if health_of(state, 0) > 0 or health_of(state, 1) > 0 else BOTH
    for seat in range(2):
        out[1 + seat] = state.fatigue[seat]
        out[3 + seat] = state.deck_left[seat]


COUNTERS = Counters(
    count,
    (
        CounterSpec("end", "how the game ended", values=("a hero died", "both heroes died", "turn limit")),
        CounterSpec("fatigue", "the last damage by fatigue", by_seat=True),
        CounterSpec("deck_left", "cards left in the deck", by_seat=True),
    ),
)

FLAT = ActionTypes.ranges(
    rules.ACTION_COUNT,
    (0, "end"),
    (rules.PLAY, "play"),
    (rules.POWER, "power"),
    (rules.ATTACK_ACTION, "attack"),
    (rules.CHOOSE, "choose"),
    (rules.MULLIGAN, "mulligan"),
)
IN_STEPS = ActionTypes.ranges(
    factored.ACTION_COUNT,
    (0, "end"),
    (factored.WHAT_PLAY, "play"),
    (factored.WHAT_POWER, "power"),
    (factored.WHAT_ATTACK, "attack"),
    (factored.WHAT_CHOOSE, "choose"),
    (factored.WHAT_MULLIGAN, "mulligan"),
    (factored.TARGET, "target"),
    (factored.DEFENDER, "defender"),
    (factored.POSITION, "position"),
)


def kinds(options: Mapping[str, Any]) -> ActionTypes:
    """Return the kinds of actions, or of steps where decisions are in steps."""
    return IN_STEPS if by_steps(options) else FLAT
