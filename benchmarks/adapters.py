"""Speed of the games through other libraries: `python benchmarks/adapters.py [--json] [--docs] [--seconds N]`.

Random legal play on one core, in decisions per CPU-second; the best of several repeats, because other programs only
slow a run down. The libraries' own card games are played by the same loop for comparison. `--docs` writes the table
into docs/how-to/adapters.md. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import itertools
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import tapete
from tapete.core import loops

GAMES = ("briscas", "dinosaurs", "catan", "hearthstone", "tribute")
PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "adapters.md"
BEGIN, END = "<!-- speeds: written by benchmarks/adapters.py -->", "<!-- end of speeds -->"

Row = dict[str, Any]


def best_rate(play: Callable[[], int], seconds: float, repeats: int = 5) -> float:
    """Return decisions per CPU-second: the best of some repeats that share the time."""
    play()
    best = 0.0
    for _ in range(repeats):
        decisions, started = 0, time.process_time()
        while time.process_time() - started < seconds / repeats:
            decisions += play()
        best = max(best, decisions / (time.process_time() - started))
    return best


# Our games


def kernel(name: str, seconds: float) -> float:
    """Measure the bare kernel: dealing, listing, drawing at random, playing, all compiled."""
    game = tapete.load(name)
    rows = np.zeros((2, game.state_bytes), dtype=np.uint8)
    memory, actions = np.ones(1, dtype=np.int64), np.zeros(game.definition.max_legal, dtype=np.int32)
    play_random, first = loops.native(loops.play_random), itertools.count(step=100)
    return best_rate(
        lambda: play_random(
            game.rules, rows, game.encoded_options, next(first), 100, memory, actions, game.max_decisions
        ),
        seconds,
    )


def vector(name: str, seconds: float, count: int = 1024, sampled: bool = False, **choices: Any) -> float:
    """Measure the vector environment; only `step` is timed, unless `sampled` includes drawing the actions."""
    from tapete.adapters.gymnasium import VectorEnv

    env = VectorEnv(name, count, **choices)
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    best, spent, stop = 0.0, 0.0, time.process_time() + seconds
    while time.process_time() < stop:
        spent = 0.0
        for _ in range(40):
            if sampled:
                started = time.process_time()
                env.step(env.sample(generator))
            else:
                actions = env.sample(generator)
                started = time.process_time()
                env.step(actions)
            spent += time.process_time() - started
        best = max(best, 40 * count / spent)
    env.close()
    return best


def pettingzoo(name: str, seconds: float, raw: bool = False) -> float:
    """Measure one game: `last`, a random legal action, `step`."""
    from tapete.adapters import pettingzoo as adapter

    return best_rate(aec_loop(adapter.raw_env(name) if raw else adapter.env(name)), seconds)


def aec_loop(env: Any) -> Callable[[], int]:
    draws = np.random.default_rng(1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(draws.random() * len(legal))]))
            steps += 1
        return steps

    return play


def gymnasium_single(name: str, seconds: float) -> float:
    """Measure one game against random opponents; our own decisions are counted."""
    from tapete.adapters.gymnasium import Environment

    env = Environment(name)
    draws = np.random.default_rng(1)

    def play() -> int:
        _, info = env.reset()
        over, steps = False, 0
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(int(legal[int(draws.random() * len(legal))]))
            steps += 1
        return steps

    return best_rate(play, seconds)


def spiel(name: str, seconds: float) -> float:
    """Measure a game of OpenSpiel's, or ours through it, from Python."""
    import pyspiel

    importlib.import_module("tapete.adapters.openspiel")
    game = pyspiel.load_game(name)
    draws = np.random.default_rng(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            steps += not state.is_chance_node()
            state.apply_action(legal[int(draws.random() * len(legal))])
        return steps

    return best_rate(play, seconds)


def rlcard(make: Callable[[], Any], seconds: float) -> float:
    """Measure a game of RLCard's, or ours through it, by RLCard's own loop and random agents."""
    from rlcard.agents import RandomAgent

    env = make()
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=True)
        return env.timestep - before

    return best_rate(play, seconds)


# The table


