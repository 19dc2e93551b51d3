"""Study: lines of games to play, the figures published for them, and whether ours agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

import numpy as np

from tapete.arena.experiment import Experiment, ExperimentResult, Match, MatchGames, ResultSink, run_experiment
from tapete.arena.game_statistics import options_in_words
from tapete.arena.names import marked
from tapete.arena.observations import Sample, observations
from tapete.arena.provenance import provenance
from tapete.arena.runner import AgentPool
from tapete.arena.schedule import GameResults, Progress, Schedule, mirrored
from tapete.arena.scoring import EVEN, margin, team_share
from tapete.arena.seating import seatings
from tapete.arena.statistics import (
    UNKNOWN,
    holm,
    interval_data,
    interval_of,
    interval_text,
    is_known,
    student_quantile,
    wilson,
)
from tapete.arena.store import Store
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.errors import BadOption, TapeteError, nearest
from tapete.studies.watching import Watched

SCALES = ("quick", "full")
MEASURES = ("wins", "score", "points", "difference")
SHARES = ("wins", "score")
IN_PERCENT = (*SHARES, "share", "agreement", "forfeits", "fitness")
ROUNDING = {"wins": 0.0005, "score": 0.0005, "points": 0.05, "difference": 0.05}  # half the last digit, unless said
NORMAL = 1.959964  # two-sided 95 % quantile
MIN_GAMES = 100  # of ours behind a figure that is judged


@dataclass(frozen=True)
class Figure:
    """Published number: the agent of the line, the measure, its value and the number of games."""

    value: float | None  # None: nothing was published, ours is shown alone
    games: int | None = None
    agent: int = 0
    measure: str = (
        "wins"  # share of games won alone; score: ties shared; points; difference: points ahead of the best other
    )
    deviation: float | None = None  # of points in a single game, where that was published
    judged: bool = True  # False: shown only, because the agents are not quite the same
    rounding: float | None = None  # largest error by rounding; None: the measure's default
    source: str = ""  # its publication, if that is not the study's source
    seat: int | None = None  # only the games in which the agent sat there


@dataclass(frozen=True)
class Line:
    """Games between some agents, and the figures published for them."""

    label: str
    agents: tuple[str, ...]
    figures: tuple[Figure, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: tuple[tuple[int, ...], ...] | None = None  # None: mirrored; else the seatings of every deal
    quick: int | None = None  # games, where not as the study says
    full: int | None = None
    deals: tuple[int, int] = (0, 1)  # its first deal, and how far to the next: equal ones share their deals


@dataclass(frozen=True)
class Total:
    """Published figure of an agent, or of one with several settings, over several lines."""

    label: str
    parts: tuple[tuple[str, int], ...]  # labels of the lines, and which of their agents it is
    figure: Figure


@dataclass(frozen=True)
class Picture:
    """Figure that a report of the study draws from our games; `tapete.studies.pictures` has the kinds."""

    name: str
    caption: str
    kind: str
    lines: tuple[str, ...]  # by label; of a table row by row
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    x: str = ""  # what columns and rows are
    y: str = ""
    agents: tuple[int, ...] = (0,)  # of a line
    measure: str = "wins"
    published: tuple[float, ...] = ()  # row by row, where the lines' figures do not hold it


@dataclass(frozen=True)
class Cell:
    """Cell of a published table: the line, total or counted row that it shows."""

    label: str
    agent: int = 0
    measure: str = "wins"
    published: float | None = None  # where the line's figures do not hold it
    source: str | None = None  # of the figure; None: the first


@dataclass(frozen=True)
class PublishedMatrix:
    """Table in its published shape: rows by columns."""

    name: str
    caption: str
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


@dataclass
class Task:
    """Settings under which the jobs of a study run."""

    scale: str
    seed: int
    games: int | None = None  # of every line, instead of the scale's
    store: ResultSink | Store | None = None
    workers: int | None = None
    only: frozenset[str] = frozenset()  # labels of the rows that are wanted; none: all of the job
    log: Callable[[str], None] = lambda text: None

    def wants(self, label: str) -> bool:
        return not self.only or label in self.only


@dataclass(frozen=True)
class Job:
    """Rows of a study that do not come from a single match: a training, a sequential test."""

    label: str
    run: Callable[[Task], Sequence[Row]]
    rows: tuple[str, ...] = ()  # labels of rows that can be requested separately
    quick: bool = True  # False: at the quick scale only if it is named


@dataclass
class Study:
    """Published table, with its lines and figures."""

    title: str
    source: str
    game: str
    lines: Sequence[Line]
    options: Mapping[str, Any] = field(default_factory=dict)
    quick: int = 100
    full: int = 2000
    notes: Sequence[str] = ()
    totals: Sequence[Total] = ()
    name: str = ""
    counted: Callable[[str, int], Sequence[Row]] | None = None  # rows that do not come from a match: (scale, seed)
    jobs: Sequence[Job] = ()
    only: frozenset[str] = frozenset()  # requested labels, if not all are
    matrices: Sequence[PublishedMatrix] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # names of agents in tables and pictures, by spec
    reference: str = "published"  # what the figures of its lines are
    seconds: tuple[float, float] | None = None  # processor time at the quick and at the full scale, measured or derived
    pictures: Sequence[Picture] = ()
    agent: str = ""  # of a benchmark: the default of `{agent}` in its lines
    seed: int | None = None  # of a benchmark: its deals are always the same


@dataclass(frozen=True)
class Kept:
    """Games behind a row that are not a match of the study: an agent trained for it against an opponent."""

    points: np.ndarray  # (games, 2): its own, the opponent's
    decisions: np.ndarray
    names: tuple[str, str]


@dataclass
class Row:
    """Published figure beside ours."""

    label: str
    agent: str
    measure: str
    published: float | None
    published_games: int | None
    ours: float
    ci95: tuple[float, float]
    games: int
    standard_errors: float | None  # how far apart ours and the published one are, in standard errors of the difference
    agrees: bool | None
    clairvoyant: bool
    faults: int
    source: str = ""
    par: float | None = None  # of a share: the expected share of an average agent
    name: str = ""  # of the agent, in tables and pictures
    folder: str = ""  # of the training behind it
    options: str = ""  # of the game, where they are not its defaults
    too_few: bool = False  # it would be judged if more games had been played
    remark: str = ""  # beside the verdict
    seat: int | None = None  # the figure is about games from this seat
    kept: Kept | None = None  # games behind it, for pictures; a store does not hold them
    outcomes: tuple[
        ExperimentResult, ...
    ] = ()  # games behind it that are not a match of the study, for tables of games

    @property
    def shown(self) -> str:
        """The agent's name, marked if it is clairvoyant."""
        return marked(self.name or self.agent, self.clairvoyant)

    def as_dict(self) -> dict[str, Any]:
        names = {"line": self.label, "games_published": self.published_games, "name": self.name or self.agent}
        data = {name: value for name, value in self.__dict__.items() if name not in ("kept", "outcomes")}
        return {**data, **names, "ci95": interval_data(self.ci95), "verdict": self.verdict}

    @property
    def verdict(self) -> str:
        """Whether ours agrees with the figure, and their distance in standard errors."""
        text = "too few games" if self.too_few else ""
        if self.standard_errors is not None:
            text = f"{'agrees' if self.agrees else 'DIFFERS'} ({self.standard_errors:.1f})"
        return ", ".join(part for part in (text, self.remark) if part)


