"""Explanations of a card, a suit or a term of the table, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.strings import LANGUAGES, Words, fill
from tapete.errors import BadOption
from tapete.games.briscas.cards import CARD_OF_ID, FACES, IDS, NUMBERS, SUITS
from tapete.games.briscas.rules import POINTS, SEVEN, TWO
from tapete.games.briscas.text import WORDS, parse_card

TERMS = ("trump", "brisca", "trick", "stock", "exchange")
NAMES = (*IDS, *SUITS, *dict.fromkeys(WORDS[language][f"term.{term}"] for term in TERMS for language in LANGUAGES))


def card(name: str, language: str, options: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
    """Explain a card, a suit or a term (None for any other name). Without options: of the game with all its rules."""
    exchange = options is None or options["exchange"] == "on"
    folded = name.casefold()
    if folded in SUITS:
        return {"name": folded, "kind": "suit", "points": 30, "text": WORDS[language][f"explain.suit.{folded}"]}
    for term in TERMS:
        if folded in (words[f"term.{term}"] for words in WORDS.values()):
            called, meaning = WORDS[language][f"term.{term}"], WORDS[language][f"meaning.{term}"]
            return {"name": called, "kind": "term", "text": f"{called.capitalize()}: {meaning}"}
    if name in CARD_OF_ID:
        return card_of(CARD_OF_ID[name], language, exchange)
    try:
        return card_of(parse_card(name), language, exchange)
    except BadOption:
        return None


def card_of(number: int, language: str, exchange: bool) -> dict[str, Any]:
    words = WORDS[language]
    strength, suit = number % 10, SUITS[number // 10]
    points = int(POINTS[number])
    name = words[f"name.{IDS[number]}"]
    text = f"{name.capitalize()}: {worth(points, words)}. {rank(strength, words)}"
    if exchange and strength in (SEVEN, TWO):
        text += " " + buys(strength, words)
    return {
        "name": name,
        "kind": "card",
        "id": IDS[number],
        "suit": suit,
        "number": NUMBERS[strength],
        "points": points,
        "strength": len(FACES) - strength,
        "text": text,
    }


def worth(points: int, words: Words) -> str:
    return fill(words, "explain.worth" if points else "explain.worth.none", {"points": points})


def with_articles(faces: Sequence[str], words: Words) -> list[str]:
    """Return faces with their articles: `the ace`, `la sota`."""
    return [words[f"face.the.{face}"] for face in faces]


def rank(strength: int, words: Words) -> str:
    """Return a sentence on the cards of its suit that beat it."""
    if strength == 0:
        return words["explain.rank.highest"]
    if strength == len(FACES) - 1:
        return words["explain.rank.lowest"]
    return fill(words, "explain.rank", {"stronger": with_articles(FACES[:strength], words), "count": strength})


def buys(strength: int, words: Words) -> str:
    """Return a sentence on the cards for which the seven or the two of trumps can be exchanged."""
    *first, last = with_articles(FACES[:SEVEN] if strength == SEVEN else FACES[SEVEN:TWO], words)
    return fill(words, "explain.buys", {"first": first, "last": last})
