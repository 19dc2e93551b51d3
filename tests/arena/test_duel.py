"""Duels: seating, scores, intervals, faults, and the same result however games are run."""

from __future__ import annotations

import numpy as np
import pytest

import tapete
from tapete.arena.duel import duel, matches_won
from tapete.arena.schedule import deal_seeds
from tapete.arena.seating import load_for, seatings
from tapete.arena.statistics import mean_interval


class Wrapped:
    """Wraps the agent of a spec in a plain Python object, so that the Python loop plays it."""

    def __init__(self, spec: str) -> None:
        self.inner = tapete.agent(spec)
        self.name = spec

    def reset(self, seed: int) -> None:
        self.inner.reset(seed)

    def act(self, view: tapete.View) -> int | None:
        return self.inner.act(view)


@pytest.mark.parametrize("spec", ["heuristic", "cheap-winner", "greedy", "ismcts:iterations=30"])
def test_the_native_and_the_python_loop_play_the_same_games(spec: str) -> None:
    game = tapete.load("briscas")
    native = duel(game, [spec, "random"], games=12, seed=3, record=True)
    python = duel(game, [Wrapped(spec), Wrapped("random")], games=12, seed=3, record=True)
    assert [a.tolist() for a in native.played.actions] == [a.tolist() for a in python.played.actions]
    assert (native.played.returns == python.played.returns).all()


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    game = tapete.load("briscas", players=3)
    results = [duel(game, ["random", "heuristic", "cheap-winner"], games=3000, seed=5, workers=n) for n in (1, 2, 5)]
    assert all((r.played.returns == results[0].played.returns).all() for r in results)


def test_agents_have_every_seat_equally_often() -> None:
    assert seatings(tapete.load("briscas"), 2) == [(0, 1), (1, 0)]
    assert seatings(tapete.load("briscas", players=3), 3) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert seatings(tapete.load("briscas", players=3), 2) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert seatings(tapete.load("briscas", players=4), 2) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    with pytest.raises(tapete.BadOption, match="takes 2 or 4 agents, not 3"):
        seatings(tapete.load("briscas", players=4), 3)
    assert load_for("briscas", 3, {}).seats == 3
    assert load_for("briscas", 2, {"players": 3}).seats == 3


def test_scores_are_shares_of_the_returns() -> None:
    pairs = duel(tapete.load("briscas", players=4), ["cheap-winner", "random"], games=2000, seed=1)
    assert [agent.par for agent in pairs.agents] == [0.5, 0.5]
    assert sum(agent.score for agent in pairs.agents) == pytest.approx(1)
    alone = duel(tapete.load("briscas", players=3), ["cheap-winner", "random"], games=1000, seed=1)
    assert alone.games == 1002
    assert [agent.par for agent in alone.agents] == pytest.approx([1 / 3, 2 / 3])
    agent = alone.agents[0]
    assert agent.wins + agent.draws + agent.losses == alone.games
    assert agent.score == pytest.approx(np.mean(agent.seat_scores))


@pytest.mark.parametrize(
    ("specs", "low", "high"),
    [  # docs/rules/briscas_agents.md, section 3.4; a standard error of 20,000 games is about 0.003
        (["heuristic:as_coded=1", "random"], 0.83, 0.87),
        (["heuristic:as_coded=1,aggressive=1", "random"], 0.64, 0.67),
        (["heuristic", "random"], 0.81, 0.84),
        (["cheap-winner", "random"], 0.86, 0.90),
        (["heuristic", "heuristic:as_coded=1"], 0.68, 0.72),
        (["cheap-winner", "heuristic"], 0.625, 0.66),
        (["cheap-winner", "heuristic:as_coded=1"], 0.76, 0.80),
        (["random", "random"], 0.49, 0.51),
        (["greedy", "random"], 0.75, 1.0),
    ],
    ids=str,
)
def test_rule_bots_are_as_strong_as_measured_elsewhere(specs: list[str], low: float, high: float) -> None:
    result = duel(tapete.load("briscas"), specs, games=20_000, seed=11)
    assert low <= result.agents[0].score <= high


def test_the_first_player_has_a_small_advantage() -> None:
    result = duel(tapete.load("briscas", first_player="0"), ["random", "random"], games=20_000, seed=2)
    assert 0.52 <= result.agents[0].seat_scores[0] <= 0.545


def test_a_fair_search_is_strong_and_not_too_strong() -> None:
    result = duel(tapete.load("briscas"), ["ismcts:iterations=500", "random"], games=600, seed=4)
    assert 0.88 <= result.agents[0].score <= 0.97  # 0.90 to 0.96 over 2,000 games; above 0.97 hidden cards are seen


def test_an_interval_contains_the_mean_and_shrinks_with_the_deals() -> None:
    few, many = mean_interval([0.5, 1.0] * 5), mean_interval([0.5, 1.0] * 500)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    low, high = mean_interval([1.0] * 10)
    assert high == 1.0
    assert 0.6 < low < 0.9
    assert mean_interval([0.5] * 10)[0] < 0.5 < mean_interval([0.5] * 10)[1]


def test_intervals_cover_the_truth_at_their_confidence() -> None:
    generator = np.random.default_rng(1)
    covered = 0
    for _ in range(400):  # pairs whose two games share the deal's luck
        luck = generator.random(60)
        games = (generator.random((2, 60)) < np.stack([0.3 + 0.6 * luck, 0.9 - 0.6 * luck])).mean(axis=0)
        low, high = mean_interval(games)
        covered += low <= 0.6 <= high
    assert 0.92 <= covered / 400 <= 0.985  # 0.95, three standard errors of 0.011


class Raises:
    name = "raises"

    def act(self, view: tapete.View) -> int:
        raise RuntimeError("lost my cards")


class Cheats:
    name = "cheats"

    def act(self, view: tapete.View) -> int:
        return next(card for card in range(40) if card not in view.legal())


class Babbles:
    name = "babbles"

    def act(self, view: tapete.View) -> str:
        return "the ace"


@pytest.mark.parametrize(
    ("agent", "said"), [(Raises(), "lost my cards"), (Cheats(), "not legal"), (Babbles(), "not an action")]
)
def test_a_hostile_agent_loses_its_games_and_is_named(agent: object, said: str) -> None:
    result = duel(tapete.load("briscas"), [agent, "random"], games=6, seed=1)
    assert result.agents[0].score == 0
    assert result.agents[0].faults == result.games == 6
    assert said in result.agents[0].first_fault


def test_a_fault_in_pairs_costs_the_side() -> None:
    result = duel(tapete.load("briscas", players=4), [Raises(), "random"], games=4, seed=1)
    assert result.agents[1].score == 1


def test_matches_to_three_are_counted_from_the_games_in_order() -> None:
    result = duel(tapete.load("briscas", first_player="alternate"), ["cheap-winner", "random"], games=400, seed=1)
    won = matches_won(result.played, 2, 3)
    assert won[0] > 90
    assert won[1] < 5
    assert matches_won(result.played, 2, 1) == [result.agents[0].wins, result.agents[1].wins]


def test_first_players_alternate_with_the_deals_of_a_run() -> None:
    game = tapete.load("briscas", players=3, first_player="alternate")
    seeds = deal_seeds(game, 5, np.arange(9))
    assert [int(game.deal(int(seed)).record["first_player"]) for seed in seeds] == [0, 1, 2] * 3
