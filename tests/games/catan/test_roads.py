"""Longest Road (section 5 of docs/rules/catan.md) against a brute-force longest trail, and its holder."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tapete.games.catan import moves, roads, rules
from tapete.games.catan.board import EDGE_PAIRS, EDGES, NODES
from tapete.games.catan.state import NONE

from .positions import bare, give, native, path, place


def brute_force(edges: list[int], walls: set[int]) -> int:
    """Return the length of the longest trail by trying every trail from every node."""
    at: dict[int, list[int]] = {}
    for edge in edges:
        for node in EDGE_PAIRS[edge]:
            at.setdefault(node, []).append(edge)

    def extend(node: int, used: frozenset[int]) -> int:
        if used and node in walls:
            return len(used)
        best = len(used)
        for edge in at.get(node, ()):
            if edge not in used:
                a, b = EDGE_PAIRS[edge]
                best = max(best, extend(b if node == a else a, used | {edge}))
        return best

    return max((extend(node, frozenset()) for node in at), default=0)


def random_network(chooser: random.Random, size: int) -> list[int]:
    """Return roads that grow from one or two starts, so that cycles and branches are common."""
    chosen = {chooser.randrange(EDGES) for _ in range(chooser.choice((1, 2)))}
    while len(chosen) < size:
        nodes = {node for edge in chosen for node in EDGE_PAIRS[edge]}
        grow = [e for e in range(EDGES) if e not in chosen and nodes & set(EDGE_PAIRS[e])]
        both = [e for e in grow if set(EDGE_PAIRS[e]) <= nodes]
        chosen.add(chooser.choice(both if both and chooser.random() < 0.7 else grow))
    return sorted(chosen)


def words(edges: list[int]) -> tuple[np.uint64, np.uint64]:
    whole = sum(1 << edge for edge in edges)
    return np.uint64(whole & ((1 << 64) - 1)), np.uint64(whole >> 64)


def test_length_equals_a_brute_force_trail_on_random_networks_with_walls():
    chooser = random.Random(7)
    for _ in range(2500):
        edges = random_network(chooser, chooser.randint(1, 15))
        nodes = sorted({node for edge in edges for node in EDGE_PAIRS[edge]})
        walls = set(chooser.sample(nodes, min(len(nodes), chooser.choice((0, 0, 1, 2, 3)))))
        mask = np.uint64(sum(1 << node for node in nodes))
        wall_mask = np.uint64(sum(1 << node for node in walls))
        length = native(roads.longest_trail)(*words(edges), mask, wall_mask)
        assert length == brute_force(edges, walls), (edges, walls)


def test_length_kept_road_by_road_equals_a_brute_force_trail():
    chooser = random.Random(8)
    for _ in range(60):
        state = bare()
        walls = set(chooser.sample(range(NODES), 6))
        place(state, 1, settlements=sorted(walls))
        edges = random_network(chooser, 12)
        chooser.shuffle(edges)
        for k, edge in enumerate(edges):
            place(state, 0, roads=[EDGE_PAIRS[edge]])
            assert state.record["road_length"][0] == brute_force(edges[: k + 1], walls)


def test_closed_hexagon_counts_six_and_a_tail_one_more():
    state = bare()
    place(state, 0, roads=path(18, 24, 30, 35, 29, 23, 18))
    assert state.record["road_length"][0] == 6
    place(state, 0, roads=path(18, 13))
    assert state.record["road_length"][0] == 7


def test_last_road_beside_an_opponents_building_counts():
    state = bare()
    place(state, 1, settlements=[35])
    place(state, 0, roads=path(18, 24, 30, 35))
    assert state.record["road_length"][0] == 3
    place(state, 0, roads=path(35, 40, 45))
    assert state.record["road_length"][0] == 3


def test_road_may_not_start_behind_an_opponents_building():
    state = bare()
    place(state, 1, settlements=[30])
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, [1, 1, 0, 0, 0])
    built = {EDGE_PAIRS[action - moves.ROAD] for action in state.legal() if moves.ROAD <= action < moves.ROAD + EDGES}
    assert built == {(13, 18), (18, 23), (19, 24)}


def award(lengths: list[int], holder: int) -> int:
    state = bare()
    state.record["road_length"][:] = lengths
    state.record["longest_road"] = holder
    if holder != NONE:
        state.record["visible"][holder] += 2
    native(roads.award_longest_road)(state.record)
    now = int(state.record["longest_road"])
    assert [int(v) for v in state.record["visible"]] == [2 if seat == now else 0 for seat in range(4)]
    return now


@pytest.mark.parametrize(
    ("lengths", "holder", "expected"),
    [
        ([4, 4, 4, 4], NONE, NONE),
        ([5, 4, 4, 4], NONE, 0),
        ([5, 5, 4, 4], NONE, NONE),
        ([5, 5, 4, 4], 1, 1),  # ties favour the holder
        ([6, 5, 4, 4], 1, 0),
        ([4, 6, 6, 5], 0, NONE),  # cut below two that tie: set aside
        ([4, 3, 3, 3], 0, NONE),  # below five
        ([6, 3, 6, 3], 0, 0),
        ([4, 3, 7, 3], 0, 2),  # a cut can move it to another player
    ],
)
def test_holder_of_longest_road(lengths, holder, expected):
    assert award(lengths, holder) == expected


def test_settlement_cuts_an_opponents_road_and_moves_the_card():
    state = bare(seat=1)
    place(state, 0, roads=path(18, 24, 30, 35, 40, 45))
    place(state, 1, settlements=[38], roads=path(36, 30))
    native(roads.award_longest_road)(state.record)
    assert state.record["longest_road"] == 0
    give(state, [], [1, 1, 1, 1, 0])
    state.play(moves.SETTLE + 30)
    assert state.record["road_length"][0] == 3
    assert state.record["longest_road"] == NONE and state.record["visible"][0] == 0


def test_stock_of_fifteen_roads_is_enforced():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24))
    give(state, [5, 5, 0, 0, 0])
    state.record["roads_left"][0] = 0
    assert not [action for action in state.legal() if moves.ROAD <= action < moves.ROAD + EDGES]
    assert rules.moves.ROADS not in state.legal()
