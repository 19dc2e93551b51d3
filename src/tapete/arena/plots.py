"""Pictures of results. Every one can be read without colour: values are written out, marks and hatches differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.errors import TapeteError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tapete.arena.sweep import SweepResult
    from tapete.arena.tournament import TournamentResult

MARKERS = "os^Dv<>Phx*"
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo", "--")
GREYS = ("0.35", "0.6", "0.8", "0.5", "0.7", "0.9")
MOST_DRAWN = 5000  # points of a scatter plot


class NoPlots(TapeteError):
    """Matplotlib is not installed."""


def figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPlots("plots need matplotlib: pip install 'tapete[plots]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def short(spec: str, longest: int = 34) -> str:
    return spec if len(spec) <= longest else spec[: longest - 1] + "…"


def save(drawn: Figure, folder: Path, name: str) -> str:
    """Write SVG and PNG; return the SVG's text."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn.savefig(folder / f"{name}.svg", metadata={"Date": None})
    drawn.savefig(folder / f"{name}.png", dpi=150)
    return (folder / f"{name}.svg").read_text(encoding="utf-8")


# Tournaments


def win_rates(result: TournamentResult) -> Figure:
    """Scores as bars with 95 % intervals, best first."""
    ranked = sorted(result.standings, key=lambda standing: -standing.score)
    drawn = figure(8, 1.2 + 0.42 * len(ranked))
    axes = drawn.subplots()
    places = np.arange(len(ranked))[::-1]
    scores = np.array([s.score for s in ranked])
    low = scores - np.array([s.ci95[0] for s in ranked])
    high = np.array([s.ci95[1] for s in ranked]) - scores
    bars = axes.barh(
        places, scores, xerr=[np.maximum(low, 0), np.maximum(high, 0)], color="0.75", edgecolor="black", capsize=3
    )
    for bar, standing in zip(bars, ranked, strict=True):
        bar.set_hatch("//" if standing.clairvoyant else "")
        axes.text(0.01, bar.get_y() + bar.get_height() / 2, f"{standing.score:.3f}", va="center", fontsize=8)
    axes.set_yticks(places, [short(s.spec) + (" (sees everything)" if s.clairvoyant else "") for s in ranked])
    axes.axvline(ranked[0].par if ranked else 0.5, color="black", linestyle=":", linewidth=1)
    axes.set_xlim(0, 1)
    axes.set_xlabel("score (share of the wins), 95 % interval; dotted: par")
    return drawn


def rating_ladder(result: TournamentResult) -> Figure:
    """Ratings with intervals, best on top."""
    ranked = sorted(result.standings, key=lambda standing: standing.rank)
    drawn = figure(8, 1.2 + 0.36 * len(ranked))
    axes = drawn.subplots()
    for place, s in zip(range(len(ranked), 0, -1), ranked, strict=True):
        axes.plot(s.rating_ci95, (place, place), color="black", linewidth=1.5)
        axes.plot([s.rating], [place], "o", color="black", markerfacecolor="white" if s.clairvoyant else "black")
        axes.annotate(
            f"{s.rating:.0f}", (s.rating, place), textcoords="offset points", xytext=(0, 5), ha="center", fontsize=8
        )
    axes.set_yticks(range(len(ranked), 0, -1), [short(s.spec) for s in ranked])
    axes.set_ylim(0.4, len(ranked) + 0.8)
    axes.set_xlabel("rating (Elo scale, mean 1500), 95 % interval")
    axes.grid(axis="x", linewidth=0.3)
    return drawn


def cross_heat_map(result: TournamentResult) -> Figure:
    """Each agent's score in games with each other one."""
    order = sorted(range(len(result.standings)), key=lambda i: result.standings[i].rank)
    names = [short(result.standings[i].spec, 24) for i in order]
    values = np.full((len(order), len(order)), np.nan)
    for a, i in enumerate(order):
        for b, j in enumerate(order):
            cell = result.cells[i][j]
            values[a, b] = np.nan if cell is None else cell.score
    return heat_map(values, names, names, "in games with", "score of", (0.0, 1.0))


