"""Card texts of `what NAME`: they contain everything that the card file says."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import tapete
from tapete.errors import BadOption
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import explain as e
from tapete.games.hearthstone.names import MARKS
from tapete.games.hearthstone.text import WORDS

CARDS = c.FILE.cards[1:]
READ = {
    # printed values and keywords
    "Al'Akir the Windlord": "Shaman minion, 8 mana, 3/5, elemental, taunt, charge, divine shield, windfury.",
    # targets, spell damage, created cards
    "Jade Lightning": "Shaman spell, 4 mana. On any character: deals 4 damage to it (more with spell damage), then summons a "
    "Jade Golem (1/1 larger than your last) at the right end.",
    "Hex": "Shaman spell, 4 mana. On any minion: turns it into a Frog (0/1 beast with taunt).",
    "Execute": "Warrior spell, 2 mana. On a damaged enemy minion: destroys it.",
    # a battlecry and a deathrattle
    "Houndmaster": "Hunter minion, 4 mana, 4/3. Battlecry, on a friendly beast (if possible): gives it +2/+2 and taunt.",
    "Savannah Highmane": "Hunter minion, 6 mana, 6/5, beast. Deathrattle: summons 2 Hyenas (2/2 beast) in its place.",
    # conditions and alternatives
    "Drakonid Operative": "Priest minion, 5 mana, 5/6, dragon. Battlecry: if you hold a dragon and the opponent's deck has "
    "cards, offers you three cards of the opponent's deck: the one you choose goes to your hand.",
    "Kill Command": "Hunter spell, 3 mana. On any character: if you have a beast in play, deals 5 damage to it (more with spell "
    "damage); otherwise deals 3 damage to it (more with spell damage).",
    # combo, with and without a plain effect
    "Cold Blood": "Rogue spell, 2 mana. On any minion: gives it +2 attack. If you have played another card before it this turn, "
    "instead: gives it +4 attack.",
    "Edwin VanCleef": "Rogue minion, 3 mana, 2/2. If you have played another card before it this turn: gives itself attack and "
    "health equal to twice the number of other cards you have played this turn.",
    # choices, costs, auras, secrets, triggers, weapons
    "Druid of the Saber": "Druid minion, 2 mana, 2/1. Choose one: Lion Form (turns itself into a Druid of the Saber (2/1 beast "
    "with charge)) or Panther Form (turns itself into a Druid of the Saber (3/2 beast with stealth)).",
    "Second-Rate Bruiser": "Neutral minion, 5 mana, 4/5, taunt, costs less by 2 if the opponent has 3 minions or more.",
    "Southsea Captain": "Neutral minion, 3 mana, 3/3, pirate. Your other pirates have +1/+1.",
    "Ice Block": "Mage spell, 3 mana, secret. When damage would kill your hero: prevents that damage, then gives your hero "
    "immunity until the end of the turn.",
    "Knife Juggler": "Neutral minion, 2 mana, 2/2. After another minion of yours is summoned: deals 1 damage to one of the enemy "
    "hero and minions at random.",
    "Eaglehorn Bow": "Hunter weapon, 3 mana, 3 attack, 2 durability. Whenever a secret of yours is revealed: gives itself +1 "
    "durability.",
    # a hero, a hero power, a token, several cards of one name
    "Thrall": "Shaman hero, 30 health, hero power Totemic Call.",
    "Totemic Call": "Shaman hero power, 2 mana, only if your board has room and a basic totem is not in play on your side. Summons "
    "a random basic totem that you do not have in play (Searing Totem, Stoneclaw Totem, Wrath of Air Totem or Healing Totem) at "
    "the right end.",
    "Wrath of Air Totem": "Shaman minion, 1 mana, 0/2, totem, spell damage +1.",
    "Kingsblood": "Neutral spell, lesser potion ingredient, 1 mana. You draw a card. Or: Neutral spell, greater potion "
    "ingredient, 5 mana. You draw 2 cards. Or: Neutral spell, superior potion ingredient, 10 mana. You draw 3 cards.",
    "Jade Golem": "Neutral minion, 1 mana, 1/1. Up to: Neutral minion, 10 mana, 30/30.",
}


def operations(value: Any) -> Iterator[dict[str, Any]]:
    """Yield all operations in an effect, nested ones too."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for part in value.values():
            yield from operations(part)
    elif isinstance(value, list):
        for part in value:
            yield from operations(part)


