"""Hostile messages: each gets one clear answer or a closed connection; no table is lost, no memory grows."""

from __future__ import annotations

import contextlib
import gc
import json
import random
import resource
from typing import Any

import pytest
from serving import Running
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tapete.web.client import Client

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


def binary(client: Client, state: dict[str, Any], draw: random.Random) -> bytes:
    return draw.randbytes(50)


KINDS = [malformed, wrong_members, stale, illegal, unknown, agents, binary]


def attack(server: Running, kind: Any, number: int) -> None:
    """Send many hostile messages over as many connections as it takes; the table must still be there afterwards."""
    url = Client.make_table(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant")
    draw = random.Random(1)
    done = 0
    while done < number:
        client = Client(url)
        state = client.until("state")
        while not state["moves"]:
            state = client.until("state")
        try:
            for _ in range(min(100, number - done)):
                client._socket.send(kind(client, state, draw))
                done += 1
                answer = client.receive(10)
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
                    answer = client.receive(10)
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


@pytest.mark.slow
def test_ten_thousand_of_each_leave_no_memory_behind(server: Running) -> None:
    for kind in KINDS:
        attack(server, kind, 1000)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tables = len(server.hall.tables)
    for kind in KINDS:
        attack(server, kind, MANY)
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # kilobytes
    assert len(server.hall.tables) == tables + len(KINDS)
