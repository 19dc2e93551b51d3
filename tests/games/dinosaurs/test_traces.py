"""Recorded games of an independent engine (docs/rules/dinosaurs_traces.md)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tapete.errors import BadRecord
from tapete.testing.traces import replay_traces

RECORDED = Path(__file__).parents[2] / "data" / "dinosaurs" / "games.jsonl.gz"


def test_all_recorded_games_agree() -> None:
    report = replay_traces("dinosaurs", [RECORDED])
    assert report.games == 165
    assert report.steps == 12635
    assert report.checked["known"] > 6000
    assert report.mismatches == 0, report.first


def first_game() -> dict:
    with gzip.open(RECORDED, "rt") as lines:
        return json.loads(next(lines))


def spoil(entry: dict, where: str) -> None:
    """Change one value of a recording."""
    events = entry["events"]
    if where == "legal":
        next(e for e in events if "d" in e and not e.get("f"))["l"].pop()
    elif where == "scores":
        next(e for e in events if e.get("e") == "scores")["final"][0] += 1
    elif where == "known":
        next(e for e in events if e.get("e") == "round" and e["known"])["known"][0][2] = [18]
    elif where == "state":
        next(e for e in events if e.get("e") == "round")["disc"][3] += 1
    elif where == "final":
        entry["final"]["returns"] = entry["final"]["returns"][1:] + entry["final"]["returns"][:1]


@pytest.mark.parametrize("where", ["legal", "scores", "known", "state", "final"])
def test_changed_recording_is_a_mismatch_with_its_place(tmp_path: Path, where: str) -> None:
    entry = first_game()
    spoil(entry, where)
    path = tmp_path / "changed.jsonl"
    path.write_text(json.dumps(entry))
    report = replay_traces("dinosaurs", [path])
    assert report.mismatches > 0
    assert report.first is not None and report.first["file"] == "changed.jsonl" and report.first["game"] == 0


def test_another_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"schema": "chess/1"}\n')
    with pytest.raises(BadRecord):
        replay_traces("dinosaurs", [path])