@pytest.mark.parametrize("name", READ)
def test_card_text_in_english(name: str) -> None:
    assert e.explain(name) == f"{name}: {READ[name]}"


@pytest.mark.parametrize("language", e.WRITERS)
def test_everything_in_the_card_file_has_a_phrase(language: str) -> None:
    phrases = {table: set() for table in ("trigger", "do", "selector", "condition", "expression", "pool", "position")}
    for table, _, name in (key.partition(".") for key in WORDS[language]):
        phrases.get(table, set()).add(name.removesuffix(".one"))
    effects = [effect for card in CARDS for effect in card.get("effects", [])]
    found = list(operations(effects))
    rules = [card["cost_rule"] for card in CARDS if "cost_rule" in card]
    selected = [o[k] for o in found for k in ("to", "of") if k in o]
    numbers = [value for o in found for value in o.values()] + [rule["by"] for rule in rules]
    conditional = [*effects, *rules, *({"if": card.get("playable_if", [])} for card in CARDS)]
    used = {
        "trigger": {effect["on"] for effect in effects},
        "do": {o["op"] for o in found},
        "selector": {s["sel"] if isinstance(s, dict) else s for s in selected},
        "condition": {condition for given in conditional for condition in given.get("if", [])}
        | {o["while"] for o in found if "while" in o},
        "expression": {n for n in numbers if isinstance(n, str) and n in c.EXPRESSIONS},
        "pool": {o["pool"] for o in found if "pool" in o},
        "position": {o["at"] for o in found if "at" in o},
    }
    for table, names in used.items():
        assert names and names <= phrases[table], (table, names - phrases[table])
    # and entries that the rules support although no card uses them
    assert set(c.CONDITIONS[1:]) | set(c.AT_THE_EVENT) <= phrases["condition"]
    assert set(c.EVENTS[1:]) | set(c.SECRET_EVENTS) <= phrases["trigger"]
    assert set(c.SELECTORS[1:]) <= phrases["selector"]
    assert set(c.EXPRESSIONS[1:]) <= phrases["expression"]
    assert set(c.POSITIONS) <= phrases["position"]


@pytest.mark.parametrize("language", e.WRITERS)
def test_every_name_is_explained_without_words_of_the_file_format(language: str) -> None:
    assert {card["name"] for card in CARDS} <= set(e.EXPLAINED)
    for name in e.EXPLAINED:
        text = e.explain(name, language)
        assert text is not None
        assert not set("_{}[]=<>*") & set(text), text
        assert "None" not in text and "  " not in text, text


@pytest.mark.parametrize("language", e.WRITERS)
def test_keywords_and_marks_of_the_table_are_explained(language: str) -> None:
    writer, words = e.WRITERS[language], WORDS[language]
    shown = {word for card in CARDS for word in writer.words_of(card.get("keywords", []))}
    marks = {words.get(f"name.{mark}", mark) for mark in MARKS}
    assert shown | marks <= set(e.glossary())


def test_keywords_of_cards_are_explained_in_the_language_that_is_asked_for() -> None:
    assert e.explain("battlecry", "es") == "grito de batalla: Ocurre al jugar la carta desde la mano."
    assert str(e.explain("divine_shield", "es")).startswith("escudo divino: ")
    assert {"battlecry", "divine_shield", "secret"} <= set(e.EXPLAINED), "the table has them at hand"


