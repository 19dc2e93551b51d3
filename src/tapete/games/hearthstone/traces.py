"""Replay and comparison of games recorded from the competition's simulator (schema `hearthstone-trace/1`).

Our state is carried from step to step. A step in which our rules drew random numbers is right if the recorded state can
be reached: first the recorded numbers are tried, then fresh ones. After a difference the replay continues from the
recorded state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.errors import BadRecord
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import evaluations, from_deal, search_outcomes
from tapete.games.hearthstone import rules as r
from tapete.games.hearthstone import state as s
from tapete.kernel.cache import Build
from tapete.reading import read_json_lines

TRIES = 40_000  # the rarest outcome of one step has probability 1/2,805 (three cards of Kabal Courier)
SCORE_TRIES = 300
SCORE_NAMES = ("Aggro", "Control", "MidRange", "Fatigue", "Ramp")
HELPERS = [getattr(search_outcomes, name) for name in ("fingerprint", "find_outcome", "find_score", "find_mulligan")]
COMPARED_FLAGS = dict(from_deal.FLAG_NAMES)


def recorded(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the comparable part of a recorded state."""
    result = state["result"]
    found: dict[str, Any] = {"turn": state["turn"], "over": result is not None}
    choice = state["choice"]
    found["choice"] = choice["options"] if choice and result is None else None
    orders = sorted(m["order"] for p in state["players"] for m in p["board"])
    for seat, player in enumerate(state["players"]):
        hero, weapon = player["hero"], player["weapon"]
        current = seat == state["current"]
        found[f"hero{seat}"] = (
            hero["id"],
            hero["health"],
            hero["armor"],
            hero["attack"],
            hero["frozen"],
            hero["immune"],
            hero["exhausted"] if current else None,
            hero["attacks"],
        )
        found[f"power{seat}"] = (
            player["power"]["id"],
            player["power"]["exhausted"] if current else None,
            player["power"]["cost"],
        )
        found[f"weapon{seat}"] = weapon and (weapon["id"], weapon["attack"], weapon["durability"])
        found[f"mana{seat}"] = tuple(player[k] for k in ("crystals", "used", "temp", "locked", "owed"))
        found[f"counts{seat}"] = tuple(player[k] for k in ("fatigue", "played_turn", "jade", "totems", "spell_damage"))
        found[f"hand{seat}"] = [_hand_entry(h) for h in player["hand"]]
        found[f"cost{seat}"] = [h["cost"] for h in player["hand"]]
        found[f"deck{seat}"] = list(player["deck"])
        found[f"died{seat}"] = list(player["died"])[: s.DIED]
        found[f"secrets{seat}"] = [e["id"] for e in player["secrets"]]
        found[f"board{seat}"] = [
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
    return found


def _hand_entry(entry: Mapping[str, Any]) -> tuple:
    return (entry["id"], entry.get("attack"), tuple(entry["parts"]) if "parts" in entry else None)


def ours(state: State, costs: Any) -> dict[str, Any]:
    """Return the comparable part of our state."""
    record = state.record
    found: dict[str, Any] = {"turn": int(record["turn"]), "over": bool(record["over"])}
    found["choice"] = [c.IDS[i] for i in record["choice"][: record["choice_count"]]] if record["choice_kind"] else None
    order = from_deal.slots_of(record["order"], int(record["minions"].sum()))
    numbers = costs(state)
    for seat in range(2):
        current = seat == record["current"]
        flags, row = int(record["flags"][seat]), seat * r.NUMBERS_ROW
        found[f"hero{seat}"] = (
            c.IDS[record["card"][seat]],
            int(record["health"][seat] - record["damage"][seat]),
            int(record["armor"][seat]),
            int(numbers[row + r.HERO_ATTACK]),
            bool(flags & c.FROZEN),
            bool(flags & c.IMMUNE),
            bool(flags & c.EXHAUSTED) if current else None,
            int(record["attacks"][seat]),
        )
        used = bool(record["power_used"][seat]) if current else None
        found[f"power{seat}"] = (c.IDS[record["power"][seat]], used, int(numbers[row + r.POWER_COST]))
        weapon = int(record["weapon"][seat])
        left = int(record["weapon_durability"][seat] - record["weapon_damage"][seat])
        found[f"weapon{seat}"] = (c.IDS[weapon], int(record["weapon_attack"][seat]), left) if weapon else None
        found[f"mana{seat}"] = tuple(int(record[k][seat]) for k in ("crystals", "used", "temporary", "locked", "owed"))
        found[f"counts{seat}"] = tuple(
            int(record[k][seat]) for k in ("fatigue", "played", "jade", "totems", "spell_damage")
        )
        held = int(record["held"][seat])
        found[f"hand{seat}"] = [_our_hand_entry(record, seat, i) for i in range(held)]
        found[f"cost{seat}"] = [int(x) for x in numbers[row : row + held]]
        deck = [int(card) & s.CARD for card in record["deck"][seat][: record["deck_left"][seat]]]
        found[f"deck{seat}"] = [c.IDS[card] for card in reversed(deck)]
        found[f"died{seat}"] = [c.IDS[card] for card in record["died"][seat][: record["died_count"][seat]]]
        found[f"secrets{seat}"] = [c.IDS[card] for card in record["secrets"][seat][: record["secret_count"][seat]]]
        found[f"board{seat}"] = [
            _our_minion(record, slot, current, order) for slot in from_deal.board_slots(record, seat)
        ]
    return found


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
    """Replay of one file: the game with its options, the native helpers and the report."""

    def __init__(self, options: Mapping[str, Any], report: TraceReport) -> None:
        self.report = report
        given = {"sim": True, "ordered": True, **options}
        self.game: Game = load("hearthstone", **given)
        self.sim = self.game.options["sim"]
        self.numbers_of = self.game.build.function(r.numbers_of)
        self.linear = self.game.build.function(evaluations.linear)
        helpers = Build("hearthstone-conform", HELPERS)  # own build: a change of the helpers recompiles only them
        self.fingerprint = helpers.function(search_outcomes.fingerprint)
        self.find_outcome = helpers.function(search_outcomes.find_outcome)
        self.find_score = helpers.function(search_outcomes.find_score)
        self.find_mulligan = helpers.function(search_outcomes.find_mulligan)
        self.score_weights = {
            name: np.array(list(evaluations.linear_weights(name.lower()).values())) for name in SCORE_NAMES
        }
        self.weights = np.array(list(evaluations.linear_weights("midrange").values()))

    def costs(self, state: State) -> np.ndarray:
        out = np.zeros(2 * r.NUMBERS_ROW, dtype=np.int64)
        self.numbers_of(state.record, out)
        return out

    def adopt(self, given: Mapping[str, Any]) -> State:
        return self.game.set_up(given)

    def game_of(self, entry: Mapping[str, Any], number: Any) -> None:
        report = self.report
        report.games += 1
        report.at(game=number, step=None)
        if "mulligan" in entry:
            self.mulligans(entry)
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
        legal = self.legal_of(state)
        report.checked["legal"] += 1
        if legal != step["options"]:
            quirk = self.quirk_of(lambda bits: self.legal_of(self.with_quirks(state, bits)) == step["options"])
            if quirk:
                report.explain(quirk)
            else:
                report.mismatch("legal", step["options"], legal)
            state = self.adopt(before)
        if "greedy_scores" in step:
            self.scores(state, step)
        if "state" not in step:
            return state
        action = from_deal.action_number(step["options"][step["chosen"]])
        wanted = step["state"]
        expected = recorded(wanted)
        if wanted["result"] is None and wanted["turn"] >= self.game.options["turn_limit"]:
            expected.pop("over")  # the recorder stops at the limit without a result
        report.checked["states"] += 1
        tried, different = self.outcome(state, action, step, expected)
        if not different:
            report.adopted += bool(step["random"])
            return tried
        if "alias" not in step:  # aliased objects (one object in two zones) are counted by the caller
            quirk = self.quirk_of(
                lambda bits: not self.outcome(self.with_quirks(state, bits), action, step, expected)[1]
            )
            if quirk:
                report.explain(quirk)
            else:
                report.mismatch(
                    "states", {k: v[0] for k, v in different.items()}, {k: v[1] for k, v in different.items()}
                )
        return self.adopt(wanted)

    def outcome(
        self, state: State, action: int, step: Mapping[str, Any], expected: Mapping[str, Any]
    ) -> tuple[State, dict[str, Any]]:
        """Return the state after an action, with recorded or matching random numbers, and where it differs."""
        tried = state.clone()
        before = self.script(tried, step)
        tried._call("apply", action)
        used_chance = int(tried.record["rng"]) != before or tried.record["script_count"] > 0
        self.unscript(tried)
        got = ours(tried, self.costs)
        if used_chance and any(expected[k] != got[k] for k in expected):
            target = int(self.fingerprint(self.adopt(step["state"]).record))
            found = int(
                self.find_outcome(self.game.rules, words_of(state), action, np.uint64(target), np.uint64(7), TRIES)
            )
            if found:
                tried = state.clone()
                tried.record["rng"] = found
                tried._call("apply", action)
                got = ours(tried, self.costs)
        return tried, {k: (expected[k], got[k]) for k in expected if expected[k] != got[k]}

    def legal_of(self, state: State) -> list[list[Any]]:
        return [from_deal.action_fact(state.record, action) for action in state.legal()]

    def with_quirks(self, state: State, bits: int) -> State:
        changed = state.clone()
        changed.record["sim"] = bits
        return changed

    def quirk_of(self, fits: Callable[[int], bool]) -> str | None:
        """Return the quirk of the simulator that explains a difference from our rules."""
        if self.sim:
            return None
        for name, bit in c.QUIRK_BIT.items():
            if fits(bit):
                return name
        if not fits(c.ALL_QUIRKS):
            return None
        return next((name for name, bit in c.QUIRK_BIT.items() if not fits(c.ALL_QUIRKS & ~bit)), None)

    def script(self, state: State, step: Mapping[str, Any]) -> int:
        """Give the state the recorded random numbers; return its own generator's state before the step."""
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

    def scores(self, state: State, step: Mapping[str, Any]) -> None:
        """Compare the MidRange score of every option with the one of the recorded greedy agent."""
        seat = step["p"]
        for option, score in zip(step["options"], step["greedy_scores"], strict=True):
            if score is None:
                continue
            self.report.checked["option scores"] += 1
            action = from_deal.action_number(option)
            if not self.reaches(state, action, seat, score):
                self.score_difference(state, option, score, step)

    def reaches(self, state: State, action: int, seat: int, score: float) -> bool:
        """Return whether an action can lead to a position with this score."""
        rest = (action, seat, self.weights, float(score), np.uint64(11), SCORE_TRIES)
        return bool(self.find_score(self.game.rules, words_of(state), *rest))

    def score_difference(self, state: State, option: Any, score: float, step: Mapping[str, Any]) -> None:
        """Report a score that no outcome reaches: explained by masked hidden cards or by a quirk, else a mismatch."""
        masked = state.clone()
        other = 1 - step["p"]
        for zone, count in (("hand", "held"), ("deck", "deck_left")):
            masked.record[zone][other][: masked.record[count][other]] = c.COIN
        action = from_deal.action_number(option)

        seat = step["p"]
        quirk = self.quirk_of(lambda bits: self.reaches(self.with_quirks(state, bits), action, seat, score))
        if self.reaches(masked, action, seat, score):
            self.report.explain("RX02")
        elif quirk or (not self.sim and self.reaches(self.with_quirks(masked, c.ALL_QUIRKS), action, seat, score)):
            self.report.explain(quirk or "RX02")
        else:
            self.report.mismatch("option scores", (option, score), None)

    def mulligans(self, entry: Mapping[str, Any]) -> None:
        """Check both mulligans: the recorded hands and decks must be reachable from the recorded first hands."""
        decks = [list(order) for order in entry["deck_order"]]
        for step in entry["mulligan"]:
            seat = step["player"]
            first = len([card for card in step["hand_before"] if card != c.IDS[c.COIN]])
            players: list[dict[str, Any]] = [{}, {}]
            players[seat] = {"hand": step["hand_before"], "deck": decks[seat][first:]}
            state = self.game.set_up({"turn": 0, "current": seat, "players": players})
            state.record["mulligan"] = 1 if seat else 2
            action = from_deal.action_number(["mulligan", step["replaced"]])
            hand = [c.INDEX[card] for card in step["hand_after"]]
            deck = [c.INDEX[card] for card in reversed(step["deck_after"])]
            self.report.checked["mulligans"] += 1
            wanted = state.clone()
            wanted.record["hand"][seat, : len(hand)] = hand
            wanted.record["deck"][seat, : len(deck)] = deck
            scripted = state.clone()
            self.script(scripted, step)
            rest = (action, wanted.record, seat, np.uint64(5))
            reached = self.find_mulligan(self.game.rules, words_of(scripted), *rest, 1)
            if not reached and not self.find_mulligan(self.game.rules, words_of(state), *rest, TRIES):
                if self.sim:
                    self.report.mismatch("mulligans", (hand, deck), None)
                else:
                    self.report.explain("QE02")

    def positions(self, path: Path, entries: list[dict[str, Any]]) -> None:
        """Check scores of positions that a file of games in the same folder holds."""
        wanted: dict[Any, dict[int, list[dict[str, Any]]]] = {}
        for entry in entries:
            wanted.setdefault(entry["game"], {}).setdefault(entry["step"], []).append(entry)
        for game in read_json_lines(games_beside(path)):
            for index, scored in wanted.pop(game["game"], {}).items():
                self.report.at(game=game["game"], step=index)
                state = self.adopt(game["steps"][index]["state"])
                for entry in scored:
                    self.report.steps += 1
                    for name, weights in self.score_weights.items():
                        value = self.linear(state.record, entry["player"], weights)
                        self.report.check("scores", entry[name], int(value))
        if wanted:
            raise BadRecord(f"{path}: the games file beside it has no game {next(iter(wanted))}")


def words_of(state: State) -> np.ndarray:
    """Return a position as words, with room for another after it."""
    words = np.zeros(2 * search_outcomes.STATE_WORDS, dtype=np.int64)
    words[: search_outcomes.STATE_WORDS] = state.rows[0].view(np.int64)
    return words


def games_beside(path: Path) -> Path:
    for name in ("games.jsonl.gz", "games.jsonl"):
        if (path.parent / name).is_file():
            return path.parent / name
    raise BadRecord(f"{path} refers to a file of games; there is no games.jsonl or games.jsonl.gz in its folder")


def replay(path: Path, options: Mapping[str, Any], report: TraceReport) -> None:
    """Check one file: games, probes, or scores of positions in a file of games in the same folder."""
    replayer = Replay(options, report)
    positions: list[dict[str, Any]] = []
    for number, entry in enumerate(read_json_lines(path)):
        if entry.get("schema") == "hearthstone-trace/1":
            replayer.game_of(entry, entry.get("game", entry.get("name", number)))
        elif "schema" in entry:
            raise BadRecord(f"{path}: unknown schema {entry['schema']!r}")
        else:
            positions.append(entry)
    if positions:
        replayer.positions(path, positions)
