"""Server and browser for the tests of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from drawing_stage import CHROMIUM, FLAGS, stage
from serving import Running


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """Yield a stage for drawings alone, without a server."""
    with stage() as empty:
        yield empty


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield Chromium, driven by Playwright; tests that need it are skipped if it is missing."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine, so nothing is tried in a browser")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed, so nothing is tried in a browser"
    )
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()
