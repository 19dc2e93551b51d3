"""Sequential test between two mean scores: play until one of them is refuted.

The observations are deals, not games: the games of a mirrored deal share its luck. Two gamblers bet on the deals as they come,
one that the mean is above p0, one that it is below p1; each stakes what would gain most if the other hypothesis were true. A
gambler with fair bets wins twenty times his stake with a probability of at most a twentieth, for any distribution of the
deals and any stopping time. So the risks hold near 0 and 1 as well as at a half, with draws, pairs and several seats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.errors import BadOption

FIRST_DEALS = 64  # deals before the first look, and how much is added before the next one
GROWTH = 0.25
PRIOR_DEALS = (
    4.0  # deals of a single game's variance that the estimate starts from: a few equal results are not certainty
)
LARGEST_BET = 0.75  # share of a gambler's capital


@dataclass(frozen=True)
class SprtState:
    """State of a test after some deals."""

    p0: float
    p1: float
    alpha: float
    beta: float
    llr: float  # log gain of the bet against p0 minus that of the bet against p1
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

    def gains(self, deals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the log gains of the bets against p0 and against p1 after each deal; every bet is placed before its deal."""
        values = np.asarray(deals, dtype=np.float64)
        gap, middle = self.p1 - self.p0, (self.p0 + self.p1) / 2
        variance = variance_before(values, middle * (1 - middle))
        stake = gap / (variance + gap * gap)
        above = np.minimum(stake, LARGEST_BET / max(self.p0, 1e-9))
        below = np.minimum(stake, LARGEST_BET / max(1 - self.p1, 1e-9))
        return np.cumsum(np.log1p(above * (values - self.p0))), np.cumsum(np.log1p(below * (self.p1 - values)))

    def judge(self, deals: np.ndarray) -> SprtState:
        """Return the first decision of the test, taking the deals in order."""
        against_p0, against_p1 = self.gains(deals)
        for_h1, for_h0 = against_p0 >= math.log(1 / self.alpha), against_p1 >= math.log(1 / self.beta)
        crossed = np.flatnonzero(for_h1 | for_h0)
        last = int(crossed[0]) if len(crossed) else len(against_p0) - 1
        llr = float(against_p0[last] - against_p1[last]) if len(against_p0) else 0.0
        decision = "none" if not len(crossed) else "H1" if for_h1[last] else "H0"
        return SprtState(self.p0, self.p1, self.alpha, self.beta, llr, decision, last + 1)


def variance_before(values: np.ndarray, prior: float) -> np.ndarray:
    """Return the estimated variance of the values before each of them is seen."""
    count = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / count
    squares = np.maximum(np.cumsum(values * values) - count * mean * mean, 0.0)
    known = (squares + PRIOR_DEALS * prior) / (count + PRIOR_DEALS)
    return np.concatenate([[prior], known[:-1]])[: len(values)]
