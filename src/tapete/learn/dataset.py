"""Data sets: what agents saw and did in many games, in one file that is mapped into memory and never unpickled.

The file is an uncompressed `.npz`: the arrays of `Played` and a JSON header (game, options, encoder, agents, seed). Splits go by
game, because positions of one game resemble each other; by example only where a published set-up did so.
"""

from __future__ import annotations

import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.lib import format as npy

from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.core.registry import definition, is_place
from tapete.errors import BadOption, TapeteError, nearest, said, shown
from tapete.learn.config import NetworkConfig
from tapete.learn.rollouts import Played, RolloutRecorder, flat_places, opening_rule, player
from tapete.play.record import GameRecord
from tapete.seeds import derive, derive_all

FORMAT = "tapete data set"
ARRAYS = {  # what an array holds, and how many axes it has
    "game_of": ("i4", 1), "seat": ("i1", 1), "turn": ("i4", 1), "chosen": ("i4", 1), "player": ("i1", 1),
    "standing": ("f4", 1), "feature_ends": ("i8", 1), "legal_ends": ("i8", 1), "features": ("i4", 1), "numbers": ("f4", 1),
    "legal": ("i4", 1), "visits": ("f4", 1), "returns": ("f8", 2), "points": ("f8", 2), "standings": ("f4", 2),
    "deals": ("u8", 1), "option_row": ("i4", 1),
}  # fmt: skip
BY_DECISION = ("game_of", "turn", "chosen", "player", "standing", "feature_ends", "legal_ends")
MOST_HEADER = 1 << 22  # bytes
ROUNDING = 1e-6  # by which a return may leave [0, 1]
UNREADABLE = (  # what a damaged archive raises, wherever the damage is
    KeyError, ValueError, TypeError, SyntaxError, TokenError, RuntimeError, EOFError, MemoryError, struct.error, zlib.error,
)  # fmt: skip
CHUNK = 20_000  # decisions between two progress reports
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
        return Game(definition(self.header["game"]), self.header["options"])

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
    learn_from: Sequence[str] = (),
    fixed: bool = False,
    progress: Callable[[int], None] | None = None,
) -> DataSet:
    """Record games of agents among themselves: each takes each seat in turn, or keeps its own (`fixed`).

    `learn_from` names those whose decisions are kept; none: all of them.
    """
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    check_teachers(learn_from, specs)
    seated = [make_agent(spec, game) for spec in specs]
    players = [player(agent, recorded=True) for agent in seated]
    turns = len(specs)
    seatings = [[(seat + turn) % turns for seat in range(game.seats)] for turn in range(1 if fixed else turns)]
    name = encoder or next(iter(game.definition.encoders), None)
    if name is None:
        raise BadOption(f"{game.name} has no encoder, so nothing can be recorded of it")
    table = RolloutRecorder(
        game, players, seatings, encoder=name, opening=opening_rule(game), forced=forced, everybody=True, visits=True
    )  # fmt: skip
    parts, first = [], 0
    while first < games:
        part = table.play(CHUNK, derive(seed, 1), first=first, games=games - first)
        parts.append(by_agents(part, specs, learn_from))
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
        **({"from": list(learn_from)} if learn_from else {}),
    }
    return DataSet(header, joined(parts))


def check_teachers(learn_from: Sequence[str], specs: Sequence[str]) -> None:
    """Refuse to keep the decisions of an agent that does not play."""
    for spec in learn_from:
        if spec not in specs:
            raise BadOption(
                f"--from {spec}: it is not among those who play; {nearest(spec, list(dict.fromkeys(specs)))}"
            )


def by_agents(played: Played, specs: Sequence[str], learn_from: Sequence[str]) -> Played:
    """The decisions of some agents alone; games stay as they are."""
    if not learn_from:
        return played
    kept = [number for number, spec in enumerate(specs) if spec in learn_from]
    return subset(played, np.flatnonzero(np.isin(played.player, kept)))


def counts_by_agent(data: DataSet) -> dict[str, int]:
    """How many decisions of each agent a set holds; agents without any are named too."""
    specs = data.header["agents"]
    counts = np.bincount(np.asarray(data.played.player), minlength=len(specs))
    found: dict[str, int] = {}
    for spec, count in zip(specs, counts.tolist(), strict=False):
        found[spec] = found.get(spec, 0) + count
    return found


def from_records(records: Iterable[GameRecord], encoder: str | None = None, learn_from: Sequence[str] = ()) -> DataSet:
    """Build a data set from recorded games: observations and actions; all of one game under the same options."""
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
    check_teachers(learn_from, agents)
    header |= {"from": list(learn_from)} if learn_from else {}
    return DataSet(header, by_agents(joined(found), agents, learn_from))


def _replayed(record: GameRecord, game: Game, encoder: str, agents: list[str]) -> Played:
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


