"""Third-party evaluations: in a file, in a module, in an installed package; used and tuned like the game's own."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command import tapete_command

import tapete
from tapete import plugins
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.duel import duel
from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.errors import BadOption

SCORE = '''
from types import SimpleNamespace

import numpy as np

from tapete.kernel.contract import NUMBERS
from tapete.core.definition import Evaluation
from tapete.games.{game}.rules import State
from tapete.kernel import Array, Record, f8, i8, kernel, shape, u1


@kernel
def ahead(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Points ahead, and a bonus for being on turn."""
    value = 0.0
    for other in range(2):
        value += weights[0] * f8(state.{points}[other]) * (1.0 if other == seat else -1.0)
    return value + (weights[1] if i8(state.seat) == seat else 0.0)


@kernel
def gained(before: State, after: State, seat: i8, weights: NUMBERS) -> f8:
    """Points that a move brought."""
    return weights[0] * (f8(after.{points}[seat]) - f8(before.{points}[seat]))


@kernel
def wrong(state: State, weights: NUMBERS) -> f8:
    return weights[0]


class Alike(Record):  # another record that happens to be as large
    bytes: Array[u1] = shape(State.size)


@kernel
def mistaken(state: Alike, seat: i8, weights: NUMBERS) -> f8:
    return f8(state.bytes[0])


def plain(state, seat, weights):
    return 0.0


mine = Evaluation(ahead, {{"points": 1.0, "turn": 0.0}}, (-130.0, 130.0), "points ahead",
                  bounds={{"points": (0.0, 2.0), "turn": (-5.0, 5.0)}}, presets={{"none": {{"points": 0.0}}}})
