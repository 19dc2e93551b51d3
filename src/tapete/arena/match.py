"""Games of one table of agents, without statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tapete.arena.clock import Clock
from tapete.arena.experiment import Experiment, Match, run_experiment
from tapete.arena.schedule import GameResults, Schedule, first_faults
from tapete.core.game import Game


@dataclass
class MatchResult:
    """Games and faults of one table."""

    games: GameResults
    fault_texts: list[str | None]  # the first fault of each agent
    interrupted: bool
    seconds: float


def play(
    game: Game,
    specs: Sequence[str | Any],
    plan: Schedule,
    *,
    record: bool = False,
    workers: int | None = None,
    on: str | None = None,
    clock: Clock | None = None,
) -> MatchResult:
    """Play games between agents given by specs (or as objects). Ctrl-C ends early with what is finished."""
    match = Match(game, tuple(range(len(specs))), plan)
    run = Experiment("match", "", game, specs, plan.seed, [match], clock=clock or Clock(), record=record)
    outcome = run_experiment(run, on=on, workers=workers)
    texts = first_faults(outcome.faults, len(specs))
    return MatchResult(outcome.matches[0].games, texts, outcome.interrupted, outcome.seconds)
