"""Decks by name, id and deck code: in options, in files, and refused with a sentence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tapete
from tapete.errors import BadOption
from tapete.games.hearthstone import deckcodes, decks
from tapete.web.messages import names_file

# A code from the documents of the format: a hunter of the year 2017, with cards that these rules do not have
STRANGER = "AAECAR8GxwPJBLsFmQfZB/gIDI0B2AGoArUDhwSSBe0G6wfbCe0JgQr+DAA="


@pytest.mark.parametrize("name", decks.NAMES)
def test_a_deck_comes_back_from_its_code(name: str) -> None:
    deck = decks.DECKS["full"][name]
    again = decks.find(decks.spelled_out(decks.code_of(deck)), "full")
    assert (again.card_class, Counter(again.cards)) == (deck.card_class, Counter(deck.cards))


def test_a_code_is_read_as_its_documents_say() -> None:
    """Hero, one copy of six cards, two of twelve; what is not of these rules is counted and named by its number."""
    hero, cards = deckcodes.decoded(STRANGER)
    assert hero == 31 and Counter(cards.values()) == {1: 6, 2: 12} and 455 in cards
    with pytest.raises(
        BadOption, match=r"holds \d+ cards that these rules do not have \(numbers \d+.*of its 18 are known"
    ):
        tapete.load("hearthstone", deck0=STRANGER)


def test_a_code_is_played_and_written_down_card_by_card() -> None:
    code = decks.code_of(decks.DECKS["full"]["RenoKazakusMage"])
    game = tapete.load("hearthstone", deck0=code, variant="full")
    assert game.options["deck0"].startswith("code(class mage;")
    mage = game.deal(1).describe(0)["players"][0]
    assert mage["hero"]["card"] == "HERO_08" and len(mage["hand"]) + len(mage["deck"]["cards"]) == 30


def test_a_code_may_stand_among_the_lines_that_the_game_copies() -> None:
    code = decks.code_of(decks.DECKS["full"]["MidrangeJadeShaman"])
    pasted = f"### Jade\n# Class: Shaman\n# 2x (1) Tunnel Trogg\n#\n{code}\n#\n# To use this deck, copy it\n"
    assert deckcodes.found_in(pasted) == code
    assert decks.spelled_out(pasted) == decks.spelled_out(code)
    urlsafe = code.replace("+", "-").replace("/", "_").rstrip("=")
    assert decks.spelled_out(urlsafe) == decks.spelled_out(code)


@pytest.mark.parametrize(
    "code",
    ["AAECAR8GxwPJBLsF", "AAECAR8GxwPJBLsFmQfZB/gIDI0B2AGoArUDhwSS", "AAECAR8GxwPJB*"],
)
def test_a_code_that_is_cut_is_refused_in_a_sentence(code: str) -> None:
    with pytest.raises(BadOption, match=r"copy it whole|neither a file nor a known deck"):
        tapete.load("hearthstone", deck0=code)


def test_a_file_names_cards_by_name_or_id(tmp_path: Path) -> None:
    full = decks.DECKS["full"]["MidrangeJadeShaman"]
    counts = Counter(str(decks.FILE.cards[card]["name"]) for card in full.cards)
    file = tmp_path / "jade.txt"
    file.write_text("class shaman\n" + "".join(f"{copies}x {name.upper()}\n" for name, copies in counts.items()))
    assert Counter(decks.find(decks.spelled_out(str(file)), "full").cards) == Counter(full.cards)
    file.write_text("class shaman\n2 Hexx\n")
    with pytest.raises(BadOption, match="no card 'Hexx'; did you mean 'Hex'"):
        decks.find(decks.spelled_out(str(file)), "full")


def test_a_code_passes_at_the_table_and_a_path_does_not() -> None:
    assert not names_file(STRANGER)
    assert names_file("AAE/../secret.txt") and names_file("home/deck") and names_file("/AAECAR8GxwPJBLsFmQfZB")
