"""Following suit in the thesis's game (docs/rules/briscas.md, section 10, point 6; briscas_agents.md, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.games.briscas import rules

DEALS = 12


@pytest.fixture(scope="module")
def game():
    return tapete.load("briscas", players=3, thesis_engine=1, follow_suit="follow", first_player="0")


def following(game, spec: str) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield the card that an agent plays after a lead, its hand, and the cards of the led suit in it."""
    agent, others = make_agent(spec, game), make_agent("random", game)
    for seed in range(DEALS):
        state = game.deal(seed)
        agent.reset(seed)
        others.reset(seed)
        while not state.over:
            hand, trick = state.legal(), int(state.record["trick_size"])
            led = int(state.record["trick"][0]) // 10
            if state.seat == 0:
                card = agent.act(state.view())
                if trick and len(hand) > 1:
                    yield card, hand, [other for other in hand if other // 10 == led]
            else:
                card = others.act(state.view(seed=state.seat))
            state.play(card)


def test_search_follows_suit_only_with_the_option_obey(game):
    obedient = list(following(game, "thesis-mcts:iterations=30,obey=1"))
    assert sum(bool(suit) for _, _, suit in obedient) > 20
    assert all(card in (suit or hand) for card, hand, suit in obedient)
    free = list(following(game, "thesis-mcts:iterations=30"))
    assert any(suit and card not in suit for card, _, suit in free)


def test_coded_heuristic_follows_suit_if_it_has_only_one_card_of_it(game):
    played = list(following(game, "heuristic:as_coded=1"))
    forced = [card in suit for card, _, suit in played if len(suit) == 1]
    assert len(forced) > 20
    assert all(forced)
    assert any(suit and card not in suit for card, _, suit in following(game, "heuristic"))


def test_obey_changes_nothing_where_the_rules_enforce_following(game):
    """Exchanges are legal beside cards there, and have no suit to follow."""
    options = {"follow_suit": "follow", "exchange": "on", "exchange_on_lead_only": 0}
    usual = tapete.load("briscas", **options)
    replaced = replace(usual.definition, kernels={**usual.definition.kernels, "legal": rules.legal_if_obeyed})
    obeyed = Game(replaced, options, interpreted=True)
    exchanges = 0
    for seed in range(12):
        state, same = usual.deal(seed), obeyed.deal(seed)
        while not state.over:
            actions = state.legal()
            assert same.legal() == actions
            exchanges += any(action >= 40 for action in actions)
            state.play(actions[-1])
            same.play(actions[-1])
    assert exchanges > 5
