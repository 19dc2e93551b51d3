"""Studies: all can be read, and their verdicts follow from the figures."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from command import tapete_command

from tapete import studies
from tapete.arena.schedule import GameResults, Schedule
from tapete.core.registry import game_names
from tapete.errors import BadOption
from tapete.studies import thesis_hearthstone
from tapete.studies.study import (
    MEASURES,
    Figure,
    Line,
    Row,
    Study,
    StudyResult,
    Total,
    average_gap,
    distance,
    measured,
    playable,
    run_study,
)


@pytest.mark.parametrize("name", studies.names())
def test_a_study_names_figures_and_agents_that_make_sense(name):
    study = studies.find(name)
    assert study.name == name
    assert study.game == name.partition("/")[0]
    assert study.lines or study.jobs or study.counted is not None
    assert study.quick <= study.full
    labels = {line.label: line for line in study.lines}
    assert len(labels) == len(study.lines)
    for total in study.totals:
        agents = {labels[label].agents[agent].partition(":")[0] for label, agent in total.parts}
        assert len(agents) == 1, total.label
    for line in study.lines:
        assert line.figures or any((line.label, 0) in total.parts for total in study.totals)
        for figure in line.figures:
            assert figure.measure in MEASURES
            assert 0 <= figure.agent < len(line.agents)
            if figure.value is not None and figure.measure in ("wins", "score"):
                assert 0 <= figure.value <= 1
    if study.game in game_names():
        lines, skipped = playable(study)
        assert len(lines) + len(skipped) == len(study.lines)


@pytest.mark.parametrize(
    "name", [name for name in studies.names() if name.partition("/")[0] in ("briscas", "hearthstone", "tribute")]
)
def test_all_lines_of_these_games_can_be_played(name):
    assert playable(studies.find(name))[1] == []


def test_the_rule_bots_of_briscas_agree_with_their_calibration():
    """16 figures at 95 %: more than four differ by chance only once in a thousand times."""
    result = run_study(studies.find("briscas/rule-bots"), seed=5)
    assert len(result.rows) == 16
    assert sum(not row.agrees for row in result.rows) <= 4


@pytest.mark.parametrize("table", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_the_published_tables_of_three_players_are_reproduced(table):
    """Twelve figures at 95 %, of three players whose shares and points are correlated: a few may differ by chance."""
    study = studies.find(f"briscas/table-{table}")
    result = run_study(replace(study, lines=study.lines[:2]), seed=5)
    assert len(result.rows) == 12
    assert sum(not row.agrees for row in result.rows) <= 4


def test_the_distance_takes_the_noise_of_both_into_account():
    assert distance(Figure(0.5, 100), 0.58, 0.01, 2500) == pytest.approx(0.0795 / (0.05**2 + 0.01**2) ** 0.5, rel=0.02)
    assert distance(Figure(0.5, 10_000), 0.58, 0.01, 2500) > 5
    assert distance(Figure(0.5), 0.58, 0.01, 2500) > 5  # nothing is known of its noise
    assert distance(Figure(0.5, 10_000), 0.58, 0.045, 120) < 2  # ours is equally uncertain
    assert distance(Figure(None), 0.58, 0.01, 2500) is None
    assert distance(Figure(0.9, 100, judged=False), 0.58, 0.01, 2500) is None
    points = distance(Figure(30.0, 100, measure="points", deviation=20.0), 33.0, 0.5, 1000)
    assert points == pytest.approx((3 - 0.05) / (2.0**2 + 0.5**2) ** 0.5)
    assert distance(Figure(1.0, 150), 0.999, 0.001, 1000) < 1


def test_a_lucky_share_near_one_does_not_shrink_its_own_noise():
    """8 losses in 2,000 where 1 % is expected: by the noise of the published share alone that is four standard errors."""
    assert 1.9 < distance(Figure(0.996, 2000), 0.99, 0.0001, 1_000_000) < 2.7


def test_a_share_of_one_does_not_prove_certainty():
    """150 of 150 proves at most 97.5 %; Wald's interval of it would have no width."""
    assert distance(Figure(1.0, 150), 0.985, 0.0005, 10_000) < 1.96
    assert distance(Figure(1.0, 150), 0.960, 0.0005, 10_000) > 1.96


def test_a_figure_printed_with_two_digits_may_be_off_by_half_of_the_last():
    assert distance(Figure(0.60, 1_000_000), 0.6045, 0.0005, 1_000_000) > 5
    assert distance(Figure(0.60, 1_000_000, rounding=0.005), 0.6045, 0.0005, 1_000_000) == 0


