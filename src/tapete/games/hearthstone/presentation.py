"""Hearthstone as data: descriptions, moves and events ("As data" in docs/rules/hearthstone.md).

A card is its id (`CS2_172`), a minion or hero on the table its `key` (slot and stamp), which stays the same while it is
in play. Without an observer, a description holds facts only, each once; a seat's also holds what follows from them
(costs, current attack).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.core.presentation import Description, Presentation
from tapete.core.state import State
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import decks, explain, from_deal, restore, text
from tapete.games.hearthstone import rules as r
from tapete.games.hearthstone import state as s
from tapete.games.hearthstone.events import happened
from tapete.games.hearthstone.moves import action_of, move_of, partial_of
from tapete.games.hearthstone.names import (
    CHOICE_NAMES,
    FLAGS,
    ORIGINS,
    POOL_NAMES,
    SOURCES,
    frame_name,
    ids,
    key_of,
    parts_of,
)
from tapete.games.hearthstone.summary import summary

COUNTERS = ("fatigue", "played", "jade", "totems", "prepared")
MANA = ("crystals", "used", "temporary", "locked", "owed")


def flags_of(record: Any, slot: int) -> list[str]:
    bits = int(record["flags"][slot])
    return [name for name, flag in FLAGS.items() if bits & flag]


# Descriptions


def describe(state: State, seat: int | None) -> Description:
    """Return everything that a seat sees; None: the whole state."""
    record = state.record
    numbers = np.zeros(2 * r.NUMBERS_ROW, dtype=np.int64)
    state.game.build.function(r.numbers_of)(record, numbers)
    found: Description = {
        "phase": phase_of(state),
        "current": int(record["current"]),
        "turn_limit": int(record["turn_limit"]),
        "winner": {s.WIN_0: 0, s.WIN_1: 1}.get(int(record["result"])) if record["over"] else None,
        "players": [
            player_of(state, owner, seat, numbers[owner * r.NUMBERS_ROW : (owner + 1) * r.NUMBERS_ROW].tolist())
            for owner in range(2)
        ],
        "choice": choice_of(record, seat),
        "partial": partial_of(state),
        "shown": [
            {
                "why": s.REASONS[entry >> s.SHOWN_REASON],
                "seat": entry >> s.SHOWN_SEAT & 1,
                "card": c.IDS[entry & s.CARD],
            }
            for entry in record["shown"][: record["shown_count"]].tolist()
        ],
        "drawn": record["drawn"].tolist(),
        **under_way(state),
    }
    if seat is None:
        found |= unproved(record)
    return found


def phase_of(state: State) -> str:
    """Return the phase: mulligan, choice, main, target or position of an action, or over."""
    record = state.record
    if record["over"]:
        return "over"
    if record["choice_kind"]:
        return "choice"
    if record["mulligan"]:
        return "mulligan"
    return ("main", "target", "position")[int(record["stage"])]


def player_of(state: State, owner: int, seat: int | None, numbers: list[int]) -> dict[str, Any]:
    """Return one side of the table."""
    record = state.record
    hero = {
        "card": c.IDS[record["card"][owner]],
        "health": int(record["health"][owner]) - int(record["damage"][owner]),
        "max_health": int(record["health"][owner]),
        "armor": int(record["armor"][owner]),
        "this_turn": int(record["bonus"][owner]),
        "attacks": int(record["attacks"][owner]),
        "flags": flags_of(record, owner),
    }
    cheap = int(c.COST[record["power"][owner]]) if not record["power_cheap"][owner] else 1
    power = {"card": c.IDS[record["power"][owner]], "cost": cheap, "used": bool(record["power_used"][owner])}
    weapon: dict[str, Any] | None = None
    if record["weapon"][owner]:
        damage = int(record["weapon_damage"][owner])
        weapon = {
            "card": c.IDS[record["weapon"][owner]],
            "attack": int(record["weapon_attack"][owner]),
            "durability": int(record["weapon_durability"][owner]) - damage,
            "damage": damage,
        }
    found: dict[str, Any] = {
        "hero": hero,
        "power": power,
        "weapon": weapon,
        "mana": {name: int(record[name][owner]) for name in MANA},
        "board": board_of(record, owner),
        "hand": hand_of(record, owner, seat, numbers),
        "deck": deck_of(record, owner, seat),
        "secrets": secrets_of(record, owner, seat),
        **{name: int(record[name][owner]) for name in COUNTERS},
        "hidden_buffs": int(record["big_buffs"][owner]),
        "died": ids(record["died"][owner][: record["died_count"][owner]]),
    }
    hero["attack"] = numbers[r.HERO_ATTACK]
    hero["key"] = key_of(record, owner)
    if weapon is not None:
        weapon["attack_now"] = numbers[r.WEAPON_ATTACK]
    mana = found["mana"]
    mana["available"] = mana["crystals"] + mana["temporary"] - mana["used"] - mana["locked"]
    found["spell_damage"] = int(record["spell_damage"][owner])
    found["battlecries_twice"] = bool(record["twice"][owner])
    found["secrets_free"] = bool(record["secrets_free"][owner])
    return found


def board_of(record: Any, owner: int) -> list[dict[str, Any]]:
    """Return the minions from left to right, with their current numbers."""
    order = from_deal.slots_of(record["order"], int(record["minions"].sum()))
    found = []
    for slot in from_deal.board_slots(record, owner):
        attack = int(record["attack"][slot]) + int(record["bonus"][slot]) + int(record["aura_attack"][slot])
        most = int(record["health"][slot]) + int(record["aura_health"][slot])
        minion: dict[str, Any] = {
            "key": key_of(record, slot),
            "card": c.IDS[record["card"][slot]],
            "attack": max(0, attack),
            "health": most - int(record["damage"][slot]),
            "max_health": most,
            "flags": flags_of(record, slot),
            "attacks": int(record["attacks"][slot]),
            "this_turn": int(record["bonus"][slot]),
            "order": order.index(slot),
        }
        if attack < 0:
            minion["below_zero"] = -attack
        found.append(minion)
    return found


def hand_of(record: Any, owner: int, seat: int | None, numbers: list[int]) -> list[dict[str, Any]]:
    """Return the hand from left to right; of an opponent's card, what was seen of it.

    `buff` is the certain part of a minion's +n/+n.
    """
    found = []
    for i in range(int(record["held"][owner])):
        card, origin = int(record["hand"][owner, i]), int(record["hand_origin"][owner, i])
        seen = int(record["hand_seen"][owner, i])
        own = seat in (None, owner)
        entry: dict[str, Any] = {"card": c.IDS[card], "from": came_from(origin, own), "seen_buff": seen}
        if not own and origin != s.KNOWN:
            entry["card"] = None
            found.append(entry)
            continue
        if c.TYPE[card] == c.MINION:
            entry["buff"] = int(record["hand_extra"][owner, i]) if own else seen
        elif c.POTION_SIZE[card]:
            entry["parts"] = parts_of(card, int(record["hand_extra"][owner, i]))
        if own:
            entry["cost"] = numbers[i]
        found.append(entry)
    return found


def came_from(origin: int, own: bool) -> str:
    """Return where a card came from; only its owner learns that it was one seen in the deck."""
    return ORIGINS[s.FROM_DECK if origin == s.LISTED and not own else origin]


def deck_of(record: Any, owner: int, seat: int | None) -> dict[str, Any]:
    """Return a deck: in order without an observer, the own one sorted, of an opponent's the possible cards."""
    cards = [int(card) for card in record["deck"][owner][: record["deck_left"][owner]]]
    if seat in (None, owner):
        listed = [
            {"card": c.IDS[card & s.CARD], "seen": True} if card & s.PUBLIC else c.IDS[card]
            for card in reversed(cards if seat is None else sorted(cards))
        ]
        return {"cards": listed} if seat is None else {"count": len(cards), "cards": listed}
    unknown = list(cards)
    for zone, origin, count in (("hand", "hand_origin", "held"), ("secrets", "secret_origin", "secret_count")):
        for i in range(int(record[count][owner])):
            came = int(record[origin][owner, i])
            if came == s.FROM_DECK or came == s.LISTED or came >= s.FROM_RACE:
                unknown.append(int(record[zone][owner, i]) | (s.PUBLIC if came == s.LISTED else 0))
    return {
        "count": len(cards),
        "unseen": sorted(ids(unknown)) if record["deck_known"] else None,
        "seen": sorted(ids(card for card in unknown if card & s.PUBLIC)),
    }


