"""Progress lines of long commands whose standard error is a file: one every 15 seconds without other output.

On a terminal there is a bar or a line instead. `TAPETE_QUIET=1` and `--quiet` switch both off.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import Any, Self

from tapete.kernel.progress import LINE_SECONDS, QUIET_THREAD, compile_progress, is_quiet

SILENT = ("serve", "play", "watch")  # these wait for people


class Heartbeat:
    """Periodic status lines of a command."""

    def __init__(self) -> None:
        self.command = ""
        self.name = ""  # of the work, where there are several
        self.title, self.done, self.total = "", 0, None  # type: tuple[str, int, int | None]
        self.begun = self.last = time.monotonic()
        self.every = LINE_SECONDS

    def start(self, command: str) -> None:
        """Start the status lines, if standard error is not a terminal."""
        if command in SILENT or is_quiet() or "--quiet" in sys.argv or sys.stderr is None or sys.stderr.isatty():
            return
        self.command = command
        self.begun = self.last = time.monotonic()
        sys.stderr = Noticed(sys.stderr, self)
        threading.Thread(target=self.tick, name=QUIET_THREAD, daemon=True).start()

    def tick(self) -> None:
        """Write the status lines, without Python's buffers, because the process may fork at any moment."""
        while True:
            time.sleep(min(0.5, self.every / 4))
            now = time.monotonic()
            self.last = max(self.last, compile_progress.last)
            if now - self.last >= self.every and not compile_progress.depth:
                self.last = now
                with contextlib.suppress(OSError):
                    os.write(2, f"{self.text(now - self.begun)}\n".encode())

    def text(self, seconds: float) -> str:
        if not self.done and self.total is None:  # nothing is counted yet
            return f"{self.title or self.name or f'tapete {self.command}'}: at work, {seconds:.0f} s so far"
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{self.title}: {self.done:,}{of} games, {seconds:.0f} s so far"

    @contextlib.contextmanager
    def work(self, title: str, total: int | None) -> Any:
        """Count finished work; yield a function that is called with the number of newly finished items."""
        self.title, self.done, self.total = title, 0, total

        def advance(done: int) -> None:
            self.done += done

        try:
            yield advance
        finally:
            self.title, self.done, self.total = "", 0, None


class Noticed:
    """Standard error that records the time of the last output."""

    def __init__(self, stream: Any, heart: Heartbeat) -> None:
        self._stream, self._heart = stream, heart

    def write(self, text: str) -> int:
        self._heart.last = time.monotonic()
        return int(self._stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


heart = Heartbeat()


class Lines:
    """Progress lines on standard error, each with the name of the work in front, if it has one."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def __enter__(self) -> Self:
        heart.name = self.name
        return self

    def __exit__(self, *problem: Any) -> None:
        heart.name = ""

    def write(self, text: str) -> None:
        print(f"{self.name}: {text}" if self.name else text, file=sys.stderr, flush=True)
