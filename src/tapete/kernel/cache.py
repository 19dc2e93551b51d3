"""Compilation of kernels: builds, and the cache of machine code on disk.

A `Build` compiles kernels with Numba, or loads them from the cache, where each compiled kernel is a file named by its
fingerprint (`tapete.kernel.fingerprint`) and its compilation environment. Nothing here imports Numba until something
has to be compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import mmap
import os
import re
import signal
import struct
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from tapete.errors import BadOption, CompileError
from tapete.kernel.fingerprint import fingerprint, genuine
from tapete.kernel.lint import first_mistake, reachable
from tapete.kernel.progress import QUIET_THREAD, compile_progress, name_of
from tapete.kernel.types import Kernel

__all__ = [
    "CALLABLE",
    "ENTRY",
    "Build",
    "announce",
    "at",
    "build_of",
    "cache_root",
    "compile_together",
    "cores",
    "end_with_parent",
    "fingerprint",
    "resolved",
]

ENTRY, HELPER, CALLABLE = "entry", "helper", "callable"  # by address, by other kernels only, from Python


class Build:
    """Kernels that are compiled with the same flags and cached in one folder.

    `roots` are the kernels it is meant for; others can be compiled in it too, since every file is named by what its
    kernel depends on. A kernel that is compiled in a process stays as it is, even if a table it reads is changed
    afterwards.
    """

    def __init__(
        self, name: str, roots: Iterable[Kernel] = (), *, boundscheck: bool = False, cached: bool = True
    ) -> None:
        self.name = name
        self.roots = list(roots)
        self.boundscheck = boundscheck
        self.plain = os.environ.get("TAPETE_PLAIN", "0") not in ("", "0")
        self.compile_seconds = 0.0
        self._dispatchers: dict[tuple[str, Kernel, str], Any] = {}
        self._helpers = _helpers.setdefault((boundscheck, self.plain), {})
        self._callable: dict[Kernel, Any] = {}
        self._addresses: dict[Kernel, int] = {}
        self._said: dict[Kernel, str] = {}
        self._cached = cached and not self.plain

    def address(self, kernel: Kernel) -> int:
        """Return the native address of a compiled kernel, valid in this process only."""
        if kernel not in self._addresses:
            from tapete.kernel.numba_backend import address_of

            with self._compiling(kernel):
                self._addresses[kernel] = address_of(self._compiled(kernel, ENTRY))
                _kernels[self._addresses[kernel]] = kernel
        return self._addresses[kernel]

    def addresses(self, kernels: list[Kernel]) -> list[int]:
        """Return the addresses of several kernels; those not compiled yet are divided between two processes."""
        compile_together((self, kernel, ENTRY) for kernel in kernels)
        return [self.address(kernel) for kernel in kernels]

    def function(self, kernel: Kernel) -> Callable:
        """Return the compiled kernel as a Python callable."""
        if kernel not in self._callable:
            with self._compiling(kernel):
                self._callable[kernel] = self._compiled(kernel, CALLABLE)
        return self._callable[kernel]

    def dispatcher(self, kernel: Kernel) -> Any:
        """Return the dispatcher by which Numba lets another kernel call this one."""
        found = self._dispatchers.get((ENTRY, kernel, self._says(kernel)))
        return found if found is not None else self._compiled(kernel, HELPER)

    def _compiled(self, kernel: Kernel, use: str) -> Any:
        """Return a kernel compiled for a use. Helpers have no file: the code of their callers contains them."""
        known = (use, kernel, self._says(kernel))
        made = self._helpers if use == HELPER else self._dispatchers
        if known not in made:
            from tapete.kernel.numba_backend import compile_helper, dispatcher_for, optimised_once

            name = f"{kernel.__name__}_{self._says(kernel)}"
            flags = {"boundscheck": self.boundscheck, "wrapper": use == CALLABLE, "plain": self.plain}
            dispatcher = dispatcher_for(kernel.function, name, **flags)
            if use != HELPER:
                self._attach_file(dispatcher, kernel, use)
            made[known] = dispatcher  # before compiling: the function may call itself
            try:
                with nullcontext() if self.plain else optimised_once(dispatcher):
                    if use == HELPER and not self.plain:
                        compile_helper(dispatcher, kernel.signature)
                    else:
                        dispatcher.compile(kernel.signature)
            except BaseException:
                del made[known]
                raise
            dispatcher.disable_compile()
        return made[known]

    @contextlib.contextmanager
    def _compiling(self, kernel: Kernel) -> Iterator[None]:
        from tapete.kernel.numba_backend import dispatchers

        with _one_at_a_time:
            outermost = dispatchers.get(None) is None
            token = dispatchers.set(self.dispatcher)
            started = time.perf_counter()
            is_new = outermost and self._missing(kernel)
            try:
                with (
                    compile_progress.of(name_of(kernel.__module__), lambda: expected([kernel]))
                    if is_new
                    else nullcontext()
                ):
                    yield
            except Exception as error:
                if outermost:
                    mistake = first_mistake([kernel])
                    if mistake is not None:
                        raise mistake from None
                    if type(error).__module__.startswith("numba"):
                        raise CompileError(f"{kernel!r} does not compile: {_innermost(str(error))}") from None
                raise
            finally:
                self.compile_seconds += time.perf_counter() - started
                self._said.clear()
                dispatchers.reset(token)

    # The cache

    def _missing(self, kernel: Kernel) -> bool:
        """Return True if a kernel has to be compiled, which takes time."""
        files = [self.file(kernel, use) for use in (ENTRY, CALLABLE)]
        return not any(path is not None and path.exists() for path in files)

    def _says(self, kernel: Kernel) -> str:
        """Return a kernel's fingerprint, computed once per compilation (a table may change in between)."""
        if kernel not in self._said:
            self._said[kernel] = fingerprint(kernel)
        return self._said[kernel]

    @cached_property
    def environment(self) -> str:
        """Hash of what machine code depends on besides the kernels."""
        from tapete.kernel.numba_backend import environment

        return environment(self.boundscheck)

    def key(self, kernel: Kernel, use: str = ENTRY) -> str:
        """Hash all that the machine code of a kernel depends on."""
        facts = f"{fingerprint(kernel)} {self.environment} {use}"
        return hashlib.sha256(facts.encode()).hexdigest()[:32]

    def file(self, kernel: Kernel, use: str = ENTRY) -> Path | None:
        """Return the path of a kernel's machine code, whether or not it exists; None without a cache."""
        directory = self.directory()
        stem = f"{kernel.__module__}.{kernel.__name__}"[-100:]
        return None if directory is None else directory / f"{stem}-{self.key(kernel, use)}.bin"

    def directory(self) -> Path | None:
        """Return this build's cache folder, private to the user; None (after one warning) if it cannot be made."""
        if self._cached:
            try:
                return private_directory(cache_root() / self.name)
            except OSError as error:
                self._cached = False
                warn_uncached(error)
        return None

    def _attach_file(self, dispatcher: Any, kernel: Kernel, use: str) -> None:
        path = self.file(kernel, use)
        if path is not None:
            from tapete.kernel.numba_backend import CodeFile

            dispatcher._cache = CodeFile(
                path,
                self.key(kernel, use),
                genuine=lambda: genuine(kernel),
                saved=lambda: prune(path.parent),
                failed=warn_uncached,
            )


