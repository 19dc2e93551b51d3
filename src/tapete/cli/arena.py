"""Shared parts of the arena's commands: names of agents, workers, quiet and logged runs, appearance of reports."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.app import progress_bar
from tapete.errors import BadOption

if TYPE_CHECKING:
    from tapete.arena.drawing import Look

Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="games played at once (default: all cores)")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="only the result: no progress, no statistics of the games")]
LogFile = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="append a log with times to this file")]
LogLevel = Annotated[str, typer.Option("--log-level", metavar="info|debug", help="debug: every batch of games too")]
Columns = Annotated[str, typer.Option("--columns", metavar="one|two", help="report: width of the pictures in print")]
Language = Annotated[str, typer.Option("--language", metavar="en|es", help="report: language of the pictures")]
Grey = Annotated[bool, typer.Option("--grey", help="report: pictures without colour")]
Outliers = Annotated[bool, typer.Option("--outliers", help="report: box plots show single games beyond the whiskers")]
Memory = Annotated[float | None, typer.Option("--memory", metavar="MB", help="memory limit of agents (processes)")]
Late = Annotated[
    str, typer.Option("--late", metavar="lose|end-turn", help="effect of a late answer under a time control")
]
Seats = Annotated[
    str, typer.Option("--seats", metavar="all|fixed", help="fixed: every agent keeps its seat, as in some papers")
]


def look_of(columns: str, language: str, grey: bool, outliers: bool) -> Look:
    """Return the appearance of a report's pictures."""
    from tapete.arena.drawing import Look

    return Look(columns, language, not grey, outliers)


def check_common(workers: int | None, report: Path | None) -> None:
    """Refuse invalid arguments before any game is played."""
    if workers is not None and workers < 1:
        raise BadOption(f"--workers {workers}: must be at least 1")
    if report is not None and report.exists() and not report.is_dir():
        raise BadOption(f"--report {report}: a file of that name exists")


def limits(clock: Any, memory: float | None, late: str) -> Any:
    """Return a time control with the options on memory and late answers."""
    from dataclasses import replace

    changed = replace(clock, late=late)
    return changed if memory is None else replace(changed, memory=memory)


def fixed_seats(seats: str) -> bool:
    if seats not in ("all", "fixed"):
        raise BadOption(f"--seats {seats}: must be all or fixed")
    return seats == "fixed"


@contextmanager
def at_work(title: str, total: int | None, quiet: bool, log: Path | None, level: str = "info") -> Iterator[Any]:
    """Show the progress of a run, on the terminal and in a log."""
    if level not in ("info", "debug"):
        raise BadOption(f"--log-level {level}: must be info or debug")
    logger, handler = logging.getLogger("tapete.arena"), None
    if log is not None:
        try:
            handler = logging.FileHandler(log, encoding="utf-8")
        except OSError as error:
            raise BadOption(f"--log {log}: {error.strerror}") from None
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        logger.addHandler(handler)
        logger.setLevel(level.upper())
        logger.info("tapete %s", " ".join(sys.argv[1:]))
    try:
        if quiet:
            yield None
        else:
            with progress_bar(title, total) as progress:
                yield progress
    finally:
        if handler is not None:
            logger.removeHandler(handler)
            handler.close()
