"""How a person reads and types Catan: the board, hands, what is known of others, the actions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tapete.game import State, Text
from tapete.games.catan import hidden, moves
from tapete.games.catan.board import (
    ANY,
    COORDINATES,
    DESERT,
    EDGE_PAIRS,
    HEX_CORNERS,
    NODE_POINTS,
    NODE_SITE,
    PAIRS,
    RESOURCES,
    SITE_EDGES,
    SITES,
    edge_between,
)
from tapete.games.catan.lanes import unpack
from tapete.games.catan.state import (
    ANSWER,
    CARD_KINDS,
    COMPOSE,
    DECIDE,
    DECK_COUNTS,
    DISCARD,
    NONE,
    OFFERS,
    PAIR_GET,
    PAIR_GIVE,
    PHASES,
    SETUP_ROAD,
    STUDENT,
)
from tapete.kernel import Build

HARBOUR_MARKS = "wbsho?"  # on the board, after the number of a node: 2:1 wood ... ore, 3:1
COLUMN, MARGIN = 7, 3  # characters per unit of x, and to the left of the board
WORDS = {
    "wood": 0, "lumber": 0, "log": 0, "brick": 1, "clay": 1, "sheep": 2, "wool": 2,
    "wheat": 3, "grain": 3, "corn": 3, "ore": 4, "stone": 4, "rock": 4,
}  # fmt: skip


# The board


def owner_of(masks: Any, member: int) -> int | None:
    """The seat whose set has a member."""
    return next((seat for seat, mask in enumerate(masks) if int(mask) >> member & 1), None)


def road_owner(record: Any, edge: int) -> int | None:
    return owner_of(record["roads"][:, edge // 64], edge % 64)


def harbour_name(kind: int) -> str:
    return "3:1" if kind == ANY else f"2:1 {RESOURCES[kind]}"


def board_text(state: State) -> list[str]:
    """The island: nodes by number or as building and seat, roads as the seat's number, hexes with terrain and token."""
    record = state.record
    canvas = [[" "] * (MARGIN + 10 * COLUMN + 8) for _ in range(17)]

    def column(x: int) -> int:
        return MARGIN + (x + 5) * COLUMN

    def write(row: int, start: int, text: str) -> None:
        for offset, character in enumerate(text):
            canvas[row][start + offset] = character

    for hex, (q, r) in enumerate(COORDINATES):
        centre, row = column(2 * q + r), 3 * r + 8
        terrain, token = int(record["terrain"][hex]), int(record["token"][hex])
        name = "desert" if terrain == DESERT else f"{RESOURCES[terrain]} {token}"
        label = f"h{hex} ROBBER" if record["robber"] == hex else f"h{hex}"
        write(row - 1, centre + 1 - len(name) // 2, name)
        write(row, centre + 1 - len(label) // 2, label)
    for edge, (a, b) in enumerate(EDGE_PAIRS):
        (xa, ya), (xb, _) = NODE_POINTS[a], NODE_POINTS[b]
        seat = road_owner(record, edge)
        line = "|" if xa == xb else "\\" if xa < xb else "/"
        drawn = f" {line} " if seat is None else f"{seat}{line}{seat}"
        if xa == xb:
            write(ya + 9, column(xa) - 1, drawn)
        else:
            write(ya + 8, min(column(xa), column(xb)) + 3, drawn)
    for node, (x, y) in enumerate(NODE_POINTS):
        write(y + 8, column(x) - 1, node_text(record, node))
    return ["".join(line).rstrip() for line in canvas]


def node_text(record: Any, node: int) -> str:
    """`24` with a harbour's mark, or a settlement `s1` or city `C1` of a seat in brackets."""
    for letter, masks in (("s", record["settlements"]), ("C", record["cities"])):
        seat = owner_of(masks, node)
        if seat is not None:
            return f"[{letter}{seat}]"
    site = int(NODE_SITE[node])
    mark = HARBOUR_MARKS[int(record["harbour"][site])] if site < SITES else " "
    return f"{node:>2}{mark}"


def cards_text(counts: list[int], names: tuple[str, ...] = RESOURCES) -> str:
    return ", ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True) if count) or "nothing"


def state_text(state: State, seat: int | None) -> str:
    """The whole table as a seat sees it."""
    record = state.record
    players = state.game.seats
    lines = board_text(state)
    marks = "  ".join(
        f"{harbour_name(int(record['harbour'][site]))} at {EDGE_PAIRS[edge][0]}, {EDGE_PAIRS[edge][1]}"
        for site, edge in enumerate(SITE_EDGES)
    )
    lines.append(f"Harbours: {marks}")
    turn = state.turn - 2 * players
    dice = f", rolled {record['dice'][0]} + {record['dice'][1]}" if record["rolled"] else ""
    lines.append(f"{f'Turn {turn + 1}' if turn >= 0 else 'Set-up'}: player {record['player']}{dice}; {now_text(state)}")
    lines.append(f"Bank: {cards_text(visible_bank(state, seat))}; {record['deck_left']} development cards left")
    bounds = None if seat is None else hand_bounds(state, seat)
    for other in range(players):
        lines.append(seat_line(state, other, seat, bounds))
    if seat is not None:
        rates = unpack(record["rates"][seat])
        lines.append(
            "Bank rates: " + ", ".join(f"{name} {rate}:1" for name, rate in zip(RESOURCES, rates, strict=True))
        )
    if state.over:
        winner = int(record["winner"])
        lines.append("The game is over: " + ("nobody has won." if winner == NONE else f"player {winner} has won."))
    return "\n".join(lines)


def now_text(state: State) -> str:
    """What is being decided, and the offer on the table."""
    record = state.record
    if state.over:
        return "over"
    text = f"player {state.seat} to {PHASES[record['phase']]}" if record["phase"] in (DISCARD, ANSWER, DECIDE) else ""
    text = text or PHASES[record["phase"]]
    if record["phase"] in (ANSWER, DECIDE, COMPOSE):
        text += f" (offered: {cards_text(unpack(record['give']))} for {cards_text(unpack(record['want']))})"
    return text


def visible_bank(state: State, seat: int | None) -> list[int]:
    """The bank as a seat sees it: discards that are still hidden do not show."""
    record = state.record
    bank = int(record["bank"])
    if seat is not None and record["phase"] == DISCARD:
        bank -= sum(int(word) for other, word in enumerate(record["discarded"]) if other != seat)
    return unpack(bank)


def seat_line(state: State, other: int, seat: int | None, bounds: Any) -> str:
    record = state.record
    hand, cards = unpack(record["hand"][other]), unpack(record["cards"][other])
    if seat is None or other == seat:
        holds = f"holds {cards_text(hand)}; cards: {cards_text(cards, CARD_KINDS)}"
        if record["player"] == other and record["bought"]:
            holds += f" (bought this turn: {cards_text(unpack(record['bought']), CARD_KINDS)})"
    else:
        low, high = bounds[0][other], bounds[1][other]
        ranges = [f"{a if a == b else f'{a}-{b}'} {name}" for a, b, name in zip(low, high, RESOURCES, strict=True) if b]
        holds = f"{sum(hand)} resource cards ({', '.join(ranges) or 'none'}), {sum(cards)} development cards"
    extras = [f"road {record['road_length'][other]}", f"knights {unpack(record['played'][other])[0]}"]
    if record["longest_road"] == other:
        extras.append("Longest Road")
    if record["largest_army"] == other:
        extras.append("Largest Army")
    points = int(record["visible"][other]) + (cards[1] if seat is None or other == seat else 0)
    who = "You" if other == seat else f"Player {other}"
    return (
        f"{who + (f' (player {other})' if other == seat else ''):<16}{points:>2} points, {', '.join(extras)}; {holds}"
    )


# What is known


@cache
def _bounds() -> Any:
    return Build("catan-bounds", [hidden.bounds]).function(hidden.bounds)


def hand_bounds(state: State, observer: int) -> tuple[list[list[int]], list[list[int]]]:
    """Least and greatest counts of other hands, by seat and resource, as an observer has counted them."""
    low, high = np.zeros(20, dtype=np.int64), np.zeros(20, dtype=np.int64)
    _bounds()(state.record, observer, low, high)
    return low.reshape(4, 5).tolist(), high.reshape(4, 5).tolist()


def known(state: State, observer: int) -> Mapping[str, Any]:
    """Bounds of the other hands by resource, and how many development cards of each kind are unseen."""
    low, high = hand_bounds(state, observer)
    record = state.record
    seen = [unpack(word) for word in [record["cards"][observer], *record["played"]]]
    return {
        "hands": {
            seat: dict(zip(RESOURCES, zip(low[seat], high[seat], strict=True), strict=True))
            for seat in range(state.game.seats)
            if seat != observer
        },
        "unseen_cards": {
            name: DECK_COUNTS[kind] - sum(counts[kind] for counts in seen) for kind, name in enumerate(CARD_KINDS)
        },
    }


# Actions


def offer_of(state: State, action: int) -> tuple[list[int], list[int]]:
    """What an offer of the menu gives and wants."""
    index = action - moves.OFFER_STUDENT + 20 if action >= moves.OFFER_STUDENT else action - moves.OFFER
    menu = STUDENT if action >= moves.OFFER_STUDENT else int(state.record["offer_menu"])
    return unpack(OFFERS[menu, index, 0]), unpack(OFFERS[menu, index, 1])


def action_text(state: State, action: int) -> str:
    """What an action does, in a few words."""
    record = state.record
    simple = {
        moves.ROLL: "roll the dice",
        moves.END: "end the turn",
        moves.BUY: "buy a development card",
        moves.KNIGHT: "play a knight",
        moves.ROADS: "play road building",
        moves.ACCEPT: f"accept: give {cards_text(unpack(record['want']))} for {cards_text(unpack(record['give']))}",
        moves.REJECT: "reject the offer",
        moves.CANCEL: "cancel the offer",
        moves.OPEN: f"make the offer: {cards_text(unpack(record['give']))} for {cards_text(unpack(record['want']))}",
    }
    if action in simple:
        return simple[action]
    if action < moves.CITY:
        return f"settle at {place_text(state, action - moves.SETTLE)}"
    if action < moves.ROAD:
        return f"build a city at {place_text(state, action - moves.CITY)}"
    if action < moves.BUY:
        a, b = EDGE_PAIRS[action - moves.ROAD]
        return f"build a road {a}-{b}"
    if action < moves.PLENTY:
        return f"play monopoly: all {RESOURCES[action - moves.MONOPOLY]}"
    if action < moves.ROBBER:
        first, second = (RESOURCES[r] for r in PAIRS[action - moves.PLENTY])
        return f"play year of plenty: {first} and {second}"
    if action < moves.STEAL:
        return f"move the robber to h{action - moves.ROBBER} ({hex_text(state, action - moves.ROBBER)})"
    if action < moves.DISCARD:
        return f"steal from player {after(state, action - moves.STEAL + 1)}"
    if action < moves.MARITIME:
        return f"discard {RESOURCES[action - moves.DISCARD]}"
    if action < moves.OFFER:
        give, get = int(PAIR_GIVE[action - moves.MARITIME]), int(PAIR_GET[action - moves.MARITIME])
        rate = unpack(record["rates"][state.seat])[give] if state.seat >= 0 else 4
        return f"trade {rate} {RESOURCES[give]} for 1 {RESOURCES[get]} with the bank"
    if moves.CONFIRM <= action < moves.CANCEL:
        return f"trade with player {after(state, action - moves.CONFIRM + 1)}"
    if moves.ADD_GIVE <= action < moves.ADD_WANT:
        return f"offer to give {RESOURCES[action - moves.ADD_GIVE]}"
    if action >= moves.ADD_WANT:
        return f"ask for {RESOURCES[action - moves.ADD_WANT]}"
    give_cards, want_cards = offer_of(state, action)
    return f"offer {cards_text(give_cards)} for {cards_text(want_cards)}"


def after(state: State, steps: int) -> int:
    return (max(0, state.seat) + steps) % state.game.seats


def hex_text(state: State, hex: int) -> str:
    terrain, token = int(state.record["terrain"][hex]), int(state.record["token"][hex])
    return "desert" if terrain == DESERT else f"{RESOURCES[terrain]} {token}"


def place_text(state: State, node: int) -> str:
    """A node by number with its hexes and harbour."""
    hexes = [hex_text(state, hex) for hex, ring in enumerate(HEX_CORNERS) if node in ring]
    site = int(NODE_SITE[node])
    if site < SITES:
        hexes.append(f"{harbour_name(int(state.record['harbour'][site]))} harbour")
    return f"{node} ({', '.join(hexes)})"


# Typing


def parse(state: State, text: str) -> int | None:
    """An action as a person types it; None where it says nothing that can be played now."""
    said = re.sub(r"\(.*?\)", "", text.strip().lower())  # what a place is like is no part of the move
    words = re.findall(r"[a-z]+|\d+(?::\d+)?", said)
    if not words:
        return None
    legal = set(state.legal())
    wanted = _meant(state, said, words, legal)
    return wanted if wanted in legal else None


def _meant(state: State, said: str, words: list[str], legal: set[int]) -> int | None:
    numbers = [int(word) for word in words if word.isdigit()]
    resources = [_resource(word) for word in words if _resource(word) is not None]
    verb = words[0]
    if verb in ("accept", "yes", "y", "ok", "deal"):
        return moves.ACCEPT
    if verb in ("reject", "no", "n", "refuse", "decline"):
        return moves.REJECT if moves.REJECT in legal else moves.CANCEL
    if (verb in ("confirm", "with") or said.startswith("trade with player")) and numbers:
        return moves.CONFIRM + (numbers[0] - state.seat) % state.game.seats - 1
    if verb in ("cancel", "nobody"):
        return moves.CANCEL
    if verb == "open" or said.startswith("make the offer"):
        return moves.OPEN
    if (verb == "give" or said.startswith("offer to give")) and resources:
        return moves.ADD_GIVE + resources[0]
    if verb in ("want", "ask") and resources:
        return moves.ADD_WANT + resources[0]
    if " for " in f" {said} ":
        return _trade(state, said, legal)
    if verb in ("roll", "dice"):
        return moves.ROLL
    if verb in ("end", "pass", "done"):
        return moves.END
    if verb == "buy" or said in ("card", "development card"):
        return moves.BUY
    if "monopoly" in words and resources:
        return moves.MONOPOLY + resources[0]
    if "plenty" in words and resources:
        pair = (min(resources[0], resources[-1]), max(resources[0], resources[-1]))
        return moves.PLENTY + [tuple(row) for row in PAIRS.tolist()].index(pair)
    if "knight" in words:
        return moves.KNIGHT
    if verb in ("roads",) or "road building" in said:
        return moves.ROADS
    if "road" in words and numbers:
        return _road(state, numbers)
    if "city" in words and numbers:
        return moves.CITY + numbers[-1]
    if verb in ("settle", "settlement", "build") and numbers:
        return moves.SETTLE + numbers[-1]
    if verb in ("robber", "move", "hex", "h") and numbers:
        return moves.ROBBER + numbers[-1]
    if verb in ("steal", "rob") and numbers:
        return moves.STEAL + (numbers[-1] - state.seat) % state.game.seats - 1
    if resources and state.record["phase"] == DISCARD:
        return moves.DISCARD + resources[0]
    return None


def _resource(word: str) -> int | None:
    """A resource by name, also in the plural."""
    return WORDS.get(word, WORDS.get(word.removesuffix("s")))


def _road(state: State, numbers: list[int]) -> int | None:
    """By its two nodes; in the set-up the far one is enough."""
    if len(numbers) == 1 and state.record["phase"] == SETUP_ROAD:
        numbers = [int(state.record["last_settlement"]), numbers[0]]
    if len(numbers) == 2 and (min(numbers), max(numbers)) in EDGE_PAIRS:
        return moves.ROAD + edge_between(numbers[0], numbers[1])
    return None


def _trade(state: State, said: str, legal: set[int]) -> int | None:
    """`2 wheat for 1 ore`: the bank if that is its rate and `offer` is not said, else an offer of the menu."""
    given, wanted = (_amounts(side) for side in said.split(" for ", 1))
    if len(given) != 1 or len(wanted) != 1:
        return None
    (give, give_count), (get, get_count) = *given.items(), *wanted.items()
    if give == get:
        return None
    maritime = moves.MARITIME + 4 * give + get - (1 if get > give else 0)
    rate = unpack(state.record["rates"][state.seat])[give]
    bank_said = "bank" in said or "harbour" in said or "port" in said
    if (
        (give_count in (rate, None) or bank_said)
        and get_count in (1, None)
        and "offer" not in said
        and maritime in legal
    ):
        if give_count == rate or bank_said:
            return maritime
    cards = [0] * 5
    cards[give] = give_count or 1
    asked = [0] * 5
    asked[get] = get_count or 1
    for action in sorted(legal):
        offers = moves.OFFER <= action < moves.ACCEPT or moves.OFFER_STUDENT <= action < moves.ADD_GIVE
        if offers and offer_of(state, action) == (cards, asked):
            return action
    return None


def _amounts(side: str) -> dict[int, int | None]:
    """Resources with their counts; None where no number was said."""
    found: dict[int, int | None] = {}
    count: int | None = None
    for word in re.findall(r"[a-z]+|\d+", side):
        if word.isdigit():
            count = int(word)
        elif word in ("a", "an", "one"):
            count = 1
        elif word in ("two", "three", "four"):
            count = ("two", "three", "four").index(word) + 2
        else:
            resource = _resource(word)
            if resource is not None:
                found[resource] = count
                count = None
    return found


TEXT = Text(
    state=state_text,
    action=action_text,
    parse=parse,
    known=known,
    hint="settle 24, road 24-30, city 24, buy, knight, robber h9, 2 wheat for 1 ore, 4 wood for 1 ore (bank), accept, end; "
    "or a number of the list",
)