# Estimate for the progress line, in seconds of one ordinary core: per thousand bytes of Python bytecode, helpers
# included; per requested kernel; for importing the compiler.
SECONDS_PER_KILOBYTE, SECONDS_PER_ENTRY, SECONDS_TO_IMPORT = 0.45, 0.1, 1.0


def expected(kernels: Iterable[Kernel]) -> float:
    """Estimate the seconds of compiling some kernels."""
    entries = list(kernels)
    size = sum(len(kernel.function.__code__.co_code) for kernel in reachable(entries))
    seconds = SECONDS_PER_KILOBYTE * size / 1000 + SECONDS_PER_ENTRY * len(entries)
    return seconds + (SECONDS_TO_IMPORT if "numba" not in sys.modules else 0.0)


_builds: dict[tuple[str, bool], Build] = {}
_helpers: dict[tuple[bool, bool], dict[tuple[str, Kernel, str], Any]] = {}  # of all builds with the same flags
_kernels: dict[int, Kernel] = {}  # by the address of their code
_things: WeakValueDictionary[int, Any] = WeakValueDictionary()  # by the address of their data


def build_of(kernel: Kernel, boundscheck: bool = False) -> Build:
    """Return the build of a kernel: one per package (a game, the searches) or single file."""
    package = kernel.__module__.split(".")[-2:-1]
    name = package[0] if package else re.sub(r"\W", "_", Path(kernel.function.__code__.co_filename).stem)
    found = _builds.get((name, boundscheck))
    if found is not None:
        return found  # without the lock: another thread may be compiling for half a minute
    with _one_at_a_time:
        if (name, boundscheck) not in _builds:
            _builds[name, boundscheck] = Build(name, boundscheck=boundscheck)
        return _builds[name, boundscheck]


