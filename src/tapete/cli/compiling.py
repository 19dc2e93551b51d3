"""What a person sees while something is compiled: what, since when, and that it happens the first time only."""

from __future__ import annotations

import os
import sys
import threading
import time

from tapete import build

QUIET = 0.6  # seconds before anything is said: most kernels take less
# Seconds that a whole game takes on one ordinary core, with the agents of a usual table.
ABOUT = {"briscas": 8, "catan": 20, "dinosaurs": 15, "hearthstone": 25, "tribute": 30, "bots": 30, "search": 10}


class Notice:
    """A line on standard error that counts the seconds, on a terminal; one plain line otherwise nothing."""

    def __init__(self) -> None:
        self.since: float | None = None
        self.name, self.kernel = "", ""
        self.compiling = False
        self.shown = False
        self.last = 0.0
        self.ticking = False

    def __call__(self, name: str, kernel: str | None) -> None:
        if kernel is None:
            self.compiling, self.last = False, time.monotonic()
            self.clear()
            return
        if self.since is None or name != self.name or time.monotonic() - self.last > 5:
            self.since = time.monotonic()
        self.name, self.kernel, self.compiling = name, kernel, True
        if not self.ticking:
            self.ticking = True
            threading.Thread(target=self.tick, name=build.QUIET_THREAD, daemon=True).start()

    def tick(self) -> None:
        """Show the line while something is compiled. It writes without Python's buffers: a fork may happen at any moment."""
        while True:
            time.sleep(0.25)
            since = self.since
            if self.compiling and since is not None and time.monotonic() - since > QUIET:
                self.shown = True
                os.write(2, f"\r\033[K{self.text(time.monotonic() - since)}".encode())

    def text(self, seconds: float) -> str:
        about = ABOUT.get(self.name)
        expected = f" of about {about}" if about and seconds <= about else ""
        done = min(1.0, seconds / about) if about else 0.0
        bar = f" [{'#' * round(20 * done):20}]" if expected else ""
        return f"compiling {self.name}, the first time only: {seconds:.0f} s{expected}{bar}"

    def clear(self) -> None:
        if self.shown:
            self.shown = False
            os.write(2, b"\r\033[K")


def tell_of_compiling() -> None:
    """Begin to tell, where a person looks on."""
    if sys.stderr is not None and sys.stderr.isatty():
        build.notice = Notice()
