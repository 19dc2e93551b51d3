"""Who plays games: the native loop where every agent is native, a Python loop otherwise.

Every game's seeds come from (run seed, deal, seating), so results depend neither on the loop nor on who plays which part:
threads, processes or other machines (`executors`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tapete import loops
from tapete.agents.faults import NO_ANSWER, TIME_OUT, Answer
from tapete.agents.registry import seat_agent
from tapete.agents.seated import Seated, lost_by
from tapete.arena.clock import HANG_SECONDS, Clock, SeatClock
from tapete.arena.plan import FaultNote, Games, Part, Plan, deal_seeds
from tapete.game import Game, View, native_loop
from tapete.policy import NativePolicy
from tapete.seeds import agent_seeds, derive

TIMED_EVERY = 16  # of native games, every sixteenth is timed decision by decision


@dataclass
class Job:
    """A table of agents, and how their games are played: all that a worker must know, wherever it runs."""

    game: Game
    specs: Sequence[str | Any]
    record: bool = False
    clock: Clock = field(default_factory=Clock)

    def seated(self) -> list[Seated]:
        return [seat_agent(spec, self.game) for spec in self.specs]

    def player(self, seated: Sequence[Seated] | None = None) -> NativePlayer | PythonPlayer:
        """Who plays the games: the native loop if all agents are native and no clock runs."""
        agents = list(seated) if seated is not None else self.seated()
        natives = [agent.native() for agent in agents]
        if not self.clock.limited and all(native is not None for native in natives):
            games = games_by_seating(self.game, agents)
            return NativePlayer(self, [native for native in natives if native is not None], games)
        return PythonPlayer(self, agents)


class Watcher(Protocol):
    """Whoever ends a game from outside when an agent neither answers nor fails."""

    def asking(self, seat: int, seconds: float, decisions: Sequence[int], points: Sequence[float]) -> None:
        """A seat is about to be asked and has so many seconds; `decisions` count the one it is asked for."""

    def idle(self) -> None:
        """No agent is being asked."""


def games_by_seating(game: Game, agents: Sequence[Seated]) -> Callable[[Sequence[int]], Game]:
    """The game that a seating plays: where an agent brings options for its seat (a deck), they replace the game's."""
    names = [option.name for option in game.definition.seat_options]
    brought = [{name: agent.options.get(name) for name in names if agent.options.get(name)} for agent in agents]
    made: dict[tuple[int, ...], Game] = {}

    def of(seating: Sequence[int]) -> Game:
        key = tuple(int(agent) for agent in seating)
        if not any(brought):
            return game
        if key not in made:
            own = {f"{name}{seat}": value for seat, agent in enumerate(key) for name, value in brought[agent].items()}
            made[key] = Game(game.definition, {**game.options, **own}, boundscheck=game.boundscheck)
        return made[key]

    for agent in range(len(agents)):  # a wrong value is refused before anything is played
        of([agent] * game.seats)
    return of


