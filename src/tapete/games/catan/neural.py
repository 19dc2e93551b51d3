"""Networks of the Catan thesis: one that chooses a type of action, and one per type for its argument.

`types`: the main network rates the seventeen types, the best possible one is chosen, and its argument is drawn at
random. `arguments`: the argument comes from a separate network. With `impossible=lose` an output between 0 and 1 is
scaled to the range of the argument, and an impossible argument loses the game, as in the thesis; with `nearest` the
nearest possible one is chosen; with `best-legal` there is an output for each argument and the best possible one is
chosen.

All weights are params, in the thesis's order: network by network, layer by layer, neuron by neuron, then the biases of
the layer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import numpy as np

from tapete.core.definition import BotSpec, Options, Weights
from tapete.core.weight_files import found_in, read_weights
from tapete.errors import BadOption
from tapete.games.catan import moves
from tapete.games.catan.board import EDGES, HEX_NODES, HEXES, NODE_EDGES, NODES
from tapete.games.catan.bots import fits_thesis, whole_action
from tapete.games.catan.encoders import (
    FREE_ROAD_TYPE,
    SETUP_TYPE,
    SIZE_THESIS,
    THESIS_EDGES,
    THESIS_HEXES,
    THESIS_NODES,
    THESIS_TYPES,
    TYPE_OF,
    observe_thesis,
)
from tapete.games.catan.packed_counts import LANES, lane
from tapete.games.catan.state import (
    DISCARD,
    EMPTY,
    FREE_ROAD,
    PAIR_GET,
    PAIR_GIVE,
    PRE_ROLL,
    SETUP_ROAD,
    SETUP_SETTLE,
    STEAL,
    State,
)
from tapete.kernel import Array, f4, f8, i8, kernel, scratch_f8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, array_at, below_in, stack_at
from tapete.nets.forward import RELU, SIGMOID, TANH
from tapete.options import Option

COMMON = SIZE_THESIS - THESIS_TYPES  # inputs of all networks: the thesis's without the flags of possible types
WIDEST = 512  # of any layer, including the inputs (the largest network of arguments has 406)
WORK = 2 * WIDEST
MOST_LAYERS = 8
ACTIVATION, SCALED, IMPOSSIBLE, LAYERS, WIDTHS, WEIGHTS_AT = 0, 1, 2, 3, 4, 4 + MOST_LAYERS  # indices of the params
LOSE, NEAREST, BEST_LEGAL = range(3)
TREATMENTS = ("lose", "nearest", "best-legal")
ACTIVATIONS = {"relu": RELU, "tanh": TANH, "sigmoid": SIGMOID}
DISCARDS = 20  # an output is scaled to this number of cards
CUT = -500.0  # the thesis's sigmoid is 0 below this
SATURATED = 40.0  # beyond this 1 + exp(-x) is 1 in double precision
LOG2_E, LN2_HIGH, LN2_LOW = 1.4426950408889634, 6.93145751953125e-1, 1.42860682030941723212e-6
LEAST_POWER = -64
POWERS = 2.0 ** np.arange(LEAST_POWER, 768)  # powers of two, for exp from -SATURATED to -CUT

# Networks of arguments: type of action, inputs besides the common ones, ranges of the arguments
NETWORKS = (
    ("road", 1, EDGES, (EDGES,)),
    ("settlement", 2, NODES, (NODES,)),
    ("city", 3, NODES, (NODES,)),
    ("robber", 5, HEXES, (HEXES,)),
    ("monopoly", 7, 0, (LANES,)),
    ("plenty", 8, 0, (LANES, LANES)),
    ("discard", 10, LANES + 1, (1,) * LANES),  # the hand and the cards owed; an output for each resource
    ("maritime", 11, LANES * LANES, (LANES, LANES)),
    ("domestic", 12, 3 * LANES * LANES, (LANES, LANES, 3)),
    ("setup", SETUP_TYPE, 2 * EDGES, (NODES, EDGES)),
)
COUNT = len(NETWORKS)
ARGUMENTS = 3  # the most of an action
N_ROBBER, N_PLENTY, N_DISCARD, N_SETUP = 3, 5, 6, 9
NETWORK_OF = np.full(THESIS_TYPES + 1, -1, dtype=np.int64)  # by type
EXTRA = np.array([extra for _, _, extra, _ in NETWORKS], dtype=np.int64)
RANGES = np.zeros((COUNT, ARGUMENTS), dtype=np.int64)
SINGLE = np.array([len(ranges) for *_, ranges in NETWORKS], dtype=np.int64)  # outputs: one per argument
MASKED = np.array([sum(ranges) for *_, ranges in NETWORKS], dtype=np.int64)  # outputs: one per value of an argument
for _number, (_name, _type, _extra, _ranges) in enumerate(NETWORKS):
    NETWORK_OF[_type] = _number
    if _number != N_DISCARD:
        RANGES[_number, : len(_ranges)] = _ranges
NETWORK_OF[FREE_ROAD_TYPE] = 0

# For every action: its arguments in the thesis's order of places (-1: none), and its flag among the inputs (-1: none)
ARGUMENT = np.full((moves.COUNT, ARGUMENTS), -1, dtype=np.int64)
FLAG = np.full(moves.COUNT, -1, dtype=np.int64)
for _place, _node in enumerate(THESIS_NODES.tolist()):
    for _action in (moves.SETTLE + _node, moves.CITY + _node):
        ARGUMENT[_action, 0] = FLAG[_action] = _place
for _first, _order in ((moves.ROAD, THESIS_EDGES), (moves.ROBBER, THESIS_HEXES)):
    for _place, _id in enumerate(_order.tolist()):
        ARGUMENT[_first + _id, 0] = FLAG[_first + _id] = _place
for _resource in range(LANES):
    ARGUMENT[moves.MONOPOLY + _resource, 0] = _resource
    ARGUMENT[moves.DISCARD + _resource, 0] = _resource
for _place, _pair in enumerate(combinations_with_replacement(range(LANES), 2)):
    ARGUMENT[moves.PLENTY + _place, :2] = _pair
for _place in range(20):
    _pair = int(PAIR_GIVE[_place]), int(PAIR_GET[_place])
    ARGUMENT[moves.MARITIME + _place, :2] = _pair
    FLAG[moves.MARITIME + _place] = LANES * _pair[0] + _pair[1]
    for _shape, _first in enumerate((moves.OFFER, moves.OFFER_STUDENT, moves.OFFER_STUDENT + 20)):
        ARGUMENT[_first + _place] = (*_pair, _shape)
        FLAG[_first + _place] = 3 * (LANES * _pair[0] + _pair[1]) + _shape
END = np.full((NODES, 3), -1, dtype=np.int64)  # for a corner and one of its edges: the flag of that settlement and road
END[NODE_EDGES < EDGES] = -2
for _node in THESIS_NODES.tolist():
    for _k in range(3):
        if END[_node, _k] == -2:
            END[_node, _k] = END.max() + 1

# Range of a raw input, to scale it to about 1
REACH = np.array(
    [7.0] * LANES + [3.0] * 4 + [10.0] * 4 + [5.0, 12.0, 1.0] * HEXES + [1.0, 5.0] * NODES + [3.0] * EDGES
    + [10.0, 3.0] * 4 + [10.0] * 4 + [1.0] * THESIS_TYPES
)  # fmt: skip


# The networks


@kernel
def size_of(params: NUMBERS, inputs: i8, outputs: i8) -> i8:
    """Return the number of weights of a network."""
    size = 0
    for number in range(i8(params[LAYERS])):
        width = i8(params[WIDTHS + number])
        size += width * (inputs + 1)
        inputs = width
    return size + outputs * (inputs + 1)


@kernel
def run(params: NUMBERS, at: i8, work: Array[f8], inputs: i8, outputs: i8) -> i8:
    """Compute the outputs from the inputs at the start of `work`; return the index of the outputs in it."""
    layers, source = i8(params[LAYERS]), 0
    for number in range(layers + 1):
        last = number == layers
        width = outputs if last else i8(params[WIDTHS + number])
        target = WIDEST - source
        biases = at + width * inputs
        for j in range(width):
            total = params[biases + j]
            for i in range(inputs):
                total += params[at + j * inputs + i] * work[source + i]
            work[target + j] = activated(total, SIGMOID if last else i8(params[ACTIVATION]))
        at = biases + width
        inputs, source = width, target
    return source


@kernel
def activated(x: f8, activation: i8) -> f8:
    """Apply an activation in double precision: with large weights outputs differ by less than single precision."""
    if activation == SIGMOID:
        return 0.0 if x < CUT else 1.0 / (1.0 + exponential(-x))
    if activation == TANH:
        return 1.0 - 2.0 / (exponential(2.0 * x) + 1.0)
    return x if x > 0.0 else 0.0


@kernel
def exponential(x: f8) -> f8:
    """Return e to the power of x for x up to 500, within two units of the last place (the quotient of Cephes' exp).

    Below -SATURATED it stays constant, because there it adds nothing to 1.
    """
    x = x if x > -SATURATED else -SATURATED  # in this order a NaN becomes a number
    x = x if x < -CUT else -CUT
    place = i8(LOG2_E * x + (0.5 - LEAST_POWER))
    whole = f8(place + LEAST_POWER)
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    square = rest * rest
    odd = rest * ((1.26177193074810590878e-4 * square + 3.02994407707441961300e-2) * square + 1.0)
    even = (
        (3.00198505138664455042e-6 * square + 2.52448340349684104192e-3) * square + 2.27265548208155028766e-1
    ) * square + 2.0
    return (1.0 + 2.0 * odd / (even - odd)) * POWERS[place]


@kernel
def read_inputs(state: State, params: NUMBERS, work: Array[f8]) -> None:
    """Write the thesis's inputs, raw or scaled."""
    features = array_at(stack_at(4 * SIZE_THESIS), SIZE_THESIS, f4)
    observe_thesis(state, i8(state.seat), features)
    scaled = params[SCALED] != 0.0
    for k in range(SIZE_THESIS):
        work[k] = f8(features[k]) / REACH[k] if scaled else f8(features[k])


@kernel
def type_of(state: State, action: i8) -> i8:
    """Return the thesis's type of an action, which depends on the phase for roads and settlements."""
    if state.phase <= SETUP_ROAD:
        return SETUP_TYPE
    return FREE_ROAD_TYPE if state.phase == FREE_ROAD else i8(TYPE_OF[action])


@kernel
def choose_type(state: State, actions: ACTIONS, n: i8, params: NUMBERS, work: Array[f8]) -> i8:
    """Return the type that the main network chooses; -1 if no action has a type (the roll)."""
    read_inputs(state, params, work)
    flags = scratch_f8(THESIS_TYPES)
    possible, only = 0, -1
    for kind in range(THESIS_TYPES):
        flags[kind] = work[COMMON + kind]
        if flags[kind] != 0.0:
            possible += 1
            only = kind
    if possible <= 1:
        return only
    found = run(params, WEIGHTS_AT, work, SIZE_THESIS, THESIS_TYPES)
    best = -1
    for kind in range(THESIS_TYPES):
        if flags[kind] != 0.0 and (best < 0 or work[found + kind] > work[found + best]):
            best = kind
    return best


@kernel
def types_net(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the type by the network, its argument at random."""
    if n == 1 or state.phase == PRE_ROLL:
        return 0  # it always rolls
    kind = choose_type(state, actions, n, params, scratch_f8(WORK))
    if kind < 0:
        return 0
    if state.phase == SETUP_SETTLE or state.phase == SETUP_ROAD or DISCARD <= state.phase <= STEAL:
        return whole_action(state, actions, n, memory)
    return any_of(state, actions, n, kind, memory)


@kernel
def any_of(state: State, actions: ACTIONS, n: i8, kind: i8, memory: MEMORY) -> i8:
    """Choose a random action of a type."""
    seat, count = i8(state.seat), 0
    for i in range(n):
        count += 1 if type_of(state, i8(actions[i])) == kind and fits_thesis(state, seat, i8(actions[i])) else 0
    choosy = count > 0  # composed offers, for example, are not in the thesis
    if not choosy:
        for i in range(n):
            count += 1 if type_of(state, i8(actions[i])) == kind else 0
    pick = below_in(memory, 0, count)
    for i in range(n):
        if type_of(state, i8(actions[i])) == kind and (not choosy or fits_thesis(state, seat, i8(actions[i]))):
            if pick == 0:
                return i
            pick -= 1
    return n - 1


# Arguments


@kernel
def write_flags(state: State, actions: ACTIONS, n: i8, kind: i8, network: i8, work: Array[f8]) -> None:
    """Write the inputs of a network of arguments besides the common ones: the possible arguments."""
    for k in range(EXTRA[network]):
        work[COMMON + k] = 0.0
    if network == N_DISCARD:
        for r in range(LANES):
            work[COMMON + r] = f8(lane(state.hand[state.seat], r))
        work[COMMON + LANES] = f8(state.owed[state.seat])
        return
    for i in range(n):
        action = i8(actions[i])
        if type_of(state, action) != kind:
            continue
        if network != N_SETUP:
            if FLAG[action] >= 0 and EXTRA[network] > 0:
                work[COMMON + FLAG[action]] = 1.0
            continue
        node = action - moves.SETTLE if state.phase == SETUP_SETTLE else i8(state.last_settlement)
        for k in range(3):
            edge = i8(NODE_EDGES[node, k])
            if edge < EDGES and (state.phase == SETUP_SETTLE or edge == action - moves.ROAD):
                work[COMMON + END[node, k]] = 1.0


@kernel
def victims_of(state: State, hex: i8) -> i8:
    """Return the number of players who could be robbed at a hex."""
    found = 0
    for seat in range(state.players):
        built = (state.settlements[seat] | state.cities[seat]) & HEX_NODES[hex] != EMPTY
        if seat != state.player and built and state.hand[seat] != EMPTY:
            found += 1
    return found


@kernel
def arguments_net(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the type by the main network, its argument by the network of that type."""
    if n == 1 or state.phase == PRE_ROLL:
        return 0
    if state.phase == STEAL:
        return below_in(memory, 0, n)  # no network chooses the victim
    work = scratch_f8(WORK)
    kind = choose_type(state, actions, n, params, work)
    network = NETWORK_OF[kind] if kind >= 0 else -1
    if network < 0:
        return any_of(state, actions, n, kind, memory) if kind >= 0 else 0
    treatment = i8(params[IMPOSSIBLE])
    at = WEIGHTS_AT + size_of(params, SIZE_THESIS, THESIS_TYPES)
    for other in range(network):
        at += size_of(params, COMMON + EXTRA[other], MASKED[other] if treatment == BEST_LEGAL else SINGLE[other])
    read_inputs(state, params, work)
    write_flags(state, actions, n, kind, network, work)
    outputs = MASKED[network] if treatment == BEST_LEGAL else SINGLE[network]
    found = run(params, at, work, COMMON + EXTRA[network], outputs)
    if network == N_DISCARD:
        return discard_by(state, actions, n, treatment, work, found, memory)
    if treatment == LOSE:
        return exactly(state, actions, n, kind, network, work, found)
    return best_of(state, actions, n, kind, network, treatment, work, found)


@kernel
def first_argument(state: State, network: i8) -> i8:
    """Return the first argument of its network that an action names: the road of the set-up is the second one."""
    return 1 if network == N_SETUP and state.phase == SETUP_ROAD else 0


@kernel
def exactly(state: State, actions: ACTIONS, n: i8, kind: i8, network: i8, work: Array[f8], found: i8) -> i8:
    """Return the action with exactly the arguments of the outputs; -1 if there is none, which loses the game."""
    first = first_argument(state, network)
    for i in range(n):
        action = i8(actions[i])
        if type_of(state, action) != kind:
            continue
        same, turned = True, network == N_PLENTY  # the two cards of a year of plenty have no order
        for k in range(ARGUMENTS):
            if ARGUMENT[action, k] >= 0:
                named = i8(work[found + first + k] * RANGES[network, first + k])
                same = same and named == ARGUMENT[action, k]
                turned = turned and k < 2 and named == ARGUMENT[action, 1 - k]
        if (same or turned) and not (network == N_ROBBER and victims_of(state, action - moves.ROBBER) > 0):
            return i
    return -1


@kernel
def best_of(
    state: State, actions: ACTIONS, n: i8, kind: i8, network: i8, treatment: i8, work: Array[f8], found: i8
) -> i8:
    """Return the possible action whose arguments have the highest outputs, or are nearest to those of the outputs."""
    first, best, highest = first_argument(state, network), 0, -1e300
    for i in range(n):
        action = i8(actions[i])
        if type_of(state, action) != kind:
            continue
        score, offset = 0.0, RANGES[network, 0] if first == 1 else 0
        for k in range(ARGUMENTS):
            if ARGUMENT[action, k] < 0:
                continue
            if treatment == BEST_LEGAL:
                score += work[found + offset + ARGUMENT[action, k]]
                offset += RANGES[network, first + k]
            else:
                apart = work[found + first + k] * RANGES[network, first + k] - 0.5 - ARGUMENT[action, k]
                score -= apart * apart
        if score > highest:
            best, highest = i, score
    return best


@kernel
def discard_by(state: State, actions: ACTIONS, n: i8, treatment: i8, work: Array[f8], found: i8, memory: MEMORY) -> i8:
    """Discard the resource with the highest output; with `lose` all outputs plan a discard, which must be possible."""
    if treatment != LOSE:
        best = 0
        for i in range(1, n):
            if work[found + actions[i] - moves.DISCARD] > work[found + actions[best] - moves.DISCARD]:
                best = i
        return best
    planned = 0
    for r in range(LANES):
        planned += memory[1 + r]
    if planned == 0:
        for r in range(LANES):
            memory[1 + r] = i8(work[found + r] * DISCARDS)
            planned += memory[1 + r]
            if memory[1 + r] > lane(state.hand[state.seat], r):
                return -1
        if planned != state.owed[state.seat]:
            return -1
    for i in range(n):
        r = i8(actions[i]) - moves.DISCARD
        if memory[1 + r] > 0:
            memory[1 + r] -= 1
            return i
    return -1


# As agents


def parse_hidden(given: str) -> str:
    """Check the widths of the hidden layers."""
    parts = [part.strip() for part in given.split(",")]
    if len(parts) > MOST_LAYERS or not all(part.isdecimal() and 1 <= int(part) <= WIDEST for part in parts):
        raise BadOption(f"hidden={given}: must be 1 to {MOST_LAYERS} widths from 1 to {WIDEST}, joined by commas")
    return ",".join(str(int(part)) for part in parts)


def parse_file(given: str) -> str:
    """Check that the file contains weights."""
    if given:
        found_in(given)
    return given


def write_numbers(path: Path, numbers: np.ndarray) -> None:
    """Write weights, one number per line."""
    path.write_text("".join(f"{number!r}\n" for number in numbers.tolist()), encoding="utf-8")


HIDDEN = Option("hidden", "4", "widths of the hidden layers, joined by commas", parse=parse_hidden)
ACTIVATED = Option("activation", "sigmoid", "of the hidden layers; outputs are sigmoid", choices=tuple(ACTIVATIONS))
INPUTS = Option("inputs", "raw", "raw numbers as in the thesis, or scaled to about 1", choices=("raw", "scaled"))
FILE = Option(
    "weights",
    "",
    "a file (one number per line), or a training's champion or folder; none: all zero, to be trained",
    parse=parse_file,
)
SPAN = Option("span", 2.0, "weights are trained between minus this and this", low=0.001, high=1e6)
IMPOSSIBLE_OPTION = Option(
    "impossible",
    "best-legal",
    "effect of an impossible argument: it loses the game, or a possible one is used",
    choices=TREATMENTS,
)


def shapes(options: Options) -> Iterator[tuple[str, int, int]]:
    """Yield the networks of an agent: name, inputs, outputs."""
    yield "types", SIZE_THESIS, THESIS_TYPES
    if "impossible" in options:
        outputs = MASKED if options["impossible"] == "best-legal" else SINGLE
        for number, (name, _, extra, _) in enumerate(NETWORKS):
            yield name, COMMON + extra, int(outputs[number])


def weights_of(options: Options) -> Weights:
    """Return the names of all weights by network, layer and index, with their bounds."""
    hidden = [int(width) for width in options["hidden"].split(",")]
    names = []
    for name, inputs, outputs in shapes(options):
        for layer, (before, after) in enumerate(pairwise([inputs, *hidden, outputs])):
            names += [f"{name}_w{layer}_{neuron}_{i}" for neuron in range(after) for i in range(before)]
            names += [f"{name}_b{layer}_{neuron}" for neuron in range(after)]
    return Weights(tuple(names), WEIGHTS_AT, (-options["span"], options["span"]))


def params_of(game: object, options: Options) -> list[float]:
    """Return the settings of the networks, then their weights."""
    hidden = [float(width) for width in options["hidden"].split(",")]
    treatment = TREATMENTS.index(options.get("impossible", "best-legal"))
    head = [float(ACTIVATIONS[options["activation"]]), float(options["inputs"] == "scaled"), float(treatment)]
    names = weights_of(options).names
    numbers = read_weights(options["weights"], names) if options["weights"] else [0.0] * len(names)
    return [*head, float(len(hidden)), *hidden, *[0.0] * (MOST_LAYERS - len(hidden)), *numbers]


BOTS = {
    "types-net": BotSpec(
        types_net,
        "the thesis's network: chooses a type of action, whose argument is drawn at random",
        options=(HIDDEN, ACTIVATED, INPUTS, FILE, SPAN),
        params=params_of,
        public=True,
        weights=weights_of,
    ),
    "arguments-net": BotSpec(
        arguments_net,
        "the thesis's first design: a network for the type of action and one for the arguments of each type",
        options=(HIDDEN, ACTIVATED, INPUTS, FILE, SPAN, IMPOSSIBLE_OPTION),
        params=params_of,
        memory=1 + LANES,
        public=True,
        weights=weights_of,
    ),
}
