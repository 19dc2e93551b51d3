"""Locks of runs: a file beside the store for each run that is being played.

The lock belongs to an open file, not to a process, so two stores of one process do not release each other's; it is released
when the file is closed or the process ends, in any way. The file is then removed.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from pathlib import Path

from tapete.errors import TapeteError

try:
    import fcntl
except ImportError:  # without such locks the database itself refuses games that are there already
    fcntl = None  # type: ignore[assignment]  # None where there is no such module


class StoreError(TapeteError):
    """Error for a file of results that cannot be used."""


class Lock:
    """Exclusive right of a store to play one run, until it is released."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self.file = file
        _held.add(self)

    def release(self) -> None:
        if self.file >= 0:
            with contextlib.suppress(OSError):
                self.path.unlink()  # before others can hold it: they check that the file still exists
            self.forget()

    def forget(self) -> None:
        """Close the file. In a forked process this leaves the lock with its owner."""
        file, self.file = self.file, -1
        if file >= 0:
            os.close(file)


_held: weakref.WeakSet[Lock] = weakref.WeakSet()


def _forget_all() -> None:
    """Close all locks in a forked worker, which may outlive their owner."""
    for lock in list(_held):
        lock.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def lock_run(store: Path, run: int) -> Lock | None:
    """Lock a run for this store; return None if locks are not supported. Raise StoreError if another process has it."""
    if fcntl is None:
        return None
    path = store.with_name(f"{store.name}.run{run}.lock")
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise StoreError(f"run {run} of the store {store} cannot be locked: {path}: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise StoreError(f"another process is playing run {run} of the store {store}; wait for it to end") from None
        except OSError:  # a file system without locks
            os.close(file)
            return None
        if _same_file(file, path):
            return Lock(path, file)
        os.close(file)  # its owner has just removed it: open the current one


def _same_file(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except OSError:
        return False
