"""Samples: `make test` runs some cases of a long list, `make acceptance` the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

WINDOWS = ("360x740", "640x480", "1280x800")  # of the windows that every drawing is tested at


def sampled(cases: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Mark every case as slow that is not kept; a case with several parameters is a tuple or a `pytest.param`."""
    found = list(cases)
    missing = [case for case in kept if case not in found]
    assert not missing, f"no such cases: {missing}"
    return [case if case in kept else slow(case) for case in found]


def slow(case: Any) -> Any:
    values = getattr(case, "values", None)
    if isinstance(values, tuple):  # of a `pytest.param`
        return pytest.param(*values, marks=[*case.marks, pytest.mark.slow], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
