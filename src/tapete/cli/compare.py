"""Commands `duel`, `tournament` and `sweep`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import (
    AsJson,
    On,
    OptionValues,
    PerDecision,
    PerGame,
    PerTurn,
    ReportFolder,
    Seed,
    StoreFile,
    app,
    check_folder,
    check_games,
    check_place,
    clock_of,
    console,
    fail,
    open_store,
    parse_options,
    print_json,
)
from tapete.cli.arena import (
    Columns,
    Grey,
    Language,
    Late,
    LogFile,
    LogLevel,
    Memory,
    Outliers,
    Quiet,
    Seats,
    Workers,
    at_work,
    check_common,
    fixed_seats,
    limits,
    look_of,
)
from tapete.errors import BadOption


def conditions_of(protocol: str | None, game: str, clock: Any, memory: float | None, late: str) -> tuple[Any, Any]:
    """Return the conditions of a competition, and the time control: the command line's, else the competition's."""
    from tapete.arena.protocols import clock_of as clock_of_protocol
    from tapete.arena.protocols import find_protocol
    from tapete.core.definition import Protocol

    found = find_protocol(protocol, game) if protocol is not None else Protocol("")
    chosen = clock if clock.timed else clock_of_protocol(found)
    return found, limits(chosen, memory, late if late != "lose" else chosen.late)


ProtocolName = Annotated[
    str | None, typer.Option("--protocol", help="conditions of a competition: premade2020, cog2023, cog2024, ...")
]


@app.command()
def duel(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[list[str], typer.Argument(metavar="AGENT...")],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            help="number of games, rounded up to whole deals (default: 1000, or the protocol's; with --sprt at most 100000)",
        ),
    ] = None,
    seed: Seed = 0,
    option: OptionValues = None,
    protocol: ProtocolName = None,
    record: Annotated[Path | None, typer.Option("--record", help="write the games to this file (JSON lines)")] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="store every game in this file; the same command then continues"),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="P0:P1[:A:B]",
            help="stop when the first agent's score differs significantly from P0 or P1",
        ),
    ] = None,
    match: Annotated[
        int | None, typer.Option("--match", help="also count matches: the first to N won games takes one")
    ] = None,
    seats: Seats = "all",
    report: ReportFolder = None,
    columns: Columns = "two",
    language: Language = "en",
    grey: Grey = False,
    outliers: Outliers = False,
    on: On = None,
    workers: Workers = None,
    per_decision: PerDecision = None,
    per_turn: PerTurn = None,
    per_game: PerGame = None,
    memory: Memory = None,
    late: Late = "lose",
    quiet: Quiet = False,
    log: LogFile = None,
    log_level: LogLevel = "info",
    as_json: AsJson = False,
) -> None:
    """Play mirrored deals between agents and report which is better, with confidence intervals.

    NAME=SPEC calls an agent NAME in tables and pictures. Example:

    tapete duel briscas "IS-MCTS=ismcts:iterations=500" cheap-winner --games 2000 --report folder
    """
    from tapete.arena import duel as arena
    from tapete.arena.duel import matches_won
    from tapete.arena.names import split_names
    from tapete.arena.records import records_of, records_of_outcome
    from tapete.arena.seating import load_for
    from tapete.arena.sprt import Sprt
    from tapete.cli.tables import print_duel
    from tapete.play.record import write_records

    test = Sprt.parse(sprt) if sprt is not None else None
    look = look_of(columns, language, grey, outliers)
    check_common(workers, report)
    labels, specs = split_names(agent)
    conditions, clock = conditions_of(protocol, game, clock_of(per_decision, per_turn, per_game), memory, late)
    if games is None:
        games = (conditions.games or 1000) if test is None else 100_000
    check_games(games)
    if match is not None and match < 1:
        raise BadOption(f"--match {match}: must be at least 1")
    loaded = load_for(game, len(agent), {**conditions.options, **parse_options(option)})
    check_place(record, "--record")
    keep = open_store(store) if store is not None else nullcontext()
    with keep as opened, at_work(f"{game}: {' v '.join(labels)}", games, quiet, log, log_level) as progress:
        result = arena.duel(
            loaded,
            specs,
            games=games,
            seed=seed,
            record=record is not None,
            progress=progress,
            on=on,
            clock=clock,
            sprt=test,
            store=opened,
            workers=workers,
            labels=labels,
            fixed=fixed_seats(seats),
            variants=conditions.variants,
        )
    won = matches_won(result.played, len(agent), match, loaded.sides) if match is not None else None
    if as_json:
        print_json(result.as_dict() | ({"matches": {"first_to": match, "won": won}} if won is not None else {}))
    else:
        print_duel(result, console(), statistics=not quiet)
        if won is not None:
            print(f"matches to {match} won games: " + ", ".join(f"{a} {n}" for a, n in zip(labels, won, strict=True)))
    if report is not None:  # after the result is shown, so that a full disk does not lose it
        from tapete.arena.report import duel_report

        duel_report(result, report, look)
    if record is not None:
        if result.outcome is not None and len(result.outcome.matches) > 1:
            found = records_of_outcome(result.outcome)
        else:
            found = records_of(loaded, specs, result.played, result.seated)
        write_records(record, found)
    if result.interrupted:
        kept = "the same command continues" if store is not None else "the result above covers those"
        fail(f"interrupted after {result.games} games; {kept}", 130)


@app.command()
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[list[str], typer.Argument(metavar="AGENT...")],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            help="games per pairing (two sides) or per agent (more), rounded up to whole deals (1000, or the protocol's)",
        ),
    ] = None,
    seed: Seed = 0,
    option: OptionValues = None,
    store: StoreFile = None,
    form: Annotated[
        str, typer.Option("--format", help="round-robin, or gauntlet: the first against the others")
    ] = "round-robin",
    protocol: ProtocolName = None,
    clairvoyant: Annotated[bool, typer.Option("--clairvoyant", help="also rank clairvoyant agents")] = False,
    record: Annotated[
        Path | None, typer.Option("--record", help="write the games to this file (JSON lines), their actions kept")
    ] = None,
    report: ReportFolder = None,
    columns: Columns = "two",
    language: Language = "en",
    grey: Grey = False,
    outliers: Outliers = False,
    on: On = None,
    workers: Workers = None,
    per_decision: PerDecision = None,
    per_turn: PerTurn = None,
    per_game: PerGame = None,
    memory: Memory = None,
    late: Late = "lose",
    quiet: Quiet = False,
    log: LogFile = None,
    log_level: LogLevel = "info",
    as_json: AsJson = False,
) -> None:
    """Rank many agents. The same command with the same store continues an interrupted tournament.

    Example: tapete tournament briscas random heuristic "Cheap=cheap-winner" --games 1000 --store results.db --report folder
    """
    from tapete.arena.experiment import run_experiment
    from tapete.arena.names import split_names
    from tapete.arena.seating import load_for_many
    from tapete.arena.tournament import plan_tournament, standings
    from tapete.cli.tables import print_tournament

    found, clock = conditions_of(protocol, game, clock_of(per_decision, per_turn, per_game), memory, late)
    look = look_of(columns, language, grey, outliers)
    check_common(workers, report)
    labels, specs = split_names(agent)
    check_place(record, "--record")
    loaded = load_for_many(game, len(agent), {**found.options, **parse_options(option)})
    check_games(games)
    check_folder(report)
    run = plan_tournament(
        loaded,
        specs,
        games=games if games is not None else found.games or 1000,
        seed=seed,
        format=form,
        clock=clock,
        clairvoyant=clairvoyant,
        variants=found.variants,
    )
    run.labels, run.record = labels, record is not None
    with open_store(store) as opened, at_work(run.title, run.games, quiet, log, log_level) as progress:
        result = standings(run_experiment(run, opened, on=on, workers=workers, progress=progress))
    if as_json:
        print_json(result.as_dict())
    else:
        print_tournament(result, console(), statistics=not quiet)
    if report is not None:
        from tapete.arena.report import tournament_report

        tournament_report(result, report, look)
    if record is not None:
        from tapete.arena.records import records_of_outcome
        from tapete.play.record import write_records

        write_records(record, records_of_outcome(result.outcome))
    if result.outcome.interrupted:
        fail(f"interrupted after {result.outcome.games} games; the same command continues", 130)


@app.command()
def sweep(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE", help="an agent with {a,b,c}, {low..high:step} or {low..high[:log]} for what varies"
        ),
    ],
    against: Annotated[list[str], typer.Option("--against", metavar="AGENT", help="an opponent (repeatable)")],
    games: Annotated[int, typer.Option("--games", help="games per setting and opponent")] = 500,
    search: Annotated[str, typer.Option("--search", help="grid, random or bayes")] = "grid",
    trials: Annotated[int, typer.Option("--trials", help="settings to try (random and bayes)")] = 20,
    seed: Seed = 0,
    option: OptionValues = None,
    seats: Seats = "all",
    store: StoreFile = None,
    report: ReportFolder = None,
    columns: Columns = "two",
    language: Language = "en",
    grey: Grey = False,
    outliers: Outliers = False,
    on: On = None,
    workers: Workers = None,
    quiet: Quiet = False,
    log: LogFile = None,
    log_level: LogLevel = "info",
    as_json: AsJson = False,
) -> None:
    """Play an agent with many settings against fixed opponents on the same deals, and list settings within noise of the best.

    Example: tapete sweep briscas 'ismcts:c={0.3,0.7,1.4},iterations={100,500}' --against cheap-winner --report folder
    """
    from tapete.arena import sweep as arena
    from tapete.cli.tables import print_sweep
    from tapete.core.registry import load

    look = look_of(columns, language, grey, outliers)
    check_common(workers, report)
    loaded = load(game, **parse_options(option))
    check_games(games)
    check_folder(report)
    with open_store(store) as opened, at_work(f"{game}: {template}", None, quiet, log, log_level) as progress:
        result = arena.sweep(
            loaded,
            template,
            against,
            games=games,
            seed=seed,
            search=search,
            trials=trials,
            store=opened,
            on=on,
            workers=workers,
            progress=progress,
            fixed=fixed_seats(seats),
        )
    if as_json:
        print_json(result.as_dict())
    else:
        print_sweep(result, console())
    if report is not None:
        from tapete.arena.report import sweep_report

        sweep_report(result, report, look)
    if result.interrupted:
        fail("interrupted; the same command with the same store continues", 130)
