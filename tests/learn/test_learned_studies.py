"""Study of the thesis's network: its recording, training and comparison."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tapete import nets
from tapete.studies.briscas import dnn

pytest.importorskip("torch")


def test_the_teacher_has_seat_0_and_only_its_moves_are_recorded() -> None:
    data = dnn.recorded(dnn.SET_UPS[0], 6, seed=1)
    played = data.played
    assert played.games == 6 and set(played.seat.tolist()) == {0} and set(played.player.tolist()) == {0}
    assert 19 <= len(data) / 6 <= 20, "19.5 a game in the published data, forced moves included"
    assert played.inputs == 166


def test_as_coded_the_network_has_the_published_shape_and_a_pupil_learns(tmp_path: Path, monkeypatch) -> None:
    set_up = dnn.SetUp("small", ("heuristic:as_coded=1",), {**dnn.AS_CODED, "patience": 1, "rate": 0.01})
    data = dnn.recorded(set_up, 60, seed=2)
    path, agreement = dnn.trained(set_up, data, tmp_path, seed=1)
    network = nets.load(path)
    sizes = sum(array.size for name, array in network.arrays.items())
    assert sizes - 2 * 65 == 17_448, "except for the two actions of an exchange, which the thesis's game lacks"
    assert agreement > dnn.baselines(data.played) + 0.05
    means, kept, outcome = dnn.won(path, "random", 20, seed=3)
    assert len(means) == 10 and 0 <= means.mean() <= 1
    assert len(kept.points) == outcome.games == 20


def test_a_deterministic_agent_agrees_with_itself() -> None:
    same, decisions = dnn.agreement_with_itself("cheap-winner", {}, 12, seed=1)
    assert same == decisions == 12
    same, decisions = dnn.agreement_with_itself("random", {}, 40, seed=1)
    assert same < decisions


def test_rows_compare_our_figure_with_the_published_one() -> None:
    near = dnn.row("a", "a", np.array([0.66] * 40 + [0.67] * 40), 0.664, 160)
    far = dnn.row("a", "a", np.array([0.2] * 200), 0.664, 400)
    assert near.agrees and near.published_games == 500 and far.agrees is False
    assert dnn.share_row("v", "v", 46, 100, dnn.ACCURACY).agrees and dnn.share_row("v", "v", 5, 100).agrees is None


def test_the_study_can_be_narrowed_and_resumed_and_keeps_networks_and_games(tmp_path: Path, monkeypatch) -> None:
    from tapete import studies
    from tapete.arena.store import Store
    from tapete.studies.report import study_report
    from tapete.studies.study import changed, run_study

    monkeypatch.setenv("TAPETE_RUNS", str(tmp_path / "runs"))
    monkeypatch.setitem(dnn.SCALES, "quick", (1, 12, 40, 4, 4))
    study = changed(studies.find("briscas/dnn"), exact=["as coded v random", "as coded: validation"])
    assert study.lines == [] and [job.label for job in study.jobs] == ["as coded"]
    lines: list[str] = []
    with Store(tmp_path / "s.db") as store:
        first = run_study(study, games=20, store=store, log=lines.append)
        assert [row.label for row in first.rows] == ["as coded v random", "as coded: validation"]
        assert first.rows[1].published == dnn.ACCURACY and first.rows[1].verdict == "", "too small a set to judge"
        assert first.rows[0].games == 20 and first.rows[0].verdict == "too few games"
        assert sum(run.kind == "duel" for run in store.runs()) == 1
        folder = tmp_path / "runs" / "briscas" / "dnn" / "quick-0" / "as-coded" / "1"
        assert (folder / "data.npz").exists() and (folder / "run" / "champion.npz").exists()
        made = (folder / "run" / "champion.npz").stat().st_mtime_ns
        again = run_study(study, games=20, store=store)
        assert (folder / "run" / "champion.npz").stat().st_mtime_ns == made and again.rows[0].ours == first.rows[0].ours
    assert any("recording 12 games" in text for text in lines) and any("learning from" in text for text in lines)
    study_report(first, tmp_path / "report")
    games = (tmp_path / "report" / "games.csv").read_text().splitlines()
    assert len(games) == 21 and "as coded v random" in games[1]
