"""Versions of the libraries that adapters need; a missing or unsuitable one is reported in one sentence."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tapete.errors import TapeteError, said


class WrongLibrary(TapeteError, ImportError):
    """Error for a library that is missing, too old or too new for its adapter."""


def numbers(text: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: `1.27.0rc1` is (1, 27, 0)."""
    found = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def wanted(distribution: str, at_least: str, below: str, module: str | None = None) -> Any:
    """Return the module of a library whose version is from `at_least` up to, but not including, `below`."""
    advice = f'install it with: pip install "{distribution}>={at_least},<{below}"'
    try:
        there = version(distribution)
    except PackageNotFoundError:
        raise WrongLibrary(
            f"this adapter needs {distribution}, version {at_least} up to {below}, which is not installed; {advice}"
        ) from None
    if not numbers(at_least) <= numbers(there) < numbers(below):
        how = "too old" if numbers(there) < numbers(at_least) else "too new"
        raise WrongLibrary(
            f"{distribution} {there} is {how}: this adapter needs {at_least} or later, below {below}; {advice}"
        )
    try:
        return import_module(module or distribution)
    except ImportError as error:
        raise WrongLibrary(f"{distribution} {there} is installed but cannot be imported ({said(error)})") from error
