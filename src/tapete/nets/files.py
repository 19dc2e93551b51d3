"""Network files: `.npz` with float32 arrays and a JSON header. Equal networks give equal bytes; no pickles."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from tapete.core.game import Game
from tapete.errors import BadNetwork
from tapete.nets.forward import MOST_LAYERS
from tapete.nets.network import MOST_NUMBERS, Network, shapes_of

MOST_HEADER = 1 << 16  # characters
FOLDER = "nets"  # of a game's package, for the networks that come with it


def save(path: str | Path, network: Network) -> Path:
    """Write a network. An existing file is replaced atomically."""
    target = Path(path)
    header = np.array(json.dumps(network.header(), sort_keys=True))
    partial = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as file:
            for name, array in [("header", header), *sorted(network.arrays.items())]:
                member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
                member.create_system, member.external_attr = 3, 0o644 << 16
                content = io.BytesIO()
                npy.write_array(content, _little(array), version=(1, 0), allow_pickle=False)
                file.writestr(member, content.getvalue())
        os.replace(partial, target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BadNetwork(f"{target} cannot be written: {error.strerror or error}") from None
    return target


def load(path: str | Path, game: Game | None = None) -> Network:
    """Load a network from a file; with a game, check that it fits."""
    source = Path(path)
    try:
        with zipfile.ZipFile(source) as file:
            network = _read(file)
        return network if game is None else network.check_for(game)
    except BadNetwork as error:
        raise BadNetwork(f"{source}: {error}") from None
    except OSError as error:
        raise BadNetwork(f"{source} cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError):
        raise BadNetwork(f"{source} is not a network: not an .npz file, or an incomplete one") from None


def shipped(game: Game) -> list[Path]:
    """Return the paths of the networks that come with a game."""
    return sorted((game.home / FOLDER).glob("*.npz")) if game.home is not None else []


def own(game: Game) -> Network:
    """Return the network that comes with a game for its options: the first of those that name most of them."""
    networks = {path.name: load(path) for path in shipped(game)}
    reasons = {name: network.misfit(game) for name, network in networks.items()}
    found = [network for name, network in networks.items() if reasons[name] is None]
    if not found:
        listed = "; ".join(f"{name} {reason}" for name, reason in reasons.items()) or "none comes with it"
        raise BadNetwork(f"no network plays {game!r}: {listed}; name a file (NAME.npz), or train one")
    return max(found, key=lambda network: network.closeness(game))


def named(game: Game, given: str) -> Network:
    """Return the network that an option names: `own`, a file, or a training's folder."""
    if given == "own":
        return own(game)
    place = Path(given).expanduser()
    return load(place / "champion.npz" if place.is_dir() else place, game)


def _little(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False)) if array.ndim else array


def _read(file: zipfile.ZipFile) -> Network:
    names = file.namelist()
    if "header.npy" not in names:
        raise BadNetwork("it has no header, so it is not one of our networks")
    header = _header(file)
    inputs, layers = _count(header, "inputs"), header["layers"]
    if not isinstance(layers, list) or len(layers) > MOST_LAYERS:
        raise BadNetwork(f"the header's 'layers' must be a list of at most {MOST_LAYERS} widths")
    widths = tuple(_count({"layers": width}, "layers") for width in layers)
    actions = None if header["policy"] is None else _count(header, "policy")
    outputs = None if header["value"] is None else _count(header, "value_outputs")
    shapes = shapes_of(inputs, widths, actions, outputs)
    if sum(int(np.prod(shape, dtype=object)) for shape in shapes.values()) > MOST_NUMBERS:
        raise BadNetwork(f"the header declares more than {MOST_NUMBERS} weights")
    strange = sorted(set(names) - {"header.npy", *(f"{name}.npy" for name in shapes)})
    if strange or len(set(names)) != len(names):
        raise BadNetwork(
            f"it holds {strange[0]!r}, which belongs to no layer or head" if strange else "a name is there twice"
        )
    arrays = {name: _array(file, name, shape) for name, shape in shapes.items()}
    network = Network(
        game=_text(header, "game"),
        options=_mapping(header, "options"),
        encoder=_text(header, "encoder"),
        layers=widths,
        arrays=arrays,
        activation=header["activation"],
        value=header["value"],
        value_activation=header["value_activation"],
        value_scale=_scale(header),
        made=_mapping(header, "made"),
    )
    if network.value == "mover" and outputs != 1:
        raise BadNetwork(f"a value of the mover is one number, not {outputs}")
    return network


