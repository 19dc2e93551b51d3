"""Evaluations of a position: the value function F (docs/rules/catan_bots.md, section 1.1), and our weighted one."""

from typing import TypeAlias

import numpy as np

from tapete.games.catan.board import DESERT, HEX_NODES, HEXES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS, PIPS
from tapete.games.catan.packed_counts import LANES, lane, total
from tapete.games.catan.roads import has_edge
from tapete.games.catan.state import (
    CARD_COST,
    CITY_COST,
    EMPTY,
    KNIGHT,
    ROAD_COST,
    SETTLEMENT_COST,
    SETUP_ROAD,
    VICTORY_POINT,
    State,
)
from tapete.kernel import Array, bit_count, f8, i8, kernel, scratch_f8, trailing_zeros, u8
from tapete.kernel.contract import NUMBERS

TERMS = (
    "public_points",  # victory points that everybody sees, of 10
    "hidden_points",  # victory point cards, of 5
    "production_wood",  # expected cards per roll without the robber's hex, times 2
    "production_brick",
    "production_sheep",
    "production_wheat",
    "production_ore",
    "variety",  # number of resources produced, of 5
    "next_production",  # expected cards per roll of the next seat, of 1.5
    "leader_production",  # of the opponent with most points (then most production)
    "rivals_production",  # mean of all opponents
    "reachable_production",  # of own buildings and free nodes at most one road away, of 3 cards per roll
    "spots",  # nodes that it could settle now, of 5
    "best_spot",  # pips of the best of them, of 13
    "near_spot",  # of the best one road away
    "far_spot",  # of the best two roads away
    "hand_synergy",  # how close the hand is to a city and a settlement
    "knights_played",  # of 5
    "cards_unplayed",  # development cards, of 5
    "road_without_spot",  # road length of 10, if there is no node to settle
    "road_with_spot",  # the same, if there is one
    "hexes",  # distinct hexes with an own building, of 10
    "hand_cards",  # resource cards, of 10
    "over_seven",  # 1 with more than seven
    "build_speed",  # how soon road, settlement, city and card can be paid from an empty hand, with bank trades
    "near_city",  # how soon a city, if there is a settlement to replace
    "near_settlement",  # how soon a settlement, including the roads to its node
    "near_card",  # how soon a development card
    "near_road",  # how soon a road, if there is no node to settle
    "harbours",  # cards per roll with a better rate
    "leader_points",  # public points of the best opponent, of 10
    "road_lead",  # own road length minus the longest other, of 5
    "army_lead",  # own knights, including unplayed ones, minus the most played by another, of 3
    "knights_unplayed",  # of 3
    "progress_unplayed",  # other cards that can be played, of 3
    "to_settle",  # settlements still to place in the set-up, of 2
)
TERM_COUNT = len(TERMS)
# Index of each term
(
    T_PUBLIC_POINTS,
    T_HIDDEN_POINTS,
    T_PRODUCTION_WOOD,
    T_PRODUCTION_BRICK,
    T_PRODUCTION_SHEEP,
    T_PRODUCTION_WHEAT,
    T_PRODUCTION_ORE,
    T_VARIETY,
    T_NEXT_PRODUCTION,
    T_LEADER_PRODUCTION,
    T_RIVALS_PRODUCTION,
    T_REACHABLE_PRODUCTION,
    T_SPOTS,
    T_BEST_SPOT,
    T_NEAR_SPOT,
    T_FAR_SPOT,
    T_HAND_SYNERGY,
    T_KNIGHTS_PLAYED,
    T_CARDS_UNPLAYED,
    T_ROAD_WITHOUT_SPOT,
    T_ROAD_WITH_SPOT,
    T_HEXES,
    T_HAND_CARDS,
    T_OVER_SEVEN,
    T_BUILD_SPEED,
    T_NEAR_CITY,
    T_NEAR_SETTLEMENT,
    T_NEAR_CARD,
    T_NEAR_ROAD,
    T_HARBOURS,
    T_LEADER_POINTS,
    T_ROAD_LEAD,
    T_ARMY_LEAD,
    T_KNIGHTS_UNPLAYED,
    T_PROGRESS_UNPLAYED,
    T_TO_SETTLE,
) = range(TERM_COUNT)
INTEGERS: TypeAlias = Array[i8]
NEVER = 60.0  # rolls: longer than any plan
INVERSE = np.array([1.0, 1.0, 1 / 2, 1 / 3, 1 / 4])  # of the bank's rates
PATIENCE = 6.0  # rolls of waiting that halve the value of a plan


