"""Readers of external files and of given data. What cannot be read is reported in one sentence."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tapete.errors import BadOption, BadRecord, shown


def open_text(path: Path) -> Iterator[str]:
    """Yield the lines of a plain or gzip file."""
    try:
        with open(path, "rb") as probe:
            packed = probe.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt", encoding="utf-8") if packed else open(path, encoding="utf-8") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is cut off or not a text file"
        raise BadRecord(f"cannot read {path}: {reason}") from None


def read_json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield one JSON object per line; an error names the line."""
    for number, line in enumerate(open_text(path), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            raise BadRecord(f"{path}, line {number}: not a complete JSON object") from None
        if not isinstance(entry, dict):
            raise BadRecord(f"{path}, line {number}: not a JSON object")
        yield entry


def member(data: Mapping[str, Any], name: str, where: str = "") -> Any:
    """Return a member of given data, which must be there."""
    if name not in data:
        raise BadOption(f"{where}{name} is missing")
    return data[name]


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """Return a value that must be names with values."""
    if not isinstance(value, Mapping):
        raise BadOption(f"{what}: must be names with values, not {shown(value)}")
    return value
