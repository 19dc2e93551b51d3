"""Events of a move of Catan for one seat, from its descriptions before and after (docs/rules/catan.md, section 11).

Only the two descriptions and the move as the seat saw it are read, so an event cannot contain what its reader does not
know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.games.catan.board import RESOURCES

Seen = Mapping[str, Any]
COPIED = {
    "city": ("node", "hexes", "pips", "harbour"),
    "knight": (),
    "road_building": (),
    "robber": ("hex", "terrain", "token"),
    "bank": ("give", "get"),
    "offer": ("give", "want"),
    "open": ("give", "want"),
    "cancel": (),
    "road": ("edge", "free"),
    "settle": ("node", "hexes", "pips", "harbour"),
}


def happened(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return all events of a move, in order."""
    kind = move["kind"]
    if kind == "roll":
        events = [rolled(before, move, after)]
    elif kind in ("discard", "hidden") and before["phase"] == "discard":
        events = discarded(before, move, after)
    elif kind in ("accept", "reject", "hidden"):
        events = answered(before, move, after)
    elif kind in ("name_give", "name_want"):
        offer = after["offer"]
        events = [{"kind": "named", "seat": move["seat"], "give": dict(offer["give"]), "want": dict(offer["want"])}]
    elif kind == "confirm":
        events = [traded(before, move["partner"])]
    elif kind == "end":
        events = [{"kind": "end", "seat": move["seat"], "next": after["player"]}]
    elif kind == "steal":
        events = []
    elif kind == "buy":
        events = [{"kind": "buy", "seat": move["seat"], "card": drawn(before, after, move["seat"])}]
    elif kind == "monopoly":
        events = [monopoly(before, move, after)]
    elif kind == "plenty":
        cards = gained(before, after, move["seat"])
        events = [{"kind": "plenty", "seat": move["seat"], "cards": cards}]
    else:
        shown = "offer" if kind == "open" else kind
        events = [{"kind": shown, "seat": move["seat"], **{name: move[name] for name in COPIED[kind]}}]
    if kind in ("robber", "steal"):
        events += stolen(before, after, move["seat"])
    if kind == "settle" and before["phase"] == "setup_settlement":
        cards = gained(before, after, move["seat"])
        events += [{"kind": "first_cards", "seat": move["seat"], "cards": cards}] if cards else []
    return events + awards(before, after) + ending(before, after)


def hand_of(seen: Seen, seat: int) -> Mapping[str, int]:
    """Return a hand, or its least counts if it is hidden: public gains raise both alike."""
    player = seen["players"][seat]
    return player["hand"] if player["hand"] is not None else player["least"]


def gained(before: Seen, after: Seen, seat: int) -> dict[str, int]:
    """Return the cards that a seat gained in public."""
    old, new = hand_of(before, seat), hand_of(after, seat)
    return {name: new[name] - old[name] for name in RESOURCES if new[name] > old[name]}


# The dice


def rolled(before: Seen, move: Seen, after: Seen) -> Event:
    """Return the roll: gains, cards not paid because of the robber, a short bank or a full hand, and discards owed."""
    dice = list(after["dice"])
    seats = range(len(after["players"]))
    event: Event = {"kind": "roll", "seat": move["seat"], "dice": dice, "sum": sum(dice)}
    gains, owed = [], []
    for seat in seats:
        cards = gained(before, after, seat) if sum(dice) != 7 else {}
        if cards:
            gains.append({"seat": seat, "cards": cards})
        count = after["players"][seat]["owed"]
        if count:
            owed.append({"seat": seat, "count": count})
    due, blocked = due_by_seat(after, sum(dice))
    capped = within_cap(before, due)
    wanted = {name: sum(cards.get(name, 0) for cards in due.values()) for name in RESOURCES}
    short = [name for name in RESOURCES if wanted[name] > before["bank"][name]]
    return event | {"gains": gains, "blocked": blocked, "short": short, "capped": capped, "owed": owed}


def due_by_seat(seen: Seen, number: int) -> tuple[dict[int, dict[str, int]], list[Event]]:
    """Return the production of the hexes with a number by seat, and the production that the robber blocks."""
    due: dict[int, dict[str, int]] = {player["seat"]: {} for player in seen["players"]}
    blocked: list[Event] = []
    for hex in seen["hexes"]:
        if hex["token"] != number:
            continue
        for player in seen["players"]:
            count = sum(node in player["settlements"] for node in hex["corners"])
            count += 2 * sum(node in player["cities"] for node in hex["corners"])
            if count and hex["id"] == seen["robber"]:
                blocked.append({"seat": player["seat"], "hex": hex["id"], "cards": {hex["terrain"]: count}})
            elif count:
                cards = due[player["seat"]]
                cards[hex["terrain"]] = cards.get(hex["terrain"], 0) + count
    return due, blocked


def within_cap(before: Seen, due: Mapping[int, dict[str, int]]) -> list[int]:
    """Reduce what is due to what the hands can take, in the order of resources; return the seats that lose some."""
    cap, capped = before["rules"]["hand_cap"], []
    for seat, cards in due.items():
        room = max(0, cap - before["players"][seat]["hand_count"]) if cap else sum(cards.values())
        if sum(cards.values()) > room:
            capped.append(seat)
        for name in RESOURCES:
            if name in cards:
                cards[name] = min(cards[name], room)
                room -= cards[name]
    return capped


