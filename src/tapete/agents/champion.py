"""What a training leaves: `champion.json`, an agent like any other, and where it comes from.

The file holds the agent it is a champion of, the genes by name, what it scored on deals that nobody was trained on, every run
of the training, and the whole configuration. `weights=FILE` of the agent reads it too, and a training's folder is an agent spec.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.tunable import tunable
from tapete.errors import BadOption
from tapete.game import Game

SCHEMA = "tapete-champion/1"
NAME = "champion.json"


@dataclass(frozen=True)
class Champion:
    """A champion as its file tells of it."""

    game: str
    options: Mapping[str, Any]
    agent: str
    genes: Mapping[str, float]
    where: Path

    def vector(self, names: Sequence[str], start: np.ndarray) -> np.ndarray:
        """The genes in an order, others as they start."""
        return np.array([self.genes.get(name, value) for name, value in zip(names, start.tolist(), strict=True)])

    def agent_for(self, game: Game) -> Any:
        """The agent that plays by these genes."""
        if game.name != self.game:
            raise BadOption(f"{self.where} is a champion of {self.game}, not of {game.name}")
        tuned = tunable(self.agent, game, list(self.genes))
        return tuned.agent(np.array(list(self.genes.values()))).agent


def read_champion(path: Path) -> Champion:
    """The champion of a training's folder, or of a file."""
    file = path / NAME if path.is_dir() else path
    if not file.is_file():
        there = "its training is not finished" if (path / "run.toml").exists() else "there is no training"
        raise BadOption(f"{path}: {there}")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"{file}: {error}") from None
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise BadOption(f"{file}: not a champion of a training (schema {SCHEMA!r} expected)")
    for name, kind in (("game", str), ("agent", str), ("genes", Mapping), ("options", Mapping)):
        if not isinstance(data.get(name), kind):
            raise BadOption(f"{file}: {name!r} is missing or wrong")
    genes = data["genes"]
    if not genes or not all(isinstance(x, (int, float)) and math.isfinite(x) for x in genes.values()):
        raise BadOption(f"{file}: genes must be finite numbers by name")
    return Champion(data["game"], data["options"], data["agent"], genes, file)
