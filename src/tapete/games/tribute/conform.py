"""Replaying recordings of the reference engine (`tribute-trace/1`): complete games, games with snapshots, the decisions of its
bots, and its determinisations."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tapete.conform import Report, read_json_lines
from tapete.errors import BadRecord
from tapete.game import Game, State, load
from tapete.games.tribute import hidden, rules
from tapete.games.tribute.facts import facts, option_cards, tavern_row
from tapete.games.tribute.table import (
    AGENTS,
    COOLDOWN,
    DRAW,
    EFFECT,
    FAVOUR,
    FREE,
    HAND,
    PELIN_CHOICE,
    PLAYED,
    PRESTIGE_40,
    PRESTIGE_80,
    RETURN,
    RETURN_AGENT,
    TURN_LIMIT,
)
from tapete.kernel import Build

REASONS = {PRESTIGE_80: "prestige80", FAVOUR: "favour", PRESTIGE_40: "prestige40", TURN_LIMIT: "turn_limit"}
COOLDOWN_CHOICES = (RETURN, RETURN_AGENT, PELIN_CHOICE)


# Whole moves: the reference engine lists every subset of a card choice as one move


def subset_sizes(record: Any) -> range:
    """How many cards a choice may take, given how many there are."""
    options = int(record["options"])
    return range(min(int(record["least"]), options), min(int(record["most"]), options) + 1)


def count_moves(state: State) -> int:
    """Length of the reference engine's legal list."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        return len(state.legal())
    return sum(math.comb(int(record["options"]), size) for size in subset_sizes(record))


def list_moves(state: State) -> list[list]:
    """The reference engine's legal list, in its order."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        return [named(state, action) for action in state.legal()]
    positions = range(int(record["options"]))
    return [["choose", list(chosen)] for size in subset_sizes(record) for chosen in combinations(positions, size)]


def named(state: State, action: int) -> list:
    """A single action as it is recorded."""
    if action < rules.ACTIVATE:
        return ["play", action - rules.PLAY]
    if action < rules.ATTACK:
        return ["activate", action - rules.ACTIVATE]
    if action < rules.BUY:
        return ["attack", action - rules.ATTACK]
    if action < rules.CALL:
        return ["buy", action - rules.BUY]
    if action < rules.END_TURN:
        return ["patron", int(state.record["order"][action - rules.CALL])]
    if action == rules.END_TURN:
        return ["end"]
    return ["choose_effect", action - rules.CHOOSE_EFFECT]


def subset_of_rank(record: Any, rank: int) -> list[int]:
    """The subset at a place in the list of a card choice: smaller sizes first, each size in lexicographic order."""
    options = int(record["options"])
    for size in subset_sizes(record):
        count = math.comb(options, size)
        if rank < count:
            chosen, position = [], 0
            while len(chosen) < size:
                with_it = math.comb(options - position - 1, size - len(chosen) - 1)
                if rank < with_it:
                    chosen.append(position)
                else:
                    rank -= with_it
                position += 1
            return chosen
        rank -= count
    raise BadRecord(f"there is no answer number {rank} to this choice of {options} cards")


def actions_of(state: State, answer: int | Sequence[int]) -> list[int]:
    """A recorded answer (place in the legal list, or option positions in an order of their own) as our actions."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        if not isinstance(answer, int):
            raise BadRecord("a list of positions answers a choice of cards only")
        return [state.legal()[answer]]
    positions = subset_of_rank(record, answer) if isinstance(answer, int) else list(answer)
    if len(set(positions)) != len(positions) or len(positions) not in subset_sizes(record):
        raise BadRecord(f"{positions} does not answer this choice")
    if any(not 0 <= position < record["options"] for position in positions):
        raise BadRecord(f"{positions}: there are {record['options']} options")
    actions = [rules.PICK + position for position in positions]
    return actions if len(positions) == subset_sizes(record)[-1] and positions else [*actions, rules.DONE]


def play_whole(state: State, answer: int | Sequence[int]) -> None:
    for action in actions_of(state, answer):
        state.apply(action)


# Replays


@cache
def game_of(patrons: tuple[int, ...]) -> Game:
    return load("tribute", patrons=",".join(str(patron) for patron in patrons))


def start(entry: Mapping[str, Any]) -> State:
    return game_of(tuple(entry["patrons"])).deal(entry["seed"])


def replay(path: Path, options: Mapping[str, Any], report: Report) -> None:
    """One file of any kind; determinisations find `full_games.jsonl` in the same folder."""
    full: dict[int, dict[str, Any]] | None = None
    for entry in read_json_lines(path):
        report.at(game=entry["game"], step=None)
        if "decisions" in entry:
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


def replay_full(entry: Mapping[str, Any], report: Report) -> None:
    """Complete state after each decision."""
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


def replay_short(entry: Mapping[str, Any], report: Report) -> None:
    """Answers as indices, a snapshot and a checksum at each end of turn; the choices of bots, if recorded."""
    from tapete.games.tribute.bots.recorded import Watcher

    state = start(entry)
    report.games += 1
    turns = iter(entry.get("turns", []))
    watchers = [Watcher.of(entry, seat) for seat in range(2)] if "bots" in entry else [None, None]
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
    """The entry of a turn's end: turn, both players in numbers, row, size of the pile, favours, generator, checksum."""
    record = state.record
    players = [
        [int(record[name][seat]) for name in ("prestige", "coins", "power")]
        + [int(record["size"][number + seat]) for number in (HAND, DRAW, COOLDOWN, PLAYED, AGENTS)]
        for seat in range(2)
    ]
    text = json.dumps(facts(state), separators=(",", ":"))
    pile, favour = int(record["pile_size"]), record["favour"].tolist()
    return [state.turn, *players, tavern_row(record), pile, favour, int(record["rng"]), zlib.crc32(text.encode())]


def check_result(entry: Mapping[str, Any], state: State, report: Report) -> None:
    record, result = state.record, entry["result"]
    report.at(step=None)
    if result["reason"] == "illegal_move":
        winner, reason = 1 - state.seat, "illegal_move"
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
    return Build("tribute-reference", [hidden.determinize_by_reference]).function(hidden.determinize_by_reference)


def check_determinisation(entry: Mapping[str, Any], game: Mapping[str, Any], report: Report) -> None:
    """The reference engine's forward model: determinise; and apply a move to the true state, then determinise."""
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
    """Facts after the reference engine's determinisation, in which a pending choice keeps its list of options."""
    options = option_cards(state.record) if state.record["choice"] in COOLDOWN_CHOICES else None
    sampled = state.clone()
    reference_determinisation()(sampled.record, np.uint64(seed))
    found = facts(sampled)
    if options is not None:
        found["pending"]["options"] = options
    return found
