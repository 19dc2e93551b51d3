"""Checked reading of given data: each function returns a valid value or raises an error that says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tapete.errors import BadOption, shown


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadOption(f"{where}: must be an object with members, not {shown(value)}")
    return value


def part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return mapping(member(data, name), name)


def member(data: Mapping[str, Any], name: str, where: str = "the description") -> Any:
    if name not in data:
        raise BadOption(f"{where} lacks {name!r}")
    return data[name]


def listed(data: Mapping[str, Any], name: str, *, least: int = 0, most: int, where: str = "") -> list[Any]:
    value = member(data, name, where or "the description")
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise BadOption(f"{where}{name}: must be a list, not {shown(value)}")
    if not least <= len(value) <= most:
        bounds = f"{least}" if least == most else f"from {least} to {most}"
        raise BadOption(f"{where}{name}: must hold {bounds} entries, not {len(value)}")
    return list(value)


def number(data: Mapping[str, Any], name: str, low: int, high: int, where: str = "") -> int:
    """Return a whole number within bounds; text of digits is allowed, since large numbers are written so."""
    value = member(data, name, where or "the description")
    if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise BadOption(f"{where}{name}={shown(value)}: must be a whole number")
    if not low <= value <= high:
        raise BadOption(f"{where}{name}={shown(value)}: must be from {low} to {high}")
    return int(value)
