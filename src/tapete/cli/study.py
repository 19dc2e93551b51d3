"""Commands `study` and `results`."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import (
    AsJson,
    On,
    ReadStore,
    ReportFolder,
    Seed,
    StoreFile,
    app,
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
    LogFile,
    LogLevel,
    Outliers,
    Quiet,
    Workers,
    at_work,
    check_common,
    look_of,
)
from tapete.errors import BadOption


@app.command()
def study(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml|list")],
    scale: Annotated[str, typer.Option("--scale", help="quick, or full: enough games for a verdict")] = "quick",
    seed: Seed = 0,
    games: Annotated[int | None, typer.Option("--games", help="games of every line, instead of the scale's")] = None,
    lines: Annotated[
        str | None, typer.Option("--lines", metavar="WORDS", help="only lines whose label holds one of these (a,b)")
    ] = None,
    line: Annotated[
        list[str] | None,
        typer.Option("--line", metavar="LABEL", help="only the line with exactly this label (repeatable)"),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="an option of the game for every line (repeatable)"),
    ] = None,
    append: Annotated[
        Path | None, typer.Option("--append", metavar="FILE", help="append the results to this file (JSON lines)")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="SPEC", help="the agent to measure with a benchmark")
    ] = None,
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
    """Replicate a published table, or run your own study in a .toml file: published figure, ours, interval, verdict.

    Examples: tapete study briscas/table-3 --scale full --report folder; tapete study mine.toml --games 500 --lines fair;
    tapete study hearthstone/table-c-6 --line "mcts2 3 utility, 100 ms"
    """
    from tapete import studies
    from tapete.cli.tables import print_studies, print_study
    from tapete.studies.files import read_file
    from tapete.studies.study import changed, check_scale, run_study

    if name == "list":
        found = [studies.find(entry) for entry in studies.names()]
        if as_json:
            print_json({"studies": [{"name": s.name, "title": s.title, "source": s.source} for s in found]})
        else:
            print_studies(found, console())
        return
    look = look_of(columns, language, grey, outliers)
    check_common(workers, report)
    chosen = read_file(Path(name)) if name.endswith(".toml") else studies.find(name)
    chosen = changed(chosen, lines, parse_options(change), agent, line or ())
    check_scale(scale, games)
    if append is not None:
        from tapete.studies.files import check_board

        check_board(append, chosen.name)
    with open_store(store) as opened, at_work(name, None, quiet, log, log_level) as progress:
        try:
            result = run_study(
                chosen, scale=scale, seed=seed, games=games, store=opened, on=on, workers=workers, progress=progress,
                log=None if quiet else print_line,
            )  # fmt: skip
        except KeyboardInterrupt:
            fail("interrupted; finished trainings are kept, and the same command continues", 130)
    if as_json:
        print_json(result.as_dict())
    else:
        print_study(result, console())
    if report is not None:
        from tapete.studies.report import study_report

        study_report(result, report, look)
    if append is not None:
        from tapete.studies.files import append_result

        print_board(append_result(result, append))
    if result.outcome.interrupted:
        fail("interrupted; the same command with the same store continues", 130)


def print_line(text: str) -> None:
    """Print a finished line to standard error, in a file as well as on a terminal, and to the log."""
    import logging

    print(text, file=sys.stderr, flush=True)
    logging.getLogger("tapete.arena").info("%s", text)


def print_board(entries: list[dict[str, Any]]) -> None:
    """Print all results of a study in a file, best first."""
    from tapete.arena.statistics import interval_text

    print(f"{len(entries)} results of this study in the file, best first:", file=sys.stderr)
    for place, entry in enumerate(entries, start=1):
        row = entry["rows"][-1]
        seen = " (sees everything)" if row.get("clairvoyant") else ""
        interval = interval_text(row["ci95"])
        name = entry.get("agent") or row.get("agent")
        print(f"{place:3} {name}{seen}: {row['ours']:.3f} {interval}, {entry['games']:,} games", file=sys.stderr)


@app.command()
def results(
    run: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN...|FOLDER...]", help="one run or training, or several to compare; none: list all"),
    ] = None,
    store: ReadStore = None,
    export: Annotated[Path | None, typer.Option("--export", help="write a table to a .csv or .parquet file")] = None,
    rows: Annotated[
        str, typer.Option("--rows", metavar="games|seats|settings", help="the rows of the exported table")
    ] = "games",
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="write a run's games with their actions, for replay"),
    ] = None,
    doubtful: Annotated[
        bool, typer.Option("--doubtful", help="list runs with wrong losses on time and the commands that replay them")
    ] = False,
    report: ReportFolder = None,
    against: Annotated[
        list[str] | None, typer.Option("--against", metavar="SPEC", help="measure trainings by these (repeatable)")
    ] = None,
    under: Annotated[
        list[str] | None,
        typer.Option("--under", metavar="SPEC", help="and let this agent play their weights (repeatable)"),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="fresh games of each champion of several trainings")] = 1000,
    seed: Seed = 0,
    columns: Columns = "two",
    language: Language = "en",
    grey: Grey = False,
    outliers: Outliers = False,
    as_json: AsJson = False,
) -> None:
    """List the runs of a store, show one, compare several, export their games; or show a training, or compare several
    over their runs.

    Examples: tapete results; tapete results 3 --report folder; tapete results 3 --export games.csv; tapete results 3 --record
    games.jsonl, then tapete replay games.jsonl; tapete results runs/es runs/cma --games 2000 --report folder --export runs.csv
    """
    if run and not all(item.isascii() and item.isdecimal() for item in run):
        look = look_of(columns, language, grey, outliers)
        check_common(None, report)
        if record is not None or doubtful:
            raise BadOption(
                f"--{'record' if record is not None else 'doubtful'}: a training keeps no games; it is for runs"
            )
        if len(run) > 1 or against or under or export is not None:
            folders = [Path(item) for item in run]
            compare_trainings(folders, against or [], under or [], games, seed, as_json, report, export, look)
        else:
            show_training(Path(run[0]), report, as_json, look)
        return
    if doubtful:
        show_doubtful(store, as_json)
        return
    from tapete.arena.results import compare, list_runs
    from tapete.arena.tidy import export as export_games
    from tapete.cli.tables import print_comparison, print_runs

    look = look_of(columns, language, grey, outliers)
    for name, given in (("--report", report), ("--record", record)):
        if given is not None and len(run or ()) != 1:
            raise BadOption(f"{name} needs the number of one run")
    with open_store(store, write=False) as opened:
        chosen = [opened.run(int(number)) for number in run or ()]
        shown = [as_it_was(opened, entry) for entry in chosen]
        listed = list_runs(opened)
        if record is not None:
            write_record(opened, chosen[0], record)
        if export is not None:
            written = export_games(opened, chosen or opened.runs(), export, rows)
            print(f"{written} rows written to {export}", file=sys.stderr)
    if len(shown) == 1:
        data = shown[0].as_dict()
    elif shown:
        data = compare(shown)
    else:
        data = {"runs": listed}
    if as_json:
        print_json(data)
    elif len(shown) == 1:
        print_result(shown[0])
    elif shown:
        print_comparison(data, console())
    else:
        print_runs(listed, console())
    if report is not None:
        write_report(shown[0], report, look)


def show_doubtful(store: Path | None, as_json: bool) -> None:
    """Print runs that hold wrong losses on time. Their key has changed since then, so the same command replays them."""
    from tapete.arena.results import doubtful_losses

    with open_store(store, write=False) as opened:
        runs = [(entry, doubtful_losses(opened, entry)) for entry in opened.runs()]
    found = [(entry, games) for entry, games in runs if games]
    if as_json:
        print_json({"runs": [{"run": entry.id, "title": entry.title, "games": games} for entry, games in found]})
        return
    for entry, games in found:
        print(
            f"run {entry.id}, {entry.title}: {games} games lost on time that was not over; the same command replays it"
        )
    if not found:
        print("no run holds such a loss")


def write_record(store: Any, run: Any, path: Path) -> None:
    """Write the games of a stored run as records; actions that were not stored are replayed."""
    from tapete.arena.experiment import read_outcome
    from tapete.arena.records import played_again, records_of_outcome
    from tapete.play.record import write_records

    if not path.parent.is_dir():
        raise BadOption(f"--record {path}: no such folder: {path.parent}")
    outcome = played_again(read_outcome(store, run))
    write_records(path, records_of_outcome(outcome))
    print(f"{outcome.games} games written to {path}", file=sys.stderr)


def as_it_was(store: Any, run: Any) -> Any:
    """Return a stored run in its own type: a duel, a tournament, a sweep, a study."""
    from tapete.arena.experiment import ExperimentResult
    from tapete.arena.results import read_result
    from tapete.studies.study import read_study

    found = read_result(store, run)
    return read_study(found) if isinstance(found, ExperimentResult) else found


def print_result(result: Any) -> None:
    """Print a result of any type."""
    from tapete.arena.ab_test import Comparison
    from tapete.arena.duel import DuelResult
    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult
    from tapete.cli import tables

    printers: dict[type, Any] = {
        Comparison: tables.print_compared,
        DuelResult: tables.print_duel,
        SweepResult: tables.print_sweep,
        TournamentResult: tables.print_tournament,
    }
    printers.get(type(result), tables.print_study)(result, console())


def write_report(result: Any, folder: Path, look: Any) -> None:
    """Write the report of a result of any type."""
    from tapete.arena.ab_test import Comparison
    from tapete.arena.duel import DuelResult
    from tapete.arena.report import duel_report, sweep_report, tournament_report
    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult, standings
    from tapete.studies.report import study_report

    if isinstance(result, Comparison):
        result = standings(result.outcome)
    if isinstance(result, TournamentResult):
        tournament_report(result, folder, look)
    elif isinstance(result, SweepResult):
        sweep_report(result, folder, look)
    elif isinstance(result, DuelResult):
        duel_report(result, folder, look)
    else:
        study_report(result, folder, look)


def show_training(folder: Path, report: Path | None, as_json: bool, look: Any) -> None:
    """Show a training by its folder: its champion or its progress, and a report; or a session of the Tribute thesis."""
    import json

    from tapete.cli.train import print_champion
    from tapete.evolve.report import read_progress, training_report

    if not (folder / "run.toml").is_file() and not (folder.suffix == ".csv" and folder.is_file()):
        raise BadOption(f"{folder}: must be the number of a run, the folder of a training, or a session's .csv file")
    if learns(folder):
        show_network(folder, report, as_json, look)
        return
    progress = read_progress(folder)
    if report is not None:
        training_report(folder, report, look)
    finished = folder / "champion.json"
    if as_json:
        champion = json.loads(finished.read_text(encoding="utf-8")) if finished.exists() else None
        print_json({"folder": str(folder), "generations": len(progress.mode), "champion": champion})
    elif finished.exists():
        print_champion(json.loads(finished.read_text(encoding="utf-8")), folder)
    elif folder.is_dir():
        print(
            f"{folder}: not finished, {len(progress.mode)} generations so far; tapete train ... --resume continues it"
        )
    else:
        print(f"{folder}: {len(progress.best)} runs of {len(progress.mode)} generations; --report FOLDER draws them")


def learns(folder: Path) -> bool:
    """Return whether a folder holds the training of a network by learning."""
    from tapete.cli.learn import LEARNING

    try:
        return tomllib.loads((folder / "run.toml").read_text(encoding="utf-8")).get("method") in LEARNING
    except (OSError, ValueError):
        return False


def show_network(folder: Path, report: Path | None, as_json: bool, look: Any) -> None:
    """Show the training of a network: its result or its progress; `report` draws its curve."""
    from tapete.cli.learn import print_curve
    from tapete.cli.learn import print_result as print_learned
    from tapete.learn.compare import read_curve, read_result

    result, curve = read_result(folder), read_curve(folder)
    if report is not None:
        from tapete.learn.report import learning_report

        learning_report(folder, report, look)
    if as_json:
        print_json({"folder": str(folder), **(result or {"finished": False}), "curve": curve})
    elif result is not None:
        print_learned(result, folder)
    else:
        print_curve(curve, folder)


def compare_trainings(
    folders: list[Path],
    against: list[str],
    under: list[str],
    games: int,
    seed: int,
    as_json: bool,
    report: Path | None,
    export: Path | None,
    look: Any,
) -> None:
    """Compare trainings over their runs: on the screen, as a report, as a table of all runs."""
    from tapete.arena.store.writers import WRITERS
    from tapete.cli.heartbeat import Lines
    from tapete.cli.tables import print_trainings
    from tapete.evolve.compare import compare
    from tapete.evolve.comparison_report import comparison_report, write_rows

    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    if export is not None and export.suffix not in WRITERS:
        raise BadOption(f"--export {export}: must end in .csv or .parquet")
    with Lines("comparison") as lines:
        log = (lambda text: None) if as_json else lines.write
        if any(learns(folder) for folder in folders):
            from tapete.learn.compare import compare as compare_networks

            if under:
                raise BadOption("--under: networks play by themselves; it is for trainings of weights")
            found = compare_networks(folders, against=against, games=max(2, games), seed=seed, log=log)
        else:
            found = compare(folders, against=against, under=under, games=games, seed=seed, log=log)
    if report is not None:
        page = comparison_report(found, report, look)
        print(f"the comparison is written to {page}", file=sys.stderr)
    if export is not None:
        print(f"{write_rows(found, export)} rows written to {export}", file=sys.stderr)
    if as_json:
        print_json(found.as_dict())
    else:
        print_trainings(found, console())
