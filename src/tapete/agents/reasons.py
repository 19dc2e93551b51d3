"""Why is this move good? Statements about a move and the next best, measured in sampled worlds and made only if they hold."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tapete.agents.playouts import Playouts, fast_player
from tapete.core.claims import Horizon, Measure
from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.strings import fill

PLAYED_WORLDS, FEWEST = 200, 50  # in which both moves are played, and the fewest for a statement
SECONDS = 0.6  # for all horizons together
ERRORS = 3.0  # standard errors from which a difference is stated: several measures are tested
MOST = 2  # statements about a move
NEARLY = 0.95  # share of worlds from which a gain is stated although the next best gains it too
EACH = 20  # worlds between two looks at the clock


def reasons_for(
    state: State, action: int, other: int, seed: int, *, worlds: int = PLAYED_WORLDS, seconds: float | None = SECONDS
) -> Iterator[list[dict[str, Any]] | None]:
    """Look for statements in steps: None while measuring, then the list, the strongest first.

    Each is `{key, share, value, other, worlds}`: the mean of a measure for the move and for the next best. Only what speaks for
    the move is stated. Hidden cards are sampled, so a seat learns nothing that it cannot know.
    """
    claims = state.game.definition.claims
    if claims is None:
        yield []
        return
    player = Playouts(state.game, fast_player(state.game, *claims.players))
    found: list[tuple[float, dict[str, Any]]] = []
    for horizon in claims.horizons:
        rows: list[list[tuple[float, float]]] = []
        started = time.monotonic()
        for row in measured(state, (action, other), horizon, player, seed):
            rows.append(row)
            late = seconds is not None and time.monotonic() - started > seconds / len(claims.horizons)
            if len(rows) >= worlds or late:
                break
            if len(rows) % EACH == 0:
                yield None
        if len(rows) >= FEWEST:
            values = np.array(rows)  # (worlds, measures, moves)
            found += [one for k, m in enumerate(horizon.measures) if (one := stated(m, values[:, k])) is not None]
    found.sort(key=lambda one: -one[0])
    differing = [claim for strength, claim in found if strength > 0]
    yield differing[:MOST] or [claim for _, claim in found[:1]]


def measured(
    state: State, actions: tuple[int, int], horizon: Horizon, player: Playouts, seed: int
) -> Iterator[list[tuple[float, float]]]:
    """Yield, world after world without end, every measure of a horizon for both moves."""
    seat = state.seat
    for first, second in player.ends(state, actions, seed, horizon.until(state, seat)):
        yield [(m.value(state, first, seat), m.value(state, second, seat)) for m in horizon.measures]


def stated(measure: Measure, values: np.ndarray) -> tuple[float, dict[str, Any]] | None:
    """Return the statement that two moves differ in a measure, in favour of the first, with its strength; None if it is not
    significant.

    A (nearly) certain gain of the move is stated too if the next best gains less; such a statement is the weakest.
    """
    worlds = len(values)
    gain = measure.better * (values[:, 0] - values[:, 1])
    size = 1.0 if measure.share else max(1.0, float(np.ptp(values)))
    error = np.sqrt((gain.var() + size * size / worlds) / worlds)  # never 0: the sample may lack a rare world
    claim = {"key": measure.key, "share": measure.share, "worlds": worlds}
    mean, other = (float(values[:, k].mean()) for k in (0, 1))
    claim |= {"value": mean, "other": other}
    if gain.mean() > max(measure.least, ERRORS * error):
        return float(gain.mean() / measure.least), claim
    brings = mean >= NEARLY if measure.share else np.ptp(values[:, 0]) == 0 and mean >= measure.least
    return (0.0, claim) if measure.better > 0 and brings and gain.mean() > 0 else None


def claim_text(game: Game, claim: Mapping[str, Any], language: str = "en") -> str:
    """Return a statement as a sentence of the game."""

    def number(value: float) -> str:
        rounded = round(value, 1) + 0.0
        amount = f"{rounded:+g}".replace("-", "−") if rounded else "0"
        return f"{100 * value:.0f} %" if claim["share"] else amount.replace(".", "," if language == "es" else ".")

    data = {"a": number(claim["value"]), "b": number(claim["other"])}
    return fill(game.words[language], f"claim.{claim['key']}", data)