@dataclass(frozen=True)
class Gap:
    """Mean distance of ours from the published figures, over lines."""

    mean: float
    ci95: tuple[float, float]
    lines: int


@dataclass
class StudyResult:
    """Result of a study."""

    study: Study
    scale: str
    seed: int
    rows: list[Row]
    outcome: ExperimentResult
    skipped: list[str]
    average: Gap | None
    provenance: dict[str, str] = field(default_factory=provenance)

    @property
    def games(self) -> int:
        """Number of games of its lines and jobs."""
        return self.outcome.games + sum(outcome.games for row in self.rows for outcome in row.outcomes)

    @property
    def note(self) -> str:
        """The verdicts taken together, in words."""
        few = sum(row.too_few for row in self.rows)
        what = self.study.reference
        left = (
            f" {few} {'is' if few == 1 else 'are'} not judged: fewer than {MIN_GAMES} games of ours, or too few blocks "
            f"of a series, are behind {'it' if few == 1 else 'each'}."
            if few
            else ""
        )
        distances = [row.standard_errors for row in self.rows if row.standard_errors is not None]
        differ = sum(row.agrees is False for row in self.rows)
        if not distances:
            shown = any(row.published is not None for row in self.rows)
            if few:
                return f"No verdict.{left}"
            beside = f"No verdict: the {what} figures are shown beside ours and are not judged."
            return beside if shown else f"No {what} figure is compared."
        text = (
            f"{len(distances)} {what} {'figure' if len(distances) == 1 else 'figures'} compared, {differ} "
            f"{'differs' if differ == 1 else 'differ'}; at 95 % about {0.05 * len(distances):.1f} would differ by chance alone "
            f"if all were right. {sum(distance <= 2 for distance in distances)} are within two standard errors of the "
            f"difference, the farthest is {max(distances):.1f} away."
        )
        standing = still_different(distances)
        text += f" {standing or 'None'} still {'differ' if standing > 1 else 'differs'} when all are judged together (Holm, 5 %)."
        sources: dict[str, list[Row]] = {}
        for row in self.rows:
            if row.standard_errors is not None:
                sources.setdefault(getattr(row, "source", ""), []).append(row)
        if len(sources) > 1:
            text += " By source: " + "; ".join(in_short(*entry) for entry in sources.items()) + "."
        text += left
        if self.average is not None:
            low, high = self.average.ci95
            if len({line.deals for line in self.study.lines}) == 1:
                text += " Lines share their deals, so they tend to differ together."
            text += (
                f" Averaged over the {self.average.lines} lines, the first agent's share is {100 * self.average.mean:+.1f} "
                f"[{100 * low:+.1f}, {100 * high:+.1f}] points of per cent from the {what} one."
            )
        return text

    def as_dict(self) -> dict[str, Any]:
        return {
            "study": self.study.name,
            "title": self.study.title,
            "source": self.study.source,
            "provenance": self.provenance,
            "figures_are": self.study.reference,
            "game": self.study.game,
            "lines": [line_data(self.study, line) for line in self.study.lines],
            "scale": self.scale,
            "seed": self.seed,
            "games": self.games,
            "played_now": self.outcome.played_now,
            "from_store": self.outcome.from_store,
            "seconds": self.outcome.seconds,
            "reproducible": self.outcome.reproducible,
            "interrupted": self.outcome.interrupted,
            "rows": [row.as_dict() for row in self.rows],
            "average": asdict(self.average) if self.average else None,
            "skipped": self.skipped,
            "notes": list(self.study.notes),
            "note": self.note,
        }


