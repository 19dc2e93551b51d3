"""Seatings: the permutations in which each deal is played, so that no agent profits from a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tapete.core.game import Game
from tapete.core.registry import definition, load
from tapete.errors import BadOption


def seatings(game: Game, agents: int) -> list[tuple[int, ...]]:
    """Return all seatings of a deal; each names the agent (by number) at every seat.

    In a game of pairs four agents play each deal with all three partnerships, from both sides: if partners never changed, their
    strengths could not be separated.
    """
    sides = sorted(set(game.sides))
    if agents == game.seats and len(sides) < agents:
        return list(partnerships(game.sides))
    if agents == game.seats:
        return [tuple((seat - turn) % agents for seat in range(agents)) for turn in range(agents)]
    if agents == len(sides):
        return [tuple((game.sides[seat] - turn) % agents for seat in range(game.seats)) for turn in range(agents)]
    if agents == 2:
        return [tuple(int(seat != alone) for seat in range(game.seats)) for alone in range(game.seats)]
    counts = sorted({2, len(sides), game.seats})
    wanted = " or ".join(str(count) for count in counts)
    raise BadOption(f"{game.name} with {game.seats} players takes {wanted} agents, not {agents}")


def fixed_seating(game: Game, agents: int) -> list[tuple[int, ...]]:
    """Return only the first of the seatings: every agent keeps its seat."""
    return seatings(game, agents)[:1]


def partnerships(sides: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all distributions of as many agents as seats over the sides."""
    count = len(sides)
    for teams in shared_out(tuple(range(count)), [list(sides).count(side) for side in sorted(set(sides))]):
        members = {side: iter(in_turn(team, count)) for side, team in zip(sorted(set(sides)), teams, strict=True)}
        yield tuple(next(members[side]) for side in sides)


def shared_out(agents: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all distributions of agents over sides of given sizes."""
    if not sizes:
        yield ()
        return
    for team in combinations(agents, sizes[0]):
        for rest in shared_out(tuple(agent for agent in agents if agent not in team), sizes[1:]):
            yield (team, *rest)


def in_turn(team: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Order partners by seat: the first seat of a side changes, so that no agent always has it."""
    return team[::-1] if len(team) == 2 and 2 * (team[1] - team[0]) > count else team


def load_for(name: str, agents: int, options: Mapping[str, Any]) -> Game:
    """Load the game for a number of agents: `players` follows from it if the game allows that and no value is given."""
    options = dict(options)
    for option in definition(name).options:
        if option.name == "players" and "players" not in options and agents >= 2 and agents != option.default:
            low = option.low if option.low is not None else 2
            high = option.high if option.high is not None else 99
            if low <= agents <= high and not (agents == 2 and option.default > 2):
                options["players"] = agents
    return load(name, **options)


def load_for_many(name: str, agents: int, options: Mapping[str, Any]) -> Game:
    """Load the game for a tournament: with its default players, or fewer if there are too few agents."""
    game = load(name, **options)
    return game if agents >= len(set(game.sides)) or "players" in options else load_for(name, agents, options)
