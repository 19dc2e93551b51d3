"""What `make demo` shows: a small tournament of every game there is, each as a table with ratings and intervals."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tapete.agents.registry import kinds_for, parse_spec
from tapete.arena.clock import Clock
from tapete.arena.runs import carry_out
from tapete.arena.seating import load_for_many
from tapete.arena.tournament import plan_tournament, standings
from tapete.catalogue import game_names, load
from tapete.cli.tables import print_tournament

# Agents and games per pairing (per agent where more than two sit at a table): a few seconds each on two cores.
LINE_UPS: dict[str, tuple[list[str], int]] = {
    "briscas": (["random", "heuristic", "cheap-winner", "ismcts:iterations=200"], 600),
    "catan": (["random", "weighted", "victory-point", "settler", "value"], 48),
    "dinosaurs": (["random", "easy", "medium", "hard:iterations=100"], 100),
    "hearthstone": (["random", "greedy", "eva", "dynamic-lookahead"], 40),
    "tribute": (["random-without-end-turn", "max-agents", "max-prestige", "decision-tree", "evolved"], 60),
}
OTHERS = ["random", "ismcts:iterations=50"], 100  # for a game that another package brings


def main() -> int:
    out = Console(highlight=False, markup=False)
    if not out.is_terminal:
        out.width = max(out.width, 130)
    started = time.perf_counter()
    columns = (TextColumn("{task.description:44}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    for name in game_names():
        specs, games = LINE_UPS.get(name, OTHERS)
        known = kinds_for(load(name))
        specs = [spec for spec in specs if parse_spec(spec)[0] in known]
        run = plan_tournament(
            load_for_many(name, len(specs), {}),
            specs,
            games=games,
            seed=1,
            format="round-robin",
            clock=Clock(),
            clairvoyant=False,
        )
        with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
            task = bar.add_task(f"{name} (compiled the first time only)", total=run.games)
            result = standings(carry_out(run, progress=lambda done, bar=bar, task=task: bar.advance(task, done)))  # type: ignore[misc]
        print_tournament(result, out)
        out.print()
        if result.outcome.interrupted:
            return 130
    out.print(f"{time.perf_counter() - started:.0f} s in all, seed 1: the same command gives the same games.")
    out.print("Next: tapete play briscas --against ismcts   |   tapete agents briscas   |   tapete study list")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
