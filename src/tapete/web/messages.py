"""Validation of messages: their shape, and specs that name installed agents with plain options."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapete.agents.player import Player
from tapete.agents.registry import is_path, level_spec, make_agent
from tapete.agents.spec import parse_spec
from tapete.core.game import Game
from tapete.core.registry import game_names
from tapete.core.strings import Phrase, Strings, fill
from tapete.errors import TapeteError, UnknownGame, nearest
from tapete.plugins import split_reference

PROTOCOL = 1
LONGEST_SPEC = 160
LONGEST_NAME = 40
MOST_ACTIONS = 64  # in one answer
PLAIN_VALUE = re.compile(r"[A-Za-z0-9_+.-]{1,60}(?:/[0-9eE+.-]{1,20})*(?:,[A-Za-z0-9_+.-]{1,40})*")
CODE = re.compile(r"AAE[A-Za-z0-9+/]{17,}={0,2}")  # prefix of every deck code: its version in base64
FILES = (".py", ".npz", ".json", ".toml", ".csv", ".txt", ".deck")
# Options that name a network: the game's own, or none.
OWN_ONLY = {"file", "net", "guide"}
# Upper limits of options, so that one table cannot exhaust the machine.
LARGEST = {
    "iterations": 200_000.0,
    "ms": 30_000.0,
    "turn_ms": 60_000.0,
    "threads": 2.0,
    "trees": 32.0,
    "nodes": float(1 << 20),
}


WORDS = Strings(Path(__file__).parent / "page" / "strings")


def page_text(key: str, language: str, **data: Any) -> str:
    """Return a sentence of the page that the server sends."""
    return fill(WORDS[language], key, data)


class Refused(TapeteError):
    """Error for a message that is refused with a sentence and changes nothing. `code` identifies it for programs."""

    def __init__(self, code: str, text: str, said: Phrase | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.said = said  # what the reader's page makes the sentence of, where people meet it

    @staticmethod
    def of(code: str, key: str, **data: Any) -> Refused:
        """A refusal whose sentence is `refused-KEY` of the page's strings: programs read it in English."""
        said = {"say": f"refused-{key}", **data}
        return Refused(code, page_text(said["say"], "en", **data), said)


def parse_message(text: str) -> dict[str, Any]:
    """Parse a message: one JSON object with a `type`."""
    try:
        message = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused("malformed", "a message is one JSON object") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refused("malformed", "a message is a JSON object with a `type`")
    return message


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def member(message: Mapping[str, Any], name: str, kind: Any, default: Any = None, *, most: int = 200) -> Any:
    """Return a member of a message, checked for its type; its default if it is missing."""
    value = message.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refused("malformed", f"{name!r} must be {_KINDS[kind]}")
    if kind is str and len(value) > most:
        raise Refused("malformed", f"{name!r} is too long")
    if kind is int and abs(value) >= 1 << 63:
        raise Refused("malformed", f"{name!r} is too large")
    return value


_KINDS = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    float: "a number",
}


def number(message: Mapping[str, Any], name: str, default: float, low: float, high: float) -> float:
    """Return a member that is a number within bounds."""
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise Refused("malformed", f"{name!r} must be from {low:g} to {high:g}")
    return float(value)


def actions_of(message: Mapping[str, Any]) -> list[Any]:
    """Return the actions of an answer: ids, or moves as data."""
    given = message.get("actions")
    given = [message.get("action")] if given is None else given
    if not isinstance(given, list) or not 0 < len(given) <= MOST_ACTIONS:
        raise Refused("malformed", f"'actions' must be a list of 1 to {MOST_ACTIONS}")
    for action in given:
        whole = isinstance(action, int) and not isinstance(action, bool) and 0 <= action < 1 << 31
        if not whole and not isinstance(action, dict):
            raise Refused("malformed", "an action is its number, or a move as an object")
    return given


def plain_game(name: Any) -> str:
    """Return the name of an installed game. A path would run code of that place, so it is refused."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refused("malformed", "a game is named by a short text")
    if name not in game_names():
        raise UnknownGame(f"unknown game {name!r}; {nearest(name, game_names())}")
    return name


def plain_options(options: Any) -> dict[str, Any]:
    """Return the options of a game, refusing values that name a file of this machine, which the game would read."""
    if not isinstance(options, Mapping):
        raise Refused("malformed", "'options' are names with values")
    for key, value in options.items():
        if not isinstance(key, str) or not isinstance(value, (str, int, float, bool)) or len(str(value)) > 400:
            raise Refused("option", f"option {str(key)[:40]!r} has no plain value")
        if key == "boundscheck" or (isinstance(value, str) and names_file(value)):
            raise Refused("option", f"option {key[:40]!r}: only plain values may be given here, no files")
    return dict(options)


def names_file(value: str) -> bool:
    """Return whether a text could be the name of a file. A deck code may hold a slash; it is a text in base64."""
    code = CODE.fullmatch(value)
    if not code and (any(sign in value for sign in "/\\~\0") or value.lower().endswith(FILES)):
        return True
    try:
        return Path(value).is_file()
    except OSError:
        return True


def plain_spec(spec: Any, game: Game, allowed: Mapping[str, str]) -> str:
    """Return the spec of an untrusted text: an installed agent or a level with plain options, or one that the owner allows."""
    if not isinstance(spec, str) or not 0 < len(spec) <= LONGEST_SPEC:
        raise Refused("agent", f"an agent is named by a text of up to {LONGEST_SPEC} letters")
    if spec in allowed:
        return allowed[spec]
    try:
        name, options = parse_spec(spec)
    except TapeteError as error:
        raise Refused("agent", str(error)) from None
    if is_path(name, game) or split_reference(name) is not None or not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name):
        raise Refused("agent", f"{spec!r}: only installed agents may be named here, no files, modules or addresses")
    for key, value in options.items():
        names_file = any(end in value for end in FILES) or (key in OWN_ONLY and value not in ("own", ""))
        names_file = names_file or (key == "weights" and Path(value).exists())
        if names_file or not PLAIN_VALUE.fullmatch(value):
            raise Refused(
                "agent", f"{key}={value}: only plain values may be given here, no files, modules or addresses"
            )
        if key in LARGEST and _too_large(value, LARGEST[key]):
            raise Refused("agent", f"{key}={value}: at most {LARGEST[key]:g} at a table")
    level = level_spec(name, game) if not options else None
    return level or spec


def _too_large(value: str, most: float) -> bool:
    try:
        return not float(value) <= most
    except ValueError:
        return False  # the agent reports what is wrong with it


def table_agent(spec: str, game: Game) -> Player:
    """Create the agent of a spec for a table; a clairvoyant one is refused."""
    seated = make_agent(spec, game)
    if seated.clairvoyant:
        raise Refused("agent", f"{spec!r} sees hidden cards, so it may not sit at a table")
    return seated
