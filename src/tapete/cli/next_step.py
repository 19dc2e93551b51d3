"""Suggested next commands, ready to be typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def next_command(game: str, folder: Path, options: Mapping[str, Any], opponents: Iterable[str]) -> str:
    """Return the command that plays a training's champion against the first of its opponents, with its game's options."""
    opponent = next((spec for spec in opponents if " " not in spec), "random")  # not a label of an earlier version
    parts = ["tapete", "duel", game, str(folder), opponent]
    for name, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else value
        parts += ["-o", f"{name}={text}"]
    return shlex.join(parts)