IN_SPANISH = {
    "Hex": "Hechizo de chamán, 4 de maná. Sobre cualquier esbirro: convierte al objetivo en un Frog (0/1, bestia con "
    "provocación).",
    "Houndmaster": "Esbirro de cazador, 4 de maná, 4/3. Grito de batalla, sobre una bestia aliada (si es posible): da al objetivo "
    "+2/+2 y provocación.",
    "Southsea Captain": "Esbirro neutral, 3 de maná, 3/3, pirata. Tus otros piratas tienen +1/+1.",
    "Ice Block": "Hechizo de mago, 3 de maná, secreto. Cuando un daño mataría a tu héroe: evita ese daño, luego da a tu héroe "
    "inmunidad hasta el final del turno.",
    "Thrall": "Héroe de chamán, 30 de salud, poder de héroe Totemic Call.",
    "Druid of the Saber": "Esbirro de druida, 2 de maná, 2/1. Elige una opción: Lion Form (se convierte en un Druid of the "
    "Saber (2/1, bestia con carga)) o Panther Form (se convierte en un Druid of the Saber (3/2, bestia con sigilo)).",
}


@pytest.mark.parametrize("name", IN_SPANISH)
def test_card_text_in_spanish(name: str) -> None:
    assert e.explain(name, "es") == f"{name}: {IN_SPANISH[name]}"


# Members of the file that do not concern a card's effects, or that another member implies
SILENT = {"id", "name", "group", "rarity", "quirks", "rank", "options"}


def changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every place in a card that can be changed, with another value; None: left out."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        here = (*path, key)
        if key in SILENT:
            continue
        if isinstance(part, bool):
            yield here, not part
        elif isinstance(part, int):
            yield here, part + 1
        elif key == "side":
            yield here, {"own": "opponent", "any": "enemy"}.get(part, "own" if part == "opponent" else "any")
        elif key == "mode":
            yield here, {"required": "if_available"}.get(part, "required")
        elif key == "kind":
            yield here, {"minion": "character"}.get(part, "minion")
        elif isinstance(part, str):
            yield here, None
        else:
            yield from changes(part, here)


def changed(card: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    other = copy.deepcopy(card)
    place: Any = other
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return other


def implied(card: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Return whether a fact is implied: a keyword that names an effect, a repeated condition, a race of minions."""
    if path[0] == "keywords":
        keyword = card["keywords"][path[1]]
        assert (
            keyword not in e.SAID_BY_EFFECTS or keyword == "discover" or keyword in {x["on"] for x in card["effects"]}
        )
        return keyword in e.SAID_BY_EFFECTS
    if path == ("target", "condition"):
        return all(card["target"]["condition"] in effect["if"] for effect in card["effects"])
    if path[-2:] == ("filter", "type"):
        return True
    return path == ("target", "kind") and "race" in card["target"]


@pytest.mark.parametrize("language", e.WRITERS)
@pytest.mark.parametrize("card", CARDS, ids=[card["id"] for card in CARDS])
def test_card_text_contains_every_fact_of_the_card(card: dict[str, Any], language: str) -> None:
    """A card with any fact changed or missing has another text, or none."""
    write = e.WRITERS[language].card_text
    text = write(card)
    for path, value in changes(card):
        if implied(card, path):
            continue
        try:
            other = write(changed(card, path, value))
        except (KeyError, ValueError):
            continue
        assert other != text, f"{card['name']}: {'.'.join(map(str, path))} is missing in {text!r}"


def test_explain_ignores_case_and_suggests_similar_names() -> None:
    game = tapete.load("hearthstone")
    assert game.explain("hEX") == game.explain("Hex")
    assert "friendly minion" in game.explain("Charge")  # the spell
    assert game.explain("charge").startswith("charge: May attack")
    with pytest.raises(BadOption, match="unknown name 'fire bal' in hearthstone; did you mean 'Fireball'"):
        game.explain("fire bal")
    with pytest.raises(BadOption, match=r"none of the \d+ known names is similar"):
        game.explain("xyzzy")
