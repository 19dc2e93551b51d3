"""Fingerprints: one hash of kernels with everything they read, of agents' Python code, or of plain values.

A kernel is described by its source without comments, docstrings and formatting, by the values it reads from outside
(tables, numbers, records, other kernels, through modules and closures), by its types and by the primitives it uses. No
path, version, address or order of a dictionary enters, so the same code has the same fingerprint on every machine.
Values that cannot be described are refused. Nothing here imports Numba.
"""

from __future__ import annotations

import ast
import builtins
import dis
import enum
import hashlib
import inspect
import linecache
import os
import sys
import types as python_types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import CompileError
from tapete.kernel.types import ArrayType, Kernel, Native, RecordType, Scalar, stamp_of

LENGTH = 32  # hexadecimal digits of a fingerprint
KNOWN_BY_NAME = {
    "builtins",
    "math",
    "cmath",
    "operator",
    "numpy",
    "numba",
    "llvmlite",
}  # identified by name, not hashed


def fingerprint(kernels: Kernel | Iterable[Kernel], *more: Any) -> str:
    """Hash some kernels, all that they read and call, and any further values.

    Equal on every machine for equal code; a comment, a docstring or a function that is not called changes nothing.
    """
    walk = _Walk()
    roots = [kernels] if isinstance(kernels, Kernel) else list(kernels)
    return walk.digest(
        [walk.value(root, "a fingerprint") for root in roots] + [walk.value(v, "a fingerprint") for v in more]
    )


