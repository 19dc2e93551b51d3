"""Rules of docs/rules/catan.md, section by section, and invariants of every game."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete import testing
from tapete.agents.registry import make_agent
from tapete.core.state import View
from tapete.games.catan import moves, rules
from tapete.games.catan.board import HEX_CORNERS, NODE_HEXES, NODES, ORE, SITE_NODES, WOOD
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import (
    ANSWER,
    DECIDE,
    DISCARD,
    FREE_ROAD,
    MAIN,
    MONOPOLY,
    NONE,
    PRE_ROLL,
    ROBBER,
    SETUP_ROAD,
    SETUP_SETTLE,
    STEAL,
)

from .positions import after_setup, bare, give, hand, native, path, place, settle_ids

VARIANTS = (
    {},
    {"max_offers": 0},
    {"hidden_discards": 1, "blind_answers": 1},
    {"compose_trade": 1, "players": 3},
    {"preset": "thesis"},
    {"players": 2, "numbers": "random", "win": "any_time", "shortage": "all_or_nothing"},
)


def groups(state) -> set[int]:
    """Return the legal actions below the offers."""
    return {action for action in state.legal() if action < moves.OFFER}


# Every game


def check_conservation(state) -> None:
    record, players = state.record, state.game.seats
    assert int(record["bank"]) + sum(int(word) for word in record["hand"]) == pack(
        [state.game.options["bank"] or 51] * 5
    )
    size = state.game.options["bank"] or 51
    assert all(0 <= count <= size for word in [record["bank"], *record["hand"]] for count in unpack(word))
    for kind, count in enumerate((14, 5, 2, 2, 2)):
        held = sum(unpack(word)[kind] for word in [*record["cards"], *record["played"]])
        assert held + record["deck"][: record["deck_left"]].tolist().count(kind) == count
    taken = 0
    for seat in range(players):
        settlements, cities = int(record["settlements"][seat]), int(record["cities"][seat])
        roads = [int(word) for word in record["roads"][seat]]
        assert settlements.bit_count() + record["settlements_left"][seat] == 5
        assert cities.bit_count() + record["cities_left"][seat] == 4
        assert sum(word.bit_count() for word in roads) + record["roads_left"][seat] == state.game.options["roads"]
        assert not taken & (settlements | cities) and not settlements & cities
        taken |= settlements | cities
        bonus = 2 * (record["longest_road"] == seat) + 2 * (record["largest_army"] == seat)
        assert record["visible"][seat] == settlements.bit_count() + 2 * cities.bit_count() + bonus
        assert not record["bought"] or int(record["bought"]) <= int(record["cards"][record["player"]])
    assert taken == int(record["buildings"])
    everything = [int(np.bitwise_or.reduce(record["roads"][:, w])) for w in range(2)]
    assert everything == [int(word) for word in record["all_roads"]]
    assert sum(int(word).bit_count() for word in record["roads"].flat) == sum(map(int.bit_count, everything))


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_cards_and_pieces_are_conserved_and_games_end(options, seed):
    state = tapete.load("catan", **{"turn_cap": 150, **options}).deal(seed)
    chooser = random.Random(seed)
    step = 0
    while not state.over:
        state.apply(chooser.choice(state.legal()))
        step += 1
        if step % 7 == 0:
            check_conservation(state)
    check_conservation(state)
    assert sum(state.returns()) == pytest.approx(1)
    winner = int(state.record["winner"])
    if winner != NONE:
        assert state.points()[winner] >= 10 and state.returns()[winner] == 1
        if state.game.options["win"] == "own_turn":
            assert winner == state.record["player"]
    else:
        assert state.turn == 150 + 2 * state.game.seats


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"turn_cap": 60}, {"preset": "thesis", "turn_cap": 30}])
def test_battery_passes(options):
    testing.check_game(tapete.load("catan", **options), games=1, bots=False)


def test_a_state_has_at_most_a_kibibyte():
    assert tapete.load("catan").state_bytes <= 1024


# Set-up (section 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_order_reverses_and_only_second_settlements_yield_cards(players):
    state = tapete.load("catan", players=players).deal(4)
    order = [*range(players), *reversed(range(players))]
    chooser = random.Random(4)
    for step, seat in enumerate(order):
        assert state.record["phase"] == SETUP_SETTLE and state.seat == seat
        node = chooser.choice(settle_ids(state))
        state.play(moves.SETTLE + node)
        record = state.record
        expected = [0] * 5
        for hex in NODE_HEXES[node]:
            if step >= players and hex < 19 and record["terrain"][hex] < 5:
                expected[record["terrain"][hex]] += 1
        assert hand(state, seat) == expected
        assert record["phase"] == SETUP_ROAD
        edges = state.legal()
        assert all(node in rules_edge(action) for action in edges)
        state.play(chooser.choice(edges))
    assert state.seat == 0 and state.record["phase"] == PRE_ROLL
    assert [int(x) for x in state.record["roads_left"][:players]] == [13] * players
    assert [int(x) for x in state.record["settlements_left"][:players]] == [3] * players


def rules_edge(action: int) -> tuple[int, int]:
    from tapete.games.catan.board import EDGE_PAIRS

    return EDGE_PAIRS[action - moves.ROAD]


def test_distance_rule_keeps_neighbours_free():
    state = tapete.load("catan").deal(1)
    assert settle_ids(state) == list(range(NODES))
    state.play(moves.SETTLE + 24)
    state.play(state.legal()[0])
    assert set(range(NODES)) - set(settle_ids(state)) == {24, 18, 19, 30}


# A turn (section 4)


def test_no_building_buying_or_trading_before_the_roll():
    state = bare(PRE_ROLL)
    place(state, 0, settlements=[18], roads=path(18, 24))
    give(state, [9, 9, 9, 9, 9])
    assert state.legal() == [moves.ROLL]


def test_production_pays_settlements_one_and_cities_two_but_not_under_the_robber():
    state = bare(PRE_ROLL)
    record = state.record
    hex = next(h for h in range(19) if record["token"][h] == 8)
    terrain = int(record["terrain"][hex])
    place(state, 1, settlements=[HEX_CORNERS[hex][0]])
    place(state, 2, cities=[HEX_CORNERS[hex][2]])
    twin = state.clone()
    record["forced_dice"][:] = (3, 5)
    state.play(moves.ROLL)
    assert hand(state, 1)[terrain] >= 1 and hand(state, 2)[terrain] >= 2
    twin.record["robber"] = hex
    twin.record["forced_dice"][:] = (3, 5)
    twin.play(moves.ROLL)
    assert hand(twin, 2)[terrain] == hand(state, 2)[terrain] - 2
    assert hand(twin, 1)[terrain] == hand(state, 1)[terrain] - 1


def short_bank(two_claimants: bool, **options) -> tuple:
    """Roll for a hex whose terrain has one card in the bank, with a city and perhaps another seat's settlement."""
    state = bare(PRE_ROLL, **options)
    record = state.record
    hex = next(h for h in range(19) if record["token"][h] == 2)  # the only hex with a two
    terrain = int(record["terrain"][hex])
    place(state, 1, cities=[HEX_CORNERS[hex][0]])
    if two_claimants:
        place(state, 2, settlements=[HEX_CORNERS[hex][2]])
    hoard = [0] * 5
    hoard[terrain] = 18
    give(state, [], [], [], hoard)
    record["forced_dice"][:] = (1, 1)
    state.play(moves.ROLL)
    return hand(state, 1)[terrain], hand(state, 2)[terrain]


