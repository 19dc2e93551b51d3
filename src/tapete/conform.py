"""Replaying games that another engine recorded: the report that every game's `conform.replay` fills.

A game package names a module with `replay(path, options, report)`; it reads one file (plain or gzip), plays it on our rules and
tells the report what it compared.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from tapete.catalogue import definition
from tapete.errors import BadOption, BadRecord


@dataclass
class Report:
    """What was compared, and how it went."""

    game: str
    games: int = 0
    steps: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    adopted: int = 0  # steps with chance where the replay went on from the recorded state
    mismatches: int = 0
    explained: Counter[str] = field(
        default_factory=Counter
    )  # known differences, by the id that the rules text gives them
    first: dict[str, Any] | None = None
    where: dict[str, Any] = field(default_factory=dict)  # file, game and step now being replayed

    def at(self, **where: Any) -> None:
        """Say where the replay is: `file`, `game`, `step`."""
        self.where.update(where)

    def check(self, what: str, expected: Any, got: Any) -> bool:
        """Count a comparison, and a mismatch if it fails."""
        self.checked[what] += 1
        if expected == got:
            return True
        self.mismatch(what, expected, got)
        return False

    def mismatch(self, what: str, expected: Any, got: Any) -> None:
        self.mismatches += 1
        if self.first is None:
            self.first = {**self.where, "what": what, "expected": expected, "got": got}

    def explain(self, reason: str) -> None:
        """Count a difference that the rules text lists under an id."""
        self.explained[reason] += 1

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "games": self.games,
            "steps": self.steps,
            "checked": dict(self.checked),
            "adopted": self.adopted,
            "mismatches": self.mismatches,
            "explained": dict(self.explained),
            "first": self.first,
        }


def open_text(path: Path) -> Iterator[str]:
    """The lines of a plain or gzip file."""
    try:
        with open(path, "rb") as probe:
            packed = probe.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt", encoding="utf-8") if packed else open(path, encoding="utf-8") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is cut off or not a text file"
        raise BadRecord(f"cannot read {path}: {reason}") from None


def read_json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """One JSON object per line; a line that is none names itself."""
    for number, line in enumerate(open_text(path), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            raise BadRecord(f"{path}, line {number}: not a complete JSON object") from None
        if not isinstance(entry, dict):
            raise BadRecord(f"{path}, line {number}: not a JSON object")
        yield entry


def conform(game: str, paths: list[Path], options: Mapping[str, str] | None = None) -> Report:
    """Replay recorded games of a game and compare everything they record."""
    module = definition(game).conform
    if module is None:
        raise BadOption(f"{game} has no recorded games to conform to")
    report = Report(game)
    for path in paths:
        report.at(file=path.name, game=None, step=None)
        try:
            import_module(module).replay(path, dict(options or {}), report)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            where = f"game {report.where.get('game')}, step {report.where.get('step')}"
            raise BadRecord(f"{path}, {where}: not a recording of {game} ({type(error).__name__}: {error})") from error
    return report
