"""Generic battery under options that the suite of all games does not try."""

from __future__ import annotations

import pytest

import tapete
from tapete.testing import check_agent, check_game


@pytest.mark.parametrize(
    "options",
    [
        *(
            pytest.param(options, marks=pytest.mark.slow)
            for options in (
                {"players": 2},
                {"players": 3, "fifty_tie": "joint", "insurance_after_sudden_death": False},
                {"players": 4, "preset": "thesis"},
            )
        ),
        {"players": 2, "preset": "thesis", "two_player_mode": False, "max_rounds": 4},
    ],
    ids=str,
)
def test_battery_passes(options: dict) -> None:
    check_game(tapete.load("dinosaurs", **options), games=3, bots=False)


@pytest.mark.parametrize(
    "spec",
    [
        "easy:as_coded=1",
        "medium:weights=thesis,instants=thesis",
        "hard-search:iterations=30,memory=0,instants=sensible",
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_agents_use_no_hidden_information_under_any_option(spec: str, players: int) -> None:
    check_agent(tapete.load("dinosaurs", players=players, preset="thesis"), spec, games=3, most=150)
