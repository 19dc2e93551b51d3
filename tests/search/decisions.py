"""Golden decisions of all searches on fixed positions, which a refactoring must not change.

`python tests/search/decisions.py` rewrites `tests/data/search_decisions.json`, for a change that is meant to change
them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from toys import MARKET, coin

import tapete
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.core.state import State
from tapete.search.workspace import ACTION_MASK, HIDDEN_ACTION, PARENT_SHIFT, SEAT_MASK, SEAT_SHIFT

FILE = Path(__file__).parents[1] / "data" / "search_decisions.json"
TREES = [
    "ismcts:iterations=150",
    "ismcts:iterations=150,trees=3,final=secure",
    "ismcts:iterations=90,trees=3,threads=2",
    "ismcts:iterations=120,reuse=1",
    "ismcts:iterations=100,final=max-robust,reward=points",
    "ismcts:iterations=100,widen=1.5,nodes=60,final=max",
    "pimc:iterations=120,worlds=4",
    "pimc:iterations=120,worlds=5,combine=votes",
    "flat:iterations=90",
    "clairvoyant:iterations=100",
    "thesis-mcts:iterations=100",
]
EVALUATED = [
    "greedy",
    "greedy:worlds=3,ties=random",
    "greedy:ties=last",
    "greedy-turn:depth=4,trees=2",
    "flat:iterations=90,share=0.5,reward=evaluation",
    "frontier:iterations=40",
    "uct-turn:iterations=80",
    "uct-turn:iterations=80,rollout_depth=0,normalise=0",
    "ismcts:iterations=100,reward=evaluation,rollout_depth=0",
    "ismcts:iterations=100,rollout_depth=3",
    "minimax:depth=4,worlds=3",
    "minimax:depth=3,worlds=2,reward=points",
]
BRISCAS = [
    "ismcts:iterations=100,exact=2,reward=points",
    "ismcts:iterations=100,rollout=cheap-winner,epsilon=0.2",
    "ismcts:iterations=100,widen=1.0,rollout=heuristic/aggressive=1,rollout_depth=4",
    "minimax:depth=4,worlds=2,exact=2",
]
TABLES = {
    "briscas": (lambda: tapete.load("briscas"), [*TREES, *EVALUATED, *BRISCAS]),
    "briscas of three": (
        lambda: tapete.load("briscas", players=3),
        [*TREES, *EVALUATED, "minimax:depth=3,others=maxn"],
    ),
    "market": (lambda: Game(MARKET, {}), [*TREES, *EVALUATED]),
    "coin": (lambda: Game(coin(hides=True), {}), TREES),
}


def positions(game: Game) -> Iterator[State]:
    """Yield some decisions of each stage of some games."""
    for seed in range(3):
        state = game.deal(seed)
        step = 0
        while not state.over and step < 60:
            if len(state.legal()) > 1 and step % 4 == seed:
                yield state
            state.apply(state.legal()[(seed + step) % len(state.legal())])
            step += 1


def edges(keys: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return parent, seat and action of nodes; -1 for a hidden action."""
    actions = keys & ACTION_MASK
    return keys >> PARENT_SHIFT, (keys >> SEAT_SHIFT) & SEAT_MASK, np.where(actions == HIDDEN_ACTION, -1, actions)


def decisions(game: Game, spec: str) -> list[list]:
    """Return for each position the action, the iterations, and a digest of all statistics of the search."""
    seated = make_agent(spec, game)
    found: list[list] = []
    for number, state in enumerate(positions(game)):
        if not state.history:
            seated.reset(number)
        view = state.view_with_generator(None, number, number)
        if seated.clairvoyant:
            view.state.rows[:] = state.rows
            view.state.record["rng"] = np.uint64(number)
        action = seated.act(view)
        agent = seated.agent
        digest = hashlib.sha256(agent.space.totals().tobytes())
        if agent.nodes:
            nodes = agent.space.nodes()
            for part in (*edges(nodes["key"]), nodes["visits"], nodes["available"], nodes["value"]):
                digest.update(part.tobytes())
        found.append([action, agent.last_iterations, digest.hexdigest()[:16]])
    return found


def main() -> None:
    made = {table: {spec: decisions(load(), spec) for spec in specs} for table, (load, specs) in TABLES.items()}
    lines = [
        f"  {json.dumps(table)}: {{\n"
        + ",\n".join(f"    {json.dumps(s)}: {json.dumps(d)}" for s, d in specs.items())
        + "\n  }"
        for table, specs in made.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
