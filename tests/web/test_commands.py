"""`tapete serve` and `tapete picture` from the command line."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import tapete_command


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return tapete_command(*arguments, timeout=300)


def test_bad_input_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for arguments, words in (
            (["serve", "--port", "70000"], "must be from 0 to 65535"),
            (["serve", "--port", port, "--no-browser"], "choose another with --port"),
            (["serve", "--agent", "mine"], "must be NAME=SPEC"),
            (["picture", "briscas", "--out", "x.gif"], "must end in .png or .svg"),
            (["picture", "briscas", "--out", "x.png", "--size", "big"], "must be WIDTHxHEIGHT"),
            (["picture", "briscas", "--out", "x.png", "--seat", "9"], "must be from 0 to 1"),
        ):
            found = run(*arguments)
            assert found.returncode == 2 and words in found.stderr, (arguments, found.stderr)
            assert found.stderr.count("\n") == 1 and "Traceback" not in found.stderr


def test_a_position_is_drawn_as_a_picture(browser: Any, tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    found = run("picture", "briscas", "--seed", "7", "--seat", "0", "--size", "640x480", "--out", str(out))
    assert found.returncode == 0, found.stderr
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<svg") and "http://www.w3.org/2000/svg" in text
    other = tmp_path / "table.png"
    assert run("picture", "briscas", "--seed", "7", "--language", "es", "--out", str(other)).returncode == 0
    assert other.read_bytes()[:4] == b"\x89PNG" and other.stat().st_size > 5000


def test_pictures_need_a_browser_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from tapete.web import pictures

    monkeypatch.setattr(pictures.shutil, "which", lambda name: None)
    with pytest.raises(pictures.NoBrowser, match="needs Chromium"):
        pictures.chromium()


@pytest.mark.slow
def test_the_table_needs_nothing_that_windows_lacks() -> None:
    """A round is played without the modules and signals that Windows lacks. Windows itself is not tested."""
    script = Path(__file__).parent / "without_posix.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "round 2"
