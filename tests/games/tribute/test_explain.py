"""Texts of `what NAME` for cards and patrons, compared with the card file and with the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tapete
from tapete.core.strings import LANGUAGES
from tapete.games.tribute import cards
from tapete.games.tribute.explain import EXPLAINED, WORDS, card, card_text
from tapete.games.tribute.from_deal import facts

READ = {
    "Oathman": "Hlaalu agent, cost 6, 2 health. You gain 2 coins. With 2 Hlaalu cards in a turn, you may take a card of the tavern "
    "row of cost 6 or less for free. It stays on the board, and acts once in each turn of yours until it is killed.",
    "Conquest": "Ansei action, cost 4. Either you gain 3 power, or you may take a card of the tavern row of cost 4 or less for free. "
    "With 2 Ansei cards in a turn, you gain 1 power.",
    "Ambush": "Treasury contract action, cost 3. You knock out 2 enemy agents, past taunt. Bought, it acts at once and goes back to "
    "the tavern.",
    "Shield Bearer": "Pelin contract agent, cost 6, 5 health, taunt. You gain 1 power. Bought, it acts at once, then once in each "
    "turn of yours; killed, it goes back to the tavern.",
    "Snakeskin Freebooter": "Orgnum agent, cost 5, 3 health. You gain 1 coin. With 2 Orgnum cards in a turn, 1 new Summerset Sacking "
    "card goes to your cooldown pile. It stays on the board, and acts once in each turn of yours until it is killed.",
    "Bewilderment": "Rajhin curse, cost 0. It does nothing.",
}


READ_IN_SPANISH = {
    "Oathman": "Agente de Hlaalu, coste 6, 2 de salud. Ganas 2 monedas. Con 2 cartas de Hlaalu en un turno, puedes llevarte gratis una "
    "carta de la taberna de coste 6 o menos. Se queda en la mesa y actúa una vez en cada turno tuyo hasta que lo matan.",
    "Conquest": "Acción de Ansei, coste 4. O bien ganas 3 de poder, o bien puedes llevarte gratis una carta de la taberna de coste 4 o "
    "menos. Con 2 cartas de Ansei en un turno, ganas 1 de poder.",
    "Bewilderment": "Maldición de Rajhin, coste 0. No hace nada.",
}


@pytest.mark.parametrize("name", READ)
def test_card_text_in_english(name: str) -> None:
    assert tapete.load("tribute").explain(name) == f"{name}: {READ[name]}"


@pytest.mark.parametrize("name", READ_IN_SPANISH)
def test_card_text_in_spanish(name: str) -> None:
    assert tapete.load("tribute").explain(name, "es") == f"{name}: {READ_IN_SPANISH[name]}"


def test_a_card_is_available_as_data() -> None:
    found = tapete.load("tribute").card("shield bearer")
    assert (found["name"], found["kind"], found["patron"], found["type"]) == (
        "Shield Bearer",
        "card",
        "pelin",
        "contract_agent",
    )
    assert (found["cost"], found["health"], found["taunt"], found["copies"]) == (6, 5, True, 2)
    assert found["effects"] == {"play": [["gain_power", 1]]}


def test_a_word_of_the_table_is_explained_from_either_language() -> None:
    game = tapete.load("tribute")
    assert game.card("provocación", "en") == game.card("taunt", "en")
    assert game.card("taunt", "es")["name"] == "provocación"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_type_and_patron_has_a_phrase(language: str) -> None:
    words = WORDS[language]
    for style in ("short", "effect"):
        assert {f"{style}.{operation}" for operation in cards.OPERATIONS} <= set(words)
    assert {f"name.{kind}" for kind in cards.TYPES} <= set(words)
    for patron in cards.PATRONS:
        assert f"patron.{patron}" in words
        assert {f"call.{patron}.{whom}" for whom in ("you", "nobody", "enemy")} <= set(words)
    for name in EXPLAINED:
        found = card(name, language)
        assert found is not None and not set("_{}[]") & set(found["text"]), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_text_contains_every_number_of_the_card(language: str) -> None:
    for data in cards.CARDS:
        text = card_text(data, language)
        numbers = [int(n) for n in re.findall(r"\d+", text)]
        written = [data["cost"], *([data["hp"]] if "hp" in data else [])]
        for level in cards.LEVELS:
            effects = data.get(level, [])
            written += [int(level[-1])] if effects and level != "play" else []
            for operation, *rest in effects:
                sides = rest if operation == "either" else [[operation, *rest]]
                written += [side[1] for side in sides if side[0] != "knockout_all"]
        written += [data["coin_per_knockout"]] if "coin_per_knockout" in data else []
        assert numbers == written, text


# Patron, position of seat 0, changes by the call, and words of its text that say so; favour -1 (none) unless given
CALLS: list[tuple[str, dict[str, Any], dict[str, int], str]] = [
    ("ansei", {"power0": 2}, {"power0": -2, "coins0": 1}, "pay 2 power, unless it favours you: you gain 1 coin"),
    ("duke_of_crows", {"coins0": 1}, {"coins0": -1}, "1 at least"),
    ("duke_of_crows", {"coins0": 6}, {"coins0": -6, "power0": 5}, "1 power less than you paid"),
    (
        "rajhin",
        {"coins0": 3},
        {"coins0": -3, "cool1": 1},
        "pay 3 coins: a Bewilderment goes to the enemy's cooldown pile",
    ),
    (
        "psijic",
        {"coins0": 4, "agents1": ["Banneret"]},
        {"coins0": -4, "agents1": -1, "cool1": 1},
        "pay 4 coins: you knock out an",
    ),
    (
        "orgnum",
        {"coins0": 3, "draw0": ["Gold"] * 13},
        {"coins0": -3, "power0": 2},
        "pay 3 coins: you gain 1 power for each 6 cards",
    ),
    (
        "orgnum",
        {"coins0": 3, "draw0": ["Gold"] * 13, "fav": 0},
        {"coins0": -3, "power0": 3, "cool0": 1},
        "for each 4 cards, and a",
    ),
    (
        "orgnum",
        {"coins0": 3, "draw0": ["Gold"] * 30, "fav": 1},
        {"coins0": -3, "power0": 2},
        "favours the enemy, 2 power",
    ),
    ("hlaalu", {"hand0": ["House Embassy"]}, {"hand0": -1, "prestige0": 7}, "1 prestige less than it costs"),
    (
        "pelin",
        {"power0": 2, "cool0": ["Banneret"]},
        {"power0": -2, "cool0": -1, "draw0": 1},
        "pay 2 power: an agent of your cooldown",
    ),
    (
        "red_eagle",
        {"power0": 2, "draw0": ["Gold"]},
        {"power0": -2, "draw0": -1, "hand0": 1},
        "pay 2 power: you draw 1 card",
    ),
    (
        "treasury",
        {"coins0": 2, "hand0": ["Gold"]},
        {"coins0": -2, "hand0": -1, "cool0": 1},
        "pay 2 coins and give a card",
    ),
    (
        "saint_alessia",
        {"coins0": 4},
        {"coins0": -4, "cool0": 1},
        "pay 4 coins: a Soldier of the Empire goes to your cooldown pile",
    ),
    (
        "saint_alessia",
        {"coins0": 4, "fav": 0},
        {"coins0": -4, "cool0": 1},
        "if it favours you, a Chainbreaker Sergeant",
    ),
    (
        "saint_alessia",
        {"coins0": 4, "fav": 1},
        {"coins0": -4, "power0": 2},
        "if it favours the enemy, you gain 2 power",
    ),
]


def size(value: Any) -> int:
    return len(value) if isinstance(value, list) else int(value)


@pytest.mark.parametrize(("patron", "given", "change", "words"), CALLS, ids=[f"{p}-{w}" for p, _, _, w in CALLS])
def test_a_patron_does_what_its_text_says(
    patron: str, given: dict[str, Any], change: dict[str, int], words: str
) -> None:
    title = cards.PATRON_TITLES[cards.PATRONS.index(patron)]
    assert words in WORDS["en"][f"patron.{patron}"]
    others = [p for p in ("saint_alessia", "pelin", "hlaalu", "psijic", "ansei") if p != patron]
    order = [patron, *others[:3]] if patron != "treasury" else others[:4]
    for needed in ("pelin", "hlaalu"):  # patrons whose cards the positions use
        assert needed in order
    place = 2 if patron == "treasury" else 0
    favour = [given.get("fav", -1) if i == place else -1 for i in range(5)]
    state = tapete.load("tribute").set_up({"patrons": order, **given, "fav": favour})
    before = facts(state)

    # one less than the price is not enough
    paid = next((name for name in ("coins0", "power0") if name in given), None)
    if paid:
        poor = tapete.load("tribute").set_up({"patrons": order, **given, "fav": favour, paid: given[paid] - 1})
        texts = [poor.action_text(action) for action in poor.legal()]
        assert (f"call {title}" in texts) == (patron == "duke_of_crows" and given[paid] > 1)

    call = next(action for action in state.legal() if state.action_text(action) == f"call {title}")
    state.play(call)
    if state.record["choice"]:
        state.play(state.legal()[0])
    after = facts(state)
    counted = [
        f"{name}{seat}" for name in ("coins", "power", "prestige", "hand", "draw", "cool", "agents") for seat in (0, 1)
    ]
    found = {name: size(after[name]) - size(before[name]) for name in counted}
    assert {name: n for name, n in found.items() if n} == change
    made = re.findall(
        r"an? (Bewilderment|Summerset Sacking|Chainbreaker Sergeant|Soldier of the Empire|Writ of Coin)", words
    )
    fresh = [cards.NAMES[card] for pile in ("cool0", "cool1") for card in after[pile]]
    assert set(made) <= set(fresh)
    steps = {-1: 0, 0: 0, 1: -1}
    expected = -1 if patron == "treasury" else 0 if patron == "ansei" else steps[favour[place]]
    assert after["fav"][place] == expected