def secrets_of(record: Any, owner: int, seat: int | None) -> list[dict[str, Any]]:
    """Return the secrets in the order they were played; of an opponent's, its class and what it cannot be."""
    found = []
    for i in range(int(record["secret_count"][owner])):
        card = int(record["secrets"][owner, i])
        bits = int(record["secret_not"][owner, i])
        own = seat in (None, owner)
        entry: dict[str, Any] = {"card": c.IDS[card] if own else None}
        entry["from"] = came_from(int(record["secret_origin"][owner, i]), own)
        if seat is not None:
            entry["class"] = c.CLASSES[c.CARD_CLASS[card]]
        entry["ruled_out"] = [c.IDS[other] for other in c.SECRETS if bits & int(c.SECRET_BIT[other])]
        found.append(entry)
    return found


def choice_of(record: Any, seat: int | None) -> dict[str, Any] | None:
    """Return the open choice; only the choosing seat sees the options."""
    kind = int(record["choice_kind"])
    if not kind:
        return None
    pool = int(record["choice_pool"])
    chooser = int(record["seat"])
    found: dict[str, Any] = {"kind": CHOICE_NAMES[kind], "pool": POOL_NAMES[pool]}
    if seat is not None:
        found |= {"seat": chooser, "source": SOURCES.get(pool), "count": int(record["choice_count"])}
    if seat not in (None, chooser):
        return {**found, "options": None}
    found["options"] = ids(record["choice"][: record["choice_count"]])
    if kind in (s.FIRST_PART, s.SECOND_PART):
        size = int(record["potion_size"])
        found["size"] = int(c.COST[c.SIZE_CARDS[size]])
        if kind == s.SECOND_PART:
            found["first"] = parts_of(int(c.POTIONS[size]), (int(record["potion_part"]) - 1) << 4)[0]
    return found


