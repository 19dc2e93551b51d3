"""Packing of games into bytes: each array in the smallest type that holds it exactly."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import numpy as np

from tapete.arena.schedule import GameResults, Schedule

THIRDS = 12  # shares of a win that are a whole number of twelfths (halves, thirds, quarters) fit a byte


def pack_array(array: np.ndarray) -> tuple[dict[str, Any], bytes]:
    """Return an array in the smallest type that holds its values exactly, and the key to read it."""
    if array.size and (array == array.flat[0]).all():
        return {"type": "constant", "value": float(array.flat[0]), "of": array.dtype.str}, b""
    if array.dtype.kind in "iu":
        return {"type": smallest(array).str, "of": array.dtype.str}, array.astype(smallest(array)).tobytes()
    for scale in (1, THIRDS):
        whole = np.rint(array * scale)
        if np.array_equal(whole / scale, array):
            return {"type": smallest(whole).str, "of": array.dtype.str, "scale": scale}, whole.astype(
                smallest(whole)
            ).tobytes()
    return {"type": array.dtype.str, "of": array.dtype.str}, array.tobytes()


def smallest(values: np.ndarray) -> np.dtype:
    low, high = (values.min(), values.max()) if values.size else (0, 0)
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)


def pack(games: GameResults) -> bytes:
    """Pack games into bytes: a JSON header, then the arrays, compressed."""
    steps = np.diff(games.plan.deals, prepend=games.plan.deals[:1])
    arrays = {
        "deals": steps,
        "turns": games.plan.seating,
        "returns": games.returns,
        "points": games.points,
        "decisions": games.decisions,
        "faults": games.faults,
        "table_turns": games.turns,
        "facts": games.counters,
    }
    header: dict[str, Any] = {
        "shape": list(games.returns.shape),
        "facts": games.counters.shape[1],
        "first_deal": int(games.plan.deals[0]),
        "arrays": {},
    }
    body = []
    for name, array in arrays.items():
        header["arrays"][name], data = pack_array(array)
        body.append(data)
    header["arrays"]["seconds"] = {"type": "<f4", "of": "<f8"}
    body.append(games.seconds.astype("<f4").tobytes())
    if games.actions is not None:
        header["lengths"] = [len(actions) for actions in games.actions]
        body.append(np.concatenate([np.zeros(0, np.int32), *games.actions]).astype("<i4").tobytes())
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<I", len(text)) + text + zlib.compress(b"".join(body), 1)


def unpack(data: bytes, seed: int, seatings: np.ndarray) -> GameResults:
    """Return the games of packed bytes."""
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    body = zlib.decompress(data[4 + length :])
    games, seats = header["shape"]
    at = 0
    arrays = {}
    for name, entry in header["arrays"].items():
        shape = (games,) if name in ("deals", "turns", "seconds", "table_turns") else (games, seats)
        if name == "facts":
            shape = (games, header["facts"])
        if entry["type"] == "constant":
            arrays[name] = np.full(shape, entry["value"], dtype=entry["of"])
            continue
        kind = np.dtype(entry["type"])
        count = int(np.prod(shape))
        values = np.frombuffer(body, kind, count, at).reshape(shape).astype(entry["of"])
        arrays[name] = values / entry["scale"] if entry.get("scale", 1) != 1 else values
        at += count * kind.itemsize
    actions = None
    if "lengths" in header:
        flat = np.frombuffer(body, "<i4", sum(header["lengths"]), at)
        actions = np.split(flat, np.cumsum(header["lengths"])[:-1])
    deals = header["first_deal"] + np.cumsum(arrays.pop("deals"))
    plan = Schedule(seed, seatings, deals, arrays.pop("turns"))
    if "table_turns" in arrays:
        arrays["turns"] = arrays.pop("table_turns")
    if "facts" in arrays:  # the name of counters in stored games
        arrays["counters"] = arrays.pop("facts")
    return GameResults(plan, **arrays, actions=actions)
