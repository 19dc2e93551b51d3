"""Studies that train: published trainings are repeated, and every run's champion is measured on new games.

A training of a study is an ordinary one, in its own folder under `runs/studies` (or TAPETE_RUNS), so that an interrupted study
continues and its trainings have reports. At the quick scale they are much smaller than the published ones: figures are shown
beside each other and not judged.
"""

from __future__ import annotations

import math
import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.statistics import UNKNOWN, mean_interval
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.training import EvolutionTraining, Generation
from tapete.studies.study import NORMAL, Row

PROGRESS_SECONDS = 15.0  # seconds between two progress lines


@dataclass(frozen=True)
class Trained:
    """Configuration to train, and the published results of its runs."""

    label: str
    settings: Mapping[str, Any]  # of the configuration, beside those of the study
    fresh: tuple[float, ...] = ()  # published shares of the runs' champions on new games
    training: tuple[float, ...] = ()  # published shares of the runs' champions in training
    games: int | None = None  # of each of those


@dataclass(frozen=True)
class Trainings:
    """Shared settings of a study's configurations, and their reduction at the quick scale."""

    name: str
    game: str
    agent: str
    settings: Mapping[str, Any]
    quick: Mapping[str, Any] = field(default_factory=dict)

    def config(self, trained: Trained, scale: str, seed: int) -> EvolutionConfig:
        smaller = self.quick if scale == "quick" else {}
        settings = {"game": self.game, "agent": self.agent, **self.settings, **trained.settings, **smaller}
        return EvolutionConfig(**{"seed": seed + int(settings.pop("seed", 123)), **settings})

    def train(
        self, trained: Trained, scale: str, seed: int, log: Callable[[str], None] | None = None
    ) -> tuple[dict[str, Any], Path]:
        """Return the champion's file, trained now or before, and the folder.

        `log` is called with the folder and the progress.
        """
        folder = folder_of(self.name, scale, seed, trained.label)
        config = self.config(trained, scale, seed)
        check_same(folder, config)
        training = EvolutionTraining(config, folder)
        say = log or print_line
        say(f"{self.name}: {trained.label} into {folder}")
        return training.train(by_generation(trained.label, config, say)), folder


def folder_of(study: str, scale: str, seed: int, label: str) -> Path:
    """Return the folder of a study's training."""
    name = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
    return Path(os.environ.get("TAPETE_RUNS") or "runs/studies") / study / f"{scale}-{seed}" / name


def check_same(folder: Path, config: EvolutionConfig) -> None:
    """Refuse a folder that holds a training with other settings: its rows would not match the study."""
    if not (folder / "run.toml").exists():
        return
    held = EvolutionConfig.read(folder / "run.toml").as_dict()
    other = [name for name, value in config.as_dict().items() if held.get(name) != value]
    if other:
        raise BadOption(
            f"{folder} holds a training with other settings ({', '.join(other)}), by an earlier version: remove it, or "
            "let TAPETE_RUNS name another folder"
        )


def print_line(text: str) -> None:
    """Print a line to standard error, whether that is a terminal or a file."""
    print(text, file=sys.stderr, flush=True)


def by_generation(label: str, config: EvolutionConfig, say: Callable[[str], None]) -> Callable[[Generation], None]:
    """Return a callback that reports progress, at most every 15 seconds."""
    last = time.monotonic()

    def report(generation: Generation) -> None:
        nonlocal last
        if time.monotonic() - last < PROGRESS_SECONDS:
            return
        last = time.monotonic()
        best, mean = 100 * float(generation.fitness.max()), 100 * float(generation.fitness.mean())
        say(
            f"{label}: run {generation.run + 1} of {config.runs}, generation {generation.generation}, "
            f"{generation.evaluations:,} of {config.evaluations:,} evaluations, best {best:.1f} %, mean {mean:.1f} %"
        )

    return report


def rows_of(
    trained: Trained,
    champion: Mapping[str, Any],
    agent: str,
    *,
    judged: bool,
    folder: Path | None = None,
    par: float | None = 0.5,
) -> list[Row]:
    """Return two rows: the champions' mean over runs on new games, and their fitness in training."""
    runs = champion["training"]["runs"]
    found = []
    for what, key, published in (
        ("new games", "fresh", trained.fresh),
        ("in training", "training", trained.training),
    ):
        values = np.array([run[key] for run in runs])
        games = sum(run["fresh_games"] for run in runs)
        if key == "training":  # of a fitness, of each run
            games = len(runs) * int(champion.get("configuration", {}).get("games", 0))
        found.append(
            over_runs(
                f"{trained.label}, {what}", agent, values, published, trained.games, games, judged=judged, par=par
            )
        )
        found[-1].folder = str(folder or "")
    return found


def over_runs(
    label: str,
    agent: str,
    values: np.ndarray,
    published: Sequence[float],
    published_games: int | None,
    games: int,
    *,
    judged: bool,
    measure: str = "wins",
    par: float | None = None,
) -> Row:
    """Build a row of means over runs; the standard errors include the variation between runs."""
    mean = float(values.mean())
    interval = mean_interval(values) if measure == "wins" and len(values) > 1 else UNKNOWN
    if measure != "wins" and len(values) > 1:
        half = NORMAL * float(values.std(ddof=1)) / math.sqrt(len(values))
        interval = (mean - half, mean + half)
    theirs = float(np.mean(published)) if len(published) else None
    apart = None
    if judged and len(published) > 1 and len(values) > 1:
        noise = float(np.var(published, ddof=1)) / len(published) + float(values.var(ddof=1)) / len(values)
        apart = abs(mean - float(np.mean(published))) / math.sqrt(noise) if noise > 0 else None
    agrees = None if apart is None else apart <= NORMAL
    return Row(label, agent, measure, theirs, published_games, mean, interval, games, apart, agrees, False, 0, par=par)
