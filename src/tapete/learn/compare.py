"""Trainings of networks side by side: every run's network on the same fresh deals, so that methods are compared, not lucky runs.

The runs of a training are the observations, as for evolved weights (`tapete.evolve.compare`), and the tables are the same.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.evolve.compare import COMPARING, Comparison, Entry, difference
from tapete.learn.config import Config
from tapete.learn.training import CURVE, NETWORK_OF_RUN, scores_against
from tapete.seeds import derive

SCHEMA = "tapete-learned/1"


def read_result(folder: Path) -> dict[str, Any] | None:
    """What a finished training of a network left; None where the folder is none."""
    place = folder / "result.json"
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("schema") == SCHEMA else None


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """The checks of a training so far: run, update, CPU-seconds, decisions, rival, games, score and its interval."""
    place = folder / "curve.csv"
    if not place.is_file():
        return []
    whole, found = ("run", "update", "decisions", "games"), []
    try:
        with open(place, encoding="utf-8", newline="") as source:
            for row in csv.DictReader(source):
                numbers = {name: float(row[name]) for name in CURVE if name not in (*whole, "rival")}
                found.append({**{name: int(row[name]) for name in whole}, "rival": row["rival"], **numbers})
    except (KeyError, TypeError, ValueError, csv.Error):
        raise BadOption(f"{place}: it is not the curve of a training") from None
    return found


def compare(folders: Sequence[Path], *, against: Sequence[str] = (), games: int = 1000, seed: int = 0) -> Comparison:
    """Measure the networks of all runs of some trainings against the same rivals on the same deals."""
    read = []
    for folder in folders:
        result = read_result(folder)
        if result is None:
            raise BadOption(f"{folder}: it is not the folder of a finished training of a network")
        read.append((folder, result, Config.from_dict(result["configuration"], str(folder))))
    first = read[0][2]
    for folder, _, config in read:
        if (config.game, config.options, config.vary) != (first.game, first.options, first.vary):
            raise BadOption(f"{folder} plays {config.game} under other options than {folders[0]}: give them one game")
    rivals = list(against or first.rivals)
    if not rivals:
        raise BadOption("--against: these trainings were measured by nobody, so name some to measure them by")
    found = Comparison(first.game, rivals)
    for folder, result, config in read:
        scores = [
            np.mean(
                [one.score for one in scores_against(config.variants(), spec, rivals, games, derive(seed, COMPARING))]
            )
            for spec in networks_of(folder, result)
        ]
        trained = sum(run["games"] for run in result["runs"])
        found.entries.append(Entry(str(folder), result["method"], np.array(scores), games * len(rivals), trained))
    found.differences = [
        difference(one, other, "") for i, one in enumerate(found.entries) for other in found.entries[i + 1 :]
    ]
    return found


def networks_of(folder: Path, result: dict[str, Any]) -> list[str]:
    """The network of every run."""
    places = [folder / NETWORK_OF_RUN.format(run["run"]) for run in result["runs"]]
    if len(places) == 1 and not places[0].is_file():
        return [str((folder / "champion.npz").absolute())]
    for place in places:
        if not place.is_file():
            raise BadOption(f"{place} is gone")
    return [str(place.absolute()) for place in places]
