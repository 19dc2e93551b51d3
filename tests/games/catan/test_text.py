"""Texts for people and typed moves."""

from __future__ import annotations

import random
import re

import pytest

import tapete
from tapete.core.strings import LANGUAGES
from tapete.errors import BadOption
from tapete.games.catan import moves
from tapete.games.catan.board import EDGE_PAIRS, NODES
from tapete.games.catan.state import ANSWER, DECIDE, DISCARD, PRE_ROLL, ROBBER, SETUP_ROAD, STEAL
from tapete.games.catan.text import parse

from .positions import bare, give, path, place

WOOD_BRICK_SHEEP_WHEAT_ORE = [4, 1, 1, 2, 1]


@pytest.mark.parametrize("options", [{}, {"preset": "thesis"}, {"compose_trade": 1}])
def test_every_legal_action_has_its_own_text_that_parses_to_it(options):
    game = tapete.load("catan", turn_cap=120, **options)
    for seed in range(3):
        state = game.deal(seed)
        chooser = random.Random(seed)
        while not state.over:
            legal = state.legal()
            if chooser.random() < 0.2:
                for language in LANGUAGES:
                    texts = {state.action_text(action, language): action for action in legal}
                    assert len(texts) == len(legal)
                    for text, action in texts.items():
                        assert parse(state, text) == action, text
            state.apply(chooser.choice(legal))


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("2 wheat for 1 ore", moves.OFFER + 20 + 15),
        ("two grain for an ore", moves.OFFER + 20 + 15),
        ("wheat for ore", moves.OFFER + 15),
        ("offer 1 sheep for 2 bricks", moves.OFFER + 40 + 9),
        ("4 wood for 1 ore", moves.MARITIME + 3),
        ("wood for ore with the bank", moves.MARITIME + 3),
        ("5 wood for 1 ore", None),
        ("1 wood for 1 wood", None),
        ("end", moves.END),
        ("settle 30", moves.SETTLE + 30),
        ("settle at 30", moves.SETTLE + 30),
        ("road 24-19", moves.ROAD + EDGE_PAIRS.index((19, 24))),
        ("road 1 2", None),
        ("buy", moves.BUY),
        ("buy a card", moves.BUY),
        ("hello", None),
        ("", None),
        ("settle 3 30", None),  # unclear
        ("city 18 30", None),
        ("settle 99", None),
        ("2 de trigo por 1 de mineral", moves.OFFER + 20 + 15),
        ("dos trigos por un mineral", moves.OFFER + 20 + 15),
        ("ofrezco lana por ladrillo", moves.OFFER + 9),
        ("4 maderas por 1 mineral", moves.MARITIME + 3),
        ("madera por mineral con la banca", moves.MARITIME + 3),
        ("3 maderas por 1 mineral con la banca", None),
        ("poblado en 30", moves.SETTLE + 30),
        ("carretera 24-19", moves.ROAD + EDGE_PAIRS.index((19, 24))),
        ("comprar carta", moves.BUY),
        ("paso", moves.END),
        ("terminar el turno", moves.END),
    ],
)
def test_typed_moves_are_parsed(said, action):
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, WOOD_BRICK_SHEEP_WHEAT_ORE)
    assert parse(state, said) == action


def test_trade_at_the_banks_rate_is_with_the_bank_unless_it_says_offer():
    state = bare()
    give(state, [0, 0, 0, 2, 0])
    state.record["rates"][0] -= state.record["rates"][0] & (255 << 24)
    state.record["rates"][0] += 2 << 24
    assert parse(state, "2 wheat for 1 ore") == moves.MARITIME + 15
    assert parse(state, "offer 2 wheat for 1 ore") == moves.OFFER + 20 + 15


def test_typed_moves_of_other_phases_are_parsed():
    state = bare(PRE_ROLL)
    state.record["cards"][0] = (1 << 24) | (1 << 32)
    assert parse(state, "roll") == moves.ROLL
    assert parse(state, "monopoly sheep") == moves.MONOPOLY + 2
    assert parse(state, "year of plenty ore wood") == moves.PLENTY + 4
    assert parse(state, "tirar") == moves.ROLL
    assert parse(state, "monopolio de ovejas") == moves.MONOPOLY + 2
    assert parse(state, "año de abundancia: mineral y madera") == moves.PLENTY + 4
    robber = bare(ROBBER)
    assert (
        parse(robber, f"robber h{(int(robber.record['robber']) + 1) % 19}")
        == moves.ROBBER + (int(robber.record["robber"]) + 1) % 19
    )
    steal = bare(STEAL, seat=1)
    place(steal, 3, settlements=[18])
    place(steal, 0, settlements=[30])
    steal.record["robber"] = 9
    give(steal, [1, 0, 0, 0, 0], [], [], [1, 0, 0, 0, 0])
    assert parse(steal, "steal from 3") == moves.STEAL + 1
    assert parse(steal, "robar al jugador 3") == moves.STEAL + 1
    assert parse(steal, "steal from 1") is None and parse(steal, "steal from 7") is None
    discards = bare(DISCARD, seat=2)
    give(discards, [], [], [9, 0, 0, 0, 0])
    discards.record["owed"][2] = 4
    assert parse(discards, "wood") == moves.DISCARD == parse(discards, "descarto madera")
    setup = tapete.load("catan").deal(1)
    setup.play(moves.SETTLE + 24)
    assert setup.record["phase"] == SETUP_ROAD
    assert parse(setup, "road 30") == moves.ROAD + EDGE_PAIRS.index((24, 30))