class _Walk:
    """Computation of one fingerprint. Kernels are numbered in the order in which they are reached."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.pending: list[Kernel] = []

    def digest(self, described: list[str]) -> str:
        total = hashlib.sha256()
        for text in described:
            total.update(text.encode() + b"\n")
        while self.pending:
            total.update(self.function(self.pending.pop(0)).encode() + b"\n")
        return total.hexdigest()[:LENGTH]

    def function(self, kernel: Kernel) -> str:
        """Describe one kernel: its source, its types, its defaults, and what it reads from outside."""
        function = kernel.function
        source = source_of(kernel)
        hints = inspect.get_annotations(function, eval_str=True)
        parts = [source.text]
        parts += [f"{name}: {self.value(hint, kernel)}" for name, hint in hints.items() if hint is not None]
        parts += [self.value(default, kernel) for default in function.__defaults__ or ()]
        parts += [
            f"{name}={self.value(value, kernel)}" for name, value in sorted((function.__kwdefaults__ or {}).items())
        ]
        own = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        parts += [self.read(function, path, kernel) for path in source.reads if path[0] not in own]
        return "\n".join(parts)

    def read(self, function: Any, path: tuple[str, ...], kernel: Kernel) -> str:
        """Describe the value of a name such as `TABLE` or `tree.Node` in a function."""
        name = path[0]
        free = function.__code__.co_freevars
        if name in free:
            try:
                found = (function.__closure__ or ())[free.index(name)].cell_contents
            except ValueError:
                return f"{name} is not bound"
        elif name in function.__globals__:
            found = function.__globals__[name]
        elif hasattr(builtins, name):
            return f"{name} of Python"
        else:
            return f"{name} is not defined"
        return self.follow(found, path, kernel)

    def follow(self, found: Any, path: tuple[str, ...], reader: Any) -> str:
        """Describe the value at the end of a path that begins with `found`, through modules."""
        name, rest = ".".join(path), list(path[1:])
        while isinstance(found, python_types.ModuleType) and rest:
            if found.__name__.partition(".")[0] in KNOWN_BY_NAME:
                return f"{name} = {found.__name__}.{'.'.join(rest)}"
            attribute = rest.pop(0)
            if not hasattr(found, attribute):
                return f"{name} is not defined"
            found = getattr(found, attribute)
        return f"{name} = {self.value(found, reader, name)}"

    def value(self, value: Any, reader: Any, name: str = "") -> str:
        """Describe a value in the same words on every machine."""
        if isinstance(value, Kernel):
            if id(value) not in self.numbers:
                self.numbers[id(value)] = len(self.numbers)
                self.pending.append(value)
            return f"kernel {self.numbers[id(value)]}"
        if isinstance(value, Native):
            return f"primitive {primitive(value.name)}"
        if isinstance(value, Scalar):
            return f"type {value.name}"
        if isinstance(value, ArrayType):
            return f"array of {self.value(value.element, reader, name)} with {value.dimensions} dimensions"
        if isinstance(value, RecordType):
            return f"record {layout(value.dtype)}"
        if isinstance(value, np.ndarray) and not value.dtype.hasobject:
            little = np.ascontiguousarray(value.astype(value.dtype.newbyteorder("<"), copy=False))
            return f"array {layout(value.dtype)} {value.shape} {hashlib.sha256(little.tobytes()).hexdigest()}"
        if isinstance(value, enum.Enum):
            return f"{type(value).__name__}.{value.name} = {self.value(value.value, reader, name)}"
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, np.generic) and not value.dtype.hasobject:
            return f"{value.dtype.name} {value.item()!r}"
        if isinstance(value, np.dtype):
            return f"dtype {layout(value)}"
        return self.compound(value, reader, name)

    def compound(self, value: Any, reader: Any, name: str) -> str:
        """Describe a container of values, or something that is known by its name."""

        def each(values: Iterable[Any]) -> list[str]:
            return [self.value(v, reader, name) for v in values]

        if isinstance(value, (tuple, list)):
            names = getattr(value, "_fields", "")
            return f"{'tuple' if isinstance(value, tuple) else 'list'} {names} ({', '.join(each(value))})"
        if isinstance(value, Mapping):
            pairs = sorted(((alone(key, reader, name), v) for key, v in value.items()), key=lambda pair: pair[0])
            return f"mapping ({', '.join(f'{key}: {self.value(v, reader, name)}' for key, v in pairs)})"
        if isinstance(value, (set, frozenset)):
            return f"set ({', '.join(sorted(alone(v, reader, name) for v in value))})"
        if isinstance(value, enum.EnumType):
            return f"enumeration ({', '.join(each(value))})"
        if is_dataclass(value) and not isinstance(value, type):
            members = [f"{f.name}={self.value(getattr(value, f.name), reader, name)}" for f in fields(value)]
            return f"{type(value).__name__} ({', '.join(members)})"
        home = str(getattr(value, "__module__", None) or type(value).__module__).partition(".")[0]
        if home in KNOWN_BY_NAME and hasattr(value, "__name__") and not hasattr(value, "py_func"):
            return f"{home}'s {value.__name__}"
        raise CompileError(refusal(value, reader, name))


def alone(value: Any, reader: Any, name: str) -> str:
    """Describe a value without an order: an element of a set, a key."""
    walk = _Walk()
    text = walk.value(value, reader, name)
    return walk.digest([text]) if walk.pending else text


def refusal(value: Any, reader: Any, name: str) -> str:
    """Return why something cannot be part of a fingerprint, and what to use instead."""
    what = f"{name!r}, " if name else ""
    if inspect.isfunction(value) or hasattr(value, "py_func"):
        return f"{reader!r} uses {what}a plain function: make it a kernel, or its changes would go unnoticed"
    return (
        f"{reader!r} uses {what}a {type(value).__name__}: use numbers, strings, tuples, arrays, records or kernels, "
        "or its changes would go unnoticed"
    )


@cache
def layout(dtype: np.dtype) -> str:
    """Describe a NumPy type by its fields and their offsets, in words of our own (NumPy's change between versions)."""
    if dtype.subdtype is not None:
        return f"{dtype.subdtype[1]} of {layout(dtype.subdtype[0])}"
    if dtype.fields is None:
        return f"{dtype.kind}{dtype.itemsize}"
    members = [f"{name} at {dtype.fields[name][1]}: {layout(dtype.fields[name][0])}" for name in dtype.names or ()]
    return f"{{{'; '.join(members)}; {dtype.itemsize} bytes}}"


# Sources: the text of a function and the names that it reads from outside.


@dataclass(frozen=True)
class Source:
    """Function without its comments, and the names it reads, its own too, as paths: `tree.Node` is ("tree", "Node")."""

    text: str
    reads: tuple[tuple[str, ...], ...]


def source_of(kernel: Kernel) -> Source:
    """Return a kernel's source; its bytecode if the file is missing or has changed since it was imported."""
    code = kernel.function.__code__
    if kernel.stamp == stamp_of(code.co_filename):
        found = _functions_in(code.co_filename, kernel.stamp).get((code.co_name, code.co_firstlineno))
        if found is not None:
            return found
    return _bytecode_of(code)


@cache
def _functions_in(path: str, stamp: tuple[int, int] | None) -> dict[tuple[str, int], Source]:
    """Return every function of a file (or of a notebook's cell) by its name and the line of its first decorator."""
    try:
        tree = ast.parse(Path(path).read_bytes() if stamp else "".join(linecache.getlines(path)))
    except (OSError, SyntaxError, ValueError):
        return {}
    return {(node.name, _first_line(node)): _described(node) for node in _functions(tree)}


def genuine(kernel: Kernel) -> bool:
    """Return True if a kernel and all it calls match their sources (Python may have loaded old bytecode)."""
    walk = _Walk()
    walk.value(kernel, kernel)
    while walk.pending:
        current = walk.pending.pop(0)
        walk.function(current)
        code = current.function.__code__
        if current.stamp is not None and current.stamp == stamp_of(code.co_filename):
            if code not in _code_in(code.co_filename, current.stamp):
                return False
    return True


@cache
def _code_in(path: str, stamp: tuple[int, int]) -> set[python_types.CodeType]:
    """Return the code of every function of a file, compiled again."""
    try:
        pending = [compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)]
    except (OSError, SyntaxError, ValueError):
        return set()
    found: set[python_types.CodeType] = set()
    while pending:
        inner = [c for c in pending.pop().co_consts if isinstance(c, python_types.CodeType)]
        found |= set(inner)
        pending += inner
    return found


