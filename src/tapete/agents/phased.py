"""Agent with different weights in different phases of a game; they change when the game's `turn` reaches a border.

The agent is any that can be tuned; it is called as always, with the params of the current phase, and its memory lasts over all
phases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tapete.agents.genes import Gene, Tunable
from tapete.agents.player import Player
from tapete.core.bots import Bot, NativeHandle
from tapete.core.game import Game
from tapete.core.state import View
from tapete.errors import BadOption
from tapete.kernel import GameState, i8, kernel
from tapete.kernel.cache import Build, fingerprint
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, decide, rows_in

# Params: the agent's address, phases, params of each, the turns at which the second and later phases begin; then the params
ADDRESS, PHASES, EACH, BORDERS = 0, 1, 2, 3
MARK = "@"  # between the name of a gene and the number of its phase


@kernel
def by_phase(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Call the agent with the params of the current phase."""
    phases, each = i8(params[PHASES]), i8(params[EACH])
    phase = 0
    while phase + 1 < phases and state.turn >= params[BORDERS + phase]:
        phase += 1
    first = BORDERS + phases - 1 + phase * each
    return decide(rows_in(params, ADDRESS, i8)[0], state, actions, n, params[first : first + each], memory)


BUILD = Build("by-phase", [by_phase])


def phased(natives: Sequence[NativeHandle], borders: Sequence[int]) -> NativeHandle:
    """Return one native policy of several that differ only in their params."""
    first = natives[0]
    head = np.array([0.0, len(natives), len(first.params), *borders])
    head[:1].view(np.int64)[0] = first.address
    params = np.concatenate([head, *(native.params for native in natives)])
    return replace(first, address=BUILD.address(by_phase), params=params, keep=(tuple(natives), BUILD))


class PhasedAgent:
    """Agents with different weights, one per phase."""

    PLAYS = 1  # raised whenever a change of this code changes decisions

    def __init__(self, agents: Sequence[Any], borders: Sequence[int]) -> None:
        self.name = agents[0].name
        self.agents, self.borders = list(agents), list(borders)
        for what in ("clairvoyant", "true_generator", "in_order", "timed"):
            setattr(self, what, getattr(agents[0], what, False))
        if isinstance(agents[0], Bot):
            for other in agents[1:]:
                other.memory = agents[0].memory  # its memory lasts over all phases

    def reset(self, seed: int) -> None:
        for agent in self.agents:
            agent.reset(seed)

    def act(self, view: View) -> Any:
        turn = int(view.state.record["turn"])
        return self.agents[sum(turn >= border for border in self.borders)].act(view)

    def native(self) -> NativeHandle | None:
        natives = [agent.native() for agent in self.agents]
        return None if None in natives else phased(natives, self.borders)

    def fingerprint(self) -> str:
        """Return a hash of every phase's agent and of the borders."""
        parts = [agent.fingerprint() for agent in self.agents]
        return fingerprint(by_phase, parts, self.borders, self.PLAYS)


@dataclass
class PhasedTunable(Tunable):
    """Tunable with a value of each weight per phase; settings of a search have one value for all."""

    base: Tunable = field(kw_only=True)
    borders: tuple[int, ...] = field(kw_only=True)

    def _of_phase(self, vector: np.ndarray, phase: int) -> np.ndarray:
        """Return the genes of the agent in one phase."""
        values = dict(zip(self.names, vector.tolist(), strict=True))
        return np.array(
            [values.get(f"{gene.name}{MARK}{phase + 1}", values.get(gene.name)) for gene in self.base.genes]
        )

    def policy(self, vector: np.ndarray) -> NativeHandle:
        values = np.asarray(vector, dtype=np.float64)
        if values.shape != (len(self.genes),):
            raise BadOption(f"{self.spec} has {len(self.genes)} genes, not {values.shape}")
        phases = range(len(self.borders) + 1)
        return phased([self.base.policy(self._of_phase(values, phase)) for phase in phases], self.borders)

    def agent(self, vector: np.ndarray) -> Player:
        values = np.asarray(vector, dtype=np.float64)
        made = [self.base.agent(self._of_phase(values, phase)) for phase in range(len(self.borders) + 1)]
        return replace(made[0], agent=PhasedAgent([seated.agent for seated in made], self.borders))


def with_phases(base: Tunable, borders: Sequence[int], game: Game) -> PhasedTunable:
    """Return an agent's weights once per phase; the phases begin at these turns."""
    if not borders or any(b < 1 for b in borders) or list(borders) != sorted(set(borders)):
        given = ",".join(str(border) for border in borders)
        raise BadOption(f"phases {given!r}: must be the turns at which later phases begin, ascending, such as 10,20")
    genes: list[Gene] = []
    for gene in base.genes:
        if gene.param is None:
            genes.append(gene)
        else:
            genes += [replace(gene, name=f"{gene.name}{MARK}{phase + 1}") for phase in range(len(borders) + 1)]
    return PhasedTunable(game, base.seated, base.native, genes, base.make, base=base, borders=tuple(borders))
