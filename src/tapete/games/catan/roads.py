"""Road networks: sites for roads, the longest trail, and the holder of Longest Road (sections 4.4 and 5)."""

from tapete.games.catan.board import EDGE_ENDS, EDGE_NODES, HIGH_NODES, NODE_EDGE_WORDS, NODE_EDGES, NODE_NEIGHBOURS
from tapete.games.catan.state import ANY_TIME, NONE, State
from tapete.kernel import bit_count, boolean, i8, kernel, scratch_i8, trailing_zeros, u8

MIN_LONGEST = 5
DEPTH = 16  # a trail has at most fifteen roads


@kernel
def road_sites(state: State, seat: i8, word: i8) -> u8:
    """Return the free edges (of one word) for a seat: at its roads, not past an opponent's building (section 4.4)."""
    walls = state.buildings & ~(state.settlements[seat] | state.cities[seat])
    nodes = state.network[seat] & ~walls & state.open_nodes
    if word == 1:
        nodes &= HIGH_NODES
    edges = u8(0)
    while nodes:
        edges |= NODE_EDGE_WORDS[trailing_zeros(nodes), word]
        nodes &= nodes - u8(1)
    return edges & ~state.all_roads[word]


@kernel
def has_edge(low: u8, high: u8, edge: i8) -> boolean:
    word = high if edge >= 64 else low
    return (word >> u8(edge & 63)) & u8(1) != u8(0)


@kernel
def longest_from(low: u8, high: u8, walls: u8, start: i8) -> i8:
    """Return the length of the longest trail from a node, by trying all; it may end at a wall but not pass it."""
    nodes = scratch_i8(DEPTH)
    edges = scratch_i8(DEPTH)
    tried = scratch_i8(DEPTH)
    depth, best = 0, 0
    nodes[0], tried[0] = start, 0
    while depth >= 0:
        node, k = nodes[depth], tried[depth]
        if k == 3 or (depth > 0 and (walls >> u8(node)) & u8(1)):
            if depth > 0:  # restore the edge
                edge = edges[depth]
                if edge >= 64:
                    high |= u8(1) << u8(edge & 63)
                else:
                    low |= u8(1) << u8(edge)
            depth -= 1
            continue
        tried[depth] = k + 1
        edge = i8(NODE_EDGES[node, k])
        if has_edge(low, high, edge):
            if edge >= 64:
                high &= ~(u8(1) << u8(edge & 63))
            else:
                low &= ~(u8(1) << u8(edge))
            depth += 1
            edges[depth] = edge
            nodes[depth] = i8(NODE_NEIGHBOURS[node, k])
            tried[depth] = 0
            best = max(best, depth)
    return best


@kernel
def longest_trail(low: u8, high: u8, network: u8, walls: u8) -> i8:
    """Return the length of the longest trail of a whole network (section 5.1).

    A trail that cannot be extended ends at walls or at nodes with an odd number of roads, or it is a closed walk
    through all roads of its component. So those nodes come first, and a component without any is searched from all of
    its nodes.
    """
    count = bit_count(low) + bit_count(high)
    best = 0
    odd = u8(0)
    nodes = network
    while nodes:
        node = trailing_zeros(nodes)
        nodes &= nodes - u8(1)
        degree = bit_count(low & NODE_EDGE_WORDS[node, 0]) + bit_count(high & NODE_EDGE_WORDS[node, 1])
        if degree & 1:
            odd |= u8(1) << u8(node)
    starts = (odd | walls) & network
    reached = u8(0)
    for closed in range(2):
        while starts and best < count:
            node = trailing_zeros(starts)
            starts &= starts - u8(1)
            best = max(best, longest_from(low, high, walls, node))
            if closed or not (reached >> u8(node)) & u8(1):
                reached |= connected(low, high, node)
            if closed:
                starts &= ~reached
        starts = network & ~reached
    return best


@kernel
def connected(low: u8, high: u8, start: i8) -> u8:
    """Return the nodes that can be reached over a set of edges, ignoring walls."""
    reached = u8(1) << u8(start)
    fresh = reached
    while fresh:
        node = trailing_zeros(fresh)
        fresh &= fresh - u8(1)
        for k in range(3):
            if has_edge(low, high, i8(NODE_EDGES[node, k])):
                bit = u8(1) << u8(NODE_NEIGHBOURS[node, k])
                if not reached & bit:
                    reached |= bit
                    fresh |= bit
    return reached


@kernel
def measure_road(state: State, seat: i8, edge: i8) -> None:
    """Update the seat's road length for a new road, which is not in its network yet.

    Only trails through the new road can be longer. Without cycles that is one arm on either side; with cycles all are
    searched.
    """
    low, high = state.roads[seat, 0], state.roads[seat, 1]
    a, b = i8(EDGE_NODES[edge, 0]), i8(EDGE_NODES[edge, 1])
    ends = EDGE_ENDS[edge]
    own = state.settlements[seat] | state.cities[seat]
    walls = state.buildings & ~own
    network = state.network[seat]
    if network & ends == ends and not state.cyclic[seat]:
        if (connected(low, high, a) >> u8(b)) & u8(1):
            state.cyclic[seat] = 1
    if state.cyclic[seat]:
        if edge >= 64:
            high |= u8(1) << u8(edge & 63)
        else:
            low |= u8(1) << u8(edge)
        length = longest_trail(low, high, network | ends, walls)
    else:
        length = 1
        for k in range(2):
            node = a if k == 0 else b
            if not (walls >> u8(node)) & u8(1):
                length += longest_from(low, high, walls, node)
    state.road_length[seat] = max(i8(state.road_length[seat]), length)


@kernel
def measure_cut_roads(state: State, seat: i8, node: i8) -> None:
    """Update the roads of every opponent with two or more of them at the node of a new settlement, which cuts them."""
    for other in range(state.players):
        low, high = state.roads[other, 0], state.roads[other, 1]
        here = bit_count(low & NODE_EDGE_WORDS[node, 0]) + bit_count(high & NODE_EDGE_WORDS[node, 1])
        if other != seat and here >= 2:
            walls = state.buildings & ~(state.settlements[other] | state.cities[other])
            state.road_length[other] = longest_trail(low, high, state.network[other], walls)


@kernel
def award_longest_road(state: State) -> None:
    """Award Longest Road: ties favour the holder; a tie of others, or fewer than five, sets it aside (section 5.2)."""
    best, leader, tied = 0, NONE, False
    for seat in range(state.players):
        length = i8(state.road_length[seat])
        if length > best:
            best, leader, tied = length, seat, False
        elif length == best:
            tied = True
    holder = i8(state.longest_road)
    if best < MIN_LONGEST:
        taker = NONE
    elif holder != NONE and state.road_length[holder] == best:
        taker = holder
    else:
        taker = NONE if tied else leader
    if taker != holder:
        if holder != NONE:
            state.visible[holder] -= 2
        if taker != NONE:
            state.visible[taker] += 2
            if state.win == ANY_TIME:
                state.held_back[taker] = max(i8(state.held_back[taker]), i8(state.visible[taker]))
        state.longest_road = taker


@kernel
def close_nodes(state: State, edge: i8) -> None:
    """Mark the ends of a new road as closed if all of their edges are taken."""
    for k in range(2):
        node = i8(EDGE_NODES[edge, k])
        if NODE_EDGE_WORDS[node, 0] & ~state.all_roads[0] == u8(0) and NODE_EDGE_WORDS[node, 1] & ~state.all_roads[
            1
        ] == u8(0):
            state.open_nodes &= ~(u8(1) << u8(node))
