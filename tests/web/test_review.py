"""Review of a game: chances of sides from 0 to 1, mistakes on the same scale, and evaluations that are not called chances."""

from __future__ import annotations

from typing import Any

import pytest

import tapete
from tapete.agents.analysis import adviser
from tapete.agents.registry import make_agent
from tapete.play.session import Session
from tapete.web import analysis
from tapete.web.analysis import Chances, judged, review, settled


def test_the_curve_of_a_game_does_not_jump_with_the_turn() -> None:
    """A search that rates every position as bad for the seat to move still shows who is ahead."""
    low = Chances((0, 1))
    low.after(0, 0.2)
    drawn = [low.after(seat, value) for seat, value in ((1, 0.05), (0, 0.2), (1, 0.05), (0, 0.24), (1, 0.06))]
    assert [found and round(found[0], 2) for found in drawn] == [0.8, 0.8, 0.8, 0.83, 0.8]
    right = Chances((0, 1))
    assert right.after(0, 0.7) == pytest.approx([0.7, 0.3])
    assert right.after(1, 0.3) == pytest.approx([0.7, 0.3])
    assert right.after(1, None) == pytest.approx([0.7, 0.3])  # a move that the search never visited
    four = Chances(range(4))
    assert four.after(2, 0.4) == pytest.approx([0.2, 0.2, 0.4, 0.2])
    assert Chances((0, 1)).after(0, 12.5) is None and Chances((0, 1)).after(0, None) is None
    nobody = Chances((0, 1))
    nobody.after(0, 0.0)
    assert nobody.after(1, 0.0) == [0.5, 0.5]


def test_partners_have_one_curve_and_a_seat_that_is_out_has_no_chance() -> None:
    pairs = Chances((0, 1, 0, 1))
    assert pairs.after(2, 0.8) == pytest.approx([0.8, 0.2])
    assert pairs.after(0, 0.9) == pytest.approx([0.9, 0.1])
    assert pairs.end([0.5, 0.0, 0.5, 0.0]) == [1.0, 0.0]
    four = Chances(range(4))
    four.after(1, 0.31)
    assert four.after(0, 0.4, out=[1]) == pytest.approx([0.4, 0.0, 0.3, 0.3])
    assert four.after(2, 0.6, out=[1, 3]) == pytest.approx([0.4, 0.0, 0.6, 0.0])
    assert four.end([0.0, 0.0, 1.0, 0.0]) == [0.0, 0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("visits", "counted", "loss", "played"),
    [(400, True, 0.2, 0.4), (5, True, 0.0, 0.6), (5, False, 0.2, 0.4), (1, False, 0.0, 0.6)],
)
def test_a_move_with_few_visits_is_not_a_mistake(visits: int, counted: bool, loss: float, played: float) -> None:
    state = tapete.load("briscas").deal(3)
    best, other, *_ = state.legal()
    rows = [
        {"action": best, "value": 0.6, "chance": 0.6, "visits": 600},
        {"action": other, "value": 0.4, "chance": 0.4, "visits": visits},
    ]
    found = {"actions": rows, "solved": False, "counted": counted}
    point = judged(found, state, other, 0, 1)
    assert (point["loss"], point["played"]) == (pytest.approx(loss), pytest.approx(played))


