"""Presets of published network trainings, by game and name: `tapete train GAME --preset NAME`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tapete.core.registry import load
from tapete.errors import BadOption, nearest
from tapete.studies.thesis_briscas import ENGINE

PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "briscas": {
        "thesis": {  # section 4.5: 166-64-64-40, drop-out, L2, Adam, batches of 32, at most 100 passes, patience 10
            "method": "imitate",
            "options": ENGINE,
            "any": ("follow_suit",),  # trained on games in which suit was followed, and played others
            "encoder": "thesis166",
            "layers": "64,64",
            "updates": 100,
            "checks": 100,
            "rivals": [],  # the best weights are those of the least validation loss
            "settings": {
                "batch": 32, "dropout": 0.2, "decay": 1e-4, "soft": 0, "masked": 0, "value": 0, "fall": 1, "by_example": 1,
                "patience": 10,
            },
        },
    },
}  # fmt: skip


def find(game: str, name: str) -> Mapping[str, Any]:
    """Return the settings of a preset."""
    known = PRESETS.get(game, {})
    if name not in known:
        there = nearest(name, list(known)) if known else f"{game} has none"
        raise BadOption(f"--preset {name}: {there}")
    return known[name]


def filled(
    game: str, name: str, method: str, was_given: Callable[[str], bool], given: dict[str, Any], more: dict[str, Any]
) -> None:
    """Fill in the settings of a preset that the user did not give: in `given` (of the configuration) and `more` (as texts)."""
    preset = find(game, name)
    if method != preset["method"]:
        raise BadOption(f"--preset {name}: it is for --method {preset['method']}, not {method}")
    given["options"] = {**preset["options"], **given["options"]}
    given["settings"] = {**preset["settings"], **given["settings"]}
    for key, where in (("encoder", given), ("checks", given), ("layers", more), ("updates", more)):
        if not was_given(key):
            where[key] = preset[key]
    if not was_given("minutes") and not was_given("games"):
        more["updates"] = more["updates"] or preset["updates"]
    else:
        more["updates"] = None if not was_given("updates") else more["updates"]
    if not was_given("rival"):
        more["rivals"] = list(preset["rivals"])
    if not was_given("matters"):
        options = load(game, **given["options"]).options
        more["matters"] = ",".join(option for option in options if option not in preset["any"])
