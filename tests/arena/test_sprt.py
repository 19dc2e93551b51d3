"""The sequential test keeps its promised errors on simulated pairs, and stops sooner than a test of fixed size."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

import tapete
from tapete.arena.duel import duel
from tapete.arena.sprt import Sprt
from tapete.arena.statistics import anytime_interval
from tapete.errors import BadOption

PAIRS = 20_000
SERIES = 200


def simulated_pairs(mean: float, seed: int, draws: float = 0.1, luck: float = 0.25) -> np.ndarray:
    """Return mean scores of mirrored pairs: in a share of the deals the cards decide both games, else the games are independent."""
    generator = np.random.default_rng(seed)
    decided_by_cards = generator.random(PAIRS) < luck  # one game each: the pair is even
    scores = generator.choice([0.0, 0.5, 1.0], size=(PAIRS, 2), p=outcome(mean, draws, luck))
    return np.where(decided_by_cards, 0.5, scores.mean(axis=1))


def outcome(mean: float, draws: float, luck: float) -> list[float]:
    """Return chances of loss, draw and win that give a pair the wanted mean."""
    own = 0.5 + (mean - 0.5) / (1 - luck)
    win = own - draws / 2
    return [1 - draws - win, draws, win]


@pytest.mark.parametrize("draws", [0.0, 0.1, 0.4])
@pytest.mark.parametrize(("mean", "right"), [(0.50, "H0"), (0.55, "H1")])
def test_errors_stay_below_a_tenth_and_games_below_the_fixed_size(mean, right, draws):
    sprt = Sprt(0.5, 0.55)
    pairs = [simulated_pairs(mean, 1000 + i, draws) for i in range(SERIES)]
    ends = [sprt.judge(series) for series in pairs]
    wrong = sum(end.decision != right for end in ends)
    assert wrong <= SERIES // 10  # twice the nominal 5 %: more than three standard deviations above it
    variance = np.mean([series.var() for series in pairs])
    fixed = (norm.ppf(0.95) * 2) ** 2 * variance / 0.05**2
    assert np.mean([end.deals for end in ends]) < 0.8 * fixed


def test_pairs_without_any_variance_end_as_h0():
    end = Sprt(0.5, 0.55).judge(np.full(1000, 0.5))
    assert end.decision == "H0"
    assert end.deals < 200


def test_a_few_wins_are_not_enough():
    assert Sprt(0.5, 0.55).judge(np.ones(5)).decision == "none"


def test_identical_deterministic_agents_end_as_h0():
    result = duel(tapete.load("briscas"), ["heuristic", "heuristic"], games=5000, sprt=Sprt(0.5, 0.52))
    assert result.sprt.decision == "H0"
    assert result.games == 2 * result.sprt.deals < 5000


def test_the_stop_does_not_depend_on_how_games_are_shared_out():
    game = tapete.load("briscas")
    ends = [duel(game, ["heuristic", "random"], games=2000, seed=3, workers=n, sprt=Sprt(0.5, 0.55)) for n in (1, 3)]
    assert ends[0].sprt == ends[1].sprt
    assert ends[0].sprt.decision == "H1"
    assert (ends[0].played.returns == ends[1].played.returns).all()


def test_the_cap_ends_an_undecided_test():
    result = duel(tapete.load("briscas"), ["heuristic", "random"], games=20, sprt=Sprt(0.80, 0.81))
    assert result.sprt.decision == "none"
    assert result.games == 20


@pytest.mark.parametrize("text", ["", "0.5", "0.6:0.5", "a:b", "0.5:0.55:0.05", "0.5:0.55:0.7:0.05", "-1:0.5"])
def test_invalid_settings_are_refused(text):
    with pytest.raises(BadOption):
        Sprt.parse(text)


def test_the_interval_of_a_sequential_test_holds_its_mean() -> None:
    """Intersected over all looks, 5 of these 300 intervals exclude their own mean."""
    chance = np.random.default_rng(0)
    for _ in range(300):
        deals = chance.choice([0.0, 0.5, 1.0], p=[0.25, 0.3, 0.45], size=256)
        low, high = anytime_interval(deals)
        assert low <= deals.mean() <= high
