"""Parser of weights: numbers joined by `/`, a file of numbers, JSON, or the champion of a training.

Every `weights=` of an agent or an evaluation reads them here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tapete.errors import BadOption, nearest, shown

CHAMPION_SCHEMA = "tapete-champion/1"
CHAMPION = "champion.json"
FORMS = "numbers joined by /, a file of numbers, a JSON file, a champion.json or a training's folder"
NUMBERS_ONLY = re.compile(r"[\s\d.eE+\-/,]+")

Found = Mapping[str, Any] | Sequence[Any]  # weights by name, or in order


def is_inline(given: str) -> bool:
    """Return whether weights are given as inline numbers."""
    return NUMBERS_ONLY.fullmatch(given) is not None and not Path(given).exists()


def chosen_weights(
    given: str, defaults: Mapping[str, float], presets: Mapping[str, Mapping[str, float]] | None = None
) -> list[float]:
    """Return the weights of an evaluation: its defaults, a preset's, or those that are given."""
    presets = presets or {}
    if not given or given in presets:
        return [float({**defaults, **presets.get(given, {})}[name]) for name in defaults]
    return read_weights(given, list(defaults), defaults, presets)


def read_weights(
    given: str, names: Sequence[str], start: Mapping[str, float] | None = None, presets: Iterable[str] = ()
) -> list[float]:
    """Return the weights that `weights=` gives, in the order of `names`.

    `start` has those that may be left out; `presets` are the preset names that would be valid.
    """
    found = found_in(given, presets)
    if isinstance(found, Mapping):
        return _by_name(given, found, names, start)
    numbers = [_finite(given, f"number {i + 1}", value) for i, value in enumerate(found)]
    if len(numbers) != len(names):
        listed = f" ({', '.join(names)})" if len(names) <= 20 else ""
        raise BadOption(f"weights={given}: {len(names)} weights are needed{listed}, not {len(numbers)}")
    return numbers


def found_in(given: str, presets: Iterable[str] = ()) -> Found:
    """Return the weights of a text, file or folder, by name where it names them."""
    text = given.strip()
    if is_inline(text):
        return [float(part) for part in _split(given, text)]
    path = Path(text).expanduser()
    if path.is_dir():
        file = path / CHAMPION
        if not file.is_file():
            there = "its training is not finished" if (path / "run.toml").exists() else "it does not hold a training"
            raise BadOption(f"weights={given}: {there}")
        return _file(given, file)
    if not path.exists():
        named = ", ".join(presets)
        known = f"a preset ({named}), {FORMS}" if named else FORMS
        raise BadOption(f"weights={given}: cannot be read, no such file; weights are {known}")
    return _file(given, path)


def _by_name(
    given: str, found: Mapping[str, Any], names: Sequence[str], start: Mapping[str, float] | None
) -> list[float]:
    for name in found:
        if name not in names:
            raise BadOption(f"weights={given}: unknown weight {name!r}; {nearest(str(name), names)}")
    missing = [name for name in names if name not in found] if start is None else []
    if missing:
        raise BadOption(f"weights={given}: there must be {len(names)} weights; {missing[0]} is missing")
    return [_finite(given, name, found[name] if start is None else found.get(name, start[name])) for name in names]


def _file(given: str, path: Path) -> Found:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"weights={given}: cannot be read ({error})") from None
    if not text.lstrip().startswith(("{", "[")):
        return _numbers(given, text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"weights={given}: not JSON ({error})") from None
    if isinstance(found, Mapping):
        found = _champion(given, found) if found.get("schema") == CHAMPION_SCHEMA else found.get("weights", found)
    if isinstance(found, Mapping) or (isinstance(found, Sequence) and not isinstance(found, str)):
        return found
    raise BadOption(f"weights={given}: must hold a list of weights, or weights by name")


def _champion(given: str, data: Mapping[str, Any]) -> Any:
    """Return the weights of a training's champion, without its other genes (a constant of a search)."""
    configuration = data.get("configuration")
    if isinstance(configuration, Mapping) and (configuration.get("network") or configuration.get("phases")):
        kind = "a network" if configuration.get("network") else "weights by phase"
        raise BadOption(
            f"weights={given}: this champion is {kind}, not a list of weights; its folder is an agent by itself"
        )
    return data.get("weights") or data.get("genes")


def _numbers(given: str, text: str) -> list[float]:
    """Parse one number per line, or several in the first line without #, as the Tribute thesis's program writes them."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    first = lines[0] if lines else ""
    if NUMBERS_ONLY.fullmatch(first) is None:
        raise BadOption(f"weights={given}: its first line without # must be numbers, or the file JSON")
    parts = _split(given, first)
    if len(parts) > 1 or len(lines) == 1:
        return [float(part) for part in parts]
    try:
        return [float(line) for line in lines]
    except ValueError:
        raise BadOption(f"weights={given}: must hold one number per line") from None


def _split(given: str, text: str) -> list[str]:
    parts = [part for part in re.split(r"[/,\s]+", text) if part]
    for part in parts:
        try:
            float(part)
        except ValueError:
            raise BadOption(f"weights={given}: {part!r} is not a number") from None
    return parts


def _finite(given: str, name: str, value: Any) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if abs(number) < 1e300:  # NaN is not below either
            return number
    raise BadOption(f"weights={given}: {name} is {shown(value, 40)}; weights must be finite numbers")
