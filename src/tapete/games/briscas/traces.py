"""Replay of recorded games of Briscas (schema `briscas-trace/1`), with checks of recorded knowledge.

At decisions that record knowledge, hidden cards are sampled many times: no card may appear where it cannot be, and
every possible place (and, if few hands are possible, every hand) must appear.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.errors import BadRecord
from tapete.games.briscas import rules
from tapete.games.briscas.determinize import determinize
from tapete.games.briscas.from_deal import number, numbers
from tapete.games.briscas.presentation import hand_of, known_cards, trick_of
from tapete.games.briscas.worlds import sample_hands
from tapete.kernel.cache import Build
from tapete.reading import read_json_lines
from tapete.seeds import derive

SCHEMA = "briscas-trace/1"
MOST_HANDS = 5000  # the most hands that a record counts
FEW_HANDS = 200  # up to this many possible hands, exactly those must appear
SAMPLES_PER_HAND = 40
EXTRA_PER_HAND = 1000  # samples before a hand that never appeared counts as a mismatch
SAMPLES_OTHERWISE = 500
EXTRA_OTHERWISE = 400_000
CHUNK = 20_000
STOCK = -1  # place of a card in the hidden stock
HASH = np.array([derive(1, seat) | 1 for seat in range(rules.MAX_SEATS)], dtype=np.uint64)


_builds: list[Build] = []


def _sample_function() -> Any:
    if not _builds:
        _builds.append(Build("briscas-conform", [sample_hands]))
    return _builds[0].function(sample_hands)


def replay(path: Path, options: Mapping[str, str], report: TraceReport) -> None:
    """Play every recorded game and compare hands, legal actions, tricks, knowledge and the end."""
    for line, entry in enumerate(read_json_lines(path), start=1):
        if entry.get("schema") != SCHEMA:
            raise BadRecord(f"{path}, line {line}: schema {entry.get('schema')!r} is not {SCHEMA!r}")
        report.at(game=entry["game"], step=None)
        game = load("briscas", **{**entry["options"], **options})
        replay_game(game, entry, report)
        report.games += 1


def replay_game(game: Game, entry: Mapping[str, Any], report: TraceReport) -> None:
    state = game.set_up({"deck": entry["deck"], "first": entry["first"]})
    report.check("deal", entry["hands"], [hand_of(state, seat) for seat in range(game.seats)])
    report.check("deal", entry["trump_card"], int(state.record["trump_card"]))
    for step, event in enumerate(entry["events"]):
        report.at(step=step)
        report.steps += 1
        report.check("over", False, state.over)
        report.check("seat", event["s"], state.seat)
        legal = state.legal()
        if not report.check("legal", event["l"], legal):
            return
        if event["a"] not in legal:
            report.mismatch("action", legal, event["a"])
            return
        if "know" in event:
            check_knowledge(state, event["know"], derive(entry["game"], step), report)
        before = state.clone()
        state.apply(int(event["a"]))
        if "t" in event:
            check_trick(before, state, event["t"], report)
    report.at(step="end")
    report.check("over", True, state.over)
    check_end(game, state, entry["final"], report)


def check_trick(before: State, after: State, trick: Mapping[str, Any], report: TraceReport) -> None:
    """Compare winner, points and draws of the trick that was just completed."""
    sides = int(after.record["sides"])
    winner = int(np.argmax(after.record["tricks_won"] - before.record["tricks_won"]))
    report.check("trick winner", trick["w"], winner)
    report.check("points", trick["p"], after.record["points"][:sides].tolist())
    drawn = []
    left = int(before.record["stock_left"])
    for seat, card in trick["d"]:
        left -= 1
        top = int(before.record["stock"][left]) if left >= 0 else None
        drawn.append([seat, top if top in hand_of(after, seat) else None])
        report.check("draw", card, drawn[-1][1])
    report.check("draws", len(trick["d"]), int(before.record["stock_left"]) - int(after.record["stock_left"]))


def check_end(game: Game, state: State, final: Mapping[str, Any], report: TraceReport) -> None:
    record = state.record
    sides = int(record["sides"])
    report.check("final points", final["points"], record["points"][:sides].tolist())
    report.check("captured", final["cards"], record["captured"][:sides].tolist())
    report.check("tricks", final["tricks"], int(record["tricks_won"].sum()))
    returns = state.returns()
    report.check("returns", [round(x, 9) for x in final["returns"]], [round(x, 9) for x in returns])
    winners = sorted({game.sides[seat] for seat, share in enumerate(returns) if share > 0})
    report.check("winners", sorted(final["winners"]), winners)
    hands = [hand_of(state, seat) for seat in range(game.seats)]
    report.check("left", final["left"]["table"], [card for _, card in trick_of(state)])
    report.check("left", final["left"]["hands"], hands)


def check_knowledge(state: State, knowledge: Mapping[str, Any], seed: int, report: TraceReport) -> None:
    """Compare the knowledge of each observer with many sampled worlds."""
    for entry in knowledge["seats"]:
        observer = number(entry["o"], "know: o", 0, state.game.seats - 1)
        known = [[seat, cards] for seat, cards in known_cards(state, observer).items() if cards]
        report.check("known cards", sorted(entry["known"]), known)
        check_worlds(state, entry, derive(seed, observer), report)


def check_worlds(state: State, entry: Mapping[str, Any], seed: int, report: TraceReport) -> None:
    observer, possible = entry["o"], entry["hands"]
    if possible is not None:
        number(possible, "know: hands", 1, MOST_HANDS)
    places = {
        card: set(seats)
        for seats, cards in entry["owners"]
        for card in numbers(cards, "know: owners", 0, rules.CARDS - 1)
    }
    hidden = np.uint64(sum(1 << card for card in places))
    few = possible is not None and possible <= FEW_HANDS
    first = SAMPLES_PER_HAND * possible if few else SAMPLES_OTHERWISE
    most = first + (EXTRA_PER_HAND * possible if few else EXTRA_OTHERWISE)
    free = int(state.game.kernels["determinize"] is determinize)
    function = _sample_function()
    missing = {(card, place) for card, seats in places.items() for place in seats}
    hands: set[int] = set()  # hashes of the hands of sampled worlds
    taken = 0
    while taken < first or (taken < most and (missing or (few and len(hands) < possible))):
        rows = np.zeros((min(CHUNK, first if taken < first else most - taken), rules.MAX_SEATS), dtype=np.uint64)
        function(state.record, observer, free, np.uint64(derive(seed, taken)), rows)
        taken += len(rows)
        rows[:, observer] = 0
        rows &= hidden
        ever_held = np.bitwise_or.reduce(rows, axis=0)
        always_held = np.bitwise_and.reduce(np.bitwise_or.reduce(rows, axis=1))
        for card, seats in places.items():
            found = {seat for seat in range(rules.MAX_SEATS) if int(ever_held[seat]) >> card & 1}
            if not int(always_held) >> card & 1:
                found.add(STOCK)
            if not found <= seats:
                report.mismatch("impossible place", {"card": card, "places": sorted(seats)}, sorted(found))
                return
            missing -= {(card, place) for place in found}
        if few:
            hands |= set(np.unique((rows * HASH).sum(axis=1, dtype=np.uint64)).tolist())
            if len(hands) > possible:
                break
    report.check("places", [], sorted(missing))
    if few:
        report.check("hands", possible, len(hands))
