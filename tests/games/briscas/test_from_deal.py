"""Positions and recordings with wrong facts are refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete.testing.traces import replay_traces

END = {"trump": 0, "hands": [[0, 1, 2], [3, 4, 5]], "leader": 0}
WRONG_END_GAMES: list[dict[str, Any]] = [
    {"hands": [[90, 1, 2], [3, 4, 5]]},
    {"hands": [[-5, 1, 2], [3, 4, 5]]},
    {"hands": [[0.5, 1, 2], [3, 4, 5]]},
    {"hands": [[0, 1, 2, 6], [3, 4, 5]]},
    {"hands": [[0, 1, 2], [2, 4, 5]]},
    {"hands": [[], [3]]},
    {"hands": [[], []]},
    {"hands": [[0], [1], [2]]},
    {"hands": 5},
    {"hands": [5, 6]},
    {"hands": None},
    {"trump": -3},
    {"trump": 4},
    {"trump": "oros"},
    {"trump": None},
    {"leader": 2},
    {"leader": -1},
    {"leader": 10**30},
    {"points": [121, 0]},
    {"points": [-1, 0]},
    {"points": [100, 100]},
    {"points": [1, 2, 3]},
    {"points": 5},
    {"captured": [41, 0]},
    {"captured": ["x", 0]},
]


@pytest.mark.parametrize("wrong", WRONG_END_GAMES, ids=str)
def test_impossible_end_game_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tapete.BadOption):
        tapete.load("briscas").set_up({**END, **wrong})


def test_end_game_needs_its_trump_and_facts_need_a_deck_or_hands() -> None:
    with pytest.raises(tapete.BadOption, match="trump"):
        tapete.load("briscas").set_up({"hands": END["hands"]})
    with pytest.raises(tapete.BadOption, match="`deck`"):
        tapete.load("briscas").set_up({})
    with pytest.raises(tapete.BadOption, match="two hands"):
        tapete.load("briscas", players=3).set_up(END)


@pytest.mark.parametrize("deck", [5, None, "all", list(range(39)), [90, *range(39)], [-5, *range(39)], [1e300] * 40])
def test_invalid_deck_is_refused(deck: Any) -> None:
    with pytest.raises(tapete.BadOption):
        tapete.load("briscas").set_up({"deck": deck})


@pytest.mark.parametrize("first", [2, -1, 10**30, None, "0", 0.5, True])
def test_first_player_that_is_not_a_seat_is_refused(first: Any) -> None:
    with pytest.raises(tapete.BadOption, match="must be a seat"):
        tapete.load("briscas").set_up({"deck": list(range(40)), "first": first})


def recorded(data: Path, change: Any, where: Path) -> Path:
    """Write the first recorded game with knowledge, changed, to a file."""
    with gzip.open(data / "briscas/games.jsonl.gz", "rt", encoding="utf-8") as lines:
        entry = json.loads(next(lines))
    change(entry)
    (where / "changed.jsonl").write_text(json.dumps(entry), encoding="utf-8")
    return where / "changed.jsonl"


@pytest.mark.parametrize("action", [-(2**63), 2**62, -1, 42, 3.5, None, "x"])
def test_illegal_recorded_action_is_a_mismatch_and_ends_the_replay(action: Any, data: Path, tmp_path: Path) -> None:
    path = recorded(data, lambda entry: entry["events"][3].__setitem__("a", action), tmp_path)
    report = replay_traces("briscas", [path])
    assert report.mismatches == 1
    assert report.first is not None
    assert (report.first["what"], report.first["got"], report.first["step"]) == ("action", action, 3)


@pytest.mark.parametrize(
    ("member", "value"), [("o", 10**9), ("o", -1), ("hands", -5), ("hands", 10**9), ("owners", [[[0], [90]]])]
)
def test_recorded_knowledge_out_of_range_is_refused(member: str, value: Any, data: Path, tmp_path: Path) -> None:
    def change(entry: dict[str, Any]) -> None:
        knowing = next(event for event in entry["events"] if "know" in event)
        knowing["know"]["seats"][0][member] = value

    with pytest.raises(tapete.TapeteError):
        replay_traces("briscas", [recorded(data, change, tmp_path)])
