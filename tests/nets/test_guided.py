"""Searches guided by a network: visits and means follow the formulas, one by one or in batches."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made import LADDER, made

import tapete
from tapete import nets
from tapete.agents.registry import make_agent
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.core.game import Game
from tapete.core.state import State, View
from tapete.errors import BadNetwork, BadOption
from tapete.nets import Bound
from tapete.nets.forward import VALUE_TEMPERATURE
from tapete.search.batched import Batched
from tapete.search.workspace import ACTION_MASK, PARENT_SHIFT
from tapete.testing import check_agent

F = np.float32
SELECTS = ["puct", "ucb1", "ucb1-tuned"]


@pytest.fixture(scope="session")
def ladder() -> Game:
    return Game(LADDER, {})


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory, ladder: Game) -> Path:
    return nets.save(tmp_path_factory.mktemp("nets") / "ladder.npz", made(ladder))


@pytest.fixture(scope="session")
def briscas_file(tmp_path_factory: pytest.TempPathFactory, briscas: Game) -> Path:
    return nets.save(tmp_path_factory.mktemp("nets") / "briscas.npz", made(briscas, (24, 16)))


def plain_search(
    state: State, bound: Bound, select: str, c: float, iterations: int, fresh: bool = False
) -> dict[int, tuple[int, float]]:
    """Search a game without chance and secrets by the documented formulas; return visits and mean by action."""
    visits: dict[tuple, int] = {(): 0}
    value: dict[tuple, float] = {(): 0.0}
    squares: dict[tuple, float] = {(): 0.0}
    available: dict[tuple, int] = {}
    prior: dict[tuple, float] = {}
    for _ in range(iterations):
        world, node, path = state.clone(), (), [((), state.seat)]
        while True:
            if world.over:
                rewards = world.returns()
                break
            children = [(*node, action) for action in world.legal()]
            known = [child for child in children if child in visits]
            for child in known:
                available[child] += 1
            if len(known) < len(children):
                priors, shares = bound.evaluate(world.view())
                assert shares is not None
                for child, p in zip(children, priors, strict=True):
                    visits[child], value[child], squares[child] = 0, 0.0, 0.0
                    available[child], prior[child] = 1, float(max(p, 1e-6) if fresh else F(max(p, 1e-6)))
                rewards = shares.tolist()
                break
            total = sum(prior[child] for child in children)
            tried = sum(visits[child] for child in children)
            untried = sum(value[child] for child in children) / tried - 0.05 if tried else 0.5
            scores = []
            for child in children:
                n, mean = visits[child], value[child] / visits[child] if visits[child] else untried
                if select == "puct":
                    bonus = c * (prior[child] / total) * math.sqrt(available[child]) / (1 + n)
                elif n == 0:
                    bonus = 1e9 * (1 + prior[child] / total)
                else:
                    explored = math.log(available[child]) / n
                    if select == "ucb1-tuned":
                        explored *= min(0.25, squares[child] / n - mean * mean + math.sqrt(2 * explored))
                    bonus = c * math.sqrt(explored)
                scores.append(mean + bonus)
            node = children[int(np.argmax(scores))]
            path.append((node, world.seat))
            world.apply(node[-1])
        for step, seat in path:
            visits[step] += 1
            value[step] += rewards[seat]
            squares[step] += rewards[seat] ** 2
    return {a: (visits[(a,)], value[(a,)] / max(1, visits[(a,)])) for a in state.legal() if (a,) in visits}


@pytest.mark.parametrize("search", ["ismcts", "pimc:worlds=1", "clairvoyant"])
@pytest.mark.parametrize("select", SELECTS)
def test_visits_and_means_are_those_of_the_formulas(search: str, select: str, ladder: Game, file: Path) -> None:
    bound = Bound(nets.load(file), ladder)
    for steps, c in [(0, 0.7), (3, 0.3), (5, 2.0)]:
        state = ladder.deal(1)
        for _ in range(steps):
            state.play(0)
        expected = plain_search(state, bound, select, c, 200)
        spec = f"{search}{',' if ':' in search else ':'}iterations=200,guide={file},select={select},c={c}"
        agent = make_agent(spec, ladder)
        agent.act(state.view())
        counted, values, _ = agent.agent.space.totals()
        assert counted.tolist() == [expected[action][0] for action in state.legal()]
        assert values / counted == pytest.approx([expected[action][1] for action in state.legal()], abs=1e-12)
        assert counted.min() > 0


@pytest.mark.parametrize("select", SELECTS)
def test_fresh_priors_are_those_of_the_position_itself(select: str, ladder: Game, file: Path) -> None:
    """Where nothing is hidden they are what the nodes would keep, without rounding to float32."""
    bound, state = Bound(nets.load(file), ladder), ladder.deal(1)
    expected = plain_search(state, bound, select, 0.7, 300, fresh=True)
    agent = make_agent(f"ismcts:iterations=300,guide={file},select={select},priors=fresh", ladder)
    agent.act(state.view())
    counted, values, _ = agent.agent.space.totals()
    assert counted.tolist() == [expected[action][0] for action in state.legal()]
    assert values / counted == pytest.approx([expected[action][1] for action in state.legal()], abs=1e-12)


def replies(agent: Any, view: View) -> dict[tuple[int, ...], int]:
    """Return visits of the nodes two and three steps below the root, by the actions that lead there."""
    agent.act(view)
    nodes = agent.agent.space.nodes()
    path: dict[int, tuple[int, ...]] = {0: ()}
    for k in range(1, len(nodes)):  # parents come before their children
        key = int(nodes["key"][k])
        path[k] = (*path[key >> PARENT_SHIFT], key & ACTION_MASK)
    return {path[k]: int(nodes["visits"][k]) for k in path if len(path[k]) in (2, 3)}


def test_with_drawn_priors_only_other_seats_moves_are_sampled_from_the_guide(ladder: Game, file: Path) -> None:
    bound, state = Bound(nets.load(file), ladder), ladder.deal(1)

    def farthest(spec: str, steps: int) -> float:
        """Return the largest distance of visits from the guide's probabilities, in standard deviations."""
        found = replies(make_agent(f"ismcts:iterations=6000,guide={file},{spec}", ladder), state.view())
        worst = 0.0
        for before in {path[:-1] for path in found if len(path) == steps}:
            world = state.clone()
            for action in before:
                world.play(action)
            chance, counts = bound.evaluate(world.view())[0], [found.get((*before, action), 0) for action in (0, 1)]
            if sum(counts) >= 100:
                spread = math.sqrt(sum(counts) * chance[0] * chance[1])
                worst = max(worst, abs(counts[0] - sum(counts) * chance[0]) / spread)
        return worst

    assert farthest("priors=drawn,c=0.02", 2) < 4.5  # two nodes: less than once in 60,000 by chance
    assert farthest("priors=drawn,c=0.02", 3) > 8
    assert farthest("priors=fresh,c=0.02", 2) > 8


