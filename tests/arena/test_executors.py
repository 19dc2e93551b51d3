"""Executors: faulty agents end only their own games, and the results do not depend on where games are played."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

import tapete
from tapete.agents.errors import CRASH, EXCEPTION, ILLEGAL, TIME_OUT
from tapete.arena import clock as clocks
from tapete.arena import runner as matches
from tapete.arena.clock import Clock, SeatClock
from tapete.arena.executors import Chunk, Chunks, Processes, Status, Threads, Worker, WorkerLost
from tapete.arena.experiment import executor_for
from tapete.arena.match import play
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import mirrored
from tapete.arena.seating import seatings
from tapete.core.registry import game_names
from tapete.errors import BadOption


def games_of(specs, on, games=6, seed=5, clock=None, players=2):
    game = tapete.load("briscas", players=players)
    return play(game, specs, mirrored(seed, seatings(game, len(specs)), range(games)), on=on, clock=clock)


def same(a, b):
    return all(
        (getattr(a.games, name) == getattr(b.games, name)).all()
        for name in ("returns", "points", "decisions", "faults")
    )


def test_threads_and_processes_play_the_same_games():
    specs = ["ismcts:iterations=20", "heuristic"]
    assert same(games_of(specs, "local"), games_of(specs, "processes"))


def test_spawned_processes_play_the_same_games(monkeypatch, tmp_path):
    """Systems that cannot fork spawn workers, which load the game and the agents themselves."""
    (tmp_path / "first.py").write_text("class First:\n    def act(self, view):\n        return view.legal()[0]\n")
    specs = [f"{tmp_path}/first.py:First", "random"]
    forked = games_of(specs, "processes", games=2)
    monkeypatch.setattr("tapete.arena.executors.sys.platform", "darwin")
    assert same(games_of(specs, "processes", games=2), forked)


def test_python_and_native_loops_play_the_same_games():
    specs = ["ismcts:iterations=20", "random"]
    assert same(games_of(specs, "local"), games_of(specs, "local", clock=Clock(game=1000)))


def test_python_agents_play_the_same_in_threads_and_processes(cast):
    assert same(games_of(["first", "random"], "local"), games_of(["first", "random"], "processes"))


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("raises", EXCEPTION, "ValueError: no idea"),
        ("raises-at-the-start", EXCEPTION, "not today"),
        ("rubbish", ILLEGAL, "the ace, please"),
        ("illegal", ILLEGAL, "10000"),
        ("leaves", EXCEPTION, "SystemExit"),
        ("dies", CRASH, "exit code 7"),
        ("unspeakable", EXCEPTION, "its text cannot be shown"),
        ("raises-rubbish", EXCEPTION, "ValueError: [/b]"),
        ("too-long", ILLEGAL, "something of type int"),
        ("no-number", ILLEGAL, "something of type NoNumber"),
        ("rounded", ILLEGAL, ".9, which is not an action"),
        ("fails-to-end", EXCEPTION, "sore loser"),
    ],
)
def test_a_bad_agent_loses_its_games_and_the_run_ends(cast, name, kind, words):
    tally = games_of([name, "random"], "processes", games=3)
    assert len(tally.games) == 6
    mine = tally.games.plan.at_seats == 0
    assert (tally.games.faults[mine] == kind).all()
    assert (tally.games.faults[~mine] == 0).all()
    assert (tally.games.returns[mine] == 0).all()
    assert words in tally.fault_texts[0]
    assert len(tally.fault_texts[0]) <= 510
    assert tally.fault_texts[0].isprintable()
    assert tally.fault_texts[1] is None


@pytest.mark.parametrize("name", ["sleeps", "sleeps-at-the-end"])
def test_an_agent_that_sleeps_for_ever_is_stopped(cast, monkeypatch, name):
    monkeypatch.setattr(matches, "HANG_SECONDS", 1.0)
    tally = games_of([name, "first"], "processes", games=2)
    mine = tally.games.plan.at_seats == 0
    assert (tally.games.faults[mine] == TIME_OUT).all()
    assert (tally.games.returns[mine] == 0).all()
    assert "did not answer" in tally.fault_texts[0]
    assert clocks.HANG_SECONDS > 1


@pytest.mark.skipif("hearthstone" not in game_names(), reason="the game is not installed")
def test_a_hanging_agent_behind_an_opening_rule_loses_only_its_own_games(cast, monkeypatch):
    """In Hearthstone an opening rule answers the mulligan; the agent after it is still third-party code."""
    monkeypatch.setattr(matches, "HANG_SECONDS", 1.0)
    game = tapete.load("hearthstone")
    plan = mirrored(1, seatings(game, 2), range(1))
    tally = play(game, ["sleeps", "random"], plan, on="processes")
    mine = tally.games.plan.at_seats == 0
    assert (tally.games.faults[mine] == TIME_OUT).all()
    assert (tally.games.faults[~mine] == 0).all()
    assert "did not answer" in tally.fault_texts[0]
    undisturbed = play(game, ["first", "random"], plan)
    assert (undisturbed.games.faults == 0).all()


BEYOND = """
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.core.definition import BotSpec
from tapete.games.{game} import DEFINITION
from tapete.kernel import i8, kernel
from tapete.options import Option