def test_short_bank_pays_a_single_claimant_the_rest_and_several_nothing():
    assert short_bank(False) == (1, 0)
    assert short_bank(True) == (0, 0)
    assert short_bank(False, shortage="all_or_nothing") == (0, 0)


def test_hand_cap_stops_production():
    state = bare(PRE_ROLL, hand_cap=20)
    record = state.record
    hex = next(h for h in range(19) if record["token"][h] == 12)
    place(state, 1, cities=[HEX_CORNERS[hex][0]])
    give(state, [], [4, 4, 4, 4, 3])
    record["forced_dice"][:] = (6, 6)
    state.play(moves.ROLL)
    assert sum(hand(state, 1)) == 20


def test_seven_makes_hands_over_seven_discard_half_clockwise_from_the_roller():
    state = bare(PRE_ROLL, seat=1)
    give(state, [9, 0, 0, 0, 0], [7, 0, 0, 0, 0], [0, 8, 0, 0, 0], [0, 0, 17, 0, 0])
    state.record["forced_dice"][:] = (3, 4)
    state.play(moves.ROLL)
    order = []
    while state.record["phase"] == DISCARD:
        order.append(state.seat)
        state.play(state.legal()[0])
    assert order == [2] * 4 + [3] * 8 + [0] * 4
    assert state.record["phase"] == ROBBER and state.seat == 1
    assert [sum(hand(state, s)) for s in range(4)] == [5, 7, 4, 9]


