"""Types of rules: the `@kernel` decorator, state records, scalar types, and primitives.

A kernel is an ordinary Python function whose annotations give its machine types. To a type checker these are ordinary
types: a scalar is `int`, `float` or `bool`, a state is a class with its fields. Decorating only registers a function;
`tapete.kernel.cache` compiles it. Nothing here imports Numba until something has to be compiled. The native side of the
primitives (random numbers, calls through pointers) is in `tapete.kernel.intrinsics`.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

import numpy as np

from tapete.errors import CompileError

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class Scalar:
    """Machine number type. Inside a kernel, calling it converts: `u8(1)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any) -> Any:
        return self.dtype.type(value)

    def __repr__(self) -> str:
        return "boolean" if self.name == "boolean" else self.dtype.str[1:]  # as kernels write it: i8

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


class ArrayType:
    """C-contiguous array argument of a kernel: the type of `Array[i4]` or `Matrix[u1]`."""

    def __init__(self, element: Scalar | RecordType, dimensions: int) -> None:
        self.element = element
        self.dimensions = dimensions

    def __repr__(self) -> str:
        return f"{ARRAYS[self.dimensions]}[{self.element}]"

    @property
    def numba_type(self) -> Any:
        from numba import types

        return types.Array(self.element.numba_type, self.dimensions, "C")


ARRAYS = {1: "Array", 2: "Matrix", 3: "Cube"}


class _ArrayOf:
    """Array type without its element: `Array`, `Matrix` or `Cube`."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def __getitem__(self, element: Scalar | RecordType) -> ArrayType:
        return ArrayType(element, self.dimensions)


class RecordType(type):
    """Metaclass of records: reads the fields of a class from its annotations, after those of its base."""

    dtype: np.dtype

    def __new__(mcls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> RecordType:
        shapes = {field: value for field, value in space.items() if isinstance(value, Shape)}
        made = super().__new__(mcls, name, bases, {k: v for k, v in space.items() if k not in shapes})
        frame = sys._getframe(1)  # the scope in which the class is defined
        hints = inspect.get_annotations(made, globals=frame.f_globals, locals=frame.f_locals, eval_str=True)
        records = [base for base in bases if isinstance(base, RecordType)]
        fields = [(field, record.dtype[field]) for record in records for field in record.dtype.names or ()]
        fields += [(field, field_type(field, hint, shapes.get(field))) for field, hint in hints.items()]
        made.dtype = np.dtype(fields, align=True)
        return made

    def __repr__(cls) -> str:
        return f"record of {cls.dtype.itemsize} bytes"

    @property
    def size(cls) -> int:
        """Bytes of one record."""
        return cls.dtype.itemsize

    @property
    def numba_type(cls) -> Any:
        import numba

        return numba.from_dtype(cls.dtype)

    @property
    def _numba_type_(cls) -> Any:
        from numba import types

        return types.DType(cls.numba_type)


class Shape(tuple[int, ...]):
    """Number of cells of a field, in each dimension."""


def shape(*sizes: int) -> Any:
    """Return the number of cells of a field of a record: `hand: Matrix[i1] = shape(SEATS, 3)`."""
    return Shape(sizes)


def field_type(name: str, hint: Any, sizes: Shape | None) -> np.dtype:
    """Return the NumPy type of a field of a record."""
    if isinstance(hint, (Scalar, RecordType)) and sizes is None:
        return hint.dtype
    if not isinstance(hint, ArrayType):
        wanted = "an array" if isinstance(hint, (Scalar, RecordType)) else "a machine type such as i1, f8 or Array[i1]"
        raise TypeError(f"field {name!r} must be {wanted}, not {hint!r}")
    if sizes is None or len(sizes) != hint.dimensions:
        raise TypeError(f"field {name!r}: say how many cells each dimension of {hint!r} has, as in `= shape(4, 3)`")
    if hint.element is boolean:
        raise TypeError(f"field {name!r}: an array of switches must be of u1 (Numba has none of booleans in records)")
    return np.dtype((hint.element.dtype, tuple(sizes)))


if TYPE_CHECKING:
    i1: TypeAlias = int
    i2: TypeAlias = int
    i4: TypeAlias = int
    i8: TypeAlias = int
    u1: TypeAlias = int
    u2: TypeAlias = int
    u4: TypeAlias = int
    u8: TypeAlias = int
    f4: TypeAlias = float
    f8: TypeAlias = float
    boolean: TypeAlias = bool

    class Array(Protocol[T]):
        """One dimension of numbers or records."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def size(self) -> int: ...
        @overload
        def __getitem__(self, place: int, /) -> T: ...
        @overload
        def __getitem__(self, place: slice, /) -> Array[T]: ...
        @overload
        def __setitem__(self, place: int, value: T, /) -> None: ...
        @overload
        def __setitem__(self, place: slice, value: T | Array[T], /) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[T]: ...

    class Matrix(Protocol[T]):
        """Two dimensions; `cells[i]` is a row."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def size(self) -> int: ...
        @overload
        def __getitem__(self, place: tuple[int, int], /) -> T: ...
        @overload
        def __getitem__(self, place: int, /) -> Array[T]: ...
        @overload
        def __getitem__(self, place: slice, /) -> Matrix[T]: ...
        @overload
        def __getitem__(self, place: tuple[int, slice] | tuple[slice, int], /) -> Array[T]: ...
        @overload
        def __setitem__(self, place: tuple[int, int], value: T, /) -> None: ...
        @overload
        def __setitem__(self, place: int, value: T | Array[T], /) -> None: ...
        @overload
        def __setitem__(self, place: slice, value: T | Array[T] | Matrix[T], /) -> None: ...
        @overload
        def __setitem__(self, place: tuple[int, slice] | tuple[slice, int], value: T | Array[T], /) -> None: ...
        def __len__(self) -> int: ...

    class Cube(Protocol[T]):
        """Three dimensions."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def size(self) -> int: ...
        @overload
        def __getitem__(self, place: tuple[int, int, int], /) -> T: ...
        @overload
        def __getitem__(self, place: tuple[int, int], /) -> Array[T]: ...
        @overload
        def __getitem__(self, place: int, /) -> Matrix[T]: ...
        def __setitem__(self, place: tuple[int, int, int], value: T, /) -> None: ...
        def __len__(self) -> int: ...

else:
    i1, i2, i4, i8 = Scalar("int8"), Scalar("int16"), Scalar("int32"), Scalar("int64")
    u1, u2, u4, u8 = Scalar("uint8"), Scalar("uint16"), Scalar("uint32"), Scalar("uint64")
    f4, f8, boolean = Scalar("float32"), Scalar("float64"), Scalar("boolean")
    Array, Matrix, Cube = _ArrayOf(1), _ArrayOf(2), _ArrayOf(3)


class Record(metaclass=RecordType):
    """Block of bytes with named fields, such as a search node or a row of a table.

    The annotations of a subclass are its fields, in this order: `visits: i4`, `sides: Array[i8] = shape(SEATS)`. A
    subclass of a subclass begins with the same fields.
    """


class GameState(Record):
    """State of a game. All begin with these fields, so that game-independent code can read them."""

    rng: u8
    seat: i1
    over: i1
    turn: i4


class GameOptions(Record):
    """Options of a game as its `deal` reads them: a subclass has an i8 for each number, named like the option."""


def offset_of(record: RecordType, field: str) -> int:
    """Return the offset of a field in bytes."""
    assert record.dtype.fields is not None
    return int(record.dtype.fields[field][1])


def stamp_of(path: str) -> tuple[int, int] | None:
    """Return when a file was last written and its size; None if it does not exist."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class Kernel(Generic[P, R]):
    """Function registered for native compilation. Call it from other kernels, or from Python (slowly, in tests)."""

    compiled: ClassVar[Callable[[Kernel], Callable] | None] = None  # for calls from Python, once a test allows them

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self.stamp = stamp_of(function.__code__.co_filename)  # of the imported source, in case it changes later

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}>"

    @property
    def signature(self) -> Any:
        """Numba signature that the annotations describe."""
        from numba import types

        hints = inspect.get_annotations(self.function, eval_str=True)
        parameters = inspect.signature(self.function).parameters
        missing = [name for name in parameters if name not in hints]
        if missing:
            raise TypeError(f"{self!r}: parameter {missing[0]!r} has no annotation; a kernel annotates every parameter")
        result = hints.get("return")
        returned = types.void if result is None else result.numba_type
        return returned(*(hints[name].numba_type for name in parameters))

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Run it from Python, compiled in memory with bounds checking. For tests of single helpers."""
        if Kernel.compiled is None:
            name = self.__name__
            raise CompileError(
                f"{self!r} was called from Python, which would compile it on the spot: call {name}.function(...) to run it as "
                f"plain Python, or game.build.function({name})(...) to run it compiled; a test may call "
                "tapete.testing.allow_kernel_calls() first"
            )
        result: R = Kernel.compiled(self)(*arguments, **named)
        return result


class Native:
    """Primitive, implemented in `tapete.kernel.intrinsics` and looked up when a kernel that uses it is compiled."""

    def __init__(self, declared: Callable[..., Any]) -> None:
        self.name = declared.__name__
        self.declared = declared
        self.__doc__ = declared.__doc__

    def __repr__(self) -> str:
        return f"<native {self.name}>"

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.name} can be called from kernels only")


def primitive(declared: F) -> F:
    """Declare a primitive: its parameters and its docstring. The implementation is in `tapete.kernel.intrinsics`."""
    return cast(F, Native(declared))


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Register a function of typed parameters for native compilation. It must not raise and must not allocate."""
    return Kernel(function)


@primitive
def seed_rng(state: Record, seed: u8) -> None:
    """Start the state's generator from a seed."""


@primitive
def draw(state: Record) -> u8:
    """Return 64 random bits from the state's generator."""


@primitive
def below(state: Record, n: i8) -> i8:
    """Return a uniform integer from 0 to n - 1 (n at most 2^32), without bias."""


@primitive
def shuffle(state: Record, items: Array[Any], first: i8, last: i8) -> None:
    """Shuffle items[first:last]."""


@primitive
def mix(a: u8, b: u8) -> u8:
    """Return a well-mixed hash of two words, to derive the seed of a sub-stream."""


@primitive
def trailing_zeros(word: u8) -> i8:
    """Return the index of the lowest set bit (64 for 0)."""


@primitive
def bit_count(word: u8) -> i8:
    """Return the number of set bits."""


@primitive
def copy_of(state: T) -> T:
    """Return a copy on the stack of the calling kernel."""


@primitive
def scratch_f8(n: int) -> Array[f8]:
    """Return an uninitialised float64 array on the stack of the calling kernel; n must be a literal or a constant."""


@primitive
def scratch_i8(n: int) -> Array[i8]:
    """Do the same with int64 elements."""


@primitive
def scratch_i4(n: int) -> Array[i4]:
    """Do the same with int32 elements (a list of actions)."""
