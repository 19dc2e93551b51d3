"""Pictures of one run of each kind, to look at: `python benchmarks/pictures.py FOLDER [NAME...]`.

Small runs of real agents: the pictures matter here, not the strength. Every report is drawn three times: for two
columns of print, for one, and for one in Spanish and grey. Names choose among the runs; `--list` lists them all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import tapete
from tapete import studies
from tapete.arena.drawing import Look
from tapete.arena.duel import duel
from tapete.arena.report import duel_report, sweep_report, tournament_report
from tapete.arena.sweep import sweep
from tapete.arena.time_scaling import ladder_report
from tapete.arena.tournament import tournament
from tapete.studies.report import study_report
from tapete.studies.study import run_study

LOOKS = {"two": Look(), "one": Look("one"), "es-grey": Look("one", "es", colour=False, outliers=True)}
LONG = "ismcts:iterations=40,rollout=cheap-winner,reward=points,c=0.25,final=max-robust"
FIELD = ["cheap-winner", "heuristic", "heuristic:as_coded=1", "random"]
PAIRS = ["cheap-winner", "heuristic", "heuristic:as_coded=1", "random"]
RUNGS = ["random", "cheap-winner", "ismcts:iterations=20", "ismcts:iterations=200"]
GRID = "thesis-mcts:c={0.5,1,1.4,2},iterations={10,50,100}"


def briscas(players: int = 2, **options: Any) -> tapete.Game:
    return tapete.load("briscas", players=players, **options)


def played(name: str, games: int = 10) -> Any:
    """Run a study with few games, and only the lines that its pictures show."""
    study = studies.find(name)
    shown = {label for picture in study.pictures for label in picture.lines}
    lines = [line for line in study.lines if line.label in shown] or study.lines
    return run_study(replace(study, lines=lines), games=games, workers=1)


Experiment = tuple[Callable[[], Any], Callable[..., Path]]
RUNS: dict[str, Experiment] = {
    "duel": (
        lambda: duel(briscas(), [LONG, "cheap-winner"], games=60, labels=["IS-MCTS (points)", "Cheap"]),
        duel_report,
    ),
    "duel-few": (lambda: duel(briscas(), ["heuristic", "random"], games=4), duel_report),
    "duel-pairs": (lambda: duel(briscas(4), PAIRS, games=120), duel_report),
    "tournament": (lambda: tournament(briscas(), [*FIELD, LONG], games=60), tournament_report),
    "tournament-three": (lambda: tournament(briscas(3), FIELD, games=60), tournament_report),
    "tournament-four": (
        lambda: tournament(tapete.load("catan", players=4), ["settler", "random", "greedy", "easy"], games=24),
        tournament_report,
    ),
    "tournament-many": (
        lambda: tournament(briscas(), [f"ismcts:iterations={n},c=0.7" for n in range(2, 26, 2)], games=6),
        tournament_report,
    ),
    "sweep": (lambda: sweep(briscas(thesis_engine=1), GRID, ["random"], games=40), sweep_report),
    "sweep-one": (lambda: sweep(briscas(3), "ismcts:iterations={5..45:10}", ["random"], games=30), sweep_report),
    "ladder": (lambda: tournament(briscas(), RUNGS, games=30), ladder_report),
    **{
        f"study-{name.replace('/', '-')}": (lambda name=name: played(name), study_report)  # type: ignore[misc]
        for name in studies.names()
        if studies.find(name).pictures
    },
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", dest="listed")
    parser.add_argument("--look", choices=[*LOOKS, "all"], default="all")
    given = parser.parse_intermixed_args()
    unknown = [name for name in given.names if name not in RUNS]
    if given.listed or given.folder is None or unknown:
        print(
            f"there is no run {unknown[0]!r}; " if unknown else "", "runs: ", ", ".join(RUNS), sep="", file=sys.stderr
        )
        return 0 if given.listed else 2
    for name in given.names or RUNS:
        play, report = RUNS[name]
        result = play()
        for look_name, look in LOOKS.items():
            if given.look in (look_name, "all"):
                report(result, given.folder / name / look_name, look)
        print(name, file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
