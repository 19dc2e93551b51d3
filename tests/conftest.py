"""Shared by all tests: where the data is, and Hypothesis without deadlines (the first example may compile)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tapete.agents import registry
from tapete.core import registry as catalogue
from tapete.testing import allow_kernel_calls

settings.register_profile(
    "tapete", deadline=None, suppress_health_check=list(HealthCheck), max_examples=40, derandomize=True
)
settings.load_profile("tapete")
os.environ["TAPETE_STORE"] = "none"  # tests leave nothing in the user's store
allow_kernel_calls()
os.environ["TAPETE_QUIET"] = "1"  # a slow machine would say between two lines that are tested what it is at
# A shell lets jobs in the background ignore Ctrl-C; commands that tests start and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """Games and agents that a module registers are forgotten after it: no test depends on which modules ran before."""
    games, agents = dict(catalogue._registered), dict(registry._registered)
    yield
    for now, before in ((catalogue._registered, games), (registry._registered, agents)):
        now.clear()
        now.update(before)
    registry._changes += 1


@pytest.fixture(scope="session")
def data() -> Path:
    return Path(__file__).parent / "data"


@pytest.fixture
def svg_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports draw each picture once: for tests that read nothing of the other two formats."""
    drawing = pytest.importorskip("tapete.arena.drawing")
    monkeypatch.setattr(drawing, "FORMATS", ("svg",))


# Two workers share the tests by file (`--dist loadfile`), the longest first, so that both end at about the same time.
LONGEST = (
    "games/test_every_game.py",
    "web/test_browser.py",
    "test_build.py",
    "test_docs.py",
    "arena/test_pictures.py",
    "games/catan/test_face.py",
    "cli/test_cli.py",
    "arena/test_questions.py",
    "web/test_drawings.py",
    "web/test_table_checks.py",
    "web/test_setting.py",
    "learn/test_explain_and_convert.py",
    "learn/test_teachers.py",
    "agents/test_reasons.py",
    "studies/test_studies.py",
    "evolve/test_training.py",
    "games/tribute/test_bots.py",
    "games/catan/test_hidden.py",
    "web/test_commands.py",
    "adapters/test_examples.py",
    "golden/test_golden.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    places = {folder / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
