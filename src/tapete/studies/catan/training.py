"""Neuro-evolution as the Catan thesis did it, as it could have been done, and with free choice of arguments."""

import logging

import numpy as np

from tapete.arena.duel import duel
from tapete.arena.runs import LOG
from tapete.arena.statistics import mean_interval
from tapete.catalogue import load
from tapete.studies.catan.thesis import OPPONENT, THESIS
from tapete.studies.study import Row, Study
from tapete.studies.training import Trained, Trainings, rows_of

RAW, SCALED = "activation=sigmoid,inputs=raw", "activation=tanh,inputs=scaled"
PYGAD = {"select": "best(5)", "cross": "cut(1)", "mutation": "add(0.1)", "mutate": 1.0, "elites": 1}
PUBLISHED = {
    "method": "ga", "population": 10, "evaluations": 910, "games": 100, "runs": 10, "choice": "published",
    "settings": PYGAD,
}  # fmt: skip
SANE = {"method": "cma", "population": 20, "evaluations": 2000, "games": 100, "runs": 3}
SHARED = Trainings(
    "catan/training",
    "catan",
    "types-net",
    {"options": dict(THESIS), "against": [OPPONENT], "fresh_games": 10_000},
    {"population": 6, "evaluations": 30, "games": 20, "runs": 2, "fresh_games": 100},
)
CONFIGURATIONS = [
    Trained(
        "(a) types and arguments, impossible ones lose",
        {**PUBLISHED, "agent": f"arguments-net:hidden=4,{RAW},impossible=lose,span=4", "runs": 2},
        fresh=(0.0,),
    ),
    Trained(
        "(b) types only, as published",
        {**PUBLISHED, "agent": f"types-net:hidden=4,{RAW},span=1000"},
        fresh=(0.25,),
        training=(0.30,),
        games=100,
    ),
    Trained("(c) types only, scaled and measured anew", {**SANE, "agent": f"types-net:hidden=4,{SCALED},span=2"}),
    Trained(
        "(d) types and masked arguments",
        {**SANE, "agent": f"arguments-net:hidden=4,{SCALED},impossible=best-legal,span=2"},
    ),
    Trained(
        "(d) a network of action values",
        {**SANE, "agent": "net", "network": "actions", "hidden": [8], "encoder": "terms", "weight_span": 2.0},
    ),
]


def counted(scale: str, seed: int) -> list[Row]:
    rows = []
    for trained in CONFIGURATIONS:
        champion, folder = SHARED.train(trained, scale, seed)
        rows += rows_of(trained, champion, champion["agent"], judged=False, par=0.25)
        if "impossible=lose" in champion["agent"]:
            rows.append(forfeits(trained.label, str(folder), scale, seed))
    return rows


def forfeits(label: str, folder: str, scale: str, seed: int) -> Row:
    """The share of the champion's games that end by an impossible action."""
    game = load("catan", preset=THESIS["preset"])
    level = LOG.level
    LOG.setLevel(logging.ERROR)  # the forfeits are the figure, not a surprise to be told one by one
    try:
        result = duel(game, [folder, OPPONENT], games=100 if scale == "quick" else 2000, seed=seed)
    finally:
        LOG.setLevel(level)
    share = result.agents[0].faults / result.games
    ended = np.zeros(result.games)
    ended[: result.agents[0].faults] = 1.0
    interval = mean_interval(ended)
    return Row(
        f"{label}: games ended so",
        "arguments-net",
        "wins",
        1.0,
        None,
        share,
        interval,
        result.games,
        None,
        None,
        False,
        0,
    )


STUDY = Study(
    "networks evolved against the thesis's opponents",
    "Catan thesis, sections 4.3 and 5: about 25 of 100 games (par), at best 30, against three almost random players",
    "catan",
    [],
    options=THESIS,
    notes=(
        "(a) In the thesis every game of this design ended at the first impossible action, and 200 hours of "
        "training changed nothing.",
        "(b) Mutation adds up to 1 to weights of up to 1,000, so that only crossover of the first ten vectors "
        "searches; raw inputs "
        "with such weights make every output 0 or 1, and ties go to the lowest type, the end of the turn. The "
        "best of a thousand "
        "evaluations of 100 games was kept without being measured again: of a player whose true share is 16 to 18 % the "
        "luckiest of so many has 29 to 31.",
        "The networks see no owner of a building, no harbour of their own, no dice and not the offer that they answer.",
        "Figures for (c) and (d) are ours alone.",
    ),
    counted=counted,
)
