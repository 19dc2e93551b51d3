"""Text of Briscas at a terminal: the table, moves and events in words, and parsing of typed moves."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.presentation import Description, Event
from tapete.core.state import State
from tapete.core.strings import Phrase, Words, fill, strings_beside
from tapete.errors import BadOption
from tapete.games.briscas.cards import CARD_OF_ID
from tapete.games.briscas.rules import CARDS, POINTS

WORDS = strings_beside(__file__)


# The table


def table(description: Description, language: str) -> str:
    """Return the table: trump, stock, points, the last trick, known cards, the trick on the table, and the hand."""
    words = WORDS[language]
    observer, trump = description["observer"], description["trump"]
    lines = [fill(words, "table.trump", {"suit": trump, "stock": stock_text(description, words)})]
    sides = [side_text(side, words) for side in description["sides"]]
    lines.append("   ".join([words["table.points"], *sides]))
    if description["tricks"]:
        lines.append(last_trick_text(description, words))
    for seat, player in enumerate(description["players"]):
        if observer is None:
            hand = by_strength(player["hand"])
            lines.append(fill(words, "table.holds", {"seat": seat, "cards": hand}))
        elif seat != observer and player["known"]:
            lines.append(fill(words, "table.known", {"seat": seat, "cards": player["known"]}))
    trick = description["trick"]
    if trick:
        played = ",  ".join(fill(words, "table.played", play) for play in trick)
        lines.append(fill(words, "table.trick", {"played": played}))
        lines += drawn([play["card"] for play in trick], trump, words)
    if observer is not None:
        hand = by_strength(description["players"][observer]["hand"])
        lines.append(fill(words, "table.hand" if hand else "table.no_hand", {"seat": observer}))
        if hand:
            lines += drawn(hand, trump, words)
    if description["over"]:
        lines.append(words["phase.over"])
    return "\n".join(lines)


def by_strength(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=CARD_OF_ID.__getitem__)


def stock_text(description: Description, words: Words) -> str:
    stock = description["stock"]
    if description["options"]["thesis_engine"]:
        return fill(words, "table.stock_thesis", {"card": description["turned"], "left": stock["left"]})
    if stock["left"] > 0:
        return fill(words, "table.stock", {"card": stock["face_up"], "left": stock["left"]})
    return words["table.stock_empty"]


def side_text(side: Mapping[str, Any], words: Words) -> str:
    seats = side["seats"]
    key = "table.pair" if len(seats) == 2 else "table.side"
    return fill(words, key, {"seat": seats[0], "partner": seats[-1], "points": side["points"]})


def last_trick_text(description: Description, words: Words) -> str:
    """Return the cards of the last trick, its winner and its points."""
    trick, observer = description["tricks"][-1], description["observer"]
    shown = words["table.plays_joint"].join(fill(words, "table.play", play, reader=observer) for play in trick["cards"])
    data = {"plays": shown, "seat": trick["winner"], "points": trick["points"]}
    return fill(words, "table.last_trick", data, reader=observer)


def drawn(cards: Sequence[str], trump: str, words: Words) -> list[str]:
    """Draw cards side by side as text."""
    rows = ["", "", "", "", ""]
    for card in cards:
        face, suit = card.split("-")
        worth = int(POINTS[CARD_OF_ID[card]]) or ""
        mark = "*" if suit == trump else ""
        lines = (
            "┌───────┐",
            f"│{words[f'drawn.{face}']:<4}{worth:>3}│",
            f"│{words[f'name.{suit}']:^7}│",
            f"│{mark:>7}│",
            "└───────┘",
        )
        rows = [row + ("" if not row else " ") + line for row, line in zip(rows, lines, strict=True)]
    return rows


# Events


def event_phrase(event: Event, reader: int | None) -> Phrase:
    """Return an event as a sentence."""
    kind = event["kind"]
    phrase: Phrase = {"say": f"event.{kind}"}
    if kind in ("won", "won_by_cards", "tie"):
        seats = event["seats"]
        phrase["winners"] = sorted(seats, key=lambda seat: seat != reader)
        if kind == "tie":
            phrase["say"] += "" if event["sides"] == 2 and not event["others"] else ".many"
        elif seats == [reader]:
            phrase["say"] += ".you"
        elif len(seats) > 1:
            phrase["say"] += ".many"
    elif kind == "unfinished":
        phrase["count"] = len(event["cards"])
    return {"say": "sentence", "of": phrase}


# Parsing

FACE_SPELLINGS = (
    {"a", "1", "ace", "as"},
    {"3", "three", "tres"},
    {"k", "r", "12", "king", "rey"},
    {"c", "h", "11", "horse", "knight", "caballo"},
    {"s", "j", "10", "jack", "knave", "sota"},
    {"7", "seven", "siete"},
    {"6", "six", "seis"},
    {"5", "five", "cinco"},
    {"4", "four", "cuatro"},
    {"2", "two", "dos"},
)
SUIT_SPELLINGS = (
    {"oros", "oro", "o", "coins", "coin"},
    {"copas", "copa", "c", "cups", "cup"},
    {"espadas", "espada", "e", "swords", "sword"},
    {"bastos", "basto", "b", "clubs", "club"},
)
SPELLINGS = {
    face + suit: card
    for card in range(CARDS)
    for face in FACE_SPELLINGS[card % 10]
    for suit in SUIT_SPELLINGS[card // 10]
}
EXCHANGE = ("ex", "swap", "camb", "interc")  # prefixes of words for it
FILLERS = {
    *("play", "lead", "the", "of", "with", "and", "card"),
    *("jugar", "juego", "juega", "echar", "echo", "tirar", "tiro", "salir", "salgo", "con", "el", "la", "de", "carta"),
}


def tokens(text: str) -> list[str]:
    """Return the words of a text without accents, case and fillers."""
    folded = unicodedata.normalize("NFD", text.lower())
    letters = "".join(c for c in folded if not unicodedata.combining(c)).replace("-", " ")
    return [word for word in letters.split() if word not in FILLERS]


def parse_card(text: str) -> int:
    """Return the card of a name: `A-copas`, `ac`, `ace of copas`, `as de copas`, `1 de copas`."""
    card = SPELLINGS.get("".join(tokens(text)))
    if card is None:
        raise BadOption(f"{text!r} is not a card; a card is like A-copas, 7-oros or Kb")
    return card


def parse(state: State, text: str) -> int | None:
    """Return the action of a card's name, of a face that only one legal card has, or of `exchange` if one is legal."""
    words = tokens(text)
    legal = state.legal()
    if words and words[0].startswith(EXCHANGE):
        exchanges = [action for action in legal if action >= CARDS]
        return exchanges[0] if len(exchanges) == 1 else None
    typed = "".join(words)
    if typed in SPELLINGS:
        return SPELLINGS[typed]
    of_face = [action for action in legal if action < CARDS and typed in FACE_SPELLINGS[action % 10]]
    return of_face[0] if len(of_face) == 1 else None
