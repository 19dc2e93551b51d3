"""Kernels as plain Python, to step through in a debugger: the same source, line by line, on the same bytes.

Nothing is compiled. Fields and cells of arrays are read as Python numbers and stored as their type stores them (200 in
an i1 is -56); `u8` is an unsigned 64-bit integer that wraps around. It is some hundred times slower and plays exactly
the same game for the same seed, unless a rule relies on the overflow of a signed number. Rules, policies, evaluations
and encoders run this way; what calls rules through addresses (searches, native loops) stays compiled.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tapete.errors import CompileError
from tapete.kernel.splitmix import FIRST_FACTOR, GOLDEN, SECOND_FACTOR
from tapete.kernel.types import Kernel, Native, RecordType, Scalar

WORD = (1 << 64) - 1


def wanted() -> bool:
    """Return True if the environment selects kernels in plain Python: `TAPETE_PYTHON=1`."""
    return os.environ.get("TAPETE_PYTHON", "0") not in ("", "0")


def call(kernel: Kernel, *arguments: Any) -> Any:
    """Run a kernel in Python on NumPy records and arrays, which it may change."""
    return _as_python(kernel)(*(_seen(argument) for argument in arguments))


# Numbers


def _signed(value: int) -> int:
    value &= WORD
    return value - (WORD + 1) if value >> 63 else value


class Word(int):
    """Unsigned 64-bit integer. It wraps with another one; with a plain integer it becomes signed, as when compiled."""

    def __new__(cls, value: Any = 0) -> Word:
        return super().__new__(cls, int(value) & WORD)

    def __invert__(self) -> Word:
        return Word(~int(self))

    def __neg__(self) -> Word:
        return Word(-int(self))


def _wrapping(name: str) -> Callable[[Any, Any], Any]:
    whole = getattr(int, name)

    def operation(self: int, other: Any) -> Any:
        if isinstance(other, Word):
            return Word(whole(int(self), int(other)))
        if isinstance(other, int):
            return _signed(whole(_signed(int(self)), int(other)))
        return getattr(float, name)(float(self), other) if isinstance(other, float) else NotImplemented

    return operation


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    setattr(Word, f"__{_name}__", _wrapping(f"__{_name}__"))
    if _name not in ("lshift", "rshift"):
        setattr(Word, f"__r{_name}__", _wrapping(f"__r{_name}__"))


def _stored(value: Any, dtype: np.dtype) -> Any:
    """Return a number as a cell of a type stores it."""
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        whole = int(value) & ((1 << bits) - 1)
        return whole - (1 << bits) if dtype.kind == "i" and whole >> (bits - 1) else whole
    return bool(value) if dtype.kind == "b" else float(value)


class Overflow(ArithmeticError):
    """Error: a number does not fit the cell it is stored in."""


_strict = [False]


@contextlib.contextmanager
def overflow_raises() -> Iterator[None]:
    """Raise `Overflow` in this context for a number that does not fit its field. 64-bit words still wrap around."""
    before, _strict[0] = _strict[0], True
    try:
        yield
    finally:
        _strict[0] = before


def _kept(value: Any, dtype: np.dtype) -> Any:
    """Return a number as it is stored in a record or array; raise `Overflow` in strict mode."""
    kept = _stored(value, dtype)
    if _strict[0] and dtype.kind in "iu" and dtype.itemsize < 8 and kept != int(value):
        limits = np.iinfo(dtype)
        kind = f"{dtype.kind}{dtype.itemsize}"
        raise Overflow(f"{int(value)} in a field of type {kind}, which holds {limits.min} to {limits.max}")
    return kept


def _python(value: Any) -> Any:
    """Return a NumPy number as a Python number."""
    if isinstance(value, np.uint64):
        return Word(int(value))
    return value.item() if isinstance(value, np.generic) else value


def _converted(value: Any, kind: Any) -> Any:
    """Convert a value to the machine type of a parameter or result."""
    if isinstance(kind, RecordType) and isinstance(value, ArrayProxy):  # options are passed as words
        return RecordProxy(value.array.view(kind.dtype)[0] if kind.size else np.zeros(1, kind.dtype)[0])
    if not isinstance(kind, Scalar):
        return value
    if kind.name == "uint64":
        return Word(int(value))
    if kind.name == "float32":
        return float(np.float32(value))
    return _stored(value, kind.dtype)


# Arrays and records


class ArrayProxy:
    """Array as kernels see it: plain numbers in and out, an error beyond its end."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __repr__(self) -> str:
        return repr(self.array.tolist())

    def __len__(self) -> int:
        return len(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def size(self) -> int:
        return self.array.size

    @property
    def ndim(self) -> int:
        return self.array.ndim

    def __getitem__(self, place: Any) -> Any:
        return _seen(self.array[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(value, ArrayProxy):
            self.array[place] = value.array
        elif isinstance(value, RecordProxy):
            self.array[place] = value._record
        else:
            self.array[place] = _kept(value, self.array.dtype)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def fill(self, value: Any) -> None:
        self.array.fill(_kept(value, self.array.dtype))


class RecordProxy:
    """Record as kernels see it."""

    __slots__ = ("_record",)
    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __repr__(self) -> str:
        names = self._record.dtype.names
        return f"<{', '.join(f'{name}={self._record[name].tolist()}' for name in names)}>"

    def __getattr__(self, name: str) -> Any:
        try:
            return _seen(self._record[name])
        except ValueError:
            raise AttributeError(f"the state has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        dtype = self._record.dtype[name]
        self._record[name] = _kept(value, dtype) if not dtype.shape else value.array


def _seen(value: Any) -> Any:
    """Return a NumPy value as a kernel sees it."""
    if isinstance(value, np.ndarray):
        return ArrayProxy(value)
    if isinstance(value, np.void):
        return RecordProxy(value)
    return _python(value)


# Functions

_twins: dict[int, tuple[Kernel, Callable]] = {}


def _as_python(kernel: Kernel) -> Callable:
    """Return a kernel's function with everything it names in Python too; arguments are converted as when compiled."""
    if id(kernel) in _twins:
        return _twins[id(kernel)][1]
    function = kernel.function
    assert isinstance(function, python_types.FunctionType)
    hints = inspect.get_annotations(function, eval_str=True)
    kinds = [hints.get(name) for name in inspect.signature(function).parameters]
    space = _Names(function.__globals__)
    cells = tuple(_cell(cell) for cell in function.__closure__ or ())
    twin = python_types.FunctionType(
        function.__code__, space, function.__name__, function.__defaults__, cells if function.__closure__ else None
    )
    result = hints.get("return")

    def called(*arguments: Any) -> Any:
        given = [_converted(value, kind) for value, kind in zip(arguments, kinds, strict=False)]
        answer = twin(*given)
        return None if result is None else _converted(answer, result)

    _twins[id(kernel)] = kernel, called
    return called


class _Names(dict):
    """Globals of a function, each looked up when needed: kernels may be defined after those that call them."""

    def __init__(self, around: dict[str, Any]) -> None:
        super().__init__()
        self["__builtins__"] = around.get("__builtins__", __builtins__)
        self.around = around

    def __missing__(self, name: str) -> Any:
        if name not in self.around:
            raise KeyError(name)
        return _named(self.around[name])


def _cell(cell: Any) -> Any:
    try:
        return python_types.CellType(_named(cell.cell_contents))
    except ValueError:
        return python_types.CellType()


def _named(value: Any) -> Any:
    """Return the Python equivalent of a name's value in a kernel."""
    if isinstance(value, Kernel):
        return _as_python(value)
    if isinstance(value, Native):
        return _PRIMITIVES.get(value.name) or _not_here(value.name)
    if isinstance(value, Scalar):
        return lambda number: _converted(number, value)
    if isinstance(value, (np.ndarray, np.generic)):
        return _seen(value)
    if isinstance(value, tuple):
        return tuple(_named(item) for item in value) if type(value) is tuple else value
    if isinstance(value, python_types.ModuleType) and value.__name__.partition(".")[0] not in ("math", "numpy"):
        return _Module(value)
    return value


class _Module:
    """Module whose names kernels use: `tree.Node`."""

    def __init__(self, module: python_types.ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _named(getattr(self._module, name))


def _not_here(name: str) -> Callable:
    def refuse(*arguments: Any) -> Any:
        raise CompileError(
            f"{name} works with addresses of compiled code; a kernel that uses it cannot run as plain Python"
        )

    return refuse


# Primitives: they return the same numbers as those of `tapete.kernel.intrinsics`


def _scrambled(word: int) -> int:
    for shift, factor in ((30, FIRST_FACTOR), (27, SECOND_FACTOR)):
        word = ((word ^ (word >> shift)) * factor) & WORD
    return word ^ (word >> 31)


def _below(advance: Callable[[], int], count: int) -> int:
    count &= WORD
    product = ((int(advance()) >> 32) * count) & WORD
    low = product & 0xFFFFFFFF
    if low < count:
        threshold = (((1 << 32) - count) & WORD) % count
        while low < threshold:
            product = ((int(advance()) >> 32) * count) & WORD
            low = product & 0xFFFFFFFF
    return product >> 32


def _draw(state: RecordProxy) -> Word:
    state.rng = (int(state.rng) + GOLDEN) & WORD
    return Word(_scrambled(int(state.rng)))


def _draw_in(words: ArrayProxy, place: int) -> Word:
    words[place] = (int(words[place]) + GOLDEN) & WORD
    return Word(_scrambled(int(words[place]) & WORD))


def _seed_rng(state: RecordProxy, seed: int) -> None:
    state.rng = _scrambled((int(seed) + GOLDEN) & WORD)


def _shuffle(state: RecordProxy, items: ArrayProxy, first: int, last: int) -> None:
    for i in range(last - 1, first, -1):
        j = first + _below(lambda: _draw(state), i - first + 1)
        items[i], items[j] = items[j], items[i]


def _mix(one: int, other: int) -> Word:
    inner = _scrambled((int(other) + GOLDEN) & WORD)
    return Word(_scrambled((((int(one) & WORD) ^ inner) + GOLDEN) & WORD))


def _trailing_zeros(word: int) -> int:
    word = int(word) & WORD
    return (word & -word).bit_length() - 1 if word else 64


def _copy_of(state: RecordProxy) -> RecordProxy:
    return RecordProxy(state._record.copy())


_PRIMITIVES: dict[str, Callable] = {
    "seed_rng": _seed_rng,
    "draw": _draw,
    "below": lambda state, count: _below(lambda: _draw(state), int(count)),
    "draw_in": _draw_in,
    "below_in": lambda words, place, count: _below(lambda: _draw_in(words, place), int(count)),
    "shuffle": _shuffle,
    "mix": _mix,
    "trailing_zeros": _trailing_zeros,
    "bit_count": lambda word: (int(word) & WORD).bit_count(),
    "copy_of": _copy_of,
    "scratch_f8": lambda count: ArrayProxy(np.zeros(count)),
    "scratch_i8": lambda count: ArrayProxy(np.zeros(count, dtype=np.int64)),
    "scratch_i4": lambda count: ArrayProxy(np.zeros(count, dtype=np.int32)),
}

__all__ = ["ArrayProxy", "Overflow", "RecordProxy", "Word", "call", "overflow_raises", "wanted"]
