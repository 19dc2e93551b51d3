"""Commands `compare`, `disagree`, `ladder` and `measure`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import (
    AsJson,
    On,
    OptionValues,
    ReportFolder,
    Seed,
    StoreFile,
    app,
    check_place,
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

MOST_PLAYS = 15  # cards shown from the best and from the worst end


@app.command()
def compare(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    first: Annotated[str, typer.Argument(metavar="A")],
    second: Annotated[str, typer.Argument(metavar="B")],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="AGENT", help="common opponent of both (repeatable; default: they play each other)"
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="games of each, with each opponent")] = 1000,
    seed: Seed = 0,
    option: OptionValues = None,
    store: StoreFile = None,
    on: On = None,
    workers: Workers = None,
    quiet: Quiet = False,
    log: LogFile = None,
    log_level: LogLevel = "info",
    as_json: AsJson = False,
) -> None:
    """Is A better than B? Both play equal deals: difference, confidence interval, p-value, and the games needed to decide.

    Example: tapete compare briscas ismcts:c=1.4,iterations=200 ismcts:c=1.0,iterations=200 --against cheap-winner
    """
    from tapete.arena.ab_test import compare_agents
    from tapete.arena.names import split_names
    from tapete.arena.seating import load_for
    from tapete.cli.tables import print_compared

    check_common(workers, None)
    labels, specs = split_names([first, second, *(against or ())])
    loaded = load_for(game, 2, parse_options(option))
    total = games * (2 * len(against) if against else 1)
    with (
        open_store(store) as opened,
        at_work(f"{game}: {labels[0]} or {labels[1]}", total, quiet, log, log_level) as progress,
    ):
        result = compare_agents(
            loaded, specs[0], specs[1], against=specs[2:], games=games, seed=seed, labels=labels, store=opened, on=on,
            workers=workers, progress=progress,
        )  # fmt: skip
    if as_json:
        print_json(result.as_dict())
    else:
        print_compared(result, console())
    if result.outcome.interrupted:
        fail(f"interrupted after {result.outcome.games} games; the same command continues", 130)


@app.command()
def disagree(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    first: Annotated[str, typer.Argument(metavar="A")],
    second: Annotated[str, typer.Argument(metavar="B")],
    judge: Annotated[
        str,
        typer.Option("--judge", metavar="AGENT", help="the agent that rates differences: a level (hard) or any spec"),
    ] = "hard",
    games: Annotated[int, typer.Option("--games", help="games between the two whose positions are compared")] = 20,
    judged: Annotated[int, typer.Option("--judged", help="maximum number of positions that the judge rates")] = 400,
    shown: Annotated[int, typer.Option("--show", help="positions to list, the most costly first")] = 10,
    seed: Seed = 0,
    option: OptionValues = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Compare two agents on the same positions: how often they agree, in which phase, and what their differences cost.

    Example: tapete disagree briscas heuristic cheap-winner --games 50
    """
    from tapete.arena.disagreements import disagree as compare_decisions
    from tapete.arena.seating import load_for
    from tapete.cli.tables import print_disagreement

    loaded = load_for(game, 2, parse_options(option))
    with at_work(f"{game}: {first} and {second}", games, quiet, None) as progress:
        result = compare_decisions(
            loaded, first, second, judge=judge, games=games, seed=seed, judged=judged, progress=progress
        )
    if as_json:
        print_json(result.as_dict())
    else:
        print_disagreement(result, console(), shown)


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[list[str], typer.Argument(metavar="AGENT...")],
    games: Annotated[int, typer.Option("--games", help="games per pairing (two sides) or per agent (more)")] = 500,
    seed: Seed = 0,
    option: OptionValues = None,
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
    """Strength against time: rank agents and list their ratings beside the milliseconds per decision.

    Example: tapete ladder briscas random cheap-winner ismcts:iterations=100 ismcts:iterations=1000 --report folder
    """
    from tapete.arena.names import split_names
    from tapete.arena.seating import load_for_many
    from tapete.arena.time_scaling import ladder_report, rungs
    from tapete.arena.tournament import tournament
    from tapete.cli.tables import print_ladder

    look = look_of(columns, language, grey, outliers)
    check_common(workers, report)
    labels, specs = split_names(agent)
    loaded = load_for_many(game, len(specs), parse_options(option))
    with open_store(store) as opened, at_work(f"{game}: ladder", None, quiet, log, log_level) as progress:
        result = tournament(
            loaded, specs, games=games, seed=seed, clairvoyant=True, store=opened, on=on, workers=workers,
            progress=progress, labels=labels,
        )  # fmt: skip
    found = rungs(result)
    if as_json:
        print_json(result.as_dict() | {"ladder": [rung.as_dict() for rung in found]})
    else:
        print_ladder(result, found, console())
    if report is not None:
        ladder_report(result, report, look)
    if result.outcome.interrupted:
        fail(f"interrupted after {result.outcome.games} games; the same command continues", 130)


def count_draft(game: Any, agent: str, games: int, path: Path, workers: int | None, quiet: bool, as_json: bool) -> None:
    """Count an agent's wins by patron, and write the file that `draft=` reads."""
    from tapete.studies.tribute_patrons import count_agent, write_agent

    if game.name != "tribute":
        raise BadOption(f"--draft: only tribute drafts patrons, not {game.name}")
    if path.suffix != ".json":
        raise BadOption(f"--draft {path}: the file must end in .json")
    check_place(path, "--draft")
    with at_work(f"{game.name}: {agent}", games, quiet, None) as progress:
        found, played = count_agent(game, agent, games, workers=workers, progress=progress)
    write_agent(path, found, played, game.options["pool"])
    if as_json:
        print_json({"game": game.name, "agent": agent, "games": played, "file": str(path), "counts": found[agent]})
        return
    rows = sorted(found[agent].items(), key=lambda item: -sum(seat[0] for seat in item[1]) / sum(s[1] for s in item[1]))
    for patron, seats in rows:
        shares = " ".join(f"{wins / count:.3f}" for wins, count in seats)
        print(f"{patron:15} won from each seat {shares}")
    name = agent.partition(":")[0]
    print(f"{played:,} games; {path} written. Next: {name} with draft={path}")


@app.command()
def measure(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[str, typer.Option("--agent", metavar="SPEC", help="the agent, which plays itself")] = "random",
    games: Annotated[int, typer.Option("--games", help="games to examine, decision by decision")] = 200,
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="also: the score of each value of a seat's option, such as deck")
    ] = "",
    draft: Annotated[
        Path | None,
        typer.Option(
            "--draft",
            metavar="FILE",
            help="instead, in Tribute: count the agent's wins by patron against a field of bots; draft=FILE uses the counts",
        ),
    ] = None,
    seed: Seed = 0,
    option: OptionValues = None,
    workers: Workers = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Describe a game: length, choices, advantage of the first seat, lead changes, winning cards and patrons.

    Example: tapete measure catan --agent settler --games 300
    """
    from tapete.arena.game_profile import measure as look_at
    from tapete.cli.tables import print_measured
    from tapete.core.registry import load

    check_common(workers, None)
    loaded = load(game, **parse_options(option))
    if draft is not None:
        count_draft(loaded, agent, games, draft, workers, quiet, as_json)
        return
    with at_work(f"{game}: {agent}", games, quiet, None) as progress:
        result = look_at(loaded, agent, games=games, seed=seed, by=by, workers=workers, progress=progress)
    if as_json:
        print_json(result.as_dict())
    else:
        print_measured(result, console(), MOST_PLAYS)
