"""The command as an attacker runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def tapete(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess]:
    """Run a command in an empty folder; more variables of the environment may be given."""

    def run(*arguments: str, seconds: float = 240, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "tapete.cli", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TAPETE_STORE": "none", **environment},
        )

    return run