class NativePlayer:
    """Batches of games in the native loop, one workspace per thread."""

    native = True

    def __init__(
        self, job: Job, agents: Sequence[NativePolicy], games: Callable[[Sequence[int]], Game] | None = None
    ) -> None:
        self.game = game = job.game
        self.games = games or (lambda seating: game)
        self.record = job.record
        self.agents = agents
        self.local = threading.local()
        self.table = np.zeros((len(agents), loops.AGENT_COLUMNS), dtype=np.int64)
        params, initial, memory = 0, 0, 0
        for row, agent in zip(self.table, agents, strict=True):
            first = np.zeros(0, dtype=np.int64) if agent.initial is None else agent.initial
            row[loops.POLICY] = agent.address
            row[loops.PARAMS_AT], row[loops.PARAMS_N] = params, len(agent.params)
            row[loops.MEMORY_AT], row[loops.MEMORY_N] = memory, agent.memory
            row[loops.CLEARED_N] = agent.memory if agent.cleared is None else agent.cleared
            row[loops.INITIAL_AT], row[loops.INITIAL_N] = initial, len(first)
            row[loops.VIEWS], row[loops.CLAIRVOYANT] = agent.views, agent.clairvoyant
            row[loops.FORCED] = agent.forced
            params += len(agent.params)
            initial += len(first)
            memory += agent.memory * game.seats
        self.memory_words = memory
        self.params = np.concatenate([np.zeros(0), *(agent.params for agent in agents)])
        firsts = [agent.initial for agent in agents if agent.initial is not None]
        self.initial = np.concatenate([np.zeros(0, dtype=np.int64), *firsts])
        self.sides = np.array(game.sides, dtype=np.int64)

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        _ = self.game.rules
        native_loop("play_matches")

    def play(self, plan: Plan, watcher: Watcher | None = None) -> Part:
        turns = np.unique(plan.turns)
        games = [self.games(plan.seatings[turn]) for turn in turns]
        if all(game is self.game for game in games):
            return self.play_alike(plan, self.game)
        index = [np.flatnonzero(plan.turns == turn) for turn in turns]
        parts = [self.play_alike(plan.take(i), game) for i, game in zip(index, games, strict=True)]
        order = np.concatenate(index)
        played = Games.join([part.games for part in parts], plan.take(order)).take(np.argsort(order))
        deciding, timed = (
            np.sum([part.deciding for part in parts], axis=0),
            np.sum([part.timed for part in parts], axis=0),
        )
        notes = [note for part in parts for note in part.notes]
        return Part(played, deciding, timed, notes, sum(part.elapsed for part in parts))

    def play_alike(self, plan: Plan, game: Game) -> Part:
        """Games that all have the same options."""
        games, seats = len(plan), self.game.seats
        local = self.local
        if not hasattr(local, "rows"):
            local.rows = np.zeros((2, self.game.state_bytes), dtype=np.uint8)
            local.memory = np.zeros(self.memory_words, dtype=np.int64)
            local.actions = np.zeros(self.game.definition.max_legal, dtype=np.int32)
        returns, points = np.zeros((games, seats)), np.zeros((games, seats))
        decisions, faults = np.zeros((games, seats), dtype=np.int64), np.zeros((games, seats), dtype=np.int64)
        nanoseconds, timed = np.zeros(len(self.agents), dtype=np.int64), np.zeros(len(self.agents), dtype=np.int64)
        lengths, durations = np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64)
        record = np.zeros(games * self.game.max_decisions if self.record else 0, dtype=np.int32)
        seating = plan.seatings[plan.turns]
        started = time.perf_counter()
        native_loop("play_matches")(
            self.game.rules,
            local.rows,
            game.encoded_options,
            self.sides,
            agent_seeds(plan.seed, plan.deals, plan.turns, seats),
            deal_seeds(self.game, plan.seed, plan.deals),
            seating,
            self.table,
            self.params,
            self.initial,
            local.memory,
            local.actions,
            returns,
            points,
            decisions,
            faults,
            nanoseconds,
            timed,
            record,
            lengths,
            durations,
            TIMED_EVERY,
            self.game.actions if self.game.definition.accepts is not None else 0,
        )
        elapsed = time.perf_counter() - started
        notes = [
            FaultNote(
                int(plan.deals[number]),
                int(plan.turns[number]),
                seat,
                int(seating[number, seat]),
                int(faults[number, seat]),
                "gave no legal answer" if faults[number, seat] == NO_ANSWER else "answered beyond the legal actions",
            )
            for number, seat in np.argwhere(faults).tolist()
        ]
        actions = np.split(record[: lengths.sum()], np.cumsum(lengths)[:-1]) if self.record else None
        played = Games(plan, returns, points, decisions, faults, durations / 1e9, actions)
        return Part(played, nanoseconds / 1e9, timed, notes, elapsed)


