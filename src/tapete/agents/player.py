"""Agent at a table: its properties, its view, and the calls to it.

An agent is any object with `act(view) -> action`. The rest is optional: `name`, `clairvoyant`, `timed`, `in_order`, and the
callbacks `begin(game, seat)` and `reset(seed)` before a game, `end(returns, view)` after it. One that offers `native()` runs
inside the native match loop.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.digest import digest_of
from tapete.agents.errors import EXCEPTION, ILLEGAL, NO_ANSWER, Decision
from tapete.agents.opening import OPENING_STREAM, with_opening
from tapete.core.bots import Bot, NativeHandle
from tapete.core.game import Game
from tapete.core.state import State, View
from tapete.errors import MOST_CHARACTERS, BadAgent, printable, raised_at, said, shown, traced
from tapete.seeds import WORD, derive


@dataclass
class Player:
    """Agent with its name, its options, its opening rule, and defaults for properties that it does not define.

    Its properties are read once: an agent cannot be fair when it is ranked and clairvoyant when it is dealt its cards.
    """

    agent: Any
    name: str
    spec: str
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: Bot | None = None  # the game's rule for first decisions (a mulligan); called before the agent
    clairvoyant: bool = field(init=False)  # gets the true state
    timed: bool = field(init=False)  # decides by the clock, so that its games cannot be reproduced
    in_order: bool = field(init=False)  # remembers earlier games, so that they must be played one after the other
    outsider: bool = field(init=False)  # third-party: only such an agent can hang

    def __post_init__(self) -> None:
        self.clairvoyant, self.timed, self.in_order = (
            bool(getattr(self.agent, name, False)) for name in ("clairvoyant", "timed", "in_order")
        )
        self.outsider = not type(self.agent).__module__.startswith("tapete.")

    def view(self, state: State, seed: int, seat: int | None = None) -> View:
        """Return what it decides from: the view of the seat to move or, if clairvoyant, the true state with a generator of its
        own.

        The generator of both starts from `seed`. A bot of another engine may get the game's own generator too.
        """
        observer = state.seat if seat is None else seat
        if not self.clairvoyant:
            return state.view_with_generator(observer, seed, seed)
        world = state.clone()
        if not getattr(self.agent, "true_generator", False):
            world.record["rng"] = np.uint64(seed & WORD)
        return View(world, observer, seed, clairvoyant=True)

    # Callbacks of the agent; its exceptions propagate

    def begin(self, game: Game, seat: int) -> None:
        """Announce the game and its seat."""
        self._notify("begin", game, seat)

    def reset(self, seed: int) -> None:
        """Announce the start of a game; all its random numbers come from this seed."""
        if self.opening is not None:
            self.opening.reset(derive(seed, OPENING_STREAM))
        self._notify("reset", seed)

    def act(self, view: View) -> Any:
        """Return its action: the opening rule's if that has one."""
        answer = self.opening.act(view) if self.opening is not None else None
        return answer if answer is not None else self.agent.act(view)

    def end(self, returns: Sequence[float], view: View) -> None:
        """Announce the end of the game: all returns, and the last position as it sees it."""
        self._notify("end", list(returns), view)

    def _notify(self, what: str, *arguments: Any) -> None:
        listener = getattr(self.agent, what, None)
        if listener is not None:
            listener(*arguments)

    # The same for loops: faults are returned as answers

    def start(self, game: Game, seat: int, seed: int) -> Decision:
        """Announce the seat and the start of a game."""

        def both() -> None:
            self.begin(game, seat)
            self.reset(seed)

        return self._without_raising(both)

    def decide(self, state: State, view: View) -> Decision:
        """Return its action in a state, or its fault."""
        answers: list[Any] = []
        failed = self._without_raising(lambda: answers.append(self.act(view)))
        if failed.fault:
            return failed
        answer = answers[0]
        if answer is None:
            return Decision(fault=NO_ANSWER, text="gave no legal answer")
        whole: list[int] = []
        if self._without_raising(lambda: whole.append(operator.index(answer))).fault:
            return Decision(fault=ILLEGAL, text=f"answered {shown(answer)}, which is not an action")
        if not 0 <= whole[0] < state.game.actions or not state.accepts(whole[0]):
            return Decision(fault=ILLEGAL, text=f"answered {shown(whole[0])}, which is not legal")
        return Decision(whole[0])

    def finish(self, returns: Sequence[float], view: View) -> Decision:
        """Announce how the game ended."""
        return self._without_raising(lambda: self.end(returns, view))

    @staticmethod
    def _without_raising(question: Callable[[], None]) -> Decision:
        try:
            question()
        except KeyboardInterrupt:  # the person at the keyboard, not the agent
            raise
        except BaseException as error:
            place = raised_at(error)
            what = f"{said(error, MOST_CHARACTERS // 2)} at {place}" if place else said(error)
            return Decision(fault=EXCEPTION, text=f"raised {printable(what)}", trace=traced(error))
        return Decision()

    # What it is

    def native(self) -> NativeHandle | None:
        """Return its native policy, including the opening rule; None if it must be called in Python."""
        offer = getattr(self.agent, "native", None)
        if offer is None:
            return None
        if not self.outsider:
            policy = offer()
        else:
            try:
                policy = offer()
            except (Exception, SystemExit) as error:
                raise BadAgent(f"agent {self.spec!r}: its native() raised {said(error)}") from error
            if policy is not None and not isinstance(policy, NativeHandle):
                raise BadAgent(f"agent {self.spec!r}: its native() gave {shown(policy)}, not a NativeHandle or None")
        if policy is None or self.opening is None:
            return policy
        return with_opening(policy, self.opening.native())

    def prepare(self) -> None:
        """Compile what it needs before any clock runs."""
        self.native()
        _ = (
            None if self.outsider else getattr(self.agent, "address", None)
        )  # a timed search is compiled by requesting its address
        if self.opening is not None:
            self.opening.native()

    def fingerprint(self) -> str:
        """Return a digest of its code, weights, options and opening rule, and of files that options name."""
        return digest_of(self.agent, self.opening, self.options)


def lost_by(game: Game, seat: int) -> list[float]:
    """Return the returns of a game that a seat's side has forfeited: the others share it."""
    others = [s for s in range(game.seats) if game.sides[s] != game.sides[seat]]
    return [1 / len(others) if s in others else 0.0 for s in range(game.seats)]
