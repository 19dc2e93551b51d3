"""Decks for the lobby (`python -m tapete.games.hearthstone.lobby` rewrites `table/decks.json`)."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tapete.games.hearthstone.cards import FILE
from tapete.games.hearthstone.decks import COMPETITION, DECKS

PATH = Path(__file__).parent / "table" / "decks.json"
SHOWN = (*COMPETITION, "BasicPaladin")
DEAREST = 7  # cards of this cost or more share one column of the curve
CLASSES = {
    "warrior": ("Warrior", "Guerrero"),
    "shaman": ("Shaman", "Chamán"),
    "mage": ("Mage", "Mago"),
    "paladin": ("Paladin", "Paladín"),
    "rogue": ("Rogue", "Pícaro"),
    "warlock": ("Warlock", "Brujo"),
    "priest": ("Priest", "Sacerdote"),
    "hunter": ("Hunter", "Cazador"),
    "druid": ("Druid", "Druida"),
}


def decks() -> list[dict[str, Any]]:
    """Return every deck that can be picked: name, class, number of cards of each cost, and the list."""
    found = []
    for name in SHOWN:
        deck = DECKS["full"][name]
        cards = [FILE.cards[number] for number in deck.cards]
        costs = Counter(min(DEAREST, card.get("cost", 0)) for card in cards)
        lines = Counter((card.get("cost", 0), card["name"]) for card in cards)
        en, es = CLASSES[deck.card_class]
        words = " ".join(word for word in re.findall(r"[A-Z][a-z]+", name) if word.lower() != deck.card_class)
        found.append(
            {
                "id": name,
                "art": deck.card_class,
                "name": {"en": f"{words} {en}", "es": f"{es} {words}"},
                "short": {"en": en, "es": es},
                "curve": [costs[cost] for cost in range(DEAREST + 1)],
                "list": [[cost, title, count] for (cost, title), count in sorted(lines.items())],
            }
        )
    return found


def main() -> None:
    """Write `table/decks.json`."""
    rows = ",\n".join(json.dumps(deck, ensure_ascii=False) for deck in decks())
    PATH.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