def still_different(distances: Sequence[float]) -> int:
    """Return how many of some distances in standard errors are significant together (Holm)."""
    return sum(holm([math.erfc(distance / math.sqrt(2)) for distance in distances]))


def in_short(source: str, rows: Sequence[Row]) -> str:
    """Return the verdicts on the figures of one source."""
    distances = [row.standard_errors for row in rows if row.standard_errors is not None]
    differ, standing = sum(row.agrees is False for row in rows), still_different(distances)
    return (
        f"{source or 'the others'}: {differ} of {len(rows)} differ, the farthest by {max(distances):.1f}, "
        f"{standing or 'none'} by Holm"
    )


def display(study: Study, label: str) -> str:
    """Return a label with the names of agents instead of their specs."""
    for spec in sorted(study.names, key=len, reverse=True):
        if ":" in spec and spec in label:
            label = label.replace(spec, study.names[spec])
    return label


def line_data(study: Study, line: Line) -> dict[str, Any]:
    """Return the data of a line, for scripts."""
    return {
        "label": line.label,
        "agents": list(line.agents),
        "options": {**study.options, **line.options},
        "seating": None if line.seating is None else [list(row) for row in line.seating],
    }


def run_study(
    study: Study,
    *,
    scale: str = "quick",
    seed: int = 0,
    games: int | None = None,
    store: ResultSink | Store | None = None,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    log: Callable[[str], None] | None = None,
) -> StudyResult:
    """Run a study. Lines whose agents are not installed are reported and skipped. `games` of every line replaces the scale.

    `log` is called with a description of the games, and with each line when it is finished.
    """
    check_scale(scale, games)
    seed = seed if study.seed is None else study.seed
    agents = AgentPool()
    lines, skipped = playable(study, agents)
    jobs = chosen_jobs(study, scale)
    if not lines and not jobs and study.counted is None:
        raise BadOption(f"study {study.name}: none of its agents is installed ({skipped[0]})")
    run = plan_study(study, lines, scale, seed, agents, games)
    say = log or (lambda text: None)
    say(before_playing(study, lines, jobs, run.games, scale, games))
    counted = list(study.counted(scale, seed)) if study.counted is not None else []
    task = Task(scale, seed, games, store, workers, study.only, say)
    for job in jobs:
        found = list(job.run(task))
        counted += found
        for row in found:
            say(row_in_words(row))
    if jobs:
        run.settings = {**run.settings, "jobs": [job.label for job in jobs]}
    played = replace(study, lines=lines)
    run.notes = {"study": as_data(played), "counted": [row.as_dict() for row in counted]}
    watched = Watched(store, lambda place, match: say(match_in_words(lines[place], match)))
    outcome = run_experiment(run, watched, on=on, workers=workers, progress=progress)
    return study_result(played, outcome, scale, counted, skipped)


