"""Presentation of Catan: moves as data and back, and the other parts by module (docs/rules/catan.md, section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.presentation import Move, Presentation
from tapete.core.state import State
from tapete.games.catan import moves
from tapete.games.catan.board import EDGE_PAIRS, HEX_CORNERS, HEXES, NODES, PAIRS, RESOURCES, edge_between
from tapete.games.catan.describe import COSTS, describe, harbour_at, hex_of, some
from tapete.games.catan.events import happened
from tapete.games.catan.explain import NAMES, card, card_under
from tapete.games.catan.packed_counts import LANES, unpack
from tapete.games.catan.refusals import why_not
from tapete.games.catan.restore import restore
from tapete.games.catan.state import FREE_ROAD, MENU, OFFERS, PAIR_GET, PAIR_GIVE, STUDENT
from tapete.games.catan.summary import summary
from tapete.games.catan.text import WORDS, event_phrase, parse, say, table

PLAIN = {
    moves.ROLL: "roll",
    moves.END: "end",
    moves.BUY: "buy",
    moves.KNIGHT: "knight",
    moves.ROADS: "road_building",
    moves.REJECT: "reject",
    moves.CANCEL: "cancel",
}
PLAIN_ACTIONS = {kind: action for action, kind in PLAIN.items()} | {"accept": moves.ACCEPT, "open": moves.OPEN}


def move(state: State, action: int) -> Move:
    """Return an action of the seat to move as data: its kind and its arguments."""
    found: Move = {"kind": PLAIN[action]} if action in PLAIN else touched(state, action)
    return {"seat": state.seat, **found}


def touched(state: State, action: int) -> Move:
    record = state.record
    if action < moves.ROAD:
        kind, first = ("settle", moves.SETTLE) if action < moves.CITY else ("city", moves.CITY)
        return {"kind": kind, **place_of(state, action - first)}
    if action < moves.BUY:
        edge = list(EDGE_PAIRS[action - moves.ROAD])
        return {"kind": "road", "edge": edge, "free": int(record["phase"]) == FREE_ROAD}
    if action < moves.PLENTY:
        return {"kind": "monopoly", "resource": RESOURCES[action - moves.MONOPOLY]}
    if action < moves.ROBBER:
        return {"kind": "plenty", "resources": [RESOURCES[r] for r in PAIRS[action - moves.PLENTY]]}
    if action < moves.STEAL:
        hex = hex_of(record, action - moves.ROBBER)
        return {"kind": "robber", "hex": hex["id"], "terrain": hex["terrain"], "token": hex["token"]}
    if action < moves.DISCARD:
        return {"kind": "steal", "victim": clockwise(state, action - moves.STEAL + 1)}
    if action < moves.MARITIME:
        return {"kind": "discard", "resource": RESOURCES[action - moves.DISCARD]}
    if action < moves.OFFER:
        give, get = int(PAIR_GIVE[action - moves.MARITIME]), int(PAIR_GET[action - moves.MARITIME])
        rate = unpack(record["rates"][state.seat])[give]
        return {"kind": "bank", "give": {RESOURCES[give]: rate}, "get": {RESOURCES[get]: 1}}
    return trade(state, action)


def trade(state: State, action: int) -> Move:
    """Return an action of domestic trade as data."""
    record = state.record
    give, want = some(record["give"]), some(record["want"])
    if action == moves.ACCEPT:
        builds = newly_paid(record["hand"][state.seat], record["want"], record["give"])
        return {"kind": "accept", "partner": int(record["player"]), "give": want, "get": give, "builds": builds}
    if moves.CONFIRM <= action < moves.CANCEL:
        partner = clockwise(state, action - moves.CONFIRM + 1)
        return {"kind": "confirm", "partner": partner, "give": give, "get": want}
    if action == moves.OPEN:
        return {"kind": "open", "give": give, "want": want}
    if action >= moves.ADD_WANT:
        return {"kind": "name_want", "resource": RESOURCES[action - moves.ADD_WANT]}
    if action >= moves.ADD_GIVE:
        return {"kind": "name_give", "resource": RESOURCES[action - moves.ADD_GIVE]}
    given, wanted = OFFERS[int(record["offer_menu"]), place_in_menu(action)]
    return {"kind": "offer", "give": some(given), "want": some(wanted)}


def newly_paid(hand: Any, lost: Any, gained: Any) -> list[str]:
    """Return the pieces that a hand can pay for after an exchange of cards and not before."""
    before = unpack(hand)
    after = [a - b + c for a, b, c in zip(before, unpack(lost), unpack(gained), strict=True)]
    return [name for name, cost in COSTS.items() if pays(after, cost) and not pays(before, cost)]


def pays(hand: Sequence[int], cost: Any) -> bool:
    """Return whether a hand holds all cards of a price."""
    return all(held >= needed for held, needed in zip(hand, unpack(cost), strict=True))


def place_in_menu(action: int) -> int:
    return action - moves.OFFER_STUDENT + 20 if action >= moves.OFFER_STUDENT else action - moves.OFFER


def clockwise(state: State, steps: int) -> int:
    return (state.seat + steps) % state.game.seats


def place_of(state: State, node: int) -> dict[str, Any]:
    """Return a node with its value: its hexes, the ways of the dice that pay there, its harbour."""
    hexes = [hex_of(state.record, hex) for hex in range(HEXES) if node in HEX_CORNERS[hex]]
    return {
        "node": node,
        "hexes": [{"id": hex["id"], "terrain": hex["terrain"], "token": hex["token"]} for hex in hexes],
        "pips": sum(hex["pips"] for hex in hexes),
        "harbour": harbour_at(state.record, node),
    }


def action(state: State, given: Mapping[str, Any]) -> int | None:
    """Return the action of a move given as data; it need not be legal, and some members may be missing."""
    try:
        return _action(state, given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def _below(value: Any, limit: int) -> int:
    """Return a whole number from 0 to below a limit; raise ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < limit:
        raise ValueError
    return value


