"""Descriptions of Catan as plain data, for pages and the terminal (docs/rules/catan.md, 11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tapete.core.presentation import Description
from tapete.core.state import State
from tapete.games.catan import determinize
from tapete.games.catan.board import COORDINATES, EDGE_PAIRS, HEX_CORNERS, PIPS, RESOURCES, SITE_EDGES
from tapete.games.catan.packed_counts import LANES, pack, unpack
from tapete.games.catan.state import (
    ANSWER,
    CARD_COST,
    CARD_KINDS,
    CITY_COST,
    COMPOSE,
    DECIDE,
    DECK_COUNTS,
    DISCARD,
    HAND_LIMIT,
    MAX_ADDS,
    MAX_SEATS,
    NONE,
    OFFERS,
    PHASES,
    PUBLIC,
    ROAD_COST,
    SETTLEMENT_COST,
    SETUP_ROAD,
    STEAL,
)
from tapete.kernel.cache import Build

TERRAINS = (*RESOURCES, "desert")
HARBOURS = (*RESOURCES, "any")
COSTS = {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "card": CARD_COST}


def counts(word: Any, names: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """Return all five counts of a word by name."""
    return dict(zip(names, unpack(int(word)), strict=True))


def some(word: Any, names: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """Return the counts of a word that are not zero, by name."""
    return {name: count for name, count in counts(word, names).items() if count}


def members(mask: Any) -> list[int]:
    """Return the members of a set, ascending."""
    found, left = [], int(mask)
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def seat_or_none(value: Any) -> int | None:
    return None if int(value) == NONE else int(value)


def roads_of(record: Any, seat: int) -> list[list[int]]:
    """Return a seat's roads as pairs of nodes."""
    low, high = (int(word) for word in record["roads"][seat])
    return [list(EDGE_PAIRS[edge]) for edge in members(low | high << 64)]


def victims_of(record: Any) -> list[int]:
    """Return the seats that the player in turn can rob at the robber's hex."""
    ring = HEX_CORNERS[int(record["robber"])]
    found = []
    for seat in range(int(record["players"])):
        built = int(record["settlements"][seat]) | int(record["cities"][seat])
        if seat != record["player"] and record["hand"][seat] and any(built >> node & 1 for node in ring):
            found.append(seat)
    return found


def describe(state: State, seat: int | None) -> Description:
    """Describe everything that a seat sees; None: everything."""
    record = state.record
    phase = int(record["phase"])
    rolled_once = bool(record["dice"][0])
    found: Description = {
        "phase": PHASES[phase],
        "player": int(record["player"]),
        "rolled": bool(record["rolled"]),
        "dice": [int(die) for die in record["dice"]] if rolled_once else None,
        "card_played": bool(record["card_played"]),
        "free_roads": int(record["free_roads"]),
        "last_settlement": int(record["last_settlement"]) if phase == SETUP_ROAD else None,
        "victims": victims_of(record) if phase == STEAL and not state.over else [],
        "offer": offer(state, seat),
        "offers_made": int(record["offers"]),
        "offers_left": max(0, int(record["max_offers"]) - int(record["offers"])),
        "cards_named": int(record["adds"]),
        "refused": refused(record),
        "hexes": [hex_of(record, hex) for hex in range(len(HEX_CORNERS))],
        "harbours": [
            {"kind": kind, "rate": 3 if kind == "any" else 2, "nodes": list(EDGE_PAIRS[edge])}
            for edge, kind in zip(SITE_EDGES, (HARBOURS[int(k)] for k in record["harbour"]), strict=True)
        ],
        "robber": int(record["robber"]),
        "bank": bank(record, seat),
        "deck_left": int(record["deck_left"]),
        "longest_road": seat_or_none(record["longest_road"]),
        "largest_army": seat_or_none(record["largest_army"]),
        "players": players(state, seat),
        "winner": seat_or_none(record["winner"]),
        "ended_by_cap": state.over and int(record["winner"]) == NONE,
        "costs": {name: some(cost) for name, cost in COSTS.items()},
        "rules": rules_of(record),
    }
    if seat is None:
        found["deck"] = [CARD_KINDS[kind] for kind in record["deck"][: record["deck_left"]][::-1]]
        if record["forced_dice"][0]:
            found["forced_dice"] = [int(die) for die in record["forced_dice"]]
        if record["forced_steal"]:
            found["forced_steal"] = RESOURCES[int(record["forced_steal"]) - 1]
    else:
        found["unseen_cards"] = unseen_cards(state, seat)
    return found


