"""Play a whole game as the server does, in a separate process, and print the kernels first used after the table was ready.

`python whole_game.py GAME [without-rehearsal]`. Kernels compiled before the table is ready belong to the warm-up; those first used
later would be compiled, on a fresh machine, while people play.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Mapping
from typing import Any

from tapete.core.registry import load
from tapete.kernel import Kernel
from tapete.kernel.cache import Build
from tapete.web import rooms as halls
from tapete.web.handlers import Handlers

PATIENCE = 120.0  # seconds for one answer, on a loaded machine


class Ears:
    """Connection that keeps its messages."""

    language = "es"
    tab = ""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()

    def send(self, message: Mapping[str, Any]) -> None:
        self.heard.put_nowait(message)

    def close(self, code: int, reason: str) -> None:
        pass

    async def next(self, *kinds: str) -> Mapping[str, Any]:
        while True:
            message = await asyncio.wait_for(self.heard.get(), PATIENCE)
            assert message["type"] not in ("failed", "refused"), message
            if message["type"] in kinds:
                return message


def watch() -> list[str]:
    """Record the kernels that builds compile from now on, without helpers inside others."""
    late: list[str] = []
    compiled = Build._compiled

    def recorded(self: Build, kernel: Kernel, use: str) -> Any:
        if use != "helper" and (use, kernel, self._says(kernel)) not in self._dispatchers:
            late.append(f"{kernel.__module__}.{kernel.__name__}")
        return compiled(self, kernel, use)

    Build._compiled = recorded  # type: ignore[method-assign]
    return late


async def play(name: str) -> list[str]:
    manager = halls.RoomManager()
    seats = ["me", *["normal"] * (load(name).seats - 1)]
    table = await manager.make(
        {"game": name, "seats": seats, "seed": 3, "settings": {"speed": "instant", "clock": 3600}}
    )
    late, ears, chance = watch(), Ears(), random.Random(1)
    handlers = Handlers(manager, ears)
    await handlers.dispatch({"type": "join", "table": table.id, "token": table.chairs[0].token})
    answered, taken_back = None, False
    while not (state := await ears.next("state"))["over"]:
        if state["moves"] and state["decision"] != answered:
            answered = state["decision"]
            if not taken_back and table.session.decisions(0) == 3:
                taken_back = True
                await handlers.dispatch({"type": "take_back"})
                continue
            await handlers.dispatch(
                {"type": "play", "decision": answered, "action": chance.choice(state["moves"])["id"]}
            )
    await handlers.dispatch({"type": "account"})
    await ears.next("account", "done")
    await manager.close()
    return late


if __name__ == "__main__":
    if "without-rehearsal" in sys.argv:
        halls.warm_up = lambda game, specs: None  # type: ignore[assignment]
    print(json.dumps(asyncio.run(play(sys.argv[1]))))
