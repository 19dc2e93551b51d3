"""Refusals of the server: a sentence in English for programs, key and data for the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_people import Person, at_a_room

import tapete.web
from tapete.web.messages import WORDS, Refused
from tapete.web.rooms import RoomManager

KEYS = {key.removeprefix("refused-") for key in WORDS["en"] if key.startswith("refused-")}
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in Path(tapete.web.__file__).parent.glob("*.py")}


def test_every_refusal_that_is_named_has_a_sentence_in_both_languages_and_is_used() -> None:
    named = {key for text in SOURCES.values() for key in re.findall(r'Refused\.of\("[\w ]+", "([\w-]+)"', text)}
    assert named == KEYS
    assert all(WORDS["es"][f"refused-{key}"] != WORDS["en"][f"refused-{key}"] for key in KEYS)


@pytest.mark.parametrize(
    ("code", "key", "sentence"),
    [  # the sentences from before they were sent as data
        ("spectator", "watching", "you watch this table; you do not sit at it"),
        ("rules", "no-hints", "hints are off at this table"),
        ("gone", "no-table", "no such table; it was closed, or the link is incomplete"),
        ("secret", "cards-later", "others' cards are shown when the game is over"),
    ],
)
def test_programs_read_the_same_sentence_as_before(code: str, key: str, sentence: str) -> None:
    error = Refused.of(code, key)
    assert (error.code, str(error), error.said) == (code, sentence, {"say": f"refused-{key}"})


def test_a_refusal_is_sent_as_key_and_data() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "easy"], "settings": {"hints": False}})
        person = await Person(manager).joins(table, 0)
        await person.says("hint")
        found = person.last("refused")
        assert (found["code"], found["said"]) == ("rules", {"say": "refused-no-hints"})
        assert found["text"] == "hints are off at this table"

    at_a_room(test)
