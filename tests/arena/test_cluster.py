"""The same tournament on a Ray cluster of two nodes gives the same games; a lost node costs time, not games."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest

import tapete
from tapete.arena.tournament import tournament

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.slow  # starting a cluster takes a quarter of a minute

BOTS = """
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.core.definition import BotSpec
from tapete.kernel import GameState, i8, kernel


@kernel
def next_place(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    memory[1] += 1
    return (memory[1] * 2654435761 >> 7) % n


GOES_ON = BotSpec(next_place, "counts its decisions over all games", memory=2, kept=1, public=True,
                 in_order=lambda options: True)


class First:
    def act(self, view):
        return view.legal()[0]
"""
SPECS = ["ismcts:iterations=40", "heuristic", "random"]


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    found.add_node(num_cpus=1)
    ray.init(address=found.address, log_to_driver=False, logging_level="ERROR")
    yield found
    ray.shutdown()
    found.shutdown()


def equal(a, b):
    for one, two in zip(a.outcome.matches, b.outcome.matches, strict=True):
        for name in ("returns", "points", "decisions", "faults"):
            if not (getattr(one.games, name) == getattr(two.games, name)).all():
                return False
    return a.as_dict()["table"] == b.as_dict()["table"]


def test_local_and_ray_give_identical_results(cluster):
    game = tapete.load("briscas")
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    assert equal(tournament(game, SPECS, games=300, seed=8), tournament(game, SPECS, games=300, seed=8, on="ray"))


def workers_of_this_test() -> list[int]:
    """Return the processes that play for this test: descendants named after the actor."""
    parents = {}
    players = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if (entry / "cmdline").read_bytes().startswith(b"ray::Croupier"):
                    players.append(int(entry.name))

    def mine(pid):
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [pid for pid in players if mine(pid)]


LONG = {"specs": ["ismcts:iterations=150", "heuristic"], "games": 1000, "seed": 9}


def test_a_killed_workers_games_are_played_again_and_none_twice(cluster):
    killed = []

    def after_some_games(done):
        if not killed and len(workers_of_this_test()) == 2:
            killed.append(workers_of_this_test()[0])
            os.kill(killed[0], signal.SIGKILL)

    game = tapete.load("briscas")
    disturbed = tournament(game, **LONG, on="ray", progress=after_some_games)
    assert killed
    assert disturbed.outcome.games == LONG["games"]
    assert equal(tournament(game, **LONG), disturbed)


def test_an_agent_with_a_clock_that_sleeps_is_stopped_on_the_cluster_too(cluster):
    """A search with a time budget plays in Python. Its games end when it exceeds the time control."""
    from tapete.arena.clock import Clock

    result = tournament(
        tapete.load("briscas"), ["ismcts:ms=400,iterations=0", "random"], games=4, on="ray", clock=Clock(decision=0.1)
    )
    assert result.standings[0].fault_kinds == {"time-out": 4}


def test_agents_in_files_and_agents_that_remember_play_the_same_on_the_cluster(cluster, tmp_path, monkeypatch):
    """The path is relative to this process, and a worker of the cluster runs in another folder."""
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    game, specs = tapete.load("briscas"), ["bots.py:First", "./bots.py:GOES_ON", "heuristic"]
    here = tournament(game, specs, games=40, seed=3, on="local", workers=1)
    assert equal(here, tournament(game, specs, games=40, seed=3, on="ray"))


def test_a_lost_node_costs_time_and_not_games(cluster):
    """This test is last because it removes one of the two nodes."""
    removed = []

    def after_some_games(done):
        if not removed:
            removed.append(sorted(cluster.list_all_nodes(), key=lambda node: node.head)[0])
            cluster.remove_node(removed[0], allow_graceful=False)

    game = tapete.load("briscas")
    disturbed = tournament(game, **LONG, on="ray", progress=after_some_games)
    assert removed
    assert equal(tournament(game, **LONG), disturbed)
