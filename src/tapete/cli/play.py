"""At the table and afterwards: `play`, `replay`, `analyse`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import AsJson, OptionValues, Seed, app, console, parse_options, print_json, progress_bar
from tapete.errors import BadOption


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    against: Annotated[str, typer.Option("--against", help="opponents, separated by commas; one fills all seats")] = "",
    seat: Annotated[int, typer.Option("--seat", help="your seat")] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", help="seed of the deal; a new one each time if not given")
    ] = None,
    option: OptionValues = None,
    hints: Annotated[str, typer.Option("--hints", help="the agent that gives hints")] = "",
) -> None:
    """Play a game at the terminal."""
    from tapete.agents.registry import kinds_for, make_agent
    from tapete.arena.seating import load_for
    from tapete.cli.terminal import Quit, play_at_terminal, split_specs

    specs = split_specs(against) if against else []
    loaded = load_for(game, len(specs) + 1 if len(specs) > 1 else 0, parse_options(option))
    if not 0 <= seat < loaded.seats:
        raise BadOption(f"--seat {seat}: must be from 0 to {loaded.seats - 1}")
    strongest = "ismcts:iterations=2000" if "ismcts" in kinds_for(loaded) else "random"
    specs = specs or [strongest]
    if len(specs) == 1:
        specs *= loaded.seats - 1
    if len(specs) != loaded.seats - 1:
        raise BadOption(f"--against {against}: {loaded.seats - 1} opponents sit at this table, not {len(specs)}")
    opponents = [make_agent(spec, loaded) for spec in specs]
    adviser = make_agent(hints or strongest, loaded)
    chosen = int(time.time() * 1000) % 1_000_000_000 if seed is None else seed
    print(f"{loaded.definition.title}, seed {chosen}, you sit at seat {seat}.")
    try:
        play_at_terminal(loaded, opponents, seat, chosen, adviser, print, input)
    except (Quit, EOFError):
        print(f"Goodbye. (The deal was seed {chosen}.)")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="games recorded with --record")],
    show: Annotated[int | None, typer.Option("--show", help="show game number N (from 1), move by move")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay recorded games: check every action and result, or show one game."""
    from tapete.arena.records import read_records

    records = list(read_records(file))
    if not records:
        raise BadOption(f"{file} holds no games")
    if show is not None:
        if not 1 <= show <= len(records):
            raise BadOption(f"--show {show}: {file} holds games 1 to {len(records)}")
        _show_record(records[show - 1])
        return
    actions = 0
    with progress_bar("replaying", len(records)) as progress:
        for record in records:
            for _ in record.states():
                pass
            actions += len(record.actions)
            if progress is not None:
                progress(1)
    if as_json:
        print_json({"file": str(file), "games": len(records), "actions": actions, "mismatches": 0})
    else:
        print(f"{len(records)} games, {actions} actions: all replay exactly")


def _show_record(record: Any) -> None:
    actions = iter(record.actions)
    for state in record.states():
        action = next(actions, None)
        print(state.text(None))
        if action is None:
            break
        print(f"-> seat {state.seat} ({record.agents[state.seat]}): {state.action_text(action)}\n")
    print(f"returns {list(record.returns)}")


@app.command()
def analyse(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[str, typer.Option("--agent", metavar="SPEC", help="the search to ask")] = "ismcts:iterations=5000",
    record: Annotated[Path | None, typer.Option("--record", help="a file of recorded games")] = None,
    number: Annotated[int, typer.Option("--game", help="which game of that file (from 1)")] = 1,
    at: Annotated[int | None, typer.Option("--at", help="after so many actions of the recorded game")] = None,
    position: Annotated[
        Path | None, typer.Option("--position", help="a position: JSON facts, or the bytes of a state")
    ] = None,
    actions: Annotated[
        str, typer.Option("--actions", help="actions from the deal of --seed, separated by commas")
    ] = "",
    seed: Seed = 0,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Why this move? List each legal action of a position with visits, value and the line expected next."""
    from rich.table import Table

    from tapete.agents.analyse import analyse as run
    from tapete.arena.positions import from_actions, from_file, from_record

    options = parse_options(option)
    if record is not None:
        state = from_record(game, record, number, at)
    elif position is not None:
        state = from_file(game, options, position)
    else:
        state = from_actions(game, options, seed, actions)
    result = run(state, agent, seed=seed)
    if as_json:
        print_json(result)
        return
    out = console()
    out.print(state.text(state.seat))
    how = "solved exactly" if result["solved"] else f"{result['iterations']:,} iterations"
    table = Table(title=f"seat {result['seat']}, {result['agent']} ({how})", title_justify="left")
    for column in ("action", "visits", "value", "expected next (seat)"):
        table.add_column(column, justify="right" if column in ("visits", "value") else "left")
    for row in result["actions"]:
        value = "" if row["value"] is None else f"{row['value']:.3f}"
        line = ", ".join(f"{entry['text']} ({entry['seat']})" for entry in row["line"][1:])
        table.add_row(f"{row['action']}: {row['text']}", f"{row['visits']:,}", value, line)
    out.print(table)