def test_a_guide_sees_each_world_under_a_random_symmetry(briscas: Game, briscas_file: Path) -> None:
    """The first iteration calls the guide at the root: its priors are those of one of the 24 forms, over time of all."""
    bound, state = Bound(nets.load(briscas_file), briscas), briscas.deal(3)
    for _ in range(12):
        state.play(state.legal()[0])  # cards of all four suits have been seen
    turned, actions = bound.forms(state.view(), state.view().observe("briscas_v1"))
    logits = np.take_along_axis(bound.rows(turned)[0].astype(float), actions, axis=1)
    forms = np.exp(logits - logits.max(axis=1, keepdims=True))
    forms /= forms.sum(axis=1, keepdims=True)
    assert len(np.unique(forms.round(6), axis=0)) == 24
    drawn = []
    agent = make_agent(f"ismcts:iterations=1,guide={briscas_file}", briscas)
    for seed in range(300):
        agent.act(state.view(seed=seed))
        distance = np.abs(forms - agent.agent.space.nodes()["prior"][1:]).max(axis=1)
        assert distance.min() < 1e-5
        drawn.append(int(distance.argmin()))
    counts = np.bincount(drawn, minlength=24)
    assert counts.min() > 0 and counts.max() < 40  # 12.5 each on average
    as_it_is = make_agent(f"ismcts:iterations=1,guide={briscas_file},symmetric=0", briscas)
    as_it_is.act(state.view())
    assert as_it_is.agent.space.nodes()["prior"][1:] == pytest.approx(bound.evaluate(state.view())[0], abs=1e-6)


def test_wrong_combinations_of_priors_are_refused(briscas: Game, briscas_file: Path) -> None:
    with pytest.raises(BadOption, match="priors=drawn needs a network that gives some"):
        make_agent("ismcts:priors=drawn", briscas)
    for kind in ("fresh", "drawn"):
        with pytest.raises(BadOption, match="priors=kept"):
            Batched(make_agent(f"ismcts:iterations=10,guide={briscas_file},priors={kind}", briscas).agent)


def test_auto_selects_by_puct_with_a_guide_and_by_ucb1_without(ladder: Game, file: Path) -> None:
    def totals(spec: str) -> bytes:
        agent = make_agent(spec, ladder)
        agent.act(ladder.deal(1).view())
        return agent.agent.space.totals().tobytes()

    base = f"ismcts:iterations=150,guide={file}"
    assert totals(base) == totals(f"{base},select=puct") != totals(f"{base},select=ucb1")
    assert totals("ismcts:iterations=150") == totals("ismcts:iterations=150,select=ucb1")
    assert totals("ismcts:iterations=150") != totals("ismcts:iterations=150,select=ucb1-tuned")


