"""Time controls: how long an agent may think per decision, per turn of its own and per game."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tapete.errors import BadOption

HANG_SECONDS = 10.0  # without a time control, an agent written in Python that is silent for so long is taken for hung


@dataclass(frozen=True)
class Clock:
    """Budgets in seconds. An agent that exceeds one loses the game."""

    decision: float = math.inf
    turn: float = math.inf
    game: float = math.inf

    def __post_init__(self) -> None:
        for name, seconds in self.budgets().items():
            if not seconds > 0:
                raise BadOption(f"--per-{name} {seconds:g}: must be more than 0 seconds")

    def budgets(self) -> dict[str, float]:
        return {"decision": self.decision, "turn": self.turn, "game": self.game}

    @property
    def limited(self) -> bool:
        return min(self.decision, self.turn, self.game) < math.inf

    def as_dict(self) -> dict[str, float]:
        """The budgets that are set."""
        return {name: seconds for name, seconds in self.budgets().items() if seconds < math.inf}

    def __str__(self) -> str:
        return ", ".join(f"{seconds:g} s per {name}" for name, seconds in self.as_dict().items()) or "no time control"


class SeatClock:
    """What one seat has used of its budgets in one game."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.turn = -1
        self.used_in_turn = 0.0
        self.used = 0.0

    def allowance(self, turn: int) -> tuple[float, str]:
        """Seconds for the next decision, and which budget sets them. A seat's own turn lasts until `turn` changes."""
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
