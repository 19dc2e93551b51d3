"""Studies of levels: games, end of play, and verdicts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from tapete import studies
from tapete.cli.tables import print_study
from tapete.core.registry import load
from tapete.studies import levels
from tapete.studies.files import append_result
from tapete.studies.levels import Settled, aim_of, by_iterations, remark_of
from tapete.studies.study import Task, changed, chosen_jobs, run_study

GAMES = ("briscas", "catan", "dinosaurs", "hearthstone", "tribute")


def test_every_game_has_a_study_of_its_levels_for_every_number_of_players():
    for name in GAMES:
        study = studies.find(f"{name}/levels")
        pairs = [job.label.partition(": ")[2] for job in study.jobs]
        assert pairs[:3] == ["normal v easy", "hard v normal", "best v hard"]
        players = next((option for option in load(name).definition.options if option.name == "players"), None)
        variants = {job.label.partition(": ")[0] for job in study.jobs}
        for count in range(players.low, players.high + 1) if players is not None else (2,):
            assert any(variant.startswith({2: "two", 3: "three", 4: "four"}[count]) for variant in variants), (
                name,
                count,
            )


def test_clocks_become_iterations():
    assert by_iterations("ismcts:ms=1000,rollout=settler,c=0.06", 500) == "ismcts:rollout=settler,c=0.06,iterations=500"
    assert by_iterations("net:mulligan=intended", 500) == "net:mulligan=intended"
    assert by_iterations("ismcts:iterations=100000,guide=own", 500) == "ismcts:iterations=100000,guide=own"
    for name in GAMES:
        game = load(name)
        assert not any("ms=" in levels.agent_of(level, game, 100) for level in levels.LEVELS)


def test_aims_are_those_of_two_sides_or_of_one_against_copies():
    assert aim_of(load("briscas", players=2)) == aim_of(load("briscas", players=4)) == (0.5, 0.6)
    assert aim_of(load("catan", players=4)) == (0.25, 0.4)
    assert aim_of(load("dinosaurs", players=3)) == pytest.approx((1 / 3, 1.6 / 3))


@pytest.mark.parametrize(("share", "decision"), [(0.75, "H1"), (0.40, "H0"), (0.55, "H0"), (0.64, "H1")])
def test_play_ends_when_aim_and_par_are_decided(share, decision):
    """Independent games of a fixed share, up to 6,000. The intervals err once in twenty, but not for these seeds."""
    deals = np.random.default_rng(5).binomial(1, share, 6000).astype(float)
    test = Settled(0.5, 0.6)
    looks = range(64, 6001, 64)
    ended = next((n for n in looks if test.judge(deals[:n]).decision != "none"), None)
    assert ended is not None and test.judge(deals[:ended]).decision == decision
    assert test.judge(deals[:64]).decision == "none" or share == 0.75


def test_verdicts_on_a_level():
    assert remark_of(0.7, (0.6, 0.8), 0.5, 0.6, 40) == "too few games"
    assert remark_of(0.7, (0.6, 0.8), 0.5, 0.6, 400) == "aim 60 % met, above par"
    assert remark_of(0.55, (0.52, 0.58), 0.5, 0.6, 4000) == "aim 60 % NOT met, above par"
    assert remark_of(0.51, (0.48, 0.54), 0.5, 0.6, 4000) == "aim 60 % NOT met, not shown to be above par"
    assert remark_of(0.30, (0.25, 0.35), 0.5, 0.6, 400) == "WORSE than the level below"


def test_one_pair_of_levels_is_measured_and_a_cap_holds(monkeypatch: pytest.MonkeyPatch):
    study = changed(studies.find("briscas/levels"), exact=["two players: normal v easy"])
    assert len(chosen_jobs(study, "quick")) == 1
    (row,) = run_study(study, games=400).rows
    assert row.measure == "score" and row.par == 0.5 and row.games <= 400 and row.ours > 0.6
    assert row.ci95[0] < row.ours < row.ci95[1] and row.outcomes[0].games == row.games
    assert row.remark.startswith("aim 60 % met")


def test_games_of_jobs_are_counted_in_the_summary_and_in_the_file(tmp_path: Path):
    study = changed(studies.find("briscas/levels"), exact=["two players: normal v easy"])
    result = run_study(study, games=24)
    (entry,) = append_result(result, tmp_path / "levels.jsonl")
    assert entry["games"] == result.rows[0].games == 24
    with (console := Console(width=200)).capture() as shown:
        print_study(result, console)
    assert "24 games played now in" in shown.get()


def test_levels_that_are_the_same_agent_are_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(levels, "agent_of", lambda level, game, iterations: "cheap-winner")
    of = levels.LevelSettings("briscas", {"two players": {}}, 10, {"normal": 10})
    (row,) = levels.measure(of, "two players", "normal", "easy", Task("quick", 0))
    assert row.games == 0 and row.remark == "both levels are cheap-winner"
