"""Time controls: limits per decision, per turn of the agent and per game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tapete.errors import BadOption

LOSE, END_TURN = "lose", "end-turn"  # effects of a late answer

HANG_SECONDS = 10.0  # without a time control, a Python agent without an answer for this long counts as hung


@dataclass(frozen=True)
class Clock:
    """Budgets in seconds, and of memory in megabytes. An agent that exceeds one forfeits the game, unless `late` says otherwise.

    `late="end-turn"`: a late answer is ignored, and the seat's turn ends (its game must have an action for that). Memory is
    that of the process in which agents play, beyond what it has when it starts.
    """

    decision: float = math.inf
    turn: float = math.inf
    game: float = math.inf
    memory: float = math.inf
    late: str = LOSE

    def __post_init__(self) -> None:
        if self.late not in (LOSE, END_TURN):
            raise BadOption(f"--late {self.late}: must be {LOSE} or {END_TURN}")
        if not self.memory > 0:
            raise BadOption(f"--memory {self.memory:g}: must be more than 0 megabytes")
        for name, seconds in self.budgets().items():
            if not seconds > 0:
                raise BadOption(f"--per-{name} {seconds:g}: must be more than 0 seconds")

    def budgets(self) -> dict[str, float]:
        return {"decision": self.decision, "turn": self.turn, "game": self.game}

    @property
    def limited(self) -> bool:
        """Whether time or memory must be watched while games are played."""
        return min(self.decision, self.turn, self.game, self.memory) < math.inf

    @property
    def timed(self) -> bool:
        """Whether results depend on the speed of the machine."""
        return min(self.decision, self.turn, self.game) < math.inf

    def as_dict(self) -> dict[str, Any]:
        """Return the budgets that are set, and `late` if it is not the default."""
        found: dict[str, Any] = {name: seconds for name, seconds in self.budgets().items() if seconds < math.inf}
        if self.memory < math.inf:
            found["memory"] = self.memory
        return found | ({"late": self.late} if self.late != LOSE else {})

    def __str__(self) -> str:
        return clock_in_words(self.as_dict()) or "no time control"


def clock_in_words(budgets: Mapping[str, Any]) -> str:
    """Return budgets in words."""
    words = [f"{budgets[name]:g} s per {name}" for name in ("decision", "turn", "game") if name in budgets]
    words += [f"{budgets['memory']:g} MB of memory"] if "memory" in budgets else []
    return ", ".join(words) + (", late answers end the turn" if budgets.get("late") == END_TURN else "")


class SeatClock:
    """Time that one seat has used in one game."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.turn = -1
        self.used_in_turn = 0.0
        self.used = 0.0

    def allowance(self, turn: int) -> tuple[float, str]:
        """Return the seconds for the next decision, and the budget that sets them. A seat's turn lasts until `turn` changes."""
        if turn != self.turn:
            self.turn, self.used_in_turn = turn, 0.0
        left = {
            "decision": self.clock.decision,
            "turn": self.clock.turn - self.used_in_turn,
            "game": self.clock.game - self.used,
        }
        name = min(left, key=lambda key: left[key])
        return max(0.0, left[name]), name

    def spend(self, seconds: float) -> None:
        self.used_in_turn += seconds
        self.used += seconds
