"""Weights of `evolved` as options: a champion, or what `tapete.core.weight_files` reads."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from tapete.core import weight_files
from tapete.core.definition import Options
from tapete.errors import BadOption
from tapete.games.tribute.move_evaluation import BOUNDS, BY_HAND, CHAMPIONS, WEIGHTS

USUAL = "usual"
THESIS_FILE = "eb_best_weights.txt"  # file in which the thesis's bot looks for its weights


def parse_weights(given: str) -> str:
    """Return the text of the option, checked."""
    text = given.strip()
    if text:
        read_weights(text)
    return text


def chosen_weights(options: Options) -> tuple[float, ...]:
    """Return the weights that the options name: given ones, a champion's, or the usual ones of the form."""
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
    """Return twenty finite numbers, in the order of the thesis's table 6.1; warn about values outside the bounds."""
    weights = tuple(weight_files.read_weights(given, WEIGHTS))
    outside = [
        name for name, weight in zip(WEIGHTS, weights, strict=True) if not BOUNDS[name][0] <= weight <= BOUNDS[name][1]
    ]
    if outside:
        low, high = BOUNDS[outside[0]]
        warnings.warn(f"weights={given}: outside {low:g} to {high:g}: {', '.join(outside)}", stacklevel=2)
    return weights


def champion_files(agent: str, weights: Mapping[str, float]) -> dict[str, str]:
    """Return the weights file of an `evolved` champion for the thesis's program, by file name."""
    if agent.partition(":")[0] != "evolved" or set(weights) != set(WEIGHTS):
        return {}
    return {THESIS_FILE: f"{weights_line([weights[name] for name in WEIGHTS])}\n# {agent}\n"}


def weights_line(weights: Sequence[float]) -> str:
    """Return weights as the thesis's program reads them: one line, eight decimals, joined by commas."""
    return ",".join(f"{weight:.8f}" for weight in weights)
