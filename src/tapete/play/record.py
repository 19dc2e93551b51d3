"""Recorded games: one JSON object per line, with the seed and the actions, never states. They replay exactly."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tapete.agents.player import lost_by
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.state import State
from tapete.errors import BadRecord, TapeteError
from tapete.reading import read_json_lines

SCHEMA = "tapete-game/1"
CLOSE = 1e-9


@dataclass
class GameRecord:
    """One recorded game."""

    game: str
    options: Mapping[str, Any]
    seed: int
    agents: Sequence[str]  # by seat
    actions: Sequence[int]
    returns: Sequence[float] | None  # None: the game is not finished
    forfeited_by: int | None = None  # the seat whose agent had no legal answer
    position: Mapping[str, Any] | None = (
        None  # the first position as a full description, if the game did not begin with a deal
    )
    where: str = field(default="", compare=False)

    def as_json(self) -> str:
        entry = {
            "schema": SCHEMA,
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "agents": list(self.agents),
            "actions": list(self.actions),
            "returns": None if self.returns is None else list(self.returns),
        }
        if self.position is not None:
            entry["position"] = dict(self.position)
        if self.forfeited_by is not None:
            entry["forfeited_by"] = self.forfeited_by
        return json.dumps(entry, separators=(",", ":"))

    def load_game(self) -> Game:
        try:
            return load(self.game, **self.options)
        except TapeteError as error:
            raise BadRecord(f"{self.where}: {error}") from None

    def states(self) -> Iterator[State]:
        """Yield the state before every action, then the last one; raise BadRecord if the replay differs from the record."""
        game = self.load_game()
        try:
            state = game.deal(self.seed) if self.position is None else game.set_up(self.position)
        except TapeteError as error:
            raise BadRecord(f"{self.where}: {error}") from None
        for step, action in enumerate(self.actions):
            if state.over or not state.accepts(action):
                raise BadRecord(
                    f"{self.where}: action {action} at step {step} is not legal; the rules have changed or the file has"
                )
            yield state
            state.apply(action)
        if self.returns is None:
            yield state
            return
        if not state.over and self.forfeited_by is None:
            raise BadRecord(f"{self.where}: the game is not over after its last action")
        returns = state.returns() if state.over else lost_by(game, self.forfeited_by or 0)
        if len(returns) != len(self.returns) or not all(
            abs(a - b) <= CLOSE for a, b in zip(returns, self.returns, strict=True)
        ):
            raise BadRecord(f"{self.where}: recorded returns {list(self.returns)}, replayed {returns}")
        yield state


def write_records(path: Path, records: Iterator[GameRecord]) -> int:
    """Write records to a file that appears only when it is complete; return how many.

    A target that is not a regular file (a pipe, a device) is written to directly: it cannot be replaced.
    """
    if path.exists() and not path.is_file():
        with open(path, "w", encoding="utf-8") as out:
            written = 0
            for record in records:
                out.write(record.as_json() + "\n")
                written += 1
        return written
    partial = path.with_name(path.name + ".partial")
    count = 0
    try:
        with open(partial, "w", encoding="utf-8") as out:
            for record in records:
                out.write(record.as_json() + "\n")
                count += 1
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    return count


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the records of a file."""
    for number, entry in enumerate(read_json_lines(path), start=1):
        where = f"{path}, line {number}"
        if entry.get("schema") != SCHEMA:
            raise BadRecord(
                f"{where}: not a game recorded by tapete (schema {entry.get('schema')!r}, expected {SCHEMA!r})"
            )
        yield checked(entry, where)


def checked(entry: Mapping[str, Any], where: str) -> GameRecord:
    """Build a record from the data of a file and check the type of every member."""
    for name, fits, what in (
        ("game", lambda v: isinstance(v, str), "a name"),
        ("options", lambda v: isinstance(v, Mapping) and all(isinstance(k, str) for k in v), "names with values"),
        ("seed", _is_whole, "a whole number"),
        ("agents", lambda v: isinstance(v, list) and all(isinstance(spec, str) for spec in v), "a list of specs"),
        ("actions", lambda v: isinstance(v, list) and all(map(_is_whole, v)), "a list of whole numbers"),
        ("returns", lambda v: v is None or (isinstance(v, list) and all(map(_is_number, v))), "a list of numbers"),
        ("forfeited_by", lambda v: v is None or _is_whole(v), "a seat"),
        ("position", lambda v: v is None or isinstance(v, Mapping), "a description"),
    ):
        if name not in entry and name not in ("forfeited_by", "position"):
            raise BadRecord(f"{where}: the member {name!r} is missing")
        if not fits(entry.get(name)):
            raise BadRecord(f"{where}: {name!r} must be {what}")
    return GameRecord(
        entry["game"],
        {name: value for name, value in entry["options"].items() if name != "boundscheck"},
        entry["seed"],
        entry["agents"],
        entry["actions"],
        entry["returns"],
        entry.get("forfeited_by"),
        entry.get("position"),
        where,
    )


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 64


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
