"""Report of a study, as text tables and as a page: published figures beside ours, in their published shape."""

from __future__ import annotations

import html
import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tapete.arena.drawing import DEFAULT, Look
from tapete.arena.provenance import bibtex, in_words
from tapete.arena.report import HOW_TO_READ, Report, conditions, facts, latex_text, table, write
from tapete.arena.statistics import is_known
from tapete.arena.tidy import write_tables
from tapete.studies.pictures import draw, merged, shares_picture
from tapete.studies.study import (
    IN_PERCENT,
    MIN_GAMES,
    NORMAL,
    SHARES,
    Cell,
    Figure,
    PublishedMatrix,
    Row,
    Study,
    StudyResult,
    display,
    distance,
    measured,
    seats_of,
    series_freedom,
)

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
    """Format a value: shares in per cent, points as they are."""
    if value is None:
        return ""
    if measure in IN_PERCENT:
        return f"{100 * value:.1f} %"
    return f"{value:+.1f}" if measure == "difference" else f"{value:.1f}"


def study_cells(result: StudyResult, rows: Sequence[Row] | None = None) -> list[tuple[str, ...]]:
    """Return the rows of a study as text: line, agent, measure, published, its source, ours, par, games, verdict."""
    cells: list[tuple[str, ...]] = []
    for row in result.rows if rows is None else rows:
        low, high = (shown_value(row.measure, bound).removesuffix(" %") for bound in row.ci95)
        published = shown_value(row.measure, row.published)
        if published and row.published_games:
            published += f" ({row.published_games:,})"
        ours = shown_value(row.measure, row.ours)
        if not is_known(row.ci95):
            ours += " [unknown]"
        elif low != high:
            ours += f" [{low}, {high}]"
        faults = f", {row.faults} faults" if row.faults else ""
        par = "" if row.par is None else f"{100 * row.par:.0f} %"
        games = f"{row.games:,}{faults}"
        seat = "" if row.seat is None else f", seat {row.seat + 1}"
        cells.append((row.label, row.shown, row.measure + seat, published, row.source, ours, par, games, row.verdict))
    return cells


