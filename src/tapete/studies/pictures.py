"""Figures of published works, drawn from our games; a study lists them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tapete.arena import plots
from tapete.arena.drawing import Look
from tapete.arena.names import SEES_EVERYTHING, marked
from tapete.arena.scoring import margin
from tapete.arena.statistics import wilson
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.evolve.report import Progress, final_bars, final_boxes, fitness_curves, read_progress, weights_heat_map
from tapete.studies.study import NORMAL, Kept, Picture, Study, StudyResult, display, measured, seats_of, values_of
from tapete.studies.study import Figure as Published
from tapete.studies.words import say, translated

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tapete.arena.experiment import MatchGames


def draw(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw a picture of a study; return None if its lines were not played."""
    if picture.kind in COUNTED:
        return COUNTED[picture.kind](result, picture, look)
    labels = [line.label for line in result.study.lines]
    if any(label not in labels for label in picture.lines):
        return None
    matches = [result.outcome.matches[labels.index(label)] for label in picture.lines]
    if not all(len(match.games) for match in matches):
        return None
    if picture.kind not in KINDS:
        raise BadOption(
            f"picture {picture.name}: unknown kind {picture.kind!r}; choose from {', '.join([*KINDS, *COUNTED])}"
        )
    return KINDS[picture.kind](result, picture, matches, look)


def grid_of(picture: Picture, values: list[float]) -> np.ndarray:
    return np.array(values, dtype=float).reshape(len(picture.rows), len(picture.columns))


