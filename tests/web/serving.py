"""Server in a thread, for the tests of the table."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import uvicorn

from tapete.web.app import LONGEST_MESSAGE, make_app
from tapete.web.rooms import RoomManager
from tapete.web.storage import RoomStore


class Running:
    """Server in a thread, on its own port."""

    def __init__(self, tables: Path | None = None, port: int = 0) -> None:
        self.manager: Any = None
        self.tables = tables
        self.wanted = port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30), "the server did not start"

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.manager = RoomManager(RoomStore(self.tables))
        config = uvicorn.Config(
            make_app(self.manager),
            port=self.wanted,
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