def study_table(
    result: StudyResult, rows: Sequence[Row] | None = None
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return header and rows of a study, without empty columns: without published figures there is no verdict."""
    cells = study_cells(result, rows)
    header = tuple(cell.replace("published", result.study.reference) for cell in STUDY_HEADER)
    kept = [i for i in range(len(header)) if i < 3 or any(row[i] for row in cells)]
    return tuple(header[i] for i in kept), [tuple(row[i] for i in kept) for row in cells]


# Tables in their published shape


class Value(NamedTuple):
    """Contents of a cell: the published figure, ours with half its interval, and their distance."""

    published: float | None
    ours: float
    half: float
    apart: float | None
    few: bool
    measure: str


def value_of(result: StudyResult, cell: Cell) -> Value | None:
    """Return the value of a cell; None if its games were not played."""
    labels = [line.label for line in result.study.lines]
    if cell.label in labels:
        line, match = result.study.lines[labels.index(cell.label)], result.outcome.matches[labels.index(cell.label)]
        if not len(match.games):
            return None
        alike = [f for f in line.figures if (f.agent, f.measure, f.seat) == (cell.agent, cell.measure, None)]
        alike = [f for f in alike if cell.source in (None, f.source)]
        figure = alike[0] if alike else Figure(cell.published, measure=cell.measure, judged=False)
        ours, (low, high), error = measured(
            match.games, seats_of(match.games, cell.agent), cell.measure, match.game.sides
        )
        games = len(match.games)
        apart = distance(figure, ours, error, games, series_freedom([match.games.plan]))
        value = figure.value if cell.published is None else cell.published
        few = (apart is not None and games < MIN_GAMES) or (figure.judged and math.isnan(low))
        return Value(value, ours, (high - low) / 2, None if few else apart, few, cell.measure)
    for row in result.rows:
        if row.label == cell.label and row.measure == cell.measure:
            half = (row.ci95[1] - row.ci95[0]) / 2
            return Value(row.published, row.ours, half, row.standard_errors, row.too_few, row.measure)
    return None


def cell_text(value: Value | None) -> str:
    """Format a cell as `published / ours (standard errors apart)`, marked if they differ; ours alone with half its interval."""
    if value is None:
        return ""

    def number(x: float | None) -> str:
        return shown_value(value.measure, x).removesuffix(" %")

    if value.published is None:
        half = 100 * value.half if value.measure in IN_PERCENT else value.half
        return f"{number(value.ours)} ±{'?' if math.isnan(half) else f'{half:.1f}'}"
    apart = "few" if value.few else "" if value.apart is None else f"{value.apart:.1f}"
    differs = "*" if value.apart is not None and value.apart > NORMAL else ""
    return f"{number(value.published)} / {number(value.ours)}{f' ({apart})' if apart else ''}{differs}"


def matrix_table(result: StudyResult, matrix: PublishedMatrix) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Return a published table with ours beside each figure; None if nothing of it was played."""
    values = [[None if cell is None else value_of(result, cell) for cell in row] for row in matrix.cells]
    if not any(value is not None for row in values for value in row):
        return None
    rows = [(name, *(cell_text(value) for value in row)) for name, row in zip(matrix.rows, values, strict=True)]
    return (matrix.corner, *matrix.columns), rows


def matrix_caption(result: StudyResult, matrix: PublishedMatrix) -> str:
    """Return the caption of a table, which explains its numbers."""
    values = [value_of(result, cell) for row in matrix.cells for cell in row if cell is not None]
    found = [value for value in values if value is not None]
    percent = "per cent: " if all(value.measure in IN_PERCENT for value in found) else ""
    if all(value.published is None for value in found):
        return f"{matrix.caption} ({percent}ours, ± half the 95 % interval)"
    notes = ["standard errors apart; * differs at 95 %"] if any(value.apart is not None for value in found) else []
    notes += (
        [f"few: fewer than {MIN_GAMES} games, or too few blocks of a series"]
        if any(value.few for value in found)
        else []
    )
    apart = f" ({'; '.join(notes)})" if notes else ""
    return f"{matrix.caption} ({percent}{result.study.reference} / ours{apart})"


def matrices(result: StudyResult) -> list[tuple[PublishedMatrix, str, tuple[str, ...], list[tuple[str, ...]]]]:
    """Return the tables of a study that can be shown: table, caption, header, rows."""
    found = []
    for matrix in result.study.matrices:
        made = matrix_table(result, matrix)
        if made is not None:
            found.append((matrix, matrix_caption(result, matrix), *made))
    return found


def rest(result: StudyResult) -> list[Row]:
    """Return the rows that no table in its published shape shows."""
    shown = {
        (cell.label, cell.measure, cell.agent, cell.source)
        for matrix, *_ in matrices(result)
        for row in matrix.cells
        for cell in row
        if cell is not None
    }
    agents = {line.label: line.agents for line in result.study.lines}
    seen: set[tuple[str, str, str]] = set()
    left = []
    for row in result.rows:
        key = (row.label, row.measure, row.agent)
        sources = {row.source} if key in seen else {row.source, None}  # None: the first figure of these games
        places = [i for i, spec in enumerate(agents.get(row.label, ())) if spec == row.agent] or [0]
        covered = any((row.label, row.measure, place, source) in shown for place in places for source in sources)
        if row.seat is not None or not covered:
            left.append(row)
        seen.add(key)
    return left


# LaTeX


def short_rows(study: Study, rows: Sequence[Row]) -> list[tuple[str, str, str, str]]:
    """Return rows of label, published, ours with half its interval, standard errors apart."""
    agents = Counter(label for label, _ in {(row.label, row.shown) for row in rows})
    several = len({row.measure for row in rows}) > 1
    found = []
    for row in rows:
        label = display(study, row.label)
        label = label if agents[row.label] == 1 else f"{label}: {row.shown}"
        label += f" ({row.measure})" if several else ""
        half = (row.ci95[1] - row.ci95[0]) / 2
        ours = shown_value(row.measure, row.ours).removesuffix(" %")
        wide = 100 * half if row.measure in IN_PERCENT else half
        spread = " ±?" if math.isnan(half) else f" ±{wide:.1f}" if half else ""
        apart = "few" if row.too_few else "" if row.standard_errors is None else f"{row.standard_errors:.1f}"
        theirs = shown_value(row.measure, row.published).removesuffix(" %")
        found.append((label, theirs, ours + spread, apart))
    return found


def latex_name(name: str) -> str:
    return name.replace("/", "-").replace("_", "-")


def longtable(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str, label: str) -> str:
    """Return a LaTeX table over as many pages as needed: a first column of wrapped words, narrow columns of numbers."""
    width = 0.5 if len(header) <= 4 else max(0.16, 0.9 - 0.12 * (len(header) - 1))
    columns = rf"p{{{width:.2f}\linewidth}}" + "r" * (len(header) - 1)
    head = " & ".join(latex_text(cell) for cell in header) + r" \\"
    return "\n".join(
        [
            r"% needs \usepackage{booktabs,longtable}",
            r"{\small",
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{latex_text(caption)}}}\label{{tab:{label}}}\\",
            rf"\toprule {head} \midrule \endfirsthead",
            rf"\toprule {head} \midrule \endhead",
            r"\bottomrule \endfoot",
            *(" & ".join(latex_text(cell) for cell in row) + r" \\" for row in rows),
            r"\end{longtable}}",
            "",
        ]
    )


