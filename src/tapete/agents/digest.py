"""Digest of an agent: its code, weights and options, and the files that it is made of."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapete.core.weight_files import CHAMPION
from tapete.kernel.cache import fingerprint
from tapete.kernel.fingerprint import code_in, code_of, file_digest


def digest_of(agent: Any, opening: Any, options: Mapping[str, Any]) -> str:
    """Return a digest of an agent, its opening rule and its options with the files that they name."""
    first = None if opening is None else part_of(opening)
    return fingerprint((), part_of(agent), first, {name: content_of(value) for name, value in options.items()})


def part_of(agent: Any) -> tuple[Any, ...]:
    """Return an agent's `fingerprint()`, and the code of its class if it is not part of this package."""
    own = getattr(agent, "fingerprint", None)
    own_digest = None if own is None else own()
    if own_digest and type(agent).__module__.partition(".")[0] == "tapete":
        return (own_digest,)
    return (own_digest if isinstance(own_digest, bytes) else str(own_digest), code_of(type(agent)))


def content_of(value: Any) -> Any:
    """Return the value of an option; if it names a file (`weights.json`, or `score.py:name`), the contents independent of the
    path.
    """
    if not isinstance(value, str):
        return value
    path, colon, name = value.rpartition(":")
    if colon and path.endswith(".py") and os.path.isfile(path):
        return ("code", code_in(Path(path)), name)
    if value and os.path.isfile(os.path.join(value, CHAMPION)):  # `weights=` of a training's folder
        value = os.path.join(value, CHAMPION)
    return ("file", file_digest(value)) if value and os.path.isfile(value) else value
