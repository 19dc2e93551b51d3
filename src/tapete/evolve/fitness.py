"""Fitness by games: against fixed bots, among the population, and against the hall of fame, always on the same deals for all.

A fitness is a share from 0 to 1. With `count=wins` a drawn game is no win for either, as the theses counted; with `count=shares`
it is half a win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tapete.agents.tunable import Tunable
from tapete.arena import population
from tapete.arena.population import Progress
from tapete.arena.seating import seatings
from tapete.errors import BadOption
from tapete.game import Game
from tapete.seeds import derive

COUNTS = ("wins", "shares")
ODD = ("even", "as-published")
WON = 1 - 1e-9


@dataclass
class Scores:
    """What some vectors have scored, in all and against each opponent, and how much their hall-mates lost."""

    fitness: np.ndarray
    against: dict[str, np.ndarray] = field(default_factory=dict)  # opponent -> share of each vector
    hall_lost: np.ndarray = field(default_factory=lambda: np.zeros(0))  # by member: share of games lost to the vectors
    games: int = 0


@dataclass
class Field:
    """Where vectors of one agent are measured."""

    game: Game
    tunable: Tunable
    against: Sequence[str]
    games: int = 200  # against all bots together
    pair_games: int = 3  # of two vectors
    hall_games: int = 3  # against each member of the hall of fame
    count: str = "wins"
    odd: str = "even"
    workers: int | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        self.turns = len(seatings(self.game, 2))
        if self.count not in COUNTS:
            raise BadOption(f"count={self.count}: must be one of {', '.join(COUNTS)}")
        if self.odd not in ODD:
            raise BadOption(f"odd={self.odd}: must be one of {', '.join(ODD)}")
        least = len(self.against) * self.turns
        if self.against and self.games < least:
            raise BadOption(
                f"games {self.games}: {len(self.against)} opponents and {self.turns} seatings need at least {least}"
            )

    def deals(self, games: int) -> int:
        """Deals that make at least so many games, every seating of each."""
        return max(1, -(-games // self.turns))

    @property
    def games_per_bot(self) -> int:
        """Games against each bot, in whole deals."""
        return self.deals(-(-self.games // max(1, len(self.against)))) * self.turns

    def counted(self, shares: np.ndarray) -> np.ndarray:
        return (shares > WON).astype(float) if self.count == "wins" else shares

    def chosen(self, shares: np.ndarray, games: int) -> tuple[np.ndarray, np.ndarray]:
        """Shares of the games that count as (matches, games): with odd numbers as published, the extra one in a later seat."""
        flat = shares.reshape(len(shares), -1)
        if self.odd == "even" or games % self.turns == 0:
            return flat, np.arange(flat.shape[1])
        whole = games // self.turns * self.turns
        kept = [*range(whole), *range(flat.shape[1] - (games - whole), flat.shape[1])]
        return flat[:, kept], np.array(kept)

    def against_bots(self, vectors: np.ndarray, seed: int, games: int | None = None) -> Scores:
        """Every vector against every bot."""
        per_bot = self.games_per_bot if games is None else self.deals(-(-games // len(self.against))) * self.turns
        found = Scores(np.zeros(len(vectors)))
        for number, bot in enumerate(self.against):
            shares = population.play(
                self.game,
                self.tunable,
                vectors,
                [bot],
                per_bot // self.turns,
                derive(seed, number),
                workers=self.workers,
                progress=self.progress,
            )
            found.against[bot if bot not in found.against else f"{bot} ({number + 1})"] = self.counted(shares).mean(
                axis=(1, 2)
            )
            found.games += shares.size
        if self.against:
            found.fitness = np.mean(list(found.against.values()), axis=0)
        return found

    def pairs(self, vectors: np.ndarray, pairs: Sequence[tuple[int, int]], games: int, seed: int) -> np.ndarray:
        """For each pair the shares of the first and of the second, as they are counted: (pairs, 2)."""
        shares = population.play_among(
            self.game,
            self.tunable,
            vectors,
            pairs,
            self.deals(games),
            seed,
            workers=self.workers,
            progress=self.progress,
        )
        flat, _ = self.chosen(shares, games)
        # in games of two sides the second has what the first has not
        return np.stack([self.counted(flat).mean(axis=1), self.counted(1 - flat).mean(axis=1)], axis=1)

    def against_hall(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Share of each vector over all members, and of each member's games the share that it lost."""
        together = np.concatenate([vectors, hall])
        pairs = [(i, len(vectors) + h) for i in range(len(vectors)) for h in range(len(hall))]
        shares = self.pairs(together, pairs, self.hall_games, seed)[:, 0].reshape(len(vectors), len(hall))
        return shares.mean(axis=1), shares.mean(axis=0)

    def fixed(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> Scores:
        """Fitness against the bots and, in proportion to its games, the hall of fame."""
        found = self.against_bots(vectors, seed)
        return self._with_hall(found, vectors, hall, seed, found.games / max(1, len(vectors)))

    def coevolution(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> Scores:
        """Fitness among all vectors, each pair once, and against the hall of fame."""
        count = len(vectors)
        two_sides = len(set(self.game.sides)) == 2
        pairs = [(i, j) for i in range(count) for j in range(count) if i < j or (not two_sides and i != j)]
        shares = self.pairs(vectors, pairs, self.pair_games, derive(seed, 1 << 20))
        total = np.zeros(count)
        for (i, j), (one, other) in zip(pairs, shares, strict=True):
            total[i] += one
            if two_sides:  # at larger tables each is alone against copies of the other in a pair of its own
                total[j] += other
        found = Scores(total / max(1, count - 1), games=len(pairs) * self.deals(self.pair_games) * self.turns)
        found.against["population"] = found.fitness.copy()
        return self._with_hall(found, vectors, hall, seed, (count - 1) * self.pair_games)

    def _with_hall(self, found: Scores, vectors: np.ndarray, hall: np.ndarray, seed: int, own_games: float) -> Scores:
        if not len(hall):
            return found
        shares, lost = self.against_hall(vectors, hall, derive(seed, 1 << 21))
        games = self.deals(self.hall_games) * self.turns * len(hall)
        found.fitness = (found.fitness * own_games + shares * games) / (own_games + games)
        found.against["hall of fame"] = shares
        found.hall_lost = lost
        found.games += games * len(vectors)
        return found
