"""What `make demo` shows: a few duels of every game, as one table of scores with intervals."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tapete.arena.duel import DuelResult, duel
from tapete.arena.seating import load_for

MATCHES: dict[str, list[tuple[list[str], int]]] = {
    "briscas": [
        (["heuristic", "random"], 20_000),
        (["cheap-winner", "heuristic"], 20_000),
        (["greedy", "cheap-winner"], 4_000),
        (["ismcts:iterations=500", "random"], 1_000),
        (["ismcts:iterations=500", "cheap-winner"], 1_000),
    ],
}


def main() -> int:
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = max(out.width, 120)
    total = sum(games for matches in MATCHES.values() for _, games in matches)
    results: list[DuelResult] = []
    columns = (TextColumn("{task.description:44}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("compiling the rules (the first time only)", total=total)
        for name, matches in MATCHES.items():
            for specs, games in matches:
                game = load_for(name, len(specs), {})
                bar.update(task, description=f"{name}: {' v '.join(specs)}"[:44])
                result = duel(game, specs, games=games, seed=1, progress=lambda done: bar.advance(task, done))
                results.append(result)
                if result.interrupted:
                    return 130
    table = Table(title="Who is better, and how sure is that? (mirrored deals, seed 1)", title_justify="left")
    for column in ("game", "agent", "against", "games", "score", "95 % interval", "points", "games/s"):
        table.add_column(column, justify="right" if column in ("games", "score", "points", "games/s") else "left")
    for result in results:
        first = result.agents[0]
        table.add_row(
            result.game,
            first.spec,
            ", ".join(agent.spec for agent in result.agents[1:]),
            f"{result.games:,}",
            f"{first.score:.3f}",
            f"{first.ci95[0]:.3f} to {first.ci95[1]:.3f}",
            f"{first.point_difference:+.1f}",
            f"{result.games / result.seconds:,.0f}",
        )
    out.print(table)
    out.print("Next: tapete play briscas --against ismcts   |   tapete agents briscas   |   tapete bench briscas")
    return 0


if __name__ == "__main__":
    sys.exit(main())
