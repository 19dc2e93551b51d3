"""Agents that crash, fork, or change what they are given affect only their own games."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import tapete
from tapete.arena.duel import duel
from tapete.arena.executors import check_shares
from tapete.arena.experiment import run_experiment
from tapete.arena.store import Store
from tapete.arena.tournament import plan_tournament, standings
from tapete.errors import BadAgent, BadOption, TapeteError
from tapete.kernel.cache import end_with_parent
from tapete.plugins import no_exit

linux_only = pytest.mark.skipif(os.name != "posix", reason="processes are forked")


def write(tmp_path: Path, body: str, name: str = "bad") -> str:
    path = tmp_path / f"{name}.py"
    path.write_text(body, encoding="utf-8")
    return f"{path}:Agent"


GOOD = "class Agent:\n    def act(self, view):\n        return view.legal()[0]\n"
PATCHES = (
    "from tapete.core.state import State\n"
    "class Agent:\n"
    "    def act(self, view):\n"
    "        State.returns = lambda self: [1.0, 0.0]\n"
    "        return view.legal()[0]\n"
)
FORKS = "import os\nclass Agent:\n    def act(self, view):\n        os.fork()\n        return view.legal()[0]\n"
ENDS_LATER = (
    "import os, threading\n"
    "class Agent:\n"
    "    def act(self, view):\n"
    "        threading.Timer(0.02, lambda: os._exit(3)).start()\n"
    "        return view.legal()[0]\n"
)
FAILS = "class Agent:\n    def act(self, view):\n        return self.choose([])\n    def choose(self, cards):\n        return cards[9]\n"


def test_a_game_given_to_an_agent_cannot_be_changed() -> None:
    game = tapete.load("briscas")
    with pytest.raises(AttributeError, match="cannot be changed"):
        game.seats = 1
    with pytest.raises(TypeError, match="cannot be changed"):
        game.options["players"] = 4
    game.encoded_options[:] = 99
    assert (game.encoded_options != 99).any()
    assert dict(game.options)["players"] == 2


@linux_only
def test_an_agent_that_patches_the_program_does_not_change_other_games(tmp_path: Path) -> None:
    specs = [write(tmp_path, GOOD, "good"), "heuristic", write(tmp_path, PATCHES, "patches")]

    def score(agents: list[str]) -> float:
        run = plan_tournament(
            tapete.load("briscas"), agents, games=10, seed=1, format="round-robin", clock=_clock(), clairvoyant=False
        )
        result = standings(run_experiment(run, on="processes", workers=1))
        table = result.as_dict()["table"]
        return table[0][1]

    assert score(specs) == score(specs[:2] + ["random"])


def _clock():
    from tapete.arena.clock import Clock

    return Clock()


@linux_only
def test_forked_copies_of_a_worker_do_not_change_the_result(tmp_path: Path) -> None:
    honest = duel(tapete.load("briscas"), [write(tmp_path, GOOD, "good"), "random"], games=2, seed=1, on="processes")
    game = tapete.load("briscas")
    body = FORKS.replace(
        "        os.fork()\n", "        if len(view.legal()) == 1 and os.fork() == 0:\n            pass\n"
    )
    forked = duel(game, [write(tmp_path, body, "forks"), "random"], games=2, seed=1, on="processes")
    assert [a.score for a in forked.agents] == [a.score for a in honest.agents]


@linux_only
def test_a_worker_that_an_agent_ends_later_is_not_its_opponents_fault(tmp_path: Path) -> None:
    slow = "heuristic"
    result = duel(tapete.load("briscas"), [write(tmp_path, ENDS_LATER, "ends"), slow], games=4, seed=1, on="processes")
    assert result.agents[1].faults == 0


LEAVES = "import os, sys\nclass Agent:\n    def __init__(self):\n        {how}\n    def act(self, view):\n        return view.legal()[0]\n"


@pytest.mark.parametrize("how", ["os._exit(0)", "sys.exit(0)", "raise SystemExit", "1 / 0"])
def test_an_agent_that_exits_while_it_is_created_is_refused(tmp_path: Path, how: str) -> None:
    spec = write(tmp_path, LEAVES.replace("{how}", how), "leaves")
    with pytest.raises(BadAgent, match="cannot be made: it raised"):
        duel(tapete.load("briscas"), [spec, "random"], games=2, seed=1)


@pytest.mark.parametrize("how", ["os._exit(0)", "sys.exit(0)"])
def test_an_agent_that_exits_while_its_file_is_loaded_is_refused(tmp_path: Path, how: str) -> None:
    spec = write(tmp_path, f"import os, sys\n{how}\n{GOOD}", "early")
    with pytest.raises(BadAgent, match=r"does not load \(SystemExit.*line 2"):
        duel(tapete.load("briscas"), [spec, "random"], games=2, seed=1)


@linux_only
def test_third_party_code_may_end_its_own_processes() -> None:
    with no_exit():
        child = os.fork()
        if child == 0:
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert os._exit.__name__ == "_exit"  # restored


def test_agents_created_in_two_threads_restore_os_exit() -> None:
    begun, ended = threading.Event(), threading.Event()

    def make() -> None:
        with no_exit():
            begun.set()
            ended.wait(10)

    other = threading.Thread(target=make)
    with no_exit():
        other.start()
        begun.wait(10)
    assert os._exit.__name__ != "_exit"  # the other thread is still inside
    ended.set()
    other.join()
    assert os._exit.__name__ == "_exit"


def test_the_whole_traceback_of_an_agent_is_kept_and_shown_once(tmp_path: Path, capsys) -> None:
    from tapete.cli.tables import print_duel

    store = Store(tmp_path / "kept.db")
    result = duel(tapete.load("briscas"), [write(tmp_path, FAILS, "fails"), "random"], games=4, store=store, on="local")
    notes = store.faults(1)
    store.close()
    assert len(notes) == 4
    for note in notes:
        lines = note.trace.splitlines()
        assert lines[0] == "Traceback (most recent call last):"
        assert lines[-1] == "IndexError: list index out of range"
        sources = [line.strip() for line in lines if "return" in line]
        assert sources == ["return self.choose([])", "return cards[9]"]
    print_duel(result, Console(width=100, markup=False))
    assert capsys.readouterr().out.count("Traceback") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the system must tell what memory is left")
def test_a_worker_cannot_take_more_memory_than_there_is() -> None:
    """It gets a MemoryError, which costs an agent its game, instead of being killed together with others."""
    code = (
        "import resource, sys; from tapete.arena.executors import limit_memory; limit_memory(float('inf'))\n"
        "limit = resource.getrlimit(resource.RLIMIT_DATA)[0]\n"
        "assert 0 < limit < 1 << 45, limit\n"
        "try:\n    import mmap; held = [mmap.mmap(-1, limit // 8, flags=mmap.MAP_PRIVATE) for _ in range(9)]\nexcept (MemoryError, OSError):\n    sys.exit(7)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7


def test_games_that_do_not_share_one_win_are_refused() -> None:
    class Batch:
        class games:
            returns = np.array([[1.0, 0.7]])

    class MatchJob:
        @staticmethod
        def table():
            return []

    with pytest.raises(TapeteError, match="do not sum to 1"):
        check_shares(Batch, MatchJob)  # type: ignore[arg-type]


def test_a_fault_names_the_line_that_raised_it(tmp_path: Path) -> None:
    result = duel(tapete.load("briscas"), [write(tmp_path, FAILS, "fails"), "random"], games=2, seed=1, on="local")
    fault = result.agents[0].first_fault
    assert "raised IndexError" in fault
    assert "fails.py, line 5, in choose: return cards[9]" in fault
    assert "called from fails.py, line 3, in act" in fault


@linux_only
def test_a_worker_ends_with_its_parent_even_in_machine_code() -> None:
    """A process that holds Python's lock in machine code is ended by the system when its parent exits."""
    reader, writer = os.pipe()
    middle = os.fork()
    if middle == 0:
        child = os.fork()
        if child == 0:
            end_with_parent()
            os.write(writer, str(os.getpid()).encode())
            while True:
                pow(3, 200_000)  # long calls without a chance for Python's signal handlers
        time.sleep(0.7)
        os._exit(0)
    pid = int(os.read(reader, 16))
    os.waitpid(middle, 0)
    for _ in range(50):
        if not _alive(pid):
            return
        time.sleep(0.1)
    os.kill(pid, 9)
    pytest.fail("the worker outlived its parent")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_refused_as_a_state(seed: int) -> None:
    game = tapete.load("briscas")
    chance = np.random.default_rng(seed)
    size = game.state_bytes + 8
    data = chance.integers(0, 256, size, dtype=np.uint8)
    data[8:10] = 0  # a seat that exists, not over
    with pytest.raises(BadOption, match="damaged or of another game"):
        game.from_bytes(data.tobytes())
    true = bytearray(game.deal(seed).to_bytes())
    true[int(chance.integers(0, size))] ^= 1 << int(chance.integers(0, 8))
    with pytest.raises(BadOption):
        game.from_bytes(bytes(true))
