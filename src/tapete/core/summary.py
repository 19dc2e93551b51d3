"""Summary of a finished game: how it was won, facts of each seat, notable moments, and curves over the game.

A game whose presentation has a `summary` is replayed when it is over, with everything shown. The summary is
plain data; its
sentences are among the game's strings: `account.KIND` for the end and for moments, `fact.NAME` for the facts
(with `fact.NAME.value` if a value is more than a number), `chart.NAME` for the curves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.core.strings import Words, fill, named

if TYPE_CHECKING:
    from tapete.core.presentation import Event, Move
    from tapete.core.state import State


@dataclass(frozen=True)
class Step:
    """Step of a game with everything shown: the table before it, the move, the events, the table after it."""

    before: Mapping[str, Any]
    move: Move
    events: list[Event]
    after: Mapping[str, Any]


@dataclass(frozen=True)
class Fact:
    """Fact about every seat: a number, a list of names, or data for the template of its value; None if unknown."""

    name: str
    values: Sequence[int | list[str] | dict[str, Any] | None]


def facts_of_sides(sides: Sequence[Any], *names: str) -> list[Fact]:
    """Return facts from the attributes of these names that a game has counted for every seat."""
    return [Fact(name, [getattr(side, name) for side in sides]) for name in names]


@dataclass(frozen=True)
class Chart:
    """Numbers over labels: one row (optionally with expected values), or one row per seat."""

    name: str
    labels: Sequence[int]
    rows: Sequence[Sequence[int]]
    expected: Sequence[float] | None = None


@dataclass(frozen=True)
class GameSummary:
    """Summary data of a finished game."""

    how: Event | None = None
    moments: list[Event] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)


def steps_of(first: State, actions: Iterable[int]) -> Iterator[Step]:
    """Yield every step of a game from its first position; `first` is advanced in place."""
    state, before = first, first.describe(None)
    for action in actions:
        move = state.move(action)
        state.apply(action)
        after = state.describe(None)
        yield Step(before, move, state.game.happened(before, move, after), after)
        before = after


def as_data(summary: GameSummary) -> dict[str, Any]:
    """Return a summary as plain data, for a reader's side to word as `rendered` does."""
    return {
        "how": summary.how,
        "moments": summary.moments,
        "facts": [{"name": fact.name, "values": list(fact.values)} for fact in summary.facts],
        "charts": [
            {
                "name": chart.name,
                "labels": list(chart.labels),
                "rows": [list(row) for row in chart.rows],
                "expected": None if chart.expected is None else list(chart.expected),
            }
            for chart in summary.charts
        ],
    }


def rendered(
    summary: GameSummary, words: Words, *, reader: int | None = None, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return a summary in the words of a language, for one reader at a seat."""

    def sentence(event: Event) -> str:
        key = f"account.{event['kind']}"
        if reader is not None and event.get("loser") == reader and f"{key}.at_you" in words:
            key = f"{key}.at_you"
        text = fill(words, key, event, reader=reader, names=names)
        return text[:1].upper() + text[1:]

    return {
        "how": None if summary.how is None else sentence(summary.how),
        "moments": [sentence(event) for event in summary.moments],
        "facts": [
            {
                "name": fact.name,
                "label": words[f"fact.{fact.name}"],
                "list": any(isinstance(value, list) for value in fact.values),
                "values": [_value(words, fact.name, value) for value in fact.values],
            }
            for fact in summary.facts
        ],
        "charts": [
            {
                "name": chart.name,
                "label": words[f"chart.{chart.name}"],
                "labels": list(chart.labels),
                "rows": [list(row) for row in chart.rows],
                "expected": None if chart.expected is None else list(chart.expected),
            }
            for chart in summary.charts
        ],
    }


def _value(words: Words, name: str, value: int | list[str] | dict[str, Any] | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        counted = Counter(value)
        return ", ".join(f"{n} × {named(words, item)}" if n > 1 else named(words, item) for item, n in counted.items())
    if isinstance(value, dict):
        return fill(words, f"fact.{name}.value", value)
    return str(value)
