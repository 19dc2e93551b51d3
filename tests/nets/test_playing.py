"""Networks as agents, evaluations and rollout policies, with perfect networks for the ladder, a solved game."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from made import INPUTS, LADDER, MY_MOVE, TOP, made

import tapete
from tapete import nets
from tapete.agents.analysis import analyse
from tapete.agents.registry import kinds_for, make_agent
from tapete.arena.duel import duel
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadNetwork, BadOption
from tapete.nets import Network
from tapete.search.workspace import ACTION_MASK, PARENT_SHIFT
from tapete.testing import check_agent

LOST = [step for step in range(TOP) if (TOP - step) % 3 == 0]  # for the seat to move


@pytest.fixture(scope="session")
def ladder() -> Game:
    return Game(LADDER, {})


def perfect_policy() -> Network:
    """Return a network that climbs to a step that is lost for the opponent."""
    weights = np.zeros((INPUTS, 2), dtype=np.float32)
    for step in range(TOP):
        for action in (0, 1):
            weights[step, action] = 9.0 if (TOP - step) % 3 == action + 1 else 0.0
    arrays = {"policy_w": weights, "policy_b": np.zeros(2, dtype=np.float32)}
    return Network("ladder", {}, "ladder_v1", (), arrays)


def perfect_value(**more) -> Network:
    """Return a network that knows lost steps: one unit for each combination of lost or not and own move or not."""
    w, b = np.zeros((INPUTS, 4), dtype=np.float32), np.array([-1, 0, 0, 1], dtype=np.float32)
    for unit, (lost, mine) in enumerate([(1, 1), (1, -1), (-1, 1), (-1, -1)]):
        w[LOST, unit] = lost
        w[MY_MOVE, unit] = mine
    value = np.array([[-9], [9], [9], [-9]], dtype=np.float32)
    arrays = {"w0": w, "b0": b, "value_w": value, "value_b": np.zeros(1, dtype=np.float32)}
    return Network("ladder", {}, "ladder_v1", (4,), arrays, value="mover", **more)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("nets")
    made_here = {
        "policy": perfect_policy(),
        "value": perfect_value(),
        "tanh": perfect_value(value_activation="tanh", value_scale=(-1.0, 1.0)),
        "raw": perfect_value(value_activation="none", value_scale=(-9.0, 9.0)),
    }
    return {name: nets.save(folder / f"{name}.npz", network) for name, network in made_here.items()}


def positions(ladder: Game) -> list[State]:
    """Return every step from which there is one right move."""
    found = []
    for steps in range(TOP):
        state = ladder.deal(1)
        while state.record["step"] < steps:
            state.play(0)
        if steps not in LOST:
            found.append(state)
    return found


PERFECT = [
    ("net:file={policy}", "policy"),
    ("net:file={value}", "value"),
    ("net:file={tanh}", "tanh"),
    ("net:file={raw}", "raw"),
    ("greedy:eval=net,net={value}", "value"),
    ("greedy:eval=net,net={tanh}", "tanh"),
    ("greedy-turn:eval=net,net={value}", "value"),
    ("uct-turn:eval=net,net={value},iterations=60", "value"),
    ("uct-turn:eval=net,net={raw},iterations=60", "raw"),
    ("minimax:eval=net,net={value},depth=1", "value"),
    ("minimax:eval=net,net={raw},depth=2", "raw"),
    ("minimax:eval=net,net={tanh},depth=3", "tanh"),
    ("ismcts:eval=net,net={value},iterations=100", "value"),
    ("ismcts:eval=net,net={raw},iterations=100,reward=evaluation", "raw"),
    ("flat:eval=net,net={value},iterations=50", "value"),
    ("frontier:eval=net,net={value},iterations=50", "value"),
    ("ismcts:rollout=net,net={policy},iterations=100", "policy"),
    ("ismcts:rollout=net,net={value},iterations=100", "value"),
    ("flat:rollout=net,net={policy},iterations=40", "policy"),
    ("ismcts:guide={policy},iterations=30", "policy"),
    ("ismcts:guide={value},iterations=60", "value"),
    ("pimc:guide={tanh},iterations=60,worlds=1", "tanh"),
    ("ismcts:guide={policy},rollout=net,net={value},iterations=30", "policy"),
]


@pytest.mark.parametrize("spec", [spec for spec, _ in PERFECT])
def test_a_perfect_network_finds_the_only_move_in_every_role(spec: str, ladder: Game, files: dict[str, Path]) -> None:
    agent = make_agent(spec.format(**files), ladder)
    for state in positions(ladder):
        agent.reset(3)
        assert agent.act(state.view(seed=2)) + 1 == (TOP - state.record["step"]) % 3


@pytest.mark.parametrize("head", [{}, {"policy": False}, {"value": None}, {"policy": False, "value": "seats"}])
@pytest.mark.parametrize("temperature", [0, 0.7])
def test_a_network_plays_legally_repeatably_and_blind(
    head: dict, temperature: float, briscas: Game, tmp_path: Path
) -> None:
    file = nets.save(tmp_path / "n.npz", made(briscas, **head))
    check_agent(briscas, f"net:file={file},temperature={temperature}", games=2, most=50)


@pytest.mark.parametrize("head", [{}, {"policy": False}])
@pytest.mark.parametrize("temperature", [0, 1.5])
def test_native_and_python_games_of_a_network_are_the_same(
    head: dict, temperature: float, briscas: Game, tmp_path: Path
) -> None:
    spec = f"net:file={nets.save(tmp_path / 'n.npz', made(briscas, **head))},temperature={temperature}"

    class Wrapped:
        name = "wrapped"

        def __init__(self) -> None:
            self.inner = make_agent(spec, briscas)

        def reset(self, seed: int) -> None:
            self.inner.reset(seed)

        def act(self, view):
            return self.inner.act(view)

    native = duel(briscas, [spec, "cheap-winner"], games=8, seed=3, record=True)
    python = duel(briscas, [Wrapped(), "cheap-winner"], games=8, seed=3, record=True)
    assert [a.tolist() for a in native.played.actions] == [a.tolist() for a in python.played.actions]


def test_the_policy_head_plays_its_largest_legal_logit(briscas: Game, tmp_path: Path) -> None:
    network = made(briscas)
    agent = make_agent(f"net:file={nets.save(tmp_path / 'n.npz', network)}", briscas)
    for seed in range(20):
        view = briscas.deal(seed).view(seed=seed)
        logits, _ = network.batch(view.observe()[None])
        assert logits is not None
        assert agent.act(view) == max(view.legal(), key=lambda action: logits[0, action])


def test_the_value_head_plays_the_best_position_after_an_action(briscas: Game, tmp_path: Path) -> None:
    network = made(briscas, policy=False)
    agent = make_agent(f"net:file={nets.save(tmp_path / 'n.npz', network)}", briscas)
    for seed in range(20):
        view = briscas.deal(seed).view(seed=seed)
        values = {}
        for action in view.legal():
            after = view.state.clone()
            after.apply(action)
            _, value = network.batch(after.observe(view.seat)[None])
            assert value is not None
            values[action] = float(value[0, 0])
        assert values[agent.act(view)] == pytest.approx(max(values.values()), abs=1e-6)


def test_a_symmetric_network_plays_by_the_mean_over_all_forms(briscas: Game, tmp_path: Path) -> None:
    """Computed by hand: suits renamed in the features in all 24 ways, logits of the renamed cards, their mean."""
    network = made(briscas, (24, 16), value=None)
    agent = make_agent(f"net:file={nets.save(tmp_path / 'n.npz', network)},symmetric=1", briscas)
    alone = make_agent(f"net:file={tmp_path / 'n.npz'}", briscas)
    differ = 0
    for seed in range(60):
        state = briscas.deal(seed)
        for _ in range(seed % 30):
            state.play(state.legal()[seed % len(state.legal())])
        view, legal = state.view(), state.legal()
        if len(legal) == 1:
            continue
        seen, total = view.observe("briscas_v1"), np.zeros(len(legal))
        for suits in itertools.permutations(range(4)):
            renamed = np.array([10 * suits[card // 10] + card % 10 for card in range(40)])
            features = seen.copy()
            for block in range(6):
                features[40 * block + renamed] = seen[40 * block : 40 * block + 40]
            features[240 + np.array(suits)] = seen[240:244]
            total += network.batch(features[None])[0][0, renamed[legal]]
        order = np.sort(total)
        if order[-1] - order[-2] > 1e-4:  # otherwise rounding decides
            assert agent.act(view) == legal[int(total.argmax())]
            chances = np.exp(total / 24 - (total / 24).max())
            assert agent.agent.policy.chances(view) == pytest.approx(chances / chances.sum(), abs=1e-5)
        differ += agent.act(view) != alone.act(view)
    assert differ > 5
    warm = make_agent(f"net:file={tmp_path / 'n.npz'},symmetric=1,temperature=1", briscas)
    view, drawn = briscas.deal(4).view(), []
    for seed in range(1500):
        warm.reset(seed)
        drawn.append(warm.act(view))
    chances = agent.agent.policy.chances(view)
    for action, chance in zip(view.legal(), chances, strict=True):
        assert abs(drawn.count(action) - 1500 * chance) < 5 * np.sqrt(1500 * chance * (1 - chance)) + 1


def test_a_symmetric_network_with_only_values_averages_over_all_forms(briscas: Game, tmp_path: Path) -> None:
    file = nets.save(tmp_path / "v.npz", made(briscas, (24, 16), policy=False))
    agent = make_agent(f"net:file={file},symmetric=1", briscas)
    for seed in range(10):
        found = analyse(briscas.deal(seed), f"net:file={file},symmetric=1")["actions"]
        assert agent.act(briscas.deal(seed).view()) == found[0]["action"]
        assert found[0]["value"] >= max(row["value"] for row in found) - 1e-6


def test_symmetries_are_refused_where_a_game_names_none(ladder: Game, files: dict[str, Path]) -> None:
    with pytest.raises(BadOption, match="ladder names no symmetries"):
        make_agent(f"net:file={files['policy']},symmetric=1", ladder)


def test_a_temperature_samples_by_softmax(ladder: Game, tmp_path: Path) -> None:
    logits = np.array([0.0, 1.0], dtype=np.float32)
    arrays = {"policy_w": np.zeros((INPUTS, 2), dtype=np.float32), "policy_b": logits}
    file = nets.save(tmp_path / "n.npz", Network("ladder", {}, "ladder_v1", (), arrays))
    for temperature in (0.5, 2.0):
        agent = make_agent(f"net:file={file},temperature={temperature}", ladder)
        agent.reset(7)
        view = ladder.deal(1).view()
        count = sum(agent.act(view) for _ in range(4000))
        p = 1 / (1 + np.exp(-1 / temperature))
        assert abs(count / 4000 - p) < 5 * (p * (1 - p) / 4000) ** 0.5


def test_a_learned_value_replaces_rollouts_unless_their_depth_is_given(briscas: Game, tmp_path: Path) -> None:
    file = nets.save(tmp_path / "n.npz", made(briscas))
    for spec, depth in [
        (f"ismcts:eval=net,net={file}", 0),
        (f"ismcts:eval=net,net={file},rollout_depth=-1", 1 << 40),
        (f"ismcts:eval=net,net={file},rollout_depth=3", 3),
        ("ismcts", 1 << 40),
        ("ismcts:rollout_depth=0", 0),
        (f"uct-turn:eval=net,net={file}", 0),
        ("uct-turn", 1 << 40),
    ]:
        assert make_agent(spec, briscas).agent.settings.words["rollout_depth"] == depth


def test_a_game_without_an_evaluation_can_be_searched_with_a_network(ladder: Game, files: dict[str, Path]) -> None:
    assert not ladder.definition.evaluations
    assert {"greedy", "greedy-turn", "uct-turn", "minimax", "net"} <= set(kinds_for(ladder))
    with pytest.raises(BadOption, match="has no evaluation, which this search needs"):
        make_agent("greedy", ladder)


def test_wrong_network_options_are_refused_in_a_sentence(ladder: Game, briscas: Game, files: dict[str, Path]) -> None:
    for spec, words in [
        ("net", "agent 'net': no network plays .*ladder.*none comes with it"),
        ("net:file=absent.npz", "agent 'net': absent.npz cannot be read"),
        ("greedy:eval=net", "eval=net: no network plays"),
        (f"greedy:eval=net,net={files['policy']}", "a policy head only"),
        (f"greedy:eval=net,net={files['value']},weights=1/2", "in its file"),
        ("ismcts:rollout=net", "rollout=net: no network plays"),
        (f"net:file={files['policy']},temperature=-1", "temperature"),
    ]:
        with pytest.raises((BadNetwork, BadOption), match=words):
            make_agent(spec, ladder)
    with pytest.raises(BadNetwork, match="for ladder, not for briscas"):
        make_agent(f"net:file={files['policy']}", briscas)


def test_networks_play_as_opponents_in_a_vector(ladder: Game, files: dict[str, Path]) -> None:
    vector = tapete.Vector(ladder, 6, seed=1, opponents=[f"net:file={files['policy']}", None])
    generator = np.random.default_rng(1)
    lost = 0
    for _ in range(40):
        vector.step(vector.sample(generator))
        lost += int(vector.returns[vector.done][:, 0].sum())
    assert lost == int(vector.deals.sum()) > 30  # seat 0 begins and makes no mistake


def test_networks_play_in_threads_and_processes_alike(briscas: Game, tmp_path: Path) -> None:
    file = nets.save(tmp_path / "n.npz", made(briscas))
    specs = [f"net:file={file}", f"ismcts:iterations=20,guide={file}"]
    results = [duel(briscas, specs, games=40, seed=5, workers=workers) for workers in (1, 2)]
    assert (results[0].played.returns == results[1].played.returns).all()


def test_a_network_evaluates_from_the_searchers_view_and_the_other_gets_the_rest(ladder: Game, tmp_path: Path) -> None:
    """The seats' rewards of a simulation sum to 1.

    Below an action of the root all nodes are the opponent's. The sums of all simulations but the first, which ended at
    the action itself, therefore leave the network's value of the position after it.
    """
    network = made(ladder)  # not symmetric: it would not give 1 - x from the other view
    place = nets.save(tmp_path / "a.npz", network)
    bound = nets.Bound(network, ladder)
    agent = make_agent(f"ismcts:iterations=60,eval=net,exact=0,net={place}", ladder).agent
    state = ladder.deal(1)
    agent.search(state.view(0, 1), state.legal())
    nodes = agent.space.nodes()
    parents = nodes["key"] >> PARENT_SHIFT
    parents[0] = -1
    for child in np.flatnonzero(parents == 0):
        after = state.clone()
        after.apply(int(nodes["key"][child]) & ACTION_MASK)
        own, other = (bound.rows(np.asarray(after.view(seat, 1).observe(), np.float32)[None])[1] for seat in (0, 1))
        assert abs(own[0, 0] + other[0, 0] - 1.0) > 0.01
        below = np.flatnonzero(parents == child)
        assert nodes["visits"][below].sum() == nodes["visits"][child] - 1 > 5
        first = nodes["value"][child] + nodes["value"][below].sum() - (nodes["visits"][child] - 1)
        assert first == pytest.approx(own[0, 0], abs=1e-5)
