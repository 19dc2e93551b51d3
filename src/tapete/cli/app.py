"""Shared parts of all commands: the application, common options, errors, JSON, progress, the store."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.heartbeat import heart
from tapete.cli.interrupts import watch
from tapete.errors import BadOption, TapeteError, said, shown

if TYPE_CHECKING:
    from rich.console import Console

# Base class of the command-line library's argument errors, wherever the installed release has it.
_USAGE_ERROR = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(
    name="tapete",
    help="Tabletop games with hidden information: play, compare agents, measure.",
    invoke_without_command=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

EXAMPLES = {
    "games": "tapete games",
    "agents": "tapete agents briscas ismcts",
    "play": "tapete play catan --against normal --language es",
    "watch": "tapete watch dinosaurs normal --seconds 1",
    "duel": "tapete duel briscas ismcts:iterations=500 cheap-winner --games 2000",
    "tournament": "tapete tournament briscas random heuristic cheap-winner ismcts --games 500 --report out",
    "sweep": "tapete sweep briscas 'ismcts:iterations=200,c={0.5,1,2}' --against cheap-winner",
    "train": "tapete train briscas --agent greedy --against cheap-winner --out runs/first",
    "study": "tapete study briscas/mcts-grid --scale quick",
    "results": "tapete results",
    "analyse": "tapete analyse briscas --seed 7",
    "replay": "tapete replay games.jsonl",
    "conform": "tapete conform briscas recorded.jsonl.gz",
    "check": "tapete check ./my_game.py --fast",
    "bench": "tapete bench briscas --agent ismcts:iterations=2000",
    "serve": "tapete serve --port 8000",
    "warm": "tapete warm briscas catan",
    "new": "tapete new game my-game",
}

# One line for the list of commands, which cuts a docstring's first sentence to the width of the terminal.
IN_SHORT = {
    "games": "List the games, or the options of one.",
    "agents": "List the agents of a game, or the options of one.",
    "check": "Check a game: correctness, crashes, leaks.",
    "duel": "Which agent is better, and how certain is it?",
    "tournament": "Rank many agents.",
    "sweep": "Play an agent with many settings.",
    "convert": "Import a network from Keras or PyTorch.",
    "dataset": "Record agents' observations and actions.",
    "conform": "Replay games recorded by another engine.",
    "bench": "Measure speed.",
    "play": "Play a game at the terminal.",
    "watch": "Watch agents play, move by move.",
    "replay": "Check or show recorded games.",
    "analyse": "Why this move? Rate every legal action.",
    "compare": "Is A better than B on equal deals?",
    "disagree": "Where do two agents answer differently?",
    "ladder": "Strength against time.",
    "measure": "Describe a game: length, choices, luck.",
    "serve": "Serve the table in the browser.",
    "picture": "Draw a position as the browser shows it.",
    "warm": "Compile ahead of time.",
    "new": "Start a game or an agent of your own.",
    "study": "Replicate a published table.",
    "results": "Show, compare and export stored results.",
    "train": "Train an agent's weights or a network.",
}


def say_version(wanted: bool) -> None:
    if wanted:
        import platform

        from tapete._version import __version__

        print(f"tapete {__version__}, Python {platform.python_version()}")
        raise typer.Exit(0)


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Tabletop games with hidden information: play, compare agents, measure."""


OptionValues = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game (repeatable)")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output, nothing else there")]
Seed = Annotated[int, typer.Option("--seed", help="seed of the run")]
DealSeed = Annotated[int, typer.Option("--seed", help="seed of the deal")]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="store every game in this file (default: TAPETE_STORE, or results.db in your data folder; none: store nothing)",
    ),
]
ReadStore = Annotated[
    Path | None,
    typer.Option(
        "--store", metavar="FILE", help="read this store (default: TAPETE_STORE, or results.db in your data folder)"
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
    float | None, typer.Option("--per-turn", metavar="SECONDS", help="time control per turn of the agent")
]
PerGame = Annotated[float | None, typer.Option("--per-game", metavar="SECONDS", help="time control per game")]


def main() -> None:
    """Run the command: wrong input is one line and exit code 2, an interrupted command 130."""
    warned: set[str] = set()

    def show(message: Warning | str, *rest: object, **more: object) -> None:
        """Print each warning in one line, once, however often it is raised."""
        if str(message) not in warned:
            warned.add(str(message))
            print(f"tapete: {message}", file=sys.stderr)

    warnings.showwarning = show
    for stream in (sys.stdout, sys.stderr):  # print a question mark for what the terminal cannot show
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # streams without it are left alone
    watch()
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    for registered in app.registered_commands:
        name = registered.name or (registered.callback.__name__ if registered.callback else "")
        registered.short_help = registered.short_help or IN_SHORT.get(name)
        registered.epilog = registered.epilog or (f"Example: {EXAMPLES[name]}" if name in EXAMPLES else None)
    if "--json" in sys.argv[1:]:
        keep_output_pure()
    heart.start(next((word for word in sys.argv[1:] if not word.startswith("-")), ""))
    try:
        status = app(standalone_mode=False)
        if status == 130:  # Typer's status of Ctrl-C, if the command does not handle it
            fail("interrupted", 130)
    except TapeteError as error:
        fail(str(error), 2)
    except _USAGE_ERROR as error:  # type: ignore[misc]  # found at run time in either of two packages
        fail(error.format_message().rstrip("."), 2)
    except (typer.Abort, KeyboardInterrupt):
        fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except RecursionError:
        fail("the input is nested too deeply", 2)
    except MemoryError:
        fail("not enough memory", 1)
    except Exception as error:
        if os.environ.get("TAPETE_TRACEBACK", "0") not in ("", "0"):
            raise
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}, line {at.lineno}"
        fail(f"internal error: {said(error)} ({place}; please report; set TAPETE_TRACEBACK=1 for the traceback)", 1)
    raise SystemExit(status if isinstance(status, int) else 0)


