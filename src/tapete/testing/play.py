"""Checks beyond random games: games of the game's own agents, deals from many seeds, choices that others see."""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from tapete.core.definition import SEEN, UNNOTICED
from tapete.core.game import Game
from tapete.core.loops import native_loop
from tapete.core.state import State
from tapete.kernel.canary import with_canary
from tapete.kernel.pure import call as interpret
from tapete.seeds import derive
from tapete.testing.walk import FIRST, LAST, STUBBORN, played_game, players_of, random_game, searching, spread_game

DEALS = 20
FORGOTTEN = 0.1  # share of pairs of visible choices that may leave an observer the same view
PLAYED_STEPS = 2000  # examined of a game; its end is always checked


class CheckWarning(UserWarning):
    """Warning of a probable mistake."""


def warn(text: str) -> None:
    warnings.warn(text, CheckWarning, stacklevel=3)


# Deals


def check_deals(game: Game, seed: int = 1, *, deals: int = DEALS) -> None:
    """Check that deals from different seeds differ, in a game with chance or hidden facts."""
    dealt = {game.deal(derive(seed, k)).rows.tobytes() for k in range(deals)}
    if len(dealt) > 1 or not _has_chance(game, seed):
        return
    raise AssertionError(
        f"{deals} seeds give one and the same deal, generator included: begin `deal` with seed_rng(state, seed)"
    )


def _has_chance(game: Game, seed: int) -> bool:
    """Return whether a game draws random numbers after the deal, or hides something that views sample."""
    for step, (state, action) in enumerate(random_game(game, seed, steps=200)):
        after = state.clone()
        after.apply(action)
        if after.record["rng"] != state.record["rng"]:
            return True
        if step % 10 == 0:
            worlds = [state.view(state.seat, derive(seed, step, k)).state.clone() for k in range(3)]
            for world in worlds:
                world.record["rng"] = 0
            if len({world.to_bytes() for world in worlds}) > 1:
                return True
    return False


# Endings


def check_endings(game: Game, seed: int = 1, *, games: int = 6) -> str:
    """Check that games end within `max_decisions` with correct returns and points, for all of `players_of`."""
    ended = 0
    for name, players in players_of(game).items():
        who = f"played by {name} at every seat"
        once = name in (FIRST, LAST) or searching(players)
        for k in range(1 if once else 4 * games if name == STUBBORN else games):
            dealt = derive(seed, k, 9)
            state, steps = game.deal(dealt), 0
            for state, _ in played_game(game, players, dealt):
                assert steps < game.max_decisions, (
                    f"the game of seed {dealt}, {who}, goes on after max_decisions={game.max_decisions} decisions (turn "
                    f"{state.turn}): let a rule end it, such as a limit of turns, or raise max_decisions"
                )
                steps += 1
            check_end(state, f"in the game of seed {dealt}, {who}, after {steps} decisions")
            ended += 1
    return f"{ended} games of the game's own agents"


def check_end(state: State, where: str) -> None:
    """Check a finished game: no seat to move, returns that sum to 1, points within their span."""
    assert state.seat == -1, f"the game is over, but `seat` is {state.seat}: set it to -1"
    assert not state.legal(), f"nothing is legal when a game is over {where}"
    returns = state.returns()
    assert abs(sum(returns) - 1) < 1e-9, f"returns {returns} do not sum to 1 {where}"
    assert all(0 <= share <= 1 for share in returns), f"returns {returns} leave [0, 1] {where}"
    low, high = state.game.definition.points_span
    for score in state.points():
        assert low <= score <= high, f"points {score} leave the span {low} to {high} {where}"


# Features


def check_encoders(game: Game, seed: int = 1, *, games: int = 3) -> str:
    """Check that encoders write every feature they declare; return how many never change."""
    seen: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    positions = 0
    for state in _positions(game, seed, games):
        positions += 1
        for name, encoder in game.definition.encoders.items():
            for seat in range(game.seats):
                out = with_canary(game.features(name), np.float32)
                out[:] = np.nan
                if game.interpreted:
                    interpret(encoder.kernel, state.record, seat, out)
                else:
                    native_loop("observe")(game.table(encoder=name), state.rows, 0, seat, out)
                left = np.flatnonzero(np.isnan(out))
                assert not len(left), (
                    f"the encoder {name} writes {len(out) - len(left)} of its {len(out)} features: {_ranges(left)} "
                    "stay as they were (or are not numbers); write them all, or give it a smaller size"
                )
                low, high = seen.setdefault(name, (out.copy(), out.copy()))
                np.minimum(low, out, out=low)
                np.maximum(high, out, out=high)
    constant = {name: int((low == high).sum()) for name, (low, high) in seen.items()}
    parts = [f"{count} of {game.features(name)} features of {name}" for name, count in constant.items() if count]
    return f"the same in all {positions} positions: {', '.join(parts)}" if parts else ""


