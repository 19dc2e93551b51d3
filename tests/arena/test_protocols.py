"""Protocols of competitions set what they should."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest

import tapete
from tapete.arena.clock import Clock
from tapete.arena.protocols import PROTOCOLS, find_protocol
from tapete.arena.tournament import plan_tournament
from tapete.catalogue import game_names
from tapete.errors import BadOption


@pytest.mark.skipif("hearthstone" not in game_names(), reason="the game is not installed")
def test_premade2020_plays_each_of_81_deck_pairs_from_both_seats():
    found = find_protocol("premade2020", "hearthstone")
    run = plan_tournament(
        tapete.load("hearthstone"),
        ["random", "random", "random"],
        games=found.games,
        seed=0,
        format="round-robin",
        clock=Clock(),
        clairvoyant=False,
        variants=found.variants(),
    )
    assert run.games == 3 * 81 * 2
    met = Counter()
    for match in run.matches:
        for seating in match.plan.seatings[match.plan.turns]:
            first = match.agents[seating[0]]
            met[first, match.game.options["deck0"], match.game.options["deck1"]] += 1
    assert set(met.values()) == {2}  # each agent from the first seat, once against each of the two others
    assert len(met) == 3 * 81


@pytest.mark.skipif("tribute" not in game_names(), reason="the game is not installed")
def test_competitions_of_tribute_set_pool_and_time_per_turn():
    command = [sys.executable, "-m", "tapete.cli", "tournament", "tribute", "random", "random-without-end-turn"]
    done = subprocess.run(
        [*command, "--protocol", "cog2024", "--games", "2", "--json"], capture_output=True, text=True, check=True
    )
    data = json.loads(done.stdout)
    assert data["options"]["pool"] == "cog2024"
    assert data["settings"]["clock"] == {"turn": 10.0}
    assert data["games"] == 2


def test_a_protocol_belongs_to_its_game():
    for name, protocol in PROTOCOLS.items():
        assert find_protocol(name, protocol.game) is protocol
    with pytest.raises(BadOption):
        find_protocol("cog2024", "briscas")
