"""Determinization, rollout (play-out) and reward: the part of a simulation below the tree."""

from tapete.kernel import GameState, below, boolean, draw, f8, i4, i8, kernel, u8
from tapete.kernel.contract import (
    MEMORY,
    NUMBERS,
    call_apply,
    call_determinize,
    call_evaluate,
    call_evaluate_change,
    call_legal,
    call_points,
    call_returns,
    call_solve,
    copy_state,
    decide,
    rows_in,
)
from tapete.search.workspace import IN_THE_TREE, POINTS, WIN, Search

UNIT = 1.0 / 9007199254740992.0  # 2^-53
LARGEST = 1e100  # raw values are cut here, so that their sums stay finite


@kernel
def fresh_world(search: Search, world: GameState, memory: MEMORY) -> None:
    """Sample a world that is possible for the searcher (a determinization), with new chance events."""
    copy_state(search.rules, world, rows_in(memory, search.root_at, GameState)[0])
    world.rng = draw(search)
    if not search.true_state:
        call_determinize(search.rules, world, search.observer)


@kernel
def finished(search: Search, world: GameState) -> boolean:
    """Return True if a simulation ends here: the game is over, or the own turn where the search looks no further."""
    return world.over != 0 or (search.own_turn != 0 and world.turn != search.turn)


@kernel
def play_out(search: Search, world: GameState, memory: MEMORY) -> None:
    """Roll out: play to the end at random or by the policy of `rollout`, for at most `rollout_depth` decisions."""
    if search.exact == IN_THE_TREE and play_exactly(search, world, memory):
        return
    actions = rows_in(memory, search.actions_at, i4)
    left = search.rollout_depth
    if search.rollout != 0:
        play_by_policy(search, world, memory)
    elif search.exact == IN_THE_TREE or search.own_turn:
        while not finished(search, world) and left > 0:
            n = call_legal(search.rules, world, actions)
            call_apply(search.rules, world, i8(actions[below(search, n)]))
            left -= 1
            if search.exact == IN_THE_TREE and play_exactly(search, world, memory):
                return
    else:
        while not world.over and left > 0:
            n = call_legal(search.rules, world, actions)
            call_apply(search.rules, world, i8(actions[below(search, n)]))
            left -= 1


@kernel
def play_by_policy(search: Search, world: GameState, memory: MEMORY) -> None:
    """Play on by a policy with a fresh memory and a share `epsilon` of random moves."""
    actions = rows_in(memory, search.actions_at, i4)
    params = rows_in(memory, search.policy_params_at, f8)[: search.policy_params]
    words = search.policy_memory
    for seat in range(search.seats):
        start = search.policy_memory_at + seat * words
        memory[start : start + words] = 0
        memory[start] = i8(draw(search))
    left = search.rollout_depth
    while not finished(search, world) and left > 0:
        n = call_legal(search.rules, world, actions)
        index = i8(-1)
        if search.epsilon == 0.0 or f8(draw(search) >> u8(11)) * UNIT >= search.epsilon:
            start = search.policy_memory_at + i8(world.seat) * words
            index = decide(search.rollout, world, actions, n, params, memory[start : start + words])
        if index < 0 or (index >= n and index - n >= search.beyond):  # it has no answer, or none that the game accepts
            index = below(search, n)
        call_apply(search.rules, world, i8(actions[index]) if index < n else index - n)
        left -= 1
        if search.exact == IN_THE_TREE and play_exactly(search, world, memory):
            return


@kernel
def play_exactly(search: Search, world: GameState, memory: MEMORY) -> boolean:
    """Play to the end by the game's exact solution; return False if the game cannot solve the position."""
    if world.over:
        return False
    actions = rows_in(memory, search.actions_at, i4)
    values = rows_in(memory, search.solved_at, f8)
    while not world.over:
        n = call_solve(search.rules, world, i8(world.seat), search.objective, values)
        if n == 0:
            return False
        best = 0
        for i in range(1, n):
            if values[i] > values[best]:
                best = i
        call_legal(search.rules, world, actions)
        call_apply(search.rules, world, i8(actions[best]))
    return True


@kernel
def worth(search: Search, world: GameState, seat: i8, params: NUMBERS, memory: MEMORY) -> f8:
    """Return the evaluation of a position for a seat, mapped to [0, 1] unless raw values are wanted."""
    if search.rates_moves:
        value = call_evaluate_change(search.rules, rows_in(memory, search.root_at, GameState)[0], world, seat, params)
    else:
        value = call_evaluate(search.rules, world, seat, params)
    value = (value - search.evaluation_low) * search.evaluation_scale
    most, least = (1.0, 0.0) if search.clamp else (LARGEST, -LARGEST)
    return min(most, max(least, value))


@kernel
def measure(search: Search, world: GameState, params: NUMBERS, memory: MEMORY) -> None:
    """Write the reward of each seat at the end of a simulation."""
    rewards = rows_in(memory, search.rewards_at, f8)[: search.seats]
    if world.over and search.reward == WIN:
        call_returns(search.rules, world, rewards)
    elif search.reward == POINTS and (world.over or search.own_turn or not search.evaluates):
        call_points(search.rules, world, rewards)
        for seat in range(search.seats):
            value = (rewards[seat] - search.points_low) * search.points_scale
            rewards[seat] = min(1.0, max(0.0, value)) if search.clamp else value
    elif search.own_turn:
        value = worth(search, world, search.observer, params, memory)
        for seat in range(search.seats):  # another seat may decide during the turn
            rewards[seat] = 1.0 - value if search.clamp else -value
        rewards[search.observer] = value
    elif search.own_view:
        value = worth(search, world, search.observer, params, memory)
        for seat in range(search.seats):
            rewards[seat] = (1.0 - value) / f8(search.seats - 1)
        rewards[search.observer] = value
    else:
        for seat in range(search.seats):
            rewards[seat] = worth(search, world, seat, params, memory)
