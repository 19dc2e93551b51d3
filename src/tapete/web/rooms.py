"""All tables of a server: create, find, save, close."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.agents.registry import kinds_for, level_spec
from tapete.agents.spec import parse_spec
from tapete.arena.seating import load_for
from tapete.core.game import Game
from tapete.core.presentation import LEVELS
from tapete.core.registry import definitions, load
from tapete.errors import BadOption, TapeteError
from tapete.play.record import GameRecord
from tapete.web.files import has_tour, lobby_of
from tapete.web.house import agent_name
from tapete.web.messages import LONGEST_NAME, Refused, plain_game, plain_options, plain_spec
from tapete.web.room import SPEEDS, Room, RoomSettings, SeatSlot
from tapete.web.scheduler import SearchScheduler
from tapete.web.storage import RoomStore
from tapete.web.warmup import WarmupQueue, warm_up

MOST_TABLES = 2000  # in memory
MOST_KEPT = 20_000
KEPT_DAYS = 90.0
IDLE = 600.0  # seconds after which a table without guests is closed; it stays in the file
KEEP_AFTER = 0.2  # seconds in which several changes are kept at once
NEW_PER_MINUTE = 600
MOST_WINS = 9  # in a match, at most


class RoomManager:
    """The tables of one server."""

    def __init__(self, storage: RoomStore | None = None, *, allowed: Mapping[str, str] | None = None) -> None:
        self.storage = storage or RoomStore(None)
        self.allowed = dict(allowed or {})
        self.scheduler = SearchScheduler()
        self.tables: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._dirty: dict[str, Room] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._made: list[float] = []
        self.warmup_queue = WarmupQueue()
        self._loaded: dict[str, Game] = {}

    # Making

    async def make(self, wish: Mapping[str, Any]) -> Room:
        """Make a new table from a request. Slow work (compiling) runs outside the event loop."""
        self._limit()
        table = await asyncio.to_thread(self._make, dict(wish))
        self._add(table)
        return table

    def _limit(self) -> None:
        now = time.monotonic()
        self._made = [when for when in self._made if when > now - 60]
        if len(self._made) >= NEW_PER_MINUTE:
            raise Refused.of("too many", "many-new")
        self._made.append(now)
        if len(self.tables) >= MOST_TABLES:
            self.tidy(idle=0.0)
        if len(self.tables) >= MOST_TABLES:
            raise Refused.of("too many", "many-held")

    def _make(self, wish: dict[str, Any]) -> Room:
        record = wish.get("record")
        if isinstance(record, GameRecord):
            return self._from_record(record, wish)
        position = None
        if wish.get("position") is not None:
            position = self._position(wish["position"])
            game = position.game
        else:
            game = self._game(wish)
        chairs = self._chairs(wish, game)
        settings = settings_of(wish)
        given = wish.get("seed")
        seed = secrets.randbits(62) if given is None else int(given)
        settings.practice = settings.seed_given = given is not None or position is not None
        settings.waiting = settings.waiting and any(chair.friend for chair in chairs)
        table = self._new(game, chairs, seed, settings, position=position)
        self._rehearse(table)
        return table

    @staticmethod
    def _rehearse(table: Room) -> None:
        """Compile all that a table needs during play; called outside the event loop."""
        specs = [chair.spec for chair in table.chairs]
        if table.settings.clock:
            specs.append(plain_spec("easy", table.game, {}))  # answers for people whose time is up
        warm_up(table.game, specs)

    def _new(self, game: Game, chairs: list[SeatSlot], seed: int, settings: RoomSettings, **more: Any) -> Room:
        persons = [chair for chair in chairs if chair.kind == "person" and not chair.friend]
        owner = persons[0].token if persons else ""
        identity = secrets.token_urlsafe(9)
        return Room(
            identity,
            game,
            chairs,
            seed,
            settings,
            self.scheduler,
            allowed=self.allowed,
            owner=owner,
            changed=self.keep,
            **more,
        )

    def _game(self, wish: Mapping[str, Any]) -> Game:
        name, options = plain_game(wish.get("game")), plain_options(wish.get("options") or {})
        seats = wish.get("seats") or []
        if not isinstance(seats, Sequence):
            raise Refused("malformed", "'seats' is a list")
        return load_for(name, len(seats), options)

    def _position(self, data: Any) -> Any:
        if not isinstance(data, Mapping) or not isinstance(data.get("game"), str):
            raise Refused("position", "a position is a description of everything, with its game")
        plain_options(data.get("options") or {})
        try:
            return load(plain_game(data["game"])).set_up(data)
        except TapeteError:
            raise
        except Exception as error:
            raise Refused("position", f"this position cannot be set up ({type(error).__name__})") from None

    def _chairs(self, wish: Mapping[str, Any], game: Game) -> list[SeatSlot]:
        """Return the seats: `me`, `friend`, or an agent; missing seats are filled with the last agent named, else `easy`."""
        seats = wish.get("seats") or ["me"]
        if not isinstance(seats, Sequence) or isinstance(seats, str) or not 0 < len(seats) <= game.seats:
            raise Refused("malformed", f"'seats' is a list of up to {game.seats}")
        agents = [seat for seat in seats if seat not in ("me", "friend")]
        filled = list(seats) + [agents[-1] if agents else "easy"] * (game.seats - len(seats))
        names, people = wish.get("names") or {}, wish.get("people") or {}
        chairs = []
        for place, seat in enumerate(filled):
            given = names.get(str(place)) if isinstance(names, Mapping) else None
            name = given.strip()[:LONGEST_NAME] if isinstance(given, str) and given.strip() else ""
            if seat in ("me", "friend"):
                chairs.append(SeatSlot.for_person(name or f"P{place + 1}", friend=seat == "friend"))
            else:
                spec = plain_spec(seat, game, self.allowed)
                wanted = people.get(str(place)) if isinstance(people, Mapping) else None
                chairs.append(SeatSlot.for_agent(seat, spec, game.name, chairs, wanted=str(wanted or "")))
                chairs[-1].name = name or chairs[-1].name
        return chairs

    def _from_record(self, record: GameRecord, wish: Mapping[str, Any]) -> Room:
        """Open a recorded game for reading."""
        plain_game(record.game)
        plain_options(record.options)
        if record.position is not None:
            plain_options(record.position.get("options") or {})
        for _ in record.states():
            pass
        game = record.load_game()
        chairs: list[SeatSlot] = []
        for seat, name in enumerate(record.agents):
            chairs.append(self._reader(str(name)[:LONGEST_NAME], seat, game, chairs))
        chairs += [SeatSlot("person", f"P{seat + 1}") for seat in range(len(chairs), game.seats)]
        settings = RoomSettings(speed="instant", practice=True, seed_given=True, reading=True)
        position = None if record.position is None else game.set_up(record.position)
        table = self._new(game, chairs[: game.seats], record.seed, settings, position=position)
        for action in record.actions:
            table.session.play(table.session.state.seat, action)
        # A pending hidden choice is part of the record too, so nothing is left to choose here.
        self._rehearse(table)
        return table

    def _reader(self, name: str, seat: int, game: Game, others: Sequence[SeatSlot]) -> SeatSlot:
        """Return the seat of a recorded game: an agent's under its spec, with a portrait; else a person's under their name."""
        with contextlib.suppress(TapeteError):
            spec = plain_spec(name, game, self.allowed)
            if parse_spec(spec)[0] in {*kinds_for(game), *LEVELS}:
                person, _ = agent_name(name, game.name, [chair.person for chair in others], [])
                return SeatSlot("person", name, label=name, spec=spec, person=person)
        return SeatSlot("person", name or f"P{seat + 1}")

    async def again(self, table: Room, *, rotate: bool) -> dict[str, Any]:
        """Make a new game for the same people: seats as they were, or rotated by one."""
        if table.next_table is not None:
            return table.next_table
        seats = table.game.seats
        shift = 1 if rotate else 0
        chairs: list[SeatSlot] = []
        held: dict[str, str] = {}
        wins = table.wins_now()
        for place in range(seats):
            before = (place - shift) % seats
            old = table.chairs[before]
            if old.kind == "agent":
                chairs.append(SeatSlot("agent", old.name, old.label, old.spec, person=old.person, wins=wins[before]))
                continue
            chairs.append(SeatSlot.for_person(old.name if old.name != f"P{before + 1}" else f"P{place + 1}"))
            chairs[-1].wins = wins[before]
            held[str(before)] = chairs[-1].token
        settings = RoomSettings(**{**vars(table.settings), "practice": False, "seed_given": False, "waiting": False})
        self._limit()
        new = await asyncio.to_thread(self._new, table.game, chairs, secrets.randbits(62), settings)
        self._add(new)
        table.next_table = {"id": new.id, "tokens": held, "owner": new.owner}
        self.keep(table)
        return table.next_table

    def _add(self, table: Room) -> None:
        self.tables[table.id] = table
        self.keep(table)

    # Finding

    async def find(self, identity: str) -> Room:
        """Return a table by its id, from memory or from the file."""
        if identity in self.tables:
            return self.tables[identity]
        if identity not in self._opening:
            self._opening[identity] = asyncio.ensure_future(self._open(identity))
        try:
            return await asyncio.shield(self._opening[identity])
        finally:
            if identity in self._opening and self._opening[identity].done():
                del self._opening[identity]

    async def _open(self, identity: str) -> Room:
        data = await asyncio.to_thread(self.storage.get, identity)
        if data is None:
            raise Refused.of("gone", "no-table")

        def opened() -> Room:
            game = load(data["game"], **data["options"])
            found = Room.opened(data, game, self.scheduler, self.allowed)
            self._rehearse(found)
            return found

        try:
            table = await asyncio.to_thread(opened)
        except TapeteError as error:
            raise Refused("gone", f"this table cannot be opened any more: {error}") from None
        table.changed = self.keep
        self.tables[identity] = table
        return table

    # Keeping

    def keep(self, table: Room) -> None:
        """Save a table soon: changes within a short time are written together."""
        self._dirty[table.id] = table
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.get_running_loop().create_task(self._keep_soon())

    async def _keep_soon(self) -> None:
        while self._dirty:
            await asyncio.sleep(KEEP_AFTER)
            await self._write()

    async def _write(self) -> None:
        dirty, self._dirty = self._dirty, {}
        rows = [(table.id, table.kept(), table.session.over) for table in dirty.values()]

        def write() -> None:
            for identity, data, over in rows:
                self.storage.put(identity, data, over=over)

        with contextlib.suppress(Exception):  # a full disk must not end a game
            await asyncio.to_thread(write)

    def tidy(self, *, idle: float = IDLE) -> None:
        """Close tables without guests for a while; they can be opened again."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            if not table.guests and now - table.touched > idle:
                self._dirty.pop(table.id, None)
                with contextlib.suppress(Exception):
                    self.storage.put(table.id, table.kept(), over=table.session.over)
                table.close()
                del self.tables[table.id]

    async def close(self) -> None:
        """Save all tables when the server stops."""
        if self._keeping is not None:
            self._keeping.cancel()
        await self._write()
        for table in self.tables.values():
            table.close()
        self.scheduler.stop()
        self.storage.close()


