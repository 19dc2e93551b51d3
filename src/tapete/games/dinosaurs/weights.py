"""Table of weights of the policy `medium` (docs/rules/dinosaurs_agents.md, section 3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tapete.games.dinosaurs import bots
from tapete.games.dinosaurs.cards import DISASTERS, IDS, POINT_TYPES

FILE = Path(__file__).with_name("weights.json")  # trained by self-play: `training`
COUNTED = Path(__file__).with_name("counted.json")  # rounds won and lost: `count_cards`
CELLS = bots.ROWS * 4  # one cell per row of the table and kind of disaster


def row_names() -> list[str]:
    """Return the name of every row of the table."""
    names = list(IDS[:POINT_TYPES])
    for card in ("P0E", "P3E"):
        names += [f"{card} with nothing to add", *(f"{card} with {value} to add" for value in range(10))]
    names += [f"P4E, rest of the hand {mean}" for mean in ("below 3", "below 4", "below 5", "5 or more")]
    return names + [
        f"P6E with {count} in hand" for count in ("no boost or sap", "one boost or sap", "more boosts and saps")
    ]


def cell_names() -> tuple[str, ...]:
    """Return the name of every cell: the row and the disaster."""
    return tuple(f"{name}, {disaster}" for name in row_names() for disaster in DISASTERS)


@cache
def stored(path: Path) -> tuple[float, ...]:
    """Return a table of the package, row by row."""
    table = json.loads(path.read_text(encoding="utf-8"))["table"]
    return tuple(float(worth) for name in row_names() for worth in table[name])


def medium_params(game: Any, options: Mapping[str, Any]) -> Sequence[float]:
    """Return the parameters of the policy `medium`: kind of weights, kind of instants, the table."""
    tables = {"ours": FILE, "counted": COUNTED}
    chosen = options["weights"]
    table = stored(tables[chosen]) if chosen in tables else (0.0,) * CELLS
    return [float(chosen == "thesis"), float(options["instants"] == "thesis"), *table]
