"""Benchmark: rates per CPU-second on one core, beside a fixed reference loop run at the same time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapete.agents.player import Player
from tapete.agents.registry import kinds_for, make_agent
from tapete.agents.spec import parse_spec
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.core.game import Game, too_long
from tapete.core.loops import native_loop
from tapete.core.state import View
from tapete.seeds import derive

SEARCH_ITERATIONS = 2000
OPENINGS = range(1, 101)  # seeds of the positions in which searches are measured
REFERENCE_LOOPS = 2_000_000

Notice = Callable[[str], None]


def bench(
    game: Game, specs: Sequence[str] | None = None, *, seconds: float = 2.0, notice: Notice = lambda text: None
) -> dict[str, Any]:
    """Measure everything that `tapete bench` reports."""
    if specs is None:
        specs = ["random", *game.definition.bots, f"ismcts:iterations={SEARCH_ITERATIONS}"]
        known = kinds_for(game)
        specs = list(dict.fromkeys(spec for spec in specs if parse_spec(spec)[0] in known))
    for spec in specs:
        make_agent(spec, game)  # a wrong spec is refused before anything is measured
    notice("compiling from scratch")
    compile_seconds, load_seconds = loading_times(game)
    notice("random games")
    random = random_rates(game, seconds)
    result: dict[str, Any] = {
        "game": game.name,
        "options": game.options,
        "state_bytes": game.state_bytes,
        "copy_ns": copy_nanoseconds(game),
        "compile_seconds": compile_seconds,
        "load_seconds": load_seconds,
        "random": random,
        "agents": [],
        "reference_loops_per_second": reference_rate(),
    }
    for spec in specs:
        notice(spec)
        result["agents"].append(agent_rates(game, spec, seconds))
    return result


def random_rates(game: Game, seconds: float) -> dict[str, float]:
    """Measure self-play of uniformly random decisions; every decision counts, forced ones too."""
    measure = game.definition.random_rates
    if measure is not None:
        return measure(game, seconds)
    rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
    memory = np.array([1], dtype=np.int64)
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    loop, rules = native_loop("play_random"), game.rules  # compiled before the clock starts
    batch, games, decisions, spent = 1, 0, 0, 0.0
    while spent < seconds:
        started = time.process_time()
        made = loop(rules, rows, game.encoded_options, games, batch, memory, actions, game.max_decisions)
        elapsed = time.process_time() - started
        if made < 0:
            raise too_long(game, -1 - made)
        spent += elapsed
        decisions += made
        games += batch
        batch = max(1, min(4 * batch, int(batch * seconds / 10 / max(elapsed, 1e-6))))
    return {"games_per_second": games / spent, "decisions_per_second": decisions / spent}


def copy_nanoseconds(game: Game) -> float:
    rows = np.zeros((2, game.state_bytes), dtype=np.uint8)
    count = 2_000_000
    copy, rules = native_loop("copy_many"), game.rules
    started = time.process_time()
    copy(rules, rows, count)
    return (time.process_time() - started) / count * 1e9


def reference_rate() -> float:
    loop = native_loop("reference_loop")
    words = np.array([1], dtype=np.int64)
    started = time.process_time()
    loop(words, REFERENCE_LOOPS)
    return REFERENCE_LOOPS / (time.process_time() - started)


def agent_rates(game: Game, spec: str, seconds: float) -> dict[str, Any]:
    """Measure self-play of one agent on one core and, for a search, its iterations beside random play-outs."""
    result: dict[str, Any] = {"spec": spec, **self_play_rates(game, spec, seconds)}
    measured = spec
    name, given = parse_spec(spec)
    if "iterations" not in make_agent(spec, game).options:
        return {
            **result,
            "iterations_per_second": None,
            "playouts_per_second": None,
            "iterations_per_wall_second": None,
        }
    if not ({"ms", "turn_ms"} & set(given)) or "iterations" in given:
        given["iterations"] = str(SEARCH_ITERATIONS)
        measured = f"{name}:{','.join(f'{key}={value}' for key, value in given.items())}"
    return {**result, **search_rates(game, measured, seconds)}


def self_play_rates(game: Game, spec: str, seconds: float) -> dict[str, float]:
    seating = [tuple([0] * game.seats)]
    deal, games, decisions, spent, batch = 0, 0, 0, 0.0, 1
    play(game, [spec], mirrored(1, seating, range(1)), workers=1, on="local")  # compiled before the clock starts
    while spent < seconds:
        plan = mirrored(1, seating, range(deal, deal + batch))
        started = time.process_time()
        tally = play(game, [spec], plan, workers=1, on="local")
        elapsed = time.process_time() - started
        if tally.interrupted:
            raise KeyboardInterrupt
        spent += elapsed
        deal += batch
        games += batch
        decisions += int(tally.games.decisions.sum())
        batch = max(1, min(4 * batch, int(batch * seconds / 4 / max(elapsed, 1e-6))))
    return {"games_per_second": games / spent, "decisions_per_second": decisions / spent}


def search_rates(game: Game, spec: str, seconds: float) -> dict[str, float]:
    """Measure searches and random play-outs from the first searched decisions of the same deals, in turns."""
    agent = make_agent(spec, game)
    views = [first_searched(game, agent, seed) for seed in OPENINGS]
    rows = np.zeros((2, game.state_bytes), dtype=np.uint8)
    memory = np.array([1], dtype=np.int64)
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    loop = native_loop("play_out")
    iterations, search_cpu, search_wall, playouts, playout_cpu = 0, 0.0, 0.0, 0, 0.0
    agent.act(views[0])
    while search_cpu < seconds:
        for view in views:
            cpu, wall = time.process_time(), time.perf_counter()
            agent.act(view)
            search_cpu += time.process_time() - cpu
            search_wall += time.perf_counter() - wall
            iterations += agent.agent.last_iterations
            rows[0] = view.state.rows[0]
            cpu = time.process_time()
            loop(game.rules, rows, max(1, agent.agent.last_iterations // 4), memory, actions)
            playout_cpu += time.process_time() - cpu
            playouts += max(1, agent.agent.last_iterations // 4)
            if search_cpu >= seconds:
                break
    return {
        "iterations_per_second": iterations / search_cpu,
        "playouts_per_second": playouts / playout_cpu,
        "iterations_per_wall_second": iterations / search_wall,
    }


def first_searched(game: Game, agent: Player, seed: int) -> View:
    """Return the first decision of a deal that the game's opening rule does not answer and that has several legal actions."""
    state = game.deal(seed)
    while True:
        view = state.view(seed=derive(seed))
        answer = agent.opening.act(view) if agent.opening is not None else None
        if answer is None and len(view.legal()) > 1:
            return view
        state.apply(view.legal()[0] if answer is None else answer)


LOADER = """
import json, sys, time
import numba
import tapete
name, options = sys.argv[1], json.loads(sys.argv[2])
started = time.perf_counter()
game = tapete.load(name, **options)
state = game.deal(1)
while not state.over:
    state.view(seed=1)
    state.apply(state.legal()[0])
state.returns()
print(time.perf_counter() - started)
"""


def loading_times(game: Game) -> tuple[float | None, float | None]:
    """Return the seconds to load the game and play it once, beyond importing Numba: with an empty cache, then with a full one."""
    times: list[float | None] = []
    with tempfile.TemporaryDirectory(prefix="tapete-bench-") as folder:
        for _ in range(2):
            run = subprocess.run(
                [sys.executable, "-c", LOADER, game.name, json.dumps(game.options)],
                env={**os.environ, "TAPETE_CACHE": folder},
                capture_output=True,
                text=True,
                check=False,
            )
            times.append(float(run.stdout.split()[-1]) if run.returncode == 0 else None)
    return times[0], times[1]
