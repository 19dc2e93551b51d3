"""Terms of a score: the contribution of each weight of an evaluation, or of each rule of a bot, to the score of an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapete.core.bots import Bot
from tapete.core.loops import native_loop
from tapete.core.state import State, View
from tapete.errors import TapeteError
from tapete.search.agent import SearchAgent

REST = "rest"  # of a score, beside the contributions of its weights


def rates_actions(agent: Any) -> bool:
    """Return whether an agent gives every action a score that has terms."""
    if isinstance(agent, Bot):
        return agent.policy.terms is not None
    return isinstance(agent, SearchAgent) and agent.name == "greedy" and bool(weights_of(agent))


def terms_of(agent: Any, view: View, action: int) -> dict[str, float]:
    """Return the terms of an agent's score of a legal action by name, which sum to it; empty if it does not rate the action."""
    if isinstance(agent, Bot):
        return dict(agent.policy.terms(view.state, action, agent.params)) if agent.policy.terms is not None else {}
    after = view.state.clone()
    after.apply(action)
    return evaluation_terms(agent, view.state, after, view.seat)


def weights_of(agent: SearchAgent) -> tuple[str, ...]:
    """Return the names of the weights of the evaluation that a search uses."""
    if agent.options.get("eval") == "net":
        return ()
    try:
        return tuple(agent.game.evaluation(agent.options.get("eval") or None).weights)
    except TapeteError:
        return ()


def evaluation_terms(agent: SearchAgent, before: State, after: State, seat: int) -> dict[str, float]:
    """Return the contribution of each weight to the evaluation of a position, or of the move to it."""
    name = agent.options.get("eval") or None
    rates_moves = agent.game.evaluation(name).rates_moves
    rules, rows = agent.settings.rules, np.concatenate([before.rows, after.rows])

    def value(weights: np.ndarray) -> float:
        if rates_moves:
            return float(native_loop("evaluate_change")(rules, rows, 0, 1, seat, weights))
        return float(native_loop("evaluate")(rules, rows, 1, seat, weights))

    return shares(value, weights_of(agent), agent.settings.weights)


def shares(value: Callable[[np.ndarray], float], names: Sequence[str], weights: np.ndarray) -> dict[str, float]:
    """Return the loss of value without each of its weights, and the rest.

    If the value is a weighted sum these are its terms. If weights multiply each other, each gets their joint contribution, and
    the rest compensates.
    """
    whole = value(weights)
    found: dict[str, float] = {}
    for i, name in enumerate(names):
        without = weights.copy()
        without[i] = 0.0
        found[name] = whole - value(without)
    rest = whole - sum(found.values())
    if abs(rest) > 1e-9 * max(1.0, abs(whole)):
        found[REST] = rest
    return {name: share for name, share in found.items() if share != 0.0}
