"""Fitness by games: against fixed bots, among the population, and against the hall of fame.

All individuals of a generation play the same deals, unless each is to have its own.

A fitness is a share from 0 to 1. With `count=wins` a drawn game counts as a win for neither, as in theses; with `count=shares`
it is half a win.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tapete.agents.genes import Tunable
from tapete.agents.registry import make_agent
from tapete.arena.seating import seatings
from tapete.arena.statistics import cluster_interval
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.evolve.workers import ThreadWorkers, WorkerPool
from tapete.seeds import derive

COUNTS = ("wins", "shares")
ODD = ("even", "as-published")
WON = 1 - 1e-9
PAIRS, HALL = 1 << 20, 1 << 21  # streams of deals beside the bots'
RACE_BLOCKS = 5  # a race is judged after each of so many parts of the games
RACE_CERTAIN = 2.58  # standard errors: 99 %
RACE_LEAST = 8  # deals before anybody is judged


@dataclass
class Scores:
    """Scores of vectors, in all and against each opponent, and the losses of the hall of fame."""

    fitness: np.ndarray
    against: dict[str, np.ndarray] = field(default_factory=dict)  # opponent -> share of each vector
    hall_lost: np.ndarray = field(default_factory=lambda: np.zeros(0))  # by member: share of games lost to the vectors
    games: int = 0
    # Of each vector, the games won in every deal against every bot; and how many games of each deal count
    won: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    counted: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def interval(self, vector: int = 0) -> list[float]:
        """Return the 95 % interval of a vector's share over its deals.

        Opponents are strata: how much harder one is than another is not noise, so every deal is compared with the mean
        against its own opponent.
        """
        won = self.won[vector].reshape(len(self.against), -1)
        counted = self.counted.reshape(won.shape)
        share = won.sum() / counted.sum()
        own = won.sum(axis=1, keepdims=True) / counted.sum(axis=1, keepdims=True)
        centred = won + (share - own) * counted
        low, high = cluster_interval(centred.ravel(), counted.ravel())[1]
        return [float(low), float(high)]


@dataclass
class Evaluator:
    """Where vectors of one agent are measured."""

    game: Game
    tunable: Tunable
    against: Sequence[str]
    games: int = 200  # against all bots together
    pair_games: int = 3  # of two vectors
    hall_games: int = 3  # against each member of the hall of fame
    count: str = "wins"
    odd: str = "even"
    race: bool = False  # stop those early that are certainly in the worse half
    equal_games: int = 0  # games of a generation of co-evolution, spread over its pairs; 0: as `pair_games` says
    own_deals: bool = False  # every vector is measured on deals of its own, in fitness against bots
    worker_pool: WorkerPool = field(default_factory=ThreadWorkers)

    def __post_init__(self) -> None:
        self.turns = len(seatings(self.game, 2))
        if self.count not in COUNTS:
            raise BadOption(f"count={self.count}: must be one of {', '.join(COUNTS)}")
        if self.odd not in ODD:
            raise BadOption(f"odd={self.odd}: must be one of {', '.join(ODD)}")
        least = len(self.against) * self.turns
        if self.against and self.games < least:
            raise BadOption(
                f"--games {self.games}: {len(self.against)} opponent{'s' if len(self.against) > 1 else ''} and {self.turns} "
                f"seatings need at least {least}"
            )
        if self.race:
            remembering = [spec for spec in self.against if make_agent(spec, self.game).in_order]
            if remembering or self.tunable.seated.in_order:
                spec = (remembering or [self.tunable.spec])[0]
                raise BadOption(f"--race: {spec} remembers earlier games, so its games cannot be played in parts")

    def deals(self, games: int) -> int:
        """Deals that make at least so many games, every seating of each."""
        return max(1, -(-games // self.turns))

    def counting(self, games: int) -> int:
        """How many of the games that are played for so many are counted."""
        return games if self.odd == "as-published" else self.deals(games) * self.turns

    def shared_out(self, games: int) -> list[int]:
        """Games that count against each bot: evenly, one more each for the first ones, in whole deals unless as published."""
        each, more = divmod(games, max(1, len(self.against)))
        return [self.counting(each + (place < more)) for place in range(len(self.against))]

    @property
    def bot_games(self) -> int:
        """Games of an evaluation that count, against all bots together."""
        return sum(self.shared_out(self.games))

    def counted(self, shares: np.ndarray) -> np.ndarray:
        return (shares > WON).astype(float) if self.count == "wins" else shares

    def chosen(self, shares: np.ndarray, games: int) -> np.ndarray:
        """Shares of the games that count as (matches, games): with odd numbers as published, the extra one in a later seat."""
        flat = shares.reshape(len(shares), -1)
        whole = games // self.turns * self.turns
        if self.odd == "even" or games == whole:
            return flat
        return flat[:, [*range(whole), *range(flat.shape[1] - (games - whole), flat.shape[1])]]

    # Against bots

    def against_bots(
        self, vectors: np.ndarray, seed: int, games: int | None = None, *, race: bool = False, own_deals: bool = False
    ) -> Scores:
        """Play every vector against every bot, on the same deals or each on its own.

        In a race, vectors that are certainly in the worse half play fewer games.
        """
        if not self.against:
            return Scores(np.zeros(len(vectors)))
        counts = self.shared_out(self.games if games is None else max(games, len(self.against)))
        weights = self._weights(counts)
        deals = weights.shape[1]
        played = np.full((len(vectors), len(self.against), deals), np.nan)
        running = np.arange(len(vectors))
        for part in np.array_split(np.arange(deals), min(RACE_BLOCKS, deals) if race else 1):
            for number, bot in enumerate(self.against):
                own = part[part < self.deals(counts[number])]
                if not len(own):
                    continue
                shares = self._played(vectors[running], bot, own, derive(seed, number), deals if own_deals else 0)
                played[running[:, None], number, own[None]] = self._by_deal(self.counted(shares), own, counts[number])
            running = self._still_running(played, running) if race else running
        counting = np.where(np.isfinite(played), weights[None], 0)
        won = np.where(counting > 0, played, 0) * counting
        names = [bot if bot not in self.against[:i] else f"{bot} ({i + 1})" for i, bot in enumerate(self.against)]
        by_bot = won.sum(axis=2) / counting.sum(axis=2)
        against = {name: by_bot[:, i].copy() for i, name in enumerate(names)}
        return Scores(
            won.sum(axis=(1, 2)) / counting.sum(axis=(1, 2)),
            against,
            games=int(counting.sum()),
            won=won.reshape(len(vectors), -1),
            counted=weights.reshape(-1),
        )

    def _played(self, vectors: np.ndarray, bot: str, deals: np.ndarray, seed: int, apart: int) -> np.ndarray:
        """Return the shares of (vector, deal, seating); the deals of consecutive vectors are `apart` from each other."""
        if not apart:
            return self.worker_pool.against(self.game, self.tunable, vectors, bot, deals, seed)
        each = [
            self.worker_pool.against(self.game, self.tunable, vector[None], bot, deals + place * apart, seed)
            for place, vector in enumerate(vectors)
        ]
        return np.concatenate(each)

    def _weights(self, counts: Sequence[int]) -> np.ndarray:
        """How many games of each deal count against each bot: all seatings, of the last one perhaps fewer."""
        deals = np.arange(max(self.deals(count) for count in counts))
        return np.clip(np.array(counts)[:, None] - deals * self.turns, 0, self.turns)

    def _by_deal(self, shares: np.ndarray, deals: np.ndarray, count: int) -> np.ndarray:
        """The mean over the seatings that count in each deal; where a deal is not whole, the later seats."""
        found = shares.mean(axis=2)
        extra = count % self.turns
        if extra:
            last = deals == count // self.turns
            found[:, last] = shares[:, last, self.turns - extra :].mean(axis=2)
        return found

    def _still_running(self, played: np.ndarray, running: np.ndarray) -> np.ndarray:
        """Who goes on: everybody but those who are below the middle one with 99 % certainty, deal by deal on the same deals."""
        flat = played[running].reshape(len(running), -1)
        flat = flat[:, np.isfinite(flat[0])]
        wanted = (len(played) + 1) // 2
        if flat.shape[1] < RACE_LEAST or len(running) <= wanted:
            return running
        order = np.argsort(-flat.mean(axis=1), kind="stable")
        apart = flat - flat[order[wanted - 1]]
        error = apart.std(axis=1, ddof=1) / math.sqrt(flat.shape[1])
        return running[apart.mean(axis=1) + RACE_CERTAIN * error >= 0]

    # Among each other

    def pairs(self, vectors: np.ndarray, pairs: Sequence[tuple[int, int]], games: int, seed: int) -> np.ndarray:
        """For each pair the shares of the first and of the second, as they are counted: (pairs, 2)."""
        shares = self.worker_pool.among(self.game, self.tunable, vectors, pairs, self.deals(games), seed)
        flat = self.chosen(shares, games)
        # in games of two sides the second has what the first has not
        return np.stack([self.counted(flat).mean(axis=1), self.counted(1 - flat).mean(axis=1)], axis=1)

    def against_hall(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Share of each vector over all members, and of each member's games the share that it lost."""
        together = np.concatenate([vectors, hall])
        pairs = [(i, len(vectors) + h) for i in range(len(vectors)) for h in range(len(hall))]
        shares = self.pairs(together, pairs, self.hall_games, seed)[:, 0].reshape(len(vectors), len(hall))
        return shares.mean(axis=1), shares.mean(axis=0)

    # The kinds of fitness

    def fixed(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> Scores:
        """Fitness against the bots and, in proportion to its games, the hall of fame."""
        found = self.against_bots(vectors, seed, race=self.race, own_deals=self.own_deals)
        return self._with_hall(found, vectors, hall, seed, self.bot_games)

    def pair_games_of(self, pairs: int) -> int:
        """Return the games of a pair: as configured, or so many that a generation plays about as many as a fixed one."""
        if not self.equal_games:
            return self.pair_games
        return max(1, round(self.equal_games / max(1, pairs) / self.turns)) * self.turns

    def coevolution(self, vectors: np.ndarray, hall: np.ndarray, seed: int) -> Scores:
        """Fitness among all vectors, each pair once, and against the hall of fame."""
        count = len(vectors)
        two_sides = len(set(self.game.sides)) == 2
        pairs = [(i, j) for i in range(count) for j in range(count) if i < j or (not two_sides and i != j)]
        games = self.pair_games_of(len(pairs))
        shares = self.pairs(vectors, pairs, games, derive(seed, PAIRS))
        total = np.zeros(count)
        for (i, j), (one, other) in zip(pairs, shares, strict=True):
            total[i] += one
            if two_sides:  # at larger tables each is alone against copies of the other in a pair of its own
                total[j] += other
        found = Scores(total / max(1, count - 1), games=len(pairs) * self.counting(games))
        found.against["population"] = found.fitness.copy()
        return self._with_hall(found, vectors, hall, seed, (count - 1) * self.counting(games))

    def _with_hall(self, found: Scores, vectors: np.ndarray, hall: np.ndarray, seed: int, own_games: int) -> Scores:
        if not len(hall):
            return found
        shares, lost = self.against_hall(vectors, hall, derive(seed, HALL))
        games = self.counting(self.hall_games) * len(hall)
        found.fitness = (found.fitness * own_games + shares * games) / (own_games + games)
        found.against["hall of fame"] = shares
        found.hall_lost = lost
        found.games += games * len(vectors)
        return found
