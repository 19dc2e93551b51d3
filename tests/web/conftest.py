"""A server for the tests of the table, and a browser where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Running

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


def chromium() -> str | None:
    return next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright; tests that need it are skipped where it is missing."""
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nothing is tried in a browser")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed, so nothing is tried in a browser"
    )
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()
