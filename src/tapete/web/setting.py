"""Tables that are being set: a game that is used for the first time is compiled, which a person should see happening.

Making a table is a task with a ticket. What takes longer than a moment is answered with the ticket, and the page asks how far it
is. How long a game takes is not known before; the bar goes by what it takes on an ordinary machine and never claims to be full.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
import threading
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from tapete.errors import TapeteError
from tapete.game import Game
from tapete.session import Session
from tapete.web.eyes import Eye
from tapete.web.thinking import answering
from tapete.web.wire import Refused, table_agent

MOMENT = 0.5  # seconds that a person waits without being told why
KEPT_SECONDS = 600.0
MOST_TICKETS = 500
MOST_REHEARSED = 5000  # so that no number of odd wishes fills the memory
# Seconds that the rules and a level's bots of a game take on one ordinary core.
ABOUT = {"briscas": 15, "catan": 35, "dinosaurs": 25, "hearthstone": 40, "tribute": 45}
ABOUT_ANY = 25


@dataclass
class Ticket:
    """A table that is being set."""

    task: asyncio.Task[Any]
    game: str
    started: float = field(default_factory=time.monotonic)

    def told(self) -> dict[str, Any]:
        """How far it is; `done` from 0 to below 1."""
        seconds = time.monotonic() - self.started
        about = ABOUT.get(self.game, ABOUT_ANY)
        return {
            "setting": True,
            "game": self.game,
            "seconds": round(seconds, 1),
            "about": about,
            "done": round(1 - math.exp(-2.2 * seconds / about), 3),
        }


class Settling:
    """The tickets of a server."""

    def __init__(self) -> None:
        self.tickets: dict[str, Ticket] = {}

    async def begin(self, work: Coroutine[Any, Any, Any], game: str) -> Ticket:
        """Begin to set a table; returns when it is done, or after a moment."""
        ticket = Ticket(asyncio.create_task(work), game)
        with contextlib.suppress(TimeoutError, TapeteError):
            await asyncio.wait_for(asyncio.shield(ticket.task), MOMENT)
        return ticket

    def hand_out(self, ticket: Ticket) -> str:
        """A name by which whoever waits asks how far the table is; a ticket that nobody asks for is forgotten."""
        now = time.monotonic()
        for name, old in list(self.tickets.items()):
            if now - old.started > KEPT_SECONDS:
                del self.tickets[name]
        if len(self.tickets) >= MOST_TICKETS:
            raise Refused("too many", "too many tables are being set; wait a minute")
        name = secrets.token_urlsafe(12)
        self.tickets[name] = ticket
        ticket.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # told to who asks, if anybody
        return name

    def find(self, name: str) -> Ticket:
        ticket = self.tickets.get(name)
        if ticket is None:
            raise Refused("gone", "no such table is being set")
        return ticket


_rehearsed: set[tuple[str, str]] = set()


def rehearse(game: Game, specs: Iterable[str]) -> None:
    """Let everything that the first minute needs be compiled before a person sits down: rules, descriptions, each agent.

    The agents are others than those who sit at the table: who has been asked already remembers it.
    """
    rules = f"{game.name} {sorted(game.options.items())}"
    if len(_rehearsed) > MOST_REHEARSED:
        _rehearsed.clear()
    for spec in {spec for spec in specs if spec and (rules, spec) not in _rehearsed}:
        player = table_agent(spec, game)
        if player.outsider:
            continue
        _rehearsed.add((rules, spec))
        with contextlib.suppress(Exception):  # what fails here fails at the table too, and is told there
            question = Session(game, [player] * game.seats, 1).question()
            if question is not None:
                next(answering(question, threading.Event()), None)
    if (rules, "") not in _rehearsed:
        session = Session(game, [None] * game.seats, 1)
        eye = Eye(session, 0)
        seat = session.state.seat
        for action in session.legal(seat):
            session.asking(seat).move(action)
        session.play(seat, session.legal(seat)[0])
        eye.catch_up()
        _rehearsed.add((rules, ""))
