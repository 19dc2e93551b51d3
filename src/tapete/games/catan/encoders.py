"""Feature vectors: a full encoder, and the 279 inputs of the thesis's network (catan_bots.md, 5.1).

Seats are numbered clockwise from the observer, and missing seats are zeros, so that one network serves all seats.
"""

import numpy as np

from tapete.games.catan import moves
from tapete.games.catan.board import DESERT, EDGES, HEXES, NODE_SITE, NODES, PIPS, SITES
from tapete.games.catan.determinize import bounds
from tapete.games.catan.evaluations import TERM_COUNT, describe
from tapete.games.catan.packed_counts import LANES, lane, total
from tapete.games.catan.rules import legal
from tapete.games.catan.state import (
    DECK_COUNTS,
    DISCARD,
    EMPTY,
    FREE_ROAD,
    KNIGHT,
    MAX_SEATS,
    MONOPOLY,
    PHASES,
    PLENTY,
    ROAD_BUILDING,
    SETUP_ROAD,
    VICTORY_POINT,
    State,
)
from tapete.kernel import Array, f4, i8, kernel, scratch_f8, scratch_i4, scratch_i8, u8
from tapete.kernel.contract import FEATURES

PHASE_COUNT = len(PHASES)
CELLS = MAX_SEATS * LANES
HEX_FEATURES, NODE_FEATURES, EDGE_FEATURES = 8, 15, 4
OWN_FEATURES, SEAT_FEATURES = 20, 32
TABLE_FEATURES = 4 + PHASE_COUNT + 11 + 4 * LANES + 8
SIZE_V1 = (
    HEXES * HEX_FEATURES
    + NODES * NODE_FEATURES
    + EDGES * EDGE_FEATURES
    + OWN_FEATURES
    + MAX_SEATS * SEAT_FEATURES
    + TABLE_FEATURES
)
SIZE_THESIS = 279
PARTS_V1 = (
    ("hexes", HEXES * HEX_FEATURES),
    ("nodes", NODES * NODE_FEATURES),
    ("roads", EDGES * EDGE_FEATURES),
    ("own hand, cards and rates", OWN_FEATURES),
    *((f"what is seen of {'me' if k == 0 else f'seat +{k}'}", SEAT_FEATURES) for k in range(MAX_SEATS)),
    ("deck, turn, goal, players", 4),
    ("phase", PHASE_COUNT),
    ("dice", 11),
    ("bank", LANES),
    ("unseen development cards", LANES),
    ("offer: given", LANES),
    ("offer: wanted", LANES),
    ("state of the turn", 8),
)
PARTS_THESIS = (
    ("own resources", 5),
    ("own development cards", 4),
    ("sizes of hands", 4),
    ("tiles", 57),
    ("corners", 108),
    ("edges", 72),
    ("paths and knights", 8),
    ("points", 4),
    ("possible types of action", 17),
)
# The thesis's codes and orders: its places are in rings from the outside in, starting at the top left
THESIS_GROUND = np.array([1, 2, 3, 4, 5, 0], dtype=np.int8)  # terrains and harbours: 0 for the desert and for 3:1
THESIS_HAND = np.array([0, 1, 4, 2, 3], dtype=np.int8)  # cards are counted as wood, brick, ore, sheep, wheat
THESIS_CARDS = np.array([KNIGHT, ROAD_BUILDING, PLENTY, MONOPOLY], dtype=np.int8)
THESIS_HEXES = np.array([0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9], dtype=np.int8)
THESIS_NODES = np.array(
    [
        0, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37, 32, 26, 20, 15, 10, 6, 2, 5, 1, 4,
        8, 12, 17, 22, 28, 34, 39, 44, 40, 45, 41, 36, 31, 25, 19, 14, 9, 13,
        18, 23, 29, 35, 30, 24,
    ],
    dtype=np.int8,
)  # fmt: skip
THESIS_EDGES = np.array(
    [
        0, 6, 10, 18, 23, 33, 39, 49, 54, 62, 66, 67, 68, 69, 70, 71, 65, 61, 53, 48, 38, 32, 22, 17, 9, 5, 4, 3, 2, 1,
        12, 19, 25, 34, 41, 50, 56, 57, 58, 59, 52, 46, 37, 30, 21, 15, 14, 13,
        27, 35, 43, 44, 36, 28,
        7, 11, 24, 40, 55, 63, 64, 60, 47, 31, 16, 8,
        26, 42, 51, 45, 29, 20,
    ],
    dtype=np.int8,
)  # fmt: skip
THESIS_TYPES = 17
MOST_ACTIONS = moves.COUNT  # a plain number, as required for the size of an array on the stack


