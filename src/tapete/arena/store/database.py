"""Every game of every run in one SQLite file.

A run is a question (agents, options, seed, settings); its matches are the tables that are compared; the games of a match are
kept in packed batches, each committed as soon as it is played, so that a killed process loses only what it was playing. The
same question finds its run again by a key that also covers the code of rules and agents.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete._version import __version__
from tapete.arena.plan import FaultNote, Games, Part, Plan
from tapete.arena.store.packing import pack, unpack
from tapete.arena.store.versions import rules_version
from tapete.errors import TapeteError
from tapete.game import Game

try:
    import fcntl
except ImportError:  # without such locks the database's own still keep it whole
    fcntl = None  # type: ignore[assignment]

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,    -- a hash of everything below that decides what is played
    kind TEXT NOT NULL,          -- duel, tournament, sweep, study
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,       -- JSON
    agents TEXT NOT NULL,        -- JSON: specs
    seed TEXT NOT NULL,
    settings TEXT NOT NULL,      -- JSON: format, time control and the like
    rules TEXT NOT NULL,         -- version of the rules: a hash of their code
    version TEXT NOT NULL,       -- of the package
    started TEXT NOT NULL,
    updated TEXT NOT NULL,
    seconds REAL NOT NULL DEFAULT 0
);
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    options TEXT NOT NULL,       -- JSON: of the game
    agents TEXT NOT NULL,        -- JSON: places in the run's agents
    seatings TEXT NOT NULL,      -- JSON: for each seating the agent of the match at every seat
    UNIQUE (run, number)
);
CREATE TABLE batch (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
    first INTEGER NOT NULL,      -- place of its first game in the plan of the match
    games INTEGER NOT NULL,
    timing TEXT NOT NULL,        -- JSON: seconds and decisions timed, by agent of the match
    data BLOB NOT NULL,
    UNIQUE (match, first)
);
CREATE TABLE fault (
    match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
    deal INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL,
    agent INTEGER NOT NULL,      -- place in the run's agents
    kind INTEGER NOT NULL, text TEXT NOT NULL,
    UNIQUE (match, deal, turn, seat)
);
"""
NOTES_PER_BATCH = 100  # fault texts kept of a batch; the games themselves say of every fault what it was


class StoreError(TapeteError):
    """The file of results cannot be used."""


@dataclass
class StoredRun:
    """A run as the store lists it."""

    id: int
    key: str
    kind: str
    title: str
    game: str
    options: Mapping[str, Any]
    agents: list[str]
    seed: int
    settings: Mapping[str, Any]
    rules: str
    version: str
    started: str
    updated: str
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        return dict(self.__dict__)


@dataclass
class StoredMatch:
    """A match as the store lists it."""

    id: int
    number: int
    options: Mapping[str, Any]
    agents: list[int]
    seatings: np.ndarray


