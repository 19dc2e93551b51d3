"""Native policies: what searches and agents share. A kind of agent that specs can name, and a policy asked from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.build import build_of, fingerprint, resolved
from tapete.fingerprint import code_of, file_digest, own_code
from tapete.game import Game, View, native_loop
from tapete.game import Policy as PolicyDefinition
from tapete.options import Option
from tapete.seeds import WORD

NO_ANSWER = -1


@dataclass
class NativePolicy:
    """What the native match loop needs to let an agent decide."""

    address: int
    params: np.ndarray  # float64
    memory: int  # int64 words per seat; word 0 is seeded at the start of a game
    views: bool  # wants a determinised view (or, clairvoyant, a copy of the true state) instead of the state itself
    clairvoyant: bool = False
    forced: bool = True  # wants to be asked even where there is only one answer
    cleared: int | None = None  # how many words are zeroed at the start of a game; None: all
    initial: np.ndarray | None = None  # int64 words copied to memory[1:] at the start of a game (addresses, settings)
    keep: Any = None  # what must stay alive while the address is used


@dataclass(frozen=True)
class AgentKind:
    """A kind of agent that specs can name."""

    name: str
    what: str
    options: tuple[Option, ...]
    make: Callable[[Game, Mapping[str, Any]], Any]
    plays: Callable[[Game], bool] = lambda game: True
    searches: bool = False  # takes the options that the game has for searches


class PolicyAgent:
    """A native policy, asked from Python."""

    def __init__(self, game: Game, name: str, policy: PolicyDefinition, options: Mapping[str, Any]) -> None:
        self.name = name
        self.policy = policy
        if policy.params is not None:
            values = policy.params(game, options)
        else:
            values = [option.code(options[option.name]) for option in policy.options]
        self.params = np.array(values, dtype=np.float64)
        self.memory = np.zeros(max(1, policy.memory), dtype=np.int64)
        self.clairvoyant = policy.clairvoyant(options) if callable(policy.clairvoyant) else policy.clairvoyant
        self.true_generator = self.clairvoyant and policy.true_generator
        self.in_order = policy.in_order is not None and policy.in_order(options)
        self.timed = policy.timed is not None and policy.timed(options)
        self._build = build_of(policy.kernel, game.boundscheck)
        self._actions = np.empty(game.definition.max_legal, dtype=np.int32)

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
        address = self._build.address(self.policy.kernel)
        index = native_loop("ask")(address, view.state.rows, 0, self._actions, len(legal), self.params, self.memory)
        if index == NO_ANSWER:
            return None
        return legal[index] if index < len(legal) else index - len(legal)

    def fingerprint(self) -> str:
        """A hash of all that decides what it plays: kernels, those too that params are addresses of, params, how it is asked."""
        how = (len(self.memory), self.policy.kept, self.policy.public, self.clairvoyant, self.true_generator)
        code = own_code("policy.py", "PolicyAgent")
        return fingerprint(self.policy.kernel, resolved(self.params.tolist()), how, code)

    def native(self) -> NativePolicy:
        return NativePolicy(
            self._build.address(self.policy.kernel),
            self.params,
            len(self.memory),
            views=(self.clairvoyant or not self.policy.public) and not self.true_generator,
            clairvoyant=self.clairvoyant,
            cleared=len(self.memory) - self.policy.kept,
            keep=self._build,
        )


def agent_fingerprint(agent: Any, options: Mapping[str, Any]) -> str:
    """A hash of what an agent plays: what it says of itself, its code if it is from outside, its options, the files they name.

    An agent of another package may say more of itself (a network it reads, say) by a method `fingerprint() -> str`.
    """
    says = getattr(agent, "fingerprint", None)
    told = None if says is None else str(says())
    ours = type(agent).__module__.partition(".")[0] == "tapete"
    code = None if ours and told is not None else code_of(type(agent))
    given = {
        name: f"file {file_digest(value)}" if isinstance(value, str) and os.path.isfile(value) else value
        for name, value in options.items()
    }
    return fingerprint((), told, code, given)