def test_a_move_that_a_search_soon_left_has_a_cost_before_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A costly move has few visits: the coach judges it by the same search and doubt as a review."""
    state = tapete.load("briscas").deal(3)
    best, other, *_ = state.legal()
    rows = [
        {"action": action, "value": chance, "chance": chance, "visits": visits}
        for action, chance, visits in ((best, 0.9, 5990), (other, 0.2, 10))
    ]
    found = {"actions": rows, "solved": False, "counted": True}
    monkeypatch.setattr(analysis, "looked_at", lambda *_: found)
    costs = [next(analysis.cost(state, action, 1)) for action in (best, other)]
    assert costs == [{"measure": "chance", "loss": 0.0}, {"measure": "chance", "loss": pytest.approx(0.7)}]


def test_a_mistake_in_pairs_is_weighed_by_what_the_pair_loses() -> None:
    """A seat's return is at most 0.5: 0.28 against 0.25 is 6 % of the pair's chance, significant after 900 visits of each."""
    state = tapete.load("briscas", players=4).deal(3)
    best, other, *_ = state.legal()
    rows = [
        {"action": action, "value": value, "chance": 2 * value, "visits": 900}
        for action, value in ((best, 0.28), (other, 0.25))
    ]
    point = judged({"actions": rows, "solved": False, "counted": True}, state, other, 0, 1)
    assert point["loss"] == pytest.approx(0.06) and point["value"] == pytest.approx(0.56)


def point(value: float, played: float, loss: float, measure: str = "chance") -> dict[str, Any]:
    return {"measure": measure, "value": value, "played": played, "loss": loss}


def test_a_move_with_certain_effects_is_worth_what_came_of_it() -> None:
    line = [point(0.9, 0.7, 0.2), point(0.95, 0.95, 0.0)]
    assert settled(line, None)[0] == point(0.95, 0.95, 0.0)  # the next decision shows that nothing was lost
    won = [point(0.9, 0.73, 0.17), point(0.9, 0.6, 0.3)]
    assert settled(won, 1.0) == [point(1.0, 1.0, 0.0), point(1.0, 1.0, 0.0)]  # the line won the game
    half = [point(0.9, 0.5, 0.4), point(0.7, 0.7, 0.0)]
    assert settled(half, None)[0]["loss"] == pytest.approx(0.2)
    bad = [point(0.9, 0.5, 0.4), point(0.45, 0.45, 0.0)]
    assert settled(bad, None)[0] == point(0.9, 0.5, 0.4)  # a real mistake stays one
    other = [point(0.9, 0.5, 0.4, "evaluation"), point(0.95, 0.95, 0.0, "evaluation")]
    assert settled(other, 1.0)[0]["loss"] == 0.4  # points are not chances


def points_of(
    game: tapete.Game, agents: list[Any], seed: int, iterations: int, monkeypatch: Any
) -> tuple[list[dict[str, Any]], Session]:
    monkeypatch.setattr(analysis, "REVIEW_ITERATIONS", iterations)
    session = Session(game, agents, seed)
    while not session.over:
        question = session.question()
        assert question is not None
        session.answer(question, question.player.decide(question.world, question.view))
    return list(review(session, list(range(1, len(session.actions) + 1)))), session


def test_a_review_of_pairs_has_two_curves_from_nothing_to_everything(monkeypatch: Any) -> None:
    """Random play against `normal`: the pair loses, its curve ends at 0, and the review names mistakes."""
    game = tapete.load("briscas", players=4)
    (*points, end, last), session = points_of(game, ["random", "normal", "normal", "normal"], 5, 200, monkeypatch)
    assert all(point["measure"] == "chance" and len(point["chances"]) == 2 for point in points)
    assert all(sum(point["chances"]) == pytest.approx(1) for point in points)
    won = session.state.returns()
    assert end["end"] and end["chances"] == [won[0] + won[2], won[1] + won[3]] and max(end["chances"]) == 1.0
    assert max(max(point["chances"]) for point in points) > 0.75, "half of the scale, as a seat's return has it"
    assert last["final"] and last["sides"] == [0, 1, 0, 1] and last["measure"] == "chance"


def test_an_eliminated_dinosaur_has_no_chance_and_the_winner_all(monkeypatch: Any) -> None:
    game = tapete.load("dinosaurs")
    for seed in range(20):
        probe = Session(game, ["random", "normal", "normal", "normal"], seed)
        while not probe.over:
            question = probe.question()
            probe.answer(question, question.player.decide(question.world, question.view))
        states = [probe.at(step) for step in range(len(probe.actions))]
        out_at = next((step for step, state in enumerate(states) if analysis.seats_out(state)), None)
        if out_at is not None and out_at < len(states) - 40:
            break
    (*points, end, _), session = points_of(game, ["random", "normal", "normal", "normal"], seed, 30, monkeypatch)
    assert sorted(end["chances"]) == [0.0, 0.0, 0.0, 1.0]
    late = [point for point in points if point["step"] >= out_at]
    assert late
    for point in late:
        for seat in analysis.seats_out(session.at(point["step"])):
            assert point["chances"][seat] == 0.0
        assert sum(point["chances"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "spec", "measure"),
    [
        ("briscas", "ismcts:iterations=50", "chance"),
        ("catan", "", "evaluation"),
        ("catan", "greedy", "score"),
        ("briscas", "heuristic", None),
    ],
)
def test_an_analysis_says_what_its_values_are(name: str, spec: str, measure: str | None) -> None:
    state = tapete.load(name).deal(3)
    while len(state.legal()) < 2:
        state.play(state.legal()[0])
    *_, found = analysis.analysis(state, spec or adviser(state.game), 1, None, 50)
    assert found["measure"] == measure, found["meaning"]


def test_an_evaluation_is_not_called_a_chance() -> None:
    """Catan's adviser evaluates truncated rollouts; four dinosaurs and Hearthstone are rated by networks, which estimate chances."""
    from tapete.agents.analysis import gives_chances, meaning

    agents = {name: make_agent(adviser(game), game).agent for name, game in _games().items()}
    assert {name: gives_chances(agent) for name, agent in agents.items()} == {
        "briscas": True,
        "dinosaurs": True,
        "catan": False,
        "hearthstone": True,
        "tribute": True,
    }
    assert "no chance to win" in meaning(agents["catan"], False) and "no chance" not in meaning(
        agents["dinosaurs"], False
    )
    state = _games()["catan"].deal(3)
    best, other, *_ = state.legal()
    rows = [{"action": action, "value": v, "chance": None, "visits": 300} for action, v in ((best, 0.5), (other, 0.3))]
    assert judged({"actions": rows, "solved": False, "counted": False}, state, other, 0, 1)["measure"] == "evaluation"


def _games() -> dict[str, tapete.Game]:
    return {name: tapete.load(name) for name in ("briscas", "dinosaurs", "catan", "hearthstone", "tribute")}
