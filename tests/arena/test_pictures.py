"""Pictures for print: no text is cut or overlaps another, for any names, games and players."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from made_up import LONG, MANY, made_sweep, made_tournament

import tapete
from tapete import studies
from tapete.arena import plots
from tapete.arena.drawing import DEFAULT, Look, broken, figure, problems, save
from tapete.arena.duel import duel
from tapete.arena.report import duel_report, latex_table, latex_text, sweep_report, tournament_report
from tapete.arena.sweep import sweep
from tapete.arena.tournament import tournament
from tapete.studies.report import study_report
from tapete.studies.study import run_study

ONE, SPANISH, GREY = Look("one"), Look(language="es"), Look(colour=False, outliers=True)
NARROW = Look("one", "es")  # the least room and the longest words


def tournament_pictures(result, look):
    outcome = result.outcome
    names = [s.shown for s in result.standings]
    statistics = result.statistics
    bars = [(n, s.wins, s.draws, s.losses) for n, s in zip(names, statistics.agents, strict=True)]
    seats = [(n, s.seats) for n, s in zip(names, statistics.agents, strict=True)]
    yield "win-rates", plots.win_rates(result, look)
    yield "ratings", plots.rating_ladder(result, look)
    yield "cross-table", plots.cross_heat_map(result, look)
    yield "outcomes", plots.outcome_bars(bars, look)
    yield "seats", plots.seat_scores(seats, 1 / outcome.matches[0].game.seats, look)
    yield "point-boxes", plots.point_boxes(result, look)
    yield "point-histograms", plots.point_histograms(result, look)
    yield "lengths", plots.lengths(result, look)
    yield "durations", plots.durations(result, look)
    yield "points-against-time", plots.points_against_time(result, look)
    yield "points-against-points", plots.points_against_points(outcome, 0, 0, 1, look)


def sweep_pictures(result, look):
    for name, (drawn, _) in plots.sweep_pictures(result, look).items():
        yield name, drawn


def ladder_pictures(look):
    result = made_tournament([*LONG, "random", "heuristic"])
    groups = {s.shown: [(max(s.thinking.ms, 1e-6), s.score, s.ci95)] for s in result.standings}
    yield "ladder", plots.strength_against_time(groups, 0.5, look)


def study_pictures(look, rows):
    entries = [
        (f"{LONG[i % 2]}, line {i}: random", [("figure 3", 0.84, 50), ("second run", 0.94, 50)], 0.9 + i / 400, (0.85, 0.99), 0.5)
        for i in range(rows)
    ]  # fmt: skip
    yield "figures", plots.published_and_ours(entries, look)
    table = np.linspace(0.84, 0.98, 12).reshape(4, 3)
    half = np.full_like(table, 0.08)
    panels = [
        ("figure 3 (50)", table, half),
        ("second run in the repository (50)", table, half),
        ("ours (9)", table, half),
    ]
    yield "maps", plots.maps(panels, ["0.5", "1", "1.4", "2"], ["100", "500", "1000"], "iterations", "c", look)


GRID = {"c": ("0.3", "0.7", "1.4", "2"), "iterations": ("100", "500", "1000")}
WIDE = {
    "rollout": ("random", "cheap-winner", "heuristic/as_coded=1"),
    "iterations": tuple(str(2**i) for i in range(3, 13)),
}
CASES = {
    "three plain agents": lambda look: tournament_pictures(
        made_tournament(["random", "heuristic", "cheap-winner"]), look
    ),
    "long names": lambda look: tournament_pictures(made_tournament(LONG), look),
    "one long name among short ones": lambda look: tournament_pictures(
        made_tournament(["random", "cheap-winner", LONG[2], "heuristic"]), look
    ),
    "sixteen agents": lambda look: tournament_pictures(made_tournament(MANY, deals=10), look),
    "few games": lambda look: tournament_pictures(made_tournament(["random", "heuristic"], deals=2), look),
    "three players": lambda look: tournament_pictures(made_tournament(LONG, players=3), look),
    "four players": lambda look: tournament_pictures(made_tournament(LONG, players=4), look),
    "display names": lambda look: tournament_pictures(
        made_tournament(LONG, labels=["MCTS (c = 0.5)", "MCTS (c = 1)", "IS-MCTS", "Their entry"]), look
    ),
    "a grid": lambda look: sweep_pictures(made_sweep(GRID), look),
    "a wide grid of words": lambda look: sweep_pictures(made_sweep(WIDE, opponents=(LONG[2],), deals=5), look),
    "one option, three players": lambda look: sweep_pictures(
        made_sweep({"iterations": ("10", "100", "1000")}, players=3, name="thesis-mcts"), look
    ),
    "a ladder": ladder_pictures,
    "a study of three lines": lambda look: study_pictures(look, 3),
    "a study of twenty-four lines": lambda look: study_pictures(look, 24),
}


FEW = {
    "long names",
    "four players",
    "a wide grid of words",
    "a ladder",
    "a study of three lines",
}


@pytest.mark.parametrize(
    "look",
    [pytest.param(DEFAULT, marks=pytest.mark.slow), pytest.param(ONE, marks=pytest.mark.slow), NARROW],
    ids=["two columns", "one column", "one column in Spanish"],
)
@pytest.mark.parametrize("case", [n if n in FEW else pytest.param(n, marks=pytest.mark.slow) for n in CASES])
def test_no_text_is_cut_or_overlaps(case, look):
    found = []
    with look.active():
        for name, drawn in CASES[case](look):
            found += [f"{name}: {problem}" for problem in problems(drawn)]
    assert found == []


def test_text_that_is_cut_or_covered_is_found():
    with DEFAULT.active():
        drawn = figure(3, 2)
        axes = drawn.subplots()
        axes.text(0.5, 0.5, "one label")
        assert problems(drawn) == []
        axes.text(0.52, 0.5, "another label")
        assert any("overlaps" in problem for problem in problems(drawn))
        drawn.text(0.9, 0.5, "a label that goes on beyond the edge of the paper")
        assert any("leaves the picture" in problem for problem in problems(drawn))


def test_whiskers_across_labels_are_found():
    with DEFAULT.active():
        drawn, axes = plots.row_figure(["a label"], DEFAULT)
        axes.errorbar([0.5], [0], xerr=[[0.3], [0.1]], fmt="o", clip_on=False)
        axes.set_xlim(0, 1)
        assert problems(drawn) == []
        axes.set_xlim(0.3, 1)
        assert "a whisker leaves its axes" in problems(drawn)


def test_durations_of_microseconds_have_room_for_their_numbers():
    with NARROW.active():
        assert problems(plots.duration_histogram(np.linspace(3.3e-6, 23.1e-6, 120), NARROW)) == []


def test_what_belongs_together_is_not_torn_apart():
    lines = broken("thesis-mcts:iterations=300, c = 1.4 (sees everything): 95 % interval", 20).split("\n")
    spaced = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    assert any("(sees everything)" in line for line in spaced)
    assert any("95 %" in line for line in spaced)
    assert any("c = 1.4" in line for line in spaced)


@pytest.mark.parametrize(("mutant", "case"), [("rows", "one long name among short ones"), ("legend", "four players")])
def test_faults_that_were_seen_in_print_are_found(mutant, case, monkeypatch):
    """Rows computed as high as their labels but drawn equally high; all seats of a legend side by side."""
    if mutant == "rows":
        height = lambda labels, each=0.24, line=0.125: sum(max(each, 0.08 + line * (1 + n.count("\n"))) for n in labels)  # noqa: E731
        monkeypatch.setattr(plots, "height_of", height)
    else:
        monkeypatch.setattr(plots, "legend_columns", lambda labels, look: len(labels))
    with NARROW.active():
        assert any(problems(drawn) for _, drawn in CASES[case](NARROW))


def test_points_that_add_up_to_a_constant_are_not_drawn_against_each_other(tmp_path: Path):
    for players, drawn in ((2, False), (3, True)):
        game = tapete.load("briscas", players=players)
        result = tournament(game, ["heuristic", "cheap-winner", "random"][:players], games=12, seed=3)
        tournament_report(result, tmp_path / str(players))
        assert (tmp_path / str(players) / "points-against-points-1.svg").exists() == drawn


def test_labels_are_broken_and_lose_nothing():
    for name in (*LONG, *MANY, "x" * 200, "a, b", ""):
        for longest in (8, 20, 34):
            lines = broken(name, longest).split("\n")
            assert all(len(line) <= longest for line in lines)
            assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", name)


@pytest.mark.usefixtures("all_formats")
@pytest.mark.parametrize(
    "look",
    [DEFAULT, *(pytest.param(look, marks=pytest.mark.slow) for look in (SPANISH, GREY))],
    ids=["en", "es", "grey"],
)
def test_a_report_has_pictures_in_three_formats_with_real_text_tables_and_data(look, tmp_path: Path):
    result = made_tournament(["thesis-mcts:iterations=300", "heuristic", "random"], deals=6)
    page = tournament_report(result, tmp_path, look).read_text()
    pictures = {path.stem for path in tmp_path.glob("*.svg")}
    assert {"win-rates", "ratings", "cross-table", "outcomes", "seats", "point-boxes", "lengths"} <= pictures
    for ending in ("png", "pdf"):
        assert {path.stem for path in tmp_path.glob(f"*.{ending}")} == pictures
    mark = "lo ve todo" if look.language == "es" else "sees everything"
    for name in ("win-rates", "ratings", "cross-table", "outcomes", "seats", "point-boxes", "point-histograms"):
        svg = (tmp_path / f"{name}.svg").read_text()
        assert "<text" in svg
        assert all(word in re.sub("<[^>]*>", " ", svg) for word in mark.split()), name
    assert (tmp_path / "win-rates.pdf").read_bytes().startswith(b"%PDF")
    assert r"\toprule" in (tmp_path / "ranking.tex").read_text()
    assert "sees\\_everything" not in (tmp_path / "ranking.tex").read_text()
    games = (tmp_path / "games.csv").read_text().splitlines()
    assert len(games) == 1 + result.outcome.games
    assert 'role="img"' in page
    assert not re.search(r'(src|href)="http', page)


def test_every_picture_of_a_sweep_marks_a_clairvoyant_search(tmp_path: Path):
    sweep_report(made_sweep(GRID, deals=3, name="thesis-mcts"), tmp_path)
    pictures = sorted(tmp_path.glob("*.svg"))
    assert len(pictures) == 5
    for path in pictures:
        text = path.read_text()
        assert "sees" in text and "everything" in text, path.name


TIMED_PICTURES = {"durations", "points-against-time", "cost", "figure-4"}
TIMES = re.compile(r"(seconds|ms|wall|thinking|games_per_second|per second)")


def without_times(path: Path) -> object:
    """Return the contents of a file of a report without times: their columns, members and pictures are left out."""
    if path.suffix == ".json":

        def kept(value):
            if isinstance(value, dict):
                return {name: kept(v) for name, v in value.items() if not TIMES.search(name)}
            return [kept(v) for v in value] if isinstance(value, list) else value

        return kept(json.loads(path.read_text()))
    if path.suffix == ".csv":
        rows = csv.DictReader(path.read_text().splitlines())
        return [{name: v for name, v in row.items() if not TIMES.search(name)} for row in rows]
    if path.suffix == ".tex":  # a column of times, a row of times
        rows = [line.split(" & ") for line in path.read_text().splitlines()]
        timed = {i for row in rows for i, cell in enumerate(row) if TIMES.search(cell) and len(row) > 1}
        return [[c for i, c in enumerate(row) if i not in timed - {0}] for row in rows if not TIMES.search(row[0])]
    if path.suffix == ".html":  # the pictures are beside it; cells of the table of times and of milliseconds
        text = re.sub(r"<svg.*?</svg>", "", path.read_text(), flags=re.DOTALL)
        return re.sub(r"<td[^>]*>[^<]*(±|e-)[^<]*</td>|<tr><td[^>]*>seconds.*?</tr>", "", text, flags=re.DOTALL)
    return path.read_bytes()


def one_of_each(workers: int, folder: Path, kinds: set[str]) -> None:
    """Write a report of each of some kinds."""
    game, few = tapete.load("briscas", players=3), tapete.load("briscas")
    agents = ["heuristic", "cheap-winner", "random"]
    if "tournament" in kinds:
        tournament_report(tournament(game, agents, games=60, seed=3, workers=workers), folder / "tournament")
    if "duel" in kinds:
        duel_report(duel(few, agents[:2], games=40, seed=3, workers=workers), folder / "duel")
    if "sweep" in kinds:
        swept = sweep(few, "ismcts:iterations={5,10},c={0.5,1}", ["random"], games=20, seed=3, workers=workers)
        sweep_report(swept, folder / "sweep")
    if "study" in kinds:
        study = studies.find("briscas/mcts-grid")
        played = run_study(replace(study, lines=study.lines[:12]), games=6, seed=3, workers=workers)
        study_report(played, folder / "study")


@pytest.mark.parametrize(
    ("kinds", "files"),
    [({"duel"}, 8), pytest.param({"tournament", "duel", "sweep", "study"}, 41, marks=pytest.mark.slow)],
    ids=["duel", "all kinds"],
)
def test_reports_of_real_games_do_not_depend_on_the_number_of_cores(kinds, files, tmp_path: Path):
    """Everything but times: pictures, tables, data and pages of one and of two threads are the same.

    The three formats are drawn from the same figure; all of them: see the test below.
    """
    for workers in (1, 2):
        one_of_each(workers, tmp_path / str(workers), kinds)
    compared = 0
    for path in sorted((tmp_path / "1").rglob("*.*")):
        if path.stem not in TIMED_PICTURES:
            twin = tmp_path / "2" / path.relative_to(tmp_path / "1")
            assert without_times(path) == without_times(twin), path.relative_to(tmp_path / "1")
            compared += 1
    assert compared >= files


@pytest.mark.usefixtures("all_formats")
@pytest.mark.parametrize(
    "report",
    [
        pytest.param(
            lambda folder: tournament_report(made_tournament(["random", "heuristic", "cheap-winner"], deals=4), folder),
            marks=pytest.mark.slow,
        ),
        lambda folder: sweep_report(made_sweep(GRID, deals=3), folder),
    ],
    ids=["tournament", "sweep"],
)
def test_reports_are_the_same_bytes_twice(report, tmp_path: Path):
    for name in ("a", "b"):
        report(tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


def test_a_heat_map_does_not_exaggerate_small_differences():
    """Cells of 0.85 and 0.90 from twenty games are nearly the same shade."""
    low, high = plots.honest_span(np.array([[0.85, 0.90]]), np.array([[0.14, 0.12]]))
    assert (0.90 - 0.85) / (high - low) < 0.15


def test_tables_for_latex_are_escaped():
    assert latex_text("a_b & 5 % ±") == r"a\_b \& 5 \% $\pm$"
    text = latex_table(("agent", "score [95 %]"), [("x:y=1", "0.5 [0.4, 0.6]")], "Caption")
    assert r"\begin{tabular}{lr}" in text
    assert text.count(r"\\") == 2


def test_learning_curves_draw(tmp_path: Path):
    drawn = plots.learning_curves({"a": [(0, 0.5, 0.4, 0.6), (1, 0.6, 0.5, 0.7)], "b": [(0, 0.4, 0.3, 0.5)]})
    assert save(drawn, tmp_path, "curve").startswith("<?xml")
