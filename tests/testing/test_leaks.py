"""The leak tests can fail: every way of giving a seat hidden information is caught, and an honest game passes."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import peek
import pytest

import tapete
from tapete.core import registry
from tapete.core.game import Game
from tapete.core.state import State
from tapete.testing import (
    check_agent,
    check_collisions,
    check_determinize,
    check_game,
    check_native_play,
    check_presentation,
    check_public_policy,
    check_samples_vary,
    check_twins,
    twin_of,
)


@pytest.fixture(scope="module")
def honest() -> Iterator[Game]:
    tapete.register(peek.PEEK)
    yield tapete.load("peek")
    registry._registered.pop("peek")


def broken(mutant) -> Game:
    return Game(peek.with_determinize(mutant), {})


def test_an_honest_game_passes_everything(honest: Game) -> None:
    check_game(honest)
    assert check_collisions(honest, deals=300) > 300
    assert check_twins(honest, games=4) > 10


def test_a_twin_differs_only_in_what_the_seat_cannot_know(honest: Game) -> None:
    state = honest.deal(3)
    state.play(peek.LOOK)
    for seat in range(2):
        twin = twin_of(state, seat, 1)
        assert twin is not None
        assert twin.describe(seat) == state.describe(seat)
        assert twin.describe(None) != state.describe(None)
    assert twin_of(state, 0, 1).record["deck"][2] == state.record["deck"][2]  # this seat has seen the top card


@pytest.mark.parametrize(
    "mutant", [peek.samples_nothing, peek.forgets_the_hand, peek.keeps_what_the_other_knows, peek.shuffles_as_they_lie]
)
def test_a_view_that_depends_on_hidden_facts_is_caught_by_collisions(mutant) -> None:
    with pytest.raises(AssertionError, match=r"have shown seat . the same"):
        check_collisions(broken(mutant), deals=300)


@pytest.mark.parametrize(
    "mutant", [peek.samples_nothing, peek.forgets_the_hand, peek.keeps_what_the_other_knows, peek.shuffles_as_they_lie]
)
def test_a_view_that_depends_on_hidden_facts_is_caught_by_a_twin(mutant) -> None:
    with pytest.raises(AssertionError, match="hidden facts show in the view"):
        check_twins(broken(mutant), games=20)


@pytest.mark.parametrize("mutant", [peek.samples_nothing, peek.forgets_the_hand])
def test_a_hidden_fact_that_is_never_sampled_is_named(mutant) -> None:
    with pytest.raises(AssertionError, match=r"(deck\[\]|players\[other\].hand) is hidden"):
        check_samples_vary(broken(mutant))


def test_comparing_samples_does_not_detect_a_missing_determinization() -> None:
    """Reason for the other tests: compared with its own samples, a view that contains the truth looks honest."""
    game = broken(peek.samples_nothing)
    state = game.deal(1)
    sample = state.view(0, 5).state
    assert sample.view(0, 7).state.to_bytes() == state.view(0, 7).state.to_bytes()


def test_a_description_that_shows_a_card_is_caught() -> None:
    game = Game(peek.SHOWN, {})
    with pytest.raises(AssertionError, match="described differently"):
        check_presentation(game)


def test_a_public_policy_that_reads_hidden_facts_is_caught(honest: Game) -> None:
    check_public_policy(honest, "own", games=6)
    with pytest.raises(AssertionError, match="marked as reading public facts only"):
        check_public_policy(honest, "theirs", games=6)
    with pytest.raises(AssertionError, match="marked as reading public facts only"):
        check_agent(honest, "theirs", games=6)
    with pytest.raises(AssertionError, match=r"differ|another way"):
        check_native_play(honest, "theirs", deals=20)
    check_native_play(honest, "own", deals=20)


class FramePeeker:
    """Agent that reads the true state from its caller's frame."""

    name = "frame-peeker"

    def act(self, view) -> int:
        frame = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, State) and value is not view.state:
                    return view.legal()[int(value.record["hand"][1 - view.seat]) % len(view.legal())]
            frame = frame.f_back
        return view.legal()[0]


class Honest:
    """Agent that uses only its view."""

    name = "honest"

    def act(self, view) -> int:
        return view.legal()[int(view.state.record["hand"][1 - view.seat]) % len(view.legal())]


def test_a_python_agent_that_peeks_is_caught(honest: Game) -> None:
    check_agent(honest, Honest(), games=6)
    with pytest.raises(AssertionError, match="decides by hidden facts"):
        check_agent(honest, FramePeeker(), games=6)


def test_a_determinize_that_depends_on_the_truth_fails_check_determinize() -> None:
    with pytest.raises(AssertionError, match="hidden facts show"):
        check_determinize(broken(peek.shuffles_as_they_lie), 1)
