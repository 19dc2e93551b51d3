"""PettingZoo environments: the library's own tests, and the same games as ours."""

from __future__ import annotations

import copy
import pickle
import time
from typing import Any

import numpy as np
import pytest
from cases import CASES, FIRST, called
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import tapete
from tapete.adapters import pettingzoo as adapter

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # the library's advice on names and shapes


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_the_librarys_own_tests_pass(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture) -> None:
    api_test(adapter.env(name, **options), num_cycles=60)
    seed_test(lambda: adapter.env(name, **options), num_cycles=60)
    render_test(lambda render_mode: adapter.env(name, render_mode=render_mode, **options))


@pytest.mark.parametrize(("name", "options"), FIRST, ids=called)
def test_descriptions_are_observations_too(name: str, options: dict[str, Any]) -> None:
    api_test(adapter.env(name, observation="describe", **options), num_cycles=8)
    seed_test(lambda: adapter.env(name, observation="describe", **options), num_cycles=5)
    env = adapter.env(name, observation="describe", **options)
    env.reset(seed=3)
    seen = env.last()[0]["observation"]
    state = tapete.load(name, **options).deal(3)
    assert seen == state.describe(state.seat)


@pytest.mark.parametrize(("name", "options"), [case for case in CASES if case[0] == "dinosaurs"], ids=called)
def test_the_librarys_parallel_tests_pass(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(adapter.parallel_env(name, **options), num_cycles=150)
    parallel_api_test(adapter.parallel_env(name, observation="describe", **options), num_cycles=15)
    parallel_seed_test(lambda: adapter.parallel_env(name, **options), num_cycles=30)


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_steps_equal_those_of_the_game(name: str, options: dict[str, Any]) -> None:
    """Compare seats, masks, features and rewards with a state of the game, step by step."""
    env = adapter.env(name, **options)
    state = tapete.load(name, **options).deal(11)
    env.reset(seed=11)
    generator = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        assert (over, cut, info) == (state.over, False, {})
        if over:
            assert reward == state.returns()[int(agent[-1])]
            env.step(None)
            continue
        assert agent == f"player_{state.seat}"
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal()
        assert (seen["observation"] == state.observe()).all()
        action = int(generator.choice(state.legal()))
        state.play(action)
        env.step(action)
    assert state.over


def test_an_illegal_action_loses_the_game_for_its_side() -> None:
    for make, seats in ((adapter.env, 4), (adapter.raw_env, 2)):
        env = make("briscas", players=seats)
        env.reset(seed=1)
        mover = env.agent_selection
        absent = next(a for a in range(env.action_space(mover).n) if not env.last()[0]["action_mask"][a])
        env.step(absent)
        assert all(env.terminations.values())
        assert env.infos[mover] == {"illegal": True}
        partner = env.possible_agents[(int(mover[-1]) + 2) % seats]
        expected = {agent: 0.0 if agent in (mover, partner) else 2 / seats for agent in env.agents}
        assert env.rewards == expected
        for _ in range(seats):
            assert env.last()[1] == expected[env.agent_selection]
            env.step(None)
        assert env.agents == []


def test_resets_continue_from_a_seed_with_new_deals() -> None:
    first, second = adapter.raw_env("briscas"), adapter.raw_env("briscas")
    deals = []
    for env in (first, second):
        env.reset(seed=5)
        rows = [env.table.rows.tobytes()]
        for _ in range(3):
            env.reset()
            rows.append(env.table.rows.tobytes())
        deals.append(rows)
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4
    unseeded = [adapter.raw_env("briscas") for _ in range(2)]
    for env in unseeded:
        env.reset()
    assert unseeded[0].table.rows.tobytes() != unseeded[1].table.rows.tobytes()


def test_old_observations_do_not_change() -> None:
    env = adapter.env("briscas")
    env.reset(seed=2)
    seen = env.last()[0]
    before = seen["observation"].copy(), seen["action_mask"].copy()
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (seen["observation"] == before[0]).all()
    assert (seen["action_mask"] == before[1]).all()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_an_environment_plays_its_own_game(duplicate: Any) -> None:
    env = adapter.raw_env("briscas")
    env.reset(seed=2)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    other = duplicate(env)
    rows = other.table.rows.copy()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (other.table.rows == rows).all()
    other.step(int(other.last()[0]["action_mask"].argmax()))
    assert (other.table.rows == env.table.rows).all()


def test_hidden_choices_are_made_in_one_step_and_not_seen_before_the_last() -> None:
    env = adapter.parallel_env("dinosaurs")
    seen, _ = env.reset(seed=1)
    generator = np.random.default_rng(1)
    together = 0
    while env.agents:
        asked = [agent for agent in env.agents if not seen[agent]["action_mask"][env.wait]]
        assert asked
        together += len(asked) > 1
        actions = {a: int(generator.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in env.agents}
        if len(asked) > 1:  # the observation of one does not depend on the choices before it
            world = env._session.state.clone()
            for agent in env._session.waiting:
                assert (world.observe(agent) == seen[f"player_{agent}"]["observation"]).all()
                world.apply(int(generator.choice(world.legal())))
        seen, rewards, over, _, infos = env.step(actions)
        assert infos == {agent: {} for agent in infos}
    assert together > 5
    assert sum(rewards.values()) == pytest.approx(1)
    assert all(over.values())


def test_in_parallel_an_illegal_or_missing_answer_loses() -> None:
    for wrong in ("missing", "wait", "absent"):
        env = adapter.parallel_env("dinosaurs", players=2)
        seen, _ = env.reset(seed=1)
        asked = [agent for agent in env.agents if not seen[agent]["action_mask"][env.wait]]
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        loser = asked[0]
        if wrong == "missing":
            del actions[loser]
        else:
            actions[loser] = env.wait if wrong == "wait" else int(seen[loser]["action_mask"].argmin())
        _, rewards, over, _, infos = env.step(actions)
        assert rewards[loser] == 0
        assert sum(rewards.values()) == 1
        assert all(over.values())
        assert infos[loser] == {"illegal": True}
        with pytest.raises(tapete.TapeteError, match="reset"):
            env.step({})


def test_invalid_arguments_give_a_clear_error() -> None:
    for choices, words in [
        ({"observation": "pixels"}, "features, describe"),
        ({"render_mode": "rgb_array"}, "'ansi'"),
        ({"encoder": "briscas_v9"}, "briscas_v1"),
        ({"encoder": None}, "describe"),
        ({"playrs": 2}, "players"),
    ]:
        for make in (adapter.env, adapter.parallel_env):
            with pytest.raises(tapete.TapeteError, match=words):
                make("briscas", **choices)
    with pytest.raises(tapete.UnknownGame, match="briscas"):
        adapter.env("brisca")
    with pytest.raises(tapete.BadOption, match="options already"):
        adapter.env(tapete.load("briscas"), players=3)


def test_a_step_costs_little_above_the_kernels() -> None:
    """Well below 25 microseconds, with wrapper and observation, on a machine with other work."""
    env = adapter.env("briscas")
    best = float("inf")
    for _ in range(5):
        steps, started = 0, time.process_time()
        for _ in range(25):
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, _, _ = env.last()
                env.step(None if over else int(seen["action_mask"].argmax()))
                steps += not over
        best = min(best, (time.process_time() - started) / steps)
    assert best < 60e-6
