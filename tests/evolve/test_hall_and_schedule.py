"""Schedules in whole generations, and entry to and removal from the hall of fame."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tapete.errors import BadOption
from tapete.evolve.hall import HallOfFame
from tapete.evolve.schedule import parse_schedule


def test_a_schedule_is_cut_into_whole_generations() -> None:
    segments = parse_schedule("fixed:0.4,coevolution:0.2,fixed:0.4", 500, 10)
    assert [(s.mode, s.evaluations) for s in segments] == [("fixed", 200), ("coevolution", 100), ("fixed", 200)]
    segments = parse_schedule("fixed:0.33,coevolution:0.67", 500, 10)
    assert [s.evaluations for s in segments] == [170, 330]
    assert [s.evaluations for s in parse_schedule("coevolution", 120, 10)] == [120]


def test_shares_that_do_not_sum_to_one_are_scaled_with_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"sum to 0.5"):
        segments = parse_schedule("fixed:0.25,coevolution:0.25", 100, 10)
    assert [s.evaluations for s in segments] == [50, 50]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fixed:0,coevolution:1", "above 0"),
        ("fixd:1", "fixed"),
        ("fixed:x", "KIND:SHARE"),
        ("fixed:2", "up to 1"),
        ("", "not a kind of fitness"),
        ("fixed:0.5,", "not a kind of fitness"),
        (",".join(["fixed:0.02"] * 50), "too few"),
    ],
)
def test_a_wrong_schedule_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        parse_schedule(text, 100, 10)


def vector(value: float) -> np.ndarray:
    return np.full(4, value)


def test_champions_fill_the_hall_and_then_must_beat_the_weakest() -> None:
    hall = HallOfFame(2)
    never = lambda member: pytest.fail("there is no challenge while there is room")  # noqa: E731
    assert "size 1" in hall.consider(vector(0.1), never)
    assert hall.consider(vector(0.1), never) is None, "a member does not enter twice"
    assert "size 2" in hall.consider(vector(0.2), never)
    hall.note(np.array([0.3, 0.9]))
    met = []
    answer = hall.consider(vector(0.5), lambda member: met.append(member) or 0.5)
    assert "lost" in answer and (met[0] == vector(0.2)).all()
    assert hall.consider(vector(0.5), never) is None, "a champion challenges once"
    assert "won" in hall.consider(vector(0.6), lambda member: 0.75)
    assert [member[0] for member in hall.members] == [0.1, 0.6]


def test_the_weakest_members_are_pruned_but_never_the_last() -> None:
    hall = HallOfFame(3)
    for value in (0.1, 0.2, 0.3):
        hall.consider(vector(value), lambda member: 1.0)
    hall.note(np.array([0.1, 0.8, 0.2]))
    assert hall.prune(0) is None and hall.prune(7) is None
    assert "pruned 1, size 2" in hall.prune(8)
    assert [member[0] for member in hall.members] == [0.1, 0.3]
    assert hall.prune(16) is None, "a third of two rounds to none"


def test_a_saved_hall_is_restored() -> None:
    hall = HallOfFame(2)
    hall.consider(vector(0.1), lambda member: 1.0)
    hall.consider(vector(0.2), lambda member: 1.0)
    hall.consider(vector(0.3), lambda member: 0.0)
    other = HallOfFame(2)
    other.restore(json.loads(json.dumps(hall.as_dict())))
    assert other.as_dict() == hall.as_dict() and other.tried == hall.tried


def test_a_hall_of_size_0_takes_no_member() -> None:
    assert HallOfFame(0).consider(vector(1), lambda member: 1.0) is None
    with pytest.raises(BadOption):
        HallOfFame(-1)
