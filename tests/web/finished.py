"""Finished games at a table with a person in seat 0, for tests of the end without the time to play."""

from __future__ import annotations

from functools import cache
from typing import Any

from serving import Running

import tapete
from tapete.play.record import GameRecord
from tapete.play.session import Session
from tapete.web.client import Client

TABLES: dict[str, dict[str, Any]] = {
    "briscas": {},
    "dinosaurs": {},
    "catan": {"points": 6},
    "hearthstone": {"deck0": "BasicPaladin", "deck1": "BasicPaladin", "variant": "full"},
    "tribute": {"patrons": "duke_of_crows,hlaalu,pelin,red_eagle"},
}


@cache
def played(name: str, seed: int = 5) -> GameRecord:
    """Return a whole game of easy bots."""
    game = tapete.load(name, **TABLES[name])
    session = Session(game, ["easy"] * game.seats, seed=seed)
    session.advance()
    assert session.over
    return session.record()


def finished(server: Running, name: str, seed: int = 5) -> str:
    """Return the link of a table at which that game has been played to its end."""
    record = played(name, seed)
    seats = tapete.load(name, **TABLES[name]).seats
    with Client(server.url, join=False) as client:
        wish = {"game": name, "options": TABLES[name], "seats": ["me", *["easy"] * (seats - 1)]}
        made = client.post("/api/tables", wish)
    table = server.manager.tables[made["id"]]
    table.session = Session.from_record(record, table.session.players)
    return f"{server.url}/table/{made['id']}#{made['seats'][0]['token']}"
