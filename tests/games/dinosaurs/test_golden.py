"""Vectors of tests/data/dinosaurs/golden.json."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import tapete
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DISASTERS, IDS

from .crafted import PASS, SELF, card, choose, close_window, give, logged, pass_effects, start

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "dinosaurs" / "golden.json").read_text())
NONE = rules.NONE


def is_out(area: list[int], two_player: bool) -> bool:
    state = tapete.load("dinosaurs", players=2, two_player_mode=two_player).deal(1)
    state.record["area"][0] = area
    return bool(rules.is_fatal(state.record, 0, NONE))


def surviving(two_player: bool) -> list[list[int]]:
    state = tapete.load("dinosaurs", players=2, two_player_mode=two_player).deal(1)
    found = []
    for area in itertools.product(range(9), range(9), range(9), range(5)):
        state.record["area"][0] = area
        if not rules.is_fatal(state.record, 0, NONE):
            found.append(list(area))
    return found


def test_exactly_the_listed_areas_survive() -> None:
    assert surviving(two_player=False) == GOLDEN["alive_states_normal"]
    assert len(surviving(two_player=True)) == GOLDEN["alive_states_two_player_count"]


@pytest.mark.parametrize("example", GOLDEN["elimination_examples"], ids=str)
def test_elimination_examples(example: dict) -> None:
    assert is_out(example["area"], example["mode"] == "two") == example["out"]


@pytest.mark.parametrize("vector", GOLDEN["inversion"], ids=str)
def test_inversion_exchanges_highest_and_lowest_when_odd(vector: dict) -> None:
    players = len(vector["scores"])
    plain = ("P6", "P6", "P6", "P6")[:players]
    state = start(plain, ["meteor"])
    choose(state, *plain)
    for seat, score in enumerate(vector["scores"]):
        trait = 1 if seat == 3 else 0
        state.record["added"][seat] = score - 6 - trait
    state.record["inversions"] = vector["inversions"]
    close_window(state)
    assert [score for _, score in logged(state, rules.SCORED)] == vector["result"]


@pytest.mark.parametrize("vector", GOLDEN["rounds"], ids=lambda vector: vector["name"])
def test_whole_rounds(vector: dict) -> None:
    players = len(vector["players"])
    hands = [name for name in vector["cards"]]
    for seat, name, _ in vector["instants"]:
        hands[seat] += f" {name}"
    options = {"two_player_mode": 0} if players == 2 else {}
    state = start(hands, [vector["disaster"]], facts={"dinosaurs": vector["players"]}, **options)
    choose(state, *vector["cards"])
    pass_effects(state)
    waiting = list(vector["instants"])
    while state.record["phase"] == rules.SCORING:
        if waiting and waiting[0][0] == state.seat:
            seat, name, target = waiting.pop(0)
            state.play(card(name))
            if target is not None:
                state.play(SELF + (target - seat) % players)
        else:
            state.play(PASS)
    assert not waiting
    assert [score for _, score in logged(state, rules.SCORED)] == vector["scores"]
    advance = dict(logged(state, rules.ADVANCED))
    assert [advance.get(seat, 0) for seat in range(players)] == vector["advance"]
    if vector["would_add"] is not None:
        assert (state.record["phase"], state.seat) == (rules.RESPONSE, vector["would_add"])
    elif vector["sudden_death"] is not None:
        assert state.record["phase"] == rules.SUDDEN_DEATH
        assert [s for s in range(players) if int(state.record["tied"]) >> s & 1] == vector["sudden_death"]
    else:
        assert logged(state, rules.BOTTOM) == [(rules.FULL_TIE, DISASTERS.index(vector["disaster"]))]


@pytest.mark.parametrize("vector", GOLDEN["effect_order"], ids=str)
def test_effects_act_by_value_then_by_points(vector: dict) -> None:
    names = [name for name, _ in vector["table"]]
    state = start(names, facts={"positions": [points for _, points in vector["table"]]})
    choose(state, *names)
    assert state.record["order"][: state.record["order_size"]].tolist() == vector["order"]


@pytest.mark.parametrize("vector", GOLDEN["sudden_death"], ids=str)
def test_sudden_death(vector: dict) -> None:
    state = start(["P9", "P3", "P3"], ["meteor"])
    choose(state, "P9", "P3", "P3")
    for seat, values in enumerate(vector["hands_point_values"], start=1):
        give(state, seat, " ".join(f"P{value}" for value in values) + " IB")
    close_window(state)
    for plays in vector["plays"]:
        assert state.record["phase"] == rules.SUDDEN_DEATH
        for value in plays:
            state.play(card(f"P{value}"))
    if vector["loser"] is None:
        assert logged(state, rules.BOTTOM) == [(rules.TIE_UNBROKEN, DISASTERS.index("meteor"))]
        assert state.turn == 2
    else:
        assert (state.record["phase"], state.seat) == (rules.RESPONSE, 1 + vector["loser"])


def test_decks_have_the_official_copies() -> None:
    game = tapete.load("dinosaurs")
    state = game.deal(5)
    cards = state.record["deck"][: state.record["deck_left"]].tolist()
    from tapete.games.dinosaurs.state_reader import hand_of

    for seat in range(4):
        cards += hand_of(state, seat)
    per_value = [0] * 10
    for kind in cards:
        if kind < 19:
            per_value[int(IDS[kind][1])] += 1
    assert per_value == [4, 6, 6, 6, 6, 6, 6, 5, 4, 4]
    assert [cards.count(kind) for kind in range(19, 24)] == [5, 5, 2, 3, 1]
    assert sum(IDS[kind].endswith("E") for kind in cards if kind < 19) == 20
