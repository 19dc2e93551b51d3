"""A cast of bad agents, known by name in the test process and in the processes it starts."""

from __future__ import annotations

import os
import time

import pytest

import tapete
from tapete.agents import registry


class First:
    """Plays the first legal action; written in Python, so its games run in processes."""

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


CAST = {
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
    """All of them registered for one test."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for name, kind in CAST.items():
        tapete.register_agent(kind, name)
    return CAST
