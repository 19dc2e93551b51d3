"""The genetic algorithm of the Hearthstone thesis: what tables 4.3 and 4.4 have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.studies.study import Picture, Row
from tapete.studies.training import Trained, Trainings, over_runs

OPPONENT = "greedy:eval=midrange"
SMALL = {"population": 12, "evaluations": 48, "games": 20, "runs": 2, "fresh_games": 200}
NOTES = (
    "A published figure is the best fitness in the last generation: of some 2,000 to 4,000 individuals "
    "measured by 200 games each "
    "(standard error 3.5 points) the luckiest, kept without being measured again. The line on new games is what such a "
    "champion is worth. Played anew, the three published champions win 47 to 51 % where 57, 56 and 55.5 were printed.",
    "Four seeds a row, because the authors could afford one and said that their differences may be chance.",
    "Opponent as in the text (midrange); the program had another score in that place. The scramble draws its places with "
    "repetition, as the program did, so that values are copied and lost.",
    "The quick scale trains the first row alone, with a twentieth of the population.",
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
    """A row of a table: ten generations after the first."""
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
    settings = {"method": "ga", "against": [OPPONENT], "games": 200, "runs": 4, "choice": "published"}
    return Trainings(name, "hearthstone", f"greedy:eval={genome}", settings, SMALL)


def smaller(trained: Trained) -> Trained:
    """The same operators in a population of twelve."""
    own = dict(trained.settings["settings"])
    own |= {"elites": 1, "immigrants": 3, "select": shrunk(own["select"])}
    return Trained(trained.label, {"settings": own}, training=trained.training, games=trained.games)


def shrunk(select: str) -> str:
    return "tournament(3)" if select.startswith("tournament") else select


def rows(trainings: Trainings, experiments: Sequence[Trained], scale: str, seed: int) -> list[Row]:
    found = []
    for trained in [smaller(experiments[0])] if scale == "quick" else experiments:
        champion, folder = trainings.train(trained, scale, seed)
        found += both(trained, champion, folder)
    return found


def pictures(figure: str, experiments: Sequence[Trained]) -> tuple[Picture, ...]:
    """Best fitness by generation, a line for each experiment; in panels of at most six, as they can be told apart."""
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
    """The best in training beside the published one, and what the champions win on new games."""
    runs, agent, label = champion["training"]["runs"], champion["agent"], trained.label
    training, fresh = (np.array([run[key] for run in runs]) for key in ("training", "fresh"))
    games = sum(run["fresh_games"] for run in runs)
    found = [
        over_runs(f"{label}, in training", agent, training, trained.training, trained.games, 0, judged=False, par=0.5),
        over_runs(f"{label}, new games", agent, fresh, (), None, games, judged=False, par=0.5),
    ]
    for row in found:
        row.folder = str(folder)
    return found
