"""Buffers that kernels write to, with words behind them that must stay as they are.

Compiled code does not check where it writes. A game that says it has fewer actions or features than it has would write over
whatever lies behind; here it writes over the guard, which is looked at afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GUARD_BYTES = 256
PATTERN = 0xA5


def with_canary(shape: int | tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros of some shape, with a guard right behind the last one."""
    wanted = (shape,) if isinstance(shape, int) else shape
    kind = np.dtype(dtype)
    size = int(np.prod(wanted, dtype=np.int64)) * kind.itemsize
    whole = np.zeros(size + GUARD_BYTES, dtype=np.uint8)
    whole[size:] = PATTERN
    return whole[:size].view(kind).reshape(wanted)


def canary_intact(buffer: np.ndarray) -> bool:
    """Whether nobody has written past the end of a guarded buffer."""
    whole = buffer
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return bool((whole[-GUARD_BYTES:] == PATTERN).all())
