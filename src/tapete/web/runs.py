"""Stored runs at the table: list them and their games, and open one game as a record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import TapeteError
from tapete.play.record import GameRecord
from tapete.web.messages import Refused

MOST_RUNS = 40  # shown, the newest first
MOST_GAMES = 500  # of a run that are listed


def place_of_store() -> Path | None:
    """Return the store of the server's owner; None if storing is off."""
    from tapete.arena.store import users_store

    chosen = os.environ.get("TAPETE_STORE")
    return None if chosen == "none" else Path(chosen) if chosen else users_store()


@contextmanager
def opened() -> Iterator[Any]:
    """Yield the store, opened for reading."""
    from tapete.arena.store import Store

    place = place_of_store()
    if place is None or not place.is_file():
        raise Refused("gone", "no runs are stored here")
    with Store(place, write=False) as store:
        yield store


def stored_runs() -> list[dict[str, Any]]:
    """Return the newest runs; empty if there is no readable store."""
    from tapete.arena.results import list_runs

    try:
        with opened() as store:
            found = [run for run in list_runs(store) if run["games"]]
    except TapeteError:
        return []
    names = ("id", "kind", "title", "game", "agents", "games", "started")
    return [{name: run[name] for name in names} for run in reversed(found)][:MOST_RUNS]


def games_of_run(number: int) -> dict[str, Any]:
    """Return the first games of a run: the agents at the seats, and how each ended."""
    from tapete.arena.experiment import read_outcome

    with opened() as store:
        outcome = read_outcome(store, store.run(number))
    found: list[dict[str, Any]] = []
    for place, match in enumerate(outcome.matches):
        labels = [outcome.labels[agent] for agent in match.agents]
        plan = match.games.plan
        for game in range(min(len(match.games), MOST_GAMES - len(found))):
            found.append(
                {
                    "match": place,
                    "number": game,
                    "agents": [labels[agent] for agent in plan.seatings[plan.seating[game]]],
                    "returns": match.games.returns[game].tolist(),
                    "points": match.games.points[game].tolist(),
                    "decisions": int(match.games.decisions[game].sum()),
                }
            )
    return {"run": number, "title": outcome.title, "game": outcome.game, "games": found}


def game_of_run(wish: Mapping[str, Any], home: bool) -> GameRecord:
    """Return one game of a stored run. A game stored without its actions is replayed and checked against the stored result."""
    from tapete.arena.experiment import read_outcome
    from tapete.arena.records import played_again, records_of_outcome

    if not home:
        raise Refused.of("rules", "runs-home")
    places = [wish.get(name, 0) for name in ("run", "match", "number")]
    if not all(isinstance(place, int) and not isinstance(place, bool) and 0 <= place < 1 << 31 for place in places):
        raise Refused("malformed", "'run', 'match' and 'number' are whole numbers")
    run, at, number = places
    with opened() as store:
        outcome = read_outcome(store, store.run(run))
    if at >= len(outcome.matches) or number >= len(outcome.matches[at].games):
        raise Refused.of("gone", "no-run-game")
    match = outcome.matches[at]
    one = replace(match, games=match.games.take(np.array([number])))
    record = next(records_of_outcome(played_again(replace(outcome, matches=[one]), workers=1)))
    labels = [outcome.labels[outcome.specs.index(spec)] for spec in record.agents]
    return replace(record, agents=labels)
