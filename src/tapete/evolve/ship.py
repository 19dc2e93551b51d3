"""From a finished training to a file that comes with a game: `python -m tapete.evolve.ship FOLDER NAME`.

The file holds the champion's genes by name, where they come from, and its share of new games that neither the training nor the
choice of the champion has seen; of the other runs their figures alone. `champion:name=NAME` plays it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.champion import FOLDER, read_champion
from tapete.agents.registry import make_agent
from tapete.core.registry import load
from tapete.errors import TapeteError
from tapete.evolve.fitness import Evaluator
from tapete.evolve.training import write_whole
from tapete.evolve.workers import ThreadWorkers
from tapete.seeds import derive

SHIPPING = 7 << 40  # a stream of deals that no training and no comparison plays
DIGITS = 6


def shipped_form(folder: Path, games: int, seed: int = 0, workers: int | None = None) -> dict[str, Any]:
    """The champion of a folder with genes rounded as they are shipped, measured with those on games of its own."""
    champion = read_champion(folder)
    data = json.loads(champion.where.read_text(encoding="utf-8"))
    genes = {name: round(value, DIGITS) for name, value in champion.genes.items()}
    game = load(champion.game, **champion.options)
    tunable = champion.tunable(game, make_agent)
    vector = np.array(
        [genes.get(name, start) for name, start in zip(tunable.names, tunable.start.tolist(), strict=True)]
    )
    evaluator = Evaluator(
        game, tunable, data["configuration"]["against"], games=games, worker_pool=ThreadWorkers(workers)
    )
    scores = evaluator.against_bots(vector[None], derive(seed, SHIPPING))
    share = float(scores.fitness[0])
    summary = data["training"]
    runs = [{name: run[name] for name in ("run", "seed", "training", "fresh")} for run in summary["runs"]]
    begun = data["configuration"]["start"]
    return {
        **{name: data[name] for name in ("schema", "game", "options", "agent")},
        "genes": genes,
        "score": share,
        "score_games": scores.games,
        "score_ci95": [round(end, 4) for end in scores.interval()],
        "against": {bot: float(shares[0]) for bot, shares in scores.against.items()},
        "training": {name: summary[name] for name in ("chosen", "mean", "deviation", "games")} | {"runs": runs},
        "configuration": {**data["configuration"], "start": Path(begun).name if begun else ""},
        "version": data["version"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Put the champion of a training beside its game.")
    parser.add_argument("folder", type=Path, help="of a finished training")
    parser.add_argument("name", help="by which the champion will be known")
    parser.add_argument("--games", type=int, default=20_000, help="new games against all opponents of its training")
    parser.add_argument("--workers", type=int, help="cores to use; all if not given")
    given = parser.parse_args()
    try:
        data = shipped_form(given.folder, given.games, workers=given.workers)
    except TapeteError as error:
        parser.error(str(error))
    place = (load(data["game"], **data["options"]).home or Path()) / FOLDER
    place.mkdir(exist_ok=True)
    write_whole(place / f"{given.name}.json", json.dumps(data, indent=1) + "\n")
    low, high = data["score_ci95"]
    print(
        f"{place / given.name}.json: {100 * data['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {data['score_games']:,}"
    )


if __name__ == "__main__":
    main()