def test_robber_must_leave_its_hex_and_the_desert_is_allowed():
    state = bare(ROBBER)
    hexes = [action - moves.ROBBER for action in state.legal()]
    assert sorted([*hexes, int(state.record["robber"])]) == list(range(19))
    state.record["robber"] = (int(state.record["robber"]) + 1) % 19
    desert = state.record["terrain"].tolist().index(5)
    assert moves.ROBBER + desert in state.legal()


def test_only_opponents_with_cards_at_the_hex_are_robbed():
    state = bare(ROBBER)
    hex = 4 if state.record["robber"] != 4 else 5
    ring = HEX_CORNERS[hex]
    place(state, 0, settlements=[ring[0]])
    place(state, 1, settlements=[ring[2]])
    place(state, 2, cities=[ring[4]])
    give(state, [1, 0, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 0, 1, 0], [0, 0, 9, 0, 0])
    two = state.clone()
    two.play(moves.ROBBER + hex)
    assert two.record["phase"] == STEAL and two.legal() == [moves.STEAL, moves.STEAL + 1]
    two.play(moves.STEAL + 1)
    assert hand(two, 0) == [1, 0, 0, 1, 0] and hand(two, 2) == [0] * 5
    give(state, [1, 0, 0, 0, 0], [0, 2, 0, 0, 0], [], [0, 0, 9, 0, 0])
    state.play(moves.ROBBER + hex)
    assert hand(state, 0) == [1, 1, 0, 0, 0]
    assert state.record["phase"] == PRE_ROLL  # `bare` has not rolled: a knight before the roll


def test_steal_takes_every_card_with_equal_probability():
    taken = 0
    for seed in range(600):
        state = bare(ROBBER)
        state.record["rng"] = seed
        hex = 4 if state.record["robber"] != 4 else 5
        place(state, 1, settlements=[HEX_CORNERS[hex][0]])
        give(state, [], [3, 0, 0, 0, 1])
        state.play(moves.ROBBER + hex)
        taken += hand(state, 0)[WOOD]
    assert 390 < taken < 510  # 450 expected of 600, more than five standard deviations


# Building (4.4)


def test_settlements_need_a_road_distance_cards_and_stock():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, [1, 1, 1, 1, 0])
    assert settle_ids(state) == [30]
    state.record["settlements_left"][0] = 0
    assert settle_ids(state) == []


def test_a_city_replaces_a_settlement_and_returns_it_to_the_stock():
    state = bare()
    place(state, 0, settlements=[18])
    give(state, [0, 0, 0, 2, 3])
    state.play(moves.CITY + 18)
    assert state.record["settlements_left"][0] == 5 and state.record["cities_left"][0] == 3
    assert state.record["visible"][0] == 2 and hand(state, 0) == [0] * 5


# Development cards (4.5)


def test_card_bought_this_turn_is_not_playable_but_an_older_copy_is():
    state = bare()
    give(state, [0, 0, 1, 1, 1])
    state.record["deck"][24] = 0  # a knight on top
    state.play(moves.BUY)
    assert moves.KNIGHT not in state.legal()
    state.record["cards"][0] = pack([2, 0, 0, 0, 0])
    assert moves.KNIGHT in state.legal()


