"""Positions for commands: from a recorded game, a seed and actions, or a file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapete.core.registry import load
from tapete.core.state import CHECK_BYTES, State
from tapete.errors import BadOption, BadRecord, shown
from tapete.play.record import read_records


def from_record(game: str, path: Path, number: int, at: int | None) -> State:
    """Return the state of a recorded game after a number of actions."""
    for count, record in enumerate(read_records(path), start=1):
        if count == number:
            break
    else:
        raise BadOption(f"--game {number}: {path} has no such game")
    if record.game != game:
        raise BadOption(f"{path}, game {number}: it is a game of {record.game}, not of {game}")
    last = len(record.actions) - 1
    if at is None or not 0 <= at <= last:
        raise BadOption(f"--at: must be a number of actions from 0 to {last}")
    for step, state in enumerate(record.states()):
        if step == at:
            return state
    raise BadRecord(f"{path}, game {number}: it ends before action {at}")


def from_actions(game: str, options: Mapping[str, Any], seed: int, text: str) -> State:
    """Return the state after some actions from a deal."""
    state = load(game, **options).deal(seed)
    for step, item in enumerate(filter(None, (part.strip() for part in text.split(",")))):
        if not re.fullmatch(r"-?[0-9]{1,18}", item):
            raise BadOption(f"--actions: {shown(item)} is not an action number")
        if state.over or not state.accepts(int(item)):
            legal = ", ".join(map(str, state.legal()[:12])) or "none, the game is over"
            raise BadOption(f"--actions: action {item} at step {step} is not legal; legal are {legal}")
        state.apply(int(item))
    return state


def from_file(game: str, options: Mapping[str, Any], path: Path) -> State:
    """Read a position from a file: JSON facts for the game's `set_up`, or the bytes of a state."""
    loaded = load(game, **options)
    data = path.read_bytes() if path.is_file() else None
    if data is None:
        raise BadOption(f"--position {path}: no such file")
    if len(data) == loaded.state_bytes + CHECK_BYTES and not data.lstrip().startswith(b"{"):
        try:
            return loaded.from_bytes(data)
        except BadOption as error:
            raise BadOption(f"--position {path}: {error}") from None
    try:
        facts = json.loads(data)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise BadOption(f"--position {path}: neither JSON facts nor a state as `to_bytes` writes it") from None
    try:
        return loaded.set_up(facts)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError, ArithmeticError) as error:
        raise BadOption(f"--position {path}: the facts do not fit {game} ({type(error).__name__}: {error})") from None