def turned_at_random(
    played: Played, rows: np.ndarray, turns: Sequence[tuple[np.ndarray, np.ndarray]], generator: np.random.Generator
) -> tuple[Played, np.ndarray]:
    """Some decisions under one of the symmetries, and where they stand there; as they are where there are no symmetries."""
    if not turns:
        return played, rows
    return turned(played, rows, *turns[int(generator.integers(len(turns)))]), np.arange(len(rows))


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
        raise BadOption(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        partial.unlink(missing_ok=True)
    return path


def is_data_set(text: str) -> bool:
    """Whether a text names a file that says of itself that it is a data set; one that was cut says so too."""
    path = path_of(text)
    sign = f'"format": "{FORMAT}"'.encode("utf-32-le")  # as `write` puts it, near the beginning of the file
    try:
        if not os.path.isfile(path):  # anything but a file, such as a pipe, may never end
            return False
        with open(path, "rb") as file:
            if sign in file.read(MOST_HEADER):
                return True
        return _header(path).get("format") == FORMAT
    except (OSError, BadOption):
        return False


def path_of(text: str) -> Path:
    """The file that a text names; a home that does not exist stays as it was written."""
    return Path(os.path.expanduser(text))


def read_header(path: Path) -> dict[str, Any]:
    """Read the header of a data set without its arrays."""
    header = _header(path)
    if header.get("format") != FORMAT:
        raise BadOption(f"{path} is not a data set: its header does not say so")
    if header.get("version") != 1:
        raise BadOption(f"{path}: a data set of version {shown(header.get('version'))}, and this Tapete reads 1")
    for name in ("game", "encoder"):
        if not isinstance(header.get(name), str) or not header[name]:
            raise BadOption(f"{path} is not a data set: its header's {name!r} must be a name")
    if is_place(header["game"]):  # a file of data must not have a program run
        raise BadOption(f"{path} is not a data set: its header's 'game' must be a name, not a file")
    if not isinstance(header.get("options"), dict):
        raise BadOption(f"{path} is not a data set: its header's 'options' must be names and values")
    agents = header.get("agents")
    if not isinstance(agents, list) or not all(isinstance(agent, str) for agent in agents):
        raise BadOption(f"{path} is not a data set: its header's 'agents' must be a list of names")
    if type(header.get("inputs")) is not int or header["inputs"] < 1:
        raise BadOption(f"{path} is not a data set: its header's 'inputs' must be a whole number from 1 on")
    return header


def _header(path: Path) -> dict[str, Any]:
    """The header of an archive of arrays, whatever it says."""
    try:
        with zipfile.ZipFile(path) as file:
            member = file.getinfo("header.npy")
            if member.file_size > MOST_HEADER:
                raise ValueError
            with file.open(member) as source:
                header = json.loads(str(npy.read_array(source, allow_pickle=False)))
        if not isinstance(header, dict):
            raise ValueError
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror or error}") from None
    except zipfile.BadZipFile:
        raise BadOption(f"{path} is not a data set: not an .npz file of ours, or not a whole one") from None
    except UNREADABLE:
        raise BadOption(f"{path} is not a data set: its header does not say so") from None
    return header


def read(path: Path, game: Game | None = None) -> DataSet:
    """A data set whose arrays are mapped into memory: only what is used is read.

    A game that cannot be found by its name (one in a file of one's own) is given.
    """
    header = read_header(path)
    recorded = _recorded(path, header, game)
    try:
        arrays = _mapped(path)
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, *UNREADABLE):
        raise BadOption(f"{path} is not a data set: not an .npz file of ours, or not a whole one") from None
    _check_forms(path, arrays)
    zeros = np.zeros(len(arrays["seat"]), dtype=np.float32)
    played = Played(
        arrays["game_of"], arrays["seat"], arrays["turn"], arrays["chosen"], arrays["player"], zeros, zeros,
        arrays["standing"], arrays["feature_ends"], arrays["legal_ends"], arrays["features"], arrays["numbers"],
        arrays["legal"], arrays.get("visits"), arrays["returns"], arrays["points"], arrays["standings"],
        arrays["deals"], arrays["option_row"], header["inputs"], 0, 0,
    )  # fmt: skip
    for fault in _faults(played, recorded):
        raise BadOption(f"{path} is not a data set: {fault}")
    return DataSet(header, played)


def check_fits(path: Path, header: Mapping[str, Any], game: Game, config: NetworkConfig) -> None:
    """Refuse a data set of another game, of other features, or of other rules than those that a training is for."""
    if header["game"] != game.name:
        raise BadOption(f"--teacher {path}: it is a data set of {shown(header['game'])}, not of {game.name}")
    recorded = _recorded(path, header, game)
    encoder, own = header["encoder"], config.encoder or next(iter(game.definition.encoders))
    if encoder != own:
        raise BadOption(f"--teacher {path}: its features are by {encoder}, not by {own}; say --encoder {encoder}")
    for name, value in game.options.items():
        free = name in config.vary or (config.matters and name not in config.matters)
        if not free and recorded.options[name] != value:
            theirs = f"{name}={recorded.options[name]}"
            raise BadOption(
                f"--teacher {path}: it was recorded with {theirs}, and the training has {name}={value}; "
                f"say --option {theirs}, or --matters without {name}"
            )
    if recorded.seats != game.seats or header["inputs"] != game.features(own):
        raise BadOption(
            f"--teacher {path}: seats or features are not those of the training; record it under its options"
        )


