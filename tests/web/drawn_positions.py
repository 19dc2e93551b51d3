"""Positions of games as the page receives them: descriptions, legal moves and events as data, for one seat at a time."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import tapete
from tapete.core.game import Game
from tapete.play.session import Session
from tapete.web.previews import previews

LANGUAGES = ("en", "es")


def facts_of(game: Game) -> dict[str, Any]:
    """Return what a page knows of a game besides positions: its words and the explanation of every name, by language."""
    words = game.words
    found: dict[str, Any] = {"words": words, "cards": {}}
    presentation = game.definition.presentation
    assert presentation is not None and presentation.card is not None
    for language in LANGUAGES:
        names = [
            *presentation.cards,
            *(key.removeprefix("name.") for key in words[language] if key.startswith("name.")),
        ]
        cards = {}
        for name in dict.fromkeys(names):
            known = (
                presentation.card_with_options(name, language, game.options)
                if presentation.card_with_options
                else presentation.card(name, language)
            )
            if known is not None:
                cards[name] = known
        found["cards"][language] = cards
    return found


def position_of(session: Session, seat: int, told: int, *, foretold: bool = False) -> dict[str, Any]:
    """Return a seat's description, its moves and the events since its last decision; `foretold` adds previews of its moves."""
    state = session.position_of(seat) if seat in session.waiting else session.state
    game = session.game
    events = session.seen_by(seat)[told:]
    legal = [] if session.over else session.legal(seat)
    found = {
        "seat": seat,
        "over": session.over,
        "description": state.describe(seat),
        "moves": [
            {
                **state.move(action),
                "id": action,
                "said": game.move_phrase(state.move(action)),
                "text": {language: state.action_text(action, language) for language in LANGUAGES},
            }
            for action in legal
        ],
        "events": [
            {
                **event,
                "said": game.event_phrase(event, seat),
                "text": {language: game.event_text(event, language, reader=seat) for language in LANGUAGES},
            }
            for event in events
        ],
    }
    if foretold:
        *_, found["previews"] = previews(state, seat, legal)
    return found


def decisions(
    game: Game, seed: int, players: list[str] | None = None, at_random: float = 0.2
) -> Iterator[dict[str, Any]]:
    """Yield every decision of a game, and its end as each seat sees it; random play unless agents are given.

    Agents end a game of Catan, which takes random play thousands of turns. Some of their moves are random all the same, so that
    moves that no agent would choose are drawn too.
    """
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    agents = Session(game, players, seed=seed).players if players else None
    told = [0] * game.seats
    while not session.over:
        seat = session.waiting[0]
        yield position_of(session, seat, told[seat])
        told[seat] = len(session.seen_by(seat))
        if agents is None or chance.random() < at_random:
            action = chance.choice(session.legal(seat))
        else:
            agent = agents[seat]
            assert agent is not None
            action = agent.act(session.position_of(seat).view(seat, chance.getrandbits(60)))
        session.play(seat, action)
    for seat in range(game.seats):
        yield position_of(session, seat, told[seat])


def main() -> None:
    """`drawn_positions.py GAME OPTIONS-AS-JSON SEED GAMES` writes positions as JSON."""
    name, options, seed, count = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    game = tapete.load(name, **options)
    found = [position for number in range(count) for position in decisions(game, seed + number)]
    json.dump({"game": name, "facts": facts_of(game), "positions": found}, sys.stdout)


if __name__ == "__main__":
    main()
