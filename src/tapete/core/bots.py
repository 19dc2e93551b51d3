"""Native bots: the kind of agent that specs name, the Python wrapper, and the handle passed to native loops."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.core.definition import BotSpec
from tapete.core.game import Game
from tapete.core.loops import native_loop
from tapete.core.state import View
from tapete.errors import BadOption, nearest, shown
from tapete.kernel import GameState
from tapete.kernel.cache import build_of, fingerprint, resolved
from tapete.kernel.contract import POLICY
from tapete.kernel.pure import call as interpret
from tapete.options import Option, resolve
from tapete.plugins import REFERENCE, load_object
from tapete.seeds import WORD

NO_ACTION = -1  # never a legal action


@dataclass
class NativeHandle:
    """Handle through which the native match loop calls an agent."""

    address: int
    params: np.ndarray  # float64
    memory: int  # int64 words per seat; word 0 is seeded at the start of a game
    views: bool  # needs a determinized view (or, clairvoyant, a copy of the true state) instead of the state itself
    clairvoyant: bool = False
    forced: bool = True  # called even if there is only one legal action
    cleared: int | None = None  # how many words are zeroed at the start of a game; None: all
    initial: np.ndarray | None = None  # int64 words copied to memory[1:] at the start of a game (addresses, settings)
    keep: Any = None  # object that must stay alive while the address is used
    searches: bool = False  # so its decisions are worth timing one by one
    iterations_at: int = 0  # word of its memory that counts the iterations of its last search; 0: none does


@dataclass(frozen=True)
class AgentFactory:
    """Kind of agent that specs can name."""

    name: str
    what: str
    options: tuple[Option, ...]
    make: Callable[[Game, Mapping[str, Any]], Any]
    plays: Callable[[Game], bool] = lambda game: True
    searches: bool = False  # takes the options that the game has for searches
    opening: bool = True  # leaves first decisions to the game's opening rule, if it has one
    outside: bool = False  # third-party: comes from another package or file, so its errors are its own


class Bot:
    """Python wrapper of a native policy."""

    PLAYS = 1  # raised whenever a change of this code changes decisions

    def __init__(self, game: Game, name: str, policy: BotSpec, options: Mapping[str, Any]) -> None:
        self.name = name
        self.policy = policy
        self._beyond = game.actions if game.definition.accepts is not None else 0  # ids of unlisted actions
        if policy.params is not None:
            values = policy.params(game, options)
        else:
            values = [option.code(options[option.name]) for option in policy.options]
        self.params = np.array(values, dtype=np.float64)
        self.memory = np.zeros(max(1, policy.memory), dtype=np.int64)
        self.clairvoyant = policy.clairvoyant(options) if callable(policy.clairvoyant) else policy.clairvoyant
        self.true_generator = self.clairvoyant and policy.true_generator
        self.in_order = policy.kept > 0 if policy.in_order is None else policy.in_order(options)
        self.timed = policy.timed is not None and policy.timed(options)
        self._build = build_of(policy.kernel, game.boundscheck)
        self._actions = np.empty(game.definition.max_legal, dtype=np.int32)

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    @property
    def last_iterations(self) -> int:
        """Iterations of its last search, for a policy that searches."""
        return 0 if self.policy.iterations_at is None else int(self.memory[self.policy.iterations_at])

    def reset(self, seed: int) -> None:
        self.memory[: len(self.memory) - self.policy.kept] = 0
        self.memory[:1].view(np.uint64)[0] = seed & WORD

    def act(self, view: View) -> int | None:
        legal = view.legal()
        self._actions[: len(legal)] = legal
        index = self.choose(view, len(legal))
        if index < 0:
            return None
        if index < len(legal):
            return legal[index]
        return index - len(legal) if index - len(legal) < self._beyond else NO_ACTION

    def choose(self, view: View, n: int) -> int:
        """Return the policy's answer about the first `n` of its actions, in machine code or plain Python as the game is run."""
        if view.game.interpreted:
            record = view.state.record
            return interpret(self.policy.kernel, record, self._actions, n, self.params, self.memory)
        address = self._build.address(self.policy.kernel)
        return native_loop("choose")(address, view.state.rows, 0, self._actions, n, self.params, self.memory)

    def fingerprint(self) -> str:
        """Return a hash of everything that determines its decisions: kernels (also those behind addresses in params), params,
        memory, views.
        """
        how = (len(self.memory), self.policy.kept, self.policy.public, self.clairvoyant, self.true_generator)
        return fingerprint(self.policy.kernel, resolved(self.params), how, self.PLAYS)

    def native(self) -> NativeHandle:
        return NativeHandle(
            self._build.address(self.policy.kernel),
            self.params,
            len(self.memory),
            views=(self.clairvoyant or not self.policy.public) and not self.true_generator,
            clairvoyant=self.clairvoyant,
            cleared=len(self.memory) - self.policy.kept,
            keep=self._build,
            searches=self.policy.iterations_at is not None,
            iterations_at=self.policy.iterations_at or 0,
        )


def fits(policy: BotSpec, game: Game) -> bool:
    """Return whether a policy is written for the states of this game or of any game."""
    for state in (game.definition.state, GameState):
        try:
            POLICY.check("policy", policy.kernel, state)
        except TypeError:
            continue
        return True
    return False


IN_A_FILE = re.compile(rf"({REFERENCE.pattern})((?:/[^/=]+=[^/]*)*)")


def named_policy(game: Game, given: str) -> Bot:
    """Return the native policy of `NAME/option=value`: one of the game's, or one in a file (`./bots.py:NAME/option=value`)."""
    in_a_file = IN_A_FILE.fullmatch(given)
    name, *items = [in_a_file[1], *in_a_file[4].split("/")[1:]] if in_a_file else given.split("/")
    policies = game.definition.bots
    policy = outside_policy(game, name) if in_a_file else policies.get(name)
    if policy is None:
        raise BadOption(f"{game.name} has no native policy {name!r}; {nearest(name, [*policies, 'random'])}")
    chosen = dict(item.partition("=")[::2] for item in items)
    return Bot(game, name, policy, resolve(policy.options, chosen, f"policy {name!r}"))


def outside_policy(game: Game, name: str) -> BotSpec:
    """Return a native policy in a file or a module."""
    found = load_object(name)
    if not isinstance(found, BotSpec):
        raise BadOption(f"{shown(found)} is not a native policy")
    if not fits(found, game):
        raise BadOption(f"{name} is not a policy for states of {game.name}")
    return found
