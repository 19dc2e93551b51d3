"""The first minute: help, version, examples, what is shown while something compiles, and the demonstration's parts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tapete.cli import demo
from tapete.cli.app import EXAMPLES, app, main
from tapete.cli.compiling import Notice


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


def test_it_says_its_version(monkeypatch, capsys) -> None:
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


def test_agents_are_listed_in_eighty_columns(monkeypatch, capsys) -> None:
    assert called(monkeypatch, "agents", "briscas") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 40
    assert all(len(line) <= 80 for line in lines if not line.startswith("  "))


def test_what_is_compiled_is_told_with_the_time_it_takes() -> None:
    notice = Notice()
    notice.name = "catan"
    assert notice.text(12).startswith("compiling catan, the first time only: 12 s of about 20 [####")
    notice.name = "somebody_elses"
    assert notice.text(3) == "compiling somebody_elses, the first time only: 3 s"


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
    one, other = demo.Claims(str(tmp_path)), demo.Claims(str(tmp_path))
    assert one.claim("catan") and not other.claim("catan")
    assert not other.is_done("catan")
    one.done("catan")
    assert other.is_done("catan")


def test_no_agent_of_the_demonstration_is_unknown() -> None:
    for name in demo.order():
        game, specs, games = demo.line_up(name)
        wanted = demo.LINE_UPS.get(name, demo.OTHERS)
        assert specs == wanted[0] and games > 0 and game.name == name
