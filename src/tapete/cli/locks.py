"""Lock of a training's folder, released when its process ends."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tapete.errors import BadOption

try:
    import fcntl
except ImportError:  # without such locks, two trainings in one folder are not detected
    fcntl = None  # type: ignore[assignment]  # None where there is no such module


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder; the lock of a dead process is void."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "a", encoding="utf-8") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadOption(f"--out {folder}: another process is training there") from None
        yield
