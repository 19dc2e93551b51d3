"""Contract of a game: the functions it exports, with exact signatures, and the primitives that call them.

A game's compiled functions are in a table of addresses (`rules`, an int64 array); a loop or a search calls
`call_legal(rules, state, actions)` and the like. The state is a raw block of bytes of which only the header is known
here, so each loop is compiled once, not once per game.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from tapete.errors import BadKernel
from tapete.kernel.types import (
    Array,
    GameOptions,
    GameState,
    Kernel,
    Matrix,
    Record,
    RecordType,
    f4,
    f8,
    i4,
    i8,
    primitive,
    u1,
    u8,
)

ACTIONS: TypeAlias = Array[i4]
NUMBERS: TypeAlias = Array[f8]
FEATURES: TypeAlias = Array[f4]
OPTIONS: TypeAlias = Array[i8]
MEMORY: TypeAlias = Array[i8]
RULES: TypeAlias = Array[i8]

T = TypeVar("T")


@dataclass(frozen=True)
class Contract:
    """Signature of the contract: parameter names with their types; `state` is replaced by the game's own record."""

    parameters: dict[str, Any]
    result: Any = None
    required: bool = True

    def numba_signature(self) -> Any:
        from numba import types

        result = types.void if self.result is None else self.result.numba_type
        return result(*(kind.numba_type for kind in self.parameters.values()))

    def check(self, name: str, kernel: Kernel, state: RecordType) -> None:
        """Raise `BadKernel` if a function's annotations do not fit."""
        hints = inspect.get_annotations(kernel.function, eval_str=True)
        given = [hints.get(p) for p in inspect.signature(kernel.function).parameters]
        wanted = [state if kind is GameState else kind for kind in self.parameters.values()]
        if "options" in self.parameters and GameOptions in getattr(hints.get("options"), "__mro__", ()):
            wanted[-1] = hints["options"]
        if [repr(g) for g in given] != [repr(w) for w in wanted] or repr(hints.get("return")) != repr(self.result):
            raise BadKernel(f"{kernel!r} does not fit the contract: it must be {self.shown(name)}")

    def shown(self, name: str) -> str:
        """Return the signature as a game writes it."""
        own = {GameState: "State", GameOptions: "Options"}
        parameters = ", ".join(f"{p}: {own.get(kind) or kind}" for p, kind in self.parameters.items())
        return f"{name}({parameters})" + (f" -> {self.result}" if self.result is not None else "")


DEAL = Contract({"state": GameState, "seed": u8, "options": GameOptions})
FUNCTIONS: dict[str, Contract] = {
    "deal": DEAL,
    "legal": Contract({"state": GameState, "out": ACTIONS}, i8),
    "apply": Contract({"state": GameState, "action": i8}),
    "returns": Contract({"state": GameState, "out": NUMBERS}),
    "points": Contract({"state": GameState, "out": NUMBERS}),
    "determinize": Contract({"state": GameState, "observer": i8}),
    "observe": Contract({"state": GameState, "observer": i8, "out": FEATURES}, required=False),
    "evaluate": Contract({"state": GameState, "seat": i8, "weights": NUMBERS}, f8, required=False),
    "evaluate_change": Contract(
        {"before": GameState, "after": GameState, "seat": i8, "weights": NUMBERS}, f8, required=False
    ),
    "solve": Contract({"state": GameState, "observer": i8, "objective": i8, "out": NUMBERS}, i8, required=False),
    "hides": Contract({"state": GameState, "action": i8}, i8, required=False),
    "seen": Contract({"state": GameState, "action": i8}, i8, required=False),
}
SLOTS = {name: slot for slot, name in enumerate(FUNCTIONS)}
SIZE_SLOT = len(FUNCTIONS)  # the table's last word: bytes of a state
TABLE_LENGTH = SIZE_SLOT + 1

POLICY = Contract({"state": GameState, "actions": ACTIONS, "n": i8, "params": NUMBERS, "memory": MEMORY}, i8)

GUIDE = Contract(
    {"state": GameState, "seat": i8, "actions": ACTIONS, "n": i8, "net": i8, "priors": NUMBERS, "values": NUMBERS}
)
"""A network (or other kernel at the address `net`) as a search calls it: from a seat's view it writes the probability
of each action (summing to 1) and the expected value of the game for each seat, in [0, 1]."""

COUNTERS = Contract({"state": GameState, "out": NUMBERS})
"""Counters of a finished game: see `tapete.core.definition.Counters`."""


def options_of(deal: Kernel) -> type[GameOptions]:
    """Return the record of options that a `deal` reads."""
    return inspect.get_annotations(deal.function, eval_str=True)["options"]


# Primitives for loops and searches. `rules` is the table of a game's functions.


@primitive
def call_deal(rules: RULES, state: Record, seed: u8, options: OPTIONS) -> None:
    """Set up a new game (the state must be all zeros) by options, one word each."""