def _header(file: zipfile.ZipFile) -> dict[str, Any]:
    with file.open("header.npy") as member:
        shape, _, dtype = _array_header(member, "header")
        if dtype.kind != "U" or shape != () or dtype.itemsize > 4 * MOST_HEADER:
            raise BadNetwork("its header is not a text, so it is not one of our networks")
        text = np.frombuffer(_exactly(member, dtype.itemsize, "header"), dtype=dtype)[0]

    def refuse(constant: str) -> Any:
        raise BadNetwork(f"the header holds {constant}")

    try:
        header = json.loads(str(text), parse_constant=refuse)
    except (ValueError, RecursionError):
        raise BadNetwork("its header is not JSON, so it is not one of our networks") from None
    if not isinstance(header, dict) or header.get("format") != "tapete network":
        raise BadNetwork("its header does not say that it is a network of Tapete")
    if header.get("version") != 1:
        raise BadNetwork(f"it is written in version {header.get('version')!r} of the format, and this Tapete reads 1")
    expected = (
        "game options encoder inputs layers activation policy value value_outputs value_activation value_scale made"
    )
    for name in expected.split():
        if name not in header:
            raise BadNetwork(f"the header does not say {name!r}")
    for name in ("activation", "value", "value_activation"):
        if header[name] is not None:
            _text(header, name)
    return header


def _array_header(member: Any, name: str) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Return shape, order and type of an array in a file, without its content."""
    try:
        version = npy.read_magic(member)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        return read(member)
    except (ValueError, EOFError, SyntaxError, TypeError):
        raise BadNetwork(f"the array {name!r} cannot be read") from None


def _array(file: zipfile.ZipFile, name: str, expected: tuple[int, ...]) -> np.ndarray:
    if f"{name}.npy" not in file.namelist():
        raise BadNetwork(f"the array {name!r} is missing")
    with file.open(f"{name}.npy") as member:
        shape, columns_first, dtype = _array_header(member, name)
        if dtype.hasobject:
            raise BadNetwork(f"the array {name!r} holds a pickle, which is never read")
        if dtype != np.dtype("<f4"):
            raise BadNetwork(f"the array {name!r} holds {dtype}, not float32")
        if shape != expected:
            raise BadNetwork(f"the array {name!r} has shape {shape}, and its header says {expected}")
        content = _exactly(member, 4 * int(np.prod(expected)), name)
    found = np.frombuffer(content, dtype="<f4").astype(np.float32)
    return found.reshape(expected[::-1]).T if columns_first else found.reshape(expected)


def _exactly(member: Any, size: int, name: str) -> bytes:
    """Read all bytes of a member that must have exactly `size`."""
    content = member.read(size + 1)
    if len(content) != size:
        raise BadNetwork(f"the array {name!r} is cut off or too long")
    return content


def _count(header: dict[str, Any], name: str) -> int:
    value = header[name]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_NUMBERS:
        raise BadNetwork(f"the header's {name!r} must be a whole number above 0, not {value!r}")
    return value


def _text(header: dict[str, Any], name: str) -> str:
    if not isinstance(header[name], str):
        raise BadNetwork(f"the header's {name!r} must be a text, not {header[name]!r}")
    return header[name]


def _mapping(header: dict[str, Any], name: str) -> dict[str, Any]:
    if not isinstance(header[name], dict):
        raise BadNetwork(f"the header's {name!r} must hold names and values, not {header[name]!r}")
    return header[name]


def _scale(header: dict[str, Any]) -> tuple[float, float]:
    scale = header["value_scale"]
    if not isinstance(scale, list) or len(scale) != 2 or not all(type(x) in (int, float) for x in scale):
        raise BadNetwork("the header's 'value_scale' must be two numbers")
    return float(scale[0]), float(scale[1])
