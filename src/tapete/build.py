"""Compiling kernels: families of them, the cache on disk, and what the cache is keyed by.

A `Build` compiles a family of kernels (a game's rules, a search) with Numba, or loads them from the cache. Nothing here imports
Numba until something has to be compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import re
import shutil
import sys
import threading
import time
import types as python_types
import warnings
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.errors import CompileError
from tapete.kernel import Kernel, Record

if TYPE_CHECKING:
    CPUDispatcher = Any


class Build:
    """A family of kernels compiled together, and their place in the cache on disk.

    The cache directory is named by a hash of everything the machine code depends on: the source files of all kernels
    that can be reached from `roots`, the constants and tables they read, the versions of Python and Numba, the flags.
    """

    def __init__(
        self, name: str, roots: list[Kernel], *, boundscheck: bool = False, cached: bool = True, owner: Any = None
    ) -> None:
        self.name = name
        self.owner = owner
        self.roots = roots
        self.boundscheck = boundscheck
        self.compile_seconds = 0.0
        self._dispatchers: dict[Kernel, CPUDispatcher] = {}
        self._callable: dict[Kernel, Any] = {}
        self._addresses: dict[Kernel, int] = {}
        self._cached = cached
        self._directory: Path | None = None

    def address(self, kernel: Kernel) -> int:
        """The native address of a compiled kernel, valid in this process only."""
        if kernel not in self._addresses:
            with self._compiling():
                compiled = next(iter(self.dispatcher(kernel, entry=True).overloads.values()))
                name = compiled.fndesc.llvm_func_name
                self._addresses[kernel] = compiled.library.get_pointer_to_function(name)
        return self._addresses[kernel]

    def addresses(self, kernels: list[Kernel]) -> list[int]:
        """The addresses of several kernels; what is not compiled yet is shared out over two processes."""
        fork_compile(self, kernels)
        return [self.address(kernel) for kernel in kernels]

    def function(self, kernel: Kernel) -> Callable:
        """The compiled kernel as something Python can call."""
        if kernel not in self._callable:
            with self._compiling():
                if kernel not in self._callable:
                    self._callable[kernel] = self._compile(kernel, callable_from_python=True)
        return self._callable[kernel]

    def dispatcher(self, kernel: Kernel, *, entry: bool = False) -> CPUDispatcher:
        found = self._dispatchers.get(kernel)
        return found if found is not None else self._compile(kernel, cached=entry)

    def _compile(self, kernel: Kernel, *, callable_from_python: bool = False, cached: bool = True) -> CPUDispatcher:
        """Compile one kernel, or load it from the cache. Only entries are cached: their code contains their helpers."""
        import numba

        compiler: Any = numba.njit
        dispatcher = compiler(
            nogil=True,
            _nrt=False,  # no reference counts on array arguments (three times faster calls), and allocation does not compile
            error_model="numpy",
            boundscheck=self.boundscheck,
            no_cpython_wrapper=not callable_from_python,
            no_cfunc_wrapper=True,
        )(kernel.function)
        if cached and self._cached:
            self._attach_cache(dispatcher, "py" if callable_from_python else "")
        if not callable_from_python:
            self._dispatchers[kernel] = dispatcher  # before compiling: the function may call itself
        try:
            if cached:
                dispatcher.compile(kernel.signature)
            else:
                from tapete.native import compile_helper

                compile_helper(dispatcher, kernel.signature)
        except BaseException:
            self._dispatchers.pop(kernel, None)
            raise
        dispatcher.disable_compile()
        return dispatcher

    @contextlib.contextmanager
    def _compiling(self) -> Iterator[None]:
        with _one_at_a_time:
            outermost = _building.get(None) is None
            token = _building.set(self)
            started = time.perf_counter()
            try:
                yield
            except Exception as error:
                if outermost and type(error).__module__.startswith("numba"):
                    raise CompileError(f"{self.name} does not compile: {_innermost(str(error))}") from None
                raise
            finally:
                self.compile_seconds += time.perf_counter() - started
                _building.reset(token)

    def _attach_cache(self, dispatcher: CPUDispatcher, suffix: str) -> None:
        directory = self.directory()
        if directory is not None:
            from tapete.native import DirectoryCache

            dispatcher._cache = DirectoryCache(dispatcher.py_func, directory, suffix)

    def _on_disk(self, kernel: Kernel) -> bool:
        directory = self.directory()
        return directory is not None and any(directory.glob(f"{kernel.__module__}.{kernel.__name__}-*.bin"))

    def directory(self) -> Path | None:
        """Where this build is cached; None (after one warning) when the place cannot be written."""
        if self._directory is None and self._cached:
            directory = cache_root() / f"{self.name}-{self.key()}"
            try:
                directory.mkdir(parents=True, exist_ok=True)
                probe = directory / f".probe-{os.getpid()}-{threading.get_ident()}"
                probe.write_bytes(b"")
                probe.unlink()
                os.utime(directory)
            except OSError as error:
                self._cached = False
                warn_uncached(error)
                return None
            self._directory = directory
            _prune(directory.parent, self.name, directory)
        return self._directory

    def key(self) -> str:
        """A hash of all that the machine code of this build depends on."""
        import llvmlite
        import numba

        digest = hashlib.sha256()
        for fact in (sys.version, numba.__version__, llvmlite.__version__, f"boundscheck={self.boundscheck}"):
            digest.update(fact.encode())
        for path, text in sorted(_sources(self.roots).items()):
            digest.update(Path(path).name.encode() + b"\0" + text)
        for name, value in sorted(_constants(self.roots).items()):
            digest.update(name.encode() + b"\0" + value)
        return digest.hexdigest()[:16]


def cores() -> int:
    """The cores this process may use, which a batch system or `taskset` may have restricted."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fork_compile(build: Build, kernels: list[Kernel]) -> None:
    """Compile every second missing kernel in a forked process, which leaves its work in the cache on disk."""
    directory = build.directory()
    missing = [k for k in kernels if k not in build._dispatchers and directory and not build._on_disk(k)]
    if len(missing) < 2 or not hasattr(os, "fork") or threading.active_count() > 1 or cores() == 1:
        return
    child = os.fork()
    if child == 0:
        try:
            for kernel in missing[1::2]:
                build.address(kernel)
        finally:
            os._exit(0)
    try:
        for kernel in missing[::2]:
            build.address(kernel)
    finally:
        os.waitpid(child, 0)


