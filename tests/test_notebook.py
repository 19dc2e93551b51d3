"""Objects in notebooks: boards and tables as escaped HTML, without anything that a seat may not see."""

from __future__ import annotations

from html import escape

import pytest

import tapete
from tapete.arena.duel import duel
from tapete.arena.tournament import tournament
from tapete.core.notebook import board_html, shown, table_html
from tapete.core.registry import own_games
from tapete.nets import Network


@pytest.mark.parametrize("name", own_games())
def test_a_state_shows_its_board_and_a_view_only_what_its_seat_sees(name: str) -> None:
    state = tapete.load(name).deal(seed=3)
    assert escape(state.text()) in state._repr_html_()
    view = state.view(0, seed=5)
    assert escape(state.text(0)) in view._repr_html_()
    other = state.view(0, seed=6)  # other hidden facts, the same knowledge
    assert view._repr_html_() == other._repr_html_()


def test_the_hand_of_another_is_in_the_state_and_not_in_the_view() -> None:
    state = tapete.load("briscas").deal(seed=3)
    whole = state.describe(None)["players"]
    hidden = whole[1]["hand"]
    assert len(hidden) == 3 and all(escape(card) in state._repr_html_() for card in hidden)
    assert not any(escape(card) in state.view(0, seed=5)._repr_html_() for card in hidden)


def test_html_is_escaped() -> None:
    assert "<script>" not in board_html("<script>", "<script>alert(1)</script>")
    made = table_html("a<b", ["<i>"], [["<b>x</b>", (0.1, 0.25), float("nan"), None, 12345]], "<u>")
    assert "<i>" not in made and "<b>x" not in made and "<u>" not in made
    assert "[0.100, 0.250]" in made and "12,345" in made and made.count("–") == 2
    assert shown((float("nan"), 1.0)) == "–"


def test_results_and_networks_are_tables() -> None:
    game = tapete.load("briscas")
    found = duel(game, ["random", "greedy"], games=20, seed=1)._repr_html_()
    assert found.count("<tr>") == 3 and "greedy" in found and "20 games" in found
    result = tournament(game, ["random", "greedy", "heuristic"], games=12, seed=1)
    made = result._repr_html_()
    assert made.count("<tr>") == 4
    best = min(result.standings, key=lambda one: one.rank)
    assert made.index(f"<td>{best.spec}</td>") < min(
        made.index(f"<td>{o.spec}</td>") for o in result.standings if o is not best
    )
    assert f"<td>{best.spec}</td><td>{best.score:.3f}</td>" in made
    network = Network.random(game, layers=(4,), seed=1)
    assert "<td>w0</td>" in network._repr_html_() and escape(repr(network)[1:-1]) in network._repr_html_()
