"""Game shared by the tests of networks."""

import pytest

import tapete
from tapete.core.game import Game


@pytest.fixture(scope="session")
def briscas() -> Game:
    return tapete.load("briscas")