_building: ContextVar[Build] = ContextVar("building")
_one_at_a_time = threading.RLock()  # threads that need the same code wait for whoever compiles it
_scratch_builds: dict[Kernel, Build] = {}
_warned = False


def current_build() -> Build:
    """The build that is compiling now."""
    return _building.get()


def scratch_build(kernel: Kernel) -> Build:
    """A build in memory for one kernel that is called from Python, with bounds checking."""
    if kernel not in _scratch_builds:
        _scratch_builds[kernel] = Build(kernel.__name__, [kernel], boundscheck=True, cached=False)
    return _scratch_builds[kernel]


def warn_uncached(error: OSError) -> None:
    """Say once that compiled code cannot be kept."""
    global _warned
    if not _warned:
        _warned = True
        reason = error.strerror or str(error)
        warnings.warn(
            f"the cache of compiled code at {cache_root()} cannot be written ({reason}); compiling in memory. "
            "Set TAPETE_CACHE to a writable directory.",
            RuntimeWarning,
            stacklevel=2,
        )


def _innermost(text: str) -> str:
    """What is wrong and where, without colours and without the chain of kernels that call the one that is at fault."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    chain = [line for line in text.splitlines() if line.startswith("Untyped global name") and "Failed in" in line]
    names = [line.split("'")[1] for line in chain]
    reason = text.split(chain[-1], 1)[1] if chain else text
    reason = "\n".join(
        line for line in reason.splitlines() if line.strip() and not line.startswith(("During:", "Failed in"))
    )
    return f"{' -> '.join(names)}: {reason}" if names else reason


def cache_root() -> Path:
    """Where compiled code is kept: TAPETE_CACHE, or `tapete` in the user's cache directory."""
    chosen = os.environ.get("TAPETE_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tapete" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tapete"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapete"


KEPT_BUILDS = 6  # of one name: several checkouts and a bisection can alternate without recompiling


def _prune(root: Path, name: str, current: Path) -> None:
    """Remove the builds of one name that have gone unused longest."""
    with contextlib.suppress(OSError):
        siblings = [p for p in root.glob(f"{name}-*") if len(p.name) == len(name) + 17 and p != current]
        siblings.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for stale in siblings[KEPT_BUILDS - 1 :]:
            if time.time() - stale.stat().st_mtime > 3600:
                shutil.rmtree(stale, ignore_errors=True)


def _reachable(roots: list[Kernel]) -> Iterator[tuple[Kernel, list[tuple[str, Any]]]]:
    """Every kernel that the roots can call, with the global values that its code names."""
    seen: set[int] = set()
    pending = list(roots)
    while pending:
        current = pending.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        named = []
        space = current.function.__globals__
        for code in _codes(current.function.__code__):
            for name in code.co_names:
                value = space.get(name)
                if isinstance(value, python_types.ModuleType):
                    named += [(f"{name}.{a}", getattr(value, a)) for a in code.co_names if hasattr(value, a)]
                elif value is not None:
                    named.append((name, value))
        for variable, cell in zip(
            current.function.__code__.co_freevars, current.function.__closure__ or (), strict=True
        ):
            named.append((variable, cell.cell_contents))
        pending += [value for _, value in named if isinstance(value, Kernel)]
        yield current, named


def _codes(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _codes(constant)


def _sources(roots: list[Kernel]) -> dict[str, bytes]:
    files = {inspect.getfile(k.function) for k, _ in _reachable(roots)}
    files |= {str(Path(__file__).with_name(name)) for name in ("kernel.py", "build.py", "native.py")}
    found = {}
    for path in files:
        with contextlib.suppress(OSError):
            found[path] = Path(path).read_bytes()
    return found


def _constants(roots: list[Kernel]) -> dict[str, bytes]:
    found = {}
    for current, named in _reachable(roots):
        for name, value in named:
            key = f"{current.__module__}.{current.__name__}.{name}"
            if isinstance(value, np.ndarray):
                found[key] = str(value.dtype).encode() + str(value.shape).encode() + value.tobytes()
            elif isinstance(value, (int, float, str, tuple, np.generic)):
                found[key] = repr(value).encode()
        for parameter, hint in inspect.get_annotations(current.function, eval_str=True).items():
            if isinstance(hint, Record):
                found[f"{current.__module__}.{current.__name__}:{parameter}"] = repr(hint.dtype).encode()
    return found
