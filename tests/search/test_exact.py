"""End game of two-player Briscas without a stock, compared with a brute force that shares no code with the rules."""

import random
from functools import cache

import pytest

from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.core.state import State

VALUE = (11, 10, 4, 3, 2, 0, 0, 0, 0, 0)


def brute_force(state: State, objective: int) -> dict[int, float]:
    """Return each card's value for the seat to move: point difference, plus 1,000 for a win under objective 0."""
    record = state.record
    trump = int(record["trump"])
    hands = tuple(frozenset(int(card) for card in record["hand"][seat] if card >= 0) for seat in range(2))
    table = tuple(int(card) for card in record["trick"][: int(record["trick_size"])])
    points = tuple(int(record["points"][seat]) for seat in range(2))
    me = state.seat

    def beats(card: int, best: int) -> bool:
        if card // 10 == best // 10:
            return card % 10 < best % 10
        return card // 10 == trump

    @cache
    def value(hands: tuple, table: tuple, seat: int, lead: int) -> float:
        """Return the final value for `me` (lead: the difference so far)."""
        if not hands[0] and not hands[1]:
            return lead + (1000 * ((lead > 0) - (lead < 0)) if objective == 0 else 0)
        outcomes = [after(hands, table, seat, lead, card) for card in hands[seat]]
        return max(outcomes) if seat == me else min(outcomes)

    def after(hands: tuple, table: tuple, seat: int, lead: int, card: int) -> float:
        left = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
        if not table:
            return value(left, (card,), 1 - seat, lead)
        winner = seat if beats(card, table[0]) else 1 - seat
        gain = VALUE[card % 10] + VALUE[table[0] % 10]
        return value(left, (), winner, lead + (gain if winner == me else -gain))

    lead = points[me] - points[1 - me]
    return {card: after(hands, table, me, lead, card) for card in sorted(hands[me])}


def end_games(game: Game, count: int) -> list[State]:
    """Return random positions without a stock and with a choice, at every stage of the last three tricks."""
    generator = random.Random(1)
    found = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = game.deal(seed)
        stop = 34 + generator.randrange(4)
        while state.turn < stop:
            state.apply(generator.choice(state.legal()))
        if len(state.legal()) > 1:
            found.append(state)
    return found


def check(game: Game, count: int) -> None:
    walkers = {
        0: make_agent("minimax:depth=6,worlds=1,exact=0,reward=win", game),
        1: make_agent("minimax:depth=6,worlds=1,exact=0,reward=points", game),
    }
    solvers = {0: make_agent("minimax:reward=win", game), 1: make_agent("ismcts:reward=points", game)}
    for state in end_games(game, count):
        for objective in (0, 1):
            values = brute_force(state, objective)
            assert state.solve(objective=objective) == values
            best = max(values.values())
            assert values[walkers[objective].act(state.view())] == best
            assert values[solvers[objective].act(state.view())] == best


def test_minimax_and_solve_play_the_end_game_as_brute_force_does(briscas: Game) -> None:
    check(briscas, 400)


@pytest.mark.slow
def test_minimax_and_solve_play_ten_thousand_end_games_as_brute_force_does(briscas: Game) -> None:
    check(briscas, 10_000)


def test_exact_end_games_inside_the_tree_improve_the_trick_before(briscas: Game) -> None:
    """With perfect end games in every rollout, the searcher's expectation is that of perfect end games."""
    state = end_games(briscas, 1)[0]
    agent = make_agent("clairvoyant:iterations=300,exact=2,reward=points", briscas)
    plain = make_agent("clairvoyant:iterations=4000,exact=0,reward=points", briscas)

    for seed in range(12):
        state = briscas.deal(seed)
        while state.record["stock_left"] > 2:
            state.apply(state.legal()[0])
        exact, sampled = agent.act(agent.view(state, seed)), plain.act(plain.view(state, seed))
        worth = {}
        for action in {exact, sampled}:
            visits, values, _ = plain.agent.space.totals()
            place = state.legal().index(action)
            worth[action] = values[place] / visits[place]
        assert worth[exact] >= worth[sampled] - 0.06
