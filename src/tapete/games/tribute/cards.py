"""Cards as tables: `cards.json` compiled to arrays and rows of op-codes that the rules interpret.

An effect is a row: operation, number, and its card and level. The rows of one level of one card are adjacent. An
"either" row points to its two sides, which are separate rows at the end of the table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import BadOption, nearest

PATRONS = (
    "ansei",
    "duke_of_crows",
    "rajhin",
    "psijic",
    "orgnum",
    "hlaalu",
    "pelin",
    "red_eagle",
    "treasury",
    "saint_alessia",
)
ANSEI, CROWS, RAJHIN, PSIJIC, ORGNUM, HLAALU, PELIN, RED_EAGLE, TREASURY, ALESSIA = range(10)
PATRON_TITLES = (
    "Ansei",
    "Duke of Crows",
    "Rajhin",
    "Psijic",
    "Orgnum",
    "Hlaalu",
    "Pelin",
    "Red Eagle",
    "Treasury",
    "Saint Alessia",
)

TYPES = ("action", "agent", "contract_action", "contract_agent", "starter", "curse")
ACTION, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE = range(6)

OPERATIONS = (
    "gain_coin",
    "gain_power",
    "gain_prestige",
    "opp_lose_prestige",
    "draw",
    "opp_discard",
    "replace_tavern",
    "acquire_tavern",
    "destroy",
    "return_top",
    "return_agent_top",
    "toss",
    "knockout",
    "knockout_all",
    "patron_call",
    "create_card",
    "heal_self",
    "donate",
    "either",
)
(
    GAIN_COIN,
    GAIN_POWER,
    GAIN_PRESTIGE,
    OPP_LOSE_PRESTIGE,
    DRAW_CARDS,
    OPP_DISCARD,
    REPLACE_TAVERN,
    ACQUIRE_TAVERN,
    DESTROY,
    RETURN_TOP,
    RETURN_AGENT_TOP,
    TOSS,
    KNOCKOUT,
    KNOCKOUT_ALL,
    PATRON_CALL,
    CREATE_CARD,
    HEAL_SELF,
    DONATE,
    EITHER,
) = range(len(OPERATIONS))

LEVELS = ("play", "combo2", "combo3", "combo4")
FILE = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
CARDS: list[dict[str, Any]] = FILE["cards"]
COUNT = len(CARDS)
NAMES = tuple(card["name"] for card in CARDS)
NUMBER_OF = {name: number for number, name in enumerate(NAMES)}

GOLD = NUMBER_OF["Gold"]
WRIT = NUMBER_OF["Writ of Coin"]
BEWILDERMENT = NUMBER_OF["Bewilderment"]
SACKING = NUMBER_OF["Summerset Sacking"]
SOLDIER = NUMBER_OF["Soldier of the Empire"]
SERGEANT = NUMBER_OF["Chainbreaker Sergeant"]
TITHE = NUMBER_OF["Tithe"]
BLACK_SACRAMENT = NUMBER_OF["Black Sacrament"]
AMBUSH = NUMBER_OF["Ambush"]
BLACKMAIL = NUMBER_OF["Blackmail"]
IMPRISONMENT = NUMBER_OF["Imprisonment"]

COST = np.array([card["cost"] for card in CARDS], dtype=np.int16)
TYPE = np.array([TYPES.index(card["type"]) for card in CARDS], dtype=np.int8)
PATRON = np.array([PATRONS.index(card["patron"]) for card in CARDS], dtype=np.int8)
HEALTH = np.array([card.get("hp", 0) for card in CARDS], dtype=np.int8)
TAUNT = np.array([card.get("taunt", False) for card in CARDS], dtype=np.int8)
COPIES = np.array([card.get("copies", 0) for card in CARDS], dtype=np.int8)
KNOCKOUT_COINS = np.array([card.get("coin_per_knockout", 0) for card in CARDS], dtype=np.int8)
STARTER_OF = np.array(
    [next(c["id"] for c in CARDS if c["patron"] == patron and c.get("starter_copies")) for patron in PATRONS],
    dtype=np.int16,
)
STARTER_COPIES = np.array([CARDS[number]["starter_copies"] for number in STARTER_OF], dtype=np.int8)

TIER_VALUES = {"S": 50, "A": 25, "B": 10, "C": 5, "D": 1, "": 0}
TIER = np.array([TIER_VALUES[card["tier"]] for card in CARDS], dtype=np.int16)
THESIS_TIER = np.array([TIER_VALUES[FILE["thesis_tiers"].get(c["name"], c["tier"])] for c in CARDS], dtype=np.int16)
GRADE = np.array(["_DCBAS".index(card["tier"] or "_") for card in CARDS], dtype=np.int8)  # 0 none, 1 D, ... 5 S
THESIS_GRADE = np.array(
    ["_DCBAS".index(FILE["thesis_tiers"].get(c["name"], c["tier"]) or "_") for c in CARDS], dtype=np.int8
)


def card_number(card: Any) -> int:
    """Return the number of a card given by its number or name."""
    if isinstance(card, str):
        if card not in NUMBER_OF:
            raise BadOption(f"there is no card {card!r}; {nearest(card, NAMES)}")
        return NUMBER_OF[card]
    if not isinstance(card, (int, np.integer)) or isinstance(card, bool) or not 0 <= card < COUNT:
        raise BadOption(f"there is no card {card!r}")
    return int(card)


def patron_number(patron: Any) -> int:
    """Return the number of a patron given by its number or a part of its name."""
    text = str(patron).strip().lower().replace(" ", "_").replace("-", "_")
    if text.isdecimal() and len(text) == 1:
        return int(text)
    found = [i for i, name in enumerate(PATRONS) if name == text]
    found = found or [i for i, name in enumerate(PATRONS) if len(text) > 2 and text in name]
    if text == "sorcerer_king":
        found = [ORGNUM]
    if len(found) != 1:
        raise BadOption(f"there is no patron {patron!r}; there is {', '.join(PATRONS)}")
    return found[0]


def compile_effects() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the effect rows, the first row of each level, and the number of rows of each level.

    Columns of a row: operation, number, card, level, place in the level, left side, right side.
    """
    rows: list[list[int]] = []
    starts = np.zeros((COUNT, len(LEVELS)), dtype=np.int16)
    counts = np.zeros((COUNT, len(LEVELS)), dtype=np.int8)
    pending: list[tuple[int, int, list]] = []
    for card in CARDS:
        for level, name in enumerate(LEVELS):
            effects = card.get(name, [])
            starts[card["id"], level] = len(rows)
            counts[card["id"], level] = len(effects)
            for place, (operation, *rest) in enumerate(effects):
                number = 0 if operation == "either" else rest[0]
                if operation == "either":
                    pending += [(len(rows), side, effect) for side, effect in enumerate(rest)]
                rows.append([OPERATIONS.index(operation), number, card["id"], level, place, 0, 0])
    for row, side, (operation, *rest) in pending:
        rows[row][5 + side] = len(rows)
        rows.append([OPERATIONS.index(operation), rest[0], *rows[row][2:5], 0, 0])
    return np.array(rows, dtype=np.int16), starts, counts


EFFECTS, LEVEL_START, LEVEL_COUNT = compile_effects()
OPERATION = EFFECTS[:, 0].copy()
NUMBER = EFFECTS[:, 1].copy()
EFFECT_CARD = EFFECTS[:, 2].copy()
EFFECT_LEVEL = EFFECTS[:, 3].copy()
EFFECT_PLACE = EFFECTS[:, 4].copy()
LEFT = EFFECTS[:, 5].copy()
RIGHT = EFFECTS[:, 6].copy()
