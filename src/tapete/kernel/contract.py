"""The functions that every game exports, with their exact signatures, and how loops that know no game call them.

A game's compiled functions sit in a table of addresses (`rules`, an int64 array); a loop or a search calls
`call_legal(rules, state, actions)` and the like. The state is a raw block of bytes of which only the header is known here,
so each loop is compiled once, not once per game.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from tapete.errors import BadKernel
from tapete.kernel.types import ANY_STATE, Native, array, f4, f8, i4, i8, u8

ACTIONS, NUMBERS, FEATURES, OPTIONS, MEMORY = array(i4), array(f8), array(f4), array(i8), array(i8)


@dataclass(frozen=True)
class Contract:
    """A signature of the contract: parameter names with their types; `state` stands for the game's own record."""

    parameters: dict[str, Any]
    result: Any = None
    required: bool = True

    def numba_signature(self) -> Any:
        from numba import types

        result = types.void if self.result is None else self.result.numba_type
        return result(*(kind.numba_type for kind in self.parameters.values()))

    def check(self, name: str, kernel: Any, state: Any) -> None:
        """Refuse a function whose annotations do not fit, with a sentence that says what would."""
        hints = inspect.get_annotations(kernel.function, eval_str=True)
        given = [hints.get(p) for p in inspect.signature(kernel.function).parameters]
        wanted = [state if kind is ANY_STATE else kind for kind in self.parameters.values()]
        if [repr(g) for g in given] != [repr(w) for w in wanted] or repr(hints.get("return")) != repr(self.result):
            shown = ", ".join(f"{p}: {'State' if k is ANY_STATE else k}" for p, k in self.parameters.items())
            result = "" if self.result is None else f" -> {self.result}"
            raise BadKernel(f"{kernel!r} does not fit the contract: it must be {name}({shown}){result}")


FUNCTIONS: dict[str, Contract] = {
    "deal": Contract({"state": ANY_STATE, "seed": u8, "options": OPTIONS}),
    "legal": Contract({"state": ANY_STATE, "out": ACTIONS}, i8),
    "apply": Contract({"state": ANY_STATE, "action": i8}),
    "returns": Contract({"state": ANY_STATE, "out": NUMBERS}),
    "points": Contract({"state": ANY_STATE, "out": NUMBERS}),
    "determinize": Contract({"state": ANY_STATE, "observer": i8}),
    "observe": Contract({"state": ANY_STATE, "observer": i8, "out": FEATURES}, required=False),
    "evaluate": Contract({"state": ANY_STATE, "seat": i8, "weights": NUMBERS}, f8, required=False),
    "evaluate_change": Contract(
        {"before": ANY_STATE, "after": ANY_STATE, "seat": i8, "weights": NUMBERS}, f8, required=False
    ),
    "solve": Contract({"state": ANY_STATE, "observer": i8, "objective": i8, "out": NUMBERS}, i8, required=False),
    "hides": Contract({"state": ANY_STATE, "action": i8}, i8, required=False),
    "seen": Contract({"state": ANY_STATE, "action": i8}, i8, required=False),
}
SLOTS = {name: slot for slot, name in enumerate(FUNCTIONS)}
SIZE_SLOT = len(FUNCTIONS)  # the table's last word: bytes of a state
TABLE_LENGTH = SIZE_SLOT + 1

POLICY = Contract({"state": ANY_STATE, "actions": ACTIONS, "n": i8, "params": NUMBERS, "memory": MEMORY}, i8)

GUIDE = Contract(
    {"state": ANY_STATE, "seat": i8, "actions": ACTIONS, "n": i8, "net": i8, "priors": NUMBERS, "values": NUMBERS}
)
"""What a network (or anything else at the address `net`) tells a search about a state: how likely a seat, whose view it takes,
should play each action (summing to 1), and what the game will be worth to each seat, in [0, 1]."""

FACTS = Contract({"state": ANY_STATE, "out": NUMBERS})
"""What a game counts of a finished game, number by number: see `tapete.core.definition.Facts`."""

call_deal = Native("call_deal", "Set up a new game (the state must be all zeros).")
call_legal = Native("call_legal", "Write the legal actions, return how many.")
call_apply = Native("call_apply", "Play one legal action.")
call_returns = Native("call_returns", "Write the final rewards.")
call_points = Native("call_points", "Write the scores.")
call_determinize = Native("call_determinize", "Re-sample what the observer cannot know.")
call_observe = Native("call_observe", "Write the feature vector.")
call_evaluate = Native("call_evaluate", "Weighted evaluation of a position.")
call_evaluate_change = Native("call_evaluate_change", "Weighted evaluation of a move.")
call_solve = Native("call_solve", "Exact values of the legal actions, where the position is solvable.")
call_hides = Native(
    "call_hides", "What the other seats see of an action: 0 what it is, 1 that there is one, 2 nothing."
)
call_seen = Native(
    "call_seen",
    "The id under which the other seats see an action, where an action's own says more or less than they see.",
)
decide = Native("decide", "decide(address, state, actions, n, params, memory) -> index: ask a policy.")
state_at = Native("state_at", "state_at(rows, i): the state in row i of an array of bytes.")
copy_state = Native("copy_state", "copy_state(rules, target, source).")
clear_state = Native("clear_state", "clear_state(rules, state): fill a state with zeros.")
draw_in = Native(
    "draw_in", "draw_in(memory, i) -> u8: 64 random bits from the generator in word i of an agent's memory."
)
below_in = Native("below_in", "below_in(memory, i, n) -> i8: a uniform integer below n from that generator.")
rows_in = Native("rows_in", "rows_in(memory, first, KIND): an int64 array from a word on, seen as records or scalars.")
consult = Native("consult", "consult(address, state, seat, actions, n, net, priors, values): ask a guide.")
array_at = Native(
    "array_at", "array_at(address, n, KIND): n elements of a record or scalar type that begin at an address."
)
stack_at = Native(
    "stack_at", "stack_at(n) -> i8: the address of n bytes on the stack of the calling kernel, aligned to 64."
)
add_rows_64 = Native(
    "add_rows_64",
    "add_rows_64(rows, stride, indices, values, count, begin, out): 64 floats and weighted rows of 64 added up, at addresses.",
)
add_rows_16 = Native("add_rows_16", "The same with rows of 16 floats.")
pick_rows_64 = Native("pick_rows_64", "add_rows_64 with the weights values[indices[k]] instead of values[k].")
pick_rows_16 = Native("pick_rows_16", "The same with rows of 16 floats.")
dot_product = Native("dot_product", "dot_product(a, b, n) -> f4: of n floats, a multiple of 16, at two addresses.")
nonzeros_at = Native("nonzeros_at", "nonzeros_at(address) -> u8: which of sixteen floats are not zero, as bits.")
list_bits = Native(
    "list_bits",
    "list_bits(bits, first, out) -> i8: write where sixteen bits are set, from `first` on; return how many.",
)
float_of_bits = Native("float_of_bits", "float_of_bits(i4) -> f4: the number that has these bits.")
ticks = Native("ticks", "ticks() -> i8: nanoseconds of a monotonic clock.")
thread_ticks = Native("thread_ticks", "thread_ticks() -> i8: nanoseconds of processor time of the calling thread.")
recount = Native("recount", "recount(address, state, out): write what a game counts of a finished game.")
