"""The rule of a bot that decided, found by running its source in Python, is the one that the compiled bot used."""

from __future__ import annotations

import random

import pytest

import tapete
from tapete.agents.analysis import analyse
from tapete.agents.registry import make_agent
from tapete.agents.rules import rule_fired

BOTS = [
    ("briscas", "heuristic"),
    ("briscas", "heuristic:as_coded=1"),
    ("briscas", "cheap-winner"),
    ("dinosaurs", "easy"),
    ("dinosaurs", "medium"),
    ("catan", "almost-random"),
    ("catan", "value"),
    ("tribute", "max-prestige"),
    ("tribute", "decision-tree"),
]


@pytest.mark.parametrize(("name", "spec"), BOTS)
def test_the_explained_rule_gives_the_played_action(name: str, spec: str) -> None:
    game, draw, explained = tapete.load(name), random.Random(1), 0
    bot = make_agent(spec, game)
    bot.begin(game, 0)
    bot.reset(5)
    state = game.deal(2)
    for number in range(90):
        if state.over:
            break
        legal = state.legal()
        if len(legal) > 1 and number % 9 == 0:
            memory = bot.agent.memory.copy()
            fired = rule_fired(bot.agent, bot.view(state, 3))
            assert (bot.agent.memory == memory).all(), "the explanation changes nothing"
            answer = bot.agent.act(bot.view(state, 3))
            assert fired is not None and fired[0] == answer
            assert all(step["says"] and step["line"] > 0 for step in fired[1])
            explained += 1
        state.apply(draw.choice(legal))
    assert explained >= 2


def test_the_rule_of_the_briscas_heuristic_names_a_win_or_a_discard() -> None:
    game = tapete.load("briscas")
    notes = set()
    for seed in range(3):
        state = game.deal(seed)
        while not state.over:
            found = analyse(state, "heuristic")
            if len(state.legal()) > 1:
                notes.add(found["rule"][-1]["note"])
            state.play(found["chosen"])
    assert "the winning card of most points" in notes
    assert any(note and note.startswith("nothing wins: the cheapest card") for note in notes)
