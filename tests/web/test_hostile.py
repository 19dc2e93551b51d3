"""Hostile messages: each gets one clear answer or a closed connection; no table is lost, no memory grows."""

from __future__ import annotations

import contextlib
import gc
import http.client
import json
import random
import resource
from pathlib import Path
from typing import Any

import pytest
from serving import Running
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tapete.web.client import Client
from tapete.web.handlers import Handlers
from tapete.web.room import Room

FEW, MANY = 150, 10_000
CODES = {
    "malformed",
    "token",
    "gone",
    "join",
    "unknown",
    "stale",
    "illegal",
    "turn",
    "agent",
    "refused",
    "version",
    "rules",
    "secret",
    "too many",
    "spectator",
    "over",
    "name",
    "closed",
    "study",
    "waiting",
}


def malformed(client: Client, state: dict[str, Any], draw: random.Random) -> str | bytes:
    return draw.choice(
        [
            "",
            "{",
            "[]",
            "null",
            "5",
            '"x"',
            "{}",
            '{"type": 5}',
            '{"type": null}',
            "NaN",
            '{"type": "play", "actions": NaN}',
            "[" * 5000,
            '{"type":"play","actions":[1e400]}',
            "\x00\ufffd",
            '{"type":"join"}',
        ]
    )


def wrong_members(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    kind = draw.choice(
        [
            "play",
            "at",
            "language",
            "speed",
            "pause",
            "hurry",
            "shown",
            "replace",
            "explain",
            "analyse",
            "whole",
            "agree",
            "take_back",
            "hint",
        ]
    )
    value = draw.choice([None, True, -1, 10**30, 1.5, "x" * 500, [], {}, [[]], {"a": {"b": 1}}])
    names = [
        "actions",
        "decision",
        "frame",
        "eyes",
        "language",
        "speed",
        "paused",
        "seat",
        "agent",
        "name",
        "seconds",
        "iterations",
        "seed",
    ]
    return json.dumps({"type": kind, **dict.fromkeys(draw.sample(names, 4), value), "seconds": -1})


def stale(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    return json.dumps(
        {"type": "play", "decision": f"{draw.randrange(9) + 5}.{draw.randrange(99)}", "actions": [draw.randrange(40)]}
    )


def illegal(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    legal = {move["id"] for move in state["moves"]}
    action = draw.choice([a for a in [*range(50), 2**31 - 1] if a not in legal])
    return json.dumps({"type": "play", "decision": state["decision"], "actions": [action]})


def unknown(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    return json.dumps({"type": draw.choice(["", "x" * 1000, "__init__", "hear", "constructor", "JOIN"])})


def agents(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    spec = draw.choice(
        [
            "./x.py:A",
            "os:system",
            "/etc/passwd",
            "net:file=/x.npz",
            "http://x/y",
            "ismcts:iterations=99999999999",
            "a" * 5000,
            "ismcts:rollout=x.py:Y",
            "\u0000",
        ]
    )
    return json.dumps({"type": draw.choice(["analyse", "replace"]), "agent": spec, "seat": 0})


def wrong_seat(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    """Return an answer that belongs to another seat."""
    epoch, _, number = state["decision"].partition(".")
    other = f"{epoch}.{int(number) + 1 + draw.randrange(5)}"
    return json.dumps({"type": "play", "decision": other, "actions": [draw.randrange(42)], "seat": 1, "token": "x"})


def out_of_turn(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    """Return messages that only others may send, or that answer no question."""
    return json.dumps(
        draw.choice(
            [
                {"type": "agree"},
                {"type": "start"},
                {"type": "replace", "seat": 1, "agent": "random"},
                {"type": "whole", "frame": 10**9},
                {"type": "review"},
                {"type": "at", "frame": 0, "eyes": 1},
                {"type": "again"},
                {"type": "withdraw"},
            ]
        )
    )


def huge(client: Client, state: dict[str, Any], draw: random.Random) -> str:
    """Return messages that a socket accepts, but far larger than any needed."""
    name = draw.choice(["agent", "name", "decision", "language", "speed", "tab"])
    kind = draw.choice(["play", "explain", "language", "speed", "name", "nothing"])
    return json.dumps({"type": kind, name: "x" * 40_000, "actions": [0] * 5000})


def binary(client: Client, state: dict[str, Any], draw: random.Random) -> bytes:
    return draw.randbytes(50)


KINDS = [malformed, wrong_members, stale, illegal, unknown, agents, binary, wrong_seat, out_of_turn, huge]


class Replayed:
    """Answers that were valid once, sent again: the table has moved on, and must not move twice."""

    __name__ = "replayed"

    def __init__(self) -> None:
        self.sent: list[str] = []

    def __call__(self, client: Client, state: dict[str, Any], draw: random.Random) -> str:
        if not self.sent:
            answer = {"type": "play", "decision": state["decision"], "actions": [state["moves"][0]["id"]]}
            self.sent.append(json.dumps(answer))
        return self.sent[0]


def attack(server: Running, kind: Any, number: int, patience: float = 10) -> None:
    """Send many hostile messages over as many connections as needed, and check that the table still exists."""
    url = Client.make_table(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant")
    draw = random.Random(1)
    done = 0
    while done < number:
        client = Client(url)
        state = client.until("state")
        while not state["moves"]:
            assert not state["over"], "the messages have played the game to its end"
            state = client.until("state")
        try:
            for _ in range(min(100, number - done)):
                client._socket.send(kind(client, state, draw))
                done += 1
                answer = client.receive(patience)
                while answer["type"] not in (
                    "refused",
                    "state",
                    "past",
                    "stopped",
                    "asked",
                    "card",
                    "hint",
                    "whole",
                    "done",
                ):
                    answer = client.receive(patience)
                if answer["type"] == "refused":
                    assert answer["code"] in CODES and answer["text"]
                    assert "Traceback" not in answer["text"]
        except ConnectionClosed:
            done += 1
        finally:
            client.close()
    with Client(url) as again:
        assert again.until("state")["moves"], "the table was lost"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_hostile_message_is_answered(server: Running, kind: Any) -> None:
    attack(server, kind, FEW)


def test_an_answer_that_is_sent_again_is_played_once(server: Running) -> None:
    attack(server, Replayed(), FEW)
    table = list(server.manager.tables.values())[-1]
    mine = [action for action, seat in zip(table.session.actions, seats_of(table.session), strict=True) if seat == 0]
    assert len(mine) == 1


def seats_of(session: Any) -> list[int]:
    return [session.at(step).seat for step in range(len(session.actions))]


# Before any message: an invalid token, a page from elsewhere, another name of this machine


def wrong_token(server: Running, url: str, draw: random.Random) -> None:
    with Client(f"{url.partition('#')[0]}#{draw.randbytes(12).hex()}") as client:
        assert client.until("refused")["code"] == "token"


def wrong_table(server: Running, url: str, draw: random.Random) -> None:
    with Client(f"{server.url}/table/{draw.randbytes(6).hex()}#{url.partition('#')[2]}") as client:
        assert client.until("refused")["code"] == "gone"


def foreign_origin(server: Running, url: str, draw: random.Random) -> None:
    origin = draw.choice(["http://evil.example", "null", f"http://127.0.0.1.evil.example:{server.port}", "file://"])
    with pytest.raises(InvalidHandshake), connect(f"ws://127.0.0.1:{server.port}/ws", origin=origin):
        pass


def foreign_host(server: Running, url: str, draw: random.Random) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    host = draw.choice(["evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "[::2]", ""])
    connection.request(draw.choice(["GET", "POST"]), "/api/tables", headers={"host": host})
    found = connection.getresponse()
    assert found.status in (400, 403) and "Traceback" not in found.read().decode()
    connection.close()


KNOCKS = [wrong_token, wrong_table, foreign_origin, foreign_host]


def knock(server: Running, kind: Any, number: int) -> None:
    url = Client.make_table(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant")
    draw = random.Random(2)
    for _ in range(number):
        kind(server, url, draw)
    with Client(url) as again:
        assert again.until("state")["describe"], "the table was lost"


@pytest.mark.parametrize("kind", KNOCKS, ids=lambda kind: kind.__name__)
def test_invalid_tokens_origins_and_hosts_are_refused(server: Running, kind: Any) -> None:
    knock(server, kind, FEW // 5)


class Deaf:
    """Mutant: a server that does not answer hostile messages."""

    def refuse(self, *arguments: Any) -> None:
        pass


def test_a_server_that_does_not_answer_is_noticed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handlers, "refuse", Deaf.refuse)
    with pytest.raises(TimeoutError):
        attack(server, stale, 1, patience=0.3)


def test_a_server_that_obeys_stale_answers_is_noticed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: any answer counts as one to the current question."""
    play = Room.play
    monkeypatch.setattr(
        Room,
        "play",
        lambda self, guest, decision, actions: play(
            self, guest, f"{self.epoch}.{self.session.decisions(guest.seat)}", self.session.legal(guest.seat)[:1]
        ),
    )
    with pytest.raises(AssertionError):
        test_an_answer_that_is_sent_again_is_played_once(server)


def test_floods_huge_messages_and_foreign_pages_are_cut_off(server: Running) -> None:
    url = Client.make_table(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant")
    for messages in ([json.dumps({"type": "ping"})] * 3000, ["x" * 200_000]):
        with Client(url) as client:
            with contextlib.suppress(ConnectionClosed):
                for message in messages:
                    client._socket.send(message)
            with pytest.raises(ConnectionClosed):
                client.until("never", 5)
    for _ in range(20):
        with pytest.raises(InvalidHandshake), connect(f"ws://127.0.0.1:{server.port}/ws", origin="http://evil.example"):
            pass
    with Client(url) as again:
        assert again.until("state")["moves"]


def resident() -> int:
    """Return the resident memory of this process, which includes the server, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("kind", [*KINDS, Replayed(), *KNOCKS], ids=lambda kind: kind.__name__)
def test_ten_thousand_of_each_leave_no_memory_behind(server: Running, kind: Any) -> None:
    attacks = knock if kind in KNOCKS else attack
    attacks(server, kind, 1000)
    before, tables, connections = resident(), len(server.manager.tables), len(server.manager.warmup_queue.tickets)
    attacks(server, kind, MANY)
    grown = resident() - before
    print(f"{kind.__name__}: {MANY} messages, memory grew by {grown / 1e6:.1f} MB")
    assert grown < 20_000_000
    assert len(server.manager.tables) == tables + 1 and len(server.manager.warmup_queue.tickets) <= connections + 1
