"""A state as plain lists of card numbers, in the form in which games of the reference engine are recorded; and back.

`facts(state)` reads a state, `set_up(state, facts)` puts a given position into one: both speak `tribute-trace/1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.game import State
from tapete.games.tribute import cards
from tapete.games.tribute.table import (
    ACQUIRE,
    ACTIVATED,
    AGENTS,
    BASE,
    BOARD,
    CAPACITY_OF,
    COOLDOWN,
    DESTROYING,
    DISCARD,
    DONATING,
    DRAFT,
    DRAW,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    HLAALU_CHOICE,
    KNOCKING_OUT,
    PELIN_CHOICE,
    PILE,
    PLAYED,
    PSIJIC_CHOICE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    ROW,
    TOSSING,
    TREASURY_CHOICE,
)

KINDS = {
    EFFECT: "effect",
    REPLACE: "replace",
    ACQUIRE: "acquire",
    DESTROYING: "destroy",
    DISCARD: "discard",
    RETURN: "return",
    RETURN_AGENT: "return",
    TOSSING: "toss",
    KNOCKING_OUT: "knockout",
    DONATING: "donate",
    HLAALU_CHOICE: "hlaalu",
    PELIN_CHOICE: "pelin",
    PSIJIC_CHOICE: "psijic",
    TREASURY_CHOICE: "treasury",
}
PATRON_OF_CHOICE = {
    HLAALU_CHOICE: cards.HLAALU,
    PELIN_CHOICE: cards.PELIN,
    PSIJIC_CHOICE: cards.PSIJIC,
    TREASURY_CHOICE: cards.TREASURY,
}
ZONES = {"hand": HAND, "draw": DRAW, "cool": COOLDOWN, "played": PLAYED}


def zone(record: Any, number: int) -> list[int]:
    """Card numbers of a zone, in order; a draw pile top first."""
    objects = record["cells"][BASE[number] : BASE[number] + record["size"][number]]
    listed = record["kind"][objects].tolist()
    return listed[::-1] if number in (DRAW, DRAW + 1) else listed


def agents(record: Any, seat: int) -> list[list[int]]:
    """[card, health, activated] of each agent."""
    life = record["life"][seat].tolist()
    return [
        [card, life[i] & HEALTH_BITS, int(life[i] >= ACTIVATED)] for i, card in enumerate(zone(record, AGENTS + seat))
    ]


def tavern_pile(record: Any) -> list[int]:
    """Card numbers of the tavern pile, front first."""
    start, size = int(record["pile_start"]), int(record["pile_size"])
    objects = record["pile"][(start + np.arange(size)) % PILE]
    return record["kind"][objects].tolist()


def tavern_row(record: Any) -> list[int]:
    return record["kind"][record["row"]].tolist()


def effect(row: int) -> list[int]:
    """[card, level, place in the level] of an effect row."""
    return [int(cards.EFFECT_CARD[row]), int(cards.EFFECT_LEVEL[row]) + 1, int(cards.EFFECT_PLACE[row])]


def combos(record: Any) -> list[list]:
    """Per patron with a counter: [patron, counter, effects waiting at levels 1 to 4]."""
    found = []
    for place, counter in enumerate(record["combo"].tolist()):
        if counter:
            played = record["first"][place, : min(counter, 3)].tolist()
            waiting = [
                [[card, level + 1, k] for card in played for k in range(int(cards.LEVEL_COUNT[card, level]))]
                if level >= counter
                else []
                for level in range(4)
            ]
            found.append([int(record["order"][place]), counter, *waiting])
    return sorted(found)


def option_cards(record: Any) -> list[int]:
    """Card numbers of the pending choice's options, in option order."""
    choice, seat = int(record["choice"]), int(record["current"])
    if choice == EFFECT:
        return [0, 1]
    hand, played = zone(record, HAND + seat), zone(record, PLAYED + seat)
    own, cooldown = zone(record, AGENTS + seat), zone(record, COOLDOWN + seat)
    if choice in (REPLACE, ACQUIRE):
        row = [card for i, card in enumerate(tavern_row(record)) if i != record["skip"]]
        limit = int(cards.NUMBER[record["source"]])
        return [card for card in row if choice == REPLACE or cards.COST[card] <= limit]
    if choice in (DISCARD, DONATING):
        return hand
    if choice == DESTROYING:
        return hand + own + played
    if choice == RETURN:
        return cooldown
    if choice in (RETURN_AGENT, PELIN_CHOICE):
        return [card for card in cooldown if cards.TYPE[card] == cards.AGENT]
    if choice == TOSSING:
        return zone(record, DRAW + seat)[: record["options"]]
    if choice in (KNOCKING_OUT, PSIJIC_CHOICE):
        return zone(record, AGENTS + 1 - seat)
    if choice == HLAALU_CHOICE:
        return [card for card in hand + played + own if cards.COST[card] >= 1]
    return played + hand + own


