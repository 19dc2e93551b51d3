"""Calls of single kernels from Python, for tests of helpers."""

from __future__ import annotations

from tapete.kernel.cache import Scratch


def allow_kernel_calls() -> None:
    """Let kernels be called from Python in this process. Each is compiled in memory, with bounds checking, on its first call."""
    Scratch.allowed = True
