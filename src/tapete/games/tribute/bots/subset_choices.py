"""Complete answers: the reference engine lists every subset of a card choice as one move, we pick card by card.

A bot that draws one number over that list un-ranks it here and keeps the picks as a plan in its memory. Words of a
bot's memory: 0 the seed from the match loop, PLAN_AT and following the plan, the last word its generator, the only one
that is not cleared between the games of a series.
"""

import math

import numpy as np

from tapete.games.tribute.rules import DONE, MOST_OPTIONS, PICK, apply
from tapete.games.tribute.state import DRAFT, EFFECT, FREE, INCREMENT, MASK_48, MULTIPLIER, PICKS, TOP, State
from tapete.kernel import boolean, i8, kernel, u8
from tapete.kernel.contract import ACTIONS, MEMORY

STARTED, PLAN_SIZE, PLAN_AT = 1, 2, 3
OWN_AT = PLAN_AT + PICKS  # first of a bot's own words
BOT_MEMORY = OWN_AT + 1

FRESH, SERIES = -1.0, -2.0  # seeds of a bot: a new one each game; 123 at the start of a series
SHIPPED_SEED = 123

BINOMIAL = np.array([[math.comb(n, k) for k in range(PICKS)] for n in range(MOST_OPTIONS + 1)], dtype=np.int64)


@kernel
def is_card_choice(state: State) -> boolean:
    return state.choice != FREE and state.choice != EFFECT and state.choice != DRAFT


@kernel
def count_subsets(state: State) -> i8:
    """Return the number of answers that the reference engine lists for the pending card choice."""
    options = i8(state.options)
    total = 0
    for size in range(min(i8(state.least), options), min(i8(state.most), options) + 1):
        total += BINOMIAL[options, size]
    return total


@kernel
def plan_subset(state: State, rank: i8, memory: MEMORY) -> None:
    """Un-rank an answer: plan the subset at an index of that list (by size, each size in lexicographic order)."""
    options = i8(state.options)
    size = min(i8(state.least), options)
    while rank >= BINOMIAL[options, size]:
        rank -= BINOMIAL[options, size]
        size += 1
    memory[PLAN_SIZE] = size
    position = 0
    for k in range(size):
        while rank >= BINOMIAL[options - position - 1, size - k - 1]:
            rank -= BINOMIAL[options - position - 1, size - k - 1]
            position += 1
        memory[PLAN_AT + k] = position
        position += 1


@kernel
def play_answer(state: State, action: i8, plan: MEMORY) -> None:
    """Play an action, or the planned answer if a card choice is pending."""
    picks, steps = 0, 1
    if is_card_choice(state):
        action = DONE
        picks = plan[PLAN_SIZE]
        ended = picks > 0 and picks >= min(i8(state.most), i8(state.options))
        steps = picks if ended else picks + 1
    for k in range(steps):
        apply(state, PICK + plan[PLAN_AT + k] if k < picks else action)


@kernel
def index_of(actions: ACTIONS, n: i8, action: i8) -> i8:
    """Return the index of an action in the legal list; n + action if only `apply` takes it."""
    for i in range(n):
        if actions[i] == action:
            return i
    return n + action


@kernel
def follow_plan(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Return the index of the plan's next pick, or of DONE."""
    picked = i8(state.picked)
    if picked < memory[PLAN_SIZE]:
        return index_of(actions, n, PICK + memory[PLAN_AT + picked])
    return index_of(actions, n, DONE) if actions[0] == DONE else 0


@kernel
def in_plan(state: State, memory: MEMORY) -> boolean:
    """Return whether the plan in memory is for the choice that is partly answered."""
    picked = i8(state.picked)
    if picked == 0 or picked > memory[PLAN_SIZE]:
        return False
    for k in range(picked):
        if memory[PLAN_AT + k] != state.picks[k]:
            return False
    return True


@kernel
def start_bot(memory: MEMORY, seed: i8) -> None:
    """Start a bot's generator at its first decision of a game."""
    if memory[STARTED] == 0:
        memory[STARTED] = 1
        last = len(memory) - 1
        if seed == FRESH:
            memory[last] = i8(u8(memory[0]) & u8(MASK_48))
        elif seed != SERIES:
            memory[last] = seed
        elif memory[last] == 0:
            memory[last] = SHIPPED_SEED


@kernel
def next_of_bot(memory: MEMORY) -> i8:
    """Return a number of the bot's own generator, of the same kind as the game's."""
    last = len(memory) - 1
    s = (u8(MULTIPLIER) * u8(memory[last]) + u8(INCREMENT)) & u8(MASK_48)
    memory[last] = i8(s)
    return i8(((s >> u8(16)) * u8(TOP)) >> u8(32))


@kernel
def pick_any(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Return a random move, by one number over the reference engine's list (`pick(moves)` of the sample bots)."""
    if is_card_choice(state):
        plan_subset(state, next_of_bot(memory) % count_subsets(state), memory)
        return follow_plan(state, actions, n, memory)
    return next_of_bot(memory) % n


@kernel
def pick_free(state: State, actions: ACTIONS, n: i8, memory: MEMORY) -> i8:
    """Return a random move without END_TURN, the last of the free moves, unless it is the only one (`pick(free)`)."""
    if state.choice != FREE:
        return pick_any(state, actions, n, memory)
    return 0 if n == 1 else next_of_bot(memory) % (n - 1)
