"""People at a table who leave and return, and a game whose own code fails; in process, without a browser."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import pytest

import tapete
from tapete.core.strings import COMMON, fill
from tapete.play.session import Session
from tapete.web import room
from tapete.web.handlers import Handlers
from tapete.web.rooms import RoomManager
from tapete.web.spectator import Spectator


class Person:
    """Connection to a table that keeps all messages."""

    tab = ""

    def __init__(self, manager: RoomManager, language: str = "en") -> None:
        self.language = language
        self.sent: list[Mapping[str, Any]] = []
        self.handlers = Handlers(manager, self)

    def send(self, message: Mapping[str, Any]) -> None:
        self.sent.append(message)

    def close(self, code: int, reason: str) -> None:
        pass

    def last(self, kind: str) -> Mapping[str, Any]:
        return next(message for message in reversed(self.sent) if message["type"] == kind)

    def has(self, kind: str) -> bool:
        return any(message["type"] == kind for message in self.sent)

    async def says(self, kind: str, **more: Any) -> None:
        await self.handlers.dispatch({"type": kind, **more})

    async def joins(self, table: room.Room, seat: int | None) -> Person:
        token = {} if seat is None else {"token": table.chairs[seat].token}
        await self.says("join", table=table.id, language=self.language, **token)
        return self

    async def plays(self, place: int = 0) -> None:
        state = self.last("state")
        await self.says("play", decision=state["decision"], action=state["moves"][place]["id"])


def at_a_room(test: Callable[[RoomManager], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        manager = RoomManager()
        try:
            await test(manager)
        finally:
            await manager.close()

    asyncio.run(whole())


async def two_persons(manager: RoomManager, game: str = "briscas") -> tuple[room.Room, Person, Person]:
    table = await manager.make({"game": game, "seats": ["me", "friend"], "seed": 3, "settings": {"speed": "instant"}})
    owner = await Person(manager).joins(table, 0)
    return table, owner, await Person(manager, "es").joins(table, 1)


async def soon(true: Callable[[], bool]) -> None:
    """Wait until a condition holds, up to a minute for a loaded machine."""
    for _ in range(6000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen within a minute")


def test_a_bot_plays_for_a_friend_who_left_and_the_seat_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(manager: RoomManager) -> None:
        table, owner, friend = await two_persons(manager)
        await friend.says("name", name="Ana")
        friend.handlers.leave()
        presence = owner.last("presence")
        assert presence["here"] == [True, False] and presence["away"][1] is not None
        await owner.says("replace", seat=1, agent="random")
        assert owner.last("refused")["code"] == "rules" and "20 s" in owner.last("refused")["text"]
        monkeypatch.setattr(room, "AWAY_SECONDS", 0.0)
        stranger = await Person(manager).joins(table, None)
        await stranger.says("replace", seat=1, agent="random")
        assert stranger.last("refused")["code"] == "rules", "only the owner"
        await owner.says("replace", seat=1, agent="random")
        seat = owner.last("table")["seats"][1]
        assert (seat["kind"], seat["for"]) == ("agent", "Ana")
        await owner.says("level", level="easy")  # another level for the bots changes no seat of a person
        table.settings.open = True
        table.chairs[0].kind = "agent"
        assert table._spectator() == "public", "the hand of a person who may return is not shown"
        table.chairs[0].kind = "person"
        while table.session.decisions(1) < 2:
            await soon(lambda: bool(owner.last("state")["moves"]))
            await owner.plays()
        assert table.chairs[1].label == "easy" and table.chairs[1].absent == "Ana"
        back = await Person(manager).joins(table, 1)
        about = owner.last("table")["seats"][1]
        assert (about["kind"], about["name"], about["for"]) == ("person", "Ana", "")
        assert back.last("table")["seat"] == 1 and owner.last("presence")["here"] == [True, True]
        assert back.last("state")["describe"]["players"][1]["hand"]
        mover = (owner, back)[table.session.waiting[0]]
        done = len(table.session.actions)
        await mover.plays()
        assert len(table.session.actions) == done + 1 and not owner.last("state")["over"]

    at_a_room(test)


def test_who_comes_back_is_shown_what_was_played_meanwhile() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "friend", "friend"], "seed": 3})
        people = [await Person(manager).joins(table, seat) for seat in range(3)]
        (mover,) = table.session.waiting
        leaver = (mover + 2) % 3  # the third to play, who is not to move when coming back
        people[leaver].handlers.leave()
        await people[mover].plays()
        back = (await Person(manager).joins(table, leaver)).last("state")
        assert back["waiting"] == [(mover + 1) % 3]
        assert [card["seat"] for card in back["describe"]["trick"]] == [mover]
        assert len(back["log"]) == back["frame"] == 1

    at_a_room(test)


def test_a_present_or_never_seen_person_is_not_away() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "friend"]})
        owner = await Person(manager).joins(table, 0)
        assert owner.last("presence")["away"] == [None, None]
        friend = await Person(manager).joins(table, 1)
        second = await Person(manager).joins(table, 1)
        second.handlers.leave()
        assert owner.last("presence")["away"] == [None, None], "the friend's other window is open"
        await owner.says("replace", seat=1, agent="random")
        assert owner.last("refused")["code"] == "rules"
        friend.handlers.leave()
        assert owner.last("presence")["away"][1] is not None
        kept = room.Room.opened(table.kept(), table.game, manager.scheduler, {})
        assert kept.away(1) is not None, "after a restart people are away until they come"

    at_a_room(test)


def test_the_server_lists_seats_that_have_chosen_in_any_order() -> None:
    async def test(manager: RoomManager) -> None:
        seats = ["me", "friend", "friend", "random"]
        table = await manager.make({"game": "dinosaurs", "seats": seats, "seed": 3, "settings": {"speed": "instant"}})
        people = [await Person(manager).joins(table, seat) for seat in range(3)]
        await soon(lambda: people[0].last("state")["ready"] == [3])
        for person in people:
            seen = person.last("state")
            assert seen["ready"] == [3] and seen["describe"]["waiting"] == [0, 1, 2]
            assert not any(player["chosen"] for player in seen["describe"]["players"])
        await people[1].plays()
        assert [person.last("state")["ready"] for person in people] == [[1, 3]] * 3
        assert people[2].last("state")["describe"]["players"][1]["cards"] == 5, "which card has left is a secret"

    at_a_room(test)


@pytest.mark.parametrize("part", ["describe", "move", "events"])
def test_a_failing_game_is_reported_and_logged_and_other_tables_continue(
    part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    presentation = tapete.load("briscas").definition.presentation
    assert presentation is not None
    sound = getattr(presentation, part)

    def failing(*arguments: Any) -> Any:
        raise KeyError("A-oros, which is a secret")

    async def test(manager: RoomManager) -> None:
        table, owner, friend = await two_persons(manager)
        others = await two_persons(manager)
        object.__setattr__(presentation, part, failing)
        try:
            await (owner, friend)[table.session.waiting[0]].plays()
            assert owner.last("failed")["text"].startswith("This game failed (KeyError in test_people.py")
            assert friend.last("failed")["text"].startswith("Este juego ha fallado (KeyError in test_people.py")
            assert "A-oros" not in str(owner.last("failed")), "the text of an error may tell a secret"
            late = await Person(manager).joins(table, None)
            assert late.has("failed"), "later connections get it too"
            await owner.says("play", decision="0.0", action=0)
            assert owner.last("refused")["code"] == "failed"
        finally:
            object.__setattr__(presentation, part, sound)
        mover = others[1 + others[0].session.waiting[0]]
        await mover.plays()
        assert len(others[0].session.actions) == 1 and not others[1].has("failed")

    with caplog.at_level(logging.ERROR, "tapete.table"):
        at_a_room(test)
    assert "secret" in caplog.text and "Traceback" in caplog.text


def test_a_game_that_fails_while_bots_play_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(manager: RoomManager) -> None:
        wish = {"game": "briscas", "seats": ["me", "random"], "seed": 3, "settings": {"speed": "instant"}}
        table = await manager.make(wish)
        monkeypatch.setattr(Session, "question", lambda self: 1 / 0)
        person = Person(manager)
        await person.joins(table, 0)
        assert person.has("failed") and not person.has("refused")
        monkeypatch.undo()
        monkeypatch.setattr(Session, "answer", lambda self, question, answer: 1 / 0)
        table = await manager.make({**wish, "seed": 4})
        bots = await Person(manager).joins(table, 0)
        if table.session.waiting == [0]:
            await bots.plays()
        await soon(lambda: bots.has("failed"))

    at_a_room(test)


def test_other_requests_of_a_game_that_fails_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(manager: RoomManager) -> None:
        _, owner, _ = await two_persons(manager)
        monkeypatch.setattr(Spectator, "position", lambda self, frame: {}[frame])
        await owner.says("at", frame=0)
        assert owner.last("refused")["code"] == "failed" and "KeyError" in owner.last("refused")["text"]

    at_a_room(test)


def test_a_hidden_move_is_worded_in_every_game() -> None:
    told = [fill(COMMON[language], "event.hidden", {"seat": 1}) for language in ("en", "es")]
    assert told == ["seat 1 chooses in secret", "jugador 1 elige en secreto"]
