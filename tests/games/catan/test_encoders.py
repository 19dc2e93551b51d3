"""Feature vectors. The thesis's inputs are written out from the table of docs/rules/catan_bots.md, section 5.1."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tapete
from tapete.core.state import State
from tapete.games.catan import moves
from tapete.games.catan.board import EDGE_PAIRS, HEX_CORNERS, NODE_HEXES
from tapete.games.catan.encoders import SIZE_V1
from tapete.games.catan.packed_counts import pack
from tapete.games.catan.state import ANSWER, DISCARD, FREE_ROAD, MAIN, PRE_ROLL, ROBBER, STEAL

from .positions import game_with, give, path, place

# Places in the order of the inputs, as ids of this project
HEXES = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9]
NODES = [
    0, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37, 32, 26, 20, 15, 10, 6, 2, 5, 1, 4, 8, 12, 17,
    22, 28, 34, 39, 44, 40, 45, 41, 36, 31, 25, 19, 14, 9, 13, 18, 23, 29, 35, 30, 24,
]  # fmt: skip
EDGES = [
    0, 6, 10, 18, 23, 33, 39, 49, 54, 62, 66, 67, 68, 69, 70, 71, 65, 61, 53, 48, 38, 32, 22, 17, 9, 5, 4, 3, 2, 1, 12, 19, 25,
    34, 41, 50, 56, 57, 58, 59, 52, 46, 37, 30, 21, 15, 14, 13, 27, 35, 43, 44, 36, 28, 7, 11, 24, 40, 55, 63, 64, 60, 47, 31,
    16, 8, 26, 42, 51, 45, 29, 20,
]  # fmt: skip
RINGS = ((0, 30), (30, 48), (48, 54))  # of corners and of the edges between them: the coast, the middle, the centre
# The board of the examples in that order: (resource, number), 0 desert, 1 wood, 2 clay, 3 wool, 4 grain, 5 ore
TILES = [
    (1, 5), (5, 2), (0, 0), (3, 6), (4, 3), (2, 8), (1, 10), (3, 9), (4, 12), (5, 11), (2, 4), (1, 8), (4, 10), (3, 9), (2, 4),
    (5, 5), (1, 6), (4, 3), (3, 11),
]  # fmt: skip
GROUND = {1: "wood", 2: "brick", 3: "sheep", 4: "wheat", 5: "ore", 0: "desert"}
# Corner, by its place in the order, and port: 0 for 3:1, else as the tiles
PORTS = {
    0: 0, 1: 0, 28: 4, 27: 4, 24: 5, 23: 5, 21: 0, 20: 0, 18: 3, 17: 3, 14: 0, 13: 0, 10: 0, 11: 0, 7: 2, 8: 2, 3: 1, 4: 1,
}  # fmt: skip
TYPES = {
    "skip": 0, "road": 1, "settlement": 2, "city": 3, "buy": 4, "robber": 5, "roads": 6, "monopoly": 7, "plenty": 8, "knight": 9,
    "discard": 10, "maritime": 11, "domestic": 12, "accept": 13, "refuse": 14, "free road": 15, "set-up": 16,
}  # fmt: skip


def example(phase: int = MAIN, seat: int = 0) -> State:
    """Set up the board of the examples without pieces, in the turn of a seat."""
    terrain, tokens = [""] * 19, [None] * 19
    for hex, (resource, number) in zip(HEXES, TILES, strict=True):
        terrain[hex], tokens[hex] = GROUND[resource], number or None
    deck = ["knight"] * 14 + ["victory_point"] * 5 + ["road_building", "year_of_plenty", "monopoly"] * 2
    harbours = ["any", "wheat", "ore", "any", "sheep", "any", "any", "brick", "wood"]
    facts = {"terrain": terrain, "tokens": tokens, "harbours": harbours, "deck": deck}
    state = game_with(preset="thesis").set_up(facts)
    record = state.record
    record["phase"], record["seat"], record["player"] = phase, seat, seat
    record["rolled"], record["turn"] = phase == MAIN, 28
    return state


def written(
    *,
    own: list[int],
    cards: list[int],
    hands: list[int],
    robber: int,
    buildings: dict[int, int],
    roads: dict[int, int],
    paths_and_knights: list[int],
    points: list[int],
    types: list[str],
) -> list[float]:
    """Build a vector from its parts, each in the order of the table; places are indices in that order."""
    found = [*own, *cards, *hands]
    for k, (resource, number) in enumerate(TILES):
        found += [resource, number, int(k == robber)]
    for k in range(54):
        found += [buildings.get(k, -1), PORTS.get(k, -1)]
    found += [roads.get(k, -1) for k in range(72)]
    found += [*paths_and_knights, *points]
    flags = [0] * 17
    for name in types:
        flags[TYPES[name]] = 1
    return [float(number) for number in found + flags]


def test_orders_of_places_are_rings_from_the_outside_in():
    assert sorted(HEXES) == list(range(19)) and sorted(NODES) == list(range(54)) and sorted(EDGES) == list(range(72))
    land = [sum(hex < 19 for hex in NODE_HEXES[node]) for node in NODES]
    assert all(count < 3 for count in land[:30]) and all(count == 3 for count in land[30:])  # the coast first
    assert set(NODES[48:]) == set(HEX_CORNERS[9])  # the corners of the middle hex last
    for first, last in RINGS:  # the edges follow the corners and close the ring
        ring = NODES[first:last]
        for k in range(first, last):
            pair = (ring[k - first], ring[(k - first + 1) % len(ring)])
            assert EDGE_PAIRS[EDGES[k]] == (min(pair), max(pair))


def test_inputs_at_the_start_of_a_game():
    state = game_with(preset="thesis").deal(1)
    inputs = state.observe(0, "thesis279").tolist()
    assert len(inputs) == 279 and inputs[:13] == [0] * 13
    assert inputs[70:178:2] == [-1] * 54 and inputs[178:250] == [-1] * 72 and inputs[250:262] == [0] * 12
    assert inputs[262:] == [0] * 16 + [1]
    assert [inputs[71 + 2 * k] for k in range(54)] == [PORTS.get(k, -1) for k in range(54)]
    assert state.observe(2, "thesis279").tolist()[262:] == [0] * 17  # the others have no decision


def test_inputs_in_the_middle_of_a_game():
    """Seat 0 has a settlement at the 4th corner (11) with two roads, seat 2 a city at the last (24) with one."""
    state = example()
    record = state.record
    place(state, 0, settlements=[11], roads=path(11, 7, 12))
    place(state, 2, cities=[24], roads=path(24, 18))
    give(state, [3, 1, 1, 1, 4], [0, 2, 0, 0, 0], [], [1, 1, 1, 1, 1])
    record["cards"][0] = pack([2, 1, 0, 1, 3])  # knights, victory points, roads, plenty, monopoly
    record["bought"] = pack([1, 0, 0, 0, 3])
    record["played"][2] = pack([4, 0, 0, 0, 0])
    record["largest_army"], record["visible"][2] = 2, 4
    assert EDGE_PAIRS[EDGES[2]] == (7, 11) and EDGE_PAIRS[EDGES[55]] == (7, 12) and EDGE_PAIRS[EDGES[53]] == (18, 24)
    expected = written(
        own=[3, 1, 4, 1, 1],
        cards=[2, 0, 1, 3],
        hands=[10, 2, 0, 5],
        robber=2,
        buildings={3: 0, 53: 1},
        roads={2: 0, 55: 0, 53: 2},
        paths_and_knights=[2, 0, 0, 0, 1, 4, 0, 0],
        points=[1, 0, 4, 0],
        # a settlement at 12 is possible; 4:1 for ore; knights and plenty of an earlier turn
        types=["skip", "road", "settlement", "buy", "plenty", "knight", "maritime", "domestic"],
    )
    assert state.observe(0, "thesis279").tolist() == expected


def test_seats_are_counted_from_the_observer_and_others_cards_stay_hidden():
    state = example()
    place(state, 0, settlements=[11], roads=path(11, 7))
    place(state, 2, cities=[24], roads=path(24, 18))
    give(state, [3, 0, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1])
    state.record["cards"][0] = pack([2, 1, 0, 1, 3])
    expected = written(
        own=[0, 0, 0, 0, 1],
        cards=[0, 0, 0, 0],
        hands=[1, 5, 3, 2],
        robber=2,
        buildings={3: 0, 53: 1},
        roads={2: 2, 53: 0},
        paths_and_knights=[1, 0, 0, 0, 1, 0, 0, 0],
        points=[2, 0, 1, 0],
        types=[],
    )
    assert state.observe(2, "thesis279").tolist() == expected


@pytest.mark.parametrize(
    ("phase", "types"),
    [
        (PRE_ROLL, []),  # the roll is not a decision of the thesis's player
        (ROBBER, ["robber"]),
        (STEAL, ["robber"]),
        (DISCARD, ["discard"]),
        (FREE_ROAD, ["free road"]),
        (ANSWER, ["accept", "refuse"]),
    ],
)
def test_possible_types_in_other_phases(phase, types):
    state = example(phase)
    record = state.record
    place(state, 0, settlements=[11], roads=path(11, 7))
    place(state, 1, settlements=[24])
    place(state, 2, settlements=[35])
    give(state, [9, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0])
    record["robber"], record["owed"][0], record["free_roads"] = 9, 4, 2
    record["cards"][0] = pack([1, 0, 0, 0, 0])
    if phase == ANSWER:
        record["player"], record["want"], record["give"] = 1, pack([1, 0, 0, 0, 0]), pack([0, 0, 0, 0, 1])
    flags = state.observe(0, "thesis279")[262:].tolist()
    assert flags == [float(k in [TYPES[name] for name in types]) for k in range(17)]


def test_domestic_trade_is_impossible_after_five_offers():
    state = example()
    give(state, [9, 0, 0, 0, 0])
    assert state.observe(0, "thesis279")[262 + 12] == 1
    state.record["offers"] = 5
    assert state.observe(0, "thesis279")[262 + 12] == 0


def test_encoders_have_the_documented_sizes_and_finite_values():
    game = tapete.load("catan")
    state = game.deal(1)
    assert game.features("catan_v1") == SIZE_V1 and game.features("thesis279") == 279
    chooser = random.Random(1)
    for _ in range(300):
        state.apply(chooser.choice(state.legal()))
    assert np.isfinite(state.observe()).all() and game.actions == moves.COUNT
