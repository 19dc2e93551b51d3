"""Forward pass of a network as kernels: from a state to priors, values, a move.

Products are added one by one in a fixed order, `exp` is our own, and nothing is fused or reordered, so a network gives
the same bits on every machine. The cost of a layer is proportional to its inputs that are not zero (one-hot features).
Weights stay in Python's arrays and are read through the address of a `Net` record; everything else is on the stack, so
threads share a network.
"""

from __future__ import annotations

from tapete.kernel import Array, GameState, Matrix, Record, f4, f8, i4, i8, kernel, shape, u1, u8
from tapete.kernel.contract import (
    ACTIONS,
    FEATURES,
    MEMORY,
    NUMBERS,
    SIZE_SLOT,
    TABLE_LENGTH,
    array_at,
    call_apply,
    call_observe,
    call_returns,
    consult,
    copy_state,
    dot_product,
    draw_in,
    float_of_bits,
    list_bits,
    nonzeros_at,
    pick_rows_16,
    pick_rows_64,
    rows_in,
    stack_at,
    state_at,
)

MOST_LAYERS = 16
MOST_SEATS = 16
LANES = 16  # floats in a vector; widths are padded to a multiple of it
RELU, TANH, SIGMOID, NONE = range(4)  # activations; the last for values only


class Net(Record):
    """Network in memory: sizes, activations, and addresses of its weights."""

    rules: Array[i8] = shape(TABLE_LENGTH)  # of the game, with `observe` of the network's encoder
    seats: i8
    sides: Array[i8] = shape(MOST_SEATS)
    inputs: i8
    layers: i8
    activation: i8
    actions: i8  # of the policy head; 0: there is none
    values: i8  # outputs of the value head: 0, 1 (the observing seat's) or one per seat, beginning with it
    value_activation: i8
    low: f8  # values that mean a return of 0 and of 1
    high: f8
    widths: Array[i8] = shape(MOST_LAYERS)
    strides: Array[i8] = shape(MOST_LAYERS)  # widths with padding, which is zeros
    hidden: i8  # width of the heads' input, with padding
    # Addresses of float32 arrays in row order: by input for layers, by output for heads.
    weights_at: Array[i8] = shape(MOST_LAYERS)
    biases_at: Array[i8] = shape(MOST_LAYERS)
    policy_at: i8
    policy_bias_at: i8
    value_at: i8
    value_bias_at: i8
    # The game's symmetries: where each feature and each action goes, int32, one row each; 0: there are none.
    turns: i8
    feature_turns_at: i8
    action_turns_at: i8
    # Offsets of buffers, in bytes from the start of the room on the stack; the features come first.
    room: i8
    first_at: i8
    second_at: i8
    indices_at: i8
    turned_at: i8


UNIT = 1.0 / 9007199254740992.0  # 2^-53
LEAST, MOST = f4(-87.0), f4(88.0)  # arguments of `exp` whose results are normal numbers
LOG2_E, ROUND = f4(1.4426950408889634), f4(12582912.0)  # adding 1.5 * 2^23 rounds to the nearest whole number
LN2_HIGH, LN2_LOW = f4(0.693359375), f4(-2.12194440e-4)
E0, E1, E2 = f4(1.9875691500e-4), f4(1.3981999507e-3), f4(8.3334519073e-3)
E3, E4, E5 = f4(4.1665795894e-2), f4(1.6666665459e-1), f4(5.0000001201e-1)
AS_IT_IS = -1  # index of the identity among the symmetries
ZERO, ONE, TWO = f4(0.0), f4(1.0), f4(2.0)
HUGE = f4(1e30)
VALUE_TEMPERATURE = (
    0.05  # of priors computed from values: an action that wins this much less often has a prior e times smaller
)


@kernel
def exponential(x: f4) -> f4:
    """Return e to the power of x, within two units in the last place (polynomial of Cephes' expf)."""
    x = x if x > LEAST else LEAST  # in this order a NaN becomes a number
    x = x if x < MOST else MOST
    whole = (x * LOG2_E + ROUND) - ROUND
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    sum_ = ((((E0 * rest + E1) * rest + E2) * rest + E3) * rest + E4) * rest + E5
    sum_ = (sum_ * (rest * rest) + rest) + ONE
    return sum_ * float_of_bits(i4((i4(whole) + i4(127)) << i4(23)))


@kernel
def logistic(x: f4) -> f4:
    return ONE / (ONE + exponential(-x))


@kernel
def hyperbolic(x: f4) -> f4:
    """Return the hyperbolic tangent."""
    return ONE - TWO / (exponential(TWO * x) + ONE)


