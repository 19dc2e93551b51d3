"""Sentences as data: how moves and events, which are plain dictionaries, become text in a language.

A game's words are one flat mapping per language, from a key to a template. The keys of a move are `move.KIND`, of an event
`event.KIND`, of a name `name.ID`; others are the game's own. A template holds places to fill:

    {card}            the value: a number as it is, a text by its `name.` where there is one, a list joined by commas
    {to:seat}         the value is a seat: "you" for the reader, a name the table gives, or "seat 1"
    {n:card|cards}    the first for 1, the second otherwise (the number itself is not written)
    {cards:and}       a list joined by commas and a last "and"

A key with `.you` behind it (`event.trick.you`) is used instead where the `seat` of the data is the reader's, so that others'
moves are not worded as the reader's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Words = Mapping[str, str]
LANGUAGES = ("en", "es")

COMMON: dict[str, dict[str, str]] = {
    "en": {
        "seat": "seat {seat}",
        "you": "you",
        "and": "and",
        "move.hidden": "chooses in secret",
        "event.hidden": "{seat:seat} chooses in secret",
        "move.action": "{text}",
        "yes": "yes",
        "no": "no",
    },
    "es": {
        "seat": "jugador {seat}",
        "you": "tú",
        "and": "y",
        "move.hidden": "elige en secreto",
        "event.hidden": "{seat:seat} elige en secreto",
        "move.action": "{text}",
        "yes": "sí",
        "no": "no",
    },
}

_PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def fill(
    words: Words,
    key: str,
    data: Mapping[str, Any],
    *,
    reader: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """The sentence of a key with its places filled from the data, for a reader's eyes."""
    if reader is not None and data.get("seat") == reader and f"{key}.you" in words:
        key = f"{key}.you"

    def filled(match: re.Match[str]) -> str:
        value, kind = data[match[1]], match[2]
        if kind == "seat":
            return seat_name(words, value, reader=reader, names=names)
        if kind and "|" in kind:
            return kind.split("|")[0 if value == 1 else 1]
        if kind == "and":
            return listed(words, [named(words, item) for item in value])
        return named(words, value)

    return _PLACE.sub(filled, words[key])


def named(words: Words, value: Any) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    if isinstance(value, (list, tuple)):
        return ", ".join(named(words, item) for item in value)
    if isinstance(value, float):
        return f"{value:g}"
    return words.get(f"name.{value}", str(value))


def seat_name(words: Words, seat: int, *, reader: int | None = None, names: Sequence[str] | None = None) -> str:
    """A seat as a reader calls it."""
    if seat == reader:
        return words["you"]
    if names is not None:
        return names[seat]
    return words["seat"].replace("{seat}", str(seat))


def listed(words: Words, items: Sequence[str]) -> str:
    """Items joined as in a sentence: one, two and three."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {words['and']} {items[-1]}"


def places(template: str) -> set[str]:
    """The members of the data that a template needs."""
    return {match[1] for match in _PLACE.finditer(template)}
