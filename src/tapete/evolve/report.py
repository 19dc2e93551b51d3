"""Pictures and tables of a training, read from its folder: curves, heat maps of weights, bars, boxes, spread over the runs."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.arena import plots, report
from tapete.definition import Weights
from tapete.errors import BadOption
from tapete.evolve.config import Config

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass
class Progress:
    """What `progress.csv` tells, as arrays of (run, generation); a run that has not come so far has no number there."""

    names: list[str]  # of the genes
    mode: list[str]  # by generation
    segment: list[str]
    best: np.ndarray
    mean: np.ndarray
    worst: np.ndarray
    yardstick: np.ndarray
    diversity: np.ndarray
    best_weights: np.ndarray  # (run, generation, gene)
    mean_weights: np.ndarray
    bounds: np.ndarray | None = None  # (gene, 2), where they are known
    seconds: float = float("nan")  # of all generations

    @property
    def borders(self) -> list[int]:
        """Generations at which another segment of the schedule begins; by the kind of fitness where segments are not told."""
        told = self.segment if any(self.segment) else self.mode
        return [g for g in range(1, len(told)) if told[g] != told[g - 1]]


def read_progress(folder: Path) -> Progress:
    """The progress of a training. The CSV files of the Tribute thesis are read too."""
    path = folder / "progress.csv" if folder.is_dir() else folder
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    except OSError as error:
        raise BadOption(f"{path}: {error.strerror or error}") from None
    try:
        rows = [_row(row) for row in csv.DictReader(lines)]
    except (KeyError, ValueError, TypeError) as error:
        raise BadOption(
            f"{path}: neither the progress of a training nor a session of the Tribute thesis ({error})"
        ) from None
    if not rows:
        raise BadOption(f"{path}: no generation is finished yet")
    genes = len(rows[0]["best_weights"])
    names = thesis_names(genes) if lines[0].startswith("train_run") else [f"w{i}" for i in range(genes)]
    settings = path.with_name("individuals.csv")
    if folder.is_dir() and settings.exists():
        with open(settings, encoding="utf-8", newline="") as source:
            names = next(csv.reader(source))[4:]
    runs, generations = max(r["run"] for r in rows), max(r["generation"] for r in rows) + 1
    blank = np.full((runs, generations), np.nan)
    arrays = {name: blank.copy() for name in ("best", "mean", "worst", "yardstick", "diversity")}
    weights = {name: np.full((runs, generations, genes), np.nan) for name in ("best_weights", "mean_weights")}
    mode, segment = [""] * generations, [""] * generations
    for row in rows:
        place = row["run"] - 1, row["generation"]
        for name, array in arrays.items():
            array[place] = row[name]
        for name, array in weights.items():
            array[place] = row[name]
        mode[row["generation"]], segment[row["generation"]] = row["mode"], row["segment"]
    bounds = np.array([[0.0, 1.0]] * genes) if lines[0].startswith("train_run") else read_bounds(path, names)
    spent = sum(row["seconds"] for row in rows)  # no number where some row has none, as in the thesis's files
    return Progress(names, mode, segment, **arrays, **weights, bounds=bounds, seconds=spent)


def read_bounds(path: Path, names: list[str]) -> np.ndarray | None:
    """Between which values the genes of a training are, as its checkpoint tells; trainings of before did not write them down."""
    checkpoint = path.with_name("checkpoint.json")
    if not checkpoint.exists():
        return None
    found = json.loads(checkpoint.read_text(encoding="utf-8")).get("bounds", {})
    return np.array([found[name] for name in names]) if set(names) <= found.keys() else None


def thesis_names(genes: int) -> list[str]:
    """The names of the Tribute thesis's weights, whose files hold numbers alone."""
    from tapete.catalogue import definition

    weights = definition("tribute").policies["evolved"].weights
    known = weights.names if isinstance(weights, Weights) else ()
    return list(known) if genes == len(known) else [f"w{i}" for i in range(genes)]


