"""Single games stepped from Python with little overhead, the basis of the single-game environments.

Returned arrays are new, so a replay buffer may keep them.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.adapters import stepper_loops
from tapete.adapters.stepper_loops import ILLEGAL
from tapete.agents.player import lost_by
from tapete.core.game import Game
from tapete.core.loops import native
from tapete.core.registry import load
from tapete.core.state import State
from tapete.errors import BadOption
from tapete.seeds import WORD, derive


def game_named(game: str | Game, options: Mapping[str, Any]) -> Game:
    """Return the game of a caller: by name and options, or a loaded game."""
    if not isinstance(game, Game):
        return load(game, **options)
    if options:
        raise BadOption("a loaded game has its options already; give the game's name to choose others")
    return game


class Deals:
    """Seeds of deals: a given seed for the next one, then seeds derived from it."""

    def __init__(self) -> None:
        self.seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.number = 0

    def next(self, seed: int | None) -> int:
        """Return the seed of the next deal: the given one, or one derived from the last given one."""
        if seed is not None:
            self.seed, self.number = operator.index(seed) & WORD, 0
            return self.seed
        self.number += 1
        return derive(self.seed, self.number) >> 1


class Stepper:
    """Game, its state, and its observations. `seat` is the seat to move, -1 when the game is over."""

    def __init__(self, game: Game, encoder: str | None = None) -> None:
        self.game = game
        self.encoder = encoder
        self.seat = -1
        self.lost: int | None = None  # the seat that lost by an illegal action
        width = 0 if encoder is None else game.features(encoder)
        self.rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
        self._legal = np.zeros(game.definition.max_legal, dtype=np.int32)
        self._mask = np.zeros(game.actions, dtype=np.int8)
        self._none = np.zeros(game.actions, dtype=np.int8)
        self._features = np.zeros(width, dtype=np.float32)
        self._returns = np.zeros(game.seats)
        self._options = np.ascontiguousarray(game.encoded_options)
        self._header = np.zeros(1, dtype=stepper_loops.StepperRecord.dtype)
        self._words = self._header.view(np.int64)
        header = self._header[0]
        header["rules"][:] = game.rules if encoder is None else game.table(encoder=encoder)
        header["seats"], header["actions"] = game.seats, game.actions
        header["most_legal"], header["features"] = game.definition.max_legal, width
        header["options"] = len(self._options)
        arrays: dict[str, np.ndarray] = {
            "state": self.rows,
            "legal": self._legal,
            "mask": self._mask,
            "features": self._features,
            "returns": self._returns,
            "options": self._options,
        }
        for name, array in arrays.items():
            header[f"{name}_at"] = array.ctypes.data
        self._play = native(stepper_loops.table_play)
        self._observe = native(stepper_loops.table_observe)

    def __reduce__(self) -> Any:
        return _again, (self.game, self.encoder, self.rows.copy(), self.seat, self.lost)

    def deal(self, seed: int) -> int:
        """Deal a new game from a seed; return the first seat to move."""
        self.lost = None
        self.seat = native(stepper_loops.table_deal)(self._words, np.uint64(seed & WORD))
        return self.seat

    def put(self, state: State) -> int:
        """Continue from a state of the same game; return the seat to move."""
        self.lost = None
        self.rows[:] = state.rows
        self.seat = native(stepper_loops.table_show)(self._words)
        return self.seat

    def play(self, action: Any) -> int:
        """Play for the seat to move; return the next one, -1 at the end. An illegal action loses the game."""
        to_move = self._play(self._words, operator.index(action))
        if to_move == ILLEGAL:
            self.lost, to_move = self.seat, -1
        self.seat = to_move
        return to_move

    @property
    def over(self) -> bool:
        return self.seat < 0

    def legal(self) -> list[int]:
        """Return the legal actions, ascending; none when the game is over."""
        return [] if self.seat < 0 else self._legal[: self._header["count"][0]].tolist()

    def mask(self, seat: int | None = None) -> np.ndarray:
        """Return the action mask; all zeros for a seat that does not have to decide."""
        decides = self.seat >= 0 and (seat is None or seat == self.seat)
        return self._mask.copy() if decides else self._none.copy()

    def features(self, seat: int) -> np.ndarray:
        """Return the features of a seat's knowledge."""
        self._observe(self._words, seat)
        return self._features.copy()

    def returns(self) -> list[float]:
        """Return each seat's share of the game: by its rules, or by an illegal action."""
        return self._returns.tolist() if self.lost is None else lost_by(self.game, self.lost)

    def state(self) -> State:
        """Return a copy of the state (it has no history)."""
        return State(self.game, self.rows.copy())


def _again(game: Game, encoder: str | None, rows: np.ndarray, seat: int, lost: int | None) -> Stepper:
    """Return a copy of a table with its own arrays and addresses."""
    table = Stepper(game, encoder)
    if rows.any():
        table.put(State(game, rows))
    table.seat, table.lost = seat, lost
    return table
