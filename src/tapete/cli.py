"""The `tapete` command. Each command is a thin layer: arguments in, a table or one JSON object out."""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.errors import BadOption, TapeteError

if TYPE_CHECKING:
    from rich.console import Console

    from tapete.arena.duel import DuelResult

# The base of all complaints of the command-line library about its arguments, wherever the release in use keeps it.
_USAGE_ERROR = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(
    name="tapete",
    help="Tabletop games with hidden information: play, compare agents, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

OptionValues = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game (repeatable)")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output, nothing else there")]
Seed = Annotated[int, typer.Option("--seed", help="seed of the run")]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="keep every game in this file (else TAPETE_STORE, else results.db in your data folder; none: keep nothing)",
    ),
]
ReportFolder = Annotated[
    Path | None, typer.Option("--report", metavar="FOLDER", help="write report.html and its pictures to this folder")
]
On = Annotated[
    str | None,
    typer.Option(
        "--on", metavar="local|processes|ray|ray://HOST:PORT", help="where games are played (chosen by the agents)"
    ),
]
PerDecision = Annotated[
    float | None, typer.Option("--per-decision", metavar="SECONDS", help="time control per decision")
]
PerTurn = Annotated[
    float | None, typer.Option("--per-turn", metavar="SECONDS", help="time control per turn of one's own")
]
PerGame = Annotated[float | None, typer.Option("--per-game", metavar="SECONDS", help="time control per game")]


def main() -> None:
    """Run the command: wrong input is one line and exit code 2, an interrupted command 130."""
    warnings.showwarning = lambda message, *rest, **more: print(f"tapete: {message}", file=sys.stderr)
    try:
        status = app(standalone_mode=False)
    except TapeteError as error:
        fail(str(error), 2)
    except _USAGE_ERROR as error:  # type: ignore[misc]
        fail(error.format_message().rstrip("."), 2)
    except (typer.Abort, KeyboardInterrupt):
        fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    raise SystemExit(status if isinstance(status, int) else 0)


def fail(text: str, code: int) -> None:
    print(f"tapete: {' '.join(text.split())}", file=sys.stderr)
    raise SystemExit(code)


def parse_options(given: list[str] | None) -> dict[str, Any]:
    """`NAME=VALUE` pairs."""
    options: dict[str, Any] = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"--option {item}: must be NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


def clock_of(per_decision: float | None, per_turn: float | None, per_game: float | None) -> Any:
    """The time control that the options ask for."""
    from math import inf

    from tapete.arena.clock import Clock

    return Clock(*(inf if seconds is None else seconds for seconds in (per_decision, per_turn, per_game)))


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    out = Console(stderr=stderr, highlight=False)
    if not out.is_terminal:
        out.width = max(out.width, 140)  # nothing is cut off in a file or a pipe
    return out


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Any]:
    """A bar on the terminal's standard error; nothing where that is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games and their options."""
    from rich.table import Table

    from tapete.game import definition, game_names

    found = [definition(name) for name in game_names()]
    if as_json:
        print_json({"games": [{"name": d.name, "summary": d.summary, "options": _options(d.options)} for d in found]})
        return
    out = console()
    for d in found:
        table = Table(title=f"{d.name}: {d.summary}", title_justify="left", box=None, pad_edge=False)
        for column in ("option", "default", "values", "meaning"):
            table.add_column(column)
        for option in d.options:
            table.add_row(
                f"  {option.name}", _shown(option.default), option.range_text or option.type_name, option.what
            )
        out.print(table)
        out.print()


@app.command()
def agents(
    game: Annotated[str, typer.Argument(metavar="GAME")], option: OptionValues = None, as_json: AsJson = False
) -> None:
    """List the agents that play a game, with every option, its type, default and range."""
    from rich.table import Table

    from tapete.agents.registry import kinds_for
    from tapete.game import load

    kinds = kinds_for(load(game, **parse_options(option)))
    if as_json:
        entries = [{"name": k.name, "what": k.what, "options": _options(k.options)} for k in kinds.values()]
        print_json({"game": game, "agents": entries})
        return
    table = Table(box=None, pad_edge=False)
    for column in ("agent", "option", "type", "default", "range", "meaning"):
        table.add_column(column)
    for kind in kinds.values():
        table.add_row(kind.name, "", "", "", "", kind.what, style="bold")
        for entry in kind.options:
            range_text = entry.range_text
            table.add_row("", entry.name, entry.type_name, _shown(entry.default), range_text, entry.what)
    console().print(table)


