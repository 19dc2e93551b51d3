"""A server for the tests of the table, and a browser where there is one."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tapete.web.hall import Hall
from tapete.web.keeper import Keeper
from tapete.web.server import LONGEST_MESSAGE, make_app

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Running:
    """A server in a thread, on a port of its own."""

    def __init__(self, tables: Path | None = None) -> None:
        self.hall: Hall | None = None
        self.tables = tables
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30), "the server did not start"

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.hall = Hall(Keeper(self.tables))
        config = uvicorn.Config(
            make_app(self.hall),
            port=0,
            log_level="error",
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            lifespan="on",
        )
        self.server = uvicorn.Server(config)
        self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(self.server.serve())
        while not self.server.started and not task.done():
            await asyncio.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self._ready.set()
        await task

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(20)


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


def chromium() -> str | None:
    return next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )


@pytest.fixture(scope="session")
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
