"""Serve a table and play a round of Dinosaurs in a Python without what Windows lacks; print the moves."""

from __future__ import annotations

import importlib
import os
import signal
import sys

# Libraries may branch by platform, which cannot be simulated; this test is about our own modules.
for library in ("asyncio", "subprocess", "multiprocessing", "numba", "numpy", "starlette.applications", "uvicorn"):
    importlib.import_module(library)
for missing in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline", "curses"):
    sys.modules[missing] = None  # type: ignore[assignment]
for name in (
    "fork",
    "forkpty",
    "sched_getaffinity",
    "sched_setaffinity",
    "getuid",
    "geteuid",
    "setsid",
    "killpg",
    "getpgid",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "setitimer", "alarm", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)

from serving import Running  # noqa: E402

import tapete.cli  # noqa: E402, F401
from tapete.web.client import Client  # noqa: E402


def main() -> None:
    server = Running()
    with Client(f"{server.url}/play/dinosaurs?seat=0&against=easy&seed=7&speed=instant") as client:
        state = client.until("state")
        while state["describe"]["turn"] < 2:
            if state["moves"]:
                action = state["moves"][0]["id"]
                client.send({"type": "play", "decision": state["decision"], "actions": [action]})
            state = client.until("state")
    server.stop()
    print(f"round {state['describe']['turn']}")


if __name__ == "__main__":
    main()
