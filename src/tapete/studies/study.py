"""What a study is: lines of games to play, the figures that were published for them, and whether ours agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

import numpy as np

from tapete.arena.names import marked
from tapete.arena.observations import Sample, observations
from tapete.arena.plan import Games, Plan, Progress, mirrored
from tapete.arena.players import Agents
from tapete.arena.runs import Match, MatchGames, Outcome, Run, Sink, carry_out
from tapete.arena.seating import seatings
from tapete.arena.sides import EVEN, ahead, taken
from tapete.arena.statistics import (
    UNKNOWN,
    holm,
    interval_data,
    interval_of,
    is_known,
    student_quantile,
    wilson,
)
from tapete.arena.store import Store
from tapete.catalogue import load
from tapete.errors import BadOption, TapeteError
from tapete.game import Game

SCALES = ("quick", "full")
MEASURES = ("wins", "score", "points", "difference")
SHARES = ("wins", "score")
ROUNDING = {"wins": 0.0005, "score": 0.0005, "points": 0.05, "difference": 0.05}  # half the last digit, unless said
NORMAL = 1.959964  # two-sided 95 % quantile


@dataclass(frozen=True)
class Figure:
    """One published number: of which agent of the line, what it measures, its value and the games behind it."""

    value: float | None  # None: nothing was published, ours is shown alone
    games: int | None = None
    agent: int = 0
    measure: str = (
        "wins"  # share of games won alone; score: ties shared; points; difference: points ahead of the best other
    )
    deviation: float | None = None  # of points in a single game, where that was published
    judged: bool = True  # False: shown only, because the agents are not quite the same
    rounding: float | None = None  # how far it may lie from the true figure by rounding alone; None: as usual
    source: str = ""  # where it was published, where that is not the study's source
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
    """A figure published for an agent, or for one with several settings, over several lines together."""

    label: str
    parts: tuple[tuple[str, int], ...]  # labels of the lines, and which of their agents it is
    figure: Figure


@dataclass(frozen=True)
class Picture:
    """A figure that a report of the study draws from our games; `tapete.studies.pictures` knows the kinds."""

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


@dataclass
class Study:
    """A published table."""

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
    counted: Callable[[str, int], Sequence[Row]] | None = None  # rows that no match tells: (scale, seed)
    pictures: Sequence[Picture] = ()
    agent: str = ""  # of a benchmark: what `{agent}` in its lines stands for, unless another one is to be measured
    seed: int | None = None  # of a benchmark: its deals are always the same


@dataclass(frozen=True)
class Kept:
    """Games behind a row that are no match of the study: an agent trained for it against an opponent."""

    points: np.ndarray  # (games, 2): its own, the opponent's
    decisions: np.ndarray
    names: tuple[str, str]


@dataclass
class Row:
    """A figure beside ours."""

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
    par: float | None = None  # of a share: what an agent gets that is neither better nor worse than the others
    name: str = ""  # of the agent, in tables and pictures
    folder: str = ""  # of the training behind it
    kept: Kept | None = None  # games behind it, for pictures; a store does not hold them

    @property
    def shown(self) -> str:
        """The agent's name with its mark."""
        return marked(self.name or self.agent, self.clairvoyant)

    def as_dict(self) -> dict[str, Any]:
        names = {"line": self.label, "games_published": self.published_games, "name": self.name or self.agent}
        data = {name: value for name, value in self.__dict__.items() if name != "kept"}
        return {**data, **names, "ci95": interval_data(self.ci95)}


@dataclass(frozen=True)
class Gap:
    """How far ours lies from the published figures, averaged over lines."""

    mean: float
    ci95: tuple[float, float]
    lines: int


