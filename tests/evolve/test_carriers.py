"""Sources of genes (weights by phase, options of searches, networks): each plays as a separate agent would."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents.carriers import carrier_for
from tapete.agents.champion import read_champion
from tapete.agents.phased import PhasedAgent, with_phases
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.duel import duel
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.training import EvolutionTraining

SMALL = {"against": ["random"], "population": 4, "evaluations": 8, "games": 8, "fresh_games": 8}
PLAIN = {
    "genes": [], "phases": [], "network": "", "hidden": [], "activation": "tanh", "encoder": "", "weight_span": 2.0,
}  # fmt: skip


def in_python(seated):
    """Return the same agent without its native policy."""

    class Slow:
        name = "slow"

        def reset(self, seed: int) -> None:
            seated.agent.reset(seed)

        def act(self, view):
            return seated.agent.act(view)

    return Slow()


def test_phases_of_equal_weights_play_like_one() -> None:
    game = tapete.load("briscas")
    base = tunable("greedy", game)
    made = with_phases(base, [5, 12], game)
    assert len(made.names) == 3 * len(base.names) and made.names[0] == f"{base.names[0]}@1"
    shares = population.play(game, made, made.start[None], ["cheap-winner"], 20, 3)
    assert (shares == population.play(game, base, base.start[None], ["cheap-winner"], 20, 3)).all()


def test_each_phase_plays_by_its_own_weights_natively_and_in_python() -> None:
    game = tapete.load("briscas")
    base = tunable("greedy", game)
    made = with_phases(base, [6], game)
    vector = np.stack([base.start, -base.start], axis=1).reshape(-1)  # by gene: first phase, second phase
    shares = population.play(game, made, np.stack([vector, made.start]), ["cheap-winner"], 40, 3)
    assert shares[0].mean() < shares[1].mean() - 0.02, "the second half is played badly"
    state, opposite = game.deal(5), base.agent(-base.start)
    agent = made.agent(vector)
    assert isinstance(agent.agent, PhasedAgent)
    differs = 0
    while not state.over:
        view = state.view(seed=1)
        early, late = base.agent(base.start).act(view), opposite.act(view)
        turn = int(state.record["turn"])
        assert agent.act(view) == (early if turn < 6 else late)
        differs += early != late
        state.play(early)
    assert differs
    native = duel(game, [made.agent(vector).agent, "random"], games=20, seed=4)
    slow = duel(game, [in_python(made.agent(vector)), "random"], games=20, seed=4)
    assert native.agents[0].score == slow.agents[0].score


def test_a_bots_memory_lasts_over_its_phases() -> None:
    game = tapete.load("tribute", pool="thesis")
    base = tunable("evolved:form=text", game)
    made = with_phases(base, [10], game)
    shares = population.play(game, made, made.start[None], ["patron-favors"], 10, 3)
    assert (shares == population.play(game, base, base.start[None], ["patron-favors"], 10, 3)).all()


def test_a_training_in_phases_leaves_an_agent(tmp_path: Path) -> None:
    champion = EvolutionTraining(EvolutionConfig("briscas", "greedy", phases=[10], **SMALL), tmp_path / "x").train()
    assert any(name.endswith("@2") for name in champion["genes"])
    game = tapete.load("briscas")
    result = duel(game, [str(tmp_path / "x"), "random"], games=10, seed=1)
    assert result.agents[0].faults == 0
    made = read_champion(tmp_path / "x")
    assert made.agent_for(game, make_agent).borders == [10]
    assert EvolutionTraining(
        EvolutionConfig("briscas", "greedy", phases=[10], start=str(tmp_path / "x"), **SMALL), tmp_path / "y"
    )._strategy(0, 0, 0).ask()[0].tolist() == pytest.approx(list(champion["genes"].values()))


@pytest.mark.parametrize("phases", [[0], [5, 5], [9, 3]])
def test_phases_must_ascend(phases: list[int]) -> None:
    game = tapete.load("briscas")
    with pytest.raises(BadOption, match="ascending"):
        with_phases(tunable("greedy", game), phases, game)


SEARCH = "ismcts:iterations=20,eval=default,rollout_depth=2"


def test_catans_value_bot_plays_by_the_given_weights() -> None:
    game = tapete.load("catan")
    made = tunable("value", game)
    assert made.names[0] == "points" and len(made.names) == 13 and (made.low < made.high).all()
    blind = np.where([name == "over_seven" for name in made.names], made.start, 0.0)  # only full hands count
    shares = population.play(game, made, np.stack([made.start, blind]), ["almost-random"], 3, 3)
    result = duel(game, ["value", "almost-random"], games=12, seed=3)
    assert shares[0].mean() == pytest.approx(result.agents[0].score) and shares[1].mean() < shares[0].mean()


def test_options_of_a_search_are_genes_beside_its_weights(tmp_path: Path) -> None:
    game = tapete.load("briscas")
    weights = tunable(SEARCH, game).names
    genes = ["weights", "c", "rollout_depth"]
    assert tunable(SEARCH, game, genes).names == (*weights, "c", "rollout_depth")
    made = tunable(SEARCH, game, genes)
    vector = made.start.copy()
    vector[-2:] = 0.3, 5.4
    spec = SEARCH.replace("rollout_depth=2", "rollout_depth=5,c=0.3")
    shares = population.play(game, made, vector[None], ["cheap-winner"], 8, 3)
    own = tunable(spec, game)
    assert (shares == population.play(game, own, own.start[None], ["cheap-winner"], 8, 3)).all()
    champion = EvolutionTraining(EvolutionConfig("briscas", SEARCH, genes=genes, **SMALL), tmp_path / "x").train()
    assert set(champion["genes"]) == {*weights, "c", "rollout_depth"}
    agent = read_champion(tmp_path / "x").agent_for(game, make_agent)
    assert agent.settings.words["c"] == pytest.approx(champion["genes"]["c"])
    assert agent.settings.words["rollout_depth"] == round(champion["genes"]["rollout_depth"])


def test_a_network_is_filled_neuron_by_neuron_and_plays_natively(tmp_path: Path) -> None:
    game = tapete.load("briscas")
    carrier = {**PLAIN, "game": "briscas", "options": {}, "agent": "net", "network": "actions", "hidden": [3]}
    made = carrier_for(game, carrier, make_agent)
    inputs = game.features()
    assert len(made.names) == 3 * inputs + 3 + 3 + 1
    vector = np.arange(len(made.names), dtype=float) / 1000
    network = made.network(vector)
    assert network.arrays["w0"][:, 0] == pytest.approx(vector[:inputs], rel=1e-6), (
        "the first neuron's weights come first"
    )
    assert network.arrays["b0"] == pytest.approx(vector[3 * inputs : 3 * inputs + 3], rel=1e-6)
    draws = np.random.default_rng(2)
    vectors = draws.uniform(-1, 1, (3, len(made.names)))
    shares = population.play(game, made, vectors, ["random"], 10, 3)
    assert len({tuple(s.reshape(-1)) for s in shares}) == 3
    alone = duel(game, [made.agent(vectors[1]).agent, "random"], games=20, seed=3)
    assert alone.agents[0].score == pytest.approx(shares[1].mean())


def test_a_trained_network_is_a_file_that_plays(tmp_path: Path) -> None:
    config = EvolutionConfig("briscas", "net", network="actions", hidden=[2], activation="relu", **SMALL)
    champion = EvolutionTraining(config, tmp_path / "x").train()
    assert (tmp_path / "x" / "champion.npz").is_file() and champion["weights"] == {}
    game = tapete.load("briscas")
    by_folder = duel(game, [str(tmp_path / "x"), "random"], games=20, seed=1)
    by_json = duel(game, [str(tmp_path / "x" / "champion.json"), "random"], games=20, seed=1)
    assert by_folder.agents[0].score == by_json.agents[0].score
    assert json.loads((tmp_path / "x" / "champion.json").read_text())["configuration"]["hidden"] == [2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"network": "magic"}, "must be one of"),
        ({"network": "actions", "activation": "step"}, "must be one of"),
        ({"network": "actions", "hidden": [0]}, "widths"),
        ({"network": "actions", "encoder": "nothing"}, "encoder"),
        ({"network": "actions", "genes": ["w"]}, "leave --genes"),
        ({"network": "actions", "weight_span": 0.0}, "above 0"),
        ({"phases": [3, 1]}, "ascending"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(tmp_path: Path, settings: dict, words: str) -> None:
    with pytest.raises(tapete.TapeteError, match=words):
        EvolutionTraining(EvolutionConfig("briscas", "greedy", **SMALL, **settings), tmp_path / "x")
