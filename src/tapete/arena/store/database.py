"""Database of results: every game of every run in one SQLite file.

A run is a question (agents, options, seed, settings); its matches are the tables that are compared; the games of a match are
kept in packed batches, each committed as soon as it is played, so that a killed process loses only what it was playing. The
same question finds its run again by a key that also covers the code of rules and agents. The data about agents that is needed
to show a run is stored with it, so that it can be shown when the agents are gone.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from tapete._version import __version__
from tapete.arena.schedule import Batch, FaultNote, GameResults, Schedule
from tapete.arena.store.locks import Lock, StoreError, lock_run
from tapete.arena.store.packing import pack, unpack
from tapete.arena.store.schema import VERSION, migrate, transaction, version_of
from tapete.arena.store.versions import rules_version
from tapete.arena.timing import COLUMNS
from tapete.core.game import Game

NOTES_PER_BATCH = 100  # fault texts stored per batch; the games record the kind of every fault


@dataclass(frozen=True)
class StoredAgent:
    """Data about an agent of a run, so that the run can be shown without creating the agent."""

    spec: str
    name: str
    fingerprint: str  # of what it plays; empty in runs of the first version
    clairvoyant: bool
    timed: bool


@dataclass
class StoredRun:
    """Run as listed by the store."""

    id: int
    key: str
    kind: str
    title: str
    game: str
    options: Mapping[str, Any]
    seed: int
    settings: Mapping[str, Any]
    rules: str
    version: str
    started: str
    updated: str
    seconds: float
    notes: Mapping[str, Any]
    players: list[StoredAgent]

    @property
    def agents(self) -> list[str]:
        """The specs of its agents."""
        return [player.spec for player in self.players]

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "agents": self.agents}


RUN_COLUMNS = "id, key, kind, title, game, options, seed, settings, rules, version, started, updated, seconds, notes"


@dataclass
class StoredMatch:
    """Match as listed by the store."""

    id: int
    number: int
    options: Mapping[str, Any]
    agents: list[int]
    seatings: np.ndarray


Method = TypeVar("Method", bound=Callable[..., Any])


def writes(method: Method) -> Method:
    """Decorate a method that writes to a store: an error of the file becomes one sentence."""

    @functools.wraps(method)
    def call(store: Store, *arguments: Any, **more: Any) -> Any:
        try:
            return method(store, *arguments, **more)
        except sqlite3.Error as error:
            raise StoreError(f"store {store.path or 'in memory'}: {error}") from None

    return cast(Method, call)


def reads(method: Method) -> Method:
    """Decorate a method that reads a store: damaged data becomes one sentence."""

    @functools.wraps(method)
    def call(store: Store, *arguments: Any, **more: Any) -> Any:
        try:
            return method(store, *arguments, **more)
        except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
            raise StoreError(f"store {store.path or 'in memory'}: it is damaged ({error})") from None

    return cast(Method, call)


class Store:
    """File of results. Several processes may use it at once, but only one plays a run."""

    def __init__(self, path: Path | str | None, *, write: bool = True) -> None:
        self.path = None if path is None else Path(path)
        self._locks: dict[int, Lock | None] = {}
        if self.path is not None:
            if not write and not self.path.is_file():
                raise StoreError(f"no such store: {self.path}")
            if not self.path.parent.is_dir():
                raise StoreError(f"store {self.path}: no such folder: {self.path.parent}")
        try:
            self.db = for_writing(self.path) if write or self.path is None else for_reading(self.path)
        except (sqlite3.Error, OSError, ValueError) as error:  # ValueError: undecodable text in a damaged file
            raise StoreError(f"store {self.path}: {error}") from None

    def close(self) -> None:
        self.db.close()
        for lock in self._locks.values():
            if lock is not None:
                lock.release()
        self._locks.clear()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    # Writing

    @writes
    def open_run(
        self,
        kind: str,
        title: str,
        game: Game,
        agents: Sequence[StoredAgent],
        seed: int,
        settings: Mapping[str, Any],
        notes: Mapping[str, Any] | None = None,
    ) -> int:
        """Find or create the run of exactly these settings, for this store to play.

        `notes` are display data.
        """
        rules = rules_version(game)
        specs, prints = [agent.spec for agent in agents], [agent.fingerprint for agent in agents]
        facts = [kind, game.name, game.options, specs, seed, dict(settings), rules, prints]
        key = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
        values = [key, kind, title, game.name, json.dumps(game.options), str(seed), json.dumps(dict(settings))]
        values += [rules, __version__, now(), now()]
        names = "key, kind, title, game, options, seed, settings, rules, version, started, updated"
        with transaction(self.db):
            marks = ", ".join("?" * len(values))
            added = self.db.execute(f"INSERT OR IGNORE INTO run ({names}) VALUES ({marks})", values).rowcount
            number = int(self.db.execute("SELECT id FROM run WHERE key = ?", (key,)).fetchone()[0])
            if notes:
                self.db.execute("UPDATE run SET notes = ? WHERE id = ?", (json.dumps(dict(notes)), number))
            if added:
                rows = [
                    (number, n, a.spec, a.name, a.fingerprint, a.clairvoyant, a.timed) for n, a in enumerate(agents)
                ]
                self.db.executemany("INSERT INTO agent VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        if self.path is not None and number not in self._locks:
            self._locks[number] = lock_run(self.path, number)
        return number

    @writes
    def open_match(self, run: int, number: int, game: Game, agents: Sequence[int], seatings: np.ndarray) -> int:
        found = self.db.execute("SELECT id FROM match WHERE run = ? AND number = ?", (run, number)).fetchone()
        if found:
            return found[0]
        values = (run, number, json.dumps(game.options), json.dumps(list(agents)), json.dumps(seatings.tolist()))
        statement = "INSERT INTO match (run, number, options, agents, seatings) VALUES (?, ?, ?, ?, ?)"
        return int(self.db.execute(statement, values).lastrowid or 0)

    @writes
    def add(self, match: int, agents: Sequence[int], first: int, part: Batch) -> None:
        """Store consecutive games of a match's plan. They are committed when this returns.

        Games that are stored already are refused: another process is playing this run too.
        """
        timing = json.dumps([[float(f"{number:.9g}") for number in row] for row in part.times.tolist()])
        data = pack(part.games)
        with transaction(self.db):
            nearest = "SELECT first + games FROM batch WHERE match = ? AND first < ? ORDER BY first DESC LIMIT 1"
            before = self.db.execute(nearest, (match, first + len(part.games))).fetchone()
            if before is not None and before[0] > first:
                raise StoreError(
                    f"another process has played games of the same run of the store {self.path} meanwhile; "
                    "these are not counted twice. Repeat the command when it has ended"
                )
            self.db.execute(
                "INSERT INTO batch (match, first, games, timing, data) VALUES (?, ?, ?, ?, ?)",
                (match, first, len(part.games), timing, data),
            )
            notes = [
                (match, n.deal, n.seating, n.seat, agents[n.agent], n.kind, n.text)
                for n in part.notes[:NOTES_PER_BATCH]
            ]
            self.db.executemany("INSERT OR IGNORE INTO fault VALUES (?, ?, ?, ?, ?, ?, ?)", notes)

    @writes
    def touch(self, run: int, seconds: float) -> None:
        """Record that a run took some more seconds."""
        self.db.execute("UPDATE run SET updated = ?, seconds = seconds + ? WHERE id = ?", (now(), seconds, run))

    @writes
    def drop_games(self, match: int) -> None:
        """Delete the games of a match, which must be played from the start."""
        with transaction(self.db):
            self.db.execute("DELETE FROM batch WHERE match = ?", (match,))
            self.db.execute("DELETE FROM fault WHERE match = ?", (match,))

    # Reading

    @reads
    def runs(self, number: int | None = None) -> list[StoredRun]:
        """Return all runs, or the one with a number."""
        players: dict[int, list[StoredAgent]] = {}
        columns = "run, spec, name, fingerprint, clairvoyant, timed"
        for run, spec, name, said, clairvoyant, timed in self.db.execute(
            f"SELECT {columns} FROM agent ORDER BY run, place"
        ):
            players.setdefault(run, []).append(StoredAgent(spec, name, said, bool(clairvoyant), bool(timed)))
        found = []
        chosen = "" if number is None else f" WHERE id = {int(number)}"
        for row in self.db.execute(f"SELECT {RUN_COLUMNS} FROM run{chosen} ORDER BY id"):
            values = dict(zip(RUN_COLUMNS.split(", "), row, strict=True))
            for name in ("options", "settings", "notes"):
                values[name] = json.loads(values[name])
            values["seed"] = int(values["seed"])
            found.append(StoredRun(**values, players=players.get(values["id"], [])))
        return found

    def run(self, number: int) -> StoredRun:
        found = self.runs(number)
        if not found:
            there = ", ".join(str(run.id) for run in self.runs()) or "none"
            raise StoreError(f"the store holds no run {number}; it holds {there}")
        return found[0]

    @reads
    def matches(self, run: int) -> list[StoredMatch]:
        rows = self.db.execute(
            "SELECT id, number, options, agents, seatings FROM match WHERE run = ? ORDER BY number", (run,)
        )
        found = []
        for i, number, options, agents, seatings in rows:
            places, table = list(json.loads(agents)), np.array(json.loads(seatings), dtype=np.int64)
            if table.ndim != 2 or table.min() < 0 or table.max() >= len(places):
                raise ValueError(f"the seatings of match {number} name agents that it does not have")
            found.append(StoredMatch(i, number, dict(json.loads(options)), places, table))
        return found

    @reads
    def held(self, match: int) -> list[tuple[int, int]]:
        """Return the stored games of a match: (first, count), ascending."""
        return self.db.execute("SELECT first, games FROM batch WHERE match = ? ORDER BY first", (match,)).fetchall()

    @reads
    def games(self, match: StoredMatch, seed: int, most: int | None = None) -> GameResults:
        """Return the games of a match in the order of its plan, up to a position in it."""
        counts = {
            first: count if most is None else min(count, max(0, most - first)) for first, count in self.held(match.id)
        }
        deals, seating = np.zeros((2, sum(counts.values())), dtype=np.int64)
        plan = Schedule(seed, match.seatings, deals, seating)
        return GameResults.join(self._unpacked(match, counts, plan), plan)

    def _unpacked(self, match: StoredMatch, counts: Mapping[int, int], plan: Schedule) -> Iterator[GameResults]:
        """Yield the first `counts` games of each batch, by its position, and copy their deals and seatings into the plan."""
        end = 0
        for first, data in self.db.execute("SELECT first, data FROM batch WHERE match = ? ORDER BY first", (match.id,)):
            if first not in counts:  # stored by another process since they were counted
                continue
            start, end = end, end + counts[first]
            try:
                games = unpack(data, plan.seed, match.seatings).take(np.arange(counts[first]))
            except Exception as error:  # damaged bytes may raise anything
                raise StoreError(
                    f"store {self.path}: the games from {first} on of match {match.number} are damaged ({error})"
                ) from None
            plan.deals[start:end], plan.seating[start:end] = games.plan.deals, games.plan.seating
            yield games

    @reads
    def timing(self, match: int) -> np.ndarray:
        """Return the decision times by agent of the match (see `tapete.arena.timing`).

        Version 2 stored wall time, which is ignored.
        """
        entries = [
            json.loads(text) for (text,) in self.db.execute("SELECT timing FROM batch WHERE match = ?", (match,))
        ]
        known = [entry for entry in entries if len(entry[0]) == COLUMNS and isinstance(entry[0], list)]
        return np.sum(known, axis=0) if known else np.zeros((0, COLUMNS))

    @reads
    def faults(self, run: int) -> list[FaultNote]:
        """Return the faults of a run, in the order of its matches and deals."""
        rows = self.db.execute(
            "SELECT deal, seating, seat, agent, kind, text FROM fault JOIN match ON match.id = fault.match "
            "WHERE match.run = ? ORDER BY match.number, deal, seating",
            (run,),
        )
        return [FaultNote(*row) for row in rows]


# Opening the file


def for_writing(path: Path | None) -> sqlite3.Connection:
    """Open a store for writing; one of an earlier version is migrated."""
    db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=30)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        check_version(db, path)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        if version_of(db) < VERSION:
            migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def for_reading(path: Path) -> sqlite3.Connection:
    """Open a store without changing it. One of an earlier version is read through a temporary copy."""
    db = opened_as_it_is(path)
    try:
        if check_version(db, path) == 0:
            raise StoreError(f"{path} is not a store")
        if version_of(db) < VERSION:
            copy = sqlite3.connect("", isolation_level=None)  # a file that the system removes
            db.backup(copy)
            db.close()
            migrate(copy)
            db = copy
    except BaseException:
        db.close()
        raise
    return db


def opened_as_it_is(path: Path) -> sqlite3.Connection:
    """Open a database read-only, also in a read-only folder (SQLite writes beside an open file)."""
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    try:
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
        return db
    except sqlite3.OperationalError:
        db.close()
    written = path.with_name(f"{path.name}-wal")  # data that a killed process has not merged into the file yet
    if not written.is_file() or not written.stat().st_size:
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    with tempfile.TemporaryDirectory(prefix="tapete-store-") as folder:
        for file in (path, written):
            shutil.copy(file, folder)
        copy = sqlite3.connect("", isolation_level=None)
        with contextlib.closing(sqlite3.connect(Path(folder) / path.name)) as whole:
            whole.backup(copy)
    return copy


def check_version(db: sqlite3.Connection, path: Path | None) -> int:
    """Return the version of a store, 0 of an empty file; refuse a file that is not a store, or a later version."""
    db.execute("BEGIN")  # one snapshot: another process may be creating the store
    try:
        found = version_of(db)
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    if found > VERSION:
        raise StoreError(
            f"{path} was written by a later version of tapete (its layout is {found}, this one knows {VERSION}): "
            "upgrade tapete to use it"
        )
    if (found == 0 and tables) or (found > 0 and not {"run", "match", "batch"} <= tables):
        raise StoreError(f"{path} is not a store, but a database of another program")
    return found


def users_store() -> Path:
    """Return the default store, `results.db` in the user's data folder, which is created."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tapete"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "tapete"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tapete"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"no folder to store results ({error}); give --store FILE, or --store none") from None
    return folder / "results.db"


def now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
