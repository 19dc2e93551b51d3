"""Random rule bots (docs/rules/catan_bots.md), which read only their own hand and the board."""

import numpy as np

from tapete.games.catan import moves
from tapete.games.catan.board import HEX_NODES, NODE_EDGE_WORDS
from tapete.games.catan.packed_counts import lane, total
from tapete.games.catan.state import DISCARD, EMPTY, MAIN, PAIR_GIVE, PRE_ROLL, ROBBER, SETUP_SETTLE, State
from tapete.kernel import bit_count, boolean, i8, kernel, scratch_i8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in

# Types of the thesis's player, in the order of their action ids; the last one is everything without a weight
T_END, T_SETTLE, T_CITY, T_ROAD, T_BUY, T_KNIGHT, T_ROADS, T_MONOPOLY, T_PLENTY, T_MARITIME, T_OFFER, T_OTHER = range(
    12
)
TYPES = 12
AS_CODED, EVEN = 0, 1  # indices of the params of the thesis's player
TYPE_WEIGHTS = np.array([2, 15, 10, 5, 8, 6, 6, 6, 6, 10, 1, 0], dtype=np.int64)


TYPE_OF = moves.kinds_by_id(
    (
        (moves.END, moves.SETTLE, T_END),
        (moves.SETTLE, moves.CITY, T_SETTLE),
        (moves.CITY, moves.ROAD, T_CITY),
        (moves.ROAD, moves.BUY, T_ROAD),
        (moves.BUY, moves.KNIGHT, T_BUY),
        (moves.KNIGHT, moves.ROADS, T_KNIGHT),
        (moves.ROADS, moves.MONOPOLY, T_ROADS),
        (moves.MONOPOLY, moves.PLENTY, T_MONOPOLY),
        (moves.PLENTY, moves.ROBBER, T_PLENTY),
        (moves.MARITIME, moves.OFFER, T_MARITIME),
        (moves.OFFER, moves.ACCEPT, T_OFFER),
        (moves.OFFER_STUDENT, moves.ADD_GIVE, T_OFFER),
    ),
    other=T_OTHER,
)


@kernel
def is_offer(action: i8) -> boolean:
    """Return whether an action starts a domestic trade: an offer of a menu, or a card of a composed one."""
    return moves.OFFER <= action < moves.ACCEPT or action >= moves.OFFER_STUDENT


@kernel
def weighted(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose at random: a city 10,000, a settlement 1,000 and a card 100 times as likely; never trade with players."""
    whole = 0
    for i in range(n):
        whole += weight_of(i8(actions[i]))
    if whole == 0:
        return n - 1
    left = below_in(memory, 0, whole)
    for i in range(n):
        left -= weight_of(i8(actions[i]))
        if left < 0:
            return i
    return n - 1


@kernel
def weight_of(action: i8) -> i8:
    if is_offer(action) or action == moves.ACCEPT:
        return 0
    if moves.CITY <= action < moves.ROAD:
        return 10000
    if moves.SETTLE <= action < moves.CITY:
        return 1000
    return 100 if action == moves.BUY else 1


@kernel
def almost_random(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose as the thesis's player: a random type by weight among the possible ones, then any action of that type."""
    as_coded, even = params[AS_CODED] != 0.0, params[EVEN] != 0.0
    if state.phase == PRE_ROLL:
        return 0  # it always rolls
    if moves.CONFIRM <= actions[0] < moves.CANCEL:
        return 0  # the first acceptor clockwise gets the trade
    if state.phase != MAIN:
        return whole_action(state, actions, n, memory) if as_coded else below_in(memory, 0, n)
    seat = i8(state.seat)
    held = total(state.hand[seat])
    must_go_on = not even and (held >= 12 if as_coded else held > 12)
    counts = scratch_i8(TYPES)
    for kind in range(TYPES):
        counts[kind] = 0
    for i in range(n):
        if fits_thesis(state, seat, i8(actions[i])):
            counts[TYPE_OF[actions[i]]] += 1
    whole = 0
    for kind in range(TYPES):
        if counts[kind] > 0 and not (kind == T_END and must_go_on):
            whole += 1 if even else TYPE_WEIGHTS[kind]
    if whole == 0:
        return 0  # only the end of the turn is left
    left = below_in(memory, 0, whole)
    chosen = 0
    for kind in range(TYPES):
        if counts[kind] > 0 and not (kind == T_END and must_go_on):
            left -= 1 if even else TYPE_WEIGHTS[kind]
            if left < 0:
                chosen = kind
                break
    pick = below_in(memory, 0, counts[chosen])
    for i in range(n):
        if TYPE_OF[actions[i]] == chosen and fits_thesis(state, seat, i8(actions[i])):
            if pick == 0:
                return i
            pick -= 1
    return 0


@kernel
def whole_action(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Choose one of the whole actions that the thesis's program lists, of which ours are the first steps.

    Each step counts as often as there are whole actions that begin with it.
    """
    whole = 0
    for i in range(n):
        whole += ways_on(state, i8(actions[i]))
    left = below_in(memory, 0, whole)
    for i in range(n):
        left -= ways_on(state, i8(actions[i]))
        if left < 0:
            return i
    return n - 1


@kernel
def ways_on(state: State, action: i8) -> i8:
    """Return the number of whole actions that begin with a step.

    They are a settlement of the set-up with its road, the robber with its victim, or a card of a set of discards (any
    card of the hand is equally likely).
    """
    if state.phase == SETUP_SETTLE:
        node = action - moves.SETTLE
        low, high = NODE_EDGE_WORDS[node, 0] & ~state.all_roads[0], NODE_EDGE_WORDS[node, 1] & ~state.all_roads[1]
        return bit_count(low) + bit_count(high)
    if state.phase == ROBBER:
        nodes, victims = HEX_NODES[action - moves.ROBBER], 0
        for seat in range(state.players):
            built = (state.settlements[seat] | state.cities[seat]) & nodes != EMPTY
            if seat != state.player and built and state.hand[seat] != EMPTY:
                victims += 1
        return max(1, victims)
    if state.phase == DISCARD:
        return lane(state.hand[state.seat], action - moves.DISCARD)
    return 1


@kernel
def fits_thesis(state: State, seat: i8, action: i8) -> boolean:
    """Return whether the thesis's player considers an action: offers are n for n, n > 1 only below the bank's rate."""
    if not is_offer(action):
        return True
    if action < moves.OFFER + 20:
        return True
    if action < moves.OFFER_STUDENT or action >= moves.ADD_GIVE:
        return False
    index = action - moves.OFFER_STUDENT
    rate = lane(state.rates[seat], i8(PAIR_GIVE[index % 20]))
    return rate > 2 if index < 20 else rate > 3
