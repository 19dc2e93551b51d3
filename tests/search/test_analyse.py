"""Why this move: the analysis of a position."""

import json

import pytest

from tapete.agents.analyse import analyse
from tapete.errors import BadOption
from tapete.game import Game


@pytest.mark.parametrize(
    "spec", ["ismcts:iterations=400", "pimc:iterations=400", "ismcts:iterations=400,trees=2,threads=2"]
)
def test_every_action_has_visits_a_value_and_a_line_that_can_be_played(spec: str, briscas: Game) -> None:
    state = briscas.deal(3)
    found = analyse(state, spec, seed=1)
    assert found["actions"][0]["action"] == found["chosen"]
    assert sorted(row["action"] for row in found["actions"]) == state.legal()
    assert sum(row["visits"] for row in found["actions"]) == 400 == found["iterations"]
    assert found["actions"][0]["visits"] == max(row["visits"] for row in found["actions"])
    for row in found["actions"]:
        assert 0.0 <= row["value"] <= 1.0
        assert row["line"][0] == {"seat": state.seat, "action": row["action"], "text": row["text"]}
        assert len({step["action"] for step in row["line"]}) == len(row["line"])  # no card is played twice
    assert any(len(row["line"]) > 2 for row in found["actions"])
    assert json.loads(json.dumps(found)) == found


def test_the_analysis_is_what_the_agent_does(briscas: Game) -> None:
    from tapete.agents.registry import make_agent

    for seed in range(5):
        state = briscas.deal(seed)
        agent = make_agent("ismcts:iterations=150", briscas)
        assert analyse(state, "ismcts:iterations=150", seed=seed)["chosen"] == agent.act(state.view(seed=seed))


def test_solved_positions_show_exact_values_and_forced_ones_just_the_move(briscas: Game) -> None:
    state = briscas.deal(2)
    while state.record["stock_left"] > 0:
        state.play(state.legal()[0])
    found = analyse(state, "ismcts")
    assert found["solved"] and found["iterations"] == 0
    assert {row["action"]: row["value"] for row in found["actions"]} == state.solve()
    while len(state.legal()) > 1:
        state.play(state.legal()[0])
    forced = analyse(state, "ismcts")
    assert [row["action"] for row in forced["actions"]] == state.legal()


@pytest.mark.parametrize(
    "spec", ["greedy", "greedy-turn", "minimax:depth=3", "flat", "frontier", "uct-turn", "clairvoyant"]
)
def test_every_search_can_be_asked(spec: str, briscas: Game) -> None:
    state = briscas.deal(4)
    found = analyse(state, spec)
    assert sorted(row["action"] for row in found["actions"]) == state.legal()
    assert found["clairvoyant"] == (spec == "clairvoyant")
    assert all(row["value"] is not None and row["line"] for row in found["actions"])


def test_agents_that_do_not_search_and_games_that_are_over_are_refused(briscas: Game) -> None:
    state = briscas.deal(4)
    with pytest.raises(BadOption, match="does not search"):
        analyse(state, "cheap-winner")
    while not state.over:
        state.play(state.legal()[0])
    with pytest.raises(BadOption, match="over"):
        analyse(state, "ismcts")
