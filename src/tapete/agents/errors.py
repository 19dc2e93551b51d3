"""What agents do wrong: the kinds of faults, and what comes of asking an agent."""

from __future__ import annotations

from typing import NamedTuple

# What ends a game early; a game's `faults` hold one of these for the seat that loses by it. The native loop knows the first two.
NO_FAULT, NO_ANSWER, ILLEGAL, EXCEPTION, TIME_OUT, CRASH = range(6)
FAULT_NAMES = ("", "no answer", "illegal move", "exception", "time-out", "crash")


class Decision(NamedTuple):
    """What came of asking an agent: an action, or the kind of its fault and what happened."""

    action: int = -1
    fault: int = NO_FAULT
    text: str = ""
    trace: str = ""  # the traceback of what it raised, line by line

    @property
    def whole(self) -> str:
        """What happened in one sentence and, below it, the traceback."""
        return f"{self.text}\n{self.trace}" if self.trace else self.text