def check_scale(scale: str, games: int | None) -> None:
    """Refuse an unknown scale or an invalid number of games."""
    if scale not in SCALES:
        raise BadOption(f"--scale {scale}: must be one of {', '.join(SCALES)}")
    if games is not None and games < 1:
        raise BadOption(f"--games {games}: must be at least 1")


def before_playing(
    study: Study, lines: Sequence[Line], jobs: Sequence[Job], games: int, scale: str, requested: int | None
) -> str:
    """Describe the games to be played, and how long they take."""
    parts = []
    if lines:
        few = f" ({'; '.join(line.label for line in lines)})" if study.only or len(lines) <= 6 else ""
        parts.append(f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}, {games:,} games{few}")
    if jobs:
        parts.append(f"{len(jobs)} {'job' if len(jobs) == 1 else 'jobs'}: {'; '.join(job.label for job in jobs)}")
    if study.seconds is not None:
        whole = study.seconds[SCALES.index(scale)]
        if not study.only and requested is None:
            parts.append(f"about {duration(whole)} of processor time")
        elif requested is None:
            parts.append(f"all of it takes about {duration(whole)} of processor time")
    return f"{study.name}, scale {scale}: {'; '.join(parts)}"


def duration(seconds: float) -> str:
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.0f} hours"


def match_in_words(line: Line, match: MatchGames) -> str:
    """Return a finished line in words: the first of its figures, ours alone."""
    figure = line.figures[0] if line.figures else Figure(None)
    meant = at_its_seat(match, figure, figure.agent)
    ours, interval, _ = measured(meant.games, seats_of(meant.games, figure.agent), figure.measure, match.game.sides)
    return result_in_words(line.label, figure.measure, ours, interval, len(meant.games), figure.value)


def row_in_words(row: Row) -> str:
    return result_in_words(row.label, row.measure, row.ours, row.ci95, row.games, row.published) + (
        f", {row.verdict}" if row.verdict else ""
    )


def result_in_words(
    label: str, measure: str, ours: float, interval: tuple[float, float], games: int, theirs: float | None
) -> str:
    """Return a finished line in one line of text."""
    percent, unit = measure in IN_PERCENT, "decisions" if measure == "agreement" else "games"
    value = f"{100 * ours:.1f} %" if percent else f"{ours:.1f}"
    beside = "" if theirs is None else f" (reference {100 * theirs if percent else theirs:.1f})"
    return (
        f"{label}: {measure} {value} {interval_text(interval, '.1f', 100 if percent else 1)}, {games:,} {unit}{beside}"
    )


def chosen_jobs(study: Study, scale: str) -> list[Job]:
    """Return the jobs to run: at the quick scale without those that must be named."""
    return [job for job in study.jobs if scale != "quick" or job.quick or study.only]


