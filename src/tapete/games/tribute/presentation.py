"""Descriptions and moves of Tales of Tribute as plain data (section 18 of docs/rules/tribute.md).

Cards are named; `key` is the number of one copy, given only where the seat can follow it: in a hidden pile copies
cannot be distinguished. `events.py` derives events from two descriptions, `restore.py` builds a state from one,
`text.py` renders it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.presentation import Description, Move, Presentation
from tapete.core.state import State
from tapete.games.tribute import cards, rules
from tapete.games.tribute.events import happened
from tapete.games.tribute.explain import EXPLAINED, card
from tapete.games.tribute.from_deal import (
    PATRON_OF_CHOICE,
    agents,
    kinds_of,
    objects_in,
    option_objects,
    pile_objects,
    row_objects,
    zone,
)
from tapete.games.tribute.names import CHOICES, ENDINGS, effect_of, source_of
from tapete.games.tribute.restore import restore
from tapete.games.tribute.state import (
    AGENTS,
    COOLDOWN,
    DRAFT,
    DRAW,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    HLAALU_CHOICE,
    NO_SKIP,
    PLAYED,
)
from tapete.games.tribute.summary import summary
from tapete.games.tribute.text import WORDS, event_phrase, parse, say, text

PLACES_OF_DRAFT = (0, 1, 3, 4)  # in game order
DRAFTERS = (0, 1, 1, 0)  # seats in the order of their choices
IDENTITY = ("patron", "card", "key", "zone", "side", "copy")  # members that distinguish moves of one kind


# Descriptions


def describe(state: State, seat: int | None) -> Description:
    """Return everything that a seat sees; without an observer, everything that `restore` needs."""
    record = state.record
    choice = int(record["choice"])
    found: Description = {
        "phase": "over" if state.over else "draft" if choice == DRAFT else "play" if choice == FREE else "choice",
        "current": int(record["current"]),
        "draft": draft_of(record) if choice == DRAFT else None,
        "patrons": [] if choice == DRAFT else patrons_of(record, seat),
        "tavern": tavern_of(record, seat),
        "players": [player_of(record, player, seat) for player in range(2)],
        "choice": choice_of(record, seat),
        "queue": [effect_entry(row) for row in record["queue"][record["queue_start"] : record["queue_end"]].tolist()],
        "owed": [effect_entry(row) for row in record["owed"][: record["owed_count"]].tolist()],
        "removed": entries(record, removed_objects(record)),
        "made": int(record["objects"]),
        "winner": None if record["winner"] < 0 else int(record["winner"]),
        "reason": ENDINGS.get(int(record["reason"])),
    }
    if seat is None:
        found["moves"] = int(record["moves"])
        found["queue_start"] = int(record["queue_start"])
    else:
        found["turn_limit"] = int(record["turn_limit"])
        found["together"] = together(state, seat)
    return found


def together(state: State, seat: int) -> list[dict[str, Any]]:
    """Return the hand cards that can be played one after the other without a decision: they only give something."""
    if state.over or seat != state.record["current"] or state.record["choice"] != FREE:
        return []
    found = []
    for entry in entries(state.record, objects_in(state.record, HAND + seat)):
        if cards.TYPE[cards.NUMBER_OF[entry["card"]]] == cards.AGENT:
            continue
        played = state.clone()
        played.apply(rules.PLAY + objects_in(state.record, HAND + seat).index(entry["key"]))
        if only_gains(state.record, played.record, seat):
            found.append(entry)
            state = played
    return found


def only_gains(before: Any, after: Any, seat: int) -> bool:
    """Return whether a played card opened no choice and changed only the seat's coins, power, prestige or health."""
    moved = after["size"] - before["size"]
    same = all((before[name] == after[name]).all() for name in ("rng", "over", "objects", "owed_count", "calls"))
    enemy = all(before[name][1 - seat] == after[name][1 - seat] for name in ("coins", "power", "prestige"))
    only_the_card = moved[HAND + seat] == -1 and moved[PLAYED + seat] == 1 and abs(moved).sum() == 2
    return bool(after["choice"] == FREE and same and enemy and only_the_card)


