"""Events of a step as one seat saw them, from its description before, the move, and its description after.

A choice of several cards is one event at its last card. Cards that pass through a hidden pile within one step
(discarded, shuffled in and drawn again) cannot be seen and are not reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.games.tribute import cards, rules

Seen = Mapping[str, Any]
TRIGGERING = ("contract_action", "contract_agent")  # cards that act when bought or acquired
SAME_EVENT = {"return_agent": "return", "pelin": "return"}  # choices with the same event


def happened(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return the events of one step, in the order in which a person would report them."""
    kind = move["kind"]
    if kind == "draft":
        return drafted(move, after)
    if kind == "hidden" or (kind == "pick" and not move["last"]):
        return []
    return [
        main_event(move),
        *combos(before, move),
        *favours(before, after),
        *payments(before, move, after),
        *agents(before, move, after),
        *creations(before, after),
        *tavern(before, after),
        *draws(before, move, after),
        *gains(before, move, after),
        *turn(before, move, after),
        *ending(after),
    ]


def drafted(move: Seen, after: Seen) -> list[Event]:
    events: list[Event] = [{"kind": "draft", "seat": move["seat"], "patron": move["patron"]}]
    if after["phase"] != "draft":
        events.append({"kind": "begin", "patrons": [entry["patron"] for entry in after["patrons"]]})
        events.append({"kind": "turn", "seat": after["current"], "number": after["turn"]})
    return events


def main_event(move: Seen) -> Event:
    """Return the event of the move itself."""
    kind, seat = move["kind"], move["seat"]
    if kind in ("pick", "done"):
        if not move["cards"]:
            return {"kind": "nothing", "seat": seat, "choice": move["choice"]}
        kind_of_event = SAME_EVENT.get(move["choice"], move["choice"])
        return {"kind": kind_of_event, "seat": seat, "cards": move["cards"], "keys": move["keys"]}
    members = ("card", "key", "cost", "damage", "patron", "side", "effect", "number", "sides")
    return {"kind": kind, "seat": seat, **{name: move[name] for name in members if name in move}}


def keys_of(move: Seen) -> set[int]:
    """Return the numbers of the cards in the answer to a choice."""
    return set(move.get("keys", ()))


# Combos and patrons


def combos(before: Seen, move: Seen) -> list[Event]:
    """Return a combo event if effects beyond the first level ran, of this card or of waiting ones (section 7.3)."""
    card = triggered(move)
    if card is None:
        return []
    entry = next(found for found in before["patrons"] if found["patron"] == card["patron"])
    counter = entry["combo"]
    reached = min(4, counter + 1)
    ran = any(card.get(cards.LEVELS[level]) for level in range(1, reached))
    if 1 <= counter < 4:
        level = cards.LEVELS[counter]
        ran = ran or any(cards.CARDS[cards.NUMBER_OF[name]].get(level) for name in entry["combo_cards"])
    return [{"kind": "combo", "patron": card["patron"], "number": reached}] if ran else []


def triggered(move: Seen) -> Mapping[str, Any] | None:
    """Return the card whose effects a move triggers."""
    kind = move["kind"]
    name = move["card"] if kind in ("play", "activate", "buy") else None
    if kind == "pick" and move["choice"] == "acquire":
        name = move["card"]
    if name is None:
        return None
    card = cards.CARDS[cards.NUMBER_OF[name]]
    return card if kind in ("play", "activate") or card["type"] in TRIGGERING else None


def favours(before: Seen, after: Seen) -> list[Event]:
    events: list[Event] = []
    for old, new in zip(before["patrons"], after["patrons"], strict=True):
        if old["favour"] != new["favour"]:
            if new["favour"] is None:
                events.append({"kind": "neutral", "patron": new["patron"]})
            else:
                events.append({"kind": "favour", "patron": new["patron"], "seat": new["favour"]})
    return events


# The board and the tavern


