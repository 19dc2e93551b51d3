"""Store: games are kept exactly, a killed run continues with the same result, and storing is cheap."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import tapete
from tapete.arena.clock import Clock
from tapete.arena.duel import duel
from tapete.arena.experiment import read_outcome
from tapete.arena.schedule import GameResults, Schedule
from tapete.arena.sprt import Sprt
from tapete.arena.store import Store, StoreError
from tapete.arena.store.packing import pack, unpack
from tapete.arena.tidy import export
from tapete.arena.tournament import plan_tournament, tournament


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_packing_keeps_every_value(data):
    count, seats = data.draw(st.integers(1, 20)), data.draw(st.integers(2, 4))
    shape = (count, seats)
    returns = data.draw(
        arrays.arrays(np.float64, shape, elements=st.sampled_from([0.0, 1.0, 0.5, 1 / 3, 0.25, 0.123456789]))
    )
    points = data.draw(arrays.arrays(np.float64, shape, elements=st.floats(-1e6, 1e6, allow_nan=False)))
    decisions = data.draw(arrays.arrays(np.int64, shape, elements=st.integers(0, 100_000)))
    faults = data.draw(arrays.arrays(np.int64, shape, elements=st.integers(0, 5)))
    deals = data.draw(arrays.arrays(np.int64, count, elements=st.integers(0, 10**12)))
    turns = data.draw(arrays.arrays(np.int64, count, elements=st.integers(0, 3)))
    seatings = np.zeros((4, seats), dtype=np.int64)
    actions = [np.arange(i % 3, dtype=np.int32) for i in range(count)]
    games = GameResults(
        Schedule(3, seatings, deals, turns), returns, points, decisions, faults, np.zeros(count), actions
    )
    again = unpack(pack(games), 3, seatings)
    for name in ("returns", "points", "decisions", "faults", "seconds"):
        before, after = getattr(games, name), getattr(again, name)
        assert before.dtype == after.dtype
        assert (before == after).all()
    assert (again.plan.deals == deals).all()
    assert (again.plan.seating == turns).all()
    assert [a.tolist() for a in again.actions] == [a.tolist() for a in actions]


def test_a_longer_tournament_continues_a_shorter_one(tmp_path):
    game = tapete.load("briscas", players=3)
    specs = ["random", "heuristic", "cheap-winner", "heuristic:as_coded=1"]
    with Store(tmp_path / "a.db") as store:
        short = tournament(game, specs, games=30, seed=4, store=store)
        longer = tournament(game, specs, games=90, seed=4, store=store)
        again = tournament(game, specs, games=30, seed=4, store=store)
    fresh = tournament(game, specs, games=90, seed=4)
    assert short.outcome.from_store == 0
    assert longer.outcome.from_store == short.outcome.games
    assert longer.outcome.played_now + longer.outcome.from_store == longer.outcome.games == fresh.outcome.games
    assert again.outcome.played_now == 0
    assert longer.as_dict()["table"] == fresh.as_dict()["table"]
    assert again.as_dict()["table"] == short.as_dict()["table"]


def test_a_read_leaves_out_games_that_another_process_stores_during_it(tmp_path, monkeypatch):
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        for games in (30, 60):
            tournament(game, ["random", "heuristic"], games=games, seed=4, store=store)
        match = store.matches(store.runs()[0].id)[0]
        (first, count), *later = store.held(match.id)
        assert later
        monkeypatch.setattr(store, "held", lambda number: [(first, count)])
        assert len(store.games(match, seed=4)) == count


def test_another_question_is_another_run(tmp_path):
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        tournament(game, ["random", "heuristic"], games=10, seed=1, store=store)
        other = tournament(game, ["random", "heuristic"], games=10, seed=2, store=store)
        assert other.outcome.from_store == 0
        assert [run.seed for run in store.runs()] == [1, 2]


COMMAND = [
    "tournament",
    "briscas",
    "ismcts:iterations=60",
    "heuristic",
    "random",
    "cheap-winner",
    "--games",
    "3000",
    "--seed",
    "11",
]


def command(store, *more):
    return [sys.executable, "-m", "tapete", *COMMAND, "--store", str(store), "--json", *more]


def games_by_match(path):
    with Store(path, write=False) as store:
        run = store.runs()[0]
        return [(m.agents, store.games(m, run.seed)) for m in store.matches(run.id)]


@pytest.mark.slow
def test_a_killed_tournament_continues_and_equals_an_undisturbed_one(tmp_path):
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    subprocess.run(command(whole), check=True, capture_output=True)
    kept = []
    for _ in range(2):
        process = subprocess.Popen(command(cut), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_games(cut, kept[-1] + 1 if kept else 1, process)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        kept.append(held(cut))
    finished = json.loads(subprocess.run(command(cut), check=True, capture_output=True, text=True).stdout)
    assert finished["games"] == 6 * 3000
    assert finished["from_store"] >= kept[-1] > 0
    assert finished["played_now"] == finished["games"] - finished["from_store"] > 0
    for (agents, expected), (same_agents, got) in zip(games_by_match(whole), games_by_match(cut), strict=True):
        assert agents == same_agents
        assert (expected.plan.deals == got.plan.deals).all()
        assert (expected.plan.seating == got.plan.seating).all()
        for name in ("returns", "points", "decisions", "faults"):
            assert (getattr(expected, name) == getattr(got, name)).all()


def held(path) -> int:
    try:
        with Store(path, write=False) as store:
            return sum(count for run in store.runs() for m in store.matches(run.id) for _, count in store.held(m.id))
    except StoreError:
        return 0


def wait_for_games(path, games, process):
    deadline = time.monotonic() + 120
    while held(path) < games and time.monotonic() < deadline:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.05)


@pytest.mark.slow
def test_two_processes_play_different_runs_of_one_store_but_not_the_same(tmp_path):
    path = tmp_path / "a.db"
    process = subprocess.Popen(command(path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_games(path, 1, process)
        same = subprocess.run(command(path), capture_output=True, text=True, check=False)
        other = tournament(tapete.load("briscas"), ["random", "heuristic"], games=10, seed=1, store=Store(path))
    finally:
        process.kill()
        process.wait()
    assert same.returncode == 2
    assert "another process is playing run 1" in same.stderr
    assert other.outcome.played_now == 10
    assert held(path) >= 11


def test_a_duel_in_a_store_goes_on_where_it_ended(tmp_path):
    game, specs = tapete.load("briscas"), ["heuristic", "random"]
    with Store(tmp_path / "a.db") as store:
        short = duel(game, specs, games=40, seed=3, store=store)
        longer = duel(game, specs, games=100, seed=3, store=store)
        test = duel(game, specs, games=10_000, seed=3, sprt=Sprt(0.5, 0.55), store=store)
        again = duel(game, specs, games=10_000, seed=3, sprt=Sprt(0.5, 0.55), store=store)
    assert (short.played_now, longer.played_now, longer.games) == (40, 60, 100)
    fresh = duel(game, specs, games=100, seed=3)
    assert fresh.played_now == 100
    assert [a.score for a in longer.agents] == [a.score for a in fresh.agents]
    unkept = duel(game, specs, games=10_000, seed=3, sprt=Sprt(0.5, 0.55))
    for judged in (test, again):
        assert judged.sprt == unkept.sprt
        assert (judged.played.returns == unkept.played.returns).all()
    assert again.played_now == 0


def test_a_kept_duel_keeps_its_moves_where_they_are_recorded(tmp_path):
    game, specs = tapete.load("briscas"), ["heuristic", "random"]
    with Store(tmp_path / "a.db") as store:
        duel(game, specs, games=2, seed=3, store=store, record=True)
        kept = duel(game, specs, games=4, seed=3, store=store, record=True)
    fresh = duel(game, specs, games=4, seed=3, record=True)
    assert kept.played_now == 2
    assert [actions.tolist() for actions in kept.played.actions] == [
        actions.tolist() for actions in fresh.played.actions
    ]


def test_a_file_that_is_not_a_store_is_refused(tmp_path):
    (tmp_path / "a.db").write_text("these are not the games you are looking for" * 100)
    with pytest.raises(StoreError):
        Store(tmp_path / "a.db")


def test_export_has_a_row_for_every_seat(tmp_path):
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        tournament(game, ["random", "heuristic"], games=10, seed=1, store=store)
        rows = export(store, store.runs(), tmp_path / "games.csv")
        lines = (tmp_path / "games.csv").read_text().splitlines()
        assert rows == 20 == len(lines) - 1
        assert {"run", "line", "match", "deal", "deal_seed", "seat", "agent", "result"} <= set(lines[0].split(","))
        pyarrow = pytest.importorskip("pyarrow.parquet")
        assert export(store, store.runs(), tmp_path / "games.parquet") == 20
        table = pyarrow.read_table(tmp_path / "games.parquet").to_pydict()
        by_game = np.array(table["result"]).reshape(10, 2)
        assert (by_game.sum(axis=1) == 1).all()
        with pytest.raises(StoreError):
            export(store, store.runs(), tmp_path / "games.xlsx")


def test_faults_and_their_texts_survive_in_the_store(tmp_path, cast):
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        tournament(game, ["raises", "random"], games=4, seed=1, store=store)
        outcome = read_outcome(store, store.runs()[0])
    assert len(outcome.faults) == 4
    assert {note.agent for note in outcome.faults} == {0}
    assert "no idea" in outcome.faults[0].text


@pytest.mark.slow
def test_a_million_games_are_kept_for_less_than_a_third_of_their_time(tmp_path):
    """CPU time of the writing thread against that of all games."""
    code = """
