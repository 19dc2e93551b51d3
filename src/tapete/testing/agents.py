"""Checks of agents: legal and reproducible answers that do not depend on hidden facts."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from tapete.agents.player import Player
from tapete.agents.registry import seat_agent
from tapete.arena.clock import Clock
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.arena.seating import seatings
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.loops import native_loop
from tapete.core.state import State, View
from tapete.seeds import derive
from tapete.testing.leaks import twin_of
from tapete.testing.play import warn
from tapete.testing.walk import random_game

SILENT = 0.05  # share of decisions without an answer from which it is an error: a published bot has a few


def check_agent(game: Game, agent: str | Any, *, games: int = 2, seed: int = 1, most: int = 60) -> None:
    """Check that an agent answers legally, reproducibly, and without hidden facts.

    It answers the true game and another world that its seat cannot distinguish: with the same view seed both answers must be
    equal. The questions are spread over whole games. Warnings report an agent that gives no answer, and a third-party agent
    that takes the hidden facts of `view.state`, which are one sample, for the truth.
    """
    decisions = 0
    silent: list[str] = []
    guessed: list[str] = []
    first, second = seat_agent(agent, game), seat_agent(copy.deepcopy(agent), game)
    third = seat_agent(copy.deepcopy(agent), game) if first.outsider and not first.clairvoyant else None
    for k in range(games):
        for each in (first, second, third):
            if each is not None:
                each.reset(derive(seed, k))
        steps = sum(1 for _ in random_game(game, derive(seed, k)))
        every = max(1, steps * games // most)
        for step, (state, _) in enumerate(random_game(game, derive(seed, k))):
            if step % every:
                continue
            view_seed = derive(seed, k, step)
            where = f"at step {step} of seed {derive(seed, k)}"
            decisions += 1
            answer = _answer(first, state, view_seed)
            if answer is None:
                silent.append(where)
            else:
                assert state.accepts(answer), f"{first.name} answered {answer}, which is not legal {where}"
            if not first.clairvoyant:
                twin = _other_world(state, view_seed)
                other = _answer(second, twin, view_seed)
                assert other == answer, (
                    f"{first.name} decides by hidden facts {where}: {_words(state, answer)} in the true game, "
                    f"{_words(state, other)} in another that its seat cannot distinguish"
                )
            if third is not None and third.act(_resampled(state, view_seed)) != answer:
                guessed.append(where)
    if silent:
        text = (
            f"{first.name} gave no answer (a policy: -1) in {len(silent)} of {decisions} decisions, the first {silent[0]}: "
            "its seat loses a game in which it does"
        )
        assert len(silent) < SILENT * decisions, text
        warn(text)
    if guessed:
        warn(
            f"{first.name} answered differently in {len(guessed)} of {decisions} decisions ({guessed[0]}) where only the hidden "
            "facts of `view.state` were others: they are one sample, not the truth; average over view.sample(seed), or read "
            "what is public and your own"
        )
    check_public_policy(game, agent, games=games, seed=seed)


def _words(state: State, action: int | None) -> str:
    """Return an action as readable text, with its number."""
    return "no answer (-1)" if action is None else f"{state.action_text(action)!r} (action {action})"


def _resampled(state: State, seed: int) -> View:
    """Return the view of a seed with hidden facts of another seed: an agent that treats them as a sample answers the same."""
    view, other = state.view(state.seat, seed), state.view(state.seat, derive(seed, 11)).state
    other.record["rng"] = view.state.record["rng"]
    return View(other, view.seat, seed)


def _answer(agent: Player, state: State, seed: int) -> int | None:
    return agent.act(agent.view(state, seed))


_twins: dict[tuple[str, str, bytes, int], State | None] = {}  # all agents of a game answer the same positions
MOST_TWINS = 1000


def _other_world(state: State, seed: int) -> State:
    """Return a world that the seat to move cannot distinguish from the true one: edited if the game allows, else sampled."""
    key = (state.game.name, str(state.game.options), state.to_bytes(), seed)
    if key not in _twins:
        if len(_twins) >= MOST_TWINS:
            _twins.clear()
        _twins[key] = twin_of(state, state.seat, seed, swaps=4, tries=40)
    twin = _twins[key]
    return twin.clone() if twin is not None else state.view(state.seat, derive(seed, 7)).state


def check_public_policy(game: Game, agent: str | Any, *, games: int = 2, seed: int = 1, most: int = 120) -> None:
    """Check that a native policy declared public, which gets the true state, reads only public facts.

    It answers the true state and other worlds that its seat cannot distinguish, along whole games.
    """
    inner = seat_agent(agent, game).agent
    if not isinstance(inner, Bot) or not inner.policy.public or inner.clairvoyant:
        return
    for k in range(games):
        steps = sum(1 for _ in random_game(game, derive(seed, k)))
        every = max(1, steps * games // most)
        for step, (state, _) in enumerate(random_game(game, derive(seed, k))):
            if step % every:
                continue
            view_seed = derive(seed, k, step)
            answer = _raw_answer(inner, state, view_seed)
            worlds = [state.view(state.seat, derive(view_seed, 8)).state]
            if step % (4 * every) == 0:  # twins are slow
                worlds.append(_other_world(state, view_seed))
            for other in worlds:
                again = _raw_answer(inner, other, view_seed)
                legal = state.legal()
                answers = [_words(state, legal[i] if 0 <= i < len(legal) else None) for i, _ in (answer, again)]
                assert again == answer, (
                    f"{inner.name} is marked as reading public facts only, but decides by hidden ones at step {step} of "
                    f"seed {derive(seed, k)}: {answers[0]}, then {answers[1]}"
                    + (" with another memory" if answer[0] == again[0] else "")
                )


def _raw_answer(agent: Bot, state: State, seed: int) -> tuple[int, bytes]:
    """Return a policy's answer on a raw state, from a fresh memory, and its memory afterwards."""
    agent.reset(seed)
    legal = state.legal()
    actions = np.zeros(state.game.definition.max_legal, dtype=np.int32)
    actions[: len(legal)] = legal
    memory = agent.memory.copy()
    address = agent.native().address
    index = native_loop("choose")(address, state.rows.copy(), 0, actions, len(legal), agent.params, memory)
    return int(index), memory.tobytes()


def check_native_play(game: Game, agent: str, *, against: str = "random", deals: int = 2, seed: int = 1) -> None:
    """Check that the native loop and the Python loop play the same games, move by move."""
    plan = mirrored(seed, seatings(game, 2), range(deals))
    native = play(game, [agent, against], plan, record=True, on="local")
    slow = play(game, [agent, against], plan, record=True, on="local", clock=Clock(game=1e6))
    for name in ("returns", "points", "decisions", "faults"):
        one, other = getattr(native.games, name), getattr(slow.games, name)
        assert (one == other).all(), f"{agent}: native and Python games differ in their {name}"
    for number, (one, other) in enumerate(zip(native.games.actions or (), slow.games.actions or (), strict=True)):
        assert one.tolist() == other.tolist(), f"{agent}: game {number} goes another way in Python"
