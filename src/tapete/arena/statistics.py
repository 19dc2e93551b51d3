"""Confidence intervals of mean scores, given the independent observations (see `observations`)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

UNKNOWN = (math.nan, math.nan)  # interval if there are too few observations


def is_known(interval: Sequence[float] | None) -> bool:
    """Return whether an interval is neither None nor NaN."""
    return interval is not None and not math.isnan(interval[0])


def interval_data(interval: Sequence[float]) -> list[float] | None:
    """Return an interval for JSON: null if it is unknown."""
    return list(interval) if is_known(interval) else None


def interval_of(data: Sequence[float] | None) -> tuple[float, float]:
    """Return the interval that `interval_data` gave."""
    return UNKNOWN if data is None else (float(data[0]), float(data[1]))


def interval_text(interval: Sequence[float] | None, form: str = ".3f", scale: float = 1.0) -> str:
    """Return an interval for tables."""
    low, high = interval if interval is not None else UNKNOWN
    return f"[{scale * low:{form}}, {scale * high:{form}}]" if is_known(interval) else "[unknown]"


def half_text(interval: Sequence[float], form: str = ".3f") -> str:
    """Return half the width of an interval, for cells of a cross table."""
    return f"±{(interval[1] - interval[0]) / 2:{form}}" if is_known(interval) else "±?"


def mean_interval(deal_means: Sequence[float] | np.ndarray, confidence: float = 0.95) -> tuple[float, float]:
    """Return a confidence interval for the mean of scores in [0, 1], given one mean per observation.

    Their variance says how many independent games the run is worth; Wilson's interval for that number behaves well near 0 and
    1. A run without any variance (all won, all drawn) counts as one game per observation, so it never has an interval of zero
    width.
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
    """Return Wilson's score interval of a proportion in a number of independent games."""
    centre = (mean + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(mean * (1 - mean) / games + z * z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def student_quantile(confidence: float, freedom: int) -> float:
    """Return the two-sided quantile of Student's distribution (with at least two degrees of freedom, to stay finite)."""
    from scipy.stats import t

    return float(t.ppf(0.5 + confidence / 2, max(2, freedom)))


def anytime_interval(deal_means: Sequence[float] | np.ndarray, confidence: float = 0.95) -> tuple[float, float]:
    """Return a confidence interval for the mean that is valid at all times of a run simultaneously, so also at a stopping time.

    It is the interval of the last look. Intersected with those of earlier looks it would be valid and narrower, but could
    exclude the mean beside it.
    A mean is outside when a gambler who knows only the earlier deals would have won enough by betting against it (Waudby-Smith
    and Ramdas, Estimating means of bounded random variables by betting). It is wider than `mean_interval`.
    """
    values = np.asarray(deal_means, dtype=np.float64)
    low = lowest_mean(values, confidence)
    return low, max(low, 1 - lowest_mean(1 - values, confidence))


def lowest_mean(values: np.ndarray, confidence: float) -> float:
    """Return the smallest mean that bets on larger ones do not refute."""
    from tapete.arena.sprt import variance_before

    enough = math.log(2 / (1 - confidence))
    count = np.arange(1, len(values) + 1)
    stake = np.sqrt(2 * enough / (variance_before(values, 0.25) * count * np.log1p(count)))
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        won = np.cumsum(np.log1p(np.minimum(stake, 0.5 / middle) * (values - middle)))
        if len(won) and won[-1] >= enough:
            low = middle
        else:
            high = middle
    return low


def cluster_interval(
    sums: np.ndarray,
    counts: np.ndarray,
    confidence: float = 0.95,
    least: int = 1,
    floor: float = 0.0,
    singles: int = 0,
) -> tuple[float, tuple[float, float], float]:
    """Return mean, confidence interval and standard error of scores in [0, 1], given their sum and number in each observation.

    Equal to `mean_interval` if every observation has the same number of games; a ratio estimate otherwise. With fewer than
    `least` observations the interval is unknown and the error infinite. `floor`: lower bound of the variance of the mean.
    `singles`: number of deals in the observations, if these are blocks of deals.
    """
    mean, worth, deals, spread = worth_of(sums, counts, floor, singles)
    if not deals:
        return 0.0, (0.0, 1.0), 0.5
    if deals < least:
        return mean, UNKNOWN, math.inf
    low, high = wilson(mean, worth, student_quantile(confidence, deals - 1))
    return mean, (low, high), math.sqrt(spread) if spread else (high - low) / 4


def mean_and_error(sums: np.ndarray, counts: np.ndarray, least: int = 1) -> tuple[float, float]:
    """Return the mean of a quantity and its standard error, given its sum and number in each observation."""
    deals, games = len(counts), float(counts.sum())
    mean = float(sums.sum() / games)
    if deals < max(2, least):
        return mean, math.inf
    rest = sums - mean * counts
    return mean, math.sqrt(float((rest * rest).sum()) * deals / (deals - 1)) / games


def worth_of(
    sums: np.ndarray, counts: np.ndarray, floor: float = 0.0, singles: int = 0
) -> tuple[float, float, int, float]:
    """Return the mean score, its worth in independent games, the deals, and the variance of the mean (0 if there is none)."""
    held = counts > 0
    sums, counts = sums[held], counts[held]
    deals, games = len(counts), float(counts.sum())
    if not deals:
        return 0.0, 0.0, 0, 0.0
    mean = float(sums.sum() / games)
    rest = sums - mean * counts
    spread = float((rest * rest).sum()) / games**2 * deals / (deals - 1) if deals > 1 else 0.0
    spread = max(spread, floor)
    if spread <= 1e-18 or not 0 < mean < 1:
        return mean, float(max(deals, singles)), deals, 0.0  # no variance: worth one game per deal
    return mean, mean * (1 - mean) / spread, deals, spread


def chance_of(
    par: float, sums: np.ndarray, counts: np.ndarray, least: int = 1, floor: float = 0.0, singles: int = 0
) -> float:
    """Return the p-value of a score against par; below 0.05 exactly if `cluster_interval` excludes par."""
    from scipy.stats import t

    mean, worth, deals, _ = worth_of(sums, counts, floor, singles)
    if deals < max(1, least) or not 0 < par < 1:
        return 1.0
    return float(2 * t.sf(abs(mean - par) / math.sqrt(par * (1 - par) / worth), max(2, deals - 1)))


def holm(p_values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Return which of several differences are significant together (Holm's correction)."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    real = [False] * len(p_values)
    for rank, i in enumerate(order):
        if p_values[i] > level / (len(p_values) - rank):
            break
        real[i] = True
    return real
