"""Tables of the arena for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from tapete.arena.duel import DuelResult
    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult
    from tapete.evolve.compare import Comparison
    from tapete.studies.study import Study, StudyResult

WIDEST_CROSS_TABLE = 12


def print_duel(result: DuelResult, out: Console) -> None:
    """Scores with their intervals, and what the reader must know to trust them."""
    from rich.table import Table

    table = Table(title=f"{result.game}, {result.games} games", title_justify="left")
    for column in ("agent", "score [95 %]", "par", "W/D/L", "points", "ms/move", "faults"):
        table.add_column(column, justify="left" if column == "agent" else "right", overflow="fold")
    for agent in result.agents:
        table.add_row(
            agent.spec + (" (sees everything)" if agent.clairvoyant else ""),
            f"{agent.score:.3f} [{agent.ci95[0]:.3f}, {agent.ci95[1]:.3f}]",
            f"{agent.par:.2f}",
            f"{agent.wins}/{agent.draws}/{agent.losses}",
            f"{agent.point_difference:+.1f}",
            "" if agent.ms_per_decision is None else f"{agent.ms_per_decision:.2g}",
            str(agent.faults),
        )
    out.print(table)
    if result.sprt is not None:
        test = result.sprt
        verdict = {
            "H0": f"score {test.p0:g} rather than {test.p1:g}",
            "H1": f"score {test.p1:g} rather than {test.p0:g}",
        }
        out.print(f"sequential test: {verdict.get(test.decision, 'undecided')} (log-likelihood ratio {test.llr:+.2f})")
    for agent in result.agents:
        if agent.first_fault:
            out.print(f"{agent.spec} {agent.first_fault} ({agent.faults} games lost by faults)")
    rate = result.played_now / result.seconds if result.seconds else 0
    if result.played_now < result.games:
        out.print(f"{result.games - result.played_now} games from the store, {result.played_now} played now")
    clock = "" if result.reproducible else "; a budget in milliseconds makes this run not reproducible"
    out.print(f"{result.seconds:.1f} s, {rate:,.0f} games/s, seed {result.seed}{clock}")


def print_tournament(result: TournamentResult, out: Console) -> None:
    """The ranking, the cross table, and what the reader must know to trust them."""
    from rich.table import Table

    outcome = result.outcome
    ranked = sorted(range(len(result.standings)), key=lambda i: result.standings[i].rank)
    table = Table(title=f"{outcome.title}, {outcome.games:,} games", title_justify="left")
    columns = ("", "agent", "rating [95 %]", "score [95 %]", "par", "games", "points", "ms/move", "faults")
    for column in columns:
        table.add_column(column, justify="left" if column == "agent" else "right", overflow="fold")
    for number in ranked:
        s = result.standings[number]
        table.add_row(
            str(s.rank),
            s.spec + (" (sees everything)" if s.clairvoyant else ""),
            f"{s.rating:.0f} [{s.rating_ci95[0]:.0f}, {s.rating_ci95[1]:.0f}]",
            f"{s.score:.3f} [{s.ci95[0]:.3f}, {s.ci95[1]:.3f}]",
            f"{s.par:.2f}",
            f"{s.games:,}",
            f"{s.points:+.1f}",
            "" if s.ms_per_decision is None else f"{s.ms_per_decision:.2g}",
            str(s.faults),
        )
    out.print(table)
    if len(ranked) > 2:
        cross = Table(
            title="score of the row's agent in games with the column's, and half the 95 % interval",
            title_justify="left",
        )
        cross.add_column("")
        shown = ranked[:WIDEST_CROSS_TABLE]
        for number in shown:
            cross.add_column(str(result.standings[number].rank), justify="right")
        for number in ranked:
            row = [f"{result.standings[number].rank} {result.standings[number].spec}"]
            for other in shown:
                cell = result.cells[number][other]
                row.append("" if cell is None else f"{cell.score:.3f} ±{(cell.ci95[1] - cell.ci95[0]) / 2:.3f}")
            cross.add_row(*row)
        out.print(cross)
    if result.note:
        out.print(result.note)
    for s in result.standings:
        if s.faults:
            kinds = ", ".join(f"{count} {kind}" for kind, count in s.fault_kinds.items())
            out.print(f"{s.spec} lost {s.faults} games by faults ({kinds}); the first: it {s.first_fault}")
    clock = "" if outcome.reproducible else "; clocks make this run not reproducible"
    out.print(
        f"{outcome.played_now:,} games played now in {outcome.seconds:.1f} s, {outcome.from_store:,} taken from the store, "
        f"seed {outcome.seed}{clock}"
    )


def print_sweep(result: SweepResult, out: Console) -> None:
    """All settings, best first."""
    from rich.table import Table

    table = Table(title=f"{result.game}: {result.template} against {', '.join(result.opponents)}", title_justify="left")
    for column in ("setting", "score [95 %]", "points", "ms/move", "games", "faults"):
        table.add_column(column, justify="left" if column == "setting" else "right", overflow="fold")
    for trial in sorted(result.trials, key=lambda trial: -trial.score):
        table.add_row(
            trial.spec,
            f"{trial.score:.3f} [{trial.ci95[0]:.3f}, {trial.ci95[1]:.3f}]",
            f"{trial.point_difference:+.1f}",
            "" if trial.ms_per_decision is None else f"{trial.ms_per_decision:.2g}",
            f"{trial.games:,}",
            str(trial.faults),
        )
    out.print(table)
    out.print(result.note)
    data = result.as_dict()
    out.print(
        f"{data['played_now']:,} games played now in {data['seconds']:.1f} s, {data['from_store']:,} taken from the store, "
        f"seed {result.seed}"
    )


def print_runs(runs: Sequence[Mapping[str, Any]], out: Console) -> None:
    """The runs of a store."""
    from rich.table import Table

    table = Table()
    for column in ("run", "kind", "title", "games", "faults", "seed", "started", "last played", "rules"):
        table.add_column(column, justify="right" if column in ("run", "games", "faults", "seed") else "left")
    for run in runs:
        words = [run["kind"], run["title"], f"{run['games']:,}", run["faults"], run["seed"]]
        table.add_row(
            str(run["id"]), *(str(word) for word in (*words, run["started"], run["updated"], run["rules"][:8]))
        )
    out.print(table)


def print_comparison(data: Mapping[str, Any], out: Console) -> None:
    """Agents that several runs have in common."""
    from rich.table import Table

    table = Table(title="score [95 %] by run", title_justify="left")
    table.add_column("agent")
    for run in data["runs"]:
        table.add_column(f"run {run['id']}: {run['title']}", justify="right")
    table.add_column("last - first [95 %]", justify="right")
    for agent in data["agents"]:
        cells = [
            "" if s is None else f"{s['score']:.3f} [{s['ci95'][0]:.3f}, {s['ci95'][1]:.3f}]" for s in agent["scores"]
        ]
        change = agent["difference"]
        shown = "" if change is None else f"{change['value']:+.3f} [{change['ci95'][0]:+.3f}, {change['ci95'][1]:+.3f}]"
        table.add_row(agent["spec"], *cells, shown)
    out.print(table)
    for warning in data["warnings"]:
        out.print(warning)


def print_studies(found: Sequence[Study], out: Console) -> None:
    from rich.table import Table

    table = Table()
    for column in ("study", "what", "source"):
        table.add_column(column, overflow="fold")
    for study in found:
        table.add_row(study.name, study.title, study.source)
    out.print(table)


def print_study(result: StudyResult, out: Console) -> None:
    """Published beside ours."""
    from rich.table import Table

    from tapete.studies.report import STUDY_HEADER, study_cells

    table = Table(title=f"{result.study.name}: {result.study.title} ({result.study.source})", title_justify="left")
    for column in STUDY_HEADER:
        table.add_column(column, justify="right" if "games" in column or "ours" in column else "left", overflow="fold")
    line = agent = ""
    for cells in study_cells(result):
        if cells[0] != line:
            table.add_row(*cells)
        else:
            table.add_row("", cells[1] if cells[1] != agent else "", *cells[2:])
        line, agent = cells[:2]
    out.print(table)
    out.print(result.note)
    for text in result.study.notes:
        out.print(text)
    for text in result.skipped:
        out.print(f"left out: {text}")
    outcome = result.outcome
    clock = "" if outcome.reproducible else "; clocks make this run not reproducible"
    out.print(
        f"{outcome.played_now:,} games played now in {outcome.seconds:.1f} s, {outcome.from_store:,} taken from the store, "
        f"seed {result.seed}, scale {result.scale}{clock}"
    )


def print_trainings(found: Comparison, out: Console) -> None:
    """Trainings side by side: mean over runs, and how far apart they are."""
    from rich.table import Table

    title = f"{found.game}: champions of all runs on the same fresh deals against {', '.join(found.against)}"
    table = Table(title=title, title_justify="left")
    for column in (
        "training",
        "played by",
        "runs",
        "mean [95 % over runs]",
        "deviation",
        "worst to best",
        "games each",
    ):
        table.add_column(column, overflow="fold")
    for entry in found.entries:
        low, high = entry.ci95
        table.add_row(
            entry.training,
            entry.carrier,
            str(len(entry.scores)),
            f"{100 * entry.mean:.1f} [{100 * low:.1f}, {100 * high:.1f}]",
            f"{100 * entry.deviation:.1f}",
            f"{100 * entry.scores.min():.1f} to {100 * entry.scores.max():.1f}",
            f"{entry.games:,}",
        )
    out.print(table)
    for difference in found.differences:
        low, high = difference.ci95
        carrier = f" played by {difference.carrier}" if difference.carrier else ""
        verdict = "" if low <= 0 <= high else ", beyond chance"
        out.print(
            f"{difference.one} less {difference.other}{carrier}: {100 * difference.mean:+.1f} "
            f"[{100 * low:+.1f}, {100 * high:+.1f}] points{verdict}"
        )
