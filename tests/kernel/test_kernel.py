"""Kernel layer: random numbers, bounds, errors."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tapete.errors import CompileError
from tapete.kernel import (
    Array,
    GameState,
    Matrix,
    Record,
    below,
    boolean,
    i1,
    i8,
    kernel,
    mix,
    seed_rng,
    shape,
    shuffle,
    u1,
    u8,
)
from tapete.kernel.contract import below_in
from tapete.seeds import derive


class Small(GameState):
    cells: Array[u1] = shape(8)


@kernel
def draw_many(state: Small, seed: u8, n: i8, out: Array[i8]) -> None:
    seed_rng(state, seed)
    for k in range(len(out)):
        out[k] = below(state, n)


@kernel
def draw_from_memory(memory: Array[i8], n: i8, out: Array[i8]) -> None:
    for k in range(len(out)):
        out[k] = below_in(memory, 0, n)


@kernel
def shuffle_cells(state: Small, seed: u8) -> None:
    seed_rng(state, seed)
    for k in range(8):
        state.cells[k] = k
    shuffle(state, state.cells, 0, 8)


class Switch(GameState):
    on: boolean
    count: i8


@kernel
def switch(state: Switch) -> boolean:
    state.on = not state.on
    state.count += 1
    return state.on


@kernel
def mixed(a: u8, b: u8) -> u8:
    return mix(a, b)


@kernel
def write_past_the_end(state: Small, index: i8) -> None:
    state.cells[index] = 1


def small() -> np.void:
    return np.zeros(1, dtype=Small.dtype)[0]


def test_bounded_integers_are_uniform() -> None:
    out = np.zeros(70_000, dtype=np.int64)
    for n in (2, 3, 7):
        draw_many(small(), np.uint64(n), n, out)
        counts = np.bincount(out, minlength=n)
        expected = len(out) / n
        chi = float(((counts - expected) ** 2 / expected).sum())
        assert chi < n - 1 + 5 * (2 * (n - 1)) ** 0.5 + 5, f"chi-square {chi} with {n} outcomes"


def test_a_generator_in_memory_draws_like_one_in_a_state() -> None:
    state, first, second = small(), np.zeros(100, dtype=np.int64), np.zeros(100, dtype=np.int64)
    draw_many(state, np.uint64(9), 10, first)
    start = small()
    draw_many(start, np.uint64(9), 10, second[:0].copy())
    draw_from_memory(np.array([start["rng"]]).view(np.int64), 10, second)
    assert first.tolist() == second.tolist()


def test_every_order_of_a_shuffle_occurs_about_equally_often() -> None:
    state, places = small(), np.zeros((8, 8))
    for seed in range(8000):
        shuffle_cells(state, np.uint64(seed))
        places[np.arange(8), state["cells"]] += 1
    assert np.abs(places - 1000).max() < 160  # five standard deviations of a count of 1,000


def test_seeds_derived_in_python_and_in_kernels_are_the_same() -> None:
    for a, b in ((0, 0), (5, 9), (2**64 - 1, 1 << 40)):
        assert int(mixed(np.uint64(a), np.uint64(b))) == derive(a, b)


def test_a_kernel_called_from_python_checks_its_bounds() -> None:
    with pytest.raises(IndexError):
        write_past_the_end(small(), 8)


def test_a_field_may_be_a_switch() -> None:
    state = np.zeros(1, dtype=Switch.dtype)[0]
    assert [switch(state) for _ in range(3)] == [True, False, True]
    assert (state["on"], state["count"]) == (True, 3)
    with pytest.raises(TypeError, match="'on': an array of switches must be of u1"):

        class Switches(GameState):
            on: Array[boolean] = shape(3)


def test_a_record_begins_with_the_fields_of_its_base() -> None:
    class Base(Record):
        first: i1
        second: i8

    class More(Base):
        third: Matrix[i1] = shape(2, 3)

    assert More.dtype == np.dtype([("first", "i1"), ("second", "i8"), ("third", "i1", (2, 3))], align=True)
    assert Small.dtype.names == ("rng", "seat", "over", "turn", "cells")


@pytest.mark.parametrize(
    ("hint", "cells", "message"),
    [
        (int, None, "'field' must be a machine type such as i1, f8 or Array\\[i1\\], not <class 'int'>"),
        (i8, shape(3), "'field' must be an array, not i8"),
        (Array[i8], None, "'field': say how many cells each dimension of Array\\[i8\\] has"),
        (Matrix[i8], shape(3), "'field': say how many cells each dimension of Matrix\\[i8\\] has"),
    ],
)
def test_a_field_of_another_type_is_refused(hint: Any, cells: Any, message: str) -> None:
    given = {} if cells is None else {"field": cells}
    with pytest.raises(TypeError, match=message):
        type(Record)("Wrong", (Record,), {"__annotations__": {"field": hint}, **given})


def test_a_primitive_is_for_kernels_only() -> None:
    with pytest.raises(TypeError, match="below can be called from kernels only"):
        below(small(), 3)


def test_a_parameter_without_annotation_is_refused() -> None:
    @kernel
    def careless(state: Small, n) -> i8:
        return n

    with pytest.raises(TypeError, match="'n' has no type"):
        careless(small(), 1)


def test_importing_tapete_imports_no_numba_and_compiles_nothing() -> None:
    code = "import sys, tapete; print('numba' in sys.modules, 'scipy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["False", "False"], run.stderr


@kernel
def faulty_helper(n: i8) -> i8:
    return n + not_defined_anywhere  # noqa: F821


@kernel
def faulty_rule(n: i8) -> i8:
    return faulty_helper(n)


def test_a_compile_error_names_the_kernel_and_the_cause_without_the_compilers_traceback() -> None:
    with pytest.raises(CompileError, match=r"faulty_helper: .*not_defined_anywhere") as caught:
        faulty_rule(1)
    assert len(str(caught.value).splitlines()) < 12
