"""Nothing is compiled once a table stands: the server would stand still for everybody meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("whole_game.py")


def asked_for_late(*arguments: str) -> list[str]:
    """What a whole game asked for after its table stood, in a process that has compiled nothing before."""
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", ["briscas", "catan", "dinosaurs", "hearthstone", "tribute"])
def test_nothing_is_compiled_after_a_table_has_been_set(game: str) -> None:
    assert asked_for_late(game) == []


def test_a_table_without_its_warm_up_is_found_out() -> None:
    assert "tapete.core.loops.points" in asked_for_late("briscas", "without-rehearsal")
