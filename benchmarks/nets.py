"""Cost of one decision of a network: observing, the layers, the choice, without the game and the arena.

    python benchmarks/nets.py [GAME ...] [--positions N] [--repeats N] [--json]

The networks are those that come with the games, the positions those of random play with a choice. A repeat decides each
position once; the fastest repeat counts, because other programs only make it slower. `legal` is the game's part, which
comes first and is not included in the other figures.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any

import numpy as np

import tapete
from tapete.core.game import Game
from tapete.core.loops import ROWS, TABLE, native
from tapete.core.registry import game_names
from tapete.errors import TapeteError
from tapete.kernel import i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, array_at, call_legal, decide, stack_at, state_at
from tapete.nets import Bound, files
from tapete.nets.forward import Net, observe_into, think

LEGAL, OBSERVE, THINK, DECIDE = range(4)


@kernel
def decide_all(
    net: i8, rules: TABLE, rows: ROWS, policy: i8, part: i8, params: NUMBERS, memory: MEMORY, actions: ACTIONS
) -> i8:
    """Decide in every position, or stop after a part of that; return a number that depends on it."""
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    total = i8(0)
    for i in range(len(rows)):
        state = state_at(rows, i)
        n = call_legal(rules, state, actions)
        total += n
        if part == DECIDE:
            total += decide(policy, state, actions, n, params, memory)
        elif part != LEGAL:
            observe_into(network, state, i8(state.seat), room)
            if part == THINK:
                total += think(network, room, room) - room
    return total


def positions(game: Game, count: int) -> np.ndarray:
    """Return positions of random play in which the seat to move has a choice."""
    drawing, rows, seed = random.Random(1), [], 0
    while len(rows) < count:
        state, seed = game.deal(seed), seed + 1
        while not state.over:
            legal = state.legal()
            if len(legal) > 1:
                rows.append(state.rows[0].copy())
            state.play(drawing.choice(legal))
    return np.array(rows[:count])


def measure(name: str, count: int, repeats: int) -> dict[str, Any]:
    """Measure the microseconds per decision of a game's network."""
    game = tapete.load(name)
    bound = Bound(files.own(game), game)
    policy = bound.policy()
    rows, actions = positions(game, count), np.zeros(game.definition.max_legal, dtype=np.int32)
    loop, address = native(decide_all), bound.address_of(policy.kernel)
    best = [float("inf")] * 4
    for _ in range(repeats):
        for part in (LEGAL, OBSERVE, THINK, DECIDE):
            started = time.perf_counter()
            loop(bound.address, game.rules, rows, address, part, policy.params, policy.memory, actions)
            best[part] = min(best[part], time.perf_counter() - started)
    legal, *rest = (1e6 * seconds / count for seconds in best)
    network = bound.network
    return {
        "game": name,
        "network": "-".join(map(str, (network.inputs, *network.layers))),
        "plays by": "policy" if network.policy else "values after each action",
        "legal": legal,
        **dict(zip(("observe", "observe and think once", "decide"), (part - legal for part in rest), strict=True)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Microseconds per decision of the networks that come with the games.")
    parser.add_argument("games", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.positions < 1 or given.repeats < 1:
        parser.error("--positions and --repeats must be at least 1")
    try:
        found = [measure(name, given.positions, given.repeats) for name in given.games or game_names()]
    except TapeteError as error:
        print(f"nets: {error}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(found))
        return 0
    for row in found:
        figures = ", ".join(f"{name} {value:.2f} us" for name, value in row.items() if isinstance(value, float))
        print(f"{row['game']} ({row['network']}, plays by {row['plays by']}): {figures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
