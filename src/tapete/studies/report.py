"""A study as rows of text and as a page: published figures beside ours."""

from __future__ import annotations

from pathlib import Path

from tapete.arena import plots
from tapete.arena.report import HOW_TO_READ, conditions, facts, note, picture, table, write
from tapete.studies.study import StudyResult

STUDY_HEADER = ("line", "agent", "figure", "published (games)", "ours [95 %]", "games", "(standard errors apart)")


def shown_value(measure: str, value: float | None) -> str:
    """Shares in per cent, points as they are."""
    if value is None:
        return ""
    return (
        f"{100 * value:.1f} %"
        if measure in ("wins", "score", "share")
        else f"{value:+.1f}"
        if measure == "difference"
        else f"{value:.1f}"
    )


def study_cells(result: StudyResult) -> list[tuple[str, ...]]:
    """The rows of a study as text: line, agent, measure, published, ours, games, verdict."""
    cells: list[tuple[str, ...]] = []
    for row in result.rows:
        low, high = (shown_value(row.measure, bound).removesuffix(" %") for bound in row.ci95)
        published = shown_value(row.measure, row.published)
        if published and row.published_games:
            published += f" ({row.published_games:,})"
        verdict = ""
        if row.standard_errors is not None:
            verdict = f"{'agrees' if row.agrees else 'DIFFERS'} ({row.standard_errors:.1f})"
        agent = row.agent + (" (sees everything)" if row.clairvoyant else "")
        ours = f"{shown_value(row.measure, row.ours)} [{low}, {high}]"
        faults = f", {row.faults} faults" if row.faults else ""
        cells.append((row.label, agent, row.measure, published, ours, f"{row.games:,}{faults}", verdict))
    return cells


def study_report(result: StudyResult, folder: Path) -> Path:
    """Published figures beside ours."""
    parts = [table(STUDY_HEADER, study_cells(result), result.study.source), note(result.note)]
    parts += [note(text) for text in (*result.study.notes, *(f"left out: {text}" for text in result.skipped))]
    shares = [row for row in result.rows if row.measure in ("wins", "score")]
    if shares:
        drawn = plots.published_and_ours(
            [(f"{row.label}: {row.agent}", row.published, row.published_games, row.ours, row.ci95) for row in shares]
        )
        parts.append(
            picture(plots.save(drawn, folder, "figures"), "Published (open) and ours (filled), 95 % intervals")
        )
    parts += ["<h2>How this was played</h2>", facts(conditions(result.outcome)), HOW_TO_READ]
    return write(folder, f"{result.study.name}: {result.study.title}", parts, result.as_dict())
