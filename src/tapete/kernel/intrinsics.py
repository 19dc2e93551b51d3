"""Native side of kernels: random numbers, calls through pointers, raw states, the clock.

Importing this module imports Numba. Rules use the random numbers and bit counts through the names in `tapete.kernel`;
game-independent loops and searches use the calls through a table of addresses (`tapete.kernel.contract`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from tapete.kernel import types as kernel
from tapete.kernel.contract import COUNTERS, DEAL, FUNCTIONS, GUIDE, POLICY, SIZE_SLOT, SLOTS

GOLDEN = 0x9E3779B97F4A7C15  # as in `splitmix`; written here because this text is part of the fingerprints of kernels
ANY_STATE = kernel.GameState.numba_type
WORD = ir.IntType(64)
BYTE = ir.IntType(8)
BYTE_POINTER = BYTE.as_pointer()


def type_of(name: str) -> Any:
    """Return the Numba type of a primitive, by which kernels find it."""
    context = cpu_target.typing_context
    context.refresh()  # this module may be imported after the context was last filled
    return context.resolve_value_type(PRIMITIVES[name])


# Random numbers: SplitMix64. One word of state, passes BigCrush, and a hash of (seed, index) seeds a sub-stream.


def _scrambled(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = builder.mul(builder.xor(word, builder.lshr(word, WORD(shift))), WORD(factor))
    return builder.xor(word, builder.lshr(word, WORD(31)))


def _next(builder: ir.IRBuilder, generator: ir.Value) -> ir.Value:
    advanced = builder.add(builder.load(generator, typ=WORD), WORD(GOLDEN))
    builder.store(advanced, generator)
    return _scrambled(builder, advanced)


def _generator_of(builder: ir.IRBuilder, state: ir.Value) -> ir.Value:
    return builder.bitcast(state, WORD.as_pointer())  # rng is the first field of every state


@intrinsic
def seed_rng(typing_context: Any, state: Any, seed: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        builder.store(
            _scrambled(builder, builder.add(arguments[1], WORD(GOLDEN))), _generator_of(builder, arguments[0])
        )
        return context.get_dummy_value()

    return types.void(state, types.uint64), build


@intrinsic
def draw(typing_context: Any, state: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _next(builder, _generator_of(builder, arguments[0]))

    return types.uint64(state), build


@intrinsic
def mix(typing_context: Any, first: Any, second: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        first, second = arguments
        inner = _scrambled(builder, builder.add(second, WORD(GOLDEN)))
        return _scrambled(builder, builder.add(builder.xor(first, inner), WORD(GOLDEN)))

    return types.uint64(types.uint64, types.uint64), build


def _below(builder: ir.IRBuilder, generator: ir.Value, count: ir.Value) -> ir.Value:
    """Return a uniform integer below n by Lemire's method.

    It is the high half of 32 random bits times n; the few products that would bias it are drawn again.
    """
    half = WORD(0xFFFFFFFF)
    product = cgutils.alloca_once(builder, WORD)

    def draw_product() -> ir.Value:
        builder.store(builder.mul(builder.lshr(_next(builder, generator), WORD(32)), count), product)
        return builder.and_(builder.load(product, typ=WORD), half)

    low = draw_product()
    with builder.if_then(builder.icmp_unsigned("<", low, count), likely=False):
        threshold = builder.urem(builder.sub(WORD(1 << 32), count), count)
        again = builder.append_basic_block("draw_again")
        done = builder.append_basic_block("drawn")
        builder.cbranch(builder.icmp_unsigned("<", low, threshold), again, done)
        builder.position_at_end(again)
        low = draw_product()
        builder.cbranch(builder.icmp_unsigned("<", low, threshold), again, done)
        builder.position_at_end(done)
    return builder.lshr(builder.load(product, typ=WORD), WORD(32))


@intrinsic
def below(typing_context: Any, state: Any, count: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _below(builder, _generator_of(builder, arguments[0]), arguments[1])

    return types.int64(state, types.int64), build


def _word(context: Any, builder: ir.IRBuilder, words: Any, array: ir.Value, index: ir.Value) -> ir.Value:
    """Return the address of a word of an int64 array."""
    data = context.make_array(words)(context, builder, array).data
    return builder.gep(data, [index], source_etype=WORD)


@intrinsic
def below_in(typing_context: Any, words: Any, index: Any, count: Any) -> Any:
    """Do as `below`, with the generator in a word of an int64 array (an agent's memory)."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _below(builder, _word(context, builder, words, arguments[0], arguments[1]), arguments[2])

    return types.int64(words, types.int64, types.int64), build


@intrinsic
def draw_in(typing_context: Any, words: Any, index: Any) -> Any:
    """Do as `draw`, with the generator in a word of an int64 array (an agent's memory)."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _next(builder, _word(context, builder, words, arguments[0], arguments[1]))

    return types.uint64(words, types.int64), build


@intrinsic
def shuffle(typing_context: Any, state: Any, items: Any, first: Any, last: Any) -> Any:
    """Shuffle items[first:last] (Fisher-Yates)."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        state_value, items_value, first_value, last_value = arguments
        array = context.make_array(items)(context, builder, items_value)
        element = context.get_data_type(items.dtype)
        generator = _generator_of(builder, state_value)
        if context.enable_boundscheck:
            with builder.if_then(builder.icmp_signed(">", last_value, first_value)):
                length = cgutils.unpack_tuple(builder, array.shape, 1)[0]
                for place in (first_value, builder.sub(last_value, WORD(1))):
                    cgutils.do_boundscheck(context, builder, place, length, 0)
        index = cgutils.alloca_once_value(builder, builder.sub(last_value, WORD(1)))
        test = builder.append_basic_block("shuffle_test")
        body = builder.append_basic_block("shuffle_body")
        done = builder.append_basic_block("shuffle_done")
        builder.branch(test)
        builder.position_at_end(test)
        i = builder.load(index, typ=WORD)
        builder.cbranch(builder.icmp_signed(">", i, first_value), body, done)
        builder.position_at_end(body)
        span = builder.add(builder.sub(i, first_value), WORD(1))
        j = builder.add(first_value, _below(builder, generator, span))
        one, other = (builder.gep(array.data, [k], source_etype=element) for k in (i, j))
        kept = builder.load(one, typ=element)
        builder.store(builder.load(other, typ=element), one)
        builder.store(kept, other)
        builder.store(builder.sub(i, WORD(1)), index)
        builder.branch(test)
        builder.position_at_end(done)
        return context.get_dummy_value()

    if not (isinstance(items, types.Array) and items.layout == "C" and items.ndim == 1):
        raise TypeError("shuffle takes a one-dimensional array field")
    return types.void(state, items, types.int64, types.int64), build


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(0))

    return types.int64(types.uint64), build