import json, resource, sys, time
import tapete
from tapete.arena.store import Store
from tapete.arena.tournament import tournament
game = tapete.load("briscas")
tournament(game, ["random", "heuristic"], games=1000)
if len(sys.argv) == 1:
    sys.exit()
spent = [0.0]
add = Store.add
def timed(self, *arguments):
    started = time.thread_time()
    add(self, *arguments)
    spent[0] += time.thread_time() - started
Store.add = timed
with Store(sys.argv[1]) as store:
    started = time.process_time()
    result = tournament(game, ["random", "heuristic"], games=1_000_000, store=store)
    total = time.process_time() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"games": result.outcome.games, "store": spent[0], "total": total, "megabytes": peak}))
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # compiles: that takes 150 MB, which games do not need
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "m.db")], check=True, capture_output=True, text=True
    )
    figures = json.loads(done.stdout)
    assert figures["games"] == 1_000_000
    assert figures["store"] < 0.3 * (figures["total"] - figures["store"])
    assert figures["megabytes"] < 500


def test_a_plan_grows_only_at_its_end():
    game = tapete.load("briscas", players=3)
    specs = ["random"] * 6
    short, longer = (
        plan_tournament(game, specs, games=n, seed=7, format="round-robin", clock=Clock(), clairvoyant=False)
        for n in (20, 60)
    )
    for a, b in zip(short.matches, longer.matches, strict=False):
        assert a.agents == b.agents
        assert (a.plan.deals == b.plan.deals[: len(a.plan)]).all()
        assert (a.plan.seating == b.plan.seating[: len(a.plan)]).all()
