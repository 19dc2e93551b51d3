"""`tapete serve FILE...`: games that are not installed are in the list of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.app import app
from tapete.core import registry
from tapete.errors import BadOption
from tapete.web.files import Reloading, page_files

RACE = Path(__file__).parents[1] / "race.py"


def test_a_game_in_a_file_is_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tapete.web.app.serve", lambda *given, **more: None)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    words = ["--no-browser", "--port", "0", "--tables", str(tmp_path / "tables.db")]
    app(["serve", str(RACE), *words], standalone_mode=False)
    assert "race" in registry.game_names() and registry.definition("race").title == "Race"
    with pytest.raises(BadOption, match="briscas is neither a file nor a folder"):
        app(["serve", "briscas", *words], standalone_mode=False)


def test_files_that_are_read_anew_are_listed_like_those_read_once() -> None:
    assert set(Reloading()) == set(page_files())
