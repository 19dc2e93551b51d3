"""A folder of pictures from one run of each kind: `python benchmarks/pictures.py FOLDER`.

Small runs of real agents: what is looked at here is the print, not the strength. Every report is drawn twice, for one column of
print and for two; the first in Spanish and grey as well.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import tapete
from tapete import studies
from tapete.arena.drawing import Look
from tapete.arena.duel import duel
from tapete.arena.ladder import ladder_report
from tapete.arena.report import duel_report, sweep_report, tournament_report
from tapete.arena.sweep import sweep
from tapete.arena.tournament import tournament
from tapete.studies.report import study_report
from tapete.studies.study import run_study

LOOKS = {"two": Look(), "one": Look("one"), "es-grey": Look("one", "es", colour=False, outliers=True)}
LONG = "ismcts:iterations=40,rollout=cheap-winner,reward=points,c=0.25,final=max-robust"


def runs():
    """Name, result and how it is reported."""
    two, three, four = (tapete.load("briscas", players=n) for n in (2, 3, 4))
    yield "duel", duel(two, [LONG, "cheap-winner"], games=60, labels=["IS-MCTS (points)", "Cheap"]), duel_report
    yield "duel-few", duel(two, ["heuristic", "random"], games=4), duel_report
    yield (
        "duel-pairs",
        duel(four, ["cheap-winner", "heuristic", "heuristic:as_coded=1", "random"], games=120),
        duel_report,
    )
    field = ["cheap-winner", "heuristic", "heuristic:as_coded=1", "random"]
    yield "tournament", tournament(two, [*field, LONG], games=60), tournament_report
    yield "tournament-three", tournament(three, field, games=60), tournament_report
    many = [f"ismcts:iterations={n},c=0.7" for n in range(2, 26, 2)]
    yield "tournament-many", tournament(two, many, games=6), tournament_report
    grid = "thesis-mcts:c={0.5,1,1.4,2},iterations={10,50,100}"
    yield "sweep", sweep(tapete.load("briscas", thesis_engine=1), grid, ["random"], games=40), sweep_report
    yield "sweep-one", sweep(three, "ismcts:iterations={5..45:10}", ["random"], games=30), sweep_report
    rungs = tournament(two, ["random", "cheap-winner", "ismcts:iterations=20", "ismcts:iterations=200"], games=30)
    yield "ladder", rungs, ladder_report
    for name in ("mcts-grid", "table-3"):
        study = studies.find(f"briscas/{name}")
        few = 12 if name == "mcts-grid" else 1
        yield f"study-{name}", run_study(replace(study, lines=study.lines[:few]), games=30), study_report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for name, result, report in runs():
        for look_name, look in LOOKS.items():
            report(result, folder / name / look_name, look)
        print(name, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
