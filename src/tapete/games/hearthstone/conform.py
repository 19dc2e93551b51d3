"""Replays games recorded from the competition's simulator (schema `hearthstone-trace/1`) and compares all they record.

Our own state is carried from step to step. A step in which our rules drew random numbers is right if the recorded state can be
reached: first the recorded numbers are tried, then fresh ones. After a difference the replay goes on from the recorded state.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tapete.conform import Report, read_json_lines
from tapete.errors import BadRecord
from tapete.game import Game, State, load
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import features, search_outcomes, text
from tapete.games.hearthstone import state as s

TRIES = 40_000  # the rarest outcome of one step has probability 1/2,805 (three cards of Kabal Courier)
SCORE_TRIES = 300
COMPARED_FLAGS = dict(text.FLAG_NAMES)


def recorded(state: Mapping[str, Any]) -> dict[str, Any]:
    """The comparable part of a recorded state."""
    result = state["result"]
    facts: dict[str, Any] = {"turn": state["turn"], "over": result is not None}
    choice = state["choice"]
    facts["choice"] = choice["options"] if choice and result is None else None
    orders = sorted(m["order"] for p in state["players"] for m in p["board"])
    for seat, player in enumerate(state["players"]):
        hero, weapon = player["hero"], player["weapon"]
        current = seat == state["current"]
        facts[f"hero{seat}"] = (
            hero["id"],
            hero["health"],
            hero["armor"],
            hero["attack"],
            hero["frozen"],
            hero["immune"],
            hero["exhausted"] if current else None,
            hero["attacks"],
        )
        facts[f"power{seat}"] = (
            player["power"]["id"],
            player["power"]["exhausted"] if current else None,
            player["power"]["cost"],
        )
        facts[f"weapon{seat}"] = weapon and (weapon["id"], weapon["attack"], weapon["durability"])
        facts[f"mana{seat}"] = tuple(player[k] for k in ("crystals", "used", "temp", "locked", "owed"))
        facts[f"counts{seat}"] = tuple(player[k] for k in ("fatigue", "played_turn", "jade", "totems", "spell_damage"))
        facts[f"hand{seat}"] = [_hand_entry(h) for h in player["hand"]]
        facts[f"cost{seat}"] = [h["cost"] for h in player["hand"]]
        facts[f"deck{seat}"] = list(player["deck"])
        facts[f"died{seat}"] = list(player["died"])[: s.DIED]
        facts[f"secrets{seat}"] = [e["id"] for e in player["secrets"]]
        facts[f"board{seat}"] = [
            (
                m["id"],
                m["attack"],
                m["health"],
                m["max_health"],
                tuple(sorted(f for f in m["flags"] if f in COMPARED_FLAGS)),
                m["exhausted"] if current else None,
                m["attacks"],
                orders.index(m["order"]),
            )
            for m in player["board"]
        ]
    return facts


def _hand_entry(entry: Mapping[str, Any]) -> tuple:
    return (entry["id"], entry.get("attack"), tuple(entry["parts"]) if "parts" in entry else None)


def ours(state: State, costs: Any) -> dict[str, Any]:
    """The same part of our state."""
    record = state.record
    facts: dict[str, Any] = {"turn": int(record["turn"]), "over": bool(record["over"])}
    facts["choice"] = [c.IDS[i] for i in record["choice"][: record["choice_count"]]] if record["choice_kind"] else None
    order = text.slots_of(record["order"], int(record["minions"].sum()))
    numbers = costs(state)
    for seat in range(2):
        current = seat == record["current"]
        flags = int(record["flags"][seat])
        facts[f"hero{seat}"] = (
            c.IDS[record["card"][seat]],
            int(record["health"][seat] - record["damage"][seat]),
            int(record["armor"][seat]),
            int(numbers[seat * 12 + 11]),
            bool(flags & c.FROZEN),
            bool(flags & c.IMMUNE),
            bool(flags & c.EXHAUSTED) if current else None,
            int(record["attacks"][seat]),
        )
        used = bool(record["power_used"][seat]) if current else None
        facts[f"power{seat}"] = (c.IDS[record["power"][seat]], used, int(numbers[seat * 12 + 10]))
        weapon = int(record["weapon"][seat])
        left = int(record["weapon_durability"][seat] - record["weapon_damage"][seat])
        facts[f"weapon{seat}"] = (c.IDS[weapon], int(record["weapon_attack"][seat]), left) if weapon else None
        facts[f"mana{seat}"] = tuple(int(record[k][seat]) for k in ("crystals", "used", "temporary", "locked", "owed"))
        facts[f"counts{seat}"] = tuple(
            int(record[k][seat]) for k in ("fatigue", "played", "jade", "totems", "spell_damage")
        )
        held = int(record["held"][seat])
        facts[f"hand{seat}"] = [_our_hand_entry(record, seat, i) for i in range(held)]
        facts[f"cost{seat}"] = [int(x) for x in numbers[seat * 12 : seat * 12 + held]]
        deck = [int(card) & s.CARD for card in record["deck"][seat][: record["deck_left"][seat]]]
        facts[f"deck{seat}"] = [c.IDS[card] for card in reversed(deck)]
        facts[f"died{seat}"] = [c.IDS[card] for card in record["died"][seat][: record["died_count"][seat]]]
        facts[f"secrets{seat}"] = [c.IDS[card] for card in record["secrets"][seat][: record["secret_count"][seat]]]
        facts[f"board{seat}"] = [_our_minion(record, slot, current, order) for slot in text.board_slots(record, seat)]
    return facts


def _our_hand_entry(record: Any, seat: int, i: int) -> tuple:
    card, extra = int(record["hand"][seat, i]), int(record["hand_extra"][seat, i])
    if c.POTION_SIZE[card]:
        pool = c.FILE.pools[c.POOLS[c.POOL_LESSER + c.POTION_SIZE[card] - 1]]["ids"]
        return (c.IDS[card], None, (pool[extra >> 4], pool[extra & 15]))
    if c.TYPE[card] == c.MINION:
        return (c.IDS[card], int(c.ATTACK[card]) + extra, None)
    return (c.IDS[card], int(c.ATTACK[card]) if c.TYPE[card] == c.WEAPON else None, None)


def _our_minion(record: Any, slot: int, current: bool, order: list[int]) -> tuple:
    flags = int(record["flags"][slot])
    attack = max(0, int(record["attack"][slot]) + int(record["bonus"][slot]) + int(record["aura_attack"][slot]))
    most = int(record["health"][slot]) + int(record["aura_health"][slot])
    return (
        c.IDS[record["card"][slot]],
        attack,
        most - int(record["damage"][slot]),
        most,
        tuple(sorted(name for name, flag in COMPARED_FLAGS.items() if flags & flag)),
        bool(flags & c.EXHAUSTED) if current else None,
        int(record["attacks"][slot]),
        order.index(slot),
    )


class Replay:
    """One file's replay: the game with its options, the native helpers and the report."""

    def __init__(self, options: Mapping[str, Any], report: Report) -> None:
        self.report = report
        given = {"sim": True, "ordered": True, **options}
        self.game: Game = load("hearthstone", **given)
        self.sim = self.game.options["sim"]
        build = self.game.build
        self.numbers_of = build.function(search_outcomes.numbers_of)
        self.fingerprint = build.function(search_outcomes.fingerprint)
        self.find_outcome = build.function(search_outcomes.find_outcome)
        self.find_score = build.function(search_outcomes.find_score)
        self.linear = build.function(features.linear)
        self.weights = np.array(list(features.linear_weights("midrange").values()))

    def costs(self, state: State) -> np.ndarray:
        out = np.zeros(2 * search_outcomes.COST_ROW, dtype=np.int64)
        self.numbers_of(state.record, out)
        return out

    def adopt(self, facts: Mapping[str, Any]) -> State:
        return self.game.set_up(facts)

    def game_of(self, entry: Mapping[str, Any], number: Any) -> None:
        report = self.report
        report.games += 1
        report.at(game=number, step=None)
        state = self.adopt(entry["start"]["state"])
        self.compare_states("start", state, entry["start"]["state"])
        before = entry["start"]["state"]
        for index, step in enumerate(entry["steps"]):
            report.at(step=index)
            report.steps += 1
            state = self.step(state, step, before)
            if "state" not in step:
                report.explain("RX03")
                return
            before = step["state"]
            if "alias" in step:
                report.explain("RX03")
                return

    def step(self, state: State, step: Mapping[str, Any], before: Mapping[str, Any]) -> State:
        report = self.report
        legal = [text.action_fact(state.record, action) for action in state.legal()]
        if not self.same("legal", step["options"], legal):
            state = self.adopt(before)
        if "greedy_scores" in step:
            self.scores(state, step)
        if "state" not in step:
            return state
        action = text.action_number(step["options"][step["chosen"]])
        wanted = step["state"]
        expected = recorded(wanted)
        tried = state.clone()
        rng = self.script(tried, step)
        tried._call("apply", action)
        used_chance = int(tried.record["rng"]) != rng or tried.record["script_count"] > 0
        self.unscript(tried)
        got = ours(tried, self.costs)
        if got != expected and (used_chance or step["random"]):
            target = int(self.fingerprint(self.adopt(wanted).record))
            found = int(self.find_outcome(state.record, action, np.uint64(target), np.uint64(7), TRIES))
            if found:
                tried = state.clone()
                tried.record["rng"] = found
                tried._call("apply", action)
                got = ours(tried, self.costs)
        report.checked["states"] += 1
        if wanted["result"] is None and wanted["turn"] >= self.game.options["turn_limit"]:
            expected["over"] = got["over"]  # the recorder stops at the limit without a result
        if got == expected:
            if step["random"]:
                report.adopted += 1
            return tried
        different = {k: (expected[k], got[k]) for k in expected if expected[k] != got[k]}
        if "alias" in step:
            return self.adopt(wanted)
        self.difference("states", different, step, before)
        return self.adopt(wanted)

    def script(self, state: State, step: Mapping[str, Any]) -> int:
        """Give the state the recorded random numbers; its own generator's state before the step."""
        numbers = [(bound, value) for bound, value in step.get("rng", ()) if bound > 1 and bound < 256]
        numbers = numbers[: s.SCRIPT]
        record = state.record
        for i, (bound, value) in enumerate(numbers):
            record["script_bound"][i], record["script_value"][i] = bound, value
        record["script_count"], record["script_at"] = len(numbers), 0
        return int(record["rng"])

    def unscript(self, state: State) -> None:
        record = state.record
        record["script_bound"][:] = record["script_value"][:] = 0
        record["script_count"] = record["script_at"] = 0

    def compare_states(self, what: str, state: State, wanted: Mapping[str, Any]) -> None:
        expected, got = recorded(wanted), ours(state, self.costs)
        self.report.checked[what] += 1
        different = {k: (expected[k], got[k]) for k in expected if expected[k] != got[k]}
        if different:
            self.report.mismatch(what, {k: v[0] for k, v in different.items()}, {k: v[1] for k, v in different.items()})

    def same(self, what: str, expected: Any, got: Any) -> bool:
        return self.report.check(what, expected, got)

    def difference(
        self, what: str, different: Mapping[str, Any], step: Mapping[str, Any], before: Mapping[str, Any]
    ) -> None:
        self.report.mismatch(what, {k: v[0] for k, v in different.items()}, {k: v[1] for k, v in different.items()})

    def scores(self, state: State, step: Mapping[str, Any]) -> None:
        """The MidRange score of every option, as the recorded greedy agent saw it."""
        seat = step["p"]
        for option, score in zip(step["options"], step["greedy_scores"], strict=True):
            if score is None:
                continue
            self.report.checked["option scores"] += 1
            action = text.action_number(option)
            if not self.find_score(state.record, action, seat, self.weights, float(score), np.uint64(11), SCORE_TRIES):
                self.score_difference(state, option, score, step)

    def score_difference(self, state: State, option: Any, score: float, step: Mapping[str, Any]) -> None:
        """A score that fits once the opponent's hidden cards are placeholders, as they were for the recorder, is explained."""
        masked = state.clone()
        other = 1 - step["p"]
        for zone, count in (("hand", "held"), ("deck", "deck_left")):
            masked.record[zone][other][: masked.record[count][other]] = c.COIN
        action = text.action_number(option)
        if self.find_score(masked.record, action, step["p"], self.weights, float(score), np.uint64(11), SCORE_TRIES):
            self.report.explain("RX02")
        else:
            self.report.mismatch("option scores", (option, score), None)


def replay(path: Path, options: Mapping[str, Any], report: Report) -> None:
    """Check one file: games, probes, or scores of positions in a file of games beside it."""
    replayer = Replay(options, report)
    for number, entry in enumerate(read_json_lines(path)):
        if entry.get("schema") == "hearthstone-trace/1":
            replayer.game_of(entry, entry.get("game", entry.get("name", number)))
        elif "schema" in entry:
            raise BadRecord(f"{path}: unknown schema {entry['schema']!r}")
