"""Seated agents: views, callbacks, answers and fingerprints."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents import errors
from tapete.agents.analysis import analyse
from tapete.agents.errors import EXCEPTION, ILLEGAL, NO_ANSWER
from tapete.agents.player import Player
from tapete.agents.registry import make_agent, seat_agent
from tapete.arena.clock import Clock
from tapete.arena.duel import duel
from tapete.core import loops
from tapete.core.game import Game
from tapete.errors import MOST_CHARACTERS, printable, said, shown
from tapete.play.session import Session


class First:
    name = "first"

    def act(self, view):
        return view.legal()[0]


# Opening rule


def test_the_opening_rule_answers_first_and_the_agent_the_rest(opened: Game) -> None:
    turns = []

    class Agent(First):
        def act(self, view):
            turns.append(view.turn)
            return super().act(view)

    tapete.register_agent(Agent, "recording-turns")
    duel(opened, ["recording-turns:random_turns=5", "random"], games=2, seed=1, on="local", workers=1)
    assert turns
    assert min(turns) == 5
    turns.clear()
    duel(opened, ["recording-turns:random_turns=0", "random"], games=2, seed=1, on="local", workers=1)
    assert min(turns) <= 1


def test_random_and_agents_given_as_objects_decide_everything_themselves(opened: Game) -> None:
    assert make_agent("random", opened).opening is None
    assert seat_agent(First(), opened).opening is None
    with pytest.raises(tapete.BadOption, match="random_turns"):
        make_agent("random:random_turns=1", opened)


@pytest.mark.parametrize("spec", ["heuristic", "greedy", "ismcts:iterations=20", "clairvoyant:iterations=20"])
def test_an_opening_that_draws_is_the_same_in_both_loops(opened: Game, spec: str) -> None:
    """It has its own generator in both, seeded from the agent's, and does not advance the agent's."""
    specs = [f"{spec}{',' if ':' in spec else ':'}random_turns=6", "random"]
    native = duel(opened, specs, games=12, seed=3, record=True)
    python = duel(opened, specs, games=12, seed=3, record=True, on="local", clock=Clock(game=1e6))
    assert [a.tolist() for a in native.played.actions] == [a.tolist() for a in python.played.actions]
    other = duel(opened, [specs[0].replace("=6", "=0"), "random"], games=12, seed=3, record=True)
    assert [a.tolist() for a in other.played.actions] != [a.tolist() for a in native.played.actions]


def test_an_opening_must_read_only_public_facts(opened: Game) -> None:
    from dataclasses import replace

    assert opened.definition.opening is not None
    with pytest.raises(TypeError, match="public"):
        replace(opened.definition, opening=replace(opened.definition.opening, public=False))


# Views


def test_clairvoyant_is_read_once() -> None:
    """Otherwise an agent could declare itself fair and still get the true state."""

    class Sly(First):
        looks = 0

        @property
        def clairvoyant(self):
            type(self).looks += 1
            return type(self).looks > 1

    game = tapete.load("briscas")
    seated = seat_agent(Sly(), game)
    assert not seated.clairvoyant
    for seed in range(3):
        assert not seated.view(game.deal(1), seed).clairvoyant


def test_views_of_fair_and_clairvoyant_agents_use_the_given_seed() -> None:
    game = tapete.load("briscas")
    state = game.deal(3)
    fair, all_seeing = make_agent("ismcts", game), make_agent("clairvoyant", game)
    assert fair.view(state, 77).state.to_bytes() == state.view_with_generator(None, 77, 77).state.to_bytes()
    seen = all_seeing.view(state, 77)
    assert seen.clairvoyant
    assert int(seen.state.record["rng"]) == 77
    seen.state.record["rng"] = state.record["rng"]
    assert seen.state.to_bytes() == state.to_bytes()
    chosen = analyse(state, "clairvoyant:iterations=300", seed=9)["chosen"]
    agent = make_agent("clairvoyant:iterations=300", game)
    assert agent.act(agent.view(state, 9)) == chosen


# Callbacks


class Recorder(First):
    """Agent that records its callbacks."""

    def __init__(self) -> None:
        self.calls: list[tuple] = []

    def begin(self, game, seat):
        self.calls.append(("begin", game.name, seat))

    def reset(self, seed):
        self.calls.append(("reset", seed))

    def act(self, view):
        self.calls.append(("act", view.seat))
        return super().act(view)

    def end(self, returns, view):
        self.calls.append(("end", tuple(returns), view.seat, view.state.over, tuple(view.points())))


def test_callbacks_are_begin_reset_act_end_in_every_game() -> None:
    game, recorder = tapete.load("briscas"), Recorder()
    result = duel(game, [recorder, "random"], games=4, seed=2)
    starts = [i for i, call in enumerate(recorder.calls) if call[0] == "begin"]
    assert len(starts) == 4
    for number, (start, stop) in enumerate(zip(starts, [*starts[1:], len(recorder.calls)], strict=True)):
        kinds = [call[0] for call in recorder.calls[start:stop]]
        assert kinds == ["begin", "reset", *["act"] * 20, "end"]
        seat = number % 2
        assert recorder.calls[start] == ("begin", "briscas", seat)
        assert all(call[1] == seat for call in recorder.calls[start:stop] if call[0] == "act")
        _, returns, observer, over, points = recorder.calls[stop - 1]
        assert returns == tuple(result.played.returns[number])
        assert points == tuple(result.played.points[number])
        assert (observer, over) == (seat, True)


def test_a_session_makes_the_same_callbacks() -> None:
    game, recorder = tapete.load("briscas"), Recorder()
    session = Session(game, [recorder, "random"], 5)
    session.advance()
    callbacks = ["begin", "reset", *["act"] * 20, "end"]
    assert [call[0] for call in recorder.calls] == callbacks
    assert recorder.calls[-1][1] == tuple(session.state.returns())
    session.go_to(3)
    assert [call[0] for call in recorder.calls] == [*callbacks, "begin", "reset"]
    session.advance()
    assert [call[0] for call in recorder.calls].count("end") == 2


def test_an_agent_that_fails_in_begin_or_end_forfeits_in_a_session_too() -> None:
    game = tapete.load("briscas")
    for agent, words in ((FailsToBegin(), "no chair"), (FailsToEnd(), "sore loser")):
        recorder = Recorder()
        session = Session(game, [agent, recorder], 5)
        session.advance()
        assert session.over
        assert session.returns() == [0.0, 1.0]
        assert words in session.fault.text
        ends = [call[1] for call in recorder.calls if call[0] == "end"]
        assert ends == ([] if isinstance(agent, FailsToBegin) else [(0.0, 1.0)])


def test_replacing_a_failed_agent_restarts_the_others() -> None:
    game, recorder = tapete.load("briscas"), Recorder()

    class Late(First):
        decisions = 0

        def act(self, view):
            self.decisions += 1
            return 10_000 if self.decisions > 3 else super().act(view)

    session = Session(game, [Late(), recorder], 5)
    session.advance()
    assert session.fault.seat == 0
    session.replace(0, "random")
    session.advance()
    assert session.fault is None
    assert session.state.over
    assert [call[0] for call in recorder.calls if call[0] != "act"] == ["begin", "reset", "end"] * 2


def test_an_agent_by_spec_gets_the_callbacks() -> None:
    recorder = Recorder()
    tapete.register_agent(lambda: recorder, "recorder")
    duel(tapete.load("briscas"), [tapete.agent("recorder"), "random"], games=2, seed=2)
    assert [call[0] for call in recorder.calls].count("end") == 2


class FailsToBegin(Recorder):
    def begin(self, game, seat):
        raise ValueError("no chair")


class FailsToEnd(Recorder):
    def end(self, returns, view):
        raise ValueError("sore loser")


@pytest.mark.parametrize(("agent", "words"), [(FailsToBegin, "no chair"), (FailsToEnd, "sore loser")])
def test_a_fault_in_begin_or_end_forfeits_the_game(agent: type, words: str) -> None:
    result = duel(tapete.load("briscas"), [agent(), "random"], games=4, seed=2)
    assert result.agents[0].faults == 4
    assert result.agents[0].score == 0
    assert words in result.agents[0].first_fault
    assert result.agents[1].faults == 0


def test_only_agents_that_began_get_the_end_callback_with_the_loser() -> None:
    failing, recorder = FailsToBegin(), Recorder()
    duel(tapete.load("briscas"), [recorder, failing], games=2, seed=2)
    assert failing.calls == []
    ends = [call for call in recorder.calls if call[0] == "end"]
    assert [call[1] for call in ends] == [
        (1.0, 0.0)
    ]  # in the second game the other has the seat before it and fails first


# Answers


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even this")


class Stubborn:
    def __index__(self) -> int:
        raise RuntimeError("not a number")

    def __repr__(self) -> str:
        raise RuntimeError("not a text")


class Whole:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def answering(answer) -> Player:
    class Agent(First):
        def act(self, view):
            if isinstance(answer, BaseException):
                raise answer
            return answer

    return seat_agent(Agent(), tapete.load("briscas"))


@pytest.mark.parametrize(
    ("answer", "fault", "words"),
    [
        (None, NO_ANSWER, "no legal answer"),
        (5.9, ILLEGAL, "answered 5.9, which is not an action"),
        (" 5 ", ILLEGAL, "answered ' 5 ', which is not an action"),
        (np.float64(5), ILLEGAL, "which is not an action"),
        (10**6000, ILLEGAL, "something of type int, which is not legal"),
        (-1, ILLEGAL, "answered -1, which is not legal"),
        (1 << 63, ILLEGAL, "which is not legal"),
        ([1, 2], ILLEGAL, "which is not an action"),
        (Stubborn(), ILLEGAL, "something of type Stubborn, which is not an action"),
        ("x" * 1000, ILLEGAL, "xx..., which is not an action"),
        (Unspeakable(), EXCEPTION, "raised Unspeakable: (its text cannot be shown)"),
        (ValueError("a\x1b[31m\nb\udc80"), EXCEPTION, "raised ValueError: a\ufffd[31m b\ufffd"),
        (SystemExit(3), EXCEPTION, "raised SystemExit: 3"),
        (GeneratorExit(), EXCEPTION, "raised GeneratorExit"),
    ],
    ids=lambda value: shown(value, 20),
)
def test_an_answer_that_is_not_an_action_is_a_printable_fault(answer, fault, words) -> None:
    agent = answering(answer)
    state = tapete.load("briscas").deal(1)
    found = agent.decide(state, agent.view(state, 1))
    assert found.fault == fault
    assert words in found.text
    assert found.text.isprintable()


def test_integers_of_every_type_are_actions() -> None:
    state = tapete.load("briscas").deal(1)
    action = state.legal()[1]
    for answer in (action, np.int32(action), np.array(action), Whole(action)):
        agent = answering(answer)
        assert agent.decide(state, agent.view(state, 1)).action == action


def test_a_keyboard_interrupt_is_not_a_fault() -> None:
    agent = answering(KeyboardInterrupt())
    state = tapete.load("briscas").deal(1)
    with pytest.raises(KeyboardInterrupt):
        agent.decide(state, agent.view(state, 1))


def test_texts_of_any_length_are_cut_and_cleaned() -> None:
    assert len(printable("x" * 20_000_000)) == MOST_CHARACTERS
    assert printable("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    assert printable(" " * 5000 + "late") == "..."
    assert len(said(ValueError("y" * 20_000_000))) == MOST_CHARACTERS
    assert printable("ünïcödé ✓") == "ünïcödé ✓"


def test_the_native_loop_uses_the_same_fault_codes() -> None:
    assert (loops.NO_ANSWER, loops.ILLEGAL) == (errors.NO_ANSWER, errors.ILLEGAL)


# Fingerprints


def fingerprint(spec: str, game: Game | None = None) -> str:
    return make_agent(spec, game or tapete.load("briscas")).fingerprint()


AGENT = "from {helper} import pick\n\nclass Bot:\n    def act(self, view):\n        return pick(view)\n"


def test_a_fingerprint_covers_the_file_its_imports_and_files_in_options(tmp_path: Path) -> None:
    helper = f"helper_{tmp_path.name.replace('-', '_')}"
    file, beside, weights = tmp_path / "bot.py", tmp_path / f"{helper}.py", tmp_path / "w.json"
    file.write_text(AGENT.format(helper=helper))
    beside.write_text("def pick(view):\n    return view.legal()[0]\n")
    first = fingerprint(f"{file}:Bot")
    assert fingerprint(f"{file}:Bot") == first
    beside.write_text("def pick(view):\n    return view.legal()[-1]\n")
    second = fingerprint(f"{file}:Bot")
    file.write_text(AGENT.format(helper=helper) + "\n# more\n")
    assert fingerprint(f"{file}:Bot") == second
    file.write_text(AGENT.format(helper=helper) + "\nmore = 1\n")
    assert len({first, second, fingerprint(f"{file}:Bot")}) == 3
    seen = set()
    for value in (1.0, 2.0):
        weights.write_text(json.dumps({"points": value}))
        seen.add(fingerprint(f"greedy:weights={weights}"))
    assert len(seen) == 2


def test_a_fingerprint_covers_options_and_the_opening_rule(opened: Game) -> None:
    plain = fingerprint("heuristic")
    assert fingerprint("heuristic:aggressive=1") != plain
    assert fingerprint("heuristic", opened) != plain
    assert fingerprint("heuristic", opened) != fingerprint("heuristic:random_turns=1", opened)


def test_an_agent_may_give_its_own_fingerprint() -> None:
    class Known(First):
        version = 1

        def fingerprint(self) -> str:
            return f"known {self.version}"

    game, agent = tapete.load("briscas"), Known()
    before = seat_agent(agent, game).fingerprint()
    assert seat_agent(agent, game).fingerprint() == before
    agent.version = 2
    assert seat_agent(agent, game).fingerprint() != before


def test_a_class_without_a_file_has_a_fingerprint_by_its_code() -> None:
    game = tapete.load("briscas")
    found = set()
    for body in ("view.legal()[0]", "view.legal()[-1]"):
        space: dict = {"__name__": "__typed__"}
        exec(f"class Bot:\n    def act(self, view):\n        return {body}\n", space)
        found.add(seat_agent(space["Bot"](), game).fingerprint())
    assert len(found) == 2
