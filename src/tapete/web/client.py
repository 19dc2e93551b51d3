"""Client of a table: `send` a message, `receive` the next one (protocol: docs/reference/table-protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tapete.errors import TapeteError


class TableError(TapeteError):
    """Error for a request that the server refused."""


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        return None


class Client:
    """A connection to a table.

    The address is that of a table (`http://host:port/table/ID#TOKEN`), of a link that makes one (`/play/GAME?...`), or of a
    server alone: then nothing is joined.
    """

    def __init__(self, url: str, *, language: str = "en", join: bool = True, origin: str | None = None) -> None:
        from websockets.sync.client import connect

        parts = urlsplit(url)
        self.server = f"{parts.scheme}://{parts.netloc}"
        if parts.path.startswith("/play/"):
            parts = urlsplit(self.make_table(url))
        self.url = parts.geturl()
        self.table = parts.path.removeprefix("/table/") if parts.path.startswith("/table/") else ""
        self.token = parts.fragment or None
        address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"
        self._stack = ExitStack()
        opened = connect(address, origin=origin, max_size=None, open_timeout=30)  # type: ignore[arg-type]  # any text may be an origin
        self._socket = self._stack.enter_context(opened)
        if join and self.table:
            message = {"type": "join", "v": 1, "table": self.table, "language": language}
            self.send(message if self.token is None else {**message, "token": self.token})

    @staticmethod
    def make_table(url: str) -> str:
        """Return the address of the table that a link makes."""
        from urllib.error import HTTPError

        try:
            build_opener(_Stay).open(url, timeout=300)
        except HTTPError as answer:
            if answer.code == 303:
                parts = urlsplit(url)
                return f"{parts.scheme}://{parts.netloc}{answer.headers['location']}"
            raise TableError(f"{url}: {answer.code}") from None
        raise TableError(f"{url} makes no table")

    def post(self, path: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Send JSON to an address of the server and return its answer."""
        from urllib.error import HTTPError

        request = Request(self.server + path, json.dumps(data).encode(), {"content-type": "application/json"})
        try:
            with build_opener().open(request, timeout=300) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise TableError(json.load(error).get("error", str(error.code))) from None

    def send(self, message: Mapping[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def receive(self, timeout: float | None = 60) -> dict[str, Any]:
        """Return the next message."""
        return json.loads(self._socket.recv(timeout))

    def until(self, kind: str, timeout: float = 60) -> dict[str, Any]:
        """Return the next message of a type; others are skipped."""
        while True:
            message = self.receive(timeout)
            if message["type"] == kind:
                return message
            if message["type"] == "failed":
                raise TableError(message["text"])

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