def _bytecode_of(code: python_types.CodeType) -> Source:
    """Describe a function by its bytecode, which differs between versions of Python."""
    text = [f"Python {sys.version_info[:2]}"]
    reads: dict[tuple[str, ...], None] = {}
    pending = [code]
    while pending:
        current = pending.pop(0)
        pending += [c for c in current.co_consts if isinstance(c, python_types.CodeType)]
        constants = [repr(c) for c in current.co_consts if not isinstance(c, (python_types.CodeType, frozenset))]
        text.append(f"{current.co_code.hex()} {constants} {current.co_names} {current.co_varnames} {current.co_flags}")
        path: tuple[str, ...] = ()
        for instruction in dis.get_instructions(current):
            if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and path:
                path = (*path, instruction.argval)
                continue
            if path:
                reads[path] = None
            outer = instruction.opname == "LOAD_DEREF" and instruction.argval in code.co_freevars
            path = (instruction.argval,) if outer or instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME") else ()
    return Source("\n".join(text), tuple(reads))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, name, ()) if not isinstance(node, ast.expr) else ():
            if isinstance(child, ast.FunctionDef):
                yield child
            yield from _functions(child)


def _described(node: ast.FunctionDef) -> Source:
    """Describe a function without its name, types and defaults, which are described by value."""
    bare = ast.arguments(**{name: value for name, value in ast.iter_fields(node.args) if "defaults" not in name})
    return _written(bare, node.body)


def _written(*nodes: Any) -> Source:
    writer = _Writer()
    for node in nodes:
        writer.write(node)
    return Source("".join(writer.out), tuple(writer.reads))


SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
IRRELEVANT = frozenset({"ctx", "type_comment", "kind", "annotation", "returns", "type_params", "simple"})


