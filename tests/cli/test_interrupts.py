"""Ctrl-C interrupts a rule that never returns."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

STUCK = """
import sys
from tapete.cli import app as cli
from tapete.kernel import Array, i8, kernel
from tapete.core import loops

@kernel
def forever(words: Array[i8]) -> i8:
    while words[0] == 0:
        words[1] += 1
    return 1

def command():
    import numpy as np
    run = loops.native(forever)
    print("running", flush=True)
    run(np.zeros(2, dtype=np.int64))

cli.app.command("stuck")(command)
sys.argv = ["tapete", "stuck"]
cli.main()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_a_kernel_that_never_returns_is_named_and_ended_by_a_second_interrupt(tmp_path) -> None:
    script = tmp_path / "stuck.py"
    script.write_text(STUCK, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # the caller of the tests may ignore it
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "running\n"
        time.sleep(1.5)  # until it is in the loop, on a busy machine too
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == "\n"
        assert "is still running; press Ctrl-C again to end the program" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_in_a_command_without_a_handler_is_one_line(tmp_path) -> None:
    script = tmp_path / "waiting.py"
    script.write_text(
        "import sys\nfrom tapete.cli import app as cli\n\n\n"
        "def command():\n    raise KeyboardInterrupt\n\n\n"
        'cli.app.command("waiting")(command)\nsys.argv = ["tapete", "waiting"]\ncli.main()\n',
        encoding="utf-8",
    )
    found = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "tapete: interrupted\n")
