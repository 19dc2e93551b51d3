"""Figures of the theses, drawn by the reports of their studies."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from tapete import studies
from tapete.arena.drawing import Look, problems
from tapete.studies import pictures
from tapete.studies.pictures import draw
from tapete.studies.report import study_report
from tapete.studies.study import Kept, Row, StudyResult, run_study

NARROW = Look("one", "es")
NAMES = ("tavern_cards", "prestige_of_the_owner_of_the_agent", "curse_removed")


def test_every_figure_of_the_theses_is_drawn_by_a_study_and_named_in_the_documents() -> None:
    drawn = {
        game: {
            re.sub(r"figure-(\d+(-\d+)?).*", r"\1", picture.name)
            for name in studies.names()
            if name.startswith(game)
            for picture in studies.find(name).pictures
            if picture.name.startswith("figure-")
        }
        for game in ("briscas", "hearthstone", "tribute")
    }
    assert drawn["briscas"] == {str(n) for n in range(2, 19)}
    assert drawn["hearthstone"] == {f"4-{n}" for n in range(5, 21)}
    assert drawn["tribute"] == {f"9-{n}" for n in range(1, 8)}
    page = (Path(__file__).parents[2] / "docs/how-to/reproduce-published-tables.md").read_text(encoding="utf-8")
    for name in studies.names():
        if any(picture.name.startswith("figure-") for picture in studies.find(name).pictures):
            table = name.partition("/")[2].removeprefix("table-")
            assert table in page or re.sub(r"c-(8|9)", "c-7", table) in page, name


def test_pictures_know_their_lines() -> None:
    """A picture with misspelt lines would silently never be drawn."""
    for name in studies.names():
        study = studies.find(name)
        labels = {line.label for line in study.lines}
        for picture in study.pictures:
            assert picture.kind in {**pictures.KINDS, **pictures.COUNTED}
            if picture.kind in pictures.KINDS:
                assert set(picture.lines) <= labels, (name, picture.name)


def test_published_totals_of_the_tournaments_are_those_of_the_figures() -> None:
    for name, totals in (
        ("tournaments", {1331, 1289, 1232, 1213, 1174, 1120, 1038}),
        ("tournaments-evolved", {415, 414, 364}),
    ):
        picture = studies.find(f"hearthstone/{name}").pictures[0]
        table = np.array(picture.published).reshape(len(picture.rows), len(picture.columns))
        assert {int(total) for total in table.sum(axis=1)} == totals


@pytest.mark.usefixtures("all_formats")
@pytest.mark.parametrize(
    "name", ["table-c-12", *(pytest.param(n, marks=pytest.mark.slow) for n in ("table-c-4", "table-c-7", "table-c-1"))]
)
def test_figures_of_hearthstone_are_drawn_from_games(name: str, tmp_path: Path) -> None:
    study = studies.find(f"hearthstone/{name}")
    shown = [line for line in study.lines if line.label in study.pictures[0].lines]
    result = run_study(replace(study, lines=shown), games=4)
    with NARROW.active():
        drawn = draw(result, study.pictures[0], NARROW)
        assert drawn is not None
        assert problems(drawn) == []
    study_report(result, tmp_path)
    assert (tmp_path / f"{study.pictures[0].name}.pdf").exists()
    svg = re.sub("<[^>]*>", " ", (tmp_path / f"{study.pictures[0].name}.svg").read_text(encoding="utf-8"))
    assert "published" in svg and "ours" in svg and "everything" in svg


def made_training(folder: Path) -> str:
    """Write the files of a training of two runs and ten generations, in three segments."""
    folder.mkdir(parents=True)
    generator = np.random.default_rng(1)
    with open(folder / "progress.csv", "w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        columns = ("run", "generation", "mode", "segment", "best", "mean", "worst", "yardstick", "diversity")
        rows.writerow((*columns, "best_weights", "mean_weights"))
        for run in (1, 2):
            for generation in range(10):
                segment = (generation > 3) + (generation > 5)
                mode = ("fixed", "coevolution", "fixed")[segment]
                weights = [json.dumps(generator.random(len(NAMES)).round(3).tolist()) for _ in range(2)]
                rows.writerow((run, generation, mode, segment, 40 + generation, 30 + generation, 20, "", 0.2, *weights))
    with open(folder / "individuals.csv", "w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerow(("run", "generation", "index", "fitness", *NAMES))
    return str(folder)


def counted_row(label: str, **more) -> Row:
    return Row(label, "network", "wins", 0.664, 500, 0.65, (0.6, 0.7), 200, None, None, False, 0, **more)


@pytest.mark.parametrize("name", ["tribute/trained-9-1", "tribute/trained-9-2", "hearthstone/table-4-4", "briscas/dnn"])
def test_figures_of_trainings_are_drawn_from_what_was_trained(name: str, tmp_path: Path) -> None:
    study = studies.find(name)
    generator = np.random.default_rng(2)
    kept = Kept(generator.integers(0, 120, (60, 2)), generator.integers(38, 41, 60), ("network", "random"))
    labels = list(dict.fromkeys(label for picture in study.pictures for label in picture.lines))
    rows = [
        counted_row(f"{label} new games" if "dnn" not in name else label, kept=kept,
                    folder="" if "dnn" in name else made_training(tmp_path / str(number)))
        for number, label in enumerate(labels)
    ]  # fmt: skip
    outcome = run_study(
        replace(studies.find("briscas/rule-bots"), lines=studies.find("briscas/rule-bots").lines[:1]), games=2
    )
    result = StudyResult(study, "quick", 0, rows, outcome.outcome, [], None)
    with NARROW.active():
        for picture in study.pictures:
            drawn = draw(result, picture, NARROW)
            assert drawn is not None, picture.name
            assert problems(drawn) == [], picture.name
    for row in result.rows:  # a stored run whose folders and games no longer exist
        row.folder, row.kept = "", None
    gone = [picture for picture in study.pictures if picture.kind != "counted-wins"]
    assert all(draw(result, picture, NARROW) is None for picture in gone)
