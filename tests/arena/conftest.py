"""Faulty agents, registered by name in the test process and in the processes it starts."""

from __future__ import annotations

import os
import time

import pytest

import tapete
from tapete.agents import registry


class First:
    """Plays the first legal action. It is written in Python, so its games run in processes."""

    def act(self, view):
        return view.legal()[0]


class Raises(First):
    def act(self, view):
        raise ValueError("no idea")


class RaisesAtTheStart(First):
    def reset(self, seed):
        raise ValueError("not today")


class Rubbish(First):
    def act(self, view):
        return "the ace, please"


class Illegal(First):
    def act(self, view):
        return 10_000


class Sleeps(First):
    def act(self, view):
        time.sleep(1e6)


class Slow(First):
    def act(self, view):
        time.sleep(0.4)
        return view.legal()[0]


class Dies(First):
    def act(self, view):
        os._exit(7)


class Leaves(First):
    def act(self, view):
        raise SystemExit(1)


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("not even this")


class RaisesTheUnspeakable(First):
    def act(self, view):
        raise Unspeakable


class RaisesRubbish(First):
    """Raises an exception whose text has terminal markup, a lone surrogate, control codes, and is far too long."""

    def act(self, view):
        raise ValueError("[/b] \udc80 \x1b[2J " + "x" * 20_000_000)


class TooLong(First):
    def act(self, view):
        return 10**6000


class NoNumber:
    def __index__(self):
        raise RuntimeError("I am no number")

    __int__ = __repr__ = __str__ = __index__


class AnswersNoNumber(First):
    def act(self, view):
        return NoNumber()


class Rounded(First):
    def act(self, view):
        return view.legal()[0] + 0.9


class FailsToEnd(First):
    def end(self, returns, view):
        raise ValueError("sore loser")


class SleepsAtTheEnd(First):
    def end(self, returns, view):
        time.sleep(1e6)


CAST = {
    "unspeakable": RaisesTheUnspeakable,
    "raises-rubbish": RaisesRubbish,
    "too-long": TooLong,
    "no-number": AnswersNoNumber,
    "rounded": Rounded,
    "fails-to-end": FailsToEnd,
    "sleeps-at-the-end": SleepsAtTheEnd,
    "first": First,
    "raises": Raises,
    "raises-at-the-start": RaisesAtTheStart,
    "rubbish": Rubbish,
    "illegal": Illegal,
    "sleeps": Sleeps,
    "slow": Slow,
    "dies": Dies,
    "leaves": Leaves,
}


@pytest.fixture
def cast(monkeypatch):
    """Register all faulty agents for one test."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for name, kind in CAST.items():
        tapete.register_agent(kind, name)
    return CAST