def changed(
    study: Study,
    lines: str | None = None,
    options: Mapping[str, Any] | None = None,
    agent: str | None = None,
    exact: Sequence[str] = (),
) -> Study:
    """Return a study with only some of its lines, other game options in every line, or another agent in its benchmark.

    `lines` are words of which a label must hold one, `exact` are whole labels.
    """
    chosen, jobs, counted = list(study.lines), list(study.jobs), study.counted
    only: set[str] = set()
    if lines is not None or exact:
        labels = [line.label for line in chosen] + [name for job in jobs for name in (job.label, *job.rows)]
        if not labels:
            raise BadOption(f"--line, --lines: {study.name} is carried out as a whole; it has no lines to choose from")
        words = [word.strip().lower() for word in (lines or "").split(",") if word.strip()]
        only = {label for label in labels if any(word in label.lower() for word in words)}
        if lines is not None and not only:
            raise BadOption(f"--lines {lines}: no line of {study.name} has that in its label")
        for label in exact:
            if label not in labels:
                raise BadOption(f"--line {label!r}: {study.name} has no such line; {nearest(label, labels)}")
            only.add(label)
        chosen = [line for line in chosen if line.label in only]
        jobs = [job for job in jobs if only & {job.label, *job.rows}]
        only |= {row for job in jobs if job.label in only for row in job.rows}
        counted = None
    if agent is not None and not study.agent:
        raise BadOption(f"--agent: {study.name} is not a benchmark; its lines name their agents")
    name = agent or study.agent
    if name:
        chosen = [
            replace(line, agents=tuple(name if spec == "{agent}" else spec for spec in line.agents)) for line in chosen
        ]
    more = dict(options or {})
    if more:
        if jobs or counted is not None:
            raise BadOption(f"--set: {study.name} has lines whose rules are fixed; name others with --line")
        load(study.game, **{**study.options, **more})  # a wrong option is refused before any game is played
        chosen = [replace(line, options={**line.options, **more}) for line in chosen]
    return replace(study, lines=chosen, agent=name, jobs=jobs, counted=counted, only=frozenset(only))


def study_result(
    study: Study, outcome: ExperimentResult, scale: str, counted: Sequence[Row] = (), skipped: Sequence[str] = ()
) -> StudyResult:
    """Build a StudyResult: one match of the outcome for each of its lines."""
    lines = list(study.lines)
    rows = [row for line, match in zip(lines, outcome.matches, strict=True) for row in rows_of(line, match, outcome)]
    rows += counted
    played = {line.label: (line, match) for line, match in zip(lines, outcome.matches, strict=True)}
    for total in study.totals:
        if all(label in played for label, _ in total.parts):
            rows.append(total_row(total, played, outcome))
    gap = average_gap(lines, outcome.matches)
    return StudyResult(study, scale, outcome.seed, rows, outcome, list(skipped), gap)


# Studies as data: stored so that a study can be shown after its file has changed or gone


def as_data(study: Study) -> dict[str, Any]:
    """Return all data of a study, without code."""
    data = {
        f.name: getattr(study, f.name)
        for f in fields(study)
        if f.name not in ("lines", "totals", "counted", "pictures", "jobs", "matrices")
    }
    return {
        **data,
        "options": dict(study.options),
        "notes": list(study.notes),
        "only": sorted(study.only),
        "names": dict(study.names),
        "matrices": [asdict(matrix) for matrix in study.matrices],
        "lines": [asdict(line) for line in study.lines],
        "totals": [asdict(total) for total in study.totals],
        "pictures": [asdict(picture) for picture in study.pictures],
    }


def from_data(data: Mapping[str, Any]) -> Study:
    """Return the study that `as_data` gave."""
    lines = [
        Line(
            **{
                **line,
                "agents": tuple(line["agents"]),
                "figures": tuple(Figure(**figure) for figure in line["figures"]),
                "seating": tuple(tuple(row) for row in line["seating"]) if line["seating"] else None,
                "deals": tuple(line.get("deals", (0, 1))),
            }
        )
        for line in data["lines"]
    ]
    totals = [
        Total(t["label"], tuple((label, agent) for label, agent in t["parts"]), Figure(**t["figure"]))
        for t in data["totals"]
    ]
    pictures = [
        Picture(**{name: tuple(v) if isinstance(v, list) else v for name, v in entry.items()})  # type: ignore[arg-type]  # read from JSON
        for entry in data.get("pictures", ())
    ]
    matrices = [matrix_from(entry) for entry in data.get("matrices", ())]
    known = {f.name for f in fields(Study)}
    kept = {name: value for name, value in data.items() if name in known}
    kept |= {
        "only": frozenset(data.get("only", ())),
        "seconds": tuple(data["seconds"]) if data.get("seconds") else None,
    }
    return Study(**{**kept, "lines": lines, "totals": totals, "pictures": pictures, "matrices": matrices})


