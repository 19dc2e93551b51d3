"""Pictures and tables of a training, read from its folder: curves, heat maps of weights, bars, boxes, spread over the runs."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.arena import plots, report
from tapete.arena.provenance import bibtex, in_words, provenance
from tapete.arena.statistics import mean_interval
from tapete.core.definition import Weights
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass
class Progress:
    """Contents of `progress.csv` as arrays of (run, generation); NaN where a run has not got that far."""

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
    champions: np.ndarray | None = None  # (run, gene): those that were chosen on fresh deals, of the runs that have one
    fresh: np.ndarray | None = None  # (run): what they scored on other fresh deals, in per cent
    fresh_interval: tuple[float, float] | None = None  # of their mean: over runs, or over the deals of a single run
    par: float = 50.0  # in per cent

    @property
    def borders(self) -> list[int]:
        """Generations at which another segment of the schedule begins; by the kind of fitness if segments are not recorded."""
        kinds = self.segment if any(self.segment) else self.mode
        return [g for g in range(1, len(kinds)) if kinds[g] != kinds[g - 1]]


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
    found = Progress(names, mode, segment, **arrays, **weights, bounds=bounds, seconds=spent)  # type: ignore[arg-type]  # members by name, checked above
    if folder.is_dir():
        _add_champions(found, folder)
    return found


def _add_champions(progress: Progress, folder: Path) -> None:
    """The champions of the runs that are finished, as the folder tells; and par of its game."""
    runs = chosen_runs(folder)
    if runs and all(set(progress.names) <= run["genes"].keys() for run in runs):
        progress.champions = np.array([[run["genes"][name] for name in progress.names] for run in runs])
        progress.fresh = 100 * np.array([run["fresh"] for run in runs])
        known = runs[0].get("fresh_ci95") if len(runs) == 1 else mean_interval(progress.fresh / 100)
        progress.fresh_interval = None if known is None else (100 * known[0], 100 * known[1])
    settings = folder / "run.toml"
    if settings.is_file():
        config = EvolutionConfig.read(settings)
        progress.par = 100 / len(set(load(config.game, **config.options).sides))


def chosen_runs(folder: Path) -> list[dict[str, Any]]:
    """Return the champions of the runs of a training: all if it is finished, else those so far."""
    for name in ("champion.json", "checkpoint.json"):
        if (folder / name).is_file():
            data = json.loads((folder / name).read_text(encoding="utf-8"))
            return data["training"]["runs"] if name == "champion.json" else data.get("champions", [])
    return []


@dataclass
class Cost:
    """The time a training took so far; None where its files do not tell."""

    seconds: float | None = None
    cpu_seconds: float | None = None


def cost_of(folder: Path) -> Cost:
    """The time of all generations and of choosing the champions, by `progress.csv` and `choosing.csv`."""
    found = Cost()
    by_run: dict[str, dict[str, str]] = {}
    try:
        with open(folder / "progress.csv", encoding="utf-8", newline="") as source:
            rows = list(csv.DictReader(source))
        if (folder / "choosing.csv").exists():
            with open(folder / "choosing.csv", encoding="utf-8", newline="") as source:
                by_run = {row["run"]: row for row in csv.DictReader(source)}  # the last of a run that was taken up
    except (OSError, KeyError, csv.Error):
        return found
    for name in ("seconds", "cpu_seconds"):
        try:
            setattr(found, name, sum(float(row[name]) for row in [*rows, *by_run.values()]) if rows else None)
        except (KeyError, TypeError, ValueError):
            setattr(found, name, None)
    return found


def in_minutes(seconds: float | None) -> str:
    """A time as a person reads it; a dash where it is not known."""
    if seconds is None:
        return DASH
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:,.1f} min"


DASH = "–"


def read_bounds(path: Path, names: list[str]) -> np.ndarray | None:
    """Between which values the genes of a training are, as its checkpoint tells; trainings of before did not write them down."""
    checkpoint = path.with_name("checkpoint.json")
    if not checkpoint.exists():
        return None
    found = json.loads(checkpoint.read_text(encoding="utf-8")).get("bounds", {})
    return np.array([found[name] for name in names]) if set(names) <= found.keys() else None


def thesis_names(genes: int) -> list[str]:
    """The names of the Tribute thesis's weights, whose files hold numbers alone."""
    from tapete.core.registry import definition

    weights = definition("tribute").bots["evolved"].weights
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
    """Best, mean and worst by generation, over the runs; borders of the schedule; par; what the chosen champions score on
    fresh deals, with their interval; a fixed yardstick where there is one."""
    runs = len(progress.best)
    drawn = plots.figure(look.width, 3.4 if look.columns == "two" else 3.7)
    axes = drawn.subplots()
    x = np.arange(len(progress.mode))
    with np.errstate(all="ignore"):
        average = np.nanmean(progress.mean, axis=0)
        if runs > 1:
            spread = np.nanstd(progress.mean, axis=0)
            axes.fill_between(
                x, average - spread, average + spread, color=look.line(0), alpha=0.18, linewidth=0,
                label=look.word("mean ± 1 sd over runs"),
            )  # fmt: skip
        axes.plot(x, average, color=look.line(0), linewidth=1.8, label=look.word("mean"))
        axes.plot(
            x, np.nanmean(progress.best, axis=0), color=look.line(5), linewidth=0.9, marker=".", markersize=4,
            label=look.word("best in training"),
        )  # fmt: skip
        axes.plot(
            x, np.nanmean(progress.worst, axis=0), color="0.45", linestyle="--", linewidth=0.9, label=look.word("worst")
        )
        if np.isfinite(progress.yardstick).any():
            axes.plot(
                x, np.nanmean(progress.yardstick, axis=0), color=look.line(2), marker="o", markersize=3, linewidth=0.8,
                label=look.word("best, fresh games against the bots"),
            )  # fmt: skip
        final = [np.nanmean(array[:, -1]) for array in (progress.best, progress.mean)]  # of the runs that came so far
        numbers = [f"{value:.1f}" for value in (np.nanmax(progress.best), *final)]
    words = look.word("highest best {}, last best {}, mean {}", *numbers)
    if progress.fresh is not None:
        mean = float(progress.fresh.mean())
        bars = None if progress.fresh_interval is None else plots.whiskers(progress.fresh_interval, mean)
        axes.errorbar(
            [len(x) - 1 + max(0.6, 0.03 * len(x))], [mean], yerr=bars, fmt="D", color="black", markersize=5, capsize=3,
            label=look.word("chosen champions, fresh deals, 95 %"),
        )  # fmt: skip
        words += look.word(", chosen champions {}", f"{mean:.1f}")
    axes.axhline(progress.par, color="0.45", linestyle=":", linewidth=1.2)
    mark_borders(axes, progress, look)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(plots.broken(f"{look.word('generation')}\n({words})", 90 if look.columns == "two" else 46))
    kind = look.word("fitness in per cent, mean of {} runs", runs) if runs > 1 else look.word("fitness in per cent")
    axes.set_ylabel(plots.broken(kind, 40) + f"\n(···· {look.word('par')})")
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
            look.word(progress.mode[start]), (start - 0.4, 1.02), xycoords=("data", "axes fraction"), fontsize=7.5, va="bottom",
            rotation=90 if upright else 0,
        )  # fmt: skip


