"""Is this agent better than that one? Both play the same deals; the difference is taken deal by deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.arena.clock import Clock
from tapete.arena.experiment import Experiment, ExperimentResult, Match, MatchGames, ResultSink, run_experiment
from tapete.arena.names import marked
from tapete.arena.observations import Sample, observations
from tapete.arena.paired import Difference, difference
from tapete.arena.schedule import Progress, mirrored
from tapete.arena.seating import seatings
from tapete.arena.statistics import interval_data, is_known
from tapete.arena.store import Store
from tapete.core.game import Game
from tapete.errors import BadOption


@dataclass
class ComparedAgent:
    """Agent of a comparison: its score over all games."""

    spec: str
    name: str
    clairvoyant: bool
    games: int
    score: float
    ci95: tuple[float, float]
    par: float

    @property
    def shown(self) -> str:
        return marked(self.name, self.clairvoyant)

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "ci95": interval_data(self.ci95)}


@dataclass
class Comparison:
    """Two agents compared, against each other or against the same opponents."""

    outcome: ExperimentResult
    against: list[str]  # empty: against each other
    sides: tuple[ComparedAgent, ComparedAgent]
    difference: Difference

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        first, second = (side.shown for side in self.sides)
        found = self.difference
        if not is_known(found.ci95):
            return (
                f"Too few games to compare {first} and {second}: agents that remember earlier games need longer series."
            )
        if found.p < 0.05:
            better, worse = (first, second) if found.value > 0 else (second, first)
            return f"{better} is better than {worse} (p = {found.p:.2g})."
        text = f"No difference between {first} and {second} is shown (p = {found.p:.2g})."
        if found.games_needed is not None:
            text += (
                f" To find one of this size in four runs of five, each would need about {found.games_needed:,} games."
            )
        return text

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.outcome.game,
            "options": dict(self.outcome.options),
            "seed": self.outcome.seed,
            "against": self.against,
            "agents": [side.as_dict() for side in self.sides],
            "difference": self.difference.as_dict(),
            "verdict": self.verdict,
            "games": self.outcome.games,
            "played_now": self.outcome.played_now,
            "from_store": self.outcome.from_store,
            "reproducible": self.outcome.reproducible,
            "interrupted": self.outcome.interrupted,
        }


def compare_agents(
    game: Game,
    first: str,
    second: str,
    *,
    against: Sequence[str] = (),
    games: int = 1000,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    store: ResultSink | Store | None = None,
    on: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play two agents on equal deals; `games` is for each of them and each opponent."""
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    if first == second:
        raise BadOption(f"{first} and {second} are the same agent")
    specs = [first, second, *against]
    table = seatings(game, 2)
    plan = mirrored(seed, table, range(math.ceil(games / len(table))))
    pairs = [(side, 2 + i) for i in range(len(against)) for side in (0, 1)] or [(0, 1)]
    matches = [Match(game, pair, plan) for pair in pairs]
    if not against and len(set(game.sides)) > 2:
        matches.append(Match(game, (1, 0), plan))  # each sits alone against copies of the other
    title = f"{game.name}: {first} or {second}"
    run = Experiment("compare", title, game, specs, seed, matches, {"against": list(against)}, Clock(), labels=labels)
    return comparison(run_experiment(run, store, on=on, workers=workers, progress=progress))


def comparison(outcome: ExperimentResult) -> Comparison:
    """Build a Comparison from finished or stored games."""
    against = [str(spec) for spec in outcome.settings.get("against", ())]
    samples = [own_games(outcome, side, bool(against)) for side in (0, 1)]
    sides = []
    for number, found in enumerate(samples):
        score, interval, _ = found.interval()
        seats = [m for m in outcome.matches if number in m.agents and len(m.games)]
        par = float(np.mean([(m.games.plan.seatings[0] == m.agents.index(number)).mean() for m in seats] or [0.5]))
        name, seen = outcome.labels[number], outcome.clairvoyant[number]
        sides.append(ComparedAgent(outcome.specs[number], name, seen, found.games, score, interval, par))
    return Comparison(outcome, against, (sides[0], sides[1]), difference(*samples))


def own_games(outcome: ExperimentResult, number: int, against: bool) -> Sample:
    """Return an agent's score over all its matches, grouped by the observations that both agents share."""
    observed = observations([match.games.plan for match in outcome.matches])
    parts = []
    for match, numbers in zip(outcome.matches, observed.numbers, strict=True):
        if number in match.agents and (against or lone(match, number)):
            mine = match.games.plan.at_seats == match.agents.index(number)
            parts.append((numbers, (match.games.returns * mine).sum(axis=1)))
    return Sample.of(parts, observed.least)


def lone(match: MatchGames, number: int) -> bool:
    """Return whether a match counts for an agent: at larger tables only if it sits alone against copies of the other."""
    return len(set(match.game.sides)) == 2 or match.agents[0] == number