def agents(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return agents that were healed, absorbed power or left, except those that the move itself names."""
    events: list[Event] = []
    chosen = keys_of(move)
    for player in range(2):
        left = {entry["key"]: entry for entry in after["players"][player]["agents"]}
        for entry in before["players"][player]["agents"]:
            key, card = entry["key"], entry["card"]
            agent = {"seat": player, "card": card, "key": key}
            health = left[key]["health"] if key in left else 0
            if move["kind"] == "end_turn" and health < entry["health"]:
                events.append({"kind": "soak", **agent, "damage": entry["health"] - health})
            if key in left and health > entry["health"]:
                events.append({"kind": "heal", **agent, "number": health - entry["health"]})
            if key not in left and key not in chosen:
                contract = cards.CARDS[cards.NUMBER_OF[card]]["type"] == "contract_agent"
                events.append({"kind": "back" if contract else "falls", **agent})
    return events


def creations(before: Seen, after: Seen) -> list[Event]:
    """Return created cards."""
    return [
        {"kind": "create", "seat": player, "card": entry["card"], "key": entry["key"]}
        for player in range(2)
        for entry in after["players"][player]["cooldown"]
        if entry["key"] >= before["made"]
    ]


def tavern(before: Seen, after: Seen) -> list[Event]:
    """Return new cards of the tavern row."""
    row = before["tavern"]["row"]
    return [
        {"kind": "tavern", "card": entry["card"], "key": entry["key"], "place": place}
        for place, entry in enumerate(after["tavern"]["row"])
        if entry["key"] != row[place]["key"]
    ]


# Drawing


def draws(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return shuffles and draws; the cards only if the seat sees the hand."""
    events: list[Event] = []
    for player in range(2):
        old, new = before["players"][player], after["players"][player]
        new_hand = move["kind"] == "end_turn" and player == move["seat"] and after["turn"] != before["turn"]
        if reshuffled(old, new, move, after, new_hand):
            events.append({"kind": "reshuffle", "seat": player})
        left = hand_cards_of(move) if player == move["seat"] else 0
        number = new["hand_size"] if new_hand else new["hand_size"] - old["hand_size"] + left
        if number <= 0:
            continue
        if new["hand"] is None:
            events.append({"kind": "draws", "seat": player, "number": number})
        else:
            drawn = new["hand"][-number:]  # a drawn card goes to the end of the hand
            names = [entry["card"] for entry in drawn]
            events.append({"kind": "draw", "seat": player, "cards": names, "number": number})
    return events


def reshuffled(old: Seen, new: Seen, move: Seen, after: Seen, new_hand: bool) -> bool:
    """Return whether a player's cooldown pile was shuffled under the draw pile."""
    if new_hand:
        used = old["hand_size"] + len(old["played"]) + len(old["cooldown"])
        return bool(old["draw_size"] < rules.HAND_SIZE and used > 0)
    gone = {entry["key"] for entry in old["cooldown"]} - {entry["key"] for entry in new["cooldown"]}
    return bool(gone - keys_of(move) - {entry["key"] for entry in after["removed"]})


def hand_cards_of(move: Seen) -> int:
    """Return the number of hand cards that a move uses."""
    if move["kind"] == "play":
        return 1
    return sum(zone == "hand" for zone in move.get("zones", ()))


# Numbers


def payments(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return the cost of a call; purchases and attacks hold their cost themselves."""
    seat = move["seat"]
    old, new = before["players"][seat], after["players"][seat]
    if move["kind"] != "call":
        return []
    return [
        {"kind": f"pay_{what}", "seat": seat, "number": old[what] - new[what]}
        for what in ("coins", "power")
        if new[what] < old[what]
    ]


def gains(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return gains of coins, power, prestige and calls, losses of prestige and unspent coins, and discards owed."""
    events: list[Event] = []
    ends = move["kind"] == "end_turn"
    for player in range(2):
        old, new = before["players"][player], after["players"][player]
        mine = player == move["seat"]
        coins = new["coins"] - old["coins"] + (move["cost"] if mine and move["kind"] == "buy" else 0)
        if ends and mine and old["coins"] > 0 and coins < 0:
            events.append({"kind": "lose_coins", "seat": player, "number": old["coins"]})
        elif coins > 0:
            events.append({"kind": "passive" if ends else "gain_coins", "seat": player, "number": coins})
        if new["power"] > old["power"]:
            events.append({"kind": "gain_power", "seat": player, "number": new["power"] - old["power"]})
        prestige = new["prestige"] - old["prestige"]
        if prestige:
            kind = "gain_prestige" if prestige > 0 else "lose_prestige"
            events.append({"kind": kind, "seat": player, "number": abs(prestige)})
        if not ends and new["calls"] > old["calls"]:
            events.append({"kind": "gain_calls", "seat": player, "number": new["calls"] - old["calls"]})
    owed = sum(entry["number"] for entry in after["owed"]) - sum(entry["number"] for entry in before["owed"])
    if owed > 0:
        events.append({"kind": "owes", "seat": 1 - move["seat"], "number": owed})
    return events


# Turns and the end


def turn(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return a new turn, the discards it begins with, and a lead that must be matched in it."""
    events: list[Event] = []
    if after["over"]:
        return events
    if move["kind"] == "end_turn":
        events.append({"kind": "turn", "seat": after["current"], "number": after["turn"]})
        his, mine = (after["players"][player]["prestige"] for player in (move["seat"], after["current"]))
        if his >= rules.SHORT_WIN and his > mine:
            events.append({"kind": "threat", "seat": move["seat"], "prestige": his})
    choice = after["choice"]
    if choice is not None and choice["kind"] == "discard":
        data = {"seat": choice["seat"], "card": choice["card"], "number": choice["most"]}
        events.append({"kind": "must_discard", **data})
    return events


def ending(after: Seen) -> list[Event]:
    if not after["over"]:
        return []
    if after["winner"] is None:
        return [{"kind": "drawn", "reason": after["reason"]}]
    return [{"kind": "won", "seat": after["winner"], "reason": after["reason"]}]