def rules_of(record: Any) -> dict[str, Any]:
    """Return the numbers and options that a person at the table needs to know."""
    return {
        "points_to_win": int(record["points_to_win"]),
        "win": ("own_turn", "any_time")[int(record["win"])],
        "hand_limit": HAND_LIMIT,
        "bank_size": int(record["bank_size"]),
        "cards_before_roll": bool(record["cards_before_roll"]),
        "hand_cap": int(record["hand_cap"]) or None,
        "max_offers": int(record["max_offers"]),
        "compose_trade": bool(record["compose_trade"]),
        "cards_to_name": MAX_ADDS,
        "trade_close": ("confirm", "first_acceptor")[int(record["trade_close"])],
        "blind_answers": bool(record["blind_answers"]),
        "hidden_discards": bool(record["hidden_discards"]),
        "turn_cap": int(record["turn_cap"]),
    }


def hex_of(record: Any, hex: int) -> dict[str, Any]:
    q, r = COORDINATES[hex]
    token = int(record["token"][hex])
    return {
        "id": hex,
        "q": q,
        "r": r,
        "corners": list(HEX_CORNERS[hex]),
        "terrain": TERRAINS[int(record["terrain"][hex])],
        "token": token or None,
        "pips": int(PIPS[token]),
    }


def harbour_at(record: Any, node: int) -> str | None:
    """Return the kind of harbour that a node gives access to."""
    for site, edge in enumerate(SITE_EDGES):
        if node in EDGE_PAIRS[edge]:
            return HARBOURS[int(record["harbour"][site])]
    return None


def hiding(record: Any) -> bool:
    """Return whether there are discards that only their owners have seen."""
    return bool(record["hidden_discards"]) and int(record["phase"]) == DISCARD


def bank(record: Any, seat: int | None) -> dict[str, int]:
    """Return the bank as a seat sees it, without discards that are still hidden."""
    cards = int(record["bank"])
    if seat is not None and hiding(record):
        cards -= sum(int(word) for other, word in enumerate(record["discarded"]) if other != seat)
    return counts(cards)


def offer(state: State, seat: int | None) -> dict[str, Any] | None:
    """Describe the offer on the table, with the answers that a seat has seen."""
    record = state.record
    phase, player = int(record["phase"]), int(record["player"])
    if phase not in (ANSWER, DECIDE, COMPOSE):
        return None
    answers: list[str | None] = []
    for other in range(state.game.seats):
        if other == player or not int(record["answered"]) >> other & 1:
            answers.append(None)
        elif record["blind_answers"] and phase == ANSWER and seat not in (None, other):
            answers.append("hidden")
        else:
            answers.append("accept" if int(record["accepted"]) >> other & 1 else "reject")
    return {"seat": player, "give": some(record["give"]), "want": some(record["want"]), "answers": answers}


def refused(record: Any) -> list[dict[str, Any]]:
    """Return the offers that failed this turn and cannot be made again: those of the menu, then the others in order."""
    found = []
    for index in members(record["refused"]):
        give, want = OFFERS[int(record["offer_menu"]), index]
        found.append({"give": some(give), "want": some(want)})
    for packed in map(int, record["refused_composed"]):
        if packed:
            sides = [pack([packed >> (shift + 4 * r) & 15 for r in range(LANES)]) for shift in (0, 24)]
            found.append({"give": some(sides[0]), "want": some(sides[1])})
    return found


# Players


def players(state: State, seat: int | None) -> list[dict[str, Any]]:
    low, high = hand_bounds(state, seat) if seat is not None and not state.over else ([], [])
    found = []
    for other in range(state.game.seats):
        open_hand = seat is None or other == seat or state.over
        found.append(
            player_of(state, other, open_hand, hidden_hand(state, other, low, high) if not open_hand else None)
        )
        found[-1]["doubts"] = doubts(state, other, everybody=seat is not None)
    return found


