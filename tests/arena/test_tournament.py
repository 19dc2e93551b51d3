"""Tournaments: pairings, ratings, intervals and messages."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import numpy as np
import pytest
from command import tapete_command
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete.arena import runner as matches
from tapete.arena.duel import duel
from tapete.arena.ratings import TableResults, fit_ratings
from tapete.arena.schedule import Schedule, mirrored
from tapete.arena.statistics import chance_of, cluster_interval, holm, mean_interval
from tapete.arena.tournament import draw_tables, tournament
from tapete.errors import BadOption


def test_a_pairing_is_the_duel_of_the_same_seed():
    game = tapete.load("briscas")
    specs = ["random", "heuristic", "cheap-winner"]
    result = tournament(game, specs, games=200, seed=3)
    alone = duel(game, ["heuristic", "cheap-winner"], games=200, seed=3)
    assert result.cells[1][2].score == alone.agents[0].score
    assert result.cells[1][2].ci95 == pytest.approx(alone.agents[0].ci95)
    assert result.cells[2][1].score == pytest.approx(1 - alone.agents[0].score)


def test_the_better_agents_come_first():
    result = tournament(tapete.load("briscas"), ["random", "cheap-winner", "heuristic"], games=600)
    assert [standing.rank for standing in result.standings] == [3, 1, 2]
    assert result.standings[1].rating_ci95[0] > result.standings[0].rating_ci95[1]
    assert np.mean([standing.rating for standing in result.standings]) == pytest.approx(1500)
    assert "3 comparisons" in result.note


def test_a_gauntlet_only_plays_the_first_against_the_others():
    result = tournament(tapete.load("briscas"), ["random", "cheap-winner", "heuristic"], games=10, format="gauntlet")
    assert result.outcome.games == 20
    assert result.cells[1][2] is None
    assert result.as_dict()["table"][0][0] is None


@pytest.mark.parametrize(("agents", "sides"), [(4, 3), (5, 4), (8, 4), (40, 4)])
def test_all_meet_equally_often(agents, sides):
    met: Counter = Counter()
    draws = list(itertools.islice(draw_tables(agents, sides, 1, "round-robin"), 40 * agents))
    for table in draws:
        assert len(set(table)) == sides
        met.update(itertools.combinations(sorted(table), 2))
    pairs = agents * (agents - 1) // 2
    assert len(met) == pairs
    mean = sum(met.values()) / pairs
    assert max(met.values()) - min(met.values()) <= max(3, 0.35 * mean)


def test_every_agent_gets_its_games_and_every_seat_at_larger_tables():
    game = tapete.load("briscas", players=3)
    result = tournament(game, ["random", "heuristic", "cheap-winner", "random"], games=60)
    assert all(standing.games >= 60 for standing in result.standings)
    seats: Counter = Counter()
    for match in result.outcome.matches:
        seating = np.array(match.agents)[match.games.plan.at_seats]
        for seat in range(3):
            seats.update((int(agent), seat) for agent in seating[:, seat])
    for agent in range(4):
        assert len({seats[agent, seat] for seat in range(3)}) == 1


def test_two_agents_at_a_table_of_three_are_alone_in_turn():
    game = tapete.load("briscas", players=3)
    result = tournament(game, ["heuristic", "random"], games=60)
    assert result.standings[0].par == pytest.approx(0.5)
    assert result.standings[0].rank == 1


def test_bad_agents_lose_the_tournament_ends_and_the_table_says_so(cast, monkeypatch):
    monkeypatch.setattr(matches, "HANG_SECONDS", 1.0)
    result = tournament(tapete.load("briscas"), ["first", "random", "raises", "rubbish", "sleeps"], games=4)
    by_spec = {standing.spec: standing for standing in result.standings}
    assert {by_spec["first"].rank, by_spec["random"].rank} == {1, 2}
    assert by_spec["first"].faults == by_spec["random"].faults == 0
    assert result.outcome.games == 40
    assert sum(standing.faults for standing in result.standings) == 36
    assert set(by_spec["sleeps"].fault_kinds) == {"time-out"}
    assert set(by_spec["raises"].fault_kinds) == {"exception"}
    assert "no idea" in by_spec["raises"].first_fault


def one_game_a_deal(games: int) -> Schedule:
    return mirrored(0, [(0, 1)], range(games))


def test_ratings_recover_known_strengths():
    """Three agents whose Elo differences are 100 each, 4,000 simulated games per pair: standard error about 6."""
    generator = np.random.default_rng(5)
    truth = [1600, 1500, 1400]
    tables = []
    for a, b in itertools.combinations(range(3), 2):
        chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
        won = (generator.random(4000) < chance).astype(float)
        tables.append(TableResults((a, b), np.ones(2), np.stack([won, 1 - won], 1), one_game_a_deal(4000)))
    for rating, expected in zip(fit_ratings(3, tables), truth, strict=True):
        assert abs(rating.value - expected) < 25
        assert rating.ci95[0] - 10 < expected < rating.ci95[1] + 10
        assert 10 < rating.ci95[1] - rating.ci95[0] < 40


def test_ratings_of_an_agent_that_always_wins_are_finite():
    shares = np.tile([1.0, 0.0], (10, 1))
    best, worst = fit_ratings(2, [TableResults((0, 1), np.ones(2), shares, one_game_a_deal(10))])
    assert 1500 < best.value < 3000
    assert best.ci95[1] > best.value > worst.value


def test_intervals_by_cluster_agree_with_means_of_deals():
    generator = np.random.default_rng(1)
    pairs = generator.choice([0.0, 0.5, 1.0], size=(300, 2))
    mean, interval, error = cluster_interval(pairs.sum(axis=1), np.full(300, 2))
    assert mean == pytest.approx(pairs.mean())
    assert interval == pytest.approx(mean_interval(pairs.mean(axis=1)))
    assert error == pytest.approx(pairs.mean(axis=1).std(ddof=1) / 300**0.5)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=1, max_size=40), st.sampled_from([0.25, 0.5]))
def test_the_p_value_of_par_agrees_with_the_interval(sums, par):
    """No comparison may stay significant among many if its own interval contains par."""
    counts = np.full(len(sums), 2)
    _, (low, high), _ = cluster_interval(np.array(sums), counts)
    chance = chance_of(par, np.array(sums), counts)
    if abs(chance - 0.05) > 1e-9:
        assert (chance < 0.05) == (not low <= par <= high)


def test_holm_keeps_only_jointly_significant_results():
    assert holm([0.001, 0.04, 0.03, 0.5]) == [True, False, False, False]
    assert holm([0.01, 0.02]) == [True, True]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random"], "at least two agents"),
        (["random", "missing"], "unknown agent 'missing'"),
        (["random", "random", "--games", "0"], "--games"),
        (["random", "random", "--format", "knock-out"], "--format"),
        (["random", "random", "--on", "moon"], "--on"),
        (["random", "random", "--store", "/nowhere/at/all.db"], "no such folder"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments, words):
    done = tapete_command("tournament", "briscas", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_json_has_what_scripts_rely_on():
    done = tapete_command("tournament", "briscas", "random", "heuristic", "--games", "10", "--json", check=True)
    data = json.loads(done.stdout)
    assert {"game", "games", "played_now", "from_store", "agents", "table"} <= set(data)
    assert {"spec", "games", "score", "ci95", "rating", "faults"} <= set(data["agents"][0])
    assert data["games"] == data["played_now"] == 10
    assert data["table"][0][1] == data["agents"][0]["score"]


def test_a_tournament_needs_a_format_that_exists():
    with pytest.raises(BadOption):
        tournament(tapete.load("briscas"), ["random", "random"], format="swiss")
