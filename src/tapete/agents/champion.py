"""Champion of a training: the file `champion.json`, an agent like any other, with its provenance.

The file holds the agent, the genes by name, the score on deals that were not used in training, every run of the training, and
the whole configuration. `weights=FILE` of agents and evaluations reads it too (`tapete.core.weight_files`), and a training's
folder is an agent spec.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.carriers import MakeAgent, carrier_for
from tapete.agents.genes import Tunable
from tapete.agents.spec import parse_spec
from tapete.core.game import Game
from tapete.core.weight_files import CHAMPION as NAME
from tapete.core.weight_files import CHAMPION_SCHEMA as SCHEMA
from tapete.errors import BadOption

FOLDER = "champions"  # folder of shipped champions in a game's package


@dataclass(frozen=True)
class Champion:
    """Contents of a champion file."""

    game: str
    options: Mapping[str, Any]
    agent: str
    genes: Mapping[str, float]
    where: Path
    carrier: Mapping[str, Any]  # parameter source: phases, a network

    def vector(self, names: Sequence[str], start: np.ndarray) -> np.ndarray:
        """Return the genes in a given order; missing ones have their start value."""
        return np.array([self.genes.get(name, value) for name, value in zip(names, start.tolist(), strict=True)])

    def agent_for(self, game: Game, make_agent: MakeAgent) -> Any:
        """Return the agent that plays by these genes."""
        if game.name != self.game:
            raise BadOption(f"{self.where} is a champion of {self.game}, not of {game.name}")
        tuned = self.tunable(game, make_agent)
        return tuned.agent(self.vector(tuned.names, tuned.start)).agent

    def tunable(self, game: Game, make_agent: MakeAgent, agent: str | None = None) -> Tunable:
        """Return the parameter source for a game: of its own agent, or of another with the same genes."""
        names = [] if self.carrier["phases"] or self.carrier["network"] else list(self.genes)
        wanted = {**self.carrier, "agent": agent or self.agent, "genes": names or self.carrier["genes"]}
        try:
            return carrier_for(game, wanted, make_agent)
        except BadOption as error:
            evaluation = parse_spec(self.agent)[1].get("eval")
            if agent is None or evaluation is None or "eval" in parse_spec(agent)[1]:
                raise
            meant = f"{agent}{',' if ':' in agent else ':'}eval={evaluation}"
            raise BadOption(f"{error}; the champion has weights of eval={evaluation}: did you mean {meant}?") from None


def shipped(game: Game) -> dict[str, Path]:
    """Return the champions shipped with a game, by name."""
    return {path.stem: path for path in sorted((game.home / FOLDER).glob("*.json"))} if game.home is not None else {}


def read_champion(path: Path) -> Champion:
    """Return the champion of a training's folder, or of a file."""
    file = path / NAME if path.is_dir() else path
    if not file.is_file():
        there = "its training is not finished" if (path / "run.toml").exists() else "it does not hold a training"
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
    """Return the parameter source of the file's configuration; plain weights if it has none."""
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