@kernel
def activate(at: i8, width: i8, activation: i8) -> None:
    numbers = array_at(at, width, f4)
    if activation == RELU:
        for k in range(width):
            numbers[k] = numbers[k] if numbers[k] > ZERO else ZERO
    elif activation == TANH:
        for k in range(width):
            numbers[k] = hyperbolic(numbers[k])
    else:
        for k in range(width):
            numbers[k] = logistic(numbers[k])


@kernel
def list_nonzeros(source: i8, n: i8, indices_at: i8) -> i8:
    """Write the indices of a padded vector's nonzero elements; return how many. The buffer needs its padded length."""
    count = i8(0)
    for first in range(0, n, LANES):
        bits = nonzeros_at(source + 4 * first)
        count += list_bits(bits, first, indices_at + 4 * count)
    return count


@kernel
def layer(net: Net, number: i8, room: i8, source: i8, inputs: i8, target: i8) -> None:
    """Compute one layer from the vector at `source` to the one at `target`."""
    indices = room + net.indices_at
    count = list_nonzeros(source, inputs, indices)
    stride = net.strides[number]
    first = i8(0)
    while first < stride:
        rows, biases, sums = net.weights_at[number] + 4 * first, net.biases_at[number] + 4 * first, target + 4 * first
        if first + 64 <= stride:
            pick_rows_64(rows, stride, indices, source, count, biases, sums)
            first += 64
        else:
            pick_rows_16(rows, stride, indices, source, count, biases, sums)
            first += LANES
    activate(target, net.widths[number], net.activation)


@kernel
def pad(net: Net, source: i8) -> None:
    """Write zeros after a feature vector, up to a multiple of sixteen."""
    features = array_at(source, net.inputs + LANES, f4)
    for k in range(net.inputs, net.inputs + (-net.inputs) % LANES):
        features[k] = ZERO


@kernel
def think(net: Net, room: i8, source: i8) -> i8:
    """Compute the layers from the padded features at an address; return the address of the heads' input."""
    inputs = net.inputs
    for number in range(net.layers):
        target = room + (net.first_at if number % 2 == 0 else net.second_at)
        layer(net, number, room, source, inputs, target)
        source, inputs = target, net.widths[number]
    return source


@kernel
def observe_into(net: Net, state: GameState, seat: i8, room: i8) -> None:
    """Write a seat's features to the start of a room, padded."""
    call_observe(net.rules, state, seat, array_at(room, net.inputs, f4))
    pad(net, room)


@kernel
def observe_and_think(net: Net, state: GameState, seat: i8, room: i8) -> i8:
    """Compute the layers from a seat's features; return the address of the heads' input."""
    observe_into(net, state, seat, room)
    return think(net, room, room)


@kernel
def think_turned(net: Net, room: i8, turn: i8) -> i8:
    """Compute the layers from the features of a room under a symmetry; the features are not changed."""
    if turn == AS_IT_IS:
        return think(net, room, room)
    turn_features(net, room, turn, room + net.turned_at)
    return think(net, room, room + net.turned_at)


@kernel
def turn_features(net: Net, room: i8, turn: i8, target: i8) -> None:
    """Write the features of a room as they are under a symmetry, padded."""
    count = list_nonzeros(room, net.inputs, room + net.indices_at)
    places = array_at(net.feature_turns_at + 4 * turn * net.inputs, net.inputs, i4)
    indices = array_at(room + net.indices_at, net.inputs, i4)
    features, turned = array_at(room, net.inputs, f4), array_at(target, net.inputs + LANES, f4)
    for k in range(net.inputs + (-net.inputs) % LANES):
        turned[k] = ZERO
    for k in range(count):
        turned[places[indices[k]]] = features[indices[k]]


@kernel
def turned_action(net: Net, action: i8, turn: i8) -> i8:
    """Return an action under a symmetry; one that the policy head does not know is unchanged."""
    if turn == AS_IT_IS or action >= net.actions:
        return action
    return i8(array_at(net.action_turns_at + 4 * turn * net.actions, net.actions, i4)[action])


@kernel
def drawn_turn(net: Net, state: GameState) -> i8:
    """Choose a symmetry by the generator of a sampled world, which is not advanced."""
    return i8((u8(state.rng >> u8(40)) * u8(net.turns)) >> u8(24))


@kernel
def bounded(x: f4) -> f4:
    """Return a finite number."""
    x = x if x > -HUGE else -HUGE
    return x if x < HUGE else HUGE


@kernel
def logit(net: Net, hidden: i8, action: i8) -> f4:
    """Return the logit of an action; one that the policy head does not know gets the lowest."""
    if action >= net.actions:
        return -HUGE
    biases = array_at(net.policy_bias_at, net.actions, f4)
    return bounded(dot_product(net.policy_at + 4 * action * net.hidden, hidden, net.hidden) + biases[action])


