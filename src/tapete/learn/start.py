"""Training from Python: one function for evolution and for networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.evolve.config import METHODS as EVOLUTION
from tapete.learn.config import METHODS as LEARNING


def train(game: Game | str, *, method: str, out: str | Path, **settings: Any) -> dict[str, Any]:
    """Train an agent into the folder `out` and return what its result file says.

    Methods: `es`, `ga`, `cma`, `random`, `table` evolve the weights of `agent`; `td`, `ppo`, `imitate`, `expert` train a network.
    Settings are those of the method's `run.toml` (the options of `tapete train`). A folder that holds an unfinished training of
    the same settings goes on.

        champion = tapete.train("briscas", method="es", agent="greedy", against=["random"], evaluations=40, out="runs/mine")
        champion["score"]
    """
    name, options = (game, {}) if isinstance(game, str) else (game.name, dict(game.options))
    given = {"game": name, "method": method, "options": options, **settings}
    folder = Path(out)
    if method in LEARNING:
        from tapete.learn.config import NetworkConfig
        from tapete.learn.training import NetworkTraining

        return NetworkTraining(NetworkConfig(**given), folder).train()
    if method not in EVOLUTION:
        raise BadOption(f"method {method!r}: must be one of {', '.join((*EVOLUTION, *LEARNING))}")
    from tapete.evolve.config import EvolutionConfig
    from tapete.evolve.tables import TableTraining
    from tapete.evolve.training import EvolutionTraining

    config = EvolutionConfig(**given)
    training = TableTraining(config, folder) if method == "table" else EvolutionTraining(config, folder)
    try:
        return training.train()
    finally:
        training.worker_pool.close()
