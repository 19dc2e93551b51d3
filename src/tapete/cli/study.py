"""What was found: `study`, `results`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import (
    AsJson,
    On,
    ReportFolder,
    Seed,
    StoreFile,
    app,
    console,
    fail,
    open_store,
    print_json,
    progress_bar,
)
from tapete.errors import BadOption


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
    from tapete.cli.tables import print_studies, print_study
    from tapete.studies.study import run_study

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
        from tapete.studies.report import study_report

        study_report(result, report)
    if as_json:
        print_json(result.as_dict())
    else:
        print_study(result, console())
    if result.outcome.interrupted:
        fail("interrupted; the same command with the same store continues", 130)


@app.command()
def results(
    run: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN...|FOLDER...]", help="one run or training, or several to compare; none: list all"),
    ] = None,
    store: StoreFile = None,
    export: Annotated[Path | None, typer.Option("--export", help="write the games to a .csv or .parquet file")] = None,
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
    as_json: AsJson = False,
) -> None:
    """List the runs of a store, show one, compare several, export their games; or show a training, or compare several."""
    if run and not all(item.isdecimal() for item in run):
        if len(run) > 1 or against or under:
            compare_trainings([Path(item) for item in run], against or [], under or [], games, seed, as_json)
        else:
            show_training(Path(run[0]), report, as_json)
        return
    from tapete.arena.results import compare, list_runs
    from tapete.arena.runs import read_outcome
    from tapete.arena.store import export as export_games
    from tapete.arena.tournament import standings
    from tapete.cli.tables import print_comparison, print_runs, print_tournament

    with open_store(store, write=False) as opened:
        chosen = [opened.run(int(number)) for number in run or ()]
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


def show_training(folder: Path, report: Path | None, as_json: bool) -> None:
    """A training by its folder: its champion, or how far it has come, and a report; or a session of the Tribute thesis."""
    import json

    from tapete.cli.train import print_champion
    from tapete.evolve.report import read_progress, training_report

    if not (folder / "run.toml").is_file() and not (folder.suffix == ".csv" and folder.is_file()):
        raise BadOption(f"{folder}: must be the number of a run, the folder of a training, or a session's .csv file")
    progress = read_progress(folder)
    if report is not None:
        training_report(folder, report)
    finished = folder / "champion.json"
    if as_json:
        champion = json.loads(finished.read_text(encoding="utf-8")) if finished.exists() else None
        print_json({"folder": str(folder), "generations": len(progress.mode), "champion": champion})
    elif finished.exists():
        print_champion(json.loads(finished.read_text(encoding="utf-8")), folder)
    elif folder.is_dir():
        print(f"{folder}: not finished, {len(progress.mode)} generations so far; tapete train ... --resume goes on")
    else:
        print(f"{folder}: {len(progress.best)} runs of {len(progress.mode)} generations; --report FOLDER draws them")


def compare_trainings(
    folders: list[Path], against: list[str], under: list[str], games: int, seed: int, as_json: bool
) -> None:
    """Trainings side by side, over their runs."""
    from tapete.cli.tables import print_trainings
    from tapete.evolve.compare import compare

    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    found = compare(folders, against=against, under=under, games=games, seed=seed)
    if as_json:
        print_json(found.as_dict())
    else:
        print_trainings(found, console())
