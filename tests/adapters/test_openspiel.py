"""OpenSpiel games: the library's own tests, the same games as ours, and its bots as agents."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from cases import CASES, FIRST, called
from open_spiel.python.algorithms import ismcts, mcts

import tapete
from tapete.adapters import openspiel as adapter
from tapete.arena.duel import duel


def spiel(name: str, options: dict[str, Any], **more: Any) -> pyspiel.Game:
    return pyspiel.load_game(f"tapete_{name}", {**options, "deals": 50, **more})


def dealt(name: str, options: dict[str, Any], deal: int = 3) -> adapter.TapeteState:
    state = spiel(name, options).new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_random_simulation_passes(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(spiel(name, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["briscas", "dinosaurs", "catan", "hearthstone", "tribute"])
def test_random_simulation_passes_a_thousand_times(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"tapete_{name}"), num_sims=1000, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "options"), FIRST, ids=called)
def test_parts_of_the_api_test_pass_for_large_games(name: str, options: dict[str, Any]) -> None:
    """Parts of `open_spiel.integration_tests.api_test` that need no whole tree: bad players, opponents without actions."""
    game = spiel(name, options)
    players = game.num_players()
    state = game.new_initial_state()
    generator = np.random.default_rng(1)
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            with pytest.raises(RuntimeError):
                state.information_state_string()
            state.apply_action(int(generator.integers(50)))
            continue
        for ask in (
            state.information_state_string,
            state.observation_string,
            state.information_state_tensor,
            state.observation_tensor,
        ):
            seen = [ask(player) for player in range(players)]
            if isinstance(seen[0], str):
                assert len(set(seen)) == players
            else:
                assert {len(one) for one in seen} == {game.information_state_tensor_size()}
            for wrong in (-1, players + 1):
                with pytest.raises(RuntimeError, match="player"):
                    ask(wrong)
        mover = state.current_player()
        for player in range(players):
            assert (state.legal_actions(player) == []) == (player != mover)
        state.apply_action(int(generator.choice(state.legal_actions())))


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_steps_equal_those_of_the_game(name: str, options: dict[str, Any]) -> None:
    """Compare seats, legal actions, features and returns with a state of the game, step by step."""
    state, own = dealt(name, options, 7), tapete.load(name, **options).deal(7)
    generator = np.random.default_rng(2)
    steps = 0
    while not own.over:
        assert state.current_player() == own.seat
        assert state.legal_actions() == own.legal()
        if steps % 10 == 0:
            assert np.array_equal(state.observation_tensor(own.seat), own.observe())
            assert state.tapete.history == own.history
        action = int(generator.choice(own.legal()))
        own.apply(action)
        state.apply_action(action)
        steps += 1
    assert state.is_terminal()
    seats = own.game.seats
    assert state.returns() == pytest.approx([share * seats - 1 for share in own.returns()])
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_resampled_states_are_in_the_same_information_set(name: str, options: dict[str, Any]) -> None:
    """Resampling keeps exactly what the player knows, and changes what it does not know."""
    state = dealt(name, options)
    generator = np.random.default_rng(4)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    changed = 0
    for step in range(60):
        if state.is_terminal():
            break
        if step % 6 == 0:
            player = state.current_player()
            sampled = state.resample_from_infostate(player, sampler)
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.observation_string(player) == state.observation_string(player)
            assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
            assert sampled.legal_actions() == state.legal_actions()
            changed += str(sampled) != str(state)
        state.apply_action(int(generator.choice(state.legal_actions())))
    assert changed > 3


def test_information_states_differ_if_cards_or_seen_actions_differ() -> None:
    one, other = dealt("briscas", {}, 1), dealt("briscas", {}, 2)
    assert one.information_state_string(0) != other.information_state_string(0)
    again = dealt("briscas", {}, 1)
    assert one.information_state_string(0) == again.information_state_string(0)
    first, last = one.legal_actions()[0], one.legal_actions()[-1]
    one.apply_action(first)
    again.apply_action(last)
    assert one.information_state_string(1) != again.information_state_string(1)


def test_a_hidden_choice_does_not_change_the_information_of_others() -> None:
    state = dealt("dinosaurs", {})
    hidden = 0
    generator = np.random.default_rng(1)
    while not state.is_terminal() and hidden < 8:
        legal = state.legal_actions()
        if len(legal) > 1 and state.tapete.hides(legal[0]):
            texts = []
            for action in (legal[0], legal[-1]):
                after = state.clone()
                after.apply_action(action)
                if after.current_player() == state.current_player() or after.tapete.turn != state.tapete.turn:
                    continue
                others = [p for p in range(4) if p != state.current_player()]
                texts.append([after.information_state_string(p) for p in others])
            if len(texts) == 2 and after.tapete.hides(after.legal_actions()[0]):
                assert texts[0] == texts[1]
                hidden += 1
        state.apply_action(int(generator.choice(legal)))
    assert hidden >= 4


@pytest.mark.parametrize(("name", "options"), FIRST, ids=called)
def test_its_ismcts_bot_plays(name: str, options: dict[str, Any]) -> None:
    game = spiel(name, options)
    state = game.new_initial_state()
    state.apply_action(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=2,
        random_state=np.random.RandomState(2),
        allow_inconsistent_action_sets=True,
    )
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


class FirstAction(pyspiel.Bot):
    """Plays the first legal action, and records the states it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Any] = []

    def restart(self) -> None:
        self.shown.clear()

    def step(self, state: Any) -> int:
        self.shown.append(state)
        return state.legal_actions()[0]