def heat_map(
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    x: str,
    y: str,
    span: tuple[float, float] | None = None,
) -> Figure:
    """Numbers in cells whose shade follows them."""
    drawn = figure(2.5 + 0.75 * len(columns), 1.8 + 0.45 * len(rows))
    axes = drawn.subplots()
    low, high = span or (float(np.nanmin(values)), float(np.nanmax(values)))
    image = axes.imshow(values, cmap="Greys", vmin=low, vmax=high + (high - low) * 0.4 + 1e-9, aspect="auto")
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            if not np.isnan(values[i, j]):
                dark = float(image.norm(float(values[i, j]))) > 0.55  # type: ignore[arg-type]
                axes.text(
                    j,
                    i,
                    f"{values[i, j]:.3f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if dark else "black",
                )
    axes.set_xticks(range(len(columns)), list(columns), rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return drawn


def points_by_agent(result: TournamentResult) -> dict[str, np.ndarray]:
    """The points of every game, by agent."""
    found: dict[str, list[np.ndarray]] = {}
    for match in result.outcome.matches:
        games = match.games
        seating = np.array(match.agents)[games.plan.at_seats]
        for number in match.agents:
            found.setdefault(f"{number + 1} {short(result.outcome.specs[number], 24)}", []).append(
                games.points[seating == number]
            )
    return {name: np.concatenate(parts) for name, parts in found.items() if sum(map(len, parts))}


def point_boxes(result: TournamentResult) -> Figure:
    """Points per game as boxes: median, quartiles, 5 and 95 %."""
    points = points_by_agent(result)
    drawn = figure(8, 1.2 + 0.4 * len(points))
    axes = drawn.subplots()
    axes.boxplot(
        list(points.values())[::-1],
        orientation="horizontal",
        whis=(5, 95),
        showfliers=False,
        medianprops={"color": "black"},
    )
    axes.set_yticks(range(1, len(points) + 1), list(points)[::-1])
    axes.set_xlabel("points per game (median, quartiles, 5 to 95 %)")
    return drawn


def point_histograms(result: TournamentResult) -> Figure:
    """How often each number of points was reached, one panel per agent."""
    points = points_by_agent(result)
    everything = np.concatenate(list(points.values()))
    bins = np.histogram_bin_edges(everything[:100_000], bins=30)
    drawn = figure(8, 0.6 + 1.1 * len(points))
    panels = drawn.subplots(len(points), 1, sharex=True, squeeze=False)[:, 0]
    for i, (axes, (name, values)) in enumerate(zip(panels, points.items(), strict=True)):
        axes.hist(
            values,
            bins=bins,
            color=GREYS[i % len(GREYS)],
            edgecolor="black",
            linewidth=0.4,
            hatch=HATCHES[i % len(HATCHES)],
        )
        axes.axvline(values.mean(), color="black", linestyle="--", linewidth=1)
        axes.set_ylabel(name, rotation=0, ha="right", va="center", fontsize=8)
        axes.set_yticks([])
    panels[-1].set_xlabel("points per game (dashed: mean)")
    return drawn


def durations(result: TournamentResult) -> Figure:
    """How long games took: in decisions and in seconds."""
    lengths = np.concatenate([match.games.decisions.sum(axis=1) for match in result.outcome.matches])
    seconds = np.concatenate([match.games.seconds for match in result.outcome.matches])
    drawn = figure(8, 3)
    left, right = drawn.subplots(1, 2)
    left.hist(lengths, bins=min(40, max(1, len(np.unique(lengths)))), color="0.75", edgecolor="black", linewidth=0.4)
    left.set_xlabel("decisions per game")
    left.set_ylabel("games")
    shown = seconds[seconds > 0]
    if len(shown):
        top = np.quantile(shown, 0.99)
        right.hist(np.minimum(shown, top) * 1000, bins=40, color="0.75", edgecolor="black", linewidth=0.4)
    right.set_xlabel("ms per game (longest 1 % in the last bar)")
    return drawn


def points_against_time(result: TournamentResult) -> Figure:
    """Margin of each match's first agent against the time the game took."""
    drawn = figure(8, 4)
    axes = drawn.subplots()
    share = max(1, sum(len(m.games) for m in result.outcome.matches) // MOST_DRAWN)
    for i, match in enumerate(result.outcome.matches[: len(MARKERS)]):
        games = match.games
        mine = games.plan.at_seats == 0
        margin = np.where(mine, games.points, -np.inf).max(axis=1) - np.where(mine, -np.inf, games.points).max(axis=1)
        label = " v ".join(short(result.outcome.specs[a], 18) for a in match.agents)
        axes.plot(
            games.seconds[::share] * 1000,
            margin[::share],
            MARKERS[i],
            color="black",
            alpha=0.45,
            markersize=3,
            label=label,
        )
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds per game")
    axes.set_ylabel("points ahead, first agent")
    axes.legend(fontsize=7, markerscale=2)
    return drawn


# Sweeps


def sweep_pictures(result: SweepResult) -> dict[str, Figure]:
    """A heat map for two options, lines over each option, strength against cost."""
    found: dict[str, Figure] = {}
    if not result.trials:
        return found
    values = {axis: ordered({trial.options[axis] for trial in result.trials}) for axis in result.axes}
    if len(result.axes) >= 2 and result.search == "grid":
        down, across = result.axes[0], result.axes[1]
        table = np.full((len(values[down]), len(values[across])), np.nan)
        for i, a in enumerate(values[down]):
            for j, b in enumerate(values[across]):
                scores = [t.score for t in result.trials if t.options[down] == a and t.options[across] == b]
                table[i, j] = np.mean(scores) if scores else np.nan
        found["heat-map"] = heat_map(table, values[down], values[across], across, down)
    found["lines"] = sweep_lines(result, values)
    found["cost"] = cost_against_strength(result)
    return found


def ordered(values: set[str]) -> list[str]:
    try:
        return sorted(values, key=float)
    except ValueError:
        return sorted(values)


def sweep_lines(result: SweepResult, values: Mapping[str, Sequence[str]]) -> Figure:
    """The score over the last option, one line for each setting of the others."""
    along = result.axes[-1]
    drawn = figure(8, 4)
    axes = drawn.subplots()
    groups: dict[str, list[Any]] = {}
    for trial in result.trials:
        rest = ", ".join(f"{name}={trial.options[name]}" for name in result.axes[:-1])
        groups.setdefault(rest if result.search == "grid" else "", []).append(trial)
    numeric = all(is_number(value) for value in values[along])
    for i, (label, trials) in enumerate(groups.items()):
        trials.sort(key=lambda trial: values[along].index(trial.options[along]))
        x = [float(t.options[along]) if numeric else values[along].index(t.options[along]) for t in trials]
        y = np.array([t.score for t in trials])
        low, high = y - [t.ci95[0] for t in trials], np.array([t.ci95[1] for t in trials]) - y
        style = ("-", "--", ":", "-.")[i % 4] if result.search == "grid" else ""
        axes.errorbar(
            x,
            y,
            yerr=[np.maximum(low, 0), np.maximum(high, 0)],
            marker=MARKERS[i % len(MARKERS)],
            linestyle=style,
            color="black",
            alpha=0.8,
            capsize=3,
            label=label or None,
        )
    if not numeric:
        axes.set_xticks(range(len(values[along])), list(values[along]))
    if any(groups):
        axes.legend(fontsize=7)
    axes.set_xlabel(along)
    axes.set_ylabel(f"score against {', '.join(short(o, 20) for o in result.opponents)}")
    return drawn


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def cost_against_strength(result: SweepResult) -> Figure:
    """What a better score costs in time per decision."""
    drawn = figure(8, 4)
    axes = drawn.subplots()
    for trial in result.trials:
        if trial.ms_per_decision:
            axes.plot([trial.ms_per_decision] * 2, trial.ci95, color="0.6", linewidth=1)
            axes.plot([trial.ms_per_decision], [trial.score], "ko", markersize=4)
            label = ", ".join(trial.options.values())
            axes.annotate(
                label, (trial.ms_per_decision, trial.score), textcoords="offset points", xytext=(4, 3), fontsize=7
            )
    axes.set_xscale("log")
    axes.set_xlabel(f"milliseconds per decision (labels: {', '.join(result.axes)})")
    axes.set_ylabel("score")
    return drawn


# Learning


def learning_curves(curves: Mapping[str, Sequence[tuple[float, float, float, float]]], x: str = "games") -> Figure:
    """Score over training for each learner: (x, score, low, high)."""
    drawn = figure(8, 4)
    axes = drawn.subplots()
    for i, (name, points) in enumerate(curves.items()):
        data = np.array(points, dtype=np.float64).reshape(-1, 4)
        axes.plot(
            data[:, 0],
            data[:, 1],
            marker=MARKERS[i % len(MARKERS)],
            linestyle=("-", "--", ":", "-.")[i % 4],
            color="black",
            label=name,
        )
        axes.fill_between(
            data[:, 0], data[:, 2], data[:, 3], color="0.5", alpha=0.25, hatch=HATCHES[(i + 1) % len(HATCHES)]
        )
    axes.set_xlabel(x)
    axes.set_ylabel("score, 95 % interval")
    axes.legend(fontsize=8)
    return drawn


# Studies


def published_and_ours(rows: Sequence[tuple[str, float | None, int | None, float, tuple[float, float]]]) -> Figure:
    """Shares with intervals: label, published, its games, ours, our interval."""
    from tapete.arena.statistics import wilson

    drawn = figure(9, 1.2 + 0.34 * len(rows))
    axes = drawn.subplots()
    for i, (_, published, games, ours, interval) in enumerate(rows):
        place = len(rows) - i
        axes.plot(interval, (place - 0.12,) * 2, color="black", linewidth=1.5)
        axes.plot([ours], [place - 0.12], "o", color="black", markersize=5, label="ours" if i == 0 else None)
        if published is not None:
            if games:
                axes.plot(
                    wilson(published, games, 1.96), (place + 0.16,) * 2, color="0.5", linewidth=1.5, linestyle="--"
                )
            axes.plot([published], [place + 0.16], "s", color="black", markerfacecolor="white", markersize=5)
    axes.set_yticks(range(len(rows), 0, -1), [short(row[0], 60) for row in rows], fontsize=7)
    axes.set_xlim(0, 1)
    axes.grid(axis="x", linewidth=0.3)
    axes.set_xlabel("share of games won: squares published, dots ours")
    return drawn
