"""Export of runs as tables for other programs, in CSV or Parquet."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.store.database import Store, StoredRun
from tapete.arena.store.locks import StoreError
from tapete.errors import BadOption


def export(store: Store, runs: Sequence[StoredRun], path: Path, rows: str = "seats") -> int:
    """Write runs as CSV or Parquet, by the file's suffix, with a row per game, seat or setting; return the number of rows."""
    from tapete.arena.experiment import read_outcome  # that module imports the store
    from tapete.arena.tidy import ROWS, Table, blocks

    if path.suffix not in WRITERS:
        raise StoreError(f"{path}: games are written as .csv or .parquet")
    if rows not in ROWS:
        raise BadOption(f"--rows {rows}: must be one of {', '.join(ROWS)}")

    def every() -> Iterator[dict[str, Any]]:
        for run in runs:
            outcome = read_outcome(store, run)
            yield from blocks([(Table.of(outcome), outcome.matches)], rows)

    try:
        columns = list(dict.fromkeys(name for block in every() for name in block))
        with whole_or_nothing(path) as target:
            return WRITERS[path.suffix](every(), columns, target)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None


def write_csv(blocks: Iterable[dict[str, Any]], columns: Sequence[str], path: Path) -> int:
    import csv

    count = 0
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        for block in blocks:
            size = len(block["run"])
            writer.writerows(zip(*(cells(block, name, size) for name in columns), strict=True))
            count += size
    return count


def cells(block: dict[str, Any], name: str, size: int) -> list:
    """Return a column of a block; empty if only another run has it."""
    return np.asarray(block[name], dtype=object).tolist() if name in block else [""] * size


def write_parquet(blocks: Iterable[dict[str, Any]], columns: Sequence[str], path: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise StoreError("Parquet needs the package pyarrow: pip install 'tapete[parquet]'") from None
    whole: dict[str, list] = {name: [] for name in columns}
    count = 0
    for block in blocks:
        size = len(block["run"])
        for name in columns:
            whole[name] += cells(block, name, size)
        count += size
    table = pyarrow.table({name: pyarrow.array(of_one_type(values)) for name, values in whole.items()})
    pyarrow.parquet.write_table(table, path)
    return count


def of_one_type(values: list) -> list:
    """Return values of one type: numbers if all non-empty ones are, texts otherwise."""
    filled = [value for value in values if value != ""]
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in filled):
        return [None if value == "" else value for value in values]
    return [str(value) for value in values]


WRITERS: dict[str, Callable[[Iterable[dict[str, Any]], Sequence[str], Path], int]] = {
    ".csv": write_csv,
    ".parquet": write_parquet,
}


@contextlib.contextmanager
def whole_or_nothing(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces the requested one when it is complete; a special file is written directly."""
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
