"""Signals at random moments: what was finished is kept, no process is left, and the same command goes on as if undisturbed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

AGENT = "class Agent:\n    def act(self, view):\n        return view.legal()[-1]\n"
STARTED = "import sys; from tapete.cli import main; print('started', file=sys.stderr, flush=True); main()"
RUNS = {
    "tournament": ["tournament", "briscas", "random", "heuristic", "cheap-winner", "--games", "6000"],
    "tournament of a Python agent": ["tournament", "briscas", "./own.py:Agent", "random", "heuristic", "--games", "60"],
    "sweep": ["sweep", "briscas", "heuristic:aggressive={false,true}", "--against", "cheap-winner", "--games", "4000"],
    "study": ["study", "briscas/rule-bots", "--scale", "quick"],
}
CLOCKS = {"seconds", "played_now", "from_store", "thinking", "ms_per_decision", "run", "games_per_second"}


def stable(value: Any) -> Any:
    """A result without what clocks and the store say."""
    if isinstance(value, dict):
        return {name: stable(item) for name, item in value.items() if name not in CLOCKS}
    return [stable(item) for item in value] if isinstance(value, list) else value


class Attacked:
    """A command in a folder of its own, by whose mark all its processes are known."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.call = folder, [*RUNS[name], "--json"]
        self.mark = uuid.uuid4().hex
        (folder / "own.py").write_text(AGENT)

    def arguments(self, store: str) -> dict[str, Any]:
        return {
            "cwd": self.folder,
            "env": {**os.environ, "TAPETE_ATTACK": self.mark, "TAPETE_STORE": str(self.folder / store)},
        }

    def disturbed(self, attack: Callable[[subprocess.Popen], None]) -> str:
        """Start it and attack it; what it said."""
        command = [sys.executable, "-c", STARTED, *self.call]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **self.arguments("attacked.db")
        )
        assert process.stderr is not None
        while process.stderr.readline() not in ("started\n", ""):
            pass  # what Python says while it starts is not ours
        attack(process)
        _, said = process.communicate(timeout=120)
        return said

    def result(self, store: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "tapete", *self.call]
        run = subprocess.run(command, capture_output=True, text=True, check=False, **self.arguments(store))
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    def left(self) -> list[int]:
        """Its processes that are still there."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                state = (place / "stat").read_text().rsplit(")", 1)[1].split()[0]
                if state != "Z" and self.mark.encode() in (place / "environ").read_bytes():
                    found.append(int(place.name))
            except OSError:
                continue
        return found

    def kept(self) -> int:
        """Games in the store."""
        import sqlite3

        path = self.folder / "attacked.db"
        if not path.exists():
            return 0
        with sqlite3.connect(path) as db:
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
            return db.execute("SELECT coalesce(sum(games), 0) FROM batch").fetchone()[0] if "batch" in tables else 0


KINDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
IN_SHORT = ("tournament", signal.SIGINT)
CASES = [
    pytest.param(name, kind, id=f"{name}-{kind.name}", marks=() if (name, kind) == IN_SHORT else pytest.mark.slow)
    for name in RUNS
    for kind in KINDS
]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_run_stopped_at_any_moment_goes_on_and_ends_as_if_undisturbed(
    name: str, kind: signal.Signals, tmp_path: Path
) -> None:
    chance = random.Random(f"{name} {kind}")
    attacked = Attacked(tmp_path, name)

    def stop(process: subprocess.Popen) -> None:
        time.sleep(chance.uniform(0.2, 2.5))
        process.send_signal(kind)

    for _ in range(2):
        assert "Traceback" not in attacked.disturbed(stop)
        deadline = time.monotonic() + 10
        while attacked.left() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not attacked.left(), "a process was left behind"
    kept = attacked.kept()
    again, undisturbed = attacked.result("attacked.db"), attacked.result("other.db")
    assert again["from_store"] == kept, "a finished game was lost"
    assert stable(again) == stable(undisturbed)


@pytest.mark.slow
def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    attacked = Attacked(tmp_path, "tournament of a Python agent")

    def kill_workers(process: subprocess.Popen) -> None:
        for _ in range(6):
            time.sleep(0.7)
            workers = [pid for pid in attacked.left() if pid != process.pid]
            if workers:
                os.kill(workers[0], signal.SIGKILL)

    attacked.disturbed(kill_workers)
    assert stable(attacked.result("attacked.db")) == stable(attacked.result("other.db"))
