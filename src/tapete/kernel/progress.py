"""Progress line on standard error while kernels are compiled.

On a terminal it is one line that changes, in a file a new line every 15 seconds; `TAPETE_QUIET=1` turns it off. Nothing
here imports NumPy or Numba.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

QUIET_THREAD = "tapete-quiet"  # name of a thread that holds no lock, so that a fork is safe
SILENCE = 0.6  # seconds before anything is written: most kernels take less
TICK = 0.25  # seconds between two lines on a terminal
LINE_SECONDS = 15.0  # between two lines where nothing can be overwritten, as in a file
PAUSE = 5.0  # seconds without compiling after which the clock restarts
WIDTH = 20  # characters of the bar
LATE = 1.1  # a compilation that exceeds the estimate counts as nearly done
ROOMS = {"search": "the searches", "nets": "the networks", "core": "the loops", "play": "the loops"}


def name_of(module: str) -> str:
    """Return the name of the part that a module's kernels belong to: a game, the searches, a user's file."""
    parts = module.split(".")
    if parts[0] != "tapete":
        return parts[-2] if len(parts) > 1 else parts[0]
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ROOMS.get(parts[-2], parts[-2])


class CompileProgress:
    """The progress line, one per process."""

    def __init__(self) -> None:
        self.name = ""
        self.since = self.until = -1e9
        self.processor = 0.0  # seconds of processor time of this process at `since`
        self.about = 0.0  # estimated seconds of processor time of all compilations since then
        self.depth = 0  # compiling a kernel may compile others
        self.elsewhere = False
        self.shown = False
        self.pace = 1.0  # measured time divided by the estimate
        self.thread: threading.Thread | None = None
        self.last = -1e9  # time of the last line written to a file

    @contextlib.contextmanager
    def of(self, name: str, seconds: Callable[[], float], *, elsewhere: bool = False) -> Iterator[None]:
        """Show progress during a compilation that may take some `seconds` (computed only if it is shown).

        `elsewhere`: in another process, so that this one's processor time says nothing.
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
        """Start the thread. The line is written without Python's buffers, because a fork may happen at any moment."""
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(target=self.tick, name=QUIET_THREAD, daemon=True)
            self.thread.start()

    def tick(self) -> None:
        while True:
            time.sleep(TICK)
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
        """Return the line after some seconds of wall and of processor time: a busy machine takes longer."""
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
    """Return True if progress is not to be shown."""
    return os.environ.get("TAPETE_QUIET", "0") not in ("", "0") or sys.stderr is None


def on_terminal() -> bool:
    """Return True if standard error is a terminal."""
    try:
        return os.isatty(2)
    except OSError:
        return False


compile_progress = CompileProgress()
