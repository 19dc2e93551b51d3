"""No compilation after a table is ready, because it would block the server for all players."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("whole_game.py")


def asked_for_late(*arguments: str) -> list[str]:
    """Return the kernels first used after the table was ready, in a process that has compiled nothing before."""
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", ["briscas", "catan", "dinosaurs", "hearthstone", "tribute"])
def test_nothing_is_compiled_after_a_table_is_ready(game: str) -> None:
    assert asked_for_late(game) == []


def test_a_table_without_its_warm_up_is_found() -> None:
    assert "tapete.core.loops.points" in asked_for_late("briscas", "without-rehearsal")
