"""Independent observations, and intervals that are valid also in protocols and series."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from made_up import made_tournament, outcome
from typer.testing import CliRunner

import tapete
from tapete.arena.ab_test import comparison
from tapete.arena.clock import Clock
from tapete.arena.duel import duel, duel_result, judged, stopped_interval, summarise
from tapete.arena.experiment import MatchGames, run_experiment
from tapete.arena.observations import BLOCK_DEALS, LEAST_BLOCKS, MOST_BLOCKS, Sample, observations, pooled
from tapete.arena.paired import difference
from tapete.arena.protocols import find_protocol
from tapete.arena.ratings import ELO
from tapete.arena.results import difference as change
from tapete.arena.results import entries_of, read_result
from tapete.arena.schedule import GameResults, Schedule, mirrored
from tapete.arena.sprt import Sprt
from tapete.arena.statistics import is_known, student_quantile
from tapete.arena.store import Store
from tapete.arena.timing import no_times
from tapete.arena.tournament import plan_tournament, standings
from tapete.cli.app import app

SEATS = [(0, 1), (1, 0)]
BRISCAS = tapete.load("briscas")


def played(plan: Schedule, wins: np.ndarray) -> GameResults:
    """Return games of two agents; agent 0 won where `wins` is true."""
    returns = np.where(plan.at_seats == 0, wins[:, None], 1 - wins[:, None]).astype(float)
    none = np.zeros(returns.shape, dtype=np.int64)
    return GameResults(plan, returns, returns, none, none, np.zeros(len(plan)))


def series_plan(deals: int, seed: int = 0) -> Schedule:
    return replace(mirrored(seed, SEATS, range(deals)), in_series=True)


def sticky(deals: int, generator: np.random.Generator, stay: float = 0.75) -> np.ndarray:
    """Return wins whose chance (0.1 or 0.7) persists from deal to deal, like a bot whose memory spoils its next games."""
    bad, chances = generator.random() < 0.5, []
    for _ in range(deals):
        bad = bad if generator.random() < stay else not bad
        chances.append(0.7 if bad else 0.1)
    return (generator.random(2 * deals) < np.repeat(chances, 2)).astype(float)


# Which games are one observation


def test_a_deal_is_an_observation_whatever_the_seatings_and_opponents() -> None:
    plans = [mirrored(0, SEATS, range(4)), mirrored(0, SEATS, range(2, 6))]
    found = observations(plans)
    assert found.least == 1
    assert found.numbers[0][:, 0].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert found.sample([np.ones(8), np.ones(8)]).counts.tolist() == [2, 2, 4, 4, 2, 2]


def test_equal_deals_of_two_variants_are_two_observations() -> None:
    plan = mirrored(0, SEATS, range(3))
    found = observations([plan, replace(plan, variant=1)])
    assert len(np.unique(np.concatenate(found.numbers)[:, 0])) == 6


@pytest.mark.parametrize(("deals", "blocks"), [(9, 1), (50, 5), (59, 5), (200, 20), (400, 40), (2500, 39)])
def test_a_series_is_cut_into_blocks_that_grow_with_it(deals: int, blocks: int) -> None:
    found = observations([series_plan(deals)])
    numbers, counts = np.unique(found.numbers[0][:, 0], return_counts=True)
    assert (len(numbers), found.least) == (blocks, LEAST_BLOCKS)
    assert len(numbers) <= MOST_BLOCKS
    assert counts.min() >= 2 * min(deals, BLOCK_DEALS)


def test_a_match_that_shares_its_deals_with_a_series_shares_its_blocks() -> None:
    long, short = series_plan(200), mirrored(0, SEATS, range(100))
    found = observations([long, short])
    assert set(found.numbers[1][:, 0].tolist()) <= set(found.numbers[0][:, 0].tolist())
    assert len(set(found.numbers[1][:, 0].tolist())) == 10
    alone = observations([short])
    assert len(set(alone.numbers[0][:, 0].tolist())) == 100


# Protocols: deal x variant


def protocol_run(games: int = 162, variants: int = 81):
    """Plan a tournament of two in several variants of a game, as in `premade2020`."""
    how = {"format": "round-robin", "clock": Clock(), "clairvoyant": False, "variants": ({},) * variants}
    return plan_tournament(BRISCAS, ["random", "heuristic"], games=games, seed=3, **how)


def test_variants_of_a_protocol_have_deals_of_their_own() -> None:
    deals = [match.plan.deals.tolist() for match in protocol_run().matches]
    assert len(deals) == 81
    assert sorted(deal for own in deals for deal in set(own)) == list(range(81))
    longer = protocol_run(324)
    assert [match.plan.deals[:2].tolist() for match in longer.matches] == deals  # a longer run continues a shorter one


def test_intervals_of_a_protocol_agree_with_a_bootstrap_over_its_deck_pairs() -> None:
    """106 of 162 wins in 81 deck pairs. Tolerance 15 % of the width: 4,000 resamples leave about 2 %."""
    run = protocol_run()
    generator = np.random.default_rng(4)
    matches, pairs = [], []
    for match in run.matches:
        chance = generator.beta(1.3, 0.7)  # decks matter
        wins = (generator.random(len(match.plan)) < chance).astype(float)
        pairs.append(wins.mean())
        matches.append(MatchGames(match.game, match.agents, played(match.plan, wins), no_times(2)))
    result = standings(outcome("tournament", run.game, ["random", "heuristic"], matches))
    means = np.array(pairs)
    again = means[generator.integers(0, 81, (4000, 81))].mean(axis=1)
    low, high = np.quantile(again, [0.025, 0.975])
    first = result.standings[0]
    assert first.score == pytest.approx(means.mean())
    assert first.ci95[1] - first.ci95[0] == pytest.approx(high - low, rel=0.15)
    assert first.ci95 == pytest.approx((low, high), abs=0.15 * (high - low))
    half = ELO * np.log(again / (1 - again)) / 2  # of two agents: half their distance
    low, high = 1500 + np.quantile(half, [0.025, 0.975])
    assert first.rating_ci95[1] - first.rating_ci95[0] == pytest.approx(high - low, rel=0.15)
    cell = result.cells[0][1]
    assert cell is not None and cell.ci95 == pytest.approx(first.ci95)
    assert cell.chance < 0.05
    shares = result.statistics.seats
    assert shares[0].ci95[1] - shares[0].ci95[0] < 0.3


def test_a_protocol_that_an_early_version_kept_counts_its_deck_pairs_too() -> None:
    """All its games have deal number 0."""
    run = protocol_run()
    generator = np.random.default_rng(5)
    matches = []
    for number, match in enumerate(run.matches):
        plan = replace(match.plan, deals=np.zeros(2, dtype=np.int64), variant=number)
        wins = (generator.random(2) < 0.65).astype(float)
        matches.append(MatchGames(match.game, match.agents, played(plan, wins), no_times(2)))
    low, high = standings(outcome("tournament", run.game, ["random", "heuristic"], matches)).standings[0].ci95
    assert 0.1 < high - low < 0.25


@pytest.mark.parametrize("in_series", [False, True])
def test_a_match_without_games_changes_nothing(in_series: bool) -> None:
    """An interrupted run has such matches."""
    full, none = replace(series_plan(60), in_series=in_series), replace(series_plan(0), in_series=in_series)
    wins = np.arange(len(full)) % 3 == 0
    alone = observations([full]).sample([wins]).interval()
    assert observations([full, none]).sample([wins, np.zeros(0)]).interval() == alone
    assert observations([none]).sample([np.zeros(0)]).interval()[0] == 0.0


def test_a_series_that_is_won_whole_is_worth_a_game_for_each_deal() -> None:
    plan = series_plan(100)
    low, high = observations([plan]).sample([np.ones(len(plan))]).interval()[1]
    assert high == 1.0 and low > 0.94  # a game for each of the ten blocks: 0.66


def test_one_block_of_a_series_gives_no_difference() -> None:
    plan = series_plan(12)
    found = difference(*(observations([plan]).sample([np.full(len(plan), x)]) for x in (1.0, 0.25)))
    assert found.value == 0.75 and not is_known(found.ci95) and found.p == 1.0


def test_one_deal_gives_no_rating() -> None:
    plan = mirrored(0, SEATS, range(1))
    match = MatchGames(BRISCAS, (0, 1), played(plan, np.array([1.0, 0.0])), no_times(2))
    result = standings(outcome("tournament", BRISCAS, ["random", "heuristic"], [match]))
    assert not is_known(result.standings[0].rating_ci95)
    assert json.loads(json.dumps(result.as_dict(), allow_nan=False))["agents"][0]["rating_ci95"] is None


def test_mirrors_of_nine_decks_are_nine_observations() -> None:
    """Real games: 18 of the protocol `premade-mirrors`."""
    protocol = find_protocol("premade-mirrors", "hearthstone")
    game = tapete.load("hearthstone", **protocol.options)
    how = {"format": "round-robin", "clock": Clock(), "clairvoyant": False, "variants": protocol.variants}
    result = standings(run_experiment(plan_tournament(game, ["random", "greedy"], games=18, seed=3, **how)))
    assert len({int(seed) for match in result.outcome.matches for seed in match.games.plan.deals}) == 9
    low, high = result.standings[0].ci95
    assert high - low < 0.8
    assert result.standings[0].rating_ci95[1] - result.standings[0].rating_ci95[0] > 40


# Series: blocks of deals


def test_the_claimed_variance_of_a_dependent_series_is_what_seeds_show() -> None:
    """400 series of 200 deals: the ratio of the two variances has a relative error of 7 %; single deals give about 2.2."""
    generator = np.random.default_rng(6)
    scores, claimed, naive, covered = [], [], [], 0
    for _ in range(400):
        wins, plan = sticky(200, generator), series_plan(200)
        score, interval, error = observations([plan]).sample([wins]).interval()
        scores.append(score)
        claimed.append(error**2)
        naive.append(observations([replace(plan, in_series=False)]).sample([wins]).interval()[2] ** 2)
        covered += interval[0] <= 0.4 <= interval[1]
    between = np.var(scores, ddof=1)
    assert 0.8 < between / np.mean(claimed) < 1.4
    assert between / np.mean(naive) > 1.7
    assert covered > 0.9 * 400


def test_blocks_that_happen_to_be_alike_claim_no_more_than_independent_deals() -> None:
    """With five blocks of equal scores, an interval from blocks alone would be a point."""
    wins = np.tile([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 10)
    plan = series_plan(50)
    _, interval, error = observations([plan]).sample([wins]).interval()
    _, alone, by_deals = observations([replace(plan, in_series=False)]).sample([wins]).interval()
    assert error == pytest.approx(by_deals)
    assert interval[0] < alone[0] < alone[1] < interval[1]  # and fewer degrees of freedom


def test_too_few_blocks_leave_everything_unknown_and_nothing_breaks() -> None:
    generator = np.random.default_rng(7)
    plan = series_plan(40)
    games = played(plan, sticky(40, generator))
    match = MatchGames(BRISCAS, (0, 1), games, no_times(2))
    found = outcome("duel", BRISCAS, ["random", "heuristic"], [match])
    result = duel_result(found)
    assert not is_known(result.agents[0].ci95)
    assert 0 < result.agents[0].score < 1
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["agents"][0]["ci95"] is None
    assert data["statistics"]["seats"]["0"]["ci95"] is None
    table = standings(found)
    assert not is_known(table.standings[0].ci95) and not is_known(table.standings[0].rating_ci95)
    assert table.cells[0][1].chance == 1.0 and table.note == ""
    json.dumps(table.as_dict(), allow_nan=False)
    compared = comparison(replace(found, kind="compare"))
    assert not is_known(compared.difference.ci95) and "Too few games" in compared.verdict
    json.dumps(compared.as_dict(), allow_nan=False)
    entry = entries_of(result)["random"]
    assert change(entry, entry) == {"value": 0.0, "ci95": None}


def test_differences_on_equal_series_are_taken_by_blocks() -> None:
    generator = np.random.default_rng(8)
    plan = series_plan(200)
    wins = sticky(200, generator)
    sample = observations([plan]).sample([wins])
    found = difference(sample, observations([plan]).sample([1 - wins]))
    assert found.deals == 20
    assert found.value == pytest.approx(2 * wins.mean() - 1)
    assert found.ci95[1] - found.ci95[0] == pytest.approx(
        2 * student_quantile(0.95, 19) * np.std(2 * sample.means - 1, ddof=1) / math.sqrt(20)
    )


def test_a_sequential_test_looks_at_blocks_of_a_series() -> None:
    """At p0 it must accept H1 in at most 5 % of 200 series; tested deal by deal it does so in a tenth or more."""
    generator = np.random.default_rng(9)
    test = Sprt(0.4, 0.5)
    wrong = []
    for in_series in (True, False):
        plan = replace(series_plan(400), in_series=in_series)
        ends = [judged(played(plan, sticky(400, generator)), test) for _ in range(200)]
        wrong.append(sum(end.decision == "H1" for end in ends))
        assert not in_series or all(end.deals % BLOCK_DEALS == 0 for end in ends)
    assert wrong[0] <= 14 < wrong[1]  # 10 are allowed; 14 is exceeded by chance in one case of ten
    low, high = stopped_interval(BRISCAS, played(plan, sticky(400, generator)), 0)
    assert low < 0.4 < high


def test_a_duel_of_agents_that_remember_is_a_series_also_when_read_from_a_store(tmp_path) -> None:
    game = tapete.load("tribute", preset="thesis")
    specs = ["max-agents", "patron-favors"]
    with Store(tmp_path / "results.db") as store:
        result = duel(game, specs, games=100, seed=2, store=store)
        assert result.played.plan.in_series
        again = read_result(store, store.runs()[0])
    assert again.agents[0].ci95 == result.agents[0].ci95
    deals = summarise(game, specs, replace(result.played, plan=replace(result.played.plan, in_series=False)))
    assert deals[0].ci95 != result.agents[0].ci95
    free = duel(game, [f"{spec}:seed=fresh" for spec in specs], games=20, seed=2)
    assert not free.played.plan.in_series


@pytest.mark.parametrize("noted", [True, False])
def test_a_stored_series_is_known_as_one_without_its_note_too(tmp_path, noted: bool) -> None:
    game = tapete.load("tribute", preset="thesis")
    with Store(tmp_path / "results.db") as store:
        duel(game, ["max-agents", "patron-favors"], games=20, seed=2, store=store)
        if not noted:
            store.db.execute("UPDATE run SET notes = '{}'")
        assert read_result(store, store.runs()[0]).played.plan.in_series


def test_a_policy_with_kept_memory_plays_in_order_unless_it_says_otherwise() -> None:
    from tapete.core.bots import Bot

    game = tapete.load("tribute")
    policy = game.definition.bots["max-agents"]
    options = {"seed": "fresh", "tiers": "present"}
    assert not Bot(game, "max-agents", policy, options).in_order
    assert Bot(game, "max-agents", replace(policy, in_order=None), options).in_order
    assert not Bot(game, "max-agents", replace(policy, in_order=None, kept=0), options).in_order


@pytest.mark.parametrize(
    "agent", ["mcts2-coded:iterations=30", "simtree-coded:iterations=30", "greedy-tree:iterations=200"]
)
def test_searches_of_the_hearthstone_thesis_play_a_game_alike_whatever_came_before(agent: str) -> None:
    from tapete.arena.match import play

    game = tapete.load("hearthstone", sim=1)
    plan = mirrored(5, SEATS, range(3))
    whole = play(game, [agent, "greedy"], plan, workers=1)
    last = play(game, [agent, "greedy"], plan.part(4, 6), workers=1)
    assert not whole.games.plan.in_series
    assert (whole.games.decisions[4:] == last.games.decisions).all()
    assert (whole.games.points[4:] == last.games.points).all()


def test_the_command_line_says_unknown(tmp_path) -> None:
    """Also in CSV, LaTeX and JSON. A longer series has an interval."""
    base = ["duel", "tribute", "max-agents", "patron-favors", "-o", "preset=thesis", "--quiet"]
    short = CliRunner().invoke(app, [*base, "--games", "20"], env={"COLUMNS": "200"})
    assert short.exit_code == 0 and "[unknown]" in short.stdout and "nan" not in short.stdout
    found = CliRunner().invoke(app, [*base, "--games", "20", "--json"])
    assert json.loads(found.stdout)["agents"][0]["ci95"] is None
    long = CliRunner().invoke(app, [*base, "--games", "200"], env={"COLUMNS": "200"})
    assert "[unknown]" not in long.stdout


def test_tables_and_pictures_of_a_short_series_say_unknown(tmp_path) -> None:
    plots = pytest.importorskip("tapete.arena.plots", reason="no matplotlib")
    from tapete.arena.drawing import Look
    from tapete.arena.report import latex_table, score_text
    from tapete.arena.tidy import Table, setting_row

    match = MatchGames(BRISCAS, (0, 1), played(series_plan(20), np.tile([1.0, 0.0], 20)), no_times(2))
    found = outcome("tournament", BRISCAS, ["random", "heuristic"], [match])
    result, look = standings(found), Look(language="es")
    with look.active():
        for number, draw in enumerate((plots.win_rates, plots.rating_ladder, plots.cross_heat_map)):
            svg = plots.save(draw(result, look), tmp_path, f"picture{number}")
            assert "desconocido" in svg or draw is plots.cross_heat_map
            assert "nan" not in svg.lower()
    text = score_text(result.standings[0].score, result.standings[0].ci95)
    assert text == "0.500 [unknown]" and text in latex_table(("agent",), [(text,)])
    row = setting_row(Table.of(found), match, 0)
    assert (row["score"], row["score_low"], row["score_high"]) == (0.5, "", "")


# Measured with the bots of a thesis


def ratio_of_variances(champions: list[str], opponent: str, seeds: int, games: int) -> float:
    """Return the variance between seeds divided by the variance that intervals assume, mean over champions."""
    game = tapete.load("tribute", pool="thesis", preset="thesis")
    ratios = []
    for champion in champions:
        scores, claimed = [], []
        for seed in range(seeds):
            agents = [f"evolved:champion={champion},leak=1", opponent]
            result = duel(game, agents, games=games, seed=10_000_000 + 100_003 * seed, workers=1)
            shares = (result.played.returns * (result.played.plan.at_seats == 0)).sum(axis=1)
            score, _, error = observations([result.played.plan]).sample([shares]).interval()
            scores.append(score)
            claimed.append(error**2)
        ratios.append(np.var(scores, ddof=1) / np.mean(claimed))
    return float(np.mean(ratios))


@pytest.mark.slow
def test_claimed_variances_of_table_9_1_are_those_between_seeds() -> None:
    """Three champions, 40 seeds of 400 games: the error of the mean ratio is about 0.15. Single deals give 1.8 for the tree."""
    from tapete.studies.tribute.table_9_2 import OPPONENTS

    for opponent in OPPONENTS:
        assert 0.45 < ratio_of_variances(["H-1", "H-5", "H-8"], opponent, 40, 400) < 1.6


# Ratings that mislead


def pair_results(scores: dict[tuple[int, int], float], agents: int, deals: int = 100):
    """Return a tournament with given scores between pairs."""
    generator = np.random.default_rng(10)
    matches = []
    for (i, j), share in scores.items():
        wins = generator.permutation((np.arange(2 * deals) < share * 2 * deals).astype(float))
        matches.append(MatchGames(BRISCAS, (i, j), played(mirrored(0, SEATS, range(deals)), wins), no_times(2)))
    return standings(outcome("tournament", BRISCAS, [f"agent{i}" for i in range(agents)], matches))


def test_ratings_of_a_cycle_are_contradicted() -> None:
    result = pair_results({(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}, 3)
    fit = result.fit
    assert (fit.pairs, fit.contradicted, fit.triples, fit.cycles) == (3, 3, 1, 1)
    assert fit.explained == pytest.approx(0.0, abs=0.05)
    assert fit.doubtful and "3 of 3 pairs" in fit.text and "1 of 1 triples is a cycle" in fit.text
    assert "read the cross table" in fit.text
    assert result.as_dict()["fit"]["cycles"] == 1


def test_ratings_of_a_transitive_table_explain_it() -> None:
    strength = [4.0, 2.0, 1.0, 0.5]
    scores = {(i, j): strength[i] / (strength[i] + strength[j]) for i in range(4) for j in range(i + 1, 4)}
    fit = pair_results(scores, 4).fit
    assert (fit.pairs, fit.contradicted, fit.triples, fit.cycles) == (6, 0, 4, 0)
    assert fit.explained > 0.98
    assert not fit.doubtful and "read the cross table" not in fit.text


def test_two_agents_have_no_fit_and_larger_tables_do() -> None:
    assert pair_results({(0, 1): 0.9}, 2).fit is None
    many = made_tournament([f"agent{i}" for i in range(5)], deals=60, players=3)
    assert many.fit is not None and many.fit.pairs == 10
    assert many.fit.contradicted <= 3


def test_the_fit_is_printed() -> None:
    base = [
        "tournament",
        "briscas",
        "random",
        "heuristic",
        "cheap-winner",
        "--games",
        "60",
        "--store",
        "none",
        "--quiet",
    ]
    found = CliRunner().invoke(app, base, env={"COLUMNS": "200"})
    assert "The ratings explain" in found.stdout and "triples" in found.stdout
    json.dumps(pair_results({(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}, 3).as_dict(), allow_nan=False)


def blocks_of(values: np.ndarray) -> Sample:
    """Return deals of one game each as a series cut into blocks of ten."""
    deals = np.arange(len(values))
    return Sample.of([(np.stack([deals // 10, deals], axis=1), values)], least=5)


def test_pooled_settings_and_differences_are_never_more_certain_than_single_deals() -> None:
    # Alternating results make every block's mean equal: the blocks alone would show no spread at all.
    first, second = np.tile([1.0, 0.0], 50), np.tile([0.0, 0.0, 1.0, 1.0, 0.0], 20)
    both = pooled([blocks_of(first), blocks_of(second)])
    assert both.single_deals is not None
    assert both.singles == 100
    assert both.floor > 0
    independent = np.std((first + second) / 2, ddof=1) / 10
    assert both.mean_and_error()[1] >= independent * 0.999
    gap = difference(blocks_of(first), blocks_of(second))
    alone = difference(Sample.of([(np.arange(100), first)]), Sample.of([(np.arange(100), second)]))
    assert gap.ci95[1] - gap.ci95[0] >= alone.ci95[1] - alone.ci95[0]