def draft_of(record: Any) -> dict[str, Any]:
    drafted = int(record["drafted"])
    return {
        "number": drafted + 1,
        "pool": [cards.PATRONS[patron] for patron in range(10) if int(record["pool"]) >> patron & 1],
        "taken": [cards.PATRONS[record["order"][place]] for place in PLACES_OF_DRAFT[:drafted]],
        "by": list(DRAFTERS[:drafted]),
    }


def patrons_of(record: Any, seat: int | None) -> list[dict[str, Any]]:
    """Return the five patrons in game order: favour, combo counter, waiting combos, and why it cannot be called now."""
    found = []
    current = int(record["current"])
    for place, patron in enumerate(record["order"].tolist()):
        favour, combo = int(record["favour"][place]), int(record["combo"][place])
        first = record["first"][place, : min(combo, 3)].tolist()
        entry: dict[str, Any] = {
            "patron": cards.PATRONS[patron],
            "favour": None if favour < 0 else favour,
            "combo": combo,
            "combo_cards": [cards.NAMES[number] for number in first],
            "waiting": [
                {"card": cards.NAMES[number], "level": level + 1}
                for level in range(max(combo, 1), 4)
                for number in first
                if cards.LEVEL_COUNT[number, level] > 0
            ],
        }
        why = barred(record, patron, favour, current)
        by_hand = patron == cards.HLAALU and (why is None or why["reason"] == "costly_cards")
        if seat is None or seat == current or not by_hand:  # both players can see everything else
            entry["barred"] = why
        found.append(entry)
    return found


COSTS = {  # least cost of a call, by patron
    cards.ANSEI: ("power", 2),
    cards.CROWS: ("coins", 1),
    cards.RAJHIN: ("coins", 3),
    cards.PSIJIC: ("coins", 4),
    cards.ORGNUM: ("coins", 3),
    cards.PELIN: ("power", 2),
    cards.RED_EAGLE: ("power", 2),
    cards.TREASURY: ("coins", 2),
    cards.ALESSIA: ("coins", 4),
}


def barred(record: Any, patron: int, favour: int, seat: int) -> dict[str, Any] | None:
    """Return the first reason why a patron cannot be called (section 11), or None."""
    if record["calls"][seat] <= 0:
        return {"reason": "calls"}
    if patron in (cards.ANSEI, cards.CROWS) and favour == seat:
        return {"reason": "favours"}
    if patron in COSTS and record[COSTS[patron][0]][seat] < COSTS[patron][1]:
        return {"reason": COSTS[patron][0], "n": COSTS[patron][1]}
    own = zone(record, HAND + seat) + zone(record, PLAYED + seat) + zone(record, AGENTS + seat)
    cooldown = zone(record, COOLDOWN + seat)
    missing = {
        cards.PSIJIC: ("enemy_agents", not zone(record, AGENTS + 1 - seat)),
        cards.PELIN: ("cooldown_agents", not any(cards.TYPE[number] == cards.AGENT for number in cooldown)),
        cards.HLAALU: ("costly_cards", not any(cards.COST[number] >= 1 for number in own)),
        cards.TREASURY: ("cards", not own),
    }
    reason, holds = missing.get(patron, ("", False))
    return {"reason": reason} if holds else None


def tavern_of(record: Any, seat: int | None) -> dict[str, Any]:
    """Return the row, and the pile: in order without an observer, otherwise sorted."""
    pile = pile_objects(record)
    found: dict[str, Any] = {"row": entries(record, row_objects(record)), "pile_size": len(pile)}
    if seat is None:
        return {**found, "pile": entries(record, pile), "pile_start": int(record["pile_start"])}
    return {**found, "pile": sorted_names(record, pile)}


