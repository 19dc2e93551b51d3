"""Regression tests of results: partners, stored studies and sweeps, marks, par, times, tables of three and more."""

from __future__ import annotations

import csv
import io
import itertools
import json
import time
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from command import tapete_command
from rich.console import Console

import tapete
from tapete.arena import timing
from tapete.arena.duel import duel, matches_won, partnership_table, summarise
from tapete.arena.experiment import read_outcome
from tapete.arena.results import compare, read_result
from tapete.arena.schedule import GameResults, Schedule
from tapete.arena.seating import seatings
from tapete.arena.store import Store
from tapete.arena.sweep import sweep
from tapete.arena.tidy import export
from tapete.arena.tournament import finished_ahead, tournament
from tapete.cli.app import console
from tapete.cli.tables import print_sweep, print_tournament
from tapete.studies.study import Figure, Line, Study, Total, read_study, run_study

PAIRS = {"players": 4}


def command(*arguments: str) -> str:
    return tapete_command(*arguments, check=True).stdout


# Pairs


def games_of(game, winners, points):
    """Return one deal in all six seatings; `winners` are sides, `points` those of side 0."""
    table = np.array(seatings(game, 4))
    plan = Schedule(0, table, np.zeros(6, dtype=np.int64), np.arange(6))
    side = np.array(game.sides)
    returns = np.array([np.where(side == winner, 0.5, 0.0) for winner in winners])
    scores = np.array([np.where(side == 0, value, 120 - value) for value in points], dtype=float)
    none = np.zeros((6, 4), dtype=np.int64)
    return GameResults(plan, returns, scores, none, none, np.zeros(6))


def test_four_agents_in_pairs_have_all_partners_on_both_sides():
    table = seatings(tapete.load("briscas", **PAIRS), 4)
    assert len(table) == len(set(table)) == 6
    partners = Counter(frozenset((row[seat], row[seat + 2])) for row in table for seat in (0, 1))
    assert partners == {frozenset(pair): 2 for pair in itertools.combinations(range(4), 2)}
    on_first_side = Counter(agent for row in table for agent in (row[0], row[2]))
    assert set(on_first_side.values()) == {3}
    for seat in range(4):
        assert set(Counter(row[seat] for row in table).values()) <= {1, 2}


def test_a_partners_win_counts_for_the_agent():
    """Agent 0 wins with any partner; one partnership ties at 60."""
    game = tapete.load("briscas", **PAIRS)
    table = seatings(game, 4)
    winners = [0 if 0 in (row[0], row[2]) else 1 for row in table]
    played = games_of(game, winners, [80 if winner == 0 else 40 for winner in winners])
    results = summarise(game, list("abcd"), played)
    assert (results[0].wins, results[0].draws, results[0].losses) == (6, 0, 0)
    assert results[0].point_difference == 40
    assert results[0].score == results[0].par * 2 == 0.5
    for other in results[1:]:
        assert (other.wins, other.draws, other.losses) == (2, 0, 4)
        assert other.point_difference == pytest.approx(-40 / 3)
        assert other.score == pytest.approx(1 / 6)
    assert results[0].ci95[1] <= 0.5  # an agent gets at most its part of the side's share
    assert matches_won(played, 4, 2, game.sides) == [3, 1, 1, 1]
    partners = {entry.agents: (entry.games, entry.wins, entry.score) for entry in partnership_table(game, played)}
    assert partners[(0, 1)] == (2, 2, 1.0)
    assert partners[(2, 3)] == (2, 0, 0.0)
    assert len(partners) == 6


def test_strengths_of_partners_can_be_separated():
    """One good agent among three random ones: only it scores above par, and every partnership with it leads."""
    result = duel(tapete.load("briscas", **PAIRS), ["cheap-winner", "random", "random", "random"], games=1200, seed=3)
    assert result.games == 1200
    assert result.agents[0].ci95[0] > 0.25 > max(agent.ci95[1] for agent in result.agents[1:])
    assert result.agents[0].wins + result.agents[0].draws + result.agents[0].losses == 1200
    assert result.agents[0].wins > result.agents[0].losses
    with_him = [entry.score for entry in result.partnerships if 0 in entry.agents]
    assert min(with_him) > max(entry.score for entry in result.partnerships if 0 not in entry.agents)


