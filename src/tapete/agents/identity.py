"""What an agent is, as a digest: its code, its weights, its options, the files that it is made of."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import inspect
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

SHARED_FOLDERS = ("site-packages", "dist-packages")  # neighbours there are other people's


def digest_of(agent: Any, opening: Any, options: Mapping[str, Any]) -> str:
    """A digest of an agent, its opening rule and its options with the files that they name."""
    digest = hashlib.sha256(part_of(agent))
    if opening is not None:
        digest.update(b"opening" + part_of(opening))
    for name, value in sorted(options.items()):
        digest.update(f"{name}={value};".encode(errors="replace"))
        for path in files_named(value):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:32]


def part_of(agent: Any) -> bytes:
    """What an agent says of itself with `fingerprint()`, and the source of its class where it is not one of ours."""
    own = getattr(agent, "fingerprint", None)
    told = b""
    if own is not None:
        given = own()
        told = given if isinstance(given, bytes) else str(given).encode()
    if told and type(agent).__module__.partition(".")[0] == "tapete":
        return told
    return told + source_of(type(agent))


def files_named(value: Any) -> list[Path]:
    """The files that the value of an option names: `weights.json`, or `score.py:name` with what it imports from beside it."""
    if not isinstance(value, str):
        return []
    path, colon, _ = value.rpartition(":")
    if colon and path.endswith(".py") and os.path.isfile(path):
        return list(with_imports(Path(path), neighbours=True))
    return [Path(value)] if value and os.path.isfile(value) else []


def source_of(kind: type) -> bytes:
    """The files that a class and its bases are written in, with those of the same package that they import."""
    parts = []
    for base in kind.__mro__:
        top = base.__module__.partition(".")[0]
        if top in sys.stdlib_module_names or (top == "tapete" and base is not kind):
            continue
        parts.append(f"{base.__module__}.{base.__qualname__}".encode() if top != base.__module__ else b"")
        try:
            path = Path(inspect.getfile(base))
        except (OSError, TypeError):
            parts += bytecode_of(base)  # typed in, not written in a file
            continue
        package = "." in base.__module__ or path.name == "__init__.py"
        neighbours = not package and path.resolve().parent.name not in SHARED_FOLDERS
        for file in with_imports(path, top if package else None, neighbours=neighbours):
            parts.append(file.name.encode() + b"\0" + file.read_bytes())
    return hashlib.sha256(b"\1".join(parts)).digest()


def bytecode_of(kind: type) -> Iterator[bytes]:
    """The code of a class's methods, with the constants and names that it uses."""
    for name, member in sorted(vars(kind).items()):
        pending = [getattr(member, "__code__", None)]
        while pending:
            code = pending.pop()
            if isinstance(code, CodeType):
                plain = [constant for constant in code.co_consts if not isinstance(constant, CodeType)]
                yield name.encode() + code.co_code + repr((plain, code.co_names)).encode(errors="replace")
                pending += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def with_imports(path: Path, package: str | None = None, *, neighbours: bool = False) -> Iterator[Path]:
    """A file, then what it imports from its own package, or from beside it, and what that imports; each once, by name."""
    path = path.resolve()
    root = path.parent
    while package is not None and (root / "__init__.py").is_file():
        root = root.parent
    found = {path}
    pending = [path]
    while pending:
        for name in imported_names(pending.pop(), root):
            if name.partition(".")[0] == package or (package is None and neighbours):
                for file in (root / f"{name.replace('.', '/')}.py", root / name.replace(".", "/") / "__init__.py"):
                    if file.is_file() and file not in found:
                        found.add(file)
                        pending.append(file)
    yield path
    yield from sorted(found - {path})


def imported_names(path: Path, root: Path) -> Iterator[str]:
    """Full names of the modules that a file may import, as its text has it."""
    with contextlib.suppress(OSError, SyntaxError, ValueError):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                here = list(path.relative_to(root).parts[:-1])
                start = here[: len(here) - node.level + 1] if node.level else []
                base = ".".join([*start, *([node.module] if node.module else [])])
                yield base
                yield from (f"{base}.{alias.name}" if base else alias.name for alias in node.names)
