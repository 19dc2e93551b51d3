"""Genetic algorithm of the Hearthstone thesis: shared parts of tables 4.3 and 4.4."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.statistics import UNKNOWN, wilson
from tapete.studies.maximum import Maximum, fitnesses, maximum_of
from tapete.studies.study import NORMAL, Job, Picture, Row, Task
from tapete.studies.thesis_hearthstone import AS_PUBLISHED, SIMULATOR
from tapete.studies.training import Trained, Trainings, over_runs

OPPONENT = f"greedy:eval=midrange,{AS_PUBLISHED.agent}"
OF_THE_PROGRAM = f"greedy:eval=utility,{AS_PUBLISHED.agent}"
SMALL = {"population": 12, "evaluations": 48, "games": 20, "runs": 2, "fresh_games": 200}
NOTES = (
    "A published figure is the best fitness in the last generation: of some 2,000 to 4,000 individuals "
    "measured by 200 games each "
    "(standard error 3.5 points) the luckiest, kept without being measured again. The line on new games is what such a "
    "champion is worth. Played anew, the three published champions win 47 to 51 % where 57, 56 and 55.5 were printed.",
    "The line `in training` is judged: were all individuals of our training measured again, the best of their fitnesses would "
    "have a known distribution (mean and deviation stand beside the verdict); the published one is a draw of such a "
    "distribution, if its individuals were as good. Every individual plays deals of its own, as in the thesis's program: "
    "on shared deals the luck of a generation would be shared too, and its best would be less lucky. How much trainings of "
    "one row differ is not in it, unless `runs` are several.",
    "The conditions are those of tables C.1 to C.15: the simulator's rules, no mulligan, greedy on the true state on both "
    "sides. Opponent as in the text (midrange); the lines `v utility` have the program's. The scramble draws its places "
    "with repetition, as the program did, so that values are copied and lost.",
    "A row of table 4.4 takes about four minutes of processor time at full scale, one of 4.3 about two: "
    "`--scale full --line LABEL` trains one, and what is "
    "trained is kept. The quick scale trains the first row alone, with a population of twelve, and compares nothing.",
)


def experiment(
    number: int,
    best: float,
    population: int,
    elites: int,
    immigrants: int,
    mutate: float,
    select: str,
    cross: str,
    mutation: str,
) -> Trained:
    """Return a row of a table: ten generations after the first."""
    children = population - elites
    settings: dict[str, Any] = {
        "population": population,
        "evaluations": population + 10 * children,
        "settings": {
            "elites": elites, "immigrants": immigrants, "mutate": mutate, "select": select, "cross": cross,
            "mutation": mutation,
        },
    }  # fmt: skip
    return Trained(f"{number}: {select}, {cross}, {mutation}", settings, training=(best,), games=200)


def shared(name: str, genome: str) -> Trainings:
    settings = {
        "method": "ga", "options": dict(SIMULATOR), "against": [OPPONENT], "games": 200, "runs": 1, "choice": "published",
        "deals": "own",
    }  # fmt: skip
    return Trainings(name, "hearthstone", f"greedy:eval={genome},{AS_PUBLISHED.agent}", settings, SMALL)


def smaller(trained: Trained) -> Trained:
    """Return the same operators in a population of twelve; the label says so, and there is no published figure for it."""
    own = dict(trained.settings["settings"])
    own |= {"elites": 1, "immigrants": 3, "select": shrunk(own["select"])}
    number = trained.label.partition(":")[0]
    label = f"{number}, small: {own['select']}, {own['cross']}, {own['mutation']}, population {SMALL['population']}"
    return Trained(label, {"settings": own})


def shrunk(select: str) -> str:
    return "tournament(3)" if select.startswith("tournament") else select


def against_utility(trained: Trained) -> Trained:
    """Return the same training against the opponent that the thesis's program had, not its text."""
    settings = {**trained.settings, "against": [OF_THE_PROGRAM]}
    return replace(trained, label=f"{trained.label}, v utility", settings=settings)


def jobs(trainings: Trainings, experiments: Sequence[Trained]) -> tuple[Job, ...]:
    """Return a job for each row of a table against the opponent of the text, then against that of the program."""
    return tuple(
        Job(
            trained.label,
            partial(rows, trainings, trained),
            (f"{trained.label}, in training", f"{trained.label}, new games"),
            quick=trained is experiments[0],
        )
        for trained in (*experiments, *map(against_utility, experiments))
    )


def rows(trainings: Trainings, trained: Trained, task: Task) -> list[Row]:
    if task.scale == "quick":
        trained = smaller(trained)
    champion, folder = trainings.train(trained, task.scale, task.seed, task.log)
    return both(trained, champion, folder)


def pictures(figure: str, experiments: Sequence[Trained]) -> tuple[Picture, ...]:
    """Return the best fitness by generation, a line per experiment; at most six to a panel, to keep them distinguishable."""
    parts = [experiments[first : first + 6] for first in range(0, len(experiments), 6)]
    return tuple(
        Picture(
            f"figure-{figure.replace('.', '-')}{'' if len(parts) == 1 else '-' + 'ab'[number]}",
            f"Best of each generation by experiment, mean over runs (figure {figure} of the thesis).",
            "training-curves",
            tuple(trained.label for trained in part),
        )
        for number, part in enumerate(parts)
    )


def both(trained: Trained, champion: Mapping[str, Any], folder: Path) -> list[Row]:
    """Return the best in training beside the published one, and the champions' wins on new games."""
    runs, agent, label = champion["training"]["runs"], champion["agent"], trained.label
    training, fresh = (np.array([run[key] for run in runs]) for key in ("training", "fresh"))
    games = int(champion["configuration"]["games"])
    maxima = [maximum_of(generations, games) for generations in fitnesses(folder)]
    found = [
        best_row(f"{label}, in training", agent, training, maxima, trained, games),
        over_runs(
            f"{label}, new games",
            agent,
            fresh,
            (),
            None,
            sum(run["fresh_games"] for run in runs),
            judged=False,
            par=0.5,
        ),
    ]
    if len(runs) == 1:
        found[1].ci95 = wilson(float(fresh[0]), runs[0]["fresh_games"], NORMAL)
    for row in found:
        row.folder, row.clairvoyant = str(folder), "clairvoyant=1" in agent
    return found


def best_row(
    label: str, agent: str, training: np.ndarray, maxima: Sequence[Maximum], trained: Trained, games: int
) -> Row:
    """Return the best fitness of a training beside the published one, judged by the distribution of the maximum."""
    runs, ours = len(training), float(training.mean())
    expected = float(np.mean([found.mean for found in maxima]))
    variance = float(np.mean([found.deviation**2 for found in maxima]))
    if runs > 1:  # trainings of one row differ by more than the noise of their games
        variance = max(variance, float(training.var(ddof=1)))
    published = trained.training[0] if trained.training else None
    apart = None
    if published is not None:
        beyond = max(0.0, abs(published - expected) - 0.5 / games)
        apart = beyond / math.sqrt(variance * (1 + 1 / runs))
    half = NORMAL * math.sqrt(variance)
    low, high = max(0.0, expected - half), min(1.0, expected + half)
    return Row(
        label, agent, "fitness", published, trained.games if published is not None else None, ours,
        UNKNOWN, runs * games, apart, None if apart is None else apart <= NORMAL,
        False, 0, par=0.5,
        remark=f"best of {maxima[0].n:,} fitnesses: 95 % of such maxima lie in [{100 * low:.1f}, {100 * high:.1f}]",
    )  # fmt: skip
