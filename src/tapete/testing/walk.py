"""Random games to check things along."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.game import Game, State
from tapete.seeds import derive

STEPS = 4000  # of one random game; longer ones are cut


def random_game(game: Game, seed: int, *, steps: int = STEPS) -> Iterator[tuple[State, int]]:
    """(state, action about to be played) of a random game, then stops. The state is the live one."""
    state = game.deal(seed)
    for step in range(steps):
        if state.over:
            return
        legal = state.legal()
        action = legal[derive(seed, step) % len(legal)]
        yield state, action
        state.apply(action)


def spread_game(game: Game, seed: int, *, most: int, every: int = 1) -> Iterator[tuple[int, State, int]]:
    """(step, state, action about to be played) of a random game: the first few, then so many spread over the whole."""
    length = sum(1 for _ in random_game(game, seed))
    apart = max(every, -(-length // most))
    for step, (state, action) in enumerate(random_game(game, seed)):
        if step < 4 or step % apart == 0:
            yield step, state, action
