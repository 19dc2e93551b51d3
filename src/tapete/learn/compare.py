"""Trainings of networks side by side: every run's network on the same fresh deals, so that methods are compared, not lucky runs.

The runs of a training are the observations, as for evolved weights (`tapete.evolve.compare`), and the tables are the same.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.statistics import mean_interval
from tapete.errors import BadOption
from tapete.evolve.compare import (
    COMPARING,
    MEETING,
    Curve,
    Entry,
    Meeting,
    TrainingComparison,
    difference,
    met_interval,
    par_of,
    short_names,
)
from tapete.learn.config import NetworkConfig
from tapete.learn.training import CURVE, NETWORK_OF_RUN, scores_against
from tapete.seeds import derive

SCHEMA = "tapete-learned/1"

ENDS = ("low", "high")  # columns of a curve that are empty where an interval is unknown


def read_result(folder: Path) -> dict[str, Any] | None:
    """Return the result of a finished training of a network, or None if the folder holds none."""
    place = folder / "result.json"
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("schema") == SCHEMA else None


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """The checks of a training so far: run, update, CPU-seconds, decisions, rival, games, score and its interval.

    The ends of an interval that is unknown are None.
    """
    place = folder / "curve.csv"
    if not place.is_file():
        return []
    whole, found = ("run", "update", "decisions", "games"), []
    try:
        with open(place, encoding="utf-8", newline="") as source:
            for row in csv.DictReader(source):
                columns = [name for name in CURVE if name not in (*whole, "rival")]
                numbers = {name: float(row[name]) if row[name] or name not in ENDS else None for name in columns}
                found.append({**{name: int(row[name]) for name in whole}, "rival": row["rival"], **numbers})
    except (KeyError, TypeError, ValueError, csv.Error):
        raise BadOption(f"{place}: it is not the curve of a training") from None
    return found


def compare(
    folders: Sequence[Path],
    *,
    against: Sequence[str] = (),
    games: int = 1000,
    seed: int = 0,
    log: Callable[[str], None] = lambda text: None,
) -> TrainingComparison:
    """Measure the networks of all runs of some trainings against the same rivals and each other on the same deals."""
    read = []
    for folder in folders:
        result = read_result(folder)
        if result is None:
            raise BadOption(f"{folder}: it is not the folder of a finished training of a network")
        read.append((folder, result, NetworkConfig.from_dict(result["configuration"], str(folder))))
    first = read[0][2]
    for folder, _, config in read:
        if (config.game, config.options, config.vary) != (first.game, first.options, first.vary):
            raise BadOption(f"{folder} plays {config.game} under other options than {folders[0]}: give them one game")
    rivals = list(against or first.rivals)
    if not rivals:
        raise BadOption("--against: these trainings had no opponents to measure them, so name some")
    names, variants = short_names(folders), first.variants()
    found = TrainingComparison(first.game, rivals, options=dict(first.options), par=par_of(variants[0]), seed=seed)
    networks = [networks_of(folder, result) for folder, result, _ in read]
    for name, specs, (folder, result, _) in zip(names, networks, read, strict=True):
        log(f"{name}: {len(specs)} networks, {games:,} games against each rival")
        scored = [scores_against(variants, spec, rivals, games, derive(seed, COMPARING)) for spec in specs]
        by_rival = {rival: np.array([one[i].score for one in scored]) for i, rival in enumerate(rivals)}
        counts = [one.games for one in scored[0]]
        found.entries.append(
            Entry(
                str(folder), result["method"], np.mean(list(by_rival.values()), axis=0), sum(counts),
                sum(run["games"] for run in result["runs"]), by_rival, chosen_run(result), result.get("cpu_seconds"),
                name=name, bot_games=counts,
            )
        )  # fmt: skip
    found.differences = [
        difference(one, other, "") for i, one in enumerate(found.entries) for other in found.entries[i + 1 :]
    ]
    found.meetings = list(meetings(variants, names, networks, games, seed, log))
    found.curves = {name: curve_of(read_curve(folder)) for name, folder in zip(names, folders, strict=True)}
    found.curves = {name: curve for name, curve in found.curves.items() if len(curve.x)}
    found.axes = ("CPU-minutes", "score against the rivals, mean")
    return found


def chosen_run(result: dict[str, Any]) -> int:
    """The run whose network the training chose, counted from 0."""
    chosen = [np.mean([score["score"] for score in run["chosen_by"]] or [0.0]) for run in result["runs"]]
    return int(np.argmax(chosen))


def meetings(
    variants: Sequence[Any],
    names: Sequence[str],
    networks: Sequence[Sequence[str]],
    games: int,
    seed: int,
    log: Callable[[str], None],
) -> Any:
    """Networks of every two trainings against each other, from every seat; `games` shared out over the pairs of runs."""
    two_sides = len(set(variants[0].sides)) == 2
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if i == j or (two_sides and j < i):
                continue
            log(f"networks of {one} against those of {other}")
            each = max(2, -(-games // (len(networks[i]) * len(networks[j]))))
            scored = [scores_against(variants, spec, networks[j], each, derive(seed, MEETING)) for spec in networks[i]]
            scores = np.array([[score.score for score in row] for row in scored])
            alone = scores.size == 1
            interval = (scored[0][0].low, scored[0][0].high) if alone else met_interval(scores)
            played = sum(score.games for row in scored for score in row)
            yield Meeting(one, other, scores, np.zeros(0), played, interval)
            if two_sides:
                back = None if interval is None else (1 - interval[1], 1 - interval[0])
                yield Meeting(other, one, 1 - scores.T, np.zeros(0), played, back)


def curve_of(rows: Sequence[dict[str, Any]]) -> Curve:
    """The checks of a training: mean over runs and rivals; intervals over runs, or over the games of a single run."""
    updates = sorted({row["update"] for row in rows})
    x, mean, low, high = [], [], [], []
    for update in updates:
        here = [row for row in rows if row["update"] == update]
        by_run: dict[int, list[dict[str, Any]]] = {}
        for row in here:
            by_run.setdefault(row["run"], []).append(row)
        values = [float(np.mean([row["score"] for row in group])) for group in by_run.values()]
        x.append(float(np.mean([row["cpu_seconds"] for row in here])) / 60)
        mean.append(float(np.mean(values)))
        if len(values) > 1:
            interval = mean_interval(values)
        else:
            half = np.sqrt(sum(((row["high"] - row["low"]) / 2) ** 2 for row in here)) / len(here)
            interval = (mean[-1] - half, mean[-1] + half)
        low.append(interval[0])
        high.append(interval[1])
    return Curve(np.array(x), np.array(mean), np.array(low), np.array(high))


def networks_of(folder: Path, result: dict[str, Any]) -> list[str]:
    """The network of every run."""
    places = [folder / NETWORK_OF_RUN.format(run["run"]) for run in result["runs"]]
    if len(places) == 1 and not places[0].is_file():
        return [str((folder / "champion.npz").absolute())]
    for place in places:
        if not place.is_file():
            raise BadOption(f"{place} is gone")
    return [str(place.absolute()) for place in places]
