"""A report: one HTML file that needs nothing else; beside it the pictures (SVG, PNG, PDF), tables for LaTeX, and the data."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.arena import plots
from tapete.arena.clock import clock_in_words
from tapete.arena.drawing import DEFAULT, Look
from tapete.arena.provenance import in_words
from tapete.arena.statistics import half_text, interval_text
from tapete.arena.tidy import write_tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tapete.arena.duel import DuelResult
    from tapete.arena.experiment import ExperimentResult
    from tapete.arena.game_statistics import Statistics
    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem }
th, td { border: 1px solid #888; padding: 0.25rem 0.6rem; text-align: right; white-space: nowrap }
th { white-space: normal } caption { text-align: left }
td.text, th.text { text-align: left; white-space: normal }
.wide { overflow-x: auto } code { overflow-wrap: anywhere }
figure { margin: 1.5rem 0 } figure svg { max-width: 100%; height: auto }
figcaption { font-size: 0.9rem } code { font-size: 0.9em } .note { border-left: 4px solid #111; padding-left: 1rem }
"""
MOST_DRAWN_MATCHES = 6
WORDS = (
    "agent",
    "partners",
    "setting",
    "line",
    "figure",
    "source",
    "value",
    "weight",
    "score of",
    "ahead of",
    "option",
    "training",
    "quantity",
    "amount",
    "entrenamiento",
    "peso",
    "magnitud",
    "cantidad",
    "puntuación de",
)


