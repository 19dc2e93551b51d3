"""What a person reads and types, and games set up from facts."""

from __future__ import annotations

import pytest

import tapete
from tapete.errors import BadOption
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import CARDS, DISASTERS
from tapete.testing import random_game

from .crafted import PASS, card, choose, close_window, start


def test_the_table_shows_routes_disasters_cards_and_what_happened() -> None:
    state = start(["P9 IB P1", "P1", "P2", "P3"], ["natural"], facts={"areas": [[0, 1, 0, 0], *[[0] * 4] * 3]})
    choose(state, "P9", "P1", "P2", "P3")
    close_window(state)
    text = state.text(1)
    assert "disaster: natural" in text
    assert "1 predatory" in text
    assert "seat 0 has the highest score and runs 9 steps" in text
    assert " 9/50" in text
    for name in ("Sky Catapult (9)", "Twig (1)", "Dented Pot (2)", "Old Shovel (3)"):
        assert name in text


def test_a_seat_reads_its_own_hand_only() -> None:
    state = start(["P9E", "P1", "P2", "P3"])
    assert CARDS[card("P9E")]["name"] in state.text(0)
    assert CARDS[card("P9E")]["name"] not in state.text(1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ["official", "thesis"])
def test_every_legal_action_has_a_text_of_its_own_that_can_be_typed(players: int, preset: str) -> None:
    game = tapete.load("dinosaurs", players=players, preset=preset)
    seen = set()
    for seed in range(12):
        for state, _ in random_game(game, seed):
            legal = state.legal()
            texts = [state.action_text(action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert state.text(state.seat) and state.text(None)
            seen.add(int(state.record["phase"]))
            for action in legal:
                if action < rules.SELF or action == PASS:
                    typed = "pass" if action == PASS else CARDS[action]["name"]
                    assert game.definition.text.parse(state, typed) == action
    assert len(seen) >= (14 if players > 2 else 10)


def test_seats_can_be_typed() -> None:
    state = start(["P9 IB", "P1", "P2", "P3"])
    choose(state, "P9", "P1", "P2", "P3")
    state.play(card("IB"))
    assert state.game.definition.text.parse(state, "seat 2") == 26
    assert state.game.definition.text.parse(state, "seat 7") is None


def test_the_log_recomputes_to_the_same_totals() -> None:
    from tapete.games.dinosaurs.text import events

    for seed in range(20):
        totals, turn = [0.0] * 4, 1
        state = tapete.load("dinosaurs").deal(seed)
        while not state.over:
            legal = state.legal()
            state.play(legal[(seed * 7 + state.turn + len(state.history)) % len(legal)])
            if state.turn != turn or state.over:
                turn = state.turn
                for kind, seat, value in events(state):
                    if kind in (rules.ADVANCED, rules.MOVED):
                        totals[seat] += value
                assert totals == state.points()


def test_dinosaurs_can_be_fixed_by_seat() -> None:
    game = tapete.load("dinosaurs", dinosaurs="stego,rex,cry,bronto")
    assert game.deal(3).record["dinosaur"].tolist() == [3, 0, 1, 2]
    for wrong in ("rex,rex,cry,stego", "rex,cry", "rex,cry,bronto,spino"):
        with pytest.raises(BadOption):
            tapete.load("dinosaurs", dinosaurs=wrong)


def test_random_dinosaurs_are_different_and_vary() -> None:
    game = tapete.load("dinosaurs", players=3)
    deals = [tuple(game.deal(seed).record["dinosaur"][:3].tolist()) for seed in range(60)]
    assert all(len(set(deal)) == 3 for deal in deals)
    assert len(set(deals)) > 15


@pytest.mark.parametrize(
    "facts",
    [
        {"main": [0] * 69},
        {"main": ["P77"]},
        {"disasters": list(DISASTERS)},
        {"dinosaurs": ["rex", "rex", "cry", "stego"]},
        {"areas": [[9, 0, 0, 0]]},
    ],
    ids=str,
)
def test_impossible_facts_are_refused(facts: dict) -> None:
    with pytest.raises(BadOption):
        tapete.load("dinosaurs").set_up(facts)


def test_cards_disasters_and_dinosaurs_are_explained_by_name_and_id() -> None:
    game = tapete.load("dinosaurs")
    for entry in CARDS:
        text = game.explain(entry["name"].upper())
        assert text == game.explain(entry["id"])
        assert entry.get("text", "No effect.") in text
        assert "value" not in entry or f"value {entry['value']}:" in text
    assert game.explain("rex").startswith("rex, a dinosaur: +1 against predatory, -1 against emotional disasters")
    assert "counts as any kind" in game.explain("meteor")
