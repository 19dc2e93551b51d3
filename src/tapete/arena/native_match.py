"""Native agents at one table: rows of the match loop, and games between them in one native call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tapete.arena.timing import CHEAP_EVERY, COSTLY_EVERY, no_times
from tapete.core import loops
from tapete.core.bots import NativeHandle
from tapete.core.game import Game, too_long
from tapete.core.loops import native_loop
from tapete.errors import BadGame
from tapete.kernel.canary import canary_intact, with_canary

NO_ACTION_TYPES = np.zeros((0, 0), dtype=np.int16)  # no actions are counted


@dataclass
class Buffers:
    """Buffers of one thread: two states, a list of actions, and the agents' memory."""

    rows: np.ndarray
    actions: np.ndarray
    memory: np.ndarray


@dataclass
class NativeResults:
    """Games as returned by the native loop."""

    returns: np.ndarray  # (games, seats)
    points: np.ndarray
    decisions: np.ndarray
    faults: np.ndarray
    times: np.ndarray  # by agent: see `tapete.arena.timing`
    durations: np.ndarray  # (games,): nanoseconds
    turns: np.ndarray
    counters: np.ndarray  # (games, counters) of finished games
    actions: list[np.ndarray] | None


class NativeMatch:
    """Native agents in the form of the match loop.

    The first `alike` agents are of one kind, so they share the space for their memory: every game clears it.
    """

    def __init__(self, game: Game, agents: Sequence[NativeHandle], alike: int = 1) -> None:
        self.game = game
        self.agents = agents  # keeps the targets of the addresses alive
        self.rows = np.zeros((len(agents), loops.AGENT_COLUMNS), dtype=np.int64)
        params, initial, memory = 0, 0, 0
        for number, (row, agent) in enumerate(zip(self.rows, agents, strict=True)):
            first = 0 if agent.initial is None else len(agent.initial)
            row[loops.POLICY] = agent.address
            row[loops.PARAMS_AT], row[loops.PARAMS_N] = params, len(agent.params)
            row[loops.MEMORY_AT], row[loops.MEMORY_N] = memory, agent.memory
            row[loops.CLEARED_N] = agent.memory if agent.cleared is None else agent.cleared
            row[loops.INITIAL_AT], row[loops.INITIAL_N] = initial, first
            row[loops.VIEWS], row[loops.CLAIRVOYANT], row[loops.FORCED] = agent.views, agent.clairvoyant, agent.forced
            row[loops.ITERATIONS_AT] = agent.iterations_at
            params += len(agent.params)
            initial += first
            if number >= alike - 1:
                memory += agent.memory * game.seats
        self.memory_words = memory
        self.params = np.concatenate([np.zeros(0), *(agent.params for agent in agents)])
        firsts = [agent.initial for agent in agents if agent.initial is not None]
        self.initial = np.concatenate([np.zeros(0, dtype=np.int64), *firsts])
        self.sides = np.array(game.sides, dtype=np.int64)

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        _ = self.game.rules, self.game.counters_address
        native_loop("play_matches")

    def scratch(self) -> Buffers:
        return Buffers(
            with_canary((2, self.game.state_bytes), np.uint8),
            with_canary(self.game.definition.max_legal, np.int32),
            with_canary(self.memory_words, np.int64),
        )

    def check(self, scratch: Buffers, lengths: np.ndarray, deals: np.ndarray) -> None:
        """Refuse games that do not end, and rules or agents that write out of bounds."""
        game = self.game
        if len(lengths) and lengths.min() < 0:
            raise too_long(game, int(deals[lengths.argmin()]))
        for buffer, what in (
            (scratch.actions, f"`legal` of {game.name} writes more than max_legal={game.definition.max_legal} actions"),
            (scratch.memory, "an agent writes past the end of its memory; raise `memory` of its BotSpec"),
            (scratch.rows, f"the rules of {game.name} or an agent write past the end of the state"),
        ):
            if not canary_intact(buffer):
                raise BadGame(f"{what}; `tapete check {game.name}` finds the place")

    def play(
        self,
        scratch: Buffers,
        seeds: np.ndarray,
        deals: np.ndarray,
        at_seats: np.ndarray,
        *,
        options: np.ndarray | None = None,
        record: bool = False,
        timing: bool = False,
        counters: bool = False,
    ) -> NativeResults:
        """Play one game for each of `deals` (the seed that is dealt), with a seating and the random seed of each seat."""
        game, (games, seats) = self.game, at_seats.shape
        returns, points = np.zeros((games, seats)), np.zeros((games, seats))
        decisions, faults = np.zeros((games, seats), dtype=np.int64), np.zeros((games, seats), dtype=np.int64)
        times = no_times(len(self.rows))
        every = [COSTLY_EVERY if agent.searches else CHEAP_EVERY for agent in self.agents]
        rows = self.rows.copy()
        rows[:, loops.TIMED_EVERY] = every if timing else 0
        lengths, durations, turns = (np.zeros(games, dtype=np.int64) for _ in range(3))
        counted = np.zeros((games, game.counters_width if counters else 0))
        actions = np.zeros(games * game.max_decisions if record else 0, dtype=np.int32)
        native_loop("play_matches")(
            game.rules,
            scratch.rows,
            game.encoded_options if options is None else options,
            self.sides,
            seeds,
            deals,
            at_seats,
            rows,
            self.params,
            self.initial,
            scratch.memory,
            scratch.actions,
            returns,
            points,
            decisions,
            faults,
            times,
            actions,
            lengths,
            durations,
            turns,
            game.counters_address if counters else 0,
            counted,
            game.action_types.table if counters and game.action_types is not None else NO_ACTION_TYPES,
            game.action_types_at if counters else 0,
            game.action_types_field,
            game.actions if game.definition.accepts is not None else 0,
            game.max_decisions,
        )
        self.check(scratch, lengths, deals)
        kept = np.split(actions[: lengths.sum()], np.cumsum(lengths)[:-1]) if record else None
        times *= np.array([1e-9, 1e-18, 1.0, 1e-9, 1.0, 1.0])
        return NativeResults(returns, points, decisions, faults, times, durations, turns, counted, kept)
