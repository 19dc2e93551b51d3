"""Positions of a game: `State`, and `View` for what one seat may know."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.core.definition import (
    SEEN,
    UNNOTICED,
)
from tapete.core.loops import native_loop
from tapete.core.notebook import board_html
from tapete.core.presentation import (
    Description,
    Move,
    action_of,
    described,
    move_of,
    move_text,
    words_of,
)
from tapete.errors import BadGame, BadOption, IllegalAction
from tapete.kernel import Kernel
from tapete.kernel.canary import canary_intact, with_canary
from tapete.kernel.pure import call as interpret
from tapete.seeds import WORD, derive

if TYPE_CHECKING:
    from tapete.core.game import Game

CHECK_BYTES = 8  # after the bytes of a state
WORLD_STREAM = 4 << 32  # stream of the generators of views within their seeds


def checksum(game: str, rows: np.ndarray) -> bytes:
    """Return a keyed hash that recognises the bytes of a state."""
    return hashlib.blake2b(rows.tobytes(), digest_size=CHECK_BYTES, key=game.encode()[:64]).digest()


SLACK = 64  # cells behind a list of legal actions: a game that lists a few too many gets an error


@dataclass(repr=False)
class State:
    """Position of a game."""

    game: Game
    rows: np.ndarray  # one row of bytes
    # Seat, action, what the others saw of it; in a sampled world the action is None where its observer did not see it.
    history: list[tuple[int, int | None, int]] = field(default_factory=list)
    # By observer: how much of the history has been processed, and what the observer saw of it.
    _seen: dict[int, tuple[int, list]] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        """Return one line without hidden information; `text()` and `describe(None)` show everything."""
        where = "over" if self.over else f"turn {self.turn}, seat {self.seat} to move"
        return f"<state of {repr(self.game)[6:-1]}: {where}>"

    def _repr_html_(self) -> str:
        """Return the text board with everything shown, for notebooks."""
        return board_html(repr(self)[1:-1], self.text())

    def __post_init__(self) -> None:
        self.record: Any = self.rows.view(self.game.definition.state.dtype)[0, 0]

    def _call(self, loop: str, *arguments: Any) -> Any:
        """Run one of the rules on this state."""
        if self.game.interpreted:
            return self._interpret(loop, self.game.kernels[loop], *arguments)
        return native_loop(loop)(self.game.rules, self.rows, 0, *arguments)

    def _interpret(self, loop: str, kernel: Kernel, *arguments: Any) -> Any:
        """Run a rule in plain Python, with the checks of the native loops."""
        if loop == "deal":
            self.rows[:] = 0
        elif loop == "determinize":
            self.record["rng"], *rest = arguments
            arguments = tuple(rest)
        return interpret(kernel, self.record, *arguments)

    @property
    def seat(self) -> int:
        """The seat to move; -1 when the game is over."""
        return int(self.record["seat"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record["over"])

    @property
    def turn(self) -> int:
        """Public turn counter: plays or rounds since the deal."""
        return int(self.record["turn"])

    def legal(self) -> list[int]:
        """Return the legal actions, ascending."""
        most = self.game.definition.max_legal
        out = np.empty(most + SLACK, dtype=np.int32)
        n = self._call("legal", out[:most] if self.game.boundscheck or self.game.interpreted else out)
        if not 0 <= n <= most:
            raise BadGame(f"{self.game.name} has {n} legal actions, but its definition says max_legal={most}; raise it")
        return out[:n].tolist()

    def play(self, action: int) -> None:
        """Play one action and resolve everything up to the next decision."""
        if self.over:
            raise IllegalAction("the game is over")
        if not self.accepts(action):
            legal = self.legal()
            shown = ", ".join(map(str, legal[:12])) + (", ..." if len(legal) > 12 else "")
            raise IllegalAction(f"action {action} is not legal for seat {self.seat}; legal are {shown}")
        self.apply(int(action))

    def accepts(self, action: int) -> bool:
        """Return whether an action may be played now, listed or not."""
        also = self.game.definition.accepts
        return action in self.legal() or (also is not None and also(self, action))

    def apply(self, action: int) -> None:
        """Play an action known to be legal."""
        self.history.append((self.seat, action, self.hides(action)))
        self._call("apply", action)

    def hides(self, action: int) -> int:
        """Return what the other seats will see of an action: SEEN, HIDDEN or UNNOTICED."""
        if not self.game.has("hides"):
            return SEEN
        if self.game.interpreted:
            return self._interpret("hides", self.game.kernels["hides"], action)
        return int(native_loop("hides")(self.game.table("hides"), self.rows, 0, action))

    def seen_as(self, action: int) -> int:
        """Return the id under which the other seats see an action: by default its own."""
        if not self.game.has("seen"):
            return action
        if self.game.interpreted:
            return self._interpret("seen", self.game.kernels["seen"], action)
        return int(native_loop("seen")(self.game.table("seen"), self.rows, 0, action))

    def returns(self) -> list[float]:
        """Return the reward of each seat: in [0, 1], summing to 1; equal shares before the end."""
        if not self.over:
            return [1 / self.game.seats] * self.game.seats
        out = np.zeros(self.game.seats)
        self._call("returns", out)
        return out.tolist()

    def points(self) -> list[float]:
        """Return the game's own score of each seat."""
        out = np.zeros(self.game.seats)
        self._call("points", out)
        return out.tolist()

    def clone(self) -> State:
        """Return an independent copy."""
        return State(self.game, self.rows.copy(), self.history.copy())

    def view(self, seat: int | None = None, seed: int = 0) -> View:
        """Return the view of a seat: a copy in which everything that it cannot know is resampled.

        Different seeds give independent samples, consecutive ones too.
        """
        return self.view_with_generator(seat, derive(seed, WORLD_STREAM), seed)

    def view_with_generator(self, seat: int | None, generator: int, seed: int) -> View:
        """Return the view of a seat, sampled by a generator in this state, as the native loops set it.

        A game may have a generator whose first numbers hardly change with its state: give it words of `derive`.
        """
        observer = self.game.check_seat(self.seat if seat is None else seat)
        sampled = State(self.game, self.rows.copy(), self.seen_by(observer))
        sampled._call("determinize", np.uint64(generator & WORD), observer)
        return View(sampled, observer, seed)

    def seen_by(self, observer: int) -> list[tuple[int, int | None, int]]:
        """Return the history without the hidden actions of other seats."""
        if not self.game.has("hides"):
            return self.history.copy()
        done, seen = self._seen.get(observer, (0, []))
        seen += [
            (seat, action if seat == observer or hidden == SEEN else None, hidden)
            for seat, action, hidden in self.history[done:]
            if seat == observer or hidden != UNNOTICED
        ]
        self._seen[observer] = (len(self.history), seen)
        return seen.copy()

    def evaluate(self, seat: int, evaluation: str | None = None, weights: Sequence[float] | None = None) -> float:
        """Return the weighted evaluation of this position for a seat."""
        self.game.check_seat(seat)
        chosen = self.game.evaluation(evaluation)
        if chosen.rates_moves:
            raise BadOption(f"the evaluation {evaluation!r} rates moves, not positions")
        values = np.array(list(chosen.weights.values()) if weights is None else weights, dtype=np.float64)
        if len(values) != len(chosen.weights):
            raise BadOption(
                f"{len(chosen.weights)} weights are needed ({', '.join(chosen.weights)}), not {len(values)}"
            )
        if self.game.interpreted:
            return self._interpret("evaluate", chosen.kernel, seat, values)
        table = self.game.table(evaluation=evaluation or next(iter(self.game.definition.evaluations)))
        return native_loop("evaluate")(table, self.rows, 0, seat, values)

    def solve(self, observer: int | None = None, objective: int = 0) -> dict[int, float]:
        """Return the exact value of each legal action if the position is solvable; otherwise an empty result."""
        if not self.game.has("solve") or self.over:
            return {}
        out = np.zeros(self.game.definition.max_legal)
        seat = self.game.check_seat(self.seat if observer is None else observer)
        if self.game.interpreted:
            n = self._interpret("solve", self.game.kernels["solve"], seat, objective, out)
        else:
            n = native_loop("solve")(self.game.table("solve"), self.rows, 0, seat, objective, out)
        return dict(zip(self.legal(), out[:n].tolist(), strict=True)) if n else {}

    def observe(self, observer: int | None = None, encoder: str | None = None) -> np.ndarray:
        """Return the feature vector of a seat's knowledge, by default of the seat to move."""
        seat = self.game.check_seat(self.seat if observer is None else observer)
        chosen, size = self.game.encoder(encoder), self.game.features(encoder)
        out = with_canary(size, np.float32)
        if self.game.interpreted:
            self._interpret("observe", chosen.kernel, seat, out)
        else:
            table = self.game.table(encoder=encoder or next(iter(self.game.definition.encoders), ""))
            native_loop("observe")(table, self.rows, 0, seat, out)
            if not canary_intact(out):
                raise BadGame(f"an encoder of {self.game.name} writes more than its size of {size} features; raise it")
        return out.copy()

    def describe(self, seat: int | None = None) -> Description:
        """Return what a seat sees as plain data; for None, everything that is needed to continue the game."""
        return described(self, seat)

    def move(self, action: int) -> Move:
        """Return a legal action as data: its `kind` and its arguments."""
        return move_of(self, action)

    def action(self, move: Mapping[str, Any]) -> int:
        """Return the legal action of a move: the inverse of `move`."""
        return action_of(self, move)

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """Return the table as readable text from a seat; for None, with everything shown."""
        presentation, text = self.game.definition.presentation, self.game.definition.text
        if presentation is not None and presentation.text is not None:
            words_of(presentation, language)
            return presentation.text(self.describe(seat), language)
        assert text is not None
        return text.state(self, seat)

    def action_text(self, action: int, language: str = "en") -> str:
        """Return an action of the seat to move in a few words."""
        presentation, text = self.game.definition.presentation, self.game.definition.text
        if presentation is not None:
            return move_text(presentation, self.move(action), language)
        assert text is not None
        return text.action(self, action)

    def parse(self, typed: str) -> int | None:
        """Return the legal action that a typed text names; None if the game does not understand it."""
        presentation, text = self.game.definition.presentation, self.game.definition.text
        parse = presentation.parse if presentation is not None else text.parse if text is not None else None
        action = parse(self, typed) if parse is not None else None
        return action if action is not None and self.accepts(action) else None

    def to_bytes(self) -> bytes:
        """Return the state as bytes for `game.from_bytes`, followed by a checksum."""
        return self.rows.tobytes() + checksum(self.game.name, self.rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or self.game.name != other.game.name:
            return False
        return self.rows.tobytes() == other.rows.tobytes()

    def __hash__(self) -> int:
        return hash(self.rows.tobytes())

    def __reduce__(self) -> Any:
        return State, (self.game, self.rows, self.history)


class View:
    """Information that an agent decides from. Hidden facts in it are one sample, not knowledge."""

    def __init__(self, sampled: State, observer: int, seed: int, *, clairvoyant: bool = False) -> None:
        self.game = sampled.game
        self.state = sampled
        self.seat = observer
        self.seed = seed
        self.clairvoyant = clairvoyant

    def __repr__(self) -> str:
        where = "over" if self.state.over else f"turn {self.turn}, seat {self.state.seat} to move"
        return f"<view of seat {self.seat} in {repr(self.game)[6:-1]}: {where}>"

    def _repr_html_(self) -> str:
        """Return the text board as this seat sees it, for notebooks."""
        return board_html(repr(self)[1:-1], self.text())

    @property
    def turn(self) -> int:
        """Public turn counter: plays or rounds since the deal."""
        return self.state.turn

    def legal(self) -> list[int]:
        """Return the legal actions, ascending."""
        return self.state.legal()

    def observe(self, encoder: str | None = None) -> np.ndarray:
        """Return the feature vector of this seat's knowledge."""
        return self.state.observe(self.seat, encoder)

    def text(self, language: str = "en") -> str:
        """Return the table as readable text from this seat."""
        return self.state.text(self.seat, language)

    def action_text(self, action: int, language: str = "en") -> str:
        """Return an action in a few words."""
        return self.state.action_text(action, language)

    def describe(self) -> Description:
        """Return what this seat sees as plain data."""
        return self.state.describe(self.seat)

    def points(self) -> list[float]:
        """Return each seat's score as this seat sees it."""
        return self.state.points()

    @property
    def known(self) -> Mapping[str, Any]:
        """Hidden facts that this seat knows for certain."""
        known = self.game.definition.known or (self.game.definition.text.known if self.game.definition.text else None)
        return known(self.state, self.seat) if known else {}

    @property
    def history(self) -> list[tuple[int, int | None]]:
        """(seat, action) pairs since the deal; None where the others' choice was hidden."""
        return [(seat, action) for seat, action, _ in self.state.history]

    def sample(self, seed: int = 0) -> State:
        """Return another world consistent with what this seat knows, to simulate on."""
        if self.clairvoyant:
            world = self.state.clone()
            world.record["rng"] = np.uint64(derive(self.seed, seed))
            return world
        word = derive(self.seed, seed)
        return self.state.view_with_generator(self.seat, word, word).state
