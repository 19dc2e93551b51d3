"""Reasons why a typed move is illegal, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.state import State
from tapete.core.strings import Words, fill
from tapete.games.catan import moves
from tapete.games.catan.board import EDGE_PAIRS, NODE_NEIGHBOURS, NODES, PAIRS, RESOURCES
from tapete.games.catan.describe import COSTS, counts, roads_of, some, victims_of
from tapete.games.catan.state import (
    CARD_KINDS,
    FREE_ROAD,
    MAIN,
    MENU,
    OFFERS,
    PAIR_GET,
    PAIR_GIVE,
    PHASES,
    PRE_ROLL,
    ROBBER,
    SETUP_ROAD,
    SETUP_SETTLE,
    STEAL,
)
from tapete.games.catan.text import ROAD, WORDS, cards_text, meant, spoken

Why = tuple[str, Mapping[str, Any]]  # a key of the words, and the values of its template
STOCKS = {"road": "roads_left", "settlement": "settlements_left", "city": "cities_left"}
CARDS = {moves.KNIGHT: "knight", moves.ROADS: "road_building"}


def why_not(state: State, typed: str, language: str) -> str | None:
    """Return the reason; None if the text is not a move of the game, or a legal one."""
    said = spoken(typed)
    if state.over or not said:
        return None
    legal = set(state.legal())
    action = meant(state, " ".join(said), said, legal)
    words = WORDS[language]
    if action is None or not 0 <= action < moves.COUNT:
        found = unclear(said)
    else:
        found = None if action in legal else reason(state, action, words)
    return None if found is None else fill(words, f"why.{found[0]}", found[1])


def unclear(said: list[str]) -> Why | None:
    """Return the reason for two places instead of one, or for two nodes that no edge joins."""
    numbers = [int(word) for word in said if word.isascii() and word.isdecimal()]
    if len(numbers) != 2:
        return None
    if set(said) & ROAD:
        return "no_edge", {"first": numbers[0], "second": numbers[1]}
    return ("which", {}) if all(number < NODES for number in numbers) and not {"for", "por"} & set(said) else None


def reason(state: State, action: int, words: Words) -> Why:
    phase = int(state.record["phase"])
    owed = int(state.record["owed"][state.seat])
    request = {"say": f"ask.{PHASES[phase]}", "owed": owed, "free_roads": int(state.record["free_roads"])}
    otherwise: Why = ("now", {"asked": request})
    if action < moves.CITY and action >= moves.SETTLE:
        return settle(state, action - moves.SETTLE, words) if phase in (SETUP_SETTLE, MAIN) else otherwise
    if moves.ROAD <= action < moves.BUY:
        return road(state, action - moves.ROAD, words) if phase in (SETUP_ROAD, MAIN, FREE_ROAD) else otherwise
    if moves.ROBBER <= action < moves.STEAL:
        return ("robber", {}) if phase == ROBBER else otherwise
    if moves.STEAL <= action < moves.DISCARD and phase == STEAL:
        victim = (state.seat + action - moves.STEAL + 1) % state.game.seats
        return ("victim", {"victim": victim}) if victim not in victims_of(state.record) else otherwise
    if moves.KNIGHT <= action < moves.ROBBER and phase in (PRE_ROLL, MAIN):
        return card(state, action, words)
    if phase == PRE_ROLL and action != moves.ROLL:
        return "roll_first", {}
    if phase != MAIN:
        return otherwise
    if moves.CITY <= action < moves.ROAD:
        return city(state, action - moves.CITY, words)
    if action == moves.BUY:
        return payment(state, "card", words) or ("deck", {})
    if moves.MARITIME <= action < moves.OFFER:
        return bank(state, action - moves.MARITIME)
    if moves.OFFER <= action < moves.ACCEPT or moves.OFFER_STUDENT <= action < moves.ADD_GIVE:
        return offer(state, action, words)
    return otherwise


def payment(state: State, piece: str, words: Words) -> Why | None:
    """Return the cards missing to pay for a piece, or a stock that is used up."""
    hand, cost = counts(state.record["hand"][state.seat]), some(COSTS[piece])
    missing = {name: count - hand[name] for name, count in cost.items() if count > hand[name]}
    if missing:
        return "pay", {"piece": piece, "cost": cards_text(words, cost), "missing": cards_text(words, missing)}
    if piece in STOCKS and not state.record[STOCKS[piece]][state.seat]:
        return "stock", {"piece": piece}
    return None


def settle(state: State, node: int, words: Words) -> Why:
    record = state.record
    if int(record["buildings"]) >> node & 1:
        return "taken", {"node": node}
    for other in NODE_NEIGHBOURS[node].tolist():
        if other < NODES and int(record["buildings"]) >> other & 1:
            return "near", {"node": node, "other": other}
    if not int(record["network"][state.seat]) >> node & 1:
        return "no_road", {"node": node}
    return payment(state, "settlement", words) or ("taken", {"node": node})


def city(state: State, node: int, words: Words) -> Why:
    if not int(state.record["settlements"][state.seat]) >> node & 1:
        return "no_settlement", {"node": node}
    return payment(state, "city", words) or ("no_settlement", {"node": node})


def road(state: State, edge: int, words: Words) -> Why:
    first, second = EDGE_PAIRS[edge]
    data = {"first": first, "second": second}
    if any([first, second] in roads_of(state.record, seat) for seat in range(state.game.seats)):
        return "edge_taken", data
    if int(state.record["phase"]) == SETUP_ROAD:
        return "road_start", {"node": int(state.record["last_settlement"])}
    poor = payment(state, "road", words) if int(state.record["phase"]) == MAIN else None
    return poor or ("not_joined", data)


def card(state: State, action: int, words: Words) -> Why:
    """Return why a development card cannot be played: not held, bought this turn, one already played."""
    record, seat = state.record, state.seat
    kind = CARDS.get(action, "monopoly" if action < moves.PLENTY else "year_of_plenty")
    held, bought = counts(record["cards"][seat], CARD_KINDS)[kind], counts(record["bought"], CARD_KINDS)[kind]
    if not held:
        return "no_card", {"card": kind}
    if held == bought:
        return "bought", {"card": kind}
    if record["card_played"]:
        return "one_card", {}
    if int(record["phase"]) == PRE_ROLL and not record["cards_before_roll"]:
        return "roll_first", {}
    if kind == "year_of_plenty":
        stock = counts(record["bank"])
        wanted = [RESOURCES[r] for r in PAIRS[action - moves.PLENTY]]
        short = next((name for name in wanted if stock[name] < wanted.count(name)), wanted[0])
        return "bank_short", {"resource": short}
    return "no_room", {}


def bank(state: State, pair: int) -> Why:
    give, get = RESOURCES[PAIR_GIVE[pair]], RESOURCES[PAIR_GET[pair]]
    rate = counts(state.record["rates"][state.seat])[give]
    if counts(state.record["hand"][state.seat])[give] < rate:
        return "rate", {"rate": rate, "resource": give}
    return "bank_short", {"resource": get}


def offer(state: State, action: int, words: Words) -> Why:
    record = state.record
    index = action - moves.OFFER_STUDENT + 20 if action >= moves.OFFER_STUDENT else action - moves.OFFER
    give = some(OFFERS[int(record["offer_menu"]), index % MENU, 0])
    if record["offers"] >= record["max_offers"]:
        return "offers", {"n": int(record["max_offers"])}
    hand = counts(record["hand"][state.seat])
    if any(count > hand[name] for name, count in give.items()):
        return "hold", {"cards": cards_text(words, give)}
    return "refused", {}