def test_the_command_counts_matches_and_partners_by_side():
    shown = json.loads(
        command("duel", "briscas", "heuristic", "random", "heuristic", "random", "-o", "players=4", "--games", "60",
                "--match", "2", "--json")
    )  # fmt: skip
    assert sum(shown["matches"]["won"]) > 0
    assert shown["matches"]["won"][0] > shown["matches"]["won"][1]
    assert len(shown["partnerships"]) == 6


# Stored studies and sweeps


def two_rules() -> Study:
    """Return a study of one pair of agents under two rules, with a published figure for one of them."""
    return Study(
        "two rules",
        "nobody",
        "briscas",
        [
            Line("forty cards", ("heuristic", "random"), (Figure(0.8, 100, source="table 7"),)),
            Line("thesis engine", ("heuristic", "random"), (Figure(None),), {"thesis_engine": 1}),
        ],
        quick=60,
        name="briscas/two-rules",
        totals=[Total("both", (("forty cards", 0), ("thesis engine", 0)), Figure(None))],
    )


def test_a_stored_study_comes_back_line_by_line_with_what_was_published(tmp_path):
    with Store(tmp_path / "s.db") as store:
        played = run_study(two_rules(), store=store)
        again = read_study(read_result(store, store.runs()[0]))
    assert [row.as_dict() for row in again.rows] == [row.as_dict() for row in played.rows]
    assert [row.label for row in again.rows] == ["forty cards", "thesis engine", "both"]
    assert again.rows[0].published == 0.8
    assert again.rows[0].source == "table 7"
    assert again.rows[0].ours != again.rows[1].ours  # lines under other rules are not pooled


@pytest.mark.slow
def test_the_command_shows_a_stored_study_and_a_stored_sweep_as_what_they_are(tmp_path):
    path = tmp_path / "s.db"
    with Store(path) as store:
        run_study(two_rules(), store=store)
        sweep(tapete.load("briscas"), "ismcts:c={0.5,1},iterations={5,10}", ["random"], games=10, store=store)
        duel(tapete.load("briscas"), ["heuristic", "random"], games=10, store=store)
    study, swept, duelled = (json.loads(command("results", n, "--store", str(path), "--json")) for n in "123")
    assert [row["line"] for row in study["rows"]] == ["forty cards", "thesis engine", "both"]
    assert swept["axes"] == ["c", "iterations"]
    assert len(swept["trials"]) == 4
    assert [agent["spec"] for agent in duelled["agents"]] == ["heuristic", "random"]


def test_a_bayesian_sweep_is_one_sweep_in_the_store_too(tmp_path):
    game = tapete.load("briscas")
    with Store(tmp_path / "s.db") as store:
        played = sweep(game, "ismcts:iterations={1..30}", ["random"], games=4, search="bayes", trials=7, store=store)
        again = read_result(store, store.runs()[-1])
    assert len(store_specs := [trial.spec for trial in again.trials]) == len(played.trials)
    assert store_specs == [trial.spec for trial in played.trials]


def test_runs_of_studies_are_compared_line_by_line(tmp_path):
    with Store(tmp_path / "s.db") as store:
        for seed in (1, 2):
            run_study(two_rules(), seed=seed, store=store)
        shown = [read_study(read_result(store, run)) for run in store.runs()]
    data = compare(shown)
    assert [agent["spec"] for agent in data["agents"]][:2] == [
        "forty cards: heuristic, wins",
        "thesis engine: heuristic, wins",
    ]