def test_only_one_development_card_per_turn_including_before_the_roll():
    state = bare(PRE_ROLL)
    state.record["cards"][0] = pack([2, 0, 0, 0, 2])
    assert moves.KNIGHT in state.legal() and moves.MONOPOLY in state.legal()
    state.play(moves.MONOPOLY)
    assert state.legal() == [moves.ROLL]


def test_monopoly_takes_all_cards_of_a_resource():
    state = bare()
    state.record["cards"][0] = pack([0, 0, 0, 0, 1])
    give(state, [1, 0, 0, 0, 0], [2, 1, 0, 0, 0], [0, 0, 3, 0, 0], [4, 0, 0, 0, 1])
    state.play(moves.MONOPOLY + WOOD)
    assert [hand(state, s)[WOOD] for s in range(4)] == [7, 0, 0, 0]
    assert unpack(state.record["played"][0])[MONOPOLY] == 1


def test_year_of_plenty_offers_cards_that_the_bank_has():
    state = bare()
    state.record["cards"][0] = pack([0, 0, 0, 1, 0])
    give(state, [], [19, 19, 18, 17, 19])
    pairs = {action - moves.PLENTY for action in state.legal() if moves.PLENTY <= action < moves.ROBBER}
    assert pairs == {10, 12}  # sheep and wheat, two wheat
    give(state, [], [19, 19, 18, 19, 19])
    plenty = [action for action in state.legal() if moves.PLENTY <= action < moves.ROBBER]
    assert plenty == [moves.PLENTY + 9]  # the last card of the bank
    state.play(plenty[0])
    assert hand(state, 0) == [0, 0, 1, 0, 0]
    state.record["cards"][0], state.record["card_played"] = pack([0, 0, 0, 1, 0]), 0
    assert not [action for action in state.legal() if moves.PLENTY <= action < moves.ROBBER]


def test_road_building_places_two_free_roads_and_nothing_else_meanwhile():
    state = bare(PRE_ROLL)
    place(state, 0, settlements=[18], roads=path(18, 24))
    state.record["cards"][0] = pack([0, 0, 1, 0, 0])
    state.play(moves.ROADS)
    for _ in range(2):
        assert state.record["phase"] == FREE_ROAD
        assert all(moves.ROAD <= action < moves.BUY for action in state.legal())
        state.play(state.legal()[0])
    assert state.record["phase"] == PRE_ROLL and state.record["roads_left"][0] == 12


def test_road_building_with_one_road_left_places_one_and_with_none_is_not_playable():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24))
    state.record["cards"][0] = pack([0, 0, 1, 0, 0])
    state.record["roads_left"][0] = 1
    last = state.clone()
    last.play(moves.ROADS)
    last.play(last.legal()[0])
    assert last.record["phase"] == MAIN and last.record["roads_left"][0] == 0
    state.record["roads_left"][0] = 0
    assert moves.ROADS not in state.legal()


def test_largest_army_needs_three_and_moves_to_strictly_more():
    state = bare()
    record = state.record
    record["played"][1] = pack([3, 0, 0, 0, 0])
    native(rules.award_largest_army)(record, 1)
    assert record["largest_army"] == 1 and record["visible"][1] == 2
    record["played"][0] = pack([3, 0, 0, 0, 0])
    native(rules.award_largest_army)(record, 0)
    assert record["largest_army"] == 1
    record["played"][0] = pack([4, 0, 0, 0, 0])
    native(rules.award_largest_army)(record, 0)
    assert record["largest_army"] == 0 and record["visible"].tolist() == [2, 0, 0, 0]


def test_empty_deck_sells_no_card():
    state = bare()
    give(state, [0, 0, 5, 5, 5])
    state.record["deck_left"] = 0
    assert moves.BUY not in state.legal()


# Trade (4.6 and 4.7)


