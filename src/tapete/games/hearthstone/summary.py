"""Summary of a finished game: damage to the heroes, cards played, use of mana."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.core.summary import Fact, GameSummary, Step
from tapete.games.hearthstone import harm

PLAYED = re.compile(r"(plays|sets)(_on|_on_hero)?")
CAUSES = ("attack", "play", "power", "secret", "fatigue", "other")  # of damage to a hero, by the kind of step


def summary(steps: Iterable[Step]) -> GameSummary:
    """Return the facts of both sides; effects resolve inside a step, so damage counts by the kind of that step or its secrets."""
    taken: list[Counter[str]] = [Counter(), Counter()]  # damage to each hero, by cause
    turns: list[Counter[int]] = [Counter(), Counter()]  # damage to the enemy's hero, by turn
    played, died, spent, offered = [0, 0], [0, 0], [0, 0], [0, 0]
    last: Step | None = None
    fatal = ""
    for last in steps:
        for seat in range(2):
            hurt = damage_in(last, seat)
            taken[seat] += hurt
            if last.before["current"] != seat:
                turns[1 - seat][last.before["turn"]] += sum(hurt.values()) - hurt["fatigue"]
            if hurt and last.after["players"][seat]["hero"]["health"] <= 0:
                fatal = "fatigue" if hurt["fatigue"] >= sum(hurt.values()) - hurt["fatigue"] else "hero"
        for event in last.events:
            played[event.get("seat", 0)] += bool(PLAYED.fullmatch(event["kind"]))
            died[event.get("seat", 0)] += event["kind"] == "dies"
        used = mana_of(last)
        if used is not None:
            seat, mana = used
            spent[seat] += mana["used"]
            offered[seat] += mana["crystals"] + mana["temporary"] - mana["locked"]
    if last is None:
        return GameSummary()
    ends = last.after["players"]
    facts = [Fact("health", [max(0, player["hero"]["health"]) for player in ends])]
    facts.append(Fact("taken", [sum(hurt.values()) for hurt in taken]))
    facts += [
        Fact(f"taken_{cause}", [hurt[cause] for hurt in taken]) for cause in CAUSES if any(h[cause] for h in taken)
    ]
    facts += [Fact("played", played), Fact("died", died)]
    facts.append(Fact("mana", [{"n": spent[seat], "all": offered[seat]} for seat in range(2)]))
    facts.append(Fact("biggest", [biggest(found) for found in turns]))
    facts.append(Fact("hand", [[entry["card"] for entry in player["hand"]] for player in ends]))
    facts.append(Fact("deck", [sorted(map(card_of, player["deck"]["cards"])) for player in ends]))
    return GameSummary(ending(last.after, fatal), facts=facts)


def card_of(entry: str | Mapping[str, Any]) -> str:
    """Return the card of an entry of a deck: one that both players have seen has more members than its name."""
    return entry if isinstance(entry, str) else entry["card"]


def damage_in(step: Step, seat: int) -> Counter[str]:
    """Return the damage of a step to a hero by cause, armor included, secrets and fatigue apart."""
    amounts: Counter[str] = Counter()
    for event in step.events:
        if event.get("seat") == seat and event["kind"] in ("hero_damage", "armor_lost"):
            amounts[cause_of(step)] += event["amount"]
    starved = sum(e["amount"] for e in step.events if e["kind"] == "fatigue" and e["seat"] == seat)
    for cause in list(amounts):
        for apart, amount in (("secret", sprung(step, seat)), ("fatigue", starved)):
            part = min(amount, amounts[cause])
            amounts[apart] += part
            amounts[cause] -= part
    return +amounts


def sprung(step: Step, seat: int) -> int:
    """Return the damage of the secrets that a step revealed to a seat's hero."""
    key = step.before["players"][seat]["hero"]["key"]
    return sum(harm.damage_of(step.before, card, owner, None)[key] for card, owner in harm.fired(step.after))


def cause_of(step: Step) -> str:
    kind = (step.move.get("of") or step.move)["kind"]
    return kind if kind in CAUSES else "other"


def mana_of(step: Step) -> tuple[int, Mapping[str, int]] | None:
    """Return the seat whose turn a step ends (by the player or with the game) and its mana; None for other steps."""
    ended = step.move["kind"] == "end"
    if not ended and not step.after["over"]:
        return None
    seat = step.before["current"]
    return seat, (step.before if ended else step.after)["players"][seat]["mana"]


def biggest(turns: Counter[int]) -> dict[str, int] | None:
    """Return the turn with the most damage to the enemy's hero."""
    turn, amount = max(turns.items(), key=lambda found: (found[1], -found[0]), default=(0, 0))
    return {"n": amount, "turn": turn} if amount else None


def ending(seen: Mapping[str, Any], fatal: str) -> Event | None:
    if not seen["over"]:
        return None
    if seen["winner"] is not None:
        return {"kind": fatal or "hero", "seat": seen["winner"], "loser": 1 - seen["winner"], "turn": seen["turn"]}
    fallen = all(player["hero"]["health"] <= 0 for player in seen["players"])
    return {"kind": "both_fall" if fallen else "turn_limit", "turn": seen["turn"]}
