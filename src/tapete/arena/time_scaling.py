"""Strength against time: rating of agents by milliseconds per decision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapete.arena import plots
from tapete.arena.drawing import DEFAULT, Look
from tapete.arena.report import Report, common_pictures, score_text, time_text
from tapete.arena.statistics import interval_data, interval_text
from tapete.arena.timing import Thinking
from tapete.arena.tournament import TournamentResult


@dataclass
class Rung:
    """Agent on the ladder, the fastest first; `best` if no faster one is as strong."""

    name: str
    thinking: Thinking | None
    rating: float
    rating_ci95: tuple[float, float]
    score: float
    ci95: tuple[float, float]
    best: bool

    def as_dict(self) -> dict[str, Any]:
        intervals = {"ci95": interval_data(self.ci95), "rating_ci95": interval_data(self.rating_ci95)}
        return {**self.__dict__, **intervals, "thinking": self.thinking and self.thinking.as_dict()}


def rungs(result: TournamentResult) -> list[Rung]:
    """Return the agents of a tournament, the fastest first, and which of them are stronger than all faster ones."""
    found, strongest = [], float("-inf")
    for s in sorted(result.standings, key=lambda s: s.thinking.ms if s.thinking else 0.0):
        best = s.rating > strongest
        strongest = max(strongest, s.rating)
        found.append(Rung(s.shown, s.thinking, s.rating, s.rating_ci95, s.score, s.ci95, best))
    return found


def ladder_report(result: TournamentResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Write a report of the ladder (table, picture, ratings, common statistics) to a folder; return the page's path."""
    report, found = Report(folder, look), rungs(result)
    rows = [
        (
            rung.name,
            time_text(rung.thinking),
            f"{rung.rating:.0f} {interval_text(rung.rating_ci95, '.0f')}",
            score_text(rung.score, rung.ci95),
            "yes" if rung.best else "",
        )
        for rung in found
    ]
    header = ("agent", "ms per decision", "rating [95 %]", "score [95 %]", "no faster one is as strong")
    report.table("ladder", header, rows, "Strength against time, the fastest first")
    timed = {r.name: [(max(r.thinking.ms, 1e-6), r.score, r.ci95)] for r in found if r.thinking}
    if timed:
        par = result.standings[0].par
        caption = "Score against all others over the processor time of a decision"
        report.draw("ladder", caption, lambda: plots.strength_against_time(timed, par, look))
    report.note(result.note)
    if result.fit is not None:
        report.note(result.fit.text)
    if result.outcome.games:
        report.draw("ratings", "Rating of each agent", lambda: plots.rating_ladder(result, look))
        common_pictures(report, result, [s.shown for s in result.standings], result.statistics)
    return report.write(f"{result.outcome.title}: strength against time", result.as_dict(), [result.outcome])
