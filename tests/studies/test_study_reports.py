"""Reports of studies: options of each line, verdicts, tables in their published shape, provenance."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from command import tapete_command

from tapete import studies
from tapete.errors import BadOption
from tapete.studies.report import matrices, rest, study_report, study_table
from tapete.studies.study import Figure, Line, Study, Total, before_playing, changed, run_study
from tapete.studies.words import say

RULES = Study(
    "two rules",
    "nowhere",
    "briscas",
    [
        Line("forty cards", ("heuristic:as_coded=1", "random"), (Figure(0.85, 500, source="text"),)),
        Line("thesis, cards, engine", ("heuristic", "random"), (Figure(0.85, 500, source="code"),), {"thesis_engine": 1}),
    ],
    totals=[Total("both", (("forty cards", 0), ("thesis, cards, engine", 0)), Figure(None))],
    quick=40,
    name="briscas/test",
)  # fmt: skip


@pytest.fixture(scope="module")
def played():
    return run_study(RULES, games=100)


def test_a_line_is_chosen_by_its_exact_label_commas_and_all():
    one = changed(RULES, exact=["thesis, cards, engine"])
    assert [line.label for line in one.lines] == ["thesis, cards, engine"]
    study = studies.find("hearthstone/table-c-6")
    label = "mcts2 3 utility, 100 ms"
    assert [line.label for line in changed(study, exact=[label]).lines] == [label]
    assert len(changed(study, label).lines) > 20, "words of --lines are split at commas: that is why --line exists"
    with pytest.raises(BadOption, match="did you mean"):
        changed(study, exact=["mcts2 3 utility, 100ms"])


def test_fewer_than_a_hundred_games_give_no_verdict(played):
    assert all(row.verdict == "" or row.standard_errors is not None for row in played.rows)
    few = run_study(changed(RULES, exact=["forty cards"]), games=98)
    assert [(row.agrees, row.standard_errors, row.verdict) for row in few.rows] == [(None, None, "too few games")]
    assert few.note.startswith("No verdict. 1 is not judged: fewer than 100 games")


def test_rows_and_page_show_the_options_of_each_line(played, tmp_path: Path):
    assert [row.options for row in played.rows] == ["", "thesis_engine = True", "differ by line"]
    page = study_report(played, tmp_path).read_text()
    assert "options: <code>as the game has them</code>" not in page
    assert re.search(r"thesis, cards, engine</td>.*?thesis_engine = True</td>", page)
    told = json.loads((tmp_path / "result.json").read_text())
    assert [line["options"] for line in told["lines"]] == [{}, {"thesis_engine": 1}]


def test_a_total_over_several_agents_is_not_named_after_one_of_them(played):
    assert played.rows[-1].agent == "heuristic, 2 settings"
    assert played.rows[-1].shown == "heuristic, 2 settings"


def test_a_result_names_program_machine_and_libraries(played, tmp_path: Path):
    page = study_report(played, tmp_path).read_text()
    found = json.loads((tmp_path / "result.json").read_text())["provenance"]
    assert {"version", "commit", "command", "machine", "numpy", "numba"} <= set(found)
    assert found["numpy"] in page and found["numba"] in page and "@software{tapete" in page
    assert (tmp_path / "cite.bib").read_text().startswith("@software{tapete")


def test_unpublished_figures_are_not_called_published():
    for name in ("dinosaurs/calibration", "briscas/rule-bots", "briscas/searches", "tribute/bots"):
        study = studies.find(name)
        assert study.reference != "published"
        assert not any("published" in note for note in study.notes if study.game == "dinosaurs")
    study = studies.find("briscas/rule-bots")
    result = run_study(replace(study, lines=study.lines[:1]), games=100)
    header, _ = study_table(result)
    assert "calibration (games)" in header and not any("published" in column for column in header)
    assert "published" not in result.note and "2 calibration figures compared" in result.note


def test_readings_of_a_figure_are_judged_separately(played):
    assert "By source: text: " in played.note and "; code: " in played.note
    study = studies.find("hearthstone/table-c-6")
    lines = {line.label: line.figures[0] for line in study.lines}
    code, text = lines["mcts2 3 utility, 100 ms"], lines["mcts2 3 utility, 100 ms, greedy with midrange"]
    assert code.judged and text.judged and (code.value, text.value) == (0.69, 0.69)
    assert (code.source, text.source) == ("code: greedy with utility", "text: greedy with midrange")
    by_label = {line.label: line for line in study.lines}
    assert by_label["mcts2 3 utility, 100 ms, greedy with midrange"].full == 200


def test_cells_of_published_tables_name_lines_and_totals():
    for name in studies.names():
        study = studies.find(name)
        known = {line.label for line in study.lines} | {total.label for total in study.totals}
        for matrix in study.matrices:
            assert len(matrix.cells) == len(matrix.rows)
            assert all(len(row) == len(matrix.columns) for row in matrix.cells)
            named = {cell.label for row in matrix.cells for cell in row if cell is not None}
            if study.counted is None:
                assert named <= known, (name, matrix.name)
    for name in ("tribute/table-9-2", "tribute/table-9-3", "briscas/mcts-grid", "hearthstone/table-c-10"):
        assert studies.find(name).matrices, name


def test_a_published_matrix_is_shown_as_one(tmp_path: Path):
    study = studies.find("briscas/table-3")
    result = run_study(replace(study, lines=study.lines[:1]), games=8)
    ((_, caption, header, rows),) = matrices(result)
    assert header == ("agent", "wins, per cent", "mean points") and rows[0][0] == "search"
    assert rows[0][1].startswith("53.6 / ") and "(few)" in rows[0][1] and "fewer than 100 games" in caption
    assert rest(result) == []
    study_report(result, tmp_path)
    latex = (tmp_path / "study.tex").read_text()
    assert latex.count(" & ") == 3 * (2 + 6), "line, published, ours, standard errors"
    assert r"\begin{longtable}" in latex and r"\label{tab:briscas-table-3}" in latex and "obey" not in latex


def test_figures_of_two_sources_have_a_table_each():
    study = studies.find("briscas/mcts-grid")
    result = run_study(replace(study, lines=study.lines[:1]), games=2)
    cells = {matrix.name: rows[0][1].partition(" / ")[0] for matrix, _, _, rows in matrices(result)}
    assert cells == {
        "figure-3-wins": "90.0",
        "figure-3-wins-again": "96.0",
        "figure-3-points": "85.0",
        "figure-3-points-again": "85.9",
    }
    assert rest(result) == []


def test_labels_of_pictures_are_spanish_and_specs_stay():
    from tapete.arena.drawing import Look

    spanish = Look(language="es")
    assert say(spanish, "iterations") == "iteraciones"
    assert say(spanish, "second run in the repository") == "segunda serie del repositorio"
    assert say(spanish, "thesis search, c=0.5, 100 iterations") == "búsqueda de la tesis, c=0.5, 100 iteraciones"
    assert (
        say(spanish, "ismcts:iterations=100,guide=own v heuristic")
        == "ismcts:iterations=100,guide=own contra heuristic"
    )
    assert say(Look(), "iterations") == "iterations"


def test_finished_lines_are_printed_also_to_a_file(tmp_path: Path):
    arguments = [
        "study",
        "briscas/rule-bots",
        "--games",
        "4",
        "--line",
        "thesis v random",
        "--line",
        "heuristic v random",
    ]
    done = tapete_command(*arguments, "--store", "none", "--json", check=True)
    told = [line for line in done.stderr.splitlines() if ", 4 games" in line]
    assert {line.partition(":")[0] for line in told} == {"thesis v random", "heuristic v random"}
    first = done.stderr.splitlines()[0]
    assert "2 lines, 8 games (thesis v random; heuristic v random)" in first
    assert json.loads(done.stdout)["games"] == 8


def test_a_stored_study_comes_back_with_its_tables_and_names(tmp_path: Path):
    from tapete.studies.study import as_data, from_data

    for name in ("tribute/table-9-2", "hearthstone/table-c-12"):
        study = studies.find(name)
        again = from_data(json.loads(json.dumps(as_data(study))))
        assert again.matrices == list(study.matrices) and again.names == study.names


@pytest.mark.parametrize("name", studies.names())
def test_every_study_says_how_long_it_takes_before_it_starts(name: str):
    study = studies.find(name)
    assert study.seconds is not None, "measure it, and put it into studies/durations.py"
    quick, full = study.seconds
    assert 0 < quick <= full and quick <= 180, "a quick study ends within three minutes of processor time"
    text = before_playing(study, study.lines, study.jobs, 10, "full", None)
    assert re.search(r"about [\d,]+ (s|minutes|hours) of processor time", text)
