"""States as plain lists of card numbers, in the format of the reference engine's recorded games.

`facts(state)` reads a state, `set_up(state, facts)` writes one, both in the format `tribute-trace/1`. `presentation.py`
also uses the functions that read zones, effects and options of a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption, shown
from tapete.games.tribute import cards
from tapete.games.tribute.cards import card_number, patron_number
from tapete.games.tribute.checks import listed, number
from tapete.games.tribute.state import (
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
    OBJECTS,
    OWED,
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
MOST = 9999  # coins, power, prestige: far beyond any game, far below the limit of a field
ZONES = {"hand": HAND, "draw": DRAW, "cool": COOLDOWN, "played": PLAYED}


def objects_in(record: Any, number: int) -> list[int]:
    """Return the numbers of the cards in a zone, in order; a draw pile from the top."""
    listed: list[int] = record["cells"][BASE[number] : BASE[number] + record["size"][number]].tolist()
    return listed[::-1] if number in (DRAW, DRAW + 1) else listed


def pile_objects(record: Any) -> list[int]:
    """Return the numbers of the cards in the tavern pile, from the front."""
    start, size = int(record["pile_start"]), int(record["pile_size"])
    found: list[int] = record["pile"][(start + np.arange(size)) % PILE].tolist()
    return found


def row_objects(record: Any) -> list[int]:
    found: list[int] = record["row"][: record["row_size"]].tolist()
    return found


def kinds_of(record: Any, objects: list[int]) -> list[int]:
    found: list[int] = record["kind"][objects].tolist() if objects else []
    return found


def zone(record: Any, place: int) -> list[int]:
    """Return the cards of a zone, in order; a draw pile from the top."""
    return kinds_of(record, objects_in(record, place))


def agents(record: Any, seat: int) -> list[list[int]]:
    """Return [card, health, activated] of each agent."""
    life = record["life"][seat].tolist()
    return [
        [card, life[i] & HEALTH_BITS, int(life[i] >= ACTIVATED)] for i, card in enumerate(zone(record, AGENTS + seat))
    ]


def tavern_pile(record: Any) -> list[int]:
    """Return the cards of the tavern pile, from the front."""
    return kinds_of(record, pile_objects(record))


def tavern_row(record: Any) -> list[int]:
    return kinds_of(record, row_objects(record))


def effect(row: int) -> list[int]:
    """Return [card, level, place in the level] of an effect row."""
    return [int(cards.EFFECT_CARD[row]), int(cards.EFFECT_LEVEL[row]) + 1, int(cards.EFFECT_PLACE[row])]


def combos(record: Any) -> list[list]:
    """Return, per patron with a counter, [patron, counter, effects waiting at levels 1 to 4]."""
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


def option_objects(record: Any) -> list[tuple[str, int]]:
    """Return zone and number of each card of the pending choice; the zone of enemy agents is `enemy_agents`."""
    choice, seat = int(record["choice"]), int(record["current"])

    def listed(name: str, number: int, keep: Callable[[int], bool] = lambda card: True) -> list[tuple[str, int]]:
        objects = objects_in(record, number)
        return [(name, thing) for thing in objects if keep(int(record["kind"][thing]))]

    hand, played = ("hand", HAND + seat), ("played", PLAYED + seat)
    own, cooldown = ("agents", AGENTS + seat), ("cooldown", COOLDOWN + seat)
    if choice in (FREE, EFFECT, DRAFT):
        return []
    if choice in (REPLACE, ACQUIRE):
        limit = int(cards.NUMBER[record["source"]])
        row = [(i, thing) for i, thing in enumerate(row_objects(record)) if i != record["skip"]]
        return [("row", t) for _, t in row if choice == REPLACE or cards.COST[record["kind"][t]] <= limit]
    if choice in (DISCARD, DONATING):
        return listed(*hand)
    if choice == DESTROYING:
        return listed(*hand) + listed(*own) + listed(*played)
    if choice == RETURN:
        return listed(*cooldown)
    if choice in (RETURN_AGENT, PELIN_CHOICE):
        return listed(*cooldown, lambda card: bool(cards.TYPE[card] == cards.AGENT))
    if choice == TOSSING:
        return listed("draw", DRAW + seat)[: int(record["options"])]
    if choice in (KNOCKING_OUT, PSIJIC_CHOICE):
        return listed("enemy_agents", AGENTS + 1 - seat)
    if choice == HLAALU_CHOICE:
        return [found for place in (hand, played, own) for found in listed(*place, lambda card: cards.COST[card] >= 1)]
    return listed(*played) + listed(*hand) + listed(*own)


def option_cards(record: Any) -> list[int]:
    """Return the cards of the pending choice's options, in option order; the two sides of an OR are 0 and 1."""
    if record["choice"] == EFFECT:
        return [0, 1]
    return kinds_of(record, [thing for _, thing in option_objects(record)])


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
    """Return the full state, members in the order of the recordings."""
    record = state.record
    found: dict[str, Any] = {"turn": state.turn, "cur": int(record["current"])}
    for seat in range(2):
        for name, place in ZONES.items():
            found[f"{name}{seat}"] = zone(record, place + seat)
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
    return {tuple(effect(row)): row for row in range(len(cards.EFFECTS) - 1, -1, -1)}  # type: ignore[misc]  # an effect has three numbers


