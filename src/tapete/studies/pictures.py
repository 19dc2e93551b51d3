"""The figures of a published work, drawn from our games: a study says which, this draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tapete.arena import plots
from tapete.arena.drawing import Look
from tapete.arena.names import SEES_EVERYTHING
from tapete.arena.sides import ahead
from tapete.errors import BadOption
from tapete.studies.study import Picture, StudyResult, seats_of, values_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tapete.arena.runs import MatchGames


def draw(result: StudyResult, picture: Picture, look: Look) -> Figure | None:
    """A picture of a study; None where its lines were not played."""
    labels = [line.label for line in result.study.lines]
    if any(label not in labels for label in picture.lines):
        return None
    matches = [result.outcome.matches[labels.index(label)] for label in picture.lines]
    if not all(len(match.games) for match in matches):
        return None
    if picture.kind not in KINDS:
        raise BadOption(f"picture {picture.name}: {picture.kind!r} is no kind of picture; there are {', '.join(KINDS)}")
    return KINDS[picture.kind](result, picture, matches, look)


def grid_of(picture: Picture, values: list[float]) -> np.ndarray:
    return np.array(values, dtype=float).reshape(len(picture.rows), len(picture.columns))


def maps(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """A heat map for each source of published figures, and one of ours, on one scale."""
    lines = {line.label: line for line in result.study.lines}
    agent = picture.agents[0]
    chosen = [
        {f.source: f.value for f in lines[label].figures if f.measure == picture.measure and f.agent == agent}
        for label in picture.lines
    ]
    panels = []
    for source in dict.fromkeys(source for figures in chosen for source in figures):
        values = [figures.get(source) for figures in chosen]
        if any(value is not None for value in values):
            panels.append((source or "published", grid_of(picture, [np.nan if v is None else v for v in values])))
    ours = [float(values_of(m.games, seats_of(m.games, agent), picture.measure, m.game.sides).mean()) for m in matches]
    panels.append((f"{look.word('ours')} ({len(matches[0].games):,})", grid_of(picture, ours)))
    mark = mark_of(result, picture, matches, look)
    return plots.maps(panels, picture.rows, picture.columns, picture.x, picture.y + mark, look)


def mark_of(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> str:
    """The mark of an agent that sees everything, for pictures that do not name their agents."""
    seen = any(result.outcome.clairvoyant[match.agents[picture.agents[0]]] for match in matches)
    return look.word(SEES_EVERYTHING) if seen else ""


def points_of(match: MatchGames, agent: int) -> np.ndarray:
    return np.where(seats_of(match.games, agent), match.games.points, -np.inf).max(axis=1)


def boxes_by_row(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Points of one agent, the lines of a row together."""
    size = len(picture.columns)
    agent, mark = picture.agents[0], mark_of(result, picture, matches, look)
    groups = {
        f"{picture.y} = {row}{mark}": np.concatenate([points_of(m, agent) for m in matches[i * size : (i + 1) * size]])
        for i, row in enumerate(picture.rows)
    }
    return plots.boxes(groups, look.word("points per game"), look)


def boxes_by_agent(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Points of every agent of a line."""
    match = matches[0]
    points = {result.outcome.name(match.agents[place]): points_of(match, place) for place in picture.agents}
    return plots.boxes(points, look.word("points per game"), look)


def duration_lines(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Mean seconds of a game over the columns, one line for each row."""
    drawn = plots.figure(look.width, 2.9)
    axes = drawn.subplots()
    size = len(picture.columns)
    places = list(range(size))
    for i, row in enumerate(picture.rows):
        seconds = [m.games.seconds for m in matches[i * size : (i + 1) * size]]
        means = [float(s.mean()) for s in seconds]
        spread = [float(s.std(ddof=1)) if len(s) > 1 else 0.0 for s in seconds]
        lower = [min(s, m) for s, m in zip(spread, means, strict=True)]
        x = [plots.apart(place, i, len(picture.rows), places, False) for place in places]
        axes.errorbar(
            x, means, yerr=[lower, spread], marker=plots.MARKERS[i], markersize=4, capsize=2, color=look.line(i),
            linestyle=plots.LINES[i % 4], label=f"{picture.y} = {row}",
        )  # fmt: skip
    axes.set_xticks(places, list(picture.columns))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(picture.x + mark_of(result, picture, matches, look))
    axes.set_ylabel(look.word("seconds of processor per game"))
    axes.grid(axis="y")
    drawn.legend(loc="outside upper center", ncols=4 if look.columns == "two" else 2)
    return drawn


def wins(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Shares of games won, published and ours."""
    rows = [r for r in result.rows if r.label in picture.lines and r.measure in ("wins", "score")]
    return plots.published_and_ours(merged(rows), look)


def merged(rows: list) -> list:
    """Rows of one agent of a line under one label, with all that was published for it."""
    found: dict = {}
    for row in rows:
        key = (row.label, row.shown, row.measure)
        label = f"{row.label}: {row.shown}"
        entry = found.setdefault(key, (label, [], row.ours, row.ci95, row.par))
        if row.published is not None:
            entry[1].append((row.source, row.published, row.published_games))
    return list(found.values())


def point_histogram(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """How often one agent reached each number of points."""
    drawn = plots.figure(look.width, 2.2)
    axes = drawn.subplots()
    plots.whole_histogram(axes, np.round(points_of(matches[0], picture.agents[0])), look)
    name = result.outcome.name(matches[0].agents[picture.agents[0]])
    axes.set_xlabel(look.word("points of {}", name))
    axes.set_ylabel(look.word("games"))
    return drawn


def durations(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """How long the games of some lines took."""
    return plots.duration_histogram(np.concatenate([match.games.seconds for match in matches]), look)


def points_against_points(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """Points of one agent against those of another."""
    first, second = picture.agents[:2]
    place = [line.label for line in result.study.lines].index(picture.lines[0])
    return plots.points_against_points(result.outcome, place, first, second, look)


def lead_of(match: MatchGames, picture: Picture) -> np.ndarray:
    """Points of the first agent less those of the second, or of the best other one."""
    first = points_of(match, picture.agents[0])
    if len(picture.agents) > 1:
        return first - points_of(match, picture.agents[1])
    return ahead(match.games.points, seats_of(match.games, picture.agents[0]), match.game.sides)


def lead_against_time(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """The lead of one agent over another against the duration of the game."""
    match = matches[0]
    name = result.outcome.name(match.agents[picture.agents[0]])
    seconds = match.games.seconds * 1000
    return plots.scatter(
        seconds,
        lead_of(match, picture),
        look.word("milliseconds of processor per game"),
        look.word("points ahead, {}", name),
        look,
    )


def lead_against_turns(result: StudyResult, picture: Picture, matches: list[MatchGames], look: Look) -> Figure:
    """The lead of one agent against the number of decisions in the game."""
    match = matches[0]
    name = result.outcome.name(match.agents[picture.agents[0]])
    decisions = match.games.decisions.sum(axis=1).astype(float)
    return plots.scatter(
        decisions, lead_of(match, picture), look.word("decisions per game"), look.word("points ahead, {}", name), look
    )


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
}
