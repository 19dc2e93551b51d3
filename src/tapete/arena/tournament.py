"""Tournaments: many agents, every pair (or table) of them, one table of results with confidence intervals."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tapete.agents.errors import FAULT_NAMES
from tapete.arena.clock import Clock
from tapete.arena.experiment import Experiment, ExperimentResult, Match, ResultSink, refuse_clairvoyant, run_experiment
from tapete.arena.game_statistics import Statistics, describe
from tapete.arena.names import marked
from tapete.arena.observations import Sample, observations
from tapete.arena.rating_fit import Fit, fit_of
from tapete.arena.ratings import TableResults, fit_ratings
from tapete.arena.runner import AgentPool
from tapete.arena.schedule import GameResults, Progress, Schedule, first_faults, first_traces, mirrored
from tapete.arena.scoring import EVEN, margin, outcomes, team_share
from tapete.arena.seating import seatings
from tapete.arena.statistics import holm, interval_data, is_known
from tapete.arena.store import Store
from tapete.arena.timing import COLUMNS, Thinking, thinking
from tapete.core.game import Game
from tapete.core.notebook import table_html
from tapete.core.registry import as_game, load
from tapete.errors import BadOption

FORMATS = ("round-robin", "gauntlet")
MOST_TABLES = 20_000  # tables of agents that are listed before some are drawn


@dataclass
class Standing:
    """Result of one agent in a tournament."""

    spec: str
    games: int = 0
    score: float = 0.0
    ci95: tuple[float, float] = (0.0, 1.0)
    par: float = 0.5
    rating: float = 0.0
    rating_ci95: tuple[float, float] = (0.0, 0.0)
    rank: int = 0
    faults: int = 0
    fault_kinds: dict[str, int] = field(default_factory=dict)
    first_fault: str | None = None
    first_trace: str | None = None  # the traceback of the first error it raised
    points: float = 0.0
    clairvoyant: bool = False
    name: str = ""  # in tables and pictures
    wins: int = 0
    draws: int = 0
    losses: int = 0
    thinking: Thinking | None = None

    @property
    def ms_per_decision(self) -> float | None:
        """Processor time per decision."""
        return self.thinking.ms if self.thinking else None

    @property
    def shown(self) -> str:
        """Its name, marked if it is clairvoyant."""
        return marked(self.name or self.spec, self.clairvoyant)

    def as_dict(self) -> dict[str, Any]:
        intervals = {"ci95": interval_data(self.ci95), "rating_ci95": interval_data(self.rating_ci95)}
        times = {"ms_per_decision": self.ms_per_decision, "thinking": self.thinking and self.thinking.as_dict()}
        return {**self.__dict__, **intervals, **times, "name": self.name or self.spec}


@dataclass
class PairScore:
    """Score of one agent in its games with another."""

    games: int
    score: float
    ci95: tuple[float, float]
    par: float
    chance: float  # p-value of the score against par


@dataclass
class TournamentResult:
    """Standings and cross table of a run."""

    outcome: ExperimentResult
    standings: list[Standing]
    cells: list[list[PairScore | None]]
    note: str
    ahead: list[list[PairScore | None]] | None = (
        None  # with more than two sides: how often one finished ahead of another
    )
    fit: Fit | None = None  # whether the ratings explain the cross table

    def __repr__(self) -> str:
        ranked = ", ".join(f"{one.spec} {one.score:.3f}" for one in self.standings[:3])
        more = f" and {len(self.standings) - 3} more" if len(self.standings) > 3 else ""
        return f"<tournament of {self.outcome.game}: {ranked}{more}>"

    def _repr_html_(self) -> str:
        """Return the standings with the cross table, for notebooks."""
        order = sorted(range(len(self.standings)), key=lambda number: self.standings[number].rank)
        names = [self.standings[number].shown for number in order]
        rows = []
        for number in order:
            one, cells = self.standings[number], [self.compared[number][other] for other in order]
            scores = (None if cell is None else cell.score for cell in cells)
            rows.append((one.shown, one.score, one.ci95, round(one.rating), *scores))
        title = f"tournament of {self.outcome.game}, {self.outcome.games:,} games, seed {self.outcome.seed}"
        return table_html(title, ("agent", "score", "95 %", "rating", *names), rows, self.note)

    @property
    def compared(self) -> list[list[PairScore | None]]:
        """The cells of the cross table: a score if two agents meet alone, who finished ahead if others sit with them."""
        return self.cells if self.ahead is None else self.ahead

    @property
    def statistics(self) -> Statistics:
        """Descriptive statistics of the games."""
        return describe(self.outcome)

    def as_dict(self) -> dict[str, Any]:
        outcome = self.outcome
        more = {}
        if self.ahead is not None:
            more = {
                "ahead": [[cell.score if cell else None for cell in row] for row in self.ahead],
                "ahead_ci95": [[cell and interval_data(cell.ci95) for cell in row] for row in self.ahead],
            }
        return {
            "game": outcome.game,
            "options": dict(outcome.options),
            "seed": outcome.seed,
            "settings": dict(outcome.settings),
            "games": outcome.games,
            "played_now": outcome.played_now,
            "from_store": outcome.from_store,
            "seconds": outcome.seconds,
            "reproducible": outcome.reproducible,
            "interrupted": outcome.interrupted,
            "agents": [standing.as_dict() for standing in self.standings],
            "table": [[cell.score if cell else None for cell in row] for row in self.cells],
            "table_ci95": [[cell and interval_data(cell.ci95) for cell in row] for row in self.cells],
            "table_games": [[cell.games if cell else 0 for cell in row] for row in self.cells],
            **more,
            "note": self.note,
            "fit": self.fit and self.fit.as_dict(),
            "statistics": self.statistics.as_dict(),
        }


def tournament(
    game: Game | str,
    specs: Sequence[str],
    *,
    games: int = 1000,
    seed: int = 0,
    format: str = "round-robin",
    store: ResultSink | Store | None = None,
    clock: Clock | None = None,
    clairvoyant: bool = False,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    labels: Sequence[str] | None = None,
    record: bool = False,
) -> TournamentResult:
    """Play a tournament of all agents. `games` is per pairing if there are two sides, per agent if there are more."""
    run = plan_tournament(
        as_game(game), specs, games=games, seed=seed, format=format, clock=clock or Clock(), clairvoyant=clairvoyant
    )
    run.labels, run.record = labels, record
    return standings(run_experiment(run, store, on=on, workers=workers, progress=progress))


def plan_tournament(
    game: Game,
    specs: Sequence[str],
    *,
    games: int,
    seed: int,
    format: str,
    clock: Clock,
    clairvoyant: bool,
    variants: Sequence[Mapping[str, Any]] = ({},),
) -> Experiment:
    """Plan the matches of a tournament.

    Every pairing is played in all `variants` (options of the game) equally often, each variant on deals of its own.
    """
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    if len(specs) < 2:
        raise BadOption(f"a tournament needs at least two agents, not {len(specs)}")
    if format not in FORMATS:
        raise BadOption(f"--format {format}: must be one of {', '.join(FORMATS)}")
    agents = AgentPool()
    seated = [agents.get(spec, game) for spec in specs]
    if not clairvoyant:
        refuse_clairvoyant(seated)
    sides = len(set(game.sides))
    if sides == 2:
        each = math.ceil(games / len(variants))
        games_of = [load(game.name, **{**game.options, **variant}) if variant else game for variant in variants]
        matches = [
            match
            for number, variant in enumerate(games_of)
            for match in pairings(variant, len(specs), each, seed, format, number, len(variants))
        ]
    elif len(specs) < sides:
        matches = alone_against_copies(game, len(specs), games, seed, format)
    else:
        matches = tables(game, len(specs), games, seed, format)
    settings: dict[str, Any] = {"format": format} | ({"clairvoyant": True} if clairvoyant else {})
    if len(variants) > 1:
        settings |= {"variants": [dict(variant) for variant in variants], "deals": "of each variant"}
    title = f"{game.name}: {len(specs)} agents"
    return Experiment("tournament", title, game, list(specs), seed, matches, settings, clock, agents=agents)


def pairings(
    game: Game, agents: int, games: int, seed: int, format: str, variant: int = 0, variants: int = 1
) -> list[Match]:
    """Plan every pair on the same mirrored deals.

    Variants alternate over the deal numbers, so that no two share their luck.
    """
    table = seatings(game, 2)
    deals = math.ceil(games / len(table))
    plan = replace(mirrored(seed, table, range(variant, variant + deals * variants, variants)), variant=variant)
    return [Match(game, pair, plan) for pair in pairs(agents, format)]


def alone_against_copies(game: Game, agents: int, games: int, seed: int, format: str) -> list[Match]:
    """Plan fewer agents than sides: of every pair each sits alone against copies of the other, once per seat."""
    table = seatings(game, 2)
    plan = mirrored(seed, table, range(math.ceil(games / len(table))))
    found = [Match(game, pair, plan) for pair in pairs(agents, format)]
    return [m for match in found for m in (match, Match(game, (match.agents[1], match.agents[0]), plan))]


def pairs(agents: int, format: str) -> list[tuple[int, int]]:
    every = itertools.combinations(range(agents), 2)
    return [pair for pair in every if format == "round-robin" or pair[0] == 0]


def tables(game: Game, agents: int, games: int, seed: int, format: str) -> list[Match]:
    """Plan tables of as many agents as sides, drawn so that all meet equally often; every table in all rotations.

    The order of tables depends on the seed and not on the number of games, so a longer tournament continues a shorter one.
    """
    sides = len(set(game.sides))
    orders = cyclic_orders(sides)
    rotations = seatings(game, sides)
    rows = [tuple(order[agent] for agent in seating) for order in orders for seating in rotations]
    wanted = math.ceil(games / sides)
    sat: Counter[int] = Counter()
    deals: dict[tuple[int, ...], list[int]] = {}
    for deal, table in enumerate(draw_tables(agents, sides, seed, format)):
        deals.setdefault(table, []).append(deal)
        sat.update(table)
        if min(sat[agent] for agent in range(agents)) >= wanted:
            break
    matches = []
    for table, numbers in deals.items():
        orders_used = np.arange(len(numbers)) % len(orders)
        seating = (orders_used[:, None] * sides + np.arange(sides)).reshape(-1)
        plan = Schedule(
            seed, np.array(rows, dtype=np.int64), np.repeat(np.array(numbers, dtype=np.int64), sides), seating
        )
        matches.append(Match(game, table, plan))
    return matches


def cyclic_orders(sides: int) -> list[tuple[int, ...]]:
    """Return all cyclic orders of a table (for large tables, some of them)."""
    return [(0, *rest) for rest in itertools.islice(itertools.permutations(range(1, sides)), 24)]


def draw_tables(agents: int, sides: int, seed: int, format: str) -> Iterator[tuple[int, ...]]:
    """Yield tables without end: all of them in random order repeatedly, or balanced draws if there are too many."""
    generator = np.random.default_rng([seed & 0xFFFFFFFF, agents, sides])
    first = (0,) if format == "gauntlet" else ()
    others = range(len(first), agents)
    if math.comb(len(others), sides - len(first)) <= MOST_TABLES:
        every = [first + rest for rest in itertools.combinations(others, sides - len(first))]
        while True:
            yield from balanced_order(every, agents, generator)
    met = np.zeros((agents, agents))
    while True:
        table = list(first)
        while len(table) < sides:
            load = met.sum(axis=0) / agents + met[table].sum(axis=0) + generator.random(agents) * 1e-3
            load[table] = np.inf
            table.append(int(load.argmin()))
        met[np.ix_(table, table)] += 1
        yield tuple(sorted(table))


def balanced_order(
    every: list[tuple[int, ...]], agents: int, generator: np.random.Generator
) -> Iterator[tuple[int, ...]]:
    """Yield all tables once, always choosing one whose agents have met least so far."""
    left = [every[i] for i in generator.permutation(len(every))]
    met = np.zeros((agents, agents))
    while left:
        window = left[:400]
        best = min(range(len(window)), key=lambda i: met[np.ix_(window[i], window[i])].sum())
        table = left.pop(best)
        met[np.ix_(table, table)] += 1
        yield table


# Results


def standings(outcome: ExperimentResult) -> TournamentResult:
    """Return scores, ratings, faults and the cross table of the games."""
    results = table_results(outcome)
    count = len(outcome.specs)
    ratings = fit_ratings(count, results)
    faults, traces = first_faults(outcome.faults, count), first_traces(outcome.faults, count)
    found = []
    for number, spec in enumerate(outcome.specs):
        mine = [
            (m, r, r.agents.index(number)) for m, r in zip(outcome.matches, results, strict=True) if number in r.agents
        ]
        standing = Standing(spec, clairvoyant=outcome.clairvoyant[number])
        standing.rating, standing.rating_ci95 = ratings[number].value, ratings[number].ci95
        found.append(standing)
        standing.games = sum(len(r.shares) for _, r, _ in mine)
        if not standing.games:
            continue
        observed = observations([match.games.plan for match, _, _ in mine])
        standing.score, standing.ci95, _ = observed.sample([r.shares[:, column] for _, r, column in mine]).interval()
        standing.par = sum(len(r.shares) * r.seats[c] / r.seats.sum() for _, r, c in mine) / standing.games
        standing.name = outcome.labels[number]
        kinds: Counter[str] = Counter()
        points = 0.0
        times = np.zeros(COLUMNS)
        for match, result, column in mine:
            games = match.games
            held = games.plan.at_seats == column
            for kind, count_of_kind in enumerate(np.bincount(games.faults[held], minlength=1)):
                if kind and count_of_kind:
                    kinds[FAULT_NAMES[kind]] += int(count_of_kind)
            points += float(margin(games.points, held, match.game.sides).sum())
            times += match.times[column]
            wins, draws, losses = outcomes(team_share(games.returns, held, match.game.sides))
            standing.wins, standing.draws = standing.wins + wins, standing.draws + draws
            standing.losses += losses
        standing.points = points / standing.games
        standing.fault_kinds, standing.faults = dict(kinds), sum(kinds.values())
        standing.thinking = thinking(times)
        standing.first_fault, standing.first_trace = faults[number], traces[number]
    for rank, number in enumerate(sorted(range(count), key=lambda i: (-found[i].rating, i)), start=1):
        found[number].rank = rank
    cells = cross_table(count, results)
    many = any(len(set(match.game.sides)) > 2 for match in outcome.matches)
    others = finished_ahead(count, outcome) if many else None
    fit = fit_of(ratings, results, cells, others or cells)
    return TournamentResult(outcome, found, cells, note_on_comparisons(others or cells), others, fit)


def table_results(outcome: ExperimentResult) -> list[TableResults]:
    """Return every game as the shares of its agents."""
    found = []
    for match in outcome.matches:
        games = match.games
        seating = games.plan.at_seats
        columns = [(games.returns * (seating == column)).sum(axis=1) for column in range(len(match.agents))]
        seats = np.array([(games.plan.seatings[0] == column).sum() for column in range(len(match.agents))])
        found.append(TableResults(match.agents, seats, np.stack(columns, axis=1), games.plan))
    return found


def cross_table(count: int, results: Sequence[TableResults]) -> list[list[PairScore | None]]:
    """Return each agent's score in games with each other one."""
    cells: list[list[PairScore | None]] = [[None] * count for _ in range(count)]
    for i, j in itertools.permutations(range(count), 2):
        mine = [r for r in results if i in r.agents and j in r.agents and len(r.shares)]
        if mine:
            columns = [r.agents.index(i) for r in mine]
            observed = observations([r.plan for r in mine])
            sample = observed.sample([r.shares[:, c] for r, c in zip(mine, columns, strict=True)])
            score, interval, _ = sample.interval()
            games = sample.games
            par = sum(len(r.shares) * r.seats[c] / r.seats.sum() for r, c in zip(mine, columns, strict=True)) / games
            cells[i][j] = PairScore(games, score, interval, par, sample.chance(par))
    return cells