def test_an_openspiel_bot_can_play_as_an_agent() -> None:
    game = tapete.load("briscas", players=3, exchange="on")
    bots: list[FirstAction] = []

    def make(spiel_game: pyspiel.Game, seat: int) -> FirstAction:
        assert spiel_game.num_players() == 3
        bots.append(FirstAction())
        return bots[-1]

    result = duel(game, [adapter.SpielBot(make, "first"), "random"], games=6, seed=1)
    assert result.agents[0].faults == 0
    assert len(bots) == 6
    assert all(len(bot.shown) >= 13 for bot in bots)


def test_a_bot_never_gets_the_true_state() -> None:
    game = tapete.load("briscas")
    bot = FirstAction()
    agent = adapter.SpielBot(lambda spiel_game, seat: bot)
    state = game.deal(5)
    agent.begin(game, state.seat)
    assert agent.act(state.view(seed=1)) == state.legal()[0]
    shown = bot.shown[0].tapete
    assert shown.describe(state.seat) == state.describe(state.seat)
    assert shown.to_bytes() != state.to_bytes()


def test_a_search_of_openspiel_beats_random_play() -> None:
    def make(game: pyspiel.Game, seat: int) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seat))
        return ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=np.random.RandomState(seat))

    result = duel(tapete.load("briscas", early_stop=True), [adapter.SpielBot(make), "random"], games=12, seed=3)
    assert result.agents[0].faults == 0
    assert result.agents[0].score >= 0.5


def test_parameters_are_the_options() -> None:
    game = pyspiel.load_game("tapete_briscas(players=4,partners_see_hands=start,deals=7)")
    assert game.num_players() == 4
    assert len(game.new_initial_state().chance_outcomes()) == 7
    assert game.get_parameters()["partners_see_hands"] == "start"
    assert pyspiel.load_game("python_tapete_briscas").num_players() == 2
    seeded = [spiel("briscas", {}, seed=seed).new_initial_state() for seed in (0, 9)]
    for state in seeded:
        state.apply_action(3)
    assert str(seeded[0]) != str(seeded[1])
    assert seeded[0].tapete == tapete.load("briscas").deal(3)
    for wrong in ({"players": 7}, {"deals": 0}, {"follow_suit": "always"}):
        with pytest.raises((tapete.TapeteError, RuntimeError)):
            pyspiel.load_game("tapete_briscas", wrong)


def test_python_exits_without_an_abort() -> None:
    """OpenSpiel releases games after the interpreter has ended; that must not abort."""
    code = "import pyspiel, tapete.adapters.openspiel; pyspiel.load_game('tapete_briscas').new_initial_state(); print('done')"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "done\n"), found.stderr
