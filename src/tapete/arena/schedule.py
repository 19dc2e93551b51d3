"""Plans of games and finished games, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tapete.core.game import Game
from tapete.seeds import derive_all

Progress = Callable[[int], None]


@dataclass
class Schedule:
    """Games to play: the deal and the seating of each."""

    seed: int
    seatings: np.ndarray  # (seatings, seats): the agent at each seat
    deals: np.ndarray  # deal number of each game
    seating: np.ndarray  # row of `seatings` of each game
    variant: int = 0  # variant of the game, if a run plays several (see `tapete.arena.observations`)
    in_series: bool = False  # an agent remembers earlier games, so these were played in order as one series

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def at_seats(self) -> np.ndarray:
        """The agent at each seat of each game: (games, seats)."""
        return self.seatings[self.seating]

    def part(self, start: int, stop: int) -> Schedule:
        return replace(self, deals=self.deals[start:stop], seating=self.seating[start:stop])

    def take(self, index: np.ndarray) -> Schedule:
        return replace(self, deals=self.deals[index], seating=self.seating[index])


def mirrored(seed: int, seatings: Sequence[tuple[int, ...]], deals: Iterable[int]) -> Schedule:
    """Plan each deal once per seating."""
    numbers = np.fromiter(deals, dtype=np.int64)
    count = len(seatings)
    return Schedule(
        seed,
        np.array(seatings, dtype=np.int64),
        np.repeat(numbers, count),
        np.tile(np.arange(count, dtype=np.int64), len(numbers)),
    )


@dataclass
class GameResults:
    """Finished games, as arrays in the order of their plan."""

    plan: Schedule
    returns: np.ndarray  # (games, seats)
    points: np.ndarray
    decisions: np.ndarray
    faults: np.ndarray  # by seat: the fault by which it forfeited, mostly NO_FAULT
    seconds: np.ndarray  # (games,): processor time of the thread that played each
    actions: list[np.ndarray] | None = None
    turns: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (games,): -1 if not counted
    counters: np.ndarray = field(
        default_factory=lambda: np.zeros((0, 0))
    )  # (games, counters): see `tapete.core.definition.Counters`

    def __post_init__(self) -> None:
        if len(self.turns) != len(self.returns):
            self.turns = np.full(len(self.returns), -1, dtype=np.int64)
        if len(self.counters) != len(self.returns):
            self.counters = np.zeros((len(self.returns), 0))

    def __len__(self) -> int:
        return len(self.returns)

    @staticmethod
    def join(parts: Iterable[GameResults], plan: Schedule) -> GameResults:
        """Copy parts in order into arrays of the whole size; `plan` covers all of them.

        Parts that come from a generator are in memory one at a time. Games with fewer counters (of an earlier version) are
        padded with NaN.
        """
        size, seats = len(plan), plan.seatings.shape[1]
        columns: dict[str, np.ndarray] = {
            "returns": np.zeros((size, seats)),
            "points": np.zeros((size, seats)),
            "decisions": np.zeros((size, seats), dtype=np.int64),
            "faults": np.zeros((size, seats), dtype=np.int64),
            "seconds": np.zeros(size),
            "turns": np.zeros(size, dtype=np.int64),
        }
        counters = np.zeros((size, 0))
        actions: list[np.ndarray] = []
        recorded = False
        end = 0
        for part in parts:
            start, end = end, end + len(part)
            for name, column in columns.items():
                column[start:end] = getattr(part, name)
            width = part.counters.shape[1]
            if width > counters.shape[1]:
                wider = np.full((size, width), np.nan)
                wider[:start, : counters.shape[1]] = counters[:start]
                counters = wider
            counters[start:end, :width] = part.counters
            counters[start:end, width:] = np.nan
            recorded = part.actions is not None and (recorded or start == 0)
            actions += part.actions or ()
        return GameResults(plan, **columns, actions=actions if recorded else None, counters=counters)

    def take(self, index: np.ndarray) -> GameResults:
        actions = None if self.actions is None else [self.actions[i] for i in index.tolist()]
        return GameResults(
            self.plan.take(index),
            self.returns[index],
            self.points[index],
            self.decisions[index],
            self.faults[index],
            self.seconds[index],
            actions,
            self.turns[index],
            self.counters[index],
        )


@dataclass
class FaultNote:
    """Fault of one game: a sentence and, if an agent raised an error, its traceback below."""

    deal: int
    seating: int
    seat: int
    agent: int
    kind: int
    text: str

    @property
    def sentence(self) -> str:
        return self.text.partition("\n")[0]

    @property
    def trace(self) -> str | None:
        return self.text.partition("\n")[2] or None


@dataclass
class Batch:
    """Some games, with the decision times of the agents."""

    games: GameResults
    times: np.ndarray  # by agent: see `tapete.arena.timing`
    notes: list[FaultNote] = field(default_factory=list)
    elapsed: float = 0.0


def deal_seeds(game: Game, run_seed: int, deals: np.ndarray) -> np.ndarray:
    """Return the seeds of some deals of a run (a game may number its series itself)."""
    series = game.definition.series_seed
    if series is not None:
        return np.array([series(run_seed, deal) for deal in deals.tolist()], dtype=np.uint64)
    return derive_all(run_seed, deals) >> np.uint64(1)


def first_faults(notes: Sequence[FaultNote], agents: int) -> list[str | None]:
    """Return the first fault of each agent, given all in order."""
    texts: list[str | None] = [None] * agents
    for note in notes:
        texts[note.agent] = texts[note.agent] or note.sentence
    return texts


def first_traces(notes: Sequence[FaultNote], agents: int) -> list[str | None]:
    """Return the first traceback of each agent, given all faults in order."""
    found: list[str | None] = [None] * agents
    for note in notes:
        found[note.agent] = found[note.agent] or note.trace
    return found