def finished_ahead(count: int, outcome: ExperimentResult) -> list[list[PairScore | None]]:
    """Return how often each agent finished ahead of each other one at tables with more agents: by result, then by points.

    A tie is half; a seat that forfeited is last. Copies of one agent at a table count together as one observation.
    """
    parts: dict[tuple[int, int], list[tuple[np.ndarray, np.ndarray]]] = {}
    observed = observations([match.games.plan for match in outcome.matches])
    for match, numbers in zip(outcome.matches, observed.numbers, strict=True):
        games, seating = match.games, np.array(match.agents)[match.games.plan.at_seats]
        for i, j in itertools.permutations(sorted(set(match.agents)), 2):
            sums, pairs = np.zeros(len(games)), np.zeros(len(games))
            for a, b in itertools.permutations(range(match.game.seats), 2):
                if match.game.sides[a] != match.game.sides[b]:
                    here = (seating[:, a] == i) & (seating[:, b] == j)
                    sums += here * before(games, a, b)
                    pairs += here
            parts.setdefault((i, j), []).append((numbers[pairs > 0], (sums / np.maximum(pairs, 1))[pairs > 0]))
    cells: list[list[PairScore | None]] = [[None] * count for _ in range(count)]
    for (i, j), found in parts.items():
        sample = Sample.of(found, observed.least)
        if sample.games:
            score, interval, _ = sample.interval()
            cells[i][j] = PairScore(sample.games, score, interval, 0.5, sample.chance(0.5))
    return cells


