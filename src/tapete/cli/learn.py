"""Learning methods of `tapete train`: training of networks."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import console, fail, open_store, parse_options, print_json
from tapete.cli.heartbeat import Lines
from tapete.cli.locks import locked
from tapete.cli.next_step import next_command
from tapete.errors import BadOption, TapeteError
from tapete.kernel.progress import LINE_SECONDS

LEARNING = ("td", "ppo", "imitate", "expert")
MOST_RIVALS = 3
USUAL_LAYERS = "128,64"

UpdatesOption = Annotated[int | None, typer.Option("--updates", help="a network: number of updates from new games")]
LayersOption = Annotated[
    str,
    typer.Option("--layers", metavar="N,N", help="a network: widths of its hidden layers; 128,64, or those of --start"),
]
RivalOption = Annotated[
    list[str] | None,
    typer.Option("--rival", metavar="SPEC", help="a network: measure it against this agent (repeatable)"),
]
ChecksOption = Annotated[int, typer.Option("--checks", help="a network: number of checks per run")]
TeacherOption = Annotated[
    list[str] | None,
    typer.Option(
        "--teacher",
        metavar="SPEC|FILE",
        help="imitate: an agent or a data set to learn from; ppo: an agent to imitate first (repeatable)",
    ),
]
VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="NAME=A,B,...",
        help="a network: options that change from game to game (repeatable; values with commas: 'NAME=A;B;...')",
    ),
]
MattersOption = Annotated[
    str,
    typer.Option("--matters", metavar="NAME,...", help="a network: the game's options that it is for (default: all)"),
]
OpeningOption = Annotated[
    str, typer.Option("--opening", help="a network: first decisions by the game's rule (rule) or learned (own)")
]


def learn(
    game: str,
    method: str,
    folder: Path,
    given: dict[str, Any],
    *,
    rivals: list[str] | None,
    layers: str,
    vary: list[str] | None,
    matters: str,
    yardstick: int,
    updates: int | None,
    minutes: float | None,
    games: int | None,
    resume: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """Train a network in a folder under a lock, with a line per update or check."""
    from tapete import nets
    from tapete.core.registry import load
    from tapete.learn.config import NetworkConfig
    from tapete.learn.self_play import start_file

    budgets = [name for name, value in (("--updates", updates), ("--minutes", minutes), ("--games", games)) if value]
    if len(budgets) > 1:
        raise BadOption(f"{' and '.join(budgets)}: give one budget")
    if yardstick:
        given["games"] = yardstick
    if updates is not None:
        given["updates"] = updates
    if given["start"]:
        begun = nets.load(start_file(given["start"]))
        layers = layers or ",".join(map(str, begun.layers))
        if not given["encoder"] and begun.encoder != next(iter(load(game, **given["options"]).definition.encoders), ""):
            given["encoder"] = begun.encoder
    config = NetworkConfig(
        game,
        method,
        vary=varied(vary),
        matters=[name.strip() for name in matters.split(",") if name.strip()],
        layers=widths(layers or USUAL_LAYERS),
        rivals=list(rivals) if rivals is not None else usual_rivals(game, given["options"]),
        **given,
    )
    result = carry_out(config, folder, minutes, games, resume=resume, store=store, quiet=as_json)
    if as_json:
        print_json({"folder": str(folder), **result})
    else:
        print_result(result, folder)


def varied(given: list[str] | None) -> dict[str, list[str]]:
    """Return the values of each option that varies between games; semicolons separate values that hold commas."""
    return {name: value.split(";" if ";" in value else ",") for name, value in parse_options(given).items()}


def widths(text: str) -> list[int]:
    try:
        return [int(width) for width in text.split(",")]
    except ValueError:
        raise BadOption(f"--layers {text}: must be whole numbers, such as 128,64") from None


def usual_rivals(name: str, options: dict[str, Any]) -> list[str]:
    """Return the default opponents of checks: the game's levels that decide without a search."""
    from tapete.agents.registry import make_agent
    from tapete.core.registry import load
    from tapete.search.agent import SearchAgent

    game = load(name, **options)
    found = ["random"]
    for level in ("easy", "normal", "hard"):
        spec = game.levels.get(level)
        if spec is None or spec.startswith("net"):
            continue
        seated = make_agent(spec, game)
        if seated.native() is not None and not isinstance(seated.agent, SearchAgent):
            found.append(spec)
    return found[-MOST_RIVALS:]


