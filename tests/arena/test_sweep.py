"""Sweeps play the given settings on the same deals, and their reports are complete."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import tapete
from tapete.arena.experiment import read_outcome
from tapete.arena.report import sweep_report, tournament_report
from tapete.arena.results import compare, list_runs
from tapete.arena.store import Store
from tapete.arena.sweep import Trial, best_guess, parse_template, sweep
from tapete.arena.tournament import standings, tournament
from tapete.errors import BadOption


@pytest.fixture(scope="module")
def game():
    return tapete.load("briscas")


def test_a_template_names_values_and_ranges(game):
    template = parse_template("ismcts:c={0.5,1},iterations={10..1000:log}", game)
    values, span = template.axes
    assert values.values == ("0.5", "1")
    assert (span.low, span.high, span.log, span.whole) == (10, 1000, True, True)
    assert span.at(0.5) == "100"
    assert template.spec({"c": "1", "iterations": "20"}) == "ismcts:c=1,iterations=20"


@pytest.mark.parametrize(
    "text",
    ["ismcts:c=1", "ismcts:c={}", "ismcts:c={2..1}", "ismcts:c={0..1:log}", "ismcts:nonsense={1,2}", "nobody:c={1,2}"],
)
def test_a_wrong_template_is_refused(game, text):
    with pytest.raises(tapete.TapeteError):
        parse_template(text, game)


def test_a_grid_plays_every_combination_and_continues_from_the_store(game, tmp_path):
    with Store(tmp_path / "s.db") as store:
        first = sweep(game, "ismcts:c={0.5,1},iterations={5,10}", ["random", "heuristic"], games=10, store=store)
        again = sweep(game, "ismcts:c={0.5,1},iterations={5,10}", ["random", "heuristic"], games=10, store=store)
    assert [trial.spec for trial in first.trials] == [
        f"ismcts:c={c},iterations={n}" for c in ("0.5", "1") for n in (5, 10)
    ]
    assert first.games == 4 * 2 * 10
    assert again.as_dict()["played_now"] == 0
    assert [t.score for t in again.trials] == [t.score for t in first.trials]
    assert set(first.trials[0].by_opponent) == {"random", "heuristic"}


def test_a_range_needs_a_search_that_draws(game):
    with pytest.raises(BadOption, match="random or bayes"):
        sweep(game, "ismcts:c={0..1}", ["random"], games=2)


def test_random_and_bayesian_searches_are_reproducible(game):
    for search in ("random", "bayes"):
        runs = [
            sweep(game, "ismcts:iterations={1..30}", ["random"], games=6, search=search, trials=7, seed=2)
            for _ in range(2)
        ]
        assert [t.spec for t in runs[0].trials] == [t.spec for t in runs[1].trials]
        assert 5 <= len(runs[0].trials) <= 7


def test_the_bayesian_search_looks_near_the_top():
    """Known scores have a peak at 0.7: the next point is near it, not at the ends."""
    places = np.array([[0.0], [0.25], [0.5], [0.75], [1.0]])
    trials = [Trial("", {}, 1000, 0.9 - (float(x) - 0.7) ** 2, (0.0, 0.01), {}, None, 0.0, 0) for x in places[:, 0]]
    for trial in trials:
        trial.ci95 = (trial.score - 0.005, trial.score + 0.005)
    guess = best_guess(places, trials, np.random.default_rng(0))
    assert 0.5 < guess[0] < 0.95


@pytest.mark.usefixtures("all_formats")
@pytest.mark.slow
def test_a_report_is_one_page_with_its_pictures_beside_it(game, tmp_path):
    pytest.importorskip("matplotlib")
    result = tournament(game, ["random", "heuristic", "cheap-winner"], games=40)
    page = tournament_report(result, tmp_path / "t").read_text()
    assert page.count("<svg") == len(list((tmp_path / "t").glob("*.svg"))) == 10
    assert not re.search(r'(src|href)="http', page)
    assert "cheap-winner" in page
    assert "3 comparisons" in page
    assert {p.suffix for p in (tmp_path / "t").iterdir()} == {".svg", ".png", ".pdf", ".tex", ".csv", ".html", ".json"}
    assert json.loads((tmp_path / "t" / "result.json").read_text())["games"] == 120


def test_a_report_of_a_sweep_has_five_pictures(game, tmp_path):
    swept = sweep(game, "ismcts:c={0.5,1},iterations={5,10}", ["random"], games=10)
    assert sweep_report(swept, tmp_path / "s").read_text().count("<svg") == 5


def test_stored_runs_are_listed_shown_and_compared(game, tmp_path):
    with Store(tmp_path / "s.db") as store:
        for seed in (1, 2):
            tournament(game, ["random", "heuristic"], games=50, seed=seed, store=store)
    with Store(tmp_path / "s.db", write=False) as store:
        listed = list_runs(store)
        shown = [standings(read_outcome(store, run)) for run in store.runs()]
    assert [entry["games"] for entry in listed] == [50, 50]
    data = compare(shown)
    assert data["warnings"] == []
    change = data["agents"][1]["difference"]
    assert change["value"] == pytest.approx(shown[1].standings[1].score - shown[0].standings[1].score)
    assert change["ci95"][0] < change["value"] < change["ci95"][1]
