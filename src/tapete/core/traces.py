"""Report on a replay of games that another engine recorded; every game's `traces.replay` fills one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class TraceReport:
    """Counts and mismatches of a replay."""

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
        """Record where the replay is: `file`, `game`, `step`."""
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
