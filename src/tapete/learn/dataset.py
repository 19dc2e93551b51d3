"""Data sets: what agents saw and did in many games, in one file that is mapped into memory and never unpickled.

The file is an uncompressed `.npz`: the arrays of `Played` and a JSON header (game, options, encoder, agents, seed). Splits go by
game, because positions of one game resemble each other; by example only where a published set-up did so.
"""

from __future__ import annotations

import json
import os
import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from tapete.agents.registry import make_agent
from tapete.catalogue import load
from tapete.errors import BadOption
from tapete.game import Game
from tapete.learn.played import Played, Table, flat_places, player
from tapete.policy import PolicyAgent
from tapete.records import Record
from tapete.seeds import derive, derive_all

FORMAT = "tapete data set"
ARRAYS = (
    "game_of", "seat", "turn", "chosen", "player", "standing", "feature_ends", "legal_ends", "features", "numbers",
    "legal", "visits", "returns", "points", "standings", "deals", "option_row",
)  # fmt: skip
CHUNK = 20_000  # decisions that are played before progress is told
SPLITS = ("game", "example")
PARTS = {"train": (0.0, 0.7), "validation": (0.7, 0.85), "test": (0.85, 1.0)}
SPLIT_STREAM = 11 << 40


@dataclass
class DataSet:
    """Recorded decisions, and where they come from."""

    header: Mapping[str, Any]
    played: Played

    def __len__(self) -> int:
        return len(self.played)

    @property
    def encoder(self) -> str:
        return self.header["encoder"]

    def game(self) -> Game:
        return load(self.header["game"], **self.header["options"])

    def rows(self, part: str, split: str = "game") -> np.ndarray:
        """The decisions of a part of the set: by game (all of a game's on one side), or by example."""
        if part not in PARTS:
            raise BadOption(f"there is no part {part!r} of a data set; there is {', '.join(PARTS)}")
        if split not in SPLITS:
            raise BadOption(f"split={split}: must be one of {', '.join(SPLITS)}")
        if split == "example":
            key = np.arange(len(self), dtype=np.uint64)
        else:
            key = np.asarray(self.played.deals)[self.played.game_of]
        share = (derive_all(SPLIT_STREAM, key) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        low, high = PARTS[part]
        return np.flatnonzero((share >= low) & (share < high))


def record_games(
    game: Game,
    specs: Sequence[str],
    games: int,
    seed: int,
    *,
    encoder: str | None = None,
    forced: bool = True,
    progress: Callable[[int], None] | None = None,
) -> DataSet:
    """What agents do in games among themselves: each takes each seat in turn."""
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    seated = [make_agent(spec, game) for spec in specs]
    players = [player(agent, recorded=True) for agent in seated]
    opening = game.definition.opening
    rule = None
    if opening is not None:
        rule = PolicyAgent(game, "opening", opening, {option.name: option.default for option in opening.options})
    turns = len(specs)
    seatings = [[(seat + turn) % turns for seat in range(game.seats)] for turn in range(turns)]
    name = encoder or next(iter(game.definition.encoders), None)
    if name is None:
        raise BadOption(f"{game.name} has no encoder, so nothing can be recorded of it")
    table = Table(
        game, players, seatings, encoder=name, opening=rule, forced=forced, everybody=True, visits=True
    )  # fmt: skip
    parts, first = [], 0
    while first < games:
        part = table.play(CHUNK, derive(seed, 1), first=first, games=games - first)
        parts.append(part)
        if progress is not None:
            progress(table.next_game - first)
        first = table.next_game
    header = {
        "format": FORMAT,
        "version": 1,
        "game": game.name,
        "options": dict(game.options),
        "encoder": name,
        "agents": list(specs),
        "seed": seed,
        "forced": forced,
    }
    return DataSet(header, joined(parts))


def from_records(records: Iterable[Record], encoder: str | None = None) -> DataSet:
    """What the players of recorded games saw and did; all games of one kind, under the same options."""
    found: list[Played] = []
    header: dict[str, Any] = {}
    agents: list[str] = []
    for record in records:
        game = record.load_game()
        name = encoder or next(iter(game.definition.encoders), "")
        if not header:
            header = {
                "format": FORMAT, "version": 1, "game": game.name, "options": dict(game.options), "encoder": name,
                "agents": agents, "seed": None, "forced": True,
            }  # fmt: skip
        if (header["game"], header["options"]) != (game.name, dict(game.options)):
            raise BadOption(f"{record.where}: a data set holds games of one kind, under the same options")
        if record.returns is None:
            continue
        found.append(_replayed(record, game, name, agents))
    if not found:
        raise BadOption("there is no finished game among the records")
    return DataSet(header, joined(found))


def _replayed(record: Record, game: Game, encoder: str, agents: list[str]) -> Played:
    """One recorded game as arrays."""
    for spec in record.agents:
        if spec not in agents:
            agents.append(spec)
    rows: list[tuple[int, int, int, int, float, np.ndarray, list[int]]] = []
    span = game.definition.points_span[1] - game.definition.points_span[0]
    last = None
    states = record.states()
    for action in record.actions:
        state = next(states)
        seat, legal, points = state.seat, state.legal(), state.points()
        chosen = legal.index(action) if action in legal else len(legal)
        features = np.asarray(state.view(seat, 0).observe(encoder), dtype=np.float32)
        rows.append((seat, state.turn, chosen, agents.index(record.agents[seat]), ahead(game, points, seat) / span,
                     features, legal))  # fmt: skip
    for last in states:
        pass
    assert last is not None
    points = last.points()
    counts = [int(np.count_nonzero(row[5])) for row in rows]
    return Played(
        np.zeros(len(rows), dtype=np.int32),
        np.array([row[0] for row in rows], dtype=np.int8),
        np.array([row[1] for row in rows], dtype=np.int32),
        np.array([row[2] for row in rows], dtype=np.int32),
        np.array([row[3] for row in rows], dtype=np.int8),
        np.zeros(len(rows), dtype=np.float32),
        np.zeros(len(rows), dtype=np.float32),
        np.array([row[4] for row in rows], dtype=np.float32),
        np.cumsum(counts, dtype=np.int64),
        np.cumsum([len(row[6]) for row in rows], dtype=np.int64),
        np.concatenate([np.flatnonzero(row[5]) for row in rows]).astype(np.int32),
        np.concatenate([row[5][row[5] != 0] for row in rows]).astype(np.float32),
        np.concatenate([row[6] for row in rows]).astype(np.int32),
        np.concatenate([np.arange(len(row[6])) == row[2] for row in rows]).astype(np.float32),
        np.array([record.returns]),
        np.array([points], dtype=np.float64),
        np.array([[ahead(game, points, seat) / span for seat in range(game.seats)]], dtype=np.float32),
        np.array([record.seed], dtype=np.uint64),
        np.zeros(1, dtype=np.int32),
        game.features(encoder),
        0,
        0,
    )


def ahead(game: Game, points: Sequence[float], seat: int) -> float:
    """Own points less those of the best other side."""
    return points[seat] - max(points[other] for other in range(game.seats) if game.sides[other] != game.sides[seat])


def joined(parts: Sequence[Played]) -> Played:
    """Several recordings as one."""
    first = parts[0]
    if len(parts) == 1:
        return first
    games = np.cumsum([0, *(part.games for part in parts)])
    features = np.cumsum([0, *(len(part.features) for part in parts)])
    legal = np.cumsum([0, *(len(part.legal) for part in parts)])
    changed: dict[str, Any] = {
        "game_of": np.concatenate([part.game_of + games[k] for k, part in enumerate(parts)]).astype(np.int32),
        "feature_ends": np.concatenate([part.feature_ends + features[k] for k, part in enumerate(parts)]),
        "legal_ends": np.concatenate([part.legal_ends + legal[k] for k, part in enumerate(parts)]),
        "dropped": sum(part.dropped for part in parts),
        "faults": sum(part.faults for part in parts),
    }
    names = [name for name in (*ARRAYS, "value", "target") if name not in changed]
    for name in names:
        arrays = [getattr(part, name) for part in parts]
        changed[name] = None if any(array is None for array in arrays) else np.concatenate(arrays)
    return replace(first, **changed)


def turned(
    played: Played, rows: np.ndarray, features: np.ndarray, actions: np.ndarray
) -> Played:  # fmt: skip
    """Some decisions under a symmetry of the game: feature i becomes feature features[i], action a becomes actions[a]."""
    taken = subset(played, rows)
    return replace(
        taken,
        features=features[taken.features].astype(np.int32),
        legal=actions[taken.legal].astype(np.int32),
    )


def subset(played: Played, rows: np.ndarray) -> Played:
    """Some decisions alone; games stay as they are."""
    starts, counts = played.feature_starts[rows], (played.feature_ends - played.feature_starts)[rows]
    places = flat_places(starts, counts)
    legal_counts = (played.legal_ends - played.legal_starts)[rows]
    legal = flat_places(played.legal_starts[rows], legal_counts)
    by_row = ("game_of", "seat", "turn", "chosen", "player", "value", "target", "standing")
    return replace(
        played,
        **{name: np.asarray(getattr(played, name))[rows] for name in by_row},
        feature_ends=np.cumsum(counts),
        legal_ends=np.cumsum(legal_counts),
        features=np.asarray(played.features)[places],
        numbers=np.asarray(played.numbers)[places],
        legal=np.asarray(played.legal)[legal],
        visits=None if played.visits is None else np.asarray(played.visits)[legal],
    )


# The file


def write(path: Path, data: DataSet) -> Path:
    """Write a data set; a file that is there is replaced at once or not at all."""
    arrays = {name: getattr(data.played, name) for name in ARRAYS}
    header = {**data.header, "inputs": data.played.inputs}
    partial = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as file:
            for name, array in {"header": np.array(json.dumps(header, sort_keys=True)), **arrays}.items():
                if array is None:
                    continue
                member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
                with file.open(member, "w", force_zip64=True) as out:
                    whole = np.ascontiguousarray(array) if array.ndim else array
                    npy.write_array(out, whole, version=(1, 0), allow_pickle=False)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BadOption(f"{path} cannot be written: {error.strerror or error}") from None
    return path


def read(path: Path) -> DataSet:
    """A data set whose arrays are mapped into memory: only what is used is read."""
    try:
        arrays = _mapped(path)
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, ValueError, EOFError, struct.error, SyntaxError, TypeError):
        raise BadOption(f"{path} is no data set: not an .npz file of ours, or not a whole one") from None
    try:
        header = json.loads(str(arrays.pop("header")))
        if header["format"] != FORMAT or header["version"] != 1:
            raise ValueError
        inputs = int(header["inputs"])
    except (KeyError, ValueError, TypeError):
        raise BadOption(f"{path} is no data set: its header does not say so") from None
    for name in ARRAYS:
        if name not in arrays and name != "visits":
            raise BadOption(f"{path}: the array {name!r} is missing")
    n = len(arrays["seat"])
    zeros = np.zeros(n, dtype=np.float32)
    played = Played(
        arrays["game_of"], arrays["seat"], arrays["turn"], arrays["chosen"], arrays["player"], zeros, zeros,
        arrays["standing"], arrays["feature_ends"], arrays["legal_ends"], arrays["features"], arrays["numbers"],
        arrays["legal"], arrays.get("visits"), arrays["returns"], arrays["points"], arrays["standings"],
        arrays["deals"], arrays["option_row"], inputs, 0, 0,
    )  # fmt: skip
    _check(path, played)
    return DataSet(header, played)


