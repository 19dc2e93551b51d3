"""Commands and scripts as processes of their own, without starting Python and importing everything for each of them.

`tapete_command("duel", ...)` does what `subprocess.run([sys.executable, "-m", "tapete", "duel", ...])` does, and
`python_script(path)` what `subprocess.run([sys.executable, path])` does, about ten times faster: a server process, started at the
first call, imports what commands need and forks for each of them. A command has its own memory, folder, environment, standard
streams and exit code. Tests of how Python itself starts (encodings, imports, signals) use `subprocess`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PRELOADED = (
    "scipy.stats",
    "matplotlib.figure",
    "typer._adapters",
    "tapete.cli.tables",
    "tapete.kernel.numba_backend",
    "tapete.arena.duel",
    "tapete.arena.report",
    "tapete.arena.tournament",
    "tapete.learn.dataset",
)
# Variables that are read when a command runs; any other is read when Python starts or a module is imported.
READ_LATE = {"TAPETE_STORE", "TAPETE_RUNS", "TAPETE_CACHE", "TAPETE_QUIET", "COLUMNS", "PYTEST_CURRENT_TEST"}


def tapete_command(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command of `tapete` to its end; `more` as in `run`."""
    return run("", words, **more)


def python_script(path: str | Path, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a Python script to its end; `more` as in `run`."""
    return run(str(Path(path).absolute()), words, **more)


def run(
    script: str,
    words: Sequence[str],
    *,
    cwd: str | Path | None = None,
    environment: Mapping[str, str] | None = None,
    stdin: str = "",
    check: bool = False,
    timeout: float = 600.0,
    torch: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run a script, or `tapete` if none is given. `torch`: it will import PyTorch, so let the server have done so."""
    wanted = {**os.environ, **(environment or {})}
    started, connection, _ = server(torch) if hasattr(os, "fork") else ({}, None, None)
    differing = {name for name in wanted.keys() | started.keys() if wanted.get(name) != started.get(name)}
    if connection is None or not differing <= READ_LATE:
        command = [sys.executable, *([script] if script else ["-m", "tapete"]), *words]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, check=check, cwd=cwd, env=wanted, timeout=timeout
        )
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        given.write(stdin.encode())
        given.seek(0)
        request = {"script": script, "words": list(words), "cwd": str(cwd or os.getcwd()), "environment": wanted}
        data = json.dumps(request).encode()
        connection.settimeout(timeout)
        try:
            size = [len(data).to_bytes(8, "big")]
            socket.send_fds(connection, size, [file.fileno() for file in (given, out, errors)])
            connection.sendall(data)
            code = int.from_bytes(received(connection, 8), "big", signed=True)
        except (OSError, EOFError):
            server.cache_clear()  # the next command must not be given the answer to this one
            connection.close()
            raise
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(io.TextIOWrapper(file).read())
    done = subprocess.CompletedProcess([script or "tapete", *words], code, *texts)
    if check:
        done.check_returncode()
    return done


def received(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise EOFError("the server of commands has ended")
        data += more
    return data


@cache
def server(torch: bool) -> tuple[dict[str, str], socket.socket, subprocess.Popen[bytes]]:
    """The environment that a server was started with, the connection to it, which it ends with, and its process."""
    ours, theirs = socket.socketpair()
    code = f"import sys; sys.path.append({str(TESTS)!r}); import command; command.serve({theirs.fileno()}, {torch})"
    environment = dict(os.environ)
    process = subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()], env=environment)
    theirs.close()
    return environment, ours, process


def serve(descriptor: int, torch: bool) -> None:
    """Answer requests until the connection ends."""
    for name in (*PRELOADED, *(["torch"] if torch else [])):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    from tapete.agents.registry import kinds_for
    from tapete.core.registry import game_names, load

    for name in game_names():
        kinds_for(load(name))
    sys.path.remove(str(TESTS))
    gc.collect()
    gc.freeze()  # else a child that collects garbage would copy all memory
    connection = socket.socket(fileno=descriptor)
    while True:
        size, files, _, _ = socket.recv_fds(connection, 8, 3)
        if not size:
            raise SystemExit(0)
        request = json.loads(received(connection, int.from_bytes(size, "big")))
        child = os.fork()
        if child == 0:
            connection.close()
            become(request, files)
            leave(asked(request))
        for file in files:
            os.close(file)
        status = os.waitpid(child, 0)[1]
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))


def asked(request: dict) -> int:
    """Do what was asked for, and return the exit code that Python would end with."""
    try:
        if request["script"]:
            runpy.run_path(request["script"], run_name="__main__")
        else:
            sys.modules["tapete.cli"].main()
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def leave(code: int) -> None:
    """End this process as Python does, but without taking apart all that was imported."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def become(request: dict, files: list[int]) -> None:
    """Give this process the streams, folder, environment and arguments of a command."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    script = request["script"]
    module = Path(sys.modules["tapete"].__file__ or "").with_name("__main__.py")
    sys.path[0] = str(Path(script).parent) if script else request["cwd"]
    sys.argv = [script or str(module), *request["words"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
