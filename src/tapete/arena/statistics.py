"""How sure we are: intervals of mean scores that respect which games belong to one deal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def mean_interval(deal_means: Sequence[float] | np.ndarray, confidence: float = 0.95) -> tuple[float, float]:
    """An interval for the mean of scores in [0, 1], given one mean per deal.

    The games of a deal share its luck, so deals are the independent observations. Their variance says how many independent
    games the run is worth; Wilson's interval for that number behaves well near 0 and 1. A run without any variance (all
    won, all drawn) counts as one game per deal, so it never has an interval of zero width.
    """
    values = np.asarray(deal_means, dtype=np.float64)
    deals = len(values)
    if deals == 0:
        return 0.0, 1.0
    mean = float(values.mean())
    spread = float(values.var(ddof=1)) / deals if deals > 1 else 0.0
    worth = mean * (1 - mean) / spread if spread > 0 and 0 < mean < 1 else float(deals)
    z = student_quantile(confidence, deals - 1)
    return wilson(mean, worth, z)


def wilson(mean: float, games: float, z: float) -> tuple[float, float]:
    """Wilson's score interval of a proportion seen in so many independent games."""
    centre = (mean + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(mean * (1 - mean) / games + z * z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def student_quantile(confidence: float, freedom: int) -> float:
    """The two-sided quantile of Student's distribution (with at least two degrees of freedom, to stay finite in use)."""
    from scipy.stats import t

    return float(t.ppf(0.5 + confidence / 2, max(2, freedom)))