def _recorded(path: Path, header: Mapping[str, Any], game: Game | None) -> Game:
    """The game that was recorded, under the options that the header names."""
    try:
        if game is not None and game.name == header["game"]:
            found = game.with_options(header["options"])
        else:
            found = Game(definition(header["game"]), header["options"])
        inputs = found.features(header["encoder"])
    except TapeteError as error:
        raise BadOption(f"{path}: its header names what there is not: {error}") from None
    except Exception as error:  # a game's own code for its options meets values that no person gave
        raise BadOption(f"{path} is not a data set: the options in its header are none ({said(error)})") from None
    if inputs != header["inputs"]:
        stated = f"{header['inputs']} features, and {header['encoder']} of {found.name} has {inputs}"
        raise BadOption(f"{path} is not a data set: its header speaks of {stated}")
    return found


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


def _check_forms(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Refuse a file that lacks an array, or whose arrays are of other types or axes than ours."""
    for name, (kind, axes) in ARRAYS.items():
        if name not in arrays and name != "visits":
            raise BadOption(f"{path} is not a data set: the array {name!r} is missing")
        if name in arrays and (arrays[name].dtype != np.dtype(f"<{kind}") or arrays[name].ndim != axes):
            found = f"{shown(arrays[name].dtype.str)} with {arrays[name].ndim}"
            raise BadOption(
                f"{path} is not a data set: the array {name!r} must be {np.dtype(kind)} with {axes} axes, not {found}"
            )


def _faults(played: Played, game: Game) -> Iterator[str]:
    """Yield inconsistencies of arrays of the right types, before a kernel reads beyond them.

    Later checks rely on earlier ones: callers stop at the first fault.
    """
    n, games, seats = len(played), played.games, game.seats
    for name in BY_DECISION:
        if len(getattr(played, name)) != n:
            yield f"{name!r} has {len(getattr(played, name))} entries for {n} decisions"
    for name in ("returns", "points", "standings"):
        if getattr(played, name).shape != (games, seats):
            yield f"{name!r} must be {games} games by {seats} seats, not {getattr(played, name).shape}"
    for name in ("deals", "option_row"):
        if len(getattr(played, name)) != games:
            yield f"{name!r} has {len(getattr(played, name))} entries for {games} games"
    if len(played.numbers) != len(played.features):
        yield f"'numbers' has {len(played.numbers)} entries for {len(played.features)} features"
    if played.visits is not None and len(played.visits) != len(played.legal):
        yield f"'visits' has {len(played.visits)} entries for {len(played.legal)} legal actions"
    yield from _unordered("feature_ends", played.feature_ends, 0, len(played.features))
    yield from _unordered("legal_ends", played.legal_ends, 1, len(played.legal))
    if n and not bool((played.game_of[1:] >= played.game_of[:-1]).all()):
        yield "'game_of' goes back: decisions must come game by game"
    # An action that is not listed has an index beyond the list.
    beyond = game.actions if game.definition.accepts is not None else 0
    for name, low, high in (
        ("features", 0, played.inputs - 1),
        ("legal", 0, game.actions - 1),
        ("game_of", 0, games - 1),
        ("seat", 0, seats - 1),
        ("player", 0, np.inf),
        ("chosen", 0, np.inf),
        ("numbers", -np.inf, np.inf),
        ("standing", -np.inf, np.inf),
        ("visits", 0, np.inf),
        ("returns", -ROUNDING, 1 + ROUNDING),  # shares of a game
        ("points", -np.inf, np.inf),
        ("standings", -np.inf, np.inf),
    ):
        yield from _outside(name, getattr(played, name), low, high)
    if n and int((played.chosen - (played.legal_ends - played.legal_starts)).max()) >= beyond:
        yield "'chosen' is beyond the legal actions"


def _unordered(name: str, ends: np.ndarray, least: int, total: int) -> Iterator[str]:
    """Rows must end one after the other, each with at least 0 or 1 entries, the last one where the entries end."""
    if (int(ends[-1]) if len(ends) else 0) != total:
        yield f"{name!r} must end at {total}, where the entries end"
    if len(ends) and (int(ends[0]) < least or not bool((ends[1:] >= ends[:-1]).all())):
        yield f"{name!r} must go up from row to row, from {least} or more"
    if least and not bool((ends[1:] > ends[:-1]).all()):
        yield f"{name!r} has a row without entries"


def _outside(name: str, array: np.ndarray | None, low: float, high: float) -> Iterator[str]:
    """Numbers that are none, or beyond what they may be. The least and the greatest tell: nothing is copied."""
    if array is None or not array.size:
        return
    with np.errstate(invalid="ignore"):
        least, most = float(array.min()), float(array.max())
    if not (np.isfinite(least) and np.isfinite(most)):
        yield f"{name!r} holds a number that is infinite or none"
    if not low <= least <= most <= high:
        allowed = f"at least {low:g}" if high == np.inf else f"from {low:g} to {high:g}"
        yield f"{name!r} holds {least if least < low else most:g}, and must be {allowed}"