def carry_out(
    config: Any,
    folder: Path,
    minutes: float | None,
    games: int | None,
    *,
    resume: bool,
    store: Path | None = None,
    quiet: bool = False,
) -> dict[str, Any]:
    """Train in a folder under a lock; the store keeps a row with its location and state."""
    from tapete.arena.store import Store
    from tapete.arena.store.training import Point, add_points, note_training, open_training
    from tapete.learn.config import NetworkConfig
    from tapete.learn.training import NetworkTraining

    settings = folder / "run.toml"
    if settings.exists():
        if not resume:
            raise BadOption(f"--out {folder}: it holds a training already; add --resume to continue it")
        stored = NetworkConfig.read(settings)
        wanted = config.as_dict()
        if minutes is not None or games is not None:
            wanted["updates"] = stored.updates  # the number derived from the budget
        kept = stored.as_dict()
        differing = sorted(name for name in kept if kept[name] != wanted[name])
        if differing:
            raise BadOption(f"--resume: {folder} was begun with other settings ({', '.join(differing)})")
        config = stored
    elif folder.exists() and (not folder.is_dir() or any(p.name != ".lock" for p in folder.iterdir())):
        raise BadOption(f"--out {folder}: it exists and holds something else")
    training = NetworkTraining(config, folder)
    if not settings.exists():
        training.learner(0)  # refuses wrong settings before a folder is created
    with locked(folder), open_store(store) as opened:
        if not settings.exists():
            try:
                with contextlib.nullcontext() if quiet else Lines():
                    config.updates = updates_in(training, minutes, games)
            except KeyboardInterrupt:
                fail("interrupted before the training began; nothing was kept", 130)
        kept_in = opened if isinstance(opened, Store) else None
        number = 0
        if kept_in is not None:
            number = open_training(
                kept_in, folder, config.game, config.options, config.method, config.as_dict(), "network"
            )
        lines = None if quiet else UpdateLines(training)
        beats = lines if lines is not None else contextlib.nullcontext()

        def progress(news: Any) -> None:
            if lines is not None:
                lines(news)
            if kept_in is not None and news.scores:
                points = [Point(s.rival, news.update, s.score, s.low, s.high) for s in news.scores]
                add_points(kept_in, points, training=number)

        try:
            with beats:
                result = training.train(progress)
        except KeyboardInterrupt:
            if kept_in is not None:
                note_training(kept_in, number, "stopped")
            fail(f"interrupted; the same command with --resume continues from {folder}", 130)
        except TapeteError:
            if kept_in is not None:
                note_training(kept_in, number, "stopped")
            raise
        if kept_in is not None:
            note_training(kept_in, number, "finished", result["score"])
        return result


def updates_in(training: Any, minutes: float | None, games: int | None) -> int:
    """Return the number of updates within a budget, from the duration of the first ones."""
    config = training.config
    if games is not None:
        if games < 1:
            raise BadOption(f"--games {games}: must be at least 1")
        learner = training.learner(0)
        return max(1, round(games / max(1.0, learner.update(0, 0.0)["games"])))
    if minutes is None:
        return config.updates
    if not 0 < minutes <= 100_000:
        raise BadOption(f"--minutes {minutes:g}: must be more than 0")
    return max(1, round(minutes * 60 / config.runs / max(1e-3, training.seconds_per_update())))


