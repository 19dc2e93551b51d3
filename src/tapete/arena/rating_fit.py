"""Do the ratings of a tournament explain its cross table? One number per agent cannot express intransitive results."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapete.arena.ratings import Rating, TableResults, expected_score
from tapete.arena.statistics import is_known

MISSED = 0.05  # of the 95 % intervals of right predictions
DOUBTFUL = 0.01  # chance of so many contradictions if the ratings were right, below which the reader is warned


@dataclass(frozen=True)
class Fit:
    """Agreement between ratings and the results of pairs of agents."""

    pairs: int  # with a known interval
    contradicted: int  # pairs whose interval does not hold the score that the ratings predict
    explained: float | None  # share of the squared distances from par; None: all scores are at par
    triples: int
    cycles: int  # triples in which each agent beats the next, all three significantly

    @property
    def doubtful(self) -> bool:
        """Whether the ratings are misleading."""
        from scipy.stats import binom

        return self.cycles > 0 or float(binom.sf(self.contradicted - 1, self.pairs, MISSED)) < DOUBTFUL

    @property
    def text(self) -> str:
        """The fit in words."""
        said = (
            ""
            if self.explained is None
            else f"The ratings explain {100 * max(0.0, self.explained):.0f} % of the cross table. "
        )
        said += (
            f"For {self.contradicted} of {self.pairs} pairs the score that they predict is outside the pair's own 95 % interval "
            f"(about {MISSED * self.pairs:.1f} by chance alone); {self.cycles} of {self.triples} triples "
            f"{'is a cycle' if self.cycles == 1 else 'are cycles'} in which all three wins are significant."
        )
        return said + (" One number per agent misleads here: read the cross table." if self.doubtful else "")

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "doubtful": self.doubtful, "text": self.text}


def fit_of(
    ratings: Sequence[Rating],
    results: Sequence[TableResults],
    cells: Sequence[Sequence[Any]],
    compared: Sequence[Sequence[Any]],
) -> Fit | None:
    """Compare the predictions of ratings with the `cells` of the cross table; cycles are those of `compared`, with par at a half.

    None if there are fewer than three pairs: a rating explains a single result, whatever it is.
    """
    pairs, contradicted, missed, far = 0, 0, 0.0, 0.0
    for i, j in itertools.combinations(range(len(cells)), 2):
        cell = cells[i][j]
        if cell is None or not is_known(cell.ci95):
            continue
        tables = [r for r in results if i in r.agents and j in r.agents and len(r.shares)]
        predicted = expected_score(ratings, tables, i)
        pairs += 1
        contradicted += not cell.ci95[0] <= predicted <= cell.ci95[1]
        missed += cell.games * (cell.score - predicted) ** 2
        far += cell.games * (cell.score - cell.par) ** 2
    if pairs < 3:
        return None

    def beats(i: int, j: int) -> bool:
        cell = compared[i][j]
        return cell is not None and is_known(cell.ci95) and bool(cell.ci95[0] > cell.par)

    def met(i: int, j: int) -> bool:
        return compared[i][j] is not None

    triples = [
        (i, j, k) for i, j, k in itertools.combinations(range(len(cells)), 3) if met(i, j) and met(j, k) and met(i, k)
    ]
    cycles = sum(
        (beats(i, j) and beats(j, k) and beats(k, i)) or (beats(j, i) and beats(k, j) and beats(i, k))
        for i, j, k in triples
    )
    return Fit(pairs, contradicted, 1 - missed / far if far > 1e-12 else None, len(triples), cycles)