class _Writer:
    """Writer of a syntax tree without irrelevant parts, which records the names that it reads."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.reads: dict[tuple[str, ...], None] = {}
        self.bound: list[set[str]] = []  # names bound by functions within the function

    def write(self, node: Any) -> None:
        if isinstance(node, list):
            self.out.append("[")
            for child in node:
                if not _is_text(child):
                    self.write(child)
                    self.out.append(",")
            self.out.append("]")
        elif isinstance(node, (ast.Name, ast.Attribute)):
            self.out.append(self.path(node))
        elif isinstance(node, ast.Constant):
            self.out.append(repr(node.value))
        elif isinstance(node, ast.AST):
            self.members(node)
        else:
            self.out.append(repr(node))

    def members(self, node: ast.AST) -> None:
        if isinstance(node, SCOPES):
            self.bound.append(_bound_in(node))
        self.out.append(f"{type(node).__name__}(")
        for name in node._fields:
            value = getattr(node, name, None)
            if value is not None and value != [] and name not in IRRELEVANT:
                self.out.append(f"{name}=")
                self.write(value)
        self.out.append(")")
        if isinstance(node, SCOPES):
            self.bound.pop()

    def path(self, node: ast.Name | ast.Attribute) -> str:
        """Return a chain of attributes; record it if it begins with a name that is read."""
        attributes: list[str] = []
        first: ast.expr = node
        while isinstance(first, ast.Attribute):
            attributes.insert(0, first.attr)
            first = first.value
        if not isinstance(first, ast.Name):
            self.write(first)
            return f".{'.'.join(attributes)}"
        if isinstance(first.ctx, ast.Load) and not any(first.id in names for names in self.bound):
            self.reads[(first.id, *attributes)] = None
        return ".".join([first.id, *attributes])


def _is_text(node: Any) -> bool:
    """Return True for a docstring or another string used as a statement."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _bound_in(scope: ast.AST) -> set[str]:
    """Return the names that a function within a function binds itself."""
    found: set[str] = set()
    shared: set[str] = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            shared |= set(node.names)
    return found - shared


# Tapete's own modules, read as text so that Numba need not be imported.


@cache
def primitive(name: str) -> str:
    """Hash the definition of a primitive, what it uses, and the contract where it depends on it."""
    statements, imports = statements_of("intrinsics.py"), imports_of("intrinsics.py")
    walk = _Walk()
    described = []
    if f"PRIMITIVES[{name!r}]" in statements:
        pending = statements[f"PRIMITIVES[{name!r}]"].copy()
    else:
        from tapete.kernel.contract import FUNCTIONS, SLOTS

        function = name.removeprefix("call_")
        described.append(f"slot {SLOTS[function]}: {walk.value(FUNCTIONS[function], name)}")
        pending = statements["_rule_caller"].copy()
    seen: set[str] = set()
    while pending:
        source = pending.pop(0)
        described.append(source.text)
        for path in source.reads:
            if path[0] in imports:
                described.append(walk.follow(_imported(*imports[path[0]]), path, name))
            elif path[0] not in seen:
                seen.add(path[0])
                pending += statements.get(path[0], [])
    return walk.digest(described)


@cache
def _tree_of(module: str) -> ast.Module:
    return ast.parse((Path(__file__).parent / module).read_bytes())


@cache
def statements_of(module: str) -> dict[str, list[Source]]:
    """Return the statements of a module of this package by the names they bind; of a dictionary also `NAME['key']`."""
    found: dict[str, list[Source]] = {}
    for node in _tree_of(module).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(node.name, []).append(_written(node))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
                    found.setdefault(name, []).append(_written(node))
                    for key, value in _entries(node.value):
                        found.setdefault(f"{name}[{key!r}]", []).append(_written(value))
    return found


def _entries(node: ast.expr | None) -> list[tuple[Any, ast.expr]]:
    """Return the entries of a dictionary literal."""
    if not isinstance(node, ast.Dict):
        return []
    pairs = zip(node.keys, node.values, strict=True)
    return [(key.value, value) for key, value in pairs if isinstance(key, ast.Constant)]


