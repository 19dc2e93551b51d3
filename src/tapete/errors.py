"""Exceptions for wrong input. Each message says what is wrong and what would be right."""

from __future__ import annotations

import difflib
import os
import traceback
from collections.abc import Iterable
from typing import Any


class TapeteError(Exception):
    """Base class of errors caused by wrong input, as opposed to a bug in Tapete."""


class UnknownGame(TapeteError):
    """Error for the name of a game that is not installed."""


class UnknownAgent(TapeteError):
    """Error for the name of an agent that does not play the game."""


class BadAgent(TapeteError):
    """Error for an agent that cannot be loaded or created, or for an object that is not an agent."""


class BadOption(TapeteError):
    """Error for an option that does not exist, or whose value is out of range."""


class IllegalAction(TapeteError):
    """Error for an action that is not legal in this state."""


class BadRecord(TapeteError):
    """Error for a file of recorded games that cannot be read or does not fit the rules."""


class BadNetwork(TapeteError):
    """Error for a file that is not a network, is damaged, or is for another game."""


class CompileError(TapeteError):
    """Error for a kernel that cannot be compiled; the message says where and why."""


class BadKernel(CompileError, TypeError):
    """Error for a mistake that a kernel's source shows; the message names file and line, and what to write instead."""


class BadDefinition(TapeteError, TypeError):
    """Error for a game definition that contradicts itself."""


class BadGame(TapeteError):
    """Error for a game that breaks its own definition: more actions, decisions or features than declared."""


MANY = 40


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of an error message about an unknown name: the closest names, case ignored, or all if there are few."""
    names = sorted(known)
    spelled = {known.casefold(): known for known in names}
    wanted = name.casefold()
    close = difflib.get_close_matches(wanted, spelled, n=3, cutoff=0.55)
    close = close or [known for known in spelled if wanted and wanted in known][:3]
    if close:
        return f"did you mean {' or '.join(repr(spelled[c]) for c in close)}?"
    if len(names) > MANY:
        return f"none of the {len(names)} known names is similar"
    return f"choose from {', '.join(names)}" if names else "none is available"


# Descriptions of third-party failures. The error's own text may raise, an answer may have a million digits or hold control
# codes; describing it must not fail.

MOST_CHARACTERS = 500
UNSHOWN = "\N{REPLACEMENT CHARACTER}"  # replaces characters that cannot be printed


def printable(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return a text on one line, without characters that a terminal or a database rejects, cut to `most` characters."""
    kept = "".join(c if c.isprintable() else " " if c.isspace() else UNSHOWN for c in text[: 4 * most])
    kept = " ".join(kept.split())
    return kept if len(kept) <= most and len(text) <= 4 * most else f"{kept[: most - 3]}..."


def shown(value: Any, most: int = 80) -> str:
    """Return the repr of any value, even if its `__repr__` raises."""
    try:
        return printable(repr(value), most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"something of type {kind_of(value)}"


def said(error: BaseException, most: int = MOST_CHARACTERS) -> str:
    """Return an error as its type and its text, even if its `__str__` raises."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = "(its text cannot be shown)"
    return printable(f"{kind_of(error)}: {text}" if text else kind_of(error), most)


FRAMES = 4


def raised_at(error: BaseException, most: int = MOST_CHARACTERS) -> str:
    """Return a one-line traceback: the innermost call first, without calls of this package."""
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


MOST_LINES = 200  # of a traceback; one of endless recursion is cut in the middle


def traced(error: BaseException) -> str:
    """Return the traceback of an error from where it left this package, each line safe to print."""
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
