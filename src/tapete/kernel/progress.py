"""What a person sees while something is compiled: what, since when, how long it may take, and that it happens only once.

A line on standard error, in every command and in Python: on a terminal one that changes, in a file another one every 15 seconds;
`TAPETE_QUIET=1` keeps it away. Nothing here imports NumPy or Numba.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

QUIET_THREAD = "tapete-quiet"  # name of a thread that holds no lock, so that a fork does not mind it
SILENCE = 0.6  # seconds before anything is said: most kernels take less
LINE_SECONDS = 15.0  # between two lines in a file, or wherever else nothing can be overwritten
PAUSE = 5.0  # seconds without compiling after which the clock begins anew
WIDTH = 20  # characters of the bar
LATE = 1.1  # what takes longer than was guessed is nearly done
ROOMS = {"search": "the searches", "nets": "the networks", "core": "the loops", "play": "the loops"}


def name_of(module: str) -> str:
    """What the kernels of a module belong to, as people call it: a game, the searches, somebody's file."""
    parts = module.split(".")
    if parts[0] != "tapete":
        return parts[-2] if len(parts) > 1 else parts[0]
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ROOMS.get(parts[-2], parts[-2])


class CompileProgress:
    """The line: one for a process, whoever compiles."""

    def __init__(self) -> None:
        self.name = ""
        self.since = self.until = -1e9
        self.processor = 0.0  # seconds of processor time that this process had had then
        self.about = 0.0  # seconds of processor time that all which was announced since then may take
        self.depth = 0  # what is compiled may need something else compiled
        self.elsewhere = False
        self.shown = False
        self.pace = 1.0  # how much longer things take here than was expected
        self.thread: threading.Thread | None = None
        self.last = -1e9  # when a line was last written to a file

    @contextlib.contextmanager
    def of(self, name: str, seconds: Callable[[], float], *, elsewhere: bool = False) -> Iterator[None]:
        """Tell while something is compiled that may take some `seconds` (computed only where it is told).

        `elsewhere`: by another process, so that what this one has of the processor says nothing.
        """
        if self.depth or is_quiet():
            yield
            return
        expected = seconds()
        started, processor = time.monotonic(), time.process_time()
        if name != self.name or started - self.until > PAUSE:
            self.name, self.since, self.about, self.processor = name, started, 0.0, processor
        self.about += expected
        self.depth, self.elsewhere = 1, elsewhere
        self.watch()
        try:
            yield
        finally:
            self.until, self.depth = time.monotonic(), 0
            if expected > 1 and not elsewhere:
                self.pace = min(max((time.process_time() - processor) / expected, 0.2), 10.0)
            self.clear()

    def watch(self) -> None:
        """Begin to look at the clock. The line is written without Python's buffers: a fork may happen at any moment."""
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(target=self.tick, name=QUIET_THREAD, daemon=True)
            self.thread.start()

    def tick(self) -> None:
        while True:
            time.sleep(0.25)
            now = time.monotonic()
            seconds, terminal = now - self.since, on_terminal()
            if not self.depth or seconds <= (SILENCE if terminal else LINE_SECONDS):
                continue
            if not terminal and now - self.last < LINE_SECONDS:
                continue
            text = self.text(seconds, time.process_time() - self.processor)
            self.last, self.shown = now, terminal
            with contextlib.suppress(OSError):
                os.write(2, f"\r\033[K{text}".encode() if terminal else f"{text}\n".encode())

    def text(self, seconds: float, processor: float) -> str:
        """The line after some seconds, in which the process had so much of the processor: a busy machine takes longer."""
        share = 1.0 if self.elsewhere else min(1.0, max(processor / seconds, 0.05))
        about = max(self.about * self.pace / share, LATE * seconds)
        line = f"compiling {self.name}, the first time only: {seconds:.0f} s of about {max(about, 1):.0f}"
        bar = f" [{'#' * int(WIDTH * seconds / about):{WIDTH}}]"
        return line + bar if len(line + bar) < columns() else line[: columns() - 1]

    def clear(self) -> None:
        if self.shown:
            self.shown = False
            with contextlib.suppress(OSError):
                os.write(2, b"\r\033[K")


def columns() -> int:
    try:
        return os.get_terminal_size(2).columns or 80
    except OSError:
        return 80


def is_quiet() -> bool:
    """Whether nothing is to be said of what is going on."""
    return os.environ.get("TAPETE_QUIET", "0") not in ("", "0") or sys.stderr is None


def on_terminal() -> bool:
    """Whether standard error is a terminal."""
    try:
        return os.isatty(2)
    except OSError:
        return False


telling = CompileProgress()