@cache
def imports_of(module: str) -> dict[str, tuple[str, str]]:
    """Return what a module of this package imports from tapete: (module, name) by local name."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in _tree_of(module).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "tapete"
        for alias in node.names
    }


def _imported(module: str, name: str) -> Any:
    home = import_module(module)
    return getattr(home, name) if hasattr(home, name) else import_module(f"{module}.{name}")


# Python code of agents that do not describe themselves.


def code_of(kind: type) -> str:
    """Hash the Python code of a class: its file, those of its bases, and what they import from their own package.

    The files beside a single file count as its package. The running code is hashed as well if the file has been edited
    since it was imported, or does not exist.
    """
    home = kind.__module__.partition(".")[0]
    described: dict[str, str] = {}
    running = []
    for base in kind.__mro__:
        path = getattr(sys.modules.get(base.__module__), "__file__", None)
        if base is not kind and base.__module__.partition(".")[0] != home:
            described[f"{base.__module__}.{base.__qualname__}"] = "of others"
            continue
        codes = [code for code in map(_running, vars(base).values()) if code is not None]
        if path is not None and os.path.isfile(path):
            files = _own_modules(base.__module__, Path(path))
            # The name of its own module does not matter: a file that a spec names gets its name from its path.
            described |= {"" if name == kind.__module__ else name: _file_text(files[name]) for name in files}
            written = _code_in(path, stamp_of(path) or (0, 0))
            codes = [code for code in codes if code.co_filename == path and code not in written]
        running += codes
    if len(described) + len(running) == 1:  # only `object`, which is not described
        raise CompileError(f"{kind.__name__}: its source cannot be found, so its changes would go unnoticed")
    texts = [f"class {kind.__qualname__}", *(f"{name}: {described[name]}" for name in sorted(described))]
    return _Walk().digest(texts + [_bytecode_of(code).text for code in running])


def code_in(path: Path) -> str:
    """Hash a Python file and what it imports from its folder."""
    files = _own_modules(path.stem, path)
    return _Walk().digest([f"{name}: {_file_text(files[name])}" for name in sorted(files)])


def _running(member: Any) -> python_types.CodeType | None:
    function = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
    return getattr(function, "__code__", None)


def _own_modules(name: str, own: Path) -> dict[str, Path]:
    """Return the files of a module and of all it imports from its own package; a single file has the name ""."""
    package = name if own.stem == "__init__" else name.rpartition(".")[0]
    base = own.parents[package.count(".") + 1] if package else own.parent
    installed = {"site-packages", "dist-packages"} & set(base.parts) or Path(os.__file__).parent == base
    found = {name if package else "": own}
    pending = [(name, own)]
    while pending:
        current, file = pending.pop()
        for wanted in _imports_in(current, file):
            top = wanted.partition(".")[0]
            ours = top == name.partition(".")[0] or (not package and not installed and top != "tapete")
            place = _module_file(base, wanted) if ours and wanted not in found else None
            if place is not None:
                found[wanted] = place
                pending.append((wanted, place))
    return found


def _module_file(base: Path, name: str) -> Path | None:
    place = base.joinpath(*name.split("."))
    files = [place.with_name(place.name + suffix) for suffix in all_suffixes()] + [place / "__init__.py"]
    return next((file for file in files if file.is_file()), None)


def _imports_in(name: str, file: Path) -> Iterator[str]:
    """Yield the modules that a file may import, by their full names."""
    package = name if file.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(_parsed(file) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            wanted = [home, *(f"{home}.{alias.name}" for alias in node.names)]
        else:
            continue
        for whole in wanted:
            parts = whole.split(".")
            yield from (".".join(parts[: n + 1]) for n in range(len(parts)))


def _parsed(file: Path) -> ast.Module | None:
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return None


def _file_text(file: Path) -> str:
    """Return a module without its comments; the hash of a file that is not Python source."""
    tree = _parsed(file) if file.suffix == ".py" else None
    return file_digest(file) if tree is None else _written(tree.body).text


def file_digest(path: Path | str) -> str:
    """Hash the content of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def text_of(function: Any) -> str:
    """Return the text of one Python function, without what it calls."""
    code = function.__code__
    found = _functions_in(code.co_filename, stamp_of(code.co_filename)).get((code.co_name, code.co_firstlineno))
    return (found or _bytecode_of(code)).text