def under_way(state: State) -> Description:
    """Return the rest of the public state, mostly empty outside a choice or a simulator game."""
    record = state.record
    in_play = [slot for owner in range(2) for slot in from_deal.board_slots(record, owner)]
    found: Description = {
        "stamps": {
            str(slot): int(record["stamp"][slot])
            for slot in range(s.SLOTS)
            if record["stamp"][slot] and slot not in in_play
        },
        "pending": [frame_name(int(record["stack"][i])) for i in range(int(record["top"]))],
    }
    for name in ("hurt", "dirty", "late"):
        if record[name]:
            found[name] = int(record[name])
    for name in ("finley_class", "historian_class"):
        if record[name]:
            found[name] = c.CLASSES[int(record[name]) - 1]
    if record["equip_bonus"].any():
        found["equip_bonus"] = record["equip_bonus"].tolist()
    quirks = int(record["sim"])
    if quirks != (c.ALL_QUIRKS if state.game.options["sim"] else 0):
        found["quirks"] = [name for name, bit in c.QUIRK_BIT.items() if quirks & bit]
    return found


def unproved(record: Any) -> Description:
    """Return what only replayed games (scripted random numbers) or sampled worlds (a ledger without history) hold."""
    found: Description = {}
    if record["script_count"]:
        count = int(record["script_count"])
        pairs = zip(record["script_bound"][:count].tolist(), record["script_value"][:count].tolist(), strict=True)
        found["script"] = {"numbers": [list(pair) for pair in pairs], "used": int(record["script_at"])}
    if int(record["ledger"]) != from_deal.ledger_of(record):
        found["ledger"] = str(int(record["ledger"]))
    return found


def known(state: State, seat: int) -> dict[str, Any]:
    """Return what a seat knows for certain: cards in the opponent's hand, secrets ruled out, its own deck."""
    record, other = state.record, 1 - seat
    hand = {}
    for i in range(int(record["held"][other])):
        if record["hand_origin"][other, i] == s.KNOWN:
            hand[i] = c.IDS[record["hand"][other, i]]
    ruled_out = [entry["ruled_out"] for entry in secrets_of(record, other, seat)]
    deck = sorted(ids(record["deck"][seat][: record["deck_left"][seat]]))
    return {"opponent_hand": hand, "secrets_ruled_out": ruled_out, "own_deck": deck}


# Moves


PRESENTATION = Presentation(
    describe=describe,
    move=move_of,
    restore=restore.restore,
    action=action_of,
    events=happened,
    summary=summary,
    words=text.WORDS,
    text=text.table,
    move_phrase=text.say,
    event_phrase=text.event_phrase,
    parse=text.parse,
    card=explain.card,
    cards=explain.EXPLAINED,
)


def levels(options: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the agents of the levels; docs/rules/hearthstone_agents.md has the measured strength.

    There are networks for the Jade Shaman mirror, for the competition's decks and for all other decks
    (docs/reference/networks.md); `best` searches its turn with the network. Decisions in steps have no network.
    """
    learned = not options["factored"]
    return {
        "easy": "mcts2:iterations=4,mulligan=intended",
        "normal": "greedy:eval=midrange,mulligan=intended",
        "hard": "net:mulligan=intended" if learned else "mcts2:iterations=400,mulligan=intended",
        "best": f"{'uct-turn:eval=net,c=0.1,iterations=10000' if learned else 'greedy-turn:eval=utility,iterations=100000'},"
        "mulligan=intended",
    }


def catalogue() -> dict[str, dict[str, str]]:
    """Return the values that options can name, with a line about each: decks, evaluations."""
    from tapete.games.hearthstone.evaluations import EVALUATIONS

    return {
        "decks": {name: decks.what(name) for name in decks.NAMES},
        "evaluations": {name: evaluation.what for name, evaluation in EVALUATIONS.items()},
    }
