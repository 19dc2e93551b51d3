"""Characters of the house: who plays for a level, and the names of all players; none is called a bot."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest
from test_people import Person, at_a_room

from tapete.core.presentation import LEVELS
from tapete.core.registry import load, own_games
from tapete.play.session import Session
from tapete.web.files import PAGE, lobby_of, table_folder
from tapete.web.house import people, person_for
from tapete.web.messages import Refused
from tapete.web.room import Room
from tapete.web.rooms import RoomManager
from tapete.web.storage import RoomStore

LINES = {"hello", "good", "bad", "won", "lost"}


def made(manager: RoomManager, **wish: Any) -> Room:
    return asyncio.run(asyncio.wait_for(_made(manager, wish), 60))


async def _made(manager: RoomManager, wish: dict[str, Any]) -> Room:
    return await asyncio.to_thread(manager._make, wish)


def test_each_level_has_three_characters_with_words_in_both_languages() -> None:
    cast = people()
    assert {level: sum(one["level"] == level for one in cast.values()) for level in LEVELS} == dict.fromkeys(LEVELS, 3)
    figures = [one for game in own_games() for one in lobby_of(game).get("figures", {}).get("people", {}).values()]
    for one in [*cast.values(), *figures]:
        assert set(one["lines"]) == LINES
        assert all(set(line) == {"en", "es"} and all(line.values()) for line in one["lines"].values())


def test_every_character_has_a_face() -> None:
    looks = (PAGE / "house.js").read_text(encoding="utf-8").split("const LOOKS = {")[1].split("\n};")[0]
    assert set(people()) <= set(re.findall(r"^  (\w+): \{", looks, re.MULTILINE))


@pytest.mark.parametrize("game", own_games())
def test_the_character_with_the_strongest_preference_is_seated_first(game: str) -> None:
    for favourite in lobby_of(game).get("favourites", []):
        assert person_for(people()[favourite]["level"], game, []) == favourite


def test_no_character_is_at_a_table_twice() -> None:
    sitting: list[str] = []
    for _ in people():
        sitting.append(person_for("easy", "catan", sitting))
    assert sorted(sitting) == sorted(people())
    assert [people()[one]["level"] for one in sitting[:3]] == ["easy"] * 3
    assert person_for("easy", "catan", sitting) == ""  # all are seated already


def test_a_bot_of_a_level_is_a_character_and_one_by_spec_has_the_name_of_its_spec() -> None:
    table = made(RoomManager(), game="catan", seats=["me", "easy", "random", "random"], options={"players": 4})
    assert [chair.name for chair in table.chairs] == ["P1", "Bruno", "random", "random (2)"]
    assert [chair.person for chair in table.chairs] == ["", "bruno", "", ""]
    assert [chair.level for chair in table.chairs] == ["", "easy", "", ""]


def test_a_requested_character_plays_if_its_level_fits() -> None:
    wish = {"game": "briscas", "seats": ["me", "hard"]}
    assert made(RoomManager(), **wish, people={"1": "lin"}).chairs[1].name == "Lin"
    assert made(RoomManager(), **wish, people={"1": "nico"}).chairs[1].name == "Evaristo"
    assert made(RoomManager(), **wish, people={"1": {"no": "name"}}).chairs[1].name == "Evaristo"


def test_players_with_figures_are_called_by_them_in_the_readers_language() -> None:
    async def test(manager: RoomManager) -> None:
        wish = {"game": "dinosaurs", "seats": ["me", "easy", "easy", "easy"], "options": {"dinosaurs": "rex"}}
        table = await manager.make(wish)
        for language, trike in (("en", "Trike"), ("es", "Trici")):
            reader = await Person(manager, language).joins(table, None)
            seats = reader.last("table")["seats"]
            assert seats[0]["figure"] == "rex" and seats[0]["name"] == "P1"
            assert sorted(seat["name"] for seat in seats[1:]) == sorted(["Bronto", "Stego", trike])
            assert [seat["level"] for seat in seats] == ["", "easy", "easy", "easy"]
            assert table.names(language)[0] == "Rex"

    at_a_room(test)


def test_a_person_with_a_name_keeps_it_beside_a_figure() -> None:
    table = made(RoomManager(), game="dinosaurs", seats=["me", "friend", "easy", "easy"], names={"0": "Ana"})
    assert table.names("en")[0] == "Ana"
    assert table.names("en")[1] in ("Rex", "Trike", "Bronto", "Stego")


def test_characters_stay_the_same_when_a_table_is_opened_again(tmp_path: Any) -> None:
    async def whole() -> None:
        file = tmp_path / "tables.db"
        manager = RoomManager(RoomStore(file))
        table = await manager.make(
            {"game": "catan", "seats": ["me", "hard", "hard", "best"], "options": {"players": 4}}
        )
        before = [(chair.name, chair.person) for chair in table.chairs]
        await manager.close()
        data = RoomStore(file).get(table.id)
        assert data is not None
        manager = RoomManager(RoomStore(file))
        assert [(chair.name, chair.person) for chair in (await manager.find(table.id)).chairs] == before
        await manager.close()

    asyncio.run(whole())


def test_a_stored_table_with_numbered_bots_is_opened_with_characters() -> None:
    manager = RoomManager()
    table = made(manager, game="briscas", seats=["me", "easy"])
    data = table.kept()
    data["chairs"][1] = {**data["chairs"][1], "name": "Bot 2", "person": ""}
    opened = Room.opened(data, table.game, manager.scheduler, {})
    assert opened.chairs[1].name == "Pilar"


def test_a_new_level_seats_a_character_of_that_level() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "easy"], "settings": {"speed": "instant"}})
        owner = await Person(manager).joins(table, 0)
        assert owner.last("table")["seats"][1]["name"] == "Pilar"
        await owner.says("level", level="normal")
        table._rivals.turn -= 1  # type: ignore[union-attr]
        table._seat_rivals()
        seat = owner.last("table")["seats"][1]
        assert (seat["level"], people()[seat["person"]]["level"]) == ("normal", "normal")
        assert seat["name"] == people()[seat["person"]]["name"]

    at_a_room(test)


def test_a_rematch_seats_the_same_characters() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make(
            {"game": "catan", "seats": ["me", "easy", "normal", "hard"], "options": {"players": 4}}
        )
        again = manager.tables[(await manager.again(table, rotate=True))["id"]]
        assert [chair.name for chair in again.chairs][2:] == [chair.name for chair in table.chairs][1:3]

    at_a_room(test)


def test_no_player_is_called_a_numbered_bot() -> None:
    for game in own_games():
        folder = table_folder(game)
        assert folder is not None
        for file in folder.glob("*.js*"):
            assert not re.search(r"\bBot \$?\{?\d", file.read_text(encoding="utf-8")), file
    for file in PAGE.glob("*.js"):
        assert "`Bot $" not in file.read_text(encoding="utf-8"), file


def test_a_series_of_rematches_is_counted_until_it_is_decided() -> None:
    def won_by(table: Room, seat: int) -> None:
        table.session.returns = lambda: [float(place == seat) for place in range(2)]  # type: ignore[method-assign]
        over = type("Over", (type(table.session),), {"over": True})
        table.session.__class__ = over

    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "easy"], "settings": {"match": 2}})
        scores = []
        for winner in (0, 1, 0):
            won_by(table, winner)
            scores.append([chair.wins for chair in table.chairs])
            table = manager.tables[(await manager.again(table, rotate=False))["id"]]
            assert table.settings.match == 2
        assert scores == [[0, 0], [1, 0], [1, 1]]
        assert [chair.wins for chair in table.chairs] == [0, 0], "the match was decided: a new one begins"

    at_a_room(test)


@pytest.mark.parametrize("match", [-1, 10, True, "3", 1.5])
def test_a_match_is_for_a_few_games(match: object) -> None:
    with pytest.raises(Refused):
        made(RoomManager(), game="briscas", seats=["me", "easy"], settings={"match": match})


def test_moods_are_shown_only_while_the_table_waits() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "friend"], "settings": {"waiting": True}})
        owner, friend = await Person(manager).joins(table, 0), await Person(manager).joins(table, 1)
        await friend.says("emote", mood="wow")
        assert owner.last("emote") == {"type": "emote", "seat": 1, "mood": "wow"}
        await friend.says("emote", mood="rude")
        assert friend.last("refused")["code"] == "malformed"
        await owner.says("start")
        await friend.says("emote", mood="wow")
        assert friend.last("refused")["code"] == "rules"

    at_a_room(test)


def test_a_waiting_player_takes_a_figure_and_is_ready() -> None:
    async def test(manager: RoomManager) -> None:
        wish = {"game": "dinosaurs", "seats": ["me", "friend", "easy"], "options": {"dinosaurs": "rex,cry,bronto"}}
        table = await manager.make({**wish, "settings": {"waiting": True}})
        owner, friend = await Person(manager).joins(table, 0), await Person(manager).joins(table, 1)
        before = table.session.seed
        await friend.says("figure", figure="rex")
        assert [seat["figure"] for seat in owner.last("table")["seats"]] == ["cry", "rex", "bronto"]
        described = table.session.describe(None)["players"]
        assert [player["dinosaur"] for player in described] == ["cry", "rex", "bronto"]
        assert table.session.seed == before
        assert friend.last("state")["describe"]["players"][1]["dinosaur"] == "rex"
        await friend.says("ready")
        assert [seat["ready"] for seat in owner.last("table")["seats"]] == [False, True, False]
        await friend.says("figure", figure="dodo")
        assert friend.last("refused")["code"] == "malformed"
        await owner.says("start")
        for kind in ("figure", "ready"):
            await friend.says(kind, **({"figure": "cry"} if kind == "figure" else {}))
            assert friend.last("refused")["code"] == "rules"

    at_a_room(test)


def test_a_game_without_figures_offers_none_while_waiting() -> None:
    async def test(manager: RoomManager) -> None:
        table = await manager.make({"game": "briscas", "seats": ["me", "friend"], "settings": {"waiting": True}})
        friend = await Person(manager).joins(table, 1)
        await friend.says("figure", figure="rex")
        assert friend.last("refused")["code"] == "malformed"

    at_a_room(test)


@pytest.mark.parametrize("game", own_games())
def test_characters_speak_on_events_that_every_seat_sees_alike(game: str) -> None:
    rules = lobby_of(game)["voices"]
    loaded = load(game)
    needed = {rule["kind"]: {"kind", rule.get("seat", "seat"), *rule.get("least", {})} for rule in rules}
    assert all(rule["say"] in ("good", "bad") for rule in rules)
    chance, session = random.Random(5), Session(loaded, [None] * loaded.seats, 5)
    for _ in range(250):
        if session.over:
            break
        seat = session.waiting[0]
        session.play(seat, chance.choice(session.legal(seat)))
    views = [
        [
            {name: event.get(name) for name in needed[event["kind"]]}
            for event in session.seen_by(seat)
            if event["kind"] in needed
        ]
        for seat in range(loaded.seats)
    ]
    assert all(view == views[0] for view in views), "a line would tell something hidden"
