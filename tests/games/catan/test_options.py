"""Options reach the rules by name, independently of their order (docs/rules/catan.md, section 9)."""

from __future__ import annotations

import numpy as np
import pytest

import tapete
from tapete.games.catan.options import OPTIONS, Options

# Option -> the field of the state that holds it, a value other than the default, and its value in the state
FIELDS = {
    "players": ("players", 3, 3),
    "shortage": ("shortage", "all_or_nothing", 1),
    "roads": ("roads_left", 13, [13] * 4),
    "bank": ("bank_size", 30, 30),
    "cards_before_roll": ("cards_before_roll", False, 0),
    "hidden_discards": ("hidden_discards", True, 1),
    "max_offers": ("max_offers", 7, 7),
    "offer_menu": ("offer_menu", "student", 1),
    "compose_trade": ("compose_trade", True, 1),
    "blind_answers": ("blind_answers", True, 1),
    "trade_close": ("trade_close", "first_acceptor", 1),
    "win": ("win", "any_time", 1),
    "points": ("points_to_win", 13, 13),
    "hand_cap": ("hand_cap", 21, 21),
    "turn_cap": ("turn_cap", 400, 400),
}
ON_THE_BOARD = {"numbers", "spiral_start", "no_adjacent_red", "harbours"}  # read only by the deal: test_board.py


@pytest.mark.parametrize("name", FIELDS)
def test_option_reaches_its_own_field_and_no_other(name):
    field, value, written = FIELDS[name]
    plain, changed = tapete.load("catan").deal(1).record, tapete.load("catan", **{name: value}).deal(1).record
    assert np.array_equal(changed[field], written) and not np.array_equal(plain[field], written)
    for other, *_ in FIELDS.values():
        if other != field and (other, field) != ("roads_left", "players"):
            assert np.array_equal(plain[other], changed[other]), other


def test_every_option_is_covered_here_or_with_the_board():
    assert {option.name for option in OPTIONS} == set(FIELDS) | ON_THE_BOARD | {"preset"}


def test_deal_reads_every_option_by_its_name():
    assert Options.dtype.names == tuple(option.name for option in OPTIONS)
