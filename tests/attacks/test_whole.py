"""Long attacks: thousands of bounds-checked games of every game, closed pipes, random positions."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest

import tapete
from tapete.agents.registry import kinds_for, make_agent
from tapete.arena.duel import duel
from tapete.arena.seating import load_for
from tapete.core.bots import Bot
from tapete.core.loops import native_loop
from tapete.errors import TapeteError

GAMES = ("briscas", "catan", "dinosaurs", "hearthstone", "tribute")
CHECKED = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_index_is_out_of_range_in_twenty_thousand_games(name: str) -> None:
    game = tapete.load(name, boundscheck=True)
    rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    memory = np.ones(1, dtype=np.int64)
    play = native_loop("play_random")
    assert play(game.rules, rows, game.encoded_options, 1, CHECKED, memory, actions, game.max_decisions) > CHECKED


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_policy_and_no_search_reads_out_of_range(name: str) -> None:
    two = load_for(name, 2, {})
    game = tapete.load(name, boundscheck=True, **two.options)
    for agent, kind in kinds_for(game).items():
        if agent in ("net", "random"):
            continue
        spec = f"{agent}:iterations=20" if any(o.name == "iterations" for o in kind.options) else agent
        policy = isinstance(make_agent(spec, game).agent, Bot)
        result = duel(game, [spec, "random"], games=200 if policy else 4, seed=1, on="local")
        assert result.games >= 4


def test_a_closed_pipe_gives_no_traceback() -> None:
    run = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m tapete agents briscas ismcts | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in run.stderr


def damaged(value: object, chance: random.Random) -> object:
    """Return a description with an error in it."""
    wrong: list[object] = [None, -1, 10**30, "x", [], {}, 2.5, float("nan"), True]
    if isinstance(value, dict) and value:
        name = chance.choice(list(value))
        return {**value, name: damaged(value[name], chance) if chance.random() < 0.8 else chance.choice(wrong)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        if chance.random() < 0.2:
            return value[:place] if chance.random() < 0.5 else value * 3
        return [damaged(item, chance) if i == place else item for i, item in enumerate(value)]
    return chance.choice(wrong)


@pytest.mark.parametrize("name", ["briscas", *(pytest.param(n, marks=pytest.mark.slow) for n in GAMES[1:])])
def test_a_damaged_description_is_refused_or_playable(name: str) -> None:
    """An edited description is refused with a sentence, or the game can be played from it."""
    game = tapete.load(name, boundscheck=True) if name != "briscas" else tapete.load(name)
    chance = random.Random(1)
    refused = 0
    for number in range(60 if name == "briscas" else 300):
        state = game.deal(number)
        for _ in range(chance.randrange(12)):
            if not state.over:
                state.apply(chance.choice(state.legal()))
        data = json.loads(json.dumps(state.describe(None)))
        edited = damaged(data, chance)
        assert isinstance(edited, dict)
        edited["game"], edited["options"] = data["game"], data["options"]
        try:
            found = game.set_up(edited)
        except TapeteError:
            refused += 1
            continue
        for _ in range(20):
            if found.over or not found.legal():
                break
            found.view(found.seat, 1)
            found.apply(chance.choice(found.legal()))
    assert refused > 10