@kernel
def next_seat(state: State, seat: i8) -> i8:
    return seat + 1 if seat + 1 < state.players else 0


@kernel
def hand_synergy(hand: u8) -> f8:
    """Return (2 - missing share of a city - missing share of a settlement) / 2."""
    wood, brick, sheep, wheat, ore = lane(hand, 0), lane(hand, 1), lane(hand, 2), lane(hand, 3), lane(hand, 4)
    city = max(0, 2 - wheat) + max(0, 3 - ore)
    settlement = max(0, 1 - wood) + max(0, 1 - brick) + max(0, 1 - sheep) + max(0, 1 - wheat)
    return (2.0 - city / 5.0 - settlement / 4.0) / 2.0


@kernel
def within_one_road(state: State, seat: i8, network: u8) -> u8:
    """Return the network and the nodes one edge away, not past an opponent's building or along an opponent's road."""
    own = state.settlements[seat] | state.cities[seat]
    low, high = state.all_roads[0] & ~state.roads[seat, 0], state.all_roads[1] & ~state.roads[seat, 1]
    nodes = network & ~(state.buildings & ~own)
    reached = network
    while nodes:
        node = trailing_zeros(nodes)
        nodes &= nodes - u8(1)
        for k in range(3):
            if NODE_NEIGHBOURS[node, k] < 54 and not has_edge(low, high, i8(NODE_EDGES[node, k])):
                reached |= u8(1) << u8(NODE_NEIGHBOURS[node, k])
    return reached


F_AT = 2  # index of its weights in the params of a policy
F_NUMBERS = {
    "points": 3e14,
    "production": 1e8,
    "next_production": 1e8,
    "reachable_production": 1e4,
    "spots": 1e3,
    "hand_synergy": 1e2,
    "knights_played": 10.1,
    "cards_unplayed": 10.0,
    "road_with_spot": 0.1,
    "road_without_spot": 10.0,
    "hexes": 1.0,
    "hand_cards": 1.0,
    "over_seven": 5.0,
}


@kernel
def f_value(state: State, seat: i8, params: NUMBERS) -> f8:
    """Return the value of catanatron's F, a lexicographic order in effect with its usual weights (F_NUMBERS)."""
    settlements, cities = state.settlements[seat], state.cities[seat]
    own = settlements | cities
    network = state.network[seat] | own
    rival = next_seat(state, seat)
    rival_settlements, rival_cities = state.settlements[rival], state.cities[rival]
    spots = network & ~state.blocked
    reachable = within_one_road(state, seat, network) & (own | ~state.blocked)
    kinds, touched = 0, 0
    production, rival_production, reachable_production = 0, 0, 0  # in 36ths of a card
    for hex in range(HEXES):
        nodes = HEX_NODES[hex]
        mine = bit_count(settlements & nodes) + 2 * bit_count(cities & nodes)
        touched += 1 if mine > 0 else 0
        pips = i8(PIPS[state.token[hex]])
        reachable_production += pips * bit_count(reachable & nodes)
        if hex != state.robber and pips > 0:
            production += pips * mine
            rival_production += pips * (bit_count(rival_settlements & nodes) + 2 * bit_count(rival_cities & nodes))
            if mine > 0:
                kinds |= 1 << i8(state.terrain[hex])
    hand = state.hand[seat]
    cards = total(hand)
    value = params[F_AT] * state.visible[seat]
    value += params[F_AT + 1] * (production + 4 * bit_count(u8(kinds))) / 36.0
    value -= params[F_AT + 2] * rival_production / 36.0
    value += params[F_AT + 3] * reachable_production / 36.0
    value += params[F_AT + 4] * bit_count(spots)
    value += params[F_AT + 5] * hand_synergy(hand)
    value += params[F_AT + 6] * lane(state.played[seat], KNIGHT)
    value += params[F_AT + 7] * total(state.cards[seat])
    value += (params[F_AT + 8] if spots != EMPTY else params[F_AT + 9]) * state.road_length[seat]
    value += params[F_AT + 10] * touched
    value += params[F_AT + 11] * cards
    if cards > 7:
        value -= params[F_AT + 12]
    return value


# Building time


@kernel
def rolls_to_pay(cost: u8, hand: u8, rates: u8, production: Array[f8]) -> f8:
    """Return the rolls until a cost can be paid from hand, expected production and trades of the surplus with the bank.

    What is missing is a convex piecewise linear function of the rolls, so Newton's steps from the left find its root in
    a few steps.
    """
    rolls = 0.0
    for _ in range(LANES + 1):
        missing, falls = 0.0, 0.0
        for r in range(LANES):
            surplus = lane(hand, r) - lane(cost, r) + rolls * production[r]
            share = 1.0 if surplus < 0.0 else INVERSE[lane(rates, r)]
            missing -= surplus * share
            falls += production[r] * share
        if missing <= 1e-9:
            return rolls
        if missing >= NEVER * falls:
            return NEVER
        rolls += missing / falls
    return min(rolls, NEVER)


