"""A whole game as data: what a file needs that shows it without a server."""

from __future__ import annotations

import contextlib
from typing import Any

from tapete.errors import TapeteError
from tapete.game import Game
from tapete.web.eyes import Eye
from tapete.web.tables import Guest, Table
from tapete.words import LANGUAGES


class _Reader:
    """Stands for a reader of the story in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.tab = ""

    def send(self, message: Any) -> None:
        raise NotImplementedError

    def close(self, code: int, reason: str) -> None:
        raise NotImplementedError


def cards_of(game: Game, language: str) -> dict[str, Any]:
    """What every name on the table means, as far as the game explains it."""
    face = game.definition.face
    if face is None or face.card is None:
        return {}
    named = [key.removeprefix("name.") for key in game.words[language] if key.startswith("name.")]
    found = {}
    for name in dict.fromkeys((*face.cards, *named)):
        with contextlib.suppress(TapeteError, KeyError):
            found[name] = game.card(name, language)
    return found


def story_of(table: Table) -> dict[str, Any]:
    """Every frame of a game that is over, with everything shown, and the sentences of both languages."""
    eye = Eye(table.session, "all")
    first = eye.state.describe(None)
    frames = eye.catch_up()
    readers = {language: Guest(_Reader(language), "all") for language in LANGUAGES}
    return {
        "game": table.game.name,
        "title": table.game.definition.title,
        "options": dict(table.game.options),
        "names": [chair.name for chair in table.chairs],
        "seats": table.game.seats,
        "cards": {language: cards_of(table.game, language) for language in LANGUAGES},
        "words": {language: dict(words) for language, words in table.game.words.items()},
        "frames": [
            {"describe": first, "events": {language: [] for language in LANGUAGES}},
            *(
                {
                    "describe": frame.table,
                    "events": {language: table.told(frame.events, readers[language]) for language in LANGUAGES},
                }
                for frame in frames
            ),
        ],
    }
