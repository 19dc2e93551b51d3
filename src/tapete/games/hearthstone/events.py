"""Events of a step as one seat saw them, from its descriptions before and after and its view of the move.

Effects resolve inside one step, so causes are not reported: first the move, then its changes in the order in which a
table shows them: secrets, shields, damage, changes, deaths, arrivals, the turn, cards, mana, the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.games.hearthstone import harm

Data = Mapping[str, Any]
HAND = 10
FROM_DECK = ("deck", "seen in deck")
# Flags whose gain or loss is an event; the effects of the others are events of their own
SHOWN_FLAGS = (
    "taunt",
    "stealth",
    "windfury",
    "charge",
    "lifesteal",
    "immune",
    "elusive",
    "frozen",
    "cannot_attack_heroes",
)


def happened(before: Data, move: Data, after: Data) -> list[Event]:
    """Return the events of one step, for one seat."""
    if after["partial"] is not None:  # an incomplete decision in steps
        return []
    events = moved(before, move, after)
    shown = [{"kind": entry["why"], "seat": entry["seat"], "card": entry["card"]} for entry in after["shown"]]
    events += [event for event in shown if event["kind"] == "fired"]
    events += [event for event in shown if event["kind"] == "jousted"]
    sides = list(zip(before["players"], after["players"], strict=True))
    tables = {"before": minions_of(before), "after": minions_of(after)}
    for part in (lost_shields, hurt_and_healed, changed):
        events += part(tables["before"], tables["after"])
    for seat, (old, new) in enumerate(sides):
        events += hero_events(seat, old, new, harm.armour(seat, move, after))
    for seat, (old, new) in enumerate(sides):
        events += weapon_events(seat, old, new)
    events += gone_and_come(before, move, after, tables)
    events += [event for event in shown if event["kind"] in ("discarded", "burnt", "lost")]
    turned = after["turn"] != before["turn"] and not after["over"]
    current = after["current"]
    for seat in (1 - current, current) if turned else (0, 1):
        if turned and seat == current:  # the turn begins, then its card is drawn
            events.append(turn_event(after))
        events += card_events(seat, *sides[seat], before, move, after)
    for seat, (old, new) in enumerate(sides):
        events += mana_events(seat, old, new, before, after)
    if after["choice"] is not None and after["choice"] != before["choice"]:
        offered = after["choice"]
        event: Event = {"kind": f"offer_{offered['kind']}", "seat": after["seat"], "cards": offered["options"]}
        if offered["options"] is None:
            event = {"kind": "is_offered", "seat": after["seat"]}
        events.append(event)
    if after["over"]:
        events.append(ending(after))
    return events


# The move


def moved(before: Data, move: Data, after: Data) -> list[Event]:
    """Return the events of the move itself, as this seat saw it."""
    kind, seat = move["kind"], move["seat"]
    if kind == "hidden":
        return [hidden_event(before, seat, after)]
    if kind in ("target", "defender", "position"):  # the last of several steps: the complete action
        return moved(before, harm.complete(move), after)
    if kind == "end":
        return [{"kind": "ends", "seat": seat}]
    if kind == "mulligan":
        hand = after["players"][seat]["hand"]
        new = [hand[place]["card"] for place in move["places"]]
        if not new:
            return [{"kind": "keeps", "seat": seat}]
        return [{"kind": "replaces", "seat": seat, "cards": move["cards"], "new": new}]
    if kind == "choose":
        choice = before["choice"]["kind"]
        return [{"kind": f"chooses_{choice}", "seat": seat, "card": move["card"]}]
    if kind == "attack":
        return [attack_event(move)]
    event: Event = {"kind": "uses" if kind == "power" else "plays", "seat": seat, "card": move["card"]}
    if kind == "play" and len(after["players"][seat]["secrets"]) > len(before["players"][seat]["secrets"]):
        event["kind"] = "sets"
    events = [aimed(event, move.get("target"))]
    if "option" in move:
        events.append({"kind": "form", "seat": seat, "card": move["option"]})
    return events


def aimed(event: Event, target: Data | None) -> Event:
    """Return the event with its target: a minion, or a player's hero."""
    if target is None:
        return event
    kind = f"{event['kind']}_on" if target["place"] is not None else f"{event['kind']}_on_hero"
    return {**event, "kind": kind, "target": target["card"], "target_seat": target["seat"], "target_key": target["key"]}


def attack_event(move: Data) -> Event:
    attacker, target = move["attacker"], move.get("target")
    kind = "attack" if attacker["place"] is not None else "hero_attack"
    event: Event = {"kind": kind, "seat": move["seat"], "card": attacker["card"], "key": attacker["key"]}
    return aimed(event, target) if target is not None else event


