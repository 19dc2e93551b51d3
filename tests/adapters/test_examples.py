"""The training examples and the script that measures speeds run."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from command import python_script

ROOT = Path(__file__).parents[2]


def run(script: str, *arguments: str) -> str:
    """Return the output of an example."""
    found = python_script(ROOT / script, *arguments, cwd=ROOT, torch=True)
    assert found.returncode == 0, found.stderr[-2000:]
    return found.stdout


@pytest.mark.slow
def test_the_ppo_example_runs() -> None:
    pytest.importorskip("torch")
    said = run("examples/ppo_gymnasium.py", "--steps", "2560")
    assert 0.3 < float(said.split("against random: ")[1].split()[0]) < 0.8, said


@pytest.mark.slow
def test_the_ppo_example_learns() -> None:
    said = run("examples/ppo_gymnasium.py")
    assert float(said.split("against random: ")[1].split()[0]) > 0.6, said


@pytest.mark.slow
def test_the_dqn_example_learns() -> None:
    """The shipped example: alone against three random players."""
    said = run("examples/dqn_rlcard.py")
    assert float(said.split("random: ")[1].split()[0]) >= 0.45, said


@pytest.mark.slow
def test_the_dqn_example_runs() -> None:
    pytest.importorskip("torch")
    said = run("examples/dqn_rlcard.py", "--games", "20", "--score-games", "8")
    assert 0 <= float(said.split("random: ")[1].split()[0]) <= 1, said


def test_speeds_are_measured_and_printed() -> None:
    """Run each measurement briefly; real rates need an idle machine."""
    spec = importlib.util.spec_from_file_location("adapters_benchmark", ROOT / "benchmarks" / "adapters.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    from tapete.adapters.rlcard import make

    rates = {
        "bare kernel": script.kernel("briscas", 0.01),
        "vector": script.vector("briscas", 0.01, 16, sampled=True, encoder=None),
        "one game": script.gymnasium_single("briscas", 0.01),
        "aec": script.pettingzoo("briscas", 0.01),
        "spiel": script.spiel("tapete_briscas", 0.01),
        "rlcard": script.rlcard(lambda: make("briscas", seed=1), 0.01),
    }
    assert min(rates.values()) > 100
    assert max(rates, key=lambda how: rates[how]) == "bare kernel"
    shown = script.table([{"library": "x", "game": "briscas", "how": how, "rate": rate} for how, rate in rates.items()])
    assert len(shown.splitlines()) == 8
    assert script.BEGIN in script.PAGE.read_text(encoding="utf-8")
