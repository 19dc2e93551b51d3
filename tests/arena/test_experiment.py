"""Experiments: agents are created once, series are played in order, all sinks receive the same games."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents import registry
from tapete.arena.clock import Clock
from tapete.arena.duel import duel
from tapete.arena.executors import Chunks, Processes, Threads
from tapete.arena.experiment import Experiment, Match, MemorySink, read_outcome, run_experiment
from tapete.arena.records import played_again, records_of_outcome
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import mirrored
from tapete.arena.seating import seatings
from tapete.arena.sprt import Sprt
from tapete.arena.store import Store
from tapete.arena.sweep import sweep
from tapete.arena.tournament import tournament
from tapete.errors import BadOption

REMEMBERS = """
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.core.definition import BotSpec
from tapete.kernel import GameState, i8, kernel


@kernel
def next_place(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    memory[1] += 1
    return (memory[1] * 2654435761 >> 7) % n


GOES_ON = BotSpec(next_place, "counts its decisions over all games", memory=2, kept=1, public=True,
                 in_order=lambda options: True)
FORGETS = BotSpec(next_place, "counts its decisions in a game", memory=2, public=True)


class Diligent:
    in_order = True

    def __init__(self):
        self.asked = 0

    def act(self, view):
        self.asked += 1
        legal = view.legal()
        return legal[(self.asked * 2654435761 >> 7) % len(legal)]
"""
COUNTED = """
import os


class Counted:
    def __init__(self):
        with open({path!r}, "a") as out:
            print(os.getpid(), file=out)

    def act(self, view):
        return view.legal()[0]
"""


@pytest.fixture
def remembers(tmp_path: Path) -> str:
    (tmp_path / "remembers.py").write_text(REMEMBERS)
    return f"{tmp_path}/remembers.py"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Count how often each spec is created in this process."""
    counted: Counter = Counter()
    make = registry.make_agent

    def count(spec, game):
        counted[spec] += 1
        return make(spec, game)

    monkeypatch.setattr(registry, "make_agent", count)
    return counted


# Agents are created once


def test_native_agents_are_created_once_for_a_whole_run(made: Counter, tmp_path: Path) -> None:
    game = tapete.load("briscas")
    duel(game, ["heuristic", "ismcts:iterations=5"], games=40, seed=1)
    assert dict(made) == {"heuristic": 1, "ismcts:iterations=5": 1}
    made.clear()
    duel(game, ["heuristic", "random"], games=4000, seed=1, sprt=Sprt(0.4, 0.6))
    assert dict(made) == {"heuristic": 1, "random": 1}
    for sink in (None, Store(tmp_path / "a.db")):
        made.clear()
        tournament(game, ["random", "heuristic", "cheap-winner", "greedy"], games=10, store=sink)
        assert set(made.values()) == {1}
        assert len(made) == 4
    made.clear()
    sweep(game, "ismcts:iterations={1,2,3}", ["random", "heuristic"], games=4)
    assert set(made.values()) == {1}


def test_python_agents_are_created_once_in_every_process(tmp_path: Path) -> None:
    file, log = tmp_path / "counted.py", tmp_path / "log"
    file.write_text(COUNTED.format(path=str(log)))
    game = tapete.load("briscas")
    tournament(game, [f"{file}:Counted", "random", "heuristic"], games=20, on="processes", workers=2)
    made = Counter(log.read_text().split())
    assert made.pop(str(os.getpid())) == 1
    assert 1 <= len(made) <= 2
    assert set(made.values()) == {1}


def test_one_agent_at_several_seats_is_several_agents(tmp_path: Path) -> None:
    file, log = tmp_path / "counted.py", tmp_path / "log"
    file.write_text(COUNTED.format(path=str(log)))
    game = tapete.load("briscas", players=3)
    duel(game, ["random", f"{file}:Counted"], games=9, on="local", workers=1)
    assert len(log.read_text().split()) == 2
    log.unlink()
    duel(tapete.load("briscas"), [f"{file}:Counted", f"{file}:Counted"], games=4, on="local", workers=1)
    assert len(log.read_text().split()) == 2


# Matches of agents that remember


def games_of(result) -> list[np.ndarray]:
    return [match.games.points for match in result.outcome.matches]


@pytest.mark.parametrize("name", ["GOES_ON", "Diligent"])
def test_series_do_not_depend_on_the_executor_or_on_other_matches(
    remembers: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tapete.load("briscas")
    specs = [f"{remembers}:{name}", "random", "heuristic", "cheap-winner", "greedy", "ismcts:iterations=3"]
    monkeypatch.setattr("tapete.arena.executors.CHUNK_SECONDS", 0.001)
    alone = games_of(tournament(game, specs, games=60, seed=3, on="local", workers=1))
    for on, workers in (("local", 2), ("local", 4), ("processes", 2)):
        found = games_of(tournament(game, specs, games=60, seed=3, on=on, workers=workers))
        assert all((a == b).all() for a, b in zip(alone, found, strict=True)), (on, workers)
    by_itself = duel(game, [specs[0], "random"], games=60, seed=3)
    assert (by_itself.played.points == alone[0]).all()
    backwards = duel(game, [specs[0], "random"], games=30, seed=3)
    assert (backwards.played.points == alone[0][:30]).all()


def test_games_of_agents_that_remember_differ_from_those_of_agents_that_do_not(remembers: str) -> None:
    """Otherwise the test above would prove nothing."""
    game = tapete.load("briscas")
    goes_on, forgets = (
        duel(game, [f"{remembers}:{name}", "random"], games=20, seed=3).played.points for name in ("GOES_ON", "FORGETS")
    )
    assert (goes_on[0] == forgets[0]).all()
    assert (goes_on != forgets).any()


def test_both_loops_remember_alike(remembers: str) -> None:
    game = tapete.load("briscas")
    specs = [f"{remembers}:GOES_ON", "random"]
    native = duel(game, specs, games=20, seed=3)
    python = duel(game, specs, games=20, seed=3, clock=Clock(game=1e6), on="local")
    assert (native.played.points == python.played.points).all()


def jobs_and_work(remembers: str, games: int = 12) -> tuple[list[MatchJob], list]:
    game = tapete.load("briscas")
    plan = mirrored(1, seatings(game, 2), range(games // 2))
    specs = [["random", "heuristic"], [f"{remembers}:GOES_ON", "random"], ["greedy", "random"]]
    jobs = [MatchJob(game, pair) for pair in specs]
    return jobs, [(number, plan, np.arange(games)) for number in range(len(jobs))]


def test_one_worker_plays_a_match_in_order_while_another_plays_the_others(remembers: str) -> None:
    jobs, work = jobs_and_work(remembers)
    chunks = Chunks(jobs, work)
    order: dict[str, list[tuple[int, int]]] = {"a": [], "b": []}
    while True:
        taken = {worker: chunks.take(worker) for worker in ("a", "b")}
        for worker, chunk in taken.items():
            if chunk is not None:
                order[worker].append((chunk.job, int(chunk.index[0])))
        if not any(taken.values()):
            break
    assert order["a"][:12] == [(1, i) for i in range(12)]  # first, because no other worker can share it
    assert [entry for entry in order["b"] if entry[0] == 1] == []
    assert sorted(order["a"][12:] + order["b"]) == [(job, i) for job in (0, 2) for i in range(12)]


def test_a_series_whose_worker_is_lost_continues_with_its_memory(remembers: str) -> None:
    jobs, work = jobs_and_work(remembers)
    chunks = Chunks(jobs, work)
    for _ in range(5):
        lost = chunks.take("a")
    assert lost is not None
    chunks.hand_over("a", lost)
    again = chunks.take("b")
    assert (again.job, again.index.tolist()) == (1, [4])
    assert again.before is not None
    assert len(again.before) == 4
    following = chunks.take("b")
    assert (following.job, following.index.tolist(), following.before) == (1, [5], None)
    assert chunks.take("a").job == 0


def test_a_killed_worker_costs_agents_that_remember_nothing(remembers: str) -> None:
    game = tapete.load("briscas")
    job = MatchJob(game, [f"{remembers}:Diligent", "random"])
    plan = mirrored(9, seatings(game, 2), range(30))
    killed = []

    def points(executor, disturb: bool) -> np.ndarray:
        parts = {}
        for chunk, part in executor.run([job], Chunks([job], [(0, plan, np.arange(len(plan)))])):
            assert int(chunk.index[0]) not in parts
            parts[int(chunk.index[0])] = part.games.points
            if disturb and len(parts) == 20 and not killed:
                killed.append(multiprocessing.active_children()[0].pid)
                os.kill(killed[0], signal.SIGKILL)
        return np.concatenate([parts[k] for k in sorted(parts)])

    undisturbed = points(Threads(1), disturb=False)
    assert (points(Processes(2), disturb=True) == undisturbed).all()
    assert killed


# Sinks


def small_run(games: int = 10, **more) -> Experiment:
    game = tapete.load("briscas")
    plan = mirrored(4, seatings(game, 2), range(games // 2))
    return Experiment("test", "a small run", game, ["heuristic", "random"], 4, [Match(game, (0, 1), plan)], **more)


def test_memory_and_store_hold_the_same_and_both_go_on(tmp_path: Path) -> None:
    memory = MemorySink()
    with Store(tmp_path / "a.db") as store:
        for sink in (memory, store):
            short = run_experiment(small_run(10), sink)
            longer = run_experiment(small_run(30), sink)
            again = run_experiment(small_run(10), sink)
            assert (short.played_now, short.from_store) == (10, 0)
            assert (longer.played_now, longer.from_store, longer.games) == (20, 10, 30)
            assert (again.played_now, again.from_store, again.games) == (0, 10, 10)
            fresh = run_experiment(small_run(30))
            for name in ("returns", "points", "decisions", "faults"):
                one, other = (getattr(found.matches[0].games, name) for found in (longer, fresh))
                assert (one == other).all()
            assert (again.matches[0].games.points == short.matches[0].games.points).all()


def test_a_store_takes_no_objects_and_keeps_the_actions_of_recorded_games(tmp_path: Path) -> None:
    class First:
        def act(self, view):
            return view.legal()[0]

    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        with pytest.raises(BadOption, match="objects"):
            duel(game, [First(), "random"], games=2, store=store)
        played = run_experiment(small_run(record=True), store)
        kept = read_outcome(store, store.runs()[0])
        plain = run_experiment(small_run(), store)
        again = played_again(plain)
    for outcome in (kept, again):
        for match, same in zip(played.matches, outcome.matches, strict=True):
            assert [a.tolist() for a in match.games.actions] == [a.tolist() for a in same.games.actions]
    records = list(records_of_outcome(kept))
    assert len(records) == played.games
    assert list(records[0].states())[-1].over


def test_a_run_with_a_clock_is_not_reproducible_and_says_so() -> None:
    game = tapete.load("briscas")
    assert duel(game, ["heuristic", "random"], games=2).reproducible
    assert not duel(game, ["heuristic", "random"], games=2, clock=Clock(decision=5)).reproducible
    assert not duel(game, ["ismcts:ms=1", "random"], games=2).reproducible
    assert not tournament(game, ["heuristic", "random"], games=2, clock=Clock(game=50)).outcome.reproducible


def test_progress_counts_every_game_once(tmp_path: Path) -> None:
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:
        for _ in range(2):
            shown: list[int] = []
            result = duel(
                game, ["heuristic", "random"], games=2000, sprt=Sprt(0.5, 0.55), store=store, progress=shown.append
            )
            assert sum(shown) >= result.games
            assert sum(shown) <= 2000
            assert min(shown) > 0


def test_workers_are_given_the_whole_path_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may run in another folder. Its job names the file by its whole path, and it creates its own agents."""
    (tmp_path / "counted.py").write_text(COUNTED.format(path=str(tmp_path / "log")))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    job = MatchJob(tapete.load("briscas"), ["counted.py:Counted", "random"])
    mine = job.table()
    monkeypatch.chdir(tmp_path / "elsewhere")
    sent = pickle.loads(pickle.dumps([job, job]))
    theirs = sent[0].table()
    assert theirs[0].spec == f"{tmp_path}/counted.py:Counted"
    assert theirs[0] is not mine[0]
    assert sent[1].agents is sent[0].agents
    assert len((tmp_path / "log").read_text().split()) == 2
