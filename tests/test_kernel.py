"""The kernel layer: random numbers, bounds, the cache and its key."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tapete.build import Build
from tapete.contract import below_in
from tapete.errors import CompileError
from tapete.kernel import array, below, i8, kernel, mix, record, seed_rng, shuffle, u1, u8
from tapete.seeds import derive

Small = record(
    ("cells", u1, 8),
)


@kernel
def draw_many(state: Small, seed: u8, n: i8, out: array(i8)):
    seed_rng(state, seed)
    for k in range(len(out)):
        out[k] = below(state, n)


@kernel
def draw_from_memory(memory: array(i8), n: i8, out: array(i8)):
    for k in range(len(out)):
        out[k] = below_in(memory, 0, n)


@kernel
def shuffle_cells(state: Small, seed: u8):
    seed_rng(state, seed)
    for k in range(8):
        state.cells[k] = k
    shuffle(state, state.cells, 0, 8)


@kernel
def mixed(a: u8, b: u8) -> u8:
    return mix(a, b)


@kernel
def write_past_the_end(state: Small, index: i8):
    state.cells[index] = 1


def small() -> np.void:
    return np.zeros(1, dtype=Small.dtype)[0]


def test_bounded_integers_are_uniform() -> None:
    out = np.zeros(70_000, dtype=np.int64)
    for n in (2, 3, 7):
        draw_many(small(), np.uint64(n), n, out)
        counts = np.bincount(out, minlength=n)
        expected = len(out) / n
        chi = float(((counts - expected) ** 2 / expected).sum())
        assert chi < n - 1 + 5 * (2 * (n - 1)) ** 0.5 + 5, f"chi-square {chi} with {n} outcomes"


def test_a_generator_in_memory_draws_like_one_in_a_state() -> None:
    state, first, second = small(), np.zeros(100, dtype=np.int64), np.zeros(100, dtype=np.int64)
    draw_many(state, np.uint64(9), 10, first)
    start = small()
    draw_many(start, np.uint64(9), 10, second[:0].copy())
    draw_from_memory(np.array([start["rng"]]).view(np.int64), 10, second)
    assert first.tolist() == second.tolist()


def test_every_order_of_a_shuffle_occurs_about_equally_often() -> None:
    state, places = small(), np.zeros((8, 8))
    for seed in range(8000):
        shuffle_cells(state, np.uint64(seed))
        places[np.arange(8), state["cells"]] += 1
    assert np.abs(places - 1000).max() < 160  # five standard deviations of a count of 1,000


def test_seeds_derived_in_python_and_in_kernels_are_the_same() -> None:
    for a, b in ((0, 0), (5, 9), (2**64 - 1, 1 << 40)):
        assert int(mixed(np.uint64(a), np.uint64(b))) == derive(a, b)


def test_a_kernel_called_from_python_checks_its_bounds() -> None:
    with pytest.raises(IndexError):
        write_past_the_end(small(), 8)


def test_a_parameter_without_annotation_is_refused() -> None:
    @kernel
    def careless(state: Small, n) -> i8:
        return n

    with pytest.raises(TypeError, match="'n' has no annotation"):
        careless(small(), 1)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_importing_tapete_imports_no_numba_and_compiles_nothing() -> None:
    run = run_python("import sys, tapete; print('numba' in sys.modules, 'scipy' in sys.modules)")
    assert run.stdout.split() == ["False", "False"], run.stderr


RULE = """
from tapete.kernel import *
from tables import TABLE
BONUS = 1

@kernel
def helper(x: i8) -> i8:
    return x + BONUS

@kernel
def rule(x: i8) -> i8:
    return helper(x) + TABLE[0]
"""
ASK = "import sys; sys.path.insert(0, '.'); import rule; from tapete.kernel import Build; b = Build('probe', [rule.rule]); print(b.function(rule.rule)(1), b.directory().name)"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rule.py").write_text(RULE, encoding="utf-8")
    (tmp_path / "tables.py").write_text("import numpy as np\nTABLE = np.array([10])\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(project: Path) -> tuple[int, str]:
    run = run_python(ASK, TAPETE_CACHE=str(project / "cache"), PYTHONDONTWRITEBYTECODE="1")
    assert run.returncode == 0, run.stderr
    value, name = run.stdout.split()
    return int(value), name


def test_a_changed_rule_or_table_is_picked_up_and_nothing_else_recompiles(project: Path) -> None:
    value, first = ask(project)
    assert value == 12
    (project / "unrelated.py").write_text("x = 1\n", encoding="utf-8")
    assert ask(project) == (12, first)
    (project / "rule.py").write_text(RULE.replace("BONUS = 1", "BONUS = 5"), encoding="utf-8")
    value, second = ask(project)
    assert (value, second != first) == (16, True)
    (project / "tables.py").write_text("import numpy as np\nTABLE = np.array([100])\n", encoding="utf-8")
    value, third = ask(project)
    assert (value, third != second) == (106, True)


def test_editing_the_command_line_recompiles_no_game(tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "src"
    copy = tmp_path / "src"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    code = "import tapete; g = tapete.load('briscas'); print(g.build.key(), tapete.__file__)"
    before = run_python(code, PYTHONPATH=str(copy)).stdout.split()
    assert str(copy) in before[1]
    cli = copy / "tapete/cli/app.py"
    cli.write_text(cli.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert run_python(code, PYTHONPATH=str(copy)).stdout.split() == before
    rules = copy / "tapete/games/briscas/rules.py"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("WINNING_POINTS = 61", "WINNING_POINTS = 62"), encoding="utf-8"
    )
    assert run_python(code, PYTHONPATH=str(copy)).stdout.split()[0] != before[0]


def test_an_unwritable_cache_gives_one_warning_and_goes_on(project: Path) -> None:
    (project / "file").write_text("", encoding="utf-8")
    code = ASK.replace("b.directory().name", "b.directory()") + "; Build('other', [rule.helper]).function(rule.helper)"
    run = run_python(code, TAPETE_CACHE=str(project / "file" / "cache"))
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["12", "None"]
    assert run.stderr.count("cannot be written") == 1


def test_a_build_names_what_it_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    build = Build("named", [mixed])
    assert int(build.function(mixed)(np.uint64(1), np.uint64(2))) == derive(1, 2)
    assert [path.name.split("-")[0] for path in tmp_path.glob("named-*/*.bin")] == [f"{mixed.__module__}.mixed"]


@kernel
def faulty_helper(n: i8) -> i8:
    return n + not_defined_anywhere  # noqa: F821


@kernel
def faulty_rule(n: i8) -> i8:
    return faulty_helper(n)


def test_a_kernel_that_cannot_be_compiled_says_where_and_why_without_a_traceback_of_the_compiler() -> None:
    with pytest.raises(CompileError, match=r"faulty_helper: .*not_defined_anywhere") as caught:
        faulty_rule(1)
    assert len(str(caught.value).splitlines()) < 12
