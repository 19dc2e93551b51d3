"""Seeds: derivation of the seeds of deals, agents and views from the seed of a run."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tapete.kernel.splitmix import FIRST_FACTOR, GOLDEN, SECOND_FACTOR

WORD = (1 << 64) - 1


def derive(*numbers: int) -> int:
    """Derive a seed from several numbers: the same hash as `mix` in kernels, folded from the left."""
    result = int(numbers[0]) & WORD
    for number in numbers[1:]:
        result = _scrambled_word((result ^ _scrambled_word(int(number) + GOLDEN)) + GOLDEN)
    return result


def derive_all(*numbers: int | np.ndarray) -> Any:
    """Apply `derive` to arrays of numbers, element by element."""
    words = [np.asarray(n).astype(np.uint64) if isinstance(n, np.ndarray) else np.uint64(n & WORD) for n in numbers]
    result = words[0]
    with np.errstate(over="ignore"):
        for word in words[1:]:
            result = _scrambled((result ^ _scrambled(word + _GOLDEN)) + _GOLDEN)
    return result


def agent_seeds(run_seed: int, deals: np.ndarray, seatings: np.ndarray, seats: int) -> np.ndarray:
    """Return the random seed of each (game, seat), from the run's seed, the deal and the seating.

    An agent gets numbers derived from its own seed, and `derive` can be inverted. These seeds cannot: they are a keyed
    hash, the key is a one-way hash of the run's seed, so an agent learns neither the deal nor what others draw.
    """
    from tapete.core.loops import agent_seeds as seeded
    from tapete.core.loops import native

    out = np.zeros((len(deals), seats), dtype=np.uint64)
    words = [np.ascontiguousarray(n).astype(np.uint64) for n in (deals, seatings)]
    native(seeded)(agent_key(run_seed), *words, np.zeros(4, dtype=np.uint64), out)
    return out


def agent_key(run_seed: int) -> np.ndarray:
    """Return the secret key of a run's agent seeds: two words of a one-way hash."""
    digest = hashlib.blake2b(str(int(run_seed)).encode(), digest_size=16).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


_GOLDEN = np.uint64(GOLDEN)
_STEPS = ((np.uint64(30), np.uint64(FIRST_FACTOR)), (np.uint64(27), np.uint64(SECOND_FACTOR)))


def _scrambled(word: Any) -> Any:
    for shift, factor in _STEPS:
        word = (word ^ (word >> shift)) * factor
    return word ^ (word >> np.uint64(31))


def _scrambled_word(word: int) -> int:
    """Scramble one plain number, in a third of the time that NumPy takes for it."""
    word &= WORD
    word = (word ^ word >> 30) * FIRST_FACTOR & WORD
    word = (word ^ word >> 27) * SECOND_FACTOR & WORD
    return word ^ word >> 31