def test_harbours_give_the_best_rate_from_the_moment_of_building():
    state = bare()
    record = state.record
    record["harbour"][0], record["harbour"][1] = 5, ORE
    nodes = [[n for n in range(NODES) if int(SITE_NODES[site]) >> n & 1] for site in range(2)]
    place(state, 0, roads=[tuple(nodes[0]), tuple(nodes[1])])
    give(state, [4, 3, 2, 2, 3])
    trades = {action - moves.MARITIME for action in groups(state) if action >= moves.MARITIME}
    assert trades == set(range(4))  # four wood
    state.play(moves.SETTLE + nodes[0][0])
    assert unpack(record["rates"][0]) == [3, 3, 3, 3, 3]
    give(state, [1, 1, 1, 1, 2])
    state.record["settlements_left"][0] = 5
    state.play(moves.SETTLE + nodes[1][1])
    assert unpack(record["rates"][0]) == [3, 3, 3, 3, 2]
    give(state, [0, 0, 0, 0, 2])
    state.play(moves.MARITIME + 4 * ORE + 3)
    assert hand(state, 0) == [0, 0, 0, 1, 0]


def test_bank_must_have_the_card():
    state = bare()
    give(state, [4, 0, 0, 0, 0], [0, 19, 0, 0, 0])
    assert {action - moves.MARITIME for action in groups(state) if action >= moves.MARITIME} == {1, 2, 3}


def offering(**options):
    state = bare(**options)
    give(state, [1, 0, 0, 2, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 1, 0, 0, 0])
    return state


WHEAT_FOR_ORE = moves.OFFER + 20 + 4 * 3 + 3  # two wheat for one ore


def test_an_offer_is_answered_clockwise_and_closed_by_the_offerer():
    state = offering()
    state.play(WHEAT_FOR_ORE)
    assert state.seat == 1 and state.record["phase"] == ANSWER
    state.play(moves.ACCEPT)
    assert state.legal() == [moves.ACCEPT, moves.REJECT] and state.seat == 2
    state.play(moves.ACCEPT)
    assert state.seat == 3 and state.legal() == [moves.REJECT]
    state.play(moves.REJECT)
    assert state.record["phase"] == DECIDE and state.legal() == [moves.CONFIRM, moves.CONFIRM + 1, moves.CANCEL]
    state.play(moves.CONFIRM + 1)
    assert hand(state, 0) == [1, 0, 0, 0, 1] and hand(state, 2) == [0, 0, 0, 2, 1]
    assert state.record["phase"] == MAIN and state.seat == 0


def test_a_refused_or_cancelled_offer_cannot_be_repeated_this_turn():
    state = offering()
    state.play(WHEAT_FOR_ORE)
    for _ in range(3):
        state.play(moves.REJECT)
    assert state.record["phase"] == MAIN and WHEAT_FOR_ORE not in state.legal()
    other = moves.OFFER + 4 * 3 + 3  # one wheat for one ore
    state.play(other)
    state.play(moves.ACCEPT)
    state.play(moves.REJECT)
    state.play(moves.REJECT)
    state.play(moves.CANCEL)
    assert other not in state.legal()
    assert hand(state, 0) == [1, 0, 0, 2, 0]


def test_offers_are_capped_per_turn_and_only_cards_in_hand_can_be_given():
    state = offering()
    offers = [action for action in state.legal() if moves.OFFER <= action < moves.ACCEPT]
    assert len(offers) == 4 + 4 + 4 + 4 + 4  # 1:1 and 1:2 of wood, all three forms of wheat
    for _ in range(3):
        state.play(next(action for action in state.legal() if moves.OFFER <= action < moves.ACCEPT))
        while state.record["phase"] == ANSWER:
            state.play(moves.REJECT)
    assert not [action for action in state.legal() if action >= moves.OFFER]


def test_first_acceptor_closes_the_trade_at_once_with_first_acceptor():
    state = offering(trade_close="first_acceptor")
    state.play(WHEAT_FOR_ORE)
    state.play(moves.ACCEPT)
    assert state.record["phase"] == MAIN and hand(state, 1) == [0, 0, 0, 2, 0]


def test_student_menu_has_equal_numbers():
    state = offering(offer_menu="student")
    offers = {action for action in state.legal() if action >= moves.OFFER}
    assert offers == {*range(moves.OFFER, moves.OFFER + 4), *range(moves.OFFER + 12, moves.OFFER + 16)} | {
        moves.OFFER_STUDENT + 12 + k for k in range(4)
    }


