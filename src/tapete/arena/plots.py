"""Pictures of results, ready for print. How they look is said in `tapete.arena.drawing`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.arena.drawing import (
    DEFAULT,
    HATCHES,
    LINES,
    MARKERS,
    Look,
    NoPlots,
    broken,
    figure,
    height_of,
    legend_columns,
    problems,
    save,
    short,
)
from tapete.arena.ratings import CENTRE
from tapete.arena.statistics import is_known

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tapete.arena.experiment import ExperimentResult
    from tapete.arena.sweep import SweepResult, Trial
    from tapete.arena.tournament import TournamentResult

__all__ = ["DEFAULT", "Look", "NoPlots", "broken", "figure", "problems", "save", "short"]

MOST_DRAWN = 5000  # points of a scatter plot
Interval = tuple[float, float] | Sequence[float]


def shown(value: float) -> str:
    """A share with three digits, as they are printed."""
    return f"{value:.3f}"


def row_figure(labels: Sequence[str], look: Look, each: float = 0.26, more: float = 0.75) -> tuple[Figure, Axes]:
    """A picture with one row for each label, the first on top."""
    drawn = figure(look.width, more + height_of(labels, each))
    axes = drawn.subplots()
    axes.set_yticks(range(len(labels)), list(labels))
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    return drawn, axes


def legend_above(drawn: Figure, axes: Axes, look: Look) -> None:
    """A legend outside the data, in as many columns as fit."""
    handles, labels = axes.get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside upper center", ncols=legend_columns(labels, look))


def beside(axes: Axes, row: float, text: str) -> None:
    """A value to the right of the data, where no bar or whisker can strike it through."""
    axes.text(1.02, row, text, transform=axes.get_yaxis_transform(), va="center", ha="left", fontsize=7.5)


def whiskers(interval: Interval, value: float) -> list[list[float]]:
    """The error bar of a value; none where its interval is unknown."""
    if not is_known(interval):
        return [[math.nan], [math.nan]]
    return [[max(0.0, value - interval[0])], [max(0.0, interval[1] - value)]]


def share_limits(values: Sequence[float], par: float | None = None) -> tuple[float, float]:
    """Limits of an axis of shares: near the data, never so near that noise looks large."""
    finite = [value for value in values if math.isfinite(value)] or [0.0, 1.0]
    low, high = min(finite), max(finite)
    if par is not None:
        low, high = min(low, par), max(high, par)
    room = max(0.04, (0.3 - (high - low)) / 2)
    low, high = max(0.0, low - room), min(1.0, high + room)
    return low - 0.02 * (high - low), high + 0.02 * (high - low)


# Scores


def scores(
    entries: Sequence[tuple[str, float, Interval, float, bool]], look: Look = DEFAULT, whole: bool = True
) -> Figure:
    """Scores with intervals, values and par: (name, score, interval, par, sees everything)."""
    names = [look.name(name) for name, *_ in entries]
    drawn, axes = row_figure(names, look)
    for row, (_, score, interval, par, clairvoyant) in enumerate(entries):
        face = "white" if clairvoyant else look.line(0)
        axes.errorbar(
            [score], [row], xerr=whiskers(interval, score), fmt="o", color=look.line(0), markerfacecolor=face,
            markersize=4.5, capsize=2.5, clip_on=False,
        )  # fmt: skip
        axes.plot([par, par], [row - 0.38, row + 0.38], color="0.45", linestyle=":", linewidth=1.2)
        ends = f"{shown(interval[0])}, {shown(interval[1])}" if is_known(interval) else look.word("unknown")
        beside(axes, row, f"{shown(score)} [{ends}]")
    limits = [value for _, score, interval, par, _ in entries for value in (score, *interval, par)]
    axes.set_xlim(*((-0.04, 1.04) if whole else share_limits(limits)))
    axes.grid(axis="x")
    axes.set_xlabel(f"{look.word('score, 95 % interval')} (···· {look.word('par')})")
    return drawn


def win_rates(result: TournamentResult, look: Look = DEFAULT) -> Figure:
    """Scores of a tournament, best first."""
    ranked = sorted(result.standings, key=lambda standing: -standing.score)
    return scores([(s.shown, s.score, s.ci95, s.par, s.clairvoyant) for s in ranked], look)


def rating_ladder(result: TournamentResult, look: Look = DEFAULT) -> Figure:
    """Ratings with intervals, best on top."""
    ranked = sorted(result.standings, key=lambda standing: standing.rank)
    drawn, axes = row_figure([look.name(s.shown) for s in ranked], look)
    for row, s in enumerate(ranked):
        face = "white" if s.clairvoyant else look.line(0)
        axes.errorbar(
            [s.rating], [row], xerr=whiskers(s.rating_ci95, s.rating), fmt="s", color=look.line(0),
            markerfacecolor=face, markersize=4.5, capsize=2.5,
        )  # fmt: skip
        low, high = s.rating_ci95
        ends = f"{low:.0f}, {high:.0f}" if is_known(s.rating_ci95) else look.word("unknown")
        beside(axes, row, f"{s.rating:.0f} [{ends}]")
    axes.set_xlabel(
        broken(look.word("rating (Elo scale, mean 1500), 95 % interval"), 60 if look.columns == "two" else 34)
    )
    axes.axvline(CENTRE, color="0.45", linestyle=":", linewidth=1.2)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="x")
    return drawn


def outcome_bars(entries: Sequence[tuple[str, int, int, int]], look: Look = DEFAULT) -> Figure:
    """Wins, draws and losses of each agent as one bar: (name, wins, draws, losses)."""
    drawn, axes = row_figure([look.name(name) for name, *_ in entries], look, each=0.3, more=0.95)
    words = ("wins", "draws", "losses")
    left = np.zeros(len(entries))
    for i, word in enumerate(words):
        counts = np.array([entry[1 + i] for entry in entries], dtype=float)
        total = np.maximum(np.array([sum(entry[1:]) for entry in entries], dtype=float), 1)
        shares = counts / total
        axes.barh(
            range(len(entries)), shares, 0.66, left=left, color=look.fill((0, 3, 1)[i]), edgecolor="black", linewidth=0.4,
            hatch=("", "....", "//")[i], label=look.word(word),
        )  # fmt: skip
        left += shares
    for row, (_, wins, draws, losses) in enumerate(entries):
        beside(axes, row, f"{wins} / {draws} / {losses}")
    axes.set_xlim(0, 1)
    axes.set_xlabel(look.word("share"))
    legend_above(drawn, axes, look)
    return drawn


def seat_scores(entries: Sequence[tuple[str, Mapping[int, Any]]], par: float, look: Look = DEFAULT) -> Figure:
    """The score of each agent from each seat, with intervals."""
    seats = sorted({seat for _, shares in entries for seat in shares})
    names = [look.name(name) for name, _ in entries]
    drawn, axes = row_figure(names, look, each=0.14 * len(seats) + 0.14, more=0.95)
    for i, seat in enumerate(seats):
        offset = (i - (len(seats) - 1) / 2) * 0.66 / max(1, len(seats))
        for row, (_, shares) in enumerate(entries):
            if seat in shares:
                share = shares[seat]
                axes.errorbar(
                    [share.score], [row + offset], xerr=whiskers(share.ci95, share.score), fmt=MARKERS[i],
                    color=look.line(i), markersize=4, capsize=2, clip_on=False,
                    label=f"{look.word('seat')} {seat}" if row == 0 else None,
                )  # fmt: skip
    axes.axvline(par, color="0.45", linestyle=":", linewidth=1.2)
    axes.set_xlim(-0.04, 1.04)
    axes.grid(axis="x")
    axes.set_xlabel(f"{look.word('score, 95 % interval')} (···· {look.word('par')})")
    legend_above(drawn, axes, look)
    return drawn


# Heat maps


def heat_map(
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    x: str,
    y: str,
    span: tuple[float, float] | None = None,
    *,
    halves: np.ndarray | None = None,
    label: str = "score",
    par: float | None = None,
    look: Look = DEFAULT,
) -> Figure:
    """Numbers in cells whose shade follows them, each with half its interval, beside the scale of shades."""
    names = [broken(row, 20 if look.columns == "one" else 30) for row in rows]
    drawn = figure(look.width, 0.9 + height_of(names, 0.36 if halves is not None else 0.28))
    axes = drawn.subplots()
    draw_map(drawn, axes, values, names, columns, span or honest_span(values, halves), halves, label, par, look)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return drawn


def honest_span(values: np.ndarray, halves: np.ndarray | None) -> tuple[float, float]:
    """Ends of the scale, at least a fifth and four intervals apart, so that noise does not look like a result."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    known = halves[~np.isnan(halves)] if halves is not None else np.zeros(0)
    least = max(0.2, 4 * float(known.mean()) if len(known) else 0.0)
    middle = (low + high) / 2
    room = max(high - low, least) / 2
    low, high = max(0.0, middle - room), min(1.0, middle + room)
    return low, max(high, low + 0.05)


