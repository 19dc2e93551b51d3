"""Readable names for numbers in a record: choices, endings, effects."""

from __future__ import annotations

from typing import Any

from tapete.games.tribute import cards
from tapete.games.tribute.state import (
    ACQUIRE,
    DESTROYING,
    DISCARD,
    DONATING,
    EFFECT,
    FAVOUR,
    HLAALU_CHOICE,
    KNOCKING_OUT,
    PELIN_CHOICE,
    PRESTIGE_40,
    PRESTIGE_80,
    PSIJIC_CHOICE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    TOSSING,
    TREASURY_CHOICE,
    TURN_LIMIT,
)

CHOICES = {
    EFFECT: "effect",
    REPLACE: "replace",
    ACQUIRE: "acquire",
    DESTROYING: "destroy",
    DISCARD: "discard",
    RETURN: "return",
    RETURN_AGENT: "return_agent",
    TOSSING: "toss",
    KNOCKING_OUT: "knockout",
    DONATING: "donate",
    HLAALU_CHOICE: "hlaalu",
    PELIN_CHOICE: "pelin",
    PSIJIC_CHOICE: "psijic",
    TREASURY_CHOICE: "treasury",
}
# Operation that opens a choice; the other choices are opened by a call of the patron of that name
OPENED_BY = {
    EFFECT: cards.EITHER,
    REPLACE: cards.REPLACE_TAVERN,
    ACQUIRE: cards.ACQUIRE_TAVERN,
    DESTROYING: cards.DESTROY,
    DISCARD: cards.OPP_DISCARD,
    RETURN: cards.RETURN_TOP,
    RETURN_AGENT: cards.RETURN_AGENT_TOP,
    TOSSING: cards.TOSS,
    KNOCKING_OUT: cards.KNOCKOUT,
    DONATING: cards.DONATE,
}
ENDINGS = {PRESTIGE_80: "prestige_80", FAVOUR: "favour", PRESTIGE_40: "prestige_40", TURN_LIMIT: "turn_limit"}

# The "either" row that a row is a side of, and which side
SIDE_OF = {
    int(sides[row]): (row, side)
    for side, sides in enumerate((cards.LEFT, cards.RIGHT))
    for row in range(len(cards.EFFECTS))
    if cards.OPERATION[row] == cards.EITHER
}
ROW_OF = {
    (int(cards.EFFECT_CARD[row]), int(cards.EFFECT_LEVEL[row]), int(cards.EFFECT_PLACE[row])): row
    for row in range(len(cards.EFFECTS))
    if row not in SIDE_OF
}


def effect_of(row: int) -> dict[str, Any]:
    """Return an effect row as data: operation and number, or the two sides of an "either"."""
    if cards.OPERATION[row] == cards.EITHER:
        return {"effect": "either", "sides": [effect_of(int(cards.LEFT[row])), effect_of(int(cards.RIGHT[row]))]}
    return {"effect": cards.OPERATIONS[cards.OPERATION[row]], "number": int(cards.NUMBER[row])}


def source_of(row: int) -> dict[str, Any]:
    """Return the place of an effect row: card, level from 1 to 4, index in the level, side of an "either" (or None)."""
    whole, side = SIDE_OF.get(row, (row, None))
    return {
        "card": cards.NAMES[cards.EFFECT_CARD[whole]],
        "level": int(cards.EFFECT_LEVEL[whole]) + 1,
        "place": int(cards.EFFECT_PLACE[whole]),
        "side": side,
    }
