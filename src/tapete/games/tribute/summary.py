"""Summary of a finished game: sources of prestige, use of coins, and both decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.core.summary import Fact, GameSummary, Step, facts_of_sides

SOURCES = ("power", "cards", "patrons", "hlaalu")  # of prestige
REMOVES = ("destroy", "treasury", "hlaalu")  # choices by which cards leave the game
KILLS = ("falls", "back")


class Side:
    """Totals of one player."""

    def __init__(self) -> None:
        self.prestige: Counter[str] = Counter()
        self.lost = 0
        self.coins = 0
        self.unspent = 0
        self.kills = 0
        self.bought: list[str] = []
        self.removed: list[str] = []
        self.calls: list[str] = []

    def count_event(self, event: Event, step: Step) -> None:
        """Add one event of this player, or a change of its numbers."""
        kind = event["kind"]
        if kind == "gain_prestige":
            self.prestige[source_of(step.move)] += event["number"]
        elif kind == "lose_prestige":
            self.lost += event["number"]
        elif kind == "buy":
            self.coins += event["cost"]
            self.bought.append(event["card"])
        elif kind == "acquire":
            self.bought += event["cards"]
        elif kind == "pay_coins":
            self.coins += event["number"]
        elif kind == "lose_coins":
            self.unspent += event["number"]
        elif kind in ("knockout", "psijic"):
            self.kills += len(event["cards"])
        elif kind in REMOVES:
            self.removed += event["cards"]
        elif kind == "call":
            self.calls.append(event["patron"])


def summary(steps: Iterable[Step]) -> GameSummary:
    """Return the facts of both players, from the events of every step."""
    sides = [Side(), Side()]
    last: Step | None = None
    for last in steps:
        mover = last.move["seat"]
        for event in last.events:
            if event["kind"] in KILLS:
                sides[mover].kills += event["seat"] != mover
            elif "seat" in event:
                sides[event["seat"]].count_event(event, last)
    if last is None:
        return GameSummary()
    facts = [Fact("prestige", [player["prestige"] for player in last.after["players"]])]
    sources = [name for name in SOURCES if any(side.prestige[name] for side in sides)]
    facts += [Fact(f"from_{name}", [side.prestige[name] for side in sides]) for name in sources]
    if any(side.lost for side in sides):
        facts.append(Fact("prestige_lost", [side.lost for side in sides]))
    facts += facts_of_sides(sides, "coins", "unspent", "kills", "calls", "bought", "removed")
    facts.append(Fact("deck", [deck_of(player) for player in last.after["players"]]))
    return GameSummary(ending(last.after), facts=facts)


def source_of(move: Mapping[str, Any]) -> str:
    """Return the source of a step's prestige: power left at the end of the turn, Hlaalu, another call, or a card."""
    if move["kind"] == "end_turn":
        return "power"
    if move.get("choice") == "hlaalu":
        return "hlaalu"
    return "patrons" if move["kind"] == "call" else "cards"


def deck_of(player: Mapping[str, Any]) -> list[str]:
    """Return all cards that a player owns in the end."""
    zones = ("hand", "draw", "cooldown", "played", "agents")
    return sorted(entry["card"] for zone in zones for entry in player[zone])


def ending(seen: Mapping[str, Any]) -> Event | None:
    if not seen["over"]:
        return None
    winner = seen["winner"]
    if winner is None:
        return {"kind": "draw", "turn": seen["turn"]}
    own, other = (seen["players"][seat]["prestige"] for seat in (winner, 1 - winner))
    return {"kind": seen["reason"], "seat": winner, "loser": 1 - winner, "n": own, "other": other, "turn": seen["turn"]}