def maps(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw a heat map for each source of published figures, and one of ours, on one scale."""
    lines = {line.label: line for line in result.study.lines}
    agent = picture.agents[0]
    chosen = [
        {
            f.source: f
            for f in lines[label].figures
            if f.measure == picture.measure and f.agent == agent and f.seat is None
        }
        for label in picture.lines
    ]
    panels = []
    for source in dict.fromkeys(source for figures in chosen for source in figures):
        found = [figures.get(source) for figures in chosen]
        values = [np.nan if f is None or f.value is None else f.value for f in found]
        if not np.isnan(values).all():
            halves = [published_half(f) for f in found]
            games = next((f.games for f in found if f is not None and f.games), None)
            title = say(look, source) or look.word(result.study.reference)
            panels.append(
                (f"{title} ({games:,})" if games else title, grid_of(picture, values), grid_of(picture, halves))
            )
    measures = [measured(m.games, seats_of(m.games, agent), picture.measure, m.game.sides) for m in matches]
    ours = grid_of(picture, [value for value, _, _ in measures])
    spread = grid_of(picture, [(high - low) / 2 for _, (low, high), _ in measures])
    mark = mark_of(result, picture, matches, look)
    panels.append((ours_of(matches, look) + mark, ours, spread))
    par = float((matches[0].games.plan.seatings[0] == agent).mean())
    return plots.maps(panels, picture.rows, picture.columns, say(look, picture.x), say(look, picture.y), look, par)


def ours_of(matches: list[MatchGames], look: Look) -> str:
    """Return the label `ours` with the number of games per point: a range if lines differ."""
    counts = sorted({len(match.games) for match in matches})
    games = f"{counts[0]:,}" if len(counts) == 1 else look.word("{} to {}", f"{counts[0]:,}", f"{counts[-1]:,}")
    return f"{look.word('ours')} ({games})"


def published_half(figure: Published | None) -> float:
    """Return half the interval of a published share."""
    if figure is None or figure.value is None or not figure.games:
        return float("nan")
    low, high = wilson(figure.value, figure.games, NORMAL)
    return (high - low) / 2


def mark_of(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> str:
    """Return the mark of a clairvoyant agent, for pictures that do not name their agents."""
    seen = any(result.outcome.clairvoyant[match.agents[picture.agents[0]]] for match in matches)
    return look.word(SEES_EVERYTHING) if seen else ""


def points_of(match: MatchGames, agent: int) -> np.ndarray:
    return np.where(seats_of(match.games, agent), match.games.points, -np.inf).max(axis=1)


def boxes_by_row(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw box plots of one agent's points, the lines of a row together."""
    size = len(picture.columns)
    agent, mark = picture.agents[0], mark_of(result, picture, matches, look)
    groups = {
        f"{say(look, picture.y)} = {row}{mark}": np.concatenate(
            [points_of(m, agent) for m in matches[i * size : (i + 1) * size]]
        )
        for i, row in enumerate(picture.rows)
    }
    return plots.boxes(groups, look.word("points per game"), look)


def boxes_by_agent(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw box plots of the points of every agent of a line."""
    match = matches[0]
    points = {result.outcome.name(match.agents[place]): points_of(match, place) for place in picture.agents}
    return plots.boxes(points, look.word("points per game"), look)


def duration_lines(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the mean duration of a game over the columns, one line per row."""
    times, label = plots.unit_of([float(match.games.seconds.mean()) for match in matches])
    size = len(picture.columns)
    names = [f"{say(look, picture.y)} = {row}" for row in picture.rows]
    across = len(names) if look.columns == "two" else 2
    drawn = plots.figure(look.width, 2.0 * -(-len(names) // across) + 0.2)
    grid = drawn.subplots(-(-len(names) // across), across, squeeze=False, sharex=True, sharey=True)
    places = list(range(size))
    for i, (axes, name) in enumerate(zip(grid.flat, names, strict=False)):
        seconds = [times * m.games.seconds for m in matches[i * size : (i + 1) * size]]
        means = [float(s.mean()) for s in seconds]
        spread = [float(s.std(ddof=1)) if len(s) > 1 else 0.0 for s in seconds]
        lower = [min(s, m) for s, m in zip(spread, means, strict=True)]
        axes.errorbar(
            places, means, yerr=[lower, spread], marker=plots.MARKERS[i], markersize=4, capsize=2, color=look.line(i),
            linestyle=plots.LINES[i % 4],
        )  # fmt: skip
        axes.set_title(name, fontsize=7.5)
        axes.set_xticks(places, list(picture.columns))
        axes.set_xlim(-0.4, size - 0.6)
        axes.grid(axis="y")
    grid.flat[0].set_ylim(bottom=0)
    for axes in list(grid.flat)[len(names) :]:
        axes.set_visible(False)
    drawn.supxlabel(say(look, picture.x), fontsize=8)
    drawn.supylabel(plots.broken(look.word(label), 30), fontsize=8)
    return drawn


def wins(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw shares of games won, published and ours."""
    rows = [r for r in result.rows if r.label in picture.lines and r.measure in ("wins", "score")]
    return shares_picture(result, merged(rows, result.study), rows, look)


def shares_picture(result: StudyResult, entries: list, rows: list, look: Look) -> Figure:
    """Draw shares with intervals, published and ours; if every agent is clairvoyant, that is stated once."""
    drawn = plots.published_and_ours(translated(entries, look), look, result.study.reference)
    if rows and all(row.clairvoyant for row in rows):
        axes = drawn.axes[0]
        axes.set_xlabel(axes.get_xlabel() + look.word(SEES_EVERYTHING))
    return drawn


def merged(rows: list, study: Study | None = None) -> list:
    """Merge the rows of one agent of a line under one label, with all published figures."""
    found: dict = {}
    agents: dict = {}
    for row in rows:
        agents.setdefault(row.label, set()).add(row.shown)
    all_clairvoyant = all(row.clairvoyant for row in rows)
    for row in rows:
        key = (row.label, row.shown, row.measure)
        alone = len(agents[row.label]) == 1  # the line identifies the agent
        name = row.label if study is None else display(study, row.label)
        label = name if alone else f"{name}: {row.name or row.agent}"
        label = marked(label, row.clairvoyant and not all_clairvoyant)
        entry = found.setdefault(key, (label, [], row.ours, row.ci95, row.par))
        if row.published is not None:
            entry[1].append((row.source, row.published, row.published_games))
    return list(found.values())


def point_histogram(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw a histogram of one agent's points."""
    drawn = plots.figure(look.width, 2.2)
    axes = drawn.subplots()
    plots.whole_histogram(axes, np.round(points_of(matches[0], picture.agents[0])), look)
    name = look.named(result.outcome.name(matches[0].agents[picture.agents[0]]))
    axes.set_xlabel(look.word("points of {}", name))
    axes.set_ylabel(look.word("games"))
    return drawn


def durations(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the durations of the games of some lines."""
    return plots.duration_histogram(np.concatenate([match.games.seconds for match in matches]), look)


def points_against_points(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the points of one agent against those of another."""
    first, second = picture.agents[:2]
    place = [line.label for line in result.study.lines].index(picture.lines[0])
    return plots.points_against_points(result.outcome, place, first, second, look)


def lead_of(match: MatchGames, picture: Picture) -> np.ndarray:
    """Return the points of the first agent minus those of the second, or of the best other one."""
    first = points_of(match, picture.agents[0])
    if len(picture.agents) > 1:
        return first - points_of(match, picture.agents[1])
    return margin(match.games.points, seats_of(match.games, picture.agents[0]), match.game.sides)


def lead_against_time(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the lead of one agent over another against the duration of the game."""
    match = matches[0]
    seconds = match.games.seconds * 1000
    label = lead_label(result, picture, match, look)
    return plots.scatter(seconds, lead_of(match, picture), look.word("milliseconds of processor per game"), label, look)


def lead_label(result: StudyResult, picture: Picture, match: MatchGames, look: Look) -> str:
    """Return the label of a lead: whose over whom."""
    names = [say(look, look.named(result.outcome.name(match.agents[place]))) for place in picture.agents[:2]]
    if len(names) < 2:
        return look.word("points ahead, {}", names[0])
    return plots.broken(look.word("points of {} less those of {}", *names), 40)


def lead_against_turns(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the lead of one agent against the number of decisions in the game."""
    match = matches[0]
    decisions = match.games.decisions.sum(axis=1).astype(float)
    label = lead_label(result, picture, match, look)
    return plots.scatter(decisions, lead_of(match, picture), look.word("decisions per game"), label, look)


def shares_over(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw a share over the columns, a line per row: published and ours, with intervals and par."""
    lines = {line.label: line for line in result.study.lines}
    agent, size = picture.agents[0], len(picture.columns)
    theirs, ours = [], []
    for label, match in zip(picture.lines, matches, strict=True):
        figure = next(
            (f for f in lines[label].figures if (f.agent, f.measure, f.seat) == (agent, picture.measure, None)), None
        )
        value = np.nan if figure is None or figure.value is None else figure.value
        half = published_half(figure)
        theirs.append((value, (value - half, value + half)))
        mean, interval, _ = measured(match.games, seats_of(match.games, agent), picture.measure, match.game.sides)
        ours.append((mean, interval))
    mark = mark_of(result, picture, matches, look)
    names = [say(look, row) + mark for row in picture.rows]
    panels = [
        (title, {name: values[i * size : (i + 1) * size] for i, name in enumerate(names)})
        for title, values in (
            (look.word(result.study.reference), theirs),
            (ours_of(matches, look), ours),
        )
    ]
    return plots.share_lines(panels, picture.columns, say(look, picture.x), 0.5, look)


def wins_of_pairs(picture: Picture, matches: list[MatchGames]) -> np.ndarray:
    """Return the wins in 100 games of each agent against each other; lines are the pairs of rows in order."""
    count = len(picture.rows)
    table = np.zeros((count, count))
    for (i, j), match in zip(itertools.combinations(range(count), 2), matches, strict=True):
        for place, (own, other) in enumerate(((i, j), (j, i))):
            won = values_of(match.games, seats_of(match.games, place), "wins", match.game.sides)
            table[own, other] = 100 * won.mean()
    return table


def bars_by_opponent(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the wins of every agent of a tournament as a bar divided by opponent: published, and ours."""
    count = len(picture.rows)
    panels = [(ours_of(matches, look), wins_of_pairs(picture, matches))]
    if picture.published:
        panels.insert(0, (look.word("published"), np.array(picture.published, dtype=float).reshape(count, count)))
    names = [name + mark_of_row(result, picture, matches, row, look) for row, name in enumerate(picture.rows)]
    segments = [look.word("against {}", name) for name in picture.rows]
    return plots.stacked(panels, names, segments, look.word("wins of 100 games against each"), look)


def bars_by_column(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Draw the wins of every agent over several tournaments, whose lines follow each other, as bars divided by tournament."""
    size = len(matches) // len(picture.columns)
    tables = [wins_of_pairs(picture, matches[i * size : (i + 1) * size]) for i in range(len(picture.columns))]
    panels = [(ours_of(matches, look), np.stack([table.sum(axis=1) for table in tables], axis=1))]
    if picture.published:
        shape = len(picture.rows), len(picture.columns)
        panels.insert(0, (look.word("published"), np.array(picture.published, dtype=float).reshape(shape)))
    names = [name + mark_of_row(result, picture, matches, row, look) for row, name in enumerate(picture.rows)]
    return plots.stacked(panels, names, picture.columns, look.word("wins of 100 games against each"), look)


def mark_of_row(result: StudyResult, picture: Picture, matches: list[MatchGames], row: int, look: Look) -> str:
    """Return the mark of a clairvoyant agent of a tournament."""
    for (i, j), match in zip(itertools.combinations(range(len(picture.rows)), 2), matches, strict=False):
        if row in (i, j):
            seen = result.outcome.clairvoyant[match.agents[int(row == j)]]
            return look.word(SEES_EVERYTHING) if seen else ""
    return ""


# Pictures of counted rows


def counted_wins(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw shares of games won in counted rows."""
    rows = [row for row in result.rows if row.label in picture.lines and row.measure in ("wins", "score")]
    return shares_picture(result, merged(rows, result.study), rows, look) if rows else None


def counted_maps(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw heat maps of counted rows on one scale, one per outcome; labels end in the outcome, rows are names of the game."""
    found = {row.label: row for row in result.rows}
    if any(label not in found for label in picture.lines):
        return None
    size = len(picture.rows) * len(picture.columns)
    words = load(result.study.game).words.get(look.language, {})
    names = [words.get(f"name.{row}", row) for row in picture.rows]
    columns = [say(look, column) for column in picture.columns]
    panels = len(picture.lines) // size
    values = np.array([100 * found[label].ours for label in picture.lines])
    tables = values.reshape(panels, len(picture.rows), len(picture.columns))
    drawn = plots.figure(look.width, 0.9 + 0.2 * len(names))
    grid = drawn.subplots(1, panels, squeeze=False, sharey=True)
    low, high = float(values.min()), float(values.max())
    for place, (axes, table) in enumerate(zip(grid.flat, tables, strict=True)):
        axes.imshow(table, cmap=look.map, vmin=low, vmax=high, aspect="auto")
        for i, row in enumerate(table):
            for j, value in enumerate(row):
                colour = "black" if value > (low + high) / 2 else "white"
                axes.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=6.5, color=colour)
        axes.set_title(say(look, picture.lines[place * size].rpartition(": ")[2]), fontsize=7.5)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(names)), names)
        axes.tick_params(length=0, labelsize=6.5)
    drawn.supxlabel(f"{say(look, picture.x)} ({look.word('per cent of rounds')})", fontsize=8)
    return drawn


def kept_in(result: StudyResult, picture: Picture) -> list[Kept]:
    return [row.kept for row in result.rows if row.label in picture.lines and row.kept is not None]


def kept_boxes(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw box plots of the points of a trained agent and of its opponent."""
    groups: dict[str, np.ndarray] = {}
    for kept in kept_in(result, picture):
        for place, name in enumerate(kept.names):
            groups[name] = np.concatenate([groups.get(name, np.zeros(0)), kept.points[:, place]])
    return plots.boxes(groups, look.word("points per game"), look) if groups else None


def kept_scatter(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw the lead of a trained agent against the number of decisions of the game."""
    found = kept_in(result, picture)
    if not found:
        return None
    lead = np.concatenate([kept.points[:, 0] - kept.points[:, 1] for kept in found])
    decisions = np.concatenate([kept.decisions for kept in found]).astype(float)
    words = look.word("points ahead, {}", look.named(found[0].names[0]))
    return plots.scatter(decisions, lead, look.word("decisions per game"), words, look)


def progress_of(result: StudyResult, label: str) -> Progress | None:
    """Return the progress of the training behind a row, if its folder exists."""
    for row in result.rows:
        if row.folder and row.label.startswith(label) and Path(row.folder).is_dir():
            return read_progress(Path(row.folder))
    return None


def training_curves(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """Draw the best of each generation, mean over runs, a line per training."""
    curves = {}
    for label in picture.lines:
        progress = progress_of(result, label)
        if progress is not None:
            curves[label] = np.nanmean(progress.best, axis=0) / 100
    return plots.generation_curves(curves, "fitness of the best, mean over runs", look) if curves else None


def of_training(draw_one: Callable[[Progress, Look], Figure]) -> Callable[[StudyResult, Picture, Look], Figure | None]:
    """Draw a picture of one training."""

    def drawn(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
        progress = progress_of(result, picture.lines[0])
        return None if progress is None else draw_one(progress, look)

    return drawn


COUNTED: dict[str, Callable[[StudyResult, Picture, Look], Figure | None]] = {
    "counted-wins": counted_wins,
    "counted-maps": counted_maps,
    "kept-boxes": kept_boxes,
    "kept-scatter": kept_scatter,
    "training-curves": training_curves,
    "training-fitness": of_training(fitness_curves),
    "training-population": of_training(lambda progress, look: weights_heat_map(progress, "populations", look)),
    "training-champions": of_training(lambda progress, look: weights_heat_map(progress, "champions", look)),
    "training-bars": of_training(final_bars),
    "training-boxes": of_training(final_boxes),
}

KINDS: dict[str, Callable[[StudyResult, Picture, list, Look], Figure]] = {
    "map": maps,
    "boxes-by-row": boxes_by_row,
    "boxes-by-agent": boxes_by_agent,
    "duration-lines": duration_lines,
    "wins": wins,
    "point-histogram": point_histogram,
    "durations": durations,
    "points-against-points": points_against_points,
    "lead-against-time": lead_against_time,
    "lead-against-turns": lead_against_turns,
    "shares-over": shares_over,
    "bars-by-opponent": bars_by_opponent,
    "bars-by-column": bars_by_column,
}
