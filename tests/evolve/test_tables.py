"""The table of `medium` is fitted by a training like any other."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.tables import TableTraining, command_of
from tapete.games.dinosaurs import training
from tapete.games.dinosaurs.weights import FILE, stored

SMALL = {
    "game": "dinosaurs", "agent": "medium", "method": "table", "options": {"players": 4}, "against": ["easy"], "games": 2000,
    "evaluations": 2, "population": 2, "seed": 1, "fresh_games": 8,
}  # fmt: skip


def test_interrupted_passes_resume_and_the_folder_is_an_agent(tmp_path: Path) -> None:
    whole = TableTraining(EvolutionConfig(**SMALL), tmp_path / "whole").train()

    def stop(number: int, played: int, moved: float | None) -> None:
        if moved is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TableTraining(EvolutionConfig(**SMALL), tmp_path / "cut").train(stop)
    cut = TableTraining(EvolutionConfig.read(tmp_path / "cut" / "run.toml"), tmp_path / "cut").train()
    assert cut == whole
    game = tapete.load("dinosaurs", players=4)
    agent = make_agent(str(tmp_path / "whole"), game)
    assert agent.agent.params[2:].tolist() == pytest.approx(list(whole["genes"].values()))
    table = json.loads((tmp_path / "whole" / "table.json").read_text())
    assert table["table"].keys() == json.loads(FILE.read_text())["table"].keys()
    assert len(table["largest_change_by_pass"]) == 2


def test_high_cards_are_rated_better_and_passes_end_at_convergence(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(training, "LITTLE_DATA", 1)
    monkeypatch.setattr(training, "CONVERGED", 100.0)
    TableTraining(EvolutionConfig(**SMALL), tmp_path / "x").train()
    found = json.loads((tmp_path / "x" / "table.json").read_text())
    assert len(found["largest_change_by_pass"]) == 1
    assert sum(found["table"]["P9"]) > sum(found["table"]["P1"])


@pytest.mark.slow
def test_the_stored_table_is_reproduced_by_its_command(tmp_path: Path) -> None:
    """Ten passes of a million games: takes minutes."""
    command = json.loads(FILE.read_text())["command"]
    config = EvolutionConfig(**{**SMALL, "games": 1_000_000, "evaluations": 10, "population": 10})
    assert command_of(config) == command
    TableTraining(config, tmp_path / "x").train()
    made = json.loads((tmp_path / "x" / "table.json").read_text())
    assert made == json.loads(FILE.read_text())


def test_medium_is_tunable() -> None:
    game = tapete.load("dinosaurs", players=4)
    made = tunable("medium", game)
    assert made.start == pytest.approx(np.clip(stored(FILE), 0, 1)) and made.names[0] == "P0E, natural"


def test_another_game_has_no_such_table(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="the dinosaurs have one"):
        TableTraining(EvolutionConfig(**{**SMALL, "game": "briscas", "options": {}}), tmp_path / "x")
