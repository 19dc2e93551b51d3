"""Descriptive statistics of games: points, lengths, seats, ends, and the game's own counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.arena.observations import Observations, Sample, observations
from tapete.arena.schedule import GameResults
from tapete.arena.scoring import outcomes, team_share
from tapete.arena.statistics import interval_data
from tapete.core.definition import ACTIONS_OF, CounterSpec
from tapete.core.game import Game

if TYPE_CHECKING:
    from tapete.arena.experiment import ExperimentResult, MatchGames

FAULT = "fault"  # the end of a game that an agent forfeited
OVER = "over"  # the end of a game that does not record how it ended


LIMITS = (" limit", " cap")  # suffixes of ends caused by a limit of the game
MANY_AT_LIMIT = 0.1  # share of such games above which results mention it


@dataclass(frozen=True)
class Spread:
    """Distribution of some numbers."""

    count: int
    mean: float
    deviation: float  # of the sample
    least: float
    quartile1: float
    median: float
    quartile3: float
    most: float

    @staticmethod
    def of(values: np.ndarray) -> Spread | None:
        values = np.asarray(values, dtype=np.float64)
        values = values[~np.isnan(values)]
        if not len(values):
            return None
        deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        places = np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist()
        return Spread(len(values), float(values.mean()), deviation, *places)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {self.deviation:.3g} ({self.quartile1:.4g}, {self.median:.4g}, {self.quartile3:.4g})"


@dataclass
class Share:
    """Score of an agent or a seat in some of the games."""

    games: int
    score: float
    ci95: tuple[float, float]
    par: float

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": interval_data(self.ci95)}


@dataclass
class AgentStatistics:
    """Statistics of one agent over all its games."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Spread | None = None
    seats: dict[int, Share] = field(default_factory=dict)
    counters: dict[str, Spread] = field(default_factory=dict)  # those that are counted by seat
    actions: dict[str, Spread] = field(default_factory=dict)  # of each kind

    def as_dict(self) -> dict[str, Any]:
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points and self.points.as_dict(),
            "seats": {str(seat): share.as_dict() for seat, share in self.seats.items()},
            "facts": {name: spread.as_dict() for name, spread in self.counters.items()},
            "actions": {name: spread.as_dict() for name, spread in self.actions.items()},
        }


@dataclass
class Statistics:
    """Statistics of all games of a run."""

    games: int
    decisions: Spread | None
    turns: Spread | None
    seconds: Spread | None
    ends: dict[str, int]
    counters: dict[str, Spread | dict[str, int]]
    seats: dict[int, Share]  # for any agent
    agents: list[AgentStatistics]
    groups: dict[str, dict[str, list[Share | None]]]  # by grouping (a patron, a deck), value and agent

    @property
    def at_limit(self) -> int:
        """Number of games that ended at the game's own limit of turns or rounds."""
        return sum(count for end, count in self.ends.items() if end.endswith(LIMITS))

    @property
    def limit_note(self) -> str:
        """A sentence if many games were not played out; empty otherwise."""
        if self.at_limit <= MANY_AT_LIMIT * self.games:
            return ""
        names = [end for end in self.ends if end.endswith(LIMITS)]
        return (
            f"{self.at_limit:,} of {self.games:,} games ended at the {' or '.join(names)}: scores say little about who would "
            "have won them."
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "at_limit": self.at_limit,
            "decisions": self.decisions and self.decisions.as_dict(),
            "turns": self.turns and self.turns.as_dict(),
            "ends": self.ends,
            "facts": {
                name: value.as_dict() if isinstance(value, Spread) else value for name, value in self.counters.items()
            },
            "seats": {str(seat): share.as_dict() for seat, share in self.seats.items()},
            "agents": [agent.as_dict() for agent in self.agents],
            "groups": {
                name: {value: [share and share.as_dict() for share in row] for value, row in rows.items()}
                for name, rows in self.groups.items()
            },
        }


def describe(outcome: ExperimentResult) -> Statistics:
    """Return the statistics of a run whose matches have the same rules."""
    played = [match for match in outcome.matches if len(match.games)]
    games = [match.games for match in played]

    def all_of(values: Sequence[np.ndarray]) -> np.ndarray:
        return np.concatenate([np.zeros(0), *values])

    ends: dict[str, int] = {}
    for match in played:
        names, counts = np.unique(ends_of(match.game, match.games), return_counts=True)
        for name, count in zip(names.tolist(), counts.tolist(), strict=True):
            ends[name] = ends.get(name, 0) + count
    turns = all_of([g.turns for g in games])
    return Statistics(
        sum(len(g) for g in games),
        Spread.of(all_of([g.decisions.sum(axis=1) for g in games])),
        Spread.of(turns[turns >= 0]),
        Spread.of(all_of([g.seconds for g in games])),
        ends,
        counters_of(played),
        seats_of(played),
        [agent_statistics(played, number) for number in range(len(outcome.specs))],
        {name: rows for name in groupings(played, outcome) if (rows := grouped(played, outcome, name))},
    )


