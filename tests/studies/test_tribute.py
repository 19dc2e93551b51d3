"""Studies of the Tribute thesis: figures and lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tapete
from tapete import studies
from tapete.agents.registry import make_agent
from tapete.agents.spec import parse_spec
from tapete.cli import demo
from tapete.studies.study import game_of, run_study

TABLES = [name for name in studies.names() if name.startswith("tribute/")]


def test_the_four_tables_and_the_reference_bots_are_there() -> None:
    trained = ["tribute/trained-9-1", "tribute/trained-9-2"]
    assert ["tribute/bots", "tribute/levels", *(f"tribute/table-9-{n}" for n in range(1, 5)), *trained] == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_study_says_which_patrons_its_games_had(name: str) -> None:
    assert any(note.startswith("Patrons: ") for note in studies.find(name).notes)


@pytest.mark.parametrize("name", TABLES)
def test_fair_lines_have_no_bot_that_forfeits_sees_hidden_cards_or_remembers(name: str) -> None:
    study = studies.find(name)
    for line in study.lines:
        if "fair" in line.label:
            for spec in line.agents:
                agent = make_agent(spec, game_of(study, line))
                assert not agent.clairvoyant and not agent.in_order, line.label
                bot, options = parse_spec(spec)
                assert bot != "decision-tree" or options["fixed"] == "1", line.label


def test_a_newcomer_meets_no_bot_that_forfeits() -> None:
    """Saint's Wrath makes the reference DecisionTree play illegally: the demo, levels and hints use a fixed version or none."""
    game = tapete.load("tribute")
    for spec in (*demo.LINE_UPS["tribute"][0], *game.levels.values()):
        bot, options = parse_spec(spec)
        assert bot != "decision-tree" or options["fixed"] == "1", spec


def test_table_9_1_has_the_published_figures() -> None:
    """Overall shares are as printed; cells and totals of one champion agree, except for rounding."""
    study = studies.find("tribute/table-9-1")
    printed = {
        "H-3": 48.20,
        "H-1": 46.31,
        "H-5": 43.73,
        "H-6": 34.70,
        "H-4": 34.49,
        "H-8": 34.16,
        "H-7": 33.41,
        "H-10": 33.25,
    }
    printed |= {"H-2": 32.62, "H-9": 31.85}
    totals = {total.label.split()[0]: total for total in study.totals if "fair" not in total.label}
    cells = {line.label: line for line in study.lines}
    for name, share in printed.items():
        assert 100 * totals[name].figure.value == pytest.approx(share, abs=0.01)
        mean = sum(cells[label].figures[0].value for label, _ in totals[name].parts) / 4
        assert 100 * mean == pytest.approx(share, abs=0.06)


def test_the_half_lost_cells_of_h_9_are_shown_and_not_judged() -> None:
    study = studies.find("tribute/table-9-1")
    not_judged = [line.label for line in study.lines if any(not figure.judged for figure in line.figures)]
    assert not_judged == ["H-9 v patron-favors", "H-9 v max-prestige:leak=1"]
    firsts = [line for line in study.lines if line.label.endswith("first seat")]
    assert [line.seating for line in firsts] == [((0, 1),)] * 2
    assert [round(line.figures[0].value * 2500) for line in firsts] == [1615, 618]


def test_the_hybrid_champions_play_as_published() -> None:
    """A column of the table and H-9's first seat; 300 games a cell, at most 4 standard errors apart."""
    study = studies.find("tribute/table-9-1")
    lines = [line for line in study.lines if "fair" not in line.label and "patron-favors" in line.label]
    result = run_study(replace(study, lines=lines, totals=(), quick=300), seed=8)
    assert len(result.rows) == 11
    judged = [row for row in result.rows if row.standard_errors is not None]
    assert len(judged) == 10
    assert max(row.standard_errors for row in judged) < 4
    whole = next(row for row in result.rows if row.label == "H-9 v patron-favors")
    assert whole.ours > 0.5  # published 32.3 %


def test_thesis_conditions_have_the_thesiss_tiers() -> None:
    game = tapete.load("tribute", preset="thesis")
    for spec in ("evolved", "max-agents", "decision-tree"):
        assert make_agent(spec, game).options["tiers"] == "thesis"
