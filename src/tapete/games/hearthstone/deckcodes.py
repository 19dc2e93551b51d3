"""Deck codes, as players share decks: base64 of card numbers.

`card_numbers.json` holds the numbers of the cards of these rules, taken from the game's own card database (PyPI package
`hearthstone_data`, build 255790): for each card the number of its first printing, then those of later printings.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files

from tapete.errors import BadOption
from tapete.games.hearthstone.cards import FILE, INDEX

VERSION, WILD = 1, 1  # version of the format; the code's card format (wild, standard) is ignored
CODE = re.compile(r"AAE[A-Za-z0-9+/_-]{9,}={0,2}")
LISTED = 6  # unknown cards that a message names

NUMBERS: dict[str, list[int]] = json.loads(
    files("tapete.games.hearthstone").joinpath("card_numbers.json").read_text("utf-8")
)
CARD_OF = {number: card for card, numbers in NUMBERS.items() for number in numbers}


def found_in(text: str) -> str | None:
    """Return the deck code in a text: alone, or on a line of its own among the lines that the game copies with it."""
    for line in text.splitlines():
        if CODE.fullmatch(line.strip()):
            return line.strip()
    return None


def numbers_of(data: bytes) -> Iterator[int]:
    """Yield numbers of seven bits per byte, lowest first; the highest bit says that another byte follows."""
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0
    if shift:
        raise BadOption("this deck code ends in the middle of a number; copy it whole")


def bytes_of(number: int) -> bytes:
    made = []
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])


def decoded(code: str) -> tuple[int, dict[int, int]]:
    """Return the number of the hero, and the copies of each card by its number."""
    plain = code.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise BadOption("this deck code cannot be read; copy it whole") from None
    stream = numbers_of(data)
    try:
        reserved, version, _, heroes = (next(stream) for _ in range(4))
        if reserved or version != VERSION or heroes != 1:
            raise BadOption("this deck code has an unknown format")
        hero = next(stream)
        cards: Counter[int] = Counter()
        for copies in (1, 2, None):
            for _ in range(next(stream)):
                number = next(stream)
                cards[number] += next(stream) if copies is None else copies
    except (StopIteration, RuntimeError):  # a generator that ends early
        raise BadOption("this deck code ends too early; copy it whole") from None
    return hero, dict(cards)


def lines_of(code: str) -> list[str]:
    """Return the lines of a deck file for a code; raise one error for all cards that these rules do not have."""
    hero, cards = decoded(code)
    unknown = [number for number in cards if number not in CARD_OF]
    if unknown:
        listed = ", ".join(map(str, sorted(unknown)[:LISTED])) + (", ..." if len(unknown) > LISTED else "")
        one = len(unknown) == 1
        raise BadOption(
            f"this deck code holds {len(unknown)} {'card' if one else 'cards'} that these rules do not have "
            f"({'number' if one else 'numbers'} {listed}); {len(cards) - len(unknown)} of its {len(cards)} are known"
        )
    counts: Counter[str] = Counter()
    for number, copies in cards.items():
        counts[CARD_OF[number]] += copies
    return [f"class {class_of(hero, counts)}", *(f"{copies} {card}" for card, copies in counts.items())]


def class_of(hero: int, counts: Mapping[str, int]) -> str:
    """Return the class of a hero; if the hero is unknown (an alternate portrait), the class of the cards."""
    known = CARD_OF.get(hero)
    classes = [FILE.cards[INDEX[card]]["class"] for card in ([known] if known else counts)]
    own = [name for name in classes if name != "neutral"]
    if not own:
        raise BadOption(f"this deck code names an unknown hero (number {hero}) and no class card")
    return str(own[0])


def encoded(hero: str, counts: Mapping[str, int]) -> str:
    """Return the code of a deck, given the ids of its hero and its cards."""
    try:
        numbers = sorted((NUMBERS[card][0], copies) for card, copies in counts.items())
    except KeyError as missing:
        raise BadOption(f"{missing.args[0]} has no number, so it cannot be in a deck code") from None
    single, double = ([number for number, copies in numbers if copies == n] for n in (1, 2))
    more = [pair for pair in numbers if pair[1] > 2]
    stream = [0, VERSION, WILD, 1, NUMBERS[hero][0], len(single), *single, len(double), *double, len(more)]
    stream += [value for pair in more for value in pair]
    return base64.b64encode(b"".join(bytes_of(number) for number in stream)).decode()
