"""Comparison of our bots' choices with those of the reference engine's bots in a recorded game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.core.loops import native_loop
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.games.tribute.bots import decision_tree, max_prestige, simple
from tapete.games.tribute.bots.subset_choices import BOT_MEMORY, STARTED
from tapete.games.tribute.engine_moves import actions_of
from tapete.games.tribute.rules import DONE, MAX_LEGAL, PICK
from tapete.games.tribute.state import DRAFT, EFFECT, FREE
from tapete.kernel import Kernel
from tapete.kernel.cache import build_of

KERNELS: dict[str, tuple[Kernel, int]] = {
    "RandomWithoutEndTurn": (simple.random_without_end_turn, BOT_MEMORY),
    "MaxAgents": (simple.max_agents, BOT_MEMORY),
    "PatronFavors": (simple.patron_favors, BOT_MEMORY),
    "MaxPrestige": (max_prestige.max_prestige, max_prestige.PRESTIGE_MEMORY),
    "DecisionTree": (decision_tree.decision_tree, decision_tree.MEMORY_WORDS),
}


class BotChecker:
    """One of our bots, called at every decision that its recorded counterpart made."""

    def __init__(self, kernel: Kernel, words: int, recorded: Mapping[str, Any]) -> None:
        self.address = build_of(kernel).address(kernel)
        self.memory = np.zeros(words, dtype=np.int64)
        self.params = np.array([-1.0, 0.0, 0.0, 0.0])
        self.seeded = recorded["seed"] is not None
        if self.seeded:
            self.memory[STARTED] = 1
            self.memory[-1] = recorded["seed"]
        self.generators = {entry[0]: entry[1] if len(entry) > 1 else None for entry in recorded["decisions"]}
        self.tables = {entry[0]: entry[2] for entry in recorded["decisions"] if len(entry) > 2 and entry[2] is not None}
        self.actions = np.empty(MAX_LEGAL, dtype=np.int32)

    @classmethod
    def of(cls, entry: Mapping[str, Any], seat: int) -> BotChecker | None:
        recorded = entry["bots"][seat]
        kind = entry["players"][seat]
        if recorded is None or kind not in KERNELS:
            return None
        return cls(*KERNELS[kind], recorded)

    def choose(self, state: State) -> int | None:
        """Return our bot's decision: an action, or None if it has no legal answer."""
        legal = state.legal()
        self.actions[: len(legal)] = legal
        chosen = native_loop("choose")(self.address, state.rows, 0, self.actions, len(legal), self.params, self.memory)
        if chosen < 0:
            return None
        return legal[chosen] if chosen < len(legal) else chosen - len(legal)

    def answer(self, state: State) -> list[int] | None:
        """Return the actions of a complete answer, or None."""
        if state.record["choice"] in (FREE, EFFECT, DRAFT):
            action = self.choose(state)
            return None if action is None else [action]
        trial, chosen = state.clone(), []
        moves = int(trial.record["moves"])
        while int(trial.record["moves"]) == moves:
            action = self.choose(trial)
            if action is None or not (action == DONE or action >= PICK):
                return None
            chosen.append(action)
            trial.apply(action)
        return chosen

    def check(self, state: State, step: int, answer: Any, report: TraceReport) -> bool:
        """Compare generator and choice at one decision; return whether they agree."""
        if step not in self.generators:
            return True
        if self.seeded and not report.check("bot generators", self.generators[step], int(self.memory[-1])):
            return False
        expected = None if answer is None else actions_of(state, answer)
        chosen = self.answer(state)
        if step in self.tables:
            value, moves = self.tables[step]
            pairs = [value, sum(count for _, count in moves)]
            if not report.check(
                "bot tables", pairs, self.memory[max_prestige.HIGHEST : max_prestige.PAIRS + 1].tolist()
            ):
                return False
        return report.check("bot choices", expected, chosen)