def test_yes_and_no_are_parsed_as_answers():
    state = bare()
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1])
    state.play(parse(state, "1 wheat for 1 ore"))
    assert state.record["phase"] == ANSWER
    assert parse(state, "yes") == moves.ACCEPT and parse(state, "no") == moves.REJECT
    assert parse(state, "sí") == moves.ACCEPT and parse(state, "rechazo") == moves.REJECT == parse(state, "paso")
    state.play(moves.ACCEPT)
    state.play(moves.REJECT)
    state.play(moves.REJECT)
    assert state.record["phase"] == DECIDE
    assert parse(state, "confirm 1") == moves.CONFIRM and parse(state, "cancel") == moves.CANCEL
    assert parse(state, "con el jugador 1") == moves.CONFIRM and parse(state, "retiro la oferta") == moves.CANCEL


def test_board_shows_pieces_harbours_tokens_and_the_robber():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24))
    place(state, 2, cities=[44], roads=path(44, 48, 52))
    text = state.text(0)
    assert "[s0]" in text and "[C2]" in text and "ROBBER" in text
    assert (
        "0\\ " in text and "|2" in text and "2\\ " in text
    )  # a road has its seat's number, and a blank before the next node
    assert all(f"{node:>2}" in text for node in range(NODES) if node not in (18, 44))
    harbours = [line for line in text.splitlines() if line.startswith("Harbours")]
    assert len(harbours) == 2 and harbours[0].count("-") == 4 and harbours[1].count("-") == 5
    assert max(map(len, text.splitlines()[:17])) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_node_numbers_are_separated_from_names_and_roads(language):
    """Every node's number is separate on a board with all roads built, with every terrain."""
    state = bare()
    for seat in range(4):
        place(state, seat, roads=EDGE_PAIRS[18 * seat : 18 * seat + 18])
    for terrain in range(5):
        state.record["terrain"][:] = terrain
        state.record["token"][:] = 12
        board = state.text(0, language).splitlines()[:17]
        found = [int(number) for line in board for number in re.findall(r"(?<![\w|.])\d+(?=[wbsgo?]?(?: |$))", line)]
        assert sorted(number for number in found if number != 12) == [n for n in range(NODES) if n != 12]
        assert found.count(12) >= 19


def test_harbour_marks_differ_from_hex_names():
    """`h` would be read as a hex; wheat has the g of grain, and the list of harbours explains the marks."""
    text = tapete.load("catan", harbours="fixed").deal(1).text(0)
    assert " 1g " in text and "g wheat 1-5" in text and "o ore 10-15" in text
    assert not re.search(r"\dh\b", text)


def test_text_for_a_seat_shows_no_hidden_cards_of_others():
    state = bare()
    give(state, [1, 0, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 0, 0, 2])
    state.record["cards"][1] = 1 << 8
    state.record["below"][1, 0] = state.record["above"][2, 0] = 2 << 8
    state.record["above"][1, 0] = state.record["below"][2, 0] = 2 << 32
    mine = state.text(0)
    assert "victory point" not in mine and "2 resource cards (0-2 brick, 0-2 ore)" in mine
    assert "victory point" in state.text(None)


def test_known_gives_bounds_and_unseen_cards():
    state = bare()
    give(state, [1, 0, 0, 0, 0], [0, 2, 0, 0, 0])
    known = state.view(0).known
    assert known["hands"][1]["brick"] == (2, 2) and known["hands"][2]["ore"] == (0, 0)
    assert known["unseen_cards"]["knight"] == 14


@pytest.mark.parametrize(
    "change",
    [
        {"terrain": ["wood"] * 19},
        {"tokens": [2] * 19},
        {"harbours": ["any"] * 9},
        {"deck": ["knight"] * 25},
        {"robber": 19},
        {"terrain": ["sea"] * 19},
    ],
)
def test_impossible_board_is_refused(change):
    game = tapete.load("catan")
    dealt = game.deal(2).record
    names = ("wood", "brick", "sheep", "wheat", "ore", "desert")
    kinds = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
    facts = {
        "terrain": [names[t] for t in dealt["terrain"]],
        "tokens": [int(t) or None for t in dealt["token"]],
        "harbours": ["any" if k == 5 else names[k] for k in dealt["harbour"]],
        "deck": [kinds[k] for k in dealt["deck"][::-1]],
    }
    state = game.set_up(facts)
    for name in ("terrain", "token", "harbour", "deck", "hexes_of", "robber"):
        assert (state.record[name] == dealt[name]).all()
    with pytest.raises(BadOption):
        game.set_up({**facts, **change})
