"""Explanations of a card, a disaster, a dinosaur or a term of the table, under the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.strings import fill, strings_beside
from tapete.games.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, FILE, IDS

WORDS = strings_beside(__file__)
TERMS = ("rules", "goal", "score", "trait", "effect", "instant", "disaster", "sudden death")
OFFICIAL: Mapping[str, Any] = {"preset": "official", "players": 4, "two_player": False}


def rules_from(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that texts depend on, from the options of a game."""
    players = options["players"]
    return {
        "preset": options["preset"],
        "players": players,
        "two_player": bool(options["two_player_mode"]) and players == 2,
    }


def help_of(card: str, language: str, rules: Mapping[str, Any] = OFFICIAL) -> str | None:
    """Return the text of a card's effect under the rules in force; None for a card without effect."""
    words = WORDS[language]
    if rules["preset"] == "thesis" and f"help.{card}.thesis" in words:
        return words[f"help.{card}.thesis"]
    if rules["preset"] == "official" and rules["players"] == 2 and f"help.{card}.two_players" in words:
        return words[f"help.{card}.two_players"]
    return words.get(f"help.{card}")


def fatal_of(language: str, rules: Mapping[str, Any]) -> str:
    """Return a sentence on the disasters that eliminate a player."""
    return WORDS[language]["fatal.two_players" if rules["two_player"] else "fatal"]


def identified(name: str) -> str | None:
    """Return the id of a name in any language and case; None for an unknown name."""
    wanted = name.strip().casefold()
    for known in (*IDS, *DISASTERS, *DINOSAURS):
        if wanted == known.casefold() or any(wanted == words[f"name.{known}"].casefold() for words in WORDS.values()):
            return known
    return next((term for term in TERMS if any(wanted == words[f"word.{term}"] for words in WORDS.values())), None)


def explain(name: str, language: str, rules: Mapping[str, Any] = OFFICIAL) -> dict[str, Any] | None:
    """Explain a name on the table, as data with a `text`; None for an unknown name."""
    words, known = WORDS[language], identified(name)
    if known in IDS:
        return explain_card(CARDS[IDS.index(known)], language, rules)
    if known in DISASTERS:
        members: dict[str, Any] = {"id": known, "name": words[f"name.{known}"], "kind": "disaster"}
        wild = words["help.wild" if known == "meteor" else "help.kind"]
        data = {**members, "code": f"({known})", "wild": wild, "fatal": fatal_of(language, rules)}
        return {**members, "wild": known == "meteor", "text": fill(words, "help.disaster", data)}
    if known in DINOSAURS:
        traits = FILE["dinosaurs"][DINOSAURS.index(known)]["traits"]
        members = {"id": known, "name": words[f"name.{known}"], "kind": "dinosaur", "traits": traits}
        shown = [fill(words, "help.trait", {"sign": f"{n:+d}", "disaster": d}) for d, n in traits.items()]
        return {
            **members,
            "text": fill(words, "help.dinosaur", {**members, "code": f"({known})", "traits": ", ".join(shown)}),
        }
    if known is not None:
        key = "rules.flow" if known == "rules" else f"term.{known}"
        title = words[f"word.{known}"]
        text = fill(words, key, {"fatal": fatal_of(language, rules)})
        return {"id": known, "name": title, "kind": "rules" if known == "rules" else "word", "text": text}
    return None


def explain_card(card: Mapping[str, Any], language: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    words = WORDS[language]
    point = "value" in card
    found: dict[str, Any] = {
        "id": card["id"],
        "name": words[f"name.{card['id']}"],
        "kind": "point" if point else "instant",
        "copies": card["copies"],
        "effect": card.get("effect"),
        "help": help_of(card["id"], language, rules) or words["help.no_effect"],
    }
    if point:
        found["value"] = card["value"]
    kind = fill(words, "help.point_card", found) if point else words["help.instant_card"]
    return {**found, "text": fill(words, "help.card", {**found, "code": f"({card['id']})", "kind": kind})}


def card(name: str, language: str) -> dict[str, Any] | None:
    """Explain a name under the published rules."""
    return explain(name, language)


def card_under(name: str, language: str, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Explain a name under the options of a game."""
    return explain(name, language, rules_from(options))


EXPLAINED = (
    *(words[f"name.{name}"] for words in WORDS.values() for name in IDS),
    *IDS,
    *TERMS,
    *DISASTERS,
    *DINOSAURS,
    *(WORDS["es"][f"word.{term}"] for term in TERMS),
    *dict.fromkeys(words[f"name.{name}"] for words in WORDS.values() for name in (*DISASTERS, *DINOSAURS)),
)