def _positions(game: Game, seed: int, games: int) -> Iterator[State]:
    """Yield positions along random games and games of the game's own agents."""
    for k in range(games):
        for _, state, _ in spread_game(game, derive(seed, k), most=40):
            yield state
    for players in players_of(game).values():
        if searching(players):
            continue
        for step, (state, _) in enumerate(played_game(game, players, derive(seed, 5), steps=PLAYED_STEPS)):
            if step % 7 == 0:
                yield state


def _ranges(numbers: np.ndarray, most: int = 5) -> str:
    """Return numbers as ranges: 3, 7 to 12."""
    parts = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1)
    texts = [f"{part[0]}" if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more ranges" if len(texts) > most else "")


# Choices that others see


def check_hidden_choices(game: Game, seed: int = 1, *, games: int = 8, most: int = 250) -> str:
    """Check that `hides` fits what the others see and what the rules remember.

    A choice that others do not notice (2) must not repeatedly change public information. A choice that others see (0) and that
    reveals hidden facts should be remembered by the rules: two such choices that leave an observer the same view are reported,
    because `hides` may be missing. That may be intended, so it is a warning.
    """
    unnoticed: dict[str, list[str]] = defaultdict(list)
    pairs: Counter[str] = Counter()
    alike: dict[str, list[str]] = defaultdict(list)
    for dealt, step, state, action in _decisions(game, seed, games, most):
        where = f"at step {step} of seed {dealt}"
        if state.hides(action) == UNNOTICED:
            unnoticed[str(state.move(action)["kind"])].append(_seen_change(state, action, where))
        for observer in range(game.seats):
            if observer != state.seat:
                _compare_choices(state, observer, derive(dealt, step, observer), where, pairs, alike)
    for kind, changes in unnoticed.items():
        if len(changes) >= 4 and all(changes):
            raise AssertionError(
                f"`hides` gives 2 for the move {kind!r}, so it is hidden from the others, but all {len(changes)} times "
                f"they saw something change ({changes[0]}): give 1, that there was a choice"
            )
    for kind, found in alike.items():
        if len(found) < 2 or len(found) < FORGOTTEN * pairs[kind]:
            continue
        warn(
            f"{len(found)} of {pairs[kind]} pairs of choices {kind!r} show hidden facts to the others and leave their views "
            f"the same ({found[0]}): is `hides` forgotten, or does the state not remember what was shown?"
        )
    return f"{sum(pairs.values()):,} pairs of choices that reveal hidden facts"


def _decisions(game: Game, seed: int, games: int, most: int) -> Iterator[tuple[int, int, State, int]]:
    """Yield (seed of the deal, step, state, action) spread over random games and one game of each own agent."""
    for k in range(games):
        dealt = derive(seed, k, 3)
        length = sum(1 for _ in random_game(game, dealt))
        apart = max(1, length * games // most)
        for step, (state, action) in enumerate(random_game(game, dealt)):
            if step % apart == k % apart:
                yield dealt, step, state, action


def _seen_change(state: State, action: int, where: str) -> str:
    """Return what others see change by an action: the turn, or public data of the players; empty if nothing changes."""
    after = state.clone()
    after.apply(action)
    if after.turn != state.turn:
        return f"`turn` from {state.turn} to {after.turn} {where}"
    for observer in range(state.game.seats):
        own, later = state.describe(observer), after.describe(observer)
        if observer != state.seat and own.get("players") != later.get("players"):
            return f"`players` for seat {observer} {where}"
    return ""


def _compare_choices(
    state: State,
    observer: int,
    seed: int,
    where: str,
    pairs: Counter[str],
    alike: dict[str, list[str]],
    *,
    most: int = 6,
) -> None:
    """Compare choices that an observer sees and that are possible only in some of its worlds, by the view they leave it with."""
    revealing = [action for action in state.legal() if state.hides(action) == SEEN]
    if len(revealing) < 2:
        return
    worlds = [state.view(observer, derive(seed, k)).state for k in range(4)]
    lists = [set(world.legal()) if world.seat == state.seat else set() for world in worlds]
    revealing = [action for action in revealing if not all(action in listed for listed in lists)]
    kinds: dict[str, list[tuple[int, Any]]] = defaultdict(list)
    for action in revealing[:most]:
        after = state.clone()
        after.apply(action)
        if not after.over and after.turn - state.turn <= 1:  # the end of a round or a game clears the table
            kinds[str(state.move(action)["kind"])].append((action, after.view(observer, seed).state.to_bytes()))
    for kind, found in kinds.items():
        for i, (one, left) in enumerate(found):
            for other, right in found[i + 1 :]:
                pairs[kind] += 1
                if left == right and state.seen_as(one) != state.seen_as(other):
                    texts = f"{state.action_text(one)!r} and {state.action_text(other)!r}"
                    alike[kind].append(f"{texts} for seat {observer} {where}")
