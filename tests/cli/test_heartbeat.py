"""Progress lines of long commands in a file: every 15 seconds, shortened here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import tapete_command

WORKS = """
import sys, time
from tapete.cli import heartbeat
from tapete.cli.app import progress_bar
heartbeat.heart.every = 0.4
heartbeat.heart.start("duel")
time.sleep(1.0)
with progress_bar("briscas: a v b", 4000) as show:
    show(1200)
    time.sleep(1.0)
for _ in range(5):
    print("generation", file=sys.stderr, flush=True)
    time.sleep(0.2)
"""
COMPILES = """
import time
from tapete.kernel import progress
progress.LINE_SECONDS = 0.4
with progress.compile_progress.of("coup", lambda: 2.0):
    time.sleep(1.5)
"""


def said(code: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    assert run.stdout == ""
    return run.stderr


def test_a_command_writes_its_progress_to_a_file() -> None:
    lines = said(WORKS, TAPETE_QUIET="").splitlines()
    assert lines[0].startswith("tapete duel: at work, ") and lines[0].endswith(" s so far")
    assert any(line.startswith("briscas: a v b: 1,200 of 4,000 games, ") for line in lines)
    last = lines[lines.index("generation") :]
    assert last.count("generation") == 5 and len(last) <= 6  # silent while there is other output


def test_compilation_is_logged_to_a_file_line_by_line() -> None:
    lines = said(COMPILES, TAPETE_QUIET="").splitlines()
    assert 1 <= len(lines) <= 3
    assert all(line.startswith("compiling coup, the first time only: ") and "\r" not in line for line in lines)


@pytest.mark.parametrize("code", [WORKS, COMPILES])
def test_quiet_commands_write_no_progress(code: str) -> None:
    assert set(said(code, TAPETE_QUIET="1").splitlines()) <= {"generation"}


def test_the_next_command_of_a_data_set_has_its_options(tmp_path: Path) -> None:
    out = tmp_path / "a set.npz"
    words = ["dataset", "briscas", "random", "-o", "players=3", "--games", "4", "--out", str(out)]
    run = tapete_command(*words, check=True)
    following = run.stdout.splitlines()[-1]
    assert following == (
        f"Next: tapete train briscas -o players=3 --method imitate --teacher '{out}' --out runs/imitation"
    )


def test_work_without_a_count_is_not_reported_as_no_games() -> None:
    from tapete.cli.heartbeat import Heartbeat

    heart = Heartbeat()
    with heart.work("tribute/levels", None) as advance:
        assert heart.text(20.0) == "tribute/levels: at work, 20 s so far"
        advance(3)
        assert heart.text(20.0) == "tribute/levels: 3 games, 20 s so far"
    heart.command = "study"
    assert heart.text(20.0) == "tapete study: at work, 20 s so far"