def matrix_from(data: Mapping[str, Any]) -> PublishedMatrix:
    cells = tuple(tuple(None if cell is None else Cell(**cell) for cell in row) for row in data["cells"])
    return PublishedMatrix(**{**data, "rows": tuple(data["rows"]), "columns": tuple(data["columns"]), "cells": cells})


def read_study(outcome: ExperimentResult) -> StudyResult:
    """Read a study from a store, line by line, with the published figures.

    A study of an early version has only its labels.
    """
    data = outcome.notes.get("study")
    if data is not None:
        study = from_data(data)
    else:
        name, labels = str(outcome.settings.get("study", outcome.title)), list(outcome.settings.get("lines", ()))
        labels += [f"line {place + 1}" for place in range(len(labels), len(outcome.matches))]
        lines = [
            Line(label, tuple(outcome.specs[i] for i in match.agents), every_score(len(match.agents)))
            for label, match in zip(labels, outcome.matches, strict=True)
        ]
        study = Study(outcome.title, "kept without its published figures", outcome.game, lines, name=name)
    known = {f.name for f in fields(Row)}
    counted = [
        Row(**{**{k: v for k, v in row.items() if k in known}, "ci95": interval_of(row["ci95"])})
        for row in outcome.notes.get("counted", ())
    ]
    return study_result(study, outcome, "as stored", counted)


def every_score(agents: int) -> tuple[Figure, ...]:
    """Return figures without published values: the score of every agent."""
    return tuple(Figure(None, agent=agent, measure="score") for agent in range(agents))


def game_of(study: Study, line: Line | None = None) -> Game:
    return load(study.game, **{**study.options, **(line.options if line else {})})


def playable(study: Study, agents: AgentPool | None = None) -> tuple[list[Line], list[str]]:
    """Return the lines that can be played here, and why the others cannot."""
    agents = agents or AgentPool()
    lines, skipped = [], []
    for line in changed(study).lines if study.agent else study.lines:
        try:
            game = game_of(study, line)
            for spec in line.agents:
                agents.get(spec, game)
            lines.append(line)
        except TapeteError as error:
            skipped.append(f"{line.label}: {error}")
    return lines, skipped


def plan_study(
    study: Study,
    lines: Sequence[Line],
    scale: str,
    seed: int,
    agents: AgentPool | None = None,
    requested: int | None = None,
) -> Experiment:
    """Plan one match per line."""
    specs = list(dict.fromkeys(spec for line in lines for spec in line.agents))
    matches = []
    for line in lines:
        game = game_of(study, line)
        table = list(line.seating) if line.seating else seatings(game, len(line.agents))
        games = requested or ((line.quick or study.quick) if scale == "quick" else (line.full or study.full))
        first, step = line.deals
        plan = mirrored(seed, table, range(first, first + step * math.ceil(games / len(table)), step))
        matches.append(Match(game, tuple(specs.index(spec) for spec in line.agents), plan))
    settings: dict[str, Any] = {"study": study.name, "lines": [line.label for line in lines]}
    title = f"{study.name}: {study.title}"
    labels = [study.names.get(spec, spec) for spec in specs] if study.names else None
    return Experiment(
        "study", title, game_of(study), specs, seed, matches, settings, labels=labels, agents=agents or AgentPool()
    )


def rows_of(line: Line, match: MatchGames, outcome: ExperimentResult) -> list[Row]:
    """Return the figures of a line beside ours."""
    found = []
    for figure in line.figures:
        meant = at_its_seat(match, figure, figure.agent)
        mine = seats_of(meant.games, figure.agent)
        ours, interval, error = measured(meant.games, mine, figure.measure, match.game.sides)
        found.append(row_of(line.label, figure, [(line, meant, figure.agent)], ours, interval, error, outcome))
    return found