def settings_of(wish: Mapping[str, Any]) -> RoomSettings:
    """Return the settings of a table from a request."""
    given = wish.get("settings") or {}
    if not isinstance(given, Mapping):
        raise Refused("malformed", "'settings' are names with values")
    settings = RoomSettings()
    speed = given.get("speed", settings.speed)
    if speed not in SPEEDS:
        raise Refused("option", f"speed={str(speed)[:20]}: must be one of {', '.join(SPEEDS)}")
    settings.speed = speed
    clock = given.get("clock", 0)
    if isinstance(clock, bool) or not isinstance(clock, (int, float)) or not (clock == 0 or 5 <= clock <= 3600):
        raise Refused("option", "clock: 0 for none, or 5 to 3600 seconds")
    settings.clock = float(clock)
    match = given.get("match", 0)
    if isinstance(match, bool) or not isinstance(match, int) or not 0 <= match <= MOST_WINS:
        raise Refused("option", f"match: 0 for single games, or up to {MOST_WINS} games to win")
    settings.match = match
    for name in ("hints", "take_backs", "spectators", "open", "waiting"):
        if isinstance(given.get(name), bool):
            setattr(settings, name, given[name])
    return settings


def catalogue() -> list[dict[str, Any]]:
    """Return the catalogue of games with their options, levels and numbers of seats."""
    found = []
    for definition in definitions():
        try:
            game = load(definition.name)
        except TapeteError:
            continue
        players = next((option for option in definition.options if option.name == "players"), None)
        numbers = (
            list(range(int(players.low), int(players.high) + 1))
            if players is not None and players.low is not None and players.high is not None
            else [int(choice) for choice in players.choices]
            if players is not None and players.choices
            else [game.seats]
        )
        found.append(
            {
                "name": definition.name,
                "title": definition.title,
                "summary": definition.summary,
                "seats": game.seats,
                "players": numbers,
                "options": [
                    {
                        "name": option.name,
                        "default": option.default
                        if isinstance(option.default, (bool, int, float, str))
                        else str(option.default),
                        "what": option.what,
                        "type": option.type_name,
                        "choices": list(option.choices),
                        "low": option.low,
                        "high": option.high,
                        "when": {name: list(values) for name, values in option.when.items()},
                        "research": option.research,
                        "words": option_words(game, option.name),
                    }
                    for option in definition.options
                ],
                "presets": list(definition.presets),
                "levels": {level: level_spec(level, game) or level for level in LEVELS},
                "agents": sorted(kinds_for(game)),
                "lobby": lobby_of(definition.name),
                "tour": has_tour(definition.name),
                "words": {language: words.get("rules", "") for language, words in game.words.items()},
            }
        )
    return found


