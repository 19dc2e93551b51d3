"""Recorded games of another engine replay move by move (docs/rules/catan_traces.md)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tapete.errors import BadRecord
from tapete.testing.traces import replay_traces

DATA = Path(__file__).parents[2] / "data" / "catan"


def recordings(name: str) -> list[dict]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def written(tmp_path: Path, *games: dict) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


@pytest.mark.parametrize(("name", "games"), [("games", 14), ("trade_games", 4), ("edge_games", 4)])
def test_recorded_games_replay_without_a_mismatch(name, games):
    report = replay_traces("catan", [DATA / f"{name}.jsonl.gz"])
    assert report.first is None and report.mismatches == 0
    assert report.games == games
    assert report.checked["legal"] > 1000 and report.checked["state"] > 300
    assert report.steps == sum(
        len(game["events"][: game["official"]["agrees_until_event"]]) for game in recordings(name)
    )


def changed_event(what: str, change) -> dict:
    """Return a recorded game in which the first event of a kind is changed."""
    game = recordings("games")[0]
    game["events"] = game["events"][:400]
    game["official"]["agrees_until_event"] = 400
    change(next(event for event in game["events"] if event["a"] == what))
    return game


def flip_gain(event: dict) -> None:
    event["gain"][0][0] += 1


def flip_state(event: dict) -> None:
    event["state"]["bank"][2] += 1


def flip_legal(event: dict) -> None:
    event["legal"]["settle"] -= 1


@pytest.mark.parametrize(
    ("what", "change", "reported"),
    [("roll", flip_gain, "gain"), ("end", flip_state, "state"), ("settle", flip_legal, "legal")],
)
def test_wrong_recording_is_a_mismatch_with_its_place(tmp_path, what, change, reported):
    report = replay_traces("catan", [written(tmp_path, changed_event(what, change))])
    assert report.mismatches == 1
    assert report.first["what"] == reported and report.first["game"] == 0
    assert report.first["file"] == "games.jsonl" and isinstance(report.first["step"], int)


def test_an_illegal_event_is_a_mismatch(tmp_path):
    game = changed_event("settle", lambda event: None)
    game["events"][2]["node"] = game["events"][0]["node"]
    report = replay_traces("catan", [written(tmp_path, game)])
    assert report.mismatches == 1 and report.first["what"] == "action"


@pytest.mark.parametrize(
    "text", ['{"game": 0, "ev', "[1, 2]\n", '{"schema": "other/1", "events": []}\n', '{"events": [], "board": {}}\n']
)
def test_file_that_is_not_a_recording_is_refused(tmp_path, text):
    path = tmp_path / "broken.jsonl"
    path.write_text(text)
    with pytest.raises(BadRecord):
        replay_traces("catan", [path])


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadRecord):
        replay_traces("catan", [tmp_path / "nowhere.jsonl"])
