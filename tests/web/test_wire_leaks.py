"""Leaks on the wire: messages to a seat reveal nothing that the seat cannot know.

The table is replaced by a twin world of the same information set. All messages for this position, and for the same next move if
its outcome looks the same to the seat, must be equal, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

import tapete
from tapete.core.game import Game
from tapete.core.state import State
from tapete.seeds import derive
from tapete.testing.leaks import twin_of
from tapete.testing.walk import STEPS, spread_game
from tapete.web.room import Guest, Room, RoomSettings, SeatSlot
from tapete.web.scheduler import SearchScheduler


class Wire:
    """Connection that records its messages."""

    def __init__(self) -> None:
        self.language = "en"
        self.tab = ""
        self.sent: list[str] = []

    def send(self, message: Any) -> None:
        self.sent.append(json.dumps(message, ensure_ascii=False))

    def close(self, code: int, reason: str) -> None:
        self.sent.append(f"closed {code} {reason}")


def table_at(position: State, kind: type[Room] = Room) -> Room:
    """Return a table of people at a position."""
    chairs = [SeatSlot("person", f"P{seat + 1}", token=f"token-{seat}") for seat in range(position.game.seats)]
    return kind("table", position.game, chairs, 0, RoomSettings(), SearchScheduler(1), position=position, owner="owner")


def sent(position: State, seat: int, action: int | None, kind: type[Room] = Room) -> tuple[list[str], str]:
    """Return the messages to a seat and to a spectator, and what the seat sees at the end."""
    table = table_at(position, kind)
    wires = [Wire(), Wire()]
    table.enter(wires[0], f"token-{seat}")
    spectator = table.enter(wires[1], None)
    assert isinstance(spectator, Guest) and spectator.viewer == "public"
    if action is not None:
        mover = table.session.state.seat
        table.session.play(mover, action)
        table.update()
    after = json.dumps(table.session.describe(seat), sort_keys=True)
    return [*wires[0].sent, "spectator", *wires[1].sent], after


def played(game: Game, seed: int, every: int, by: str) -> Iterator[tuple[int, State, int]]:
    """Yield a game as `spread_game` does, but of an agent with every fifth move random: as long as games of people."""
    agent, state = tapete.agent(by, game), game.deal(seed)
    for step in range(STEPS):
        if state.over:
            return
        drawn = derive(seed, step)
        legal = state.legal()
        action = legal[drawn // 5 % len(legal)] if drawn % 5 == 0 else agent.act(state.view(seed=drawn))
        if step < 4 or step % every == 0:
            yield step, state, action
        state.apply(action)


def check_wire(
    game: Game,
    *,
    games: int,
    every: int,
    seed: int = 1,
    most: int = 1000,
    kind: type[Room] = Room,
    by: str = "",
    swaps: int = 12,
    in_turn: bool = False,
) -> int:
    """Compare messages along random games (or those of an agent), at every n-th position; return the number of compared pairs.

    Messages of every seat at every position, or of one seat in turn.
    """
    compared = 0

    async def check() -> None:
        nonlocal compared
        for number in range(games):
            chooser = random.Random(number)
            start = derive(seed, number)
            walk = played(game, start, every, by) if by else spread_game(game, start, most=most, every=every)
            for step, state, _ in walk:
                if state.over:
                    continue
                for seat in [step // every % game.seats] if in_turn else range(game.seats):
                    twin = twin_of(state, seat, derive(seed, number, step, seat), swaps=swaps, tries=16 * swaps)
                    if twin is None or twin.seat != state.seat:
                        continue
                    compared += compare(state, twin, seat, chooser, kind)

    asyncio.run(check())
    return compared


def compare(state: State, twin: State, seat: int, chooser: random.Random, kind: type[Room]) -> int:
    one, _ = sent(state, seat, None, kind)
    other, _ = sent(twin, seat, None, kind)
    assert one == other, f"what seat {seat} is sent tells two worlds apart: {differing(one, other)}"
    both = [action for action in state.legal() if action in twin.legal()]
    if not both:
        return 1
    action = chooser.choice(both)
    if state.seat != seat and state.hides(action) == 0 and state.move(action) != twin.move(action):
        return 1
    (one, after), (other, twin_after) = sent(state, seat, action, kind), sent(twin, seat, action, kind)
    if after != twin_after:
        return 1  # the move showed the seat a difference
    spectator = one.index("spectator")
    assert one[:spectator] == other[: other.index("spectator")], (
        f"after action {action} seat {seat} is sent what it cannot know: {differing(one, other)}"
    )
    return 2


def differing(one: list[str], other: list[str]) -> str:
    for a, b in zip(one, other, strict=False):
        if a != b:
            at = next(i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
            return f"{a[max(0, at - 60) : at + 60]!r} and {b[max(0, at - 60) : at + 60]!r}"
    return f"{len(one)} and {len(other)} messages"


@pytest.mark.parametrize(
    ("name", "options", "games", "most"),
    [
        ("briscas", {}, 2, 12),
        ("briscas", {"players": 4}, 1, 12),
        ("dinosaurs", {"players": 3}, 2, 12),
        ("catan", {}, 1, 6),
        pytest.param("catan", {}, 1, 12, marks=pytest.mark.slow),
        ("hearthstone", {}, 1, 12),
        ("tribute", {}, 1, 12),
    ],
)
def test_a_seat_is_sent_nothing_that_it_cannot_know(name: str, options: dict[str, Any], games: int, most: int) -> None:
    assert check_wire(tapete.load(name, **options), games=games, every=5, most=most) > 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", ["briscas", "dinosaurs", "catan", "tribute", "hearthstone"])
def test_no_game_leaks_at_every_fifth_position_of_two_hundred_games(name: str, part: int) -> None:
    # Random games of Catan are ten times as long as those of people, and its twins are the most expensive.
    how: dict[str, Any] = {"by": "settler", "swaps": 3, "in_turn": True} if name == "catan" else {}
    compared = check_wire(tapete.load(name), games=50, every=5, seed=derive(1, part), **how)
    print(f"{name}: {compared} messages compared in 50 games")
    assert compared > 400


class TellsADigest(Room):
    """Mutant: adds a digest of the whole state, as a debugging aid might."""

    def position(self, guest: Guest, frame: int) -> dict[str, Any]:
        return {**super().position(guest, frame), "digest": zlib.crc32(self.session.state.to_bytes())}


class ShowsEverything(Room):
    """Mutant: sends all connections the full description."""

    def position(self, guest: Guest, frame: int) -> dict[str, Any]:
        return {**super().position(guest, frame), "describe": self.session.state.describe(None)}


class OthersMoves(Room):
    """Mutant: sends all connections the legal moves of the seat to move."""

    def position(self, guest: Guest, frame: int) -> dict[str, Any]:
        state = self.session.state
        return {**super().position(guest, frame), "moves": [state.move(action) for action in state.legal()]}


@pytest.mark.parametrize("mutant", [TellsADigest, ShowsEverything, OthersMoves])
def test_a_table_that_reveals_too_much_is_found(mutant: type[Room]) -> None:
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        check_wire(tapete.load("briscas"), games=2, every=5, most=12, kind=mutant)
