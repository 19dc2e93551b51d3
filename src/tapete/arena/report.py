"""A report: one HTML file that needs nothing else, and the pictures beside it as SVG and PNG."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.arena import plots

if TYPE_CHECKING:
    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem }
th, td { border: 1px solid #888; padding: 0.25rem 0.6rem; text-align: right }
th:first-child, td:first-child, td.text { text-align: left }
figure { margin: 1.5rem 0 } figure svg { max-width: 100%; height: auto }
figcaption { font-size: 0.9rem } code { font-size: 0.9em } .note { border-left: 4px solid #111; padding-left: 1rem }
"""


def page(title: str, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(header: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> str:
    """A table; cells are escaped."""
    head = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in rows)
    words = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{words}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def picture(svg: str, caption: str) -> str:
    """An SVG drawing inside the page."""
    inside = svg[svg.index("<svg") :]
    return f"<figure>{inside}<figcaption>{html.escape(caption)}</figcaption></figure>"


def note(text: str) -> str:
    return f'<p class="note">{html.escape(text)}</p>' if text else ""


def facts(entries: Mapping[str, Any]) -> str:
    items = "".join(
        f"<li>{html.escape(name)}: <code>{html.escape(str(value))}</code></li>" for name, value in entries.items()
    )
    return f"<ul>{items}</ul>"


def write(folder: Path, title: str, parts: Sequence[str], data: Mapping[str, Any]) -> Path:
    """The page, and the same figures as JSON for scripts."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.json").write_text(json.dumps(data, indent=1), encoding="utf-8")
    path = folder / "report.html"
    path.write_text(page(title, parts), encoding="utf-8")
    return path


def tournament_report(result: TournamentResult, folder: Path) -> Path:
    """Everything about a tournament."""
    outcome = result.outcome
    ranked = sorted(result.standings, key=lambda standing: standing.rank)
    rows = [
        (
            s.rank,
            s.spec + (" (sees everything)" if s.clairvoyant else ""),
            f"{s.rating:.0f} [{s.rating_ci95[0]:.0f}, {s.rating_ci95[1]:.0f}]",
            f"{s.score:.3f} [{s.ci95[0]:.3f}, {s.ci95[1]:.3f}]",
            f"{s.par:.2f}",
            s.games,
            f"{s.points:+.1f}",
            "" if s.ms_per_decision is None else f"{s.ms_per_decision:.3g}",
            s.faults,
        )
        for s in ranked
    ]
    header = (
        "rank",
        "agent",
        "rating [95 %]",
        "score [95 %]",
        "par",
        "games",
        "points ahead",
        "ms per decision",
        "faults",
    )
    order = [result.standings.index(s) for s in ranked]
    cross = []
    for i in order:
        cells = [result.cells[i][j] for j in order]
        shown = ["" if c is None else f"{c.score:.3f} ±{(c.ci95[1] - c.ci95[0]) / 2:.3f}" for c in cells]
        cross.append([f"{result.standings[i].rank} {result.standings[i].spec}", *shown])
    parts = [
        table(header, rows, "Ranking"),
        table(("score of \\ in games with", *(str(s.rank) for s in ranked)), cross, "Cross table"),
        note(result.note),
    ]
    faulty = [s for s in ranked if s.faults]
    if faulty:
        lines = [
            (s.spec, *(f"{n} {kind}" for kind, n in s.fault_kinds.items()), f"first: it {s.first_fault}")
            for s in faulty
        ]
        parts += ["<h2>Games lost by faults</h2>", "".join(f"<p>{html.escape('; '.join(line))}</p>" for line in lines)]
    if outcome.games:
        drawings = {
            "win-rates": (plots.win_rates, "Score of each agent over all its games"),
            "ratings": (plots.rating_ladder, "Rating of each agent"),
            "cross-table": (plots.cross_heat_map, "Scores between agents"),
            "point-boxes": (plots.point_boxes, "Points per game"),
            "point-histograms": (plots.point_histograms, "Distribution of points per game"),
            "durations": (plots.durations, "Length of games"),
            "points-against-time": (plots.points_against_time, "Margin against time"),
        }
        for name, (draw, caption) in drawings.items():
            parts.append(picture(plots.save(draw(result), folder, name), caption))
    parts += ["<h2>How this was played</h2>", facts(conditions(outcome)), HOW_TO_READ]
    return write(folder, outcome.title, parts, result.as_dict())


def conditions(outcome: Any) -> dict[str, Any]:
    return {
        "game": outcome.game,
        "options": json.dumps(dict(outcome.options)),
        "games": outcome.games,
        "seed": outcome.seed,
        "settings": json.dumps(dict(outcome.settings)),
        "reproducible": "yes" if outcome.reproducible else "no: an agent or the run has a clock",
    }


HOW_TO_READ = (
    "<h2>How to read this</h2><p>A score is the share of the wins an agent took in its games; a tie shares a win. Par is the "
    "score of an agent no better and no worse than the others. Intervals are at 95 % and treat the games of one deal as one "
    "observation. Ratings explain all results together (Bradley-Terry, or Luce for more than two sides); 100 points more mean "
    "about 64 % of the wins between two.</p>"
)


def sweep_report(result: SweepResult, folder: Path) -> Path:
    """Everything about a sweep."""
    best_first = sorted(result.trials, key=lambda trial: -trial.score)
    rows = [
        (
            t.spec,
            f"{t.score:.3f} [{t.ci95[0]:.3f}, {t.ci95[1]:.3f}]",
            f"{t.point_difference:+.1f}",
            "" if t.ms_per_decision is None else f"{t.ms_per_decision:.3g}",
            t.games,
            t.faults,
        )
        for t in best_first
    ]
    parts = [
        table(("setting", "score [95 %]", "points ahead", "ms per decision", "games", "faults"), rows),
        note(result.note),
    ]
    for name, drawn in plots.sweep_pictures(result).items():
        parts.append(picture(plots.save(drawn, folder, name), name.replace("-", " ")))
    entries = {
        "game": result.game,
        "opponents": ", ".join(result.opponents),
        "search": result.search,
        "seed": result.seed,
    }
    parts += ["<h2>How this was played</h2>", facts(entries), HOW_TO_READ]
    return write(folder, f"{result.game}: {result.template}", parts, result.as_dict())
