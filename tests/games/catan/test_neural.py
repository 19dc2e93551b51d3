"""Networks of the thesis: reading of weights, the chosen type and argument, and impossible arguments."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.duel import duel
from tapete.errors import BadOption
from tapete.games.catan import moves, neural
from tapete.games.catan.encoders import SIZE_THESIS, THESIS_NODES, TYPE_OF
from tapete.games.catan.state import MAIN, SETUP_SETTLE

OPPONENT = "almost-random:as_coded=1"


@pytest.fixture(scope="module")
def game():
    return tapete.load("catan", preset="thesis")


def sigmoid(x: np.ndarray) -> np.ndarray:
    """Return the thesis's sigmoid in double precision: 0 below -500."""
    return np.where(x < -500, 0.0, 1 / (1 + np.exp(-np.maximum(x, -500))))


def layers(numbers: np.ndarray, widths: list[int]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return matrices and biases as the thesis's program cuts them from its flat list."""
    found, at = [], 0
    for before, after in pairwise(widths):
        matrix = numbers[at : at + before * after].reshape(after, before)
        at += before * after
        found.append((matrix, numbers[at : at + after]))
        at += after
    assert at == len(numbers)
    return found


def outputs(numbers: np.ndarray, widths: list[int], inputs: np.ndarray, hidden=sigmoid) -> np.ndarray:
    cut = layers(numbers, widths)
    for number, (matrix, bias) in enumerate(cut):
        inputs = (sigmoid if number == len(cut) - 1 else hidden)(matrix @ inputs + bias)
    return inputs


def positions(game, count: int, seed: int = 1):
    """Return decisions of the main phase with more than one type to choose from."""
    found, deal = [], 0
    while len(found) < count:
        state, deal = game.deal(seed + deal), deal + 1
        agent = tapete.agent("almost-random", game)
        agent.reset(deal)
        while not state.over and len(found) < count:
            flags = state.observe(encoder="thesis279")[-17:]
            if int(state.record["phase"]) == MAIN and flags.sum() > 2:
                found.append(state.clone())
            state.play(agent.act(state.view(seed=deal)))
    return found


def test_networks_have_as_many_weights_as_the_files_of_the_thesis(game) -> None:
    assert len(tunable("types-net:hidden=4", game).names) == 1205
    assert len(tunable("types-net:hidden=10", game).names) == 2987
    assert len(tunable("types-net:hidden=300,150,80,8", game).names) == 142_031


@pytest.mark.parametrize(
    ("activation", "hidden"), [("sigmoid", sigmoid), ("tanh", np.tanh), ("relu", lambda x: np.maximum(x, 0))]
)
@pytest.mark.parametrize("inputs", ["raw", "scaled"])
def test_best_possible_type_is_chosen(game, activation: str, hidden, inputs: str) -> None:
    made = tunable(f"types-net:hidden=5,3,activation={activation},inputs={inputs}", game)
    draws = np.random.default_rng(4)
    seen = set()
    for number, state in enumerate(positions(game, 25)):
        vector = draws.uniform(-0.5, 0.5, len(made.names))
        features = state.observe(encoder="thesis279").astype(float)
        flags = features[-17:]
        given = features / neural.REACH if inputs == "scaled" else features
        rated = outputs(vector, [SIZE_THESIS, 5, 3, 17], given, hidden)
        order = np.sort(rated[flags > 0])[::-1]
        if order[0] - order[1] < 1e-12:
            continue  # sums are added in another order here
        agent = made.agent(vector)
        agent.reset(number)
        chosen = TYPE_OF[agent.act(state.view(seed=number))]
        assert chosen == int(np.argmax(np.where(flags > 0, rated, -1)))
        seen.add(int(chosen))
    assert len(seen) > 2


@pytest.mark.parametrize("span", [4.0, 1000.0])
def test_large_weights_are_computed_in_double_precision(game, span: float) -> None:
    """With sums of hundreds, outputs differ down to exp(-500); in single precision most of them are 0 or 1."""
    made = tunable("types-net:hidden=4,activation=sigmoid,inputs=raw", game)
    draws = np.random.default_rng(7)
    lost = 0
    for number, state in enumerate(positions(game, 40) * 5):
        vector = draws.uniform(-span, span, len(made.names))
        features = state.observe(encoder="thesis279").astype(float)
        rated = np.where(features[-17:] > 0, outputs(vector, [SIZE_THESIS, 4, 17], features), -1.0)
        agent = made.agent(vector)
        agent.reset(number)
        chosen = int(TYPE_OF[agent.act(state.view(seed=number))])
        assert rated[chosen] == pytest.approx(rated.max(), rel=1e-9, abs=0)  # sums are added in another order here
        assert chosen <= int(np.argmax(rated)) or rated[chosen] < 1
        lost += int(np.argmax(rated.astype(np.float32))) != int(np.argmax(rated))
    assert lost > 5 or span < 1000  # single precision would have chosen another type


@pytest.mark.parametrize(
    "x", [-1e300, -500.5, -500.0, -499.9, -88.0, -17.0, -1.0, 0.0, 1e-9, 3.0, 36.5, 37.5, 400.0, 1e300]
)
def test_sigmoid_equals_that_of_the_thesis(x: float) -> None:
    assert neural.activated(x, neural.SIGMOID) == pytest.approx(float(sigmoid(np.array(x))), rel=1e-14, abs=0)
    assert neural.activated(x, neural.TANH) == pytest.approx(float(np.tanh(x)), rel=1e-9, abs=1e-15)


def test_lowest_type_is_chosen_among_equal_outputs(game) -> None:
    """With zero weights all outputs are one half, and the first possible type is the end of the turn."""
    agent = make_agent("types-net", game)
    for state in positions(game, 5):
        assert agent.act(state.view()) == moves.END


def test_arguments_of_a_type_are_equally_likely(game) -> None:
    state = next(s for s in positions(game, 60) if sum(TYPE_OF[a] == 11 for a in s.legal()) > 2)
    made = tunable("types-net:hidden=1", game)
    vector = np.zeros(1205 - 1)[: len(made.names)]
    vector[-17 + 11] = 5.0  # the bias of the maritime trade
    wanted = [a for a in state.legal() if TYPE_OF[a] == 11]
    agent, counts = made.agent(vector), dict.fromkeys(wanted, 0)
    for seed in range(600):
        agent.reset(seed)
        counts[agent.act(state.view(seed=seed))] += 1
    expected = 600 / len(wanted)
    assert all(abs(n - expected) < 5 * expected**0.5 for n in counts.values())


def test_best_legal_chooses_the_best_possible_place(game) -> None:
    made = tunable("arguments-net:hidden=2,inputs=scaled", game)
    setup = [i for i, name in enumerate(made.names) if name.startswith("setup_")]
    draws = np.random.default_rng(1)
    vector = draws.uniform(-1, 1, len(made.names))
    state = game.deal(3)
    assert int(state.record["phase"]) == SETUP_SETTLE
    agent = made.agent(vector)
    agent.reset(0)
    chosen = agent.act(state.view())
    features = state.observe(encoder="thesis279").astype(float)[:262] / neural.REACH[:262]
    rated = outputs(vector[setup], [406, 2, 126], np.concatenate([features, np.ones(144)]), sigmoid)
    assert chosen == moves.SETTLE + THESIS_NODES[int(np.argmax(rated[:54]))]
    state.play(chosen)
    road = agent.act(state.view())
    assert road in state.legal()
    flags = np.zeros(144)
    node = chosen - moves.SETTLE
    flags[[neural.END[node, k] for k in range(3) if neural.END[node, k] >= 0]] = 1
    features = state.observe(encoder="thesis279").astype(float)[:262] / neural.REACH[:262]
    rated = outputs(vector[setup], [406, 2, 126], np.concatenate([features, flags]), sigmoid)[54:]
    places = {int(neural.ARGUMENT[a, 0]): a for a in state.legal()}
    assert road == places[max(places, key=lambda place: rated[place])]


def test_nearest_chooses_possible_arguments(game) -> None:
    made = tunable("arguments-net:hidden=2,inputs=scaled,impossible=nearest", game)
    draws = np.random.default_rng(2)
    state = game.deal(3)
    nodes = set()
    for _ in range(20):
        agent = made.agent(draws.uniform(-3, 3, len(made.names)))
        agent.reset(0)
        nodes.add(agent.act(state.view()))
    assert nodes <= set(state.legal()) and len(nodes) > 4


@pytest.mark.parametrize("treatment", neural.TREATMENTS)
def test_only_the_treatment_of_the_thesis_loses_by_impossible_actions(game, treatment: str) -> None:
    made = tunable(f"arguments-net:hidden=3,impossible={treatment},inputs=scaled", game)
    vector = np.random.default_rng(5).uniform(-1, 1, len(made.names))
    result = duel(game, [made.agent(vector).agent, OPPONENT], games=16, seed=1)
    assert (result.agents[0].faults > 12) == (treatment == "lose")
    assert result.agents[1].faults == 0


def test_native_games_equal_games_of_a_python_agent(game) -> None:
    made = tunable("types-net:hidden=4,inputs=scaled", game)
    vector = np.random.default_rng(3).uniform(-1, 1, len(made.names))
    shares = population.play(game, made, vector[None], [OPPONENT], 2, 5)

    class Slow:
        name = "slow"

        def __init__(self) -> None:
            self.inner = made.agent(vector)

        def reset(self, seed: int) -> None:
            self.inner.reset(seed)

        def act(self, view):
            return self.inner.act(view)

    slow = duel(game, [Slow(), OPPONENT], games=8, seed=5)
    assert slow.agents[0].score == pytest.approx(shares.mean())


def test_weights_are_read_and_written_as_one_number_per_line(game, tmp_path: Path) -> None:
    vector = np.random.default_rng(3).uniform(-1, 1, 1205)
    path = tmp_path / "Best_solution.txt"
    neural.write_numbers(path, vector)
    agent = make_agent(f"types-net:weights={path}", game)
    assert (agent.agent.params[neural.WEIGHTS_AT :] == vector).all()
    assert tunable(f"types-net:weights={path}", game).start == pytest.approx(vector)
    path.write_text("1\n2\n3\n")
    with pytest.raises(BadOption, match="1205 weights are needed, not 3"):
        make_agent(f"types-net:weights={path}", game)
    for text, words in (("1\nx\n", "one number per line"), ("1\nnan\n", "finite")):
        path.write_text(text)
        with pytest.raises(BadOption, match=words):
            make_agent(f"types-net:weights={path}", game)
    with pytest.raises(BadOption, match="cannot be read"):
        make_agent(f"types-net:weights={tmp_path / 'nothing'}", game)
    with pytest.raises(BadOption, match="widths"):
        make_agent("types-net:hidden=0", game)


def test_training_of_types_writes_a_file_of_numbers(tmp_path: Path) -> None:
    from tapete.evolve.config import EvolutionConfig
    from tapete.evolve.training import EvolutionTraining

    config = EvolutionConfig(
        "catan", "types-net:hidden=4", "ga", {"preset": "thesis"}, [OPPONENT], population=4, evaluations=8, games=4,
        fresh_games=4, settings={"select": "best(2)", "mutation": "add(0.1)", "mutate": 1.0},
    )  # fmt: skip
    champion = EvolutionTraining(config, tmp_path / "x").train()
    numbers = (tmp_path / "x" / "champion.txt").read_text().split()
    assert [float(n) for n in numbers] == list(champion["genes"].values()) and len(numbers) == 1205
    again = EvolutionTraining(
        EvolutionConfig(**{**config.as_dict(), "start": str(tmp_path / "x" / "champion.txt")}), tmp_path / "y"
    )._strategy(0, 0, 0)
    assert again.ask()[0].tolist() == pytest.approx(list(champion["genes"].values()))
    assert make_agent(str(tmp_path / "x"), tapete.load("catan", preset="thesis")).agent.params[
        neural.WEIGHTS_AT :
    ].tolist() == list(champion["genes"].values())


def test_encoder_terms_has_the_terms_of_the_evaluation(game) -> None:
    from tapete.games.catan.weights import DEFAULT_WEIGHTS

    state = positions(game, 1)[0]
    terms = state.observe(encoder="terms")
    assert terms @ np.array(list(DEFAULT_WEIGHTS.values())) == pytest.approx(state.evaluate(state.seat), rel=1e-4)
