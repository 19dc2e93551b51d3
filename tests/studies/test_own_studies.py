"""User studies in a file, studies with other games, lines or rules, and the open benchmark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapete import studies
from tapete.errors import BadOption
from tapete.studies.files import append_result, check_board, read_file
from tapete.studies.report import study_table
from tapete.studies.study import as_data, changed, from_data, playable, run_study

TEXT = """
title = "does c matter?"
game = "briscas"
quick = 8
full = 20
source = "a test"

[options]
follow_suit = "follow"

[[lines]]
label = "rules"
agents = ["heuristic", "cheap-winner"]
figures = [{ value = 0.4, games = 500, measure = "wins", source = "table 1" }]

[[lines]]
label = "chance"
agents = ["random", "cheap-winner"]
seating = [[0, 1]]

[[totals]]
label = "first seats"
parts = [["rules", 0], ["chance", 0]]
figure = { measure = "score" }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    return path


def test_a_study_in_a_file_is_played(mine):
    study = read_file(mine)
    result = run_study(study)
    assert [row.label for row in result.rows] == ["rules", "chance", "chance", "first seats"]
    assert result.rows[0].published == 0.4
    assert result.rows[0].source == "table 1"
    assert result.rows[0].games == 8
    assert result.outcome.matches[0].game.options["follow_suit"] == "follow"
    assert (result.outcome.matches[1].games.plan.at_seats[:, 0] == 0).all()
    assert as_data(from_data(json.loads(json.dumps(as_data(study))))) == as_data(study)


def test_lines_of_a_file_may_have_deals_of_their_own_and_figures_a_seat(mine):
    mine.write_text(
        TEXT.replace("seating = [[0, 1]]", "deals = [1, 2]").replace("games = 500", "games = 500, seat = 1")
    )
    result = run_study(read_file(mine))
    assert result.rows[0].games == 4  # of 8, those from the second seat
    assert set(result.outcome.matches[1].games.plan.deals.tolist()) == {1, 3, 5, 7}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('game = "briscas"', 'game = "bridge"'), "briscas"),
        (('label = "chance"', 'label = "rules"'), "same label"),
        (('measure = "wins"', 'measure = "victories"'), "victories"),
        (("value = 0.4", "value = 40"), "share from 0 to 1"),
        (('agents = ["random", "cheap-winner"]', 'agents = "random"'), "two or more specs"),
        (("quick = 8", "quick = -1"), "number of games"),
        (("seating = [[0, 1]]", "seating = [[0, 2]]"), "seating"),
        (('parts = [["rules", 0]', 'parts = [["rulez", 0]'), "rulez"),
        (("title =", "titel ="), "titel"),
        (("games = 500", "games = 500, seat = 2"), "number of a seat, from 0 to 1"),
        (('figure = { measure = "score" }', "figure = { seat = true }"), "number of a seat"),
        (("seating = [[0, 1]]", "deals = [0, 0]"), "the step to the next"),
        (("[[lines]]", "[[lines"), "not valid TOML"),
    ],
)
def test_a_wrong_file_is_one_sentence(mine, change, words):
    mine.write_text(TEXT.replace(*change, 1))
    with pytest.raises(BadOption, match="study") as error:
        read_file(mine)
    assert words in str(error.value)


def test_lines_games_and_rules_of_a_study_can_be_chosen():
    study = studies.find("briscas/rule-bots")
    some = changed(study, lines="heuristic v random,aggressive v random", options={"follow_suit": "follow"})
    result = run_study(some, games=4)
    assert {row.games for row in result.rows} == {4}
    assert all(match.game.options["follow_suit"] == "follow" for match in result.outcome.matches)
    with pytest.raises(BadOption, match="no line"):
        changed(study, lines="nothing like it")
    with pytest.raises(BadOption, match="not a benchmark"):
        changed(study, agent="random")
    with pytest.raises(BadOption):
        changed(study, options={"folow_suit": "1"})


def test_the_benchmark_has_fixed_deals_and_a_file_to_append_to(tmp_path):
    study = studies.find("briscas/benchmark")
    board = tmp_path / "board.jsonl"
    two = changed(study, lines="v random,v heuristic")
    for agent, seed in (("cheap-winner", 1), ("random", 2)):
        result = run_study(changed(two, agent=agent), games=20, seed=seed)
        assert result.seed == 2025
        found = append_result(result, board)
    assert [entry["agent"] for entry in found] == ["cheap-winner", "random"]
    assert len(board.read_text().splitlines()) == 2
    board.write_text("rubbish\n")
    with pytest.raises(BadOption, match="line 1"):
        append_result(result, board)


def test_a_file_that_cannot_take_a_result_is_refused_before_anything_is_played(tmp_path):
    (tmp_path / "rubbish").write_text("rubbish\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for place in (tmp_path, tmp_path / "nowhere" / "board.jsonl", tmp_path / "rubbish", tmp_path / "bytes"):
        with pytest.raises(BadOption, match="--append"):
            check_board(place, "briscas/benchmark")
    check_board(tmp_path / "new.jsonl", "briscas/benchmark")
    assert not (tmp_path / "new.jsonl").exists()


def test_a_study_without_published_figures_has_no_empty_columns():
    study = changed(studies.find("briscas/benchmark"), lines="v random")
    header, rows = study_table(run_study(study, games=4))
    assert not any("published" in column or "verdict" in column or column == "source" for column in header)
    assert all(len(row) == len(header) for row in rows)
    header, _ = study_table(run_study(changed(studies.find("briscas/rule-bots")), games=2))
    assert any("verdict" in column for column in header)


def test_every_line_of_the_new_studies_of_briscas_can_be_played():
    for name in ("fair-grid", "search-kinds", "benchmark"):
        study = studies.find(f"briscas/{name}")
        lines, skipped = playable(study)
        assert skipped == []
        assert len(lines) == len(study.lines)
    grid = studies.find("briscas/fair-grid")
    assert len(grid.lines) == 12 * 2 + 66
    assert grid.full == 2000


def test_fair_lines_have_no_bot_that_forfeits_and_tribute_names_its_patrons():
    for name in studies.names():
        study = studies.find(name)
        for line in study.lines:
            if line.label.endswith("fair") and study.game == "tribute":
                assert all("fixed=1" in spec for spec in line.agents if spec.startswith("decision-tree")), line.label
                assert not any("leak=1" in spec for spec in line.agents), line.label
        if study.game == "tribute":
            assert any(note.startswith("Patrons:") for note in study.notes), name


def test_catans_study_compares_no_network_with_equal_players():
    study = studies.find("catan/thesis")
    assert all(figure.value is None for line in study.lines for figure in line.figures)