def test_an_export_has_a_column_for_the_line_and_for_every_option(tmp_path):
    with Store(tmp_path / "s.db") as store:
        run_study(two_rules(), store=store)
        sweep(tapete.load("briscas"), "thesis-mcts:c={0.5,1},iterations={5,10}", ["random"], games=4, store=store)
        for rows in ("games", "seats", "settings"):
            export(store, store.runs(), tmp_path / f"{rows}.csv", rows)
    tables = {
        rows: list(csv.DictReader((tmp_path / f"{rows}.csv").read_text().splitlines()))
        for rows in ("games", "seats", "settings")
    }
    games = tables["games"]
    assert len(games) == 60 + 60 + 4 * 4
    assert Counter((row["line"], row["option.thesis_engine"]) for row in games) == {
        ("forty cards", "0"): 60,
        ("thesis engine", "1"): 60,
        ("", "0"): 16,
    }
    swept = [row for row in games if row["kind"] == "sweep" and row["agent0"] != "random"]
    assert Counter((row["c0"], row["iterations0"]) for row in swept) == {
        (c, n): 2 for c in ("0.5", "1") for n in ("5", "10")
    }
    assert {row["sees_everything0"] for row in swept} == {"1"}
    assert all(float(row["result0"]) + float(row["result1"]) == 1 for row in games)
    told = {"turns", "seconds", "end", "winner", "decisions", "points0", "points1", "actions.play0", "actions.play1"}
    assert told <= set(games[0])
    assert len(tables["seats"]) == 2 * len(games)
    setting = next(row for row in tables["settings"] if row["agent"] == "thesis-mcts:c=0.5,iterations=10")
    assert (setting["agent.c"], setting["agent.iterations"], setting["games"]) == ("0.5", "10", "4")
    assert {"wins", "score_low", "points_mean", "points_quartile1", "seconds_deviation", "ms"} <= set(setting)


def test_a_total_over_lines_that_share_their_deals_is_not_too_certain():
    """Four lines of equal games are worth one; treated as independent, the interval would be half as wide."""
    lines = [Line(f"line {i}", ("heuristic", "cheap-winner"), (Figure(None),)) for i in range(4)]
    study = Study("t", "s", "briscas", lines, quick=400, name="briscas/same",
                  totals=[Total("all", tuple((line.label, 0) for line in lines), Figure(None))])  # fmt: skip
    *each, total = run_study(study).rows
    assert total.ours == pytest.approx(each[0].ours)
    assert total.ci95 == pytest.approx(each[0].ci95)


# Marks, par


def test_a_sweep_marks_clairvoyant_agents_and_shows_par(capsys):
    game = tapete.load("briscas", players=3)
    result = sweep(game, "thesis-mcts:iterations={2,3}", ["random"], games=3)
    assert all(trial.clairvoyant for trial in result.trials)
    assert result.as_dict()["par"] == pytest.approx(1 / 3)
    print_sweep(result, console())
    shown = capsys.readouterr().out
    assert min(shown.count("sees"), shown.count("everything")) >= 2  # broken into lines where the table is narrow
    assert "par 0.33" in shown


# Times


class Slow:
    """Computes for a millisecond and sleeps for four."""

    def act(self, view):
        until = time.thread_time() + 0.001
        while time.thread_time() < until:
            pass
        time.sleep(0.004)
        return view.legal()[0]


def test_times_are_processor_time_and_wall_time_apart():
    result = duel(tapete.load("briscas"), [Slow(), Slow()], games=2)
    took = result.agents[0].thinking
    assert 0.9 < took.ms < 3.0
    assert took.wall > 4.5
    assert took.decisions == 40
    assert took.deviation < took.ms


def test_which_decisions_are_timed_follows_from_the_deals_not_from_chunks(monkeypatch):
    game = tapete.load("briscas")
    counts = []
    for workers in (1, 2):
        played = duel(game, ["ismcts:iterations=20", "heuristic"], games=60, seed=4, workers=workers)
        counts.append([agent.thinking.decisions for agent in played.agents])
    assert counts[0] == counts[1]
    search, rule = counts[0]
    decisions = 60 * 20
    assert search == pytest.approx(decisions / timing.COSTLY_EVERY, rel=0.25)
    assert 0 < rule == pytest.approx(decisions / timing.CHEAP_EVERY, rel=0.75)


