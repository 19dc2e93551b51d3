"""Table of the server: a session, its seats, and its connections. Each viewer is sent only what that viewer may see."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import secrets
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from tapete.agents.errors import EXCEPTION, TIME_OUT, Decision
from tapete.core.game import Game
from tapete.core.presentation import LEVELS, Event
from tapete.core.registry import load
from tapete.core.state import State
from tapete.core.summary import GameSummary
from tapete.errors import IllegalAction, TapeteError, said
from tapete.play.record import GameRecord, checked
from tapete.play.session import NotYourTurn, Question, Session, result_of
from tapete.web.house import agent_name, chosen_figures, figure_name, figures_of
from tapete.web.messages import LONGEST_NAME, Refused, page_text, plain_spec, table_agent
from tapete.web.scheduler import AGENTS, PERSON, SearchScheduler, SearchTask
from tapete.web.spectator import Frame, Spectator, Viewer
from tapete.web.warmup import prepared

SPEEDS = {"relaxed": 1.6, "normal": 1.0, "fast": 0.5, "instant": 0.0}
PAUSE = (0.25, 0.65)  # seconds after which an agent's answer is shown, drawn each time
LONGEST_FORCED = 1.5
PLAYBACK = 7.0  # seconds of pauses between two decisions of a person, after which agents answer five times as fast
REMEMBERED = 20  # thinking times of an agent from which the pause of a forced move is drawn
OUTSIDER_SECONDS = 60.0
EMOTES = ("glad", "wow", "think", "sly")
AHEAD = 2  # frames by which agents may be ahead of the page that shows their game
PAGE_SECONDS = 30.0  # after which agents no longer wait for a page, such as one in a hidden tab
AWAY_SECONDS = 20.0  # after which the owner may let a bot play for a person who has left
log = logging.getLogger("tapete.table")


class Connection(Protocol):
    """Connection to a table."""

    language: str
    tab: str

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message; never blocks."""

    def close(self, code: int, reason: str) -> None:
        """End the connection."""


@dataclass
class SeatSlot:
    """Seat of the table: a person's, held by a token, or an agent's."""

    kind: str  # person, agent
    name: str
    label: str = ""  # an agent as requested: a level, or a spec
    spec: str = ""  # the resolved agent
    token: str = ""
    person: str = ""  # character of the house, if the agent was requested by level
    friend: bool = False  # a person who was invited by link
    wins: int = 0  # games won in this series of rematches
    absent: str = ""  # the name of the person whose place an agent keeps; the token still opens it

    @property
    def level(self) -> str:
        """The level of an agent that was requested by level."""
        return self.label if self.label in LEVELS else ""

    @staticmethod
    def for_person(name: str, *, friend: bool = False) -> SeatSlot:
        """Create a person's seat with a token."""
        return SeatSlot("person", name, token=secrets.token_urlsafe(18), friend=friend)

    @staticmethod
    def for_agent(label: str, spec: str, game: str, others: Sequence[SeatSlot], *, wanted: str = "") -> SeatSlot:
        """Create an agent's seat: with a character of the house if it was requested by level, else named by its spec."""
        person, name = agent_name(
            label, game, [chair.person for chair in others], [chair.name for chair in others], wanted
        )
        return SeatSlot("agent", name[:LONGEST_NAME], label, spec, person=person)


@dataclass
class RoomSettings:
    """Settings of a table: the owner's choices, and what follows from how it was made or played."""

    speed: str = "normal"
    clock: float = 0.0  # seconds for a decision of a person; 0: no clock
    hints: bool = True
    take_backs: bool = True
    spectators: bool = True
    open: bool = False  # where only agents sit: spectators see every hand
    practice: bool = False  # the person gave the seed, or took a move back
    seed_given: bool = False  # the person knows the seed, so it is not secret
    reading: bool = False  # a recorded game is read: everything is shown, no moves are made
    match: int = 0  # games that decide a series of rematches; 0: single games
    waiting: bool = False  # a waiting room: friends join, and the owner starts the game


@dataclass(eq=False)
class Guest:
    """Connection at a table, with its viewer and its rights."""

    connection: Connection
    viewer: Viewer
    seat: int | None = None
    owner: bool = False
    active: bool = True  # False: the same person plays in another window
    shown: int | None = None  # the frame on the page, if it reports that


@dataclass
class Pace:
    """Delay of agents' answers, so that a person can follow and the time reveals nothing about cards."""

    speed: float = 1.0
    spent: float = 0.0  # since a person last decided
    times: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def pause(self, thought: float, *, forced: bool, awaited: bool = True) -> float:
        """Return the time before an answer is shown. A forced move takes as long as a considered one.

        `awaited` says that a person waits for it before the next own decision: the longer the wait, the shorter the pause.
        """
        drawn = random.uniform(*PAUSE)
        if forced:
            drawn = max(drawn, min(LONGEST_FORCED, random.choice(self.times))) if self.times else drawn
        else:
            self.times.append(min(thought, LONGEST_FORCED))
        scale = self.speed * (0.2 if awaited and self.spent >= PLAYBACK else 1.0)
        self.spent += drawn * scale
        return drawn * scale