def _options(options: Any) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "type": o.type_name, "default": o.default, "range": o.range_text, "what": o.what}
        for o in options
    ]


def _shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else f"{value}"


@app.command()
def duel(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[list[str], typer.Argument(metavar="AGENT...")],
    games: Annotated[
        int | None,
        typer.Option("--games", help="games to play, rounded up to whole deals (1000; with --sprt at most 100000)"),
    ] = None,
    seed: Seed = 0,
    option: OptionValues = None,
    record: Annotated[Path | None, typer.Option("--record", help="write the games to this file (JSON lines)")] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="keep every game in this file; the same command then continues"),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="P0:P1[:A:B]", help="stop when the first agent's score is told apart from P0 or P1"
        ),
    ] = None,
    match: Annotated[
        int | None, typer.Option("--match", help="also count matches: the first to N won games takes one")
    ] = None,
    on: On = None,
    per_decision: PerDecision = None,
    per_turn: PerTurn = None,
    per_game: PerGame = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play mirrored deals and say who is better, and how sure that is."""
    from tapete.arena import duel as arena
    from tapete.arena.duel import matches_won
    from tapete.arena.seating import load_for
    from tapete.arena.sprt import Sprt
    from tapete.records import records_of, write_records

    test = Sprt.parse(sprt) if sprt is not None else None
    if games is None:
        games = 1000 if test is None else 100_000
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    if match is not None and match < 1:
        raise BadOption(f"--match {match}: must be at least 1")
    loaded = load_for(game, len(agent), parse_options(option))
    if record is not None and not record.parent.is_dir():
        raise BadOption(f"--record {record}: there is no folder {record.parent}")
    keep = open_store(store) if store is not None else nullcontext()
    with keep as opened, progress_bar(f"{game}: {' v '.join(agent)}", games) as progress:
        result = arena.duel(
            loaded,
            agent,
            games=games,
            seed=seed,
            record=record is not None,
            progress=progress,
            on=on,
            clock=clock_of(per_decision, per_turn, per_game),
            sprt=test,
            store=opened,
        )
    won = matches_won(result.played, len(agent), match) if match is not None else None
    if as_json:
        print_json(result.as_dict() | ({"matches": {"first_to": match, "won": won}} if won is not None else {}))
    else:
        print_duel(result)
        if won is not None:
            print(f"matches to {match} won games: " + ", ".join(f"{a} {n}" for a, n in zip(agent, won, strict=True)))
    if record is not None:  # after the result is shown, so that a full disk does not cost it
        write_records(record, records_of(loaded, agent, result.played))
    if result.interrupted:
        kept = "the same command continues" if store is not None else "the result above covers those"
        fail(f"interrupted after {result.games} games; {kept}", 130)


def print_duel(result: DuelResult) -> None:
    from rich.table import Table

    table = Table(title=f"{result.game}, {result.games} games", title_justify="left")
    for column in ("agent", "score [95 %]", "par", "W/D/L", "points", "ms/move", "faults"):
        table.add_column(column, justify="left" if column == "agent" else "right", overflow="fold")
    for agent in result.agents:
        table.add_row(
            agent.spec + (" (sees everything)" if agent.clairvoyant else ""),
            f"{agent.score:.3f} [{agent.ci95[0]:.3f}, {agent.ci95[1]:.3f}]",
            f"{agent.par:.2f}",
            f"{agent.wins}/{agent.draws}/{agent.losses}",
            f"{agent.point_difference:+.1f}",
            "" if agent.ms_per_decision is None else f"{agent.ms_per_decision:.2g}",
            str(agent.faults),
        )
    out = console()
    out.print(table)
    if result.sprt is not None:
        test = result.sprt
        verdict = {
            "H0": f"score {test.p0:g} rather than {test.p1:g}",
            "H1": f"score {test.p1:g} rather than {test.p0:g}",
        }
        out.print(f"sequential test: {verdict.get(test.decision, 'undecided')} (log-likelihood ratio {test.llr:+.2f})")
    for agent in result.agents:
        if agent.first_fault:
            out.print(f"{agent.spec} {agent.first_fault} ({agent.faults} games lost by faults)")
    rate = result.played_now / result.seconds if result.seconds else 0
    if result.played_now < result.games:
        out.print(f"{result.games - result.played_now} games from the store, {result.played_now} played now")
    clock = "" if result.reproducible else "; a budget in milliseconds makes this run not reproducible"
    out.print(f"{result.seconds:.1f} s, {rate:,.0f} games/s, seed {result.seed}{clock}")


@app.command()
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[list[str], typer.Argument(metavar="AGENT...")],
    games: Annotated[
        int,
        typer.Option("--games", help="games per pairing (two sides) or per agent (more), rounded up to whole deals"),
    ] = 1000,
    seed: Seed = 0,
    option: OptionValues = None,
    store: StoreFile = None,
    form: Annotated[
        str, typer.Option("--format", help="round-robin, or gauntlet: the first against the others")
    ] = "round-robin",
    protocol: Annotated[
        str | None, typer.Option("--protocol", help="conditions of a competition: premade2020, cog2023, cog2024, ...")
    ] = None,
    clairvoyant: Annotated[bool, typer.Option("--clairvoyant", help="also rank agents that see everything")] = False,
    report: ReportFolder = None,
    on: On = None,
    per_decision: PerDecision = None,
    per_turn: PerTurn = None,
    per_game: PerGame = None,
    as_json: AsJson = False,
) -> None:
    """Let many agents meet and rank them. The same command with the same store continues an interrupted one."""
    from tapete.arena.protocols import Protocol, find_protocol
    from tapete.arena.runs import carry_out
    from tapete.arena.seating import load_for_many
    from tapete.arena.tournament import plan_tournament, standings
    from tapete.tables import print_tournament

    found = find_protocol(protocol, game) if protocol is not None else Protocol(game, "")
    loaded = load_for_many(game, len(agent), {**found.options, **parse_options(option)})
    clock = clock_of(per_decision, per_turn, per_game)
    run = plan_tournament(
        loaded,
        agent,
        games=games if games is not None else found.games or 1000,
        seed=seed,
        format=form,
        clock=clock if clock.limited else found.clock,
        clairvoyant=clairvoyant,
        variants=found.variants(),
    )
    with open_store(store) as opened, progress_bar(run.title, run.games) as progress:
        result = standings(carry_out(run, opened, on=on, progress=progress))
    if report is not None:
        from tapete.arena.report import tournament_report

        tournament_report(result, report)
    if as_json:
        print_json(result.as_dict())
    else:
        print_tournament(result, console())
    if result.outcome.interrupted:
        fail(f"interrupted after {result.outcome.games} games; the same command continues", 130)


@app.command()
def sweep(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    template: Annotated[
        str, typer.Argument(metavar="TEMPLATE", help="an agent with {values} or {low..high[:log]} for what varies")
    ],
    against: Annotated[list[str], typer.Option("--against", metavar="AGENT", help="an opponent (repeatable)")],
    games: Annotated[int, typer.Option("--games", help="games per setting and opponent")] = 500,
    search: Annotated[str, typer.Option("--search", help="grid, random or bayes")] = "grid",
    trials: Annotated[int, typer.Option("--trials", help="settings to try (random and bayes)")] = 20,
    seed: Seed = 0,
    option: OptionValues = None,
    store: StoreFile = None,
    report: ReportFolder = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Play an agent with many settings against fixed opponents, on the same deals."""
    from tapete.arena import sweep as arena
    from tapete.game import load
    from tapete.tables import print_sweep

    loaded = load(game, **parse_options(option))
    with open_store(store) as opened, progress_bar(f"{game}: {template}", None) as progress:
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
            progress=progress,
        )
    if report is not None:
        from tapete.arena.report import sweep_report

        sweep_report(result, report)
    if as_json:
        print_json(result.as_dict())
    else:
        print_sweep(result, console())
    if result.interrupted:
        fail("interrupted; the same command with the same store continues", 130)