def test_equal_searches_are_reported_with_equal_times():
    """The same search under four names: differences are noise, and the spread shows how much."""
    result = sweep(
        tapete.load("briscas"), "ismcts:c={0.5,0.6,0.7,0.8},iterations={100}", ["random"], games=40, workers=1
    )
    times = [trial.thinking.ms for trial in result.trials]
    assert max(times) < 2 * min(times)


def test_a_ranking_adds_up_the_times_of_its_matches():
    result = tournament(tapete.load("briscas"), ["random", "ismcts:iterations=30", "cheap-winner"], games=20)
    for number, standing in enumerate(result.standings):
        rows = [m.times[m.agents.index(number)] for m in result.outcome.matches if number in m.agents]
        assert standing.thinking == timing.thinking(np.sum(rows, axis=0))
    assert result.standings[1].thinking.ms > result.standings[2].thinking.ms > 0


def test_iterations_are_counted_where_time_is_the_budget():
    result = duel(tapete.load("briscas"), ["ismcts:ms=2", "random"], games=2)
    assert result.agents[0].thinking.iterations > 10
    assert not result.reproducible


# Three and more at a table


def test_who_finished_ahead_is_decided_by_result_then_by_points():
    game = tapete.load("briscas", players=3)
    plan = Schedule(0, np.array([[0, 1, 2]]), np.arange(4), np.zeros(4, dtype=np.int64))
    returns = np.array([[1.0, 0, 0], [1.0, 0, 0], [0.5, 0.5, 0], [0, 0, 1.0]])
    points = np.array(
        [[60.0, 40, 20], [70, 20, 30], [50, 50, 20], [50, 60, 10]]
    )  # in the last game seat 2 wins by faults
    faults = np.array([[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 1, 0]])
    games = GameResults(plan, returns, points, faults * 0, faults, np.zeros(4))
    match = SimpleNamespace(game=game, agents=(0, 1, 2), games=games)
    table = finished_ahead(3, SimpleNamespace(matches=[match]))
    assert table[0][1].score == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert table[1][2].score == pytest.approx((1 + 0 + 1 + 0) / 4)
    assert table[2][1].score == pytest.approx(1 - table[1][2].score)
    assert table[0][0] is None


def test_the_cross_table_of_one_table_of_three_repeats_no_row():
    result = tournament(tapete.load("briscas", players=3), ["cheap-winner", "heuristic", "random"], games=300, seed=2)
    first = [cell.score for cell in result.compared[0] if cell]
    assert len(set(first)) == 2  # it is ahead of random more often than of the heuristic
    assert first[1] > first[0] > 0.5
    assert {cell.par for row in result.compared for cell in row if cell} == {0.5}
    pairs = tournament(tapete.load("briscas"), ["cheap-winner", "heuristic", "random"], games=20)
    assert pairs.ahead is None


def test_a_stored_run_keeps_what_it_must_be_shown_with(tmp_path):
    with Store(tmp_path / "s.db") as store:
        played = tournament(
            tapete.load("briscas", players=3), ["cheap-winner", "heuristic", "random"], games=30, store=store,
            labels=["Cheap", "Rules", "Chance"],
        )  # fmt: skip
        outcome = read_outcome(store, store.runs()[0])
    assert [outcome.name(i) for i in range(3)] == ["Cheap", "Rules", "Chance"]
    assert (outcome.matches[0].games.turns == played.outcome.matches[0].games.turns).all()
    assert (outcome.matches[0].games.turns > 0).all()
    assert outcome.matches[0].times == pytest.approx(played.outcome.matches[0].times, rel=1e-6)


@pytest.mark.parametrize("width", [80, 100, 140])
def test_no_number_of_a_table_is_cut_on_a_narrow_terminal(width):
    result = tournament(tapete.load("briscas"), ["ismcts:iterations=3,c=0.7,reward=points", "cheap-winner"], games=10)
    out = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    print_tournament(result, out, statistics=False)
    shown = out.file.getvalue()
    assert "…" not in shown
    for standing in result.standings:
        assert f"{standing.score:.3f} [{standing.ci95[0]:.3f}, {standing.ci95[1]:.3f}]" in shown
    assert ("faults" in shown) == (width == 140)