def judged_row(distance, source="", games=200):
    return Row("line", "a", "wins", 0.5, 100, 0.5, (0.4, 0.6), games, distance, distance < 1.96, False, 0, source)


@pytest.mark.parametrize(
    ("distances", "said"), [([2.5] + [1.0] * 20, "None still differs"), ([3.5, 4.0, 1.0], "2 still differ ")]
)
def test_a_study_reports_differences_with_a_correction_for_many_figures(distances, said):
    """A deviation of 2.5 standard errors has a chance of 1 in 81: not significant among 21 figures."""
    rows = [judged_row(distance) for distance in distances]
    study = studies.find("briscas/rule-bots")
    assert said in StudyResult(study, "quick", 0, rows, None, [], None).note


def test_lines_that_share_their_luck_do_not_narrow_the_average():
    """Four lines that win and lose the same games are worth one; lines with independent luck are worth more."""
    rng = np.random.default_rng(1)
    lines = [Line(f"{i}", ("a", "b"), (Figure(0.5, 10**9),)) for i in range(4)]
    deals = np.arange(400)
    plan = Schedule(0, np.array([[0, 1]]), deals, np.zeros(400, dtype=np.int64))
    zeros = np.zeros((400, 2), dtype=np.int64)

    def match(won):
        returns = np.stack([won, 1 - won], axis=1).astype(float)
        games = GameResults(plan, returns, returns, zeros, zeros, np.zeros(400))
        return SimpleNamespace(games=games, game=SimpleNamespace(sides=(0, 1)))

    def width(matches):
        gap = average_gap(lines[: len(matches)], matches)
        assert gap.ci95[0] < gap.mean < gap.ci95[1]
        return gap.ci95[1] - gap.ci95[0]

    same = rng.integers(0, 2, 400)
    own = [match(rng.integers(0, 2, 400)) for _ in range(4)]
    assert width([match(same)] * 4) == pytest.approx(width([match(same)] * 2))
    assert width([match(same)] * 4) == pytest.approx(4 * 0.5 / 20, rel=0.05)  # four standard errors of 400 games
    assert width(own) == pytest.approx(
        width([match(same)] * 4) / 2, rel=0.25
    )  # a quarter is three times what chance gives
    assert average_gap(lines[:1], own[:1]) is None


def test_measures_count_correctly():
    plan = Schedule(0, np.array([[0, 1], [1, 0]]), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    returns = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])  # agent 0: win, win, tie, loss
    points = np.array([[70.0, 50.0], [40.0, 80.0], [60.0, 60.0], [100.0, 20.0]])
    zeros = np.zeros((4, 2), dtype=np.int64)
    games = GameResults(plan, returns, points, zeros, zeros, np.zeros(4))
    mine = plan.at_seats == 0
    assert measured(games, mine, "wins")[0] == 0.5
    assert measured(games, mine, "score")[0] == 0.625
    assert measured(games, mine, "points")[0] == (70 + 80 + 60 + 20) / 4
    assert measured(games, mine, "difference")[0] == (20 + 40 + 0 - 80) / 4


def test_a_total_is_the_mean_over_its_lines_and_names_its_agent():
    study = Study(
        "t",
        "s",
        "briscas",
        [
            Line("one", ("heuristic", "random"), (Figure(None),)),
            Line("two", ("random", "heuristic"), (Figure(None, agent=1),)),
        ],
        quick=200,
        totals=[Total("both", (("one", 0), ("two", 1)), Figure(0.5, 10_000))],
        name="briscas/test",
    )
    one, two, both = run_study(study).rows
    assert one.agent == two.agent == both.agent == "heuristic"
    assert both.ours == pytest.approx((one.ours + two.ours) / 2)
    assert both.games == 400
    assert both.ci95[1] - both.ci95[0] < one.ci95[1] - one.ci95[0]
    assert both.standard_errors > 5  # the heuristic is far better than even


def test_a_line_with_remembering_agents_gives_the_same_with_any_number_of_workers():
    """The preset belongs to the line, so the study's own game does not have it."""
    line = Line("series", ("evolved", "patron-favors"), (Figure(None),), options={"preset": "thesis"}, quick=2000)
    study = Study("t", "s", "tribute", [line], options={"pool": "thesis"}, name="tribute/test", full=2000)
    one, two = (run_study(study, seed=5, workers=workers).outcome.matches[0].games for workers in (1, 2))
    assert (one.decisions == two.decisions).all()


