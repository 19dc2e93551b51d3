"""Deck lists: the nine pre-made decks in both variants, the two auxiliary ones, and decks from files and deck codes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from tapete.errors import BadOption, nearest
from tapete.games.hearthstone import deckcodes
from tapete.games.hearthstone.cards import CARD_CLASS, CARDS, CLASSES, FILE, HERO, INDEX, TYPE
from tapete.games.hearthstone.state import DECK

SIZE = 30
HERO_OF = {CLASSES[CARD_CLASS[i]]: i for i in range(CARDS) if TYPE[i] == HERO}
VARIANTS = ("framework", "full")
BY_NAME = {
    card["name"].casefold(): card["id"]
    for group in ("aux", "deck")
    for card in FILE.cards
    if card.get("group") == group
}


@dataclass(frozen=True)
class Deck:
    """Checked deck list: class and cards (card numbers, with repetitions)."""

    name: str
    card_class: str
    cards: tuple[int, ...]

    @property
    def hero(self) -> int:
        return HERO_OF[self.card_class]

    def encoded(self) -> list[int]:
        """Return the row that `deal` reads: hero, number of cards, cards."""
        return [self.hero, len(self.cards), *sorted(self.cards), *[0] * (DECK - len(self.cards))]


def check(name: str, card_class: str, counts: dict[str, int], *, short: bool = False, any_class: bool = False) -> Deck:
    """Return a checked deck; raise an error that names the broken deck rule."""
    if card_class not in HERO_OF:
        raise BadOption(f"deck {name}: there is no class {card_class!r}; {nearest(card_class, HERO_OF)}")
    cards: list[int] = []
    for card_id, count in counts.items():
        if card_id not in INDEX:
            known = INDEX if "_" in card_id else [FILE.cards[INDEX[card]]["name"] for card in BY_NAME.values()]
            raise BadOption(f"deck {name}: there is no card {card_id!r}; {nearest(card_id, known)}")
        card = FILE.cards[INDEX[card_id]]
        if card["type"] not in ("minion", "spell", "weapon") or card["group"] not in ("deck", "aux", "token"):
            raise BadOption(f"deck {name}: {card['name']} ({card_id}) cannot be put into a deck")
        if not any_class and card["class"] not in (card_class, "neutral"):
            raise BadOption(f"deck {name}: {card['name']} is a {card['class']} card, the deck is {card_class}")
        most = 1 if card.get("rarity") == "legendary" else 2
        if not 1 <= count <= most and not any_class:
            raise BadOption(f"deck {name}: {count} copies of {card['name']}; at most {most} are allowed")
        cards += [INDEX[card_id]] * count
    if len(cards) > SIZE or (len(cards) < SIZE and not short):
        raise BadOption(f"deck {name}: {len(cards)} cards; a deck has {SIZE}" + (" at most" if short else ""))
    return Deck(name, card_class, tuple(cards))


def _load() -> dict[str, dict[str, Deck]]:
    lists = json.loads(files("tapete.games.hearthstone").joinpath("decks.json").read_text("utf-8"))
    found: dict[str, dict[str, Deck]] = {variant: {} for variant in VARIANTS}
    for entry in lists:
        for variant in VARIANTS:
            counts = entry.get(variant, entry["full"])
            found[variant][entry["name"]] = check(entry["name"], entry["class"], counts, short=variant == "framework")
    return found


DECKS = _load()
NAMES = tuple(DECKS["full"])
COMPETITION = NAMES[:9]
# The nine full lists for `decks=mixed`: hero, number of cards, cards
MIXED = np.array([DECKS["full"][name].encoded() for name in COMPETITION], dtype=np.int16)


def what(name: str) -> str:
    """Return a line about a deck: class, whether it is one of the competition's nine, number of cards in both lists."""
    full, framework = (DECKS[variant][name] for variant in ("full", "framework"))
    kind = "of the competition's nine" if name in COMPETITION else "auxiliary, not of the competition"
    return f"{full.card_class}, {kind}; {len(framework.cards)} cards in the framework's list, {len(full.cards)} in full"


def find(text: str, variant: str) -> Deck:
    """Return a deck by name, or from the full list that `spelled_out` makes of a file or a deck code."""
    if text in DECKS[variant]:
        return DECKS[variant][text]
    name, parenthesis, rest = text.partition("(")
    if not parenthesis or not rest.endswith(")"):
        raise BadOption(f"deck {text!r} is neither a file nor a known deck; {nearest(text, NAMES)}")
    return parse(name, rest[:-1].split(";"))


def spelled_out(text: str) -> str:
    """Return the value of an option `deck`; files and deck codes are written out, so that results show the cards."""
    if text in NAMES:
        return text
    code = deckcodes.found_in(text)
    if code:
        return f"code({';'.join(deckcodes.lines_of(code))})"
    path = Path(text)
    if not path.is_file():
        return text
    try:
        lines = [line.split("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        raise BadOption(f"deck {text}: this file is not a readable text file") from None
    name = re.sub(r"[^\w.-]", "_", path.stem)
    codes = [line for line in lines if deckcodes.found_in(line)]
    if codes:
        lines = deckcodes.lines_of(codes[0])
    return f"{name}({';'.join(line for line in lines if line)})"


def parse(name: str, lines: Sequence[str]) -> Deck:
    """Return a deck from lines `2 CARD` (name or id), one `class NAME`, and `short` to allow fewer than 30 cards."""
    card_class, short = "", False
    counts: dict[str, int] = {}
    for line in lines:
        words = line.split()
        if len(words) == 2 and words[0] == "class":
            card_class = words[1]
        elif words == ["short"]:
            short = True
        elif len(words) >= 2 and words[0].isascii() and words[0].removesuffix("x").isdecimal():
            card = card_named(" ".join(words[1:]))
            counts[card] = counts.get(card, 0) + int(words[0].removesuffix("x"))
        else:
            raise BadOption(f"deck {name}: expected `class NAME`, `short` or `COUNT CARD`, not {line!r}")
    return check(name, card_class, counts, short=short)


def card_named(text: str) -> str:
    """Return the id of a card given by id or by name, ignoring case; unknown text is returned as it is."""
    return text if text in INDEX else BY_NAME.get(text.casefold(), text)


def code_of(deck: Deck) -> str:
    """Return the deck code of a list."""
    counts = Counter(str(FILE.cards[card]["id"]) for card in deck.cards)
    return deckcodes.encoded(str(FILE.cards[deck.hero]["id"]), counts)
