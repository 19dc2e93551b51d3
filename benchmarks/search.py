"""Measurements of docs/reference/search.md: `python benchmarks/search.py PART...` (all parts: about an hour)."""

from __future__ import annotations

import sys
import time

import numpy as np

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.core.game import Game

TABLE = (
    "greedy",
    "greedy-turn",
    "flat",
    "uct-turn",
    "frontier",
    "minimax",
    "pimc",
    "pimc:combine=votes",
    "pimc:iterations=2000,worlds=30",
    "ismcts",
    "ismcts:rollout=cheap-winner",
    "clairvoyant",
    "thesis-mcts",
)
SETTINGS = (
    "",
    ",c=1.2",
    ",exact=2",
    ",reward=points",
    ",reward=points,c=0.3",
    ",reward=points,c=0.15",
    ",rollout=cheap-winner",
    ",rollout=cheap-winner,reward=points,c=0.2",
    ",rollout=cheap-winner,epsilon=0.2,reward=points,c=0.2",
)


def report(game: Game, one: str, other: str, games: int, seed: int) -> None:
    result = duel(game, [one, other], games=games, seed=seed)
    first = result.agents[0]
    low, high = first.ci95
    print(
        f"{one} against {other}: {first.score:.3f} [{low:.3f}, {high:.3f}], points {first.point_difference:+.1f}, "
        f"{result.games} games, {result.seconds:.0f} s",
        flush=True,
    )


def table(game: Game) -> None:
    """Measure every search with its defaults against the best rule bot."""
    for spec in TABLE:
        report(game, spec, "cheap-winner", 2000, 11)


def settings(game: Game) -> None:
    """Measure settings of ismcts with 2,000 iterations."""
    for given in SETTINGS:
        report(game, f"ismcts:iterations=2000{given}", "cheap-winner", 1000, 3)


def doubling(game: Game) -> None:
    """Measure more iterations against fewer, 2,000 mirrored deals each."""
    for more, fewer in ((500, 250), (1000, 500), (2000, 1000), (2000, 250)):
        report(game, f"ismcts:iterations={more}", f"ismcts:iterations={fewer}", 4000, 7)


def threads(game: Game) -> None:
    """Measure iterations per second of wall time with one tree and with two at a time."""
    views = [game.deal(seed).view(seed=seed) for seed in range(5)]
    rates = {}
    for count in (1, 2):
        agent = make_agent(f"ismcts:ms=1000,trees={count},threads={count}", game)
        agent.act(views[0])
        iterations, started = 0, time.perf_counter()
        for view in views:
            agent.act(view)
            iterations += agent.agent.last_iterations
        rates[count] = iterations / (time.perf_counter() - started)
    print(f"ms=1000: {rates[1]:,.0f} iterations/s, two threads {rates[2]:,.0f} ({rates[2] / rates[1]:.2f} times)")


def clock(game: Game) -> None:
    """Measure how long decisions with `ms=20` take."""
    agent = make_agent("ismcts:ms=20", game)
    agent.act(game.deal(0).view())
    spent = []
    for seed in range(50):
        state = game.deal(seed)
        while not state.over:
            view = state.view(seed=seed)
            started = time.perf_counter()
            action = agent.act(view)
            if agent.agent.last_iterations:
                spent.append(time.perf_counter() - started)
            state.play(action)
    within = np.mean(np.array(spent) <= 0.025)
    worst = 1000 * np.percentile(spent, 99)
    print(f"ms=20: {within:.2%} of {len(spent)} decisions within 25 ms; 99 % within {worst:.1f} ms")


PARTS = {part.__name__: part for part in (threads, clock, table, settings, doubling)}

if __name__ == "__main__":
    briscas = tapete.load("briscas")
    for name in sys.argv[1:] or PARTS:
        PARTS[name](briscas)