def rows(seconds: float) -> Iterator[Row]:
    """Yield all measurements."""
    for name in GAMES:
        yield {"library": "Tapete", "game": name, "how": "bare kernel", "rate": kernel(name, seconds)}
    for how, choices in (
        ("1,024 games, no features", {"encoder": None}),
        ("the same, drawing actions included", {"encoder": None, "sampled": True}),
        ("the same, `copy=False`", {"encoder": None, "copy": False}),
        ("1,024 games, features", {"encoder": True}),
        ("1,024 games, features, against `random`", {"encoder": True, "opponents": "random"}),
    ):
        yield {
            "library": "Gymnasium",
            "game": "briscas",
            "how": f"vector: {how}",
            "rate": vector("briscas", seconds, **choices),
        }
    for name in GAMES[1:]:
        yield {
            "library": "Gymnasium",
            "game": name,
            "how": "vector: 1,024 games, features",
            "rate": vector(name, seconds),
        }
    for name in GAMES:
        yield {
            "library": "Gymnasium",
            "game": name,
            "how": "one game, random opponents",
            "rate": gymnasium_single(name, seconds),
        }
    for name in GAMES:
        yield {
            "library": "PettingZoo",
            "game": name,
            "how": "`env`, `last` and `step`",
            "rate": pettingzoo(name, seconds),
        }
    yield {
        "library": "PettingZoo",
        "game": "briscas",
        "how": "`raw_env`",
        "rate": pettingzoo("briscas", seconds, raw=True),
    }
    yield from theirs_in_pettingzoo(seconds)
    for name in GAMES:
        yield {"library": "OpenSpiel", "game": name, "how": "Python API", "rate": spiel(f"tapete_{name}", seconds)}
    for name in ("leduc_poker", "gin_rummy", "hearts"):
        yield {
            "library": "OpenSpiel",
            "game": f"its own {name} (C++)",
            "how": "Python API",
            "rate": spiel(name, seconds),
        }
    from tapete.adapters.rlcard import make

    for name in GAMES:
        yield {
            "library": "RLCard",
            "game": name,
            "how": "`env.run`",
            "rate": rlcard(lambda name=name: make(name, seed=1), seconds),
        }
    import rlcard as library

    for name in ("leduc-holdem", "uno", "gin-rummy"):
        rate = rlcard(lambda name=name: library.make(name, config={"seed": 1}), seconds)
        yield {"library": "RLCard", "game": f"its own {name}", "how": "`env.run`", "rate": rate}


def theirs_in_pettingzoo(seconds: float) -> Iterator[Row]:
    """Measure PettingZoo's own card games; they need pygame, and are left out without it."""
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4"):
        with contextlib.suppress(ImportError):
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
            yield {
                "library": "PettingZoo",
                "game": f"its own {name}",
                "how": "`env`",
                "rate": best_rate(aec_loop(env), seconds),
            }


def table(found: list[Row]) -> str:
    """Return the rows as Markdown."""
    bare = {row["game"]: row["rate"] for row in found if row["how"] == "bare kernel"}
    lines = [
        "| library | game | how | decisions per second | microseconds each | above the kernel |",
        "|---|---|---|---|---|---|",
    ]
    for row in found:
        each = 1e6 / row["rate"]
        above = f"{each - 1e6 / bare[row['game']]:.2f}" if row["game"] in bare and row["how"] != "bare kernel" else ""
        lines.append(
            f"| {row['library']} | {row['game']} | {row['how']} | {row['rate']:,.0f} | {each:,.2f} | {above} |"
        )
    return "\n".join(lines)


def write_page(text: str) -> None:
    """Write the table into the documentation."""
    page = PAGE.read_text(encoding="utf-8")
    start, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    PAGE.write_text(f"{page[:start]}\n{text}\n{page[end:]}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU-seconds per row")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/how-to/adapters.md")
    chosen = parser.parse_args()
    found = []
    for row in rows(chosen.seconds):
        found.append(row)
        if not chosen.json:
            print(f"{row['library']:11} {row['game']:26} {row['how']:48} {row['rate']:14,.0f}", flush=True)
    if chosen.json:
        print(json.dumps({"rows": found}))
    if chosen.docs:
        write_page(table(found))


if __name__ == "__main__":
    main()
