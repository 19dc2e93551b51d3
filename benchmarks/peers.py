"""Random play compared with other libraries, in one process on one core.

    python benchmarks/peers.py [--seconds 1] [--rounds 5] [--docs]

Every library plays uniformly random games of its own, as its documentation shows; decisions per CPU-second are counted.
All take turns in several rounds, and the median of the rounds is reported, so that other load affects all alike.
Libraries that are not installed are left out and named. `--docs` writes the table into docs/explanation/speed.md. Games
differ, so read orders of magnitude.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

Play = Callable[[], int]  # plays some whole games; returns their decisions

SEED = 1
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "speed.md"
MARKS = "<!-- measured -->", "<!-- /measured -->"


def tapete_games() -> Iterator[tuple[str, Play]]:
    import numpy as np

    import tapete
    from tapete.core.loops import native_loop

    for name, options in (
        ("briscas", {}),
        ("dinosaurs", {}),
        ("catan", {"max_offers": 0}),
        ("hearthstone", {}),
        ("tribute", {}),
    ):
        game = tapete.load(name, **options)
        rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
        memory = np.array([SEED], dtype=np.int64)
        actions = np.zeros(game.definition.max_legal, dtype=np.int32)
        loop, rules = native_loop("play_random"), game.rules

        def play(game=game, rows=rows, memory=memory, actions=actions, loop=loop, rules=rules) -> int:
            seed = random.randrange(1 << 30)
            return loop(rules, rows, game.encoded_options, seed, 20, memory, actions, game.max_decisions)

        yield f"Tapete, {game.definition.title}", play
    game = tapete.load("briscas")

    def in_python() -> int:
        state, n = game.deal(random.randrange(1 << 30)), 0
        while not state.over:
            state.apply(random.choice(state.legal()))
            n += 1
        return n

    yield "Tapete, Briscas, every move asked from Python", in_python
    vector = tapete.Vector(game, 1024, seed=SEED)
    generator = np.random.default_rng(SEED)

    def in_step() -> int:
        vector.step(vector.sample(generator))
        return 1024

    yield "Tapete, Briscas, 1,024 games in step from Python", in_step


def openspiel_games() -> Iterator[tuple[str, Play]]:
    import pyspiel

    for name in ("hearts", "euchre", "gin_rummy", "leduc_poker"):
        game = pyspiel.load_game(name)

        def play(game=game) -> int:
            state, n = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    n += 1
            return n

        length = statistics.mean(play() for _ in range(100))
        bots = [pyspiel.make_uniform_random_bot(seat, SEED) for seat in range(game.num_players())]

        def in_native_code(game=game, bots=bots, length=length) -> int:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.randrange(1 << 30))
            return round(length)  # the library does not count: the mean of 100 games played from Python

        yield f"OpenSpiel, {name}, whole games in C++", in_native_code
        yield f"OpenSpiel, {name}, from Python", play


def rlcard_games() -> Iterator[tuple[str, Play]]:
    import rlcard
    from rlcard.agents import RandomAgent

    for name in ("uno", "gin-rummy", "leduc-holdem"):
        env = rlcard.make(name)
        env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

        def play(env=env) -> int:
            trajectories, _ = env.run(is_training=False)
            return sum(len(steps) // 2 for steps in trajectories)

        yield f"RLCard, {name}", play


def pettingzoo_games() -> Iterator[tuple[str, Play]]:
    from pettingzoo.classic import gin_rummy_v4, leduc_holdem_v4

    for name, module in (("gin_rummy", gin_rummy_v4), ("leduc_holdem", leduc_holdem_v4)):
        env = module.env()

        def play(env=env) -> int:
            env.reset(seed=random.randrange(1 << 30))
            n = 0
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
                    n += 1
            return n

        yield f"PettingZoo, {name}", play


def catanatron_games() -> Iterator[tuple[str, Play]]:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(game.state.actions if hasattr(game.state, "actions") else game.state.action_records)

    yield "catanatron", play


def rate(play: Play, seconds: float) -> float:
    """Return decisions per CPU-second."""
    decisions, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        decisions += play()
    return decisions / spent


def measure(seconds: float, rounds: int) -> tuple[dict[str, list[float]], list[str]]:
    """Return the rates of every round, and the libraries that were left out. All take turns."""
    entries: dict[str, Play] = {}
    missing = []
    for games in (tapete_games, openspiel_games, rlcard_games, pettingzoo_games, catanatron_games):
        try:
            entries |= dict(games())
        except ImportError as error:
            missing.append(f"{games.__name__.removesuffix('_games')} ({error})")
    for play in entries.values():
        play()  # compile and load
    found: dict[str, list[float]] = {name: [] for name in entries}
    for _ in range(rounds):
        for name, play in entries.items():
            found[name].append(rate(play, seconds / rounds))
    return found, missing


def machine() -> str:
    """Return the processor, the cores and the version of Python."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        model = next(
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        )
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def table(found: dict[str, list[float]], missing: list[str], rounds: int) -> str:
    lines = [
        f"Measured in one process ({machine()}), medians of {rounds} rounds in which all took turns:",
        "",
        "| random play, one core | decisions per CPU-second | one decision | lowest to highest round |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, rates in found.items():
        middle = statistics.median(rates)
        lines.append(f"| {name} | {middle:,.0f} | {duration(1 / middle)} | {min(rates):,.0f} to {max(rates):,.0f} |")
    return "\n".join(lines + (["", f"Left out: {', '.join(missing)}."] if missing else []))


def duration(seconds: float) -> str:
    for unit, size in (("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play compared with other libraries.")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds for each row, all rounds together")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--docs", action="store_true", help="write the table into docs/explanation/speed.md")
    chosen = parser.parse_args()
    random.seed(SEED)
    text = table(*measure(chosen.seconds, chosen.rounds), chosen.rounds)
    print(text)
    if chosen.docs:
        page = PAGE.read_text(encoding="utf-8")
        start, end = MARKS
        wanted = re.compile(f"{re.escape(start)}.*{re.escape(end)}", re.DOTALL)
        if not wanted.search(page):
            sys.exit(f"{PAGE} has no place for the table: {start} ... {end}")
        PAGE.write_text(wanted.sub(lambda _: f"{start}\n{text}\n{end}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