def ends_of(game: Game, games: GameResults) -> np.ndarray:
    """Return the end of each game."""
    said = np.full(len(games), OVER, dtype=object)
    for column, (counter, _, _) in enumerate(columns_of(game)):
        if counter.name == "end" and games.counters.shape[1] > column:
            said = named(counter, games.counters[:, column])
    return np.where(games.faults.any(axis=1), FAULT, said).astype(str)


def columns_of(game: Game) -> list[tuple[CounterSpec, int | None, int]]:
    """Return the columns of a game's counters: (counter, seat or None, index)."""
    return game.counter_columns


def named(counter: CounterSpec, numbers: np.ndarray) -> np.ndarray:
    """Return the names of a counter's values; empty if nothing was counted."""
    words = np.array([*counter.values, ""], dtype=object)
    known = (numbers >= 0) & (numbers < len(counter.values))
    return words[np.where(known, np.nan_to_num(numbers, nan=-1.0), len(counter.values)).astype(np.int64)]


def counters_of(played: Sequence[MatchGames]) -> dict[str, Spread | dict[str, int]]:
    """Return the game's counters over all games: the frequency of each value, or the distribution of the numbers."""
    values: dict[str, list[np.ndarray]] = {}
    counters: dict[str, CounterSpec] = {}
    for match in played:
        for column, (counter, seat, _) in enumerate(columns_of(match.game)[: match.games.counters.shape[1]]):
            if counter.name != "end" and not counter.name.startswith(ACTIONS_OF):  # those of agents
                counters[counter.name] = counter
                values.setdefault(counter.name, []).append(match.games.counters[:, column])
    found: dict[str, Spread | dict[str, int]] = {}
    for name, parts in values.items():
        numbers, counter = np.concatenate(parts), counters[name]
        if counter.values:
            words, counts = np.unique(named(counter, numbers).astype(str), return_counts=True)
            found[name] = {w: c for w, c in zip(words.tolist(), counts.tolist(), strict=True) if w}
        elif (spread := Spread.of(numbers)) is not None:
            found[name] = spread
    return found


def share_in(parts: Sequence[tuple[np.ndarray, np.ndarray, float]], least: int = 1) -> Share | None:
    """Return a score over parts of games, given the observations, shares and par of each."""
    sample = Sample.of([(numbers, shares) for numbers, shares, _ in parts], least)
    if not sample.games:
        return None
    par = sum(par * len(share) for _, share, par in parts) / sample.games
    score, interval, _ = sample.interval()
    return Share(sample.games, score, interval, par)


def observed_in(played: Sequence[MatchGames]) -> Observations:
    """Return the observations of some matches of a run."""
    return observations([match.games.plan for match in played])


def seats_of(played: Sequence[MatchGames]) -> dict[int, Share]:
    """Return the score of each seat for any agent: the advantage of the first seat."""
    found = {}
    observed = observed_in(played)
    for seat in range(max((match.game.seats for match in played), default=0)):
        parts = [
            (numbers, m.games.returns[:, seat], 1 / m.game.seats)
            for m, numbers in zip(played, observed.numbers, strict=True)
            if seat < m.game.seats
        ]
        share = share_in(parts, observed.least)
        if share is not None:
            found[seat] = share
    return found


def mine_in(match: MatchGames, number: int) -> np.ndarray | None:
    """Return the seats that an agent of the run held in a match, game by game."""
    return match.games.plan.at_seats == match.agents.index(number) if number in match.agents else None


