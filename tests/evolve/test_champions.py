"""Champions that come with the games: each loads, is described, and beats the opponents it was trained against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tapete
from tapete.agents.champion import shipped
from tapete.agents.registry import kinds_for, make_agent
from tapete.arena.duel import duel
from tapete.errors import BadOption
from tapete.evolve import ship
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.ship import shipped_form
from tapete.evolve.training import EvolutionTraining

GAMES = ("tribute", "hearthstone", "catan")
CHAMPIONS = [(game, name) for game in GAMES for name in shipped(tapete.load(game))]


def champion_data(game: str, name: str) -> dict:
    return json.loads(shipped(tapete.load(game))[name].read_text(encoding="utf-8"))


def test_every_trained_game_has_champions() -> None:
    assert {game for game, _ in CHAMPIONS} == set(GAMES)


@pytest.mark.parametrize(("game", "name"), CHAMPIONS)
def test_a_champion_plays_as_well_as_its_file_says(game: str, name: str) -> None:
    """Within four standard errors of its own figure, against the opponent it does best against."""
    data = champion_data(game, name)
    loaded = tapete.load(game, **data["options"])
    opponent = max(data["against"], key=data["against"].get)
    expected, games = data["against"][opponent], 120
    result = duel(loaded, [f"champion:name={name}", opponent], games=games, seed=31)
    error = (expected * (1 - expected) / games) ** 0.5
    assert result.agents[0].faults == 0
    assert result.agents[0].score > expected - 4 * error
    par = 1 / loaded.seats
    assert data["score"] > par or game == "tribute", "a champion beats its yardstick"


FLOORS = [
    ("hearthstone", "jade-board", ["greedy:eval=midrange"], {}, 0.68),
    ("hearthstone", "jade-evo", ["greedy:eval=midrange"], {}, 0.54),
    ("catan", "types", ["almost-random:as_coded=1"], {"preset": "thesis"}, 0.55),
    ("catan", "values", ["almost-random:as_coded=1"], {"preset": "thesis"}, 0.90),
    (
        "tribute", "text", ["patron-favors", "max-agents", "max-prestige", "decision-tree:form=2024,fixed=1"],
        {"pool": "thesis"}, 0.79,
    ),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "opponents", "options", "floor"), FLOORS, ids=lambda value: str(value))
def test_champions_stay_above_their_documented_scores(
    game: str, name: str, opponents: list[str], options: dict, floor: float
) -> None:
    """On games of 10,000 unseen deals, with other seeds than those of training, choice and the file's own figure."""
    loaded = tapete.load(game, **options)
    each = -(-10_000 // len(opponents))
    scores = [
        duel(loaded, [f"champion:name={name}", rival], games=each, seed=97).agents[0].score for rival in opponents
    ]
    assert sum(scores) / len(scores) >= floor, scores


def test_an_unknown_champion_is_refused() -> None:
    game = tapete.load("tribute")
    with pytest.raises(BadOption, match="must be one of"):
        make_agent("champion:name=nobody", game)
    assert "champion" not in kinds_for(tapete.load("briscas")), "no champion comes with this game"


def test_a_folder_without_a_champion_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["ship", str(tmp_path), "nobody"])
    with pytest.raises(SystemExit) as ended:
        ship.main()
    assert ended.value.code == 2 and str(tmp_path) in capsys.readouterr().err


def test_a_shipped_champion_has_genes_scores_and_provenance(tmp_path: Path) -> None:
    config = EvolutionConfig(
        "briscas", "greedy", against=["random"], population=4, evaluations=8, games=8, fresh_games=8, runs=2
    )
    trained = EvolutionTraining(config, tmp_path / "x").train()
    data = shipped_form(tmp_path / "x", 40)
    assert data["genes"] == pytest.approx(trained["genes"], abs=1e-6)
    assert data["score_games"] == 40 and data["score_ci95"][0] < data["score"] < data["score_ci95"][1]
    assert [run["fresh"] for run in data["training"]["runs"]] == [run["fresh"] for run in trained["training"]["runs"]]
    assert all("genes" not in run for run in data["training"]["runs"])
    (tmp_path / "champion.json").write_text(json.dumps(data))
    game = tapete.load("briscas")
    assert duel(game, [str(tmp_path / "champion.json"), "random"], games=10, seed=1).agents[0].faults == 0
