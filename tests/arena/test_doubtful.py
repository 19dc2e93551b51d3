"""Stored losses on time that were booked by mistake can be found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import tapete
from tapete.arena.duel import duel
from tapete.arena.results import doubtful_losses
from tapete.arena.store import Store


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("did not answer (inf s) and was stopped", 1),
        ("did not answer (10 s) and was stopped", 1),  # the whole game took less
        ("did not answer (1e-09 s) and was stopped", 0),
        ("raised ValueError", 0),
    ],
)
def test_a_loss_before_the_time_was_over_is_found(tmp_path: Path, text: str, found: int) -> None:
    path = tmp_path / "results.db"
    with Store(path) as store:
        duel(tapete.load("briscas"), ["random", "random"], games=4, seed=1, store=store)
    with sqlite3.connect(path) as db:
        match = db.execute("SELECT id FROM match").fetchone()[0]
        db.execute("INSERT INTO fault VALUES (?, 0, 0, 0, 0, 4, ?)", (match, text))
    with Store(path, write=False) as store:
        assert sum(doubtful_losses(store, run) for run in store.runs()) == found
