"""Options reach the rules under their own names."""

from __future__ import annotations

import pytest

import tapete
from tapete.games.briscas.options import OPTIONS, Options

FIELDS = [option for option in OPTIONS if option.name != "first_player"]


def test_deal_reads_every_option_by_its_name() -> None:
    assert Options.dtype.names == tuple(option.name for option in OPTIONS)


@pytest.mark.parametrize("option", FIELDS, ids=lambda option: option.name)
def test_option_changes_its_own_field_and_no_other(option) -> None:
    players = 4 if option.name == "partners_see_hands" else 2
    given = {} if option.name == "players" else {"players": players}
    plain = tapete.load("briscas", **given).deal(1)
    values = option.choices or ((False, True) if isinstance(option.default, bool) else (2, 3, 4))
    for value in values:
        state = tapete.load("briscas", **{**given, option.name: value}).deal(1)
        assert int(state.record[option.name]) == option.code(option.value(value))
        for other in FIELDS:
            if other is not option:
                assert state.record[other.name] == plain.record[other.name], f"{option.name} changes {other.name}"


def test_first_player_follows_its_option() -> None:
    for seat in range(3):
        assert tapete.load("briscas", players=3, first_player=str(seat)).deal(5).seat == seat
    assert [tapete.load("briscas", first_player="alternate").deal(seed).seat for seed in range(4)] == [0, 1, 0, 1]
    assert {tapete.load("briscas").deal(seed).seat for seed in range(20)} == {0, 1}
