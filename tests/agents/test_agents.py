"""Specs, the registry, and the rule bots of Briscas."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import tapete
from tapete.agents.registry import kinds_for, make_agent
from tapete.agents.spec import parse_spec
from tapete.arena.duel import duel
from tapete.core.bots import AgentFactory
from tapete.core.definition import BotSpec
from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.games.briscas.text import parse_card
from tapete.options import Option


def test_a_spec_is_a_name_and_options() -> None:
    assert parse_spec("ismcts:iterations=500,c=1.4") == ("ismcts", {"iterations": "500", "c": "1.4"})
    assert parse_spec("random") == ("random", {})
    for wrong in ("", ":a=1", "ismcts:", "ismcts:c", "ismcts:c=", "ismcts:=1", "ismcts:c=1,c=2"):
        with pytest.raises(tapete.BadOption):
            parse_spec(wrong)


def test_unknown_agents_and_options_name_the_nearest() -> None:
    game = tapete.load("briscas")
    with pytest.raises(tapete.UnknownAgent, match="did you mean 'heuristic'"):
        make_agent("heuristics", game)
    with pytest.raises(tapete.BadOption, match="did you mean 'aggressive'"):
        make_agent("heuristic:agressive=1", game)
    with pytest.raises(tapete.UnknownAgent):
        tapete.agent("nobody").act(game.deal(1).view())


def test_every_option_of_every_agent_has_a_description() -> None:
    for kind in kinds_for(tapete.load("briscas")).values():
        if kind.outside:  # registered by other tests
            continue
        assert kind.what
        for option in kind.options:
            assert option.what, f"{kind.name}: {option.name}"
            if option.default not in (None, ""):
                assert option.value(option.default) == option.default


def test_an_agent_registered_in_the_process_is_found_by_name() -> None:
    class Lowest:
        """Plays the first legal action."""

        def act(self, view: tapete.View) -> int:
            return view.legal()[0]

    tapete.register_agent(Lowest, "lowest")
    tapete.register_agent(
        AgentFactory("nth", "plays action n", (Option("n", 0, "which", low=0),), lambda game, options: Lowest())
    )
    game = tapete.load("briscas")
    state = game.deal(1)
    assert tapete.agent("lowest", game).act(state.view()) == state.legal()[0]
    assert tapete.agent("nth:n=2", game).act(state.view()) == state.legal()[0]


def position(trump: str, mine: list[str], other: list[str], table: str | None = None) -> tapete.State:
    """Return a position with seat 0 to move and `mine` in hand; with `table`, seat 1 has led that card."""
    hands = [[parse_card(card) for card in mine], [parse_card(card) for card in other]]
    suits = ("oros", "copas", "espadas", "bastos")
    game = tapete.load("briscas")
    if table is None:
        return game.set_up({"trump": suits.index(trump), "hands": hands, "leader": 0})
    led = parse_card(table)
    hands[1] = [led, *hands[1]][:3]
    state = game.set_up({"trump": suits.index(trump), "hands": hands, "leader": 1})
    state.play(led)
    return state


CASES = [
    ("heuristic", None, ["A-copas", "7-copas", "2-espadas"], "2-espadas"),
    ("heuristic:as_coded=1", None, ["A-copas", "7-copas", "2-espadas"], "A-copas"),
    ("heuristic", "K-copas", ["A-copas", "3-copas", "2-oros"], "A-copas"),
    ("heuristic", "A-copas", ["3-copas", "7-espadas", "4-bastos"], "4-bastos"),
    ("heuristic:as_coded=1", "A-copas", ["3-copas", "7-espadas", "4-bastos"], "7-espadas"),
    ("heuristic:aggressive=1", "A-copas", ["3-copas", "7-espadas", "4-bastos"], "3-copas"),
    ("cheap-winner", None, ["A-copas", "7-copas", "2-oros"], "7-copas"),
    ("cheap-winner", "K-copas", ["A-copas", "3-copas", "2-oros"], "A-copas"),
    ("cheap-winner", "A-copas", ["K-oros", "2-oros", "4-bastos"], "2-oros"),
]


@pytest.mark.parametrize(("spec", "table", "hand", "expected"), CASES, ids=str)
def test_rule_bots_play_as_their_rules_say(spec: str, table: str | None, hand: list[str], expected: str) -> None:
    state = position("oros", hand, ["5-bastos", "6-bastos", "S-bastos"], table)
    assert tapete.agent(spec, state.game).act(state.view()) == parse_card(expected)


def test_cheap_winner_keeps_its_trump_for_a_cheap_trick_while_there_is_stock() -> None:
    game = tapete.load("briscas")
    first = ["2-oros", "4-bastos", "5-bastos"]
    second = ["2-copas", "4-copas", "5-copas"]
    dealt = [parse_card(card) for pair in zip(second, first, strict=True) for card in pair] + [parse_card("A-oros")]
    deck = dealt + [card for card in range(40) if card not in dealt]
    state = game.set_up({"deck": deck, "first": 0})
    state.play(parse_card("2-copas"))
    assert (
        tapete.agent("cheap-winner", game).act(state.view()) == parse_card("5-bastos") + 1
    )  # the weakest blank: 4-bastos


LONE_POLICY = '''
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.games.briscas.rules import State
from tapete.kernel import i8, kernel

@kernel
def last(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """The last legal action."""
    return n - 1
'''


def test_a_policy_may_be_in_a_file_outside_any_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lone_policy.py").write_text(LONE_POLICY)
    monkeypatch.syspath_prepend(str(tmp_path))
    policies = {"last": BotSpec(import_module("lone_policy").last, "the last action")}
    game = Game(replace(definition("briscas"), bots=policies), {})
    view = game.deal(1).view()
    assert make_agent("last", game).act(view) == view.legal()[-1]


def test_a_relay_hands_over_at_its_turn() -> None:
    """The first agent decides before the turn, the second from it on; options follow the agent's name after a slash."""
    game = tapete.load("briscas")
    relay, first, then = (
        make_agent(spec, game)
        for spec in (
            "relay:first=heuristic/aggressive=1,then=cheap-winner,until=20",
            "heuristic:aggressive=1",
            "cheap-winner",
        )
    )
    differed = 0
    for seed in range(8):
        state = game.deal(seed)
        while not state.over:
            view = state.view()
            wanted = (first if state.turn < 20 else then).act(view)
            differed += first.act(view) != then.act(view)
            assert relay.act(view) == wanted
            state.apply(wanted)
    assert differed > 10
    assert (
        relay.fingerprint()
        != make_agent("relay:first=heuristic/aggressive=1,then=cheap-winner,until=4", game).fingerprint()
    )
    assert duel(game, ["relay:first=random,then=ismcts/iterations=5,until=30", "random"], games=4).agents[0].faults == 0
    with pytest.raises(tapete.TapeteError, match=r"relay.*then=cheap-winer.*cheap-winner"):
        make_agent("relay:then=cheap-winer", game)
    with pytest.raises(tapete.TapeteError, match="hidden cards"):
        make_agent("relay:first=clairvoyant,then=cheap-winner", game)