# The page


def lines_table(result: StudyResult) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the agents, options and seating of each line."""
    from tapete.arena.game_statistics import options_in_words

    rows: list[tuple[str, ...]] = []
    for line, match in zip(result.study.lines, result.outcome.matches, strict=True):
        options = options_in_words(match.game.options, match.game) or "as the game has them"
        seats = "every seat" if line.seating is None else "; ".join(",".join(map(str, row)) for row in line.seating)
        rows.append((line.label, " v ".join(line.agents), options, seats, f"{len(match.games):,}"))
    return ("line", "agents", "options", "seating", "games"), rows


def study_report(result: StudyResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Write a report: published figures beside ours, and the pictures of the published work."""
    report = Report(folder, look)
    name = latex_name(result.study.name)
    for matrix, caption, header, rows in matrices(result):
        report.parts.append(table(header, rows, caption))
        text = longtable(header, rows, caption, f"{name}-{matrix.name}")
        (folder / f"{matrix.name}.tex").write_text(text, encoding="utf-8")
    report.note(result.note)
    report.parts.append(table(*study_table(result), f"All figures: {result.study.source}"))
    header = ("line", result.study.reference, "ours ±95 %", "s.e.")
    text = longtable(
        header, short_rows(result.study, result.rows), f"{result.study.title}. {result.study.source}", name
    )
    (folder / "study.tex").write_text(text, encoding="utf-8")
    for text in (*result.study.notes, *(f"left out: {text}" for text in result.skipped)):
        report.note(text)
    for picture in result.study.pictures:
        with look.active():
            drawn = draw(result, picture, look)
        if drawn is not None:
            report.keep(picture.name, picture.caption, drawn)
    shares = [row for row in result.rows if row.measure in SHARES]
    entries = merged(shares, result.study)
    for place in range(0, len(entries), MOST_ROWS):
        part = entries[place : place + MOST_ROWS]
        number = f"-{place // MOST_ROWS + 1}" if len(entries) > MOST_ROWS else ""
        named = result.study.reference.capitalize()
        caption = f"{named} (open marks) and ours (filled), 95 % intervals; dotted: par"
        report.draw(f"figures{number}", caption, partial(shares_picture, result, part, shares, look))
    return finished(report, result)


def finished(report: Report, result: StudyResult) -> Path:
    """Write the page with the conditions, the data, every game as a table, and the citation."""
    outcomes = [result.outcome, *(outcome for row in result.rows for outcome in row.outcomes)]
    write_tables([outcome for outcome in outcomes if outcome.matches], report.folder)
    report.heading("How this was played")
    if result.study.lines:
        report.parts.append(table(*lines_table(result), "Lines"))
    stated = conditions(result.outcome)
    stated.pop("agents", None)
    stated["options"] = options_text(result)
    stated["games"] = result.games
    cite = bibtex(result.provenance)
    (report.folder / "cite.bib").write_text(cite, encoding="utf-8")
    report.parts += [facts(stated | in_words(result.provenance)), HOW_TO_READ]
    report.parts.append(f"<h2>How to cite this</h2><pre>{html.escape(cite)}</pre>")
    return write(report.folder, f"{result.study.name}: {result.study.title}", report.parts, result.as_dict())


def options_text(result: StudyResult) -> str:
    """Return the options of all lines, or a note that they differ."""
    found = list(dict.fromkeys(row[2] for row in lines_table(result)[1]))
    if len(found) > 1:
        return f"by line, see above: {' | '.join(found)}" if len(found) <= 4 else "by line, see above"
    return found[0] if found else "those of the trainings: run.toml in their folders"
