"""Games shared by the tests of searches."""

import pytest
from toys import MARKET

import tapete
from tapete.core.game import Game


@pytest.fixture(scope="session")
def briscas() -> Game:
    return tapete.load("briscas")


@pytest.fixture(scope="session")
def market() -> Game:
    return Game(MARKET, {})
