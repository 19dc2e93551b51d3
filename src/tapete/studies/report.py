"""A study as rows of text and as a page: published figures beside ours."""

from __future__ import annotations

from pathlib import Path

from tapete.arena import plots
from tapete.arena.drawing import DEFAULT, Look
from tapete.arena.report import Report
from tapete.arena.statistics import is_known
from tapete.studies.pictures import draw, merged
from tapete.studies.study import StudyResult

MOST_ROWS = 24  # of one picture

STUDY_HEADER = (
    "line",
    "agent",
    "figure",
    "published (games)",
    "source",
    "ours [95 %]",
    "par",
    "games",
    "verdict (standard errors apart)",
)


def shown_value(measure: str, value: float | None) -> str:
    """Shares in per cent, points as they are."""
    if value is None:
        return ""
    return (
        f"{100 * value:.1f} %"
        if measure in ("wins", "score", "share", "agreement")
        else f"{value:+.1f}"
        if measure == "difference"
        else f"{value:.1f}"
    )


def study_cells(result: StudyResult) -> list[tuple[str, ...]]:
    """The rows of a study as text: line, agent, measure, published, its source, ours, par, games, verdict."""
    cells: list[tuple[str, ...]] = []
    for row in result.rows:
        ends = ", ".join(shown_value(row.measure, bound).removesuffix(" %") for bound in row.ci95)
        published = shown_value(row.measure, row.published)
        if published and row.published_games:
            published += f" ({row.published_games:,})"
        verdict = ""
        if row.standard_errors is not None:
            verdict = f"{'agrees' if row.agrees else 'DIFFERS'} ({row.standard_errors:.1f})"
        elif published and not is_known(row.ci95):
            verdict = "too few games"
        ours = f"{shown_value(row.measure, row.ours)} [{ends if is_known(row.ci95) else 'unknown'}]"
        faults = f", {row.faults} faults" if row.faults else ""
        par = "" if row.par is None else f"{100 * row.par:.0f} %"
        games = f"{row.games:,}{faults}"
        cells.append((row.label, row.shown, row.measure, published, row.source, ours, par, games, verdict))
    return cells


def study_table(result: StudyResult) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Header and rows of a study, without columns in which nothing stands: where nothing was published there is no verdict."""
    cells = study_cells(result)
    kept = [i for i in range(len(STUDY_HEADER)) if i < 3 or any(row[i] for row in cells)]
    return tuple(STUDY_HEADER[i] for i in kept), [tuple(row[i] for i in kept) for row in cells]


def study_report(result: StudyResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Published figures beside ours, and the pictures of the work that published them."""
    report = Report(folder, look)
    report.table("study", *study_table(result), result.study.source)
    report.note(result.note)
    for text in (*result.study.notes, *(f"left out: {text}" for text in result.skipped)):
        report.note(text)
    for picture in result.study.pictures:
        with look.active():
            drawn = draw(result, picture, look)
        if drawn is not None:
            report.draw(picture.name, picture.caption, lambda drawn=drawn: drawn)  # type: ignore[misc]
    entries = merged([row for row in result.rows if row.measure in ("wins", "score")])
    for place in range(0, len(entries), MOST_ROWS):
        part = entries[place : place + MOST_ROWS]
        number = f"-{place // MOST_ROWS + 1}" if len(entries) > MOST_ROWS else ""
        caption = "Published (open marks) and ours (filled), 95 % intervals; dotted: par"
        report.draw(f"figures{number}", caption, lambda part=part: plots.published_and_ours(part, look))  # type: ignore[misc]
    return report.write(f"{result.study.name}: {result.study.title}", result.as_dict(), [result.outcome])