def _mapped(path: Path) -> dict[str, np.ndarray]:
    """The members of an uncompressed archive as arrays on the file itself."""
    found: dict[str, np.ndarray] = {}
    with zipfile.ZipFile(path) as file, open(path, "rb") as raw:
        for member in file.infolist():
            if member.compress_type != zipfile.ZIP_STORED:
                raise ValueError
            raw.seek(member.header_offset)
            local = raw.read(30)
            name_length, extra_length = struct.unpack("<HH", local[26:30])
            raw.seek(member.header_offset + 30 + name_length + extra_length)
            start = raw.tell()
            version = npy.read_magic(raw)
            header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, columns_first, dtype = header(raw)
            if dtype.hasobject or columns_first:
                raise ValueError
            size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
            if raw.tell() - start + size != member.file_size:
                raise ValueError
            name = member.filename.removesuffix(".npy")
            if size == 0 or shape == ():
                found[name] = np.frombuffer(raw.read(size), dtype=dtype).reshape(shape)
            else:
                found[name] = np.memmap(path, dtype=dtype, mode="c", offset=raw.tell(), shape=shape)
    return found


def _check(path: Path, played: Played) -> None:
    """Refuse a file whose arrays do not fit together: kernels would read beyond them."""
    n = len(played)
    wrong = (
        any(len(getattr(played, name)) != n for name in ("game_of", "turn", "chosen", "player", "standing"))
        or len(played.feature_ends) != n
        or len(played.legal_ends) != n
        or len(played.features) != len(played.numbers)
        or (n > 0 and (int(played.feature_ends[-1]) != len(played.features)))
        or (n > 0 and (int(played.legal_ends[-1]) != len(played.legal)))
        or bool((np.diff(played.feature_ends) < 0).any())
        or bool((np.diff(played.legal_ends) <= 0).any())
        or (
            len(played.features) > 0
            and not 0 <= int(played.features.min()) <= int(played.features.max()) < played.inputs
        )
        or (n > 0 and not 0 <= int(played.game_of.min()) <= int(played.game_of.max()) < played.games)
        or not bool(np.isfinite(played.numbers).all())
        or (played.visits is not None and len(played.visits) != len(played.legal))
    )
    kinds = {"features": "i4", "numbers": "f4", "legal": "i4", "feature_ends": "i8", "legal_ends": "i8", "chosen": "i4"}
    wrong = wrong or any(getattr(played, name).dtype != np.dtype(f"<{kind}") for name, kind in kinds.items())
    if wrong:
        raise BadOption(f"{path} is no data set: its arrays do not fit together")