# Seven and robber


def discarded(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return a discard; after the last hidden one also all hidden discards."""
    if move["kind"] == "hidden":
        events: list[Event] = [{"kind": "hidden_discard", "seat": move["seat"]}]
    else:
        events = [{"kind": "discard", "seat": move["seat"], "resource": move["resource"]}]
    if before["rules"]["hidden_discards"] and after["phase"] != "discard":
        shown = [
            {"seat": player["seat"], "cards": dict(player["discarded"])}
            for player in after["players"]
            if player["discarded"]
        ]
        events.append({"kind": "discards", "discards": shown})
    return events


def stolen(before: Seen, after: Seen, thief: int) -> list[Event]:
    """Return the steal of a card; the card itself only for thief and victim."""
    for old, new in zip(before["players"], after["players"], strict=True):
        if new["hand_count"] < old["hand_count"]:
            card = None
            for seat in (old["seat"], thief):
                was, now = before["players"][seat]["hand"], after["players"][seat]["hand"]
                if was is not None and now is not None:
                    card = next(name for name in RESOURCES if was[name] != now[name])
            return [{"kind": "steal", "seat": thief, "victim": old["seat"], "card": card}]
    return []


# Development cards


def drawn(before: Seen, after: Seen, seat: int) -> str | None:
    """Return the card that a seat bought, if the reader sees it."""
    old, new = before["players"][seat]["cards"], after["players"][seat]["cards"]
    if old is None or new is None:
        return None
    return next(name for name in new if new[name] > old[name])


def monopoly(before: Seen, move: Seen, after: Seen) -> Event:
    """Return a monopoly with the number of cards taken from each seat, which is public."""
    taken = [
        {"seat": old["seat"], "count": old["hand_count"] - new["hand_count"]}
        for old, new in zip(before["players"], after["players"], strict=True)
        if new["hand_count"] < old["hand_count"]
    ]
    count = sum(part["count"] for part in taken)
    return {"kind": "monopoly", "seat": move["seat"], "resource": move["resource"], "count": count, "taken": taken}


# Trade


def answered(before: Seen, move: Seen, after: Seen) -> list[Event]:
    """Return an answer to an offer; after the last blind one also all answers; then the trade or its refusal."""
    rules = before["rules"]
    kind = "hidden_answer" if move["kind"] == "hidden" else move["kind"]
    events: list[Event] = [{"kind": kind, "seat": move["seat"]}]
    if kind == "reject" and before["observer"] == move["seat"] and lacks(before):
        events[0]["lacks"] = True
    if rules["blind_answers"] and after["phase"] == "decide":
        answers = after["offer"]["answers"]
        listed = [{"seat": seat, "accepts": said == "accept"} for seat, said in enumerate(answers) if said]
        events.append({"kind": "answers", "answers": listed})
    if kind == "accept" and rules["trade_close"] == "first_acceptor":
        events.append(traded(before, move["seat"]))
    elif after["offer"] is None:
        events.append({"kind": "refused", "seat": before["offer"]["seat"]})
    return events


def lacks(seen: Seen) -> bool:
    """Return whether the reader does not hold the cards that the offer asks of it."""
    hand = seen["players"][seen["observer"]]["hand"]
    return any(count > hand[name] for name, count in seen["offer"]["want"].items())


def traded(before: Seen, partner: int) -> Event:
    offer = before["offer"]
    give, get = dict(offer["give"]), dict(offer["want"])
    return {"kind": "trade", "seat": offer["seat"], "partner": partner, "give": give, "get": get}


# Consequences


def awards(before: Seen, after: Seen) -> list[Event]:
    """Return roads cut short, and changes of Longest Road and Largest Army."""
    events: list[Event] = []
    for old, new in zip(before["players"], after["players"], strict=True):
        if new["road_length"] < old["road_length"]:
            events.append({"kind": "road_cut", "seat": new["seat"], "length": new["road_length"]})
    was, now = before["longest_road"], after["longest_road"]
    if now != was:
        if now is None:
            events.append({"kind": "longest_road_lost", "seat": was})
        else:
            length = after["players"][now]["road_length"]
            events.append({"kind": "longest_road", "seat": now, "from": was, "length": length})
    was, now = before["largest_army"], after["largest_army"]
    if now != was:
        knights = after["players"][now]["played"]["knight"]
        events.append({"kind": "largest_army", "seat": now, "from": was, "knights": knights})
    return events


def ending(before: Seen, after: Seen) -> list[Event]:
    """Return the event of the end of the game."""
    if not after["over"] or before["over"]:
        return []
    if after["winner"] is None:
        return [{"kind": "cap", "turns": after["rules"]["turn_cap"]}]
    winner = after["players"][after["winner"]]
    sources = {name: number for name, number in winner["points_from"].items() if number}
    return [{"kind": "won", "seat": winner["seat"], "points": winner["points"], "points_from": sources}]
