"""Sample BeamSearch: width 20, to the end of its own turn (section 3 of docs/rules/tribute_bots.md)."""

import math

from tapete.games.tribute.determinize import determinize
from tapete.games.tribute.evaluations import sample_value
from tapete.games.tribute.rules import END_TURN, MAX_LEGAL, apply, legal
from tapete.games.tribute.state import State
from tapete.kernel import copy_of, f8, i8, kernel, mix, scratch_i4, u8
from tapete.kernel.contract import ACTIONS, MEMORY, below_in

WIDTH = 20
FINISHED, VALUE, LENGTH, PATH = 0, 1, 2, 3
LONGEST_PATH = 120
BEAM_NODE = PATH + LONGEST_PATH
BEAM_AT = 8
BEAM_MEMORY = BEAM_AT + 2 * WIDTH * BEAM_NODE + BEAM_NODE


@kernel
def copy_beam_node(memory: MEMORY, target: i8, source: i8) -> None:
    for word in range(PATH + memory[source + LENGTH]):
        memory[target + word] = memory[source + word]


@kernel
def keep_in_beam(memory: MEMORY, beam: i8, size: i8, candidate: i8, iteration: i8) -> i8:
    """Add a node to a beam, replacing the worst if it is full; return the beam's size.

    The annealing, which nearly always replaces, is the source's.
    """
    if size < WIDTH:
        copy_beam_node(memory, beam + size * BEAM_NODE, candidate)
        return size + 1
    worst = beam
    for k in range(1, WIDTH):
        if memory[beam + k * BEAM_NODE + VALUE] < memory[worst + VALUE]:
            worst = beam + k * BEAM_NODE
    difference = memory[candidate + VALUE] - memory[worst + VALUE]
    replace = difference > 0
    if not replace and iteration > 0:
        cooling = 4 // (iteration + 1)
        chance = math.exp(min(50.0, f8(-difference)))
        replace = cooling == 0 or chance / cooling > below_in(memory, 0, 1 << 30) / (1 << 30)
    if replace:
        copy_beam_node(memory, worst, candidate)
    return size


@kernel
def search_beam(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Search a beam of width 20 to the end of the turn; return the first move of the best finished line."""
    seat = i8(state.seat)
    world = copy_of(state)
    world.rng = mix(state.rng, u8(1))
    determinize(world, seat)
    current, following = BEAM_AT, BEAM_AT + WIDTH * BEAM_NODE
    candidate = BEAM_AT + 2 * WIDTH * BEAM_NODE
    memory[current + FINISHED] = 0
    memory[current + LENGTH] = 0
    size, iteration = 1, 0
    moves = scratch_i4(MAX_LEGAL)
    while True:
        next_size = 0
        open_nodes = 0
        for k in range(size):
            node = current + k * BEAM_NODE
            if memory[node + FINISHED]:
                copy_beam_node(memory, candidate, node)
                next_size = keep_in_beam(memory, following, next_size, candidate, iteration)
                continue
            open_nodes += 1
            length = memory[node + LENGTH]
            parent = copy_of(world)
            for step in range(length):
                apply(parent, memory[node + PATH + step])
            count = legal(parent, moves)
            for i in range(count):
                copy_beam_node(memory, candidate, node)
                memory[candidate + PATH + length] = moves[i]
                memory[candidate + LENGTH] = length + 1
                ended = moves[i] == END_TURN or length + 1 >= LONGEST_PATH
                memory[candidate + FINISHED] = i8(ended)
                if moves[i] == END_TURN:
                    memory[candidate + VALUE] = sample_value(parent, seat)
                else:
                    child = copy_of(parent)
                    apply(child, i8(moves[i]))
                    memory[candidate + VALUE] = sample_value(child, seat)
                next_size = keep_in_beam(memory, following, next_size, candidate, iteration)
        if open_nodes == 0:
            break
        current, following = following, current
        size = next_size
        iteration += 1
    best, best_rating = -1, i8(0)
    for k in range(size):
        node = current + k * BEAM_NODE
        if best < 0 or memory[node + VALUE] > best_rating:
            best, best_rating = memory[node + PATH], memory[node + VALUE]
    for i in range(n):
        if actions[i] == best:
            return i
    return 0
