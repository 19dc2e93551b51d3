"""RLCard environments: its agents play and train, and the games equal ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cases import CASES, FIRST, called
from rlcard.agents import RandomAgent
from rlcard.utils import reorganize, tournament

import tapete
from tapete.adapters.rlcard import RLCardAgent, make, shares


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_a_whole_game_is_played_and_recorded(name: str, options: dict[str, Any]) -> None:
    env = make(name, seed=3, **options)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    trajectories, payoffs = env.run(is_training=True)
    assert len(trajectories) == env.num_players == len(payoffs)
    assert payoffs.sum() == pytest.approx(1)
    for player, trajectory in enumerate(trajectories):
        states, actions = trajectory[::2], trajectory[1::2]
        assert len(states) == len(actions) + 1
        assert all(state["obs"].shape == tuple(env.state_shape[player]) for state in states)
        assert all(action in state["legal_actions"] for state, action in zip(states, actions, strict=False))
        assert not states[-1]["legal_actions"]
    transitions = reorganize(trajectories, payoffs)
    assert sum(map(len, transitions)) == env.timestep
    assert [part[-1][2] for part in transitions if part] == [payoffs[p] for p, part in enumerate(transitions) if part]


@pytest.mark.parametrize(("name", "options"), FIRST, ids=called)
def test_steps_equal_those_of_the_game(name: str, options: dict[str, Any]) -> None:
    env = make(name, seed=5, **options)
    state, player = env.reset()
    own = env.table.state()
    generator = np.random.default_rng(1)
    for step in range(150):
        assert player == own.seat
        assert list(state["legal_actions"]) == own.legal() == state["raw_legal_actions"]
        assert (state["obs"] == own.observe()).all()
        if step % 25 == 0:
            assert dict(state["raw_obs"]) == own.describe(own.seat)
        action = int(generator.choice(own.legal()))
        own.apply(action)
        state, player = env.step(action)
        if own.over:
            break
    assert env.is_over() == own.over
    assert env.get_perfect_information() == own.describe(None)


def test_seeds_deal_the_same_games_and_others_do_not() -> None:
    deals = []
    for seed in (1, 1, 2):
        env = make("briscas", seed=seed)
        rows = []
        for _ in range(3):
            env.reset()
            rows.append(env.table.rows.tobytes())
        deals.append(rows)
    assert deals[0] == deals[1]
    assert len({*deals[0], *deals[2]}) == 6


def test_steps_are_taken_back() -> None:
    env = make("briscas", seed=1, allow_step_back=True)
    env.reset()
    before = env.table.rows.copy()
    state, player = env.get_state(env.get_player_id()), env.get_player_id()
    for _ in range(4):
        env.step(env.table.legal()[0])
    for _ in range(4):
        again, who = env.step_back()
    assert (env.table.rows == before).all()
    assert who == player
    assert (again["obs"] == state["obs"]).all()
    assert env.step_back() is False
    with pytest.raises(Exception, match="allow_step_back"):
        make("briscas").step_back()


def test_forced_decisions_are_skipped_on_request() -> None:
    env = make("dinosaurs", seed=1, skip_forced=True)
    env.set_agents([RandomAgent(env.num_actions)] * 4)
    for _ in range(3):
        trajectories, _ = env.run()
        assert all(len(state["legal_actions"]) > 1 for part in trajectories for state in part[:-1:2])


def test_our_agents_play_in_rlcard() -> None:
    env = make("briscas", seed=1)
    env.set_agents([RLCardAgent(env, "cheap-winner"), RandomAgent(env.num_actions)])
    assert tournament(env, 60)[0] > 0.7
    scored = shares(env, [RandomAgent(env.num_actions), RLCardAgent(env, "cheap-winner")], 40)
    assert scored[1] > 0.7
    assert scored.sum() == pytest.approx(1)


def test_illegal_actions_are_refused() -> None:
    env = make("briscas", seed=1)
    env.reset()
    before = env.table.rows.copy()
    absent = next(a for a in range(env.num_actions) if a not in env.table.legal())
    with pytest.raises(tapete.IllegalAction, match="not legal"):
        env.step(absent)
    assert (env.table.rows == before).all()
    for choices in ({"encoder": None}, {"encoder": "other"}, {"playrs": 3}):
        with pytest.raises(tapete.TapeteError):
            make("briscas", **choices)


def test_dqn_and_nfsp_train() -> None:
    """A few steps of learning change the outputs of the agents' networks."""
    torch = pytest.importorskip("torch")
    from rlcard.agents import DQNAgent, NFSPAgent

    cpu = torch.device("cpu")
    env = make("dinosaurs", seed=1, skip_forced=True, players=2)
    shape = {"num_actions": env.num_actions, "state_shape": env.state_shape[0], "device": cpu}
    dqn = DQNAgent(mlp_layers=[16], replay_memory_init_size=40, batch_size=16, **shape)
    nfsp = NFSPAgent(
        hidden_layers_sizes=[16],
        q_mlp_layers=[16],
        q_replay_memory_init_size=40,
        min_buffer_size_to_learn=40,
        batch_size=16,
        **shape,
    )
    networks = [dqn.q_estimator.qnet, nfsp.policy_network]
    before = [parameter.detach().clone() for network in networks for parameter in network.parameters()]
    env.set_agents([dqn, nfsp])
    for _ in range(8):
        nfsp.sample_episode_policy()
        trajectories, payoffs = env.run(is_training=True)
        transitions = reorganize(trajectories, payoffs)
        for agent, steps in zip((dqn, nfsp), transitions, strict=True):
            for step in steps:
                agent.feed(step)
    after = [parameter for network in networks for parameter in network.parameters()]
    assert sum(not torch.equal(a, b) for a, b in zip(before, after, strict=True)) >= 6
    assert all(torch.isfinite(parameter).all() for parameter in after)