minus = Evaluation(ahead, {{"points": -1.0, "turn": 0.0}}, (-130.0, 130.0))
change = Evaluation(gained, {{"points": 1.0}}, (-30.0, 30.0), rates_moves=True)
packed = SimpleNamespace(game="{game}", evaluation=mine)
elsewhere = SimpleNamespace(game="chess", evaluation=mine)
crooked = Evaluation(wrong, {{"points": 1.0}}, (0.0, 1.0))
alike = Evaluation(mistaken, {{"points": 1.0}}, (0.0, 1.0))
python = Evaluation(plain, {{"points": 1.0}}, (0.0, 1.0))
upside_down = Evaluation(ahead, {{"points": 1.0, "turn": 0.0}}, (1.0, 0.0))
endless = Evaluation(ahead, {{"points": float("inf"), "turn": 0.0}}, (0.0, 1.0))
unbounded = Evaluation(ahead, {{"points": 1.0, "turn": 0.0}}, (0.0, 1.0), bounds={{"points": (0.0, 1.0)}})
number = 7
'''


ANY_GAME = """
from tapete.core.registry import definition
from tapete.kernel.contract import NUMBERS
from tapete.core.definition import Evaluation
from tapete.kernel import f8, i8, kernel

State = definition("{game}").state


@kernel
def value(state: State, seat: i8, weights: NUMBERS) -> f8:
    return weights[0] * f8(state.turn) + (weights[1] if i8(state.seat) == seat else 0.0)


late = Evaluation(value, {{"turn": 1.0, "asked": 1.0}}, (0.0, 1000.0), "how late it is")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "score.py").write_text(SCORE.format(game="briscas", points="points"))
    (tmp_path / "other.py").write_text(SCORE.format(game="dinosaurs", points="position"))
    (tmp_path / "broken.py").write_text("def f(:\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


def test_a_state_is_evaluated_by_a_function_in_a_file(folder: Path, briscas: Game) -> None:
    state = briscas.deal(3)
    while not state.over:
        points = state.points()
        assert state.evaluate(0, "score.py:mine") == pytest.approx(points[0] - points[1])
        bonus = state.evaluate(0, "./score.py:mine", [1.0, 4.0]) - state.evaluate(0, "score.py:mine")
        assert bonus == pytest.approx(4.0 * (state.seat == 0))
        state.apply(state.legal()[0])


@pytest.mark.parametrize("name", ["briscas", "catan", "dinosaurs", "hearthstone", "tribute"])
def test_every_game_takes_an_evaluation_from_a_file(folder: Path, name: str) -> None:
    """The evaluation reads each game's own record, and a search uses it."""
    (folder / "any.py").write_text(ANY_GAME.format(game=name))
    game = tapete.load(name)
    state = game.deal(2)
    assert state.evaluate(0, "./any.py:late") == pytest.approx(state.turn + (state.seat == 0))
    result = duel(
        game, ["greedy:eval=./any.py:late,weights=2/0"] + ["random"] * (game.seats - 1), games=game.seats, seed=3
    )
    assert sum(agent.faults for agent in result.agents) == 0


def test_searches_use_an_evaluation_with_its_weights(folder: Path, briscas: Game) -> None:
    better, worse = "greedy:eval=score.py:mine", "greedy:eval=score.py:minus"
    result = duel(briscas, [better, worse], games=400, seed=1)
    assert result.agents[0].score > 0.7
    same = duel(briscas, ["greedy:eval=score.py:minus,weights=1/0", worse], games=400, seed=1)
    assert (same.played.returns == result.played.returns).all()
    for spec in (
        "ismcts:iterations=30,rollout_depth=2,eval=./score.py:mine",
        "greedy:eval=score.py:change",
        "greedy:eval=score.py:packed",
        "greedy:eval=score.py:mine,weights=none",
    ):
        assert make_agent(spec, briscas).native() is not None
        assert duel(briscas, [spec, "random"], games=4, seed=1).agents[0].faults == 0
    assert make_agent(better, briscas).fingerprint() != make_agent(worse, briscas).fingerprint()


def test_weights_of_an_evaluation_can_be_tuned_within_its_bounds(folder: Path, briscas: Game) -> None:
    tuned = tunable("greedy:eval=score.py:mine", briscas)
    assert tuned.names == ("points", "turn")
    assert (tuned.low.tolist(), tuned.high.tolist()) == ([0.0, -5.0], [2.0, 5.0])
    shares = population.play(briscas, tuned, np.array([[1.0, 0.0], [-1.0, 0.0]]), ["random"], 10, seed=2)
    expected = duel(briscas, ["greedy:eval=score.py:mine", "random"], games=20, seed=2).agents[0].score
    assert shares[0].mean() == pytest.approx(expected)
    assert shares[0].mean() > shares[1].mean()


def test_a_changed_file_is_another_evaluation(folder: Path, briscas: Game) -> None:
    spec = "greedy:eval=score.py:mine"
    before = make_agent(spec, briscas)
    (folder / "score.py").write_text(
        SCORE.format(game="briscas", points="points").replace("value = 0.0", "value = 1.0")
    )
    after = make_agent(spec, briscas)
    assert briscas.deal(1).evaluate(0, "score.py:mine") == pytest.approx(1.0)
    assert after.fingerprint() != before.fingerprint()


BAD = [
    ("nowhere.py:mine", "No such file"),
    ("broken.py:mine", "SyntaxError"),
    ("score.py:mnie", "did you mean 'mine'"),
    ("score.py:number", "7 is not an Evaluation"),
    ("score.py:ahead", "is not an Evaluation"),
    ("score.py:elsewhere", "evaluation of 'chess', not of briscas"),
    ("score.py:crooked", "does not fit the contract"),
    ("score.py:alike", "states of another game than briscas"),
    ("score.py:python", "not a function decorated with @kernel"),
    ("score.py:upside_down", "the lower one first"),
    ("score.py:endless", "weights must be numbers"),
    ("score.py:unbounded", "bounds must be two numbers for each weight"),
    ("other.py:mine", "states of another game than briscas"),
    ("other.py:packed", "evaluation of 'dinosaurs', not of briscas"),
    ("no.such.package:mine", "no module named 'no'"),
    ("defualt", "did you mean 'default'"),
]


@pytest.mark.parametrize(("name", "words"), BAD, ids=[name for name, _ in BAD])
def test_a_wrong_evaluation_is_refused_in_one_sentence(folder: Path, briscas: Game, name: str, words: str) -> None:
    with pytest.raises(BadOption, match=words) as caught:
        make_agent(f"greedy:eval={name}", briscas)
    assert len(str(caught.value).splitlines()) == 1


def test_the_command_line_refuses_a_wrong_evaluation_with_exit_code_2(folder: Path) -> None:
    run = tapete_command("duel", "briscas", "greedy:eval=other.py:mine", "random", cwd=folder)
    assert (run.returncode, run.stdout, len(run.stderr.strip().splitlines())) == (2, "", 1), run.stderr


def test_an_evaluation_that_does_not_compile_is_reported(folder: Path, briscas: Game) -> None:
    (folder / "score.py").write_text(
        SCORE.format(game="briscas", points="points").replace("value = 0.0", "value = 'none'")
    )
    with pytest.raises(tapete.TapeteError, match="does not compile"):
        make_agent("greedy:eval=score.py:mine", briscas)


def test_a_game_without_evaluations_takes_one_from_a_file(folder: Path) -> None:
    game = Game(replace(definition("briscas"), evaluations={}), {})
    with pytest.raises(BadOption, match=r"eval=FILE\.py:NAME"):
        make_agent("ismcts:rollout_depth=0", game)
    agent = make_agent("ismcts:rollout_depth=0,iterations=20,eval=score.py:mine", game)
    state = game.deal(1)
    assert state.accepts(agent.act(state.view()))


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Entry points as if packages had installed them."""
    entries: dict[str, str] = {}

    def found(group: str) -> list:
        points = [importlib.metadata.EntryPoint(name, value, group) for name, value in entries.items()]
        return points if group == "tapete.evaluations" else []

    monkeypatch.setattr(plugins, "entry_points", found)
    plugins.plugins.cache_clear()
    yield entries
    monkeypatch.undo()
    plugins.plugins.cache_clear()


def test_an_installed_package_provides_evaluations(folder: Path, briscas: Game, plugged: dict[str, str]) -> None:
    monkey = "score_of_a_package"
    (folder / f"{monkey}.py").write_text((folder / "score.py").read_text())
    sys.path.append(str(folder))
    plugged |= {"lead": f"{monkey}:packed", "bare": f"{monkey}:mine", "default": f"{monkey}:minus", "lost": "nowhere:x"}
    try:
        state = briscas.deal(3)
        state.apply(state.legal()[0])
        assert make_agent("greedy:eval=lead", briscas).native() is not None
        assert briscas.evaluation("bare").weights == {"points": 1.0, "turn": 0.0}
        assert "trumps_in_hand" in briscas.evaluation("default").weights  # the game's own cannot be replaced
        with pytest.raises(BadOption, match="nowhere"):
            briscas.evaluation("lost")
        with pytest.raises(BadOption, match="not of dinosaurs"):
            tapete.load("dinosaurs").evaluation("lead")
    finally:
        sys.path.remove(str(folder))
