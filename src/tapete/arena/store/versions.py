"""Versions of the code of rules and agents, by which the store knows whether it holds what is asked for."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from tapete.agents.seated import Seated
from tapete.build import _constants, _sources
from tapete.game import Game
from tapete.kernel import Kernel

COMPILER = ("kernel.py", "build.py", "native.py")  # how kernels are compiled, which is not what they say


def code_digest(kernels: list[Kernel]) -> str:
    """A hash of the source files and constants that some kernels depend on."""
    digest = hashlib.sha256()
    for path, text in sorted(_sources(kernels).items()):
        if Path(path).name not in COMPILER:
            digest.update(Path(path).name.encode() + b"\0" + text)
    for name, value in sorted(_constants(kernels).items()):
        digest.update(name.encode() + b"\0" + value)
    return digest.hexdigest()[:16]


def rules_version(game: Game) -> str:
    """A hash of the code of a game's rules."""
    return code_digest(list(game.kernels.values()))


def agent_version(agent: Seated) -> str:
    """A hash of what an agent is: its kernel or the file its class is written in, its options, the files they name."""
    inner = agent.agent
    kernel = getattr(inner, "kernel", None) or getattr(getattr(inner, "policy", None), "kernel", None)
    digest = hashlib.sha256()
    if isinstance(kernel, Kernel):
        digest.update(code_digest([kernel]).encode())
    else:
        import inspect

        with contextlib.suppress(OSError, TypeError):
            digest.update(Path(inspect.getfile(type(inner))).read_bytes())
    for name, value in sorted(agent.options.items()):
        digest.update(f"{name}={value};".encode())
        if isinstance(value, str) and os.path.isfile(value):
            digest.update(Path(value).read_bytes())
    return digest.hexdigest()[:16]
