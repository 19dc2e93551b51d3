"""The champion is the same wherever its games are played."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest

from tapete.errors import BadOption, TapeteError
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.training import EvolutionTraining

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner", "random"], "population": 4, "evaluations": 12,
    "games": 16, "fresh_games": 40, "schedule": "fixed:0.5,coevolution:0.5", "hall_of_fame": 2,
}  # fmt: skip


def trained(folder: Path, on: str | None) -> dict:
    made = EvolutionTraining(EvolutionConfig(**SMALL), folder, workers=2, on=on)
    try:
        return made.train()
    finally:
        made.worker_pool.close()


def test_processes_give_the_same_champion(tmp_path: Path) -> None:
    assert trained(tmp_path / "threads", None) == trained(tmp_path / "processes", "processes")


@pytest.mark.slow
def test_ray_gives_the_same_champion(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    assert trained(tmp_path / "threads", None) == trained(tmp_path / "ray", "ray")


def test_a_worker_that_dies_raises_an_error_instead_of_losing_games(tmp_path: Path) -> None:
    made = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "x", workers=1, on="processes")
    state = made._begin(0)
    made.worker_pool._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    with pytest.raises(BrokenProcessPool):
        made.worker_pool._pool.submit(os._exit, 3).result()
    with pytest.raises(TapeteError, match="has died; none of its games counts as lost"):
        made._generation(state)
    made.worker_pool.close()
    assert not len(state.strategy.vectors), "no fitness was recorded"


def test_a_failed_evaluation_stops_the_training_which_can_be_resumed(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", None)
    made = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "cut", workers=1)
    played, calls = made.worker_pool.against, []

    def fails_once(*given):
        calls.append(given)
        if len(calls) == 3:
            raise TapeteError("no answer")
        return played(*given)

    made.worker_pool.against = fails_once  # type: ignore[method-assign]
    with pytest.raises(TapeteError, match="no answer"):
        made.train()
    with open(tmp_path / "cut" / "progress.csv", encoding="utf-8") as source:
        assert len(source.readlines()) == 2, "the failed generation is not recorded"
    assert trained(tmp_path / "cut", None) == whole


def test_pairs_are_sent_with_the_vectors_they_need(tmp_path: Path) -> None:
    made = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "x", workers=1, on="processes")
    sent = []

    def here(tasks):
        from tapete.evolve.workers import play_there

        sent.extend(tasks)
        return [play_there(made.worker_pool.carrier, *task) for task in tasks]

    made.worker_pool._play = here
    vectors = np.random.default_rng(1).uniform(made.genes.low, made.genes.high, (6, len(made.genes)))
    pairs = [(0, 5), (4, 1), (2, 3)]
    found = made.worker_pool.among(made.game, made.tunable, vectors, pairs, 3, 7)
    expected = EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "y").worker_pool.among(
        made.game, made.tunable, vectors, pairs, 3, 7
    )
    assert (found == expected).all() and [len(task[0]) for task in sent] == [2, 2, 2]


def test_an_unknown_executor_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="must be local, processes"):
        EvolutionTraining(EvolutionConfig(**SMALL), tmp_path / "x", on="moon")
