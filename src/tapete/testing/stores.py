"""Does every number fit the field it is stored in? Machine code truncates it silently; plain Python can detect it."""

from __future__ import annotations

import os
import traceback

from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import CompileError
from tapete.kernel.pure import Overflow, call, overflow_raises
from tapete.seeds import derive
from tapete.testing.walk import random_game


def check_stores(game: Game, seed: int = 1, *, games: int = 2, steps: int = 80) -> str:
    """Run rules as plain Python along random games; a number that does not fit its field is reported with its line."""
    looked = 0
    with overflow_raises():
        for k in range(games):
            dealt = derive(seed, k)
            try:
                _watch(game, game.empty(), "deal", dealt, game.encoded_options)
                for step, (state, action) in enumerate(random_game(game, dealt, steps=steps)):
                    _watch(game, state.clone(), "apply", action)
                    if step % 7 == 0:
                        _watch(game, state.clone(), "determinize", step % game.seats)
                    looked += 1
            except CompileError as error:  # a kernel that cannot run as plain Python
                return f"not done: {error}"
    return f"{looked:,} decisions in plain Python"


def _watch(game: Game, state: State, name: str, *arguments: object) -> None:
    try:
        call(game.kernels[name], state.record, *arguments)
    except Overflow as error:
        frame = next(f for f in reversed(traceback.extract_tb(error.__traceback__)) if "pure.py" not in f.filename)
        place = f"{os.path.basename(frame.filename)}, line {frame.lineno}, in {frame.name}: {frame.line}"
        raise AssertionError(f"`{name}` stores {error}; give the field a wider type ({place})") from None