def set_up(state: State, given: Mapping[str, Any]) -> None:
    """Write a position from facts: members of a recorded state, and `patrons` (four or five, in game order).

    Missing members are empty or have defaults: turn 1, one call each, a tavern of Tithe. A pending choice cannot be set
    up.
    """
    record = state.record
    order = [patron_number(patron) for patron in listed(given, "patrons", least=4, most=5)]
    if len(order) == 4:
        order = [*order[:2], cards.TREASURY, *order[2:]]
    if len(set(order)) != 5 or order[2] != cards.TREASURY:
        raise BadOption("patrons: must be four different patrons, or five with Treasury in the middle")
    record["order"] = order
    record["place"] = [order.index(patron) if patron in order else -1 for patron in range(10)]
    favours = listed({"fav": [-1] * 5, **given}, "fav", least=5, most=5)
    record["favour"] = [number({"fav": favour}, "fav", -1, 1) for favour in favours]
    record["turn"] = number({"turn": 1, **given}, "turn", 0, 2**31 - 1)
    record["turn_limit"] = int(state.game.options["turn_limit"])
    record["seat"] = record["current"] = number({"cur": 0, **given}, "cur", 0, 1)
    record["winner"] = -1
    record["rng"] = np.uint64(number({"rng": 0, **given}, "rng", 0, 2**64 - 1))
    count = 0

    def fresh(card: Any) -> int:
        nonlocal count
        number = card_number(card)
        if record["place"][cards.PATRON[number]] < 0:
            raise BadOption(f"{cards.NAMES[number]} belongs to a patron that is not in the game")
        if count >= OBJECTS:
            raise BadOption(f"at most {OBJECTS} cards can be in a game")
        record["kind"][count] = number
        count += 1
        return count - 1

    for seat in range(2):
        for name, place in ZONES.items():
            member = f"{name}{seat}"
            objects = [fresh(card) for card in listed({member: [], **given}, member, most=CAPACITY_OF[place + seat])]
            cell = int(BASE[place + seat])
            record["cells"][cell : cell + len(objects)] = objects[::-1] if name == "draw" else objects
            record["size"][place + seat] = len(objects)
        member = f"agents{seat}"
        board = listed({member: [], **given}, member, most=BOARD)
        for i, entry in enumerate(board):
            thing, life = agent_life(entry, member, fresh)
            record["cells"][BASE[AGENTS + seat] + i] = thing
            record["life"][seat, i] = int(cards.HEALTH[record["kind"][thing]]) if life is None else life
        record["size"][AGENTS + seat] = len(board)
        for name, default in (("coins", 0), ("power", 0), ("prestige", 0), ("calls", 1)):
            member = f"{name}{seat}"
            record[name][seat] = number({member: default, **given}, member, 0, 99 if name == "calls" else MOST)
        member = f"known{seat}"
        record["known"][seat] = number({member: 0, **given}, member, 0, min(127, int(record["size"][DRAW + seat])))
        record["sure"][seat] = record["known"][seat]
    row, pile = listed({"row": [], **given}, "row", most=ROW), listed({"pile": [], **given}, "pile", most=110)
    if not row:  # any tavern will do: contract actions of Treasury never run out
        row, pile = [cards.TITHE] * ROW, [cards.TITHE] * 20
    if len(row) != ROW or not pile:
        raise BadOption("row must hold 5 cards and pile from 1 to 110")
    record["row"] = [fresh(card) for card in row]
    record["row_size"] = ROW
    record["pile"][: len(pile)] = [fresh(card) for card in pile]
    record["pile_size"] = len(pile)
    record["objects"] = count
    for entry in listed({"combo": [], **given}, "combo", most=5):
        set_combo(record, order, entry)
    for name, field, counter in (("queue", "queue", "queue_end"), ("discards", "owed", "owed_count")):
        rows = [effect_row(entry, name) for entry in listed({name: [], **given}, name, most=OWED)]
        record[field][: len(rows)] = rows
        record[counter] = len(rows)