# The thesis's type of each action id; THESIS_TYPES if it has none (the roll)
TYPE_OF = moves.kinds_by_id(
    (
        (moves.END, moves.SETTLE, 0),
        (moves.ROAD, moves.BUY, 1),
        (moves.SETTLE, moves.CITY, 2),
        (moves.CITY, moves.ROAD, 3),
        (moves.BUY, moves.KNIGHT, 4),
        (moves.ROBBER, moves.DISCARD, 5),  # the victim is part of the robber's move
        (moves.ROADS, moves.MONOPOLY, 6),
        (moves.MONOPOLY, moves.PLENTY, 7),
        (moves.PLENTY, moves.ROBBER, 8),
        (moves.KNIGHT, moves.ROADS, 9),
        (moves.DISCARD, moves.MARITIME, 10),
        (moves.MARITIME, moves.OFFER, 11),
        (moves.OFFER, moves.ACCEPT, 12),
        (moves.OFFER_STUDENT, moves.COUNT, 12),
        (moves.ACCEPT, moves.REJECT, 13),
        (moves.REJECT, moves.CONFIRM, 14),
        (moves.CONFIRM, moves.CANCEL, 13),
        (moves.CANCEL, moves.OFFER_STUDENT, 14),
    ),
    other=THESIS_TYPES,
)
FREE_ROAD_TYPE, SETUP_TYPE = 15, 16


@kernel
def settlement_owner(state: State, node: i8) -> i8:
    """Return the seat with a settlement at a node, or -1."""
    for seat in range(state.players):
        if (state.settlements[seat] >> u8(node)) & u8(1):
            return seat
    return -1


@kernel
def city_owner(state: State, node: i8) -> i8:
    for seat in range(state.players):
        if (state.cities[seat] >> u8(node)) & u8(1):
            return seat
    return -1


@kernel
def road_owner(state: State, edge: i8) -> i8:
    for seat in range(state.players):
        if (state.roads[seat, edge >> 6] >> u8(edge & 63)) & u8(1):
            return seat
    return -1


@kernel
def relative(seat: i8, observer: i8, players: i8) -> i8:
    return (seat - observer + players) % players


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    """Write everything that the observer knows, most values between 0 and 1."""
    for i in range(SIZE_V1):
        out[i] = 0.0
    at = write_board(state, observer, out)
    low, high = scratch_i8(CELLS), scratch_i8(CELLS)
    bounds(state, observer, low, high)
    hand, cards = state.hand[observer], state.cards[observer]
    bought = state.bought if state.player == observer else EMPTY
    for r in range(LANES):
        out[at + r] = lane(hand, r) / f4(5)
        out[at + 5 + r] = lane(cards, r) / f4(3)
        out[at + 10 + r] = lane(bought, r) / f4(3)
        out[at + 15 + r] = (4 - lane(state.rates[observer], r)) / f4(2)
    at += OWN_FEATURES
    for k in range(state.players):
        write_seat(state, observer, (observer + k) % i8(state.players), low, high, out, at + k * SEAT_FEATURES)
    write_table(state, observer, out, at + MAX_SEATS * SEAT_FEATURES)


@kernel
def write_board(state: State, observer: i8, out: FEATURES) -> i8:
    players = i8(state.players)
    at = 0
    for hex in range(HEXES):
        if state.terrain[hex] != DESERT:
            out[at + state.terrain[hex]] = 1.0
            out[at + 5] = PIPS[state.token[hex]] / f4(5)
            out[at + 6] = state.token[hex] / f4(12)
        if state.robber == hex:
            out[at + 7] = 1.0
        at += HEX_FEATURES
    for node in range(NODES):
        settled, city = settlement_owner(state, node), city_owner(state, node)
        if settled >= 0:
            out[at + relative(settled, observer, players)] = 1.0
        if city >= 0:
            out[at + 4 + relative(city, observer, players)] = 1.0
        if NODE_SITE[node] < SITES:
            out[at + 8 + state.harbour[NODE_SITE[node]]] = 1.0
        if (state.blocked >> u8(node)) & u8(1):
            out[at + 14] = 1.0
        at += NODE_FEATURES
    for edge in range(EDGES):
        built = road_owner(state, edge)
        if built >= 0:
            out[at + relative(built, observer, players)] = 1.0
        at += EDGE_FEATURES
    return at


@kernel
def write_seat(state: State, observer: i8, seat: i8, low: Array[i8], high: Array[i8], out: FEATURES, at: i8) -> None:
    for r in range(LANES):
        out[at + r] = low[seat * LANES + r] / f4(5)
        out[at + 5 + r] = high[seat * LANES + r] / f4(5)
        out[at + 10 + r] = lane(state.played[seat], r) / f4(3)
        out[at + 15 + r] = (4 - lane(state.rates[seat], r)) / f4(2)
    out[at + 20] = total(state.hand[seat]) / f4(10)
    out[at + 21] = total(state.cards[seat]) / f4(5)
    out[at + 22] = state.roads_left[seat] / f4(15)
    out[at + 23] = state.settlements_left[seat] / f4(5)
    out[at + 24] = state.cities_left[seat] / f4(4)
    hidden_points = lane(state.cards[seat], VICTORY_POINT) if seat == observer else 0
    out[at + 25] = (state.visible[seat] + hidden_points) / f4(10)
    out[at + 26] = state.road_length[seat] / f4(15)
    out[at + 27] = 1.0 if state.longest_road == seat else 0.0
    out[at + 28] = 1.0 if state.largest_army == seat else 0.0
    out[at + 29] = 1.0 if state.player == seat else 0.0
    out[at + 30] = 1.0 if state.seat == seat else 0.0
    out[at + 31] = state.owed[seat] / f4(10)