def _action(state: State, given: Mapping[str, Any]) -> int | None:
    kind, seats = given["kind"], state.game.seats
    if kind in PLAIN_ACTIONS:
        return PLAIN_ACTIONS[kind]
    if kind in ("settle", "city"):
        return (moves.SETTLE if kind == "settle" else moves.CITY) + _below(given["node"], NODES)
    if kind == "road":
        first, second = given["edge"]
        return moves.ROAD + edge_between(first, second)
    if kind == "robber":
        return moves.ROBBER + _below(given["hex"], HEXES)
    if kind in ("steal", "confirm"):
        other = _below(given["victim" if kind == "steal" else "partner"], seats)
        return (moves.STEAL if kind == "steal" else moves.CONFIRM) + (other - state.seat) % seats - 1
    if kind == "plenty":
        pair = sorted(RESOURCES.index(name) for name in given["resources"])
        return moves.PLENTY + PAIRS.tolist().index(pair)
    if kind in ("bank", "offer"):
        return _exchange(state, kind, given)
    first_of = {
        "monopoly": moves.MONOPOLY,
        "discard": moves.DISCARD,
        "name_give": moves.ADD_GIVE,
        "name_want": moves.ADD_WANT,
    }
    return first_of[kind] + RESOURCES.index(given["resource"])


def _exchange(state: State, kind: str, given: Mapping[str, Any]) -> int | None:
    if kind == "bank":
        (give,), (get,) = given["give"], given["get"]
        r, s = RESOURCES.index(give), RESOURCES.index(get)
        rate = unpack(state.record["rates"][state.seat])[r]
        right = r != s and given["give"][give] == rate and given["get"][get] == 1
        return moves.MARITIME + (LANES - 1) * r + s - (1 if s > r else 0) if right else None
    menu = int(state.record["offer_menu"])
    for index in range(MENU):
        if [some(word) for word in OFFERS[menu, index]] == [dict(given["give"]), dict(given["want"])]:
            return (moves.OFFER_STUDENT - 20 if menu == STUDENT and index >= 20 else moves.OFFER) + index
    return None


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    action=action,
    events=happened,
    summary=summary,
    words=WORDS,
    text=table,
    move_phrase=say,
    event_phrase=event_phrase,
    parse=parse,
    explain_illegal=why_not,
    card=card,
    card_with_options=card_under,
    cards=NAMES,
    # the uncertainty of others about a hand follows from public events
    public=("players[].doubts[].by", *(f"players[].doubts[].counts.{kind}[]" for kind in RESOURCES)),
)