@kernel
def soon(rolls: f8) -> f8:
    """Return 1 for now, one half after PATIENCE rolls, 0 for never."""
    return PATIENCE / (PATIENCE + rolls) if rolls < NEVER else 0.0


@kernel
def node_pips(state: State, node: i8) -> i8:
    """Return the ways of the dice that produce at a node, ignoring the robber."""
    pips = 0
    for k in range(3):
        hex = i8(NODE_HEXES[node, k])
        if hex < HEXES:
            pips += i8(PIPS[state.token[hex]])
    return pips


@kernel
def best_pips(state: State, nodes: u8) -> i8:
    best = 0
    while nodes:
        best = max(best, node_pips(state, trailing_zeros(nodes)))
        nodes &= nodes - u8(1)
    return best


@kernel
def next_ring(state: State, seat: i8, nodes: u8) -> u8:
    """Return the nodes one free edge away from nodes without an opponent's building."""
    own = state.settlements[seat] | state.cities[seat]
    low, high = state.all_roads[0], state.all_roads[1]
    nodes &= ~(state.buildings & ~own)
    reached = u8(0)
    while nodes:
        node = trailing_zeros(nodes)
        nodes &= nodes - u8(1)
        for k in range(3):
            if NODE_NEIGHBOURS[node, k] < 54 and not has_edge(low, high, i8(NODE_EDGES[node, k])):
                reached |= u8(1) << u8(NODE_NEIGHBOURS[node, k])
    return reached


@kernel
def produce_per_roll(state: State, seat: i8, out: Array[f8]) -> i8:
    """Write the expected cards per roll by resource; return their sum in 36ths."""
    settlements, cities = state.settlements[seat], state.cities[seat]
    own = settlements | cities
    for r in range(LANES):
        out[r] = 0.0
    whole = 0
    for hex in range(HEXES):
        nodes = HEX_NODES[hex]
        if own & nodes != EMPTY and hex != state.robber and state.terrain[hex] != DESERT:
            pips = i8(PIPS[state.token[hex]]) * (bit_count(settlements & nodes) + 2 * bit_count(cities & nodes))
            out[i8(state.terrain[hex])] += pips / 36.0
            whole += pips
    return whole


@kernel
def pending_hand(state: State, seat: i8) -> u8:
    """Return the hand, after the trade if the seat has accepted one that is not closed yet."""
    if state.accepted & (1 << seat):
        return state.hand[seat] - state.want + state.give
    return state.hand[seat]


