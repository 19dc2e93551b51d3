"""Replay of recorded games of Catan (schema `catan-trace/1`, described in docs/rules/catan_traces.md) on our rules."""

from __future__ import annotations

from collections import Counter
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
from tapete.games.catan import moves, rules
from tapete.games.catan.board import HEX_CORNERS, PAIRS, RESOURCES, SITE_EDGES
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import ANSWER, COMPOSE, DISCARD, MAIN, NONE, STEAL
from tapete.kernel.cache import Build
from tapete.reading import read_json_lines

SCHEMA = "catan-trace/1"
CARDS = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
KINDS = (
    (moves.ROLL, "roll"),
    (moves.END, "end"),
    (moves.SETTLE, "settle"),
    (moves.CITY, "city"),
    (moves.ROAD, "road"),
    (moves.BUY, "buy_dev"),
    (moves.KNIGHT, "play_knight"),
    (moves.ROADS, "play_road_building"),
    (moves.MONOPOLY, "play_monopoly"),
    (moves.PLENTY, "play_yop"),
    (moves.ROBBER, "robber"),
    (moves.STEAL, "steal"),
    (moves.DISCARD, "discard"),
    (moves.MARITIME, "maritime"),
    (moves.OFFER, "offer"),
    (moves.ACCEPT, "accept"),
    (moves.REJECT, "reject"),
    (moves.CONFIRM, "confirm"),
    (moves.CANCEL, "cancel"),
    (moves.OFFER_STUDENT, "offer"),
    (moves.ADD_GIVE, "compose"),
)
PLAIN = {
    "roll": moves.ROLL,
    "end": moves.END,
    "buy_dev": moves.BUY,
    "play_knight": moves.KNIGHT,
    "play_road_building": moves.ROADS,
    "accept": moves.ACCEPT,
    "reject": moves.REJECT,
    "cancel": moves.CANCEL,
}


class Stop(Exception):
    """End of the comparison of a game."""


def replay(path: Path, options: Mapping[str, Any], report: TraceReport) -> None:
    """Replay every game of a file."""
    for number, recording in enumerate(read_json_lines(path)):
        report.at(game=recording.get("game", number), step=None)
        if recording.get("schema", SCHEMA) != SCHEMA or "events" not in recording or "board" not in recording:
            raise BadRecord(f"{path}, line {number + 1}: not a recording of the schema {SCHEMA}")
        report.games += 1
        try:
            Replay(recording, options, report).run()
        except Stop:
            continue


def kind_of(action: int) -> str:
    return next(name for first, name in reversed(KINDS) if action >= first)


def pair_index(give: int, get: int) -> int:
    return 4 * give + get - (1 if get > give else 0)


