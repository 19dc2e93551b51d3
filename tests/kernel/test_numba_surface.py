"""Private parts of Numba and llvmlite that kernels rely on, one test each, named after the part.

When an upgrade breaks something, the failed tests list what changed. `tapete.kernel.numba_backend` and
`tapete.kernel.intrinsics` say what each part is used for.
"""

from __future__ import annotations

import ast
import ctypes
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import llvmlite
import numba
import numpy as np
import pytest
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic

from tapete.kernel import Array, GameState, boolean, f8, i1, i8, intrinsics, kernel, shape, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import rows_in
from tapete.kernel.numba_backend import OnceOptimised, compile_helper, optimised_once

ONE = types.int64(types.int64)
NATIVE = Path(intrinsics.__file__)


def compiled(function, signature=ONE, **flags):
    dispatcher = numba.njit(nogil=True, **flags)(function)
    dispatcher.compile(signature)
    return dispatcher


def result_of(dispatcher) -> CompileResult:
    return next(iter(dispatcher.overloads.values()))


# The cache


def test_dispatcher_cache_can_be_set_and_is_used_first() -> None:
    calls = []

    class Noted(_Cache):
        cache_path = "nowhere"

        def enable(self): ...

        def disable(self): ...

        def flush(self): ...

        def load_overload(self, sig, target_context):
            calls.append(("load", sig))

        def save_overload(self, sig, data):
            calls.append(("save", sig))
            assert isinstance(data, CompileResult)

    dispatcher = numba.njit(lambda x: x + 1)
    dispatcher._cache = Noted()
    dispatcher.compile(ONE)
    assert calls == [("load", ONE), ("save", ONE)]


def test_CompileResult_reduce_and_rebuild_and_serialize_dumps() -> None:
    saved = pickle.loads(dumps(result_of(compiled(lambda x: x + 41))._reduce()))
    again = CompileResult._rebuild(cpu_target.target_context, *saved)
    assert again.entry_point(1) == 42


def test_dispatcher_stats_count_cache_hits() -> None:
    assert sum(compiled(lambda x: x).stats.cache_hits.values()) == 0


def test_codegen_magic_tuple_names_the_processor() -> None:
    triple, processor, features = cpu_target.target_context.codegen().magic_tuple()
    assert all(isinstance(fact, str) for fact in (triple, processor, features))


def test_config_has_the_settings_that_change_machine_code() -> None:
    for name in ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"):
        assert hasattr(numba.config, name), name


def test_compiled_functions_are_linked_by_qualname() -> None:
    def plain(x):
        return x

    plain.__qualname__ = "named_by_us_1234"
    assert "named_by_us_1234" in result_of(compiled(plain)).fndesc.llvm_func_name


# Helpers without machine code


def test_compiler_customize_flags_with_no_compile_and_compiling_counter() -> None:
    dispatcher = numba.njit(lambda x: x + 1)
    customize = dispatcher._compiler._customize_flags

    def without_code(flags):
        flags = customize(flags)
        flags.no_compile = True
        return flags

    dispatcher._compiler._customize_flags = without_code
    with dispatcher._compiling_counter, global_compiler_lock:
        result = dispatcher._compiler.compile((types.int64,), types.int64)
    assert isinstance(result, CompileResult)
    assert result.signature == ONE


def test_overloads_replace_and_insert_user_function_make_a_helper_callable() -> None:
    helper = numba.njit(lambda x: x + 1)
    compile_helper(helper, ONE)
    helper.disable_compile()
    assert result_of(helper).entry_point.__class__ is object

    def caller(x):
        return helper(x) * 2

    assert compiled(caller)(20) == 42


# Flags


def test_njit_nrt_false_refuses_to_allocate() -> None:
    with pytest.raises(numba.core.errors.NumbaError):
        compiled(lambda n: np.zeros(n).sum(), types.float64(types.int64), _nrt=False)