@kernel
def value(net: Net, hidden: i8, k: i8) -> f8:
    """Return the k-th output of the value head, on the network's own scale."""
    x = (
        dot_product(net.value_at + 4 * k * net.hidden, hidden, net.hidden)
        + array_at(net.value_bias_at, net.values, f4)[k]
    )
    x = bounded(x)
    if net.value_activation == SIGMOID:
        return f8(logistic(x))
    if net.value_activation == TANH:
        return f8(hyperbolic(x))
    return f8(x)


@kernel
def share(net: Net, x: f8) -> f8:
    """Return a value as a share of the returns, in [0, 1]."""
    part = (x - net.low) / (net.high - net.low)
    part = part if part > 0.0 else 0.0
    return part if part < 1.0 else 1.0


@kernel
def soften(scores: NUMBERS, n: i8, temperature: f8) -> None:
    """Apply softmax in place."""
    best = scores[0]
    for i in range(1, n):
        best = max(best, scores[i])
    total = 0.0
    for i in range(n):
        scores[i] = f8(exponential(f4((scores[i] - best) / temperature)))
        total += scores[i]
    for i in range(n):
        scores[i] /= total


@kernel
def write_shares(net: Net, outputs: NUMBERS, seat: i8, values: NUMBERS) -> None:
    """Write the value of the game for each seat, from the outputs of the value head for one seat.

    Returns sum to 1 and are equal within a side, so the observing seat's number determines the rest where there are two
    sides; with more, the others are assumed to be equal.
    """
    if net.values > 1:
        for k in range(net.values):
            values[(seat + k) % net.seats] = share(net, outputs[k])
        return
    own = share(net, outputs[0])
    mates = 0
    for other in range(net.seats):
        mates += 1 if net.sides[other] == net.sides[seat] else 0
    rest = max(0.0, 1.0 - mates * own) / max(1, net.seats - mates)
    for other in range(net.seats):
        values[other] = own if net.sides[other] == net.sides[seat] else rest


@kernel
def take_answers(
    net: Net,
    logits: FEATURES,
    outputs: NUMBERS,
    seat: i8,
    actions: ACTIONS,
    n: i8,
    turn: i8,
    priors: NUMBERS,
    values: NUMBERS,
) -> None:
    """Turn outputs of the heads, computed elsewhere under this symmetry, into priors and values as `guide` does."""
    for i in range(n):
        if i8(actions[i]) < net.actions:
            priors[i] = f8(bounded(logits[turned_action(net, i8(actions[i]), turn)]))
        else:
            priors[i] = -f8(HUGE) if net.actions > 0 else 0.0
    soften(priors, n, 1.0)
    if net.values > 0:
        write_shares(net, outputs, seat, values)


# Kernels called by address


@kernel
def advise(net: Net, seat: i8, actions: ACTIONS, n: i8, turn: i8, room: i8, priors: NUMBERS, values: NUMBERS) -> None:
    """Write priors of a seat's actions and values of all seats, from the features of a room under a symmetry."""
    hidden = think_turned(net, room, turn)
    for i in range(n):
        priors[i] = f8(logit(net, hidden, turned_action(net, i8(actions[i]), turn))) if net.actions > 0 else 0.0
    soften(priors, n, 1.0)
    if net.values > 0:
        outputs = array_at(stack_at(8 * net.values), net.values, f8)
        for k in range(net.values):
            outputs[k] = value(net, hidden, k)
        write_shares(net, outputs, seat, values)


@kernel
def guide(state: GameState, seat: i8, actions: ACTIONS, n: i8, net: i8, priors: NUMBERS, values: NUMBERS) -> None:
    """Write priors of a seat's actions and values of all seats for a search; values only if the network has them."""
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    observe_into(network, state, seat, room)
    advise(network, seat, actions, n, AS_IT_IS, room, priors, values)


@kernel
def guide_turned(
    state: GameState, seat: i8, actions: ACTIONS, n: i8, net: i8, priors: NUMBERS, values: NUMBERS
) -> None:
    """Do the same for the position under one of the game's symmetries, drawn with every world.

    A network rates the forms of a position slightly differently; a search that calls it often gets the mean over all.
    """
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    observe_into(network, state, seat, room)
    advise(network, seat, actions, n, drawn_turn(network, state), room, priors, values)


