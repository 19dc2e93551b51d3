"""Export of a whole game as data, for a file that shows it without a server."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from tapete.core.game import Game
from tapete.core.strings import LANGUAGES
from tapete.core.summary import as_data
from tapete.errors import TapeteError
from tapete.web.files import plain_of
from tapete.web.messages import page_text
from tapete.web.room import Room, event_messages
from tapete.web.spectator import Spectator


def cards_of(game: Game, language: str) -> dict[str, Any]:
    """Return the explanation of every name on the table that the game explains."""
    presentation = game.definition.presentation
    if presentation is None or presentation.card is None:
        return {}
    named = [key.removeprefix("name.") for key in game.words[language] if key.startswith("name.")]
    found = {}
    for name in dict.fromkeys((*presentation.cards, *named)):
        with contextlib.suppress(TapeteError, KeyError):
            found[name] = game.card(name, language)
    return found


def names_of(table: Room, language: str) -> list[str]:
    """Return the names of the seats from an outsider's point of view."""
    return [
        page_text("seat-name", language, n=seat + 1) if re.fullmatch(r"P\d+", name) else name
        for seat, name in enumerate(table.names(language))
    ]


def story_of(table: Room) -> dict[str, Any]:
    """Return every frame of a game so far with everything shown, its summary if it is over, and the strings of both languages."""
    spectator = Spectator(table.session, "all")
    first = spectator.state.describe(None)
    frames = spectator.catch_up()
    names = {language: names_of(table, language) for language in LANGUAGES}
    found = table.session.account() if table.session.over else None

    return {
        "game": table.game.name,
        "title": table.game.definition.title,
        "options": dict(table.game.options),
        "names": names,
        "seats": table.game.seats,
        "plain": plain_of(table.game.name),
        "cards": {language: cards_of(table.game, language) for language in LANGUAGES},
        "words": {language: dict(words) for language, words in table.game.words.items()},
        "frames": [
            {"describe": first, "events": []},
            *({"describe": frame.table, "events": event_messages(table.game, frame.events)} for frame in frames),
        ],
        "account": found and as_data(found),
    }
