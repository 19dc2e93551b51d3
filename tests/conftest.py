"""Shared fixtures: test data, a game to break, and Hypothesis without deadlines (the first example may compile)."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tapete.agents import registry
from tapete.arena import drawing
from tapete.core import registry as catalogue
from tapete.plugins import load_file
from tapete.testing import allow_kernel_calls

settings.register_profile(
    "tapete", deadline=None, suppress_health_check=list(HealthCheck), max_examples=40, derandomize=True
)
settings.load_profile("tapete")
os.environ["TAPETE_STORE"] = "none"  # tests leave nothing in the user's store
allow_kernel_calls()
os.environ["TAPETE_QUIET"] = "1"  # on a slow machine progress lines would mix with the tested output
# A shell lets jobs in the background ignore Ctrl-C; commands that tests start and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """Forget the games and agents that a module registers, so that tests do not depend on the order of modules."""
    games, agents = dict(catalogue._registered), dict(registry._registered)
    yield
    for now, before in ((catalogue._registered, games), (registry._registered, agents)):
        now.clear()
        now.update(before)
    registry._changes += 1


@pytest.fixture(scope="session")
def data() -> Path:
    return Path(__file__).parent / "data"


RACE = Path(__file__).with_name("race.py").read_text(encoding="utf-8")
_numbers = itertools.count()


@pytest.fixture
def broken(tmp_path: Path) -> Callable[..., Any]:
    """Return the module of the race game with pairs of texts replaced; every old text must occur."""

    def make(*pairs: tuple[str, str]) -> Any:
        source = RACE
        for old, new in pairs:
            assert old in source, f"the game has no {old!r}"
            source = source.replace(old, new, 1)
        path = tmp_path / f"race_{next(_numbers)}.py"
        path.write_text(source, encoding="utf-8")
        return load_file(str(path))

    return make


FORMATS, drawing.FORMATS = drawing.FORMATS, ("svg",)  # drawing takes time, and few tests read the other formats


@pytest.fixture
def all_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write pictures in every format, as reports do."""
    monkeypatch.setattr(drawing, "FORMATS", FORMATS)


# The workers share the tests by file (`--dist loadfile`), the longest first, so that all end at about the same time.
LONGEST = (
    "games/test_every_game.py",
    "web/test_browser.py",
    "golden/test_golden.py",
    "arena/test_pictures.py",
    "cli/test_cli.py",
    "web/test_timeline.py",
    "web/test_redraws.py",
    "web/test_new_table.py",
    "learn/test_teachers.py",
    "kernel/test_cache.py",
    "web/test_drawings.py",
    "test_docs.py",
    "web/test_table_checks.py",
    "web/test_table_page.py",
    "games/catan/test_presentation.py",
    "games/tribute/test_bots.py",
    "web/test_room.py",
    "arena/test_executors.py",
    "web/test_tribute_table.py",
    "games/catan/test_determinize.py",
    "web/test_dinosaurs_stage.py",
    "web/test_hostile.py",
    "agents/test_attribution.py",
    "games/hearthstone/test_presentation.py",
    "cli/test_heartbeat.py",
    "web/test_app.py",
    "web/test_tours.py",
    "web/test_catan_table.py",
    "web/test_care.py",
    "testing/test_safety.py",
    "agents/test_reasons.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    places = {folder / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
