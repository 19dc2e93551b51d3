"""Readable names for numbers in a record: flags, origins of hand cards, pools, choices, frames of the stack."""

from __future__ import annotations

from typing import Any

from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import effects as e
from tapete.games.hearthstone import state as s

# All flags of a character; those of `sim` games last
FLAGS = {
    "taunt": c.TAUNT,
    "divine_shield": c.SHIELD,
    "stealth": c.STEALTH,
    "concealed": c.CONCEALED,
    "windfury": c.WINDFURY,
    "charge": c.CHARGE,
    "lifesteal": c.LIFESTEAL,
    "immune": c.IMMUNE,
    "elusive": c.ELUSIVE,
    "cannot_attack": c.CANNOT_ATTACK,
    "cannot_attack_heroes": c.CANNOT_ATTACK_HEROES,
    "frozen": c.FROZEN,
    "exhausted": c.EXHAUSTED,
    "fresh": c.FRESH,
    "doomed": c.DOOMED,
    "borrowed": c.BORROWED,
    "dies_in_turn_of_0": c.NIGHTMARE_0,
    "dies_in_turn_of_1": c.NIGHTMARE_1,
    "charge_by_weapon": c.AURA_CHARGE,
    "charge_granted": c.GRANTED_CHARGE,
    "charge_late": c.LATE_CHARGE,
}
# Flags that the table shows, in this order
MARKS = {
    "taunt": ("taunt",),
    "charge": ("charge", "borrowed", "charge_by_weapon"),
    "stealth": ("stealth", "concealed"),
    "divine_shield": ("divine_shield",),
    "elusive": ("elusive",),
    "cannot_attack": ("cannot_attack",),
    "frozen": ("frozen",),
    "windfury": ("windfury",),
    "lifesteal": ("lifesteal",),
    "cannot_attack_heroes": ("cannot_attack_heroes",),
    "exhausted": ("exhausted",),
}

POOL_NAMES = {pool: name for pool, name in enumerate(c.POOLS)} | {
    c.POOL_CLASS + number: f"{name} cards" for number, name in enumerate(c.CLASSES[: c.CLASS_POOLS])
}
# Where a hand card came from, as the other player saw it
ORIGINS = {s.FROM_DECK: "deck", s.KNOWN: "known", s.LISTED: "seen in deck", s.OF_KAZAKUS: "kazakus"}
ORIGINS |= {s.FROM_POOL + pool: f"pool {name}" for pool, name in POOL_NAMES.items() if pool}
ORIGINS |= {s.FROM_RACE + race: f"race {name}" for race, name in enumerate(c.RACES) if race}
ORIGIN_NUMBERS = {name: number for number, name in ORIGINS.items()}
POOL_NUMBERS = {name: number for number, name in POOL_NAMES.items()}

CHOICE_NAMES = {
    s.DISCOVER: "discover",
    s.HERO_POWER_CHOICE: "hero_power",
    s.POTION_SIZE_CHOICE: "potion_size",
    s.FIRST_PART: "first_part",
    s.SECOND_PART: "second_part",
}
CHOICE_NUMBERS = {name: number for number, name in CHOICE_NAMES.items()}


def _sources() -> dict[int, str]:
    """Return the card that opens the choice from each pool; Kazakus's choice has no pool and is entry 0."""
    found: dict[int, str] = {}
    for card in c.FILE.cards[1:]:
        for effect in card.get("effects", ()):
            for operation in effect.get("do", ()):
                if operation["op"] == "discover":
                    found.setdefault(c.POOL[operation["pool"]], card["id"])
                elif operation["op"] == "create_kazakus_potion":
                    found[0] = card["id"]
    return found


SOURCES = _sources()


def ingredients(card: int) -> list[str]:
    """Return the ids of the parts that a Kazakus potion can have, by rank."""
    return c.FILE.pools[c.POOLS[c.POOL_LESSER + int(c.POTION_SIZE[card]) - 1]]["ids"]


def parts_of(card: int, packed: int) -> list[str]:
    """Return the two parts of a Kazakus potion."""
    pool = ingredients(card)
    return [pool[packed >> 4], pool[packed & 15]]


def ids(cards: Any) -> list[str]:
    return [c.IDS[int(card) & s.CARD] for card in cards]


def key_of(record: Any, slot: int) -> str:
    """Return the key of a character: its slot and stamp, which differs from earlier characters in the same slot."""
    return f"{slot}-{int(record['stamp'][slot])}"


# Frames: pending effects while a choice is open

EFFECTS = {
    "main": c.MAIN_ROW,
    "combo": c.COMBO_ROW,
    "deathrattle": c.DEATHRATTLE_ROW,
    "event": c.EVENT_ROW,
    "discarded": c.DISCARD_ROW,
}


def _rows() -> dict[int, dict[str, Any]]:
    """Return the step or the card effect of every row of the op-code table."""
    found: dict[int, dict[str, Any]] = {0: {"step": "nothing"}}
    for name, row in c.FILE.steps.items():
        found[row] = {"step": name.removeprefix("step_")}
    for effect, table in EFFECTS.items():
        for card in range(1, c.CARDS):
            row, line = int(table[card]), 0
            while row and c.ROWS[row, c.C_OP] != c.OP_END:
                found[row] = {"card": c.IDS[card], "effect": effect, "line": line}
                row, line = row + 1, line + 1
    return found


ROWS = _rows()
ROW_NUMBERS = {tuple(name.values()): row for row, name in ROWS.items()}
VALUE_AT, COUNTER_AT, SEAT_AT, SOURCE_AT, TARGET_AT = 40, 56, 38, 12, 25
IS_REFERENCE = 4096


def frame_name(word: int) -> dict[str, Any]:
    """Return a frame as data."""
    found = dict(ROWS[word & e.ROW_BITS])
    for name, at in (("source", SOURCE_AT), ("target", TARGET_AT)):
        reference = word >> at & e.REF_BITS
        found[name] = f"{reference & 15}-{reference >> 4 & 255}" if reference & IS_REFERENCE else None
    found["seat"] = word >> SEAT_AT & 1
    found["value"] = word >> VALUE_AT & 0xFFFF
    found["counter"] = word >> COUNTER_AT
    found["deaths_first"] = bool(word & e.DEATHS_FIRST)
    return found
