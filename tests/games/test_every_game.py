"""Battery on every game, leak test of every agent, golden playthroughs."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

import tapete
from tapete import nets
from tapete.agents.registry import kinds_for, seat_agent
from tapete.core.game import Game
from tapete.core.registry import game_names
from tapete.testing import check_agent, check_game, check_native_play, check_playthrough, check_safety

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))
VARIANTS = {
    "briscas": [
        {"players": 3, "exchange": "on"},
        {"players": 4, "follow_suit": "follow", "partners_see_hands": "start"},
        {"players": 4, "follow_suit": "follow_or_trump", "exchange": "on", "partners_see_hands": "stock_empty"},
        {"thesis_engine": True, "early_stop": True},
    ],
    "tribute": [
        {"pool": "cog2025"},
        {"patrons": "psijic,saint_alessia,rajhin,orgnum", "turn_limit": 30},
    ],
}
FAST = {"iterations": "20", "ms": "0"}  # budget of a search in these tests
FEW = {"beam": 6}  # decisions of agents that think for a second without an option for less


@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", game_names())
def test_battery_passes_with_default_options(name: str, games: int) -> None:
    options = {"turn_cap": 9} if (name, games) == ("catan", 2) else {}  # random moves make games of 2,000 decisions
    check_game(tapete.load(name, **options), games=games, bots=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_policies_stay_within_array_bounds(name: str) -> None:
    check_safety(tapete.load(name))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(
            name, options, id=f"{name}-{options}", marks=() if (name, place) == ("briscas", 0) else pytest.mark.slow
        )
        for name in VARIANTS
        for place, options in enumerate(VARIANTS[name])
    ],
)
def test_battery_passes_with_other_options(name: str, options: dict) -> None:
    check_game(tapete.load(name, **options), games=2, bots=False)


@pytest.mark.parametrize(
    ("name", "agent"), [(name, agent) for name in game_names() for agent in kinds_for(tapete.load(name))]
)
def test_agents_use_no_hidden_information(name: str, agent: str) -> None:
    game = tapete.load(name)
    check_agent(game, quick(game, agent), games=1, most=FEW.get(agent, 30))


def quick(game: Game, agent: str) -> str:
    """Return the agent with a small budget, or with a random network if none comes with the game."""
    if agent == "net" and not nets.shipped(game):
        return f"net:file={some_network(game)}"
    options = {option.name for option in kinds_for(game)[agent].options}
    given = ",".join(f"{key}={value}" for key, value in FAST.items() if key in options)
    return f"{agent}:{given}" if given else agent


def some_network(game: Game) -> Path:
    """Save a random network, which is enough to show a leak."""
    return nets.save(Path(tempfile.mkdtemp()) / f"{game.name}.npz", nets.Network.random(game, (16,)))


SHORT = {
    "catan": {"turn_cap": 25},
    "tribute": {"turn_limit": 12},
}  # short games, because of slow searches


@pytest.mark.parametrize(
    ("name", "agent"), [(name, agent) for name in game_names() for agent in kinds_for(tapete.load(name))]
)
def test_native_and_python_loops_play_the_same_games(name: str, agent: str) -> None:
    game = tapete.load(name, **SHORT.get(name, {}))
    spec = quick(game, agent)
    if seat_agent(spec, game).native() is not None:
        check_native_play(game, spec, deals=1)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_are_as_recorded(path: Path) -> None:
    check_playthrough(path)