def player_of(state: State, seat: int, open_hand: bool, bounds: dict[str, Any] | None) -> dict[str, Any]:
    record = state.record
    in_turn = record["player"] == seat
    bought = int(record["bought"]) if in_turn else 0
    discarded = int(record["discarded"][seat])
    shown = open_hand or not hiding(record)
    sources = points_from(record, seat, open_hand)
    found: dict[str, Any] = {
        "seat": seat,
        "settlements": members(record["settlements"][seat]),
        "cities": members(record["cities"][seat]),
        "roads": roads_of(record, seat),
        "settlements_left": int(record["settlements_left"][seat]),
        "cities_left": int(record["cities_left"][seat]),
        "roads_left": int(record["roads_left"][seat]),
        "road_length": int(record["road_length"][seat]),
        "points": sum(number for number in sources.values() if number is not None),
        "points_from": sources,
        "hand": counts(record["hand"][seat]) if open_hand else None,
        "hand_count": sum(unpack(record["hand"][seat])),
        "cards": counts(record["cards"][seat], CARD_KINDS) if open_hand else None,
        "cards_count": sum(unpack(record["cards"][seat])),
        "bought": some(bought, CARD_KINDS) if open_hand else None,
        "bought_count": sum(unpack(bought)),
        "played": counts(record["played"][seat], CARD_KINDS),
        "rates": counts(record["rates"][seat]),
        "owed": int(record["owed"][seat]),
        "discarded": some(discarded) if shown else None,
        "discarded_count": sum(unpack(discarded)),
        "not_won_with": int(record["held_back"][seat]),
    }
    return found if bounds is None else found | bounds


def points_from(record: Any, seat: int, open_hand: bool) -> dict[str, int | None]:
    """Return the sources of victory points; None for hidden cards."""
    return {
        "settlements": len(members(record["settlements"][seat])),
        "cities": 2 * len(members(record["cities"][seat])),
        "longest_road": 2 if record["longest_road"] == seat else 0,
        "largest_army": 2 if record["largest_army"] == seat else 0,
        "cards": unpack(record["cards"][seat])[1] if open_hand else None,
    }


def hidden_hand(state: State, seat: int, low: list[list[int]], high: list[list[int]]) -> dict[str, Any]:
    """Return least and greatest counts of a hand, as the observer counts; hidden discards may be of any kind."""
    record = state.record
    size = sum(unpack(record["hand"][seat]))
    gone = sum(unpack(record["discarded"][seat])) if hiding(record) else 0
    return {
        "least": {name: max(0, count - gone) for name, count in zip(RESOURCES, low[seat], strict=True)},
        "most": {name: min(size, count) for name, count in zip(RESOURCES, high[seat], strict=True)},
    }


def doubts(state: State, seat: int, *, everybody: bool) -> list[dict[str, Any]]:
    """Return what others do not know exactly of a hand: least and greatest counts by observer (None: the public).

    `everybody` leaves out the knowledge of single observers. While discards are hidden, the counts are those of the
    hand before them.
    """
    record = state.record
    hand = int(record["hand"][seat]) + (int(record["discarded"][seat]) if hiding(record) else 0)
    found = []
    for observer in (PUBLIC,) if everybody else (*range(state.game.seats), PUBLIC):
        lows = unpack(hand - int(record["below"][seat, observer]))
        highs = unpack(hand + int(record["above"][seat, observer]))
        ranges = {
            name: [least, most] for name, least, most in zip(RESOURCES, lows, highs, strict=True) if least != most
        }
        if ranges:
            found.append({"by": None if observer == PUBLIC else observer, "counts": ranges})
    return found


# Knowledge


@cache
def _bounds() -> Any:
    return Build("catan-bounds", [determinize.bounds]).function(determinize.bounds)


def hand_bounds(state: State, observer: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return least and greatest counts of other hands, by seat and resource, as an observer has counted them."""
    low, high = np.zeros(MAX_SEATS * LANES, dtype=np.int64), np.zeros(MAX_SEATS * LANES, dtype=np.int64)
    _bounds()(state.record, observer, low, high)
    return low.reshape(MAX_SEATS, LANES).tolist(), high.reshape(MAX_SEATS, LANES).tolist()


def unseen_cards(state: State, observer: int) -> dict[str, int]:
    """Return the development cards of each kind that a seat has not seen: in the deck or in other hands."""
    record = state.record
    seen = [unpack(word) for word in [record["cards"][observer], *record["played"]]]
    return {name: DECK_COUNTS[kind] - sum(held[kind] for held in seen) for kind, name in enumerate(CARD_KINDS)}


def known(state: State, observer: int) -> Mapping[str, Any]:
    """Return the bounds of the other hands by resource, and the unseen development cards of each kind."""
    low, high = hand_bounds(state, observer)
    return {
        "hands": {
            seat: dict(zip(RESOURCES, zip(low[seat], high[seat], strict=True), strict=True))
            for seat in range(state.game.seats)
            if seat != observer
        },
        "unseen_cards": unseen_cards(state, observer),
    }
