"""Analysis of a position: visits, values and expected lines of its actions."""

import json
import threading
import time

import pytest

import tapete
from tapete.agents.analysis import analyse, analyse_stream, play_forced_moves
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.errors import BadOption


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
        move = state.move(row["action"])
        assert row["line"][0] == {"seat": state.seat, "action": row["action"], "text": row["text"], "move": move}
        assert len({step["action"] for step in row["line"]}) == len(row["line"])  # no card is played twice
    assert any(len(row["line"]) > 2 for row in found["actions"])
    assert json.loads(json.dumps(found)) == found


def test_the_analysis_chooses_as_the_agent_does(briscas: Game) -> None:
    for seed in range(5):
        state = briscas.deal(seed)
        agent = make_agent("ismcts:iterations=150", briscas)
        assert analyse(state, "ismcts:iterations=150", seed=seed)["chosen"] == agent.act(agent.view(state, seed))


@pytest.mark.parametrize("spec", ["net", "greedy", "uct-turn:iterations=30,eval=utility", "dynamic-lookahead"])
def test_an_analysis_reports_the_opening_rules_decision(spec: str) -> None:
    """In Hearthstone's mulligan agents use the opening rule; the analysis reports it besides their own evaluation."""
    game = tapete.load("hearthstone")
    for seed in range(3):
        state = game.deal(seed)
        found = analyse(state, spec, seed=seed)
        seated = make_agent(spec, game)
        seated.begin(game, state.seat)
        seated.reset(seed)
        assert found["opening"] == seated.act(seated.view(state, seed))
        assert found["actions"][0]["action"] == found["chosen"]
        assert {part["opening"] for part in analyse_stream(state, spec, seed)} == {found["opening"]}
        for _ in range(2):
            state.apply(state.legal()[0])
        assert analyse(state, spec, seed=seed)["opening"] is None


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
def test_every_search_can_be_analysed(spec: str, briscas: Game) -> None:
    state = briscas.deal(4)
    found = analyse(state, spec)
    assert sorted(row["action"] for row in found["actions"]) == state.legal()
    assert found["clairvoyant"] == (spec == "clairvoyant")
    assert all(row["value"] is not None and row["line"] for row in found["actions"])


def test_agents_that_do_not_search_and_games_that_are_over_are_refused(briscas: Game) -> None:
    state = briscas.deal(4)
    with pytest.raises(BadOption, match="does not search"):
        analyse(state, f"{__file__}:Stubborn")
    while not state.over:
        state.play(state.legal()[0])
    with pytest.raises(BadOption, match="over"):
        analyse(state, "ismcts")


class Stubborn:
    """Agent in Python that only returns an action."""

    def act(self, view):
        return view.legal()[0]


@pytest.mark.parametrize(
    ("spec", "meaning"),
    [
        ("ismcts:iterations=50", "mean share of the game"),
        ("ismcts:iterations=50,rollout_depth=2", "no chance to win"),
        ("ismcts:iterations=50,reward=points", "points at the end of simulations, scaled to 0 to 1"),
        ("ismcts:iterations=50,guide=own", "by the network that guides"),
        ("uct-turn:iterations=50", "the evaluation scaled to 0 to 1, not a chance to win"),
        ("greedy", "the evaluation as it is, not a chance to win"),
        ("heuristic", ""),
    ],
)
def test_an_analysis_names_the_meaning_of_its_values(spec: str, meaning: str, briscas: Game) -> None:
    """A reader may take 0.2 for a chance to win although it is a scaled evaluation."""
    found = analyse(briscas.deal(3), spec)
    assert meaning in found["meaning"] and bool(found["meaning"]) == bool(meaning)
    assert found["counted"] == (meaning == "mean share of the game")


STREAMED = [
    "ismcts:iterations=6000",
    "pimc:iterations=6000,worlds=4",
    "ismcts:iterations=6000,trees=3,threads=2",
    "ismcts:iterations=2000,final=max-robust",
    "ismcts:iterations=3000,widen=1.5,rollout=cheap-winner",
    "minimax:depth=5,worlds=4",
    "greedy-turn:trees=3",
    "greedy:worlds=5",
    "flat:iterations=3000,share=0.5,eval=default",
    "frontier:iterations=500",
    "uct-turn:iterations=3000",
    "clairvoyant:iterations=3000",
    "thesis-mcts:iterations=2000",
]


