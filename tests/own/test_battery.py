"""Mistakes that crash nothing: the battery tells them in a sentence. Rules run as plain Python here, so nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete.game import Game
from tapete.testing.battery import check_legal_until_over, check_scales
from tapete.testing.face import check_face
from tapete.testing.stores import check_stores

PARSE = (
    "def parse(state, typed):\n"
    "    return next((a for a in state.legal() if typed.startswith(action_text(state, a))), None)\n\n\n"
    "DEFINITION = Definition("
)

# What is broken, which check finds it, and what it says.
BROKEN: dict[str, tuple[list[tuple[str, str]], Callable[..., object], list[str]]] = {
    "a turn that is never counted": (
        [("    state.turn += 1\n", "")],
        check_legal_until_over,
        ["`turn` is 0 from the deal of seed 1 to its end", "decisions later", "`state.turn += 1`"],
    ),
    "a field too small for what is stored in it": (
        [('("points", i2, SEATS)', '("points", i1, SEATS)'), ("state.points[seat] += banked", "state.points[seat] += 60 + banked")],
        check_stores,
        ["`apply` stores 1", "in a field of type i1, which holds -128 to 127", "wider type", "in apply: state.points[seat] += 60"],
    ),
    "an evaluation beyond its scale": (
        [("(0.0, 6.0)", "(0.9, 1.0)")],
        check_scales,
        ["the evaluation plain leaves its scale (0.9, 1)", "% of positions", "widen `scale`"],
    ),
    "a text that is read as another action": (
        [("text=Text(state_text, action_text)", "text=Text(state_text, action_text, parse)"), ("DEFINITION = Definition(", PARSE)],
        check_face,
        ["'draw with bid 0' is the text of action 2, but `parse` takes it for action 0 ('draw')"],
    ),
    "a parse that raises": (
        [("text=Text(state_text, action_text)", "text=Text(state_text, action_text, lambda state, typed: int(typed))")],
        check_face,
        ["`parse` of 'draw' raises ValueError", "line "],
    ),
    "a text that raises": (
        [('return ("draw", "bank")[action] if', 'return ("draw",)[action] if')],
        check_face,
        ["the text of action 1 raises IndexError", "in action_text"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_battery_tells_what_is_wrong(broken, name: str) -> None:
    pairs, check, said = BROKEN[name]
    goal = {"goal": 100} if check is check_stores else {}
    with pytest.raises(AssertionError) as caught:
        check(Game(broken(*pairs).DEFINITION, goal, interpreted=True), 1)
    for part in said:
        assert part in str(caught.value), str(caught.value)


@pytest.mark.parametrize("check", [check_legal_until_over, check_stores, check_scales, check_face])
def test_the_game_itself_passes(broken, check: Callable[..., object]) -> None:
    check(Game(broken().DEFINITION, {}, interpreted=True), 1)
