"""Results report if many games ended at the game's own limit of turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

import tapete
from tapete.arena.duel import duel
from tapete.arena.report import duel_report
from tapete.cli.tables import print_duel


@pytest.mark.parametrize(("limit", "told"), [(4, True), (500, False)])
def test_results_report_if_more_than_a_tenth_of_the_games_ended_at_the_limit(
    limit: int, told: bool, tmp_path: Path
) -> None:
    result = duel(tapete.load("tribute", turn_limit=limit), ["max-agents", "patron-favors"], games=20, seed=1)
    assert result.statistics is not None
    assert (result.statistics.at_limit > 2) == told
    console = Console(record=True, width=200)
    print_duel(result, console, statistics=True)
    duel_report(result, tmp_path / "report")
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    for shown in (console.export_text(), page):
        assert ("20 of 20 games ended at the turn limit" in shown) == told