def test_njit_no_cpython_wrapper_and_no_cfunc_wrapper() -> None:
    bare = compiled(lambda x: x + 1, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    fitted = compiled(lambda x: x + 1)
    name = result_of(bare).fndesc.llvm_func_name
    assert result_of(bare).library.get_pointer_to_function(name)
    assert "@_ZN7cpython" not in result_of(bare).library.get_llvm_str()
    assert "@_ZN7cpython" in result_of(fitted).library.get_llvm_str()


def test_njit_error_model_numpy_and_boundscheck() -> None:
    assert compiled(lambda x: 1.0 / x, types.float64(types.float64), error_model="numpy")(0.0) == np.inf
    checked = compiled(lambda a, i: a[i], types.int64(types.int64[::1], types.int64), boundscheck=True)
    with pytest.raises(IndexError):
        checked(np.zeros(3, dtype=np.int64), 3)


# Addresses and calls


def test_library_get_pointer_to_function_and_fndesc_llvm_func_name() -> None:
    """The calling convention: status code, addresses of the result and the error, arguments."""
    result = result_of(compiled(lambda x: x + 41))
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_int64)
    out, error = ctypes.c_int64(), ctypes.c_void_p()
    assert kind(address)(ctypes.byref(out), ctypes.addressof(error), 1) == 0
    assert out.value == 42


def test_call_conv_get_function_type_call_function_and_return_status_propagate() -> None:
    @intrinsic
    def call_at(typing_context, address, number):
        def build(context, builder, signature, arguments):
            pointer = context.call_conv.get_function_type(types.int64, (types.int64,)).as_pointer()
            target = builder.inttoptr(arguments[0], pointer)
            status, value = context.call_conv.call_function(
                builder, target, types.int64, (types.int64,), [arguments[1]]
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return value

        return types.int64(types.int64, types.int64), build

    def fails(x):
        if x == 7:
            raise IndexError("seven")
        return x + 41

    result = result_of(compiled(fails))
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    caller = compiled(lambda address, x: call_at(address, x), types.int64(types.int64, types.int64))
    assert caller(address, 1) == 42
    with pytest.raises(IndexError, match="seven"):
        caller(address, 7)


# Types


def test_typing_context_refresh_and_resolve_value_type() -> None:
    @intrinsic
    def three(typing_context):
        return types.int64(), lambda context, builder, signature, arguments: ir.IntType(64)(3)

    cpu_target.typing_context.refresh()
    assert isinstance(cpu_target.typing_context.resolve_value_type(three), types.Type)


def test_numba_type_protocol_of_values_in_kernels() -> None:
    """`_numba_type_` of scalars, records, primitives and kernels is all that Numba needs to know them."""
    assert numba.typeof(i8) == types.NumberClass(types.int64)
    assert numba.typeof(GameState) == types.DType(GameState.numba_type)
    assert compiled(lambda x: i8(x) + i8(boolean(x)), types.int64(types.float64))(41.5) == 42


def test_types_Dispatcher_lets_a_kernel_call_a_kernel() -> None:
    dispatcher = compiled(lambda x: x + 1)

    class Known:
        _numba_type_ = types.Dispatcher(dispatcher)

    known = Known()
    assert compiled(lambda x: known(x) * 2)(20) == 42


class Small(GameState):
    cells: Array[i1] = shape(3)
    total: f8


def test_records_are_passed_as_pointers_with_rng_first() -> None:
    @kernel
    def change(state: Small) -> i8:
        state.cells[1] = 5
        state.total = 2.5
        return i8(state.rng)

    states = np.zeros(2, dtype=Small.dtype)
    states[1]["rng"] = 42
    build = Build("surface", cached=False)
    assert build.function(change)(states[1]) == 42
    assert (states[1]["cells"].tolist(), states[1]["total"], states[0]["total"]) == ([0, 5, 0], 2.5, 0.0)
    assert Small.dtype.fields["rng"][1] == 0
    address = build.address(change)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_void_p)
    out, error = ctypes.c_int64(), ctypes.c_void_p()
    kind(address)(ctypes.byref(out), ctypes.addressof(error), states[1:].ctypes.data)
    assert out.value == 42


def test_intrinsic_prefer_literal_gives_the_number() -> None:
    @intrinsic(prefer_literal=True)
    def literal(typing_context, count):
        if not isinstance(count, types.IntegerLiteral):
            return None
        return types.int64(count), lambda context, builder, signature, arguments: ir.IntType(64)(count.literal_value)

    assert compiled(lambda x: x + literal(41))(1) == 42


def test_context_make_array_populate_array_and_sizes() -> None:
    """Arrays without an owner, over borrowed memory."""

    @kernel
    def halves(words: Array[u8]) -> i8:
        rest = rows_in(words, 1, i1)
        return i8(len(rest)) * 1000 + i8(rest[0])

    assert Build("surface", cached=False).function(halves)(np.array([1, 2, 3], dtype=np.uint64)) == 16_002


def test_cgutils_memory_and_functions() -> None:
    for name in ("alloca_once", "alloca_once_value", "raw_memcpy", "memset", "unpack_tuple", "get_or_insert_function"):
        assert callable(getattr(cgutils, name)), name


