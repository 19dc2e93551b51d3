"""Static check of kernels: mistakes found in the source before anything is compiled, each with file, line and remedy.

A kernel is Python that becomes machine code: numbers, arrays and records, no objects. The check reads the syntax tree
of the function and looks up its names. It reports only what is certainly wrong and leaves the rest to the compiler.
Nothing here imports Numba.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import types as python_types
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import BadKernel, nearest
from tapete.kernel.types import ArrayType, Kernel, Native, RecordType, Scalar, stamp_of

INTEGERS = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))

# Python and NumPy types, and their names in kernels.
MACHINE_TYPES: dict[Any, str] = {
    int: "i8",
    float: "f8",
    bool: "boolean",
    np.int8: "i1",
    np.int16: "i2",
    np.int32: "i4",
    np.int64: "i8",
    np.uint8: "u1",
    np.uint16: "u2",
    np.uint32: "u4",
    np.uint64: "u8",
    np.float32: "f4",
    np.float64: "f8",
    np.ndarray: "Array[i8]",
    list: "Array[i8]",
}

NO_OBJECTS = "write to a field of the state, to `out`, or to a small array on the stack: scratch_i8(64)"
NEVER_RAISES = "kernels never raise; check arguments in Python before the call, and guard with `if` inside"
SYNTAX: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list", f"use a tuple for fixed values; else {NO_OBJECTS}"),
    ast.ListComp: ("a list comprehension", f"write a loop; {NO_OBJECTS}"),
    ast.Dict: ("a dictionary", "use a NumPy array or a tuple as a table outside the kernel, and index it"),
    ast.DictComp: ("a dictionary", "use a NumPy array or a tuple as a table outside the kernel, and index it"),
    ast.Set: ("a set", "use the bits of a u8: `mask |= u8(1) << u8(card)`"),
    ast.SetComp: ("a set", "use the bits of a u8: `mask |= u8(1) << u8(card)`"),
    ast.GeneratorExp: ("a generator", "write a loop"),
    ast.JoinedStr: (
        "an f-string",
        "texts belong in the game's presentation; to look at values, print(a, b) works in kernels",
    ),
    ast.Raise: ("`raise`", NEVER_RAISES),
    ast.Assert: ("`assert`", NEVER_RAISES),
    ast.Try: ("`try`", NEVER_RAISES),
    ast.With: ("`with`", "a kernel has no files or locks"),
    ast.Lambda: ("a lambda", "write a function with @kernel beside it"),
    ast.FunctionDef: ("a function inside a function", "write it beside this one, with @kernel"),
    ast.AsyncFunctionDef: ("an async function", "write a plain one beside this one, with @kernel"),
    ast.ClassDef: ("a class", "keep what it holds in fields of the state"),
    ast.Yield: ("`yield`", "fill `out` and return how many"),
    ast.YieldFrom: ("`yield`", "fill `out` and return how many"),
    ast.Await: ("`await`", "a kernel cannot wait"),
    ast.Import: ("`import`", "import at the top of the file"),
    ast.ImportFrom: ("`import`", "import at the top of the file"),
    ast.Global: ("`global`", "keep changing values in the state"),
    ast.Nonlocal: ("`nonlocal`", "keep changing values in the state"),
    ast.Delete: ("`del`", "set the field to a value that means none"),
    ast.Starred: ("`*`", "name every value"),
}
ON_OBJECTS = frozenset({"append", "extend", "insert", "pop", "remove", "sort", "items", "keys", "values", "update"})
ALLOCATES = frozenset(
    {"array", "arange", "asarray", "concatenate", "copy", "empty", "empty_like", "eye", "full", "full_like"}
    | {"linspace", "ones", "ones_like", "stack", "zeros", "zeros_like"}
)
CHANCE = "randomness comes from the state's generator: below(state, n), draw(state), shuffle(state, items, first, last)"
NOT_IN_KERNELS = {
    "list": NO_OBJECTS,
    "dict": NO_OBJECTS,
    "set": NO_OBJECTS,
    "frozenset": NO_OBJECTS,
    "sorted": "sort in place with a loop, or keep things in order as you add them",
    "str": "texts belong in the game's presentation",
    "repr": "texts belong in the game's presentation",
    "format": "texts belong in the game's presentation",
    "open": "kernels read tables, not files: load the file into a NumPy array outside",
    "input": "a kernel cannot read input; agents decide, from a view",
    "isinstance": "the types of a kernel are fixed by its annotations",
    "getattr": "name the field",
    "setattr": "name the field",
    "hasattr": "name the field",
    "eval": "write it out",
    "exec": "write it out",
}


def reachable(kernels: Iterable[Kernel]) -> Iterator[Kernel]:
    """Yield some kernels and all that they call, each once."""
    pending, seen = list(kernels), set()
    while pending:
        kernel = pending.pop(0)
        if id(kernel) in seen or not isinstance(kernel, Kernel):
            continue
        seen.add(id(kernel))
        yield kernel
        pending += [found for found in _named_in(kernel) if isinstance(found, Kernel)]


def check_kernels(kernels: Iterable[Kernel]) -> None:
    """Raise `BadKernel` for the first mistake in some kernels or in what they call."""
    for kernel in reachable(kernels):
        check_kernel(kernel)


def check_kernel(kernel: Kernel) -> None:
    """Raise `BadKernel` for the first mistake in one kernel."""
    reader = _Reader(kernel)
    reader.check_types()
    reader.check_body()


def first_mistake(kernels: Iterable[Kernel]) -> BadKernel | None:
    """Return the first mistake instead of raising it; None where there is none or the check itself fails."""
    try:
        check_kernels(kernels)
    except BadKernel as mistake:
        return mistake
    except Exception:
        return None
    return None


def foreign(kernel: Kernel) -> bool:
    """Return True if a kernel is not part of tapete: ours are checked by the tests, not whenever a game is loaded."""
    return not kernel.__module__.startswith("tapete.")


def _named_in(kernel: Kernel) -> Iterator[Any]:
    """Yield the values of the names in a kernel's code, one attribute deep."""
    code = kernel.function.__code__
    for name in (*code.co_names, *code.co_freevars):
        found = _outside(kernel.function, name)
        yield found
        if isinstance(found, python_types.ModuleType):
            yield from (getattr(found, attribute, None) for attribute in code.co_names)