@kernel
def guide_by_value(
    state: GameState, seat: i8, actions: ACTIONS, n: i8, net: i8, priors: NUMBERS, values: NUMBERS
) -> None:
    """Do the same with a network that has only values, of positions after a seat's move: each action is tried.

    Priors follow from the value of the position after each action for the seat; the values are those after the best
    one.
    """
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    outputs = array_at(stack_at(8 * network.values), network.values, f8)
    returns = array_at(stack_at(8 * network.seats), network.seats, f8)
    after = array_at(stack_at(network.rules[SIZE_SLOT]), 1, GameState)[0]
    best = -1.0
    for i in range(n):
        copy_state(network.rules, after, state)
        call_apply(network.rules, after, i8(actions[i]))
        if after.over:
            call_returns(network.rules, after, returns)
        else:
            hidden = observe_and_think(network, after, seat, room)
            for k in range(network.values):
                outputs[k] = value(network, hidden, k)
            write_shares(network, outputs, seat, returns)
        priors[i] = returns[seat]
        if returns[seat] > best:
            best = returns[seat]
            for other in range(network.seats):
                values[other] = returns[other]
    soften(priors, n, VALUE_TEMPERATURE)


@kernel
def evaluate(state: GameState, seat: i8, weights: NUMBERS) -> f8:
    """Return the network's value of a position for a seat; by the returns if it is over. `weights`: the address."""
    net = array_at(rows_in(weights, 0, i8)[0], 1, Net)[0]
    if state.over:
        returns = array_at(stack_at(8 * net.seats), net.seats, f8)
        call_returns(net.rules, state, returns)
        return net.low + returns[seat] * (net.high - net.low)
    return value(net, observe_and_think(net, state, seat, stack_at(net.room)), 0)


@kernel
def pick(scores: NUMBERS, n: i8, temperature: f8, memory: MEMORY) -> i8:
    """Return the index of the best score, the first of equals; with a temperature, a sample by softmax."""
    best = 0
    for i in range(1, n):
        if scores[i] > scores[best]:
            best = i
    if temperature <= 0.0:
        return best
    soften(scores, n, temperature)
    left = f8(draw_in(memory, 0) >> u8(11)) * UNIT
    for i in range(n):
        left -= scores[i]
        if left < 0.0:
            return i
    return best


@kernel
def play_by_policy(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the action with the highest logit.

    `params`: the network's address, the temperature, and the number of forms of the position (under the game's
    symmetries) to average; 0: only the position itself.
    """
    net = array_at(rows_in(params, 0, i8)[0], 1, Net)[0]
    room, forms = stack_at(net.room), i8(params[2])
    observe_into(net, state, i8(state.seat), room)
    scores = array_at(stack_at(8 * n), n, f8)
    for i in range(n):
        scores[i] = 0.0
    for turn in range(AS_IT_IS if forms == 0 else 0, forms):
        hidden = think_turned(net, room, turn)
        for i in range(n):
            scores[i] += f8(logit(net, hidden, turned_action(net, i8(actions[i]), turn))) / max(1, forms)
    return pick(scores, n, params[1], memory)


@kernel
def play_by_value(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the action after which the position has the highest value for the deciding seat. The same `params`."""
    net = array_at(rows_in(params, 0, i8)[0], 1, Net)[0]
    seat, forms = i8(state.seat), i8(params[2])
    room = stack_at(net.room)
    scores, returns = array_at(stack_at(8 * n), n, f8), array_at(stack_at(8 * net.seats), net.seats, f8)
    after = array_at(stack_at(net.rules[SIZE_SLOT]), 1, GameState)[0]
    for i in range(n):
        copy_state(net.rules, after, state)
        call_apply(net.rules, after, i8(actions[i]))
        if after.over:
            call_returns(net.rules, after, returns)
            scores[i] = returns[seat]
            continue
        observe_into(net, after, seat, room)
        scores[i] = 0.0
        for turn in range(AS_IT_IS if forms == 0 else 0, forms):
            scores[i] += share(net, value(net, think_turned(net, room, turn), 0)) / max(1, forms)
    return pick(scores, n, params[1], memory)


# Kernels called by Python


@kernel
def call_guide(
    address: i8, rows: Matrix[u1], i: i8, seat: i8, actions: ACTIONS, n: i8, net: i8, priors: NUMBERS, values: NUMBERS
) -> None:
    """Call a guide once."""
    consult(address, state_at(rows, i), seat, actions, n, net, priors, values)


@kernel
def forward_rows(net: i8, features: Matrix[f4], logits: Matrix[f4], values: Matrix[f8]) -> None:
    """Compute the heads of many feature vectors, each as if it were alone."""
    network = array_at(net, 1, Net)[0]
    room = stack_at(network.room)
    own = array_at(room, network.inputs, f4)
    pad(network, room)
    for i in range(len(features)):
        for k in range(network.inputs):
            own[k] = features[i, k]
        hidden = think(network, room, room)
        for action in range(network.actions):
            logits[i, action] = logit(network, hidden, action)
        for k in range(network.values):
            values[i, k] = value(network, hidden, k)
