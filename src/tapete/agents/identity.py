"""What an agent is, as a digest: its code, its weights, its options, the files that they name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from tapete.fingerprint import code_of, file_digest, fingerprint
from tapete.outside import split_reference


def digest_of(agent: Any, opening: Any, options: Mapping[str, Any]) -> str:
    """A digest of an agent, its opening rule and its options with the files that they name."""
    rule = None if opening is None else part_of(opening)
    given = {name: digest_named(value) or str(value) for name, value in options.items()}
    return fingerprint((), part_of(agent), rule, given)


def part_of(agent: Any) -> list[str]:
    """What an agent says of itself with `fingerprint()`, and the code of its class where it is not one of ours."""
    says = getattr(agent, "fingerprint", None)
    told = [] if says is None else [str(says())]
    ours = type(agent).__module__.partition(".")[0] == "tapete"
    return told if told and ours else [*told, code_of(type(agent))]


def digest_named(value: Any) -> str:
    """What the file holds that the value of an option names (`weights.json`, `score.py:name`), wherever it lies; else nothing."""
    if not isinstance(value, str):
        return ""
    found = split_reference(value)
    path = found[0] if found is not None else value
    return f"{found[1] if found else ''} {file_digest(path)}" if path and os.path.isfile(path) else ""
