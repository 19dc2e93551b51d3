"""Ahead-of-time compilation in parallel processes (Numba's lock lets threads compile only one after the other)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from tapete.core.definition import Definition
from tapete.core.registry import definition, load
from tapete.kernel import Kernel
from tapete.kernel.cache import build_of, cores, end_with_parent, expected
from tapete.kernel.progress import compile_progress

ABOUT = 25.0  # seconds that a whole game or all searches take, on one core
WHOLE_GAMES = "import sys; from tapete.cli.warm import warm_game; warm_game(sys.argv[1])"
CHECKED_GAMES = "import sys; from tapete.cli.warm import warm_game; warm_game(sys.argv[1], checked=True)"
SEARCHES = "from tapete.cli.warm import warm_loops; warm_loops()"


def warm_game(name: str, checked: bool = False) -> None:
    """Compile everything of a game; or, for the battery of checks, its rules with bounds checking."""
    end_with_parent()
    for kernel in missing(name, checked):
        build_of(kernel, checked).address(kernel)


def missing(name: str, checked: bool) -> list[Kernel]:
    """Return the kernels of a game that are not compiled yet."""
    found = definition(name)
    kernels = rules_of(found) if checked else kernels_of(found)
    files = {kernel: build_of(kernel, checked).file(kernel) for kernel in kernels}
    return [kernel for kernel, path in files.items() if path is None or not path.exists()]


def kernels_of(found: Definition) -> list[Kernel]:
    """Return every kernel that a game's definition names."""
    kernels = [*rules_of(found), *(entry.kernel for entry in found.search_variants)]
    kernels += [policy.kernel for policy in found.bots.values()]
    return kernels + ([found.opening.kernel] if found.opening is not None else [])


def rules_of(found: Definition) -> list[Kernel]:
    """Return rules, variants, evaluations and encoders: everything but agents."""
    others = (found.variants, found.evaluations.values(), found.encoders.values())
    return [*found.kernels.values(), *(entry.kernel for group in others for entry in group)]


def warm_loops() -> None:
    """Compile the loops, networks and searches, which serve all games, by using each once on a small game."""
    end_with_parent()
    from tapete import nets
    from tapete.agents.registry import kinds_for, make_agent
    from tapete.core import loops
    from tapete.play import vector_loops
    from tapete.search import batched, lines, reuse

    alone = [vector_loops.vector_deal, vector_loops.vector_step, vector_loops.vector_checked_step]
    alone += [nets.forward.forward_rows, batched.next_leaves, lines.follow, reuse.keep_subtree]
    for value in (*vars(loops).values(), *alone):
        if isinstance(value, Kernel):
            loops.native(value)
    game = load("briscas")
    bound = nets.Bound(nets.Network.random(game, (16,)), game)
    ways = nets.forward
    for kernel in (ways.guide, ways.guide_turned, ways.evaluate, ways.play_by_policy, ways.play_by_value):
        bound.address_of(kernel)
    for name, kind in kinds_for(game).items():
        if kind.__class__.__module__.startswith("tapete") and name not in (*game.definition.bots, "net"):
            native = make_agent(name, game).native()
            del native


def jobs_for(names: Sequence[str], checked: bool) -> list[tuple[str, list[str]]]:
    """Return the processes to start, each with its name: games with missing kernels, the largest first."""
    wanted = {(name, False): name for name in names}
    wanted |= {(name, True): f"{name}, checked" for name in names if checked}
    times = {key: expected(missing(*key)) for key in wanted if missing(*key)}
    jobs = [("loops and searches", [sys.executable, "-c", SEARCHES])]
    for name, with_checks in sorted(times, key=lambda key: -times[key]):
        code = CHECKED_GAMES if with_checks else WHOLE_GAMES
        jobs.append((wanted[name, with_checks], [sys.executable, "-c", code, name]))
    return jobs


def warm_all(names: Sequence[str], say: Callable[[str], None], checked: bool = False) -> list[str]:
    """Compile several games at once; return those that failed."""
    jobs = jobs_for(names, checked)
    running: dict[str, tuple[subprocess.Popen, float]] = {}
    failed = []
    pending = list(jobs)
    try:
        with compile_progress.of("everything", lambda: ABOUT * len(jobs) / cores(), elsewhere=True):
            while pending or running:
                while pending and len(running) < cores():
                    name, command = pending.pop(0)
                    quiet = {**os.environ, "TAPETE_QUIET": "1"}
                    running[name] = (subprocess.Popen(command, env=quiet), time.perf_counter())
                for name, (process, started) in list(running.items()):
                    status = process.poll()
                    if status is not None:
                        del running[name]
                        compile_progress.clear()
                        say(f"{name}: {'ready' if status == 0 else 'failed'} ({time.perf_counter() - started:.1f} s)")
                        if status != 0:
                            failed.append(name)
                time.sleep(0.05)
    finally:
        for process, _ in running.values():
            process.terminate()
    return failed