@intrinsic
def bit_count(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


# Raw states: a row of bytes seen as a state, copied without knowing the game.


@intrinsic
def state_at(typing_context: Any, rows: Any, index: Any) -> Any:
    """Return the state in row `index` of an array of bytes."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        array = context.make_array(rows)(context, builder, arguments[0])
        stride = cgutils.unpack_tuple(builder, array.strides, 2)[0]
        first = builder.bitcast(array.data, BYTE_POINTER)
        start = builder.gep(first, [builder.mul(arguments[1], stride)], source_etype=BYTE)
        return builder.bitcast(start, context.get_value_type(ANY_STATE))

    return ANY_STATE(rows, types.int64), build


@intrinsic
def copy_state(typing_context: Any, rules: Any, target: Any, source: Any) -> Any:
    """Copy one state over another."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        size = builder.load(_word(context, builder, rules, arguments[0], WORD(SIZE_SLOT)), typ=WORD)
        cgutils.raw_memcpy(
            builder,
            builder.bitcast(arguments[1], BYTE_POINTER),
            builder.bitcast(arguments[2], BYTE_POINTER),
            size,
            1,
            align=8,
        )
        return context.get_dummy_value()

    return types.void(rules, target, source), build


@intrinsic
def clear_state(typing_context: Any, rules: Any, state: Any) -> Any:
    """Fill a state with zeros."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        size = builder.load(_word(context, builder, rules, arguments[0], WORD(SIZE_SLOT)), typ=WORD)
        cgutils.memset(builder, builder.bitcast(arguments[1], BYTE_POINTER), size, 0)
        return context.get_dummy_value()

    return types.void(rules, state), build


# Calls through pointers.


def _call(context: Any, builder: ir.IRBuilder, address: Any, result: Any, parameters: Any, arguments: Any) -> Any:
    """Call the kernel at an address. A raised error (bounds checking) is passed on to the caller."""
    function_type = context.call_conv.get_function_type(result, parameters)
    pointer = builder.inttoptr(address, function_type.as_pointer())
    cast = []
    for parameter, argument in zip(parameters, arguments, strict=True):
        wanted = context.get_value_type(parameter)
        cast.append(builder.bitcast(argument, wanted) if parameter == ANY_STATE else argument)
    status, value = context.call_conv.call_function(builder, pointer, result, parameters, cast)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if result == types.void else value


def _rule_caller(slot: int, name: str, signature: Any) -> Any:
    result, parameters = signature.return_type, signature.args

    def definition(typing_context: Any, *arguments: Any) -> Any:
        def build(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
            address = builder.load(_word(context, builder, arguments[0], values[0], WORD(slot)), typ=WORD)
            return _call(context, builder, address, result, parameters, values[1:])

        return result(arguments[0], *parameters), build

    return _with_arity(name, len(parameters) + 1, definition)


@intrinsic
def call_deal(typing_context: Any, rules: Any, state: Any, seed: Any, options: Any) -> Any:
    """Set up a new game. Options are an array of words, which the game's own record names."""
    parameters = DEAL.numba_signature().args

    def build(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        address = builder.load(_word(context, builder, rules, values[0], WORD(SLOTS["deal"])), typ=WORD)
        words = context.make_array(options)(context, builder, values[3]).data
        record = builder.bitcast(words, context.get_value_type(parameters[2]))
        return _call(context, builder, address, types.void, parameters, [values[1], values[2], record])

    return types.void(rules, parameters[0], parameters[1], options), build


def _with_arity(name: str, count: int, definition: Callable) -> Any:
    """Return an intrinsic of `count` plain parameters, as Numba requires."""
    names = ", ".join(f"a{i}" for i in range(count))
    space: dict[str, Any] = {"definition": definition}
    exec(f"def {name}(typing_context, {names}):\n    return definition(typing_context, {names})", space)
    return intrinsic(space[name])


def _pointer_caller(name: str, contract: Any) -> Any:
    signature = contract.numba_signature()
    result, parameters = signature.return_type, signature.args

    def definition(typing_context: Any, *arguments: Any) -> Any:
        def build(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
            return _call(context, builder, values[0], result, parameters, values[1:])

        return result(types.int64, *parameters), build

    return _with_arity(name, len(parameters) + 1, definition)


# Memory that a kernel uses and does not own.


@intrinsic
def rows_in(typing_context: Any, words: Any, first: Any, kind: Any) -> Any:
    """Return an int64 array from word `first` on, as an array of records or scalars."""
    if not isinstance(kind, (types.DType, types.NumberClass)):
        return None
    element_type = kind.dtype

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        source = context.make_array(words)(context, builder, arguments[0])
        target_type = signature.return_type
        target = context.make_array(target_type)(context, builder)
        element = context.get_abi_sizeof(context.get_data_type(element_type))
        start = builder.gep(source.data, [arguments[1]], source_etype=WORD)
        total = cgutils.unpack_tuple(builder, source.shape, 1)[0]
        rest = builder.mul(builder.sub(total, arguments[1]), WORD(8))
        count = builder.udiv(rest, WORD(element))
        context.populate_array(
            target,
            data=builder.bitcast(start, target.data.type),
            shape=[count],
            strides=[WORD(element)],
            itemsize=WORD(element),
            meminfo=None,
        )
        return target._getvalue()

    return types.Array(element_type, 1, "C")(words, types.int64, kind), build


@intrinsic
def array_at(typing_context: Any, address: Any, count: Any, kind: Any) -> Any:
    """Return memory at an address, which Python keeps alive, as an array of records or scalars."""
    if not isinstance(kind, (types.DType, types.NumberClass)):
        return None
    element_type = kind.dtype

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        target = context.make_array(signature.return_type)(context, builder)
        element = context.get_abi_sizeof(context.get_data_type(element_type))
        context.populate_array(
            target,
            data=builder.inttoptr(arguments[0], target.data.type),
            shape=[arguments[1]],
            strides=[WORD(element)],
            itemsize=WORD(element),
            meminfo=None,
        )
        return target._getvalue()

    return types.Array(element_type, 1, "C")(types.int64, types.int64, kind), build


@intrinsic
def stack_at(typing_context: Any, size: Any) -> Any:
    """Return the address of bytes on the caller's stack, aligned to 64; not in loops, since each call takes more."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        room = builder.add(arguments[0], WORD(63))
        start = builder.ptrtoint(builder.alloca(ir.IntType(8), size=room), WORD)
        return builder.and_(builder.add(start, WORD(63)), WORD(-64))

    return types.int64(types.int64), build


@intrinsic
def copy_of(typing_context: Any, state: Any) -> Any:
    """Return a copy of a state on the caller's stack, valid until the calling kernel returns; one per call site."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        storage = cgutils.alloca_once(builder, context.get_data_type(state))
        storage.align = 16
        size = context.get_abi_sizeof(context.get_data_type(state))
        cgutils.raw_memcpy(builder, storage, arguments[0], WORD(size), 1, align=8)
        return storage

    return state(state), build


def _scratch(element: Any) -> Any:
    @intrinsic(prefer_literal=True)
    def scratch(typing_context: Any, count: Any) -> Any:
        """Return an uninitialised array on the caller's stack, valid until the calling kernel returns."""
        if not isinstance(count, types.IntegerLiteral):
            return None
        length = count.literal_value
        array_type = types.Array(element, 1, "C")

        def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            data_type = context.get_data_type(element)
            storage = cgutils.alloca_once(builder, ir.ArrayType(data_type, length))
            storage.align = 16
            target = context.make_array(array_type)(context, builder)
            item = context.get_abi_sizeof(data_type)
            context.populate_array(
                target,
                data=builder.bitcast(storage, data_type.as_pointer()),
                shape=[WORD(length)],
                strides=[WORD(item)],
                itemsize=WORD(item),
                meminfo=None,
            )
            return target._getvalue()

        return array_type(count), build

    return scratch


# Sums for networks: vectors of sixteen, one product and one sum after the other, so that the order of additions
# (and with it every bit of a result) is the same on processors with vectors of any width.

FLOAT = ir.FloatType()
SIXTEEN = ir.VectorType(FLOAT, 16)


def _vector_at(builder: ir.IRBuilder, address: ir.Value, index: int) -> ir.Value:
    return builder.inttoptr(builder.add(address, WORD(64 * index)), SIXTEEN.as_pointer())


def _element(builder: ir.IRBuilder, address: ir.Value, index: ir.Value, kind: ir.Type) -> ir.Value:
    start = builder.add(address, builder.mul(index, WORD(4)))
    return builder.load(builder.inttoptr(start, kind.as_pointer()), align=4, typ=kind)


def _row_adder(vectors: int, *, listed: bool) -> Any:
    """Return an intrinsic that adds weighted rows: `values` lists the weights in order, or holds them by row index."""

    @intrinsic
    def add_rows(
        typing_context: Any, rows: Any, stride: Any, indices: Any, values: Any, count: Any, begin: Any, out: Any
    ) -> Any:
        """Write begin + the sum of value * rows[indices[k]] for k < count, in that order; all are addresses."""

        def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            rows, stride, indices, values, count, begin, out = arguments
            sums = [builder.load(_vector_at(builder, begin, v), align=64, typ=SIXTEEN) for v in range(vectors)]
            before = builder.block
            test = builder.append_basic_block("rows_test")
            body = builder.append_basic_block("rows_body")
            done = builder.append_basic_block("rows_done")
            builder.branch(test)
            builder.position_at_end(test)
            k = builder.phi(WORD)
            running = [builder.phi(SIXTEEN) for _ in range(vectors)]
            builder.cbranch(builder.icmp_signed("<", k, count), body, done)
            builder.position_at_end(body)
            index = builder.zext(_element(builder, indices, k, ir.IntType(32)), WORD)
            value = _element(builder, values, k if listed else index, FLOAT)
            single = builder.insert_element(ir.Constant(SIXTEEN, ir.Undefined), value, ir.IntType(32)(0))
            spread = ir.Constant(ir.VectorType(ir.IntType(32), 16), [0] * 16)
            factor = builder.shuffle_vector(single, ir.Constant(SIXTEEN, ir.Undefined), spread)
            row = builder.add(rows, builder.mul(builder.mul(index, stride), WORD(4)))
            added = [
                builder.fadd(
                    total, builder.fmul(factor, builder.load(_vector_at(builder, row, v), align=64, typ=SIXTEEN))
                )
                for v, total in enumerate(running)
            ]
            following = builder.add(k, WORD(1))
            builder.branch(test)
            k.add_incoming(WORD(0), before)
            k.add_incoming(following, body)
            for phi, first, later in zip(running, sums, added, strict=True):
                phi.add_incoming(first, before)
                phi.add_incoming(later, body)
            builder.position_at_end(done)
            for v, total in enumerate(running):
                builder.store(total, _vector_at(builder, out, v), align=64)
            return context.get_dummy_value()

        return types.void(*[types.int64] * 7), build

    return add_rows


@intrinsic
def dot_product(typing_context: Any, one: Any, other: Any, count: Any) -> Any:
    """Return the dot product of `count` floats (a multiple of sixteen): sixteen sums, which are added by halves."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        one, other, count = arguments
        before = builder.block
        test = builder.append_basic_block("dot_test")
        body = builder.append_basic_block("dot_body")
        done = builder.append_basic_block("dot_done")
        builder.branch(test)
        builder.position_at_end(test)
        k, total = builder.phi(WORD), builder.phi(SIXTEEN)
        builder.cbranch(builder.icmp_signed("<", k, count), body, done)
        builder.position_at_end(body)
        offset = builder.mul(k, WORD(4))
        left = builder.load(_vector_at(builder, builder.add(one, offset), 0), align=64, typ=SIXTEEN)
        right = builder.load(_vector_at(builder, builder.add(other, offset), 0), align=64, typ=SIXTEEN)
        added = builder.fadd(total, builder.fmul(left, right))
        following = builder.add(k, WORD(16))
        builder.branch(test)
        k.add_incoming(WORD(0), before)
        k.add_incoming(following, body)
        total.add_incoming(ir.Constant(SIXTEEN, [0.0] * 16), before)
        total.add_incoming(added, body)
        builder.position_at_end(done)
        parts = total
        for half in (8, 4, 2, 1):
            places = ir.VectorType(ir.IntType(32), half)
            low = builder.shuffle_vector(parts, parts, ir.Constant(places, list(range(half))))
            high = builder.shuffle_vector(parts, parts, ir.Constant(places, list(range(half, 2 * half))))
            parts = builder.fadd(low, high)
        return builder.extract_element(parts, ir.IntType(32)(0))

    return types.float32(types.int64, types.int64, types.int64), build


@intrinsic
def nonzeros_at(typing_context: Any, address: Any) -> Any:
    """Return which of sixteen floats at an address are not zero, as bits."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        numbers = builder.load(_vector_at(builder, arguments[0], 0), align=64, typ=SIXTEEN)
        bits = builder.fcmp_unordered("!=", numbers, ir.Constant(SIXTEEN, [0.0] * 16))
        return builder.zext(builder.bitcast(bits, ir.IntType(16)), WORD)

    return types.uint64(types.int64), build


# Indices of the bits that are set in a byte, as eight bytes of a word, the first one lowest.
BITS_OF_BYTE = [
    sum(place << 8 * k for k, place in enumerate(p for p in range(8) if byte >> p & 1)) for byte in range(256)
]


@intrinsic
def list_bits(typing_context: Any, bits: Any, first: Any, out: Any) -> Any:
    """Write the indices of the set bits among the lowest sixteen, counted from `first`, as int32; return how many.

    No branch depends on the bits. Up to sixteen numbers are written to the address; those after the last index are
    meaningless.
    """

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        bits, first, out = arguments
        table = cgutils.global_constant(
            builder, "bits_of_byte", ir.Constant(ir.ArrayType(WORD, 256), BITS_OF_BYTE), linkage="internal"
        )
        eight = ir.VectorType(ir.IntType(32), 8)
        total = WORD(0)
        for half in (0, 1):
            byte = builder.and_(builder.lshr(bits, WORD(8 * half)), WORD(255))
            word = builder.load(builder.gep(table, [WORD(0), byte], source_etype=table.value_type), typ=WORD)
            places = builder.zext(builder.bitcast(word, ir.VectorType(BYTE, 8)), eight)
            origin = builder.trunc(builder.add(first, WORD(8 * half)), ir.IntType(32))
            single = builder.insert_element(ir.Constant(eight, ir.Undefined), origin, ir.IntType(32)(0))
            spread = builder.shuffle_vector(single, ir.Constant(eight, ir.Undefined), ir.Constant(eight, [0] * 8))
            target = builder.inttoptr(builder.add(out, builder.mul(total, WORD(4))), eight.as_pointer())
            builder.store(builder.add(places, spread), target, align=4)
            total = builder.add(total, builder.ctpop(byte))
        return total

    return types.int64(types.uint64, types.int64, types.int64), build


@intrinsic
def float_of_bits(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], FLOAT)

    return types.float32(types.int32), build


SECOND = 1_000_000_000  # nanoseconds
INT = ir.IntType(32)


def _unix_clock(builder: ir.IRBuilder) -> ir.Value:
    buffer = cgutils.alloca_once(builder, WORD, size=2)  # seconds, nanoseconds
    kind = ir.FunctionType(INT, [INT, WORD.as_pointer()])
    clock = INT(6 if sys.platform == "darwin" else 1)  # CLOCK_MONOTONIC
    builder.call(cgutils.get_or_insert_function(builder.module, kind, "clock_gettime"), [clock, buffer])
    rest = builder.load(builder.gep(buffer, [WORD(1)], source_etype=WORD), typ=WORD)
    return builder.add(builder.mul(builder.load(buffer, typ=WORD), WORD(SECOND)), rest)


def _windows_clock(builder: ir.IRBuilder) -> ir.Value:
    """Return nanoseconds of the performance counter; whole seconds are separate, so that nothing overflows."""
    kind = ir.FunctionType(INT, [WORD.as_pointer()])
    read = []
    for name in ("QueryPerformanceCounter", "QueryPerformanceFrequency"):
        buffer = cgutils.alloca_once(builder, WORD)
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [buffer])
        read.append(builder.load(buffer, typ=WORD))
    count, frequency = read
    rest = builder.udiv(builder.mul(builder.urem(count, frequency), WORD(SECOND)), frequency)
    return builder.add(builder.mul(builder.udiv(count, frequency), WORD(SECOND)), rest)


def _thread_clock(builder: ir.IRBuilder) -> ir.Value:
    buffer = cgutils.alloca_once(builder, WORD, size=2)  # seconds, nanoseconds
    kind = ir.FunctionType(INT, [INT, WORD.as_pointer()])
    clock = INT(16 if sys.platform == "darwin" else 3)  # CLOCK_THREAD_CPUTIME_ID
    builder.call(cgutils.get_or_insert_function(builder.module, kind, "clock_gettime"), [clock, buffer])
    rest = builder.load(builder.gep(buffer, [WORD(1)], source_etype=WORD), typ=WORD)
    return builder.add(builder.mul(builder.load(buffer, typ=WORD), WORD(SECOND)), rest)


@intrinsic
def thread_ticks(typing_context: Any) -> Any:
    """Return nanoseconds of the thread's processor time; on Windows of the ordinary clock (the other is too coarse)."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _windows_clock(builder) if sys.platform == "win32" else _thread_clock(builder)

    return types.int64(), build


@intrinsic
def ticks(typing_context: Any) -> Any:
    """Return nanoseconds of a monotonic clock."""

    def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return _windows_clock(builder) if sys.platform == "win32" else _unix_clock(builder)

    return types.int64(), build


PRIMITIVES: dict[str, Any] = {
    "seed_rng": seed_rng,
    "draw": draw,
    "below": below,
    "draw_in": draw_in,
    "below_in": below_in,
    "shuffle": shuffle,
    "mix": mix,
    "trailing_zeros": trailing_zeros,
    "bit_count": bit_count,
    "state_at": state_at,
    "copy_state": copy_state,
    "clear_state": clear_state,
    "rows_in": rows_in,
    "array_at": array_at,
    "stack_at": stack_at,
    "add_rows_64": _row_adder(4, listed=True),
    "add_rows_16": _row_adder(1, listed=True),
    "pick_rows_64": _row_adder(4, listed=False),
    "pick_rows_16": _row_adder(1, listed=False),
    "dot_product": dot_product,
    "nonzeros_at": nonzeros_at,
    "list_bits": list_bits,
    "float_of_bits": float_of_bits,
    "copy_of": copy_of,
    "scratch_f8": _scratch(types.float64),
    "scratch_i8": _scratch(types.int64),
    "scratch_i4": _scratch(types.int32),
    "ticks": ticks,
    "thread_ticks": thread_ticks,
    "decide": _pointer_caller("decide", POLICY),
    "consult": _pointer_caller("consult", GUIDE),
    "call_counters": _pointer_caller("call_counters", COUNTERS),
    "call_deal": call_deal,
}
for _slot, _name in enumerate(FUNCTIONS):
    if _name != "deal":
        PRIMITIVES[f"call_{_name}"] = _rule_caller(_slot, f"call_{_name}", FUNCTIONS[_name].numba_signature())
