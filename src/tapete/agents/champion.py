"""What a training leaves: `champion.json`, an agent like any other, and where it comes from.

The file holds the agent it is a champion of, the genes by name, what it scored on deals that nobody was trained on, every run
of the training, and the whole configuration. `weights=FILE` of agents and evaluations reads it too (`tapete.core.weight_files`),
and a training's folder is an agent spec.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.carriers import carrier_for
from tapete.agents.tunable import Tunable
from tapete.core.game import Game
from tapete.core.weight_files import CHAMPION as NAME
from tapete.core.weight_files import CHAMPION_SCHEMA as SCHEMA
from tapete.errors import BadOption

FOLDER = "champions"  # of a game's package, where those lie that come with it


@dataclass(frozen=True)
class Champion:
    """A champion as its file tells of it."""

    game: str
    options: Mapping[str, Any]
    agent: str
    genes: Mapping[str, float]
    where: Path
    carrier: Mapping[str, Any]  # what carries the genes: phases, a network

    def vector(self, names: Sequence[str], start: np.ndarray) -> np.ndarray:
        """The genes in an order, others as they start."""
        return np.array([self.genes.get(name, value) for name, value in zip(names, start.tolist(), strict=True)])

    def agent_for(self, game: Game) -> Any:
        """The agent that plays by these genes."""
        if game.name != self.game:
            raise BadOption(f"{self.where} is a champion of {self.game}, not of {game.name}")
        tuned = self.tunable(game)
        return tuned.agent(self.vector(tuned.names, tuned.start)).agent

    def tunable(self, game: Game, agent: str | None = None) -> Tunable:
        """What carries the genes in a game, or another agent with the same ones."""
        names = [] if self.carrier["phases"] or self.carrier["network"] else list(self.genes)
        return carrier_for(
            game, {**self.carrier, "agent": agent or self.agent, "genes": names or self.carrier["genes"]}
        )


def shipped(game: Game) -> dict[str, Path]:
    """The champions that come with a game, by name."""
    return {path.stem: path for path in sorted((game.home / FOLDER).glob("*.json"))} if game.home is not None else {}


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
    return Champion(data["game"], data["options"], data["agent"], genes, file, carrier_in(data, file))


def carrier_in(data: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """What the file's configuration says of the carrier; of a file that says nothing, plain weights."""
    configuration = data.get("configuration", {})
    if not isinstance(configuration, Mapping):
        raise BadOption(f"{file}: 'configuration' is wrong")
    usual: dict[str, Any] = {
        "genes": [], "phases": [], "network": "", "hidden": [], "activation": "tanh", "encoder": "", "weight_span": 2.0,
    }  # fmt: skip
    found = {name: configuration.get(name, value) for name, value in usual.items()}
    for name, value in usual.items():
        if type(found[name]) is not type(value) and not (name == "weight_span" and isinstance(found[name], int)):
            raise BadOption(f"{file}: {name!r} in 'configuration' is wrong")
    return found | {"game": data["game"], "options": data["options"], "agent": data["agent"]}