def player_of(record: Any, player: int, seat: int | None) -> dict[str, Any]:
    """Return a player's numbers and zones; the enemy's hand and draw pile are known only together."""
    hand, draw = objects_in(record, HAND + player), objects_in(record, DRAW + player)
    open_hand = seat is None or seat == player
    sure = int(record["sure"][player])
    found: dict[str, Any] = {
        **{name: int(record[name][player]) for name in ("prestige", "power", "coins", "calls")},
        "hand": entries(record, hand) if open_hand else None,
        "hand_size": len(hand),
        "draw": entries(record, draw) if seat is None else sorted_names(record, draw) if open_hand else None,
        "draw_size": len(draw),
        "unseen": None if open_hand else sorted_names(record, hand + draw),
        "next_draws": [cards.NAMES[number] for number in kinds_of(record, draw[:sure])] if open_hand else None,
        "knows": sure,
        "played": entries(record, objects_in(record, PLAYED + player)),
        "cooldown": entries(record, objects_in(record, COOLDOWN + player)),
        "agents": [
            {**entry, "health": health, "ready": not activated}
            for entry, (_, health, activated) in zip(
                entries(record, objects_in(record, AGENTS + player)), agents(record, player), strict=True
            )
        ],
    }
    if seat is None:
        found["shown"] = int(record["known"][player])  # of the draws it knows, those the reference engine shows it
    return found


def choice_of(record: Any, seat: int | None) -> dict[str, Any] | None:
    """Return the pending choice; only the chooser sees options and picks.

    The number of cards Hlaalu may take would reveal a hidden hand.
    """
    choice, current = int(record["choice"]), int(record["current"])
    if choice in (FREE, DRAFT):
        return None
    row = int(record["source"])
    patron = PATRON_OF_CHOICE.get(choice)
    found: dict[str, Any] = {
        "kind": CHOICES[choice],
        "seat": current,
        "patron": None if patron is None else cards.PATRONS[patron],
        **(source_of(row) if patron is None else {"card": None}),
        "least": int(record["least"]),
        "most": int(record["most"]),
        "number": int(cards.NUMBER[row]) if patron is None else 1,
    }
    if choice == EFFECT:
        return {**found, "sides": effect_of(row)["sides"]}
    own = seat is None or seat == current
    found["count"] = int(record["options"]) if own or choice != HLAALU_CHOICE else None
    found["options"] = None
    found["picked"] = None
    if own:
        options = option_objects(record)
        placed = entries(record, [thing for _, thing in options])
        found["options"] = [{**entry, "zone": place} for entry, (place, _) in zip(placed, options, strict=True)]
        found["picked"] = record["picks"][: record["picked"]].tolist()
    skip = int(record["skip"])
    found["skip"] = skip if found["kind"] in ("replace", "acquire") and skip != NO_SKIP else None
    return found


def effect_entry(row: int) -> dict[str, Any]:
    return {**source_of(row), **effect_of(row)}


def entries(record: Any, objects: list[int]) -> list[dict[str, Any]]:
    """Return cards that can be followed: name and number of the copy."""
    return [
        {"card": cards.NAMES[number], "key": thing}
        for thing, number in zip(objects, kinds_of(record, objects), strict=True)
    ]


def sorted_names(record: Any, objects: list[int]) -> list[str]:
    """Return the names of cards whose order is hidden, sorted by card."""
    return [cards.NAMES[number] for number in sorted(kinds_of(record, objects))]


def removed_objects(record: Any) -> list[int]:
    """Return the cards that have left the game."""
    present = set(row_objects(record)) | set(pile_objects(record))
    for number in range(HAND, AGENTS + 2):
        present |= set(objects_in(record, number))
    return [thing for thing in range(int(record["objects"])) if thing not in present]


# Moves


def move(state: State, action: int) -> Move:
    """Return an action of the player to move as data: its kind and what it concerns."""
    record = state.record
    seat = int(record["current"])
    if action >= rules.PICK_PATRON:
        return {"seat": seat, "kind": "draft", "patron": cards.PATRONS[action - rules.PICK_PATRON]}
    if action >= rules.CHOOSE_EFFECT:
        side = action - rules.CHOOSE_EFFECT
        return {"seat": seat, "kind": "effect", "side": side, **effect_of(int(record["source"]))["sides"][side]}
    if action >= rules.DONE:
        return answer(record, seat, action)
    if action == rules.END_TURN:
        return {"seat": seat, "kind": "end_turn"}
    if action >= rules.CALL:
        return {"seat": seat, "kind": "call", "patron": cards.PATRONS[record["order"][action - rules.CALL]]}
    if action >= rules.BUY:
        touched = touch(record, row_objects(record), action - rules.BUY)
        return {"seat": seat, "kind": "buy", **touched, "cost": int(cards.COST[cards.NUMBER_OF[touched["card"]]])}
    if action >= rules.ATTACK:
        return attack(record, seat, action - rules.ATTACK)
    if action >= rules.ACTIVATE:
        own = objects_in(record, AGENTS + seat)
        return {"seat": seat, "kind": "activate", **touch(record, own, action - rules.ACTIVATE)}
    return {"seat": seat, "kind": "play", **touch(record, objects_in(record, HAND + seat), action - rules.PLAY)}


