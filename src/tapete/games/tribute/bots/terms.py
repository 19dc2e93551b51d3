"""Terms of a bot's score of each legal action, exactly as its kernel adds them up.

`terms(state, action, bot, params)`: `state` is the one the bot decides from (`view.state`), `params` are the agent's
(`agent.params`). The sum of the terms, from left to right, is the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption
from tapete.games.tribute import move_evaluation, rules
from tapete.games.tribute.bots import decision_tree, evolved, max_prestige
from tapete.games.tribute.engine_moves import count_moves, play_whole, subset_of_rank
from tapete.games.tribute.move_evaluation import TERMS
from tapete.games.tribute.state import DRAFT, EFFECT, FREE
from tapete.kernel import Kernel
from tapete.kernel.cache import Build


@cache
def compiled(kernel: Kernel) -> Callable[..., Any]:
    return Build(f"tribute-{kernel.__name__}", [kernel]).function(kernel)


def terms(state: State, action: int, bot: str, params: Sequence[float] | np.ndarray) -> dict[str, float]:
    """Return the terms of a bot's score of a legal action, by name; empty if the bot does not rate it."""
    if bot not in RATED_BY:
        raise BadOption(f"{bot} does not rate moves; {', '.join(RATED_BY)} do")
    if state.record["choice"] == DRAFT:
        return {}
    return RATED_BY[bot](state, action, np.asarray(params, dtype=np.float64))


def score(state: State, action: int, bot: str, params: Sequence[float] | np.ndarray) -> float:
    """Return the score: the sum of its terms, from left to right."""
    return sum(terms(state, action, bot, params).values(), 0.0)


def evolved_terms(state: State, action: int, params: np.ndarray) -> dict[str, float]:
    """Return the terms of a move; a card of a choice has those of the best complete answer that it can lead to."""
    if action == rules.END_TURN:
        return {"end_turn": evolved.PASSING}
    form, ties, tiers = (int(params[i]) for i in (evolved.FORM_PARAM, evolved.TIES_PARAM, evolved.TIERS_PARAM))
    out, best, best_score = np.zeros(len(TERMS)), np.zeros(len(TERMS)), -np.inf
    for after in outcomes(state, action):
        rated = compiled(move_evaluation.rate)(
            state.record, after.record, state.seat, params[evolved.WEIGHTS_AT :], form, tiers, out
        )
        if rated > best_score or (rated == best_score and not ties):
            best, best_score = out.copy(), rated
    return dict(zip(TERMS, best.tolist(), strict=True))


def max_prestige_terms(state: State, action: int, params: np.ndarray) -> dict[str, float]:
    """Return prestige and power now, the gain of the move, and the gain of the best move after it."""
    if action == rules.END_TURN:
        return {}

    def wealth(of: State) -> float:
        return float(of.record["prestige"][state.seat]) + float(of.record["power"][state.seat])

    best, found = np.zeros(2, dtype=np.int64), (0.0, -1.0)
    for after in outcomes(state, action):
        compiled(max_prestige.rate)(after.record, state.seat, best)
        if best[0] > found[1]:
            found = wealth(after), float(best[0])
    now = wealth(state)
    return {"now": now, "move": found[0] - now, "next_move": found[1] - found[0]}


def outcomes(state: State, action: int) -> Iterator[State]:
    """Yield the state after an action; for a card choice, after every complete answer that it can lead to."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        after = state.clone()
        after.apply(action)
        yield after
        return
    picks = record["picks"][: record["picked"]].tolist()
    picks += [action - rules.PICK] if action >= rules.PICK else []
    start = state.clone()
    start.record["picks"] = 0
    start.record["picked"] = 0
    for rank in range(count_moves(start)):
        answer = subset_of_rank(start.record, rank)
        if set(picks) <= set(answer) and (action != rules.DONE or len(answer) == len(picks)):
            after = start.clone()
            play_whole(after, answer)
            yield after


def decision_tree_terms(state: State, action: int, params: np.ndarray) -> dict[str, float]:
    """Return the value of a purchase, call, attack or side of an OR; the bot's order is that of section 2.2."""
    value = compiled(decision_tree.value_of)(state.record, action, params[decision_tree.THESIS_PARAM] != 0.0)
    return {} if value == decision_tree.NOT_RATED else {rated_as(action): float(value)}


def rated_as(action: int) -> str:
    if action >= rules.CHOOSE_EFFECT:
        return "effect"
    if action >= rules.CALL:
        return "call"
    return "purchase" if action >= rules.BUY else "attack"


RATED_BY: dict[str, Callable[[State, int, np.ndarray], dict[str, float]]] = {
    "evolved": evolved_terms,
    "max-prestige": max_prestige_terms,
    "decision-tree": decision_tree_terms,
}