def pending(record: Any) -> dict[str, Any] | None:
    choice = int(record["choice"])
    if choice in (FREE, DRAFT):
        return None
    if choice in PATRON_OF_CHOICE:
        source: dict[str, Any] = {"patron": PATRON_OF_CHOICE[choice]}
    else:
        card, level, _ = effect(int(record["source"]))
        source = {"card": card, "level": level}
    return {
        "kind": KINDS[choice],
        **source,
        "min": int(record["least"]),
        "max": int(record["most"]),
        "options": option_cards(record),
    }


def facts(state: State) -> dict[str, Any]:
    """The whole state, members in the order of the recordings."""
    record = state.record
    found: dict[str, Any] = {"turn": state.turn, "cur": int(record["current"])}
    for seat in range(2):
        for name, number in ZONES.items():
            found[f"{name}{seat}"] = zone(record, number + seat)
        found[f"agents{seat}"] = agents(record, seat)
        for name in ("coins", "power", "prestige", "calls", "known"):
            found[f"{name}{seat}"] = int(record[name][seat])
    found["row"] = tavern_row(record)
    found["pile"] = tavern_pile(record)
    found["fav"] = record["favour"].tolist()
    found["combo"] = combos(record)
    rows = record["queue"][record["queue_start"] : record["queue_end"]].tolist()
    found["queue"] = [effect(row) for row in rows]
    found["discards"] = [effect(row) for row in record["owed"][: record["owed_count"]].tolist()]
    choice = int(record["choice"])
    if choice == FREE:
        found["mode"] = "normal"
    elif choice == DISCARD:
        found["mode"] = "start"
    else:
        found["mode"] = "patron" if choice in PATRON_OF_CHOICE else "choice"
    found["pending"] = pending(record)
    found["rng"] = int(record["rng"])
    return found


@cache
def effect_rows() -> dict[tuple[int, int, int], int]:
    return {tuple(effect(row)): row for row in range(len(cards.EFFECTS) - 1, -1, -1)}  # type: ignore[misc]


