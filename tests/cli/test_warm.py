"""`tapete warm`: what is compiled ahead of time, in which order, and what is cached."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.warm import jobs_for, kernels_of, missing, rules_of
from tapete.core.registry import definition
from tapete.kernel.cache import build_of


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))


def test_the_largest_game_is_compiled_first_so_that_two_cores_end_together() -> None:
    assert [name for name, _ in jobs_for(["briscas", "tribute"], checked=False)] == [
        "loops and searches",
        "tribute",
        "briscas",
    ]


def test_checked_rules_are_compiled_too_and_cached_ones_are_not_compiled_again() -> None:
    names = {name for name, _ in jobs_for(["briscas"], checked=True)}
    assert names == {"loops and searches", "briscas", "briscas, checked"}
    for kernel in rules_of(definition("briscas")):
        path = build_of(kernel, boundscheck=True).file(kernel)
        assert path is not None
        path.touch()
    assert missing("briscas", checked=True) == []
    assert len(missing("briscas", checked=False)) == len(set(kernels_of(definition("briscas"))))
    assert "briscas, checked" not in dict(jobs_for(["briscas"], checked=True))
