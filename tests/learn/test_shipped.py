"""Networks that come with the games: small, complete, of known origin, and chosen by the game's options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete import nets
from tapete.arena.duel import duel
from tapete.learn import dataset
from tapete.learn.config import NetworkConfig
from tapete.learn.shipping import MOST_BYTES, MOST_TOGETHER, all_shipped, remake, ship
from tapete.learn.training import NetworkTraining

pytest.importorskip("torch")
SHIPPED = all_shipped()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_records_how_it_was_made(name: str) -> None:
    path = SHIPPED[name]
    network = nets.load(path)
    assert path.stat().st_size <= MOST_BYTES
    made = network.made
    config = NetworkConfig.from_dict(made["configuration"], name)
    assert config.game == network.game and made["seed"] and made["versions"]["torch"]
    assert made["scores"] and all(score["games"] >= 100 for score in made["scores"])
    assert bool(config.start) == ("begun_from" in made)
    assert network.fits(config.load()), "the game that it was trained on finds it"


def test_shipped_networks_fit_into_the_package() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.values()) <= MOST_TOGETHER


@pytest.mark.parametrize("name", sorted({name.split("/")[0] for name in SHIPPED}))
def test_net_plays_the_game_as_it_is_dealt_by_default(name: str) -> None:
    game = tapete.load(name)
    agent = tapete.agent("net", game)
    state = game.deal(3)
    for _ in range(5):
        if not state.over:
            state.apply(agent.act(state.view(state.seat, 1)))


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "jade"),
        ({"decks": "mixed"}, "nine"),
        ({"deck0": "MurlocDruid", "deck1": "MidrangeJadeShaman"}, "nine"),
        ({"deck": "BasicPaladin"}, "eleven"),
        ({"deck0": "MurlocDruid", "deck1": "BasicPaladin"}, "eleven"),
    ],
)
def test_the_network_that_covers_the_decks_is_chosen(options: dict[str, str], name: str) -> None:
    found = nets.own(tapete.load("hearthstone", **options))
    assert found.fingerprint == nets.load(SHIPPED[f"hearthstone/{name}"]).fingerprint


@pytest.mark.parametrize(
    ("game", "options", "name"),
    [
        ("briscas", {}, "two-players"),
        ("briscas", {"exchange": "on"}, "two-players"),
        ("briscas", {"follow_suit": "follow"}, "two-players"),
        ("briscas", {"players": 3, "exchange": "on"}, "three-players"),
        ("briscas", {"players": 4}, "four-players"),
        ("briscas", {"players": 4, "exchange": "on", "follow_suit": "follow"}, "four-players"),
        ("catan", {}, "four-players"),
        ("catan", {"max_offers": 0}, "four-players-no-trade"),
    ],
)
def test_the_network_for_the_options_is_chosen(game: str, options: dict[str, Any], name: str) -> None:
    found = nets.own(tapete.load(game, **options))
    assert found.fingerprint == nets.load(SHIPPED[f"{game}/{name}"]).fingerprint


# Scores from docs/reference/networks.md, less about four standard errors of so few games
FLOORS = [
    ("briscas", {}, "cheap-winner", 4000, 0.68),
    ("briscas", {"exchange": "on"}, "cheap-winner", 4000, 0.67),
    ("briscas", {"follow_suit": "follow"}, "cheap-winner", 4000, 0.61),
    ("briscas", {"players": 3}, "cheap-winner", 4000, 0.37),
    ("briscas", {"players": 4}, "cheap-winner", 4000, 0.575),
    ("briscas", {"players": 4, "exchange": "on"}, "cheap-winner", 4000, 0.56),
    ("catan", {"max_offers": 0}, "value", 400, 0.42),
]


@pytest.mark.parametrize(("game", "options", "rival", "games", "floor"), FLOORS)
def test_a_network_plays_as_well_as_documented(
    game: str, options: dict[str, Any], rival: str, games: int, floor: float
) -> None:
    result = duel(tapete.load(game, **options), ["net", rival], games=games, seed=77)
    assert result.agents[0].score > floor and not result.agents[0].faults


def first_tables() -> dict[str, dict[str, str]]:
    """Return the options of the tables offered to new players, as on the page."""
    games = Path(tapete.__file__).parent / "games"
    lobbies = {
        path.parts[-3]: json.loads(path.read_text(encoding="utf-8")) for path in games.glob("*/table/lobby.json")
    }
    found = {name: lobby["first_options"] for name, lobby in lobbies.items() if lobby.get("first_options")}
    assert found
    return found


@pytest.mark.parametrize("name", sorted(first_tables()))
def test_the_level_hard_beats_normal_at_the_first_table_of_new_players(name: str) -> None:
    """A network may fail with decks and patrons that it never saw, and levels use networks."""
    game = tapete.load(name, **first_tables()[name])
    result = duel(game, [game.levels["hard"], game.levels["normal"]], games=100, seed=1)
    assert result.agents[0].score > 0.55


def test_a_network_is_reproduced_from_its_header(tmp_path: Path) -> None:
    """The same arrays again, also for one that was started from another."""
    small = {"layers": [16], "checks": 1, "games": 20, "fresh_games": 100, "rivals": ["random"], "updates": 2}
    settings = {"decisions": 300}
    NetworkTraining(NetworkConfig("briscas", "td", settings=settings, **small), tmp_path / "a").train()
    begun = NetworkConfig("briscas", "td", settings=settings, start=str(tmp_path / "a"), seed=5, **small)
    NetworkTraining(begun, tmp_path / "b").train()
    place = ship(tmp_path / "b", tmp_path / "nets" / "b.npz")
    made = nets.load(place).made
    assert made["begun_from"]["configuration"]["seed"] == 123
    again = remake(made, tmp_path / "again")
    assert nets.load(again / "champion.npz").fingerprint == nets.load(place).fingerprint


def test_a_network_that_imitated_a_data_set_is_reproduced_from_its_header(tmp_path: Path) -> None:
    """The header describes the data set, which is recorded again; the file itself may be gone."""
    recorded = dataset.record_games(tapete.load("briscas", exchange="on"), ["heuristic"], 30, 4, forced=False)
    taught = dataset.write(tmp_path / "set.npz", recorded)
    config = NetworkConfig(
        "briscas", "imitate", options={"exchange": "on"}, teachers=[str(taught)], layers=[16], checks=1, games=20,
        fresh_games=100, rivals=["random"], updates=2,
    )  # fmt: skip
    NetworkTraining(config, tmp_path / "a").train()
    place = ship(tmp_path / "a", tmp_path / "nets" / "a.npz")
    header = dataset.read_header(taught)
    taught.unlink()
    made = nets.load(place).made
    assert made["data_sets"] == [{**header, "games": 30}]
    again = remake(made, tmp_path / "again")
    assert nets.load(again / "champion.npz").fingerprint == nets.load(place).fingerprint
    assert (tmp_path / "again-set-1.npz").exists()