MISSING = object()


def _outside(function: Any, name: str) -> Any:
    """Return the value of a name that is not a function's own; `MISSING` if it has none."""
    free = function.__code__.co_freevars
    if name in free:
        try:
            return (function.__closure__ or ())[free.index(name)].cell_contents
        except ValueError:
            return MISSING
    if name in function.__globals__:
        return function.__globals__[name]
    return getattr(builtins, name, MISSING)


@cache
def _functions_in(path: str, stamp: tuple[int, int]) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the functions of a file by name and first line."""
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {(node.name, min([node.lineno, *(d.lineno for d in node.decorator_list)])): node for node in found}


class _Reader:
    """Check of one kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.function = kernel.function
        code = self.function.__code__
        self.path = code.co_filename
        self.own = {*code.co_varnames, *code.co_cellvars}
        stamp = stamp_of(self.path)
        known = _functions_in(self.path, stamp) if stamp is not None and stamp == kernel.stamp else {}
        self.node = known.get((code.co_name, code.co_firstlineno))
        self.hints: dict[str, Any] = {}
        self.types: dict[str, Any] = {}  # of local names, where they are certain
        self.floats: set[str] = set()  # local names that always hold a float

    def mistake(self, line: int | None, what: str) -> BadKernel:
        at = self.function.__code__.co_firstlineno if line is None else line
        return BadKernel(f"{_short(self.path)}, line {at}, in the kernel {self.kernel.__name__}: {what}")

    # Types

    def check_types(self) -> None:
        """Check that every parameter and the result have machine types."""
        try:
            self.hints = inspect.get_annotations(self.function, eval_str=True)
        except NameError as error:
            raise self.mistake(None, f"the annotation {error.name!r} is not defined") from None
        line = None if self.node is None else self.node.lineno
        parameters = inspect.signature(self.function).parameters
        for name, parameter in parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise self.mistake(line, f"`*{name}` cannot be compiled; name every parameter")
            if name not in self.hints:
                raise self.mistake(
                    line, f"the parameter {name!r} has no type; write for example `{name}: i8` (or `{name}: State`)"
                )
            self.check_type(self.hints[name], f"the parameter {name!r}", line)
        result = self.hints.get("return")
        if result is not None:
            self.check_type(result, "the result", line)
            if not isinstance(result, Scalar):
                raise self.mistake(line, f"the result is {result!r}; a kernel returns a number or nothing")

    def check_type(self, hint: Any, what: str, line: int | None) -> None:
        if isinstance(hint, (Scalar, ArrayType, RecordType)):
            return
        try:
            better = MACHINE_TYPES.get(hint)
        except TypeError:
            better = None
        shown = getattr(hint, "__name__", None) or repr(hint)
        remedy = f"write {better}" if better else "use i1 to i8, u1 to u8, f4, f8, boolean, Array[...] or your State"
        raise self.mistake(line, f"{what} is {shown}, which is not a machine type; {remedy}")

    # The body

    def check_body(self) -> None:
        if self.node is None:
            return  # made by `exec`, or the file has changed: no source
        self.learn_types(self.node)
        for statement in self.node.body:
            for node in _walk(statement):
                self.check_node(node)
        self.check_returns(self.node)

    def check_node(self, node: ast.AST) -> None:
        line = getattr(node, "lineno", None)
        if type(node) in SYNTAX:
            what, remedy = SYNTAX[type(node)]
            raise self.mistake(line, f"{what} cannot be compiled; {remedy}")
        if isinstance(node, ast.Call):
            self.check_call(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.check_name(node)
        elif isinstance(node, ast.Attribute):
            self.check_attribute(node)
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.check_store(target)

    def check_name(self, node: ast.Name) -> None:
        if node.id in self.own:
            return
        found = _outside(self.function, node.id)
        if found is MISSING:
            near = nearest(node.id, [*self.own, *self.names_around()])
            raise self.mistake(node.lineno, f"{node.id!r} is not defined; {near}")
        if isinstance(found, (list, set, dict)) and not isinstance(found, type):
            kind = type(found).__name__
            raise self.mistake(
                node.lineno, f"{node.id!r} is a {kind}, which a kernel cannot read; make it a tuple or a NumPy array"
            )

    def names_around(self) -> list[str]:
        return [name for name in self.function.__globals__ if not name.startswith("__")]

    def check_call(self, node: ast.Call) -> None:
        callee = node.func
        if isinstance(callee, ast.Attribute):
            self.check_method(callee)
            found = self.resolve(callee)
            name = ast.unparse(callee)
        elif isinstance(callee, ast.Name) and callee.id not in self.own:
            found, name = _outside(self.function, callee.id), callee.id
        else:
            return
        if found is MISSING or found is None:
            return
        if isinstance(found, python_types.FunctionType) and not found.__module__.startswith(("numpy", "math", "numba")):
            raise self.mistake(node.lineno, f"{name!r} is a plain function; decorate it with @kernel")
        if isinstance(callee, ast.Name) and getattr(builtins, name, None) is found and name in NOT_IN_KERNELS:
            raise self.mistake(node.lineno, f"{name}() cannot be compiled; {NOT_IN_KERNELS[name]}")
        if isinstance(found, Kernel):
            wanted = len(inspect.signature(found.function).parameters)
            given = len(node.args) + len(node.keywords)
            least = wanted - len(found.function.__defaults__ or ())
            if not least <= given <= wanted:
                raise self.mistake(node.lineno, f"{name} takes {wanted} values, not {given}")

    def check_method(self, callee: ast.Attribute) -> None:
        """Check calls such as `cards.append(3)`, `np.zeros(9)`, `random.random()`."""
        path = _dotted(callee)
        first = path[0] if path else ""
        module = _outside(self.function, first) if first and first not in self.own else None
        if isinstance(module, python_types.ModuleType):
            name = module.__name__
            if name == "random" or (name == "numpy" and path[1:2] == ["random"]) or name.startswith("numpy.random"):
                raise self.mistake(callee.lineno, f"`{'.'.join(path)}` does not use the game's generator; {CHANCE}")
            if name == "numpy" and path[-1] in ALLOCATES:
                raise self.mistake(callee.lineno, f"`{'.'.join(path)}` allocates, which kernels never do; {NO_OBJECTS}")
            if name in ("time", "os", "sys", "secrets", "datetime"):
                raise self.mistake(callee.lineno, f"a kernel cannot call `{'.'.join(path)}`: it reads only its state")
        elif callee.attr in ON_OBJECTS and not isinstance(module, Kernel):
            raise self.mistake(
                callee.lineno,
                f"`.{callee.attr}()` cannot be compiled: a kernel has no lists and no dictionaries; {NO_OBJECTS}",
            )

    def check_attribute(self, node: ast.Attribute) -> None:
        """Check for a field that the record does not have, or a name that a module does not have."""
        if isinstance(node.value, ast.Name) and node.value.id not in self.own:
            module = _outside(self.function, node.value.id)
            if isinstance(module, python_types.ModuleType) and not hasattr(module, node.attr):
                near = nearest(node.attr, [name for name in vars(module) if not name.startswith("_")])
                raise self.mistake(node.lineno, f"{node.value.id} has no {node.attr!r}; {near}")
        kind = self.type_of(node.value)
        if isinstance(kind, np.dtype) and kind.names is not None and node.attr not in kind.names:
            owner = ast.unparse(node.value)
            raise self.mistake(node.lineno, f"{owner} has no field {node.attr!r}; {nearest(node.attr, kind.names)}")

    def check_store(self, target: ast.expr) -> None:
        """Check for `state.hand = 3` where `hand` has several cells."""
        if not isinstance(target, ast.Attribute):
            return
        kind = self.type_of(target.value)
        if isinstance(kind, np.dtype) and kind.names is not None and target.attr in kind.names:
            shape = kind[target.attr].shape
            if shape:
                name = ast.unparse(target)
                cells = " by ".join(map(str, shape))
                raise self.mistake(target.lineno, f"{name} has {cells} cells; store to one of them: {name}[i] = ...")

    def check_returns(self, function: ast.FunctionDef) -> None:
        result = self.hints.get("return")
        returns = [node for node in _walk(function) if isinstance(node, ast.Return) and node.value is not None]
        if result is None:
            if returns and not (isinstance(returns[0].value, ast.Constant) and returns[0].value.value is None):
                kind = "f8" if self.is_float(returns[0].value) else "i8"
                raise self.mistake(
                    returns[0].lineno, f"a value is returned, but the kernel declares no result; add `-> {kind}`"
                )
            return
        if not returns:
            raise self.mistake(function.lineno, f"it declares `-> {result}` but returns nothing; add `return`")
        if not _ends(function.body):
            last = function.body[-1]
            raise self.mistake(
                last.lineno, f"it can end without `return`, but declares `-> {result}`; add a `return` at the end"
            )
        for node in _walk(function):
            if isinstance(node, ast.Return) and node.value is None:
                raise self.mistake(node.lineno, f"`return` has no value, but the kernel declares `-> {result}`")
        if result.name in INTEGERS:
            for node in returns:
                if self.is_float(node.value):
                    raise self.mistake(
                        node.lineno,
                        f"a fraction is returned where {result} is declared; divide with `//`, or write i8(...)",
                    )

    # Types of expressions, as far as they are certain

    def learn_types(self, function: ast.FunctionDef) -> None:
        for name, hint in self.hints.items():
            if isinstance(hint, RecordType):
                self.types[name] = hint.dtype
            elif isinstance(hint, ArrayType):
                self.types[name] = (hint.element.dtype, hint.dimensions)
            elif isinstance(hint, Scalar) and name != "return" and hint.name.startswith("float"):
                self.floats.add(name)
        assigned: dict[str, list[ast.expr | None]] = {}
        for node in _walk(function):
            for name, value in _assignments(node):
                assigned.setdefault(name, []).append(value)
        for name in assigned.keys() & self.types.keys():
            del self.types[name]
        self.floats -= assigned.keys()
        for _ in range(2):  # a name may depend on another
            for name, values in assigned.items():
                kinds = [self.type_of(value) if value is not None else None for value in values]
                if kinds[0] is not None and all(_same(kind, kinds[0]) for kind in kinds):
                    self.types[name] = kinds[0]
                if all(value is not None and self.is_float(value) for value in values):
                    self.floats.add(name)

    def type_of(self, node: ast.expr) -> Any:
        """Return the dtype of a record, or (dtype, dimensions) of an array; None where it is neither or uncertain."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id)
        if isinstance(node, ast.Attribute):
            kind = self.type_of(node.value)
            if isinstance(kind, np.dtype) and kind.names is not None and node.attr in kind.names:
                field = kind[node.attr]
                return (field.base, len(field.shape)) if field.shape else field
            return None
        if isinstance(node, ast.Subscript):
            kind = self.type_of(node.value)
            if isinstance(kind, tuple) and not isinstance(node.slice, ast.Slice):
                taken = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                if any(isinstance(index, ast.Slice) for index in taken):
                    return None
                left = kind[1] - len(taken)
                return kind[0] if left == 0 else (kind[0], left) if left > 0 else None
            return None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            found = _outside(self.function, node.func.id)
            if isinstance(found, Native) and found.name == "copy_of":
                return self.type_of(node.args[0])
        return None

    def is_float(self, node: ast.expr | None) -> bool:
        """Return True if an expression is certainly a float."""
        if isinstance(node, ast.Constant):
            return isinstance(node.value, float)
        if isinstance(node, ast.Name):
            return node.id in self.floats
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Div):
                return True
            arithmetic = isinstance(node.op, (ast.Add, ast.Sub, ast.Mult))
            return arithmetic and (self.is_float(node.left) or self.is_float(node.right))
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, (ast.UAdd, ast.USub)) and self.is_float(node.operand)
        if isinstance(node, ast.IfExp):
            return self.is_float(node.body) or self.is_float(node.orelse)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found = _outside(self.function, node.func.id)
            return found is float or (isinstance(found, Scalar) and found.name.startswith("float"))
        return False

    def resolve(self, node: ast.Attribute) -> Any:
        """Return the value of `module.name`; None if it is not one."""
        path = _dotted(node)
        if not path or path[0] in self.own:
            return None
        found = _outside(self.function, path[0])
        for name in path[1:]:
            if not isinstance(found, python_types.ModuleType):
                return None
            found = getattr(found, name, None)
        return found


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the local names that a statement binds, each with its value where that is one expression."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if (
                isinstance(target, ast.Tuple)
                and isinstance(node.value, ast.Tuple)
                and len(target.elts) == len(node.value.elts)
            ):
                pairs = zip(target.elts, node.value.elts, strict=True)
                yield from ((t.id, value) for t, value in pairs if isinstance(t, ast.Name))
            elif isinstance(target, ast.Name):
                yield target.id, node.value
            else:
                yield from (
                    (n.id, None) for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
                )
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.value
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id, node.value
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, ast.BinOp(node.target, node.op, node.value)
    elif isinstance(node, ast.For):
        yield from ((n.id, None) for n in ast.walk(node.target) if isinstance(n, ast.Name))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield everything below a node in source order, without annotations and the bodies of inner functions."""
    yield node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        children: list[ast.AST] = list(getattr(node, "body", [])) if isinstance(node, ast.FunctionDef) else []
    elif isinstance(node, ast.AnnAssign):
        children = [node.target, *([node.value] if node.value else [])]
    else:
        children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _walk(child)


def _dotted(node: ast.expr) -> list[str]:
    """Return `np.random.rand` as a list of names; empty if it does not begin with a name."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.insert(0, node.attr)
        node = node.value
    return [node.id, *path] if isinstance(node, ast.Name) else []


def _ends(body: list[ast.stmt]) -> bool:
    """Return True if a block never runs past its end."""
    last = body[-1]
    if isinstance(last, ast.Return):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return forever and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    if isinstance(last, ast.Match):
        return all(_ends(case.body) for case in last.cases)
    return False


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _short(path: str) -> str:
    """Return a path relative to the current folder, if it is below."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path
