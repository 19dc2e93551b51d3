"""Cards and their ids: `A-oros` to `2-bastos` (section 1 of docs/rules/briscas.md).

Inside the rules a card is a number: 10 times its suit plus its strength, 0 the strongest. Everywhere else it is its id.
"""

from __future__ import annotations

SUITS = ("oros", "copas", "espadas", "bastos")
FACES = ("A", "3", "K", "C", "S", "7", "6", "5", "4", "2")  # from the strongest: ace, three, king, horse, jack, ...
NUMBERS = (1, 3, 12, 11, 10, 7, 6, 5, 4, 2)  # as printed on the cards, in the same order
IDS = tuple(f"{face}-{suit}" for suit in SUITS for face in FACES)
CARD_OF_ID = {name: card for card, name in enumerate(IDS)}


def card_id(card: int) -> str:
    return IDS[card]


def ids(cards: list[int]) -> list[str]:
    return [IDS[card] for card in cards]
