"""The twenty weights of `evolved` as people give them: a champion, numbers in a spec, a JSON file, or the thesis's own file."""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tapete.errors import BadOption, nearest
from tapete.game import Options
from tapete.games.tribute.change import BOUNDS, BY_HAND, CHAMPIONS, WEIGHTS

USUAL = "usual"
NUMBERS_ONLY = re.compile(r"[\s\d.eE+\-/,]+")


def parse_weights(given: str) -> str:
    """Refuse at once what is neither twenty numbers nor a file."""
    text = given.strip()
    if text and not is_inline(text) and not Path(text).is_file():
        raise BadOption(f"weights={text}: neither {len(WEIGHTS)} numbers joined by / nor a file")
    if text:
        read_weights(text)
    return text


def is_inline(text: str) -> bool:
    return NUMBERS_ONLY.fullmatch(text) is not None and not Path(text).is_file()


def chosen_weights(options: Options) -> tuple[float, ...]:
    """The weights that options name: given ones, a champion's, or the usual ones of the form."""
    champion, form = options["champion"], options["form"]
    if options["weights"]:
        if champion != USUAL:
            raise BadOption(f"champion={champion}: give a champion or weights, not both")
        return read_weights(options["weights"])
    if champion == USUAL:
        return BY_HAND if form == "text" else CHAMPIONS["B-1"]
    if form == "text":
        raise BadOption(
            f"champion={champion}: the champions were evolved for form=code; give form=text its own weights"
        )
    return CHAMPIONS[champion]


def read_weights(given: str) -> tuple[float, ...]:
    """Twenty finite numbers, in the order of the thesis's table 6.1."""
    found = inline_weights(given) if is_inline(given) else file_weights(Path(given))
    try:
        weights = tuple(float(weight) for weight in found)
    except (TypeError, ValueError, OverflowError):
        raise BadOption(f"weights={given}: must be numbers") from None
    if len(weights) != len(WEIGHTS):
        raise BadOption(f"weights={given}: must be 20 weights, not {len(weights)}")
    if not all(math.isfinite(weight) for weight in weights):
        raise BadOption(f"weights={given}: must be finite numbers")
    outside = [
        name for name, weight in zip(WEIGHTS, weights, strict=True) if not BOUNDS[name][0] <= weight <= BOUNDS[name][1]
    ]
    if outside:
        low, high = BOUNDS[outside[0]]
        warnings.warn(f"weights={given}: outside {low:g} to {high:g}: {', '.join(outside)}", stacklevel=2)
    return weights


def inline_weights(given: str) -> list[str]:
    return [part for part in re.split(r"[/,\s]+", given) if part]


def file_weights(path: Path) -> Sequence[Any]:
    """Weights of a file: JSON (a list, or by name, also inside `weights`), or the first line of numbers of the thesis's."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"weights={path}: cannot be read ({error})") from None
    if not text.lstrip().startswith(("{", "[")):
        first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
        if NUMBERS_ONLY.fullmatch(first) is None:
            raise BadOption(f"weights={path}: its first line without # must be 20 numbers, or the file JSON")
        return inline_weights(first)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadOption(f"weights={path}: not JSON ({error})") from None
    if isinstance(found, Mapping):
        found = found.get("weights", found)
    if isinstance(found, Mapping):
        for name in found:
            if name not in WEIGHTS:
                raise BadOption(f"weights={path}: there is no weight {name!r}; {nearest(str(name), WEIGHTS)}")
        missing = [name for name in WEIGHTS if name not in found]
        if missing:
            raise BadOption(f"weights={path}: there must be 20 weights; {missing[0]} is missing")
        return [found[name] for name in WEIGHTS]
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise BadOption(f"weights={path}: must be a list of 20 weights, or weights by name")
    return found


def weights_line(weights: Sequence[float]) -> str:
    """Weights as the thesis's program reads them: one line, eight decimals, joined by commas."""
    return ",".join(f"{weight:.8f}" for weight in weights)
