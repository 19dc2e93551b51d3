"""Games that write out of bounds or never return are reported instead of crashing."""

from __future__ import annotations

import numpy as np
import pytest

import tapete
from tapete.arena.bench import random_rates
from tapete.arena.duel import duel
from tapete.core.game import Game
from tapete.errors import BadGame, TapeteError
from tapete.play.vector import Vector
from tapete.testing import check_game, check_safety

# The mistake and parts of the expected message.
BROKEN: dict[str, tuple[str, str, list[str]]] = {
    "a write a little beyond a field": (
        "state.cards[seat] += 1",
        "state.cards[seat + 40] += 1",
        ["`apply` of action", "beyond the end of an array", "line ", "in apply", "state.cards[seat + 40]"],
    ),
    "a write far beyond a field": (
        "state.cards[seat] += 1",
        "state.cards[seat + 400000000] += 1",
        ["`apply` of action", "beyond the end", "in apply: state.cards[seat + 400000000]"],
    ),
    "a read in a helper": ("if hand > LIMIT:", "if WORTH[hand] > LIMIT:", ["beyond the end", "in banked: if WORTH[hand]"]),
    "too small a max_legal": ("max_legal=8", "max_legal=2", ["`legal`", "beyond the end", "in legal"]),
    "too small an encoder": (
        'lambda options: 2 * options["players"] + 1, "points',
        'lambda options: 2, "points',
        ["the encoder 'plain'", "beyond the end", "in observe"],
    ),
    "a determinize that writes beyond": (
        "count = scratch_i8(SEATS)",
        "count = scratch_i8(1)",
        ["`determinize` for seat", "beyond the end", "in determinize"],
    ),
    "a policy that answers beyond the list": ("return chosen", "return chosen + 60", ["the policy 'careful'", "beyond the legal"]),
    "a policy that writes past its memory": (
        "    chosen = 0\n",
        "    chosen = 0\n    memory[1] = 1\n",
        ["the policy 'careful'", "beyond the end"],
    ),
    "too few actions": ("actions=BID + 6", "actions=2", ["action", "there are only 2"]),
    "actions in the wrong order": ("for action in (DRAW, BANK)", "for action in (BANK, DRAW)", ["ascending"]),
    "an evaluation that reads beyond its weights": ("weights[1] * banked", "weights[2] * banked", ["the evaluation 'plain'", "beyond the end"]),
}  # fmt: skip


IN_SHORT = ("a write far beyond a field", "too small a max_legal", "a policy that answers beyond the list")


@pytest.mark.parametrize("name", [n if n in IN_SHORT else pytest.param(n, marks=pytest.mark.slow) for n in BROKEN])
def test_the_battery_names_the_access_out_of_bounds(broken, name: str) -> None:
    old, new, said = BROKEN[name]
    game = Game(broken((old, new)).DEFINITION, {})
    with pytest.raises(AssertionError) as caught:
        check_safety(game)
    for part in said:
        assert part in str(caught.value), str(caught.value)


def test_an_endless_kernel_is_named_with_its_line(broken) -> None:
    definition = broken(
        ("    state.turn += 1\n", "    while state.turn >= 3:\n        state.goal = 30\n    state.turn += 1\n")
    ).DEFINITION
    with pytest.raises(AssertionError, match=r"`apply` of action .* does not return") as caught:
        check_safety(Game(definition, {}), patience=1.5)
    assert "in apply: " in str(caught.value)


@pytest.mark.slow
def test_a_shuffle_outside_of_its_array_is_found(broken) -> None:
    definition = broken(
        ("    state.turn += 1\n", "    shuffle(state, state.cards, 0, 4000)\n    state.turn += 1\n"),
        ("shape, u8", "shape, shuffle, u8"),
    ).DEFINITION
    with pytest.raises(AssertionError, match="beyond the end of an array"):
        check_safety(Game(definition, {}))


def test_more_legal_actions_than_the_definition_says_are_refused_by_the_plain_build(broken) -> None:
    game = Game(broken(("max_legal=8", "max_legal=2")).DEFINITION, {})
    state = game.deal(1)
    for _ in range(4):
        state.apply(0)
    with pytest.raises(BadGame, match=r"4 legal actions, but its definition says max_legal=2"):
        state.legal()


def test_too_small_an_encoder_is_refused_by_the_plain_build(broken) -> None:
    game = Game(
        broken(('lambda options: 2 * options["players"] + 1, "points', 'lambda options: 2, "points')).DEFINITION, {}
    )
    with pytest.raises(BadGame, match="more than its size of 2 features"):
        game.deal(1).observe(0)
    with pytest.raises(BadGame, match="features"):
        Vector(game, 1, encoder=True)


@pytest.mark.slow
def test_games_longer_than_the_definition_says_fail_the_battery(broken) -> None:
    definition = broken(("max_decisions=2000", "max_decisions=5")).DEFINITION
    game = Game(definition, {})
    with pytest.raises(AssertionError, match="max_decisions=5"):
        check_game(game)


def step_at_random(vector: Vector, steps: int) -> None:
    generator = np.random.default_rng(1)
    for _ in range(steps):
        vector.step(vector.sample(generator))


class First:
    """Agent without a native policy."""

    def act(self, view) -> int:
        return view.legal()[0]


def test_games_longer_than_the_definition_says_are_refused_in_every_loop(broken) -> None:
    """Without this guard a game without an end would be played for ever."""
    game = Game(broken(("max_decisions=2000", "max_decisions=5")).DEFINITION, {})
    for agents, record in ((["random", "random"], True), (["random", "random"], False), ([First(), "random"], False)):
        with pytest.raises(BadGame, match=r"more than 5 decisions, .* let a rule end it"):
            duel(game, agents, games=4, seed=1, record=record)
    with pytest.raises(BadGame, match="more than 5 decisions"):
        step_at_random(Vector(game, 3), 40)
    with pytest.raises(BadGame, match="more than 5 decisions"):
        random_rates(game, 0.01)
    game = Game(broken(("max_decisions=2000", "max_decisions=0")).DEFINITION, {})
    with pytest.raises(BadGame, match="more than 0 decisions"):  # the opponent moves first in one of two games
        Vector(game, 2, opponents="random")


def test_a_native_policy_that_writes_past_its_memory_is_reported(broken) -> None:
    definition = broken(
        ("    chosen = 0\n", "    chosen = 0\n    for i in range(1, 9):\n        memory[i] = 7\n")
    ).DEFINITION
    with pytest.raises(BadGame, match="past the end of its memory"):
        duel(Game(definition, {}), ["careful", "careful"], games=4, seed=1)


def test_a_native_answer_beyond_the_list_is_a_fault_and_never_applied(broken) -> None:
    definition = broken(("return chosen", "return n + 1")).DEFINITION
    result = duel(Game(definition, {}), ["careful", "random"], games=10, seed=1)
    assert result.agents[0].faults == 10
    assert result.agents[0].score == 0


@pytest.mark.slow
def test_the_whole_battery_passes_the_unbroken_game(broken) -> None:
    check_game(Game(broken().DEFINITION, {"players": 3}), games=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["briscas", "catan", "dinosaurs", "hearthstone", "tribute"])
def test_shipped_games_are_safe(name: str) -> None:
    check_safety(tapete.load(name), games=6, steps=3000)


def test_bad_game_is_a_tapete_error() -> None:
    assert issubclass(BadGame, TapeteError)
