"""Python interface: games, options, states, views."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import tapete
from tapete.core import registry
from tapete.core.game import Game
from tapete.core.registry import definition, is_place
from tapete.games.briscas import rules
from tapete.games.tribute.state import BASE, DRAW
from tapete.kernel import Record, boolean, i1, i8, kernel
from tapete.kernel.contract import ACTIONS
from tapete.options import Option, resolve
from tapete.seeds import derive


def test_the_example_of_the_readme_plays_a_game() -> None:
    game = tapete.load("briscas", players=2)
    state = game.deal(seed=7)
    agents = [tapete.agent("ismcts:iterations=50"), tapete.agent("heuristic")]
    while not state.over:
        state.play(agents[state.seat].act(state.view()))
    assert sum(state.returns()) == 1
    assert sum(state.points()) == 120


def test_errors_about_unknown_names_suggest_near_ones() -> None:
    with pytest.raises(tapete.UnknownGame, match="did you mean 'briscas'"):
        tapete.load("brisca")
    with pytest.raises(tapete.BadOption, match="did you mean 'players'"):
        tapete.load("briscas", player=2)
    with pytest.raises(tapete.BadOption, match="from 2 to 4"):
        tapete.load("briscas", players=5)
    with pytest.raises(tapete.BadOption, match="one of none, follow, follow_or_trump"):
        tapete.load("briscas", follow_suit="maybe")
    with pytest.raises(tapete.BadOption, match="whole number"):
        tapete.load("briscas", players="two")


def test_an_error_about_an_illegal_action_names_legal_ones() -> None:
    state = tapete.load("briscas").deal(1)
    wrong = next(card for card in range(40) if card not in state.legal())
    with pytest.raises(tapete.IllegalAction, match=f"action {wrong} is not legal.*{state.legal()[0]}"):
        state.play(wrong)
    while not state.over:
        state.play(state.legal()[0])
    with pytest.raises(tapete.IllegalAction, match="over"):
        state.play(0)


def test_games_and_states_pickle_with_their_options_and_history() -> None:
    game = tapete.load("briscas", players=3, exchange="on")
    state = game.deal(5)
    state.play(state.legal()[0])
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.game.options == game.options
    assert copy.history == state.history


def test_a_pickled_game_keeps_its_bounds_checking() -> None:
    for boundscheck in (True, False):
        game = tapete.load("briscas", players=4, boundscheck=boundscheck)
        again = pickle.loads(pickle.dumps(game))
        assert (again.boundscheck, again.options) == (boundscheck, game.options)


@kernel
def skip_everything(state: rules.State, out: ACTIONS) -> i8:
    return 0


BRISCAS = definition("briscas")
UNREGISTERED = replace(BRISCAS, name="unregistered", kernels={**BRISCAS.kernels, "legal": skip_everything})


def test_an_unregistered_game_is_found_by_its_module() -> None:
    again = pickle.loads(pickle.dumps(Game(UNREGISTERED, {"players": 3}, boundscheck=True)))
    assert again.definition is UNREGISTERED
    assert (again.options["players"], again.boundscheck) == (3, True)


def test_a_game_that_other_processes_cannot_find_is_refused_with_a_remedy() -> None:
    lost = replace(UNREGISTERED, name="lost")
    with pytest.raises(tapete.UnknownGame, match="bind its definition to a name in the module of its rules"):
        pickle.dumps(Game(lost, {}))
    tapete.register(lost)
    try:
        assert pickle.loads(pickle.dumps(Game(lost, {}))).definition is lost
    finally:
        registry._registered.pop("lost")


def test_an_error_about_an_option_with_only_an_upper_bound_names_it() -> None:
    option = Option("depth", 3, "how deep", high=5)
    with pytest.raises(tapete.BadOption, match="depth=6: must be at most 5"):
        option.value(6)
    assert option.value(-4) == -4


def test_every_scalar_type_converts_in_python_and_has_a_field_type() -> None:
    assert (boolean(3), boolean(0), i1(-5)) == (True, False, -5)
    assert (boolean.dtype, i1.dtype) == (np.dtype(bool), np.dtype("i1"))

    class Switches(Record):
        on: boolean
        off: boolean

    assert Switches.size == 2


def test_a_view_shows_only_the_own_hand_and_the_history() -> None:
    state = tapete.load("briscas").deal(5)
    first = state.seat
    action = state.legal()[0]
    state.play(action)
    view = state.view()
    assert view.seat == 1 - first
    assert view.history == [(first, action)]
    own = state.record["hand"][view.seat].tolist()
    for seed in range(20):
        assert view.sample(seed).record["hand"][view.seat].tolist() == own
    hands = {tuple(view.sample(seed).record["hand"][first].tolist()) for seed in range(20)}
    assert len(hands) > 10
    with pytest.raises(ValueError, match="seat must be from 0 to 1"):
        state.view(seat=2)


def test_playing_in_a_sampled_world_does_not_change_the_game() -> None:
    state = tapete.load("briscas").deal(5)
    state.play(state.legal()[0])
    view = state.view()
    before, seen = list(state.history), view.history
    for world in (view.sample(1), view.state):
        world.play(world.legal()[0])
        assert state.history == before
    assert view.sample(2).history[: len(seen)] == before


def test_views_from_consecutive_seeds_are_independent_samples() -> None:
    """The generator of Tribute is a linear one, whose first numbers hardly change from one seed to the next."""
    state = tapete.load("tribute").deal(derive(3, 1))
    chance = np.random.default_rng(1)
    for _ in range(60):
        state.play(int(chance.choice(state.legal())))
    unseen = int(state.record["size"][DRAW + state.seat] - state.record["sure"][state.seat])
    assert unseen > 3
    first = BASE[DRAW + state.seat]
    views = [state.view(state.seat, seed).state.record["cells"][first : first + unseen] for seed in range(200)]
    cards = np.unique(views)
    counts = np.array([[(column == card).sum() for card in cards] for column in np.array(views).T])
    copies = counts.sum(axis=0) / 200  # equal cards cannot be distinguished
    expected = 200 * copies / unseen
    limit = 5 * np.sqrt(expected * (1 - copies / unseen))  # five standard deviations of a binomial count
    assert (abs(counts - expected) < limit).all()


def test_a_view_and_its_worlds_do_not_contain_hidden_actions_of_others() -> None:
    state = tapete.load("dinosaurs").deal(5)
    state.play(state.legal()[0])  # a card face down
    view = state.view()
    assert view.history == [(0, None)]
    assert [action for _, action, _ in view.state.history] == [None]
    assert [action for _, action, _ in view.sample(3).history] == [None]
    assert state.view(0).history == [(0, state.history[0][1])]


def test_bytes_of_another_size_are_refused() -> None:
    with pytest.raises(tapete.BadOption, match="bytes"):
        tapete.load("briscas").from_bytes(b"123")


def test_options_take_values_as_text_or_typed() -> None:
    options = (
        Option("n", 3, "", low=1, high=9),
        Option("on", False, ""),
        Option("x", 0.5, ""),
        Option("k", "a", "", ("a", "b")),
    )
    assert resolve(options, {"n": "4", "on": "1", "x": "2", "k": "b"}, "test") == {
        "n": 4,
        "on": True,
        "x": 2.0,
        "k": "b",
    }
    assert resolve(options, {}, "test") == {"n": 3, "on": False, "x": 0.5, "k": "a"}
    for name, value in (("n", "0"), ("n", "1.5"), ("on", "maybe"), ("x", "nan"), ("k", "c")):
        with pytest.raises(tapete.BadOption, match=name):
            resolve(options, {name: value}, "test")


@pytest.mark.parametrize("name", ["briscas", "tribute"])
def test_a_bad_observer_raises_a_clear_error(name):
    game = tapete.load(name)
    state = game.deal(seed=1)
    for seat in (-1, game.seats, 10**9, -(2**63)):
        for question in (state.observe, state.view, lambda seat: state.evaluate(seat, _rating(game)), state.solve):
            if question == state.solve and not game.has("solve"):
                continue
            with pytest.raises(ValueError, match="seat must be from 0 to 1"):
                question(seat)
    while not state.over:
        state.apply(state.legal()[0])
    with pytest.raises(ValueError, match="a finished game has no seat to move"):
        state.observe()


def _rating(game):
    return next(name for name, e in game.definition.evaluations.items() if not e.rates_moves)


@pytest.mark.parametrize(
    ("name", "place"), [(".", True), ("..", True), ("./race", True), ("race.py", True), ("briscas", False)]
)
def test_a_path_is_recognised_as_the_place_of_a_game(name: str, place: bool) -> None:
    assert is_place(name) is place


def test_a_game_made_from_its_definition_alone_is_pickled() -> None:
    """In a process that never asked the registry for a game."""
    code = (
        "import pickle; from tapete.core.game import Game; from tapete.games.briscas import DEFINITION;"
        "game = Game(DEFINITION, {'players': 3}); again = pickle.loads(pickle.dumps(game));"
        "print(again.options == game.options, again.definition is DEFINITION)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]
