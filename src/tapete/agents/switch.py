"""Relay of two agents: one decides until a turn, the other from then on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.agents.player import Player
from tapete.core.game import Game
from tapete.core.state import View
from tapete.errors import BadOption
from tapete.kernel.cache import fingerprint
from tapete.options import Option
from tapete.seeds import derive

FIRST = Option("first", "random", "who begins: an agent, its options after it (NAME/option=value/option=value)")
THEN = Option("then", "random", "who goes on, named likewise")
UNTIL = Option("until", 0, "the turn, as the game counts them, at which the second one takes over", low=0, high=10**9)
OPTIONS = (FIRST, THEN, UNTIL)


class RelayAgent:
    """Agent that delegates to one agent before a turn and to another from it on; both get the callbacks of every game."""

    PLAYS = 1  # raised whenever a change of this code changes decisions

    def __init__(self, runners: Sequence[Player], until: int) -> None:
        self.name = "relay"
        self.runners = list(runners)
        self.until = until
        self.clairvoyant = all(one.clairvoyant for one in self.runners)
        if not self.clairvoyant and any(one.clairvoyant for one in self.runners):
            raise BadOption("agent 'relay': one of the two sees hidden cards and the other does not")
        self.timed = any(one.timed for one in self.runners)
        self.in_order = any(one.in_order for one in self.runners)

    def begin(self, game: Game, seat: int) -> None:
        for one in self.runners:
            one.begin(game, seat)

    def reset(self, seed: int) -> None:
        for number, one in enumerate(self.runners):
            one.reset(derive(seed, number))

    def act(self, view: View) -> Any:
        return self.runners[view.turn >= self.until].agent.act(view)

    def fingerprint(self) -> str:
        """Return a hash of both agents and of the turn at which they change."""
        return fingerprint((), [one.fingerprint() for one in self.runners], self.until, self.PLAYS)
