"""Games of the store as tables for other programs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.faults import FAULT_NAMES
from tapete.arena.plan import deal_seeds
from tapete.arena.store.database import Store, StoredRun
from tapete.arena.store.locks import StoreError
from tapete.catalogue import load

COLUMNS = (
    "run",
    "match",
    "game",
    "deal",
    "deal_seed",
    "seating",
    "seat",
    "agent",
    "result",
    "points",
    "decisions",
    "fault",
    "seconds",
)


def rows_of(store: Store, run: StoredRun, game_of: Any) -> Iterable[dict[str, np.ndarray | list]]:
    """The games of a run as columns, one row per seat of a game, one match at a time."""
    specs = np.array(run.agents, dtype=object)
    names = np.array(FAULT_NAMES, dtype=object)
    for match in store.matches(run.id):
        games = store.games(match, run.seed)
        count, seats = games.returns.shape
        agents = np.array(match.agents)[games.plan.at_seats]

        def each(values: np.ndarray, seats: int = seats) -> np.ndarray:
            return np.repeat(values, seats)

        yield {
            "run": each(np.full(count, run.id)),
            "match": each(np.full(count, match.number)),
            "game": each(np.arange(count)),
            "deal": each(games.plan.deals),
            "deal_seed": each(deal_seeds(game_of(match.options), run.seed, games.plan.deals)),
            "seating": each(games.plan.seating),
            "seat": np.tile(np.arange(seats), count),
            "agent": specs[agents.reshape(-1)],
            "result": games.returns.reshape(-1),
            "points": games.points.reshape(-1),
            "decisions": games.decisions.reshape(-1),
            "fault": names[games.faults.reshape(-1)],
            "seconds": each(games.seconds),
        }


def export(store: Store, runs: Sequence[StoredRun], path: Path) -> int:
    """Write runs as CSV or Parquet, by the ending of the file's name. Returns the number of rows."""
    if path.suffix not in WRITERS:
        raise StoreError(f"{path}: games are written as .csv or .parquet")

    def blocks() -> Iterator[dict[str, Any]]:
        for run in runs:
            yield from rows_of(store, run, lambda options, name=run.game: load(name, **options))  # type: ignore[misc]

    try:
        with whole_or_nothing(path) as target:
            return WRITERS[path.suffix](blocks(), target)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None


def write_csv(blocks: Iterable[dict[str, Any]], path: Path) -> int:
    import csv

    count = 0
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for block in blocks:
            writer.writerows(zip(*(np.asarray(block[name]).tolist() for name in COLUMNS), strict=True))
            count += len(block["run"])
    return count


def write_parquet(blocks: Iterable[dict[str, Any]], path: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise StoreError("Parquet needs the package pyarrow: pip install 'tapete[parquet]'") from None
    count, parquet = 0, None
    try:
        for block in blocks:
            table = pyarrow.table({name: pyarrow.array(block[name]) for name in COLUMNS})
            parquet = parquet or pyarrow.parquet.ParquetWriter(path, table.schema)
            parquet.write_table(table)
            count += len(table)
    finally:
        if parquet is not None:
            parquet.close()
    return count


WRITERS: dict[str, Callable[[Iterable[dict[str, Any]], Path], int]] = {".csv": write_csv, ".parquet": write_parquet}


@contextlib.contextmanager
def whole_or_nothing(path: Path) -> Iterator[Path]:
    """A file beside the one that is asked for, which takes its place when it is whole; what is no plain file is written to."""
    if path.exists() and not path.is_file():
        yield path
        return
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield partial
        if partial.exists():
            os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