@kernel
def write_table(state: State, observer: i8, out: FEATURES, at: i8) -> None:
    """Write bank, deck, phase, dice and the offer on the table."""
    bank, unseen = state.bank, EMPTY
    for seat in range(state.players):
        unseen += state.played[seat]
        if seat != observer and state.phase == DISCARD:
            bank -= state.discarded[seat]
    unseen += state.cards[observer]
    out[at] = state.deck_left / f4(25)
    out[at + 1] = state.turn / f4(1000)
    out[at + 2] = state.points_to_win / f4(10)
    out[at + 3] = state.players / f4(4)
    at += 4
    out[at + state.phase] = 1.0
    at += PHASE_COUNT
    if state.dice[0] > 0:
        out[at + state.dice[0] + state.dice[1] - 2] = 1.0
    at += 11
    for r in range(LANES):
        out[at + r] = lane(bank, r) / f4(19)
        out[at + 5 + r] = (DECK_COUNTS[r] - lane(unseen, r)) / f4(14)
        out[at + 10 + r] = lane(state.give, r) / f4(3)
        out[at + 15 + r] = lane(state.want, r) / f4(3)
    at += 4 * LANES
    out[at] = state.rolled
    out[at + 1] = state.card_played
    out[at + 2] = state.free_roads / f4(2)
    out[at + 3] = (state.max_offers - state.offers) / f4(3) if state.max_offers > 0 else f4(0)
    if not state.blind_answers:
        for k in range(state.players):
            seat = (observer + k) % i8(state.players)
            out[at + 4 + k] = 1.0 if state.accepted & (1 << seat) else 0.0


@kernel
def observe_thesis(state: State, observer: i8, out: FEATURES) -> None:
    """Write the thesis's inputs: raw integers, -1 for an empty place, no owner at the corners, visible points."""
    players = i8(state.players)
    for i in range(SIZE_THESIS):
        out[i] = 0.0
    for k in range(LANES):
        out[k] = lane(state.hand[observer], i8(THESIS_HAND[k]))
    for k in range(4):
        out[5 + k] = lane(state.cards[observer], i8(THESIS_CARDS[k]))
    for k in range(players):
        out[9 + k] = total(state.hand[(observer + k) % players])
    at = 13
    for k in range(HEXES):
        hex = i8(THESIS_HEXES[k])
        out[at] = THESIS_GROUND[state.terrain[hex]]
        out[at + 1] = state.token[hex]
        out[at + 2] = 1.0 if state.robber == hex else 0.0
        at += 3
    for k in range(NODES):
        node = i8(THESIS_NODES[k])
        out[at] = -1.0
        if settlement_owner(state, node) >= 0:
            out[at] = 0.0
        elif city_owner(state, node) >= 0:
            out[at] = 1.0
        out[at + 1] = -1.0
        if NODE_SITE[node] < SITES:
            out[at + 1] = THESIS_GROUND[state.harbour[NODE_SITE[node]]]
        at += 2
    for k in range(EDGES):
        built = road_owner(state, i8(THESIS_EDGES[k]))
        out[at] = relative(built, observer, players) if built >= 0 else -1
        at += 1
    for k in range(players):
        seat = (observer + k) % players
        out[at + 2 * k] = state.road_length[seat]
        out[at + 2 * k + 1] = lane(state.played[seat], KNIGHT)
        out[at + 8 + k] = state.visible[seat]
    at += 12
    if state.seat == observer:
        actions = scratch_i4(MOST_ACTIONS)
        for i in range(legal(state, actions)):
            kind = i8(TYPE_OF[actions[i]])
            if state.phase <= SETUP_ROAD:
                kind = SETUP_TYPE
            elif state.phase == FREE_ROAD:
                kind = FREE_ROAD_TYPE
            if kind < THESIS_TYPES:
                out[at + kind] = 1.0


@kernel
def observe_terms(state: State, observer: i8, out: FEATURES) -> None:
    """Write the terms of the evaluation, each about 0 to 1: few informative numbers, for small networks."""
    terms = scratch_f8(TERM_COUNT)
    describe(state, observer, terms)
    for i in range(TERM_COUNT):
        out[i] = f4(terms[i])