@primitive
def call_legal(rules: RULES, state: Record, out: ACTIONS) -> i8:
    """Write the legal actions; return how many."""


@primitive
def call_apply(rules: RULES, state: Record, action: i8) -> None:
    """Play one legal action."""


@primitive
def call_returns(rules: RULES, state: Record, out: NUMBERS) -> None:
    """Write the final rewards."""


@primitive
def call_points(rules: RULES, state: Record, out: NUMBERS) -> None:
    """Write the points."""


@primitive
def call_determinize(rules: RULES, state: Record, observer: i8) -> None:
    """Sample again what the observer cannot know."""


@primitive
def call_observe(rules: RULES, state: Record, observer: i8, out: FEATURES) -> None:
    """Write the feature vector."""


@primitive
def call_evaluate(rules: RULES, state: Record, seat: i8, weights: NUMBERS) -> f8:
    """Return the weighted evaluation of a position."""


@primitive
def call_evaluate_change(rules: RULES, before: Record, after: Record, seat: i8, weights: NUMBERS) -> f8:
    """Return the weighted evaluation of a move."""


@primitive
def call_solve(rules: RULES, state: Record, observer: i8, objective: i8, out: NUMBERS) -> i8:
    """Write exact values of the legal actions and return how many; 0 where the position cannot be solved."""


@primitive
def call_hides(rules: RULES, state: Record, action: i8) -> i8:
    """Return what the other seats see of an action: 0 which one, 1 that there was one, 2 nothing."""


@primitive
def call_seen(rules: RULES, state: Record, action: i8) -> i8:
    """Return the id under which the other seats see an action, where it differs from its own."""


@primitive
def decide(address: i8, state: Record, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Call a policy; return an index into `actions`."""


@primitive
def consult(
    address: i8, state: Record, seat: i8, actions: ACTIONS, n: i8, net: i8, priors: NUMBERS, values: NUMBERS
) -> None:
    """Call a guide: write priors of the actions and values of the seats."""


@primitive
def call_counters(address: i8, state: Record, out: NUMBERS) -> None:
    """Write the counters of a finished game."""


@primitive
def state_at(rows: Matrix[u1], i: i8) -> GameState:
    """Return the state in row i of an array of bytes."""


@primitive
def copy_state(rules: RULES, target: Record, source: Record) -> None:
    """Copy one state over another."""


@primitive
def clear_state(rules: RULES, state: Record) -> None:
    """Fill a state with zeros."""


@primitive
def draw_in(memory: MEMORY, i: i8) -> u8:
    """Return 64 random bits from the generator in word i of an agent's memory."""


@primitive
def below_in(memory: MEMORY, i: i8, n: i8) -> i8:
    """Return a uniform integer below n from that generator."""


@primitive
def rows_in(memory: MEMORY | NUMBERS, first: i8, kind: type[T]) -> Array[T]:
    """Return an int64 array from word `first` on, as an array of records or scalars."""


@primitive
def array_at(address: i8, n: i8, kind: type[T]) -> Array[T]:
    """Return the n records or scalars that begin at an address, as an array."""


@primitive
def stack_at(n: i8) -> i8:
    """Return the address of n bytes on the stack of the calling kernel, aligned to 64."""


@primitive
def add_rows_64(rows: i8, stride: i8, indices: i8, values: i8, count: i8, begin: i8, out: i8) -> None:
    """Add weighted rows of 64 floats to 64 floats; all are addresses."""


@primitive
def add_rows_16(rows: i8, stride: i8, indices: i8, values: i8, count: i8, begin: i8, out: i8) -> None:
    """Do the same with rows of 16 floats."""


@primitive
def pick_rows_64(rows: i8, stride: i8, indices: i8, values: i8, count: i8, begin: i8, out: i8) -> None:
    """Do as add_rows_64, with the weights values[indices[k]] instead of values[k]."""


@primitive
def pick_rows_16(rows: i8, stride: i8, indices: i8, values: i8, count: i8, begin: i8, out: i8) -> None:
    """Do the same with rows of 16 floats."""


@primitive
def dot_product(a: i8, b: i8, n: i8) -> f4:
    """Return the dot product of n floats, a multiple of 16, at two addresses."""


@primitive
def nonzeros_at(address: i8) -> u8:
    """Return which of sixteen floats are not zero, as bits."""


@primitive
def list_bits(bits: u8, first: i8, out: i8) -> i8:
    """Write the indices of the set bits among sixteen, counted from `first`; return how many."""


@primitive
def float_of_bits(bits: i4) -> f4:
    """Return the float with these bits."""


@primitive
def ticks() -> i8:
    """Return the nanoseconds of a monotonic clock."""


@primitive
def thread_ticks() -> i8:
    """Return the nanoseconds of processor time of the calling thread."""
