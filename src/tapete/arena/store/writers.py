"""Writers of tables for other programs: CSV and Parquet, by the suffix of the file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.store.locks import StoreError


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