def option_words(game: Game, name: str) -> dict[str, dict[str, str]]:
    """Return an option and its values in the game's words: `""` is the question; empty if the game has no words for it."""
    key = f"option.{name}"
    found = {}
    for language, words in game.words.items():
        values = {own.removeprefix(f"{key}."): text for own, text in words.items() if own.startswith(f"{key}.")}
        if key in words:
            found[language] = {"": words[key], **values}
    return found


def wish_of_link(game: str, query: Sequence[tuple[str, str]]) -> tuple[dict[str, Any], str | None]:
    """Return the table request of a link `/play/GAME?...`, and its language."""
    given: dict[str, str] = {}
    for name, value in query:
        if name in given:
            raise BadOption(f"{name} is given twice")
        given[name] = value
    language = given.pop("lang", None)
    settings: dict[str, Any] = {}
    if "speed" in given:
        settings["speed"] = given.pop("speed")
    if "clock" in given:
        try:
            settings["clock"] = float(given.pop("clock"))
        except ValueError:
            raise BadOption("clock: must be a number of seconds") from None
    against = [spec for spec in split_specs(given.pop("against", "")) if spec]
    place = given.pop("seat", None)
    seats = given.pop("seats", None)
    seed = given.pop("seed", None)
    if seed is not None and not (seed.lstrip("-").isdecimal() and len(seed) < 20):
        raise BadOption(f"seed={seed}: must be a whole number")
    wish: dict[str, Any] = {
        "game": game,
        "settings": settings,
        "seed": None if seed is None else int(seed),
        "options": given,
    }
    if seats is not None:
        wish["seats"] = ["me" if item in ("me", "you") else item for item in split_specs(seats)]
    else:
        wish["seats"] = seated_against(game, place, against, given)
    if all(seat not in ("me", "friend") for seat in wish["seats"]):
        settings.setdefault("open", True)
    return wish, language


