"""Sink that reports complete matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapete.agents.player import Player
from tapete.arena.experiment import Experiment, MatchGames, MemorySink, ResultSink, StoreSink
from tapete.arena.schedule import Batch, FaultNote
from tapete.arena.store import Store


class Watched:
    """Sink that passes games on to another sink and calls `on_match` with each complete match."""

    def __init__(self, sink: ResultSink | Store | None, on_match: Callable[[int, MatchGames], None]) -> None:
        self.sink: ResultSink = MemorySink() if sink is None else StoreSink(sink) if isinstance(sink, Store) else sink
        self.on_match = on_match
        self.missing: list[int] = []

    def open(self, run: Experiment, seated: Sequence[Player]) -> int:
        number = self.sink.open(run, seated)
        self.lengths = [len(match.plan) for match in run.matches]
        self.missing = [
            length - sum(max(0, min(count, length - first)) for first, count in self.sink.held(place))
            for place, length in enumerate(self.lengths)
        ]
        return number

    def held(self, match: int) -> Sequence[tuple[int, int]]:
        return self.sink.held(match)

    def drop(self, match: int) -> None:
        self.missing[match] = self.lengths[match]
        self.sink.drop(match)

    def add(self, match: int, first: int, part: Batch) -> None:
        self.sink.add(match, first, part)
        self.missing[match] -= len(part.games)
        if self.missing[match] == 0:
            self.on_match(match, self.sink.games(match, self.lengths[match]))

    def finish(self, seconds: float) -> None:
        self.sink.finish(seconds)

    def games(self, match: int, most: int) -> MatchGames:
        return self.sink.games(match, most)

    def faults(self) -> list[FaultNote]:
        return self.sink.faults()