def total_row(total: Total, played: Mapping[str, tuple[Line, MatchGames]], outcome: ExperimentResult) -> Row:
    """Build the row of a figure over several lines.

    Every line has equal weight, as in a published total of lines of equal length, however many games ours have.
    """
    lines = [(*played[label], agent) for label, agent in total.parts]
    parts = [(line, at_its_seat(match, total.figure, agent), agent) for line, match, agent in lines]
    measure = total.figure.measure
    values = [values_of(m.games, seats_of(m.games, a), measure, m.game.sides) for _, m, a in parts]
    games = sum(len(found) for found in values)
    if not games:
        return row_of(total.label, total.figure, parts, 0.0, (0.0, 1.0), math.inf, outcome)
    there = sum(1 for found in values if len(found))
    ours = sum(float(found.mean()) for found in values if len(found)) / there
    played_in = [
        (match.games.plan, (found - found.mean()) / (len(found) * there))
        for (_, match, _), found in zip(parts, values, strict=True)
        if len(found)
    ]
    variance, deals = noise_together(played_in)
    error, quantile = math.sqrt(variance), student_quantile(0.95, deals - 1)
    interval = (ours - quantile * error, ours + quantile * error) if math.isfinite(error) else UNKNOWN
    if measure in SHARES and is_known(interval):  # near 0 and 1, and without any variance, as for a single line
        worth = ours * (1 - ours) / variance if variance > 1e-18 and 0 < ours < 1 else float(deals)
        interval = wilson(ours, worth, quantile)
    return row_of(total.label, total.figure, parts, ours, interval, error, outcome)


def noise_together(lines: Sequence[tuple[Schedule, np.ndarray]]) -> tuple[float, int]:
    """Return the variance of a sum over lines, and the number of observations; infinite if there are too few.

    Each line gives its plan and the deviations of its games. The effect of an observation on all lines that share it is one
    number.
    """
    observed = observations([plan for plan, _ in lines])
    found, counts = [], []
    for column in (0, 1):  # observations, and the deals of which blocks are made
        numbers = [of_games[:, column] for of_games in observed.numbers]
        sample = Sample.of(list(zip(numbers, [deviations for _, deviations in lines], strict=True)))
        of_a_line = max(len(np.unique(of_games)) for of_games in numbers)
        found.append(float((sample.sums**2).sum()) * of_a_line / max(1, of_a_line - 1))
        counts.append((of_a_line, len(sample.numbers)))
    return math.inf if counts[0][0] < observed.least else max(found), counts[0][1]


def row_of(
    label: str,
    figure: Figure,
    parts: Sequence[tuple[Line, MatchGames, int]],
    ours: float,
    interval: tuple[float, float],
    error: float,
    outcome: ExperimentResult,
) -> Row:
    line, match, agent = parts[0]
    games = sum(len(match.games) for _, match, _ in parts)
    few = games < MIN_GAMES
    freedom = series_freedom([match.games.plan for _, match, _ in parts])
    apart = distance(figure, ours, error, games, freedom) if games else None
    specs = {line.agents[agent] for line, _, agent in parts}
    one = len(specs) == 1
    options = {options_in_words(match.game.options, match.game) for _, match, _ in parts}
    judged = apart is not None and not few
    return Row(
        label,
        line.agents[agent] if one else f"{line.agents[agent].partition(':')[0]}, {len(specs)} settings",
        figure.measure,
        figure.value,
        figure.games,
        ours,
        interval,
        games,
        apart if judged else None,
        apart <= NORMAL if judged and apart is not None else None,
        outcome.clairvoyant[match.agents[agent]],
        sum(int(((match.games.faults > 0) & seats_of(match.games, agent)).sum()) for _, match, agent in parts),
        figure.source,
        par_of(parts) if figure.measure in SHARES else None,
        outcome.labels[match.agents[agent]] if one else "",
        options=options.pop() if len(options) == 1 else "differ by line",
        too_few=(apart is not None and few) or (figure.value is not None and figure.judged and not is_known(interval)),
        seat=figure.seat,
    )


def par_of(parts: Sequence[tuple[Line, MatchGames, int]]) -> float:
    """Return the expected share of an average agent over some lines."""
    games = sum(len(match.games) for _, match, _ in parts)
    pars = [len(m.games) * float((m.games.plan.seatings[0] == agent).mean()) for _, m, agent in parts]
    return sum(pars) / max(1, games)


def at_its_seat(match: MatchGames, figure: Figure, agent: int) -> MatchGames:
    """Return the games of a match that a figure refers to."""
    if figure.seat is None:
        return match
    return replace(match, games=match.games.take(np.flatnonzero(match.games.plan.at_seats[:, figure.seat] == agent)))


def seats_of(games: GameResults, agent: int) -> np.ndarray:
    """Return the seats that an agent of the line held, game by game."""
    return games.plan.at_seats == agent


def measured(
    games: GameResults, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None
) -> tuple[float, tuple[float, float], float]:
    """Return a measure of an agent with its interval and standard error."""
    return over_games(games.plan, values_of(games, mine, measure, sides), measure)


