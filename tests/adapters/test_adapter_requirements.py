"""Requirements of adapters: a missing, too old or too new library is named in one sentence; the core imports none."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tapete.adapters import requirements as module
from tapete.adapters.requirements import WrongLibrary, numbers, wanted

LIBRARIES = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "open_spiel", "rlcard": "rlcard"}


def run(code: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_core_imports_no_library() -> None:
    names = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "rlcard", "torch", "stable_baselines3")
    code = f"import sys, tapete, tapete.adapters; print([n for n in {names} if n in sys.modules])"
    found = run(code)
    assert found.stdout.strip() == "[]", found.stderr


@pytest.mark.parametrize(
    ("adapter", "there", "words"),
    [
        *((name, None, "not installed") for name in LIBRARIES),
        ("rlcard", "0.1", "too old"),
        ("openspiel", "99.0", "too new"),
    ],
)
def test_an_adapter_names_the_version_it_needs(adapter: str, there: str | None, words: str) -> None:
    """A fresh process imports the adapter with a false version of the library."""
    library = LIBRARIES[adapter]
    code = f"""
import importlib.metadata as metadata
true = metadata.version
def version(name):
    if name != {library!r}:
        return true(name)
    if {there!r} is None:
        raise metadata.PackageNotFoundError(name)
    return {there!r}
metadata.version = version
import tapete
try:
    import tapete.adapters.{adapter}
except tapete.TapeteError as error:
    assert isinstance(error, ImportError)
    print(error)
"""
    found = run(code)
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("\n") == 1
    assert library in found.stdout
    assert words in found.stdout
    assert "pip install" in found.stdout


def test_versions_are_compared_as_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert numbers("1.27.0rc1") == (1, 27, 0)
    assert numbers("odd") == ()
    for there, fits in (("1.9", False), ("1.10", True), ("1.27.3", True), ("2.0", False)):
        monkeypatch.setattr(module, "version", lambda name, there=there: there)
        if fits:
            assert wanted("json", "1.10", "2").loads("1") == 1
        else:
            with pytest.raises(WrongLibrary, match="json"):
                wanted("json", "1.10", "2")
    monkeypatch.setattr(module, "version", lambda name: "1.10")
    with pytest.raises(WrongLibrary, match="cannot be imported"):
        wanted("no_such_module", "1.10", "2")