def test_a_composed_offer_names_any_cards():
    state = offering(compose_trade=1)
    for action in (moves.ADD_GIVE + 0, moves.ADD_GIVE + 3, moves.ADD_WANT + 4):
        state.play(action)
    assert moves.ADD_WANT + 0 not in state.legal() and moves.ADD_GIVE + 4 not in state.legal()
    state.play(moves.OPEN)
    state.play(moves.ACCEPT)
    state.play(moves.REJECT)
    state.play(moves.REJECT)
    state.play(moves.CANCEL)
    for action in (moves.ADD_WANT + 4, moves.ADD_GIVE + 3, moves.ADD_GIVE + 0):
        state.play(action)
    assert moves.OPEN not in state.legal()  # the identical offer has failed
    state.play(moves.CANCEL)
    assert state.record["phase"] == MAIN


# Victory (section 6)


def almost_won(win: str):
    """Let seat 0 settle and cut seat 1's road, which moves Longest Road to seat 2, who then has ten points."""
    state = bare(win=win)
    place(state, 1, roads=path(18, 24, 30, 35, 40, 45))
    place(state, 2, roads=path(0, 4, 1, 5, 2, 6))
    place(state, 0, roads=path(36, 30))
    state.record["longest_road"] = 1
    state.record["visible"][:] = [2, 6, 8, 2]
    give(state, [1, 1, 1, 1, 0])
    state.play(moves.SETTLE + 30)
    assert state.record["longest_road"] == 2 and state.record["visible"][2] == 10
    return state


def test_ten_points_in_anothers_turn_win_only_at_the_start_of_the_own_turn():
    state = almost_won("own_turn")
    assert not state.over
    state.play(moves.END)
    assert state.seat == 1 and not state.over
    state.record["phase"] = MAIN
    state.play(moves.END)
    assert state.over and state.returns() == [0, 0, 1, 0]


def test_ten_points_win_in_anothers_turn_with_any_time():
    state = almost_won("any_time")
    assert state.over and state.returns() == [0, 0, 1, 0]


def test_a_bought_victory_point_counts_at_once_and_stays_hidden():
    state = bare()
    state.record["visible"][0] = 8
    give(state, [0, 0, 2, 2, 2])
    state.record["deck"][23:25] = 1
    state.play(moves.BUY)
    assert not state.over and state.points()[0] == 9 and state.record["visible"][0] == 8
    state.play(moves.BUY)
    assert state.over and state.returns()[0] == 1


def test_counters_add_up_to_the_points():
    """Settlements, cities, cards, road and army add up to the points of every seat; cards are those bought."""
    game = tapete.load("catan", turn_cap=400)
    names = [(fact.name, seat) for fact, seat, _ in game.counter_columns]
    bought, chooser = 0, random.Random(5)
    for seed in range(4):
        state, buys = game.deal(seed), [0] * game.seats
        while not state.over:
            legal = state.legal()
            action = moves.BUY if moves.BUY in legal else chooser.choice(legal)
            buys[state.seat] += action == moves.BUY
            state.apply(action)
        counted = dict(zip(names, game.counters_of(state).tolist(), strict=True))
        worth = {"settlements": 1, "cities": 2, "longest_road": 2, "largest_army": 2, "point_cards": 1}
        for seat in range(game.seats):
            assert sum(counted[name, seat] * points for name, points in worth.items()) == state.points()[seat]
            assert counted["cards_bought", seat] == buys[seat]
        bought += sum(buys)
    assert bought > 40  # otherwise nothing was tested


def test_turn_cap_is_a_draw_for_all():
    state = after_setup(turn_cap=3, max_offers=0)
    chooser = random.Random(2)
    while not state.over:
        legal = state.legal()
        state.apply(moves.END if moves.END in legal else chooser.choice(legal))
    assert state.returns() == [0.25] * 4 and state.turn == 8 + 3


