"""Sessions: a game with people and agents at its seats."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tapete
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import deal_seeds, mirrored
from tapete.core.state import State
from tapete.errors import IllegalAction
from tapete.play.session import NotYourTurn, Session, result_of
from tapete.testing.leaks import twin_of


@pytest.fixture(scope="module")
def briscas() -> tapete.Game:
    return tapete.load("briscas")


@pytest.fixture(scope="module")
def dinosaurs() -> tapete.Game:
    return tapete.load("dinosaurs", players=3)


def finished(session: Session) -> Session:
    """Play the people's seats by their first legal action until the end."""
    session.advance()
    while not session.over:
        seat = session.waiting[0]
        session.play(seat, session.legal(seat)[0])
        session.advance()
    return session


def test_advance_lets_agents_play_until_a_person_must_decide(briscas: tapete.Game) -> None:
    session = Session(briscas, ["random", None], seed=5)
    session.advance()
    assert session.waiting == [1]
    assert session.legal(1) == session.state.legal()
    assert session.legal(0) == []
    finished(session)
    assert session.waiting == [] and session.over
    assert sum(session.returns()) == 1


def test_a_session_of_agents_plays_the_game_that_the_arena_plays(briscas: tapete.Game) -> None:
    specs = ["ismcts:iterations=30", "heuristic"]
    plan = mirrored(0, [(0, 1)], range(1))
    part = MatchJob(briscas, specs, record=True).player().play(plan)
    dealt = briscas.deal(int(deal_seeds(briscas, 0, plan.deals)[0]))
    session = Session(briscas, specs, 0, position=dealt)
    session.advance()
    assert session.actions == part.games.actions[0].tolist()


@pytest.mark.parametrize(
    ("seat", "action", "error"), [(0, 3, NotYourTurn), (1, 10**6, IllegalAction), (7, 0, NotYourTurn)]
)
def test_an_invalid_action_is_refused_and_changes_nothing(
    briscas: tapete.Game, seat: int, action: int, error: type
) -> None:
    session = Session(briscas, ["random", None], seed=5)
    session.advance()
    before = session.state.to_bytes()
    with pytest.raises(error):
        session.play(seat, action)
    assert session.state.to_bytes() == before and session.waiting == [1]


def test_several_actions_are_played_all_or_none(briscas: tapete.Game) -> None:
    session = Session(briscas, [None, None], seed=1)
    seat = session.waiting[0]
    one, two = session.legal(seat)[:2]
    with pytest.raises(IllegalAction, match="not for seat"):
        session.play(seat, [one, two])
    assert session.actions == []
    with pytest.raises(IllegalAction, match="at least one"):
        session.play(seat, [])
    session.play(seat, [one])
    assert session.actions == [one]


def rich_positions(seed: int, count: int) -> Iterator[tuple[State, State]]:
    """Yield positions of Tales of Tribute in which all cards were played, each with a twin of its information set."""
    state, rng = tapete.load("tribute").deal(seed), random.Random(seed)
    while not state.over and count:
        legal = state.legal()
        plays = [action for action in legal if state.move(action)["kind"] == "play"]
        if not plays:
            twin, count = twin_of(state, state.seat, count), count - 1
            if twin is not None:
                yield state, twin
        state.apply(plays[0] if plays else rng.choice(legal))


def answered_differently() -> list[tuple[bool, bool]]:
    """Return for answers of two actions, the second legal in one of two worlds only, whether each world refuses them.

    The card that takes the place of a bought one is hidden until then.
    """
    found = []
    for state, twin in (pair for seed in range(1, 6) for pair in rich_positions(seed, 25)):
        for action in {*state.legal()} & {*twin.legal()}:
            after = [state.clone(), twin.clone()]
            for world in after:
                world.apply(action)
            if any(world.over or world.seat != state.seat for world in after):
                continue
            for following in {*after[0].legal()} ^ {*after[1].legal()}:
                sessions = [Session(state.game, [None, None], position=world) for world in (state, twin)]
                found.append((refuses(sessions[0], [action, following]), refuses(sessions[1], [action, following])))
    return found


def refuses(session: Session, actions: list[int]) -> bool:
    try:
        session.play(session.waiting[0], actions)
    except IllegalAction:
        assert session.actions == []
        return True
    assert session.actions == actions[: len(session.actions)]
    return False


def test_a_refused_answer_of_several_actions_reveals_no_hidden_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = answered_differently()
    assert len(answers) > 5 and all(one == other for one, other in answers)
    monkeypatch.setattr(Session, "position_to_check", lambda session, seat, count: session.position_of(seat).clone())
    assert all(one != other for one, other in answered_differently()), "mutant: checked in the real position"


def test_hidden_choices_are_made_in_any_order_and_revealed_together(dinosaurs: tapete.Game) -> None:
    session = Session(dinosaurs, [None, None, None], seed=3)
    assert session.waiting == [0, 1, 2]
    before = session.state.to_bytes()
    legal = {seat: session.legal(seat) for seat in session.waiting}
    session.play(2, legal[2][0])
    assert session.waiting == [0, 1]
    assert session.state.to_bytes() == before, "nothing is shown before all have chosen"
    assert session.seen_by(0) == []
    session.play(0, legal[0][0])
    session.withdraw(2)
    assert session.waiting == [1, 2]
    with pytest.raises(NotYourTurn, match="no choice"):
        session.withdraw(2)
    session.play(2, legal[2][-1])
    with pytest.raises(NotYourTurn, match="chosen already"):
        session.play(2, legal[2][0])
    session.play(1, legal[1][0])
    assert session.actions[:3] == [legal[0][0], legal[1][0], legal[2][-1]]
    with pytest.raises(NotYourTurn):
        session.withdraw(2)


