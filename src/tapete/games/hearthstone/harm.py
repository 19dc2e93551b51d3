"""Damage and armour that a step gives for certain, from the data of its cards.

A description holds what is left after a step: not the damage of a minion that died, nor armour that was lost again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.games.hearthstone import cards as c

Data = Mapping[str, Any]
SIDES = {"own": (0,), "enemy": (1,), "all": (0, 1)}  # as distances from the seat of the card
DAMAGE = ("damage", "damage_range", "spend_all_mana_damage")


def complete(move: Data) -> dict[str, Any]:
    """Return the whole action of a move; the last of several steps names the others."""
    if "of" not in move:
        return dict(move)
    return {**move["of"], "seat": move["seat"], **{name: move[name] for name in ("target", "position") if name in move}}


def fired(after: Data) -> list[tuple[str, int]]:
    """Return the secrets that the step revealed, each with its seat."""
    return [(entry["card"], entry["seat"]) for entry in after["shown"] if entry["why"] == "fired"]


def causes(move: Data, after: Data) -> list[tuple[str, int, str | None]]:
    """Return the cards that acted in a step, each with its seat and the key of its target."""
    found: list[tuple[str, int, str | None]] = [(card, seat, None) for card, seat in fired(after)]
    whole = complete(move)
    if whole["kind"] in ("play", "power"):
        found.append((whole.get("option") or whole["card"], whole["seat"], (whole.get("target") or {}).get("key")))
    return found


def operations(card: str) -> list[tuple[Data, bool]]:
    """Return what a card does when it is played, used or revealed, and whether that depends on a condition."""
    effects = [
        effect
        for effect in c.FILE.cards[c.INDEX[card]].get("effects", ())
        if effect["on"] in ("cast", "use", "battlecry", "combo") or effect["on"].startswith("secret:")
    ]
    combo = any(effect["on"] == "combo" for effect in effects)
    return [(one, combo or "else" in effect) for effect in effects for one in (*effect["do"], *effect.get("else", ()))]


def armour(seat: int, move: Data, after: Data) -> int:
    """Return the armour that the cards of a step gave to a seat's hero."""
    cards = [card for card, owner, _ in causes(move, after) if owner == seat]
    return sum(one["amount"] for card in cards for one, _ in operations(card) if one["op"] == "armor")


def damage(before: Data, move: Data, after: Data) -> dict[str, int]:
    """Return the damage that reached characters, by key; at least their health where a condition decides how much."""
    found: Counter[str] = Counter()
    there = characters(before)
    for card, seat, target in causes(move, after):
        found.update(damage_of(before, card, seat, target))
    whole = complete(move)
    if whole["kind"] == "attack" and whole.get("target"):  # in steps, an only target is not named
        one, other = whole["attacker"]["key"], whole["target"]["key"]
        if found[one] < there[one][0]["health"]:  # a trap may kill the attacker first
            found[other] += there[one][0]["attack"]
            if whole["target"]["place"] is not None:
                found[one] += there[other][0]["attack"]
    safe = ("divine_shield", "immune")
    return {key: n for key, n in found.items() if n and not any(flag in there[key][0]["flags"] for flag in safe)}


def damage_of(before: Data, card: str, seat: int, target: str | None) -> Counter[str]:
    """Return the damage of one card to each character."""
    found: Counter[str] = Counter()
    there = characters(before)
    for one, depends in operations(card):
        if one["op"] not in DAMAGE:
            continue
        extra = before["players"][seat].get("spell_damage", 0) * one.get("spell_damage_factor", 1)
        for key in reached(there, one["to"], seat, target):
            if depends or one["op"] != "damage":
                found[key] = max(found[key], there[key][0]["health"])
            else:
                found[key] += one["amount"] + (extra if one.get("spell_damage") else 0)
    return found


def characters(description: Data) -> dict[str, tuple[Data, int, str]]:
    """Return heroes and minions by key, each with its seat and its kind."""
    return {
        one["key"]: (one, seat, kind)
        for seat, player in enumerate(description["players"])
        for kind, ones in (("hero", [player["hero"]]), ("minions", player["board"]))
        for one in ones
    }


def reached(there: Mapping[str, tuple[Data, int, str]], to: Any, seat: int, target: str | None) -> Iterable[str]:
    """Return the keys of the characters that an operation certainly selects."""
    wanted = {"sel": to} if isinstance(to, str) else to
    if wanted["sel"] == "target":
        return [target] if target in there else []
    whose, _, kind = wanted["sel"].partition("_")
    if "random" in wanted or whose not in SIDES:
        return []
    return [
        key
        for key, (one, owner, what) in there.items()
        if (owner - seat) % 2 in SIDES[whose]
        and kind in (what, "characters")
        and not (wanted.get("exclude") == "target" and key == target)
        and wanted.get("not_race", "") != c.FILE.cards[c.INDEX[one["card"]]].get("race")
        and wanted.get("not_card_name") != c.NAMES[c.INDEX[one["card"]]]
    ]