def _row(row: dict[str, str]) -> dict[str, Any]:
    """A row of ours, or of the thesis's own files, which name their columns otherwise."""

    def number(*names: str) -> float:
        text = next((row[name] for name in names if row.get(name)), "")
        return float(text) if text else np.nan

    return {
        "run": int(row.get("run") or row["train_run"]),
        "generation": int(row["generation"]),
        "mode": row.get("mode") or thesis_mode(row.get("num_matches_info") or ""),
        "segment": row.get("segment", ""),
        "best": number("best", "best_fitness"),
        "mean": number("mean", "avg_fitness"),
        "worst": number("worst", "min_fitness"),
        "yardstick": number("yardstick"),
        "diversity": number("diversity"),
        "seconds": number("seconds"),
        "best_weights": numbers(row["best_weights"]),
        "mean_weights": numbers(row.get("mean_weights") or row["avg_weights"]),
    }


def numbers(cell: str) -> list[float]:
    """Numbers joined by commas, with brackets in our files and without in the thesis's."""
    return [float(part) for part in cell.strip().strip("[]").split(",")]


def thesis_mode(matches: str) -> str:
    """The kind of fitness by the number of games in a file of the thesis: `FixedSegBaseTotal:200`, `CoevoSegBasePeerPair:3`."""
    return "fixed" if matches.startswith("Fixed") else "coevolution" if matches.startswith("Coevo") else ""


