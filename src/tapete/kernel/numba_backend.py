"""Interface to Numba: flags, helpers without machine code, addresses, compiled code as files.

Importing this module imports Numba. All private parts of Numba are used here or in `tapete.kernel.intrinsics`, and
`tests/kernel/test_numba_surface.py` exercises each of them. With `TAPETE_PLAIN=1` kernels are compiled by public means
alone (except for their addresses): slower and without a cache, to find out whether a fault is Numba's or ours.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import threading
import types as python_types
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import typeof_impl

from tapete.errors import CompileError
from tapete.kernel.fingerprint import statements_of
from tapete.kernel.types import Kernel, Native, RecordType

PUBLIC_FLAGS = {"nogil": True, "error_model": "numpy"}
# No reference counts on array arguments (three times faster calls; allocation does not compile), no wrapper for C.
PRIVATE_FLAGS = {"_nrt": False, "no_cfunc_wrapper": True}
MAGIC = b"tapete machine code 1\n"


@typeof_impl.register(RecordType)
def type_of_record(value: RecordType, context: Any) -> Any:
    """Type a record class in a kernel as its layout. (Numba has types of its own for classes as values.)"""
    return value._numba_type_


# Of the build that is compiling now: returns the dispatcher by which one kernel calls another.
dispatchers: ContextVar[Callable[[Kernel], Any]] = ContextVar("dispatchers")


@typeof_impl.register(Kernel)
def type_of_kernel(value: Kernel, context: Any) -> Any:
    """Type a kernel that another one calls."""
    return numba.types.Dispatcher(dispatchers.get()(value))


@typeof_impl.register(Native)
def type_of_primitive(value: Native, context: Any) -> Any:
    """Type a primitive that a kernel calls."""
    from tapete.kernel import intrinsics

    return intrinsics.type_of(value.name)


def environment(boundscheck: bool) -> str:
    """Hash what machine code depends on besides the kernels: versions, flags, the processor, this module."""
    config: Any = numba.config
    settings = (config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT)
    facts = (
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        llvmlite.ir_layer_typed_pointers_enabled,
        cpu_target.target_context.codegen().magic_tuple(),
        boundscheck,
        settings,
        *(
            source.text
            for name in ("Scalar", "ArrayType", "RecordType", "Kernel")
            for source in statements_of("types.py")[name]
        ),
        *(source.text for sources in statements_of("numba_backend.py").values() for source in sources),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def dispatcher_for(function: Callable, name: str, *, boundscheck: bool, wrapper: bool, plain: bool) -> Any:
    """Return a Numba dispatcher of a kernel's function. `wrapper`: Python will call it.

    The function is compiled under a unique name: code from different files is linked by function name within a process,
    and two closures of one definition (or a function before and after an edit) differ.
    """
    assert isinstance(function, python_types.FunctionType)
    settings: Any = numba.config
    if settings.DISABLE_JIT:
        raise CompileError(
            "NUMBA_DISABLE_JIT is set, so nothing can be compiled; TAPETE_PYTHON=1 runs rules as plain Python"
        )
    named = python_types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    named.__kwdefaults__ = function.__kwdefaults__
    named.__module__ = function.__module__
    named.__qualname__ = name
    flags = {**PUBLIC_FLAGS, "boundscheck": boundscheck}
    if not plain:
        flags |= {**PRIVATE_FLAGS, "no_cpython_wrapper": not wrapper}
    compiler: Any = numba.njit
    return compiler(**flags)(named)


def address_of(dispatcher: Any) -> int:
    """Return the address of a compiled function, valid in this process."""
    compiled = next(iter(dispatcher.overloads.values()))
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def compile_helper(dispatcher: Any, signature: Any) -> None:
    """Compile a function that only other kernels call.

    It is optimised and turned into machine code only as a part of its callers, which takes half the time.
    """
    customize = dispatcher._compiler._customize_flags

    def without_code(flags: Any) -> Any:
        flags = customize(flags)
        flags.no_compile = True
        return flags

    dispatcher._compiler._customize_flags = without_code
    with dispatcher._compiling_counter, global_compiler_lock:
        compiled = dispatcher._compiler.compile(signature.args, signature.return_type)
    compiled.library.helper = True
    name = object()  # callers are linked by it, since there is no compiled function object
    dispatcher.overloads[signature.args] = compiled._replace(entry_point=name)
    dispatcher.targetctx.insert_user_function(name, compiled.fndesc, [compiled.library])


class OnceOptimised(JITCodeLibrary):
    """Code library that is optimised in one round. Numba's first of two collects reference counts, which kernels lack.

    A helper's code is only linked into that of its callers and optimised with it: Numba would optimise it and generate
    machine code once more at every level of calls.
    """

    helper = False

    def _optimize_final_module(self) -> None:
        if not self.helper:
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        if self.helper:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True
        else:
            super()._finalize_final_module()


@contextlib.contextmanager
def optimised_once(dispatcher: Any) -> Iterator[None]:
    """Compile with one round of optimisation in this context, which takes a good quarter less time."""
    codegen = dispatcher.targetctx.codegen()
    with global_compiler_lock:
        usual, codegen._library_class = codegen._library_class, OnceOptimised
        try:
            yield
        finally:
            codegen._library_class = usual


class CodeFile(_Cache):
    """Machine code of one kernel in one file, whose name identifies all that the code depends on.

    A file is read only if it belongs to the user and is complete: its first line says what it is, the second is the key
    that it is named by, the third a checksum of the rest. Any other file is ignored.
    """

    def __init__(
        self,
        path: Path,
        key: str,
        *,
        genuine: Callable[[], bool],
        saved: Callable[[], None],
        failed: Callable[[OSError], None],
    ) -> None:
        self.path = path
        self.head = MAGIC + key.encode() + b"\n"
        self.genuine = genuine  # whether the running code matches its source
        self.saved = saved
        self.failed = failed

    @property
    def cache_path(self) -> str:
        return str(self.path.parent)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        payload = self.payload()
        if payload is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # complete, but not for this program: compile it
            return None

    def payload(self) -> bytes | None:
        """Return the saved compiled function, if the file can be trusted."""
        try:
            with open(os.open(self.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
                if not own(os.fstat(file.fileno())):
                    return None
                data = file.read()
            os.utime(self.path)  # the least recently used files are pruned first
        except OSError:
            return None
        checksum, payload = data[len(self.head) :][:64], data[len(self.head) + 65 :]
        whole = data.startswith(self.head) and checksum == hashlib.sha256(payload).hexdigest().encode()
        return payload if whole else None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self.genuine():
            return
        partial = self.path.with_name(f"{self.path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
        try:
            payload = dumps(data._reduce())
            with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(self.head + hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload)
            os.replace(partial, self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            self.failed(error)
        else:
            self.saved()


def own(status: os.stat_result) -> bool:
    """Return True if a file or folder belongs to the user (where the system has owners)."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
