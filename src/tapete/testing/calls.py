"""Calls of single kernels from Python, for tests of helpers."""

from __future__ import annotations

from tapete.kernel.cache import Build
from tapete.kernel.types import Kernel


def allow_kernel_calls() -> None:
    """Let kernels be called from Python in this process. Each is compiled in memory, with bounds checking, on its first call."""
    if Kernel.compiled is None:
        Kernel.compiled = Build("scratch", boundscheck=True, cached=False).function