class UpdateLines(Lines):
    """Progress reporter: at most one line per second, and one per check, on standard error."""

    def __init__(self, training: Any) -> None:
        super().__init__()
        self.training = training
        self.config = training.config
        self.started = time.perf_counter()
        self.first: int | None = None
        self.live = sys.stderr.isatty()
        self.shown = 0.0
        network = ",".join(map(str, self.config.layers))
        runs = f", {self.config.runs} runs" if self.config.runs > 1 else ""
        measured = f"; the best of {'each run' if self.config.runs > 1 else 'the run'} is measured on fresh deals by "
        rivals = f"{self.config.fresh_games:,} games against each of {', '.join(self.config.rivals)}"
        self.write(
            f"{self.config.game}: a network ({network}) by {self.config.method}, {self.config.updates} updates{runs}"
            + (measured + rivals if self.config.rivals else "")
        )

    def fresh_seconds(self, runs: int) -> float:
        """Return the estimated seconds of the last measurements of some runs, from the checks so far."""
        games = self.training.fresh_games() * runs
        return games * self.training.measured_seconds / max(1, self.training.measured_games)

    def __call__(self, news: Any) -> None:
        now = time.perf_counter()
        if news.measuring:
            wait = self.fresh_seconds(self.config.runs - news.run)
            self.write(
                f"run {news.run + 1} measuring its best network on fresh deals: {news.measuring:,} games, {wait_text(wait)} left"
            )
            return
        done = news.run * self.config.updates + news.update
        if self.first is None:
            self.first = done - 1
        if not news.scores and now - self.shown < (1.0 if self.live else LINE_SECONDS):
            return
        self.shown = now
        left = (now - self.started) / (done - self.first) * (self.config.updates * self.config.runs - done)
        left += self.fresh_seconds(self.config.runs - news.run)
        passes = bool(news.numbers.get("passes"))
        rate = news.numbers.get("decisions" if passes else "games", 0) / max(news.seconds, 1e-9)
        text = (
            f"run {news.run + 1} update {news.update:4} loss {news.numbers.get('loss', float('nan')):7.4f} "
            f"{rate:8,.0f} {'decisions' if passes else 'games'}/s {wait_text(left):>6} left"
        )
        if "validation_loss" in news.numbers:
            text += f"  validation loss {news.numbers['validation_loss']:.4f}"
        from tapete.arena.statistics import interval_text

        for score in news.scores:
            text += f"  {score.rival} {100 * score.score:.1f} {interval_text((score.low, score.high), '.1f', 100)}"
        self.write(text)


def wait_text(seconds: float) -> str:
    """Return a remaining time as text, at least one second: work is left."""
    if seconds != seconds:
        return "an unknown time"
    return f"{max(1.0, seconds):,.0f} s" if seconds < 600 else f"{seconds / 60:,.0f} min"


def print_result(result: dict[str, Any], folder: Path) -> None:
    """Print the result of a training: every run, on deals that were not used for selection."""
    from rich.table import Table

    from tapete.arena.statistics import interval_text

    out = console()
    rivals = [score["rival"] for score in result["scores"]]
    table = Table(title=f"{result['game']}: a network by {result['method']}", title_justify="left")
    for column in ("run", "update", "CPU-minutes", "games", *rivals):
        table.add_column(column, justify="right", overflow="fold")
    for run in result["runs"]:
        cells = [f"{100 * s['score']:.1f} {interval_text(s['ci95'], '.1f', 100)}" for s in run["scores"]]
        table.add_row(
            str(run["run"]), str(run["update"]), f"{run['cpu_seconds'] / 60:.1f}", f"{run['games']:,}", *cells
        )
    out.print(table)
    out.print("Scores in per cent, on deals that were not used in training or selection.")
    if result.get("ci95") is not None and len(result["runs"]) > 1:
        low, high = result["ci95"]
        out.print(f"mean of the runs {100 * result['mean']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]")
    options = playable(result["game"], result["configuration"])
    out.print(f"Next: {next_command(result['game'], folder, options, rivals)}", soft_wrap=True)


def playable(game: str, configuration: dict[str, Any]) -> dict[str, Any]:
    """Return options under which a network plays: its own, and for varied ones the game's default or the first value."""
    from tapete.core.registry import load

    options = dict(configuration["options"])
    usual = load(game, **options).options
    for name, values in configuration.get("vary", {}).items():
        if str(usual.get(name)).lower() not in [str(value).lower() for value in values]:
            options[name] = values[0]
    return options


def print_curve(curve: list[dict[str, Any]], folder: Path) -> None:
    """Print the progress of an unfinished training: its latest check."""
    from tapete.arena.statistics import interval_text

    on = "tapete train ... --resume continues it"
    if not curve:
        print(f"{folder}: not finished, and not measured so far; {on}")
        return
    last = curve[-1]
    print(
        f"{folder}: not finished; run {last['run']}, update {last['update']}, {last['cpu_seconds'] / 60:.1f} CPU-minutes"
    )
    for row in curve:
        if (row["run"], row["update"]) == (last["run"], last["update"]):
            ends = None if row["low"] is None else (row["low"], row["high"])
            print(f"  {row['rival']}: {100 * row['score']:.1f} {interval_text(ends, '.1f', 100)}")
    print(on)
