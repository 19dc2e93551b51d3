"""Wherever games are played, the champion is the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tapete.errors import BadOption
from tapete.evolve.config import Config
from tapete.evolve.training import Training

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner", "random"], "population": 4, "evaluations": 12,
    "games": 16, "fresh_games": 40, "schedule": "fixed:0.5,coevolution:0.5", "hall_of_fame": 2,
}  # fmt: skip


def trained(folder: Path, on: str | None) -> dict:
    made = Training(Config(**SMALL), folder, workers=2, on=on)
    try:
        return made.train()
    finally:
        made.crew.close()


def test_processes_give_the_same_champion(tmp_path: Path) -> None:
    assert trained(tmp_path / "threads", None) == trained(tmp_path / "processes", "processes")


@pytest.mark.slow
def test_ray_gives_the_same_champion(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    assert trained(tmp_path / "threads", None) == trained(tmp_path / "ray", "ray")


def test_pairs_are_sent_with_the_vectors_they_need(tmp_path: Path) -> None:
    made = Training(Config(**SMALL), tmp_path / "x", workers=1, on="processes")
    sent = []

    def here(tasks):
        from tapete.evolve.workers import play_there

        sent.extend(tasks)
        return [play_there(made.crew.carrier, *task) for task in tasks]

    made.crew._play = here
    vectors = np.random.default_rng(1).uniform(made.genes.low, made.genes.high, (6, len(made.genes)))
    pairs = [(0, 5), (4, 1), (2, 3)]
    found = made.crew.among(made.game, made.tunable, vectors, pairs, 3, 7)
    expected = Training(Config(**SMALL), tmp_path / "y").crew.among(made.game, made.tunable, vectors, pairs, 3, 7)
    assert (found == expected).all() and [len(task[0]) for task in sent] == [2, 2, 2]


def test_an_unknown_place_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="must be local, processes"):
        Training(Config(**SMALL), tmp_path / "x", on="moon")