# Texts of errors


def test_typing_errors_name_the_faulty_kernel() -> None:
    dispatcher = numba.njit(lambda x: x + nowhere)  # noqa: F821

    def caller(x):
        return dispatcher(x)

    with pytest.raises(numba.core.errors.TypingError) as caught:
        compiled(caller)
    assert "nowhere" in str(caught.value)
    assert "Failed in" in str(caught.value)


# llvmlite


def test_every_load_and_gep_names_its_type() -> None:
    """llvmlite is going to remove typed pointers."""
    calls = [node for node in ast.walk(ast.parse(NATIVE.read_bytes())) if isinstance(node, ast.Call)]
    found = {"load": "typ", "gep": "source_etype"}
    seen = 0
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in found:
            seen += 1
            given = {keyword.arg for keyword in call.keywords}
            assert found[call.func.attr] in given, f"line {call.lineno} of intrinsics.py: {ast.unparse(call)}"
    assert seen > 10


@pytest.mark.slow
def test_ir_layer_typed_pointers_can_be_switched_off() -> None:
    assert isinstance(llvmlite.ir_layer_typed_pointers_enabled, bool)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/kernel/test_kernel.py",
            "-k",
            "not importing",
        ],
        env={**os.environ, "LLVMLITE_ENABLE_IR_LAYER_TYPED_POINTERS": "0", "TAPETE_CACHE": os.devnull + "/none"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]


@pytest.mark.slow
def test_a_game_plays_alike_without_typed_pointers(tmp_path: Path) -> None:
    """All primitives, compiled without typed pointers, play the same games."""
    code = (
        "import json, sys, tapete\n"
        "from tapete.arena.duel import duel\n"
        "import llvmlite\n"
        "result = duel(tapete.load('briscas'), ['ismcts:iterations=30', 'heuristic'], games=20, seed=3)\n"
        "print(json.dumps([llvmlite.ir_layer_typed_pointers_enabled, [a.score for a in result.agents], [a.point_difference for a in result.agents]]))\n"
    )
    found = {}
    for typed in ("0", "1"):
        environment = {**os.environ, "LLVMLITE_ENABLE_IR_LAYER_TYPED_POINTERS": typed}
        if typed == "0":
            environment["TAPETE_CACHE"] = str(tmp_path)
        run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr[-3000:]
        enabled, *results = json.loads(run.stdout)
        assert enabled == (typed == "1")
        found[typed] = results
    assert found["0"] == found["1"]


# Optimising once


def test_the_library_class_of_the_code_generator_can_be_replaced(monkeypatch) -> None:
    """`optimised_once` uses `_library_class`, `_module_pass_manager` and `_optimize_final_module`."""
    rounds = []
    optimise = OnceOptimised._optimize_final_module
    monkeypatch.setattr(OnceOptimised, "_optimize_final_module", lambda self: rounds.append(self) or optimise(self))
    dispatcher = numba.njit(nogil=True)(lambda x: 3 * x + 1)
    codegen = dispatcher.targetctx.codegen()
    usual = codegen._library_class
    with optimised_once(dispatcher):
        dispatcher.compile(ONE)
    assert codegen._library_class is usual
    assert rounds.count(result_of(dispatcher).library) == 1
    assert dispatcher(5) == 16


@kernel
def one_more(n: i8) -> i8:
    return n + 1


@kernel
def two_more(n: i8) -> i8:
    return one_more(n) + 1


def test_a_helper_gets_machine_code_only_within_its_callers(monkeypatch) -> None:
    """`OnceOptimised.helper` skips `_finalize_final_module`, which would give the helper to the engine."""
    emitted = []
    emit = JITCodeLibrary._finalize_specific
    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", lambda self: emitted.append(self.name) or emit(self))
    build = Build("surface", cached=False)
    assert build.function(two_more)(40) == 42
    assert [name.split("_")[0] for name in emitted] == ["two"]
    library = result_of(build.dispatcher(one_more)).library
    assert library.helper
    assert not library.codegen._engine.is_symbol_defined(result_of(build.dispatcher(one_more)).fndesc.llvm_func_name)
    assert kernel_called_at(build.address(one_more)) == 42, "requested by address, it has machine code after all"


def kernel_called_at(address: int) -> int:
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_int64)
    out, error = ctypes.c_int64(), ctypes.c_void_p()
    kind(address)(ctypes.byref(out), ctypes.addressof(error), 41)
    return out.value
