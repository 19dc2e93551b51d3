"""The table of weights that `medium` plays by, trained by self-play, and the script that trains it.

    python -m tapete.games.dinosaurs.weights --games 200000 --passes 10 --seed 1

A cell is the worth of choosing a card (a row, see `policies.row_of`) against a disaster: half the result of the round (1 highest, 0.5
between, 0 lowest), half the share of the game won later, averaged over self-play of the table so far in which a tenth of the
choices is random. Passes go on until no cell moves by more than 0.01 (docs/rules/dinosaurs_agents.md, section 3).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tapete.contract import ACTIONS, MEMORY, NUMBERS, OPTIONS, below_in
from tapete.games.dinosaurs import policies, rules
from tapete.games.dinosaurs.cards import DISASTERS, IDS, POINT_TYPES
from tapete.kernel import array, copy_of, f8, i8, kernel, mix, scratch_f8, scratch_i4, scratch_i8, u1, u8

FILE = Path(__file__).with_name("weights.json")
CELLS = policies.ROWS * 4
CHOICES = 800  # more than all seats can choose in a game of 200 rounds
RANDOM_CHOICES = 10  # one of so many is random
CONVERGED = 0.01
LITTLE_DATA = 200  # choices below which a cell of a rare row does not count for convergence


def row_names() -> list[str]:
    """A name for every row of the table."""
    names = list(IDS[:POINT_TYPES])
    for card in ("P0E", "P3E"):
        names += [f"{card} with nothing to add", *(f"{card} with {value} to add" for value in range(10))]
    names += [f"P4E, rest of the hand {mean}" for mean in ("below 3", "below 4", "below 5", "5 or more")]
    return names + [f"P6E with {count} boosts and saps" for count in ("no", "one", "more")]


@cache
def trained() -> tuple[float, ...]:
    """The table in the package, row by row."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(float(worth) for name in row_names() for worth in stored["table"][name])


def medium_params(game: Any, options: Mapping[str, Any]) -> Sequence[float]:
    """What the policy `medium` reads: kind of weights, kind of instants, the table."""
    table = trained() if options["weights"] == "ours" else (0.0,) * CELLS
    return [float(options["weights"] == "thesis"), float(options["instants"] == "thesis"), *table]


@kernel
def self_play(
    options: OPTIONS, first: u8, games: i8, states: array(u1, 2), params: NUMBERS, memory: MEMORY, sums: NUMBERS, counts: MEMORY
) -> i8:
    """Play games of the table against itself and add up what every choice was worth; return the choices made."""
    return 0


def main() -> None:
    raise SystemExit


if __name__ == "__main__":
    sys.exit(main())
