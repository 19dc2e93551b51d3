"""Commands `conform` and `bench`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import AsJson, OptionValues, app, console, parse_options, print_json
from tapete.errors import BadOption


@app.command()
def conform(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    file: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Replay games recorded by another engine and compare everything they record."""
    from tapete.testing.traces import replay_traces

    report = replay_traces(game, file, parse_options(option))
    if as_json:
        print_json(report.as_dict())
    else:
        checked = ", ".join(f"{count} {what}" for what, count in report.checked.items())
        print(f"{report.game}: {report.games} games, {report.steps} steps; checked {checked}")
        if report.adopted:
            print(f"{report.adopted} steps with chance adopted from the record")
        for reason, count in sorted(report.explained.items()):
            print(f"explained by {reason}: {count}")
        print(f"{report.mismatches} mismatches")
        if report.first:
            print(f"first: {json.dumps(report.first, default=str)}")
    if report.mismatches:
        raise typer.Exit(1)


@app.command()
def bench(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    option: OptionValues = None,
    agent: Annotated[list[str] | None, typer.Option("--agent", metavar="SPEC", help="an agent (repeatable)")] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="CPU-seconds for each measurement")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure speed per CPU-second on one core."""
    from rich.table import Table

    from tapete.arena import bench as arena
    from tapete.core.registry import definition, load

    if not 0.001 <= seconds <= 3600:
        raise BadOption(f"--seconds {seconds:g}: must be more than 0 (from 0.001) and at most 3600")
    given = parse_options(option)
    adds = definition(game).bench_options
    loaded = load(game, **{**(adds(given) if adds else {}), **given})
    notes = sys.stderr.isatty()
    result = arena.bench(
        loaded,
        agent,
        seconds=seconds,
        notice=lambda text: print(f"measuring {text}", file=sys.stderr) if notes else None,
    )
    if as_json:
        print_json(result)
        return
    out = console()
    out.print(
        f"{game}: state {result['state_bytes']} bytes, copy {result['copy_ns']:.0f} ns, "
        f"load {_seconds(result['load_seconds'])} (first time, compiling: {_seconds(result['compile_seconds'])})"
    )
    table = Table()
    for column in ("agent", "games/s", "decisions/s", "iterations/s", "play-outs/s", "iterations/s wall"):
        table.add_column(column, justify="left" if column == "agent" else "right")
    table.add_row(
        "random play", _rate(result["random"]["games_per_second"]), _rate(result["random"]["decisions_per_second"])
    )
    for entry in result["agents"]:
        keys = ("games_per_second", "decisions_per_second", "iterations_per_second", "playouts_per_second")
        table.add_row(entry["spec"], *(_rate(entry[key]) for key in (*keys, "iterations_per_wall_second")))
    out.print(table)
    out.print(f"per CPU-second on one core; reference loop {_rate(result['reference_loops_per_second'])}/s")


def _rate(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 10 else f"{value:.2f}"


def _seconds(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.2f} s"
