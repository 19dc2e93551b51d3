"""Many tables at once: agents think at all of them, and a person's move is still answered at once."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tapete.web.client import Client

TABLES = 300
MOVES = 120
ANSWERED = 0.2  # seconds at the 99th percentile
IDLE_BYTES = 200_000


@contextmanager
def own_server() -> Iterator[tuple[str, int]]:
    """Start a server in a separate process; yield its address and its process id."""
    command = [sys.executable, "-m", "tapete", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split(" at ")[1].split()[0].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(20)


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


async def watch(url: str, made: dict[str, Any], moved: list[int], number: int) -> None:
    address = url.replace("http", "ws") + "/ws"
    async with connect(address, max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", "v": 1, "table": made["id"], "token": made["owner"]}))
        async for message in socket:
            moved[number] += message.startswith('{"type":"state"')


async def play(url: str, made: dict[str, Any]) -> list[float]:
    """Play as a person and return the time until each move was shown."""
    address = url.replace("http", "ws") + "/ws"
    times: list[float] = []
    async with connect(address, max_size=None) as socket:
        token = made["seats"][0]["token"]
        await socket.send(json.dumps({"type": "join", "v": 1, "table": made["id"], "token": token}))
        sent = None
        while len(times) < MOVES:
            message = json.loads(await socket.recv())
            if message["type"] != "state":
                continue
            if sent is not None:
                times.append(time.perf_counter() - sent)
                sent = None
            if message["over"]:
                return times
            if message["moves"]:
                await asyncio.sleep(0.15)
                answer = {"type": "play", "decision": message["decision"], "actions": [message["moves"][0]["id"]]}
                await socket.send(json.dumps(answer))
                sent = time.perf_counter()
    return times


@pytest.mark.slow
def test_a_person_is_answered_while_agents_think_at_300_tables() -> None:
    with own_server() as (url, _), Client(url, join=False) as client:
        wish = {"game": "briscas", "seats": ["normal", "normal"], "settings": {"speed": "fast", "open": True}}
        tables = [client.post("/api/tables", wish) for _ in range(TABLES)]
        games = [
            client.post("/api/tables", {"game": "briscas", "seats": ["me", "normal"], "settings": {"speed": "instant"}})
            for _ in range(8)
        ]
        moved = [0] * TABLES

        async def both() -> list[float]:
            watchers = [asyncio.create_task(watch(url, made, moved, number)) for number, made in enumerate(tables)]
            await asyncio.sleep(3)
            times: list[float] = []
            for made in games:
                times += await play(url, made)
            for watcher in watchers:
                watcher.cancel()
            return sorted(times)

        times = asyncio.run(both())
    assert len(times) > 100
    assert min(moved) > 2, "a table was kept waiting"
    late = times[int(0.99 * len(times))]
    print(
        f"{len(times)} moves: median {1000 * times[len(times) // 2]:.0f} ms, 99 % within {1000 * late:.0f} ms; {sum(moved)} states seen"
    )
    assert late < ANSWERED


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_an_idle_table_takes_little_memory() -> None:
    with own_server() as (url, pid), Client(url, join=False) as client:
        wish = {"game": "briscas", "seats": ["me", "random"]}
        for _ in range(50):
            client.post("/api/tables", wish)
        before = resident(pid)
        for _ in range(TABLES):
            client.post("/api/tables", wish)
        each = (resident(pid) - before) / TABLES
    print(f"{each / 1000:.0f} kB for each table")
    assert each < IDLE_BYTES