def page(title: str, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(header: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> str:
    """A table; cells are escaped. Columns of words stand on the left and may be broken, numbers may not."""
    kinds = [' class="text"' if any(cell.startswith(word) for word in WORDS) else "" for cell in header]
    if not any(kinds) and kinds:
        kinds[0] = ' class="text"'
    breakable = [html.escape(str(cell)).replace(",", ",<wbr>").replace(":", ":<wbr>") for cell in header]
    head = "".join(f"<th{kind}>{cell}</th>" for kind, cell in zip(kinds, breakable, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f"<td{k}>{html.escape(str(cell))}</td>" for k, cell in zip(kinds, row, strict=True))
        + "</tr>\n"
        for row in rows
    )
    words = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f'<div class="wide"><table>{words}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def picture(svg: str, caption: str) -> str:
    """An SVG drawing inside the page."""
    inside = svg[svg.index("<svg") :]
    inside = inside.replace("<svg", f'<svg role="img" aria-label="{html.escape(caption, quote=True)}"', 1)
    return f"<figure>{inside}<figcaption>{html.escape(caption)}</figcaption></figure>"


def note(text: str) -> str:
    return f'<p class="note">{html.escape(text)}</p>' if text else ""


def facts(entries: Mapping[str, Any]) -> str:
    """A list of names and values; of a value that holds several, one beside the other."""

    def text_of(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"<code>{html.escape(f'{name}={one}')}</code>" for name, one in value.items())
        several = value if isinstance(value, list | tuple) else [value]
        return ", ".join(f"<code>{html.escape(str(one))}</code>" for one in several)

    return f"<ul>{''.join(f'<li>{html.escape(name)}: {text_of(value)}</li>' for name, value in entries.items())}</ul>"


def write(folder: Path, title: str, parts: Sequence[str], data: Mapping[str, Any]) -> Path:
    """The page, and the same figures as JSON for scripts."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.json").write_text(json.dumps(data, indent=1), encoding="utf-8")
    path = folder / "report.html"
    path.write_text(page(title, parts), encoding="utf-8")
    return path


# LaTeX

SPECIAL = {c: "\\" + c for c in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "±": r"$\pm$",
    "µ": r"$\mu$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
}


def latex_text(text: Any) -> str:
    return "".join(SPECIAL.get(character, character) for character in str(text))


def latex_table(header: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> str:
    """A table for \\input: booktabs rules, words on the left, numbers on the right."""
    columns = "".join("l" if any(cell.startswith(word) for word in WORDS) else "r" for cell in header)
    lines = [" & ".join(latex_text(cell) for cell in row) + r" \\" for row in rows]
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            rf"\caption{{{latex_text(caption)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(latex_text(cell) for cell in header) + r" \\",
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


class Report:
    """A page in the making, with the files beside it."""

    def __init__(self, folder: Path, look: Look) -> None:
        self.folder, self.look = folder, look
        self.parts: list[str] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            from tapete.errors import BadOption

            raise BadOption(f"--report {folder}: there is a file of that name") from None

    def table(self, name: str, header: Sequence[str], rows: Sequence[Sequence[Any]], caption: str) -> None:
        """A table in the page and as a file for LaTeX."""
        self.parts.append(table(header, rows, caption))
        (self.folder / f"{name}.tex").write_text(latex_table(header, rows, caption), encoding="utf-8")

    def draw(self, name: str, caption: str, make: Callable[[], Figure]) -> None:
        """A picture in the page and as files."""
        with self.look.active():
            self.parts.append(picture(plots.save(make(), self.folder, name), caption))

    def keep(self, name: str, caption: str, drawn: Figure) -> None:
        """A picture that is drawn already."""
        with self.look.active():
            self.parts.append(picture(plots.save(drawn, self.folder, name), caption))

    def note(self, text: str) -> None:
        if text:
            self.parts.append(note(text))

    def heading(self, text: str) -> None:
        self.parts.append(f"<h2>{html.escape(text)}</h2>")

    def write(self, title: str, data: Mapping[str, Any], outcomes: Sequence[ExperimentResult]) -> Path:
        """The page, its data, and every game as a table."""
        write_tables(outcomes, self.folder)
        self.heading("How this was played")
        self.parts += [facts(conditions(outcomes[0]) | in_words()), HOW_TO_READ]
        return write(self.folder, title, self.parts, data)


def conditions(outcome: Any) -> dict[str, Any]:
    """Return the conditions under which a run can be reproduced."""
    from tapete.arena.game_statistics import options_in_words

    game = outcome.matches[0].game if outcome.matches else None
    changed = options_in_words(outcome.options, game) if game is not None else ""
    clock = outcome.settings.get("clock") or {}
    settings = {name: value for name, value in outcome.settings.items() if name not in ("clock", "lines") and value}
    return {
        "game": outcome.game,
        "options": changed or "as the game has them",
        "games": outcome.games,
        "seed": outcome.seed,
        "agents": "; ".join(outcome.specs),
        **{name: value for name, value in settings.items()},
        "time control": clock_in_words(clock) or "none",
        "reproducible": "yes" if outcome.reproducible else "no: an agent or the run has a clock",
    }


HOW_TO_READ = (
    "<h2>How to read this</h2><p>A score is the share of the wins an agent took in its games; a tie shares a win. Par is the "
    "score of an agent no better and no worse than the others. Intervals are at 95 % and treat the games of one deal as one "
    "observation, or a block of deals where an agent remembers earlier games; unknown: there are too few of these. "
    "Ratings explain all results together (Bradley-Terry, or Luce for more than two sides); 100 points more mean "
    "about 64 % of the wins between two. Times are processor time of a sample of decisions. An agent that sees everything is "
    "marked and drawn hollow: it is a reference, no competitor.</p>"
)


def time_text(thinking: Any) -> str:
    """Mean and standard deviation of a decision's processor time."""
    return "" if thinking is None else f"{thinking.ms:.3g} ± {thinking.deviation:.2g}"


def score_text(score: float, interval: Sequence[float]) -> str:
    return f"{score:.3f} {interval_text(interval)}"


# Reports


def duel_report(result: DuelResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Write the report of a duel to a folder; return the page's path."""
    assert result.outcome is not None
    report, outcome = Report(folder, look), result.outcome
    rows = [
        (
            a.shown,
            score_text(a.score, a.ci95),
            f"{a.par:.2f}",
            f"{a.wins}/{a.draws}/{a.losses}",
            f"{a.point_difference:+.1f}",
            time_text(a.thinking),
            a.faults,
        )
        for a in result.agents
    ]
    header = ("agent", "score [95 %]", "par", "W/D/L", "points ahead", "ms per decision", "faults")
    report.table("scores", header, rows, f"Scores, {result.games:,} games")
    if result.partnerships:
        partners = [
            (
                " + ".join(result.agents[i].shown for i in entry.agents),
                score_text(entry.score, entry.ci95),
                f"{entry.wins}/{entry.draws}/{entry.losses}",
                f"{entry.point_difference:+.1f}",
                entry.games,
            )
            for entry in sorted(result.partnerships, key=lambda entry: -entry.score)
        ]
        columns = ("partners", "score of the side [95 %]", "W/D/L", "points ahead", "games")
        report.table("partnerships", columns, partners, "Partnerships")
    if result.sprt is not None:
        report.note(
            f"Sequential test of {result.sprt.p0:g} against {result.sprt.p1:g}: {result.sprt.decision}. The intervals are "
            "wide enough for a run that chose when to stop."
        )
    if result.games:
        entries = [(a.shown, a.score, a.ci95, a.par, a.clairvoyant) for a in result.agents]
        report.draw("scores", "Score of each agent", lambda: plots.scores(entries, look))
        common_pictures(report, result, [a.shown for a in result.agents], result.statistics)
    return report.write(outcome.title, result.as_dict(), [outcome])


def common_pictures(report: Report, result: Any, names: Sequence[str], statistics: Statistics | None) -> None:
    """Add the figures that all runs share: outcomes, seats, points, lengths, and their statistics as tables."""
    look, outcome = report.look, result.outcome
    assert statistics is not None
    if statistics.limit_note:
        report.note(statistics.limit_note)
    bars = [(n, s.wins, s.draws, s.losses) for n, s in zip(names, statistics.agents, strict=True)]
    report.draw("outcomes", "Wins, draws and losses", lambda: plots.outcome_bars(bars, look))
    seats = [(n, s.seats) for n, s in zip(names, statistics.agents, strict=True)]
    pars = [share.par for _, shares in seats for share in shares.values()]
    report.draw("seats", "Score from each seat", lambda: plots.seat_scores(seats, pars[0] if pars else 0.5, look))
    report.draw("point-boxes", points_caption(look), lambda: plots.point_boxes(result, look))
    report.draw("point-histograms", "Distribution of points per game", lambda: plots.point_histograms(result, look))
    report.draw("lengths", "Length of games", lambda: plots.lengths(result, look))
    for number, match in enumerate(outcome.matches[:MOST_DRAWN_MATCHES]):
        if has_points(match):
            last = len(match.agents) - 1
            caption = f"Points of {outcome.name(match.agents[0])} against those of {outcome.name(match.agents[last])}"
            report.draw(
                f"points-against-points-{number + 1}", caption,
                partial(plots.points_against_points, outcome, number, 0, last, look),
            )  # fmt: skip
    report.draw(
        "durations", "Processor time of games on the machine that played them", lambda: plots.durations(result, look)
    )
    report.draw(
        "points-against-time", "Lead of each match's first agent against the processor time of the game",
        lambda: plots.points_against_time(result, look),
    )  # fmt: skip
    statistics_tables(report, names, statistics)


def has_points(match: Any) -> bool:
    """Return False in zero-sum scoring, where the points of one agent follow from those of the other."""
    if len(match.agents) < 2 or len(match.games) <= 3 or len(set(match.game.sides)) < match.game.seats:
        return False
    totals = match.games.points.sum(axis=1)
    return match.game.seats > 2 or bool(totals.std() > 0)


def points_caption(look: Look) -> str:
    whiskers = "1.5 times the quartile distance, points beyond" if look.outliers else "5 to 95 %"
    return f"Points per game: median, quartiles, mean (diamond); whiskers: {whiskers}; at the right mean ± s.d."


def statistics_tables(report: Report, names: Sequence[str], found: Statistics) -> None:
    """Descriptive statistics as tables."""
    header = ("agent", "wins", "draws", "losses", "mean points", "s.d.", "least", "Q1", "median", "Q3", "most")
    rows = []
    for name, agent in zip(names, found.agents, strict=True):
        spread = agent.points
        numbers = [""] * 7
        if spread is not None:
            values = (spread.least, spread.quartile1, spread.median, spread.quartile3, spread.most)
            numbers = [f"{spread.mean:.2f}", f"{spread.deviation:.2f}", *(f"{value:g}" for value in values)]
        rows.append((name, agent.wins, agent.draws, agent.losses, *numbers))
    report.table("points", header, rows, "Results and points of each agent's games")
    games = [
        ("decisions per game", found.decisions),
        ("turns per game", found.turns),
        ("seconds of processor per game", found.seconds),
    ]
    numbers_of = [
        (name, f"{s.mean:.4g}", f"{s.deviation:.3g}", f"{s.least:.4g}", f"{s.quartile1:.4g}", f"{s.median:.4g}",
         f"{s.quartile3:.4g}", f"{s.most:.4g}")
        for name, s in games if s is not None
    ]  # fmt: skip
    report.table("lengths", ("value", "mean", "s.d.", "least", "Q1", "median", "Q3", "most"), numbers_of, "Games")
    ends = [(name, count, f"{100 * count / max(1, found.games):.1f} %") for name, count in sorted(found.ends.items())]
    report.table("ends", ("value", "games", "share"), ends, "How games ended")
    counted = list(dict.fromkeys(name for agent in found.agents for name in agent.counters))
    if counted:
        rows_of = [
            (
                name,
                *(
                    f"{a.counters[f].mean:.2f} ± {a.counters[f].deviation:.2f}" if f in a.counters else ""
                    for f in counted
                ),
            )
            for name, a in zip(names, found.agents, strict=True)
        ]
        report.table("facts", ("agent", *counted), rows_of, "What the game counts, mean ± s.d. per game")
    kinds = list(dict.fromkeys(kind for agent in found.agents for kind in agent.actions))
    if kinds:
        acted = [
            (kind, *(f"{a.actions[kind].mean:.2f} ± {a.actions[kind].deviation:.2f}" if kind in a.actions else "0"
                     for a in found.agents))
            for kind in kinds
        ]  # fmt: skip
        report.table("actions", ("kind of action", *names), acted, "Actions of each kind, mean ± s.d. per game")
    for by, groups in found.groups.items():
        grouped = [
            (value, *("" if s is None else f"{score_text(s.score, s.ci95)} ({s.games:,})" for s in shares))
            for value, shares in groups.items()
        ]
        report.table(f"by-{by}", ("value", *names), grouped, f"Score by {by} [95 %] (games)")


def tournament_report(result: TournamentResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Write the report of a tournament to a folder; return the page's path."""
    report, outcome = Report(folder, look), result.outcome
    ranked = sorted(result.standings, key=lambda standing: standing.rank)
    rows = [
        (
            s.rank,
            s.shown,
            f"{s.rating:.0f} {interval_text(s.rating_ci95, '.0f')}",
            score_text(s.score, s.ci95),
            f"{s.par:.2f}",
            s.games,
            f"{s.wins}/{s.draws}/{s.losses}",
            f"{s.points:+.1f}",
            time_text(s.thinking),
            s.faults,
        )
        for s in ranked
    ]
    header = (
        "rank", "agent", "rating [95 %]", "score [95 %]", "par", "games", "W/D/L", "points ahead", "ms per decision", "faults",
    )  # fmt: skip
    report.table("ranking", header, rows, "Ranking")
    order = [result.standings.index(s) for s in ranked]
    cross = []
    for i in order:
        cells = [result.compared[i][j] for j in order]
        values = ["" if c is None else f"{c.score:.3f} {half_text(c.ci95)}" for c in cells]
        cross.append([f"{result.standings[i].rank} {result.standings[i].shown}", *values])
    what = "score of \\ in games with" if result.ahead is None else "ahead of: how often the row's agent finished first"
    caption = "Cross table" if result.ahead is None else "Who finished ahead of whom (par 0.5)"
    report.table("cross-table", (what, *(str(s.rank) for s in ranked)), cross, caption)
    report.note(result.note)
    if result.fit is not None:
        report.note(result.fit.text)
    faulty = [s for s in ranked if s.faults]
    if faulty:
        report.heading("Games lost by faults")
        for s in faulty:
            kinds = ", ".join(f"{n} {kind}" for kind, n in s.fault_kinds.items())
            report.parts.append(f"<p>{html.escape(f'{s.shown}: {kinds}; first: it {s.first_fault}')}</p>")
    if outcome.games:
        report.draw("win-rates", "Score of each agent over all its games", lambda: plots.win_rates(result, look))
        report.draw("ratings", "Rating of each agent", lambda: plots.rating_ladder(result, look))
        report.draw(
            "cross-table", f"{caption}; ± is half the 95 % interval", lambda: plots.cross_heat_map(result, look)
        )
        common_pictures(report, result, [s.shown for s in result.standings], result.statistics)
    return report.write(outcome.title, result.as_dict(), [outcome])


def sweep_report(result: SweepResult, folder: Path, look: Look = DEFAULT) -> Path:
    """Write the report of a sweep to a folder; return the page's path."""
    report = Report(folder, look)
    rows = []
    for t in sorted(result.trials, key=lambda trial: -trial.score):
        gap = "best" if t.behind is None else f"{t.behind.value:+.3f} {interval_text(t.behind.ci95, '+.3f')}"
        rows.append(
            (
                t.shown,
                score_text(t.score, t.ci95),
                f"{t.par:.2f}",
                gap,
                "yes" if t.within_noise else "no",
                f"{t.point_difference:+.1f}",
                time_text(t.thinking),
                t.games,
                t.faults,
            )
        )
    header = (
        "setting", "score [95 %]", "par", "behind the best [95 %]", "within noise", "points ahead", "ms per decision", "games",
        "faults",
    )  # fmt: skip
    report.table("settings", header, rows, f"Settings against {', '.join(result.opponents)}, best first")
    report.note(result.note)
    for effect in result.effects if result.search == "grid" else ():
        values = [(value, score_text(score, ci)) for value, (score, ci) in effect.values.items()]
        caption = f"{effect.option}, mean over the other settings (p = {effect.p:.2g}, all values judged together)"
        report.table(f"effect-{effect.option}", ("option", "score [95 %]"), values, caption)
    with look.active():
        drawings = plots.sweep_pictures(result, look)
    for name, (drawn, caption) in drawings.items():
        report.keep(name, caption, drawn)
    return report.write(f"{result.game}: {result.template}", result.as_dict(), result.outcomes)
