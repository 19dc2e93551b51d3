"""First use: help, version, examples, progress of compilation, and the parts of the demo."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tapete.cli import demo
from tapete.cli.app import EXAMPLES, IN_SHORT, app, main
from tapete.kernel.progress import CompileProgress, name_of


def called(monkeypatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["tapete", *arguments])
    monkeypatch.setattr("tapete.cli.app.watch", lambda: None)
    with pytest.raises(SystemExit) as left:
        main()
    return left.value.code


def test_the_command_alone_prints_its_help(monkeypatch, capsys) -> None:
    assert called(monkeypatch) == 0
    shown = capsys.readouterr()
    assert "Commands:" in shown.out and shown.err == ""


def test_the_version_is_printed(monkeypatch, capsys) -> None:
    assert called(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("tapete ")


def test_every_help_has_an_example(monkeypatch, capsys) -> None:
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert called(monkeypatch, name, "--help") == 0
        shown = capsys.readouterr().out
        assert "xample" in shown or f"tapete {name}" in shown, name
        assert all(len(line) <= 80 for line in shown.splitlines() if "http" not in line), name


def test_examples_are_of_commands_that_exist() -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert set(EXAMPLES) <= names
    assert set(IN_SHORT) == names


def test_no_summary_in_the_list_of_commands_is_cut(monkeypatch, capsys) -> None:
    assert called(monkeypatch, "--help") == 0
    lines = capsys.readouterr().out.split("Commands:")[1].splitlines()
    assert not [line for line in lines if line.endswith("...")]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    "arguments", [("games",), ("games", "briscas"), ("agents", "tribute"), ("agents", "catan", "settler")]
)
def test_lists_fit_narrow_terminals_and_break_no_name(
    monkeypatch, capsys, width: int, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr("tapete.cli.catalogue.columns", lambda: width)
    assert called(monkeypatch, *arguments) == 0
    shown = capsys.readouterr().out
    long = [line for line in shown.splitlines() if len(line) > width]
    assert all(len(line.split()) == 1 for line in long), long  # a spec is never broken
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown
    if arguments[0] == "agents" and len(arguments) == 2:
        for name in ("random-without-end-turn", "max-prestige", "best-mcts3"):
            assert any(line.startswith(name) for line in shown.splitlines())


def test_agents_are_listed_in_eighty_columns(monkeypatch, capsys) -> None:
    assert called(monkeypatch, "agents", "briscas") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 40
    assert all(len(line) <= 80 for line in lines if not line.startswith("  "))


def test_compilation_is_reported_with_its_expected_time() -> None:
    line = CompileProgress()
    line.name, line.about = "catan", 20.0
    assert line.text(12, 12) == "compiling catan, the first time only: 12 s of about 20 [############        ]"
    assert "23 s of about 25 [##################  ]" in line.text(23, 23)  # a wrong guess grows
    assert "12 s of about 40" in line.text(12, 6)  # the machine has other work
    line.pace = 2.0  # this machine is half as fast
    assert "12 s of about 40" in line.text(12, 12)


def test_compiled_parts_have_names_that_people_know() -> None:
    assert name_of("tapete.games.tribute.bots.evolved") == "tribute"
    assert name_of("tapete.search.ismcts") == "the searches"
    assert name_of("my_game.rules") == "my_game"
    assert name_of("my_game") == "my_game"


COMPILES = """
import sys
sys.path.insert(0, sys.argv[1])
from tapete.kernel import progress
progress.SILENCE, progress.TICK = 0.0, 0.01  # a fast machine compiles between two ticks
from tapete.kernel.cache import build_of
import rule
build_of(rule.twice).address(rule.twice)
print("done")
"""
RULE = """
from tapete.kernel import i8, kernel
@kernel
def twice(x: i8) -> i8:
    return 2 * x
"""


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
@pytest.mark.parametrize("quiet", [False, True])
def test_compilation_from_python_is_shown_on_a_terminal(tmp_path: Path, quiet: bool) -> None:
    import pty

    (tmp_path / "rule.py").write_text(RULE)
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TAPETE_CACHE": str(tmp_path / "cache"), "TAPETE_QUIET": "1" if quiet else ""}
    command = [sys.executable, "-c", COMPILES, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # the other side is closed
            while data := os.read(ours, 4096):
                seen += data
        assert process.stdout is not None and process.stdout.read() == b"done\n"
    assert (b"compiling rule, the first time only: " in seen) == (not quiet)
    assert quiet or seen.endswith(b"\r\x1b[K")  # nothing is left on the screen


def test_the_table_of_the_demonstration_fits_eighty_columns() -> None:
    entry = SimpleNamespace(
        rank=1,
        spec="random-without-end-turn",
        rating=1500.0,
        rating_ci95=(1400.0, 1600.0),
        score=0.5,
        ci95=(0.4, 0.6),
        faults=0,
    )
    text = demo.table_of(SimpleNamespace(standings=[entry, entry]), "Title")
    assert all(len(line) < 80 for line in text.splitlines())


def test_two_processes_never_compile_the_same_game(tmp_path: Path) -> None:
    one, other = demo.CompileMarks(str(tmp_path)), demo.CompileMarks(str(tmp_path))
    assert one.claim("catan") and not other.claim("catan")
    assert not other.is_done("catan")
    one.done("catan")
    assert other.is_done("catan")


def test_no_agent_of_the_demonstration_is_unknown() -> None:
    for name in demo.order():
        game, specs, games = demo.line_up(name)
        wanted = demo.LINE_UPS.get(name, demo.OTHERS)
        assert specs == wanted[0] and games > 0 and game.name == name
