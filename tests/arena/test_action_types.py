"""Action types: declared by a game as data, counted alike natively and in Python, stored, exported, shown."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import tapete
from tapete.arena.duel import duel
from tapete.arena.game_statistics import describe
from tapete.arena.records import records_of
from tapete.arena.store import Store
from tapete.arena.tidy import write_tables
from tapete.core.definition import ActionTypes

OPTIONS = {
    "briscas": {"exchange": "on"},
    "dinosaurs": {},
    "catan": {},
    "hearthstone": {},
    "tribute": {},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_action_types_are_the_kinds_of_moves(name):
    """Compare the table with `move` for every legal action of some random games."""
    game, generator = tapete.load(name, **OPTIONS[name]), np.random.default_rng(1)
    state = game.deal(3)
    while not state.over:
        legal = state.legal()
        for action in legal:
            assert game.action_types.names[game.kind_of(state, action)] == state.move(action)["kind"]
        state.apply(int(generator.choice(legal)))


@pytest.mark.slow
def test_action_types_of_hearthstone_in_steps_are_the_kinds_of_moves():
    game, generator = tapete.load("hearthstone", factored=1), np.random.default_rng(1)
    for seed in range(3):
        state = game.deal(seed)
        while not state.over:
            legal = state.legal()
            for action in legal:
                assert game.action_types.names[game.kind_of(state, action)] == state.move(action)["kind"]
            state.apply(int(generator.choice(legal)))


@pytest.mark.parametrize("name", OPTIONS)
def test_native_counts_equal_the_actions_played(name):
    game = tapete.load(name, **OPTIONS[name])
    result = duel(game, ["random"] * len(set(game.sides)), games=2, seed=5, record=True, workers=1)
    columns = [(fact.name, seat) for fact, seat, _ in game.counter_columns]
    for number, record in enumerate(records_of(game, result.outcome.specs, result.played)):
        found: dict = {}
        for state, action in zip(record.states(), record.actions, strict=False):
            key = f"actions.{state.move(action)['kind']}", state.seat
            found[key] = found.get(key, 0) + 1
        facts = zip(columns, result.played.counters[number], strict=True)
        assert {column: n for column, n in facts if column[0].startswith("actions.") and n} == found
        assert sum(found.values()) == result.played.decisions[number].sum()


def test_actions_are_stored_exported_and_described(tmp_path):
    game = tapete.load("briscas", exchange="on")
    with Store(tmp_path / "s.db") as store:
        played = duel(game, ["heuristic", "cheap-winner"], games=20, seed=4, store=store)
        again = duel(game, ["heuristic", "cheap-winner"], games=20, seed=4, store=store)
    assert again.played_now == 0
    assert (again.played.counters == played.played.counters).all()
    write_tables([again.outcome], tmp_path)
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert all(int(float(row["actions.play0"])) == 20 for row in rows)
    found = describe(again.outcome).agents[0]
    assert found.actions["play"].mean == 20
    assert "actions.play" not in found.counters


def test_a_wrong_table_is_found():
    game = tapete.load("briscas", exchange="on")
    right = game.action_types
    game.__dict__["action_types"] = ActionTypes.ranges(game.actions, (0, "play"), (20, "exchange"))
    state = game.deal(3)
    wrong = [a for a in state.legal() if game.action_types.names[game.kind_of(state, a)] != state.move(a)["kind"]]
    game.__dict__["action_types"] = right
    assert wrong


def test_the_terminal_shows_action_types_if_there_are_several(capsys):
    from rich.console import Console

    from tapete.cli.tables import print_duel

    for options, told in (({"exchange": "on"}, True), ({}, False)):
        result = duel(tapete.load("briscas", **options), ["heuristic", "cheap-winner"], games=20, seed=1)
        print_duel(result, Console(width=80))
        shown = capsys.readouterr().out
        assert ("actions per game, cheap-winner: play 20.00, exchange" in shown) == told


def test_things_whose_ids_are_codes_are_listed_by_name():
    from tapete.arena.game_profile import readable

    assert readable(tapete.load("dinosaurs"), "P8E") == "Greedy Fern (P8E)"
    assert readable(tapete.load("briscas"), "5-bastos") == "5-bastos"
    assert readable(tapete.load("briscas"), "NOTHING") == "NOTHING"


def test_a_profile_counts_actions_by_seat_if_moves_name_no_cards():
    from tapete.arena.game_profile import Walk

    game = tapete.load("briscas")
    walk = Walk(game)
    walk.done = {"to trade": [(number, 1.0) for number in range(6)]}
    assert walk.shares()["to trade"].score == 1.0
    walk.played = {"5-bastos": [(number, 0.0) for number in range(6)]}
    assert list(walk.shares()) == ["5-bastos"]