def touch(record: Any, objects: list[int], index: int) -> dict[str, Any]:
    """Return the card at an index; `copy` only in games so long that two cards share a number."""
    thing = objects[index]
    found = entries(record, [thing])[0]
    return {**found, "copy": objects[:index].count(thing)} if objects.count(thing) > 1 else found


def attack(record: Any, seat: int, index: int) -> Move:
    enemy = objects_in(record, AGENTS + 1 - seat)
    health = int(record["life"][1 - seat, index]) & HEALTH_BITS
    return {
        "seat": seat,
        "kind": "attack",
        **touch(record, enemy, index),
        "health": health,
        "damage": min(health, int(record["power"][seat])),
        "alike": zone(record, AGENTS + 1 - seat).count(int(record["kind"][enemy[index]])),
    }


def answer(record: Any, seat: int, action: int) -> Move:
    """Return one more card of a choice, or its end.

    `cards`, `keys` and `zones` are the full answer so far, this card included.
    """
    options = option_objects(record)
    objects = [thing for _, thing in options]
    picks = record["picks"][: record["picked"]].tolist()
    choice = CHOICES[int(record["choice"])]
    if action == rules.DONE:
        found: Move = {"seat": seat, "kind": "done", "choice": choice, "last": True}
    else:
        position = action - rules.PICK
        picks.append(position)
        found = {
            "seat": seat,
            "kind": "pick",
            "choice": choice,
            **touch(record, objects, position),
            "zone": options[position][0],
            "last": len(picks) >= min(int(record["most"]), int(record["options"])),
        }
    picked = entries(record, [objects[position] for position in picks])
    return {
        **found,
        "cards": [entry["card"] for entry in picked],
        "keys": [entry["key"] for entry in picked],
        "zones": [options[position][0] for position in picks],
    }


def action(state: State, wanted: Mapping[str, Any]) -> int | None:
    """Return the action that a move means; a move may give its card only.

    Picks may come in any order, which matters for cards put on top.
    """
    candidates = state.legal()
    if wanted.get("kind") == "pick" and state.record["choice"] not in (FREE, EFFECT, DRAFT):
        candidates = [rules.PICK + position for position in range(int(state.record["options"]))]
    identity = {name: wanted[name] for name in IDENTITY if wanted.get(name) is not None}
    for candidate in candidates:
        found = move(state, candidate)
        if found["kind"] == wanted.get("kind") and all(found.get(name) == value for name, value in identity.items()):
            if state.accepts(candidate):
                return candidate
    return None


# Knowledge of hidden cards


def known(state: State, observer: int) -> Mapping[str, Any]:
    """Return what a seat knows: next draws, draw pile, the enemy's unseen cards and hand size, the tavern pile."""
    own, enemy = (player_of(state.record, player, observer) for player in (observer, 1 - observer))
    return {
        "next_draws": own["next_draws"],
        "draw_pile": own["draw"],
        "enemy_hand_and_draw_pile": enemy["unseen"],
        "enemy_hand_size": enemy["hand_size"],
        "tavern_pile": tavern_of(state.record, observer)["pile"],
    }


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    action=action,
    events=happened,
    summary=summary,
    words=WORDS,
    text=text,
    move_phrase=say,
    event_phrase=event_phrase,
    parse=parse,
    card=card,
    cards=EXPLAINED,
    public=("players[].shown", "queue_start"),
)
