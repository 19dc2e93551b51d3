"""Preparation of tables: a game that is used for the first time is compiled, with visible progress.

Making a table is a task with a ticket. If it takes longer than a moment, the answer is the ticket, and the page polls its
progress. The duration is not known beforehand; the bar follows the time on an ordinary machine and never claims to be full.
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
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import TapeteError
from tapete.play.session import Question, Session
from tapete.web.files import lobby_of
from tapete.web.messages import Refused, table_agent
from tapete.web.scheduler import answering
from tapete.web.spectator import Viewer, description, happened, visible_move

MOMENT = 0.5  # seconds before progress is shown
KEPT_SECONDS = 600.0
MOST_TICKETS = 500
MOST_REHEARSED = 5000  # so that unusual requests cannot fill the memory
MOST_DECISIONS = 20_000  # of a rehearsal, which plays at random
LOOKED_AT = 300  # the first of them, which are shown to viewers and agents
LOOK_EVERY = 25  # decisions between two views of the table without a new kind of decision
# Default seconds to compile the rules and a level's bots on one ordinary core.
ABOUT = 25


@dataclass
class Ticket:
    """Table in preparation."""

    task: asyncio.Task[Any]
    game: str
    started: float = field(default_factory=time.monotonic)

    def progress(self) -> dict[str, Any]:
        """Return its progress; `done` from 0 to below 1."""
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
    """Tables in preparation on a server, by ticket name."""

    def __init__(self) -> None:
        self.tickets: dict[str, Ticket] = {}

    async def begin(self, work: Coroutine[Any, Any, Any], game: str) -> Ticket:
        """Start to prepare a table; return when it is done, or after a moment."""
        ticket = Ticket(asyncio.create_task(work), game)
        with contextlib.suppress(TimeoutError, TapeteError):
            await asyncio.wait_for(asyncio.shield(ticket.task), MOMENT)
        return ticket

    def hand_out(self, ticket: Ticket) -> str:
        """Return a name under which the progress can be polled; old tickets are deleted."""
        now = time.monotonic()
        for name, old in list(self.tickets.items()):
            if now - old.started > KEPT_SECONDS:
                del self.tickets[name]
        if len(self.tickets) >= MOST_TICKETS:
            raise Refused.of("too many", "many-set")
        name = secrets.token_urlsafe(12)
        self.tickets[name] = ticket
        ticket.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # read when it is polled
        return name

    def find(self, name: str) -> Ticket:
        ticket = self.tickets.get(name)
        if ticket is None:
            raise Refused("gone", "no such table is being set")
        return ticket


_rehearsed: set[tuple[str, str]] = set()


def warm_up(game: Game, specs: Iterable[str]) -> None:
    """Compile everything that a game at this table needs, before a person sits down: rules, descriptions, each agent.

    A game is played at random to its end. At every new kind of decision each agent answers, and the messages of the table are
    computed. These agents are not those at the table, whose memory must stay empty.
    """
    rules = f"{game.name} {sorted(game.options.items())}"
    if len(_rehearsed) > MOST_REHEARSED:
        _rehearsed.clear()
    new = [spec for spec in dict.fromkeys(specs) if spec and (rules, spec) not in _rehearsed]
    if not new and (rules, "") in _rehearsed:
        return
    agents = [agent for agent in (table_agent(spec, game) for spec in new) if not agent.outsider]
    with contextlib.suppress(Exception):  # a failure here recurs at the table and is reported there
        _play_at_random(game, agents)
    _rehearsed.update((rules, spec) for spec in ["", *new])


def prepared(spec: str, game: Game) -> Player:
    """Create a compiled agent for a seat of an existing table; called outside the event loop."""
    warm_up(game, [spec])
    return table_agent(spec, game)


def _play_at_random(game: Game, agents: Sequence[Player]) -> None:
    """Play a game at random, view it as the table does, and let the agents answer every new kind of decision."""
    chance = random.Random(1)
    session = Session(game, [None] * game.seats, 1)
    state = session.state
    seen: set[frozenset[str]] = set()
    for number in range(MOST_DECISIONS):
        if state.over:
            break
        legal = state.legal()
        action = chance.choice(legal)
        if number < LOOKED_AT:
            kinds = frozenset(state.move(one)["kind"] for one in legal)
            if kinds not in seen:
                _decide(state, agents)
            if kinds not in seen or number % LOOK_EVERY == 0:
                _look(session, state.clone(), action)
            seen.add(kinds)
        state.apply(action)
    state.describe(0)  # at the end it holds the result
    state.points()


def _look(session: Session, state: State, action: int) -> None:
    """Compute the messages of the table to each kind of viewer about a move."""
    viewers: tuple[Viewer, ...] = (0, "public", "all")
    before = [description(state, viewer) for viewer in viewers]
    moves = [visible_move(state, action, viewer) for viewer in viewers]
    state.apply(action)
    for viewer, table, move in zip(viewers, before, moves, strict=True):
        after = description(state, viewer)
        if move is not None:
            happened(session, table, move, after)


def _decide(state: State, agents: Sequence[Player]) -> None:
    """Let each agent begin to answer in a position."""
    for agent in agents:
        agent.begin(state.game, state.seat)
        agent.reset(1)
        question = Question(state.seat, agent, state, agent.view(state, 1), 0)
        next(answering(question, threading.Event()), None)
