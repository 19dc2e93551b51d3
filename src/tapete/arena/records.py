"""Conversion of the arena's games to records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tapete.agents.player import Player
from tapete.agents.registry import seat_agent
from tapete.arena.experiment import Experiment, ExperimentResult, Match, run_experiment
from tapete.arena.runner import games_by_seating
from tapete.arena.schedule import GameResults, Progress, deal_seeds
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.play.record import GameRecord


def records_of(
    game: Game, specs: Sequence[str], played: GameResults, seated: Sequence[Player] | None = None
) -> Iterator[GameRecord]:
    """Yield the records of games that kept their actions; `seated` are the agents, if available."""
    plan = played.plan
    of = games_by_seating(game, seated or [seat_agent(spec, game) for spec in specs])
    seeds = deal_seeds(game, plan.seed, plan.deals)
    for i, actions in enumerate(played.actions or ()):
        seating = plan.seatings[plan.seating[i]]
        faults = played.faults[i].nonzero()[0]
        yield GameRecord(
            game.name,
            of(seating).options,
            int(seeds[i]),
            [specs[agent] for agent in seating],
            actions.tolist(),
            played.returns[i].tolist(),
            int(faults[0]) if len(faults) else None,
        )


def records_of_outcome(outcome: ExperimentResult) -> Iterator[GameRecord]:
    """Yield the records of a run that kept its actions, match by match."""
    for match in outcome.matches:
        if len(match.games) and match.games.actions is None:
            raise BadOption("these games were stored without their actions")
        yield from records_of(match.game, [outcome.specs[i] for i in match.agents], match.games)


def played_again(
    outcome: ExperimentResult, *, workers: int | None = None, progress: Progress | None = None
) -> ExperimentResult:
    """Replay reproducible games to get their actions."""
    if all(match.games.actions is not None for match in outcome.matches if len(match.games)):
        return outcome
    if not outcome.reproducible:
        raise BadOption("the run has a clock and was stored without its actions, so its games cannot be replayed")
    matches = [Match(match.game, match.agents, match.games.plan) for match in outcome.matches]
    run = Experiment(outcome.kind, outcome.title, matches[0].game, outcome.specs, outcome.seed, matches, record=True)
    again = run_experiment(run, workers=workers, progress=progress)
    for old, new in zip(outcome.matches, again.matches, strict=True):
        if len(new.games) == len(old.games) and not np.array_equal(old.games.returns, new.games.returns):
            raise BadOption(
                "the replayed games differ from the stored ones: the code of the rules or agents has changed"
            )
    return again