def fail(text: str, code: int) -> None:
    print(f"tapete: {' '.join(text.split())}", file=sys.stderr)
    raise SystemExit(code)


def was_given(context: typer.Context, name: str) -> bool:
    """Return whether a parameter was given on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def parse_options(given: list[str] | None) -> dict[str, Any]:
    """Parse `NAME=VALUE` pairs."""
    options: dict[str, Any] = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"--option {item}: must be NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


MOST_GAMES = 1_000_000_000


def check_games(games: int | None) -> None:
    """Refuse excessive numbers of games before memory is allocated for them."""
    if games is not None and games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    if games is not None and games > MOST_GAMES:
        raise BadOption(f"--games {games}: must be at most {MOST_GAMES:,}")


def check_place(path: Path | None, option: str) -> None:
    """Refuse a file that cannot be written before any game is played."""
    if path is None:
        return
    if not path.name or path.is_dir():
        raise BadOption(f"{option} {path}: that is a folder, not a file")
    if not path.parent.is_dir():
        raise BadOption(f"{option} {path}: no such folder: {path.parent}")


def check_folder(path: Path | None) -> None:
    """Refuse an invalid folder for a report before any game is played."""
    if path is not None and (not str(path).strip() or (path.exists() and not path.is_dir())):
        raise BadOption(f"--report {path}: that is not a folder")


def clock_of(per_decision: float | None, per_turn: float | None, per_game: float | None) -> Any:
    """Return the time control of the options."""
    from math import inf

    from tapete.arena.clock import Clock

    decision, turn, game = (inf if seconds is None else seconds for seconds in (per_decision, per_turn, per_game))
    return Clock(decision, turn, game)


_results: list[Any] = []  # the stream for JSON, once standard output is redirected


def keep_output_pure() -> None:
    """Reserve standard output for one JSON object: with --json, output of agents and libraries goes to standard error."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        _results.append(os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8"))
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def print_json(data: dict[str, Any]) -> None:
    out = _results[0] if _results else sys.stdout
    out.write(json.dumps(data, ensure_ascii=False) + "\n")
    out.flush()


def console(*, stderr: bool = False) -> Console:
    from tapete.cli.narrow import FittingConsole

    # Names of agents and their errors are printed verbatim: brackets in them are not markup.
    out = FittingConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not out.is_terminal:
        out.width = max(out.width, 140)  # nothing is cut off in a file or a pipe
    return out


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Any]:
    """Show a progress bar on the terminal's standard error once work is reported; in a file, an occasional line.

    Before that something may be compiled: the line that says so needs the place, and two processes compile only while no other
    thread runs.
    """
    if not sys.stderr.isatty():
        with heart.work(title, total) as advance:
            yield advance
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(stderr=True), transient=True)
    task = bar.add_task(title, total=total)

    def show(done: int) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.advance(task, done)

    try:
        yield show
    finally:
        bar.stop()


def open_store(path: Path | None, *, write: bool = True) -> Any:
    """Open the store of results: the given file, else TAPETE_STORE, else the user's; `none` is deleted at the end."""
    from tapete.arena.experiment import MemorySink
    from tapete.arena.store import Store, users_store

    chosen = path or os.environ.get("TAPETE_STORE") or users_store()
    try:
        str(chosen).encode()
    except UnicodeEncodeError:
        raise BadOption(f"{shown(str(chosen))} cannot be the name of a store: it is not UTF-8 text") from None
    if str(chosen) == "none":
        if not write:
            raise BadOption("with --store none (or TAPETE_STORE=none) no results are stored; name their file")
        return MemorySink()
    return Store(chosen, write=write)
