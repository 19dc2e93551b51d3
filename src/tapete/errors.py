"""What can go wrong, as exceptions whose text a person can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TapeteError(Exception):
    """Base of all errors that come from wrong input, not from a fault of the program."""


class UnknownGame(TapeteError):
    """No game of that name is installed."""


class UnknownAgent(TapeteError):
    """No agent of that name plays the game."""


class BadOption(TapeteError):
    """An option does not exist, or its value is out of range."""


class IllegalAction(TapeteError):
    """The action is not legal in this state."""


class BadRecord(TapeteError):
    """A file of recorded games cannot be read or does not fit the rules."""


class BadNetwork(TapeteError):
    """A file is no network, is damaged, or is for another game."""


class CompileError(TapeteError):
    """A kernel is not something that can be compiled; the text says where and why."""


MANY = 40


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the closest names, whatever their case, or all unless they are many."""
    names = sorted(known)
    spelled = {known.casefold(): known for known in names}
    asked = name.casefold()
    close = difflib.get_close_matches(asked, spelled, n=3, cutoff=0.55)
    close = close or [known for known in spelled if asked and asked in known][:3]
    if close:
        return f"did you mean {' or '.join(repr(spelled[c]) for c in close)}?"
    if len(names) > MANY:
        return f"none of the {len(names)} names is like it"
    return f"there is {', '.join(names)}" if names else "there is none"
