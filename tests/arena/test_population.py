"""A population plays the games that duels of its members would play."""

from __future__ import annotations

import numpy as np
import pytest

import tapete
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.match import play
from tapete.arena.plan import mirrored
from tapete.arena.seating import seatings
from tapete.errors import BadOption


@pytest.fixture(scope="module")
def briscas() -> tapete.Game:
    return tapete.load("briscas")


def duel_shares(game, specs, deals, seed):
    """The first agent's share of (deal, seating) in ordinary games."""
    turns = seatings(game, len(specs))
    games = play(game, specs, mirrored(seed, turns, range(deals))).games
    held = games.plan.at_seats == 0
    return (games.returns * held).sum(axis=1).reshape(deals, len(turns))


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


def test_results_do_not_depend_on_workers_or_company(briscas: tapete.Game, monkeypatch) -> None:
    tuned = tunable("greedy", briscas)
    vectors = np.random.default_rng(3).uniform(tuned.low, tuned.high, (7, len(tuned.names)))
    whole = population.play(briscas, tuned, vectors, ["heuristic"], 5, seed=6, workers=2)
    monkeypatch.setattr(population, "CALL_GAMES", 15)
    assert (whole == population.play(briscas, tuned, vectors, ["heuristic"], 5, seed=6, workers=1)).all()
    assert (whole[3] == population.play(briscas, tuned, vectors[3:4], ["heuristic"], 5, seed=6)[0]).all()


def test_what_cannot_be_tuned_gets_a_sentence(briscas: tapete.Game) -> None:
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
    with pytest.raises(BadOption, match="not there"):
        population.play_among(briscas, tuned, tuned.start[None], [(0, 1)], 1)