def hidden_event(before: Data, seat: int, after: Data) -> Event:
    """Return another seat's event for a mulligan, a pick or a secret."""
    if before["phase"] == "mulligan":
        return {"kind": "decides_hand", "seat": seat}
    if before["phase"] == "choice":
        return {"kind": "picks", "seat": seat}
    secrets = after["players"][seat]["secrets"]
    if len(secrets) > len(before["players"][seat]["secrets"]) and "class" in secrets[-1]:
        return {"kind": "sets_unseen", "seat": seat, "class": secrets[-1]["class"]}
    return {"kind": "hidden", "seat": seat}


# Minions


def minions_of(description: Data) -> dict[str, dict[str, Any]]:
    """Return the minions on both boards by key, each with its seat."""
    return {
        minion["key"]: {**minion, "seat": seat}
        for seat, player in enumerate(description["players"])
        for minion in player["board"]
    }


def both(old: Mapping[str, Data], new: Mapping[str, Data]) -> Iterable[tuple[Data, Data]]:
    """Return the minions that are in play before and after, as the same card."""
    return [(old[key], minion) for key, minion in new.items() if key in old and old[key]["card"] == minion["card"]]


def about(kind: str, minion: Data, **more: Any) -> Event:
    return {"kind": kind, "seat": minion["seat"], "card": minion["card"], "key": minion["key"], **more}


def lost_shields(old: Mapping[str, Data], new: Mapping[str, Data]) -> list[Event]:
    return [
        about("shield_lost", minion)
        for was, minion in both(old, new)
        if "divine_shield" in was["flags"] and "divine_shield" not in minion["flags"]
    ]


def hurt_and_healed(old: Mapping[str, Data], new: Mapping[str, Data]) -> list[Event]:
    """Return damage and healing of minions; a changed maximum is an event of `changed`."""
    events = []
    for was, minion in both(old, new):
        wound = (minion["max_health"] - minion["health"]) - (was["max_health"] - was["health"])
        if wound > 0:
            events.append(about("damage", minion, amount=wound, left=minion["health"]))
        elif wound < 0 and minion["max_health"] >= was["max_health"]:
            events.append(about("heal", minion, amount=-wound, left=minion["health"]))
    return events


def changed(old: Mapping[str, Data], new: Mapping[str, Data]) -> list[Event]:
    """Return changes of attack, maximum health and keywords."""
    events = []
    for was, minion in both(old, new):
        attack, most = minion["attack"] - was["attack"], minion["max_health"] - was["max_health"]
        if attack or most:
            kind = "grows" if attack >= 0 and most >= 0 else "shrinks" if attack <= 0 and most <= 0 else "changes"
            events.append(
                about(kind, minion, attack=minion["attack"], health=minion["health"], by=f"{attack:+}/{most:+}")
            )
        events += flag_events(was, minion)
    return events


def flag_events(was: Data, now: Data) -> list[Event]:
    events = []
    for flag in (*SHOWN_FLAGS, "divine_shield"):
        if flag in now["flags"] and flag not in was["flags"]:
            events.append(about("frozen" if flag == "frozen" else "gains", now, flag=flag))
        elif flag in was["flags"] and flag not in now["flags"] and flag != "divine_shield":
            events.append(about("thaws" if flag == "frozen" else "loses", now, flag=flag))
    return events


