"""Fixtures for tests of agents: a game with an opening rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tapete.core.definition import BotSpec
from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.games.briscas.rules import State
from tapete.kernel import i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in
from tapete.options import Option


@kernel
def first_tricks(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play the first turns at random, from a generator of its own; count the calls."""
    memory[1] += 1
    if i8(state.turn) >= i8(params[0]):
        return -1
    return below_in(memory, 0, n)


OPENING = BotSpec(
    first_tricks,
    "plays the first turns at random",
    options=(Option("random_turns", 3, "how many", low=0),),
    memory=2,
    public=True,
)


@pytest.fixture
def opened() -> Game:
    """Briscas with an opening rule for the first turns."""
    return Game(replace(definition("briscas"), opening=OPENING), {})
