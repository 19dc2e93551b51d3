"""What a card, a suit or a word of the table is, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.errors import BadOption
from tapete.games.briscas.cards import CARD_OF_ID, FACES, IDS, NUMBERS, SUITS
from tapete.games.briscas.rules import POINTS, SEVEN, TWO
from tapete.games.briscas.text import parse_card, plain
from tapete.words import listed

ENGLISH_SUITS = {"oros": "coins", "copas": "cups", "espadas": "swords", "bastos": "clubs"}
TERMS = {  # their names in English and Spanish
    "trump": ("trump", "triunfo"),
    "brisca": ("brisca", "brisca"),
    "trick": ("trick", "baza"),
    "stock": ("stock", "mazo"),
    "exchange": ("exchange", "cambio"),
}
MEANINGS = {
    "en": {
        "trump": "The suit of the card turned up by the deal. The highest trump in a trick takes it, whatever was led.",
        "brisca": "An ace (11 points) or a three (10): the cards worth winning.",
        "trick": "One card from each player. The highest trump takes it, otherwise the highest card of the suit that was led; "
        "its points go to the winner's side, who draws first and leads next.",
        "stock": "The cards not yet dealt, with the face-up trump under them. After each trick everybody draws one, the winner "
        "first; the last to draw gets the face-up card.",
        "exchange": "Where it is played: on your turn the seven of trumps buys the face-up ace, three, king, horse or jack, the "
        "two buys the seven, six, five or four. Everybody sees it, and your turn goes on.",
    },
    "es": {
        "trump": "El palo de la carta que se descubre al repartir. El triunfo más alto se lleva la baza, se haya salido con lo "
        "que se haya salido.",
        "brisca": "Un as (11 puntos) o un tres (10): las cartas que vale la pena ganar.",
        "trick": "Una carta de cada jugador. La gana el triunfo más alto o, si no hay ninguno, la carta más alta del palo de "
        "salida; los puntos son para el bando del ganador, que roba primero y sale en la siguiente.",
        "stock": "Las cartas sin repartir, con el triunfo descubierto debajo. Después de cada baza todos roban una, primero "
        "quien la ganó; el último en robar se lleva la carta descubierta.",
        "exchange": "Si se juega con ello: en tu turno, el siete de triunfos se cambia por el as, el tres, el rey, el caballo o "
        "la sota descubiertos, y el dos por el siete, el seis, el cinco o el cuatro. Todos lo ven, y sigues teniendo el turno.",
    },
}
NAMES = (*IDS, *SUITS, *dict.fromkeys(name for names in TERMS.values() for name in names))


def card(name: str, language: str, options: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
    """A card, a suit or a term; None where it is none of them. Without options, of the game with all its rules."""
    exchange = options is None or options["exchange"] == "on"
    folded = name.casefold()
    if folded in SUITS:
        return suit_of(folded, language)
    for term, names in TERMS.items():
        if folded in names:
            called = names[("en", "es").index(language)]
            return {"name": called, "kind": "term", "text": f"{called.capitalize()}: {MEANINGS[language][term]}"}
    if name in CARD_OF_ID:
        return card_of(CARD_OF_ID[name], language, exchange)
    try:
        return card_of(parse_card(name), language, exchange)
    except BadOption:
        return None


def card_of(number: int, language: str, exchange: bool) -> dict[str, Any]:
    words = plain(language)
    strength, suit = number % 10, SUITS[number // 10]
    points = int(POINTS[number])
    name = words[f"name.{IDS[number]}"]
    text = f"{name.capitalize()}: {worth(points, language)}. {rank(strength, language)}"
    if exchange and strength in (SEVEN, TWO):
        text += " " + buys(strength, language)
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


def worth(points: int, language: str) -> str:
    if language == "en":
        return f"{points} points" if points else "no points"
    return f"{points} puntos" if points else "no vale puntos"


def with_articles(faces: Sequence[str], language: str) -> list[str]:
    """`the ace`, `la sota`: the article of a card's name, then its face."""
    words = plain(language)
    return [f"{words[f'the.{face}-oros'].split()[0]} {words[f'face.{face}']}" for face in faces]


def rank(strength: int, language: str) -> str:
    """Which cards of its suit beat it."""
    stronger = listed(plain(language), with_articles(FACES[:strength], language))
    if strength == 0:
        return "Nothing of its suit beats it." if language == "en" else "Ninguna carta de su palo le gana."
    if strength == len(FACES) - 1:
        return "The weakest of its suit." if language == "en" else "La más baja de su palo."
    if language == "en":
        return f"In its suit {stronger} {'beats' if strength == 1 else 'beat'} it."
    return f"En su palo le {'gana' if strength == 1 else 'ganan'} {stronger}."


def buys(strength: int, language: str) -> str:
    """What the seven and the two can be exchanged for as trumps."""
    bought = with_articles(FACES[:SEVEN] if strength == SEVEN else FACES[SEVEN:TWO], language)
    first, last = ", ".join(bought[:-1]), bought[-1]
    if language == "en":
        return f"As a trump it can be exchanged for {first} or {last} under the stock, where that is played."
    return f"Si es triunfo, puede cambiarse por {first} o {last} bajo el mazo, si se juega con cambio."


def suit_of(suit: str, language: str) -> dict[str, Any]:
    if language == "en":
        text = f"{suit.capitalize()}: the suit of {ENGLISH_SUITS[suit]}. Ten cards, 30 points."
    else:
        text = f"{suit.capitalize()}: uno de los cuatro palos. Diez cartas, 30 puntos."
    return {"name": suit, "kind": "suit", "points": 30, "text": text}
