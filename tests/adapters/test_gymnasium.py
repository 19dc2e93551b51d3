"""Gymnasium environments: the library's own checks, and the same games as ours."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from cases import CASES, FIRST, called
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tapete
from tapete.adapters import gymnasium as adapter

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # the library's advice on infinite bounds


def legal_actions(info: dict[str, Any]) -> list[int]:
    return np.flatnonzero(info["action_mask"]).tolist()


# One game


@pytest.mark.parametrize(("name", "options"), CASES, ids=called)
def test_the_librarys_own_check_passes(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture) -> None:
    env = gymnasium.make(adapter.identifier(name), **options)
    check_env(env.unwrapped)
    played = 0
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, cut, info = env.step(legal_actions(info)[-1])
            assert env.observation_space.contains(seen)
            assert not cut
            played += 1
        assert reward == info["returns"][info["seat"]]
        assert sum(info["returns"]) == pytest.approx(1)
    assert played > 1


def test_every_game_has_an_id() -> None:
    assert adapter.IDS["briscas"] == "tapete/Briscas-v0"
    assert adapter.identifier("love-letter") == "tapete/LoveLetter-v0"
    for name in ("briscas", "dinosaurs", "catan", "hearthstone", "tribute"):
        assert adapter.IDS[name] in gymnasium.registry


@pytest.mark.parametrize(
    "opponents", ["cheap-winner", ["heuristic", "random"], [None, "heuristic", "ismcts:iterations=5"]]
)
def test_the_seed_gives_the_deal_and_opponents_answer_within_a_step(opponents: Any) -> None:
    env = gymnasium.make("tapete/Briscas-v0", opponents=opponents, players=3, seat=0)
    seen, info = env.reset(seed=9)
    table = env.unwrapped.table
    assert info["seat"] == 0
    hand = tapete.load("briscas", players=3).deal(9).describe(0)["players"][0]["hand"]
    assert table.state().describe(0)["players"][0]["hand"] == hand
    again, _ = env.reset(seed=9)
    assert data_equivalence(seen, again)
    over = False
    while not over:
        seen, reward, over, _, info = env.step(legal_actions(info)[0])
        assert over or table.seat == 0
        assert (seen == table.state().observe(0)).all()
    assert reward == table.state().returns()[0]


class Remembers:
    """Plays the first legal action and records all its calls."""

    def __init__(self) -> None:
        self.lives: list[str] = []
        self.histories: list[int] = []

    def begin(self, game: tapete.Game, seat: int) -> None:
        self.lives.append("begin")

    def reset(self, seed: int) -> None:
        self.lives.append("reset")

    def act(self, view: tapete.View) -> int:
        self.histories.append(len(view.history))
        return view.legal()[0]

    def end(self, returns: list[float], view: tapete.View) -> None:
        self.lives.append(f"end {returns}")


def test_a_python_agent_gets_the_same_callbacks_as_in_the_arena() -> None:
    agent = Remembers()
    env = gymnasium.make("tapete/Briscas-v0", opponents=agent, seat=1, first_player="0")
    _, info = env.reset(seed=4)
    over = False
    while not over:
        _, _, over, _, info = env.step(legal_actions(info)[0])
    assert agent.lives == ["begin", "reset", f"end {info['returns']}"]
    assert len(agent.histories) == 20
    assert agent.histories[0] == 0
    assert agent.histories == sorted(set(agent.histories))
    assert agent.histories[-1] in (38, 39)


class Breaks:
    """Raises an exception in its second decision."""

    def __init__(self) -> None:
        self.asked = 0

    def reset(self, seed: int) -> None:
        self.asked = 0

    def act(self, view: tapete.View) -> int:
        self.asked += 1
        if self.asked == 2:
            raise RuntimeError("no idea")
        return view.legal()[0]


def test_an_opponent_that_fails_loses() -> None:
    env = gymnasium.make("tapete/Briscas-v0", opponents=Breaks(), seat=0)
    _, info = env.reset(seed=4)
    over = False
    while not over:
        _, reward, over, _, info = env.step(legal_actions(info)[0])
    assert reward == 1
    assert info["fault"]["seat"] == 1
    assert "no idea" in info["fault"]["text"]
    assert not info["action_mask"].any()


def test_an_illegal_action_ends_the_game_with_reward_0() -> None:
    env = gymnasium.make("tapete/Briscas-v0")
    for wrong in (None, 10**6, -1):
        _, info = env.reset(seed=1)
        absent = int(info["action_mask"].argmin()) if wrong is None else wrong
        seen, reward, over, cut, info = env.unwrapped.step(absent)
        assert (reward, over, cut, info["illegal"]) == (0.0, True, False, True)
        assert env.observation_space.contains(seen)
        with pytest.raises(tapete.TapeteError, match="reset"):
            env.unwrapped.step(absent)


def test_an_opponent_plays_its_own_deck() -> None:
    env = gymnasium.make("tapete/Hearthstone-v0", opponents="random:deck=ZooDiscardWarlock", seat=1)
    env.reset(seed=1)
    assert env.unwrapped.table.game.options["deck0"] == "ZooDiscardWarlock"
    assert env.unwrapped.table.game.options["deck1"] == ""


def test_a_copy_of_an_environment_plays_its_own_game() -> None:
    env = adapter.Environment("briscas", opponents="cheap-winner", seat=0)
    _, info = env.reset(seed=3)
    other = copy.deepcopy(env)
    rows = other.table.rows.copy()
    results = []
    for one in (env, other):
        over, now, seen = False, info, []
        while not over:
            features, reward, over, _, now = one.step(legal_actions(now)[0])
            seen.append((features.tobytes(), reward))
        results.append(seen)
        assert one is other or (other.table.rows == rows).all()
    assert results[0] == results[1]


def test_the_learners_seat_follows_from_the_deal_unless_given() -> None:
    env = gymnasium.make("tapete/Briscas-v0", players=4)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(40)]


def test_invalid_arguments_give_a_clear_error() -> None:
    for choices, words in [
        ({"opponents": "cheap-winer"}, "cheap-winner"),
        ({"opponents": ["random"] * 4}, "2 other seats"),
        ({"opponents": [None, None, "random"]}, "2 other seats"),
        ({"opponents": [None, "random"]}, "every other one an agent"),
        ({"opponents": [None, "random", "random"], "seat": 1}, "seat=1"),
        ({"seat": 3}, "from 0 to 2"),
        ({"encoder": None}, "encoder"),
        ({"render_mode": "rgb_array"}, "'ansi'"),
    ]:
        with pytest.raises((tapete.TapeteError, ValueError), match=words):
            adapter.Environment("briscas", players=3, **choices)


# Many games


@pytest.mark.parametrize(("name", "options"), FIRST, ids=called)
@pytest.mark.parametrize("opponents", [None, "random"])
def test_games_in_step_are_those_of_a_vector(name: str, options: dict[str, Any], opponents: str | None) -> None:
    env = gymnasium.make_vec(adapter.identifier(name), num_envs=5, opponents=opponents, **options)
    own = tapete.Vector(tapete.load(name, **options), 5, seed=6, encoder=True, opponents=opponents)
    seen, info = env.reset(seed=6)
    generator = np.random.default_rng(1)
    for _ in range(120):
        assert (seen == own.features).all()
        assert (info["action_mask"] == own.mask).all()
        assert (info["seat"] == own.seat).all()
        actions = own.sample(generator)
        before = seen.copy(), info["action_mask"].copy()
        kept = seen, info["action_mask"]
        seen, rewards, over, cut, info = env.step(actions)
        own.step(actions)
        assert all((a == b).all() for a, b in zip(before, kept, strict=True)), (
            "arrays of the last step were overwritten"
        )
        assert (over == own.done).all()
        assert not cut.any()
        assert rewards.tolist() == [own.returns[i, own.played[i]] for i in range(5)]
        if over.any():
            assert (info["returns"] == own.returns).all()
            assert [kept is not None for kept in info["final_obs"]] == over.tolist()
    env.close()


def test_the_final_observation_is_that_of_the_end() -> None:
    env = adapter.VectorEnv("briscas", 3)
    env.reset(seed=2)
    states = [env.vector.state(i) for i in range(3)]
    for step in range(40):
        actions = [state.legal()[0] for state in states]
        played = [state.seat for state in states]
        for state, action in zip(states, actions, strict=True):
            state.apply(action)
        _, _, over, _, info = env.step(np.array(actions))
        assert over.all() == (step == 39)
    for state, seat, final in zip(states, played, info["final_obs"], strict=True):
        assert state.over
        assert (final == state.observe(seat)).all()


def test_an_illegal_action_loses_its_game_and_no_other() -> None:
    for opponents in (None, "cheap-winner"):
        env, own = (adapter.VectorEnv("briscas", 4, opponents=opponents) for _ in range(2))
        _, info = env.reset(seed=3)
        own.reset(seed=3)
        actions = info["action_mask"].argmax(axis=1)
        fine = actions.copy()
        actions[1], actions[2] = info["action_mask"][1].argmin(), 10**9
        seat = info["seat"]
        _, rewards, over, _, info = env.step(actions)
        nobody = own.step(fine)[2]
        assert not nobody.any()
        assert over.tolist() == info["illegal"].tolist() == [False, True, True, False]
        assert rewards.tolist() == [0.0] * 4
        assert [info["returns"][i, 1 - seat[i]] for i in (1, 2)] == [1.0, 1.0]
        assert (env.vector.rows[[0, 3]] == own.vector.rows[[0, 3]]).all()
        assert env.vector.deals.tolist() == [0, 1, 1, 0]
        _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert not over.any()
        assert "illegal" not in info
        env.step(env.action_space.sample())  # actions sampled by the library are mostly illegal, and nothing is raised


def test_arrays_are_the_same_ones_without_copies() -> None:
    env = adapter.VectorEnv("briscas", 4, copy=False)
    seen, info = env.reset(seed=3)
    first = info["action_mask"]
    actions = first.argmax(axis=1)
    again, *_, more = env.step(actions)
    assert again is seen
    assert more["action_mask"] is first
    copied = adapter.VectorEnv("briscas", 4)
    copied.reset(seed=3)
    assert (copied.step(actions)[0] == again).all()


def test_threads_change_nothing() -> None:
    seen = []
    for threads in (1, 3):
        env = adapter.VectorEnv("briscas", 11, opponents="ismcts:iterations=10", threads=threads)
        _, info = env.reset(seed=5)
        rows = []
        for _ in range(45):
            features, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            rows.append((features.tobytes(), rewards.tobytes(), over.tobytes(), info["action_mask"].tobytes()))
        env.close()
        seen.append(rows)
    assert seen[0] == seen[1]


def test_the_librarys_wrappers_know_when_games_end() -> None:
    env = RecordEpisodeStatistics(adapter.VectorEnv("briscas", 6, opponents="random"))
    _, info = env.reset(seed=1)
    lengths = []
    for _ in range(45):
        _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        if over.any():
            lengths += info["episode"]["l"][over].tolist()
    assert lengths == [20] * len(lengths)
    assert len(lengths) == 12


def test_resets_without_a_seed_deal_anew() -> None:
    env = adapter.VectorEnv("briscas", 3)
    rows = []
    for seed in (4, None, None, 4):
        env.reset(seed=seed)
        rows.append(env.vector.rows.tobytes())
    assert rows[0] == rows[3]
    assert len(set(rows)) == 3


def test_invalid_arguments_of_a_vector_give_a_clear_error() -> None:
    env = adapter.vector("briscas", 3)
    env.reset()
    for wrong in ([0, 0], [0.0] * 3, np.zeros((3, 1), dtype=int)):
        with pytest.raises(tapete.TapeteError, match="3 whole numbers"):
            env.step(wrong)
    with pytest.raises(tapete.TapeteError, match="one number"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(tapete.TapeteError, match="native policy"):
        adapter.vector("briscas", 3, opponents="ismcts:ms=5")
