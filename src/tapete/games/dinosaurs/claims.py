"""Measures for hints of Happy Little Dinosaurs: winning the round, taking its disaster, elimination, and steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tapete.core.claims import Claims, Horizon, Measure, won
from tapete.games.dinosaurs.rules import ADVANCED

if TYPE_CHECKING:
    from tapete.core.state import State


def round_ends(before: State, seat: int) -> Callable[[State], bool]:
    """Return a test for the beginning of the next round."""
    turn = before.turn
    return lambda world: world.turn > turn


def wins_round(before: State, after: State, seat: int) -> float:
    """Return 1.0 if the seat has the highest score and advances, otherwise 0.0."""
    log = after.record["log"][: int(after.record["logged"])]
    return float(any(int(entry) >> 10 == ADVANCED and int(entry) >> 8 & 3 == seat for entry in log))


def takes_disaster(before: State, after: State, seat: int) -> float:
    return float(int(after.record["area"][seat].sum()) > int(before.record["area"][seat].sum()))


def is_out(before: State, after: State, seat: int) -> float:
    return float(not int(after.record["alive"]) >> seat & 1)


def steps(before: State, after: State, seat: int) -> float:
    return float(after.record["position"][seat] - before.record["position"][seat])


CLAIMS = Claims(
    (
        Horizon(
            round_ends,
            (
                Measure("game", won, least=0.03),
                Measure("out", is_out, better=-1, least=0.03),
                Measure("round", wins_round),
                Measure("disaster", takes_disaster, better=-1),
                Measure("steps", steps, share=False, least=0.5),
            ),
        ),
    )
)
