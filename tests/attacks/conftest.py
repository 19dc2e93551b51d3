"""Fixture that runs the command line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command import tapete_command


@pytest.fixture
def tapete(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess]:
    """Run a command in an empty folder, with further environment variables."""

    def run(*arguments: str, seconds: float = 240, **environment: str) -> subprocess.CompletedProcess:
        given = {"TAPETE_STORE": "none", **environment}
        return tapete_command(*arguments, cwd=tmp_path, environment=given, timeout=seconds)

    return run
