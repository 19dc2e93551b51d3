"""What can go wrong, as exceptions whose text a person can act on."""

from __future__ import annotations

import difflib
import os
import traceback
from collections.abc import Iterable
from typing import Any


class TapeteError(Exception):
    """Base of all errors that come from wrong input, not from a fault of the program."""


class UnknownGame(TapeteError):
    """No game of that name is installed."""


class UnknownAgent(TapeteError):
    """No agent of that name plays the game."""


class BadAgent(TapeteError):
    """An agent is there, but it cannot be loaded or made, or it is none."""


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


class BadKernel(CompileError, TypeError):
    """A kernel has a mistake that its source shows; the text says in which file and line, and what to write instead."""


class BadDefinition(TapeteError, TypeError):
    """What a game says about itself does not fit together."""


class BadGame(TapeteError):
    """A game did what its own definition rules out: more actions, decisions or features than it says there are."""


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


# Words for what others do wrong. Their error's own text may raise, their answer may have a million digits or hold control codes;
# whoever tells about it must not fall over that.

MOST_CHARACTERS = 500
UNSHOWN = "\N{REPLACEMENT CHARACTER}"  # stands for what cannot be printed


def printable(text: str, most: int = MOST_CHARACTERS) -> str:
    """A text on one line, without anything that a terminal or a database would choke on, cut to some length."""
    kept = "".join(c if c.isprintable() else " " if c.isspace() else UNSHOWN for c in text[: 4 * most])
    kept = " ".join(kept.split())
    return kept if len(kept) <= most and len(text) <= 4 * most else f"{kept[: most - 3]}..."


def shown(value: Any, most: int = 80) -> str:
    """A value as text, whatever it is."""
    try:
        return printable(repr(value), most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"something of type {kind_of(value)}"


def said(error: BaseException, most: int = MOST_CHARACTERS) -> str:
    """An error as its kind and its text, whatever it is."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = "(its text cannot be shown)"
    return printable(f"{kind_of(error)}: {text}" if text else kind_of(error), most)


FRAMES = 4


def raised_at(error: BaseException, most: int = MOST_CHARACTERS) -> str:
    """Where an error comes from, the innermost call first, without calls of this package: a traceback on one line."""
    try:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f"{os.sep}tapete{os.sep}" not in f.filename]
        calls = [
            f"{os.path.basename(f.filename)}, line {f.lineno}, in {f.name}: {(f.line or '').strip()}"
            for f in reversed(frames[-FRAMES:])
        ]
        return printable("; called from ".join(calls), most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


MOST_LINES = 200  # of a traceback: what recursion without end leaves is cut in the middle


def traced(error: BaseException) -> str:
    """The whole traceback of an error, from where it left this package on, each line fit to be shown."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        own = [i for i, frame in enumerate(frames) if f"{os.sep}tapete{os.sep}agents{os.sep}" in frame.filename]
        frames = traceback.StackSummary.from_list(frames[own[-1] + 1 if own else 0 :])
        lines = "".join(traceback.format_list(frames)).splitlines()
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES // 2], "  ...", *lines[-MOST_LINES // 2 :]]
        lines = [f"{' ' * (len(line) - len(line.lstrip(' ')))}{printable(line, 200)}" for line in lines]
        return "\n".join(["Traceback (most recent call last):", *lines, said(error)]) if lines else ""
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def kind_of(value: Any) -> str:
    return printable(str(type(value).__name__), 80)
