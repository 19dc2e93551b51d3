"""Trainings in the store: one row each, and their curves. The training's own folder is authoritative; this is an index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tapete.arena.store.database import Store, now, reads, writes
from tapete.arena.store.locks import StoreError
from tapete.arena.store.schema import transaction

STATES = ("running", "stopped", "finished")
COLUMNS = "id, folder, game, options, method, configuration, fingerprint, started, updated, state, champion"


@dataclass
class StoredTraining:
    """Training as listed by the store."""

    id: int
    folder: Path
    game: str
    options: Mapping[str, Any]
    method: str
    configuration: Mapping[str, Any]
    fingerprint: str
    started: str
    updated: str
    state: str
    champion: float | None  # score of the best so far, in the training's own terms

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "folder": str(self.folder)}


@dataclass(frozen=True)
class Point:
    """Point of a curve, with an interval if known."""

    name: str
    step: int
    value: float
    low: float | None = None
    high: float | None = None


@writes
def open_training(
    store: Store,
    folder: Path,
    game: str,
    options: Mapping[str, Any],
    method: str,
    configuration: Mapping[str, Any],
    fingerprint: str,
) -> int:
    """Find or create the training of a folder.

    One with other settings starts again: its curves are deleted.
    """
    place = str(folder.resolve())
    wanted = (game, _text(options), method, _text(configuration), fingerprint)
    names = "game, options, method, configuration, fingerprint"
    with transaction(store.db):
        found = store.db.execute(f"SELECT id, {names} FROM training WHERE folder = ?", (place,)).fetchone()
        if found and tuple(found[1:]) == wanted:
            store.db.execute("UPDATE training SET updated = ?, state = 'running' WHERE id = ?", (now(), found[0]))
            return int(found[0])
        if found:
            store.db.execute("DELETE FROM training WHERE id = ?", (found[0],))
        statement = (
            f"INSERT INTO training (folder, {names}, started, updated, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        return int(store.db.execute(statement, (place, *wanted, now(), now(), "running")).lastrowid or 0)


@writes
def note_training(store: Store, number: int, state: str, champion: float | None = None) -> None:
    """Set the state of a training; without a score its champion stays unchanged."""
    if state not in STATES:
        raise ValueError(f"a training is {', '.join(STATES)}, not {state!r}")
    statement = "UPDATE training SET updated = ?, state = ?, champion = coalesce(?, champion) WHERE id = ?"
    if not store.db.execute(statement, (now(), state, champion, number)).rowcount:
        raise StoreError(f"the store holds no training {number}")


@reads
def trainings(store: Store) -> list[StoredTraining]:
    """Return all trainings, oldest first."""
    found = []
    for row in store.db.execute(f"SELECT {COLUMNS} FROM training ORDER BY id"):
        values = dict(zip(COLUMNS.split(", "), row, strict=True))
        for name in ("options", "configuration"):
            values[name] = json.loads(values[name])
        found.append(StoredTraining(**{**values, "folder": Path(values["folder"])}))
    return found


@writes
def add_points(store: Store, points: Iterable[Point], *, run: int | None = None, training: int | None = None) -> None:
    """Add points to the curves of a run or of a training; existing points are replaced."""
    rows = [(run, training, p.name, p.step, p.value, p.low, p.high) for p in points]
    with transaction(store.db):
        store.db.executemany("INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


@reads
def curves(store: Store, *, run: int | None = None, training: int | None = None) -> dict[str, list[Point]]:
    """Return the curves of a run or of a training by name, each ordered by step."""
    found: dict[str, list[Point]] = {}
    chosen = "run IS ? AND training IS ?"
    statement = f"SELECT name, step, value, low, high FROM series WHERE {chosen} ORDER BY name, step"
    for row in store.db.execute(statement, (run, training)):
        found.setdefault(row[0], []).append(Point(*row))
    return found


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(dict(values), sort_keys=True)
