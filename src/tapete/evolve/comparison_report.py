"""A comparison of trainings as a page, tables for LaTeX and as CSV, and pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.arena import plots
from tapete.arena.drawing import DEFAULT, LINES, MARKERS, Look, broken, figure
from tapete.arena.plots import legend_above, legend_room, share_limits, whiskers
from tapete.arena.store.writers import WRITERS, whole_or_nothing
from tapete.errors import BadOption
from tapete.evolve.compare import Entry, TrainingComparison
from tapete.evolve.report import DASH, Page, in_minutes, per_cent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_WHISKERS = 5  # of a curve


def comparison_report(found: TrainingComparison, out: Path, look: Look = DEFAULT) -> Path:
    """One row per training, the matrix of their champions, their differences, and their curves."""
    page = Page(out, look)
    header, rows = training_table(found, look)
    caption = look.word(
        "Trainings of {}, in per cent: the champions of all runs on the same fresh deals against {}. Intervals are over runs. "
        "The best is the champion that the training chose, on other deals. Games and CPU time are those of the training.",
        found.game,
        ", ".join(found.against),
    )
    page.table("trainings", header, rows, caption, training_data(found))
    if found.curves:
        caption = look.word(
            "How the trainings came along (left), and their champions on the same fresh deals (right); mean over runs, 95 % "
            "intervals over runs where there are several."
        )
        page.draw("curves", caption, lambda: curves(found, look))
    if found.meetings:
        caption = look.word(
            "Champions against each other, from every seat: score of the row's runs against the column's, a draw being half. "
            "Intervals are over runs; over deals where both have one run."
        )
        head = (look.word("score of"), *found.names, look.word("mean"))
        page.table("matrix", head, matrix_rows(found), caption, [meeting_data(met) for met in found.meetings])
        page.draw("matrix", caption, lambda: matrix(found, look))
    for number, carrier in enumerate(dict.fromkeys(entry.carrier for entry in found.differences)):
        name = f"differences-{number}-{carrier.partition(':')[0]}" if carrier else "differences"
        words = look.word("Differences in points: the row's training less the column's, 95 % intervals over runs.")
        caption = words + (" " + look.word("Played by {}.", carrier) if carrier else "")
        apart = [difference_data(entry) for entry in found.differences if entry.carrier == carrier]
        page.table(name, (look.word("training"), *found.names[:-1]), triangle_rows(found, carrier), caption, apart)
        page.draw(name, caption, partial(triangle, found, carrier, look))
    write_rows(found, out / "runs.csv")
    made = {
        "game": found.game, "options": found.options or look.word("as the game has them"), "against": found.against,
        "games": [f"{entry.name}: {entry.games:,}" for entry in found.entries], "seed": found.seed,
        "trainings": [entry.training for entry in found.entries if entry.name],
    }  # fmt: skip
    return page.finish(look.word("Trainings of {} compared", found.game), found.as_dict(), made)


def training_table(found: TrainingComparison, look: Look = DEFAULT) -> tuple[list[str], list[tuple[str, ...]]]:
    """One row per training and carrier."""
    several = len({entry.carrier for entry in found.entries}) > 1
    carriers = ["played by"] if several else []
    bots = list(found.entries[0].against) if found.entries else []
    words = ["training", *carriers, "runs", "mean [95 %]", "deviation", "worst to best", "best"]
    header = [look.word(word) for word in words]
    header += [*(look.word("v {}", bot) for bot in bots), look.word("games"), look.word("CPU time")]
    return header, [tuple(training_row(entry, bots, several, look)) for entry in found.entries]


def training_row(entry: Entry, bots: list[str], carrier: bool, look: Look) -> Iterator[str]:
    yield entry.name
    if carrier:
        yield entry.carrier
    yield str(len(entry.scores))
    yield per_cent(entry.mean, entry.ci95) if entry.ci95 is not None else f"{100 * entry.mean:.1f} {DASH}"
    yield DASH if entry.deviation is None else f"{100 * entry.deviation:.1f}"
    one = len(entry.scores) == 1
    yield DASH if one else look.word("{} to {}", f"{100 * entry.scores.min():.1f}", f"{100 * entry.scores.max():.1f}")
    yield f"{100 * entry.best:.1f}"
    for bot in bots:
        yield f"{100 * float(entry.against[bot].mean()):.1f}" if bot in entry.against else DASH
    yield f"{entry.trained_games:,}"
    yield in_minutes(entry.cpu_seconds)


def matrix_rows(found: TrainingComparison) -> list[tuple[str, ...]]:
    """The scores of the champions against each other, best training first where all have met."""
    rows = []
    for one in found.names:
        cells = []
        for other in found.names:
            met = found.meeting(one, other)
            cells.append("" if met is None else per_cent(met.mean, met.ci95) + ("" if met.ci95 else f" {DASH}"))
        means = [met.mean for met in found.meetings if met.one == one]
        rows.append((one, *cells, f"{100 * float(np.mean(means)):.1f}" if means else ""))
    return rows


def triangle_rows(found: TrainingComparison, carrier: str) -> list[tuple[str, ...]]:
    """Each training less those before it; nothing above the diagonal."""
    names, rows = found.names, []
    known = {(d.one, d.other): d for d in found.differences if d.carrier == carrier}
    for i, one in enumerate(names[1:], start=1):
        cells = []
        for other in names[:-1]:
            apart = known.get((other, one)) if other in names[:i] else None
            if apart is None:
                cells.append("")
            elif apart.ci95 is None:
                cells.append(f"{-100 * apart.mean:+.1f} {DASH}")
            else:
                low, high = -100 * apart.ci95[1], -100 * apart.ci95[0]
                mark = "" if low <= 0 <= high else " *"
                cells.append(f"{-100 * apart.mean:+.1f} [{low:+.1f}, {high:+.1f}]{mark}")
        rows.append((one, *cells))
    return rows


# Pictures


def curves(found: TrainingComparison, look: Look = DEFAULT) -> Figure:
    """The curves of all trainings, with intervals over runs and par; at the right their champions on fresh deals."""
    names = {name: broken(name, look.longest) for name in found.names}
    drawn = figure(look.width, 2.7 + legend_room(list(names.values()), look))
    axes, ends = drawn.subplots(1, 2, sharey=True, width_ratios=(5, 1) if look.columns == "two" else (3, 1.3))
    own = [entry for entry in found.entries if entry.carrier == found.entries[0].carrier or entry.name in found.curves]
    own = list({entry.name: entry for entry in reversed(own)}.values())[::-1]
    drawn_values = []
    for i, name in enumerate(names):
        curve = found.curves.get(name)
        if curve is None:
            continue
        every = max(1, len(curve.x) // 12)
        axes.plot(
            curve.x, curve.mean, marker=MARKERS[i % len(MARKERS)], markersize=3.5, markevery=every, linewidth=1.1,
            linestyle=LINES[i % 4], color=look.line(i), label=names[name],
        )  # fmt: skip
        shown = spread_out(len(curve.x), i, len(names))
        beside = (i - (len(names) - 1) / 2) * 0.008 * max(1.0, float(np.ptp(curve.x)))
        axes.errorbar(
            curve.x[shown] + beside, curve.mean[shown], yerr=[(curve.mean - curve.low)[shown], (curve.high - curve.mean)[shown]],
            fmt="none", ecolor=look.line(i), elinewidth=0.8, capsize=2,
        )  # fmt: skip
        drawn_values += [float(value) for part in (curve.mean, curve.low, curve.high) for value in part]
    for i, entry in enumerate(own):
        bars = None if entry.ci95 is None else whiskers(entry.ci95, entry.mean)
        ends.errorbar(
            [i], [entry.mean], yerr=bars, fmt=MARKERS[i % len(MARKERS)], color=look.line(i), markersize=4, capsize=2
        )
        drawn_values += [entry.mean, *(entry.ci95 or ())]
    for one in (axes, ends):
        one.axhline(found.par, color="0.45", linestyle=":", linewidth=1.2)
        one.grid(axis="y")
    ends.set_xticks([])
    ends.set_xlim(-0.7, len(own) - 0.3)
    ends.set_xlabel(broken(look.word("champions, fresh deals"), 14 if look.columns == "two" else 10))
    ends.tick_params(axis="y", length=0)
    axes.set_ylim(*share_limits(drawn_values, found.par))
    if found.axes[0] == "generation":
        axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(look.word(found.axes[0]))
    axes.set_ylabel(broken(f"{look.word(found.axes[1])} (···· {look.word('par')})", 34))
    legend_above(drawn, axes, look)
    return drawn


def spread_out(points: int, number: int, curves: int) -> list[int]:
    """Where a curve shows its interval: at a few points, each curve at others, so that whiskers do not lie on each other."""
    places = min(points, MOST_WHISKERS)
    shift = number / max(1, curves)
    return sorted({min(points - 1, int((place + shift) * points / places)) for place in range(places)})


def matrix(found: TrainingComparison, look: Look = DEFAULT) -> Figure:
    """Draw the scores of the champions against each other."""
    names = found.names
    values = np.full((len(names), len(names)), np.nan)
    halves = np.full_like(values, np.nan)
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            met = found.meeting(one, other)
            if met is not None:
                values[i, j] = met.mean
                halves[i, j] = math.nan if met.ci95 is None else (met.ci95[1] - met.ci95[0]) / 2
    shown = None if np.isnan(halves).all() else halves
    return plots.heat_map(
        values, names, names, look.word("against the champions of"), look.word("score of"), (0.0, 1.0), halves=shown,
        label=look.word("score"), par=found.par, look=look,
    )  # fmt: skip


def triangle(found: TrainingComparison, carrier: str, look: Look = DEFAULT) -> Figure:
    """Differences between trainings below the diagonal: the row's less the column's."""
    names = found.names
    values = np.full((len(names) - 1, len(names) - 1), np.nan)
    halves = np.full_like(values, np.nan)
    for apart in found.differences:
        if apart.carrier == carrier:
            i, j = names.index(apart.other) - 1, names.index(apart.one)
            values[i, j] = -apart.mean
            halves[i, j] = math.nan if apart.ci95 is None else (apart.ci95[1] - apart.ci95[0]) / 2
    most = max(0.1, float(np.nanmax(np.abs(values))) * 1.2)
    shown = None if np.isnan(halves).all() else halves
    return plots.heat_map(
        values, names[1:], names[:-1], look.word("less"), "", (-most, most), halves=shown,
        label=look.word("difference"), par=0.0, look=look,
    )  # fmt: skip


# Tables of numbers


def training_data(found: TrainingComparison) -> list[dict[str, Any]]:
    """The same as `training_table` in numbers: shares from 0 to 1, nothing where unknown."""
    return [
        {
            "training": entry.name,
            "folder": entry.training,
            "carrier": entry.carrier,
            "runs": len(entry.scores),
            "mean": entry.mean,
            **ends(entry.ci95),
            "deviation": entry.deviation,
            "worst": float(entry.scores.min()),
            "most": float(entry.scores.max()),
            "best": entry.best,
            **{f"against {bot}": float(scores.mean()) for bot, scores in entry.against.items()},
            "games_each": entry.games,
            "trained_games": entry.trained_games,
            "choosing_games": entry.choosing_games,
            "cpu_seconds": entry.cpu_seconds,
        }
        for entry in found.entries
    ]


def ends(interval: Any) -> dict[str, float | None]:
    low, high = (None, None) if interval is None else interval
    return {"low": low, "high": high}


def meeting_data(met: Any) -> dict[str, Any]:
    seats = {f"seat_{seat}": float(score) for seat, score in enumerate(met.seats)}
    return {"one": met.one, "other": met.other, "score": met.mean, **ends(met.ci95), **seats, "games": met.games}


def difference_data(apart: Any) -> dict[str, Any]:
    return {"one": apart.one, "other": apart.other, "difference": apart.mean, **ends(apart.ci95)}


def run_rows(found: TrainingComparison) -> Iterator[dict[str, Any]]:
    """A row for each run of each training against each opponent, and against all of them together."""
    for entry in found.entries:
        for run, score in enumerate(entry.scores):
            shared = {
                "game": found.game, "training": entry.name, "folder": entry.training, "carrier": entry.carrier,
                "run": run + 1, "chosen": int(run == entry.chosen),
            }  # fmt: skip
            cost = {
                "trained_games": entry.trained_games,
                "choosing_games": "" if entry.choosing_games is None else entry.choosing_games,
                "cpu_seconds": "" if entry.cpu_seconds is None else round(entry.cpu_seconds, 3),
            }
            for (bot, scores), games in zip(entry.against.items(), entry.bot_games, strict=True):
                yield {**shared, "opponent": bot, "score": float(scores[run]), "games": games, **cost}
            yield {**shared, "opponent": "all", "score": float(score), "games": entry.games, **cost}
    for met in found.meetings:
        for (i, j), score in np.ndenumerate(met.scores):
            yield {
                "game": found.game, "training": met.one, "run": i + 1, "opponent": f"champion of {met.other}, run {j + 1}",
                "score": float(score), "games": met.games // met.scores.size,
            }  # fmt: skip


def write_rows(found: TrainingComparison, path: Path) -> int:
    """Write every run against every opponent to a .csv or .parquet file. Returns the number of rows."""
    if path.suffix not in WRITERS:
        raise BadOption(f"--export {path}: must end in .csv or .parquet")
    rows = list(run_rows(found))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    block = {name: [row.get(name, "") for row in rows] for name in columns}
    try:
        with whole_or_nothing(path) as target:
            return WRITERS[path.suffix]([block], columns, target)
    except OSError as error:
        raise BadOption(f"--export {path}: {error.strerror or error}") from None
