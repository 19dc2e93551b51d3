"""Replay of recorded games (schema `dinosaurs-trace/1`), comparing every decision, event and state.

A record has both decks, every reshuffle and every random order of equal effects, so chance is forced from it. Decisions
with one legal action are played automatically on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.registry import load
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.errors import BadRecord
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import LOOKOUT, TYPES
from tapete.games.dinosaurs.from_deal import lay_out_reshuffle
from tapete.games.dinosaurs.rules import NONE, PASS
from tapete.games.dinosaurs.state_reader import bottom_of, cards_in, events, hand_of, provisional_score
from tapete.reading import read_json_lines

SCHEMA = "dinosaurs-trace/1"
SAMPLES = 20  # determinizations in which known cards must be in their places
CHANCES = 2000  # generators tried for the recorded order of equal effects
PHASES = {
    rules.CHOOSE: "CHOOSE",
    rules.SUDDEN_DEATH: "SUDDEN_DEATH",
    rules.SCORING: "SCORING",
    rules.RESPONSE: "RESPONSE",
    rules.DISCARD: "DISCARD",
    rules.TAKE: "TAKE",
    rules.KEEP: "KEEP",
    rules.TARGET: "TARGET",
    rules.REDIRECT: "REDIRECT",
    rules.OVER: "OVER",
}
BOTTOM_REASONS = {"full_tie": rules.FULL_TIE, "sudden_death": rules.TIE_UNBROKEN, "insurance": rules.SHELTERED}
END_REASONS = {
    "fifty_award": rules.FIFTY_AT_AWARD,
    "fifty_end_round": rules.FIFTY_AT_END,
    "last_alive": rules.LAST_ALIVE,
    "max_rounds": rules.ROUND_LIMIT,
}
COMPARED = {
    rules.REVEALED,
    rules.SCORED,
    rules.ADVANCED,
    rules.FOUGHT,
    rules.WITHOUT,
    rules.BOTTOM,
    rules.TOOK,
    rules.OUT,
    rules.MOVED,
    rules.REDREW,
}


def replay(path: Path, options: Mapping[str, str], report: TraceReport) -> None:
    """Replay every game of a file."""
    for entry in read_json_lines(path):
        if entry.get("schema") != SCHEMA:
            raise BadRecord(f"{path}: not a record of schema {SCHEMA}")
        report.at(file=path.name, game=entry["game"], step=0)
        report.games += 1
        recorded = {**entry["options"], "dinosaurs": ",".join(entry["dinosaurs"])}
        facts = {name: entry[name] for name in ("main", "disasters", "dinosaurs")}
        state = load("dinosaurs", **{**options, **recorded}).set_up(facts)
        Replay(state, entry, report).run()


class Replay:
    """Replay of one recorded game."""

    def __init__(self, state: State, entry: Mapping[str, Any], report: TraceReport) -> None:
        self.state = state
        self.entry = entry
        self.report = report
        self.players = state.game.seats
        self.position = [0] * self.players
        self.logged: list[tuple[int, int, int]] = []  # our public events since the last compared decision
        self.shuffles: list[list[int]] = []  # recorded reshuffles before the next decision
        self.order: list[int] | None = None  # recorded order of the effects at the next reveal
        self.closing: tuple[list[int | None], int] | None = None  # scores and inversions when the window closed
        self.started = state.clone()  # the state at the first decision of the last round
        self.tied: list[int] = []

    def run(self) -> None:
        state, report, recorded = self.state, self.report, self.entry["events"]
        dealt = [hand_of(state, seat) for seat in range(self.players)]
        redrawn = {event["s"] for event in segment(recorded, -1) if event.get("e") == "redraw"}
        expected = [sorted(hand) for hand in self.entry["hands"]]
        for seat in range(self.players):
            if seat not in redrawn:
                report.check("hands", expected[seat], dealt[seat])
        self.logged = events(state)
        self.prepare(segment(recorded, -1))
        self.play_forced()
        self.compare_events(segment(recorded, -1))
        for index, event in enumerate(recorded):
            if "d" not in event or event.get("f"):
                continue
            report.at(step=index)
            report.steps += 1
            if not self.decide(event, segment(recorded, index)):
                return
        self.compare_final(self.entry["final"])

    def decide(self, event: Mapping[str, Any], following: list[dict[str, Any]]) -> bool:
        """Compare one free decision, play it, play what is forced after it, and compare what happened."""
        state, report = self.state, self.report
        phase = int(state.record["phase"])
        same = report.check("decisions", event["d"], PHASES.get(phase, "EFFECT"))
        same &= report.check("seats", event["s"], state.seat)
        same &= not state.over and report.check("legal", event["l"], state.legal())
        if not same:
            return False
        if event["d"] == "SUDDEN_DEATH":
            report.check("tied", self.tied, [s for s in range(self.players) if int(state.record["tied"]) >> s & 1])
        self.prepare(following)
        looking = phase == rules.LOOK and event["a"] == LOOKOUT
        if looking and self.shuffles and state.record["deck_left"] == 1:  # the last card stays on top
            report.check("shuffle", self.shuffles[0][0], int(state.record["deck"][0]))
            self.shuffles[0] = self.shuffles[0][1:]
        before = state.turn
        self.play(event["a"])
        self.compare_values(event, state.turn != before)
        self.play_forced()
        self.compare_events(following)
        return True

    def play_forced(self) -> None:
        """Play decisions with one legal action."""
        while not self.state.over and len(self.state.legal()) == 1:
            self.play(self.state.legal()[0])

    def prepare(self, following: list[dict[str, Any]]) -> None:
        """Read the recorded chance events up to the next free decision."""
        self.shuffles = [list(event["deck"]) for event in following if event.get("e") == "shuffle"]
        reveals = [event for event in following if event.get("e") == "reveal"]
        self.order = reveals[0]["order"] if reveals else None

    def play(self, action: int) -> None:
        """Play one action with recorded chance."""
        state = self.state
        record = state.record
        phase = int(record["phase"])
        if self.shuffles and not record["laid_out"]:
            lay_out_reshuffle(state, self.shuffles[0])
        if phase == rules.SCORING and action == PASS and record["passes"] + 1 == record["alive_count"]:
            scores = [provisional_score(state, seat) for seat in range(self.players)]
            self.closing = scores, int(record["inversions"])
        logged, turn = int(record["logged"]), state.turn
        if phase == rules.CHOOSE:
            before = state.rows.copy()
            for seed in range(CHANCES):
                state.rows[:] = before
                record["rng"] = np.uint64(seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF)
                state.apply(action)
                if record["phase"] == rules.CHOOSE or self.order in (
                    None,
                    record["order"][: record["order_size"]].tolist(),
                ):
                    break
            revealed = record["phase"] != rules.CHOOSE
            self.logged += events(state)[0 if revealed else logged :]
            if revealed:
                self.report.check("order", self.order, record["order"][: record["order_size"]].tolist())
        else:
            state.apply(action)
            self.logged += events(state)[logged:]
        if self.shuffles and not record["laid_out"]:
            self.shuffles.pop(0)
        if state.turn != turn:
            self.started = state.clone()

    def compare_values(self, event: Mapping[str, Any], next_round: bool) -> None:
        """Compare the values after a decision; a hand may have been refilled since."""
        state, report, seat = self.state, self.report, event["s"]
        record = state.record
        if "h" in event:
            hand = hand_of(state, seat)
            if next_round:
                hand = [card for kind, who, card in self.logged if kind == rules.REDREW and who == seat] or hand
                report.check("hand", {}, dict(Counter(event["h"]) - Counter(hand)))
            else:
                report.check("hand", event["h"], hand)
        if "tb" in event:
            report.check("table", event["tb"], self.table())
        if "sc" in event:
            report.check("scores", event["sc"], [provisional_score(state, s) for s in range(self.players)])
        if "bs" in event:
            got = [record["boosts"][: self.players].tolist(), record["saps"][: self.players].tolist()]
            report.check("boosts", event["bs"], got)
        if "inv" in event:
            report.check("inversions", event["inv"], int(record["inversions"]))

    def compare_events(self, following: list[dict[str, Any]]) -> None:
        """Compare all events up to the next free decision."""
        report = self.report
        expected: dict[int, list[tuple[int, int]]] = {}

        def expect(kind: int, seat: int, value: int) -> None:
            expected.setdefault(kind, []).append((seat, value))

        redraws: Counter[int] = Counter()
        for index, event in enumerate(following):
            kind = event.get("e")
            if kind == "reveal":
                for seat, card in enumerate(event["tb"]):
                    if card is not None:
                        expect(rules.REVEALED, seat, card)
            elif kind == "scores":
                for seat, score in enumerate(event["final"]):
                    if score is not None:
                        expect(rules.SCORED, seat, score)
                report.check("scores", (event["before"], event["inv"]), self.closing)
            elif kind == "award":
                for seat, gain in enumerate(event["gain"]):
                    if gain:
                        expect(rules.ADVANCED, seat, gain)
                self.position = event["pos"]
            elif kind == "sudden_death":
                self.tied = sorted(event["tied"])
                for seat in sorted(event["without"]):
                    expect(rules.WITHOUT, seat, 0)
            elif kind == "sudden_death_reveal":
                for seat, card in seat_cards(event["cards"]):
                    expect(rules.FOUGHT, seat, card)
            elif kind == "bottom":
                expect(rules.BOTTOM, BOTTOM_REASONS[event["why"]], event["type"])
            elif kind == "add":
                expect(rules.TOOK, event["s"], event["type"])
                if event["out"]:
                    expect(rules.OUT, event["s"], 0)
            elif kind == "move":
                for seat, position in enumerate(event["pos"]):
                    if position != self.position[seat]:
                        expect(rules.MOVED, seat, position - self.position[seat])
                self.position = event["pos"]
            elif kind == "redraw":
                redraws[event["s"]] += 1
                for card in sorted(event["cards"]):
                    expect(rules.REDREW, event["s"], card)
            elif kind == "disaster":
                report.check("round", event["round"], self.started.turn)
                report.check("disaster", event["type"], int(self.started.record["disaster"]))
            elif kind == "round":
                self.compare_round(event, following[index + 1 :])
        got: dict[int, list[tuple[int, int]]] = {}
        for kind, seat, value in self.logged:
            if kind in COMPARED:
                got.setdefault(kind, []).append((seat, value))
        report.check("events", expected, got)
        self.logged = []

    def table(self) -> list[int | None]:
        cards = self.state.record["table"][: self.players].tolist()
        return [None if card == NONE else card for card in cards]

    def counts(self, state: State) -> list[int]:
        discards = cards_in(*state.record["discards"])
        return [discards.count(card) for card in range(TYPES)]

    def compare_round(self, event: Mapping[str, Any], later: list[dict[str, Any]]) -> None:
        """Compare the state after refilling; our rules have already turned up the next disaster and redrawn hands."""
        state, report, record = self.started, self.report, self.started.record
        redraws = [e for e in later if e.get("e") == "redraw"]
        reshuffled = any(e.get("e") == "shuffle" for e in later)
        redrawn = {e["s"] for e in redraws}
        self.compare_board(state, event)
        for seat in range(self.players):
            if seat not in redrawn:
                report.check("states", event["hands"][seat], hand_of(state, seat))
        report.check("states", sorted(event["gone"]), cards_in(0, record["gone"]))
        if not reshuffled:
            expected = Counter({card: count for card, count in enumerate(event["disc"])})
            expected.update(card for e in redraws for card in e["cards"])
            report.check("states", [expected[card] for card in range(TYPES)], self.counts(state))
            report.check("states", event["deck"] - 5 * len(redraws), int(record["deck_left"]))
        bottom = event["bottom"]
        if event["dis"] == len(bottom):
            bottom = bottom[1:]
        report.check("states", bottom, bottom_of(state))
        report.check("states", event["dis"] - 1, int(record["disasters_left"]) + int(record["bottom_size"]))
        for observer, seat, types in event["known"]:
            if seat in redrawn:
                continue
            for seed in range(SAMPLES):
                sampled = hand_of(state.view(observer, seed).state, seat)
                report.check("known", {}, dict(Counter(types) - Counter(sampled)))

    def compare_board(self, state: State, event: Mapping[str, Any]) -> None:
        record, players = state.record, self.players
        self.report.check("states", event["pos"], record["position"][:players].tolist())
        self.report.check("states", event["alive"], [int(record["alive"]) >> seat & 1 for seat in range(players)])
        self.report.check("states", event["area"], record["area"][:players].tolist())

    def compare_final(self, final: Mapping[str, Any]) -> None:
        """Compare the end of the game."""
        state, report, record = self.state, self.report, self.state.record
        report.at(step="final")
        if not report.check("over", True, state.over):
            return
        self.compare_board(state, final)
        winners = [seat for seat in range(self.players) if int(record["winners"]) >> seat & 1]
        report.check("winners", final["winners"], winners)
        report.check("returns", [round(share, 6) for share in final["returns"]], [round(r, 6) for r in state.returns()])
        report.check("final", END_REASONS[final["reason"]], int(record["reason"]))
        report.check("final", final["round"], state.turn)
        report.check("final", final["hands"], [hand_of(state, seat) for seat in range(self.players)])
        report.check("final", final["disc"], self.counts(state))
        report.check("final", sorted(final["gone"]), cards_in(0, record["gone"]))
        report.check("final", final["deck"], int(record["deck_left"]))
        report.check("final", final["dis"], int(record["disasters_left"]) + int(record["bottom_size"]))
        report.check("final", final["bottom"], bottom_of(state))
        report.check("final", final["table"], self.table())
        report.check("final", sorted(final["instants"]), cards_in(0, record["instants"]))
        disaster = int(record["disaster"])
        report.check("final", final["face_up"], None if disaster == NONE else disaster)


def segment(recorded: list[dict[str, Any]], index: int) -> list[dict[str, Any]]:
    """Return the events between a decision and the next free one."""
    found = []
    for event in recorded[index + 1 :]:
        if "d" in event and not event.get("f"):
            break
        if "e" in event:
            found.append(event)
    return found


def seat_cards(cards: Any) -> list[tuple[int, int]]:
    """Return (seat, card) pairs of a list by seat with gaps, or of an object keyed by seat."""
    if isinstance(cards, Mapping):
        return sorted((int(seat), card) for seat, card in cards.items())
    return [(seat, card) for seat, card in enumerate(cards) if card is not None]
