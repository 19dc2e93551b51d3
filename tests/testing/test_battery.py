"""Mistakes that do not crash are reported by the battery. Rules run as plain Python here, so nothing is compiled.

Those after the first six come from fifty deliberate mistakes in a beginner's Coup: ten had gone unnoticed, others had
got a message about something else.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import peek
import pytest

from tapete.core.game import Game
from tapete.testing.agents import check_agent
from tapete.testing.battery import check_legal_until_over, check_scales
from tapete.testing.leaks import check_collisions, check_twins
from tapete.testing.play import CheckWarning, check_deals, check_encoders, check_endings, check_hidden_choices
from tapete.testing.presentation import check_events, check_presentation
from tapete.testing.report import Finding, findings
from tapete.testing.stores import check_stores

PARSE = (
    "def parse(state, typed):\n"
    "    return next((a for a in state.legal() if typed.startswith(action_text(state, a))), None)\n\n\n"
    "DEFINITION = Definition("
)


def check_collisions_of(game: Game, seed: int) -> int:
    return check_collisions(game, seed=seed, deals=20)


HIDES = "@kernel\ndef hides(state: State, action: i8) -> i8:\n    return {} if action >= BID else 0\n\n\n@kernel\ndef returns("
HIDDEN = [('"determinize": determinize,', '"determinize": determinize,\n        "hides": hides,')]
REVEALING = ("range(state.cards[state.seat])", "range(min(6, i8(state.hand[state.seat])))")  # bids show the hidden sum

# The mistake, the check that finds it, and parts of the expected message.
BROKEN: dict[str, tuple[list[tuple[str, str]], Callable[..., object], list[str]]] = {
    "a turn that is never counted": (
        [("    state.turn += 1\n", "")],
        check_legal_until_over,
        ["`turn` is 0 from the deal of seed 1 to its end", "decisions later", "`state.turn += 1`"],
    ),
    "a field too small for what is stored in it": (
        [("points: Array[i2]", "points: Array[i1]"), ("state.points[seat] += banked", "state.points[seat] += 60 + banked")],
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
        check_presentation,
        ["'draw with bid 0' is the text of action 2, but `parse` takes it for action 0 ('draw')"],
    ),
    "a parse that raises": (
        [("text=Text(state_text, action_text)", "text=Text(state_text, action_text, lambda state, typed: int(typed))")],
        check_presentation,
        ["`parse` of 'draw' raises ValueError", "line "],
    ),
    "a text that raises": (
        [('return ("draw", "bank")[action] if', 'return ("draw",)[action] if')],
        check_presentation,
        ["the text of action 1 raises IndexError", "in action_text"],
    ),
    "a deal that ignores its seed": (
        [("seed_rng(state, seed)", "seed_rng(state, 1)")],
        check_deals,
        ["20 seeds give one and the same deal", "seed_rng(state, seed)"],
    ),
    "a game without end": (
        [(" or state.turn >= TURNS", "")],
        check_endings,
        ["played by the first action", "goes on after max_decisions=2000 decisions", "limit of turns, or raise max_decisions"],
    ),
    "returns that do not sum to 1 in a rare ending": (
        [("1.0 / winners if", "1.0 if")],
        check_endings,
        ["returns [1.0, 1.0] do not sum to 1", "played by the first action at every seat, after 1500 decisions"],
    ),
    "an encoder larger than what it writes": (
        [('2 * options["players"] + 1, "points', '2 * options["players"] + 4, "points')],
        check_encoders,
        ["the encoder plain writes 5 of its 8 features: 5 to 7 stay as they were"],
    ),
    "a choice that others see although it is declared unnoticed": (
        [*HIDDEN, ("@kernel\ndef returns(", HIDES.format(2))],
        check_hidden_choices,
        ["`hides` gives 2 for the move 'action'", "`turn` from", "give 1"],
    ),
    "two actions with the same text": (
        [('("draw", "bank")', '("draw", "draw")')],
        check_presentation,
        ["actions 0 and 1 both read 'draw' in 'en' at step 0", "different moves: action (0 for 1)"],
    ),
    "a seat without a legal action": (
        [("    n = 0\n    for action", "    if state.turn == 3:\n        return 0\n    n = 0\n    for action")],
        check_collisions_of,
        ["seat 0 has no legal action at step 3 of seed", "although the game is not over"],
    ),
    "too few actions": (
        [("actions=BID + 6", "actions=BID + 1")],
        check_legal_until_over,
        ["action 3 is legal at step", "the definition says actions=3, so ids go from 0 to 2; raise it"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_battery_reports_the_mistake(broken, name: str) -> None:
    pairs, check, said = BROKEN[name]
    goal = {"goal": 100} if check is check_stores else {}
    with pytest.raises(AssertionError) as caught:
        check(Game(broken(*pairs).DEFINITION, goal, interpreted=True), 1)
    for part in said:
        assert part in str(caught.value), str(caught.value)


SOUND = [
    check_legal_until_over, check_stores, check_scales, check_presentation, check_events, check_deals, check_endings, check_encoders,
    check_hidden_choices, check_collisions_of,
]  # fmt: skip


@pytest.mark.parametrize("check", SOUND)
def test_the_game_itself_passes(broken, check: Callable[..., object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", CheckWarning)
        check(Game(broken().DEFINITION, {}, interpreted=True), 1)


def test_a_missing_hides_gives_a_warning_and_a_right_one_does_not(broken) -> None:
    """Bids that only some hidden sums allow, seen by all but not stored by the rules."""
    with pytest.warns(CheckWarning, match=r"pairs of choices 'action' show hidden facts.*is `hides` forgotten"):
        check_hidden_choices(Game(broken(REVEALING).DEFINITION, {}, interpreted=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error", CheckWarning)
        hidden = broken(REVEALING, *HIDDEN, ("@kernel\ndef returns(", HIDES.format(1)))
        check_hidden_choices(Game(hidden.DEFINITION, {}, interpreted=True))


def test_a_game_without_chance_may_always_be_dealt_the_same(broken) -> None:
    module = broken(
        ("seed_rng(state, seed)", "state.rng = 0"),
        ("FACES[below(state, 6)]", "FACES[3]"),
        ("below(state, state.players)", "0"),
    )
    check_deals(Game(module.DEFINITION, {}, interpreted=True))


def test_an_agent_without_an_answer_is_reported(broken) -> None:
    game = Game(broken().DEFINITION, {}, interpreted=True)
    message = r"silent gave no answer \(a policy: -1\) in \d+ of \d+ decisions, the first at step"
    with pytest.raises(AssertionError, match=message):
        check_agent(game, Silent(every=5))
    with pytest.warns(CheckWarning, match=message):
        check_agent(game, Silent(every=25))


class Silent:
    """Agent that sometimes has no answer."""

    name = "silent"

    def __init__(self, every: int) -> None:
        self.calls, self.every = 0, every

    def act(self, view) -> int | None:
        self.calls += 1
        return None if self.calls % self.every == 0 else view.legal()[0]


# Presentation


def presented(**changes: Any) -> Game:
    return Game(replace(peek.PEEK, presentation=replace(peek.PRESENTATION, **changes)), {}, interpreted=True)


def test_an_event_without_words_in_a_language_is_reported() -> None:
    words = {
        **peek.PRESENTATION.words,
        "es": {k: v for k, v in peek.PRESENTATION.words["es"].items() if k != "event.thrown"},
    }
    with pytest.raises(
        AssertionError, match=r"'es' for seat \d needs the words 'event.thrown', which are missing at step"
    ):
        check_events(presented(words=words))


def test_a_presentation_function_that_raises_is_reported() -> None:
    def happened(before: Any, made: Any, after: Any) -> list[dict[str, Any]]:
        return [dict(made)] if made["kind"] != "swap" else [{"kind": "thrown", "card": after["thrown"]}]

    with pytest.raises(
        AssertionError, match=r"`happened` for seat 0 raises KeyError: 'thrown' at step .* line \d+, in happened"
    ):
        check_events(presented(events=happened))


def test_a_numpy_number_in_a_description_is_reported_with_its_member() -> None:
    def describe(state: Any, seat: int | None) -> dict[str, Any]:
        found = peek.describe(state, seat)
        found["players"][1]["looked"] = np.int8(0)
        return found

    for check in (check_presentation, check_collisions):
        with pytest.raises(
            AssertionError, match=r"players\[1\].looked of .* is a NumPy int8, not plain data; write int"
        ):
            check(presented(describe=describe))


def test_a_wrong_restore_is_not_reported_as_missing() -> None:
    def restore(state: Any, data: Any) -> None:
        peek.restore(state, data)
        state.record["turn"] = 99

    game = presented(restore=restore)
    assert check_twins(game) == 0
    found = [entry for entry in findings_of(game, "hidden facts that change places") if isinstance(entry, Finding)]
    assert "has no `restore`" not in found[0].note and "is it right" in found[0].note


def findings_of(game: Game, what: str) -> list[Finding | str]:
    """Return the finding of one check."""
    from tapete.testing import report

    chosen = [(name, check) for name, check in report.checks_of(game) if name.startswith(what)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "checks_of", lambda *_, **__: chosen)
        return list(findings(game))


class BelievesTheSample:
    """Agent that swaps a card lower than the other's card in the sampled world."""

    name = "believer"

    def act(self, view) -> int:
        hand = view.state.record["hand"]
        return view.legal()[-1 if hand[view.seat] < hand[1 - view.seat] else 0]


class Careful(BelievesTheSample):
    """Agent that uses several sampled worlds instead."""

    name = "careful"

    def act(self, view) -> int:
        worlds = [view.sample(seed).record["hand"] for seed in range(5)]
        lower = sum(hand[view.seat] < hand[1 - view.seat] for hand in worlds)
        return view.legal()[-1 if lower > 2 else 0]


def test_an_agent_that_trusts_one_sampled_world_is_reported() -> None:
    game = Game(peek.PEEK, {}, interpreted=True)
    with pytest.warns(
        CheckWarning, match=r"believer answered differently in \d+ of \d+ decisions .* one sample, not the truth"
    ):
        check_agent(game, BelievesTheSample(), games=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CheckWarning)
        check_agent(game, Careful(), games=4)
