"""Summary of a game of Catan: cards that players received and lost, waiting times for cards, and the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.core.summary import Chart, Fact, GameSummary, Step, facts_of_sides
from tapete.games.catan.board import RESOURCES

SUMS = range(2, 13)
WAYS = [6 - abs(7 - total) for total in SUMS]  # of 36


class Side:
    """Cards that one player received and lost."""

    def __init__(self) -> None:
        self.income: Counter[str] = Counter()  # from the dice and the second settlement
        self.trades = 0
        self.taken = 0  # by the robber and monopolies
        self.robbed = 0
        self.blocked = 0
        self.discarded = 0
        self.waited = 0
        self.longest = 0

    def rolled(self, cards: Mapping[str, int]) -> None:
        """Count a roll; a roll without a card is waiting."""
        self.income.update(cards)
        self.waited = 0 if cards else self.waited + 1
        self.longest = max(self.longest, self.waited)


def summary(steps: Iterable[Step]) -> GameSummary:
    """Return the facts of all players, from the events of every step."""
    sides: list[Side] = []
    dice: Counter[int] = Counter()
    last: Step | None = None
    for last in steps:
        sides = sides or [Side() for _ in last.after["players"]]
        for event in last.events:
            if event["kind"] == "roll":
                dice[event["sum"]] += 1
            count_event(event, sides)
    if last is None:
        return GameSummary()
    facts = [Fact("income", [side.income.total() for side in sides])]
    facts += [Fact(f"income_{name}", [side.income[name] for side in sides]) for name in RESOURCES]
    facts += facts_of_sides(sides, "trades", "taken", "robbed", "blocked", "discarded")
    facts.append(Fact("waited", [side.longest for side in sides]))
    rolls = dice.total()
    chart = Chart("dice", list(SUMS), [[dice[total] for total in SUMS]], [rolls * ways / 36 for ways in WAYS])
    return GameSummary(ending(last.after), facts=facts, charts=[chart] if rolls else [])


def count_event(event: Event, sides: list[Side]) -> None:
    """Count what an event gave or took."""
    kind = event["kind"]
    if kind == "roll":
        gains = {entry["seat"]: entry["cards"] for entry in event["gains"]}
        for seat, side in enumerate(sides):
            side.rolled(gains.get(seat, {}))
        for entry in event["blocked"]:
            sides[entry["seat"]].blocked += sum(entry["cards"].values())
    elif kind == "first_cards":
        sides[event["seat"]].income.update(event["cards"])
    elif kind == "bank":
        sides[event["seat"]].trades += 1
    elif kind == "trade":
        sides[event["seat"]].trades += 1
        sides[event["partner"]].trades += 1
    elif kind == "steal":
        sides[event["seat"]].taken += 1
        sides[event["victim"]].robbed += 1
    elif kind == "monopoly":
        sides[event["seat"]].taken += event["count"]
        for entry in event["taken"]:
            sides[entry["seat"]].robbed += entry["count"]
    elif kind == "discard":
        sides[event["seat"]].discarded += 1


def ending(seen: Mapping[str, Any]) -> Event | None:
    if not seen["over"]:
        return None
    if seen["winner"] is None:
        return {"kind": "cap", "round": round_of(seen)}
    points = seen["players"][seen["winner"]]["points"]
    return {"kind": "won", "seat": seen["winner"], "points": points, "round": round_of(seen)}


def round_of(seen: Mapping[str, Any]) -> int:
    """Return the round as people count: after two set-up turns of every player, the first turn is in round 1."""
    return int(seen["turn"]) // len(seen["players"]) - 1
