"""A sequential test between two mean scores: play until one of them is refuted.

The observations are deals, not games: the games of a mirrored deal share its luck. The test is the generalised sequential
probability-ratio test that testers of chess engines use, with the variance of the deals taken from the deals themselves, so
draws, pairs and several seats need no special treatment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.errors import BadOption

FIRST_DEALS = 64  # deals before the first look, and how much is added before the next one
GROWTH = 0.25
PRIOR_DEALS = 4.0  # deals of the largest possible variance that the estimate starts from,
PRIOR_VARIANCE = 0.25  # so that a few equal results at the start do not look like certainty


@dataclass(frozen=True)
class SprtState:
    """Where a test stands after some deals."""

    p0: float
    p1: float
    alpha: float
    beta: float
    llr: float
    decision: str  # "H0", "H1" or "none"
    deals: int

    def as_dict(self) -> dict[str, Any]:
        return dict(self.__dict__)


@dataclass(frozen=True)
class Sprt:
    """H0: the first agent's mean score is p0. H1: it is p1. `alpha` is the risk of a wrong H1, `beta` of a wrong H0."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.p0 < self.p1 <= 1:
            raise BadOption(f"--sprt {self.p0:g}:{self.p1:g}: must be two scores p0 < p1 from 0 to 1")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise BadOption(f"--sprt: {name} {risk:g} must be between 0 and 0.5")

    @staticmethod
    def parse(text: str) -> Sprt:
        """Read `p0:p1[:alpha:beta]`."""
        try:
            numbers = [float(number) for number in text.split(":")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise BadOption(f"--sprt {text}: must be p0:p1 or p0:p1:alpha:beta, for example 0.5:0.55")
        return Sprt(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, deals: np.ndarray) -> np.ndarray:
        """The log-likelihood ratio after each deal, given the first agent's mean score in every deal."""
        values = np.asarray(deals, dtype=np.float64)
        count = np.arange(1, len(values) + 1)
        mean = np.cumsum(values) / count
        squares = np.maximum(np.cumsum(values * values) - count * mean * mean, 0.0)
        variance = (squares + PRIOR_DEALS * PRIOR_VARIANCE) / (count + PRIOR_DEALS)
        return count * (self.p1 - self.p0) * (2 * mean - self.p0 - self.p1) / (2 * variance)

    def judge(self, deals: np.ndarray) -> SprtState:
        """The first decision that the deals lead to, in their order."""
        ratios = self.ratios(deals)
        low, high = self.bounds
        crossed = np.flatnonzero((ratios <= low) | (ratios >= high))
        last = int(crossed[0]) if len(crossed) else len(ratios) - 1
        llr = float(ratios[last]) if len(ratios) else 0.0
        decision = "none" if not len(crossed) else "H1" if llr >= high else "H0"
        return SprtState(self.p0, self.p1, self.alpha, self.beta, llr, decision, last + 1)
