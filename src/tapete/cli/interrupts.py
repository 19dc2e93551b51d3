"""Ctrl-C while machine code runs.

Python handles signals between its own instructions, so a rule that never returns could not be interrupted. A dedicated thread
waits for them here: it reports what is running, and ends the program on the second signal.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from types import FrameType

from tapete.kernel.progress import QUIET_THREAD

PATIENCE = 3.0  # seconds after Ctrl-C in which a command may end by itself
TOGETHER = 0.3  # one Ctrl-C reaches all processes of a terminal, also our compile processes


def watch() -> None:
    """Start to listen. Do nothing if signals cannot be received (another thread, an embedded interpreter)."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    try:
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    except ValueError:
        return
    main = threading.get_ident()
    threading.Thread(target=_listen, args=(ours, theirs, main), name=QUIET_THREAD, daemon=True).start()


def _listen(ours: socket.socket, theirs: socket.socket, main: int) -> None:
    received_at = -1e9
    warned = False
    while True:
        received = ours.recv(64)
        if not received:
            return
        if signal.SIGINT not in received or time.monotonic() - received_at < TOGETHER:
            continue
        received_at = time.monotonic()
        if warned:
            os._exit(130)
        before = _place(main)
        ours.settimeout(PATIENCE)
        try:
            again = ours.recv(64)
            if signal.SIGINT in again and time.monotonic() - received_at >= TOGETHER and _place(main) == before:
                os._exit(130)
        except TimeoutError:
            pass
        finally:
            ours.settimeout(None)
        if before is not None and _place(main) == before:
            warned = True
            sys.stderr.write(f"\ntapete: {_running(main)} is still running; press Ctrl-C again to end the program\n")
            sys.stderr.flush()


def _place(thread: int) -> tuple[int, int] | None:
    """Return where a thread is executing: it is stuck if it is there again later."""
    frame = sys._current_frames().get(thread)
    return None if frame is None else (id(frame), frame.f_lasti)


def _running(thread: int) -> str:
    """Return a description of the call that a thread is executing."""
    frame: FrameType | None = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_name == "_call" and "loop" in frame.f_locals:
            game = getattr(frame.f_locals.get("self"), "game", None)
            return f"`{frame.f_locals['loop']}` of {getattr(game, 'name', 'the game')}"
        frame = frame.f_back
    return "a native loop"
