"""Summary of a game of Happy Little Dinosaurs: rounds won, instants, disasters, the race, and its best moments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.core.summary import Chart, Fact, GameSummary, Step
from tapete.games.dinosaurs.cards import DETOUR, IDS, SAP, SHELTER


class Race:
    """Counts and best moments of a game: rounds won, instants played, disasters taken or averted."""

    def __init__(self, players: int) -> None:
        self.rounds = [0] * players
        self.instants = [0] * players
        self.taken = [0] * players
        self.escaped = [0] * players
        self.best: Event | None = None  # the round with most steps
        self.meanest: Event | None = None  # the last Detour that eliminated a player, else the first Sap that hit
        self.sapped: dict[int, Event] = {}  # by seat, in this round: the first Sap that another played on it
        self.luckiest: Event | None = None  # the last fatal disaster that was averted
        self.out: dict[int, Event] = {}  # by seat: the round of its elimination, and whose Detour caused it

    def count_event(self, event: Event, step: Step) -> None:
        kind, number = event["kind"], step.before["turn"]
        if kind == "advanced":
            self.rounds[event["seat"]] += 1
            if self.best is None or event["steps"] > self.best["n"]:
                self.best = {"kind": "best_round", "seat": event["seat"], "n": event["steps"], "round": number}
        elif kind == "played":
            self.played(event, step, number)
        elif kind == "took":
            self.taken[event["seat"]] += 1
            sap = self.sapped.get(event["seat"])
            if sap is not None and sap["round"] == number and self.meanest is None:
                self.meanest = sap
        elif kind == "out":
            sender = self.sender(step)
            self.out[event["seat"]] = {"round": number, "by": sender}
            if sender is not None:
                self.meanest = {"kind": "detour_out", "seat": sender, "loser": event["seat"], "round": number}

    def played(self, event: Event, step: Step, number: int) -> None:
        """Count an instant. Shelter and Detour are escapes, lucky if the disaster would have eliminated the player."""
        seat, card = event["seat"], event["card"]
        self.instants[seat] += 1
        if card in (IDS[SHELTER], IDS[DETOUR]):
            self.escaped[seat] += 1
            if step.before["disaster"] in step.before["players"][seat]["fatal"]:
                self.luckiest = {"kind": "escape", "seat": seat, "card": card, "round": number}
        elif card == IDS[SAP] and event.get("target", seat) != seat:
            known = self.sapped.get(event["target"])
            if known is None or known["round"] != number:
                self.sapped[event["target"]] = {"kind": "sap", "seat": seat, "loser": event["target"], "round": number}

    @staticmethod
    def sender(step: Step) -> int | None:
        """Return the seat that sent the disaster of this step to its bearer by a Detour."""
        sent = [e for e in [*step.before["log"], *step.events] if e["kind"] == "played" and e["card"] == IDS[DETOUR]]
        return int(sent[-1]["seat"]) if sent else None


def summary(steps: Iterable[Step]) -> GameSummary:
    """Return the facts of all players, the race round by round, and up to three moments."""
    race: Race | None = None
    points: list[list[int]] = []
    last: Step | None = None
    for last in steps:
        if race is None:
            race = Race(len(last.after["players"]))
            points = [[player["points"]] for player in last.before["players"]]
        for event in last.events:
            race.count_event(event, last)
        if last.after["turn"] != last.before["turn"] or last.after["over"]:
            for row, player in zip(points, last.after["players"], strict=True):
                row.append(player["points"])
    if race is None or last is None:
        return GameSummary()
    facts = [
        Fact("points", [player["points"] for player in last.after["players"]]),
        Fact("rounds", race.rounds),
        Fact("instants", race.instants),
        Fact("disasters", race.taken),
        Fact("escaped", race.escaped),
    ]
    if race.out:
        facts.append(
            Fact("out", [{"round": race.out[s]["round"]} if s in race.out else None for s in range(len(points))])
        )
    moments = [moment for moment in (race.best, race.meanest, race.luckiest) if moment is not None]
    chart = Chart("race", list(range(len(points[0]))), points)
    return GameSummary(ending(last.after, race), moments, facts, [chart])


def ending(seen: Mapping[str, Any], race: Race) -> Event | None:
    if not seen["over"]:
        return None
    winners = seen["winners"]
    if len(winners) != 1:
        return {"kind": "shared", "round": seen["turn"]}
    kind = {"fifty": "reached", "fifty_by_disasters": "reached_by_disasters"}.get(seen["reason"], seen["reason"])
    return {"kind": kind, "seat": winners[0], "n": seen["players"][winners[0]]["points"], "round": seen["turn"]}