@kernel
def describe(state: State, seat: i8, out: Array[f8]) -> None:
    """Write all terms of the evaluation, each about 0 to 1."""
    players = i8(state.players)
    settlements, cities = state.settlements[seat], state.cities[seat]
    own = settlements | cities
    network = state.network[seat] | own
    hand, cards, rates = pending_hand(state, seat), state.cards[seat], state.rates[seat]
    production = scratch_f8(LANES)
    for i in range(TERM_COUNT):
        out[i] = 0.0
    out[T_PUBLIC_POINTS] = state.visible[seat] / 10.0
    out[T_HIDDEN_POINTS] = lane(cards, VICTORY_POINT) / 5.0
    leader_rank, most_knights, longest = -1.0, 0, 0
    rivals = 0.0
    for k in range(1, players):
        other = (seat + k) % players
        per_roll = produce_per_roll(state, other, production) / 36.0
        rivals += per_roll
        if k == 1:
            out[T_NEXT_PRODUCTION] = per_roll / 1.5
        rank = state.visible[other] + per_roll / 10.0
        if rank > leader_rank:
            leader_rank = rank
            out[T_LEADER_PRODUCTION] = per_roll / 1.5
        most_knights = max(most_knights, lane(state.played[other], KNIGHT))
        longest = max(longest, i8(state.road_length[other]))
        out[T_LEADER_POINTS] = max(out[T_LEADER_POINTS], state.visible[other] / 10.0)
    out[T_RIVALS_PRODUCTION] = rivals / (players - 1) / 1.5
    produce_per_roll(state, seat, production)
    for r in range(LANES):
        out[T_PRODUCTION_WOOD + r] = 2.0 * production[r]
        if production[r] > 0.0:
            out[T_VARIETY] += 0.2
            out[T_HARBOURS] += production[r] * (4 - lane(rates, r)) / 2.0
    spots = network & ~state.blocked
    reachable = within_one_road(state, seat, network) & (own | ~state.blocked)
    touched, reachable_pips = 0, 0
    for hex in range(HEXES):
        nodes = HEX_NODES[hex]
        touched += 1 if own & nodes != EMPTY else 0
        reachable_pips += i8(PIPS[state.token[hex]]) * bit_count(reachable & nodes)
    out[T_REACHABLE_PRODUCTION] = reachable_pips / 108.0
    out[T_SPOTS] = bit_count(spots) / 5.0
    near = next_ring(state, seat, network) & ~network
    far = next_ring(state, seat, near) & ~network & ~near
    out[T_BEST_SPOT] = best_pips(state, spots) / 13.0
    out[T_NEAR_SPOT] = best_pips(state, near & ~state.blocked) / 13.0
    out[T_FAR_SPOT] = best_pips(state, far & ~state.blocked) / 13.0
    out[T_HAND_SYNERGY] = hand_synergy(hand)
    out[T_KNIGHTS_PLAYED] = lane(state.played[seat], KNIGHT) / 5.0
    out[T_CARDS_UNPLAYED] = total(cards) / 5.0
    if spots == EMPTY:
        out[T_ROAD_WITHOUT_SPOT] = state.road_length[seat] / 10.0
    else:
        out[T_ROAD_WITH_SPOT] = state.road_length[seat] / 10.0
    out[T_HEXES] = touched / 10.0
    held = total(hand)
    out[T_HAND_CARDS] = held / 10.0
    out[T_OVER_SEVEN] = 1.0 if held > 7 else 0.0
    plan_terms(state, seat, hand, spots, near, far, production, out)
    out[T_ROAD_LEAD] = max(-1.0, min(1.0, (i8(state.road_length[seat]) - longest) / 5.0))
    out[T_ARMY_LEAD] = max(
        -1.0, min(1.0, (lane(state.played[seat], KNIGHT) + lane(cards, KNIGHT) - most_knights) / 3.0)
    )
    out[T_KNIGHTS_UNPLAYED] = lane(cards, KNIGHT) / 3.0
    out[T_PROGRESS_UNPLAYED] = (total(cards) - lane(cards, KNIGHT) - lane(cards, VICTORY_POINT)) / 3.0
    if state.phase <= SETUP_ROAD:
        out[T_TO_SETTLE] = 1.0 - bit_count(settlements) / 2.0


@kernel
def plan_terms(
    state: State, seat: i8, hand: u8, spots: u8, near: u8, far: u8, production: Array[f8], out: Array[f8]
) -> None:
    """Write the building times: from an empty hand, and with the hand for pieces that have a place."""
    rates = state.rates[seat]
    for k in range(4):
        cost = ROAD_COST if k == 0 else SETTLEMENT_COST if k == 1 else CITY_COST if k == 2 else CARD_COST
        out[T_BUILD_SPEED] += 0.25 * soon(rolls_to_pay(cost, EMPTY, rates, production))
    if state.settlements[seat] != EMPTY and state.cities_left[seat] > 0:
        out[T_NEAR_CITY] = soon(rolls_to_pay(CITY_COST, hand, rates, production))
    if state.settlements_left[seat] > 0:
        cost = EMPTY
        if spots != EMPTY:
            cost = SETTLEMENT_COST
        elif near & ~state.blocked != EMPTY and state.roads_left[seat] > 0:
            cost = SETTLEMENT_COST + ROAD_COST
        elif far & ~state.blocked != EMPTY and state.roads_left[seat] > 1:
            cost = SETTLEMENT_COST + ROAD_COST + ROAD_COST
        if cost != EMPTY:
            out[T_NEAR_SETTLEMENT] = soon(rolls_to_pay(cost, hand, rates, production))
    if state.deck_left > 0:
        out[T_NEAR_CARD] = soon(rolls_to_pay(CARD_COST, hand, rates, production))
    if spots == EMPTY and state.roads_left[seat] > 0:
        out[T_NEAR_ROAD] = soon(rolls_to_pay(ROAD_COST, hand, rates, production))


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the weighted sum of all terms; 1000 or -1000 for a game won or lost, 0 for one without a winner."""
    if state.over:
        if state.winner >= 0:
            return 1000.0 if state.winner == seat else -1000.0
        return 0.0
    terms = scratch_f8(TERM_COUNT)
    describe(state, seat, terms)
    value = 0.0
    for i in range(TERM_COUNT):
        value += weights[i] * terms[i]
    return value