@pytest.mark.parametrize("select", ["ucb1-tuned", "puct"])
def test_other_selections_work_without_a_guide_too(select: str, briscas: Game) -> None:
    agent = make_agent(f"ismcts:iterations=400,select={select},reuse=1", briscas)
    state = briscas.deal(5)
    for k in range(6):
        action = agent.act(state.view(seed=k)) if state.seat == 0 else state.legal()[0]
        state.play(action)
    nodes = agent.agent.space.nodes()
    assert (nodes["prior"] == 1).all()
    check_agent(briscas, f"ismcts:iterations=40,select={select}", games=1, most=20)


def specs(file: Path) -> list[str]:
    return [
        f"ismcts:iterations=60,guide={file}",
        f"ismcts:iterations=60,guide={file},select=ucb1,trees=3,exact=2",
        f"pimc:iterations=60,worlds=4,guide={file},c=0.4",
        f"ismcts:iterations=60,guide={file},nodes=40,rollout=cheap-winner",
        f"ismcts:iterations=60,guide={file},priors=drawn",
        f"pimc:iterations=60,worlds=4,guide={file},priors=fresh,symmetric=0",
    ]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("players", [2, 3])
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(number: int, players: int, tmp_path: Path) -> None:
    game = tapete.load("briscas", players=players)
    file = nets.save(tmp_path / "n.npz", made(game, value="seats" if players == 3 else "mover"))
    check_agent(game, specs(file)[number], games=2, most=40)


@pytest.mark.parametrize("number", range(6))
def test_native_games_are_the_games_played_from_python(number: int, briscas: Game, briscas_file: Path) -> None:
    class CalledFromPython:
        def __init__(self, spec: str) -> None:
            self.agent, self.name = make_agent(spec, briscas).agent, "asked"

        def act(self, view):
            return self.agent.act(view)

    spec = specs(briscas_file)[number]
    plan = mirrored(5, [(0, 1), (1, 0)], range(2))
    native = play(briscas, [spec, "cheap-winner"], plan, workers=1, record=True).games
    asked = play(briscas, [CalledFromPython(spec), "cheap-winner"], plan, workers=1, record=True).games
    assert [list(game) for game in native.actions] == [list(game) for game in asked.actions]


def test_a_network_without_values_guides_rollouts(briscas: Game, tmp_path: Path) -> None:
    file = nets.save(tmp_path / "policy.npz", made(briscas, value=None))
    agent = make_agent(f"ismcts:iterations=200,guide={file}", briscas)
    agent.act(briscas.deal(3).view())
    assert agent.agent.settings.words["guide_values"] == 0
    visits, values, _ = agent.agent.space.totals()
    assert visits.sum() == 199  # the first iteration expanded the root itself
    assert ((values * 2) % 1 == 0).all()  # results of rollouts: won, lost or drawn
    with_values = make_agent(f"ismcts:iterations=200,guide={nets.save(tmp_path / 'b.npz', made(briscas))}", briscas)
    with_values.act(briscas.deal(3).view())
    assert ((with_values.agent.space.totals()[1] * 2) % 1 != 0).any()


def test_every_listed_action_gets_a_node_with_its_prior(briscas: Game, briscas_file: Path) -> None:
    view = briscas.deal(3).view()
    agent = make_agent(f"ismcts:iterations=1,guide={briscas_file},symmetric=0", briscas)
    agent.act(view)
    nodes = agent.agent.space.nodes()
    priors, _ = Bound(nets.load(briscas_file), briscas).evaluate(view)
    assert nodes["prior"][1:] == pytest.approx(priors, abs=1e-6)
    assert nodes["visits"].tolist() == [1, 0, 0, 0]


def test_a_full_pool_stops_expansion_but_not_the_search(briscas: Game, briscas_file: Path) -> None:
    for room, priors in itertools.product((3, 4, 9, 30), ("kept", "fresh", "drawn")):
        agent = make_agent(f"ismcts:iterations=300,guide={briscas_file},nodes={room},priors={priors}", briscas)
        action = agent.act(briscas.deal(2).view())
        assert action in briscas.deal(2).legal()
        assert len(agent.agent.space.nodes()) <= room
        assert agent.agent.space.nodes()["visits"][0] == 300


def test_hidden_choices_leave_room_for_their_node(tmp_path: Path) -> None:
    game = tapete.load("dinosaurs")
    file = nets.save(tmp_path / "d.npz", made(game, (8,)))
    for room, priors in itertools.product((8, 20, 60), ("kept", "drawn")):
        agent = make_agent(f"ismcts:iterations=200,guide={file},nodes={room},priors={priors}", game)
        state = game.deal(1)
        assert agent.act(state.view()) in state.legal()
        nodes = agent.agent.space.nodes()
        assert len(nodes) <= room
        assert ((nodes["key"] >> PARENT_SHIFT) < np.maximum(1, np.arange(len(nodes)))).all()