class PythonPlayer:
    """Single games in Python, each thread with its own agents."""

    native = False

    def __init__(self, job: Job, seated: Sequence[Seated]) -> None:
        self.game = job.game
        self.specs = job.specs
        self.seated = seated
        self.games = games_by_seating(job.game, seated)
        self.record = job.record
        self.clock = job.clock
        self.local = threading.local()

    def prepare(self) -> None:
        """Compile what is needed before the clock starts."""
        for loop in ("deal", "legal", "apply", "returns", "points", "determinize", "ask"):
            native_loop(loop)
        _ = self.game.rules
        for agent in self.seated:
            agent.prepare()

    def agents_by_seat(self) -> list[list[Seated]]:
        """An agent of its own for every (agent, seat): two copies of one agent must not share their memory."""
        if not hasattr(self.local, "agents"):
            self.local.agents = [
                [seat_agent(spec, self.game) if isinstance(spec, str) else agent for _ in range(self.game.seats)]
                for spec, agent in zip(self.specs, self.seated, strict=True)
            ]
        return self.local.agents

    def play(self, plan: Plan, watcher: Watcher | None = None) -> Part:
        started = time.perf_counter()
        parts = [self.play_one(plan.part(i, i + 1), watcher) for i in range(len(plan))]
        return Part(
            Games.join([part.games for part in parts], plan),
            sum((part.deciding for part in parts), np.zeros(len(self.specs))),
            sum((part.timed for part in parts), np.zeros(len(self.specs), dtype=np.int64)),
            [note for part in parts for note in part.notes],
            time.perf_counter() - started,
        )

    def play_one(self, plan: Plan, watcher: Watcher | None) -> Part:
        begun = time.perf_counter()
        turn = int(plan.turns[0])
        seating = plan.seatings[turn].tolist()
        game = self.games(seating)
        seeds = agent_seeds(plan.seed, plan.deals, plan.turns, game.seats)[0].tolist()
        mine = self.agents_by_seat()
        at_seat = [mine[agent][seat] for seat, agent in enumerate(seating)]
        clocks = [SeatClock(self.clock) for _ in at_seat]
        state = game.deal(int(deal_seeds(game, plan.seed, plan.deals)[0]))
        decisions = [0] * game.seats
        lost: tuple[int, int, str] | None = None
        begun = 0

        def asked(seat: int, question: Callable[[], Answer]) -> Answer:
            """The answer of a seat that is given as long as its clock allows."""
            allowance, budget = clocks[seat].allowance(state.turn)
            limit = allowance if self.clock.limited else HANG_SECONDS if at_seat[seat].outsider else np.inf
            if watcher is not None:
                watcher.asking(seat, limit, decisions, state.points())
            started = time.perf_counter()
            answer = question()
            spent = time.perf_counter() - started
            if watcher is not None:
                watcher.idle()
            clocks[seat].spend(spent)
            if spent > allowance:
                return Answer(-1, TIME_OUT, f"took longer than its {getattr(self.clock, budget):g} s per {budget}")
            return answer

        def view_of(seat: int, asked_before: int) -> View:
            return at_seat[seat].view(state, derive(seeds[seat], loops.VIEW_STREAM, asked_before), seat)

        for seat, agent in enumerate(at_seat):
            seed = derive(seeds[seat], loops.AGENT_STREAM)
            answer = asked(seat, lambda agent=agent, seat=seat, seed=seed: agent.start(game, seat, seed))  # type: ignore[misc]
            if answer.fault:
                lost = seat, answer.fault, answer.text
                break
            begun += 1
        while lost is None and not state.over:
            seat = state.seat
            view = view_of(seat, decisions[seat])
            decisions[seat] += 1
            answer = asked(seat, lambda seat=seat, view=view: at_seat[seat].ask(state, view))  # type: ignore[misc]
            if answer.fault:
                lost = seat, answer.fault, answer.text
            else:
                state.apply(answer.action)
        for seat, agent in enumerate(at_seat[:begun]):  # whoever fails now loses the game, unless it is lost already
            returns = state.returns() if lost is None else lost_by(game, lost[0])
            view = view_of(seat, decisions[seat])
            answer = asked(seat, lambda agent=agent, returns=returns, view=view: agent.finish(returns, view))  # type: ignore[misc]
            if answer.fault and lost is None:
                lost = seat, answer.fault, answer.text
        history = [int(action) for _, action, _ in state.history if action is not None] if self.record else None
        part = finished_game(
            game, plan, state.returns(), state.points(), decisions, time.perf_counter() - begun, history, lost
        )
        for seat, number in enumerate(seating):
            part.deciding[number] += clocks[seat].used
            part.timed[number] += decisions[seat]
        return part


def finished_game(
    game: Game,
    plan: Plan,
    returns: Sequence[float],
    points: Sequence[float],
    decisions: Sequence[int],
    seconds: float,
    actions: Sequence[int] | None,
    lost: tuple[int, int, str] | None = None,
) -> Part:
    """One game; `lost` is the seat that forfeited it, the kind of fault and what happened."""
    seating = plan.seatings[plan.turns[0]]
    faults = np.zeros((1, game.seats), dtype=np.int64)
    notes = []
    if lost is not None:
        seat, kind, text = lost
        faults[0, seat] = kind
        returns = lost_by(game, seat)
        notes.append(FaultNote(int(plan.deals[0]), int(plan.turns[0]), seat, int(seating[seat]), kind, text))
    agents = int(plan.seatings.max()) + 1
    played = Games(
        plan,
        np.array([returns], dtype=np.float64),
        np.array([points], dtype=np.float64),
        np.array([decisions], dtype=np.int64),
        faults,
        np.array([seconds]),
        None if actions is None else [np.array(actions, dtype=np.int32)],
    )
    return Part(played, np.zeros(agents), np.zeros(agents, dtype=np.int64), notes, seconds)