@app.command()
def results(
    run: Annotated[
        list[int] | None, typer.Argument(metavar="[RUN...]", help="show one run, or compare several; none: list all")
    ] = None,
    store: StoreFile = None,
    export: Annotated[Path | None, typer.Option("--export", help="write the games to a .csv or .parquet file")] = None,
    report: ReportFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the runs of a store, show one, compare several, or export their games."""
    from tapete.arena.results import compare, list_runs
    from tapete.arena.runs import read_outcome
    from tapete.arena.store import export as export_games
    from tapete.arena.tournament import standings
    from tapete.tables import print_comparison, print_runs, print_tournament

    with open_store(store, write=False) as opened:
        chosen = [opened.run(number) for number in run or ()]
        shown = [standings(read_outcome(opened, entry)) for entry in chosen]
        listed = list_runs(opened)
        if export is not None:
            rows = export_games(opened, chosen or opened.runs(), export)
            print(f"{rows} rows written to {export}", file=sys.stderr)
    if report is not None:
        from tapete.arena.report import tournament_report

        if len(shown) != 1:
            raise BadOption("--report needs the number of one run")
        tournament_report(shown[0], report)
    if len(shown) == 1:
        data = shown[0].as_dict()
    elif shown:
        data = compare(shown)
    else:
        data = {"runs": listed}
    if as_json:
        print_json(data)
    elif len(shown) == 1:
        print_tournament(shown[0], console())
    elif shown:
        print_comparison(data, console())
    else:
        print_runs(listed, console())


@app.command()
def study(
    name: Annotated[str, typer.Argument(metavar="NAME|list")],
    scale: Annotated[str, typer.Option("--scale", help="quick, or full: enough games to judge by")] = "quick",
    seed: Seed = 0,
    store: StoreFile = None,
    report: ReportFolder = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Play a published table again: published figure, ours, interval, and whether they agree."""
    from tapete import studies
    from tapete.studies.study import run_study
    from tapete.tables import print_studies, print_study

    if name == "list":
        found = [studies.find(entry) for entry in studies.names()]
        if as_json:
            print_json({"studies": [{"name": s.name, "title": s.title, "source": s.source} for s in found]})
        else:
            print_studies(found, console())
        return
    chosen = studies.find(name)
    with open_store(store) as opened, progress_bar(name, None) as progress:
        result = run_study(chosen, scale=scale, seed=seed, store=opened, on=on, progress=progress)
    if report is not None:
        from tapete.arena.report import study_report

        study_report(result, report)
    if as_json:
        print_json(result.as_dict())
    else:
        print_study(result, console())
    if result.outcome.interrupted:
        fail("interrupted; the same command with the same store continues", 130)


def open_store(path: Path | None, *, write: bool = True) -> Any:
    """The store of results: the given file, else TAPETE_STORE, else the user's; `none` is forgotten at the end."""
    from tapete.arena.store import Store, users_store

    chosen = path or os.environ.get("TAPETE_STORE") or users_store()
    if str(chosen) == "none":
        if not write:
            raise BadOption("with --store none (or TAPETE_STORE=none) no results are kept; name the file they are in")
        return Store(None)
    return Store(chosen, write=write)


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
    from tapete.terminal import Quit, play_at_terminal, split_specs

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
    from tapete.records import read_records

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
def conform(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    file: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Replay games recorded by another engine and compare everything they record."""
    from tapete.conform import conform as run

    report = run(game, file, parse_options(option))
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

    from tapete.positions import from_actions, from_file, from_record
    from tapete.search.analyse import analyse as run

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
    from tapete.game import definition, load

    if seconds <= 0:
        raise BadOption(f"--seconds {seconds:g}: must be more than 0")
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


@app.command()
def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="games to compile; all if not given")
    ] = None,
) -> None:
    """Compile games, their agents and the searches ahead of time."""
    from tapete.game import definition, game_names
    from tapete.warm import warm_all

    names = list(game or game_names())
    for name in names:
        definition(name)
    failed = warm_all(names, lambda text: print(text, file=sys.stderr))
    if failed:
        fail(f"could not compile {', '.join(failed)}", 1)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(metavar="game|agent")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path, typer.Option("--in", help="where to make its folder")] = Path("."),
) -> None:
    """Start a game or an agent of your own: a small working one with its test."""
    from tapete.skeleton import make_skeleton

    if kind not in ("game", "agent"):
        raise BadOption(f"{kind!r} cannot be made; it must be game or agent")
    for path in make_skeleton(kind, name, folder):
        print(path)
    print(f"Try it: cd {folder / name.replace('-', '_')} && python -m pytest -q")


if __name__ == "__main__":
    main()