@pytest.mark.parametrize(
    "spec", ["ismcts:iterations=80", "ismcts:iterations=70,trees=3", "pimc:iterations=60,worlds=3"]
)
@pytest.mark.parametrize("head", [{}, {"value": None}])
def test_batched_searches_equal_single_ones(spec: str, head: dict, briscas: Game, tmp_path: Path) -> None:
    file = nets.save(tmp_path / "n.npz", made(briscas, **head))
    agent = make_agent(f"{spec},guide={file}", briscas).agent
    states = []
    for seed in range(12):
        state = briscas.deal(seed)
        for _ in range(3 * seed):
            state.play(state.legal()[0])
        states.append(state)  # the last ones are solved or forced
    views = [state.view(seed=k) for k, state in enumerate(states)]
    together = Batched(agent)
    actions = together.decide(views)
    for k, view in enumerate(views):
        assert actions[k] == agent.act(view)
        if agent.last_iterations:
            own = together._spaces[k * agent.trees]
            assert own.totals().tobytes() == agent.space.totals().tobytes()
    assert 0 < together.batches <= 80
    assert together.decide([]) == []


def test_a_batch_may_be_evaluated_elsewhere(briscas: Game, briscas_file: Path) -> None:
    agent = make_agent(f"ismcts:iterations=60,guide={briscas_file}", briscas).agent
    network, sizes = nets.load(briscas_file), []

    def elsewhere(features: np.ndarray):
        sizes.append(len(features))
        return network.batch(features)

    views = [briscas.deal(seed).view(seed=seed) for seed in range(10)]
    actions = Batched(agent, elsewhere).decide(views)
    assert max(sizes) == 10
    assert (
        sum(a == agent.act(view) for a, view in zip(actions, views, strict=True)) >= 8
    )  # sums differ in the last bits


def test_incompatible_options_are_refused(briscas: Game, briscas_file: Path, tmp_path: Path, ladder: Game) -> None:
    for spec, words in [
        (f"ismcts:guide={tmp_path}/absent.npz", "guide=.*absent.npz cannot be read"),
        (f"ismcts:guide={briscas_file},normalise=0", "goes with rewards in"),
        ("ismcts:select=ucb1-tuned,normalise=0", "select=ucb1-tuned goes with"),
        ("ismcts:select=best", "auto, ucb1, ucb1-tuned, puct"),
        (f"uct-turn:guide={briscas_file}", "no option 'guide'"),
    ]:
        with pytest.raises((BadNetwork, BadOption), match=words):
            make_agent(spec, briscas)
    with pytest.raises(BadNetwork, match=r"guide=own: no network plays .*thesis_engine"):
        make_agent("ismcts:guide=own", tapete.load("briscas", thesis_engine=True))
    with pytest.raises(BadNetwork, match="is for briscas, not for ladder"):
        make_agent(f"ismcts:guide={briscas_file}", ladder)
    with pytest.raises(BadOption, match="has no guide"):
        Batched(make_agent("ismcts", briscas).agent)
    for more in ("ms=5", "reuse=1", "final=max-robust"):
        with pytest.raises(BadOption, match="iterations= only"):
            Batched(make_agent(f"ismcts:guide={briscas_file},{more}", briscas).agent)


def test_a_guide_with_only_values_tries_every_action(ladder: Game, briscas: Game) -> None:
    """Priors are the softmax of the values after each action for the mover; values are those after the best one."""
    for game in (ladder, briscas):
        network = made(game, (16,), policy=False)
        bound = Bound(network, game)
        for seed in range(5):
            view = game.deal(seed).view(seed=seed)
            worth = []
            for action in view.legal():
                after = view.state.clone()
                after.apply(action)
                _, value = network.batch(after.observe(view.seat)[None])
                worth.append(float(after.returns()[view.seat]) if after.over else float(value[0, 0]))
            soft = np.exp((np.array(worth) - max(worth)) / VALUE_TEMPERATURE)
            priors, values = bound.evaluate(view)
            assert np.allclose(priors, soft / soft.sum(), atol=1e-4) and priors.max() > 1.001 * priors.min()
            assert values is not None and values[view.seat] == pytest.approx(max(worth), abs=1e-5)
            assert values.sum() == pytest.approx(1.0, abs=1e-6)


def test_a_guide_with_only_values_is_refused_in_batches(tmp_path: Path, briscas: Game) -> None:
    place = nets.save(tmp_path / "a.npz", made(briscas, (16,), policy=False))
    agent = make_agent(f"ismcts:iterations=30,guide={place}", briscas)
    view = briscas.deal(3).view()
    assert agent.act(view) in view.legal()
    with pytest.raises(BadOption, match="only values"):
        Batched(agent.agent)