State = DEFINITION.state


@kernel
def late(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    memory[1] += 1
    return n + i8(params[0]) if memory[1] > 3 else 0


LATE = BotSpec(late, "answers beyond the list", options=(Option("by", 0, "how far"),), memory=2, public=True)
"""


@pytest.mark.parametrize("by", [0, 5, 4_000_000_000])
def test_a_native_answer_beyond_the_legal_actions_is_a_fault_in_both_loops(tmp_path, by):
    (tmp_path / "beyond.py").write_text(BEYOND.format(game="briscas"))
    specs = [f"{tmp_path}/beyond.py:LATE:by={by}", "random"]
    for tally in (games_of(specs, "local", games=3), games_of(specs, "local", games=3, clock=Clock(game=1000))):
        mine = tally.games.plan.at_seats == 0
        assert (tally.games.faults[mine] == ILLEGAL).all()
        assert (tally.games.faults[~mine] == 0).all()
        assert (tally.games.decisions[mine] == 4).all()
        assert (tally.games.returns[mine] == 0).all()


@pytest.mark.parametrize("by", [0, 4_000_000_000])
def test_a_rollout_policy_that_answers_beyond_the_legal_actions_plays_at_random_instead(tmp_path, by):
    (tmp_path / "beyond.py").write_text(BEYOND.format(game="briscas"))
    tally = games_of([f"ismcts:iterations=30,rollout={tmp_path}/beyond.py:LATE/by={by}", "random"], "local", games=3)
    assert (tally.games.faults == 0).all()
    assert np.allclose(tally.games.returns.sum(axis=1), 1)


@pytest.mark.parametrize("on", ["local", "processes"])
@pytest.mark.parametrize(("clock", "most"), [(Clock(decision=0.2), 1), (Clock(turn=0.2), 1), (Clock(game=1.0), 3)])
def test_time_controls_are_enforced(cast, clock, most, on):
    """Every answer takes 0.4 s, which exceeds the budget at once or by the third answer of a game."""
    tally = games_of(["slow", "first"], on, games=1, clock=clock)
    mine = tally.games.plan.at_seats == 0
    assert (tally.games.faults[mine] == TIME_OUT).all()
    assert (tally.games.decisions[mine] <= most).all()
    assert (tally.games.returns[mine] == 0).all()


def test_a_budget_per_turn_starts_again_with_every_turn_and_one_per_game_does_not():
    seat = SeatClock(Clock(turn=1.0, game=5.0))
    assert seat.allowance(turn=1) == (1.0, "turn")
    seat.spend(0.7)
    assert seat.allowance(turn=1)[0] == pytest.approx(0.3)
    assert seat.allowance(turn=4) == (1.0, "turn")
    seat.spend(4.0)
    left, budget = seat.allowance(turn=7)
    assert budget == "game"
    assert left == pytest.approx(0.3)


def test_a_generous_clock_changes_nothing(cast):
    assert same(
        games_of(["first", "random"], "local", games=2),
        games_of(["first", "random"], "local", games=2, clock=Clock(turn=600)),
    )


def test_time_controls_stop_a_sleeper_after_their_budget(cast):
    started = time.perf_counter()
    tally = games_of(["sleeps", "first"], "processes", games=1, clock=Clock(decision=1.0))
    assert time.perf_counter() - started < 60  # two games of a tenth of a second, and starting their processes
    assert "within its time (1 s)" in tally.fault_texts[0]


def test_a_budget_must_be_positive():
    with pytest.raises(BadOption):
        Clock(decision=0)


def test_games_of_a_killed_worker_are_played_again_and_none_twice():
    """The worker is killed from outside in the middle of its games."""
    game = tapete.load("briscas")
    job = MatchJob(game, ["ismcts:iterations=300", "random"])
    plan = mirrored(9, seatings(game, 2), range(40))
    executor = Processes(2)
    chunks = Chunks([job], [(0, plan, np.arange(len(plan)))])
    seen: list[int] = []
    parts = {}
    killed = threading.Event()

    def kill_one_child():
        for child in [process for process in __import__("multiprocessing").active_children()][:1]:
            os.kill(child.pid, signal.SIGKILL)
        killed.set()

    for chunk, part in executor.run([job], chunks):
        seen += chunk.index.tolist()
        parts[int(chunk.index[0])] = part.games.returns
        if not killed.is_set():
            kill_one_child()
    assert sorted(seen) == list(range(len(plan)))
    undisturbed = {}
    for chunk, part in Threads(1).run([job], Chunks([job], [(0, plan, np.arange(len(plan)))])):
        undisturbed[int(chunk.index[0])] = part.games.returns
    joined = [np.concatenate([found[k] for k in sorted(found)]) for found in (parts, undisturbed)]
    assert (joined[0] == joined[1]).all()


def test_an_unknown_executor_is_refused():
    with pytest.raises(BadOption, match="--on"):
        games_of(["random", "random"], "moon")


def test_one_python_agent_among_native_ones_sends_all_games_to_processes(cast):
    game = tapete.load("briscas")
    jobs = [MatchJob(game, ["random", "heuristic"]), MatchJob(game, ["random", "sleeps"])]
    assert isinstance(executor_for(None, jobs), Processes)
    assert isinstance(executor_for(None, jobs[:1]), Threads)


def test_a_deadline_cleared_while_it_is_read_costs_no_game():
    """The worker may clear its deadline at any moment; the supervisor must not read a cleared one as expired."""
    game = tapete.load("briscas")
    job = MatchJob(game, ["random", "random"])
    plan = mirrored(1, seatings(game, 2), range(1)).part(0, 1)
    worker = Worker.__new__(Worker)
    words = [0.0] * (Status.FIRST + 2 * game.seats)
    worker.jobs, worker.status, worker.sent_at = [job], Status(words, game.seats), time.perf_counter()
    worker.chunk = Chunk(0, np.arange(1), plan)

    class Silent:
        def poll(self):
            return False

    class Alive:
        def is_alive(self):
            return True

        def kill(self):
            raise AssertionError("an innocent worker was stopped")

    worker.pipe, worker.process = Silent(), Alive()
    stop = threading.Event()

    def work():
        while not stop.is_set():
            worker.status.before_call(0, np.inf, [0, 0], [0.0, 0.0])
            worker.status.idle()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            assert worker.outcome() is None
    finally:
        stop.set()
        thread.join()

    class Fickle(Status):
        """Value that is set at the first read and cleared at the next: the worst case, made deterministic."""

        looks = 0

        @property
        def deadline(self):
            self.looks += 1
            return time.monotonic() + 60 if self.looks == 1 else 0.0

    worker.status = Fickle(words, game.seats)
    assert worker.outcome() is None


@pytest.mark.parametrize(
    ("stranger", "exit_code", "attempts", "blamed"),
    [(True, 3, 2, True), (True, 3, 0, False), (True, -signal.SIGKILL, 2, False), (False, 3, 2, False)],
)
def test_a_worker_that_keeps_dying_forfeits_for_the_third_party_agent(
    tmp_path, stranger: bool, exit_code: int, attempts: int, blamed: bool
):
    """A thread of a third-party agent may end it at any moment: other workers try first, then the agent forfeits the game."""
    file = tmp_path / "ends.py"
    file.write_text("class Agent:\n    def act(self, view):\n        return view.legal()[0]\n")
    game = tapete.load("briscas")
    job = MatchJob(game, [f"{file}:Agent" if stranger else "heuristic", "random"])
    worker = Worker.__new__(Worker)
    worker.jobs, worker.sent_at = [job], time.perf_counter()
    worker.status = Status([0.0] * (Status.FIRST + 2 * game.seats), game.seats)
    plan = mirrored(1, seatings(game, 2), range(1)).part(1, 2)
    worker.chunk = Chunk(0, np.arange(1), plan, attempts=attempts)

    class Silent:
        def poll(self):
            return False

    class Ended:
        exitcode = exit_code

        def is_alive(self):
            return False

        def join(self):
            pass

    worker.pipe, worker.process = Silent(), Ended()
    found = worker.outcome()
    assert isinstance(found, WorkerLost) is not blamed
    if blamed:
        seat = plan.at_seats[0].tolist().index(0)
        assert found[0].games.faults[0, seat] == CRASH and found[0].games.returns[0, seat] == 0.0