@pytest.mark.parametrize("spec", STREAMED)
def test_the_last_snapshot_of_a_stream_is_the_analysis(spec: str, briscas: Game) -> None:
    for seed in (3, 5):
        state = briscas.deal(seed)
        for _ in range(4 * (seed - 3)):
            state.play(state.legal()[0])
        *interim, last = list(analyse_stream(state, spec, seed, every=0.001))
        assert last.pop("final") is True
        assert last == analyse(state, spec, seed=seed)
        before = 0
        for snapshot in interim:
            assert snapshot["final"] is False
            assert sorted(row["action"] for row in snapshot["actions"]) == state.legal()
            assert snapshot["actions"][0]["action"] == snapshot["chosen"]
            assert before <= snapshot["iterations"] <= last["iterations"]
            before = snapshot["iterations"]
            if "minimax" not in spec and "greedy" not in spec and "max-robust" not in spec:
                assert sum(row["visits"] for row in snapshot["actions"]) == snapshot["iterations"]
            assert json.loads(json.dumps(snapshot)) == snapshot
            world = state.view_with_generator(None, seed, seed).state if not snapshot["clairvoyant"] else state.clone()
            for step in snapshot["actions"][0]["line"]:  # the expected line can be played in the world of the view
                play_forced_moves(world)
                assert step["seat"] == world.seat
                world.play(step["action"])


def test_solved_and_forced_positions_give_one_snapshot(briscas: Game) -> None:
    state = briscas.deal(2)
    while state.record["stock_left"] > 0:
        state.play(state.legal()[0])
    for spec in ("ismcts", "minimax", "ismcts:trees=2,threads=2"):
        (only,) = analyse_stream(state, spec)
        assert only["solved"] and only["final"]
    while len(state.legal()) > 1:
        state.play(state.legal()[0])
    (only,) = analyse_stream(state, "ismcts")
    assert only["final"] and only["chosen"] == state.legal()[0]


def test_a_budget_replaces_that_of_the_spec(briscas: Game) -> None:
    state = briscas.deal(3)
    *_, last = analyse_stream(state, "ismcts:iterations=50", 1, iterations=700)
    assert last["iterations"] == 700
    assert last["actions"] == analyse(state, "ismcts:iterations=700", seed=1)["actions"]
    started = time.perf_counter()
    *interim, last = analyse_stream(state, "ismcts:iterations=50", 1, seconds=0.3, every=0.03)
    assert 0.25 < time.perf_counter() - started < 2.0
    assert len(interim) >= 3
    assert last["iterations"] > 700
    for wrong in ({"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"iterations": 0}):
        with pytest.raises(BadOption, match="must be"):
            analyse_stream(state, "ismcts", **wrong)


def test_wrong_arguments_are_refused_before_anything_is_streamed(briscas: Game) -> None:
    state = briscas.deal(3)
    with pytest.raises(BadOption, match="does not search"):
        analyse_stream(state, f"{__file__}:Stubborn")
    with pytest.raises(BadOption, match="it is seat"):
        analyse_stream(state, "ismcts", seat=1 - state.seat)


def test_a_search_can_be_stopped_and_the_agent_searches_another_position(briscas: Game) -> None:
    agent = make_agent("ismcts:iterations=1000000000,ms=100000", briscas).agent
    thoughts = agent.think(briscas.deal(1).view(seed=1), every=0.01)
    first, second = next(thoughts), next(thoughts)
    assert 0 < first.iterations < second.iterations
    assert not second.final
    started = time.perf_counter()
    thoughts.close()
    assert time.perf_counter() - started < 0.5
    agent.set_budget(iterations=200)
    other = briscas.deal(2).view(seed=5)
    (*_, last) = agent.think(other)
    assert last.final
    assert last.iterations == 200
    assert last.chosen == make_agent("ismcts:iterations=200", briscas).act(other)
    assert last.line[0] == last.chosen


def test_a_thread_searches_while_another_runs(briscas: Game) -> None:
    snapshots: list[dict] = []
    stop = threading.Event()

    def listen() -> None:
        for snapshot in analyse_stream(briscas.deal(3), "ismcts", seconds=60, every=0.02):
            snapshots.append(snapshot)
            if stop.is_set():
                return

    thread = threading.Thread(target=listen)
    thread.start()
    counted, until = 0, time.perf_counter() + 1.0
    while time.perf_counter() < until and len(snapshots) < 5:
        counted += 1  # this loop would not run if the search held Python's lock
        time.sleep(0.001)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert counted > 20
    assert len(snapshots) >= 2


def test_lines_contain_seen_actions_and_omit_unnoticed_ones() -> None:
    from toys import ANSWER_NO, ANSWER_YES, FIRST_PLACE, GAMBLE, WATCH, places, whisper

    game = Game(whisper(2), {})
    found = analyse(game.deal(1), "ismcts:iterations=1500,c=5", seed=1)
    line = [step["action"] for row in found["actions"] if row["action"] == GAMBLE for step in row["line"]]
    assert line[0] == GAMBLE
    assert len([step for step in line if step not in (GAMBLE, ANSWER_NO, ANSWER_YES)]) == 1  # then a guess
    game = Game(places("card"), {})
    found = analyse(game.deal(1), "ismcts:iterations=3000,c=5", seed=1)
    line = [step["action"] for row in found["actions"] if row["action"] == WATCH for step in row["line"]]
    assert line[0] == WATCH
    assert FIRST_PLACE <= line[1] < FIRST_PLACE + 4  # an action that can be played, not the id that others see
    assert len(line) == 3
