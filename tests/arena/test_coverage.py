"""Confidence intervals have their nominal coverage in simulated experiments and are not too wide; the sequential test keeps its error rates.

The simulations are small here and complete in `make acceptance`: 1,000 experiments of each kind, 2,000 sequential tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import tapete
from tapete.arena.duel import partnership_table, stopped_interval, summarise
from tapete.arena.experiment import ExperimentResult, MatchGames
from tapete.arena.schedule import GameResults, Schedule, mirrored
from tapete.arena.seating import seatings
from tapete.arena.sprt import Sprt
from tapete.arena.timing import no_times
from tapete.arena.tournament import standings
from tapete.studies.study import Figure, Line, Study, Total, study_result

WHOLE, SMALL = 1000, 120
LUCK = 0.3  # share of deals in which the cards decide the winner, not the strength of the agents
LITTLE = 0.1  # the same where an agent is to score 0.9


def winners(
    seats: np.ndarray, chances: np.ndarray, deals: int, generator: np.random.Generator, draws=0.0, luck=LUCK
) -> np.ndarray:
    """Return the returns of `deals` deals, each played in all seatings `seats`; `chances` are those of agents at one table."""
    table, size = seats.shape
    by_cards = generator.random(deals) < luck
    lucky = generator.integers(0, size, deals)
    returns = np.zeros((deals, table, size))
    for row in range(table):
        own = chances[seats[row]]
        won = (generator.random((deals, 1)) > np.cumsum(own / own.sum())).sum(axis=1).clip(0, size - 1)
        seat = np.where(by_cards, lucky, won)
        returns[np.arange(deals), row, seat] = 1.0
    shared = generator.random((deals, table)) < draws
    returns[shared] = 1 / size
    return returns


def games_of(game, agents: int, chances, deals: int, generator, seating=None, draws=0.05, luck=LUCK) -> GameResults:
    """Return synthetic games of one table."""
    table = np.array(seating or seatings(game, agents))
    if len(set(game.sides)) < game.seats:
        returns = sides_won(game, table, np.asarray(chances), deals, generator, luck)
    else:
        returns = winners(table, np.asarray(chances, dtype=float), deals, generator, draws, luck)
    flat = returns.reshape(-1, game.seats)
    plan = mirrored(1, [tuple(row) for row in table.tolist()], range(deals))
    none = np.zeros(flat.shape, dtype=np.int64)
    return GameResults(plan, flat, flat * 10, none, none, np.zeros(len(flat)))


def sides_won(game, table: np.ndarray, strength: np.ndarray, deals: int, generator, luck=LUCK) -> np.ndarray:
    """Return games of pairs: the stronger side wins more often, and each partner gets half."""
    sides = np.array(game.sides)
    returns = np.zeros((deals, len(table), game.seats))
    by_cards, lucky = generator.random(deals) < luck, generator.integers(0, 2, deals)
    for row, seats in enumerate(table):
        first = strength[seats[sides == 0]].sum() / strength[seats].sum()
        won = np.where(by_cards, lucky, generator.random(deals) > first)
        returns[:, row] = np.where(sides[None] == won[:, None], 0.5, 0.0)
    return returns


def truth_of(chance: float, table: int, luck: float = LUCK) -> float:
    """Return the mean score of an agent with this chance in deals that the cards do not decide."""
    return luck / table + (1 - luck) * chance


def chance_for(score: float, table: int, luck: float) -> float:
    """Return the chance that gives a mean score."""
    return (score - luck / table) / (1 - luck)


def coverage(experiment: Callable[[np.random.Generator], tuple[float, tuple[float, float]]], count: int, seed=1):
    """Return the coverage of the interval, its mean width, and the standard deviation of the estimates."""
    generator = np.random.default_rng(seed)
    held, widths, estimates = 0, [], []
    for _ in range(count):
        truth, estimate, (low, high) = experiment(generator)
        held += low <= truth <= high
        widths.append(high - low)
        estimates.append(estimate)
    return held / count, float(np.mean(widths)), float(np.std(estimates, ddof=1))


def duel_of(score: float, deals: int, luck: float = LUCK):
    game, chance = tapete.load("briscas"), chance_for(score, 2, luck)

    def experiment(generator):
        games = games_of(game, 2, (chance, 1 - chance), deals, generator, draws=0.0, luck=luck)
        result = summarise(game, ["a", "b"], games)[0]
        return truth_of(chance, 2, luck), result.score, result.ci95

    return experiment


def tournament_of(players: int, score: float, deals: int, luck: float = LUCK, what: str = "score"):
    game = tapete.load("briscas", players=players) if players < 4 else tapete.load("catan", players=4)
    chance = chance_for(score, players, luck)
    rest = (1 - chance) / (players - 1)

    def experiment(generator):
        games = games_of(game, players, [chance, *[rest] * (players - 1)], deals, generator, draws=0.0, luck=luck)
        specs = [f"a{i}" for i in range(players)]
        match = MatchGames(game, tuple(range(players)), games, no_times(players))
        outcome = ExperimentResult("tournament", "", game.name, {}, specs, 1, {}, [match], [], [False] * players)
        found = standings(outcome).standings[0]
        if what == "rating":  # of equals
            return 1500.0, found.rating, found.rating_ci95
        return truth_of(chance, players, luck), found.score, found.ci95

    return experiment


def pairs_of(score: float, deals: int, luck: float = LUCK, what: str = "agent"):
    """Simulate an agent whose side takes a score with any partner; the agent gets half of it."""
    game = tapete.load("briscas", players=4)
    chance = chance_for(score, 2, luck)
    strengths = np.array([(3 * chance - 1) / (1 - chance), 1.0, 1.0, 1.0])

    def experiment(generator):
        games = games_of(game, 4, strengths, deals, generator, luck=luck)
        if what == "partnership":
            side = next(entry for entry in partnership_table(game, games) if tuple(sorted(entry.agents)) == (0, 1))
            return score, side.score, side.ci95
        result = summarise(game, list("abcd"), games)[0]
        return score / 2, result.score, result.ci95

    return experiment


def study_of(score: float, deals: int, lines: int, what: str, luck_share: float = LUCK):
    """Simulate many lines on the same few deals: the cards decide the same deals in all of them."""
    game, chance = tapete.load("briscas"), chance_for(score, 2, luck_share)
    study = Study(
        "t", "s", "briscas",
        [Line(f"{i}", ("a", "b"), (Figure(None, measure="score"),)) for i in range(lines)],
        totals=[Total("all", tuple((f"{i}", 0) for i in range(lines)), Figure(None, measure="score"))],
    )  # fmt: skip

    def experiment(generator):
        luck = np.random.default_rng(generator.integers(1 << 40))
        state = luck.bit_generator.state
        matches = []
        for _ in range(lines):
            luck.bit_generator.state = state  # the same deals: cards decide the same ones, for the same seat
            cards, lucky = luck.random(deals) < luck_share, luck.integers(0, 2, deals)
            table = np.array(seatings(game, 2))
            returns = np.zeros((deals, 2, 2))
            for row, seats in enumerate(table):
                own = np.where(seats == 0, chance, 1 - chance)[0]
                seat = np.where(cards, lucky, (generator.random(deals) > own).astype(int))
                returns[np.arange(deals), row, seat] = 1.0
            flat = returns.reshape(-1, 2)
            plan = mirrored(1, seatings(game, 2), range(deals))
            none = np.zeros(flat.shape, dtype=np.int64)
            played = GameResults(plan, flat, flat, none, none, np.zeros(len(flat)))
            matches.append(MatchGames(game, (0, 1), played, no_times(2)))
        outcome = ExperimentResult("study", "", "briscas", {}, ["a", "b"], 1, {}, matches, [], [False, False])
        row = study_result(study, outcome, "quick").rows[-1 if what == "total" else 0]
        return score, row.ours, row.ci95

    return experiment


CASES = {
    "duel near 0.5": duel_of(0.5, 100),
    "duel near 0.85": duel_of(0.845, 200),
    "duel near 0.9": duel_of(0.9, 100, LITTLE),
    "duel of few deals": duel_of(0.57, 20),
    "three players near a third": tournament_of(3, 1 / 3, 100),
    "three players near 0.8": tournament_of(3, 0.793, 100),
    "three players near 0.9": tournament_of(3, 0.9, 100, LITTLE),
    "four players near a quarter": tournament_of(4, 0.25, 100),
    "four players near 0.7": tournament_of(4, 0.74, 100),
    "four players near 0.9": tournament_of(4, 0.9, 100, LITTLE),
    "a rating of few deals": tournament_of(3, 1 / 3, 12, 0.0, "rating"),
    "a rating of many deals": tournament_of(3, 1 / 3, 100, 0.0, "rating"),
    "pairs of equals": pairs_of(0.5, 60),
    "pairs with one strong player": pairs_of(0.695, 60),
    "pairs, a side near 0.9": pairs_of(0.9, 60, LITTLE),
    "a partnership near 0.9": pairs_of(0.9, 100, LITTLE, "partnership"),
    "a line of a quick study": study_of(0.64, 20, 2, "line"),
    "a line of a quick study near 0.9": study_of(0.9, 50, 2, "line", LITTLE),
    "a total of a quick study": study_of(0.64, 20, 12, "total"),
    "a total near 0.85": study_of(0.845, 40, 12, "total"),
    "a total near 0.9": study_of(0.9, 50, 12, "total", LITTLE),
}


def check(case: str, count: int) -> None:
    share, width, deviation = coverage(CASES[case], count)
    noise = 3.3 * math.sqrt(0.05 * 0.95 / count)
    print(f"{case}: covers {share:.3f}, mean width {width:.4f}, ideal {2 * 1.959964 * deviation:.4f}")
    low, high = (0.93, 0.97) if count >= WHOLE else (0.95 - noise, min(1.0, 0.95 + noise))
    assert low <= share <= high
    slack = 1.1 if count >= WHOLE else 1.1 + 3.3 / math.sqrt(2 * count)  # the deviation is an estimate too
    assert width <= slack * 2 * 1.959964 * deviation


@pytest.mark.parametrize(
    "case", ["duel near 0.5", "three players near 0.8", "pairs with one strong player", "a total of a quick study"]
)
def test_intervals_have_their_nominal_coverage(case):
    check(case, SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_intervals_have_their_nominal_coverage_in_a_thousand_experiments(case):
    check(case, WHOLE)


def pairs_with_mean(mean: float, count: int, generator) -> np.ndarray:
    """Return mean scores of deals of two games; in half of them one side wins both."""
    together = generator.random(count) < 0.5
    first = (generator.random(count) < mean).astype(float)
    second = np.where(together, first, generator.random(count) < mean)
    return (first + second) / 2


HYPOTHESES = [(0.5, 0.55), (0.9, 0.95), (0.02, 0.05), (0.25, 0.35)]


def wrong(p0: float, p1: float, mean: float, right: str, count: int) -> float:
    generator = np.random.default_rng(7)
    test = Sprt(p0, p1)
    ends = [test.judge(pairs_with_mean(mean, 6000, generator)).decision for _ in range(count)]
    assert ends.count("none") < 0.05 * count
    return sum(end not in (right, "none") for end in ends) / count


@pytest.mark.parametrize(("p0", "p1"), HYPOTHESES)
def test_the_sequential_test_is_wrong_no_more_often_than_promised(p0, p1):
    for mean, right in ((p0, "H0"), (p1, "H1")):
        assert wrong(p0, p1, mean, right, 200) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 200)


@pytest.mark.slow
@pytest.mark.parametrize(("p0", "p1"), HYPOTHESES)
def test_the_sequential_test_is_wrong_no_more_often_than_promised_in_two_thousand(p0, p1):
    for mean, right in ((p0, "H0"), (p1, "H1")):
        share = wrong(p0, p1, mean, right, 2000)
        print(f"sprt {p0}:{p1} at {mean}: wrong {share:.4f}")
        assert share <= 0.06


def test_the_interval_of_a_run_stopped_by_the_test_still_covers():
    """The results choose when the test stops. An ordinary interval covered 90 to 92 %."""
    game, generator, test = tapete.load("briscas"), np.random.default_rng(3), Sprt(0.5, 0.55)
    table = np.array(seatings(game, 2))
    held = 0
    for _ in range(200):
        deals = pairs_with_mean(0.525, 3000, generator)
        stop = test.judge(deals).deals
        first = np.where(deals[:stop] == 0.5, generator.integers(0, 2, stop), deals[:stop])
        shares = np.stack([first, 2 * deals[:stop] - first], axis=1).reshape(-1)
        mine = np.tile([0, 1], stop)
        returns = np.where(np.arange(2)[None] == mine[:, None], shares[:, None], 1 - shares[:, None])
        plan = Schedule(1, table, np.repeat(np.arange(stop), 2), np.tile([0, 1], stop))
        none = np.zeros(returns.shape, dtype=np.int64)
        low, high = stopped_interval(game, GameResults(plan, returns, returns, none, none, np.zeros(len(returns))), 0)
        held += low <= 0.525 <= high
    assert held / 200 >= 0.93


def test_an_interval_that_treats_games_as_independent_is_found():
    """Mutant: games instead of deals are the observations, so that the luck of the cards counts twice."""
    from tapete.arena.statistics import mean_interval

    game = tapete.load("briscas", players=3)

    def experiment(generator):
        table = np.array([(0, 1, 2)] * 4)  # agents keep their seats: the four games of a deal share its luck
        returns = winners(table, np.ones(3) / 3, 60, generator)
        low, high = mean_interval(returns[:, :, 0].reshape(-1))
        return 1 / 3, float(returns[:, :, 0].mean()), (low, high)

    assert game.seats == 3
    share, _, _ = coverage(experiment, SMALL)
    assert share < 0.93 - 0.03
