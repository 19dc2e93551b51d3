"""Decision times: processor time of the deciding thread over a sample, wall time, and iterations of searches.

The seed of the deal selects which decisions of native games are timed, so all settings of a sweep are measured on the same
ones. Cheap policies are timed rarely: reading the clock must not cost more than deciding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

# Columns of a table of times, one row for each agent of a match; seconds.
CPU, SQUARES, COUNT, WALL, ITERATIONS, SEARCHES = range(6)
COLUMNS = 6
CHEAP_EVERY, COSTLY_EVERY = 128, 4  # of the decisions of a native policy, and of a native search


def no_times(agents: int) -> np.ndarray:
    return np.zeros((agents, COLUMNS))


@dataclass(frozen=True)
class Thinking:
    """Decision times of an agent, in milliseconds."""

    ms: float  # of processor, mean
    deviation: float  # of a single decision
    wall: float
    decisions: int  # that were timed
    iterations: float | None  # of a search, mean; None where nothing was counted

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.decisions)

    def as_dict(self) -> dict[str, Any]:
        return {
            "ms_per_decision": self.ms,
            "ms_deviation": self.deviation,
            "ms_wall": self.wall,
            "timed_decisions": self.decisions,
            "iterations_per_decision": self.iterations,
        }


def thinking(row: np.ndarray) -> Thinking | None:
    """Return the decision times from one agent's row of a table of times, or from the sum of several."""
    count = int(row[COUNT])
    if not count:
        return None
    mean = float(row[CPU]) / count
    variance = max(0.0, float(row[SQUARES]) / count - mean * mean) * count / max(1, count - 1)
    iterations = float(row[ITERATIONS] / row[SEARCHES]) if row[SEARCHES] else None
    return Thinking(1000 * mean, 1000 * math.sqrt(variance), 1000 * float(row[WALL]) / count, count, iterations)
