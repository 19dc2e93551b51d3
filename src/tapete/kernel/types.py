"""What rules are written with: the `@kernel` decorator, state records, scalar types, and primitives.

A kernel is an ordinary Python function whose annotations give its machine types. Decorating only registers it;
`tapete.kernel.cache` compiles it. Nothing here imports Numba until something has to be compiled. The native side of the
primitives (random numbers, calls through pointers) is in `tapete.kernel.intrinsics`.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = [
    "ANY_STATE",
    "Array",
    "Kernel",
    "Native",
    "Record",
    "Scalar",
    "array",
    "below",
    "bit_count",
    "boolean",
    "copy_of",
    "draw",
    "f4",
    "f8",
    "i1",
    "i2",
    "i4",
    "i8",
    "kernel",
    "mix",
    "plain_record",
    "record",
    "scratch_f8",
    "scratch_i4",
    "scratch_i8",
    "seed_rng",
    "shuffle",
    "trailing_zeros",
    "u1",
    "u2",
    "u4",
    "u8",
    "void",
]


class Scalar:
    """A machine number type. Inside a kernel, calling it converts: `u8(1)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any) -> Any:
        return self.dtype.type(value)

    def __repr__(self) -> str:
        return self.name

    @property
    def dtype(self) -> np.dtype:
        return np.dtype("bool" if self.name == "boolean" else self.name)  # Numba's name for it is not NumPy's

    @property
    def numba_type(self) -> Any:
        from numba import types

        return getattr(types, self.name)

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.NumberClass(self.numba_type)


class Array:
    """A C-contiguous array argument of a kernel, e.g. `array(i4)` or `array(u1, 2)`."""

    def __init__(self, element: Scalar | Record, dimensions: int = 1) -> None:
        self.element = element
        self.dimensions = dimensions

    def __repr__(self) -> str:
        return f"array({self.element}, {self.dimensions})"

    @property
    def numba_type(self) -> Any:
        from numba import types

        return types.Array(self.element.numba_type, self.dimensions, "C")


class Record:
    """A structured type: one fixed-size block of named fields, no Python object inside."""

    def __init__(self, dtype: np.dtype) -> None:
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"record of {self.dtype.itemsize} bytes"

    @property
    def size(self) -> int:
        return self.dtype.itemsize

    @property
    def numba_type(self) -> Any:
        import numba

        return numba.from_dtype(self.dtype)

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.DType(self.numba_type)


i1, i2, i4, i8 = Scalar("int8"), Scalar("int16"), Scalar("int32"), Scalar("int64")
u1, u2, u4, u8 = Scalar("uint8"), Scalar("uint16"), Scalar("uint32"), Scalar("uint64")
f4, f8, boolean = Scalar("float32"), Scalar("float64"), Scalar("boolean")
void = None

# Every state starts with these fields, so that code that knows no game can read them.
HEADER = [("rng", "u8"), ("seat", "i1"), ("over", "i1"), ("turn", "i4")]


def array(element: Scalar | Record, dimensions: int = 1) -> Array:
    return Array(element, dimensions)


def plain_record(*fields: tuple) -> Record:
    """A record without the header of a state (a search node, a table row)."""
    for name, kind, *shape in fields:
        if kind is boolean and shape:
            raise TypeError(
                f"field {name!r}: an array of switches must be of u1 (Numba has none of booleans in records)"
            )
    described: list[tuple] = [
        (f[0], f[1].dtype if isinstance(f[1], (Scalar, Record)) else f[1], *f[2:]) for f in fields
    ]
    return Record(np.dtype(described, align=True))


def record(*fields: tuple) -> Record:
    """The state of a game: `record(("hand", i1, (SEATS, 3)), ...)`. The header's fields come first by themselves."""
    return plain_record(*HEADER, *fields)


ANY_STATE = Record(np.dtype(HEADER, align=True))
"""A state of some game of which only the header is known."""


def stamp_of(path: str) -> tuple[int, int] | None:
    """When a file was last written and how long it is; None where there is no such file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class Kernel:
    """A function registered for native compilation. Call it from other kernels, or from Python (slowly, for tests)."""

    def __init__(self, function: Callable) -> None:
        self.function = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self.stamp = stamp_of(function.__code__.co_filename)  # of the source that was imported, should it change later

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}>"

    @property
    def signature(self) -> Any:
        """The Numba signature that the annotations describe."""
        from numba import types

        hints = inspect.get_annotations(self.function, eval_str=True)
        parameters = inspect.signature(self.function).parameters
        missing = [name for name in parameters if name not in hints]
        if missing:
            raise TypeError(f"{self!r}: parameter {missing[0]!r} has no annotation; a kernel annotates every parameter")
        result = hints.get("return")
        returned = types.void if result is None else result.numba_type
        return returned(*(hints[name].numba_type for name in parameters))

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        from tapete.kernel.cache import current_build

        return types.Dispatcher(current_build().dispatcher(self))

    def __call__(self, *arguments: Any) -> Any:
        """Run it from Python, compiled in memory with bounds checking. Meant for tests of single helpers."""
        from tapete.kernel.cache import scratch_build

        return scratch_build().function(self)(*arguments)


class Native:
    """A primitive that lives in `tapete.kernel.intrinsics` and is looked up there when a kernel that uses it is compiled."""

    def __init__(self, name: str, what: str) -> None:
        self.name = name
        self.__doc__ = what

    def __repr__(self) -> str:
        return f"<native {self.name}>"

    @property
    def _numba_type_(self) -> Any:
        from tapete.kernel import intrinsics

        return intrinsics.type_of(self.name)


seed_rng = Native("seed_rng", "seed_rng(state, seed): start the state's generator from a seed.")
draw = Native("draw", "draw(state) -> u8: 64 fresh random bits from the state's generator.")
below = Native("below", "below(state, n) -> i8: a uniform integer from 0 to n - 1 (n at most 2^32), without bias.")
shuffle = Native("shuffle", "shuffle(state, items, first, last): put items[first:last] into random order.")
mix = Native("mix", "mix(a, b) -> u8: a well-mixed hash of two words, to derive the seed of a sub-stream.")
trailing_zeros = Native("trailing_zeros", "trailing_zeros(u8) -> i8: index of the lowest set bit (64 for 0).")
bit_count = Native("bit_count", "bit_count(u8) -> i8: number of set bits.")
copy_of = Native("copy_of", "copy_of(state): a copy on the stack of the calling kernel.")
scratch_f8 = Native("scratch_f8", "scratch_f8(64): an uninitialised float64 array on the stack of the calling kernel.")
scratch_i8 = Native("scratch_i8", "scratch_i8(64): the same with int64 elements.")
scratch_i4 = Native("scratch_i4", "scratch_i4(64): the same with int32 elements (a list of actions).")


def kernel(function: Callable) -> Kernel:
    """Register a function of typed parameters for native compilation. It must not raise and must not allocate."""
    return Kernel(function)
