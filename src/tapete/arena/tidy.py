"""Tidy tables of an experiment: a row per game, per seat of a game, or per setting.

Each option of the game and each option that any spec names has its own column, so that no text has to be parsed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.errors import FAULT_NAMES
from tapete.agents.registry import find_kind
from tapete.agents.spec import parse_spec
from tapete.arena.experiment import ExperimentResult, MatchGames, read_outcome
from tapete.arena.game_statistics import Spread, ends_of, named
from tapete.arena.observations import observations
from tapete.arena.schedule import deal_seeds
from tapete.arena.scoring import EVEN, margin, outcomes, team_share
from tapete.arena.statistics import is_known
from tapete.arena.store import Store, StoredRun, StoreError
from tapete.arena.store.writers import WRITERS, whole_or_nothing, write_csv
from tapete.arena.timing import thinking
from tapete.core.game import Game
from tapete.errors import BadOption, TapeteError

ROWS = ("games", "seats", "settings")
Block = dict[str, np.ndarray | list]


@dataclass
class Table:
    """Matches of one experiment to be written."""

    run: int
    kind: str
    seed: int
    specs: Sequence[str]
    labels: Sequence[str]
    clairvoyant: Sequence[bool]
    lines: Sequence[str]  # of a study, by match; empty texts elsewhere

    @staticmethod
    def of(outcome: ExperimentResult) -> Table:
        lines = [str(label) for label in outcome.settings.get("lines", ())] if outcome.kind == "study" else []
        lines += [""] * (len(outcome.matches) - len(lines))
        seen = list(outcome.clairvoyant)
        return Table(outcome.run, outcome.kind, outcome.seed, outcome.specs, outcome.labels, seen, lines)


def spec_options(specs: Iterable[str], game: Game) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """Return every option that one of the specs names, and its value for each spec, by default the default of its agent."""
    given = {spec: given_options(spec) for spec in specs}
    names = list(dict.fromkeys(name for options in given.values() for name in options))
    found = {}
    for spec, options in given.items():
        defaults: dict[str, Any] = {}
        try:
            kind = find_kind(parse_spec(spec)[0], game)
            defaults = {option.name: option.default for option in kind.options}
        except (TapeteError, ValueError):  # an agent that no longer exists keeps the options of its spec
            pass
        found[spec] = {name: plain(options.get(name, defaults.get(name, ""))) for name in names}
    return names, found


def given_options(spec: str) -> dict[str, str]:
    try:
        return parse_spec(spec)[1]
    except TapeteError:
        return {}


def plain(value: Any) -> Any:
    """Return a value as a table cell: switches are 0 and 1."""
    return int(value) if isinstance(value, bool) else "" if value is None else value


def blocks(tables: Sequence[tuple[Table, Sequence[MatchGames]]], rows: str) -> Iterator[Block]:
    """Yield the table, one match at a time."""
    for table, matches in tables:
        games = [match.game for match in matches]
        if not games:
            continue
        names, options = spec_options(table.specs, games[0])
        for number, match in enumerate(matches):
            if len(match.games):
                yield MAKERS[rows](table, number, match, names, options)


def head(table: Table, number: int, match: MatchGames, count: int) -> Block:
    """Return the columns that all games of a match share."""
    block: Block = {
        "run": np.full(count, table.run),
        "kind": [table.kind] * count,
        "line": [table.lines[number]] * count,
        "match": np.full(count, number),
        "game": [match.game.name] * count,
    }
    for name, value in match.game.options.items():
        block[f"option.{name}"] = [plain(value)] * count
    return block


def game_rows(
    table: Table, number: int, match: MatchGames, names: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Block:
    """Return one row per game; columns of a seat end with its number."""
    games, game = match.games, match.game
    count, seats = games.returns.shape
    agents = np.array(match.agents)[games.plan.at_seats]
    block = head(table, number, match, count)
    block["number"] = np.arange(count)
    block["deal"], block["deal_seed"] = games.plan.deals, deal_seeds(game, table.seed, games.plan.deals)
    block["seating"] = games.plan.seating
    words = np.array(FAULT_NAMES, dtype=object)
    for seat in range(seats):
        specs = [table.specs[agent] for agent in agents[:, seat].tolist()]
        block[f"agent{seat}"] = specs
        block[f"name{seat}"] = [table.labels[agent] for agent in agents[:, seat].tolist()]
        block[f"sees_everything{seat}"] = [int(table.clairvoyant[agent]) for agent in agents[:, seat].tolist()]
        for name in names:
            block[f"{name}{seat}"] = [options[spec][name] for spec in specs]
        block[f"result{seat}"], block[f"points{seat}"] = games.returns[:, seat], games.points[:, seat]
        block[f"decisions{seat}"], block[f"fault{seat}"] = games.decisions[:, seat], words[games.faults[:, seat]]
    block["winner"] = winners(games.returns, game)
    block["turns"] = games.turns
    block["decisions"] = games.decisions.sum(axis=1)
    block["end"] = ends_of(game, games)
    block["seconds"] = games.seconds
    block.update(counter_columns(match))
    return block


def winners(returns: np.ndarray, game: Game) -> np.ndarray:
    """Return the first seat of the side that won everything; -1 if there is none."""
    sides = np.array(game.sides)
    won = np.stack([returns[:, sides == sides[seat]].sum(axis=1) > 1 - EVEN for seat in range(game.seats)], axis=1)
    return np.where(won.any(axis=1), won.argmax(axis=1), -1)


def counter_columns(match: MatchGames) -> Block:
    """Return the game's counters, in words if the numbers are codes."""
    found: Block = {}
    for column, (counter, seat, place) in enumerate(match.game.counter_columns[: match.games.counters.shape[1]]):
        if counter.name == "end":
            continue
        several = f"_{place}" if counter.several > 1 else ""
        values = match.games.counters[:, column]
        label = f"{counter.name}{several}{'' if seat is None else seat}"
        found[label] = named(counter, values) if counter.values else values
    return found