def seated_against(game: str, place: str | None, against: list[str], options: Mapping[str, str]) -> list[str]:
    """Return who sits at each seat: a person at one, the named agents at the others; a single agent fills all of them."""
    if place is not None and place not in ("none", "watch") and not place.isdecimal():
        raise BadOption(f"seat={place}: must be a number, or none to watch")
    watch = place in ("none", "watch")
    people = len(against) + (0 if watch else 1)
    loaded = load_for(plain_game(game), people if people > 2 or len(against) > 1 else 0, plain_options(options))
    mine = None if watch else int(place or 0)
    if mine is not None and mine >= loaded.seats:
        raise BadOption(f"seat={mine}: must be from 0 to {loaded.seats - 1}")
    needed = loaded.seats - (0 if watch else 1)
    specs = against or ["normal"]
    if len(specs) == 1:
        specs = specs * needed
    if len(specs) != needed:
        raise BadOption(f"against: {needed} others sit at this table, not {len(specs)}")
    others = iter(specs)
    return ["me" if seat == mine else next(others) for seat in range(loaded.seats)]


def split_specs(text: str) -> list[str]:
    """Split agents separated by commas; an item without a name (`c=1.4`) belongs to the agent before it."""
    specs: list[str] = []
    for item in text.split(","):
        if specs and "=" in item and ":" not in item and ":" in specs[-1]:
            specs[-1] += f",{item}"
        else:
            specs.append(item)
    return [spec.strip() for spec in specs]