class Store:
    """One file of results. Several processes may use it at once, but only one plays a run."""

    def __init__(self, path: Path | str | None, *, write: bool = True) -> None:
        self.path = None if path is None else Path(path)
        self._lock: Any = None
        if self.path is not None:
            if not write and not self.path.is_file():
                raise StoreError(f"there is no store {self.path}")
            if not self.path.parent.is_dir():
                raise StoreError(f"store {self.path}: there is no folder {self.path.parent}")
            if write:
                self._lock = lock_file(self.path)
        try:
            self.db = sqlite3.connect(self.path or ":memory:", isolation_level=None, timeout=30)
            self.db.execute("PRAGMA foreign_keys = ON")
            version = self.db.execute("PRAGMA user_version").fetchone()[0]
            if write:
                self.db.execute("PRAGMA journal_mode = WAL")
                self.db.execute("PRAGMA synchronous = NORMAL")
                if version == 0:
                    version = self._create()
        except sqlite3.Error as error:
            self.close()
            raise StoreError(f"store {self.path}: {error}") from None
        if version != SCHEMA_VERSION:
            self.close()
            raise StoreError(f"{self.path} is no store of this version (schema {version}, expected {SCHEMA_VERSION})")

    def _create(self) -> int:
        """Lay out an empty file, if no other process has meanwhile; the version of what is there."""
        with self.transaction():
            if not self.db.execute("SELECT 1 FROM sqlite_master").fetchone():
                for statement in SCHEMA.split(";\n"):
                    self.db.execute(statement)
                self.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return int(self.db.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    # Writing

    def open_run(
        self,
        kind: str,
        title: str,
        game: Game,
        specs: Sequence[str],
        seed: int,
        settings: Mapping[str, Any],
        code: Sequence[str],
    ) -> int:
        """The run that asks exactly this, found again or new. `code` are the versions of the agents."""
        rules = rules_version(game)
        facts = [kind, game.name, game.options, list(specs), seed, dict(settings), rules, list(code)]
        key = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
        values: list[str] = [key, kind, title, game.name, json.dumps(game.options), json.dumps(list(specs)), str(seed)]
        values += [json.dumps(dict(settings)), rules, __version__, now(), now()]
        names = "key, kind, title, game, options, agents, seed, settings, rules, version, started, updated"
        marks = ", ".join("?" * len(values))
        with self.transaction():
            self.db.execute(f"INSERT OR IGNORE INTO run ({names}) VALUES ({marks})", values)
            number = int(self.db.execute("SELECT id FROM run WHERE key = ?", (key,)).fetchone()[0])
        if self._lock is not None and not locked(self._lock, number):
            raise StoreError(f"another process is playing run {number} of the store {self.path}; wait for it to end")
        return number

    def open_match(self, run: int, number: int, game: Game, agents: Sequence[int], seatings: np.ndarray) -> int:
        found = self.db.execute("SELECT id FROM match WHERE run = ? AND number = ?", (run, number)).fetchone()
        if found:
            return found[0]
        values = (run, number, json.dumps(game.options), json.dumps(list(agents)), json.dumps(seatings.tolist()))
        statement = "INSERT INTO match (run, number, options, agents, seatings) VALUES (?, ?, ?, ?, ?)"
        return int(self.db.execute(statement, values).lastrowid or 0)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def add(self, match: int, agents: Sequence[int], first: int, part: Part) -> None:
        """Keep some games that follow each other in the plan of a match. They are safe when this returns."""
        timing = json.dumps([[round(s, 9) for s in part.deciding.tolist()], part.timed.tolist()])
        data = pack(part.games)
        with self.transaction():
            self.db.execute(
                "INSERT INTO batch (match, first, games, timing, data) VALUES (?, ?, ?, ?, ?)",
                (match, first, len(part.games), timing, data),
            )
            notes = [
                (match, n.deal, n.seating, n.seat, agents[n.agent], n.kind, n.text)
                for n in part.notes[:NOTES_PER_BATCH]
            ]
            self.db.executemany("INSERT OR IGNORE INTO fault VALUES (?, ?, ?, ?, ?, ?, ?)", notes)

    def touch(self, run: int, seconds: float) -> None:
        """Note that a run went on for some seconds."""
        self.db.execute("UPDATE run SET updated = ?, seconds = seconds + ? WHERE id = ?", (now(), seconds, run))

    def drop_games(self, match: int) -> None:
        """Forget the games of a match, which must be played from the start."""
        with self.transaction():
            self.db.execute("DELETE FROM batch WHERE match = ?", (match,))
            self.db.execute("DELETE FROM fault WHERE match = ?", (match,))

    def delete(self, run: int) -> None:
        self.db.execute("DELETE FROM run WHERE id = ?", (run,))

    # Reading

    def runs(self) -> list[StoredRun]:
        columns = (
            "id, key, kind, title, game, options, agents, seed, settings, rules, version, started, updated, seconds"
        )
        found = []
        for row in self.db.execute(f"SELECT {columns} FROM run ORDER BY id"):
            values = dict(zip(columns.split(", "), row, strict=True))
            for name in ("options", "agents", "settings"):
                values[name] = json.loads(values[name])
            values["seed"] = int(values["seed"])
            found.append(StoredRun(**values))
        return found

    def run(self, number: int) -> StoredRun:
        for run in self.runs():
            if run.id == number:
                return run
        raise StoreError(
            f"the store holds no run {number}; it holds {', '.join(str(r.id) for r in self.runs()) or 'none'}"
        )

    def matches(self, run: int) -> list[StoredMatch]:
        rows = self.db.execute(
            "SELECT id, number, options, agents, seatings FROM match WHERE run = ? ORDER BY number", (run,)
        )
        return [
            StoredMatch(
                i, number, json.loads(options), json.loads(agents), np.array(json.loads(seatings), dtype=np.int64)
            )
            for i, number, options, agents, seatings in rows
        ]

    def held(self, match: int) -> list[tuple[int, int]]:
        """Which games of a match are held: (first, count), ascending."""
        return self.db.execute("SELECT first, games FROM batch WHERE match = ? ORDER BY first", (match,)).fetchall()

    def games(self, match: StoredMatch, seed: int, most: int | None = None) -> Games:
        """The games of a match in the order of its plan, up to a place in it."""
        parts = []
        for first, data in self.db.execute("SELECT first, data FROM batch WHERE match = ? ORDER BY first", (match.id,)):
            games = unpack(data, seed, match.seatings)
            if most is not None and first + len(games) > most:
                games = games.take(np.arange(max(0, most - first)))
            parts.append(games)
        deals = np.concatenate([np.zeros(0, np.int64), *(part.plan.deals for part in parts)])
        seating = np.concatenate([np.zeros(0, np.int64), *(part.plan.seating for part in parts)])
        return Games.join(parts, Plan(seed, match.seatings, deals, seating))

    def timing(self, match: int) -> tuple[np.ndarray, np.ndarray]:
        """Seconds and decisions timed, by agent of the match."""
        entries = [
            json.loads(text) for (text,) in self.db.execute("SELECT timing FROM batch WHERE match = ?", (match,))
        ]
        if not entries:
            return np.zeros(0), np.zeros(0, dtype=np.int64)
        return np.sum([e[0] for e in entries], axis=0), np.sum([e[1] for e in entries], axis=0)

    def faults(self, run: int) -> list[FaultNote]:
        """What went wrong in a run, in the order of its matches and deals."""
        rows = self.db.execute(
            "SELECT deal, turn, seat, agent, kind, text FROM fault JOIN match ON match.id = fault.match "
            "WHERE match.run = ? ORDER BY match.number, deal, turn",
            (run,),
        )
        return [FaultNote(*row) for row in rows]


def users_store() -> Path:
    """The store that runs are kept in when none is named: `results.db` in the user's data folder, which is made."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tapete"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "tapete"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tapete"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"no place to keep results ({error}); give --store FILE, or --store none") from None
    return folder / "results.db"


def lock_file(path: Path) -> Any:
    """A file beside which processes agree who plays which run of a store."""
    if fcntl is None:
        return None
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
    return open(Path(tempfile.gettempdir()) / f"tapete-{os.getuid()}-{name}.lock", "w")


def locked(lock: Any, run: int) -> bool:
    """Hold a run until the file is closed or the process ends, however it ends."""
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, run)
    except OSError:
        return False
    return True


def now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
