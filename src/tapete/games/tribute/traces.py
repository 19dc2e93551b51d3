"""Replay of recordings of the reference engine (`tribute-trace/1`), and of logs of our bot that played in it.

Recordings are complete games, games with snapshots, the decisions of its bots, and its determinizations; logs are read
by `external.py`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.errors import BadRecord
from tapete.games.tribute import determinize
from tapete.games.tribute.bots.recorded import BotChecker
from tapete.games.tribute.engine_moves import count_moves, list_moves, play_whole
from tapete.games.tribute.external import check_log
from tapete.games.tribute.from_deal import facts, option_cards, tavern_row
from tapete.games.tribute.state import (
    AGENTS,
    COOLDOWN,
    DRAW,
    FAVOUR,
    HAND,
    PELIN_CHOICE,
    PLAYED,
    PRESTIGE_40,
    PRESTIGE_80,
    RETURN,
    RETURN_AGENT,
    TURN_LIMIT,
)
from tapete.kernel.cache import Build
from tapete.reading import read_json_lines

REASONS = {PRESTIGE_80: "prestige80", FAVOUR: "favour", PRESTIGE_40: "prestige40", TURN_LIMIT: "turn_limit"}
COOLDOWN_CHOICES = (RETURN, RETURN_AGENT, PELIN_CHOICE)


# Replays


@cache
def game_of(patrons: tuple[int, ...]) -> Game:
    return load("tribute", patrons=",".join(str(patron) for patron in patrons))


def start(entry: Mapping[str, Any]) -> State:
    return game_of(tuple(entry["patrons"])).deal(entry["seed"])


def replay(path: Path, options: Mapping[str, Any], report: TraceReport) -> None:
    """Check one file of any kind; determinizations need `full_games.jsonl` in the same folder."""
    full: dict[int, dict[str, Any]] | None = None
    last: Mapping[str, Any] | None = None
    for entry in read_json_lines(path):
        report.at(game=entry["game"], step=None)
        if "answer" in entry or "finished" in entry:  # a line of a bot's log
            report.games += "finished" in entry
            if "state" in entry:
                check_log(entry, last, load("tribute"), report)
            last = entry if "state" in entry else None
        elif "decisions" in entry:
            replay_full(entry, report)
        elif "det" in entry:
            if full is None:
                full = {game["game"]: game for game in read_json_lines(beside(path, "full_games.jsonl"))}
            check_determinisation(entry, full[entry["game"]], report)
        else:
            replay_short(entry, report)


def beside(path: Path, name: str) -> Path:
    for candidate in (path.with_name(name), path.with_name(f"{name}.gz")):
        if candidate.exists():
            return candidate
    raise BadRecord(f"{path} needs {name} in the same folder")


def replay_full(entry: Mapping[str, Any], report: TraceReport) -> None:
    """Replay a game with the complete state after each decision."""
    state = start(entry)
    report.games += 1
    expected = dict(entry["init"])
    report.check("states", expected, facts(state))
    for step, decision in enumerate(entry["decisions"]):
        report.at(step=step)
        report.steps += 1
        report.check("players", decision["p"], state.seat)
        report.check("counts", decision["n"], count_moves(state))
        if decision["legal"] is not None:
            report.check("legal", decision["legal"], list_moves(state))
        move = decision["move"]
        chosen = decision["i"] if decision["i"] is not None else move[1]
        if decision["i"] is not None and decision["n"] <= 64:
            report.check("moves", move, list_moves(state)[chosen])
        play_whole(state, chosen)
        expected.update(decision["d"])
        if not report.check("states", expected, facts(state)):
            return
    check_result(entry, state, report)


def replay_short(entry: Mapping[str, Any], report: TraceReport) -> None:
    """Replay answers given as indices, with a snapshot at each end of turn and the bots' choices if recorded."""
    state = start(entry)
    report.games += 1
    turns = iter(entry.get("turns", []))
    watchers = [BotChecker.of(entry, seat) for seat in range(2)] if "bots" in entry else [None, None]
    for step, (seat, count, answer) in enumerate(zip(entry["p"], entry["n"], entry["i"], strict=True)):
        report.at(step=step)
        report.steps += 1
        report.check("players", int(seat), state.seat)
        if not report.check("counts", count, count_moves(state)):
            return
        watcher = watchers[int(seat)]
        if watcher is not None and not watcher.check(state, step, answer, report):
            return
        if answer is None:  # the bot's answer was not legal, and it lost
            break
        turn = state.turn
        play_whole(state, answer)
        if state.turn != turn and "turns" in entry and not report.check("states", next(turns), snapshot(state)):
            return
    check_result(entry, state, report)


def snapshot(state: State) -> list:
    """Return the entry of a turn's end: turn, both players' numbers, row, pile size, favours, generator, checksum."""
    record = state.record
    players = [
        [int(record[name][seat]) for name in ("prestige", "coins", "power")]
        + [int(record["size"][number + seat]) for number in (HAND, DRAW, COOLDOWN, PLAYED, AGENTS)]
        for seat in range(2)
    ]
    text = json.dumps(facts(state), separators=(",", ":"))
    pile, favour = int(record["pile_size"]), record["favour"].tolist()
    return [state.turn, *players, tavern_row(record), pile, favour, int(record["rng"]), zlib.crc32(text.encode())]


def check_result(entry: Mapping[str, Any], state: State, report: TraceReport) -> None:
    record, result = state.record, entry["result"]
    report.at(step=None)
    if result["reason"] == "illegal_move":
        winner: int | None = 1 - state.seat
        reason = "illegal_move"
    else:
        winner = int(record["winner"]) if record["winner"] >= 0 else None
        reason = REASONS.get(int(record["reason"]), "not over")
    got = {
        "winner": winner,
        "reason": reason,
        "turn": state.turn,
        "decisions": int(record["moves"]) + (reason == "illegal_move"),
        "prestige": record["prestige"].tolist(),
        "rng": int(record["rng"]),
    }
    report.check("results", {name: result[name] for name in got}, got)


@cache
def reference_determinisation() -> Any:
    return Build("tribute-reference", [determinize.determinize_by_reference]).function(
        determinize.determinize_by_reference
    )


def check_determinisation(entry: Mapping[str, Any], game: Mapping[str, Any], report: TraceReport) -> None:
    """Check the reference engine's forward model: determinize; and apply a move to the true state, then determinize."""
    report.at(step=entry["k"])
    report.games += 1
    state = start(game)
    for decision in game["decisions"][: entry["k"]]:
        play_whole(state, decision["i"] if decision["i"] is not None else decision["move"][1])
    before = facts(state)
    report.steps += 1
    report.check("determinised", {**before, **entry["det"]}, determinised(state, entry["seed"]))
    after = state.clone()
    play_whole(after, entry["i"])
    got = determinised(after, entry["seed"])
    got["turn"] = before["turn"]  # simulated states carry no turn number
    report.check("simulated", {**before, **entry["sim"]}, got)
    report.check("counts", entry["sim_n"], count_moves(after))


def determinised(state: State, seed: int) -> dict[str, Any]:
    """Return the facts after the reference engine's determinization; a pending choice keeps its list of options."""
    options = option_cards(state.record) if state.record["choice"] in COOLDOWN_CHOICES else None
    sampled = state.clone()
    reference_determinisation()(sampled.record, np.uint64(seed))
    found = facts(sampled)
    if options is not None:
        found["pending"]["options"] = options
    return found
