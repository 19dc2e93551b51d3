"""Protocols of competitions set options, seats, time and games."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest
from command import tapete_command

import tapete
from tapete.arena import tournament as tournaments
from tapete.arena.clock import Clock
from tapete.arena.duel import duel as arena_duel
from tapete.arena.protocols import clock_of, find_protocol
from tapete.arena.sprt import Sprt
from tapete.arena.tournament import plan_tournament
from tapete.cli.app import app
from tapete.core.registry import definition, game_names
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
        variants=found.variants,
    )
    assert run.games == 3 * 81 * 2
    met = Counter()
    for match in run.matches:
        for seating in match.plan.at_seats:
            first = match.agents[seating[0]]
            met[first, match.game.options["deck0"], match.game.options["deck1"]] += 1
    assert set(met.values()) == {2}  # each agent from the first seat, once against each of the two others
    assert len(met) == 3 * 81


@pytest.mark.skipif("tribute" not in game_names(), reason="the game is not installed")
def test_competitions_of_tribute_set_pool_time_per_turn_and_memory():
    agents = ("random", "random-without-end-turn")
    done = tapete_command(
        "tournament", "tribute", *agents, "--protocol", "cog2024", "--games", "2", "--json", check=True
    )
    data = json.loads(done.stdout)
    assert data["options"]["pool"] == "cog2024"
    assert data["settings"]["clock"] == {"turn": 10.0, "memory": 256.0}
    assert data["games"] == 2


def test_a_duel_keeps_to_the_conditions_of_a_competition(capsys, monkeypatch):
    """It has the options, time and memory of the protocol, and as many games, with separate deals for every variant."""

    def duel(*words):
        monkeypatch.setattr(sys, "argv", ["tapete", "duel", *words, "--json"])
        with pytest.raises(SystemExit) as ended:
            app()
        assert not ended.value.code
        return json.loads(capsys.readouterr().out)

    data = duel("tribute", "random", "max-agents", "--protocol", "cog2025", "--games", "4")
    assert data["options"]["pool"] == "cog2025" and data["games"] == 4
    data = duel("hearthstone", "random", "greedy", "--protocol", "premade2020")
    assert data["games"] == 162
    low, high = data["agents"][1]["ci95"]
    assert 0.9 < low < data["agents"][1]["score"] < high <= 1.0  # 81 observations, not one
    assert len(data["statistics"]["groups"]["deck"]) == 9


def test_the_variants_of_a_duel_have_deals_of_their_own():
    game = tapete.load("briscas")
    variants = ({"exchange": "off"}, {"exchange": "on"}, {"follow_suit": "follow"})
    result = arena_duel(game, ["random", "cheap-winner"], games=10, seed=3, variants=variants)
    assert result.games == 12 and sorted(set(result.played.plan.deals.tolist())) == list(range(6))
    assert [match.game.options["exchange"] for match in result.outcome.matches] == ["off", "on", "off"]
    assert [set(match.games.plan.deals.tolist()) for match in result.outcome.matches] == [{0, 3}, {1, 4}, {2, 5}]
    assert result.agents[1].thinking is not None
    with pytest.raises(BadOption, match="one variant"):
        arena_duel(game, ["random", "cheap-winner"], games=10, variants=variants, sprt=Sprt(0.5, 0.6))


@pytest.mark.skipif("hearthstone" not in game_names(), reason="the game is not installed")
def test_a_late_turn_ends_in_the_framework_of_the_hearthstone_thesis():
    """Section 3.4 of the thesis: a turn ends after 60 s. In our other protocols a late agent loses the game."""
    clock = clock_of(find_protocol("framework2019", "hearthstone"))
    assert (clock.turn, clock.late) == (60.0, "end-turn")
    assert tapete.load("hearthstone").definition.end_turn is not None
    assert clock_of(find_protocol("cog2024", "tribute")).late == "lose"


def test_a_protocol_belongs_to_its_game():
    for game in game_names():
        for name, protocol in definition(game).protocols.items():
            assert find_protocol(name, game) is protocol
            assert clock_of(protocol).limited == bool(protocol.seconds)
            for variant in protocol.variants:
                tapete.load(game, **protocol.options, **variant)
    with pytest.raises(BadOption):
        find_protocol("cog2024", "briscas")


@pytest.mark.skipif("hearthstone" not in game_names(), reason="the game is not installed")
def test_a_protocol_without_games_plays_as_many_as_the_competition_did(monkeypatch):
    """The protocol has 162 games per pairing, which `--games` overrides."""
    asked = []

    def stop(game, specs, **settings):
        asked.append((settings["games"], len(settings["variants"])))
        raise BadOption("enough")

    monkeypatch.setattr(tournaments, "plan_tournament", stop)
    for more in ([], ["--games", "324"]):
        with pytest.raises(BadOption, match="enough"):
            app(
                ["tournament", "hearthstone", "random", "random", "--protocol", "premade2020", *more],
                standalone_mode=False,
            )
    with pytest.raises(BadOption, match="enough"):
        app(["tournament", "briscas", "random", "random"], standalone_mode=False)
    assert asked == [(162, 81), (324, 81), (1000, 1)]
