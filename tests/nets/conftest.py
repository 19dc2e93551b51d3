"""The game that tests of networks share."""

import pytest

import tapete
from tapete.core.game import Game


@pytest.fixture(scope="session")
def briscas() -> Game:
    return tapete.load("briscas")