def agent_life(entry: Any, where: str, fresh: Callable[[Any], int]) -> tuple[int, int | None]:
    """Return an agent's number, and its health with the mark of one that has acted; None: printed health, ready."""
    if not isinstance(entry, (list, tuple)):
        return fresh(entry), None
    if len(entry) != 3:
        raise BadOption(f"{where}: an agent is a card, or [card, health, activated]")
    health = number({"health": entry[1]}, "health", 1, HEALTH_BITS, f"{where}: ")
    return fresh(entry[0]), health + ACTIVATED * number({"activated": entry[2]}, "activated", 0, 1, f"{where}: ")


def set_combo(record: Any, order: list[int], entry: Any) -> None:
    """Write a combo counter and the cards whose combos wait: [patron, counter, effects waiting at levels 1 to 4]."""
    if not isinstance(entry, (list, tuple)) or len(entry) < 2:
        raise BadOption("combo: each entry is [patron, counter, effects waiting at levels 1 to 4]")
    patron = patron_number(entry[0])
    if patron not in order:
        raise BadOption(f"combo: {cards.PATRONS[patron]} is not in the game")
    place = order.index(patron)
    counter = record["combo"][place] = number({"counter": entry[1]}, "counter", 0, 4, "combo: ")
    waiting = [
        [
            int(cards.EFFECT_CARD[row])
            for row in (effect_row(effect, "combo") for effect in level)
            if not cards.EFFECT_PLACE[row]
        ]
        for level in entry[2:]
        if isinstance(level, (list, tuple))
    ]
    idle = next(  # a card of that patron without waiting effects
        card
        for card in range(cards.COUNT)
        if cards.PATRON[card] == patron and not cards.LEVEL_COUNT[card, max(1, counter) :].any()
    )
    wanted: Counter[int] = Counter()
    for level in waiting:
        wanted |= Counter(level)
    played = list(wanted.elements())
    played += [idle] * (min(3, counter) - len(played))
    for found in permutations(played[: min(3, counter)]):
        if all(
            [c for c in found if cards.LEVEL_COUNT[c, k]] == level for k, level in enumerate(waiting) if k >= counter
        ):
            record["first"][place, : len(found)] = found
            return
    raise BadOption(f"combo: {counter} cards of {cards.PATRONS[patron]} do not leave these effects waiting")


def effect_row(entry: Any, where: str) -> int:
    key = tuple(entry) if isinstance(entry, (list, tuple)) else ()
    if key not in effect_rows():
        raise BadOption(f"{where}: there is no effect {shown(entry)}; an effect is [card, level from 1 to 4, place]")
    return effect_rows()[key]