def test_lines_whose_agents_are_missing_are_named_and_left_out():
    study = Study(
        "t",
        "s",
        "briscas",
        [
            Line("there", ("heuristic", "random"), (Figure(0.8, 100),)),
            Line("gone", ("missing", "random"), (Figure(0.5, 100),)),
        ],
        quick=20,
        name="briscas/test",
    )
    result = run_study(study)
    assert [row.label for row in result.rows] == ["there"]
    assert result.skipped[0].startswith("gone: unknown agent 'missing'")


def test_tables_are_listed_in_the_order_of_their_numbers():
    listed = [name.rpartition("-")[2] for name in studies.names() if name.startswith("hearthstone/table-c-")]
    assert listed == [str(number) for number in range(1, 16)]


def test_budgets_of_the_hearthstone_thesis_are_those_of_its_clock():
    """Its SimTree ran while the clock showed T or less, the others while it showed less than T; one rate for all."""
    kinds = ("simtree", "mcts1", "mcts2")
    for milliseconds in (1, 10, 1000):
        simtree, mcts1, mcts2 = (thesis_hearthstone.actions_in(kind, milliseconds) for kind in kinds)
        assert simtree * milliseconds == mcts1 * (milliseconds + 1)
        assert mcts1 == mcts2


def test_the_exploration_rate_of_the_hearthstone_thesis_went_by_whole_milliseconds():
    """At 1 ms the clock shows 0 or 1: 0 / 1 is below any rate, 1 / 1 above. At 10 ms 0 to 5 of 0 to 10 are up to 0.5."""
    explored = thesis_hearthstone.explored
    assert explored(0.5, 1) == explored(0.75, 1) == 1 / 2
    assert explored(0.5, 10) == 6 / 11
    assert explored(0.75, 10) == 8 / 11
    assert explored(1.0, 100) == 1
    assert explored(0.15, 100) == 16 / 101  # the rounding of 0.15 * 100 does not matter


def test_the_means_of_columns_are_those_published():
    """55.7, 40.0, 37.1 in C.11; 52.5 and 51.6 in C.1, 55.6 and 52.7 in C.2, 57.2 and 44.8 in C.3."""
    means = {"1": (52.5, 51.6), "2": (55.6, 52.7), "3": (57.2, 44.8), "11": (55.7, 40.0, 37.1)}
    for table, published in means.items():
        judged = [total.figure for total in studies.find(f"hearthstone/table-c-{table}").totals if total.figure.judged]
        assert [round(100 * figure.value, 1) for figure in judged] == list(published)
        assert {figure.games for figure in judged} == {2100}


def test_the_seats_of_the_hearthstone_thesis_sum_to_its_figures():
    """Tables C.4 to C.6: 50 games from each seat; "only in 4 of 48" did the second player win more."""
    better, first, second = [], 0, 0
    for table in (4, 5, 6):
        for score, constant, ms, won, local, visitor in importlib.import_module(
            f"tapete.studies.hearthstone.table_c_{table}"
        ).WINS:
            assert local + visitor == won and 0 <= local <= 50 and 0 <= visitor <= 50
            first, second = first + local, second + visitor
            if visitor > local:
                better.append((table, score, constant, ms))
        totals = {total.figure.seat: total for total in studies.find(f"hearthstone/table-c-{table}").totals}
        assert set(totals) == {0, 1} and all(len(total.parts) == 16 for total in totals.values())
    assert better == [(4, "utility", 0.75, 10), (5, "midrange", 2.9, 1), (6, "utility", 3, 1), (6, "utility", 3, 100)]
    assert (first, second) == (1270, 996)


def test_a_figure_of_one_seat_counts_only_the_games_from_that_seat():
    """Both seats together are the whole line; games of the first seat do not count for the second."""
    figures = (Figure(None), Figure(None, seat=0), Figure(None, seat=1))
    line = Line("one", ("heuristic", "random"), figures)
    totals = [Total("first", (("one", 0),), Figure(0.5, 100, seat=0))]
    study = Study("t", "s", "briscas", [line], quick=200, totals=totals, name="briscas/test")
    whole, first, second, total = run_study(study).rows
    assert first.games == second.games == 100 and whole.games == 200
    assert whole.ours == pytest.approx((first.ours + second.ours) / 2)
    assert total.ours == first.ours