def draw_map(
    drawn: Figure,
    axes: Axes,
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    span: tuple[float, float],
    halves: np.ndarray | None,
    label: str,
    par: float | None,
    look: Look,
    bar: bool = True,
) -> None:
    """A heat map in given axes."""
    image = axes.imshow(values, cmap=look.map, vmin=span[0], vmax=span[1], aspect="auto")
    crowded = values.shape[1] > (6 if look.columns == "one" else 12)
    bare = values.shape[1] > (10 if look.columns == "one" else 26)  # no room for numbers: the tables have them
    for i, j in np.ndindex(*values.shape):
        if np.isnan(values[i, j]) or bare:
            continue
        value = float(values[i, j])
        text = f"{value:.2f}".removeprefix("0") if crowded else shown(value)
        if halves is not None and not crowded and not np.isnan(halves[i, j]):
            text += f"\n±{halves[i, j]:.3f}".replace("±0.", "±.")
        dark = float(image.norm(value)) < 0.55  # type: ignore[arg-type]  # a norm takes numbers too
        axes.text(
            j, i, text, ha="center", va="center", fontsize=6 if crowded else 7, color="white" if dark else "black"
        )
    longest = max((len(column) for column in columns), default=0)
    every = 2 if bare and all(column.isdigit() for column in columns) else 1  # ranks: the eye finds those between
    turned = longest * len(columns) / every > (70 if look.columns == "two" else 26)
    axes.set_xticks(range(0, len(columns), every), list(columns)[::every], rotation=90 if turned else 0)
    axes.set_yticks(range(len(rows)), list(rows))
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)
    if bar:
        colour_bar(drawn, image, axes, broken(label, 26), par, span)


def colour_bar(
    drawn: Figure, image: Any, beside_axes: Any, label: str, par: float | None, span: tuple[float, float]
) -> None:
    """The scale of shades beside a map, with par dotted."""
    scale = drawn.colorbar(image, ax=beside_axes, label=label, shrink=0.9, pad=0.02)
    scale.outline.set_visible(False)
    if par is not None and span[0] < par < span[1]:
        scale.ax.axhline(par, color="white", linewidth=2.2)
        scale.ax.axhline(par, color="black", linewidth=1, linestyle=":")


