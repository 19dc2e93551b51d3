"""Analysis of agents that rate every action: terms sum to the score by which they choose."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from command import tapete_command

import tapete
from tapete.agents.analysis import analyse, analyse_stream
from tapete.agents.attribution import REST, shares, terms_of
from tapete.agents.registry import make_agent
from tapete.core.state import State

GREEDY = [
    ("briscas", {}, "greedy"),
    ("catan", {}, "greedy"),
    ("dinosaurs", {}, "greedy"),
    ("hearthstone", {}, "greedy:eval=midrange"),
    ("hearthstone", {}, "greedy:eval=evo1"),
    ("hearthstone", {}, "eva"),
    ("tribute", {}, "greedy"),
]
BOTS = [
    ("catan", {}, "settler", 0),
    ("catan", {"max_offers": 0}, "settler", 40),  # offers are made by rule
    ("dinosaurs", {}, "medium", 0),
    ("tribute", {}, "evolved", 60),
    ("tribute", {}, "max-prestige", 60),  # rates only prestige and power: many equal moves
]


def midway(name: str, options: dict, spec: str, moves: int) -> State:
    """Return a position with a choice that the agent rates, after at least so many random moves."""
    game = tapete.load(name, **options)
    rng = np.random.default_rng(moves + 5)
    state = game.deal(7)
    rated_by = make_agent(spec, game).agent
    for count in range(400):
        view = state.view()
        if count >= moves and len(view.legal()) > 1 and any(terms_of(rated_by, view, a) for a in view.legal()):
            return state
        state.play(int(rng.choice(state.legal())))
    raise AssertionError(f"{spec} never rates anything")


@pytest.mark.parametrize(("name", "options", "spec"), GREEDY, ids=[f"{name}-{spec}" for name, _, spec in GREEDY])
def test_the_terms_of_an_evaluation_sum_to_the_value_of_greedy(name, options, spec) -> None:
    state = midway(name, options, spec, 30)
    found = analyse(state, spec)
    for row in found["actions"]:
        assert sum(row["terms"].values()) == pytest.approx(row["value"], rel=1e-9, abs=1e-9)
    values = {row["action"]: row["value"] for row in found["actions"]}
    assert values[found["chosen"]] == max(values.values())


@pytest.mark.parametrize(("name", "options", "spec", "moves"), BOTS, ids=[f"{b[0]}-{b[2]}-{b[3]}" for b in BOTS])
def test_a_bot_plays_what_it_rates_best(name, options, spec, moves) -> None:
    state = midway(name, options, spec, moves)
    found = analyse(state, spec, seed=3)
    rated = {row["action"]: row["value"] for row in found["actions"] if row["value"] is not None}
    assert len(rated) > 1
    assert rated[found["chosen"]] == pytest.approx(max(rated.values()))
    if spec != "max-prestige":
        assert len({round(value, 9) for value in rated.values()}) > 1


def test_the_analysis_of_a_bot_without_scores_names_its_action() -> None:
    state = tapete.load("briscas").deal(4)
    found = analyse(state, "cheap-winner")
    assert found["actions"][0]["action"] == found["chosen"] == make_agent("cheap-winner", state.game).act(state.view())
    assert {row["value"] for row in found["actions"]} == {None}
    assert "terms" not in found["actions"][0]
    (streamed,) = analyse_stream(state, "cheap-winner")
    assert streamed == {**found, "final": True}


def test_shares_are_the_terms_of_a_weighted_sum_with_a_rest_for_products() -> None:
    features = np.array([2.0, -1.0, 0.0])
    linear = shares(lambda w: float(w @ features) + 5.0, ("a", "b", "c"), np.array([1.0, 3.0, 4.0]))
    assert linear == {"a": 2.0, "b": -3.0, REST: 5.0}  # zero terms are left out
    product = shares(lambda w: float(w[0] * w[1]), ("a", "b"), np.array([2.0, 3.0]))
    assert product == {"a": 6.0, "b": 6.0, REST: -6.0}


def test_terms_that_left_out_a_weight_would_not_sum_to_the_score() -> None:
    """The comparison of the tests above can fail."""
    state = midway("briscas", {}, "greedy", 30)
    agent = make_agent("greedy", state.game).agent
    row = analyse(state, "greedy")["actions"][0]
    agent.settings = replace(agent.settings, weights=agent.settings.weights * 2)
    assert sum(terms_of(agent, state.view(), row["action"]).values()) != pytest.approx(row["value"])


def test_the_command_line_shows_terms_decks_and_evaluations() -> None:
    def run(*arguments: str) -> str:
        return tapete_command(*arguments, check=True).stdout

    text = run("analyse", "briscas", "--agent", "greedy", "--seed", "3")
    assert "terms of the value" in text
    assert "> " in text
    (listed,) = json.loads(run("games", "hearthstone", "--json"))["games"]
    assert "MidrangeJadeShaman" in listed["decks"]
    assert "minion_health" in listed["evaluations"]["evo1"]
    assert "decks" not in json.loads(run("games", "--json"))["games"][0]
    refused = tapete_command("games", "hearthstoned")
    assert refused.returncode == 2
    assert "did you mean 'hearthstone'" in refused.stderr + refused.stdout
