"""Commands and scripts as processes of their own, without starting Python and importing everything for each of them.

`tapete_command("duel", ...)` does what `subprocess.run([sys.executable, "-m", "tapete.cli", "duel", ...])` does, and
`python_script(path)` what `subprocess.run([sys.executable, path])` does, about ten times faster: a server process, started at the
first call, imports what commands need and forks for each of them. A command has its own memory, folder, environment, standard
streams and exit code. Tests of how Python itself starts (encodings, imports, signals) use `subprocess`.
"""

from __future__ import annotations

import contextlib
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
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PRELOADED = ("scipy.stats", "matplotlib.figure", "tapete.cli", "tapete.compiler")
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
    started, connection = server(torch) if hasattr(os, "fork") else ({}, None)
    differing = {name for name in wanted.keys() | started.keys() if wanted.get(name) != started.get(name)}
    if connection is None or not differing <= READ_LATE:
        command = [sys.executable, *([script] if script else ["-m", "tapete.cli"]), *words]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, check=check, cwd=cwd, env=wanted, timeout=timeout
        )
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        given.write(stdin.encode())
        given.seek(0)
        request = {"script": script, "words": list(words), "cwd": str(cwd or os.getcwd()), "environment": wanted}
        data = json.dumps(request).encode()
        connection.settimeout(timeout)
        socket.send_fds(connection, [len(data).to_bytes(8, "big")], [file.fileno() for file in (given, out, errors)])
        connection.sendall(data)
        code = int.from_bytes(received(connection, 8), "big", signed=True)
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
def server(torch: bool) -> tuple[dict[str, str], socket.socket]:
    """The environment that a server was started with, and the connection to it; it ends when the connection does."""
    ours, theirs = socket.socketpair()
    code = f"import sys; sys.path.append({str(TESTS)!r}); import command; command.serve({theirs.fileno()}, {torch})"
    environment = dict(os.environ)
    subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()], env=environment)
    theirs.close()
    return environment, ours


def serve(descriptor: int, torch: bool) -> None:
    """Answer requests until the connection ends. A child leaves by `SystemExit`, as the command itself would."""
    for name in (*PRELOADED, *(["torch"] if torch else [])):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    from tapete.catalogue import definition, game_names

    for name in game_names():
        definition(name)
    sys.path.remove(str(TESTS))
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
            if request.get("script"):
                runpy.run_path(request["script"], run_name="__main__")
                raise SystemExit(0)
            raise SystemExit(sys.modules["tapete.cli"].main())
        for file in files:
            os.close(file)
        status = os.waitpid(child, 0)[1]
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))


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
    script = request.get("script")
    module = Path(sys.modules["tapete.cli"].__file__ or "").with_name("__main__.py")
    sys.path[0] = str(Path(script).parent) if script else request["cwd"]
    sys.argv = [script or str(module), *request["words"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
