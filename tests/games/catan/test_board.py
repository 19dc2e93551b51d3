"""Board: its tables, and the deals of section 1 of docs/rules/catan.md."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.games.catan import board
from tapete.games.catan.state import DECK_COUNTS, OFFERS

TOPOLOGY = json.loads((Path(__file__).parents[2] / "data" / "catan" / "topology.json").read_text())


def test_hexes_nodes_and_edges_are_numbered_as_in_the_rules_text():
    assert [hex["nodes_clockwise_from_N"] for hex in TOPOLOGY["hexes"]] == board.HEX_CORNERS
    assert [tuple(edge["nodes"]) for edge in TOPOLOGY["edges"]] == board.EDGE_PAIRS
    for node in TOPOLOGY["nodes"]:
        row = board.NODE_NEIGHBOURS[node["id"]].tolist()
        assert sorted(n for n in row if n != board.NO_NODE) == sorted(node["nodes"])
        assert sorted(e for e in board.NODE_EDGES[node["id"]].tolist() if e != board.NO_EDGE) == sorted(node["edges"])
        assert sorted(h for h in board.NODE_HEXES[node["id"]].tolist() if h != board.NO_HEX) == sorted(node["hexes"])


def test_edge_in_a_column_leads_to_the_neighbour_in_that_column():
    for node in range(board.NODES):
        for neighbour, edge in zip(board.NODE_NEIGHBOURS[node], board.NODE_EDGES[node], strict=True):
            if neighbour != board.NO_NODE:
                assert set(board.EDGE_PAIRS[edge]) == {node, int(neighbour)}


def test_self_checks_of_section_1():
    assert (board.HEXES, board.NODES, board.EDGES) == (19, 54, 72)
    degrees = Counter(sum(n != board.NO_NODE for n in row) for row in board.NODE_NEIGHBOURS.tolist())
    assert degrees == {3: 36, 2: 18}
    assert sum(h != board.NO_HEX for row in board.NODE_HEXES.tolist() for h in row) == 114


def test_harbours_are_on_the_nine_sites():
    assert [site["edge"] for site in TOPOLOGY["harbours"]] == list(board.SITE_EDGES)
    names = (*board.RESOURCES, "any")
    assert [site["fixed_type"] for site in TOPOLOGY["harbours"]] == [names[k] for k in board.FIXED_HARBOURS]


def test_spirals_are_those_of_the_rules_text():
    for corner, walk in TOPOLOGY["spirals_counterclockwise"].items():
        assert board.spiral_from(int(corner)) == walk
    assert TOPOLOGY["number_order"] == board.TOKENS.tolist()


def red_neighbours(tokens: np.ndarray) -> int:
    red = [hex for hex in range(19) if tokens[hex] in (6, 8)]
    return sum(int(board.HEX_NEIGHBOURS[a]) >> b & 1 for a in red for b in red)


@pytest.mark.parametrize("options", [{}, {"numbers": "random"}, {"spiral_start": "11", "harbours": "fixed"}])
def test_a_dealt_board_has_the_right_pieces_and_no_red_neighbours(options):
    game = tapete.load("catan", **options)
    for seed in range(60):
        record = game.deal(seed).record
        assert sorted(record["terrain"]) == sorted(board.TERRAIN)
        assert sorted(record["token"]) == sorted([*board.TOKENS, 0])
        assert record["terrain"][record["robber"]] == board.DESERT and record["token"][record["robber"]] == 0
        assert Counter(record["deck"].tolist()) == dict(enumerate(DECK_COUNTS))
        assert sorted(record["harbour"]) == sorted(board.FIXED_HARBOURS)
        assert red_neighbours(record["token"]) == 0
        for number in range(2, 13):
            hexes = {int(h) for h in record["hexes_of"][number] if h != board.NO_HEX}
            assert hexes == {h for h in range(19) if record["token"][h] == number}
        if options.get("harbours") == "fixed":
            assert record["harbour"].tolist() == board.FIXED_HARBOURS.tolist()


def test_red_numbers_may_touch_without_no_adjacent_red():
    game = tapete.load("catan", numbers="random", no_adjacent_red=0)
    assert any(red_neighbours(game.deal(seed).record["token"]) for seed in range(40))


def test_spiral_starts_at_the_corner_of_the_option():
    game = tapete.load("catan", spiral_start="7")
    record = game.deal(3).record
    laid = [int(record["token"][hex]) for hex in board.spiral_from(7) if record["token"][hex]]
    assert laid == board.TOKENS.tolist()


def test_the_same_seed_gives_the_same_board_and_another_seed_another():
    game = tapete.load("catan")
    assert game.deal(5) == game.deal(5)
    assert game.deal(5) != game.deal(6)


def test_menus_hold_sixty_different_offers_of_two_resources():
    for menu in OFFERS.tolist():
        assert len({tuple(offer) for offer in menu}) == 60
        assert all(give and want and not give & want for give, want in menu)
