"""Populations play the same games as duels of their members."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.arena.seating import seatings
from tapete.core.definition import BotSpec, Weights
from tapete.core.game import Game
from tapete.core.registry import definition, game_names
from tapete.errors import BadOption
from tapete.games.briscas.rules import State
from tapete.kernel import f8, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in
from tapete.options import Option
from tapete.plugins import load_file


@pytest.fixture(scope="module")
def briscas() -> tapete.Game:
    return tapete.load("briscas")


def duel_shares(game, specs, deals, seed):
    """Return the first agent's share of each (deal, seating) in ordinary games."""
    table = seatings(game, len(specs))
    games = play(game, specs, mirrored(seed, table, range(deals))).games
    held = games.plan.at_seats == 0
    return (games.returns * held).sum(axis=1).reshape(deals, len(table))


def inline(vector) -> str:
    return "/".join(repr(float(x)) for x in vector)


def test_every_vector_plays_as_a_duel_of_that_agent_would(briscas: tapete.Game) -> None:
    tuned = tunable("greedy", briscas)
    draws = np.random.default_rng(1)
    vectors = draws.uniform(tuned.low, tuned.high, (5, len(tuned.names)))
    shares = population.play(briscas, tuned, vectors, ["cheap-winner"], 6, seed=9)
    assert shares.shape == (5, 6, 2)
    for vector, share in zip(vectors, shares, strict=True):
        expected = duel_shares(briscas, [f"greedy:weights={inline(vector)}", "cheap-winner"], 6, 9)
        assert (share == expected).all()


def test_the_start_of_a_tunable_is_the_agent_itself(briscas: tapete.Game) -> None:
    for spec in ("greedy", "ismcts:iterations=20,rollout_depth=0"):
        tuned = tunable(spec, briscas)
        share = population.play(briscas, tuned, tuned.start[None], ["random"], 4, seed=2)[0]
        assert (share == duel_shares(briscas, [spec, "random"], 4, 2)).all()


def test_settings_of_a_search_can_be_genes(briscas: tapete.Game) -> None:
    tuned = tunable("ismcts:iterations=40,rollout_depth=2", briscas, ["c", "rollout_depth", "points"])
    assert tuned.names == ("c", "rollout_depth", "points")
    vector = np.array([0.2, 4.3, 1.0])
    share = population.play(briscas, tuned, vector[None], ["random"], 4, seed=3)[0]
    expected = duel_shares(briscas, ["ismcts:iterations=40,c=0.2,rollout_depth=4", "random"], 4, 3)
    assert (share == expected).all()


def test_vectors_meet_each_other_as_duels_would(briscas: tapete.Game) -> None:
    tuned = tunable("greedy", briscas)
    vectors = np.random.default_rng(2).uniform(tuned.low, tuned.high, (3, len(tuned.names)))
    pairs = [(0, 1), (2, 0), (1, 2)]
    shares = population.play_among(briscas, tuned, vectors, pairs, 4, seed=5)
    for (one, other), share in zip(pairs, shares, strict=True):
        specs = [f"greedy:weights={inline(vectors[i])}" for i in (one, other)]
        assert (share == duel_shares(briscas, specs, 4, 5)).all()


def test_a_table_of_three_is_the_vector_alone_against_copies_or_against_each_its_own(briscas: tapete.Game) -> None:
    game = tapete.load("briscas", players=3)
    tuned = tunable("greedy", game)
    alone = population.play(game, tuned, tuned.start[None], ["random"], 3, seed=4)[0]
    assert (alone == duel_shares(game, ["greedy", "random"], 3, 4)).all()
    mixed = population.play(game, tuned, tuned.start[None], ["random", "heuristic"], 3, seed=4)[0]
    assert (mixed == duel_shares(game, ["greedy", "random", "heuristic"], 3, 4)).all()


def test_results_do_not_depend_on_workers_or_other_vectors(briscas: tapete.Game, monkeypatch) -> None:
    tuned = tunable("greedy", briscas)
    vectors = np.random.default_rng(3).uniform(tuned.low, tuned.high, (7, len(tuned.names)))
    whole = population.play(briscas, tuned, vectors, ["heuristic"], 5, seed=6, workers=2)
    monkeypatch.setattr(population, "CALL_SECONDS", 1e-5)
    assert (whole == population.play(briscas, tuned, vectors, ["heuristic"], 5, seed=6, workers=1)).all()
    assert (whole[3] == population.play(briscas, tuned, vectors[3:4], ["heuristic"], 5, seed=6)[0]).all()