class Replay:
    """Replay of one recorded game."""

    def __init__(self, recording: Mapping[str, Any], options: Mapping[str, Any], report: TraceReport) -> None:
        self.recording, self.report = recording, report
        self.state = self.begin(recording, options)
        self.record = self.state.record
        self.players = self.state.game.seats

    @staticmethod
    def begin(recording: Mapping[str, Any], options: Mapping[str, Any]) -> State:
        given = recording["options"]
        if given.get("discard_over", 7) != 7:
            raise ValueError("only discard_over = 7 can be replayed")
        game = game_for(given["players"], given["vp_to_win"], tuple(sorted(options.items())))
        board = recording["board"]
        for hex, entry in enumerate(board["hexes"]):
            if len(HEX_CORNERS) <= hex or entry["res"] not in (*RESOURCES, "desert"):
                raise ValueError(f"hex {hex}: {entry}")
        if [harbour["edge"] for harbour in board["harbours"]] != list(SITE_EDGES):
            raise ValueError("the harbours are not on the nine sites")
        return game.set_up(
            {
                "terrain": [entry["res"] for entry in board["hexes"]],
                "tokens": [entry["num"] for entry in board["hexes"]],
                "harbours": [harbour["type"] for harbour in board["harbours"]],
                "robber": board["robber"],
                "deck": recording["dev_deck"],
            }
        )

    def hands(self) -> list[list[int]]:
        return [unpack(word) for word in self.record["hand"][: self.players]]

    def check(self, what: str, expected: Any, got: Any) -> None:
        if not self.report.check(what, expected, got):
            raise Stop

    def run(self) -> None:
        until = (self.recording.get("official") or {}).get("agrees_until_event")
        events = self.recording["events"]
        for step, event in enumerate(events[:until]):
            self.report.at(step=step)
            self.report.steps += 1
            self.play(event)
        result = self.recording.get("result")
        if until is None and result:
            self.report.at(step=len(events))
            if result.get("state"):
                self.compare_state(result["state"])
            if result["reason"] == "vp":
                winner = int(self.record["winner"])
                self.check("winner", result["winner"], winner if self.state.over else None)
            else:
                self.check("winner", False, self.state.over)

    def play(self, event: Mapping[str, Any]) -> None:
        """Compare what can be compared before and after one event, and play it."""
        if self.state.over:
            self.check("over", False, True)
        what, seat = event["a"], event["p"]
        self.give_turn(what, seat)
        self.check("seat", seat, self.state.seat)
        if what == "offer":
            self.offer(event)
            return
        self.compare_legal(event)
        if what == "end" and "state" in event:
            self.compare_state(event["state"])
        action = self.action_of(event)
        if action not in self.state.legal():
            self.check("action", f"{what} is legal", f"action {action} is not")
        before = self.hands()
        self.force(event)
        self.state.apply(action)
        if what == "robber":
            self.rob(event, before)
        self.compare_effects(event, before)

    def give_turn(self, what: str, seat: int) -> None:
        """Move the turn: recorded discards and answers come by seat number, ours go clockwise."""
        phase = self.record["phase"]
        if what == "discard" and phase == DISCARD and self.record["owed"][seat] > 0:
            self.record["seat"] = seat
        if what in ("accept", "reject") and phase == ANSWER and not self.record["answered"] >> seat & 1:
            self.record["seat"] = seat

    def action_of(self, event: Mapping[str, Any]) -> int:
        what = event["a"]
        if what in PLAIN:
            return PLAIN[what]
        if what == "settle":
            return moves.SETTLE + event["node"]
        if what == "city":
            return moves.CITY + event["node"]
        if what == "road":
            return moves.ROAD + event["edge"]
        if what == "discard":
            return moves.DISCARD + RESOURCES.index(event["res"])
        if what == "robber":
            return moves.ROBBER + event["hex"]
        if what == "play_monopoly":
            return moves.MONOPOLY + RESOURCES.index(event["res"])
        if what == "play_yop":
            chosen = sorted(RESOURCES.index(name) for name in event["res"])
            pair = (chosen[0], chosen[-1])
            return moves.PLENTY + [tuple(row) for row in PAIRS.tolist()].index(pair)
        if what == "maritime":
            return moves.MARITIME + pair_index(RESOURCES.index(event["give"]), RESOURCES.index(event["get"]))
        if what == "confirm":
            return moves.CONFIRM + (event["with"] - event["p"]) % self.players - 1
        raise ValueError(f"unknown event {what!r}")

    def force(self, event: Mapping[str, Any]) -> None:
        """Force the recorded chance: dice and stolen cards (the order of the deck is set from the start)."""
        if event["a"] == "roll":
            self.record["forced_dice"][:] = event["dice"]
        elif event["a"] == "robber" and event.get("stolen") is not None:
            self.record["forced_steal"] = 1 + RESOURCES.index(event["stolen"])
        elif event["a"] == "maritime":
            rate = unpack(self.record["rates"][event["p"]])[RESOURCES.index(event["give"])]
            self.check("rate", event["n"], rate)

    def rob(self, event: Mapping[str, Any], before: list[list[int]]) -> None:
        victim = event.get("victim")
        if self.record["phase"] == STEAL and not self.state.over:
            action = moves.STEAL + ((victim if victim is not None else NONE) - event["p"]) % self.players - 1
            if victim is None or action not in self.state.legal():
                self.check("victim", victim, "another one")
            self.state.apply(action)
        self.record["forced_steal"] = 0
        after = self.hands()
        lost = [seat for seat in range(self.players) if sum(after[seat]) < sum(before[seat])]
        self.check("victim", [] if victim is None or event.get("stolen") is None else [victim], lost)

    def compare_effects(self, event: Mapping[str, Any], before: list[list[int]]) -> None:
        what, seat = event["a"], event["p"]
        gained = [[b - a for a, b in zip(old, new, strict=True)] for old, new in zip(before, self.hands(), strict=True)]
        if what == "roll" and sum(event["dice"]) != 7:
            self.check("gain", event["gain"], gained)
        elif what == "settle" and event.get("setup"):
            self.check("gain", event.get("gain", [0] * 5), gained[seat])
        elif what == "play_monopoly":
            self.check("taken", event["taken"], [max(0, -sum(row)) if s != seat else 0 for s, row in enumerate(gained)])
        elif what == "play_yop":
            self.check(
                "gain", sorted(event["res"]), sorted(RESOURCES[r] for r in range(5) for _ in range(gained[seat][r]))
            )
        elif what == "buy_dev":
            kind = self.recording["dev_deck"][24 - int(self.record["deck_left"])]
            self.check("card", event["card"], kind)

    def offer(self, event: Mapping[str, Any]) -> None:
        """Open a recorded offer without an action id, because it may name any cards and repeat."""
        give, want = event["give"], event["want"]
        hand = self.hands()[event["p"]]
        possible = (
            self.record["phase"] in (MAIN, COMPOSE)
            and sum(give) > 0
            and sum(want) > 0
            and all(g <= h for g, h in zip(give, hand, strict=True))
            and not any(g and w for g, w in zip(give, want, strict=True))
        )
        self.check("offer", True, possible)
        self.record["give"], self.record["want"] = np.uint64(pack(give)), np.uint64(pack(want))
        open_offer()(self.record, NONE)

    def compare_legal(self, event: Mapping[str, Any]) -> None:
        counts = self.count_legal()
        if "legal" in event:
            self.check("legal", {k: v for k, v in event["legal"].items() if v}, dict(counts))
        else:
            self.check("legal", {event["a"]: 1}, dict(counts))

    def count_legal(self) -> Counter[str]:
        """Count our legal actions by kind, as the recording does."""
        counts = Counter(kind_of(action) for action in self.state.legal())
        for ours in ("offer", "compose"):
            counts.pop(ours, None)
        if counts["robber"]:
            counts["robber"] = self.robber_pairs()
        if counts["play_yop"]:
            counts["play_yop"] += self.single_plenty()
        return +counts

    def robber_pairs(self) -> int:
        pairs = 0
        for hex, ring in enumerate(HEX_CORNERS):
            if hex == self.record["robber"]:
                continue
            victims = 0
            for seat in range(self.players):
                built = int(self.record["settlements"][seat]) | int(self.record["cities"][seat])
                if (
                    seat != self.record["player"]
                    and self.record["hand"][seat]
                    and any(built >> node & 1 for node in ring)
                ):
                    victims += 1
            pairs += max(1, victims)
        return pairs

    def single_plenty(self) -> int:
        """Return how many single cards the recording lists besides: those of pairs that the bank cannot pay.

        With one card left in the whole bank, we name it as a pair.
        """
        bank = unpack(self.record["bank"])
        singles = set()
        for r, s in PAIRS.tolist():
            if (bank[r] < 2) if r == s else (bank[r] < 1 or bank[s] < 1):
                singles |= {q for q in (r, s) if bank[q] > 0}
        return len(singles) - (1 if sum(bank) == 1 else 0)

    def compare_state(self, expected: Mapping[str, Any]) -> None:
        record, players = self.record, self.players
        official = expected.get("official") or {}
        holder = int(record["longest_road"])
        got: dict[str, Any] = {
            "hands": self.hands(),
            "bank": unpack(record["bank"]),
            "dev": [unpack(word) for word in record["cards"][:players]],
            "knights": [unpack(word)[0] for word in record["played"][:players]],
            "largest_army": None if record["largest_army"] == NONE else int(record["largest_army"]),
            "robber": int(record["robber"]),
            "deck_left": int(record["deck_left"]),
        }
        self.check("state", {name: expected[name] for name in got}, got)
        if official:
            lengths = [int(length) for length in record["road_length"][:players]]
            self.check("road_length", official["road_len"], lengths)
            self.check("longest_road", official["longest_road"], None if holder == NONE else holder)
            points = list(expected["vp"])  # of the recording engine, whose Longest Road can be wrong
            if expected["longest_road"] is not None:
                points[expected["longest_road"]] -= 2
            if official["longest_road"] is not None:
                points[official["longest_road"]] += 2
            self.check("points", points, [int(x) for x in self.state.points()])


@cache
def game_for(players: int, points: int, options: tuple[tuple[str, Any], ...]) -> Game:
    """Load the game of a recording: without a turn cap that matters, and without offers of the menu."""
    return load("catan", **{"players": players, "points": points, "max_offers": 0, "turn_cap": 30000, **dict(options)})


@cache
def open_offer() -> Any:
    build = Build("catan-conform", [rules.open_offer])
    return build.function(rules.open_offer)
