"""Lines of progress on standard error that never stop for long."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any, Self

SILENCE = 15.0  # seconds after which a line says that work goes on


class Heartbeat:
    """Print lines to standard error; say that work goes on where nothing was printed for a while.

    Every line begins with `name`, where there is one.
    """

    def __init__(self, name: str = "", silence: float | None = None) -> None:
        self.name = name
        self.silence = SILENCE if silence is None else silence
        self.begun = self.last = time.monotonic()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def tell(self, text: str) -> None:
        self.last = time.monotonic()
        print(f"{self.name}: {text}" if self.name else text, file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(min(1.0, self.silence / 4)):
            if time.monotonic() - self.last >= self.silence:
                self.tell(f"still at work (playing or compiling), {time.monotonic() - self.begun:,.0f} s so far")