def weights_heat_map(progress: Progress, which: str, look: plots.Look = plots.DEFAULT) -> Figure:
    """Generation by weight, mean over runs: of each generation's best in training, or of the whole populations."""
    values = progress.mean_weights if which == "populations" else progress.best_weights
    with np.errstate(all="ignore"):
        shown = np.nanmean(values, axis=0).T
    drawn = plots.figure(look.width, 0.8 + 0.17 * len(progress.names))
    axes = drawn.subplots()
    unit = np.nanmin(values) >= 0 and np.nanmax(values) <= 1
    low, high = (0.0, 1.0) if unit else (None, None)
    image = axes.imshow(shown, aspect="auto", cmap=look.map, interpolation="nearest", vmin=low, vmax=high)
    axes.set_yticks(
        range(len(progress.names)),
        [plots.broken(name, 28 if look.columns == "two" else 18) for name in progress.names],
        fontsize=7,
    )
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(look.word("generation"))
    for border in progress.borders:
        axes.axvline(border - 0.5, color="white", linestyle=":", linewidth=1.2)
    drawn.colorbar(image, ax=axes, label=look.word("weight"))
    return drawn


def final_bars(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """Weights with their values, mean over runs: of the champions that were chosen on fresh deals where there are any, of the
    last generation's best in training, and of the last populations."""
    groups = [
        (last(progress.best_weights), "best of the last generation in training", "//"),
        (last(progress.mean_weights), "population", "..."),
    ]
    if progress.champions is not None:
        groups.insert(0, (progress.champions, "champions, chosen on fresh deals", ""))
    places = np.arange(len(progress.names))[::-1]
    each = 0.8 / len(groups)
    drawn = plots.figure(look.width, 0.9 + (0.1 + 0.11 * len(groups)) * len(progress.names))
    axes = drawn.subplots()
    for number, (rows, label, hatch) in enumerate(groups):
        values = rows.mean(axis=0)
        bars = axes.barh(
            places + 0.4 - each * (number + 0.5), values, each * 0.95, color=look.fill(number), edgecolor="black",
            linewidth=0.5, hatch=hatch, label=look.word(label),
        )  # fmt: skip
        axes.bar_label(bars, [f"{value:.3g}" for value in values], padding=2, fontsize=5.5)
    axes.set_yticks(
        places, [plots.broken(name, 28 if look.columns == "two" else 18) for name in progress.names], fontsize=7
    )
    axes.axvline(0, color="black", linewidth=0.8)
    axes.margins(x=0.14, y=0.01)
    axes.set_xlabel(look.word("weight, mean over runs") if len(progress.best) > 1 else look.word("weight"))
    plots.legend_above(drawn, axes, look)
    return drawn


def final_boxes(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """How far the runs agree: a box per weight of the chosen champions (of the last generation's best in training where none
    were chosen), and of the last populations' means."""
    drawn = plots.figure(look.width, 0.9 + 0.24 * len(progress.names))
    both = drawn.subplots(1, 2, sharey=True, sharex=True)
    first = (last(progress.best_weights), "the runs' best in training ({} dots)")
    if progress.champions is not None:
        first = (progress.champions, "the runs' champions, chosen on fresh deals ({} dots)")
    for axes, values, label in (
        (both[0], *first),
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
                values[:, i],
                np.full(len(values), values.shape[1] - i),
                "o",
                color=look.line(0),
                markersize=3,
                alpha=0.7,
            )
        axes.set_xlabel(plots.broken(look.word(label, len(values)), 20 if look.columns == "one" else 40))
        axes.grid(axis="x", linewidth=0.3)
    names = [plots.broken(name, 28 if look.columns == "two" else 18) for name in progress.names[::-1]]
    both[0].set_yticks(range(1, len(names) + 1), names, fontsize=7)
    return drawn


def diversity_curve(progress: Progress, look: plots.Look = plots.DEFAULT) -> Figure:
    """How far individuals are from the middle of their population, run by run."""
    drawn = plots.figure(look.width, 2.8)
    axes = drawn.subplots()
    several = len(progress.diversity) > 1
    for number, line in enumerate(progress.diversity if several else ()):
        label = look.word("single runs") if number == 0 else None
        axes.plot(line, color="0.6", linewidth=0.8, label=label)
    with np.errstate(all="ignore"):
        label = look.word("mean over runs") if several else None
        axes.plot(np.nanmean(progress.diversity, axis=0), color=look.line(0), label=label)
    mark_borders(axes, progress, look)
    axes.set_ylim(bottom=0)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(look.word("generation"))
    axes.set_ylabel(plots.broken(look.word("mean distance from the middle of the population"), 28))
    if several:
        plots.legend_above(drawn, axes, look)
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


def spread_rows(progress: Progress, look: plots.Look = plots.DEFAULT) -> list[tuple[str, ...]]:
    """Each weight over the runs' champions (their best in training where none were chosen): mean, deviation, range, whether
    the runs agree, and how many are at an end of the bounds."""
    values = last(progress.best_weights) if progress.champions is None else progress.champions
    rows: list[tuple[str, ...]] = []
    for i, name in enumerate(progress.names):
        column = values[:, i]
        spread = f"{column.std(ddof=1):.3g}" if len(column) > 1 else DASH
        agreement = ends = "-"
        if progress.bounds is not None:
            low, high = progress.bounds[i]
            if len(column) > 1:
                apart = np.ptp(column) / (high - low)
                agreement = "agree" if apart < AGREE else "differ" if apart > DIFFER else "in between"
            near = [int((abs(column - end) < END * (high - low)).sum()) for end in (low, high)]
            parts = [
                look.word("{} of {} at {}", count, len(column), f"{end:g}")
                for count, end in zip(near, (low, high), strict=True)
                if count
            ]
            ends = ", ".join(parts) or look.word("none: moderate")
        ends_of_runs = look.word("{} to {}", f"{column.min():.4g}", f"{column.max():.4g}")
        shown = (f"{column.mean():.4g}", spread, ends_of_runs)
        rows.append((name, *shown, agreement, ends))
    return rows


MOST_DRAWN = 60  # genes that have a line of their own in a picture; a network has thousands


class Page(report.Report):
    """The report of a training: tables in the page, for LaTeX and as CSV; pictures; where it comes from."""

    def table(
        self,
        name: str,
        header: Sequence[str],
        rows: Sequence[Sequence[Any]],
        caption: str,
        data: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        """A table in the page, for LaTeX, and as CSV: the cells as they are shown, or numbers where some are given."""
        super().table(name, header, rows, caption)
        cells: list[Sequence[Any]] = [header, *rows]
        if data:
            columns = list(dict.fromkeys(column for row in data for column in row))
            cells = [columns, *([row.get(column) for column in columns] for row in data)]
        with open(self.folder / f"{name}.csv", "w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows(cells)

    def finish(self, title: str, data: dict[str, Any], made: dict[str, Any]) -> Path:
        """The page, its data, and what is needed to make it again and to cite it."""
        origin = provenance()
        self.heading(self.look.word("Where this comes from"))
        self.parts += [
            report.facts({**made, **in_words(origin)}),
            f"<p>{self.look.word('To cite the program')}:</p><pre>{bibtex(origin)}</pre>",
        ]
        (self.folder / "tapete.bib").write_text(bibtex(origin), encoding="utf-8")
        return report.write(self.folder, title, self.parts, {**data, "provenance": origin})


def training_report(folder: Path, out: Path, look: plots.Look = plots.DEFAULT) -> Path:
    """Everything about a training, finished or under way, as one page with its pictures beside it."""
    progress = read_progress(folder)
    page = Page(out, look)
    if not folder.is_dir():  # a session of the Tribute thesis: its curves and weights alone
        _pictures(progress, page)
        _spread(progress, page)
        return page.finish(look.word("Training session {}", folder.name), {"file": folder.name}, {})
    config = EvolutionConfig.read(folder / "run.toml")
    finished = folder / "champion.json"
    champion = json.loads(finished.read_text(encoding="utf-8")) if finished.exists() else None
    page.parts.append(
        report.facts({name: value for name, value in config.as_dict().items() if value not in ("", [], {})})
    )
    if champion is None:
        page.note(look.word("This training is not finished; the report shows how far it has come."))
    else:
        _champions(champion, page)
    _cost(folder, progress, config, champion, page)
    _pictures(progress, page)
    _spread(progress, page)
    _weights(progress, champion, page)
    data = {"configuration": config.as_dict(), "champion": champion, "cost": cost_of(folder).__dict__}
    title = look.word("Training of {} ({})", config.agent, config.game)
    return page.finish(title, data, {"seed": config.seed, **made_by(folder)})


def made_by(folder: Path) -> dict[str, str]:
    """Program, command and machine of a training, as its folder tells; nothing of trainings of before."""
    try:
        recorded = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
        return {f"trained, {name}": value for name, value in in_words(recorded).items()}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _pictures(progress: Progress, page: Page) -> None:
    look = page.look
    page.draw("fitness", look.word("Fitness by generation."), lambda: fitness_curves(progress, look))
    if len(progress.names) <= MOST_DRAWN:
        caption = look.word("Weights of the whole population.")
        page.draw("weights-population", caption, lambda: weights_heat_map(progress, "populations", look))
        caption = look.word("Weights of each generation's best in training.")
        page.draw("weights-best", caption, lambda: weights_heat_map(progress, "best", look))
        chosen = progress.champions is not None
        caption = look.word(
            "Weights of the champions, which were chosen on fresh deals, beside the last generation."
            if chosen
            else "Weights of the last generation."
        )
        page.draw("weights-final", caption, lambda: final_bars(progress, look))
        page.draw("weights-runs", look.word("How far the runs agree."), lambda: final_boxes(progress, look))
    if np.isfinite(progress.diversity).any():
        page.draw("diversity", look.word("Diversity of the population."), lambda: diversity_curve(progress, look))


def _spread(progress: Progress, page: Page) -> None:
    look = page.look
    if len(progress.names) > MOST_DRAWN:
        page.note(
            look.word("{} weights, too many to list; `individuals.csv` has them all.", f"{len(progress.names):,}")
        )
        return
    whose = "The runs' champions" if progress.champions is not None else "The runs' best in training"
    caption = look.word(whose) + look.word(
        ", weight by weight. Runs agree within a twentieth of the bounds and differ over more than half of them; a weight at "
        "an end of its bounds makes a specialist"
    )
    rows = [(*row[:4], look.word(row[4]), row[5]) for row in spread_rows(progress, look)]
    page.table("agreement", [look.word(word) for word in SPREAD_HEAD], rows, caption)


def _weights(progress: Progress, champion: dict[str, Any] | None, page: Page) -> None:
    """The weights of every run's champion, which is what a thesis prints."""
    if progress.champions is None or len(progress.names) > MOST_DRAWN:
        return
    look = page.look
    runs = len(progress.champions)
    heads = [look.word("run {}", number + 1) for number in range(runs)]
    caption = look.word("Weights of the champions of the runs, chosen on fresh deals.")
    if champion is not None and runs > 1:
        caption += " " + look.word("The training chose that of run {}.", champion["training"]["chosen"])
    rows = [(name, *(f"{value:.4f}" for value in progress.champions[:, i])) for i, name in enumerate(progress.names)]
    page.table("weights", (look.word("weight"), *heads), rows, caption)


def _cost(
    folder: Path, progress: Progress, config: EvolutionConfig, champion: dict[str, Any] | None, page: Page
) -> None:
    """Generations, games, time and opponents."""
    look, cost = page.look, cost_of(folder)
    rows: list[tuple[str, str]] = [("generations", f"{int(np.isfinite(progress.best).sum()):,}")]
    if champion is not None:
        summary = champion["training"]
        rows.append(("games in training", f"{summary['games']:,}"))
        chosen = summary.get("choosing_games")
        rows.append(("games of choosing and measuring champions", DASH if chosen is None else f"{chosen:,}"))
    rows += [("CPU time", in_minutes(cost.cpu_seconds)), ("time", in_minutes(cost.seconds))]
    others = [look.word("each other")] if "coevolution" in config.schedule else []
    trained = ", ".join([*(config.against if "fixed" in config.schedule else []), *others])
    rows.append(("opponents in training", trained))
    if champion is not None:
        rows.append(("opponents on fresh deals", ", ".join(champion["against"])))
    named_rows = [(look.word(name), value) for name, value in rows]
    caption = look.word("What the training took, and whom it was measured by.")
    page.table("cost", (look.word("quantity"), look.word("amount")), named_rows, caption)


def per_cent(score: float, interval: Any = None, unknown: str = "") -> str:
    """A share in per cent, with its interval where that is known, or with the word for one that is not."""
    text = f"{100 * score:.1f}"
    if interval is None:
        return f"{text} [{unknown}]" if unknown else text
    return f"{text} [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def _champions(champion: dict[str, Any], page: Page) -> None:
    look, summary = page.look, champion["training"]
    bots = list(champion["against"])
    rows = [
        (
            run["run"],
            f"{100 * run['training']:.1f}",
            per_cent(run["fresh"], run.get("fresh_ci95"), look.word("unknown")),
            *(f"{100 * run['against'].get(bot, float('nan')):.1f}" for bot in bots),
            f"{run['games']:,}",
        )
        for run in summary["runs"]
    ]
    if len(rows) > 1:
        mean = {bot: float(np.mean([run["against"].get(bot, np.nan) for run in summary["runs"]])) for bot in bots}
        trained = float(np.mean([run["training"] for run in summary["runs"]]))
        rows.append(
            (
                look.word("mean"), f"{100 * trained:.1f}", per_cent(summary["mean"], summary["ci95"]),
                *(f"{100 * mean[bot]:.1f}" for bot in bots), f"{summary['games']:,}",
            )
        )  # fmt: skip
    head = [look.word(word) for word in ("run", "in training", "fresh deals [95 %]")]
    head += [*(look.word("v {}", bot) for bot in bots), look.word("games")]
    caption = look.word(
        "The champions of the runs, in per cent. The score in training is that of the luckiest and flatters; the one on fresh "
        "deals does not. Intervals are over deals, that of the mean over runs."
    )
    page.table("champions", head, rows, caption)
    page.note(
        look.word(
            "The best of them, on {} other games: {} %.",
            f"{champion['score_games']:,}", per_cent(champion["score"], champion.get("score_ci95")),
        )
    )  # fmt: skip