def agent_statistics(played: Sequence[MatchGames], number: int) -> AgentStatistics:
    """Return the statistics of one agent of a run."""
    found = AgentStatistics()
    points: list[np.ndarray] = []
    counters: dict[str, list[np.ndarray]] = {}
    by_seat: dict[int, list[tuple[np.ndarray, np.ndarray, float]]] = {}
    own_matches = [match for match in played if number in match.agents]
    observed = observed_in(own_matches)
    for match, numbers in zip(own_matches, observed.numbers, strict=True):
        games, mine = match.games, match.games.plan.at_seats == match.agents.index(number)
        wins, draws, losses = outcomes(team_share(games.returns, mine, match.game.sides))
        found.wins, found.draws, found.losses = found.wins + wins, found.draws + draws, found.losses + losses
        points.append(np.where(mine, games.points, -np.inf).max(axis=1))
        first, shares = mine.argmax(axis=1), (games.returns * mine).sum(axis=1)
        for seat in range(match.game.seats):
            here = first == seat
            if here.any():
                entry = (numbers[here], shares[here], float(mine[0].mean()))
                by_seat.setdefault(seat, []).append(entry)
        for column, (counter, own, _) in enumerate(columns_of(match.game)[: games.counters.shape[1]]):
            if own is not None and not counter.values:
                counters.setdefault(counter.name, []).append(games.counters[mine[:, own], column])
    found.points = Spread.of(np.concatenate([np.zeros(0), *points]))
    for seat, entries in sorted(by_seat.items()):
        share = share_in(entries, observed.least)
        if share is not None:
            found.seats[seat] = share
    for name, parts in counters.items():
        spread = Spread.of(np.concatenate(parts))
        if spread is None:
            continue
        if not name.startswith(ACTIONS_OF):
            found.counters[name] = spread
        elif spread.most > 0:
            found.actions[name.removeprefix(ACTIONS_OF)] = spread
    return found


# Rows by deck, by patron, by any other thing that has a name


def groupings(played: Sequence[MatchGames], outcome: ExperimentResult) -> Iterator[str]:
    """Yield the groupings of games: named counters (a patron), options of seats (a deck), options that vary between matches."""
    seen: dict[str, None] = {}
    for match in played:
        for counter, _, _ in columns_of(match.game):
            if counter.values and counter.name != "end":
                seen[counter.name] = None
        for option in match.game.definition.seat_options:
            seen[option.name] = None
    yield from seen


def grouped(played: Sequence[MatchGames], outcome: ExperimentResult, by: str) -> dict[str, list[Share | None]]:
    """Return each agent's score among the games that share a value."""
    parts: dict[str, dict[int, list[tuple[np.ndarray, np.ndarray, float]]]] = {}
    observed = observed_in(played)
    for match, numbers in zip(played, observed.numbers, strict=True):
        for number in set(match.agents):
            mine = mine_in(match, number)
            assert mine is not None
            shares, par = (match.games.returns * mine).sum(axis=1), float(mine[0].mean())
            for value, chosen in values_in(match, outcome, number, mine, by):
                entry = (numbers[chosen], shares[chosen], par)
                parts.setdefault(value, {}).setdefault(number, []).append(entry)
    if len(parts) < 2:
        return {}
    count = len(outcome.specs)
    return {
        value: [share_in(rows.get(n, []), observed.least) for n in range(count)]
        for value, rows in sorted(parts.items())
    }


def values_in(
    match: MatchGames, outcome: ExperimentResult, number: int, mine: np.ndarray, by: str
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the values of a grouping in the games of a match, and in which of them; those of a seat are the agent's own."""
    games = match.games
    options = {option.name for option in match.game.definition.seat_options}
    if by in options:
        from tapete.agents.spec import parse_spec

        brought = parse_spec(outcome.specs[number])[1].get(by)
        seats = [brought or match.game.options.get(f"{by}{seat}") for seat in range(match.game.seats)]
        first = mine.argmax(axis=1)
        for value in sorted({str(name) for name in seats if name}):
            chosen = np.flatnonzero(np.array([str(name) == value for name in seats])[first])
            if len(chosen):
                yield value, chosen
        return
    found: dict[str, np.ndarray] = {}
    for column, (counter, seat, _) in enumerate(columns_of(match.game)[: games.counters.shape[1]]):
        if counter.name != by:
            continue
        words = named(counter, games.counters[:, column])
        for value in set(words.tolist()) - {""}:
            here = (words == value) & (True if seat is None else mine[:, seat])
            found[value] = found.get(value, np.zeros(len(games), dtype=bool)) | here
    for value, here in sorted(found.items()):
        if here.any():
            yield value, np.flatnonzero(here)


def options_in_words(options: Mapping[str, Any], game: Game) -> str:
    """Return the options of a game that differ from its defaults, in words."""
    defaults = {option.name: option.default for option in game.definition.options}
    changed = {name: value for name, value in options.items() if name in defaults and value != defaults[name]}
    return ", ".join(f"{name} = {value}" for name, value in changed.items())
