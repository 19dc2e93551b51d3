"""Type checking covers the whole package and reports wrong fields and arguments in kernels."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KERNELS = """
from tapete.kernel import Array, GameState, Matrix, below, i1, i8, kernel, shape


class State(GameState):
    trump: i1
    hand: Matrix[i1] = shape(4, 3)
    points: Array[i8] = shape(4)


@kernel
def right(state: State, seat: i8) -> i8:
    state.trump = below(state, 4)
    state.points[seat] += i8(state.hand[0, 1]) + state.hand[1][2]
    return state.turn


@kernel
def wrong(state: State) -> i8:
    state.trumpf = 3
    state.hand[0, 1] = "ace"
    return right(state)
"""


def test_no_module_is_left_out_of_type_checking() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert "src/tapete" in settings["files"] and settings["disallow_untyped_defs"]
    loose = {"ignore_errors", "follow_imports", "check_untyped_defs", "disallow_untyped_defs"}
    assert not [entry for entry in settings["overrides"] if loose & set(entry)]


def test_every_error_that_is_ignored_has_a_reason() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if "type: ignore" in line or "mypy: ignore" in line
    ]
    assert not [line for line in lines if not re.search(r"# type: ignore\[[a-z-]+\]  # \w", line)]


@pytest.mark.slow  # mypy reads the package
def test_a_type_checker_understands_a_kernel(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(KERNELS, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--ignore-missing-imports", "rules.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    errors = [
        line.partition("error: ")[2]
        for line in found.stdout.splitlines()
        if line.startswith("rules.py") and "error: " in line
    ]
    assert [line.rpartition("  [")[2] for line in errors] == ["attr-defined]", "call-overload]", "call-arg]"], (
        found.stdout
    )
    assert '"State" has no attribute "trumpf"; maybe "trump"?' in errors[0]