def seat_rows(
    table: Table, number: int, match: MatchGames, names: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Block:
    """Return one row per seat of every game."""
    games, game = match.games, match.game
    count, seats = games.returns.shape
    agents = np.array(match.agents)[games.plan.at_seats].reshape(-1)
    specs = [table.specs[agent] for agent in agents.tolist()]
    block = head(table, number, match, count * seats)

    def each(values: np.ndarray) -> np.ndarray:
        return np.repeat(values, seats)

    block["number"] = each(np.arange(count))
    block["deal"] = each(games.plan.deals)
    block["deal_seed"] = each(deal_seeds(game, table.seed, games.plan.deals))
    block["seating"], block["seat"] = each(games.plan.seating), np.tile(np.arange(seats), count)
    block["agent"] = specs
    block["name"] = [table.labels[agent] for agent in agents.tolist()]
    block["sees_everything"] = [int(table.clairvoyant[agent]) for agent in agents.tolist()]
    for name in names:
        block[f"agent.{name}"] = [options[spec][name] for spec in specs]
    block["result"], block["points"] = games.returns.reshape(-1), games.points.reshape(-1)
    block["decisions"] = games.decisions.reshape(-1)
    block["fault"] = np.array(FAULT_NAMES, dtype=object)[games.faults.reshape(-1)]
    block["turns"], block["end"] = each(games.turns), each(ends_of(game, games))
    block["seconds"] = each(games.seconds)
    return block


def setting_rows(
    table: Table, number: int, match: MatchGames, names: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Block:
    """Return one row per agent of a match: its results."""
    rows = [setting_row(table, match, place) for place in range(len(match.agents))]
    specs = [table.specs[agent] for agent in match.agents]
    block = head(table, number, match, len(rows))
    block["agent"] = specs
    block["name"] = [table.labels[agent] for agent in match.agents]
    block["sees_everything"] = [int(table.clairvoyant[agent]) for agent in match.agents]
    for name in names:
        block[f"agent.{name}"] = [options[spec][name] for spec in specs]
    for name in rows[0]:
        block[name] = [row[name] for row in rows]
    return block


def setting_row(table: Table, match: MatchGames, place: int) -> dict[str, Any]:
    """Return the results of one agent of a match as numbers."""
    games, mine = match.games, match.games.plan.at_seats == place
    shares = (games.returns * mine).sum(axis=1)
    score, interval, _ = observations([games.plan]).sample([shares]).interval()
    low, high = interval if is_known(interval) else ("", "")
    wins, draws, losses = outcomes(team_share(games.returns, mine, match.game.sides))
    row: dict[str, Any] = {
        "against": " + ".join(table.labels[other] for k, other in enumerate(match.agents) if k != place),
        "games": len(games),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": score,
        "score_low": low,
        "score_high": high,
        "par": float(mine[0].mean()),
        "points_ahead": float(margin(games.points, mine, match.game.sides).mean()),
        "faults": int(((games.faults > 0) & mine).sum()),
    }
    spreads = {
        "points": np.where(mine, games.points, -np.inf).max(axis=1),
        "turns": games.turns[games.turns >= 0],
        "decisions": games.decisions.sum(axis=1),
        "seconds": games.seconds,
    }
    for name, values in spreads.items():
        spread = Spread.of(values)
        for part in ("mean", "deviation", "least", "quartile1", "median", "quartile3", "most"):
            row[f"{name}_{part}"] = "" if spread is None else getattr(spread, part)
    took = thinking(match.times[place])
    row["ms"], row["ms_deviation"] = ("", "") if took is None else (took.ms, took.deviation)
    row["ms_wall"] = "" if took is None else took.wall
    row["iterations"] = "" if took is None or took.iterations is None else took.iterations
    return row


MAKERS = {"games": game_rows, "seats": seat_rows, "settings": setting_rows}


def export(store: Store, runs: Sequence[StoredRun], path: Path, rows: str = "seats") -> int:
    """Write runs as CSV or Parquet, by the file's suffix, with a row per game, seat or setting; return the number of rows."""
    if path.suffix not in WRITERS:
        raise StoreError(f"{path}: games are written as .csv or .parquet")
    if rows not in ROWS:
        raise BadOption(f"--rows {rows}: must be one of {', '.join(ROWS)}")

    def every() -> Iterator[dict[str, Any]]:
        for run in runs:
            outcome = read_outcome(store, run)
            yield from blocks([(Table.of(outcome), outcome.matches)], rows)

    try:
        columns = list(dict.fromkeys(name for block in every() for name in block))
        with whole_or_nothing(path) as target:
            return WRITERS[path.suffix](every(), columns, target)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None


def write_tables(outcomes: Sequence[ExperimentResult], folder: Path) -> None:
    """Write `games.csv` and `settings.csv` of some outcomes to a report's folder."""
    for rows in ("games", "settings"):
        found = list(blocks([(Table.of(outcome), outcome.matches) for outcome in outcomes], rows))
        columns = list(dict.fromkeys(name for block in found for name in block))
        write_csv(found, columns, folder / f"{rows}.csv")
