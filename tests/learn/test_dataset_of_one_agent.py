"""Data sets of one agent's decisions, and the settings of a published training by name."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tapete.cli.app import app
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.learn import dataset
from tapete.studies import presets
from tapete.studies.briscas import dnn

PAIR = ["heuristic:as_coded=1", "random"]
runner = CliRunner()


def test_the_decisions_of_one_agent_are_recorded_and_counted():
    game = load("briscas", thesis_engine=1)
    both = dataset.record_games(game, PAIR, 20, 1, encoder="thesis166")
    one = dataset.record_games(game, PAIR, 20, 1, encoder="thesis166", learn_from=["heuristic:as_coded=1"])
    counts = dataset.counts_by_agent(both)
    assert sum(counts.values()) == len(both) and min(counts.values()) > 300
    assert dataset.counts_by_agent(one) == {"heuristic:as_coded=1": counts["heuristic:as_coded=1"], "random": 0}
    rows = np.flatnonzero(both.played.player == 0)
    assert (np.asarray(both.played.chosen)[rows] == one.played.chosen).all() and set(one.played.seat.tolist()) == {0, 1}
    assert one.header["from"] == ["heuristic:as_coded=1"]


def test_seats_may_be_fixed():
    game = load("briscas", thesis_engine=1, first_player="0")
    found = dataset.record_games(game, PAIR, 6, 1, encoder="thesis166", learn_from=PAIR[:1], fixed=True)
    assert set(found.played.seat.tolist()) == {0}
    assert 18 <= len(found) / 6 <= 20


def test_an_agent_that_does_not_play_cannot_be_learned_from():
    with pytest.raises(BadOption, match="--from heuristic: it is not among those who play"):
        dataset.record_games(load("briscas"), PAIR, 2, 1, learn_from=["heuristic"])


def test_the_command_counts_by_agent_and_warns_of_random(tmp_path: Path):
    out = str(tmp_path / "set.npz")
    shown = runner.invoke(app, ["dataset", "briscas", *PAIR, "--games", "4", "--out", out, "-o", "thesis_engine=1",
                               "--encoder", "thesis166"])  # fmt: skip
    assert shown.exit_code == 0 and "random: " in shown.output and "--from AGENT" in shown.output
    kept = runner.invoke(app, ["dataset", "briscas", *PAIR, "--games", "4", "--out", out, "-o", "thesis_engine=1",
                               "--encoder", "thesis166", "--from", PAIR[0], "--json"])  # fmt: skip
    found = json.loads(kept.output.splitlines()[-1])
    assert found["by_agent"]["random"] == 0 and found["by_agent"][PAIR[0]] == found["decisions"]


def test_the_preset_of_the_thesis_has_the_settings_of_its_study():
    given = {"options": {}, "settings": {"patience": 3}, "encoder": "", "checks": 10}
    more = {"layers": "", "updates": None, "matters": ""}
    presets.filled("briscas", "thesis", "imitate", lambda name: False, given, more)
    assert given["settings"] == {**dnn.AS_CODED, "patience": 3} and given["options"] == dnn.ENGINE
    assert (given["encoder"], more["layers"], more["updates"]) == ("thesis166", "64,64", 100)
    assert more["rivals"] == []
    assert "follow_suit" not in more["matters"].split(",") and "thesis_engine" in more["matters"].split(",")
    with pytest.raises(BadOption, match="--method imitate"):
        presets.filled("briscas", "thesis", "ppo", lambda name: False, given, more)
    with pytest.raises(BadOption, match="catan has none"):
        presets.find("catan", "thesis")