def cross_heat_map(result: TournamentResult, look: Look = DEFAULT) -> Figure:
    """Draw a cross table of agents as a heat map: scores, or shares of games in which one finished ahead."""
    order = sorted(range(len(result.standings)), key=lambda i: result.standings[i].rank)
    values = np.full((len(order), len(order)), np.nan)
    halves = np.full_like(values, np.nan)
    for a, i in enumerate(order):
        for b, j in enumerate(order):
            cell = result.compared[i][j]
            if cell is not None:
                values[a, b], halves[a, b] = cell.score, (cell.ci95[1] - cell.ci95[0]) / 2
    numbers = [str(result.standings[i].rank) for i in order]
    names = [f"{result.standings[i].rank} {look.named(result.standings[i].shown)}" for i in order]
    words = ("in games with", "score of", "score") if result.ahead is None else ("ahead of", "", "share of games ahead")
    x, y, label = (look.word(word) if word else "" for word in words)
    return heat_map(values, names, numbers, x, y, (0.0, 1.0), halves=halves, label=label, par=0.5, look=look)


# Points and lengths


def points_by_agent(outcome: ExperimentResult) -> dict[str, np.ndarray]:
    """The points of every game, by agent in the order of the run."""
    found: dict[int, list[np.ndarray]] = {}
    for match in outcome.matches:
        games = match.games
        seating = np.array(match.agents)[games.plan.at_seats]
        for number in match.agents:
            held = seating == number
            found.setdefault(number, []).append(np.where(held, games.points, -np.inf).max(axis=1))
    return {
        outcome.name(number): np.concatenate(parts) for number, parts in sorted(found.items()) if sum(map(len, parts))
    }


