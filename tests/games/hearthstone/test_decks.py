"""Decks by name, id and deck code: in options, in files, and error messages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tapete
from tapete.errors import BadOption
from tapete.games.hearthstone import deckcodes, decks
from tapete.web.messages import names_file

# A code from the format's documentation: a hunter deck of 2017, with cards that these rules do not have
UNKNOWN_CARDS = "AAECAR8GxwPJBLsFmQfZB/gIDI0B2AGoArUDhwSSBe0G6wfbCe0JgQr+DAA="


@pytest.mark.parametrize("name", decks.NAMES)
def test_a_deck_round_trips_through_its_code(name: str) -> None:
    deck = decks.DECKS["full"][name]
    again = decks.find(decks.spelled_out(decks.code_of(deck)), "full")
    assert (again.card_class, Counter(again.cards)) == (deck.card_class, Counter(deck.cards))


def test_a_code_is_read_as_documented() -> None:
    """Hero, one copy of six cards, two of twelve; cards outside these rules are counted and named by number."""
    hero, cards = deckcodes.decoded(UNKNOWN_CARDS)
    assert hero == 31 and Counter(cards.values()) == {1: 6, 2: 12} and 455 in cards
    with pytest.raises(
        BadOption, match=r"holds \d+ cards that these rules do not have \(numbers \d+.*of its 18 are known"
    ):
        tapete.load("hearthstone", deck0=UNKNOWN_CARDS)


def test_a_code_is_playable_and_recorded_card_by_card() -> None:
    code = decks.code_of(decks.DECKS["full"]["RenoKazakusMage"])
    game = tapete.load("hearthstone", deck0=code, variant="full")
    assert game.options["deck0"].startswith("code(class mage;")
    mage = game.deal(1).describe(0)["players"][0]
    assert mage["hero"]["card"] == "HERO_08" and len(mage["hand"]) + len(mage["deck"]["cards"]) == 30


def test_a_code_is_found_among_the_lines_that_the_game_copies() -> None:
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
def test_a_truncated_code_is_refused(code: str) -> None:
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


def test_a_code_is_not_taken_for_a_file_name() -> None:
    assert not names_file(UNKNOWN_CARDS)
    assert names_file("AAE/../secret.txt") and names_file("home/deck") and names_file("/AAECAR8GxwPJBLsFmQfZB")
