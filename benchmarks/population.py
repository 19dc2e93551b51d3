"""Cost of evaluating a population compared with plain games: `python benchmarks/population.py [REPEATS]`.

A thousand copies of one vector of Tribute's `evolved` play ten deals from both seats against `patron-favors`, in turns
with an ordinary match of the same agent over as many games. Rates are games per CPU-second, so they can be measured on
a busy machine; games per second of wall time are shown too.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import tapete
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.arena.seating import seatings

AGENT, OPPONENT = "evolved", "patron-favors"
COPIES, DEALS, SEED = 1000, 10, 5


def measured(repeats: int = 3, copies: int = COPIES, deals: int = DEALS) -> dict[str, float]:
    """Measure games per CPU-second and per second of both, their ratio, and the copies' different results."""
    game = tapete.load("tribute")
    tuned = tunable(AGENT, game)
    vectors = np.tile(tuned.start, (copies, 1))
    table = seatings(game, 2)
    games = copies * deals * len(table)
    plan = mirrored(SEED, table, range(games // len(table)))
    population.play(game, tuned, vectors[:2], [OPPONENT], 1, SEED)  # compile before the clock starts
    play(game, [AGENT, OPPONENT], mirrored(SEED, table, range(2)), on="local")
    rates: dict[str, list[float]] = {"population": [], "population wall": [], "match": [], "match wall": []}
    different = 0
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        shares = population.play(game, tuned, vectors, [OPPONENT], deals, SEED)
        rates["population"].append(games / (time.process_time() - cpu))
        rates["population wall"].append(games / (time.perf_counter() - wall))
        different = len(np.unique(shares.reshape(copies, -1), axis=0))
        cpu, wall = time.process_time(), time.perf_counter()
        play(game, [AGENT, OPPONENT], plan, on="local")
        rates["match"].append(games / (time.process_time() - cpu))
        rates["match wall"].append(games / (time.perf_counter() - wall))
    ratios = [a / b for a, b in zip(rates["population"], rates["match"], strict=True)]
    found = {name: statistics.median(values) for name, values in rates.items()}
    return {**found, "ratio": statistics.median(ratios), "different": different}


def main() -> None:
    for name, value in measured(int(sys.argv[1]) if len(sys.argv) > 1 else 3).items():
        print(f"{name:16} {value:,.3f}" if name == "ratio" else f"{name:16} {value:,.0f}")


if __name__ == "__main__":
    main()