def test_presets_and_options_have_the_names_and_defaults_of_section_9():
    game = tapete.load("catan")
    assert game.options == {
        "players": 4, "numbers": "spiral", "spiral_start": "random", "no_adjacent_red": True, "harbours": "shuffled",
        "shortage": "current", "roads": 15, "bank": 19, "cards_before_roll": True, "hidden_discards": False, "max_offers": 3, "offer_menu": "standard", "compose_trade": False,
        "blind_answers": False, "trade_close": "confirm", "win": "own_turn", "points": 10, "hand_cap": 0, "turn_cap": 1000,
        "preset": "official",
    }  # fmt: skip
    thesis = tapete.load("catan", preset="thesis").options
    changed = {name: value for name, value in thesis.items() if value != game.options[name]}
    assert changed == {
        "roads": 13, "bank": 0, "cards_before_roll": False, "hand_cap": 20, "win": "any_time", "max_offers": 5, "offer_menu": "student", "trade_close": "first_acceptor",
        "harbours": "fixed", "spiral_start": "0", "preset": "thesis",
    }  # fmt: skip


def test_preset_thesis_has_thirteen_roads():
    state = after_setup(1, preset="thesis")
    assert state.record["roads_left"].tolist() == [11] * 4  # thirteen, two of them placed
    state.record["roads_left"][0], state.record["phase"], state.record["rolled"] = 0, MAIN, 1
    give(state, [5, 5, 0, 0, 0])
    assert not {action for action in state.legal() if moves.ROAD <= action < moves.BUY}


def test_preset_thesis_has_no_limit_of_the_bank():
    """With more than nineteen cards of a resource in use, every player still gets what is due."""
    for preset, gains in (("official", 0), ("thesis", 1)):
        state = bare(PRE_ROLL, preset=preset)
        record = state.record
        hex = next(h for h in range(19) if record["token"][h] == 8 and h != record["robber"])
        resource = int(record["terrain"][hex])
        first, second = HEX_CORNERS[hex][0], HEX_CORNERS[hex][3]
        place(state, 0, settlements=[first])
        place(state, 1, settlements=[second])
        held = [0] * 5
        held[resource] = 18
        give(state, [], [], held)
        record["forced_dice"][:] = (4, 4)
        state.play(moves.ROLL)
        assert [hand(state, seat)[resource] for seat in (0, 1)] == [gains, gains]


def test_bank_of_the_preset_thesis_does_not_run_short():
    """51 of each can be counted; the thesis's players hold far fewer at a time."""
    game = tapete.load("catan", preset="thesis")
    agents = [make_agent("almost-random:as_coded=1", game) for _ in range(4)]
    least = 51
    for seed in range(6):
        state = game.deal(seed)
        for seat, agent in enumerate(agents):
            agent.reset(4 * seed + seat)
        while not state.over:
            state.apply(agents[state.seat].act(View(state, state.seat, 0, clairvoyant=True)))
            least = min(least, *unpack(state.record["bank"]))
    assert least > 10


def test_preset_thesis_plays_no_card_before_the_roll():
    for preset, cards in (("official", True), ("thesis", False)):
        state = bare(PRE_ROLL, preset=preset)
        state.record["cards"][0] = pack([1, 0, 0, 1, 1])
        assert (len(state.legal()) > 1) is cards and state.legal()[0] == moves.ROLL
        state.record["phase"], state.record["rolled"] = MAIN, 1
        assert moves.KNIGHT in state.legal()


def test_bank_too_small_for_the_set_up_gives_the_cards_it_has():
    state = after_setup(2, bank=1)
    check_conservation(state)
    assert all(count <= 1 for word in state.record["hand"] for count in unpack(word))


def test_cards_are_discarded_one_at_a_time():
    state = bare(DISCARD, seat=2)
    state.record["owed"][2] = 2
    give(state, [], [], [5, 0, 0, 0, 3])
    assert state.legal() == [moves.DISCARD, moves.DISCARD + 4]
    state.play(moves.DISCARD + 4)
    assert hand(state, 2) == [5, 0, 0, 0, 2] and state.seat == 2


@pytest.mark.parametrize("name", ["catan-4p", "catan-thesis", "catan-2p-compose"])
def test_golden_playthrough_is_reproduced(name):
    testing.check_playthrough(Path(__file__).parents[2] / "playthroughs" / f"{name}.txt")
