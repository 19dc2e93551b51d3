"""Profile of a game: its length, its choices, the advantage of the first seat, lead changes, winning cards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.arena.duel import duel
from tapete.arena.game_statistics import Share, Spread, Statistics, columns_of, describe, named, share_in
from tapete.arena.observations import observations
from tapete.arena.records import records_of
from tapete.arena.schedule import GameResults, Progress
from tapete.arena.tournament import tournament
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadOption, TapeteError, nearest

THINGS = ("card", "cards", "patron", "agent", "minion", "name", "what")  # members of a move that name what is played
LEAST_GAMES = 5  # games with a card before its score is reported


@dataclass
class GameProfile:
    """Profile of a game as some agents play it."""

    game: str
    options: Mapping[str, Any]
    agent: str
    games: int
    seed: int
    decisions: Spread | None
    turns: Spread | None
    choices: Spread | None  # legal actions of a decision
    forced: float  # share of decisions with one legal action
    seats: dict[int, Share]
    lead_changes: Spread | None
    comebacks: float  # share of games won by a side that was behind half-way
    ends: dict[str, int]
    kinds: dict[str, float]  # actions of each kind per game
    plays: dict[str, Share]  # score of the side that played a card, in the games in which it was played
    groups: dict[str, dict[str, Share]]  # of the first seat, or of the seat whose it is: by trump suit, by patron
    brought: dict[str, Share]  # score of each deck against all others

    def as_dict(self) -> dict[str, Any]:
        def data(value: Any) -> Any:
            if isinstance(value, (Spread, Share)):
                return value.as_dict()
            if isinstance(value, Mapping):
                return {str(key): data(entry) for key, entry in value.items()}
            return [data(entry) for entry in value] if isinstance(value, list) else value

        return {name: data(value) for name, value in self.__dict__.items()}


def measure(
    game: Game, agent: str = "random", *, games: int = 200, seed: int = 0, by: str = "", workers: int | None = None,
    progress: Progress | None = None,
) -> GameProfile:  # fmt: skip
    """Let an agent play itself and examine every decision; then, for the option `by`, play all its values against all."""
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    values = brought_values(game, by) if by else []
    specs = [agent] * len(set(game.sides))
    result = duel(game, specs, games=games, seed=seed, record=True, workers=workers, progress=progress)
    assert result.outcome is not None
    walk = Walk(game)
    for number, record in enumerate(records_of(game, specs, result.played, result.seated)):
        walk.game_of(record.states(), list(record.actions), result.played.returns[number], number)
    found = describe(result.outcome)
    return GameProfile(
        game.name,
        game.options,
        agent,
        result.games,
        seed,
        found.decisions,
        found.turns,
        Spread.of(np.array(walk.choices)),
        walk.forced / max(1, len(walk.choices)),
        found.seats,
        Spread.of(np.array(walk.changes)),
        walk.comebacks / max(1, walk.decided),
        found.ends,
        kinds_per_game(found) or {kind: count / result.games for kind, count in by_number(walk.kinds)},
        walk.shares(),
        seat_groups(game, result.played),
        brought_shares(game, agent, by, values, games, seed, workers) if by else {},
    )


def brought_values(game: Game, by: str) -> list[str]:
    """Return the named values of an option of seats, such as the decks of the game."""
    known = [option.name for option in game.definition.seat_options if f"{option.name}s" in game.definition.named]
    if by not in known:
        raise BadOption(
            f"--by {by}: " + (nearest(by, known) if known else f"no option of a seat has named values in {game.name}")
        )
    return list(game.definition.named[f"{by}s"])


def brought_shares(
    game: Game, agent: str, by: str, values: Sequence[str], games: int, seed: int, workers: int | None
) -> dict[str, Share]:
    """Return the score of each deck against all others, best first; every pairing plays the same number of games."""
    joint = "," if ":" in agent else ":"
    result = tournament(
        game, [f"{agent}{joint}{by}={value}" for value in values], games=games, seed=seed, workers=workers
    )
    found = {
        v: Share(s.games, s.score, (s.ci95[0], s.ci95[1]), s.par) for v, s in zip(values, result.standings, strict=True)
    }
    return dict(sorted(found.items(), key=lambda item: -item[1].score))


def seat_groups(game: Game, played: GameResults) -> dict[str, dict[str, Share]]:
    """Return the scores by named counter: the effect of its values on the first seat, or on the seat that has them."""
    sides = np.array(game.sides)
    parts: dict[str, dict[str, list[tuple[np.ndarray, np.ndarray, float]]]] = {}
    observed = observations([played.plan])
    for column, (counter, seat, _) in enumerate(columns_of(game)[: played.counters.shape[1]]):
        if not counter.values or counter.name == "end":
            continue
        shares = played.returns[:, sides == sides[seat or 0]].sum(axis=1)
        words = named(counter, played.counters[:, column])
        for value in sorted(set(words.tolist()) - {""}):
            here = words == value
            entry = observed.numbers[0][here], shares[here], 1 / len(set(game.sides))
            parts.setdefault(counter.name, {}).setdefault(value, []).append(entry)
    found = {
        name: {v: share for v, entries in values.items() if (share := share_in(entries, observed.least)) is not None}
        for name, values in parts.items()
    }
    return {name: dict(sorted(values.items(), key=lambda item: -item[1].score)) for name, values in found.items()}


def by_number(counts: Mapping[str, float]) -> list[tuple[str, float]]:
    """Sort by number, the most frequent first."""
    return sorted(counts.items(), key=lambda item: -item[1])


def kinds_per_game(found: Statistics) -> dict[str, float]:
    """Return the actions of each kind per game, all seats together, as counted during play."""
    total: dict[str, float] = {}
    for agent in found.agents:
        for kind, spread in agent.actions.items():
            total[kind] = total.get(kind, 0.0) + spread.mean * spread.count / max(1, found.games)
    return dict(by_number(total))


class Walk:
    """Statistics collected while games are replayed, decision by decision."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.choices: list[int] = []
        self.forced = 0
        self.changes: list[int] = []
        self.comebacks = self.decided = 0
        self.kinds: dict[str, int] = {}
        # by thing, and by kind of action: game and share of the side that played it
        self.played: dict[str, list[tuple[int, float]]] = {}
        self.done: dict[str, list[tuple[int, float]]] = {}

    def game_of(self, states: Iterator[State], actions: list[int], returns: np.ndarray, number: int) -> None:
        sides = np.array(self.game.sides)
        by_side = np.array([returns[sides == side].sum() for side in np.unique(sides)])
        leaders = []
        counted: set[tuple[str, int]] = set()
        for state, action in zip(states, actions, strict=False):  # the state goes on: it is looked at here and now
            legal = state.legal()
            self.choices.append(len(legal))
            self.forced += len(legal) == 1
            points = np.array(state.points())
            totals = np.array([points[sides == side].max() for side in np.unique(sides)])
            leaders.append(int(totals.argmax()) if (totals == totals.max()).sum() == 1 else -1)
            side = int(np.searchsorted(np.unique(sides), sides[state.seat]))
            for kind, thing in named_in(state, action):
                self.kinds[kind] = self.kinds.get(kind, 0) + 1
                for name, noted in ((thing, self.played), (f"to {kind}", self.done)):
                    if name and (name, side) not in counted:
                        counted.add((name, side))
                        noted.setdefault(name, []).append((number, float(by_side[side])))
        self.note_leads(leaders, by_side)

    def note_leads(self, leaders: list[int], by_side: np.ndarray) -> None:
        """Count changes of the lead, and whether the side that was behind half-way won."""
        clear = [leader for leader in leaders if leader >= 0]
        self.changes.append(sum(a != b for a, b in itertools.pairwise(clear)))
        winners = np.flatnonzero(by_side > 1 - 1e-9)
        half = leaders[len(leaders) // 2] if leaders else -1
        if len(winners) == 1 and half >= 0:
            self.decided += 1
            self.comebacks += int(winners[0] != half)

    def shares(self) -> dict[str, Share]:
        """Return the score of the side that played a thing, best first; by kind of action if moves do not name things."""
        par = 1 / len(set(self.game.sides))
        found = {}
        for thing, entries in (self.played or self.done).items():
            numbers = np.array([number for number, _ in entries])
            share = share_in([(numbers, np.array([value for _, value in entries]), par)])
            if share is not None and share.games >= LEAST_GAMES:
                found[readable(self.game, thing)] = share
        return dict(sorted(found.items(), key=lambda item: -item[1].score))


def readable(game: Game, thing: str) -> str:
    """Return a card with its name if its id is an opaque code."""
    if any(letter.islower() for letter in thing):
        return thing
    try:
        return f"{game.card(thing)['name']} ({thing})"
    except (TapeteError, KeyError):
        return thing


def named_in(state: State, action: int) -> list[tuple[str, str]]:
    """Return the kind of an action, and the card or patron that it names."""
    move = state.move(action)
    kind = str(move.get("kind", "action"))
    for name in THINGS:
        value = move.get(name)
        if isinstance(value, str):
            return [(kind, value)]
        if isinstance(value, Mapping) and isinstance(value.get("name"), str):
            return [(kind, str(value["name"]))]
    return [(kind, "")]