@dataclass
class Rivals:
    """Agents of another level that take their seats when the turn changes."""

    label: str
    spec: str
    agents: dict[int, Any]  # by seat
    turn: int  # in which they were requested


def event_messages(game: Game, events: Sequence[Event], *, reader: int | None = None) -> list[dict[str, Any]]:
    """Return events with their phrases for the reader (`said`); the reader's side makes the sentence."""
    return [{**event, "said": game.event_phrase(event, reader)} for event in events]


def where_raised(error: BaseException) -> str:
    """Return an error as its type and place, without its text, which may reveal hidden information."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else ""
    return type(error).__name__ + place


def resolved(state: State, actions: list[Any]) -> list[int]:
    """Return actions by number; moves given as data are looked up one after the other, from a position."""
    if all(isinstance(action, int) for action in actions):
        return actions
    world = state.clone()
    found = []
    for action in actions:
        if world.over:
            raise IllegalAction("the game is over before the last of these moves")
        number = action if isinstance(action, int) else world.action(action)
        if not world.accepts(number):
            raise IllegalAction(f"action {number} is not legal here")
        found.append(number)
        world.apply(number)
    return found


class Room:
    """Game in the browser."""

    def __init__(
        self,
        identity: str,
        game: Game,
        chairs: list[SeatSlot],
        seed: int,
        settings: RoomSettings,
        scheduler: SearchScheduler,
        *,
        allowed: Mapping[str, str] | None = None,
        position: Any = None,
        owner: str = "",
        changed: Callable[[Room], None] = lambda table: None,
    ) -> None:
        self.id = identity
        self.game = game
        self.chairs = chairs
        self.settings = settings
        self.scheduler = scheduler
        self.allowed = allowed or {}
        self.owner = owner or secrets.token_urlsafe(18)
        self.changed = changed
        self.guests: list[Guest] = []
        self.epoch = 0  # number of times the game went back
        self.touched = time.monotonic()
        self.pace = Pace(SPEEDS[settings.speed])
        self.paused = False
        self.next_table: dict[str, Any] | None = None  # the rematch, once requested
        self.help = {"hints": [0] * game.seats, "take_backs": [0] * game.seats}  # received by each seat
        players = [None if c.kind == "person" else table_agent(c.spec, game) for c in chairs]
        self.session = Session(game, players, seed, position=position)
        self.figures = figures_of(game.name, game.seats, lambda: self.session.describe(None))
        self._eyes: dict[Viewer, Spectator] = {}
        self._runner: asyncio.Task[None] | None = None
        self._thought: SearchTask | None = None
        self._skip = asyncio.Event()
        self._hurried = False  # `_skip` holds for one answer where only agents play
        self._followed = asyncio.Event()  # set when agents that wait for a page may go on
        self._clock: asyncio.TimerHandle | None = None
        self._deadline: float | None = None
        self._studies: dict[tuple[int, str], SearchTask] = {}
        self._account: asyncio.Future[GameSummary | None] | None = None
        self._rivals: Rivals | None = None
        self.ready: set[int] = set()  # seats of people who wait and have said that they are ready
        self._left: dict[int, float] = {}  # when the person of a seat left, by the clock
        self.failure: str | None = None  # where the game's own code raised an error, which ends the table
        self.failed_as = "failed-table"  # the sentence that says so

    # What goes wrong

    def fail(self, error: BaseException) -> None:
        """Stop the table after an error of the game's own code: log it and notify all guests."""
        log.error("table %s (%s) failed", self.id, self.game.name, exc_info=error)
        if self.failure is None:
            self.failure = where_raised(error)
        self._stop_runner()
        if self._clock is not None:
            self._clock.cancel()
            self._clock = self._deadline = None
        for guest in list(self.guests):
            self._send_failure(guest)

    def stop_endless(self) -> None:
        """Stop a table of agents whose game has more decisions than its definition says are the most."""
        self.failed_as = "endless-table"
        self.failure = str(len(self.session.actions))
        for guest in list(self.guests):
            self._send_failure(guest)

    def _send_failure(self, guest: Guest) -> None:
        text = page_text(self.failed_as, guest.connection.language, where=self.failure)
        guest.connection.send({"type": "failed", "where": self.failure, "text": text})

    def _check_sound(self, guest: Guest) -> None:
        if self.failure is not None:
            raise Refused("failed", page_text(self.failed_as, guest.connection.language, where=self.failure))

    # Who is here

    def enter(self, connection: Connection, token: str | None) -> Guest:
        """Connect a guest: the holder of a seat, the owner, or a spectator."""
        guest = self._guest(connection, token)
        if guest.seat is not None:
            self._left.pop(guest.seat, None)
        for other in list(self.guests):
            same = other.seat is not None and other.seat == guest.seat
            if same and other.connection.tab and other.connection.tab == connection.tab:
                self.guests.remove(other)
                other.connection.close(4000, "replaced")
            elif same and other.active:
                guest.active = False
        self.guests.append(guest)
        self.touched = time.monotonic()
        if guest.seat is not None and self.chairs[guest.seat].absent and not self.session.over:
            self._give_back(guest.seat)
        else:
            connection.send(self.about(guest))
            self.show(guest)
        self._send_presence()
        self.go_on()
        return guest

    def _give_back(self, seat: int) -> None:
        """Return a seat to a person whose place an agent has kept."""
        chair = self.chairs[seat]
        self.chairs[seat] = SeatSlot("person", chair.absent, token=chair.token)
        self.session.replace(seat, None)
        self.epoch += 1
        self._restart()

    def _guest(self, connection: Connection, token: str | None) -> Guest:
        if token:
            for seat, chair in enumerate(self.chairs):
                if chair.token and secrets.compare_digest(chair.token.encode(), token.encode()):
                    chair.friend = False
                    owner = secrets.compare_digest(self.owner.encode(), token.encode())
                    return Guest(connection, seat, seat, owner)
            if secrets.compare_digest(self.owner.encode(), token.encode()):
                return Guest(connection, self._spectator(), None, True)
            raise Refused.of("token", "no-seat")
        if not self.settings.spectators:
            raise Refused.of("closed", "no-watching")
        return Guest(connection, self._spectator())

    def _spectator(self) -> Viewer:
        agents_only = all(
            chair.kind == "agent" and not chair.absent for chair in self.chairs
        )  # who is absent may return
        return "all" if self.settings.reading or (agents_only and self.settings.open) else "public"

    def leave(self, guest: Guest) -> None:
        """Disconnect a guest; another window of the same person becomes the active one."""
        if guest in self.guests:
            self.guests.remove(guest)
        for key in [key for key in self._studies if key[0] == id(guest)]:
            self._studies.pop(key).cancel()
        heirs = [other for other in self.guests if other.seat == guest.seat and other.seat is not None]
        if guest.active and heirs and not any(other.active for other in heirs):
            self.take_over(heirs[0])
        self.touched = time.monotonic()
        self._followed.set()
        if guest.seat is not None and not self.present(guest.seat):
            self._left[guest.seat] = self.touched
            self.ready.discard(guest.seat)
        self._send_presence()
        if not self.guests:
            self._eyes.clear()

    def take_over(self, guest: Guest) -> None:
        """Make this window the active one; others of the same person watch."""
        for other in self.guests:
            if other.seat == guest.seat and other.active != (other is guest):
                other.active = other is guest
                other.connection.send(self.about(other))
                self.show(other)

    def present(self, seat: int) -> bool:
        return any(guest.seat == seat for guest in self.guests)

    def away(self, seat: int) -> float | None:
        """Return the seconds since the person of a seat left; None if the person is here, has never come, or an agent sits
        there.
        """
        left = self._left.get(seat)
        return None if left is None or self.chairs[seat].kind == "agent" else round(time.monotonic() - left, 1)

    def _send_presence(self) -> None:
        here = [chair.kind == "agent" or self.present(seat) for seat, chair in enumerate(self.chairs)]
        away = [self.away(seat) for seat in range(self.game.seats)]
        for guest in self.guests:
            guest.connection.send({"type": "presence", "here": here, "away": away, "watching": self.watching})

    @property
    def watching(self) -> int:
        return sum(guest.seat is None for guest in self.guests)

    # What is sent

    def about(self, guest: Guest) -> dict[str, Any]:
        """Return the data of the table that does not change from move to move."""
        language = guest.connection.language
        seats = [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": self.called(seat, language) if chair.kind == "agent" else chair.name,
                "label": chair.label,
                "level": chair.level,
                "spec": chair.spec,
                "person": chair.person,
                "wins": chair.wins,
                "figure": self.figures[seat],
                "figure_name": self.figures[seat] and figure_name(self.game.name, self.figures[seat], language),
                "side": self.game.sides[seat],
                "here": chair.kind == "agent" or self.present(seat) or seat == guest.seat,
                "away": self.away(seat),
                "for": chair.absent,
                "ready": seat in self.ready,
            }
            for seat, chair in enumerate(self.chairs)
        ]
        found: dict[str, Any] = {
            "type": "table",
            "id": self.id,
            "game": self.game.name,
            "title": self.game.definition.title,
            "options": dict(self.game.options),
            "seats": seats,
            "seat": guest.seat,
            "viewer": guest.viewer,
            "active": guest.active,
            "owner": guest.owner,
            "language": language,
            "levels": list(LEVELS),
            "settings": asdict(self.settings),
            "watching": self.watching,
        }
        if self._rivals is not None:
            found["next_level"] = self._rivals.label
        if guest.owner:
            found["invite"] = [
                {"seat": seat, "token": chair.token}
                for seat, chair in enumerate(self.chairs)
                if chair.kind == "person" and chair.friend
            ]
        return found

    def spectator(self, viewer: Viewer) -> Spectator:
        """Return a viewer's replay of the session so far."""
        spectator = self._eyes.get(viewer)
        if spectator is None or spectator.session is not self.session or spectator.done > len(self.session.actions):
            spectator = self._eyes[viewer] = Spectator(self.session, viewer)
            spectator.catch_up()
        return spectator

    def show(self, guest: Guest) -> None:
        """Send a viewer the whole table: its current state and all events."""
        if self.failure is not None:
            self._send_failure(guest)
            return
        try:
            spectator = self.spectator(guest.viewer)
            story = [self.event_messages(events, guest) for events in spectator.log]
            message = {**self.position(guest, len(spectator.log)), "log": story}
        except Exception as error:
            self.fail(error)
            return
        guest.connection.send(message)

    def update(self) -> None:
        """Send all guests the news since the last update."""
        try:
            messages = self._news()
        except Exception as error:
            self.fail(error)
            return
        for guest, message in messages:
            guest.connection.send(message)
        self._set_clock()
        self.changed(self)

    def _news(self) -> list[tuple[Guest, dict[str, Any]]]:
        """Return the news since the last update, for each guest."""
        # Those of absent viewers too: who comes back is shown the table from the same replay.
        frames: dict[Viewer, list[Frame]] = {viewer: self.spectator(viewer).catch_up() for viewer in list(self._eyes)}
        messages: dict[tuple[Any, ...], dict[str, Any]] = {}
        news: list[tuple[Guest, dict[str, Any]]] = []
        for guest in list(self.guests):
            key = (guest.viewer, guest.seat, guest.connection.language, guest.active)
            if key not in messages:
                spectator = self.spectator(guest.viewer)
                steps = [
                    {"frame": frame.number, "events": self.event_messages(frame.events, guest), "describe": frame.table}
                    for frame in frames.get(guest.viewer, [])
                ]
                messages[key] = {**self.position(guest, len(spectator.log)), "frames": steps}
            news.append((guest, messages[key]))
        return news

    def position(self, guest: Guest, frame: int) -> dict[str, Any]:
        """Return the current state for a guest: its description, and its legal answers."""
        session, seat = self.session, guest.seat
        over = session.over
        to_move = seat is not None and seat in session.waiting and not self.settings.waiting
        choosing = session.choosing
        state = session.position_of(seat) if to_move and seat is not None else session.state
        mine = seat if seat is not None and seat in choosing else None
        found: dict[str, Any] = {
            "type": "state",
            "frame": frame,
            "decision": None if seat is None else self.decision(seat),
            "describe": session.describe(mine) if mine is not None else self.spectator(guest.viewer).table,
            "moves": self.moves(state, session.legal(seat)) if to_move and seat is not None else [],
            "waiting": [] if self.settings.waiting else session.waiting,
            "ready": [other for other in choosing if other not in session.waiting],
            "chosen": session.chosen(seat) if seat is not None else [],
            "over": over,
            "result": dict(result_of(session)) if over else None,
            "asks": session.proposer,
            "paused": self.paused,
            "clock": self._clock_left() if to_move else None,
        }
        if over:
            found["seed"] = str(session.seed)
            found["help"] = self.help
            found["next"] = self._invitation(guest)
        return found

    def moves(self, state: Any, legal: list[int]) -> list[dict[str, Any]]:
        """Return legal moves as data, each with its phrase."""
        moves = [(action, state.move(action)) for action in legal]
        return [{"id": action, "said": self.game.move_phrase(move), "move": move} for action, move in moves]

    def called(self, seat: int, language: str) -> str:
        """Return the name at a seat: the person's own, or that of their figure."""
        chair, figure = self.chairs[seat], self.figures[seat]
        own = chair.kind == "person" and chair.name != f"P{seat + 1}"
        return (
            chair.name if own or not figure or self.settings.reading else figure_name(self.game.name, figure, language)
        )

    def names(self, language: str) -> list[str]:
        """Return the names of all seats."""
        return [self.called(seat, language) for seat in range(self.game.seats)]

    def event_messages(self, events: list[dict[str, Any]], guest: Guest) -> list[dict[str, Any]]:
        """Return events with their phrases for this guest."""
        return event_messages(self.game, events, reader=guest.seat)

    def account(self) -> asyncio.Future[GameSummary | None]:
        """Return the summary of the game as a future; computed once, outside the event loop."""
        if not self.session.over:
            raise Refused.of("secret", "account-later")
        if self._account is None:
            self._account = asyncio.get_running_loop().run_in_executor(None, self.session.account)
        return self._account

    # What people do

    def decision(self, seat: int) -> str:
        """Return what names the present decision of a seat, also across restarts of the server."""
        return f"{self.epoch}.{self.session.decisions(seat)}"

    def play(self, guest: Guest, decision: Any, actions: list[Any]) -> None:
        """Play a person's answer."""
        self._check_sound(guest)
        seat = self._player(guest)
        session = self.session
        if decision != self.decision(seat):
            raise Refused("stale", "this decision is outdated; the table has moved on")
        if session.over:
            raise Refused.of("over", "over")
        self._begun()
        try:
            session.play(seat, resolved(session.position_to_check(seat, len(actions)), actions))
        except NotYourTurn as error:
            raise Refused("turn", str(error)) from None
        except TapeteError as error:
            raise Refused("illegal", str(error)) from None
        self._person_decided()

    def _person_decided(self) -> None:
        self.pace.spent = 0.0
        self._skip.clear()
        self.touched = time.monotonic()
        self.update()
        self.go_on()

    def _begun(self) -> None:
        if self.settings.waiting:
            raise Refused.of("waiting", "not-begun")

    def start(self, guest: Guest) -> None:
        """Start the game from the waiting room, at the owner's request."""
        if not guest.owner:
            raise Refused.of("rules", "owner-starts")
        if not self.settings.waiting:
            raise Refused.of("turn", "begun")
        self.settings.waiting = False
        self._restart()

    def emote(self, guest: Guest, mood: str) -> None:
        """Show a person's mood to all guests in the waiting room; during the game moods are off."""
        if guest.seat is None:
            raise Refused.of("spectator", "watching")
        if not self.settings.waiting:
            raise Refused.of("rules", "faces-before")
        if mood not in EMOTES:
            raise Refused("malformed", f"'mood' must be one of {', '.join(EMOTES)}")
        for other in list(self.guests):
            other.connection.send({"type": "emote", "seat": guest.seat, "mood": mood})

    def choose_figure(self, guest: Guest, figure: str) -> None:
        """Give a person in the waiting room a figure of the game; its previous holder gets theirs."""
        seat = self._waits(guest)
        about = chosen_figures(self.game.name)
        if figure not in about:
            raise Refused("malformed", f"'figure' must be one of {', '.join(about) or 'none in this game'}")
        taken = [*self.figures]
        if figure in taken:
            taken[taken.index(figure)] = taken[seat]
        taken[seat] = figure
        options = {**self.game.options, about[figure]: ",".join(taken)}
        self._deal_anew(load(self.game.name, **options))

    def _deal_anew(self, game: Game) -> None:
        """Deal the same seed with other options, before the game has begun."""
        players = [None if chair.kind == "person" else table_agent(chair.spec, game) for chair in self.chairs]
        self.session = Session(game, players, self.session.seed)
        self.game = game
        self.figures = figures_of(game.name, game.seats, lambda: self.session.describe(None))
        self.epoch += 1
        self._eyes.clear()
        for other in list(self.guests):
            other.connection.send(self.about(other))
            self.show(other)
        self.changed(self)

    def set_ready(self, guest: Guest, *, ready: bool) -> None:
        """Set whether a person in the waiting room is ready."""
        seat = self._waits(guest)
        (self.ready.add if ready else self.ready.discard)(seat)
        for other in list(self.guests):
            other.connection.send(self.about(other))

    def _waits(self, guest: Guest) -> int:
        """Return the seat of a guest in the waiting room."""
        if guest.seat is None:
            raise Refused.of("spectator", "watching")
        if not self.settings.waiting:
            raise Refused.of("rules", "before-begin")
        return guest.seat

    def rename(self, guest: Guest, name: str) -> None:
        """Change the name of a person at the table."""
        if guest.seat is None:
            raise Refused.of("spectator", "watching")
        name = " ".join("".join(sign for sign in name if sign.isprintable()).split())[:LONGEST_NAME]
        if not name:
            raise Refused("malformed", "'name' must hold a letter")
        self.chairs[guest.seat].name = name
        for other in list(self.guests):
            other.connection.send(self.about(other))
        self.changed(self)

    def withdraw(self, guest: Guest) -> None:
        """Withdraw a person's hidden choice."""
        try:
            self.session.withdraw(self._player(guest))
        except TapeteError as error:
            raise Refused("turn", str(error)) from None
        self.update()

    def take_back(self, guest: Guest) -> None:
        """Propose to go back to before a person's last choice."""
        seat = self._player(guest)
        if not self.settings.take_backs:
            raise Refused.of("rules", "no-take-back")
        try:
            if self.session.undo(seat):
                self._went_back(None)
                return
            done = self.session.propose_take_back(seat)
        except TapeteError as error:
            raise Refused("turn", str(error)) from None
        self._went_back(seat) if done else self._send_proposal()

    def agree(self, guest: Guest, *, yes: bool) -> None:
        """Answer a proposed take-back."""
        seat = self._player(guest)
        if self.session.proposer is None:
            raise Refused.of("turn", "nobody-asked")
        proposer = self.session.proposer
        if yes and self.session.agree(seat):
            self._went_back(proposer)
            return
        if not yes:
            self.session.refuse()
        self._send_proposal()

    def _send_proposal(self) -> None:
        for guest in self.guests:
            guest.connection.send({"type": "asked", "by": self.session.proposer})

    def _went_back(self, seat: int | None) -> None:
        """Show the game after a take-back; `seat`: whose move had revealed something (the game becomes practice), if any."""
        if seat is not None:
            self.help["take_backs"][seat] += 1
            self.settings.practice = True
        self.epoch += 1
        self._restart()

    def _restart(self) -> None:
        """Send all guests the whole game after it was changed."""
        self._stop_runner()
        self._eyes.clear()
        self._account = None
        for guest in list(self.guests):
            guest.connection.send(self.about(guest))
            self.show(guest)
        self._set_clock()
        self.changed(self)
        self.go_on()

    async def replace(self, guest: Guest, seat: int, label: str) -> None:
        """Seat another agent for one that failed, for a person who leaves their own place, or for one who has left the table.

        Who has left the table, and not the game, gets the seat back on return.
        """
        self._may_replace(guest, seat)
        spec = plain_spec(label, self.game, self.allowed)
        agent = await asyncio.to_thread(prepared, spec, self.game)
        gone = self._may_replace(guest, seat)  # guests may have come or gone meanwhile
        chair = self.chairs[seat]
        others = [other for place, other in enumerate(self.chairs) if place != seat]
        self.chairs[seat] = SeatSlot.for_agent(label, spec, self.game.name, others, wanted=chair.person)
        if gone or chair.absent:
            self.chairs[seat].token, self.chairs[seat].absent = chair.token, chair.absent or chair.name
        for other in self.guests:
            if other.seat == seat:
                other.seat, other.viewer = None, self._spectator()
        self.session.replace(seat, agent)
        self.epoch += 1
        self._restart()

    def _may_replace(self, guest: Guest, seat: int) -> bool:
        """Refuse to seat an agent at a seat that is not free; return True if a person has left whose place is kept."""
        if not 0 <= seat < self.game.seats:
            raise Refused("malformed", f"'seat' must be from 0 to {self.game.seats - 1}")
        chair = self.chairs[seat]
        failed = self.session.fault is not None and self.session.fault.seat == seat
        own = guest.seat == seat and guest.active and not self.session.over
        empty = guest.owner and chair.friend and not self.present(seat)  # the friend has never come
        if (failed and (guest.seat is not None or guest.owner)) or own or empty:
            return False
        away = self.away(seat)
        if away is None or not guest.owner or self.session.over:
            raise Refused.of("rules", "free-place")
        if away < AWAY_SECONDS:
            raise Refused("rules", f"this place is kept for {AWAY_SECONDS:g} s; wait a moment")
        return True

    def may_set_level(self, guest: Guest) -> None:
        """Check that a guest plays alone against agents at their own table, and so may set their level."""
        people = [chair for chair in self.chairs if chair.kind == "person"]
        if not guest.owner or guest.seat is None or len(people) > 1:
            raise Refused.of("rules", "sets-level")
        if self.session.over:
            raise Refused.of("over", "over")

    async def set_level(self, guest: Guest, label: str) -> None:
        """Let agents of this level play from the next turn on; they are created outside the event loop."""
        self.may_set_level(guest)
        if label not in LEVELS:
            raise Refused("malformed", f"'level' must be one of {', '.join(LEVELS)}")
        spec = plain_spec(label, self.game, self.allowed)
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "agent"]
        made = await asyncio.to_thread(lambda: {seat: prepared(spec, self.game) for seat in seats})
        self._rivals = Rivals(label, spec, made, self.session.state.turn)
        guest.connection.send(self.about(guest))

    def _seat_rivals(self) -> None:
        """Seat the agents of another level once the turn has changed."""
        rivals = self._rivals
        if rivals is None or self.session.state.turn == rivals.turn or self.session.over:
            return
        self._rivals = None
        for seat, agent in rivals.agents.items():
            chair = self.chairs[seat]
            if chair.kind == "agent":
                others = [other for place, other in enumerate(self.chairs) if place != seat]
                new = SeatSlot.for_agent(rivals.label, rivals.spec, self.game.name, others, wanted=chair.person)
                self.chairs[seat] = replace(new, token=chair.token, absent=chair.absent)
                self.session.replace(seat, agent)
        for guest in list(self.guests):
            guest.connection.send(self.about(guest))
        self.changed(self)

    def set_speed(self, guest: Guest, speed: str) -> None:
        if guest.seat is None and not guest.owner:
            raise Refused.of("rules", "sets-pace")
        if speed not in SPEEDS:
            raise Refused("malformed", f"'speed' must be one of {', '.join(SPEEDS)}")
        self.settings.speed = speed
        self.pace.speed = SPEEDS[speed]
        self._hurried = False
        if self.pace.speed:
            self._skip.clear()
        else:
            self._skip.set()
            self._followed.set()
        self.changed(self)

    def pause(self, guest: Guest, *, paused: bool) -> None:
        if not guest.owner:
            raise Refused.of("rules", "owner-stops")
        self.paused = paused
        self.update()
        self.go_on()

    def hurry(self, guest: Guest, *, skip: bool) -> None:
        """Make the searching agent answer now; with `skip`, drop all pauses until a person must decide."""
        if guest.seat is None and not guest.owner:
            raise Refused.of("rules", "hurries")
        if self._thought is not None and not skip:
            self._thought.hurry()
        if skip:
            self._hurried = False
        elif not self._skip.is_set():
            self._hurried = True
        self._skip.set()
        self._followed.set()

    def set_shown(self, guest: Guest, frame: int) -> None:
        """Note the frame that a page shows: where only agents play they wait for the page of the table's owner."""
        guest.shown = frame
        self._followed.set()

    def _player(self, guest: Guest) -> int:
        if guest.seat is None:
            raise Refused.of("spectator", "watching")
        if not guest.active:
            raise Refused.of("passive", "elsewhere")
        return guest.seat

    def _invitation(self, guest: Guest) -> dict[str, Any] | None:
        """Return the rematch, with the seat that this guest holds there."""
        if self.next_table is None:
            return None
        tokens = self.next_table["tokens"]
        token = (
            tokens.get(str(guest.seat)) if guest.seat is not None else self.next_table["owner"] if guest.owner else None
        )
        return {"id": self.next_table["id"], "token": token}

    # Agents

    def go_on(self) -> None:
        """Let agents answer, if one has to decide and none is running."""
        if self._runner is not None and not self._runner.done():
            return
        if self.settings.waiting or self.session.over or self.paused or self._nobody_there() or self.failure:
            return
        try:
            if self.session.question() is None:
                return
        except Exception as error:
            self.fail(error)
            return
        self._runner = asyncio.get_running_loop().create_task(self._run())

    def _nobody_there(self) -> bool:
        """Return whether a table of agents alone is unobserved: it pauses then."""
        return not self.guests and all(chair.kind == "agent" for chair in self.chairs)

    def _stop_runner(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
        if self._runner is not None:
            self._runner.cancel()
        self._runner = None
        self._thought = None

    async def _run(self) -> None:
        """Let agents answer one after the other until a person must decide."""
        try:
            await self._let_agents_answer()
        except Exception as error:
            self._runner = None  # this task, which is about to end
            self.fail(error)

    async def _let_agents_answer(self) -> None:
        session = self.session
        people = any(chair.kind == "person" for chair in self.chairs)
        turn: Any = contextlib.nullcontext if people else self.scheduler.gate
        while not (session.over or self.paused or self._nobody_there() or self.failure):
            self._seat_rivals()
            if not people and len(session.actions) >= self.game.max_decisions:
                self.stop_endless()
                return
            if not people and self._is_ahead():
                await self._wait_for_pages()
                continue  # the table may have been paused or left meanwhile
            async with turn():
                question = session.question()
            if question is None:
                return
            started = time.monotonic()
            answer = await self._decide(question)
            thought = time.monotonic() - started
            forced = len(question.world.legal()) == 1
            await self._hold_back(self.pace.pause(thought, forced=forced, awaited=people) - thought)
            async with turn():
                if session.answer(question, answer) or session.over:
                    self.update()
            if not people and self._hurried:
                self._hurried = False
                self._skip.clear()

    def _is_ahead(self) -> bool:
        """Return whether agents must wait for the owner's page, which takes its time to show what happens."""
        return bool(self.pace.speed) and not self._skip.is_set() and bool(self._pages_behind())

    def _pages_behind(self) -> list[Guest]:
        """Return the owner's pages that agents are too far ahead of."""
        return [
            guest
            for guest in self.guests
            if guest.owner and guest.shown is not None and len(self.spectator(guest.viewer).log) - guest.shown >= AHEAD
        ]

    async def _wait_for_pages(self) -> None:
        """Wait until something changes; a page that stays behind is not waited for until it reports again."""
        self._followed.clear()
        try:
            await asyncio.wait_for(self._followed.wait(), PAGE_SECONDS)
        except TimeoutError:
            for guest in self._pages_behind():
                guest.shown = None

    async def _decide(self, question: Question) -> Decision:
        people = any(chair.kind == "person" for chair in self.chairs)
        self._thought = self.scheduler.decide(question, urgency=PERSON if people else AGENTS)
        limit = OUTSIDER_SECONDS if question.player.outsider else None
        try:
            return await asyncio.wait_for(self._thought.future, limit)
        except TimeoutError:
            return Decision(fault=TIME_OUT, text=f"did not answer within {limit:g} s")
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            return Decision(fault=EXCEPTION, text=f"raised {said(error)}")
        finally:
            self._thought = None

    async def _hold_back(self, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), seconds)

    # The clock

    def _set_clock(self) -> None:
        """Start the clock of people's decisions; when it expires, the table's easy agent answers for them."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = self._deadline = None
        if self.failure is not None:
            return
        waiting = [seat for seat in self.session.waiting if self.chairs[seat].kind == "person"]
        if self.settings.clock and waiting and not self.session.over and not self.settings.waiting:
            self._deadline = time.monotonic() + self.settings.clock
            self._clock = asyncio.get_running_loop().call_later(self.settings.clock, self._time_is_up)

    def _clock_left(self) -> float | None:
        return None if self._deadline is None else max(0.0, round(self._deadline - time.monotonic(), 1))

    def _time_is_up(self) -> None:
        try:
            self._answer_for_people()
        except Exception as error:
            self.fail(error)

    def _answer_for_people(self) -> None:
        self._clock = None
        waiting = [seat for seat in self.session.waiting if self.chairs[seat].kind == "person"]
        for seat in waiting:
            if seat not in self.session.waiting:
                continue
            agent = table_agent(plain_spec("easy", self.game, {}), self.game)
            agent.begin(self.game, seat)
            agent.reset(secrets.randbits(32))
            answer = agent.decide(self.session.position_of(seat), self.session.view(seat))
            action = answer.action if not answer.fault else self.session.legal(seat)[0]
            self.session.play(seat, action)
        self._person_decided()

    # Studies: analysis, hints, reviews; one of a kind for each connection

    def study(self, guest: Guest, name: str, thought: SearchTask) -> None:
        self.stop_study(guest, name)
        self._studies[id(guest), name] = thought

    def stop_study(self, guest: Guest, name: str) -> None:
        old = self._studies.pop((id(guest), name), None)
        if old is not None:
            old.cancel()

    # Keeping

    def kept(self) -> dict[str, Any]:
        """Return the table as saved: seed and actions, seats and settings."""
        record = self.session.record()
        return {
            "id": self.id,
            "game": self.game.name,
            "options": dict(self.game.options),
            "seed": str(self.session.seed),
            "actions": list(record.actions),
            "position": record.position,
            "chosen": {
                str(seat): self.session.chosen(seat) for seat in range(self.game.seats) if self.session.chosen(seat)
            },
            "chairs": [asdict(chair) for chair in self.chairs],
            "settings": asdict(self.settings),
            "owner": self.owner,
            "epoch": self.epoch,
            "help": self.help,
            "next": self.next_table,
        }

    @staticmethod
    def opened(data: Mapping[str, Any], game: Game, scheduler: SearchScheduler, allowed: Mapping[str, str]) -> Room:
        """Restore a saved table."""
        position = None if data["position"] is None else game.set_up(data["position"])
        chairs = [SeatSlot(**chair) for chair in data["chairs"]]
        for seat, chair in enumerate(chairs):  # tables of versions without names
            if chair.kind == "agent" and chair.name == f"Bot {seat + 1}":
                new = SeatSlot.for_agent(chair.label, chair.spec, game.name, chairs)
                chairs[seat] = replace(chair, name=new.name, person=new.person)
        settings = RoomSettings(**data["settings"])
        seed = int(data["seed"])
        table = Room(
            data["id"], game, chairs, seed, settings, scheduler, allowed=allowed, position=position, owner=data["owner"]
        )
        record = checked(
            {
                "game": game.name,
                "options": data["options"],
                "seed": seed,
                "agents": [chair.spec for chair in chairs],
                "actions": data["actions"],
                "returns": None,
                "position": data["position"],
            },
            f"table {data['id']}",
        )
        table.session = Session.from_record(record, [table.session.players[s] for s in range(game.seats)])
        for seat, chosen in data.get("chosen", {}).items():
            with contextlib.suppress(TapeteError):
                table.session.play(int(seat), chosen)
        table.epoch = data["epoch"] + 1  # decisions from before the restart are stale: they are unanswered
        table.next_table = data.get("next")
        table.help = data.get("help") or table.help
        now = time.monotonic()
        table._left = {
            seat: now
            for seat, chair in enumerate(chairs)
            if chair.kind == "person" and chair.token and not chair.friend
        }
        return table

    def wins_now(self) -> list[int]:
        """Return the games that each seat has won in this series of rematches, including this one; all 0 if the series is
        decided.
        """
        winners = result_of(self.session)["winners"] if self.session.over else []
        shared = len(winners) == self.game.seats
        wins = [chair.wins + (seat in winners and not shared) for seat, chair in enumerate(self.chairs)]
        decided = self.settings.match and max(wins) >= self.settings.match
        return [0] * self.game.seats if decided else wins

    def record(self) -> GameRecord:
        """Return the game as a record; refused before its end, unless the person gave the seed."""
        if not self.session.over and not self.settings.seed_given:
            raise Refused.of("secret", "record-later")
        return self.session.record()

    def close(self) -> None:
        """Close the table and stop its tasks."""
        self._stop_runner()
        for thought in self._studies.values():
            thought.cancel()
        self._studies.clear()
        if self._clock is not None:
            self._clock.cancel()
        for guest in list(self.guests):
            guest.connection.close(1001, "the table was put away")
        self.guests.clear()