def boxes(points: Mapping[str, np.ndarray], label: str, look: Look = DEFAULT) -> Figure:
    """Distributions as boxes: median, quartiles, whiskers; a diamond is the mean."""
    names = [look.name(name) for name in points]
    drawn, axes = row_figure(names, look, each=0.3)
    parts = axes.boxplot(
        list(points.values()),
        orientation="horizontal",
        positions=range(len(points)),
        widths=0.6,
        whis=1.5 if look.outliers else (5, 95),
        showfliers=look.outliers,
        showmeans=True,
        patch_artist=True,
        manage_ticks=False,
        medianprops={"color": "black", "linewidth": 1.3},
        meanprops={"marker": "D", "markersize": 3.5, "markerfacecolor": "white", "markeredgecolor": "black"},
        flierprops={"marker": ".", "markersize": 2.5, "alpha": 0.5},
        boxprops={"linewidth": 0.7},
    )
    for i, box in enumerate(parts["boxes"]):
        box.set_facecolor(look.fill(4) if look.colour else "0.85")
        values = list(points.values())[i]
        beside(axes, i, f"{values.mean():.1f} ± {values.std(ddof=1) if len(values) > 1 else 0:.1f}")
    axes.set_ylim(len(points) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_xlabel(label)
    return drawn


def point_boxes(result: Any, look: Look = DEFAULT) -> Figure:
    """Points per game of each agent."""
    return boxes(points_by_agent(result.outcome), look.word("points per game"), look)


def point_histograms(result: Any, look: Look = DEFAULT) -> Figure:
    """How often each number of points was reached, one panel per agent."""
    points = points_by_agent(result.outcome)
    everything = np.concatenate(list(points.values()))
    low, high = float(everything.min()), float(everything.max())
    whole = bool((everything == np.round(everything)).all())
    step = max(1.0, math.ceil((high - low + 1) / 30)) if whole else max((high - low) / 30, 1e-9)
    first = low - 0.5 if whole else low
    bins = [first + step * i for i in range(math.ceil((high - first) / step) + 2)]
    names = [look.name(name) for name in points]
    drawn = figure(look.width, 0.6 + height_of(names, 0.62, 0.15))
    panels = drawn.subplots(len(points), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes, name, values in zip(panels, names, points.values(), strict=True):
        axes.hist(values, bins=bins, color=look.fill(4) if look.colour else "0.8", edgecolor="black", linewidth=0.3)
        axes.axvline(values.mean(), color="black", linestyle="--", linewidth=1)
        axes.set_ylabel(name, rotation=0, ha="right", va="center")
        axes.set_yticks([])
    panels[-1].set_xlabel(f"{look.word('points per game')} (- - {look.word('mean')})")
    return drawn


def lengths(result: Any, look: Look = DEFAULT) -> Figure:
    """How long games were: decisions, and turns where they are counted."""
    matches = [match.games for match in result.outcome.matches]
    decisions = np.concatenate([games.decisions.sum(axis=1) for games in matches])
    turns = np.concatenate([games.turns for games in matches])
    parts = [(decisions, "decisions per game")] + ([(turns, "turns per game")] if (turns >= 0).all() else [])
    drawn = figure(look.width, 2.0)
    panels = drawn.subplots(1, len(parts), squeeze=False)[0]
    for axes, (values, label) in zip(panels, parts, strict=True):
        whole_histogram(axes, values, look)
        axes.set_xlabel(look.word(label))
    panels[0].set_ylabel(look.word("games"))
    return drawn


def whole_games(axes: Axes) -> None:
    """Put only whole numbers on the y axis."""
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def whole_histogram(axes: Axes, values: np.ndarray, look: Look) -> None:
    """Draw how often each whole number occurred; a single value is one narrow bar."""
    low, high = int(values.min()), int(values.max())
    step = max(1, math.ceil((high - low + 1) / 30))
    bins = [low - 0.5 + step * i for i in range((high - low) // step + 2)]
    axes.hist(values, bins=bins, color=look.fill(4) if look.colour else "0.8", edgecolor="black", linewidth=0.3)
    if high - low < 4:
        axes.set_xlim(low - 2.5, high + 2.5)
        axes.set_xticks(range(low - 2, high + 3))
    axes.axvline(values.mean(), color="black", linestyle="--", linewidth=1)
    whole_games(axes)


def durations(result: Any, look: Look = DEFAULT) -> Figure:
    """How much processor time games took."""
    seconds = np.concatenate([match.games.seconds for match in result.outcome.matches])
    return duration_histogram(seconds, look)


def duration_histogram(seconds: np.ndarray, look: Look = DEFAULT) -> Figure:
    values = seconds[seconds > 0] * 1000
    drawn = figure(look.width, 2.0)
    axes = drawn.subplots()
    if len(values):
        top = float(np.quantile(values, 0.99))
        axes.hist(np.minimum(values, top), bins=30, color=look.fill(4) if look.colour else "0.8", edgecolor="black",
                  linewidth=0.3)  # fmt: skip
        axes.axvline(float(values.mean()), color="black", linestyle="--", linewidth=1)
    whole_games(axes)
    axes.locator_params(axis="x", nbins=4 if look.columns == "one" else 8)
    beyond = f"; {look.word('last bar: and more')}" if len(values) and (values > top).any() else ""
    words = f"{look.word('milliseconds of processor per game')} (- - {look.word('mean')}{beyond})"
    axes.set_xlabel(broken(words, 60 if look.columns == "two" else 40))
    axes.set_ylabel(look.word("games"))
    return drawn


def scatter(
    x: np.ndarray, y: np.ndarray, x_label: str, y_label: str, look: Look = DEFAULT, log: bool = False
) -> Figure:
    """Two quantities of each game, with their correlation and its interval."""
    drawn = figure(look.width, 3.0 if look.columns == "one" else 3.6)
    axes = drawn.subplots()
    share = max(1, len(x) // MOST_DRAWN)
    many = len(x) > 200
    places, few = x, sorted(set(x.tolist()))
    beside_each_other = len(few) <= 12 and few[-1] - few[0] <= 20 and all(value == round(value) for value in few)
    if beside_each_other:  # whole numbers: their points would lie on each other
        places = x + 0.3 * (np.arange(len(x)) * 0.618 % 1 - 0.5)
        axes.set_xlim(few[0] - 0.6, few[-1] + 0.6)
    axes.plot(
        places[::share], y[::share], "o", color=look.line(0), alpha=0.5 if many else 0.8, markersize=3 if many else 4,
        markeredgewidth=0,
    )  # fmt: skip
    if log:
        axes.set_xscale("log")
    axes.set_xlabel(broken(x_label, 60 if look.columns == "two" else 34))
    axes.set_ylabel(broken(y_label, 34))
    axes.locator_params(axis="y", nbins=6)
    axes.locator_params(axis="x", nbins=6, integer=beside_each_other)
    axes.set_title(correlation(x, y), loc="right", fontsize=7.5)
    axes.grid()
    return drawn


def correlation(x: np.ndarray, y: np.ndarray) -> str:
    """Pearson's coefficient with its interval by Fisher's transformation, in words."""
    if len(x) < 4 or x.std() == 0 or y.std() == 0:
        return f"n = {len(x)}"
    r = float(np.corrcoef(x, y)[0, 1])
    if abs(r) > 0.999999:
        return f"r = {r:+.2f}, n = {len(x):,}"
    half = 1.959964 / math.sqrt(len(x) - 3)
    low, high = math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)
    return f"r = {r:+.2f} [{low:+.2f}, {high:+.2f}], n = {len(x):,}"


def points_against_points(
    outcome: ExperimentResult, match: int, first: int, second: int, look: Look = DEFAULT
) -> Figure:
    """The points of one agent of a match against those of another, game by game."""
    found = outcome.matches[match]
    values = []
    for place in (first, second):
        mine = found.games.plan.at_seats == place
        values.append(np.where(mine, found.games.points, -np.inf).max(axis=1))
    names = [look.named(outcome.name(found.agents[place])) for place in (first, second)]
    labels = [look.word("points of {}", name) for name in names]
    return scatter(values[0], values[1], labels[0], labels[1], look)


def points_against_time(result: Any, look: Look = DEFAULT) -> Figure:
    """The lead of each match's first agent against the time the game took, one panel for each match."""
    from tapete.arena.scoring import margin

    outcome = result.outcome
    matches = [match for match in outcome.matches if len(match.games)][:6]
    across = 1 if look.columns == "one" or len(matches) == 1 else 2
    down = math.ceil(len(matches) / across)
    drawn = figure(look.width, 0.4 + 1.9 * down)
    panels = drawn.subplots(down, across, squeeze=False)
    for axes, match in zip(panels.flat, matches, strict=False):
        lead = margin(match.games.points, match.games.plan.at_seats == 0, match.game.sides)
        seconds = match.games.seconds * 1000
        share = max(1, len(lead) // (MOST_DRAWN // len(matches)))
        axes.plot(
            seconds[::share], lead[::share], "o", color=look.line(0), alpha=0.5, markersize=2.5, markeredgewidth=0
        )
        names = " v ".join(look.named(outcome.name(agent)) for agent in match.agents)
        axes.set_title(f"{broken(names, 46)}\n{correlation(seconds, lead)}", fontsize=7, loc="left")
        axes.grid()
        if len(seconds):
            low, high = np.quantile(seconds, [0.0, 0.99])
            axes.set_xlim(max(0.0, low - 0.05 * (high - low)), high + 0.05 * (high - low) + 1e-6)
    for axes in panels.flat[len(matches) :]:
        axes.set_visible(False)
    for i, axes in enumerate(panels.flat[: len(matches)]):
        axes.locator_params(axis="x", nbins=6)
        if i + across >= len(matches):
            axes.set_xlabel(look.word("milliseconds of processor per game"))
        if i % across == 0:
            axes.set_ylabel(look.word("points ahead"))
    return drawn


# Sweeps


def sweep_pictures(result: SweepResult, look: Look = DEFAULT) -> dict[str, tuple[Figure, str]]:
    """All pictures of a sweep with their captions."""
    found: dict[str, tuple[Figure, str]] = {}
    trials = [trial for trial in result.trials if trial.games]
    if not trials:
        return found
    against = ", ".join(result.opponents)
    values = {axis: ordered({trial.options[axis] for trial in trials}) for axis in result.axes}
    if len(result.axes) >= 2 and result.search == "grid":
        found["heat-map"] = (
            sweep_map(result, values, look),
            f"Score against {against} by {result.axes[0]} and {result.axes[1]}; ± is half the 95 % interval.",
        )
    found["lines"] = (
        sweep_lines(result, values, look),
        f"Score against {against} over {result.axes[-1]}, 95 % intervals.",
    )
    found["point-boxes"] = (
        boxes(points_by_value(trials, result.axes[0]), look.word("points per game"), look),
        f"Points per game by {result.axes[0]}, all other settings together.",
    )
    found["durations"] = (
        duration_lines(result, values, look),
        f"Mean processor time of a game over {result.axes[-1]} on the machine that played it, with its standard deviation.",
    )
    if any(trial.thinking for trial in trials):
        found["cost"] = (
            cost_against_strength(result, look),
            "What a better score costs in processor time per decision.",
        )
    return found


def sweep_map(result: SweepResult, values: Mapping[str, Sequence[str]], look: Look = DEFAULT) -> Figure:
    """A score for each pair of values of the first two options, averaged over the others."""
    down, across = result.axes[0], result.axes[1]
    table = np.full((len(values[down]), len(values[across])), np.nan)
    halves = np.full_like(table, np.nan)
    for i, a in enumerate(values[down]):
        for j, b in enumerate(values[across]):
            here = [t for t in result.trials if t.options[down] == a and t.options[across] == b and t.games]
            if here:
                table[i, j] = np.mean([t.score for t in here])
                halves[i, j] = np.mean([(t.ci95[1] - t.ci95[0]) / 2 for t in here]) / math.sqrt(len(here))
    seen = " (sees everything)" if any(trial.clairvoyant for trial in result.trials) else ""
    label = look.word("score")
    return heat_map(
        table, values[down], values[across], across, down + (look.word(seen) if seen else ""), halves=halves,
        label=label, par=result.par, look=look,
    )  # fmt: skip


def ordered(values: set[str]) -> list[str]:
    try:
        return sorted(values, key=float)
    except ValueError:
        return sorted(values)


def points_by_value(trials: Sequence[Trial], axis: str) -> dict[str, np.ndarray]:
    """The points of all games by the value of an option."""
    values = ordered({trial.options[axis] for trial in trials})
    mark = " (sees everything)" if any(trial.clairvoyant for trial in trials) else ""
    return {
        f"{axis} = {value}{mark}": np.concatenate([t.points for t in trials if t.options[axis] == value])
        for value in values
    }


def grouped_lines(
    result: SweepResult,
    values: Mapping[str, Sequence[str]],
    draw: Callable[[Axes, int, list[float], list[Trial], str], None],
    look: Look,
) -> tuple[Figure, Axes]:
    """One line over the last option for each setting of the others, a little apart, with the legend outside."""
    along = result.axes[-1]
    groups: dict[str, list[Trial]] = {}
    for trial in result.trials:
        rest = ", ".join(f"{name} = {trial.options[name]}" for name in result.axes[:-1])
        groups.setdefault(rest if result.search == "grid" else "", []).append(trial)
    numeric = all(is_number(value) for value in values[along])
    places = [float(value) for value in values[along]] if numeric else list(range(len(values[along])))
    log = numeric and min(places) > 0 and max(places) / min(places) >= 8
    rows = math.ceil(len(groups) / legend_columns(list(groups), look)) if any(groups) else 0
    drawn = figure(look.width, 2.6 + 0.16 * rows)
    axes = drawn.subplots()
    if log:
        axes.set_xscale("log")
    for i, (label, trials) in enumerate(groups.items()):
        trials.sort(key=lambda trial: values[along].index(trial.options[along]))
        at = [places[values[along].index(trial.options[along])] for trial in trials]
        draw(axes, i, [apart(x, i, len(groups), places, log) for x in at], trials, label)
    if result.search == "grid":
        axes.set_xticks(places, list(values[along]))
        axes.minorticks_off()
        if sum(len(value) for value in values[along]) > (60 if look.columns == "two" else 28):
            axes.tick_params(axis="x", rotation=90)
    if any(groups):
        legend_above(drawn, axes, look)
    seen = look.word(" (sees everything)") if any(trial.clairvoyant for trial in result.trials) else ""
    axes.set_xlabel(along + seen)
    axes.grid(axis="y")
    return drawn, axes


def apart(x: float, i: int, groups: int, places: Sequence[float], log: bool) -> float:
    """A place a little beside its value, so that the intervals of several lines do not lie on each other."""
    if groups < 2 or len(places) < 2:
        return x
    shift = (i - (groups - 1) / 2) * 0.3 / groups
    if log:
        gaps = [math.log(b / a) for a, b in itertools.pairwise(places)]
        return x * math.exp(shift * min(gaps))
    gaps = [b - a for a, b in itertools.pairwise(places)]
    return x + shift * min(gaps)


def sweep_lines(result: SweepResult, values: Mapping[str, Sequence[str]], look: Look = DEFAULT) -> Figure:
    """The score over the last option, one line for each setting of the others."""

    def draw(axes: Axes, i: int, x: list[float], trials: list[Trial], label: str) -> None:
        y = np.array([t.score for t in trials])
        low, high = y - [t.ci95[0] for t in trials], np.array([t.ci95[1] for t in trials]) - y
        axes.errorbar(
            x, y, yerr=[np.maximum(low, 0), np.maximum(high, 0)], marker=MARKERS[i % len(MARKERS)], markersize=4,
            linestyle=LINES[i % 4] if result.search == "grid" else "", color=look.line(i), capsize=2, label=label or None,
        )  # fmt: skip

    drawn, axes = grouped_lines(result, values, draw, look)
    axes.axhline(result.par, color="0.45", linestyle=":", linewidth=1.2)
    axes.set_ylim(*share_limits([v for t in result.trials for v in (t.score, *t.ci95)], result.par))
    against = look.word("score against {}", ", ".join(result.opponents))
    axes.set_ylabel(broken(f"{against} (···· {look.word('par')})", 36))
    return drawn


def duration_lines(result: SweepResult, values: Mapping[str, Sequence[str]], look: Look = DEFAULT) -> Figure:
    """Mean duration of a game over the last option, with the deviation of single games."""
    times, label = unit_of([float(t.seconds.mean()) for t in result.trials if len(t.seconds)])

    def draw(axes: Axes, i: int, x: list[float], trials: list[Trial], label: str) -> None:
        means = [times * float(t.seconds.mean()) if len(t.seconds) else 0.0 for t in trials]
        spread = [times * float(t.seconds.std(ddof=1)) if len(t.seconds) > 1 else 0.0 for t in trials]
        lower = [min(s, m) for m, s in zip(means, spread, strict=True)]
        axes.errorbar(
            x, means, yerr=[lower, spread], marker=MARKERS[i % len(MARKERS)], markersize=4,
            linestyle=LINES[i % 4] if result.search == "grid" else "", color=look.line(i), capsize=2, label=label or None,
        )  # fmt: skip

    drawn, axes = grouped_lines(result, values, draw, look)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(broken(look.word(label), 30))
    return drawn


def unit_of(seconds: Sequence[float]) -> tuple[float, str]:
    """By what to multiply seconds of games so that they can be read, and what they are then called."""
    if max(seconds, default=0.0) < 0.5:
        return 1000.0, "milliseconds of processor per game"
    return 1.0, "seconds of processor per game"


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def cost_against_strength(result: SweepResult, look: Look = DEFAULT) -> Figure:
    """Score over processor time per decision: a line along the last option for each setting of the others."""
    groups: dict[str, list[tuple[float, float, Interval]]] = {}
    for trial in result.trials:
        if trial.thinking:
            rest = ", ".join(f"{name} = {trial.options[name]}" for name in result.axes[:-1])
            mark = look.word(" (sees everything)") if trial.clairvoyant else ""
            label = (rest if result.search == "grid" else "") + mark
            groups.setdefault(label.strip(), []).append((trial.thinking.ms, trial.score, trial.ci95))
    return strength_against_time(groups, result.par, look, joined=result.search == "grid")


def strength_against_time(
    groups: Mapping[str, Sequence[tuple[float, float, Interval]]],
    par: float | None,
    look: Look = DEFAULT,
    joined: bool = False,
) -> Figure:
    """Score over milliseconds, by name: (milliseconds, score, interval) of each of its settings; names stand in the legend."""
    names = {name: broken(name, look.longest if look.columns == "two" else 48) for name in groups}
    beside_data = look.columns == "two"
    rows = height_of([name for name in names.values() if name], 0.17)
    drawn = figure(look.width, max(2.8, 0.5 + rows) if beside_data else 2.8 + rows)
    axes = drawn.subplots()
    for i, (name, points) in enumerate(groups.items()):
        ordered_points = sorted(points, key=lambda point: point[0])
        y = np.array([score for _, score, _ in ordered_points])
        low, high = (np.array([interval[k] for _, _, interval in ordered_points]) for k in (0, 1))
        axes.errorbar(
            [ms for ms, *_ in ordered_points], y, yerr=[np.maximum(y - low, 0), np.maximum(high - y, 0)],
            marker=MARKERS[i % len(MARKERS)], linestyle=LINES[i % 4] if joined else "", color=look.line(i), markersize=5,
            capsize=2, label=names[name] or None, clip_on=False,
            markerfacecolor="white" if name.endswith(look.word(" (sees everything)").strip()) else look.line(i),
        )  # fmt: skip
    if par is not None:
        axes.axhline(par, color="0.45", linestyle=":", linewidth=1.2)
    axes.set_xscale("log")
    plain_log_ticks(axes, [ms for points in groups.values() for ms, *_ in points])
    axes.set_ylim(*share_limits([v for points in groups.values() for _, s, ends in points for v in (s, *ends)], par))
    axes.grid()
    axes.set_xlabel(look.word("milliseconds of processor per decision"))
    dotted = f" (···· {look.word('par')})" if par is not None else ""
    axes.set_ylabel(look.word("score") + dotted)
    if any(names.values()):
        drawn.legend(loc="outside right upper" if beside_data else "outside lower center", ncols=1)
    return drawn


def plain_log_ticks(axes: Axes, values: Sequence[float]) -> None:
    """Ticks of a logarithmic axis as plain numbers, few enough not to touch."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    positive = [value for value in values if value > 0] or [1.0]
    low, high = math.floor(math.log10(min(positive))), math.ceil(math.log10(max(positive)))
    if low == high:
        high += 1
    steps = (1, 2, 5) if high - low <= 2 else (1,)
    axes.set_xlim(min(positive) / 1.35, max(positive) * 1.35)
    left, right = axes.get_xlim()
    ticks = [10.0**power * step for power in range(low - 1, high + 1) for step in steps]
    ticks = [tick for tick in ticks if left <= tick <= right]
    if len(ticks) < 2:  # all lie between two such numbers: the ends themselves, as far as they differ
        ticks = sorted({float(f"{value:.2g}") for value in (min(positive), max(positive))})
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


# Learning


def learning_curves(
    curves: Mapping[str, Sequence[tuple[float, float, float, float]]], x: str = "games", look: Look = DEFAULT
) -> Figure:
    """Score over training for each learner: (x, score, low, high)."""
    names = {name: broken(look.name(name), look.longest) for name in curves}
    drawn = figure(look.width, 2.6 + legend_room(list(names.values()), look))
    axes = drawn.subplots()
    for i, (name, points) in enumerate(curves.items()):
        data = np.array(points, dtype=np.float64).reshape(-1, 4)
        axes.plot(
            data[:, 0], data[:, 1], marker=MARKERS[i % len(MARKERS)], markersize=4, linestyle=LINES[i % 4],
            color=look.line(i), label=names[name],
        )  # fmt: skip
        axes.fill_between(
            data[:, 0], data[:, 2], data[:, 3], color=look.line(i), alpha=0.2, hatch=HATCHES[(i + 1) % len(HATCHES)]
        )
    axes.set_xlabel(look.word(x))
    axes.set_ylabel(look.word("score, 95 % interval"))
    legend_above(drawn, axes, look)
    return drawn


def legend_room(names: Sequence[str], look: Look) -> float:
    """Inches that a legend above a picture takes."""
    rows = math.ceil(len(names) / legend_columns(names, look))
    return 0.15 * rows * max(1 + name.count("\n") for name in names)


def generation_curves(curves: Mapping[str, np.ndarray], label: str, look: Look = DEFAULT) -> Figure:
    """A value by generation, a line for each training."""
    names = {name: broken(name, look.longest) for name in curves}
    drawn = figure(look.width, 2.6 + legend_room(list(names.values()), look))
    axes = drawn.subplots()
    for i, (name, values) in enumerate(curves.items()):
        axes.plot(
            range(len(values)), values, marker=MARKERS[i % len(MARKERS)], markersize=4, linestyle=LINES[i % 4],
            color=look.line(i), label=names[name],
        )  # fmt: skip
    axes.axhline(0.5, color="0.45", linestyle=":", linewidth=1.2)
    axes.set_ylim(*share_limits([float(v) for values in curves.values() for v in values], 0.5))
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(look.word("generation"))
    axes.set_ylabel(broken(f"{look.word(label)} (···· {look.word('par')})", 30))
    axes.grid(axis="y")
    legend_above(drawn, axes, look)
    return drawn


# Studies


Points = Sequence[tuple[float, Interval]]


def share_lines(
    panels: Sequence[tuple[str, Mapping[str, Points]]],
    columns: Sequence[str],
    x: str,
    par: float | None = None,
    look: Look = DEFAULT,
) -> Figure:
    """Shares with intervals over an option, a line for each name, in panels on one scale."""
    panels = [
        (title, lines) for title, lines in panels if any(np.isfinite(v) for line in lines.values() for v, _ in line)
    ]
    across = len(panels) if look.columns == "two" else 1
    names = list(dict.fromkeys(name for _, lines in panels for name in lines))
    rows = math.ceil(len(names) / legend_columns(names, look))
    drawn = figure(look.width, 0.5 + 0.16 * rows + 2.2 * math.ceil(len(panels) / across))
    grid = drawn.subplots(math.ceil(len(panels) / across), across, squeeze=False, sharey=True)
    places = [float(column) for column in columns] if all(map(is_number, columns)) else list(range(len(columns)))
    log = all(map(is_number, columns)) and min(places) > 0 and max(places) / min(places) >= 8
    values = []
    for axes, (title, lines) in zip(grid.flat, panels, strict=True):
        if log:
            axes.set_xscale("log")
        for i, (name, points) in enumerate(lines.items()):
            y = np.array([value for value, _ in points])
            ends = np.array([interval for _, interval in points])
            values += [value for value in (*y, *ends.reshape(-1)) if math.isfinite(value)]
            axes.errorbar(
                [apart(place, i, len(lines), places, log) for place in places], y,
                yerr=[np.maximum(y - ends[:, 0], 0), np.maximum(ends[:, 1] - y, 0)], marker=MARKERS[i % len(MARKERS)],
                markersize=3.5, linestyle=LINES[i % 4], color=look.line(i), capsize=1.5, elinewidth=0.7, label=name,
            )  # fmt: skip
        if par is not None:
            axes.axhline(par, color="0.45", linestyle=":", linewidth=1.2)
        if len(columns) <= 6:
            axes.set_xticks(places, list(columns))
            axes.minorticks_off()
        axes.set_title(title, fontsize=7.5)
        axes.set_xlabel(x)
        axes.grid(axis="y")
    grid.flat[0].set_ylim(*share_limits(values, par))
    for row in grid:
        row[0].set_ylabel(look.word("share") + (f" (···· {look.word('par')})" if par is not None else ""))
    legend_above(drawn, grid.flat[-1], look)
    return drawn


def stacked(
    panels: Sequence[tuple[str, np.ndarray]],
    rows: Sequence[str],
    segments: Sequence[str],
    label: str,
    look: Look = DEFAULT,
) -> Figure:
    """Bars of parts, one for each row, with their sums, in panels on one scale: a table of rows by segments each."""
    names = [look.name(name) for name in rows]
    across = len(panels) if look.columns == "two" and len(names) <= 12 else 1
    down = math.ceil(len(panels) / across)
    lines = math.ceil(len(segments) / legend_columns(segments, look))
    drawn = figure(look.width, 0.3 + 0.17 * lines + down * (0.6 + height_of(names, 0.28)))
    grid = drawn.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    most = max(float(table.sum(axis=1).max()) for _, table in panels)
    for axes, (title, table) in zip(grid.flat, panels, strict=True):
        left = np.zeros(len(rows))
        for i, segment in enumerate(segments):
            axes.barh(
                range(len(rows)), table[:, i], 0.68, left=left, color=look.fill(i), edgecolor="black", linewidth=0.4,
                hatch=HATCHES[i % len(HATCHES)], label=segment,
            )  # fmt: skip
            left += table[:, i]
        for row, total in enumerate(left):
            axes.text(total + 0.015 * most, row, f"{total:.0f}", va="center", ha="left", fontsize=7)
        axes.set_xlim(0, 1.14 * most)
        axes.set_title(title, fontsize=7.5)
    axes = grid.flat[0]
    axes.set_yticks(range(len(rows)), names)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    drawn.supxlabel(label, fontsize=8)
    legend_above(drawn, axes, look)
    return drawn


def published_and_ours(
    rows: Sequence[tuple[str, Sequence[tuple[str, float, int | None]], float, Interval, float | None]],
    look: Look = DEFAULT,
    reference: str = "published",
) -> Figure:
    """Shares with intervals: label, what was published (source, value, games), ours, our interval, par."""
    from tapete.arena.statistics import wilson

    labels = [look.name(row[0]) for row in rows]
    sources = list(dict.fromkeys(source for _, published, *_ in rows for source, _, _ in published))
    drawn, axes = row_figure(labels, look, each=0.16 + 0.1 * (1 + len(sources)), more=0.85 + 0.16 * len(sources))
    seen: set[str] = set()
    drawn_values: list[float] = []
    step = 0.72 / (1 + max(1, len(sources)))
    for row, (_, published, ours, interval, par) in enumerate(rows):
        for source, value, games in published:
            i = sources.index(source)
            spread = wilson(value, games, 1.959964) if games else (value, value)
            label = f"{look.word(reference)}{f', {source}' if source else ''}"
            drawn_values += [value, *spread]
            axes.errorbar(
                [value], [row - 0.36 + step * (i + 0.5)], xerr=whiskers(spread, value), fmt=MARKERS[1 + i],
                color=look.line(1 + i), markerfacecolor="white", markersize=4, capsize=2, clip_on=False,
                label=None if label in seen else label,
            )  # fmt: skip
            seen.add(label)
        axes.errorbar(
            [ours], [row - 0.36 + step * (max(1, len(sources)) + 0.5)], xerr=whiskers(interval, ours), fmt="o",
            color=look.line(0), markersize=4, capsize=2, clip_on=False,
            label=None if "ours" in seen else look.word("ours"),
        )  # fmt: skip
        seen.add("ours")
        if par is not None:
            axes.plot([par, par], [row - 0.42, row + 0.42], color="0.45", linestyle=":", linewidth=1.1)
        beside(axes, row, f"{100 * ours:.1f} %")
        drawn_values += [ours, *interval, *([] if par is None else [par])]
    axes.set_xlim(*share_limits(drawn_values))
    axes.grid(axis="x")
    dotted = f" (···· {look.word('par')})" if any(row[4] is not None for row in rows) else ""
    axes.set_xlabel(look.word("share") + dotted)
    legend_above(drawn, axes, look)
    return drawn


def maps(
    panels: Sequence[tuple[str, np.ndarray, np.ndarray | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    x: str,
    y: str,
    look: Look = DEFAULT,
    par: float | None = None,
) -> Figure:
    """Several heat maps on one scale, each a title, values and half their intervals: what was published, and ours."""
    across = len(panels) if look.columns == "two" else 1
    down = math.ceil(len(panels) / across)
    drawn = figure(look.width, (0.9 + 0.36 * len(rows)) * down)
    noise = [halves.reshape(-1) for _, _, halves in panels if halves is not None]
    every = np.concatenate([values.reshape(-1) for _, values, _ in panels])
    span = honest_span(every, np.concatenate(noise) if noise else None)
    grid = drawn.subplots(down, across, squeeze=False)
    for i, (axes, (title, values, halves)) in enumerate(zip(grid.flat, panels, strict=False)):
        draw_map(drawn, axes, values, rows, columns, span, halves, look.word("share"), None, look, bar=False)
        axes.set_title(broken(look.word(title), 26), fontsize=7.5)
        axes.set_xlabel(x)
        if i % across == 0:
            axes.set_ylabel(y)
    colour_bar(drawn, grid.flat[0].images[0], list(grid.flat), look.word("share"), par, span)
    return drawn