def test_lines_of_a_total_count_alike_however_long_they_are():
    """Published totals are over lines of equal length; ours are longer where games are cheap."""
    lines = [
        Line("strong", ("cheap-winner", "random"), (Figure(None),), quick=400),
        Line("weak", ("random", "cheap-winner"), (Figure(None),), quick=40),
    ]
    both = [Total("both", (("strong", 0), ("weak", 0)), Figure(0.5, 200))]
    strong, weak, total = run_study(Study("t", "s", "briscas", lines, quick=40, totals=both, name="briscas/test")).rows
    assert (strong.games, weak.games, total.games) == (400, 40, 440)
    assert total.ours == pytest.approx((strong.ours + weak.ours) / 2)
    assert strong.ours - weak.ours > 0.5, "else this shows nothing"


def test_lines_with_separate_deals_narrow_a_mean():
    """The same agents twice: on the same deals nothing is gained, on others the variance is halved."""

    def study(deals):
        agents = ("heuristic", "cheap-winner")
        lines = [Line(name, agents, (Figure(None),), deals=own) for name, own in zip("ab", deals, strict=True)]
        both = [Total("both", (("a", 0), ("b", 0)), Figure(0.5, 10_000))]
        return run_study(Study("t", "s", "briscas", lines, quick=400, totals=both, name="briscas/test"))

    same, own = study([(0, 1), (0, 1)]), study([(0, 2), (1, 2)])
    assert same.rows[0].ours == same.rows[1].ours
    assert own.rows[0].ours != own.rows[1].ours
    narrow, wide = (found.rows[2].ci95[1] - found.rows[2].ci95[0] for found in (own, same))
    assert narrow == pytest.approx(wide / 2**0.5, rel=0.15)
    deals = [set(match.games.plan.deals.tolist()) for match in own.outcome.matches]
    assert deals[0] == set(range(0, 400, 2)) and deals[1] == set(range(1, 400, 2))


def test_the_columns_of_the_hearthstone_thesis_have_deals_of_their_own():
    """A figure and those shown beside it share their deals, the constants do not."""
    for table, columns in (("1", 2), ("2", 2), ("3", 2), ("11", 3)):
        lines = studies.find(f"hearthstone/table-c-{table}").lines
        own = {}
        for line in lines:
            own.setdefault(line.deals, set()).add(line.label.split()[1].rstrip(","))
        assert set(own) == {(place, 21) for place in range(21)}
        assert all(len(constants) == 1 for constants in own.values()), columns


def test_matrices_of_the_hearthstone_thesis_sum_to_its_figures():
    """Figure 4.14: wins in all four tournaments, of 2,400; figure 4.20: of the three agents."""
    wins = {4.14: [0] * 7, 4.20: [0] * 3}
    for figure, tables in ((4.14, range(7, 11)), (4.20, range(12, 16))):
        for table in tables:
            module = importlib.import_module(f"tapete.studies.hearthstone.table_c_{table}")
            wins[figure] = [total + sum(row) for total, row in zip(wins[figure], module.WINS, strict=True)]
    assert wins[4.14] == [1174, 1038, 1232, 1331, 1213, 1120, 1289]
    assert wins[4.20] == [414, 415, 364]


@pytest.mark.parametrize("name", [name for name in studies.names() if name.startswith("hearthstone/table-c-")])
def test_figures_of_the_hearthstone_thesis_are_wins_and_draws_were_not_played_again(name):
    study = studies.find(name)
    assert {figure.measure for line in study.lines for figure in line.figures} == {"wins"}
    assert not any("played again" in note for note in study.notes)


def test_an_unknown_study_or_scale_is_refused():
    with pytest.raises(BadOption, match="did you mean"):
        studies.find("briscas/mcts-gird")
    with pytest.raises(BadOption, match="--scale"):
        run_study(studies.find("briscas/rule-bots"), scale="huge")


def test_the_command_lists_and_plays_studies(tmp_path):
    def command(*arguments):
        return json.loads(tapete_command("study", *arguments, "--json", check=True).stdout)

    assert "briscas/table-3" in [entry["name"] for entry in command("list")["studies"]]
    first = command("briscas/rule-bots", "--store", str(tmp_path / "s.db"))
    again = command("briscas/rule-bots", "--store", str(tmp_path / "s.db"))
    assert first["played_now"] == again["from_store"] == first["games"]
    assert {"label", "published", "ours", "ci95", "agrees"} <= set(first["rows"][0])
