"""Agents in the competition's engine, Scripts of Tribute, through its protocol for external bots.

The engine starts the program and speaks to it by standard input and output:

    GameRunner "cmd:python -m tapete.adapters.scripts_of_tribute --agent best-mcts3:ms=500" BeamSearchBot

`--log FILE` records questions and answers; `tapete conform tribute FILE` replays it on our rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from tapete.agents.registry import seat_agent
from tapete.core import loops
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.state import State
from tapete.errors import TapeteError, said
from tapete.seeds import derive

END_OF_TRANSMISSION = "EOT"
FINISHED = "FINISHED"


class EngineBot:
    """Agent that answers the engine's questions, for one game."""

    def __init__(self, agent: Any, seed: int = 0, log: TextIO | None = None, number: int = 0) -> None:
        self.game: Game = load("tribute")
        self.protocol = import_module(f"tapete.games.{self.game.name}.external")
        self.agent = seat_agent(agent, self.game)
        self.seed = seed
        self.number = number
        self._log = log
        self._draft = self.protocol.Draft()
        self._decisions = 0
        self.agent.prepare()
        self.agent.reset(derive(seed, loops.AGENT_STREAM))

    def _choose(self, state: State) -> int:
        view = self.agent.view(state, derive(self.seed, loops.VIEW_STREAM, self._decisions))
        self._decisions += 1
        answer = self.agent.decide(state, view)
        if answer.fault:
            print(
                f"{self.agent.spec}: {answer.text}; plays the first legal action instead", file=sys.stderr, flush=True
            )
            return state.legal()[0]
        return answer.action

    def pick_patron(self, offered: list[str], number: int) -> str:
        """Return the patron to take, as the engine writes it."""
        state = self._draft.state(offered, self.game)
        patron = state.move(self._choose(state))["patron"]
        self._draft.own.append(patron)
        self._write({"offered": offered, "round": number, "answer": patron.upper()})
        return patron.upper()

    def answer(self, message: dict[str, Any]) -> str:
        """Return the line that answers a position."""
        position = self.protocol.EnginePosition(message, self.game)
        _, line = position.answer(self._choose)
        self._write({"state": message, "answer": line})
        return line

    def finished(self, text: str) -> None:
        """Record how the game ended."""
        self._write({"finished": text})

    def _write(self, entry: dict[str, Any]) -> None:
        if self._log is not None:
            print(json.dumps({"game": self.number, **entry}), file=self._log, flush=True)


def messages(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Yield the engine's messages: ("patrons", (names, round)), ("state", JSON), ("finished", text)."""
    for first in lines:
        text = first.strip()
        if not text:
            continue
        if not text.startswith(("{", FINISHED)):
            names, _, number = text.rpartition(" ")
            yield "patrons", (names.split(","), int(number))
            continue
        whole = [first]
        for line in lines:
            if line.strip() == END_OF_TRANSMISSION:
                break
            whole.append(line)
        if text.startswith(FINISHED):
            yield "finished", "".join(whole)[len(FINISHED) :].strip()
        else:
            yield "state", json.loads("".join(whole))


def serve(bot: EngineBot, lines: Iterator[str], out: TextIO) -> None:
    """Answer the engine until the game is over."""
    for kind, content in messages(lines):
        if kind == "finished":
            bot.finished(content)
            return
        line = bot.pick_patron(*content) if kind == "patrons" else bot.answer(content)
        print(line, file=out, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tapete.adapters.scripts_of_tribute", description=__doc__.split("\n")[0])
    parser.add_argument("--agent", default="best-mcts3:ms=500", help="the agent: `tapete agents tribute` lists them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="a file to which questions and answers are added")
    chosen = parser.parse_args(arguments)
    try:
        log = None if chosen.log is None else chosen.log.open("a", encoding="utf-8")
        serve(EngineBot(chosen.agent, chosen.seed, log, number=chosen.seed), iter(sys.stdin.readline, ""), sys.stdout)
    except (TapeteError, OSError, ValueError) as error:
        print(said(error) if not isinstance(error, TapeteError) else error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
