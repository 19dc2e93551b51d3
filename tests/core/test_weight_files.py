"""Weights as users give them: `weights=` reads numbers, files, champions of trainings and their folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete.agents.registry import absolute_spec, make_agent
from tapete.core.weight_files import CHAMPION_SCHEMA, chosen_weights
from tapete.errors import BadOption

DEFAULTS = {"points": 1.0, "trumps": 2.0, "last": 3.0}


def champion(**members: Any) -> str:
    """Return a champion's file in which two weights and a constant of the search were trained."""
    genes = {"points": 0.5, "last": -1.0, "c": 0.3}
    weights = {"points": 0.5, "last": -1.0}
    data = {"schema": CHAMPION_SCHEMA, "game": "toy", "options": {}, "agent": "ismcts", "genes": genes}
    return json.dumps({**data, "weights": weights, "configuration": {"phases": [], "network": ""}, **members})


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("list.json", "[4, 5, 6]", [4, 5, 6]),
        ("names.json", '{"trumps": 7}', [1, 7, 3]),
        ("inside.json", '{"weights": {"trumps": 7}, "score": 0.4}', [1, 7, 3]),
        ("champion.json", champion(), [0.5, 2, -1]),
        ("old.json", champion(weights=None, genes={"points": 9}), [9, 2, 3]),
        ("champion.txt", "4.5\n5.5\n-6e-1\n", [4.5, 5.5, -0.6]),
        ("line.txt", "# best\n4,5,6\n# Rank 2\n7,8,9\n", [4, 5, 6]),
    ],
)
def test_files_of_every_kind_are_read(tmp_path: Path, name: str, text: str, expected: list[float]) -> None:
    (tmp_path / name).write_text(text)
    assert chosen_weights(str(tmp_path / name), DEFAULTS) == expected


def test_a_folder_of_a_training_names_its_champion(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="does not hold a training"):
        chosen_weights(str(tmp_path), DEFAULTS)
    (tmp_path / "run.toml").write_text("")
    with pytest.raises(BadOption, match="not finished"):
        chosen_weights(str(tmp_path), DEFAULTS)
    (tmp_path / "champion.json").write_text(champion())
    assert chosen_weights(str(tmp_path), DEFAULTS) == [0.5, 2, -1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1, 2]", "3 weights are needed"),
        ('{"point": 1}', "did you mean 'points'"),
        ('{"points": true}', "finite numbers"),
        ('{"points": 1e999}', "finite numbers"),
        ("{", "not JSON"),
        ("1\nx\n3\n", "one number per line"),
        ("one two\n", "first line"),
        (champion(configuration={"network": "actions"}), "a network"),
        (champion(configuration={"phases": [10]}), "weights by phase"),
        (champion(weights={"hero_health": 1}), "unknown weight 'hero_health'"),
    ],
)
def test_wrong_files_are_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "w"
    path.write_text(text)
    with pytest.raises(BadOption, match=sentence):
        chosen_weights(str(path), DEFAULTS)


def test_invalid_weights_are_refused_with_the_valid_forms() -> None:
    with pytest.raises(BadOption, match=r"a preset \(wild\), numbers joined by /"):
        chosen_weights("strong", DEFAULTS, {"wild": {}})


def test_a_champion_gives_its_weights_to_every_search(tmp_path: Path) -> None:
    """The thesis's last step (4.3.3): the champion of a training in MCTS2, as described and as coded."""
    game = tapete.load("hearthstone")
    genes = {name: round(0.01 * i, 2) for i, name in enumerate(game.evaluation("evo1").weights)}
    run = tmp_path / "run"
    run.mkdir()
    data = {
        "schema": CHAMPION_SCHEMA,
        "game": "hearthstone",
        "options": {},
        "agent": "greedy:eval=evo1",
        "genes": genes,
    }
    (run / "champion.json").write_text(json.dumps(data))
    (run / "champion.txt").write_text("".join(f"{value!r}\n" for value in genes.values()))
    expected = list(genes.values())
    for given in (run, run / "champion.json", run / "champion.txt"):
        agent: Any = make_agent(f"mcts2:eval=evo1,weights={given}", game)
        assert agent.agent.settings.weights.tolist() == expected
        for name in ("mcts1-coded", "mcts2-coded", "simtree-coded", "greedy-tree"):
            agent = make_agent(f"{name}:eval=evo1,weights={given}", game)
            assert agent.agent.params[-len(expected) :].tolist() == expected
    with pytest.raises(BadOption, match="did you mean"):
        make_agent(f"mcts2-coded:eval=midrange,weights={run}", game)


def test_a_folder_of_weights_has_an_absolute_path_and_a_fingerprint_by_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = tapete.load("briscas")
    run = tmp_path / "mine"
    run.mkdir()
    seen = set()
    for value in (1, 2, 1):
        genes = {"points": value}
        data = {"schema": CHAMPION_SCHEMA, "game": "briscas", "options": {}, "agent": "greedy", "genes": genes}
        (run / "champion.json").write_text(json.dumps(data))
        seen.add(make_agent("greedy:weights=mine", game).fingerprint())
    assert len(seen) == 2
    assert absolute_spec("greedy:weights=mine", game) == f"greedy:weights={run}"
