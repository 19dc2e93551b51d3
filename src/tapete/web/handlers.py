"""Handlers of messages between a connection and its table, one per type (docs/reference/table-protocol.md)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from tapete._version import __version__
from tapete.agents.analysis import adviser
from tapete.core.strings import LANGUAGES, Phrase
from tapete.core.summary import as_data
from tapete.errors import TapeteError
from tapete.play.session import Session
from tapete.seeds import derive
from tapete.web import analysis
from tapete.web.messages import PROTOCOL, Refused, actions_of, member, number, page_text, plain_spec, table_agent
from tapete.web.previews import preview, previews, sampled
from tapete.web.room import Connection, Guest, Room, resolved, where_raised
from tapete.web.rooms import RoomManager
from tapete.web.spectator import Viewer, description

Message = Mapping[str, Any]
RATE, BURST = 40.0, 120.0  # messages a second, and how many at once
MOST_PREVIEWS = 60  # moves in one question
PATIENCE = 200  # refused messages in a row after which a connection is closed
log = logging.getLogger("tapete.table")


def known_answers(session: Session, seat: int, lines: list[Any]) -> list[list[int]]:
    """Return answers of several moves by number, looked up where `Session.play` checks them."""
    answers = [actions_of({"actions": line}) for line in lines]
    try:
        return [resolved(session.position_to_check(seat, len(answer)), answer) for answer in answers]
    except TapeteError as error:
        raise Refused("illegal", str(error)) from None


class Handlers:
    """Conversation of one connection: it joins a table first, then sends the messages of that table."""

    def __init__(self, manager: RoomManager, connection: Connection) -> None:
        self.manager = manager
        self.connection = connection
        self.table: Room | None = None
        self.guest: Guest | None = None
        self._room = BURST
        self._received_at = time.monotonic()
        self._refused = 0

    def too_many(self) -> bool:
        """Return whether this message exceeds the rate limit."""
        now = time.monotonic()
        self._room = min(BURST, self._room + RATE * (now - self._received_at)) - 1
        self._received_at = now
        return self._room < 0

    async def dispatch(self, message: Message) -> None:
        """Answer a message. A refused one is answered with one sentence."""
        try:
            handler = HANDLERS.get(message["type"])
            if handler is None:
                raise Refused("unknown", f"unknown message {message['type'][:40]!r}")
            if self.guest is None and message["type"] not in ("join", "ping"):
                raise Refused("join", "join a table first")
            await handler(self, message)
            self._refused = 0
        except Refused as error:
            self.refuse(error.code, str(error), message, error.said)
        except TapeteError as error:
            self.refuse("refused", str(error), message)
        except Exception as error:  # of the game's own code
            log.error("a message %r failed", message["type"][:40], exc_info=error)
            text = page_text("failed-message", self.connection.language, where=where_raised(error))
            self.refuse("failed", text, message)

    def refuse(self, code: str, text: str, message: Message | None = None, said: Phrase | None = None) -> None:
        self._refused += 1
        answer: dict[str, Any] = {"type": "refused", "code": code, "text": text}
        if said is not None:
            answer["said"] = said
        if message is not None:
            answer["to"] = str(message.get("type"))[:40]
        self.connection.send(answer)
        if self._refused > PATIENCE:
            self.connection.close(1008, "too many messages that make no sense")

    def leave(self) -> None:
        if self.table is not None and self.guest is not None:
            self.table.leave(self.guest)
        self.table = self.guest = None

    @property
    def here(self) -> tuple[Room, Guest]:
        assert self.table is not None and self.guest is not None
        return self.table, self.guest

    # Handlers

    async def join(self, message: Message) -> None:
        if self.guest is not None:
            raise Refused("join", "you have joined a table already")
        if member(message, "v", int, PROTOCOL) != PROTOCOL:
            raise Refused("version", f"this server speaks version {PROTOCOL}; reload the page")
        identity = member(message, "table", str, "", most=40)
        token = member(message, "token", str, None, most=80)
        self._set_language(message)
        self.connection.tab = member(message, "tab", str, "", most=40)
        table = await self.manager.find(identity)
        self.guest = table.enter(self.connection, token)
        self.table = table

    async def ping(self, message: Message) -> None:
        self.connection.send({"type": "pong", "v": PROTOCOL, "version": __version__})

    async def play(self, message: Message) -> None:
        table, guest = self.here
        table.play(guest, member(message, "decision", str), actions_of(message))

    async def preview(self, message: Message) -> None:
        """Send what some legal moves would change, as far as the seat can know."""
        table, guest = self.here
        seat, session = self._deciding(message), table.session
        decision = message["decision"]
        wanted = message.get("moves")
        if not isinstance(wanted, list) or len(wanted) > MOST_PREVIEWS:
            raise Refused("malformed", f"'moves' must be a list of at most {MOST_PREVIEWS} legal moves by their ids")
        legal = set(session.legal(seat))
        if not all(type(move) is int and move in legal for move in wanted):
            raise Refused("illegal", "a preview is of legal moves, by their ids")
        lines = message.get("lines", [])
        if not isinstance(lines, list) or len(lines) > MOST_PREVIEWS:
            raise Refused("malformed", f"'lines' must be a list of at most {MOST_PREVIEWS} answers of several moves")
        world = session.position_of(seat).clone()
        answers = known_answers(session, seat, lines)
        if not all(answer[0] in legal for answer in answers):
            raise Refused("illegal", "a preview is of legal moves")

        def foreseen() -> Iterator[Any]:
            if wanted or not answers:
                yield from previews(world, seat, wanted)
            if answers:
                worlds, found = sampled(world, seat), []
                for answer in answers:
                    found.append(preview(world, seat, answer, worlds))
                    yield None
                yield found

        def send(found: Any) -> None:
            if found is not None:
                name = "moves" if isinstance(found, dict) else "lines"
                self.connection.send({"type": "previews", "decision": decision, "moves": {}, name: found})

        thought = table.scheduler.think(foreseen(), on_step=send)
        thought.future.add_done_callback(lambda future: self._failed(future, "preview"))
        table.study(guest, "preview", thought)

    async def start(self, message: Message) -> None:
        table, guest = self.here
        table.start(guest)

    async def name(self, message: Message) -> None:
        table, guest = self.here
        table.rename(guest, member(message, "name", str, "", most=200))

    async def emote(self, message: Message) -> None:
        table, guest = self.here
        table.emote(guest, member(message, "mood", str, ""))

    async def figure(self, message: Message) -> None:
        table, guest = self.here
        table.choose_figure(guest, member(message, "figure", str, "", most=40))

    async def ready(self, message: Message) -> None:
        table, guest = self.here
        table.set_ready(guest, ready=member(message, "ready", bool, True))

    async def withdraw(self, message: Message) -> None:
        table, guest = self.here
        table.withdraw(guest)

    async def take_back(self, message: Message) -> None:
        table, guest = self.here
        table.take_back(guest)

    async def agree(self, message: Message) -> None:
        table, guest = self.here
        table.agree(guest, yes=member(message, "yes", bool, True))

    async def here_now(self, message: Message) -> None:
        table, guest = self.here
        if guest.seat is None:
            raise Refused.of("spectator", "watching")
        table.take_over(guest)

    async def language(self, message: Message) -> None:
        table, guest = self.here
        self._set_language(message)
        table.show(guest)

    def _set_language(self, message: Message) -> None:
        language = member(message, "language", str, self.connection.language)
        if language not in LANGUAGES:
            raise Refused("malformed", f"'language' must be one of {', '.join(LANGUAGES)}")
        self.connection.language = language

    async def speed(self, message: Message) -> None:
        table, guest = self.here
        table.set_speed(guest, member(message, "speed", str, ""))
        self.connection.send({"type": "done", "to": "speed"})

    async def level(self, message: Message) -> None:
        table, guest = self.here
        await table.set_level(guest, member(message, "level", str, ""))

    async def pause(self, message: Message) -> None:
        table, guest = self.here
        table.pause(guest, paused=member(message, "paused", bool, True))

    async def hurry(self, message: Message) -> None:
        table, guest = self.here
        table.hurry(guest, skip=member(message, "skip", bool, False))
        self.connection.send({"type": "done", "to": "hurry"})

    async def shown(self, message: Message) -> None:
        table, guest = self.here
        table.set_shown(guest, member(message, "frame", int, 0))
        self.connection.send({"type": "done", "to": "shown"})

    async def replace(self, message: Message) -> None:
        table, guest = self.here
        await table.replace(guest, member(message, "seat", int, -1), member(message, "agent", str, "normal"))

    async def again(self, message: Message) -> None:
        table, guest = self.here
        if not table.session.over:
            raise Refused.of("rules", "not-over")
        if guest.seat is None and not guest.owner:
            raise Refused.of("spectator", "sat-here")
        await self.manager.again(table, rotate=member(message, "rotate", bool, False))
        for other in table.guests:
            other.connection.send({"type": "next", "by": guest.seat, **(table._invitation(other) or {})})

    async def explain(self, message: Message) -> None:
        table, _ = self.here
        name = member(message, "name", str, "", most=120)
        try:
            card = table.game.card(name, self.connection.language)
        except TapeteError:
            try:
                card = {"text": table.game.explain(name, self.connection.language)}
            except TapeteError as error:
                raise Refused("name", str(error)) from None
        self.connection.send({"type": "card", "name": name, "card": card})

    # Looking back

    def _eyes(self, message: Message) -> Viewer:
        """Return the requested point of view: one's own, or any once the game is over or a recorded game is read."""
        table, guest = self.here
        wanted = message.get("eyes", guest.viewer)
        free = table.session.over or table.settings.reading
        if wanted == guest.viewer:
            return guest.viewer
        if not free:
            raise Refused.of("secret", "cards-later")
        if wanted in ("all", "public"):
            return wanted
        if isinstance(wanted, int) and not isinstance(wanted, bool) and 0 <= wanted < table.game.seats:
            return wanted
        raise Refused("malformed", "'eyes' must be a seat, public or all")

    async def at(self, message: Message) -> None:
        """Send the table after a frame, as it was."""
        table, _ = self.here
        viewer = self._eyes(message)
        spectator = table.spectator(viewer)
        free = table.session.over or table.settings.reading
        frame = member(message, "frame", int, len(spectator.log))
        step = member(message, "step", int)
        if step is not None and free:  # the last frame that this viewer saw up to a step of the engine
            frame = bisect_right(spectator.steps, step)
        if not 0 <= frame <= len(spectator.log):
            raise Refused("malformed", f"'frame' must be from 0 to {len(spectator.log)}")
        state = spectator.position(frame)
        past: dict[str, Any] = {
            "type": "past",
            "frame": frame,
            "frames": len(spectator.log),
            "eyes": viewer,
            "describe": description(state, viewer),
            "events": table.event_messages(spectator.log[frame - 1], self.here[1]) if frame else [],
            "waiting": [] if state.over else [state.seat],
            "over": state.over,
        }
        if member(message, "story", bool, False):
            past["log"] = [table.event_messages(events, self.here[1]) for events in spectator.log]
            if free:
                past["steps"] = spectator.steps  # during a game they would reveal decisions that are not noticed
        self.connection.send(past)

    async def why(self, message: Message) -> None:
        """Explain why an agent made the move that led to a frame, to viewers who may see everything."""
        table, guest = self.here
        viewer = self._eyes(message)
        if not self._all_open():
            raise Refused("secret", "an agent's reasons are shown when the game is over")
        spectator = table.spectator(viewer)
        frame = member(message, "frame", int, len(spectator.log))
        if not 1 <= frame <= len(spectator.log):
            raise Refused("malformed", f"'frame' must be from 1 to {len(spectator.log)}")
        step = spectator.steps[frame - 1]
        chair = table.chairs[table.session.at(step - 1).seat]
        nothing = {"rule": None, "terms": None, "next": None}

        def steps() -> Any:
            yield {
                "seat": table.chairs.index(chair),
                **(analysis.why(table.session, step, chair.spec) if chair.spec else nothing),
            }

        thought = table.scheduler.think(
            steps(),
            on_step=lambda found: self.connection.send({"type": "why", "frame": frame, "eyes": viewer, **found}),
        )
        thought.future.add_done_callback(lambda future: self._failed(future, "why"))
        table.study(guest, "why", thought)

    async def analyse(self, message: Message) -> None:
        """Send an agent's analysis of a position while it runs."""
        table, guest = self.here
        state, frame = self._position_to_study(message)
        free = self._all_open()

        def chosen() -> str:
            spec = plain_spec(message.get("agent") or adviser(table.game), table.game, table.allowed)
            if not free:
                table_agent(spec, table.game)  # a clairvoyant agent would reveal hidden cards
            return spec

        spec = await asyncio.to_thread(chosen)  # making an agent may compile
        seconds = number(message, "seconds", 2.0, 0.05, 600.0)
        seed = member(message, "seed", int, secrets.randbits(31))
        iterations = member(message, "iterations", int)
        tag = member(message, "tag", int)
        steps = analysis.analysis(state, spec, seed, None if iterations else seconds, iterations)
        thought = table.scheduler.think(
            steps, on_step=lambda found: self.connection.send({"type": "analysis", "frame": frame, "tag": tag, **found})
        )
        thought.future.add_done_callback(lambda future: self._failed(future, "analyse"))
        table.study(guest, "analysis", thought)

    async def stop(self, message: Message) -> None:
        table, guest = self.here
        for name in ("analysis", "review", "others"):
            table.stop_study(guest, name)
        self.connection.send({"type": "stopped"})

    async def hint(self, message: Message) -> None:
        """Send the choice of a strong agent here, and its alternatives."""
        table, guest = self.here
        if not table.settings.hints:
            raise Refused.of("rules", "no-hints")
        seat = table._player(guest)
        table._begun()
        if seat not in table.session.waiting:
            raise Refused.of("turn", "hint-turn")
        decision = table.decision(seat)
        steps = analysis.hint(table.session.position_of(seat), secrets.randbits(31))

        def send(found: Any) -> None:
            if found.get("final"):
                self.connection.send({"type": "hint", "decision": decision, **found})

        table.help["hints"][seat] += 1
        thought = table.scheduler.think(steps, on_step=send)
        thought.future.add_done_callback(lambda future: self._failed(future, "hint"))
        table.study(guest, "hint", thought)

    async def cost(self, message: Message) -> None:
        """Send what a move of the own turn loses against the best one, before it is played."""
        table, guest = self.here
        if not table.settings.hints:
            raise Refused.of("rules", "no-hints")
        seat = self._deciding(message)
        action, session = member(message, "action", int), table.session
        if action not in session.legal(seat):
            raise Refused("illegal", "'action' must be a legal move, by its id")
        about = {"type": "cost", "decision": message["decision"], "action": action}
        # The seed is that of a later review, which then agrees with the warning
        steps = analysis.cost(session.position_of(seat), action, derive(1, len(session.actions)))
        thought = table.scheduler.think(steps, on_step=lambda found: self.connection.send({**about, **found}))
        thought.future.add_done_callback(lambda future: self._failed(future, "cost"))
        table.study(guest, "cost", thought)

    def _deciding(self, message: Message) -> int:
        """Return the own seat if the message is about its present decision."""
        table, guest = self.here
        seat = table._player(guest)
        table._begun()
        if member(message, "decision", str) != table.decision(seat) or seat not in table.session.waiting:
            raise Refused("stale", "this decision is outdated; the table has moved on")
        return seat

    async def others(self, message: Message) -> None:
        """Send the choices of the levels here."""
        table, guest = self.here
        state, frame = self._position_to_study(message)
        tag = member(message, "tag", int)
        steps = analysis.would_play(state, secrets.randbits(31))
        thought = table.scheduler.think(
            steps, on_step=lambda found: self.connection.send({"type": "others", "frame": frame, "tag": tag, **found})
        )
        thought.future.add_done_callback(lambda future: self._failed(future, "others"))
        table.study(guest, "others", thought)

    async def review(self, message: Message) -> None:
        """Send the value of each decision of the game, as analysed afterwards."""
        table, guest = self.here
        if not (table.session.over or table.settings.reading):
            raise Refused.of("secret", "review-later")
        spectator = table.spectator(self._eyes(message))
        steps = analysis.review(table.session, spectator.steps)
        thought = table.scheduler.think(steps, on_step=lambda found: self.connection.send({"type": "review", **found}))
        thought.future.add_done_callback(lambda future: self._failed(future, "review"))
        table.study(guest, "review", thought)

    async def account(self, message: Message) -> None:
        """Send the summary of the game: how it was won, and facts of every seat."""
        table, _ = self.here
        found = table.account()

        def send_result(future: Any) -> None:
            if future.cancelled() or future.exception() is not None:
                self._failed(future, "account")
            elif future.result() is not None:
                self.connection.send({"type": "account", **as_data(future.result())})
            else:
                self.connection.send({"type": "done", "to": "account"})

        found.add_done_callback(send_result)

    def _failed(self, future: Any, what: str) -> None:
        if not future.cancelled() and future.exception() is not None:
            error = future.exception()
            if not isinstance(error, TapeteError):
                log.error("%s failed", what, exc_info=error)
            text = str(error) if isinstance(error, TapeteError) else "this could not be worked out"
            self.connection.send({"type": "refused", "code": "study", "text": text, "to": what})

    def _all_open(self) -> bool:
        """Return whether this guest sees everything: after the game, in a recorded one, or where agents play with open hands."""
        table, guest = self.here
        return table.session.over or table.settings.reading or guest.viewer == "all"

    def _position_to_study(self, message: Message) -> tuple[Any, int | None]:
        """Return the position to be analysed: the own decision now, or a visible one of the past."""
        table, guest = self.here
        session = table.session
        free = self._all_open()
        frame = member(message, "frame", int)
        if frame is None and not free:
            if not table.settings.hints:
                raise Refused.of("rules", "no-analysis")
            seat = table._player(guest)
            if seat not in session.waiting:
                raise Refused.of("turn", "your-turn")
            return session.position_of(seat), None
        spectator = table.spectator(self._eyes(message))
        frame = len(spectator.log) if frame is None else frame
        if not 0 <= frame <= len(spectator.log):
            raise Refused("malformed", f"'frame' must be from 0 to {len(spectator.log)}")
        state = spectator.position(frame)
        if state.over:
            raise Refused.of("over", "nothing-left")
        if not free and (not table.settings.hints or state.seat != guest.seat):
            raise Refused.of("secret", "own-decisions")
        return state, frame

    async def whole(self, message: Message) -> None:
        """Send the full position, to be shared; refused during a game."""
        table, _ = self.here
        if not (table.session.over or table.settings.seed_given or table.settings.reading):
            raise Refused.of("secret", "shares-seen")
        spectator = table.spectator("all")
        frame = member(message, "frame", int, len(spectator.log))
        if not 0 <= frame <= len(spectator.log):
            raise Refused("malformed", f"'frame' must be from 0 to {len(spectator.log)}")
        self.connection.send({"type": "whole", "frame": frame, "position": spectator.position(frame).describe(None)})


HANDLERS: dict[str, Callable[[Handlers, Message], Awaitable[None]]] = {
    "join": Handlers.join,
    "ping": Handlers.ping,
    "play": Handlers.play,
    "start": Handlers.start,
    "name": Handlers.name,
    "emote": Handlers.emote,
    "figure": Handlers.figure,
    "ready": Handlers.ready,
    "withdraw": Handlers.withdraw,
    "take_back": Handlers.take_back,
    "agree": Handlers.agree,
    "here": Handlers.here_now,
    "language": Handlers.language,
    "speed": Handlers.speed,
    "level": Handlers.level,
    "pause": Handlers.pause,
    "hurry": Handlers.hurry,
    "shown": Handlers.shown,
    "replace": Handlers.replace,
    "again": Handlers.again,
    "explain": Handlers.explain,
    "at": Handlers.at,
    "why": Handlers.why,
    "analyse": Handlers.analyse,
    "stop": Handlers.stop,
    "preview": Handlers.preview,
    "hint": Handlers.hint,
    "cost": Handlers.cost,
    "others": Handlers.others,
    "review": Handlers.review,
    "account": Handlers.account,
    "whole": Handlers.whole,
}
