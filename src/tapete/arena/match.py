"""Playing the games of one table of agents, without a store."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.seated import Seated
from tapete.arena.clock import Clock
from tapete.arena.executors import Chunks, executor_for
from tapete.arena.plan import FaultNote, Games, Plan, Progress, first_faults
from tapete.arena.players import Job
from tapete.game import Game


@dataclass
class Tally:
    """The games of a run, and what the agents took to decide."""

    games: Games
    seconds_deciding: list[float]  # by agent
    timed_decisions: list[int]
    fault_texts: list[str | None]  # the first fault of each agent
    agents: list[Seated] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0  # of playing, without compiling
    played_now: int = 0  # the others came from a store

    def milliseconds_per_decision(self, agent: int) -> float | None:
        count = self.timed_decisions[agent]
        return 1000 * self.seconds_deciding[agent] / count if count else None

    def plus(self, later: Tally) -> Tally:
        """This and a later part of the same run."""
        plans = (self.games.plan, later.games.plan)
        plan = Plan(
            plans[0].seed,
            plans[0].seatings,
            np.concatenate([p.deals for p in plans]),
            np.concatenate([p.turns for p in plans]),
        )
        return Tally(
            Games.join([self.games, later.games], plan),
            [a + b for a, b in zip(self.seconds_deciding, later.seconds_deciding, strict=True)],
            [a + b for a, b in zip(self.timed_decisions, later.timed_decisions, strict=True)],
            [a or b for a, b in zip(self.fault_texts, later.fault_texts, strict=True)],
            self.agents,
            self.interrupted or later.interrupted,
            self.seconds + later.seconds,
            self.played_now + later.played_now,
        )


def play(
    game: Game,
    specs: Sequence[str | Any],
    plan: Plan,
    *,
    record: bool = False,
    progress: Progress | None = None,
    workers: int | None = None,
    on: str | None = None,
    clock: Clock | None = None,
) -> Tally:
    """Play games between agents given by specs (or as objects). Ctrl-C ends early with what is finished."""
    job = Job(game, specs, record, clock or Clock())
    seated = job.seated()
    count = len(specs)
    tally = Tally(Games.join([], plan.part(0, 0)), [0.0] * count, [0] * count, [None] * count, seated)
    notes: list[FaultNote] = []
    done: list[tuple[np.ndarray, Games]] = []
    alone = any(agent.in_order for agent in seated)
    with executor_for(on, [job], 1 if alone else workers) as executor:
        executor.prepare([job])
        chunks = Chunks([job], [(0, plan, np.arange(len(plan)))])
        started = time.perf_counter()
        try:
            for chunk, part in executor.run([job], chunks):
                done.append((chunk.index, part.games))
                notes += part.notes
                for i in range(count):
                    tally.seconds_deciding[i] += float(part.deciding[i])
                    tally.timed_decisions[i] += int(part.timed[i])
                if progress is not None:
                    progress(len(part.games))
        except KeyboardInterrupt:
            tally.interrupted = True
        tally.seconds = time.perf_counter() - started
    done.sort(key=lambda entry: entry[0][0])
    covered = np.concatenate([np.zeros(0, dtype=np.int64), *(index for index, _ in done)])
    tally.games = Games.join([games for _, games in done], plan.take(covered))
    tally.played_now = len(tally.games)
    tally.fault_texts = first_faults(sorted(notes, key=lambda note: (note.deal, note.turn)), count)
    return tally
