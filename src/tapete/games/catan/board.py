"""Board of Catan: hexes, intersections (nodes), edges and harbour sites as tables (docs/rules/catan.md, section 1).

Sets of nodes are 64-bit masks. The 72 edges need two words: edge e is bit e % 64 of word e // 64.
"""

import numpy as np

from tapete.kernel import u8

HEXES, NODES, EDGES, SITES = 19, 54, 72, 9
NO_HEX = 19  # placeholder for a missing hex: its row in HEX_NODES is empty
NO_NODE = 63  # pads the neighbours of coastal nodes; no set contains it
NO_EDGE = 127  # pads their edges: bit 63 of the second word, never set

WOOD, BRICK, SHEEP, WHEAT, ORE, DESERT = range(6)
ANY = 5  # kind of a 3:1 harbour; 0 to 4 are the 2:1 harbours of the resources
RESOURCES = ("wood", "brick", "sheep", "wheat", "ore")

TERRAIN = np.array([WOOD] * 4 + [BRICK] * 3 + [SHEEP] * 4 + [WHEAT] * 4 + [ORE] * 3 + [DESERT], dtype=np.int8)
TOKENS = np.array([5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11], dtype=np.int8)  # letters A to R
PIPS = np.array([0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1], dtype=np.int8)  # ways of two dice, by sum (7 produces nothing)

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # N, NE, SE, S, SW, NW of a hex centre
COORDINATES = sorted(
    ((q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2), key=lambda place: (place[1], place[0])
)

_points = {(2 * q + r + dx, 3 * r + dy): None for q, r in COORDINATES for dx, dy in CORNERS}
NODE_POINTS = sorted(_points, key=lambda point: (point[1], point[0]))
_node_of = {point: node for node, point in enumerate(NODE_POINTS)}
HEX_CORNERS = [[_node_of[2 * q + r + dx, 3 * r + dy] for dx, dy in CORNERS] for q, r in COORDINATES]
EDGE_PAIRS = sorted({tuple(sorted((ring[i], ring[(i + 1) % 6]))) for ring in HEX_CORNERS for i in range(6)})
_edge_of = {pair: edge for edge, pair in enumerate(EDGE_PAIRS)}


def edge_between(a: int, b: int) -> int:
    """Return the edge that joins two neighbouring nodes."""
    return _edge_of[min(a, b), max(a, b)]


def mask_of(members: list[int]) -> int:
    return sum(1 << member for member in members)


def _words(edges: list[int]) -> tuple[int, int]:
    whole = mask_of(edges)
    return whole & ((1 << 64) - 1), whole >> 64


_neighbours: list[list[int]] = [[] for _ in range(NODES)]
_edges_at: list[list[int]] = [[] for _ in range(NODES)]
for _edge, (_a, _b) in enumerate(EDGE_PAIRS):
    for _here, _there in ((_a, _b), (_b, _a)):
        _neighbours[_here].append(_there)
        _edges_at[_here].append(_edge)

HEX_NODES = np.array([mask_of(ring) for ring in HEX_CORNERS] + [0], dtype=np.uint64)
EDGE_NODES = np.array(EDGE_PAIRS, dtype=np.int8)
EDGE_ENDS = np.array([mask_of(list(pair)) for pair in EDGE_PAIRS], dtype=np.uint64)
NODE_NEIGHBOURS = np.array([row + [NO_NODE] * (3 - len(row)) for row in _neighbours], dtype=np.int8)
NODE_EDGES = np.array([row + [NO_EDGE] * (3 - len(row)) for row in _edges_at], dtype=np.int8)
NODE_EDGE_WORDS = np.array([_words(row) for row in _edges_at], dtype=np.uint64)
HIGH_NODES = u8(mask_of([node for node in range(NODES) if max(_edges_at[node]) >= 64]))  # touch the second word
NODE_ZONE = np.array([mask_of([node, *row]) for node, row in enumerate(_neighbours)], dtype=np.uint64)
NODE_HEXES = np.full((NODES, 3), NO_HEX, dtype=np.int8)
for _node in range(NODES):
    _touching = [h for h in range(HEXES) if _node in HEX_CORNERS[h]]
    NODE_HEXES[_node, : len(_touching)] = _touching
ALL_NODES = u8((1 << NODES) - 1)

# Harbours (section 1.2): clockwise from the top left
SITE_EDGES = (0, 3, 17, 38, 61, 69, 66, 49, 18)
SITE_NODES = np.array([mask_of(list(EDGE_PAIRS[edge])) for edge in SITE_EDGES], dtype=np.uint64)
FIXED_HARBOURS = np.array([ANY, WHEAT, ORE, ANY, SHEEP, ANY, ANY, BRICK, WOOD], dtype=np.int8)
NODE_SITE = np.full(NODES, SITES, dtype=np.int8)  # SITES: no harbour
for _site, _edge in enumerate(SITE_EDGES):
    for _node in EDGE_PAIRS[_edge]:
        NODE_SITE[_node] = _site

# Number spirals (section 1.3): the outer ring, the inner ring and the centre, counter-clockwise from a corner hex
SPIRAL_CORNERS = (0, 2, 7, 11, 16, 18)
OUTER_RING = (0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1)
INNER_RING = (4, 8, 13, 14, 10, 5)


def spiral_from(corner: int) -> list[int]:
    """Return the order in which tokens are placed, starting at a corner hex."""
    start = OUTER_RING.index(corner)
    outer = OUTER_RING[start:] + OUTER_RING[:start]
    inner = INNER_RING[start // 2 :] + INNER_RING[: start // 2]
    return [*outer, *inner, 9]


SPIRALS = np.array([spiral_from(corner) for corner in SPIRAL_CORNERS], dtype=np.int8)
HEX_NEIGHBOURS = np.array(
    [
        mask_of([j for j, (u, v) in enumerate(COORDINATES) if max(abs(u - q), abs(v - r), abs(u - q + v - r)) == 1])
        for q, r in COORDINATES
    ],
    dtype=np.uint64,
)

# Unordered pairs of resources with repetition, in the order of the year-of-plenty actions
PAIRS = np.array([(r, s) for r in range(5) for s in range(r, 5)], dtype=np.int8)
