"""Tables that are being set: a game that is used for the first time is compiled, which a person should see happening.

Making a table is a task with a ticket. What takes longer than a moment is answered with the ticket, and the page asks how far it
is. How long a game takes is not known before; the bar goes by what it takes on an ordinary machine and never claims to be full.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import secrets
import threading
import time
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tapete.agents.player import Player
from tapete.core.game import Game, State
from tapete.errors import TapeteError
from tapete.play.session import Question, Session
from tapete.web.files import lobby_of
from tapete.web.messages import Refused, table_agent
from tapete.web.scheduler import answering
from tapete.web.spectator import Viewer, description, happened, visible_move

MOMENT = 0.5  # seconds that a person waits without being told why
KEPT_SECONDS = 600.0
MOST_TICKETS = 500
MOST_REHEARSED = 5000  # so that no number of odd wishes fills the memory
MOST_DECISIONS = 20_000  # of a rehearsal, which plays at random
LOOKED_AT = 300  # the first of them, which are shown to viewers and agents
LOOK_EVERY = 25  # decisions after which a rehearsal looks at the table although nothing is new
# Seconds that the rules and a level's bots take to compile on one ordinary core, where the game does not say.
ABOUT = 25


@dataclass
class Ticket:
    """A table that is being set."""

    task: asyncio.Task[Any]
    game: str
    started: float = field(default_factory=time.monotonic)

    def told(self) -> dict[str, Any]:
        """How far it is; `done` from 0 to below 1."""
        seconds = time.monotonic() - self.started
        about = lobby_of(self.game).get("compile_seconds", ABOUT)
        return {
            "setting": True,
            "game": self.game,
            "seconds": round(seconds, 1),
            "about": about,
            "done": round(1 - math.exp(-2.2 * seconds / about), 3),
        }


class WarmupQueue:
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


def warm_up(game: Game, specs: Iterable[str]) -> None:
    """Compile whatever a game at this table needs, before a person sits down: rules, descriptions, each agent.

    A game is played at random to its end. At every new kind of decision each agent is asked, and what the table would send is
    worked out. The agents are others than those who sit at the table: who has been asked already remembers it.
    """
    rules = f"{game.name} {sorted(game.options.items())}"
    if len(_rehearsed) > MOST_REHEARSED:
        _rehearsed.clear()
    new = [spec for spec in dict.fromkeys(specs) if spec and (rules, spec) not in _rehearsed]
    if not new and (rules, "") in _rehearsed:
        return
    agents = [agent for agent in (table_agent(spec, game) for spec in new) if not agent.outsider]
    with contextlib.suppress(Exception):  # what fails here fails at the table too, and is told there
        _play_at_random(game, agents)
    _rehearsed.update((rules, spec) for spec in ["", *new])


def prepared(spec: str, game: Game) -> Player:
    """An agent for a seat of a table that stands already, compiled; called beside the event loop."""
    warm_up(game, [spec])
    return table_agent(spec, game)


def _play_at_random(game: Game, agents: Sequence[Player]) -> None:
    """Play a game at random, look at it as the table does, and ask the agents at every new kind of decision."""
    chance = random.Random(1)
    session = Session(game, [None] * game.seats, 1)
    state = session.state
    asked: set[frozenset[str]] = set()
    for number in range(MOST_DECISIONS):
        if state.over:
            break
        legal = state.legal()
        action = chance.choice(legal)
        if number < LOOKED_AT:
            kinds = frozenset(state.move(one)["kind"] for one in legal)
            if kinds not in asked:
                _ask(state, agents)
            if kinds not in asked or number % LOOK_EVERY == 0:
                _look(session, state.clone(), action)
            asked.add(kinds)
        state.apply(action)
    state.describe(0)  # at the end it tells the result
    state.points()


def _look(session: Session, state: State, action: int) -> None:
    """Work out what the table would send to each kind of viewer about a move."""
    viewers: tuple[Viewer, ...] = (0, "public", "all")
    before = [description(state, viewer) for viewer in viewers]
    moves = [visible_move(state, action, viewer) for viewer in viewers]
    state.apply(action)
    for viewer, table, move in zip(viewers, before, moves, strict=True):
        after = description(state, viewer)
        if move is not None:
            happened(session, table, move, after)


def _ask(state: State, agents: Sequence[Player]) -> None:
    """Let each agent begin to answer in a position."""
    for agent in agents:
        agent.begin(state.game, state.seat)
        agent.reset(1)
        question = Question(state.seat, agent, state, agent.view(state, 1), 0)
        next(answering(question, threading.Event()), None)