def test_copies_of_one_vector_get_the_same_and_one_vector_uses_all_cores(briscas: tapete.Game) -> None:
    """Work is split across vectors and deals, so one vector with many deals uses all cores too."""
    tuned = tunable("greedy", briscas)
    copies = population.play(briscas, tuned, np.tile(tuned.start, (50, 1)), ["heuristic"], 10, seed=6)
    assert (copies == copies[0]).all()
    alone = population.play(briscas, tuned, tuned.start[None], ["heuristic"], 400, seed=6, workers=2)
    assert (alone[0] == duel_shares(briscas, ["greedy", "heuristic"], 400, 6)).all()
    later = population.play(briscas, tuned, tuned.start[None], ["heuristic"], range(390, 400), seed=6)
    assert (later[0] == alone[0, 390:]).all()
    assert population.play(briscas, tuned, tuned.start[None][:0], ["heuristic"], 3).shape == (0, 3, 2)
    opponent = make_agent("heuristic", briscas)
    again = population.play(briscas, tuned, tuned.start[None], [opponent], range(390, 400), seed=6)
    assert (again == later).all()


@kernel
def first_tricks(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play the first turns at random, with its own generator."""
    return -1 if i8(state.turn) >= i8(params[0]) else below_in(memory, 0, n)


def test_a_rule_for_first_decisions_is_part_of_every_vector() -> None:
    rule = BotSpec(first_tricks, "plays the first turns", options=(Option("turns", 4, "how many", low=0),), public=True)
    game = Game(replace(definition("briscas"), opening=rule), {})
    for spec in ("greedy:turns=6", "ismcts:iterations=20,rollout_depth=2,turns=6"):
        tuned = tunable(spec, game, None if "greedy" in spec else ["c", "points"])
        vector = tuned.start + (0.0 if "greedy" in spec else 0.25)
        share = population.play(game, tuned, vector[None], ["random"], 6, seed=3)[0]
        named = (
            spec if "greedy" in spec else f"{spec},c={float(vector[0])!r},weights={inline([vector[1], 0.7, 3, 0.5, 1])}"
        )
        assert (share == duel_shares(game, [named, "random"], 6, 3)).all()
        other = duel_shares(game, [named.replace("turns=6", "turns=0"), "random"], 6, 3)
        assert (share != other).any()


@kernel
def by_weight(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play the card with the largest weight."""
    best, most = 0, -1e300
    for i in range(n):
        worth = params[1 + actions[i] % 2] * f8(actions[i])
        if worth > most:
            best, most = i, worth
    return best


def test_a_policy_with_weights_is_tunable_with_default_bounds() -> None:
    policy = BotSpec(
        by_weight,
        "weighs cards",
        params=lambda game, options: [7.0, 1.5, -2.0],
        public=True,
        weights=Weights(("odd", "even"), 1),
    )
    game = Game(replace(definition("briscas"), bots={"weigher": policy}), {})
    tuned = tunable("weigher", game)
    assert tuned.names == ("odd", "even")
    assert tuned.start.tolist() == [1.5, -2.0]
    assert (tuned.low.tolist(), tuned.high.tolist()) == ([-4.0, -4.0], [4.0, 4.0])
    assert tuned.policy(np.array([3.0, 4.0])).params.tolist() == [7.0, 3.0, 4.0]
    own = replace(policy, weights=Weights(("odd", "even"), 1, {"odd": (0.0, 3.0), "even": (-3.0, 0.0)}))
    bounded = tunable("weigher", Game(replace(definition("briscas"), bots={"weigher": own}), {}))
    assert bounded.high.tolist() == [3.0, 0.0]
    evaluation = replace(game.evaluation(), bounds=dict.fromkeys(game.evaluation().weights, (-9.0, 9.0)))
    other = Game(replace(definition("briscas"), evaluations={"default": evaluation}), {})
    assert set(tunable("greedy", other).high) == {9.0}


@pytest.mark.slow
@pytest.mark.skipif("tribute" not in game_names(), reason="the game is not installed")
def test_a_population_plays_as_fast_as_a_match_of_as_many_games() -> None:
    """The bound is nine tenths (benchmarks/population.py); here on fewer games and a machine that may be busy, eight."""
    benchmark = load_file(str(Path(__file__).parents[2] / "benchmarks" / "population.py"))
    found = benchmark.measured(repeats=3, copies=200)
    assert found["different"] == 1
    assert found["ratio"] > 0.8


def test_an_agent_that_cannot_be_tuned_is_refused_with_a_clear_error(briscas: tapete.Game) -> None:
    for spec, words in (("random", "no weights"), ("ismcts:ms=10", "natively")):
        with pytest.raises(BadOption, match=words):
            tunable(spec, briscas)
    with pytest.raises(BadOption, match=r"no gene 'pionts'; did you mean 'points'"):
        tunable("greedy", briscas, ["pionts"])
    tuned = tunable("greedy", briscas)
    with pytest.raises(BadOption, match="1 opponents sit"):
        population.play(briscas, tuned, tuned.start[None], ["random", "random"], 1)
    with pytest.raises(BadOption, match="5 genes"):
        tuned.policy(np.zeros(4))
    with pytest.raises(BadOption, match="does not run natively"):
        population.play(briscas, tuned, tuned.start[None], ["ismcts:ms=5"], 1)
    with pytest.raises(BadOption, match="does not exist"):
        population.play_among(briscas, tuned, tuned.start[None], [(0, 1)], 1)
