"""Symmetries of Catan: rotations and reflections of the board that map harbour sites to harbour sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from tapete.games.catan import moves
from tapete.games.catan.board import COORDINATES, EDGE_PAIRS, NODE_POINTS, SITE_EDGES, edge_between
from tapete.games.catan.encoders import (
    EDGE_FEATURES,
    HEX_FEATURES,
    NODE_FEATURES,
    SIZE_THESIS,
    SIZE_V1,
    TERM_COUNT,
    THESIS_EDGES,
    THESIS_HEXES,
    THESIS_NODES,
)

THESIS_TILES = 13  # index of the tiles in the thesis's inputs; corners and edges follow


class Turned(NamedTuple):
    """New index of every hex, node, edge and harbour site."""

    hexes: np.ndarray
    nodes: np.ndarray
    edges: np.ndarray
    sites: np.ndarray


def turns() -> Iterator[Turned]:
    """Yield the rotations and reflections of the hexagon that map harbours to harbours, the identity first.

    Places have three coordinates that sum to 0, three times those of the hexes, so that those of nodes are whole
    numbers too; a symmetry permutes them and may change all signs.
    """
    hex_at = {(3 * q, 3 * r): number for number, (q, r) in enumerate(COORDINATES)}
    node_at = {((3 * x - y) // 2, y): number for number, (x, y) in enumerate(NODE_POINTS)}
    for order in permutations(range(3)):
        for sign in (1, -1):
            hexes = np.array([hex_at[moved(place, order, sign)] for place in hex_at])
            nodes = np.array([node_at[moved(place, order, sign)] for place in node_at])
            edges = np.array([edge_between(int(nodes[a]), int(nodes[b])) for a, b in EDGE_PAIRS])
            if {int(edges[edge]) for edge in SITE_EDGES} == set(SITE_EDGES):
                sites = np.array([SITE_EDGES.index(int(edges[edge])) for edge in SITE_EDGES])
                yield Turned(hexes, nodes, edges, sites)


def moved(place: tuple[int, int], order: tuple[int, ...], sign: int) -> tuple[int, int]:
    q, r = place
    three = (q, r, -q - r)
    return sign * three[order[0]], sign * three[order[1]]


def symmetries(options: Mapping[str, Any], encoder: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the symmetries as permutations of features and of actions; the terms of the evaluation have no places."""
    features = {"catan_v1": turned_features, "thesis279": turned_thesis}.get(encoder, lambda _: np.arange(TERM_COUNT))
    return [(features(turned), turned_actions(turned)) for turned in turns()]


def turned_actions(turned: Turned) -> np.ndarray:
    """Return the new index of each action; actions without a place stay."""
    places = np.arange(moves.COUNT)
    for first, to in (
        (moves.SETTLE, turned.nodes),
        (moves.CITY, turned.nodes),
        (moves.ROAD, turned.edges),
        (moves.ROBBER, turned.hexes),
    ):
        places[first : first + len(to)] = first + to
    return places


def turned_blocks(places: np.ndarray, first: int, to: np.ndarray, width: int) -> int:
    """Move blocks of features, one for each place; return the index after them."""
    for place, target in enumerate(to):
        places[first + place * width : first + (place + 1) * width] = first + target * width + np.arange(width)
    return first + len(to) * width


def turned_features(turned: Turned) -> np.ndarray:
    places = np.arange(SIZE_V1)
    at = turned_blocks(places, 0, turned.hexes, HEX_FEATURES)
    at = turned_blocks(places, at, turned.nodes, NODE_FEATURES)
    turned_blocks(places, at, turned.edges, EDGE_FEATURES)
    return places


def turned_thesis(turned: Turned) -> np.ndarray:
    """Return the new index of each of the thesis's inputs, which have an order of their own."""
    places = np.arange(SIZE_THESIS)
    at = THESIS_TILES
    for to, order, width in (
        (turned.hexes, THESIS_HEXES, 3),
        (turned.nodes, THESIS_NODES, 2),
        (turned.edges, THESIS_EDGES, 1),
    ):
        at = turned_blocks(places, at, np.argsort(order)[to[order]], width)
    return places