@dataclass
class StudyResult:
    """A study, played."""

    study: Study
    scale: str
    seed: int
    rows: list[Row]
    outcome: Outcome
    skipped: list[str]
    average: Gap | None

    @property
    def note(self) -> str:
        """What the verdicts mean taken together."""
        distances = [row.standard_errors for row in self.rows if row.standard_errors is not None]
        differ = sum(row.agrees is False for row in self.rows)
        if not distances:
            return "No published figure is compared."
        text = (
            f"{len(distances)} published {'figure' if len(distances) == 1 else 'figures'} compared, {differ} "
            f"{'differs' if differ == 1 else 'differ'}; at 95 % about {0.05 * len(distances):.1f} would differ by chance alone "
            f"if all were right. {sum(distance <= 2 for distance in distances)} are within two standard errors of the "
            f"difference, the farthest is {max(distances):.1f} away."
        )
        standing = sum(holm([math.erfc(distance / math.sqrt(2)) for distance in distances]))
        text += f" {standing or 'None'} still {'differ' if standing > 1 else 'differs'} when all are judged together (Holm, 5 %)."
        if self.average is not None:
            low, high = self.average.ci95
            if len({line.deals for line in self.study.lines}) == 1:
                text += " Lines share their deals, so they tend to differ together."
            text += (
                f" Averaged over the {self.average.lines} lines, the first agent's share is {100 * self.average.mean:+.1f} "
                f"[{100 * low:+.1f}, {100 * high:+.1f}] points of per cent from the published one."
            )
        return text

    def as_dict(self) -> dict[str, Any]:
        return {
            "study": self.study.name,
            "title": self.study.title,
            "source": self.study.source,
            "game": self.study.game,
            "scale": self.scale,
            "seed": self.seed,
            "games": self.outcome.games,
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


def run_study(
    study: Study,
    *,
    scale: str = "quick",
    seed: int = 0,
    games: int | None = None,
    store: Sink | Store | None = None,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play a study. Lines whose agents are not installed are named and left out. `games` of every line replaces the scale."""
    if scale not in SCALES:
        raise BadOption(f"--scale {scale}: must be one of {', '.join(SCALES)}")
    if games is not None and games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    seed = seed if study.seed is None else study.seed
    agents = Agents()
    lines, skipped = playable(study, agents)
    if not lines and study.counted is None:
        raise BadOption(f"study {study.name}: none of its agents is here ({skipped[0]})")
    run = plan_study(study, lines, scale, seed, agents, games)
    counted = list(study.counted(scale, seed)) if study.counted is not None else []
    run.notes = {"study": as_data(replace(study, lines=lines)), "counted": [row.as_dict() for row in counted]}
    outcome = carry_out(run, store, on=on, workers=workers, progress=progress)
    return study_result(replace(study, lines=lines), outcome, scale, counted, skipped)


def changed(
    study: Study, lines: str | None = None, options: Mapping[str, Any] | None = None, agent: str | None = None
) -> Study:
    """A study with only some of its lines, other options of the game in every line, or another agent in its benchmark."""
    chosen = list(study.lines)
    if lines is not None:
        words = [word.strip().lower() for word in lines.split(",") if word.strip()]
        chosen = [line for line in chosen if any(word in line.label.lower() for word in words)]
        if not chosen:
            raise BadOption(f"--lines {lines}: no line of {study.name} has that in its label")
    if agent is not None and not study.agent:
        raise BadOption(f"--agent: {study.name} is no benchmark; its lines name their agents")
    name = agent or study.agent
    if name:
        chosen = [
            replace(line, agents=tuple(name if spec == "{agent}" else spec for spec in line.agents)) for line in chosen
        ]
    more = dict(options or {})
    if more:
        load(study.game, **{**study.options, **more})  # a wrong option is told before anything is played
        chosen = [replace(line, options={**line.options, **more}) for line in chosen]
    return replace(study, lines=chosen, agent=name)


def study_result(
    study: Study, outcome: Outcome, scale: str, counted: Sequence[Row] = (), skipped: Sequence[str] = ()
) -> StudyResult:
    """What a study came to: one match of the outcome for each of its lines."""
    lines = list(study.lines)
    rows = [row for line, match in zip(lines, outcome.matches, strict=True) for row in rows_of(line, match, outcome)]
    rows += counted
    played = {line.label: (line, match) for line, match in zip(lines, outcome.matches, strict=True)}
    for total in study.totals:
        if all(label in played for label, _ in total.parts):
            rows.append(total_row(total, played, outcome))
    gap = average_gap(lines, outcome.matches)
    return StudyResult(study, scale, outcome.seed, rows, outcome, list(skipped), gap)


# Studies as data: what a store keeps of one, so that it can be shown as what it is when its file has changed or gone


def as_data(study: Study) -> dict[str, Any]:
    """All of a study that is not code."""
    data = {
        f.name: getattr(study, f.name)
        for f in fields(study)
        if f.name not in ("lines", "totals", "counted", "pictures")
    }
    return {
        **data,
        "options": dict(study.options),
        "notes": list(study.notes),
        "lines": [asdict(line) for line in study.lines],
        "totals": [asdict(total) for total in study.totals],
        "pictures": [asdict(picture) for picture in study.pictures],
    }


def from_data(data: Mapping[str, Any]) -> Study:
    """The study that `as_data` gave."""
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
        Picture(**{name: tuple(v) if isinstance(v, list) else v for name, v in entry.items()})  # type: ignore[arg-type]
        for entry in data.get("pictures", ())
    ]
    return Study(**{**data, "lines": lines, "totals": totals, "pictures": pictures})


def read_study(outcome: Outcome) -> StudyResult:
    """A study that a store holds, line by line, with what was published. One that an early version kept has its labels alone."""
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
    """Nothing published: the score of every agent."""
    return tuple(Figure(None, agent=agent, measure="score") for agent in range(agents))


def game_of(study: Study, line: Line | None = None) -> Game:
    return load(study.game, **{**study.options, **(line.options if line else {})})


def playable(study: Study, agents: Agents | None = None) -> tuple[list[Line], list[str]]:
    """The lines that can be played here, and why the others cannot."""
    agents = agents or Agents()
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
    study: Study, lines: Sequence[Line], scale: str, seed: int, agents: Agents | None = None, asked: int | None = None
) -> Run:
    """One match per line."""
    specs = list(dict.fromkeys(spec for line in lines for spec in line.agents))
    matches = []
    for line in lines:
        game = game_of(study, line)
        table = list(line.seating) if line.seating else seatings(game, len(line.agents))
        games = asked or ((line.quick or study.quick) if scale == "quick" else (line.full or study.full))
        first, step = line.deals
        plan = mirrored(seed, table, range(first, first + step * math.ceil(games / len(table)), step))
        matches.append(Match(game, tuple(specs.index(spec) for spec in line.agents), plan))
    settings: dict[str, Any] = {"study": study.name, "lines": [line.label for line in lines]}
    title = f"{study.name}: {study.title}"
    return Run("study", title, game_of(study), specs, seed, matches, settings, agents=agents or Agents())


def rows_of(line: Line, match: MatchGames, outcome: Outcome) -> list[Row]:
    """The figures of a line beside ours."""
    found = []
    for figure in line.figures:
        meant = at_its_seat(match, figure, figure.agent)
        mine = seats_of(meant.games, figure.agent)
        ours, interval, error = measured(meant.games, mine, figure.measure, match.game.sides)
        found.append(row_of(line.label, figure, [(line, meant, figure.agent)], ours, interval, error, outcome))
    return found


def total_row(total: Total, played: Mapping[str, tuple[Line, MatchGames]], outcome: Outcome) -> Row:
    """A figure over several lines beside ours, every line that was played counting alike, as in a published total of lines of
    equal length, however many games ours have."""
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


def noise_together(lines: Sequence[tuple[Plan, np.ndarray]]) -> tuple[float, int]:
    """The variance of a sum over lines, of which each gives its plan and the deviations of its games, and how many observations
    there are; infinite where they are too few.

    What an observation does to all lines that share it is one number.
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
    outcome: Outcome,
) -> Row:
    line, match, agent = parts[0]
    games = sum(len(match.games) for _, match, _ in parts)
    freedom = series_freedom([match.games.plan for _, match, _ in parts])
    apart = distance(figure, ours, error, games, freedom) if games else None
    specs = {line.agents[agent] for line, _, agent in parts}
    return Row(
        label,
        line.agents[agent] if len(specs) == 1 else line.agents[agent].partition(":")[0],
        figure.measure,
        figure.value,
        figure.games,
        ours,
        interval,
        games,
        apart,
        None if apart is None else apart <= NORMAL,
        outcome.clairvoyant[match.agents[agent]],
        sum(int(((match.games.faults > 0) & seats_of(match.games, agent)).sum()) for _, match, agent in parts),
        figure.source,
        par_of(parts) if figure.measure in SHARES else None,
        outcome.labels[match.agents[agent]],
    )


def par_of(parts: Sequence[tuple[Line, MatchGames, int]]) -> float:
    """The share of an agent that is neither better nor worse than the others, over some lines."""
    games = sum(len(match.games) for _, match, _ in parts)
    pars = [len(m.games) * float((m.games.plan.seatings[0] == agent).mean()) for _, m, agent in parts]
    return sum(pars) / max(1, games)


def at_its_seat(match: MatchGames, figure: Figure, agent: int) -> MatchGames:
    """The games of a match that a figure is about."""
    if figure.seat is None:
        return match
    return replace(match, games=match.games.take(np.flatnonzero(match.games.plan.at_seats[:, figure.seat] == agent)))


def seats_of(games: Games, agent: int) -> np.ndarray:
    """Which seats an agent of the line held, game by game."""
    return games.plan.at_seats == agent


def measured(
    games: Games, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None
) -> tuple[float, tuple[float, float], float]:
    """A measure of an agent with its interval and standard error."""
    return over_games(games.plan, values_of(games, mine, measure, sides), measure)


def over_games(plan: Plan, values: np.ndarray, measure: str) -> tuple[float, tuple[float, float], float]:
    """The mean of what some games gave, with its interval and standard error."""
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


def values_of(games: Games, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None) -> np.ndarray:
    """What a measure is in each game."""
    if measure in SHARES:
        return shares_of(games, mine, measure, sides)
    if measure == "difference":
        return ahead(games.points, mine, sides)
    return np.where(mine, games.points, -np.inf).max(axis=1)


def shares_of(games: Games, mine: np.ndarray, measure: str, sides: Sequence[int] | None = None) -> np.ndarray:
    """An agent's share of each game: what its side won alone, or its own part, ties shared as well."""
    if measure == "score":
        return (games.returns * mine).sum(axis=1)
    return (taken(games.returns, mine, sides) > 1 - EVEN).astype(np.float64)


def series_freedom(plans: Sequence[Plan]) -> float:
    """Degrees of freedom of a standard error: few where it comes from blocks of a series, else as good as known."""
    observed = observations(plans)
    if not any(plan.in_series for plan in plans):
        return math.inf
    return len(np.unique(np.concatenate([numbers[:, 0] for numbers in observed.numbers]))) - 1


def distance(figure: Figure, ours: float, error: float, games: int, freedom: float = math.inf) -> float | None:
    """How far ours is from the published figure, beyond rounding, in standard errors of the difference.

    An error that few blocks of a series tell has a heavier tail (Student, degrees of freedom by Welch and Satterthwaite); the
    distance is the one of a normal distribution with the same chance, so that all verdicts mean the same.
    """
    if figure.value is None or not figure.judged or math.isinf(error):
        return None
    noise = error**2
    if figure.measure in SHARES and figure.games:
        # The noise of a share near 0 or 1 hangs on the share itself, so both samples say together what it is.
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
    """The mean gap of the first agent's share over all lines that have a published one."""
    gaps, noise, played_in = [], 0.0, []
    for line, match in zip(lines, matches, strict=True):
        figure = next((f for f in line.figures if f.agent == 0 and f.measure in SHARES and f.judged), None)
        if figure is None or figure.value is None or not figure.games or not len(match.games):
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
