"""Checks of plain data: descriptions, moves and events must survive JSON; offending members are named."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

Path = tuple[str | int, ...]
EXACT = 1 << 53  # a double holds whole numbers up to this one


def as_json(data: Any, what: str, where: str = "") -> str:
    """Return data as JSON, members in order; raise an error that names a member that JSON cannot hold or would change."""
    if not plain(data):
        for path, wrong in wrong_members(data):
            raise AssertionError(f"{path_text(path) or 'all'} of {what} is {wrong} {where}".rstrip())
    return json.dumps(data, sort_keys=True)


def plain(data: Any) -> bool:
    """Return whether data is of the usual types throughout; else `wrong_members`, which is slower, looks closer."""
    kind = type(data)
    if kind is dict:
        return all(type(name) is str for name in data) and all(map(plain, data.values()))
    if kind is list:
        return all(map(plain, data))
    if kind is int:
        return -EXACT <= data <= EXACT
    return data is None or kind is str or kind is bool or (kind is float and math.isfinite(data))


def wrong_members(data: Any, path: Path = ()) -> Any:
    """Yield (path, problem) of every member that does not survive JSON."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            if not isinstance(name, str):
                yield path, f"named by {name!r}, a {type(name).__name__}; names must be texts"
            yield from wrong_members(value, (*path, str(name)))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from wrong_members(value, (*path, place))
    elif isinstance(data, (np.generic, np.ndarray)):
        kind = "int" if isinstance(data, np.integer) else "bool" if isinstance(data, np.bool_) else "float"
        remedy = ".tolist()" if isinstance(data, np.ndarray) else f"{kind}(...)"
        yield (
            path,
            f"a NumPy {type(data).__name__ if remedy != '.tolist()' else 'array'}, not plain data; write {remedy}",
        )
    elif isinstance(data, tuple):
        yield path, "a tuple, which JSON gives back as a list; write list(...)"
    elif data is not None and not isinstance(data, (bool, int, float, str)):
        yield path, f"a {type(data).__name__}, which JSON cannot hold"
    elif isinstance(data, float) and not np.isfinite(data):
        yield path, f"{data}, which JSON cannot hold"
    elif isinstance(data, int) and abs(data) > EXACT:
        yield path, f"{data}, beyond 2^53, which readers of JSON round; write it as text"


def differing(one: Any, other: Any, path: Path = (), most: int = 4) -> str:
    """Return the members in which two pieces of data differ, with both values."""
    found = list(_differences(one, other, path))
    return ", ".join(f"{path_text(p) or 'all'} ({left!r} for {right!r})" for p, left, right in found[:most])


def _differences(one: Any, other: Any, path: Path) -> Any:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for name in {**one, **other}:
            yield from _differences(one.get(name), other.get(name), (*path, str(name)))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(left, right, (*path, place))
    elif one != other:
        yield path, one, other


def path_text(path: Path) -> str:
    """Return a path into data as Python would write it: players[0].coins."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
