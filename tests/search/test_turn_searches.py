"""Searches of the own turn on a game whose best turn is known; presets; time budget of a turn."""

import time

import numpy as np
import pytest
from toys import END

from tapete.agents.registry import kinds_for, make_agent
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadOption


def best_turn(state: State, seat: int, turn: int) -> float:
    """Return the best evaluation at the end of the turn, by brute force."""
    if state.turn != turn or state.over:
        return state.evaluate(seat)
    best = -1e9
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        best = max(best, best_turn(after, seat, turn))
    return best


def mid_game(market: Game, seed: int) -> State:
    state = market.deal(seed)
    for _ in range(2):
        while state.seat == 0 and state.turn < 2:
            legal = state.legal()
            state.play(legal[-1])
        while state.seat == 1 and state.turn < 2:
            state.play(END)
    return state


def test_greedy_turn_finds_the_best_end_of_the_turn(market: Game) -> None:
    agent = make_agent("greedy-turn", market)
    for seed in range(4):
        state = mid_game(market, seed)
        seat, turn = state.seat, state.turn
        best = best_turn(state.clone(), seat, turn)
        while not state.over and state.turn == turn:
            state.play(agent.act(state.view()))
        assert state.evaluate(seat) == best


def test_other_turn_searches_come_close_with_enough_iterations(market: Game) -> None:
    uct, frontier, random = "uct-turn:iterations=3000,c=0.05", "frontier:iterations=3000,c=0.05", "random"
    shortfall = {uct: 0.0, frontier: 0.0, random: 0.0}
    for seed in range(4):
        for spec in shortfall:
            state = mid_game(market, seed)
            seat, turn = state.seat, state.turn
            best = best_turn(state.clone(), seat, turn)
            agent = make_agent(spec, market)
            agent.reset(seed)
            while not state.over and state.turn == turn:
                state.play(agent.act(state.view(seed=seed)))
            shortfall[spec] += (best - state.evaluate(seat)) / 4
    assert shortfall[uct] <= shortfall[random] / 4  # over 16 seeds 3.5 of 24.9
    assert shortfall[frontier] <= shortfall[random] / 2  # means over everything seen: further from the best turn


def test_flat_spends_its_share_evenly_and_the_rest_on_the_best_seven(market: Game) -> None:
    state = market.deal(1)
    n = len(state.legal())
    agent = make_agent(f"flat:iterations={20 * n},share=0.5,eval=utility", market)
    agent.act(state.view())
    visits, values, _ = agent.agent.space.totals()
    assert visits.sum() == 20 * n
    assert visits.min() == 10
    assert (visits == 10).sum() < n - 7 + 1
    ahead = np.argsort(-values / visits)[:3]
    assert (visits[ahead] > 10).all()


def test_rounds_of_flat_are_simulations_of_every_action(briscas: Game) -> None:
    view = briscas.deal(3).view(None, 1)
    agent = make_agent("flat:rounds=7", briscas)
    agent.act(view)
    assert agent.agent.last_iterations == 7 * len(view.legal())
    visits, _, _ = agent.agent.space.totals()
    assert set(visits[: len(view.legal())]) == {7}


def test_paired_worlds_reduce_the_variance_between_actions(briscas: Game) -> None:
    def spread(spec: str) -> float:
        found = []
        for seed in range(60):
            agent = make_agent(spec, briscas)
            view = briscas.deal(3).view(None, seed)
            agent.act(view)
            _, values, _ = agent.agent.space.totals()
            found.append(values[0] - values[1])
        return float(np.var(found))

    spec = "flat:rounds=4,reward=points,rollout=cheap-winner"
    assert spread(spec + ",paired=1") < 0.6 * spread(spec)


def test_best_of_flat_is_a_number_or_a_share_of_the_actions(market: Game) -> None:
    """The thesis names both: the best N, or the best per cent of the actions."""
    state = market.deal(1)
    n = len(state.legal())

    def visits(best: str) -> list[int]:
        agent = make_agent(f"flat:iterations={20 * n},share=0.5,eval=utility{best}", market)
        agent.act(state.view())
        return list(agent.agent.space.totals()[0])

    assert visits(",best=7") == visits("")
    assert visits(",best=3") == visits(f",best={3 / n:.4f}") != visits("")
    assert visits(",best=1") == visits(",best=0.01")  # at least one
    assert max(visits(",best=1")) > max(visits(",best=3"))
    assert min(visits(f",best={n}")) > 10  # all are simulated further
    with pytest.raises(BadOption, match="best=0: must be at least"):
        make_agent("flat:best=0", market)


def test_presets_exist_for_games_with_their_evaluation(market: Game, briscas: Game) -> None:
    kinds = kinds_for(market)
    defaults = {
        "simtree": {"share": 0.75, "normalise": False, "eval": "utility"},
        "mcts1": {"c": 2.4, "normalise": False, "eval": "utility"},
        "mcts2": {"c": 3.0, "normalise": False, "eval": "utility", "final": "max"},
    }
    for name, values in defaults.items():
        found = {option.name: option.default for option in kinds[name].options}
        assert {key: found[key] for key in values} == values
        assert name not in kinds_for(briscas)
        agent = make_agent(f"{name}:iterations=50", market)
        assert agent.agent.settings.words["own_turn"] == 1
        assert agent.agent.settings.words["clamp"] == 0
        view = market.deal(1).view()
        assert agent.act(view) in view.legal()


def test_the_time_of_a_turn_is_divided_over_its_decisions(market: Game) -> None:
    agent = make_agent("ismcts:turn_ms=60", market)
    agent.act(market.deal(3).view())  # compile before the clock starts
    first, whole = [], []
    for seed in range(6):
        agent.reset(seed)
        state = market.deal(3)
        spent = []
        while state.turn == 0:
            started = time.perf_counter()
            action = agent.act(state.view(seed=seed))
            spent.append(time.perf_counter() - started)
            state.play(action if action != END or len(spent) > 2 else state.legal()[1])
        assert len(spent) >= 2
        first.append(spent[0])
        whole.append(sum(spent))
    assert min(first) < 0.045  # not everything at once
    assert min(whole) < 0.07  # the best of six, since the machine may be busy
    assert min(whole) > 0.02
