"""Replay of games that another engine recorded, on our rules.

A game package names a module with `replay(path, options, report)`; it reads one file (plain or gzip), plays it on our rules and
records the comparisons in the report.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from tapete.core.registry import definition
from tapete.core.traces import TraceReport
from tapete.errors import BadOption, BadRecord


def replay_traces(game: str, paths: list[Path], options: Mapping[str, str] | None = None) -> TraceReport:
    """Replay recorded games and compare everything they record."""
    module = definition(game).traces
    if module is None:
        raise BadOption(f"{game} cannot replay recorded games: its definition names no `traces` module")
    report = TraceReport(game)
    for path in paths:
        report.at(file=path.name, game=None, step=None)
        try:
            import_module(module).replay(path, dict(options or {}), report)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            where = f"game {report.where.get('game')}, step {report.where.get('step')}"
            raise BadRecord(f"{path}, {where}: not a recording of {game} ({type(error).__name__}: {error})") from error
    return report
