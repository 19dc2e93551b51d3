"""Faults of agents: their kinds, and the result of calling an agent."""

from __future__ import annotations

from typing import NamedTuple

# Faults that end a game early; a game's `faults` hold one for the seat that forfeits. The native loop knows the first two.
NO_FAULT, NO_ANSWER, ILLEGAL, EXCEPTION, TIME_OUT, CRASH = range(6)
FAULT_NAMES = ("", "no answer", "illegal move", "exception", "time-out", "crash")


class Decision(NamedTuple):
    """Result of calling an agent: an action, or the kind of its fault and a description."""

    action: int = -1
    fault: int = NO_FAULT
    text: str = ""
    trace: str = ""  # the traceback of what it raised, line by line

    @property
    def whole(self) -> str:
        """The description in one sentence, followed by the traceback."""
        return f"{self.text}\n{self.trace}" if self.trace else self.text
