"""Shared parts of the Tribute thesis's trainings, and the effect of a schedule's borders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tapete.evolve.report import read_progress
from tapete.studies.study import Job, Picture, Row, Task
from tapete.studies.training import Trained, Trainings, over_runs, rows_of

BOTS = ["patron-favors", "max-agents", "max-prestige", "decision-tree:form=2024"]
SMALL = {"population": 6, "evaluations": 60, "games": 40, "runs": 2, "fresh_games": 200}
# As in the thesis's program, except that members of the hall of fame really play
AS_PUBLISHED = {
    "method": "es",
    "options": {"preset": "thesis"},
    "against": BOTS,
    "population": 10,
    "evaluations": 500,
    "games": 200,
    "runs": 5,
    "between": "restart",
    "odd": "as-published",
    "choice": "published",
}


def trainings(name: str) -> Trainings:
    return Trainings(name, "tribute", "evolved", AS_PUBLISHED, SMALL)


WHAT = {
    "fitness": "Fitness by generation",
    "population": "Weights of the population by generation",
    "champions": "Weights of the best individual by generation",
    "bars": "Weights of the last generation",
    "boxes": "Weights of the last generation, run by run",
}


def training_picture(figure: str, kind: str, label: str) -> Picture:
    """Return a figure of the thesis from a training, mean over its runs."""
    caption = f"{WHAT[kind]}, {label}, mean over runs (figure {figure} of the thesis)."
    return Picture(f"figure-{figure.replace('.', '-')}", caption, f"training-{kind}", (f"{label},",))


def falls(label: str, agent: str, folder: Path, published: Sequence[float] = ()) -> list[Row]:
    """Return a row per border: the change of the population's mean where a fixed segment begins after another kind."""
    progress = read_progress(folder)
    found = []
    for border in progress.borders:
        if progress.mode[border] != "fixed":
            continue
        before = [g for g in range(border) if progress.mode[g] == "fixed"]
        if not before:
            continue
        change = progress.mean[:, border] - progress.mean[:, before[-1]]
        found.append(
            over_runs(
                f"{label}, mean fitness at generation {border} less that at {before[-1]}", agent, change, published, None, 0,
                judged=False, measure="difference",
            )
        )  # fmt: skip
    return found


def trained_rows(shared: Trainings, trained: Trained, task: Task) -> list[Row]:
    champion, folder = shared.train(trained, task.scale, task.seed, task.log)
    rows = rows_of(trained, champion, champion["agent"], judged=task.scale == "full", folder=folder)
    published = (-28.9,) if trained.label == "H-3, restart" else ()
    return rows + falls(trained.label, champion["agent"], folder, published)


def job(shared: Trainings, trained: Trained, *, quick: bool = True) -> Job:
    """Return a training of a study."""
    return Job(
        trained.label,
        lambda task: trained_rows(shared, trained, task),
        (f"{trained.label}, new games", f"{trained.label}, in training"),
        quick,
    )


def shares(*per_cent: float) -> tuple[float, ...]:
    return tuple(np.array(per_cent) / 100)