def over_games(plan: Schedule, values: np.ndarray, measure: str) -> tuple[float, tuple[float, float], float]:
    """Return the mean of values over games, with its interval and standard error."""
    sample = observations([plan]).sample([values])
    count = len(sample.counts)
    if measure in SHARES:
        mean, interval, error = sample.interval()
    elif not count:
        return 0.0, (-math.inf, math.inf), math.inf
    else:
        mean, error = sample.mean_and_error()
        half = student_quantile(0.95, count - 1) * error
        interval = (mean - half, mean + half) if count >= sample.least else UNKNOWN
    return mean, interval, error


def values_of(games: GameResults, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None) -> np.ndarray:
    """Return the value of a measure in each game."""
    if measure in SHARES:
        return shares_of(games, mine, measure, sides)
    if measure == "difference":
        return margin(games.points, mine, sides)
    return np.where(mine, games.points, -np.inf).max(axis=1)


def shares_of(games: GameResults, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None) -> np.ndarray:
    """Return an agent's share of each game: 1 if its side won alone, or its own part with ties shared."""
    if measure == "score":
        return (games.returns * mine).sum(axis=1)
    return (team_share(games.returns, mine, sides) > 1 - EVEN).astype(np.float64)


def series_freedom(plans: Sequence[Schedule]) -> float:
    """Return the degrees of freedom of a standard error: few for blocks of a series, else infinite."""
    observed = observations(plans)
    if not any(plan.in_series for plan in plans):
        return math.inf
    return len(np.unique(np.concatenate([numbers[:, 0] for numbers in observed.numbers]))) - 1


def distance(figure: Figure, ours: float, error: float, games: int, freedom: float = math.inf) -> float | None:
    """Return the distance of ours from the published figure, beyond rounding, in standard errors of the difference.

    A standard error from few blocks of a series has a heavier tail (Student, degrees of freedom by Welch and Satterthwaite);
    the distance is the normal quantile of the same p-value, so that all verdicts mean the same.
    """
    if figure.value is None or not figure.judged or math.isinf(error):
        return None
    noise = error**2
    if figure.measure in SHARES and figure.games:
        # The noise of a share near 0 or 1 depends on the share itself, so it is estimated from both samples.
        share = (figure.value * figure.games + ours * games) / (figure.games + games)
        share = min(max(share, 0.5 / figure.games), 1 - 0.5 / figure.games)
        noise += share * (1 - share) / figure.games
    elif figure.games and figure.deviation is not None:
        noise += figure.deviation**2 / figure.games
    rounding = ROUNDING[figure.measure] if figure.rounding is None else figure.rounding
    beyond = max(0.0, abs(ours - figure.value) - rounding)
    if noise <= 0:
        return math.inf if beyond else 0.0
    apart = beyond / math.sqrt(noise)
    if math.isinf(freedom) or error <= 0:
        return apart
    from scipy.stats import norm, t

    return float(norm.isf(t.sf(apart, max(2.0, freedom * (noise / error**2) ** 2))))


def average_gap(lines: Sequence[Line], matches: Sequence[MatchGames]) -> Gap | None:
    """Return the mean gap of the first agent's share over all lines with a published one."""
    gaps, noise, played_in = [], 0.0, []
    source = None  # the first of two readings of a figure: a mean over both would describe neither
    for line, match in zip(lines, matches, strict=True):
        figure = next((f for f in line.figures if f.agent == 0 and f.measure in SHARES and f.judged), None)
        if figure is None or figure.value is None or not figure.games or not len(match.games):
            continue
        source = figure.source if source is None else source
        if figure.source != source:
            continue
        games = match.games
        values = shares_of(games, seats_of(games, 0), figure.measure, match.game.sides)
        gaps.append(float(values.mean()) - figure.value)
        noise += figure.value * (1 - figure.value) / figure.games
        played_in.append((games.plan, (values - values.mean()) / len(games)))
    if len(gaps) < 2:
        return None
    variance, deals = noise_together(played_in)
    if math.isinf(variance):
        return None
    half = student_quantile(0.95, deals - 1) * math.sqrt(noise + variance) / len(gaps)
    mean = sum(gaps) / len(gaps)
    return Gap(mean, (mean - half, mean + half), len(gaps))