def announce(address: int, thing: Any) -> None:
    """Register the object behind an address of data that kernels get: an object with a `fingerprint`."""
    _things[address] = thing


def at(number: Any) -> Any:
    """Return the kernel or registered object at an address (a number or the bits of a double), or None."""
    if isinstance(number, float):
        bits = struct.unpack("<q", struct.pack("<d", number))[0]
        whole = int(number) if math.isfinite(number) and number == int(number) else bits
        return at(whole) or at(bits)
    return _kernels.get(number) or _things.get(number)


def resolved(value: Any) -> Any:
    """Replace addresses by their kernels and objects, and objects by their fingerprints.

    The result describes what an agent passes to kernels, in the same way in every process.
    """
    if isinstance(value, np.ndarray) and value.dtype in (np.int64, np.float64):
        return resolved(value.tolist())
    if isinstance(value, (int, float, np.integer)) and not isinstance(value, bool):
        found = at(float(value) if isinstance(value, float) else int(value))
        return value if found is None else found if isinstance(found, Kernel) else resolved(found)
    if isinstance(value, Mapping):
        return {name: resolved(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [resolved(item) for item in value]
    own = getattr(value, "fingerprint", None)
    return value if own is None else own() if callable(own) else own


def cores() -> int:
    """Return the number of cores this process may use, which a batch system or `taskset` may restrict."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent() -> None:
    """End this process when its parent ends, even while machine code runs (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


# Compiling in two processes

in_two = True  # set to False where whole games are divided over the cores: both halves of a game compile its helpers
SHARE = 0.6  # of the time of one process that two take
PATIENCE = 120.0  # seconds that the second process may take longer than the first before its work is redone
THREADED = ("ray", "torch", "jax", "tensorflow", "grpc")  # libraries whose threads do not survive a fork


def _threads() -> int | None:
    """Return the number of threads of this process, those of libraries included; None where the system does not say."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return None


def _known_threads() -> int:
    """Return the most threads of this one and linear algebra: NumPy and SciPy each have a pool that is safe to fork."""
    with open("/proc/self/maps") as maps:
        pools = {line.split("/", 1)[1] for line in maps if "openblas" in line and "/" in line}
    return 1 + len(pools) * ((os.cpu_count() or 1) - 1)


def may_fork() -> bool:
    """Return True if this process may fork: on Linux, while no other thread can hold a lock."""
    others = [thread for thread in threading.enumerate() if thread.name != QUIET_THREAD]
    alone = len(others) == 1 and not any(name in sys.modules for name in THREADED)
    threads = _threads() if sys.platform == "linux" and alone else None
    quiet = len(threading.enumerate()) - len(others)
    return threads is not None and threads <= _known_threads() + quiet


def compile_together(wanted: Iterable[tuple[Build, Kernel, str]]) -> None:
    """Compile what is missing in two processes, from both ends of the list; the second leaves its work on disk."""
    missing = []
    for build, kernel, use in dict.fromkeys(wanted):
        path = build.file(kernel, use) if kernel not in build._addresses and kernel not in build._callable else None
        if path is not None and not path.exists():
            missing.append((build, kernel, use))
    if len(missing) < 2 or not in_two or cores() == 1 or not may_fork():
        return
    names = [name_of(kernel.__module__) for _, kernel, _ in missing]
    with compile_progress.of(names[0], lambda: expected(kernel for _, kernel, _ in missing) * SHARE):
        _compile_in_two(missing)


def _compile_in_two(missing: list[tuple[Build, Kernel, str]]) -> None:
    claimed = mmap.mmap(-1, len(missing))  # shared by both: which are taken

    def work(order: Iterable[int]) -> None:
        for i in order:
            if not claimed[i]:
                claimed[i] = 1
                build, kernel, use = missing[i]
                build.address(kernel) if use == ENTRY else build.function(kernel)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python counts the threads of linear algebra too
        child = os.fork()
    if child == 0:
        end_with_parent()
        try:
            work(reversed(range(len(missing))))
        finally:
            os._exit(0)
    try:
        work(range(len(missing)))
    finally:
        _await(child)


def _await(child: int) -> None:
    """Wait for a compiling process; kill it if it hangs, so that the rest is compiled here."""
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return
        time.sleep(0.002)


_one_at_a_time = threading.RLock()  # threads that need the same code wait for the one that compiles it
_warned = False


def _innermost(text: str) -> str:
    """Return the innermost error and the chain of kernels that leads to it, without colours."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    chain = [line for line in text.splitlines() if line.startswith("Untyped global name") and "Failed in" in line]
    names = [line.split("'")[1] for line in chain]
    reason = text.split(chain[-1], 1)[1] if chain else text
    reason = "\n".join(
        line for line in reason.splitlines() if line.strip() and not line.startswith(("During:", "Failed in"))
    )
    return f"{' -> '.join(names)}: {reason}" if names else reason


# Folder of the cache

KEPT_BYTES = (
    64 << 20
)  # of one build: dozens of versions of a large game, so several checkouts and a bisection can alternate
GRACE = 3600.0  # seconds after its last use in which no file is pruned: another process may be about to load it


def cache_root() -> Path:
    """Return the folder of compiled code: TAPETE_CACHE, or `tapete` in the user's cache directory."""
    chosen = os.environ.get("TAPETE_CACHE")
    if chosen:
        try:
            return Path(chosen).expanduser()
        except RuntimeError:
            raise BadOption(f"TAPETE_CACHE={chosen}: there is no such user") from None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tapete" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tapete"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapete"


def private_directory(path: Path) -> Path:
    """Make a folder that only the user can access, because its files are executed."""
    from tapete.kernel.numba_backend import own

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.mkdir(exist_ok=True, mode=0o700)
    status = path.stat()
    if not own(status):
        raise PermissionError(0, f"{path} belongs to another user")
    if status.st_mode & 0o077 and os.name == "posix":
        path.chmod(0o700)
    return path


_pruned: set[Path] = set()


def prune(directory: Path) -> None:
    """Remove the least recently used files from a build's folder, once per process."""
    if directory in _pruned:
        return
    _pruned.add(directory)
    now, total = time.time(), 0
    found = []
    for path in [*directory.glob("*.bin"), *directory.glob("*.tmp")]:
        with contextlib.suppress(OSError):
            found.append((path.stat(), path))
    for status, path in sorted(found, key=lambda entry: -entry[0].st_mtime):
        total += status.st_size
        if (total > KEPT_BYTES or path.suffix == ".tmp") and now - status.st_mtime > GRACE:
            with contextlib.suppress(OSError):
                path.unlink()


def warn_uncached(error: OSError) -> None:
    """Warn once that compiled code cannot be cached."""
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
