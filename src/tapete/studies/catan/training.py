"""Neuro-evolution as the Catan thesis did it, as it could have been done, and with free choice of arguments."""

import logging
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.arena.duel import DuelResult, duel
from tapete.arena.experiment import LOG
from tapete.arena.game_statistics import Spread
from tapete.arena.statistics import mean_interval
from tapete.core.registry import load
from tapete.studies.catan.thesis import OPPONENT, THESIS
from tapete.studies.study import NORMAL, Row, Study
from tapete.studies.training import Trained, Trainings, rows_of

RAW, SCALED = "activation=sigmoid,inputs=raw", "activation=tanh,inputs=scaled"
PYGAD = {"select": "best(5)", "cross": "cut(1)", "mutation": "add(0.1)", "mutate": 1.0, "elites": 1}
PUBLISHED = {
    "method": "ga", "population": 10, "evaluations": 910, "games": 100, "runs": 10, "choice": "published",
    "settings": PYGAD,
}  # fmt: skip
TYPES = "(b) types only"
PROFILE = (
    ("offer", "offers"),
    ("bank", "trades with the bank"),
    ("buy", "cards bought"),
    ("settle", "settlements"),
    ("city", "cities"),
)
OF_OPPONENTS = ("offer", "buy")
SANE = {"method": "cma", "population": 20, "evaluations": 2000, "games": 100, "runs": 3}
NO_TRADE = {"max_offers": 0}
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
        f"{TYPES}, as published (first weights up to 1,000)",
        {**PUBLISHED, "agent": f"types-net:hidden=4,{RAW},span=1000"},
        fresh=(0.25,),
        training=(0.30,),
        games=100,
    ),
    Trained(
        f"{TYPES}, first weights up to 500", {**PUBLISHED, "agent": f"types-net:hidden=4,{RAW},span=500", "runs": 3}
    ),
    Trained(f"{TYPES}, first weights up to 4", {**PUBLISHED, "agent": f"types-net:hidden=4,{RAW},span=4", "runs": 3}),
    Trained(
        f"{TYPES}, first weights up to 4, without trade",
        {**PUBLISHED, "agent": f"types-net:hidden=4,{RAW},span=4", "runs": 3, "options": {**THESIS, **NO_TRADE}},
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
        if trained.label.startswith(TYPES):
            rows += profile(trained, str(folder), scale, seed)
    return rows


def forfeits(label: str, folder: str, scale: str, seed: int) -> Row:
    """Return the share of the champion's games that end by an impossible action."""
    level = LOG.level
    LOG.setLevel(logging.ERROR)  # the forfeits are the figure, so they are not logged one by one
    try:
        result = played(folder, THESIS, scale, seed)
    finally:
        LOG.setLevel(level)
    share = result.agents[0].faults / result.games
    ended = np.zeros(result.games)
    ended[: result.agents[0].faults] = 1.0
    interval = mean_interval(ended)
    return Row(
        f"{label}: games ended so", "arguments-net", "share", 1.0, None, share, interval, result.games, None, None, False, 0
    )  # fmt: skip


def profile(trained: Trained, folder: str, scale: str, seed: int) -> list[Row]:
    """Return the profile of a line's champion in a game, and its score without trade."""
    options = dict(SHARED.config(trained, scale, seed).options)
    result = played(folder, options, scale, seed)
    assert result.statistics is not None
    rows = []
    for who, agent in zip(("types-net", OPPONENT), result.statistics.agents, strict=True):
        for kind, what in PROFILE:
            if (who != OPPONENT or kind in OF_OPPONENTS) and (kind != "offer" or options.get("max_offers") != 0):
                each = ", each opponent" if who == OPPONENT else ""
                rows.append(
                    often_row(f"{trained.label}: {what} a game{each}", who, agent.actions.get(kind), result.games)
                )
    if "max_offers" not in options:
        without = played(folder, {**options, **NO_TRADE}, scale, seed).agents[0]
        rows.append(
            Row(
                f"{trained.label}: the champion where nobody trades", "types-net", "score", None, None, without.score,
                without.ci95, result.games, None, None, False, 0, par=0.25,
            )
        )  # fmt: skip
    return rows


def often_row(label: str, who: str, often: Spread | None, games: int) -> Row:
    """Build the row of the frequency of an action in a game."""
    mean, deviation = (often.mean, often.deviation) if often is not None else (0.0, 0.0)
    half = NORMAL * deviation / math.sqrt(games)
    return Row(label, who, "actions", None, None, mean, (mean - half, mean + half), games, None, None, False, 0)


def played(folder: str, options: Mapping[str, Any], scale: str, seed: int) -> DuelResult:
    """Play a champion alone against three of the thesis's opponents."""
    game = load("catan", **options)
    return duel(game, [folder, OPPONENT], games=100 if scale == "quick" else 2000, seed=seed)


STUDY = Study(
    "networks evolved against the thesis's opponents",
    "Catan thesis, sections 4.3 and 5: about 25 of 100 games (par), at best 30, against three almost random players",
    "catan",
    [],
    options=THESIS,
    notes=(
        "(a) In the thesis every game of this design ended at the first impossible action, and 200 hours of "
        "training changed nothing.",
        "(b) The published program drew its first weights up to 4, then up to 1,000, then up to 500; the network that came with "
        "it is of the second kind, and wins 23.7 % [21.7, 25.9] of 2,000 games here. Mutation adds up to 1: beside weights of "
        "hundreds that changes nothing, so that only crossover of the first ten vectors searches, and with weights up to 4 it "
        "does search. The "
        "best of a thousand "
        "evaluations of 100 games was kept without being measured again: of a player whose true share is 16 to 18 % the "
        "luckiest of so many has 29 to 31.",
        "What (b) learns from small weights is above all to make offers to opponents who accept at random: the lines of actions "
        "a game say how many, and the same champion without trade what is left of it.",
        "The networks see no owner of a building, no harbour of their own, no dice and not the offer that they answer.",
        "Figures for (c) and (d) are ours alone.",
    ),
    counted=counted,
)