def gone_and_come(before: Data, move: Data, after: Data, tables: Mapping[str, Mapping[str, Data]]) -> list[Event]:
    """Return minions that changed sides, transformed, died, went back to a hand or into a deck, or arrived."""
    old, new = tables["before"], tables["after"]
    events = [
        about("stolen", new[key], previous=old[key]["seat"])
        for key in new
        if key in old and old[key]["seat"] != new[key]["seat"]
    ]
    transformed = [(old[key], new[key]) for key in new if key in old and old[key]["card"] != new[key]["card"]]
    dead = [
        Counter(later["died"][len(earlier["died"]) :])
        for earlier, later in zip(before["players"], after["players"], strict=True)
    ]
    gone = [minion for key, minion in old.items() if key not in new]
    come = {key: minion for key, minion in new.items() if key not in old}
    deaths, left = [], []
    for minion in gone:
        side = died_on(minion, dead)
        if side is not None:
            dead[side][minion["card"]] -= 1
            deaths.append({**minion, "seat": side})
        else:
            left.append(minion)
    for minion in left:
        slot = minion["key"].partition("-")[0]
        heir = next(
            (m for m in come.values() if m["key"].partition("-")[0] == slot and m["seat"] == minion["seat"]), None
        )
        if heir is not None:
            transformed.append((minion, heir))
            del come[heir["key"]]
    turned = {was["key"] for was, _ in transformed}
    events += [about("turns", now, previous=was["card"], previous_key=was["key"]) for was, now in transformed]
    for side, cards in enumerate(dead):  # entered and died within the step
        deaths += [{"seat": side, "card": card, "key": None} for card, n in cards.items() for _ in range(n)]
    harmed = harm.damage(before, move, after)
    for minion in deaths:
        amount = harmed.get(minion["key"], 0)
        known = minion["key"] is not None and amount >= minion["health"]
        events.append(about("dies", minion, **({"amount": amount} if known else {})))
    for minion in left:
        if minion["key"] not in turned:
            events.append(away(minion, before, after))
    of = move.get("of") or move
    played = (of["card"], move["seat"]) if of["kind"] == "play" else None
    for minion in sorted(come.values(), key=lambda m: m["order"]):
        if (minion["card"], minion["seat"]) == played:
            played = None  # the move is an event already; another minion of the same name is not
            continue
        events.append(about("arrives", minion, attack=minion["attack"], health=minion["health"]))
    return events


def died_on(minion: Data, dead: list[Counter[str]]) -> int | None:
    """Return the side whose list of deaths has a minion that is gone: its own side, the other, or None."""
    for side in (minion["seat"], 1 - minion["seat"]):
        if dead[side][minion["card"]] > 0:
            return side
    return None


def away(minion: Data, before: Data, after: Data) -> Event:
    """Return the event of a minion that left play without a recorded death: to a hand, into a deck, or unseen."""
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        known = Counter(entry["card"] for entry in new["hand"] if entry["from"] == "known")
        if known[minion["card"]] > sum(
            entry["card"] == minion["card"] and entry["from"] == "known" for entry in old["hand"]
        ):
            return about("returns", minion, to=seat)
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        if deck_size(new) > deck_size(old) - after["drawn"][seat]:
            return about("shuffled", minion, to=seat)
    return about("dies", minion)  # the list of deaths is full


def deck_size(player: Data) -> int:
    return player["deck"]["count"] if "count" in player["deck"] else len(player["deck"]["cards"])


# Heroes and weapons


def hero_events(seat: int, old: Data, new: Data, given: int) -> list[Event]:
    """Return damage, healing and armor of a hero, a new power, its cost, and changed conditions.

    `given` is the armor that the step's cards gave for certain, of which some may be lost again.
    """
    was, now = old["hero"], new["hero"]
    events: list[Event] = []
    health, armor = now["health"] - was["health"], now["armor"] - was["armor"]
    gained = max(given, armor)
    absorbed = gained - armor
    if gained > 0 and absorbed:  # what a hit takes away must be there
        events.append({"kind": "armor", "seat": seat, "amount": gained, "left": was["armor"] + gained})
    if health < 0:
        amount = absorbed - health
        events.append({"kind": "hero_damage", "seat": seat, "amount": amount, "left": max(0, now["health"])})
    elif absorbed > 0:
        events.append({"kind": "armor_lost", "seat": seat, "amount": absorbed, "left": now["armor"]})
    if health > 0:
        events.append({"kind": "hero_heal", "seat": seat, "amount": health, "left": now["health"]})
    if gained > 0 and not absorbed:
        events.append({"kind": "armor", "seat": seat, "amount": armor, "left": now["armor"]})
    for flag in ("frozen", "immune"):
        if (flag in now["flags"]) != (flag in was["flags"]):
            gained = flag in now["flags"]
            events.append({"kind": f"hero_{flag}" if gained else f"hero_not_{flag}", "seat": seat})
    if old["power"]["card"] != new["power"]["card"]:
        events.append({"kind": "new_power", "seat": seat, "card": new["power"]["card"]})
    if old["power"]["cost"] != new["power"]["cost"]:
        events.append({"kind": "power_cost", "seat": seat, "cost": new["power"]["cost"]})
    return events


def weapon_events(seat: int, old: Data, new: Data) -> list[Event]:
    was, now = old["weapon"], new["weapon"]
    if was is None and now is None:
        return []
    if now is None:
        return [{"kind": "weapon_gone", "seat": seat, "card": was["card"]}]
    numbers = {"card": now["card"], "attack": now.get("attack_now", now["attack"]), "durability": now["durability"]}
    if was is None or was["card"] != now["card"] or now["damage"] < was["damage"]:
        return [{"kind": "equips", "seat": seat, **numbers}]
    grown = now["attack"] != was["attack"] or now["durability"] + now["damage"] != was["durability"] + was["damage"]
    return [{"kind": "weapon_changes", "seat": seat, **numbers}] if grown else []


