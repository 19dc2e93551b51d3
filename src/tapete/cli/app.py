"""What all commands share: the application, options with their help, errors, JSON, progress, the store."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.interrupts import watch
from tapete.errors import BadOption, TapeteError

if TYPE_CHECKING:
    from rich.console import Console

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
    watch()
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

    decision, turn, game = (inf if seconds is None else seconds for seconds in (per_decision, per_turn, per_game))
    return Clock(decision, turn, game)


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    # Names of agents and their errors are printed as they are: brackets in them are no markup.
    out = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
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


def open_store(path: Path | None, *, write: bool = True) -> Any:
    """The store of results: the given file, else TAPETE_STORE, else the user's; `none` is forgotten at the end."""
    from tapete.arena.runs import Memory
    from tapete.arena.store import Store, users_store

    chosen = path or os.environ.get("TAPETE_STORE") or users_store()
    if str(chosen) == "none":
        if not write:
            raise BadOption("with --store none (or TAPETE_STORE=none) no results are kept; name the file they are in")
        return Memory()
    return Store(chosen, write=write)