def before(games: GameResults, a: int, b: int) -> np.ndarray:
    """Return whether seat a finished ahead of seat b: 1, 0, or a half for a tie."""
    ranks = []
    for seat in (a, b):
        ranks.append((games.returns[:, seat], -(games.faults[:, seat] > 0).astype(float), games.points[:, seat]))
    result = np.full(len(games), 0.5)
    for mine, theirs in reversed(list(zip(*ranks, strict=True))):
        result = np.where(mine > theirs + EVEN, 1.0, np.where(mine < theirs - EVEN, 0.0, result))
    return result


def note_on_comparisons(cells: list[list[PairScore | None]]) -> str:
    """Explain the multiple comparisons of a cross table to the reader."""
    found = [cells[i][j] for i in range(len(cells)) for j in range(i)]
    compared = [cell for cell in found if cell is not None and is_known(cell.ci95)]
    if not compared:
        return ""
    real = sum(holm([cell.chance for cell in compared]))
    outside = sum(not cell.ci95[0] <= cell.par <= cell.ci95[1] for cell in compared)
    expected = 0.05 * len(compared)
    return (
        f"{len(compared)} {'comparison' if len(compared) == 1 else 'comparisons'}, each interval at 95 %: about {expected:.1f} "
        f"would miss par by chance alone; {outside} {'does' if outside == 1 else 'do'}, and {real} of them "
        f"{'remains' if real == 1 else 'remain'} when all are judged together (Holm, 5 %)."
    )