def test_hidden_choices_are_marked_as_made_in_any_order(
    dinosaurs: tapete.Game,
) -> None:
    session = Session(dinosaurs, [None, None, None], seed=3)
    for seat in range(3):
        seen = session.describe(seat)
        assert seen["waiting"] == [0, 1, 2] and seen["seat"] == seat, "the first does not decide before the others"
        assert [(player["chosen"], player["cards"]) for player in seen["players"]] == [(False, 5)] * 3
        assert seen["players"][seat]["hand"] == session.position_of(seat).describe(seat)["players"][seat]["hand"]
    session.play(1, session.legal(1)[0])
    assert [session.describe(seat)["waiting"] for seat in range(3)] == [[0, 2]] * 3
    other = Session(dinosaurs, [None, None, None], seed=3)
    other.play(1, other.legal(1)[-1])
    assert [session.describe(seat) for seat in (0, 2)] == [other.describe(seat) for seat in (0, 2)], "which is hidden"


def test_agents_choose_in_hidden_rounds_without_waiting_for_people(dinosaurs: tapete.Game) -> None:
    session = Session(dinosaurs, [None, "easy", "random"], seed=4)
    session.advance()
    assert session.waiting == [0]
    finished(session)
    assert sum(session.returns()) == pytest.approx(1)


def test_events_are_those_that_the_seat_sees(briscas: tapete.Game) -> None:
    session = finished(Session(briscas, [None, "random"], seed=2))
    for seat in (0, 1, None):
        events = session.seen_by(seat)
        assert [event["step"] for event in events] == sorted(event["step"] for event in events)
        assert {event["step"] for event in events} <= set(range(len(session.actions)))
        for event in events:
            assert briscas.event_text(event, "en", reader=seat) and briscas.event_text(event, "es", reader=seat)


def test_a_move_is_taken_back_when_all_people_agree(briscas: tapete.Game) -> None:
    session = Session(briscas, [None, "heuristic"], seed=8)
    session.advance()
    with pytest.raises(NotYourTurn, match="no choice that could"):
        session.propose_take_back(0)
    before, step = session.state.to_bytes(), len(session.actions)
    session.play(0, session.legal(0)[0])
    session.advance()
    assert session.propose_take_back(0)
    assert session.state.to_bytes() == before and len(session.actions) == step
    finished(session)

    two = Session(briscas, [None, None], seed=8)
    first = two.waiting[0]
    two.play(first, two.legal(first)[0])
    two.play(1 - first, two.legal(1 - first)[0])
    assert not two.propose_take_back(first)
    two.refuse()
    with pytest.raises(NotYourTurn):
        two.agree(1 - first)
    assert not two.propose_take_back(first)
    assert two.agree(1 - first)
    assert two.actions == []


class Fails:
    """Agent that raises at its second decision."""

    name = "fails"

    def __init__(self) -> None:
        self.calls = 0

    def act(self, view) -> int:
        self.calls += 1
        if self.calls > 1:
            raise RuntimeError("no idea")
        return view.legal()[0]


def test_an_agent_that_fails_forfeits_and_another_may_replace_it(briscas: tapete.Game) -> None:
    session = Session(briscas, [Fails(), "random"], seed=1)
    session.advance()
    assert session.over and session.fault.seat == 0 and "no idea" in session.fault.text
    assert session.returns() == [0.0, 1.0]
    assert result_of(session)["winners"] == [1]
    assert session.record().forfeited_by == 0
    session.replace(0, "heuristic")
    session.advance()
    assert session.over and session.fault is None and session.state.over


def test_a_record_replays_and_a_session_continues_from_it(briscas: tapete.Game, tmp_path) -> None:
    from tapete.play.record import read_records, write_records

    session = Session(briscas, ["random", None], seed=6)
    session.advance()
    for _ in range(3):
        session.play(1, session.legal(1)[0])
        session.advance()
    path = tmp_path / "games.jsonl"
    write_records(path, iter([session.record()]))
    (record,) = read_records(path)
    assert record == session.record() and record.returns is None
    *_, last = record.states()
    assert last.to_bytes() == session.state.to_bytes()
    again = Session.from_record(record, ["random", None])
    assert again.state.to_bytes() == session.state.to_bytes()
    whole = finished(again).record()
    write_records(path, iter([whole]))
    (record,) = read_records(path)
    *_, last = record.states()
    assert last.over and record.agents == ["random", "person"]


def test_a_move_that_revealed_nothing_is_undone_without_agreement() -> None:
    """Roads and settlements of the set-up can be placed elsewhere; a roll of the dice cannot be undone that way."""
    session = Session(tapete.load("catan"), [None] * 4, seed=3)
    first = session.waiting[0]
    session.play(first, session.legal(first)[5])
    assert session.undo(first) and session.actions == []
    session.play(first, session.legal(first)[5])
    session.play(first, session.legal(first)[0])
    assert not session.undo(first), "another seat is to move by now"
    while session.state.describe(None)["phase"] != "before_roll":
        session.play(session.waiting[0], session.legal(session.waiting[0])[0])
    roller = session.waiting[0]
    session.play(roller, session.state.action({"kind": "roll"}) or 0)
    if session.waiting == [roller]:
        assert not session.undo(roller), "dice have been seen"
