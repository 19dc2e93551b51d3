"""Storage of tables: one small SQLite file, a row per table, with the seed and the actions, never states.

It is beside the store of results. A restarted server continues its games. The file holds the tokens of the seats, so only its
owner can read it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

from tapete.errors import TapeteError

SCHEMA = 1


class RoomStoreError(TapeteError):
    """Error for a file of tables that cannot be used."""


class RoomStore:
    """File of tables; with None they are lost with the server."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600, exist_ok=True)
            self._db = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None, timeout=5)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA):
                raise RoomStoreError(f"{path}: made by a newer version of tapete")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS seating "
                "(id TEXT PRIMARY KEY, updated REAL NOT NULL, over INTEGER NOT NULL, data TEXT NOT NULL)"
            )
            self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        except (sqlite3.Error, OSError) as error:
            raise RoomStoreError(f"{path}: tables cannot be kept there ({error})") from None

    def put(self, identity: str, data: dict[str, Any], *, over: bool) -> None:
        """Save a table."""
        with self._lock:
            self._db.execute(
                "INSERT OR REPLACE INTO seating (id, updated, over, data) VALUES (?, ?, ?, ?)",
                (identity, time.time(), int(over), json.dumps(data, separators=(",", ":"))),
            )

    def get(self, identity: str) -> dict[str, Any] | None:
        """Return a saved table."""
        with self._lock:
            row = self._db.execute("SELECT data FROM seating WHERE id = ?", (identity,)).fetchone()
        return None if row is None else json.loads(row[0])

    def remove(self, identity: str) -> None:
        with self._lock:
            self._db.execute("DELETE FROM seating WHERE id = ?", (identity,))

    def prune(self, *, most: int, days: float) -> int:
        """Delete the oldest tables: those over for so many days, and all beyond a number."""
        with self._lock:
            before = self._db.execute("SELECT count(*) FROM seating").fetchone()[0]
            self._db.execute("DELETE FROM seating WHERE over AND updated < ?", (time.time() - 86400 * days,))
            self._db.execute(
                "DELETE FROM seating WHERE id NOT IN (SELECT id FROM seating ORDER BY updated DESC LIMIT ?)", (most,)
            )
            return before - self._db.execute("SELECT count(*) FROM seating").fetchone()[0]

    def close(self) -> None:
        with self._lock:
            self._db.close()


def default_path() -> Path | None:
    """Return the user's file of tables, beside the store of results; None if storing is off."""
    from tapete.arena.store import users_store

    chosen = os.environ.get("TAPETE_STORE")
    if chosen == "none":
        return None
    return (Path(chosen) if chosen else users_store()).with_name("tables.db")