def set_up(state: State, given: Mapping[str, Any]) -> None:
    """A position from facts: any members of a recorded state, and `patrons` (five numbers or names, in game order).

    What is left out is empty, or as at the start of a game; a pending choice cannot be set up.
    """
    record = state.record
    order = [patron_number(patron) for patron in given["patrons"]]
    if len(order) == 4:
        order = [*order[:2], cards.TREASURY, *order[2:]]
    if len(order) != 5 or len(set(order)) != 5 or order[2] != cards.TREASURY:
        raise BadOption("patrons: must be four different patrons, or five with Treasury in the middle")
    record["order"] = order
    record["place"] = [order.index(patron) if patron in order else -1 for patron in range(10)]
    record["favour"] = given.get("fav", [-1] * 5)
    record["turn"] = int(given.get("turn", 1))
    record["turn_limit"] = int(state.game.options["turn_limit"])
    record["seat"] = record["current"] = int(given.get("cur", 0))
    record["winner"] = -1
    record["rng"] = np.uint64(given.get("rng", 0))
    count = 0

    def fresh(card: Any) -> int:
        nonlocal count
        number = card_number(card)
        if record["place"][cards.PATRON[number]] < 0:
            raise BadOption(f"{cards.NAMES[number]} belongs to a patron that is not in the game")
        if count >= 256:
            raise BadOption("at most 256 cards can be in a game")
        record["kind"][count] = number
        count += 1
        return count - 1

    for seat in range(2):
        for name, number in ZONES.items():
            listed = list(given.get(f"{name}{seat}", []))
            if len(listed) > CAPACITY_OF[number + seat]:
                raise BadOption(f"{name}{seat}: at most {CAPACITY_OF[number + seat]} cards")
            objects = [fresh(card) for card in listed]
            cell = int(BASE[number + seat])
            record["cells"][cell : cell + len(objects)] = objects[::-1] if name == "draw" else objects
            record["size"][number + seat] = len(objects)
        board = list(given.get(f"agents{seat}", []))
        if len(board) > BOARD:
            raise BadOption(f"agents{seat}: at most {BOARD} agents")
        for i, entry in enumerate(board):
            card, health, active = entry if isinstance(entry, (list, tuple)) else (entry, None, 0)
            thing = fresh(card)
            record["cells"][BASE[AGENTS + seat] + i] = thing
            if health is None:
                health = int(cards.HEALTH[record["kind"][thing]])
            record["life"][seat, i] = health + ACTIVATED * int(active)
        record["size"][AGENTS + seat] = len(board)
        for name, default in (("coins", 0), ("power", 0), ("prestige", 0), ("calls", 1), ("known", 0)):
            record[name][seat] = given.get(f"{name}{seat}", default)
        record["sure"][seat] = record["known"][seat]
    row, pile = list(given.get("row", [])), list(given.get("pile", []))
    if not row:  # any tavern will do: contract actions of Treasury, which can never run out
        row, pile = [cards.TITHE] * ROW, [cards.TITHE] * 20
    if len(row) != ROW or not 0 < len(pile) <= 110:
        raise BadOption("row must hold 5 cards and pile from 1 to 110")
    record["row"] = [fresh(card) for card in row]
    record["row_size"] = ROW
    record["pile"][: len(pile)] = [fresh(card) for card in pile]
    record["pile_size"] = len(pile)
    record["objects"] = count
    for patron, counter, *_ in given.get("combo", []):
        record["combo"][order.index(patron)] = counter
    for name, field, counter in (("queue", "queue", "queue_end"), ("discards", "owed", "owed_count")):
        rows = [effect_rows()[tuple(entry)] for entry in given.get(name, [])]  # type: ignore[index]
        record[field][: len(rows)] = rows
        record[counter] = len(rows)


def card_number(card: Any) -> int:
    """A card from its number or its name."""
    if isinstance(card, str):
        if card not in cards.NUMBER_OF:
            raise BadOption(f"there is no card {card!r}")
        return cards.NUMBER_OF[card]
    if not 0 <= int(card) < cards.COUNT:
        raise BadOption(f"there is no card {card}")
    return int(card)


def patron_number(patron: Any) -> int:
    """A patron from its number or a part of its name."""
    text = str(patron).strip().lower().replace(" ", "_").replace("-", "_")
    if text.isdigit() and int(text) < len(cards.PATRONS):
        return int(text)
    found = [i for i, name in enumerate(cards.PATRONS) if name == text]
    found = found or [i for i, name in enumerate(cards.PATRONS) if len(text) > 2 and text in name]
    if text == "sorcerer_king":
        found = [cards.ORGNUM]
    if len(found) != 1:
        raise BadOption(f"there is no patron {patron!r}; there is {', '.join(cards.PATRONS)}")
    return found[0]