# Cards and mana


def card_events(seat: int, old: Data, new: Data, before: Data, move: Data, after: Data) -> list[Event]:
    """Return cards drawn or gained otherwise, buffs in hand, and fatigue."""
    events: list[Event] = []
    drawn = after["drawn"][seat]
    kept, fresh = hands(seat, old, new, before, move, after)
    if drawn:
        cards = [entry["card"] for entry in fresh if from_deck(entry)]
        event: Event = {"kind": "draws", "seat": seat, "count": drawn}
        seen = len(cards) == drawn and None not in cards
        events.append({**event, "kind": "draws_cards", "cards": cards} if seen else event)
    for entry in fresh:
        if from_deck(entry):
            continue
        if entry["card"] is None:
            events.append({"kind": "gets_unseen", "seat": seat})
        elif entry["from"] != "known" or not went_back(entry["card"], before, after):
            events.append({"kind": "gets", "seat": seat, "card": entry["card"]})
    if kept is not None:
        more = max((now["seen_buff"] - was["seen_buff"] for was, now in kept), default=0)
        if more > 0:
            events.append({"kind": "hand_grows", "seat": seat, "amount": more})
    if new["hidden_buffs"] > old["hidden_buffs"]:
        events.append({"kind": "hand_card_grows", "seat": seat})
    if new["fatigue"] > old["fatigue"]:
        amount = sum(range(old["fatigue"] + 1, new["fatigue"] + 1))
        events.append({"kind": "fatigue", "seat": seat, "amount": amount})
    return events


def from_deck(entry: Data) -> bool:
    return entry["from"] in FROM_DECK or entry["from"].startswith("race ")


def hands(
    seat: int, old: Data, new: Data, before: Data, move: Data, after: Data
) -> tuple[list[tuple[Data, Data]] | None, list[Data]]:
    """Return the hand cards that stayed, as (before, after) pairs or None if that is not clear, and the new cards.

    Cards arrive at the right end. A played card leaves its place, others leave at random.
    """
    stayed, now = list(old["hand"]), list(new["hand"])
    of = move.get("of") or move
    if move["seat"] == seat and of["kind"] == "play":
        del stayed[of["place"]]
    elif move["seat"] == seat and move["kind"] == "hidden" and before["phase"] == "main":
        stayed.pop()  # a secret, from an unknown place
    lost = sum(entry["seat"] == seat and entry["why"] == "discarded" for entry in after["shown"])
    count = max(len(now) - max(0, len(stayed) - lost), min(after["drawn"][seat], len(now)))
    fresh = now[len(now) - count :] if count > 0 else []
    clear = not lost and len(now) - len(fresh) == len(stayed)
    return (list(zip(stayed, now, strict=False)) if clear else None), fresh


def went_back(card: str, before: Data, after: Data) -> bool:
    """Return whether a card in hand is a minion that was on a board, which is an event "returns"."""
    old, new = minions_of(before), minions_of(after)
    return any(minion["card"] == card for key, minion in old.items() if key not in new)


def turn_event(after: Data) -> Event:
    mana = after["players"][after["current"]]["mana"]
    available = mana["crystals"] + mana["temporary"] - mana["used"] - mana["locked"]
    return {"kind": "turn", "seat": after["current"], "turn": after["turn"], "mana": available}


def mana_events(seat: int, old: Data, new: Data, before: Data, after: Data) -> list[Event]:
    """Return overload for the next turn and temporary mana."""
    was, now = old["mana"], new["mana"]
    events: list[Event] = []
    if now["owed"] > was["owed"]:
        events.append({"kind": "overload", "seat": seat, "amount": now["owed"] - was["owed"]})
    if before["turn"] == after["turn"] and now["temporary"] > was["temporary"]:
        events.append({"kind": "mana", "seat": seat, "amount": now["temporary"] - was["temporary"]})
    return events


def ending(after: Data) -> Event:
    """Return the event that ends the game."""
    health = [player["hero"]["health"] for player in after["players"]]
    if after["winner"] is not None:
        return {"kind": "wins", "seat": after["winner"], "loser": 1 - after["winner"]}
    return {"kind": "both_fall"} if max(health) <= 0 else {"kind": "turn_limit", "turn": after["turn"]}
