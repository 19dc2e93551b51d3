"""Games that are broken on purpose: a whole one, with some of its text replaced."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.plugins import load_file

RACE = Path(__file__).with_name("race.py").read_text(encoding="utf-8")
_numbers = itertools.count()


@pytest.fixture
def broken(tmp_path: Path) -> Callable[..., Any]:
    """The module of the race with pairs of texts replaced; every old text must be there."""

    def make(*pairs: tuple[str, str]) -> Any:
        source = RACE
        for old, new in pairs:
            assert old in source, f"the game has no {old!r}"
            source = source.replace(old, new, 1)
        path = tmp_path / f"race_{next(_numbers)}.py"
        path.write_text(source, encoding="utf-8")
        return load_file(str(path))

    return make
