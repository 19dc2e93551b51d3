"""Invariants of section 13 on random games with bounds checking, and the statistics of random games of section 14."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from . import native_checks

# Means of 4,000 games of an independent engine (section 14), with four standard errors of both samples together.
SHAPES = {
    4: {"rounds": (11.3, 0.12), "ends by 50": (0.870, 0.025), "decisions": (155.7, 1.6), "free decisions": (105.1, 1.6),
        "scoring instants": (13.0, 0.3), "sudden deaths": (1.56, 0.1), "full ties": (0.12, 0.03), "reshuffles": (0.93, 0.03)},
    3: {"rounds": (9.4, 0.15), "ends by 50": (0.482, 0.035), "decisions": (98.3, 1.6), "free decisions": (67.5, 1.5),
        "scoring instants": (8.2, 0.25), "sudden deaths": (0.83, 0.08), "full ties": (0.31, 0.05), "reshuffles": (0.05, 0.02)},
    2: {"rounds": (8.8, 0.15), "ends by 50": (0.844, 0.025), "decisions": (72.0, 1.6), "free decisions": (52.4, 1.5),
        "scoring instants": (7.8, 0.25), "sudden deaths": (0.0, 0.0), "full ties": (0.99, 0.07), "reshuffles": (0.04, 0.02)},
}  # fmt: skip
LATE = {4: 14, 3: 12, 2: 11}  # 95 % of the games have ended by this round


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 3, 4])
def test_random_games_keep_the_invariants_and_have_the_published_statistics(players: int) -> None:
    broken, means = native_checks.play(8000, players=players)
    assert broken == -1
    for name, (expected, tolerance) in SHAPES[players].items():
        assert means[name] == pytest.approx(expected, abs=tolerance), name
    assert means["95 % of rounds"] == pytest.approx(LATE[players], abs=1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_hold_in_two_hundred_thousand_games(players: int) -> None:
    assert native_checks.play(200_000, players=players)[0] == -1


@settings(max_examples=30)
@given(
    st.integers(2, 4),
    st.sampled_from(["official", "thesis"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["highest", "joint"]),
    st.integers(1, 200),
    st.integers(0, 10**6),
)
def test_every_option_keeps_the_invariants(
    players: int, preset: str, two_player_mode: bool, insurance: bool, tie: str, most: int, first: int
) -> None:
    broken, means = native_checks.play(
        60,
        first,
        players=players,
        preset=preset,
        two_player_mode=two_player_mode,
        insurance_after_sudden_death=insurance,
        fifty_tie=tie,
        max_rounds=most,
    )
    assert broken == -1
    assert means["longest"] <= most
