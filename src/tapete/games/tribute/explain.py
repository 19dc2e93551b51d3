"""Cards, patrons and words of the table as data with a text; the sentences are in `strings/`.

"You" is the player of the card.
"""

from __future__ import annotations

from typing import Any

from tapete.core.strings import Phrase, fill, strings_beside
from tapete.games.tribute.cards import CARDS, LEVELS, NAMES, NUMBER_OF, PATRON_TITLES, PATRONS, SACKING

WORDS = strings_beside(__file__)
GLOSSARY = ("taunt", "combo", "contract", "favour", "prestige", "power", "cooldown")  # words of the table


def effect_phrase(effect: list[Any], style: str = "effect") -> Phrase:
    """Return one effect of the card file as a sentence (`effect`) or in short (`short`)."""
    operation, *rest = effect
    if operation == "either":
        left, right = (effect_phrase(side, style) for side in rest)
        return {"say": f"{style}.either", "left": left, "right": right}
    return {"say": f"{style}.{operation}", "n": rest[0], "card": NAMES[SACKING]}


def effect_text(effect: list[Any], language: str, style: str = "effect") -> str:
    """Return an effect as text in a language."""
    phrase = effect_phrase(effect, style)
    return fill(WORDS[language], phrase["say"], phrase)


def effects_in_short(card: dict[str, Any], language: str) -> str:
    """Return the effects of a card, combos included, on one line."""
    words = WORDS[language]
    levels = []
    for number, level in enumerate(LEVELS, start=1):
        text = ", ".join(effect_text(effect, language, "short") for effect in card.get(level, []))
        if text:
            levels.append(text if number == 1 else fill(words, "short.combo", {"level": number, "effects": text}))
    return "; ".join(levels) or words["short.nothing"]


def card_in_short(name: str, language: str) -> str:
    """Return a card on one line: name, patron, type, cost, effects."""
    words, data = WORDS[language], CARDS[NUMBER_OF[name]]
    return fill(
        words,
        "short.card",
        {
            **data,
            "health": fill(words, "short.health", {"n": data["hp"]}) if "hp" in data else "",
            "taunt": words["short.taunt"] if data.get("taunt") else "",
            "effects": effects_in_short(data, language),
        },
    )


def card_text(data: dict[str, Any], language: str = "en") -> str:
    """Return a card's values, its effects when played, and its combos."""
    words = WORDS[language]
    facts = [fill(words, "card.facts", data)]
    facts += [fill(words, "card.health", {"n": data["hp"]})] if "hp" in data else []
    facts += [words["card.taunt"]] if data.get("taunt") else []
    sentences = [f"{', '.join(facts)}."]
    for number, level in enumerate(LEVELS, start=1):
        if level in data:
            head = fill(words, "card.combo", {"level": number, "patron": data["patron"]}) if number > 1 else ""
            text = head + words["card.then"].join(effect_text(effect, language) for effect in data[level])
            sentences.append(f"{text[0].upper()}{text[1:]}.")
    if "coin_per_knockout" in data:
        sentences.append(fill(words, "card.knockout_coins", {"n": data["coin_per_knockout"]}))
    sentences.append(words.get(f"type.{data['type']}", ""))
    text = " ".join(filter(None, sentences))
    return f"{text[0].upper()}{text[1:]}"


def card(name: str, language: str = "en") -> dict[str, Any] | None:
    """Return a card, a patron or a word of the table as data; None for an unknown name."""
    words = WORDS[language]
    if name in NUMBER_OF:
        data = CARDS[NUMBER_OF[name]]
        found = {
            "name": name,
            "kind": "card",
            "patron": data["patron"],
            "type": data["type"],
            "cost": data["cost"],
            "health": data.get("hp"),
            "taunt": bool(data.get("taunt")),
            "tier": data["tier"],
            "copies": data.get("copies", 0),
            "effects": {level: data[level] for level in LEVELS if level in data},
            "knockout_coins": data.get("coin_per_knockout", 0),
        }
        return {**found, "text": fill(words, "card.name", {"name": name, "text": card_text(data, language)})}
    if name in PATRON_TITLES:
        patron = PATRONS[PATRON_TITLES.index(name)]
        text = fill(words, "card.patron", {"name": name, "text": words[f"patron.{patron}"]})
        return {"name": name, "kind": "patron", "patron": patron, "text": text}
    for word in GLOSSARY:
        if any(name == other[f"glossary.{word}"] for other in WORDS.values()):
            own = words[f"glossary.{word}"]
            text = fill(words, "card.name", {"name": own, "text": words[f"word.{word}"]})
            return {"name": own, "kind": "word", "text": text}
    return None


_terms = (words[f"glossary.{word}"] for words in WORDS.values() for word in GLOSSARY)
EXPLAINED = tuple(dict.fromkeys((*NAMES, *PATRON_TITLES, *_terms)))
