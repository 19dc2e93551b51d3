"""Guarded buffers: arrays for kernels to write to, followed by bytes that must not change.

Compiled code does not check where it writes. A game that declares fewer actions or features than it has would overwrite
the memory behind its array; here it overwrites the guard, which is checked afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GUARD_BYTES = 256
PATTERN = 0xA5


def with_canary(shape: int | tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return zeros of a shape, with a guard right behind the last one."""
    wanted = (shape,) if isinstance(shape, int) else shape
    kind = np.dtype(dtype)
    size = int(np.prod(wanted, dtype=np.int64)) * kind.itemsize
    whole = np.zeros(size + GUARD_BYTES, dtype=np.uint8)
    whole[size:] = PATTERN
    return whole[:size].view(kind).reshape(wanted)


def canary_intact(buffer: np.ndarray) -> bool:
    """Return True if the guard behind a buffer is unchanged."""
    whole = buffer
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return bool((whole[-GUARD_BYTES:] == PATTERN).all())