def fitness_curves(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """Best, mean and worst by generation, over the runs; borders of the schedule; a fixed yardstick where there is one."""
    drawn = plots.figure(look.width, 3.6)
    axes = drawn.subplots()
    x = np.arange(len(progress.mode))
    with np.errstate(all="ignore"):
        average = np.nanmean(progress.mean, axis=0)
        spread = np.nanstd(progress.mean, axis=0)
        axes.fill_between(x, average - spread, average + spread, color="0.85", label=look.word("mean ± 1 sd over runs"))
        axes.plot(x, np.nanmean(progress.best, axis=0), color="black", label=look.word("best"))
        axes.plot(x, average, color="0.35", linestyle="-.", label=look.word("mean"))
        axes.plot(x, np.nanmean(progress.worst, axis=0), color="0.35", linestyle="--", label=look.word("worst"))
        if np.isfinite(progress.yardstick).any():
            axes.plot(
                x, np.nanmean(progress.yardstick, axis=0), color="black", marker="o", markersize=3, linewidth=0.8,
                label=look.word("best, fresh games against the bots"),
            )  # fmt: skip
        final = [np.nanmean(array[:, -1]) for array in (progress.best, progress.mean)]  # of the runs that came so far
        numbers = (f"{value:.1f}" for value in (np.nanmax(progress.best), *final))
        told = look.word("highest best {}, last best {}, mean {}", *numbers)
    mark_borders(axes, progress, look)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(f"{look.word('generation')}\n({told})")
    axes.set_ylabel(plots.broken(look.word("fitness in per cent, mean of {} runs", len(progress.best)), 44))
    axes.grid(axis="y", linewidth=0.3)
    plots.legend_above(drawn, axes, look)
    return drawn


def mark_borders(axes: Axes, progress: Progress, look: plots.Look = plots.DEFAULT) -> None:
    """A dotted line where another kind of fitness begins, named above the data; upright where a segment is too short for it."""
    starts = [0, *progress.borders]
    if len(starts) == 1:
        return
    ends = [*starts[1:], len(progress.mode)]
    each = 15 * look.width / len(progress.mode)  # characters to a generation
    upright = any(len(progress.mode[a]) > (b - a) * each for a, b in zip(starts, ends, strict=True))
    for start in starts:
        if start:
            axes.axvline(start - 0.5, color="black", linestyle=":", linewidth=1)
        axes.annotate(
            progress.mode[start], (start - 0.4, 1.02), xycoords=("data", "axes fraction"), fontsize=7.5, va="bottom",
            rotation=90 if upright else 0,
        )  # fmt: skip


def weights_heat_map(progress: Progress, which: str, look: plots.Look = plots.DEFAULT) -> Figure:
    """Generation by weight, mean over runs: of the champions or of the whole populations."""
    values = progress.best_weights if which == "champions" else progress.mean_weights
    with np.errstate(all="ignore"):
        shown = np.nanmean(values, axis=0).T
    drawn = plots.figure(look.width, 0.8 + 0.17 * len(progress.names))
    axes = drawn.subplots()
    unit = np.nanmin(values) >= 0 and np.nanmax(values) <= 1
    low, high = (0.0, 1.0) if unit else (None, None)
    image = axes.imshow(shown, aspect="auto", cmap=look.map, interpolation="nearest", vmin=low, vmax=high)
    axes.set_yticks(range(len(progress.names)), [plots.short(name, 28) for name in progress.names], fontsize=7)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(look.word("generation"))
    for border in progress.borders:
        axes.axvline(border - 0.5, color="white", linestyle=":", linewidth=1.2)
    drawn.colorbar(image, ax=axes, label=look.word("weight"))
    return drawn


def final_bars(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """The weights of the last generation with their values: champions and population means, mean over runs."""
    champions, means = last(progress.best_weights).mean(axis=0), last(progress.mean_weights).mean(axis=0)
    places = np.arange(len(progress.names))[::-1]
    drawn = plots.figure(look.width, 0.9 + 0.3 * len(progress.names))
    axes = drawn.subplots()
    for values, shift, colour, hatch, label in (
        (champions, 0.2, look.fill(0), "", look.word("champions")),
        (means, -0.2, look.fill(1), "//", look.word("population")),
    ):
        bars = axes.barh(places + shift, values, 0.38, color=colour, edgecolor="black", hatch=hatch, label=label)
        axes.bar_label(bars, [f"{value:.3g}" for value in values], padding=3, fontsize=6.5)
    axes.set_yticks(places, [plots.short(name, 28) for name in progress.names], fontsize=7)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.margins(x=0.14)
    axes.set_xlabel(plots.broken(look.word("weight in the last generation, mean over runs"), 34))
    plots.legend_above(drawn, axes, look)
    return drawn


def final_boxes(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """How far the runs agree in the last generation: a box per weight of the champions, and of the populations' means."""
    drawn = plots.figure(look.width, 0.9 + 0.24 * len(progress.names))
    both = drawn.subplots(1, 2, sharey=True, sharex=True)
    for axes, values, label in (
        (both[0], last(progress.best_weights), "the runs' best ({} dots)"),
        (both[1], last(progress.mean_weights), "the populations' means ({} dots)"),
    ):
        axes.boxplot(
            [values[:, i] for i in range(values.shape[1] - 1, -1, -1)],
            orientation="horizontal",
            widths=0.6,
            medianprops={"color": "black"},
            showfliers=False,
        )
        for i in range(values.shape[1]):
            axes.plot(
                values[:, i], np.full(len(values), values.shape[1] - i), "o", color="0.3", markersize=3, alpha=0.7
            )
        axes.set_xlabel(plots.broken(look.word(label, len(values)), 20 if look.columns == "one" else 40))
        axes.grid(axis="x", linewidth=0.3)
    names = [plots.short(name, 28) for name in progress.names[::-1]]
    both[0].set_yticks(range(1, len(names) + 1), names, fontsize=7)
    return drawn


def diversity_curve(progress: Progress) -> Figure:
    """How far individuals are from the middle of their population, run by run."""
    drawn = plots.figure(8, 3.2)
    axes = drawn.subplots()
    for number, line in enumerate(progress.diversity):
        axes.plot(line, color="0.6", linewidth=0.8, label="single runs" if number == 0 else None)
    with np.errstate(all="ignore"):
        axes.plot(np.nanmean(progress.diversity, axis=0), color="black", label="mean over runs")
    mark_borders(axes, progress)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("generation")
    axes.set_ylabel("mean distance from the\nmiddle of the population")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=8)
    return drawn


def last(values: np.ndarray) -> np.ndarray:
    """The last generation of every run that has one."""
    found = []
    for run in values:
        finished = np.flatnonzero(np.isfinite(run[:, 0]))
        if len(finished):
            found.append(run[finished[-1]])
    return np.array(found)


AGREE, DIFFER = 0.05, 0.5  # runs agree if they lie within this part of a weight's range, differ if over more than that
END = 0.05  # nearer to a bound than this part of the range, a weight is at its end
SPREAD_HEAD = ("weight", "mean", "deviation", "range", "runs", "at an end of its bounds")


def spread_rows(progress: Progress) -> list[tuple[str, ...]]:
    """Each weight over the runs: mean, deviation, range, whether the runs agree, and how many are at an end of the bounds."""
    values = last(progress.best_weights)
    rows: list[tuple[str, ...]] = []
    for i, name in enumerate(progress.names):
        column = values[:, i]
        spread = column.std(ddof=1) if len(column) > 1 else 0.0
        agreement = ends = "-"
        if progress.bounds is not None:
            low, high = progress.bounds[i]
            if len(column) > 1:
                apart = np.ptp(column) / (high - low)
                agreement = "agree" if apart < AGREE else "differ" if apart > DIFFER else "in between"
            near = [int((abs(column - end) < END * (high - low)).sum()) for end in (low, high)]
            told = [
                f"{count} of {len(column)} at {end:g}" for count, end in zip(near, (low, high), strict=True) if count
            ]
            ends = ", ".join(told) or "none: moderate"
        shown = (f"{column.mean():.4g}", f"{spread:.3g}", f"{column.min():.4g} to {column.max():.4g}")
        rows.append((name, *shown, agreement, ends))
    return rows


MOST_DRAWN = 60  # genes that have a line of their own in a picture; a network has thousands


def training_report(folder: Path, out: Path) -> Path:
    """Everything about a training, finished or under way, as one page with its pictures beside it."""
    progress = read_progress(folder)
    if not folder.is_dir():  # a session of the Tribute thesis: its curves and weights alone
        parts = [*_pictures(progress, out), _spread(progress)]
        return report.write(out, f"Training session {folder.name}", parts, {"file": folder.name})
    config = Config.read(folder / "run.toml")
    finished = folder / "champion.json"
    champion = json.loads(finished.read_text(encoding="utf-8")) if finished.exists() else None
    parts = [
        report.facts({name: value for name, value in config.as_dict().items() if value not in ("", [], {})}),
    ]
    if np.isfinite(progress.seconds):
        generations = int(np.isfinite(progress.best).sum())
        parts.append(report.note(f"{generations:,} generations in {progress.seconds / 60:,.1f} minutes."))
    if champion is None:
        parts.append(report.note("This training is not finished; the report shows how far it has come."))
    else:
        parts += _champion_parts(champion)
    parts += [*_pictures(progress, out), _spread(progress)]
    data = {"configuration": config.as_dict(), "champion": champion}
    return report.write(out, f"Training of {config.agent} ({config.game})", parts, data)


def _pictures(progress: Progress, out: Path) -> list[str]:
    drawings = {"fitness": (fitness_curves(progress), "Fitness by generation.")}
    if len(progress.names) <= MOST_DRAWN:
        drawings |= {
            "weights-population": (weights_heat_map(progress, "populations"), "Weights of the whole population."),
            "weights-champions": (weights_heat_map(progress, "champions"), "Weights of each generation's best."),
            "weights-final": (final_bars(progress), "Weights of the last generation."),
            "weights-runs": (final_boxes(progress), "How far the runs agree."),
        }
    if np.isfinite(progress.diversity).any():
        drawings["diversity"] = (diversity_curve(progress), "Diversity of the population.")
    return [report.picture(plots.save(drawn, out, name), caption) for name, (drawn, caption) in drawings.items()]


def _spread(progress: Progress) -> str:
    if len(progress.names) > MOST_DRAWN:
        return report.note(f"{len(progress.names):,} weights, too many to list; `individuals.csv` has them all.")
    title = (
        "The runs' best, weight by weight. Runs agree within a twentieth of the bounds and differ over more than half of "
        "them; a weight at an end of its bounds makes a specialist"
    )
    return report.table(SPREAD_HEAD, spread_rows(progress), title)


def _champion_parts(champion: dict[str, Any]) -> list[str]:
    summary = champion["training"]
    bots = list(champion["against"])
    rows = [
        (
            run["run"],
            f"{100 * run['training']:.1f}",
            f"{100 * run['fresh']:.1f}",
            *(f"{100 * run['against'].get(bot, float('nan')):.1f}" for bot in bots),
        )
        for run in summary["runs"]
    ]
    low, high = summary["ci95"]
    lines = [
        report.table(
            ("run", "in training", "fresh deals", *bots),
            rows,
            "The champions of the runs, in per cent. The score in training is that of the luckiest and flatters; the one on "
            "fresh deals does not.",
        )
    ]
    if len(rows) > 1:
        lines.append(
            report.note(
                f"Mean of the runs {100 * summary['mean']:.1f} % [{100 * low:.1f}, {100 * high:.1f}], standard deviation "
                f"{100 * summary['deviation']:.1f}. The best of them, on {champion['score_games']:,} other games: "
                f"{100 * champion['score']:.1f} %."
            )
        )
    return lines
