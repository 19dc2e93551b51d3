"""Tables that are fitted and not evolved: passes of self-play, each of which gives the next table, until it hardly moves.

A game that has such a table offers `tapete.games.NAME.training`: `AGENT`, `CONVERGED`, `first_table()`, `one_pass(...)` and
`as_file(table)`. The folder is that of any training: `run.toml`, `progress.csv`, `checkpoint.json`, `champion.json`; beside them
`table.json`, the table as the game keeps it.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.champion import SCHEMA
from tapete.agents.tunable import tunable
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.defaults import method_of
from tapete.evolve.fitness import Evaluator
from tapete.evolve.training import REPORTING, package_version, write_whole
from tapete.evolve.workers import ThreadWorkers
from tapete.seeds import derive

Progress = Callable[
    [int, int, float | None], None
]  # pass, its games so far, at its end by how much the table has moved


class TableTraining:
    """One table in one folder: `games` a pass, at most `evaluations` passes."""

    def __init__(self, config: EvolutionConfig, folder: Path, *, workers: int | None = None) -> None:
        self.config, self.folder = config, folder
        self.game = load(config.game, **config.options)
        self.method = method_of(config.game)
        self.tunable = tunable(self.method.AGENT, self.game)
        self.worker_pool = ThreadWorkers(workers)
        self.evaluator = Evaluator(
            self.game, self.tunable, config.against, max(config.fresh_games, 1), worker_pool=self.worker_pool
        )
        for name in config.settings:
            if name != "round_share":
                raise BadOption(f"--method table has no setting {name!r}; there is round_share")

    def train(self, progress: Progress = lambda number, played, moved: None) -> dict[str, Any]:
        """Passes until the table hardly moves, or as many as allowed; those that are finished are not played again."""
        finished = self.folder / "champion.json"
        if finished.exists():
            return json.loads(finished.read_text(encoding="utf-8"))
        table, changes = self._resume()
        while len(changes) < self.config.evaluations and (not changes or changes[-1] > self.method.CONVERGED):
            number = len(changes)
            table, moved = self.method.one_pass(
                self.game,
                table,
                number,
                self.config.games,
                self.config.seed,
                progress=lambda played, number=number: progress(number + 1, played, None),
                **self.config.settings,
            )
            changes.append(moved)
            self._save(table, changes)
            progress(number + 1, self.config.games, moved)
        return self._finish(finished, table, changes)

    def _resume(self) -> tuple[np.ndarray, list[float]]:
        checkpoint = self.folder / "checkpoint.json"
        if checkpoint.exists():
            data = json.loads(checkpoint.read_text(encoding="utf-8"))
            return np.array(data["table"]), data["changes"]
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write(self.folder / "run.toml")
        return self.method.first_table(), []

    def _save(self, table: np.ndarray, changes: list[float]) -> None:
        with open(self.folder / "progress.csv", "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(("pass", "games", "largest_change"))
            writer.writerows((i + 1, self.config.games, f"{change:.6f}") for i, change in enumerate(changes))
        write_whole(self.folder / "checkpoint.json", json.dumps({"table": table.tolist(), "changes": changes}))

    def _finish(self, path: Path, table: np.ndarray, changes: list[float]) -> dict[str, Any]:
        scores = self.evaluator.against_bots(table[None], derive(self.config.seed, REPORTING))
        against = {bot: float(shares[0]) for bot, shares in scores.against.items()}
        score = float(scores.fitness[0])
        genes = dict(zip(self.tunable.names, table.tolist(), strict=True))
        games = self.config.games * len(changes)
        run = {"run": 1, "training": score, "fresh": score, "against": against, "genes": genes, "games": games}
        stored = {
            "command": command_of(self.config),
            "games_per_pass": self.config.games,
            "seed": self.config.seed,
            "largest_change_by_pass": [round(change, 4) for change in changes],
            **self.method.as_file(table),
        }
        lines = json.dumps(stored, indent=1).replace("\n   ", " ").replace("\n  ]", " ]")
        write_whole(self.folder / "table.json", lines + "\n")
        data = {
            "schema": SCHEMA,
            "game": self.config.game,
            "options": dict(self.config.options),
            "agent": self.method.AGENT,
            "genes": genes,
            "weights": genes,
            "score": score,
            "score_ci95": None,
            "score_games": scores.games,
            "against": against,
            "training": {
                "runs": [run], "chosen": 1, "mean": score, "deviation": None, "ci95": None, "games": games,
                "largest_change_by_pass": changes,
            },
            "configuration": self.config.as_dict(),
            "version": package_version(),
        }  # fmt: skip
        write_whole(path, json.dumps(data, indent=1))
        return data


def command_of(config: EvolutionConfig) -> str:
    """The command that gives the same table again."""
    options = "".join(f" -o {name}={value}" for name, value in config.options.items())
    settings = "".join(f" --set {name}={value}" for name, value in config.settings.items())
    return (
        f"tapete train {config.game} --method table --games {config.games} --evaluations {config.evaluations} "
        f"--seed {config.seed}{settings}{options}"
    )
