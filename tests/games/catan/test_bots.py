"""Rule bots and the evaluation (docs/rules/catan_bots.md)."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import tapete
from tapete import testing
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.games.catan import evaluations, moves
from tapete.games.catan.board import NODE_EDGES
from tapete.games.catan.evaluations import F_AT, F_NUMBERS, TERMS
from tapete.games.catan.packed_counts import pack
from tapete.games.catan.state import ANSWER, DISCARD, PRE_ROLL, ROBBER, SETUP_SETTLE
from tapete.games.catan.weights import DEFAULT_WEIGHTS, F_WEIGHTS

from .positions import bare, give, native, path, place

F_PARAMS = np.array([0.0] * F_AT + list(F_NUMBERS.values()))
BOTS = ("weighted", "almost-random", "victory-point", "value", "settler")


def choice_of(spec: str, state, seed: int = 0) -> int:
    agent = make_agent(spec, state.game)
    agent.reset(seed)
    return agent.act(state.view(seed=seed))


def score(specs: list[str], games: int, **options) -> float:
    return duel(tapete.load("catan", **options), specs, games=games, seed=3, workers=1).agents[0].score


# Strength: at these sample sizes the intervals are far from the limits


def test_value_beats_three_random_players_nearly_always():
    assert score(["value", "random"], 120) >= 0.97


def test_settler_beats_three_value_players_more_often_than_par():
    assert score(["settler", "value"], 240) > 0.6


def test_weighted_beats_random_as_often_as_published():
    assert 0.55 <= score(["weighted", "random"], 2000, players=2, max_offers=0) <= 0.65


def test_original_value_function_beats_weighted_as_published():
    assert score(["value:clairvoyant=1", "weighted"], 200, players=2, max_offers=0) >= 0.97


def test_short_search_beats_three_value_players_more_often_than_par():
    assert score(["ismcts:iterations=500", "value"], 24) > 0.3


@pytest.mark.parametrize("spec", [*BOTS, "ismcts:iterations=30"])
def test_agents_use_no_hidden_information(spec):
    testing.check_agent(tapete.load("catan", turn_cap=40), spec, games=1, most=40)


# Behaviour


@pytest.mark.parametrize("spec", ["weighted", "victory-point", "value:clairvoyant=1"])
def test_agents_without_trade_neither_offer_nor_accept(spec):
    game = tapete.load("catan", turn_cap=60)
    for seed in range(3):
        state = game.deal(seed)
        agent = make_agent(spec, game)
        agent.reset(seed)
        chooser = random.Random(seed)
        while not state.over:
            action = agent.act(state.view(seed=seed)) if state.seat < 2 else chooser.choice(state.legal())
            assert state.seat >= 2 or not (moves.OFFER <= action <= moves.ACCEPT)
            state.play(action)


def test_weighted_counts_cities_and_cards_as_published():
    state = bare()
    place(state, 0, settlements=[18])
    give(state, [0, 0, 1, 3, 4])
    seen = Counter(choice_of("weighted", state, seed) for seed in range(300))
    assert seen[moves.CITY + 18] >= 290  # 10,000 of 10,101 and a few


def test_almost_random_only_rolls_before_the_roll():
    state = bare(PRE_ROLL)
    state.record["cards"][0] = pack([2, 0, 0, 0, 1])
    assert {choice_of("almost-random", state, seed) for seed in range(20)} == {moves.ROLL}


@pytest.mark.parametrize(
    ("spec", "held", "may_end"),
    [
        ("almost-random", 12, True),
        ("almost-random", 13, False),
        ("almost-random:as_coded=1", 12, False),
        ("almost-random:as_coded=1", 11, True),
    ],
)
def test_almost_random_goes_on_with_too_many_cards(spec, held, may_end):
    state = bare()
    give(state, [held - 4, 0, 0, 0, 4])
    ends = sum(choice_of(spec, state, seed) == moves.END for seed in range(150))
    assert (ends > 0) is may_end


def test_almost_random_draws_types_by_their_weights():
    state = bare(max_offers=0)
    place(state, 0, settlements=[18])
    give(state, [0, 0, 1, 3, 4])  # city 10, card 8, maritime 10, end 2
    seen = Counter(choice_of("almost-random", state, seed) for seed in range(600))
    # 200, 160 and 40 expected of 600: five standard deviations
    assert 140 < seen[moves.CITY + 18] < 260 and 105 < seen[moves.BUY] < 215 and 10 < seen[moves.END] < 72


def drawn(spec: str, state, games: int) -> Counter[int]:
    """Count the actions of a random bot in a position."""
    agent, view = make_agent(spec, state.game), state.view(seed=1)
    seen: Counter[int] = Counter()
    for seed in range(games):
        agent.reset(seed)
        seen[agent.act(view)] += 1
    return seen


@pytest.mark.parametrize(("spec", "share"), [("almost-random", 36 / 54), ("almost-random:as_coded=1", 108 / 144)])
def test_coded_player_draws_first_placements_with_their_road(spec, share):
    """144 pairs of corner and road: the 36 corners with three edges are in 108 of them."""
    seen = drawn(spec, tapete.load("catan", preset="thesis").deal(3), 3000)
    inner = sum(count for action, count in seen.items() if NODE_EDGES[action - moves.SETTLE].max() < 127)
    assert abs(inner / 3000 - share) < 0.04  # five standard deviations of 3,000 draws


def test_coded_player_counts_only_free_edges():
    state = bare(SETUP_SETTLE)
    state.record["turn"] = 1
    place(state, 1, settlements=[18], roads=path(18, 24))
    # Corners at the ends of these roads lose an edge each; 24 itself is next to 18
    place(state, 2, settlements=[36], roads=path(36, 30))
    seen = drawn("almost-random:as_coded=1", state, 6000)
    legal = [action - moves.SETTLE for action in state.legal()]
    ways = {node: sum(edge < 127 for edge in NODE_EDGES[node].tolist()) for node in legal}
    for node in legal:
        free = ways[node] - sum(node in pair for pair in ((18, 24), (30, 36)))
        expected = 6000 * free / sum(ways.values())
        assert abs(seen[moves.SETTLE + node] - expected) < 6 * expected**0.5, node


@pytest.mark.parametrize(("spec", "share"), [("almost-random", 1 / 18), ("almost-random:as_coded=1", 2 / 19)])
def test_coded_player_draws_the_robber_with_its_victim(spec, share):
    state = bare(ROBBER)
    state.record["robber"] = 0
    place(state, 1, settlements=[18])
    place(state, 2, settlements=[30])
    place(state, 3, settlements=[34])
    give(state, [], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0])  # the third has no cards
    seen = drawn(spec, state, 4000)
    assert abs(seen[moves.ROBBER + 9] / 4000 - share) < 0.022  # 4.5 standard deviations; the shares differ by 0.05
    assert len(seen) == 18


@pytest.mark.parametrize(("spec", "share"), [("almost-random", 1 / 2), ("almost-random:as_coded=1", 1 / 8)])
def test_coded_player_draws_sets_of_discards(spec, share):
    """Any four cards of seven wood and one ore are equally likely: the ore is drawn first once in eight times."""
    state = bare(DISCARD)
    give(state, [7, 0, 0, 0, 1])
    state.record["owed"][0] = 4
    assert abs(drawn(spec, state, 3000)[moves.DISCARD + 4] / 3000 - share) < 0.045


def test_untrained_type_player_draws_all_types_equally_and_may_end_with_many_cards():
    state = bare(max_offers=0)
    place(state, 0, settlements=[18])
    give(state, [9, 0, 1, 3, 4])  # city, card, maritime, end
    seen = drawn("almost-random:as_coded=1,even=1", state, 2000)
    maritime = sum(count for action, count in seen.items() if action >= moves.MARITIME)
    for count in (seen[moves.CITY + 18], seen[moves.BUY], seen[moves.END], maritime):
        assert 400 < count < 600  # a quarter of 2,000, five standard deviations


def test_value_accepts_exactly_the_trades_that_raise_its_function():
    for cards, answer in (([0, 0, 0, 1, 3], moves.REJECT), ([1, 1, 1, 0, 1], moves.ACCEPT)):
        state = bare()
        give(state, [0, 0, 0, 1, 0], cards)
        state.play(moves.OFFER + 15)  # wheat for ore
        assert state.record["phase"] == ANSWER
        assert choice_of("value", state) == answer


def test_value_makes_one_offer_a_turn_and_none_that_is_certainly_impossible():
    state = bare()
    place(state, 0, settlements=[18])
    give(state, [2, 0, 0, 2, 2], [0, 0, 0, 0, 1])
    offer = choice_of("value", state)
    assert offer == moves.OFFER + 3  # wood for ore completes the price of a city
    state.record["offers"] = 1
    assert choice_of("value", state) == moves.END
    state.record["offers"] = 0
    give(state, [2, 0, 0, 2, 2], [3, 0, 0, 0, 0])
    assert choice_of("value", state) != offer


def test_value_confirms_the_acceptor_with_fewest_public_points():
    state = bare()
    state.record["visible"][:] = [4, 5, 3, 6]
    give(state, [0, 0, 1, 2, 2], *[[0, 0, 0, 0, 3]] * 3)
    state.play(moves.OFFER + 4 * 2 + 3)
    for _ in range(3):
        state.play(moves.ACCEPT)
    assert choice_of("value", state) == moves.CONFIRM + 1


def test_settler_frees_its_own_hex_before_the_roll():
    state = bare(PRE_ROLL)
    record = state.record
    record["cards"][0] = pack([1, 0, 0, 0, 0])
    place(state, 0, settlements=[18])
    assert choice_of("settler", state) == moves.ROLL
    record["robber"] = 9 if record["terrain"][9] != 5 else 4
    assert choice_of("settler", state) == moves.KNIGHT


def test_settler_does_not_trade_with_a_player_close_to_winning():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, [1, 1, 1, 0, 2], [0, 0, 0, 3, 0])
    state.record["visible"][1] = 9
    assert not moves.OFFER <= choice_of("settler", state) < moves.ACCEPT


# The evaluation


def test_evaluation_with_the_weights_of_f_equals_f():
    game = tapete.load("catan")
    weights = list(F_WEIGHTS.values())
    state = game.deal(5)
    chooser = random.Random(5)
    compared = 0
    while not state.over and compared < 400:
        state.apply(chooser.choice(state.legal()))
        if state.over or state.record["accepted"]:
            continue  # an accepted trade counts as made in our evaluation
        for seat in range(4):
            expected = native(evaluations.f_value)(state.record, seat, F_PARAMS)
            assert state.evaluate(seat, weights=weights) == pytest.approx(expected, rel=1e-12, abs=2.0)
            compared += 1


def test_f_counts_its_terms_as_defined_in_the_text():
    state = bare()
    record = state.record
    record["terrain"][:] = [0, 1, 2, 3, 4] * 3 + [0, 1, 2, 5]
    record["token"][:] = [8] * 18 + [0]
    record["robber"] = 18
    place(state, 0, settlements=[18], roads=path(18, 24))
    give(state, [0, 0, 0, 2, 1])
    kinds = {int(record["terrain"][h]) for h in (4, 5, 9)}
    production = 15 / 36 + len(kinds) * 4 / 36
    reach = [15 / 36] * 3  # within one road: its own 18, and 19 and 30, which are free; the others touch 18
    synergy = (2 - 2 / 5 - 3 / 4) / 2
    expected = 3e14 + 1e8 * production + 1e4 * (sum(reach)) + 1e2 * synergy + 10.0 * 1 + 3 + 3
    near = native(evaluations.f_value)(record, 0, F_PARAMS)
    free = native(evaluations.within_one_road)(state.record, 0, record["network"][0])
    assert {n for n in range(54) if int(free) >> n & 1} == {18, 24, 13, 23, 19, 30}
    assert near == pytest.approx(expected, abs=1.0)


def test_terms_are_about_zero_to_one_between_good_players():
    game = tapete.load("catan")
    agent = make_agent("value", game)
    state = game.deal(2)
    agent.reset(2)
    out = np.zeros(len(TERMS))
    most, least = np.zeros(len(TERMS)), np.zeros(len(TERMS))
    while not state.over:
        state.apply(agent.act(state.view(seed=state.turn)))
        if state.over:
            break
        for seat in range(4):
            native(evaluations.describe)(state.record, seat, out)
            most, least = np.maximum(most, out), np.minimum(least, out)
    assert most.max() <= 2.0 and least.min() >= -1.0
    assert set(DEFAULT_WEIGHTS) == set(TERMS) == set(F_WEIGHTS)


def test_evaluation_ranks_first_placements():
    """On the scale of searches, all first placements are inside the limits, and better corners have higher values."""
    game = tapete.load("catan")
    low, high = game.evaluation().scale
    for seed in range(6):
        state = game.deal(seed)
        values = {}
        for action in state.legal():
            trial = state.clone()
            trial.play(action)
            values[action - moves.SETTLE] = (trial.evaluate(0) - low) / (high - low)
        assert all(0 < value < 1 for value in values.values())
        assert (
            len({round(value, 6) for value in values.values()}) > 45
            and max(values.values()) - min(values.values()) > 0.07
        )
        pips = {node: state.move(moves.SETTLE + node)["pips"] for node in values}
        best, worst = sorted(values, key=values.get)[-8:], sorted(values, key=values.get)[:8]
        assert min(pips[node] for node in best) > max(pips[node] for node in worst)


@pytest.mark.parametrize("players", [2, 4])
def test_every_position_of_the_set_up_is_inside_the_scale(players):
    game = tapete.load("catan", players=players)
    low, high = game.evaluation().scale
    for seed in range(150):
        state, chooser = game.deal(seed), random.Random(seed)
        while state.turn < 2 * players:
            state.apply(chooser.choice(state.legal()))
            assert all(low < state.evaluate(seat) < high for seat in range(players))


def test_set_up_and_game_are_on_one_scale():
    """Between good players the evaluation does not jump when a settlement is placed or when the set-up ends."""
    game = tapete.load("catan")
    agent = make_agent("settler", game)
    before, after = [], []
    for seed in range(10):
        state = game.deal(seed)
        agent.reset(seed)
        while state.turn < 10:
            (before if state.turn < 8 else after).extend(state.evaluate(seat) for seat in range(4))
            state.apply(agent.act(state.view(seed=state.turn)))
    assert abs(np.mean(before) - np.mean(after)) < 0.5 and np.std(before) < 0.5


def test_levels_are_agents_of_the_game():
    game = tapete.load("catan")
    assert list(game.levels) == ["easy", "normal", "hard", "best"]
    for spec in game.levels.values():
        assert make_agent(spec, game)
