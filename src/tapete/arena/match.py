"""Games of one table of agents, without statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tapete.arena.clock import Clock
from tapete.arena.experiment import Match, Run, carry_out
from tapete.arena.schedule import Games, Plan, first_faults
from tapete.core.game import Game


@dataclass
class Table:
    """Games and faults of one table."""

    games: Games
    fault_texts: list[str | None]  # the first fault of each agent
    interrupted: bool
    seconds: float


def play(
    game: Game,
    specs: Sequence[str | Any],
    plan: Plan,
    *,
    record: bool = False,
    workers: int | None = None,
    on: str | None = None,
    clock: Clock | None = None,
) -> Table:
    """Play games between agents given by specs (or as objects). Ctrl-C ends early with what is finished."""
    match = Match(game, tuple(range(len(specs))), plan)
    run = Run("match", "", game, specs, plan.seed, [match], clock=clock or Clock(), record=record)
    outcome = carry_out(run, on=on, workers=workers)
    texts = first_faults(outcome.faults, len(specs))
    return Table(outcome.matches[0].games, texts, outcome.interrupted, outcome.seconds)
