"""The rule of a bot that decided, found by running the same source in Python, answers as the compiled bot does."""

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
def test_the_explained_rule_is_the_one_that_is_played(name: str, spec: str) -> None:
    game, draw, told = tapete.load(name), random.Random(1), 0
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
            assert (bot.agent.memory == memory).all(), "looking changes nothing"
            answer = bot.agent.act(bot.view(state, 3))
            assert fired is not None and fired[0] == answer
            assert all(step["says"] and step["line"] > 0 for step in fired[1])
            told += 1
        state.apply(draw.choice(legal))
    assert told >= 2


def test_the_heuristic_of_briscas_says_whether_it_wins_the_trick_or_throws_away() -> None:
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
