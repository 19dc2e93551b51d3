"""Time budgets are kept and used up."""

import time

import numpy as np
import pytest

from tapete.agents.registry import make_agent
from tapete.core.game import Game


def decision_times(game: Game, spec: str, games: int) -> np.ndarray:
    """Return the seconds of every decision of self-play games that needed a search."""
    agent = make_agent(spec, game)
    agent.act(game.deal(0).view())
    spent = []
    for seed in range(games):
        state = game.deal(seed)
        agent.reset(seed)
        while not state.over:
            view = state.view(seed=seed)
            started = time.perf_counter()
            action = agent.act(view)
            if agent.agent.last_iterations:
                spent.append(time.perf_counter() - started)
            state.play(action)
    return np.array(spent)


@pytest.mark.parametrize(
    "spec", ["ismcts:ms=10", "pimc:ms=10,worlds=4", "flat:ms=10,share=0.5", "ismcts:ms=10,trees=2,threads=2"]
)
def test_a_decision_takes_its_milliseconds(spec: str, briscas: Game) -> None:
    spent = decision_times(briscas, spec, 1)
    assert len(spent) > 20
    assert (spent > 0.009).all()  # all of it is used
    assert spent.min() < 0.0125  # and kept, unless the machine is busy


@pytest.mark.slow
def test_ms_20_takes_at_most_25_ms_in_99_percent_of_decisions(briscas: Game) -> None:
    spent = decision_times(briscas, "ismcts:ms=20", 30)
    assert np.mean(spent <= 0.025) >= 0.99


def test_the_budget_that_ends_first_stops_the_search(briscas: Game) -> None:
    view = briscas.deal(1).view()
    few = make_agent("ismcts:iterations=100,ms=1000", briscas)
    started = time.perf_counter()
    few.act(view)
    assert few.agent.last_iterations == 100
    assert time.perf_counter() - started < 0.5
    many = make_agent("ismcts:iterations=1000000000,ms=20", briscas)
    many.act(view)
    assert 100 < many.agent.last_iterations < 1_000_000


def test_timed_searches_are_marked_and_have_no_native_policy(briscas: Game) -> None:
    for spec, timed in [
        ("ismcts:ms=5", True),
        ("ismcts:turn_ms=5", True),
        ("ismcts", False),
        ("ismcts:reuse=1", False),
    ]:
        agent = make_agent(spec, briscas)
        assert agent.timed == timed
        assert (agent.native() is None) == (spec != "ismcts")


def test_without_a_budget_a_search_makes_500_iterations(briscas: Game) -> None:
    agent = make_agent("ismcts", briscas)
    agent.act(briscas.deal(1).view())
    assert agent.agent.last_iterations == 500
