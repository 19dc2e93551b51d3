"""What `make demo` shows: a small tournament on every game, first one table of all standings, then how to go on."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tapete.arena.tournament import TournamentResult, tournament
from tapete.game import game_names, load

SEED = 1
# Who plays on each game, its options, and games per pairing (or per agent, at tables of more than two sides).
TOURNAMENTS: dict[str, tuple[list[str], dict[str, Any], int]] = {
    "briscas": (["random", "heuristic", "cheap-winner", "ismcts:iterations=500"], {}, 400),
    "catan": (["random", "weighted", "victory-point", "value", "settler"], {}, 300),
    "dinosaurs": (["random", "easy", "medium", "hard:iterations=100"], {}, 300),
    "tribute": (["random", "patron-favors", "max-agents", "max-prestige", "decision-tree"], {}, 200),
    "hearthstone": (["random", "greedy:eval=midrange", "greedy:eval=aggro", "greedy:eval=control"], {}, 300),
}
DEFAULT: tuple[list[str], dict[str, Any], int] = (["random", "ismcts:iterations=100"], {}, 100)


def standings_table(results: list[TournamentResult]) -> Table:
    table = Table(
        title=f"Who is better, and how sure is that? (every deal from every seat, seed {SEED})", title_justify="left"
    )
    for column in ("game", "agent", "score", "95 % interval", "rating", "games"):
        table.add_column(column, justify="left" if column in ("game", "agent") else "right")
    for result in results:
        standings = sorted(result.standings, key=lambda agent: agent.rank)
        for place, agent in enumerate(standings):
            table.add_row(
                result.outcome.game if place == 0 else "",
                agent.spec,
                f"{agent.score:.3f}",
                f"{agent.ci95[0]:.3f} to {agent.ci95[1]:.3f}",
                f"{agent.rating:.0f}",
                f"{agent.games:,}",
                end_section=place == len(standings) - 1,
            )
    return table


def main() -> int:
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = max(out.width, 100)
    results: list[TournamentResult] = []
    columns = (TextColumn("{task.description:34}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        for name in game_names():
            specs, options, games = TOURNAMENTS.get(name, DEFAULT)
            game = load(name, **options)
            task = bar.add_task(f"{name} (compiles the first time)", total=None)
            result = tournament(
                game, specs, games=games, seed=SEED, progress=lambda done, task=task: bar.advance(task, done)
            )
            bar.update(task, description=name, total=result.outcome.games, completed=result.outcome.games)
            results.append(result)
            if result.outcome.interrupted:
                return 130
    out.print(standings_table(results))
    out.print("par is 0.5 with two sides and 0.25 at tables of four")
    out.print("Next: tapete play catan --against settler   |   tapete agents briscas   |   tapete study list")
    return 0


if __name__ == "__main__":
    sys.exit(main())
