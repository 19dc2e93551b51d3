"""Sample RandomSimulation: many random turns in one determinization, of which the best becomes the plan.

See section 3 of docs/rules/tribute_bots.md.
"""

from tapete.games.tribute.bots.subset_choices import PLAN_AT as PICKS_AT
from tapete.games.tribute.bots.subset_choices import PLAN_SIZE as PICKS_SIZE
from tapete.games.tribute.bots.subset_choices import count_subsets, is_card_choice, plan_subset
from tapete.games.tribute.determinize import determinize
from tapete.games.tribute.evaluations import simulation_value
from tapete.games.tribute.rules import DONE, END_TURN, MAX_LEGAL, PICK, apply, legal
from tapete.games.tribute.state import BASE, DRAW, FREE, HAND, State
from tapete.kernel import boolean, copy_of, i8, kernel, mix, scratch_i4, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, below_in, ticks

# Words of its memory; word 1 counts the simulated turns of the last plan
SIZE, NEXT, FRESH, PILE, PLAN, LONGEST = 2, 3, 4, 5, 8, 480
TRIED = PLAN + LONGEST
SIMULATION_MEMORY = TRIED + LONGEST
LONGEST_TURN = 400  # moves of a simulated turn; a longer one is cut, so that the plan fits
WORDS_OF_ANSWER = 16  # enough for the picks of an answer
EARLY_END = 10_000  # one move in so many ends a simulated turn
CLOCK_EVERY = 8


@kernel
def holds(state: State, seat: i8, thing: i8) -> boolean:
    for i in range(state.size[HAND + seat]):
        if state.cells[BASE[HAND + seat] + i] == thing:
            return True
    return False


@kernel
def drew(before: State, after: State, seat: i8) -> boolean:
    """Return whether cards were drawn, which go to the end of the hand."""
    held = i8(after.size[HAND + seat])
    return held > 0 and not holds(before, seat, i8(after.cells[BASE[HAND + seat] + held - 1]))


@kernel
def simulate_turn(world: State, seat: i8, memory: MEMORY) -> i8:
    """Play the turn out at random over complete answers; note the moves and return the value of the end."""
    moves = scratch_i4(MAX_LEGAL)
    answer = scratch_i8(WORDS_OF_ANSWER)
    state = copy_of(world)
    size, draws = 0, 0
    picked, picks, done = (
        0,
        0,
        False,
    )  # of a card choice: cards picked so far, cards of the answer, whether it ends with "done"
    while size < LONGEST_TURN:
        action = i8(DONE)
        if picked < picks:
            action = PICK + answer[PICKS_AT + picked]
            picked += 1
        elif done:
            done = False
        else:
            n = legal(state, moves)
            free = n - 1 if state.choice == FREE else n
            if free == 0:
                break
            if is_card_choice(state):
                plan_subset(state, below_in(memory, 0, count_subsets(state)), answer)
                picked, picks = 0, answer[PICKS_SIZE]
                done = picks == 0 or picks < min(i8(state.most), i8(state.options))
                continue
            action = i8(moves[below_in(memory, 0, free)])
            if state.choice == FREE and below_in(memory, 0, EARLY_END) == 0:
                action = i8(END_TURN)
        memory[TRIED + size] = action
        size += 1
        if action == END_TURN:
            break
        before = copy_of(state)
        apply(state, action)
        draws += i8(drew(before, state, seat))
    memory[SIZE] = size
    return simulation_value(state, seat, draws)


@kernel
def make_plan(state: State, milliseconds: i8, limit: i8, memory: MEMORY) -> None:
    """Plan the best of many random turns."""
    seat = i8(state.seat)
    world = copy_of(state)
    world.rng = mix(state.rng, u8(1))
    determinize(world, seat)
    deadline = ticks() + milliseconds * 1_000_000 if milliseconds > 0 else 0
    best, best_value, turns = 0, i8(0), 0
    while (limit == 0 or turns < limit) and (deadline == 0 or turns % CLOCK_EVERY or ticks() < deadline):
        value = simulate_turn(world, seat, memory)
        if turns == 0 or value > best_value:
            best, best_value = memory[SIZE], value
            for k in range(best):
                memory[PLAN + k] = memory[TRIED + k]
        turns += 1
    memory[1] = turns
    memory[SIZE] = best
    memory[NEXT] = 0


@kernel
def simulate(state: State, actions: ACTIONS, n: i8, milliseconds: i8, limit: i8, memory: MEMORY) -> i8:
    """Return the next move of the plan; plan again after draws and choices, and if the planned move is not legal."""
    seat = i8(state.seat)
    if state.picked == 0 and (memory[FRESH] == 0 or memory[PILE] != state.size[DRAW + seat]):
        make_plan(state, milliseconds, limit, memory)
        memory[FRESH] = 1
    for attempt in range(2):
        if memory[NEXT] >= memory[SIZE]:
            break
        wanted = memory[PLAN + memory[NEXT]]
        for i in range(n):
            if actions[i] == wanted:
                memory[NEXT] += 1
                memory[PILE] = state.size[DRAW + seat]
                memory[FRESH] = i8(wanted < DONE and wanted != END_TURN)
                return i
        if attempt == 0:
            make_plan(state, milliseconds, limit, memory)
    memory[FRESH] = 0
    return n - 1
