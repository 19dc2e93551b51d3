"""Explanations of the names on a table of Catan: goal, costs, pieces, cards, resources, robber, trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.strings import LANGUAGES, fill
from tapete.games.catan.board import RESOURCES, TERRAIN
from tapete.games.catan.describe import COSTS, some
from tapete.games.catan.options import OPTIONS
from tapete.games.catan.state import CARD_KINDS, CITIES, DECK_COUNTS, SETTLEMENTS
from tapete.games.catan.text import WORDS

KINDS = {
    "goal": "rule",
    "costs": "rule",
    "turn": "rule",
    "setup": "rule",
    "road": "piece",
    "settlement": "piece",
    "city": "piece",
    "card": "card",
    "knight": "card",
    "victory_point": "card",
    "road_building": "card",
    "year_of_plenty": "card",
    "monopoly": "card",
    "robber": "rule",
    "harbour": "rule",
    "bank": "rule",
    "offer": "rule",
    "longest_road": "bonus",
    "largest_army": "bonus",
    "dots": "rule",
    "desert": "terrain",
    **dict.fromkeys(RESOURCES, "resource"),
}


def names_of(entry: str, language: str) -> list[str]:
    """Return the names of an entry; those after the first are synonyms."""
    words = WORDS[language]
    return words[f"explain.{entry}.names"].split(", ") if entry not in RESOURCES else [words[f"name.{entry}"]]


_ids = {
    name.casefold(): entry
    for entry in KINDS
    for name in (*(name for language in LANGUAGES for name in names_of(entry, language)), entry)
}
NAMES = tuple(dict.fromkeys(name for entry in KINDS for language in LANGUAGES for name in names_of(entry, language)))


def card(name: str, language: str) -> dict[str, Any] | None:
    """Explain a name in the standard game."""
    return card_under(name, language, {option.name: option.default for option in OPTIONS})


def card_under(name: str, language: str, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Explain a name of either language: its kind, numbers and a text; None for an unknown name."""
    entry = _ids.get(name.casefold())
    if entry is None:
        return None
    words, kind = WORDS[language], KINDS[entry]
    found: dict[str, Any] = {"id": entry, "name": names_of(entry, language)[0], "kind": kind}
    if entry in COSTS:
        found["cost"] = some(COSTS[entry])
    stocks = {"road": options["roads"], "settlement": SETTLEMENTS, "city": CITIES, "bank": options["bank"] or None}
    if entry in stocks:
        found["stock"] = stocks[entry]
    if entry in CARD_KINDS:
        found["count"] = DECK_COUNTS[CARD_KINDS.index(entry)]
    data = {**under(options), "stock": found.get("stock")}
    if entry in RESOURCES:
        data |= {"hexes": TERRAIN.tolist().count(RESOURCES.index(entry)), "uses": words[f"uses.{entry}"]}
    found["text"] = fill(words, "explain.resource" if entry in RESOURCES else f"explain.{entry}", data)
    return found


def under(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of the texts that depend on the options of a game."""
    offers, bank = options["max_offers"], options["bank"]
    limit = f"rule.limit.{options['shortage'] if bank else 'none'}"
    return {
        "points": options["points"],
        "own_turn": {"say": "rule.own_turn"} if options["win"] == "own_turn" else "",
        "before_roll": {"say": "rule.before_roll"} if options["cards_before_roll"] else "",
        "limit": {"say": limit, "stock": bank},
        "offers": {"say": "rule.offers" if offers else "rule.offers.none", "n": offers},
        "close": {"say": f"rule.close.{options['trade_close']}"},
    }
